package import Arguments
import JSON
import SignIn

/// `graphcal admin-consent`: a letter to an administrator, ready to send.
package struct AdminConsentCommand: Command {
  package static let name = "admin-consent"
  package static let summary = "Print a request to an administrator to allow graphcal."
  package static let printsRows = false
  package static let discussion = """
    Many organisations let only administrators consent to calendar and contact permissions. This \
    prints a text to send to one: what graphcal is, what it asks for in plain words, and the page to \
    accept it on. No server is asked, and nothing is sent.

    Without --scopes the permissions of the settings file are named. "read" and "write" stand for \
    the same lists as with login.
    """
  package static let options: [Option<Self>] = [
    .value("scopes", "read|write|LIST", "Permissions to ask for.", into: \.scopes),
    .value("tenant", "T", "Tenant id or domain.", into: \.tenant),
    .choice("cloud", "Which of Microsoft's clouds.", into: \.cloud),
  ]
  package static let examples = [
    Example("admin-consent", "The letter, to copy or to pipe into a mail program."),
    Example("admin-consent --scopes read --json", "The same as values."),
  ]

  var scopes: String?
  var tenant: String?
  var cloud: CloudChoice?

  package init() {}

  package func run(in context: Context) async throws(Failure) {
    let access = try context.access(
      AuthSettings.Options(
        tenant: tenant, cloud: cloud?.rawValue, scopes: scopes.map(Scopes.split)))
    let consent: AdminConsent
    do { consent = try AdminConsent(access.settings) } catch { throw Failure(error) }
    if try context.printedForScripts(Self.json(consent)) { return }
    try context.console.print(AdminConsentLetter(consent, settings: access.settings).text)
    if !consent.namesTenant {
      context.note(
        "no tenant is named, so the page takes the one of whoever signs in; --tenant pins it")
    }
  }

  private static func json(_ consent: AdminConsent) -> JSON {
    [
      "clientId": .string(consent.clientID), "cloud": .string(consent.cloud.rawValue),
      "permissions": .array(
        consent.meanings.map { name, meaning in
          [
            "id": .string(orNull: GraphPermission.named(name)?.id), "meaning": .string(meaning),
            "name": .string(name),
          ]
        }),
      "scopes": .array(consent.scopes.map { .string($0) }), "tenant": .string(consent.tenant),
      "url": .string(consent.url),
    ]
  }
}
