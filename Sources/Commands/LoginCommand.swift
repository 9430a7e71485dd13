package import Arguments
import FoundationEssentials
import Host
import JSON
import SignIn
import Store
import Terminal

/// `graphcal login`: signs somebody in and stores the tokens.
package struct LoginCommand: Command {
  package static let name = "login"
  package static let summary = "Sign in."
  package static let printsRows = false
  package static let discussion = """
    On a desktop the sign-in page opens in the browser and comes back by itself. Elsewhere (over SSH, \
    in a container) a code is shown, to be entered on any device. --browser and --device-code choose; \
    many organisations block the code, and a sign-in by the browser lasts longer.

    With --no-browser nothing is opened: the address is printed, and the address at which the browser \
    ends can be pasted here. What a person has to do goes to stderr; with --json it is one line of \
    JSON there.

    Without --scopes the permissions of the settings file are asked for. "read" asks for reading \
    calendars, contacts and mailbox settings, "write" for changing them too; anything else is a list \
    of scope names. What was granted before stays granted.
    """
  package static let options: [Option<Self>] = [
    .flag("browser", "Sign in with a browser on this machine.", into: \.browser)
      .exclusive("method"),
    .flag("device-code", "Sign in with a code on any device.", into: \.deviceCode)
      .exclusive("method"),
    .flag(
      "no-browser",
      "Sign in with a browser, but open none: print the address, take it back pasted.",
      into: \.noBrowser
    ).exclusive("method"),
    .choice("response-mode", "How the browser hands over the answer.", into: \.responseMode),
    .value(
      "scopes", "read|write|LIST", "Permissions to ask for.", into: \.scopes),
    .value(
      "tenant", "T", "Tenant id or domain, common, organizations or consumers.", into: \.tenant),
    .choice("cloud", "Which of Microsoft's clouds.", into: \.cloud),
  ]
  package static let examples = [
    Example("login", "Sign in with the settings file's registration."),
    Example("login --scopes read", "Asks for no permission to write."),
    Example("login --no-browser", "Over SSH, with the browser on the other side."),
  ]

  var browser = false
  var deviceCode = false
  var noBrowser = false
  var responseMode: ResponseModeChoice?
  var scopes: String?
  var tenant: String?
  var cloud: CloudChoice?

  package init() {}

  package func run(in context: Context) async throws(Failure) {
    try context.requireRequests(of: "signing in")
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
    try context.requireOneAccount()
    let access = try context.access(
      AuthSettings.Options(
        tenant: tenant, cloud: cloud?.rawValue, scopes: scopes.map(Scopes.split)))
    let result: SignIn.Result
    do {
      result = try await signIn(access, in: context)
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
    let more = Scopes.missing(result.granted, from: access.settings.scopes.value)
    if !more.isEmpty {
      context.note(
        "also in force, granted at an earlier sign-in: \(more.joined(separator: " ")); --read-only "
          + "keeps commands from writing")
    }
    await tellOthers(result.account, access, in: context)
    let item: JSON = [
      "account": .string(result.account.username),
      "homeAccountId": .string(result.account.homeAccountID),
      "granted": .array(result.granted.map { .string($0) }),
      "missing": .array(result.missing.map { .string($0) }),
    ]
    if try context.printedForScripts(item) { return }
    try context.say("Signed in as \(TextSanitizer.line(result.account.label)).")
  }

  /// Says how to pick one of several accounts, when the sign-in has made it several.
  private func tellOthers(_ account: Account, _ access: Access, in context: Context) async {
    guard let accounts = try? await access.signIn.accounts(), accounts.count > 1,
      await context.state.setting("defaultAccount") == nil
    else { return }
    context.note(
      "\(accounts.count) accounts are signed in: graphcal accounts use NAME picks the one to use, "
        + "--account NAME one for a command, --account all shows the calendars of all")
  }

  private func signIn(
    _ access: Access, in context: Context
  ) async throws(SignInError) -> SignIn.Result {
    let program = Browser(context.environment, isInstalled: context.programs.isInstalled)
    let isChosen = browser || deviceCode || noBrowser || responseMode != nil
    let method =
      browser || noBrowser || responseMode != nil
      ? .browser
      : deviceCode ? .deviceCode : LoginMethod(for: context.environment, browser: program)
    if !isChosen, !context.options.isForScripts {
      context.note("signing in by \(method.rawValue); \(method.alternative)")
    }
    let wanted = context.options.account
    let console = context.console
    let isForScripts = context.options.isForScripts
    switch method {
    case .deviceCode:
      return try await access.signIn.login(wanted: wanted) { prompt in
        if isForScripts {
          console.report(prompt.json.text(.compact) + "\n")
        } else {
          for line in prompt.lines { console.note(line) }
        }
      }
    case .browser:
      let opens = !noBrowser && program != nil
      let canPaste = console.terminal.isInputTerminal && !isForScripts
      let mode = responseMode.flatMap { ResponseMode(rawValue: $0.rawValue) }
      let page = BrowserLogin(
        context: context, browser: opens ? program : nil,
        // What is to be pasted has to stand in the address bar.
        responseMode: mode ?? (opens ? .formPost : .query),
        takesPaste: canPaste && !opens)
      return try await access.signIn.login(by: page.request, wanted: wanted)
    }
  }
}

/// The words of `--response-mode`.
package enum ResponseModeChoice: String, CaseIterable, Sendable {
  case formPost = "form_post"
  case query
}

/// The words of `--cloud`.
package enum CloudChoice: String, CaseIterable, Sendable {
  case global, usgov, china
  case usgovDoD = "usgov-dod"
}
