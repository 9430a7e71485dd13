import Arguments
import Glibc
import GraphEmulator
import Host
import JSON

StandardStreams.occupyClosed()
StandardStreams.ignoreClosedPipes()
let program = "graphcal-emulator"

/// Says on stderr why the program stops.
func complain(_ what: String, because why: String?, try hint: String?) {
  let lines =
    ["\(program): \(what)"] + (why.map { ["  because: \($0)"] } ?? [])
    + (hint.map { ["  try: \($0)"] } ?? [])
  try? OutputStream.standardError.write(lines.joined(separator: "\n") + "\n")
}

/// Reads the command line, serves until a signal comes, and gives the exit status.
func run() async -> Int32 {
  let end = TerminationSignals()
  do throws(ArgumentsError) {
    let words = Array(CommandLine.arguments.dropFirst())
    // What Tools/make-share.sh asks for.
    if words.first == "--manual", words.count == 3 {
      let page = EmulatorCommand.shape.manual(of: program, version: words[1], date: words[2])
      try? OutputStream.standardOutput.write(page.text)
      return 0
    }
    guard let command = try EmulatorCommand.parse(words, program: program) else {
      try? OutputStream.standardOutput.write(
        HelpPage.command(EmulatorCommand.shape, program: program))
      return 0
    }
    do {
      let emulator = try Emulator(try command.configuration())
      let ready: JSON = [
        "port": .number(Int(emulator.port)), "graphURL": .string(emulator.graphURL),
        "loginURL": .string(emulator.loginURL), "clientId": .string(emulator.clientID),
        "user": .string(orNull: emulator.directory.users.first?.userPrincipalName),
      ]
      try OutputStream.standardOutput.write(ready.text(.wire) + "\n")
      await end.wait()
      await emulator.stop()
      return 0
    } catch let error as EmulatorError {
      complain(error.what, because: error.why, try: error.hint)
    } catch {
      complain("cannot print the ready line", because: "\(error)", try: "keep stdout open")
    }
    return 1
  } catch {
    complain(error.message, because: nil, try: error.hint ?? "\(program) --help")
    return 2
  }
}

exit(await run())
