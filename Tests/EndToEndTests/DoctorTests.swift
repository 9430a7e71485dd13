import Foundation
import Testing

/// `graphcal doctor` as it is built, against the emulator and against nothing.
@Suite struct DoctorTests {
  /// The checks of a run with `--json`, by name.
  private func states(_ outcome: Outcome) throws -> [String: String] {
    let object = try #require(try outcome.json as? [String: Any])
    let checks = try #require(object["checks"] as? [[String: Any]])
    return Dictionary(
      checks.map { ($0["name"] as? String ?? "", $0["state"] as? String ?? "") }
    ) { $1 }
  }

  @Test func `after a sign-in all is well`() async throws {
    let emulator = try Emulator()
    let home = try Home(emulator: emulator)
    #expect(try await home.graphcal("login", "--device-code").status == 0)
    let outcome = try await home.graphcal("doctor")
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.errors.isEmpty)
    let object = try #require(try await home.graphcal("doctor", "--json").json as? [String: Any])
    #expect(object["failed"] as? Int == 0)
    let versions = try #require(object["versions"] as? [String: String])
    #expect(versions["libcurl"]?.hasPrefix("libcurl/") == true)
    #expect(versions["SQLite"]?.hasPrefix("3.") == true)
    let tokens = try String(contentsOfFile: home.tokenCache, encoding: .utf8)
      .split(separator: "\"").filter { $0.count > 100 }
    #expect(!tokens.isEmpty)
    for token in tokens { #expect(!outcome.output.contains(token)) }
  }

  @Test func `before a sign-in that is what is missing`() async throws {
    let emulator = try Emulator()
    let outcome = try await (try Home(emulator: emulator)).graphcal("doctor", "--json")
    #expect(outcome.status == 4)
    let states = try states(outcome)
    #expect(states["sign-in"] == "failed")
    #expect(states["mailbox"] == "not checked")
    #expect(states["network"] == "ok")
  }

  @Test(arguments: [
    ("graphcal doctor", "network", 7), ("unset HOME XDG_STATE_HOME; graphcal doctor", "files", 2),
    ("unset XDG_STATE_HOME; HOME=relative graphcal doctor", "files", 2),
    ("TZDIR=/nowhere graphcal doctor", "time zones", 1),
    ("unset GRAPHCAL_CLIENT_ID; graphcal doctor", "settings", 2),
    (
      "mkdir -p state/graphcal; head -c 4000 /dev/urandom > state/graphcal/state.sqlite; graphcal doctor",
      "state", 7
    ),
    (
      "mkdir -p config/graphcal; echo '{' > config/graphcal/config.json; graphcal doctor",
      "preferences", 2
    ),
    ("GRAPHCAL_ACCESS_TOKEN=x graphcal doctor", "network", 7),
    ("HTTPS_PROXY=http://127.0.0.1:1 GRAPHCAL_LOGIN_URL= graphcal doctor", "network", 7),
  ])
  func `where nobody listens it ends at once and says what failed`(
    line: String, check: String, status: Int
  ) async throws {
    let nowhere = "http://127.0.0.1:1"
    let home = try Home(
      emulator: nil,
      [
        "GRAPHCAL_GRAPH_URL": nowhere + "/v1.0", "GRAPHCAL_LOGIN_URL": nowhere,
        "GRAPHCAL_CLIENT_ID": "5f0c6f0e-0000-4000-8000-00000000c11e",
      ])
    let outcome = try await home.shell("cd \"\(home.folder.path)\"; \(line) --json </dev/null")
    #expect(Int(outcome.status) == status, "\(outcome.output)\(outcome.errors)")
    #expect(try states(outcome)[check] == "failed", "\(outcome.output)")
    #expect(outcome.errors.contains("\"error\""))
    for word in ["nil", "Optional(", "Fatal", "Swift."] { #expect(!outcome.output.contains(word)) }
  }
}
