import Arguments
import Commands
import Dispatch
import Glibc
import HTTPCurl
import Host
import Synchronization

Allocator.shareOneArena()
StandardStreams.occupyClosed()
StandardStreams.ignoreClosedPipes()
StandardStreams.ignoreSizeLimitSignal()

let environment = Environment.current
let machinery = Machinery(
  makeTransport: { timeLimit in
    CurlTransport(
      CurlTransport.Configuration(
        environment: environment.variables, timeLimit: timeLimit,
        userAgent: "graphcal/\(graphcalVersion)"))
  },
  libraryVersions: OpenedLibraries.versions,
  isAskedToEnd: { StopSignals.isTermination.load(ordering: .acquiring) })
let words = Array(CommandLine.arguments.dropFirst())

let executor = MainThreadExecutor()
let run = Task<Void, Never>(executorPreference: executor) {
  @concurrent [environment, machinery, words] in
  let status = await Run(environment: environment, machinery: machinery)(words)
  // Everything is written. At exit libraries would only give back memory piece by piece, OpenSSL for
  // longer than a list from the copy takes to print.
  _exit(status)
}

let signals = StopSignals(cancelling: run)
executor.run()
