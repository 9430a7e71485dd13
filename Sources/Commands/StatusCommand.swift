package import Arguments
import CalendarTime
import FoundationEssentials
import Host
import JSON
import Rendering
import SignIn
import Store
import Terminal

/// `graphcal status`: who is signed in with which permissions, without asking anybody.
package struct StatusCommand: Command {
  package static let name = "status"
  package static let summary = "Show who is signed in, with which permissions; asks no server."
  package static let isPaged = true
  package static let printsRows = false

  package static let options: [Option<Self>] = []

  package init() {}

  package func run(in context: Context) async throws(Failure) {
    let giver = context.tokenGiver
    let access: Access
    let status: SignIn.Status
    do throws(Failure) {
      access = try context.access()
      do { status = try await access.signIn.status() } catch { throw Failure(error) }
    } catch {
      // A token that was given needs neither a registration nor a cache.
      guard let giver else { throw error }
      return try report(giver, without: error, in: context)
    }
    let choice = (try? await context.accountChoice()) ?? .preferred(nil)
    let copies = giver == nil ? await self.copies(status, in: context) : [:]
    let writes = giver == nil ? await outboxes(status, in: context) : [:]
    if try !context.printedForScripts(json(status, copies, writes, access: access, giver: giver)) {
      try context.print(
        blocks(status, copies, writes, access: access, giver: giver, choice: choice, in: context)
          .flatMap { $0.lines(width: Surface(context.console.terminal).width) + [""] }.dropLast())
    }
    if status.entries.isEmpty, giver == nil {
      throw Failure(.signedOut, "not signed in", why: status.damage, hint: "graphcal login")
    }
  }

  /// The calendars and folders in the local copies, by the ids of accounts.
  private func copies(
    _ status: SignIn.Status, in context: Context
  ) async -> [String: [CopyCollection]] {
    var copies: [String: [CopyCollection]] = [:]
    for account in status.entries.map(\.account.homeAccountID) {
      let store = MailboxFile.store(account: account, environment: context.environment)
      if let found = try? await store?.collections(), !found.isEmpty { copies[account] = found }
    }
    return copies
  }

  /// What waits to be sent, by the ids of accounts.
  private func outboxes(
    _ status: SignIn.Status, in context: Context
  ) async -> [String: [OutboxItem]] {
    var found: [String: [OutboxItem]] = [:]
    for account in status.entries.map(\.account) {
      let store = MailboxFile.store(
        account: account.homeAccountID, environment: context.environment)
      guard let writes = try? await store?.outbox(), !writes.isEmpty else { continue }
      let time = await context.rememberedTime(ofAccount: account.homeAccountID)
      found[account.homeAccountID] = writes.map {
        OutboxItem(context: context, write: $0, time: time, account: account.username)
      }
    }
    return found
  }

  private func json(
    _ status: SignIn.Status, _ copies: [String: [CopyCollection]],
    _ writes: [String: [OutboxItem]], access: Access, giver: String?
  ) -> JSON {
    let accounts: [JSON] = status.entries.map { entry in
      [
        "account": .string(entry.account.username),
        "homeAccountId": .string(entry.account.homeAccountID),
        "name": .string(orNull: entry.account.name),
        "tenants": .array(entry.account.realms.map { .string($0) }),
        "scopes": .array(entry.scopes.map { .string($0) }),
        "expiresOn": .string(orNull: entry.expiresOn?.rfc3339()),
        "canRenew": .bool(entry.canRenew),
        "localCopy": copies[entry.account.homeAccountID].map(json) ?? .null,
        "outbox": .array((writes[entry.account.homeAccountID] ?? []).map(\.json)),
      ]
    }
    let settings = access.settings
    return [
      "accounts": .array(accounts), "cachePath": .string(status.cachePath),
      "cacheKey": .string(orNull: status.keySource?.setting),
      "clientId": .string(settings.clientID.value), "cloud": .string(settings.cloud.value.rawValue),
      "damage": .string(orNull: status.damage), "graphRoot": .string(settings.graphRoot.value),
      "loginRoot": .string(settings.loginRoot.value),
      "scopes": .array(settings.scopes.value.map { .string($0) }),
      "sources": [
        "clientId": .string(settings.clientID.source.name),
        "cloud": .string(settings.cloud.source.name),
        "graphRoot": .string(settings.graphRoot.source.name),
        "loginRoot": .string(settings.loginRoot.source.name),
        "scopes": .string(settings.scopes.source.name),
        "tenant": .string(settings.tenant.source.name),
      ],
      "tenant": .string(settings.tenant.value), "tokenSource": .string(source(giver)),
    ]
  }

  private func json(_ copy: [CopyCollection]) -> JSON {
    [
      "calendars": .number(copy.filter { $0.kind == .calendar }.count),
      "contactFolders": .number(copy.filter { $0.kind == .contactFolder }.count),
      "syncedAt": .string(orNull: LocalCopy.time(of: copy)?.rfc3339()),
    ]
  }

  private func text(_ copy: [CopyCollection], now: Date) -> String {
    let calendars = copy.filter { $0.kind == .calendar }.count
    let folders = copy.count - calendars
    let parts =
      [Plural.of(calendars, "calendar")]
      + (folders > 0 ? [Plural.of(folders, "folder") + " of contacts"] : [])
    let age =
      LocalCopy.time(of: copy).map { "as of " + LocalCopy.age(since: $0, now: now) }
      ?? "not synchronized to the end yet"
    return "\(age); " + parts.joined(separator: ", ")
  }

  private func blocks(
    _ status: SignIn.Status, _ copies: [String: [CopyCollection]],
    _ writes: [String: [OutboxItem]], access: Access, giver: String?, choice: AccountChoice,
    in context: Context
  ) -> [FieldBlock] {
    let settings = access.settings
    var first = FieldBlock()
    if let giver { first.add("Token", "from \(giver); the accounts below are not used") }
    first.add("Registration", named(settings.clientID))
    first.add("Tenant", named(settings.tenant))
    first.add("Cloud", "\(settings.cloud.value.rawValue) (\(settings.cloud.source.name))")
    first.add("Asks for", scopes(settings.scopes))
    first.add("Sign-in", named(settings.loginRoot))
    first.add("Graph", named(settings.graphRoot))
    let damage = status.damage.map { "damaged: \($0)" }
    let store = status.keySource.map { "encrypted, key from \($0.setting)" } ?? "a plain file"
    first.add("Token cache", "\(status.cachePath) (\(damage ?? store))")
    return [first]
      + status.entries.map { entry in
        var block = FieldBlock()
        block.add("Account", TextSanitizer.line(entry.account.label))
        block.add("Name", entry.account.name.map(TextSanitizer.line))
        block.add("Tenants", entry.account.realms.joined(separator: ", "))
        block.add("Scopes", entry.scopes.joined(separator: " "))
        block.add("Token", token(entry, now: context.machineClock.now()))
        block.add(
          "Local copy",
          copies[entry.account.homeAccountID].map { text($0, now: context.now()) })
        block.add(
          "Outbox",
          lines: (writes[entry.account.homeAccountID] ?? []).map {
            StyledLine($0.line, $0.write.state.isStuck ? $0.style : .plain)
          })
        return block
      }
  }

  /// What there is to say of a token that was given, where nothing else can be found out.
  private func report(
    _ giver: String, without missing: Failure, in context: Context
  ) throws(Failure) {
    let graph: AuthSettings.Setting<String>
    do {
      graph = try AuthSettings.graphRoot(environment: context.environment)
    } catch {
      throw Failure(error)
    }
    let item: JSON = [
      "accounts": [], "graphRoot": .string(graph.value), "tokenSource": .string(source(giver)),
    ]
    if try context.printedForScripts(item) { return }
    var block = FieldBlock()
    block.add("Token", "from \(giver)")
    block.add("Graph", named(graph))
    block.add("Accounts", "none: \(missing.what)")
    try context.print(block.lines(width: Surface(context.console.terminal).width))
  }

  private func source(_ giver: String?) -> String {
    switch giver {
    case nil: "cache"
    case AccessTokenVariable.name: "environment"
    default: "option"
    }
  }

  private func named(_ setting: AuthSettings.Setting<String>) -> String {
    "\(setting.value) (\(setting.source.name))"
  }

  private func scopes(_ setting: AuthSettings.Setting<[String]>) -> String {
    "\(setting.value.joined(separator: " ")) (\(setting.source.name))"
  }

  private func token(_ entry: SignIn.Status.Entry, now: Date) -> String {
    let renewal = entry.canRenew ? "renewed without asking" : "cannot be renewed: graphcal login"
    guard let end = entry.expiresOn, end > now else { return "none that is valid; \(renewal)" }
    let minutes = Int(end.timeIntervalSince(now) / 60)
    return "valid for \(minutes) min; \(renewal)"
  }
}
