import Testing

@testable import GraphEmulator

@Suite struct ScopeRequestTests {
  private static let root = "http://127.0.0.1:5000"

  struct Row: Sendable, CustomTestStringConvertible {
    var text: String
    var permissions: [String]
    var echo: String
    var testDescription: String { text }
  }

  @Test(arguments: [
    Row(
      text: "User.Read calendars.readwrite openid offline_access",
      permissions: ["User.Read", "Calendars.ReadWrite"],
      echo: "User.Read Calendars.ReadWrite profile openid email"),
    Row(
      text: "https://graph.microsoft.com/User.Read offline_access", permissions: ["User.Read"],
      echo: "https://graph.microsoft.com/User.Read"),
    Row(
      text: "\(root)/User.Read", permissions: ["User.Read"],
      echo: "https://graph.microsoft.com/User.Read"),
    Row(text: "openid profile", permissions: [], echo: "profile openid email"),
    Row(
      text: "https://graph.microsoft.com/.default", permissions: [],
      echo: "https://graph.microsoft.com/.default"),
    Row(
      text: "https://graph.microsoft.com//.default", permissions: [],
      echo: "https://graph.microsoft.com/.default"),
  ])
  func `scopes are read and told back in the style they came in`(row: Row) throws {
    let scope = try ScopeRequest(row.text, root: Self.root)
    #expect(scope.permissions == row.permissions)
    #expect(scope.echo(granted: row.permissions) == row.echo)
  }

  @Test(arguments: [
    ("", "invalid_request 900144"), ("   ", "invalid_request 900144"),
    ("Calendars.ReedWrite", "invalid_scope 70011"),
    (".default User.Read", "invalid_scope 70011"),
    ("https://vault.example/user.read", "invalid_resource 500011"),
    ("https://graph.microsoft.com.evil.example/User.Read", "invalid_resource 500011"),
  ])
  func `what is no scope of Graph is refused`(text: String, told: String) {
    let error = #expect(throws: IdentityError.self) {
      try ScopeRequest(text, root: Self.root)
    }
    #expect("\(error?.error ?? "") \(error?.number ?? 0)" == told)
  }
}
