package import Arguments
import FoundationEssentials
import HTTP
import Host
import JSON
import SignIn
import Terminal

/// `graphcal setup`: makes the settings of the app registration, and tests them.
package struct SetupCommand: Command {
  package static let name = "setup"
  package static let summary = "Make an app registration and write its settings."
  package static let printsRows = false
  package static let discussion = """
    Shows how to register graphcal in the portal or with the Azure command line, asks for the client \
    id and the tenant, tests them with one request that signs nobody in, and writes \
    AuthSettings.json. A file that is there is only replaced after a question, and a copy is kept.

    With --app-id nothing needs to be asked, so that scripts can use it. The test can be left out \
    with --no-test.
    """
  package static let options: [Option<Self>] = [
    .value("app-id", "ID", "The Application (client) ID.", into: \.appID),
    .value(
      "tenant", "T", "Tenant id or domain, common, organizations or consumers.", into: \.tenant),
    .choice("cloud", "Which of Microsoft's clouds.", into: \.cloud),
    .value("scopes", "read|write|LIST", "Permissions to register and ask for.", into: \.scopes),
    .choice("audience", "Whose accounts may sign in.", into: \.audience),
    .flag("print", "Print the steps and the az line, and do nothing else.", into: \.printsOnly),
    .flag("no-test", "Write without asking the identity platform.", into: \.leavesOutTest),
  ]
  package static let examples = [
    Example("setup", "Step by step, with questions."),
    Example("setup --print --scopes read", "How to register, for reading only."),
    Example(
      "setup --app-id 5f0c6f0e-1234-4abc-8def-00000000c11e --tenant contoso.example",
      "Tests and writes what is known already."),
  ]

  var appID: String?
  var tenant: String?
  var cloud: CloudChoice?
  var scopes: String?
  var audience: RegistrationGuide.Audience?
  var printsOnly = false
  var leavesOutTest = false

  package init() {}

  package func run(in context: Context) async throws(Failure) {
    let wish = try wish()
    if printsOnly {
      let guide = try wish.guide()
      if try context.printedForScripts(SetupText.json(guide)) { return }
      return try context.console.print(SetupText.text(guide))
    }
    let place: AuthSettingsPlace
    do {
      place = try AuthSettingsPlace(
        option: context.options.authSettings, environment: context.environment)
    } catch {
      throw Failure(error)
    }
    let prompt = context.console.prompt(mayAsk: !context.options.noInput)
    guard appID != nil || prompt.canAsk else {
      let guide = try wish.guide()
      if try !context.printedForScripts(SetupText.json(guide)) {
        try context.console.print(SetupText.text(guide))
      }
      throw Failure(
        .usage, "setup needs the client id of the registration, and nobody is there to ask",
        hint: "graphcal setup --app-id ID --tenant T")
    }
    var interview = SetupInterview(
      wish: wish, place: place, prompt: prompt, report: context.console.report)
    var draft = try interview.draft()
    if context.options.dryRun { return try showDryRun(draft, place: place, in: context) }
    var verdict = try await test(draft, in: context)
    while case .wrong(let error)? = verdict {
      guard interview.canAskAgain else { throw Failure(error) }
      context.console.report(Failure(error).text())
      draft = try interview.draftAgain()
      verdict = try await test(draft, in: context)
    }
    try finish(draft, verdict, place: place, in: context)
  }

  private func wish() throws(Failure) -> SetupWish {
    var wish = SetupWish()
    wish.appID = appID
    wish.tenant = tenant
    wish.cloud = cloud.flatMap { Cloud(name: $0.rawValue) }
    wish.audience = audience
    if let scopes {
      wish.scopes = AuthSettings.expand(Scopes.split(scopes))
      guard wish.scopes.map({ !Scopes.graphOnly($0).isEmpty }) == true else {
        throw Failure(
          .usage, "--scopes names no permission of Microsoft Graph",
          hint: "read, write, or names such as Calendars.ReadWrite")
      }
    }
    return wish
  }

  private func access(
    _ draft: AuthSettingsDraft, in context: Context
  ) throws(Failure) -> Access {
    var options = AuthSettings.Options(
      tenant: draft.tenant, cloud: draft.cloud.rawValue, scopes: draft.scopes)
    options.clientID = draft.clientID
    options.readsFile = false
    return try context.access(options)
  }

  /// What the identity platform says; nil where it is not asked.
  private func test(
    _ draft: AuthSettingsDraft, in context: Context
  ) async throws(Failure) -> RegistrationTest? {
    if leavesOutTest { return nil }
    let access = try access(draft, in: context)
    let test = await context.working("asking the identity platform") {
      await access.signIn.testRegistration()
    }
    if case .undecided(let error) = test, error.kind == .interrupted { throw Failure(error) }
    return test
  }

  /// Writes the file and says what comes next.
  private func finish(
    _ draft: AuthSettingsDraft, _ test: RegistrationTest?, place: AuthSettingsPlace,
    in context: Context
  ) throws(Failure) {
    let isNew = !place.holds(draft)
    var copy: String?
    if isNew {
      if place.content != .missing {
        try context.confirm(
          "Replace the settings in \(place.path)? A copy is kept.",
          refusal: "the settings were not replaced")
      }
      do {
        copy = try place.save(
          draft, now: context.machineClock.now(), randomness: context.randomness)
      } catch {
        throw Failure(error)
      }
    }
    if let copy { context.note("the old settings are kept as \(copy)") }
    for name in ["GRAPHCAL_CLIENT_ID", "GRAPHCAL_TENANT"] where context.environment[name] != nil {
      context.note("\(name) is set and goes before the file; unset it")
    }
    let result = SetupResult(draft: draft, test: test, path: place.path, copy: copy, isNew: isNew)
    if try !context.printedForScripts(result.json) { try context.console.print(result.text) }
    if let note = result.note { context.note(note) }
    if let failure = result.failure { throw failure }
  }

  /// Prints what would be written and asked.
  private func showDryRun(
    _ draft: AuthSettingsDraft, place: AuthSettingsPlace, in context: Context
  ) throws(Failure) {
    let signIn = leavesOutTest ? nil : try access(draft, in: context).signIn
    let url = signIn?.configuration.authority.deviceCodeURL
    let item: JSON = [
      "path": .string(place.path), "replaces": .bool(place.content != .missing),
      "settings": .object(place.merged(draft)), "test": .string(orNull: url),
    ]
    try context.console.print(
      item.text(context.console.terminal.isOutputTerminal ? .pretty : .compact) + "\n")
  }
}
