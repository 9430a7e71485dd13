package import Arguments
import FoundationEssentials
import Host
import JSON
import SignIn
import Terminal

/// `graphcal login`: signs somebody in and stores the tokens.
package struct LoginCommand: Command {
  package static let name = "login"
  package static let summary = "Sign in."
  package static let discussion = """
    Shows a code and the page to enter it on, waits until it is approved, and stores the tokens in \
    the token cache. The code goes to stderr; with --json it is one line of JSON there.

    Without --scopes the permissions of the settings file are asked for. "read" asks for reading \
    calendars, contacts and mailbox settings, "write" for changing them too; anything else is a list \
    of scope names. What was granted before stays granted.
    """
  package static let options: [Option<Self>] = [
    .flag("device-code", "Sign in with a code on any device.", into: \.deviceCode),
    .value("scopes", "read|write|LIST", "Permissions to ask for.", into: \.scopes),
    .value(
      "tenant", "T", "Tenant id or domain, common, organizations or consumers.", into: \.tenant),
    .choice("cloud", "Which of Microsoft's clouds.", into: \.cloud),
  ]
  package static let examples = [
    Example("login", "Sign in with the settings file's registration."),
    Example("login --scopes read", "Asks for no permission to write."),
  ]

  var deviceCode = false
  var scopes: String?
  var tenant: String?
  var cloud: CloudChoice?

  package init() {}

  package func run(in context: Context) async throws(Failure) {
    if let giver = context.tokenGiver {
      context.note(
        giver == AccessTokenVariable.name
          ? "\(giver) is set and goes before what this sign-in stores; unset it"
          : "\(giver) plays no part in a sign-in")
    }
    if context.options.noInput {
      throw Failure(
        .stopped, "signing in needs a person, and --no-input says that nobody is there",
        hint: "leave out --no-input, or set \(AccessTokenVariable.name)")
    }
    let access = try context.access(
      AuthSettings.Options(
        tenant: tenant, cloud: cloud?.rawValue,
        scopes: scopes.map { $0.split { $0 == " " || $0 == "," }.map(String.init) }))
    let isForScripts = context.options.isForScripts
    let console = context.console
    let wanted = context.options.account
    let result: SignIn.Result
    do {
      result = try await access.signIn.login(wanted: wanted) { prompt in
        if isForScripts {
          console.report(prompt.json.text(.compact) + "\n")
        } else {
          for line in prompt.lines { console.note(line) }
        }
      }
    } catch {
      throw Failure(error)
    }
    let session = context.session(for: result.account, access: access)
    // Whoever signs in wants the next command to know the mailbox's zone and language.
    _ = try? await context.mailboxSettings(fresh: true, session: session)
    if !result.missing.isEmpty {
      context.note(
        "not granted: \(result.missing.joined(separator: " ")); commands that need it will say so")
    }
    let item: JSON = [
      "account": .string(result.account.username),
      "homeAccountId": .string(result.account.homeAccountID),
      "granted": .array(result.granted.map { .string($0) }),
      "missing": .array(result.missing.map { .string($0) }),
    ]
    if try context.printedForScripts(item) { return }
    try console.print("Signed in as \(TextSanitizer.line(result.account.label)).\n")
  }
}

/// The words of `--cloud`.
package enum CloudChoice: String, CaseIterable, Sendable {
  case global, usgov, china
  case usgovDoD = "usgov-dod"
}
