package import Arguments
import JSON
import Rendering
import SignIn
import Store
import Terminal

/// `graphcal accounts`: the accounts that are signed in, and which one is used.
package struct AccountsCommand: Command {
  package static let name = "accounts"
  package static let summary = "List the signed-in accounts, or choose the one to use."
  package static let isPaged = true
  package static let itemFields = [
    "account", "default", "homeAccountId", "name", "personal", "tenants",
  ]
  package static let arguments: [Argument<Self>] = [
    .repeating("use NAME", atLeast: 0, "Make this account the default.", into: \.words).completing(
      .choices(["use"]))
  ]
  package static let examples = [
    Example("accounts", "Who is signed in."),
    Example("accounts use kim@contoso.example", "Use this account from now on."),
  ]

  var words: [String] = []

  package init() {}

  package func validate() throws(ArgumentsError) {
    if words.isEmpty || words.count == 2 && words[0] == "use" { return }
    throw ArgumentsError(
      .unexpectedArgument, "accounts takes nothing, or \"use\" and an account",
      hint: "graphcal accounts use NAME")
  }

  package func run(in context: Context) async throws(Failure) {
    if !words.isEmpty { try context.requireRequests(of: "choosing an account") }
    let access = try context.access()
    let accounts: [Account]
    do { accounts = try await access.signIn.accounts() } catch { throw Failure(error) }
    if words.count == 2 { return try await use(words[1], among: accounts, in: context) }
    let preferred = await context.state.setting("defaultAccount")
    func isDefault(_ account: Account) -> Bool {
      account.homeAccountID == preferred || preferred == nil && accounts.count == 1
    }
    let fields = Self.itemFields
    let listing = Listing(
      context: context, fields: fields, columns: fields.map { .init($0, JSONPath($0)) })
    if listing.isWanted {
      return try listing.print(
        accounts.map { account in
          [
            "account": .string(account.username), "default": .bool(isDefault(account)),
            "homeAccountId": .string(account.homeAccountID), "name": .string(orNull: account.name),
            "personal": .bool(account.isPersonal),
            "tenants": .array(account.realms.map { .string($0) }),
          ]
        })
    }
    let surface = Surface(context.console.terminal)
    var table = Table([
      .init(), .init("ACCOUNT"), .init("NAME", minimum: 8, comfort: 30), .init("KIND", rank: 1),
      .init("TENANTS", minimum: 10, comfort: 40, rank: 2),
    ])
    for account in accounts {
      table.add([
        StyledLine(isDefault(account) ? "*" : " "),
        StyledLine(TextSanitizer.line(account.label)),
        StyledLine(TextSanitizer.line(account.name ?? "")),
        StyledLine(account.isPersonal ? "personal" : "work"),
        StyledLine(account.realms.joined(separator: ", "), .dim),
      ])
    }
    try context.print(table.lines(width: surface.width, symbols: surface.symbols))
    if accounts.isEmpty { context.note("nobody is signed in; graphcal login") }
  }

  private func use(
    _ name: String, among accounts: [Account], in context: Context
  ) async throws(Failure) {
    let matches = AccountChoice.called(name, among: accounts)
    guard let account = matches.first, matches.count == 1 else {
      let names = accounts.map(\.label).joined(separator: ", ")
      throw Failure(
        matches.isEmpty ? .notFound : .usage,
        matches.isEmpty
          ? "no account \"\(name)\" is signed in" : "\"\(name)\" fits several accounts",
        why: names.isEmpty ? nil : "signed in: \(names)", hint: "graphcal accounts")
    }
    guard await context.state.set("defaultAccount", account.homeAccountID) else {
      throw Failure(
        .general, "the choice cannot be stored", why: "the state folder cannot be written",
        hint: "use --account or GRAPHCAL_ACCOUNT instead")
    }
    let item: JSON = [
      "account": .string(account.username), "default": true,
      "homeAccountId": .string(account.homeAccountID),
    ]
    if try context.printedForScripts(item) { return }
    try context.say("Using \(TextSanitizer.line(account.label)).")
  }
}
