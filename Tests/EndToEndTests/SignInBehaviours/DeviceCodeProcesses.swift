import Foundation
import TestSupport
import Testing

/// Signing in with a code, as a whole process.
@Suite struct DeviceCodeProcesses {
  @Test func `D9 Ctrl-C ends it with 130 and leaves no cache`() async throws {
    let platform = try ScriptedPlatform { _, _ in ScriptedPlatform.pending }
    let home = try Home(platform: platform)
    let program = try home.start("login", "--device-code")
    #expect(await eventually { platform.tokenRequests.count > 0 })
    program.send(SIGINT)
    let outcome = try await program.outcome()
    #expect(outcome.status == 130)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasSuffix("graphcal: interrupted\n"))
    #expect(try home.names() == ["token-cache.json.lock"])
  }

  @Test func `D10 the code goes to stderr as a line of JSON, and stdout stays clean`()
    async throws
  {
    let emulator = try Emulator()
    let home = try Home(emulator: emulator)
    let outcome = try await home.graphcal("login", "--device-code", "--json")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("user_code"))
    #expect(!outcome.output.contains("user_code"))
    #expect(try outcome.json is [String: Any])
  }
}
