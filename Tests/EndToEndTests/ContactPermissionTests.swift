import Foundation
import Testing

/// Permissions for contacts, asked for when they are first needed.
@Suite struct ContactPermissionTests {
  private static let scopes = "Calendars.Read,User.Read,Contacts.Read"

  /// A home that is signed in for the calendar alone.
  private static func home(_ emulator: Emulator) async throws -> Home {
    let home = try Home(emulator: emulator)
    let login = try await home.graphcal(
      "login", "--device-code", "--scopes", "Calendars.Read,User.Read")
    #expect(login.status == 0, "\(login.errors)")
    return home
  }

  /// A browser in front of which somebody does what the script says with the address of the page, `$1`.
  private static func browser(_ script: String, in home: Home) throws -> String {
    let path = home.path("browser")
    try "#!/bin/sh\n\(script)\n".write(toFile: path, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    return path
  }

  private static func error(_ outcome: Outcome) throws -> [String: Any] {
    let json = try JSONSerialization.jsonObject(with: Data(outcome.errors.utf8))
    return try #require((json as? [String: Any])?["error"] as? [String: Any])
  }

  @Test(
    arguments: [
      (["contacts"], "Contacts.Read"), (["show-contact", "a-whole-id-of-nobody"], "Contacts.Read"),
      (["contact-folders"], "Contacts.Read"), (["duplicates"], "Contacts.Read"),
      (["contact-photo", "a-whole-id-of-nobody", "-o", "x.jpg"], "Contacts.Read"),
      (["new-contact", "--given-name", "Ana"], "Contacts.ReadWrite"),
      (["new-contact-folder", "Sailing"], "Contacts.ReadWrite"),
      (["people", "tom"], "People.Read"),
    ])
  func `what was never asked for is named with the line that adds it`(
    words: [String], scope: String
  ) async throws {
    let emulator = try Emulator()
    let home = try await Self.home(emulator)
    let refused = try await home.graphcal(words)
    #expect(refused.status == 5, "\(refused.errors)")
    #expect(refused.errors.contains("has not been asked for \(scope)"), "\(refused.errors)")
    let line = "graphcal login --scopes Calendars.Read,User.Read,\(scope)"
    #expect(refused.errors.contains(line), "\(refused.errors)")
    #expect(
      try emulator.log.allSatisfy { !$0.path.contains("contact") && !$0.path.contains("people") })
    // The line does what it says.
    let login = try await home.shell(line + " --device-code")
    #expect(login.status == 0, "\(login.errors)")
    let again = try await home.graphcal(words)
    #expect(again.status != 5, "\(again.errors)")
  }

  @Test func `one who refused is told so, and can change their mind`() async throws {
    let emulator = try Emulator()
    let home = try await Self.home(emulator)
    let decline = try Self.browser(
      "exec curl -sL -o /dev/null --data \"${1#*\\?}&decision=decline\" \"${1%%\\?*}\"", in: home)
    let login = try await home.graphcal(
      ["login", "--browser", "--response-mode", "query", "--scopes", Self.scopes],
      environment: ["BROWSER": decline])
    #expect(login.status == 4, "\(login.errors)")
    let refused = try await home.graphcal("contacts", "--json")
    #expect(refused.status == 5)
    let error = try Self.error(refused)
    #expect(error["code"] as? String == "scope_declined", "\(refused.errors)")
    #expect((error["hint"] as? String)?.contains("--scopes \(Self.scopes)") == true)
    // The calendar works as before.
    #expect(try await home.graphcal("today").status == 0)
    let accept = try Self.browser("exec curl -sL -o /dev/null \"$1\"", in: home)
    let second = try await home.graphcal(
      ["login", "--browser", "--response-mode", "query", "--scopes", Self.scopes],
      environment: ["BROWSER": accept])
    #expect(second.status == 0, "\(second.errors)")
    #expect(try await home.graphcal("contacts").status == 0)
  }

  @Test func `a policy of the organisation is another answer than a person's`() async throws {
    let emulator = try Emulator("--fault", "admin-approval:GET /authorize")
    let home = try await Self.home(emulator)
    // The page that asks for an administrator, and its button that goes back.
    let back = try Self.browser(
      #"""
      page=$(curl -sL "$1" | tr '\n' ' ' | sed 's/<input/\n<input/g')
      action=$(printf '%s\n' "$page" | sed -n 's/.*<form method="get" action="\([^"]*\)".*/\1/p')
      printf '%s\n' "$page" |
        sed -n 's/.*name="\([^"]*\)" value="\([^"]*\)".*/data-urlencode = "\1=\2"/p' |
        curl -sG -o /dev/null -K - "$action"
      """#, in: home)
    let login = try await home.graphcal(
      ["login", "--browser", "--response-mode", "query", "--scopes", Self.scopes],
      environment: ["BROWSER": back])
    #expect(login.status == 5, "\(login.errors)")
    let refused = try await home.graphcal("contacts", "--json")
    #expect(refused.status == 5)
    let error = try Self.error(refused)
    #expect(error["code"] as? String == "scope_blocked", "\(refused.errors)")
    #expect((error["hint"] as? String)?.contains("graphcal admin-consent") == true)
    #expect(try emulator.log.allSatisfy { !$0.path.contains("/me/contact") })
  }
}
