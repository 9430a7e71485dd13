import Foundation
import Testing

/// `graphcal-emulator` as a program: its options, its errors and how it ends.
@Suite struct EmulatorProgramTests {
  private let program = Program.path("graphcal-emulator")

  private func run(_ arguments: String...) async throws -> Outcome {
    try await Program.run(program, arguments, environment: ["PATH": "/usr/bin:/bin"])
  }

  @Test(arguments: [
    (["--port", "70000"], "--port needs a whole number from 0 to 65535"),
    (["--seed", ""], "--seed needs demo, empty, a file or random:"),
    (["--seed", "random:events=many"], "--seed needs demo, empty, a file or random:"),
    (["--clock", "yesterday"], "--clock needs a moment in UTC"),
    (["--fault", "503"], "--fault: a fault reads KIND:METHOD PATH"),
    (["--quirk", "none"], "--quirk needs one of recurrence-drops-exceptions"),
    (["--tls-cert", "cert.pem"], "--tls-cert and --tls-key belong together"),
    (["--sed", "demo"], "--seed"), (["demo"], "demo"),
  ])
  func `a wrong option is exit 2 and says what to type`(
    arguments: [String], complaint: String
  ) async throws {
    let outcome = try await Program.run(program, arguments, environment: [:])
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("graphcal-emulator: "))
    #expect(outcome.errors.contains(complaint))
    #expect(outcome.errors.contains("\n  try: "))
  }

  @Test func `help goes to stdout and names every option`() async throws {
    let outcome = try await run("--help")
    #expect(outcome.status == 0)
    for option in [
      "--port", "--seed", "--data", "--clock", "--auto-approve", "--token-lifetime", "--interval",
      "--tls-cert", "--tls-key", "--fault", "--quirk", "--log",
    ] {
      #expect(outcome.output.contains(option))
    }
  }

  @Test func `what stands in the way of starting is exit 1 with a way out`() async throws {
    let taken = try Emulator()
    for arguments in [
      ["--port", "\(taken.ready.port)"], ["--log", "/nowhere/log.jsonl"],
      ["--auto-approve=nobody@harbor.example"],
      ["--tls-cert", "/nowhere.pem", "--tls-key", "/nowhere.pem"],
    ] {
      let outcome = try await Program.run(program, arguments, environment: [:])
      #expect(outcome.status == 1)
      #expect(outcome.output.isEmpty)
      #expect(outcome.errors.contains("\n  because: "))
      #expect(outcome.errors.contains("\n  try: "))
    }
  }

  @Test(arguments: [SIGTERM, SIGINT])
  func `a signal ends it cleanly`(signal: Int32) async throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = ["--seed", "empty"]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let ready = pipe.fileHandleForReading.availableData
    #expect(ready.last == UInt8(ascii: "\n"))
    kill(process.processIdentifier, signal)
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        process.waitUntilExit()
        continuation.resume()
      }
    }
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 0)
  }
}
