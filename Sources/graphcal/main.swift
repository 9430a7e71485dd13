import Arguments
import Commands
import Dispatch
import Glibc
import HTTPCurl
import Host

StandardStreams.occupyClosed()
StandardStreams.ignoreClosedPipes()

let environment = Environment.current
let machinery = Machinery(
  makeTransport: { timeLimit in
    CurlTransport(
      CurlTransport.Configuration(
        environment: environment.variables, timeLimit: timeLimit,
        userAgent: "graphcal/\(graphcalVersion)"))
  },
  libraryVersions: { [("libcurl", (try? CurlTransport.libraryVersion()) ?? "not installed")] })
let words = Array(CommandLine.arguments.dropFirst())

let run = Task {
  let status = await Run(environment: environment, machinery: machinery)(words)
  exit(status)
}

// Ctrl-C ends what is under way in good order; what does not end soon is ended.
signal(SIGINT, SIG_IGN)
let interrupts = DispatchSource.makeSignalSource(signal: SIGINT)
interrupts.setEventHandler {
  run.cancel()
  DispatchQueue.global().asyncAfter(deadline: .now() + 0.5) { _exit(130) }
}
interrupts.activate()
dispatchMain()
