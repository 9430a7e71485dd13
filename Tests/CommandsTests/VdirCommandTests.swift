import TestSupport
import Testing

@testable import Commands

/// What `sync --vdir` refuses before anything is asked of the service or written.
@Suite struct VdirCommandTests {
  @Test(arguments: [
    (["--vdir", "DIR"], Int32(2), "needs an account that is signed in"),
    (["--vdir", "DIR", "--read-only"], 8, "read-only mode"),
    (["--vdir", "DIR", "--offline"], 7, "cannot wait for a network"),
    (["--vdir", "DIR", "--forget"], 2, "--forget"), (["--vdir", ""], 2, "name of a folder"),
    (["--invite"], 2, "no --vdir is given"),
  ])
  func `what cannot be is refused`(words: [String], status: Int32, reason: String) async throws {
    let folder = try TemporaryFolder()
    let outcome = await Machine().run(
      ["sync"] + words.map { $0 == "DIR" ? folder.at("vdir") : $0 })
    #expect(outcome.status == status, "\(outcome.errors)")
    #expect(outcome.errors.contains(reason), "\(outcome.errors)")
    #expect(outcome.requests.isEmpty)
  }

  @Test func `its fields are listed`() async {
    let outcome = await Machine().run("sync", "--vdir", "/nowhere", "--fields")
    #expect(outcome.outputLines == ["error", "file", "name", "reason", "status", "uid"])
  }
}
