import Foundation
import Testing

/// Signing in over real HTTP, with both programs as they are built.
@Suite struct SignInTests {
  @Test func `a browser named by BROWSER signs in by the query of its address`() async throws {
    let emulator = try Emulator()
    let home = try Home(emulator: emulator)
    let login = try await home.shell(
      "BROWSER='curl -sL -o /dev/null' graphcal login --browser --response-mode query")
    #expect(login.status == 0, "\(login.errors)")
    #expect(login.output == "Signed in as \(emulator.ready.user).\n")
    #expect(try await home.graphcal("week", "--json").status == 0)
    let redeemed = try emulator.requests("POST", "/token")
    #expect(redeemed.count == 1)
    #expect(redeemed.first?.text.contains("code_verifier") == true)
  }

  @Test func `a policy against device codes ends at once, and the other way is named`() async throws
  {
    let emulator = try Emulator("--fault", "policy-block:POST /devicecode:9")
    let home = try Home(emulator: emulator)
    let login = try await home.graphcal("login", "--device-code")
    #expect(login.status == 5)
    #expect(login.errors.contains("graphcal login --browser"))
    #expect(login.errors.contains("AADSTS53003"))
    #expect(try emulator.requests("POST", "/devicecode").count == 1)
  }

  @Test func `a policy that strikes while the code is pending is told apart from waiting`()
    async throws
  {
    let emulator = try Emulator("--fault", "security-defaults:POST /token:9")
    let home = try Home(emulator: emulator)
    let login = try await home.graphcal("login", "--device-code")
    #expect(login.status == 5)
    #expect(login.errors.contains("530035") && login.errors.contains("graphcal login --browser"))
  }

  @Test func `two accounts in one list, each item with its own`() async throws {
    let emulator = try Emulator(
      autoApprove: "--auto-approve=mira@harbor.example,jonas@harbor.example")
    let home = try Home(emulator: emulator)
    for _ in 0..<2 { #expect(try await home.graphcal("login", "--device-code").status == 0) }
    let week = try await home.shell(
      "set -o pipefail; graphcal week --account all --json | jq -r '.[].graphcal.account' | sort -u"
    )
    #expect(week.status == 0, "\(week.errors)")
    #expect(week.output == "jonas@harbor.example\nmira@harbor.example\n")
    // Without a choice a single account is asked for, and the choices are named.
    let today = try await home.graphcal("today")
    #expect(today.status == 2)
    #expect(today.errors.contains("jonas@harbor.example"))
  }

  @Test func `a claims challenge costs one refresh, which brings the claims`() async throws {
    let emulator = try Emulator("--fault", "claims-challenge:GET /me/calendarView")
    let home = try Home(emulator: emulator)
    #expect(try await home.graphcal("login", "--device-code").status == 0)
    #expect(try await home.graphcal("today").status == 0)
    #expect(try emulator.refreshes == 1)
    #expect(try emulator.requests("GET", "/me/calendarView").map(\.status) == [401, 200])
  }

  @Test func `sessions that were revoked ask for a sign-in, and a script does not hammer`()
    async throws
  {
    let emulator = try Emulator()
    let home = try Home(emulator: emulator)
    let scopes = "User.Read,MailboxSettings.Read,Calendars.Read,User.RevokeSessions.All"
    #expect(try await home.graphcal("login", "--device-code", "--scopes", scopes).status == 0)
    #expect(try await home.graphcal("today").status == 0)
    // Revocation has the resolution of a second.
    try await Task.sleep(for: .milliseconds(1100))
    let revoke = try await home.shell(
      "curl -s -o /dev/null -w '%{http_code}' -X POST -H \"Authorization: Bearer $(graphcal token)\" "
        + "\"$GRAPHCAL_GRAPH_URL/me/revokeSignInSessions\"")
    #expect(revoke.output.hasPrefix("2"), "\(revoke.output) \(revoke.errors)")
    for _ in 0..<4 {
      let today = try await home.graphcal("today")
      #expect(today.status == 4, "\(today.errors)")
      #expect(today.errors.contains("graphcal login"))
    }
    #expect(try emulator.refreshes == 1)
    #expect(try await home.graphcal("login", "--device-code").status == 0)
    #expect(try await home.graphcal("today").status == 0)
  }

  @Test func `two sign-ins at once keep both accounts`() async throws {
    let emulator = try Emulator(
      autoApprove: "--auto-approve=mira@harbor.example,jonas@harbor.example")
    let home = try Home(emulator: emulator)
    let outcomes = try await withThrowingTaskGroup(of: Outcome.self) { group in
      for _ in 0..<2 {
        group.addTask {
          try await home.shell(
            "BROWSER='curl -sL -o /dev/null' graphcal login --browser --response-mode query")
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(outcomes.allSatisfy { $0.status == 0 }, "\(outcomes.map(\.errors))")
    let accounts = try await home.graphcal("accounts", "--json").items
    #expect(
      Set(accounts.compactMap { $0["account"] as? String })
        == ["mira@harbor.example", "jonas@harbor.example"])
  }
}
