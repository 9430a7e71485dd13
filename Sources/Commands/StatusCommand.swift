package import Arguments
import CalendarTime
import FoundationEssentials
import Host
import JSON
import Rendering
import SignIn
import Terminal

/// `graphcal status`: who is signed in with which permissions, without asking anybody.
package struct StatusCommand: Command {
  package static let name = "status"
  package static let summary = "Show who is signed in, with which permissions; asks no server."

  package static let options: [Option<Self>] = []

  package init() {}

  package func run(in context: Context) async throws(Failure) {
    let access = try context.access()
    let status: SignIn.Status
    do { status = try await access.signIn.status() } catch { throw Failure(error) }
    let choice = await context.accountChoice()
    let source = context.environment[AccessTokenVariable.name] == nil ? "cache" : "environment"
    if try !context.printedForScripts(json(status, access: access, source: source)) {
      try context.print(
        blocks(status, access: access, source: source, choice: choice, in: context)
          .flatMap { $0.lines(width: Surface(context.console.terminal).width) + [""] }.dropLast())
    }
    if status.entries.isEmpty, source == "cache" {
      throw Failure(.signedOut, "not signed in", why: status.damage, hint: "graphcal login")
    }
  }

  private func json(_ status: SignIn.Status, access: Access, source: String) -> JSON {
    let accounts: [JSON] = status.entries.map { entry in
      [
        "account": .string(entry.account.username),
        "homeAccountId": .string(entry.account.homeAccountID),
        "name": .string(orNull: entry.account.name),
        "tenants": .array(entry.account.realms.map { .string($0) }),
        "scopes": .array(entry.scopes.map { .string($0) }),
        "expiresOn": .string(orNull: entry.expiresOn?.rfc3339()),
        "canRenew": .bool(entry.canRenew),
      ]
    }
    return [
      "accounts": .array(accounts), "cachePath": .string(status.cachePath),
      "clientId": .string(access.settings.clientID.value), "damage": .string(orNull: status.damage),
      "graphRoot": .string(access.settings.graphRoot.value),
      "loginRoot": .string(access.settings.loginRoot.value),
      "tenant": .string(access.settings.tenant.value), "tokenSource": .string(source),
    ]
  }

  private func blocks(
    _ status: SignIn.Status, access: Access, source: String, choice: AccountChoice,
    in context: Context
  ) -> [FieldBlock] {
    var first = FieldBlock()
    if source == "environment" {
      first.add("Token", "from \(AccessTokenVariable.name); the accounts below are not used")
    }
    first.add("Registration", named(access.settings.clientID))
    first.add("Tenant", named(access.settings.tenant))
    first.add("Sign-in", named(access.settings.loginRoot))
    first.add("Graph", named(access.settings.graphRoot))
    first.add("Token cache", status.cachePath + (status.damage.map { " (damaged: \($0))" } ?? ""))
    return [first]
      + status.entries.map { entry in
        var block = FieldBlock()
        block.add("Account", TextSanitizer.line(entry.account.label))
        block.add("Name", entry.account.name.map(TextSanitizer.line))
        block.add("Tenants", entry.account.realms.joined(separator: ", "))
        block.add("Scopes", entry.scopes.joined(separator: " "))
        block.add("Token", token(entry, now: context.machineClock.now()))
        return block
      }
  }

  private func named<Value>(_ setting: AuthSettings.Setting<Value>) -> String {
    "\(setting.value) (\(setting.source.name))"
  }

  private func token(_ entry: SignIn.Status.Entry, now: Date) -> String {
    let renewal = entry.canRenew ? "renewed without asking" : "cannot be renewed: graphcal login"
    guard let end = entry.expiresOn, end > now else { return "none that is valid; \(renewal)" }
    let minutes = Int(end.timeIntervalSince(now) / 60)
    return "valid for \(minutes) min; \(renewal)"
  }
}
