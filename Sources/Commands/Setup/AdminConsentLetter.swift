import SignIn
import Terminal

/// The text of the letter: plain lines of at most 78 signs, but for the address.
struct AdminConsentLetter {
  private let consent: AdminConsent
  private let settings: AuthSettings

  init(_ consent: AdminConsent, settings: AuthSettings) {
    self.consent = consent
    self.settings = settings
  }

  private static let width = 78

  var text: String {
    var blocks: [String] = []
    blocks.append("Subject: Consent for graphcal, a calendar program for the command line")
    blocks.append("Hello,")
    blocks.append(
      Self.filled(
        """
        I would like to use my calendar of Microsoft 365 with graphcal, a program for the command \
        line. Our organisation lets only administrators consent to the permissions \
        that it needs. Would you please consent to them, or tell me what I should do instead?
        """))
    blocks.append(facts)
    blocks.append(
      Self.filled(
        """
        These are delegated permissions of Microsoft Graph: the program acts as the person who has \
        signed in, and can never see or do more than that person.
        """))
    blocks.append(permissions)
    blocks.append(
      Self.filled(
        """
        To consent for everybody in the organisation, please open this page, sign in as an \
        administrator and accept:
        """))
    blocks.append(consent.url)
    blocks.append(
      Self.filled(
        """
        After that the browser goes to \(AdminConsent.redirect), where nothing answers on your \
        machine; the consent is given all the same. In the portal it can be given, looked at and \
        taken back at \(consent.cloud.portal) under Enterprise applications, Permissions.
        """))
    blocks.append(
      Self.filled(
        """
        graphcal runs on my own machine and has no server of its own. It talks to \(hosts) and to \
        nobody else, so no data leaves Microsoft 365 but to that machine. It is a public client: \
        there is no client secret, and it holds no application permission.
        """))
    blocks.append("Thank you.")
    return blocks.map { TextSanitizer.block($0) }.joined(separator: "\n\n") + "\n"
  }

  private var facts: String {
    let rows = [
      ("Application (client) ID", consent.clientID),
      (
        "Directory (tenant) ID",
        consent.namesTenant ? consent.tenant : "ours (the page takes yours when you sign in)"
      ),
      ("Cloud", consent.cloud.rawValue),
    ]
    return rows.map { "  \(CellText.pad($0.0, to: 25))\($0.1)" }.joined(separator: "\n")
  }

  private var permissions: String {
    let column = (consent.scopes.map(\.count).max() ?? 0) + 2
    return consent.meanings.flatMap { name, meaning in
      let lines = CellText.wrap(meaning, to: max(30, Self.width - column - 2))
      return lines.enumerated().map { index, line in
        "  " + CellText.pad(index == 0 ? name : "", to: column) + line
      }
    }.joined(separator: "\n")
  }

  private var hosts: String {
    "\(host(of: settings.loginRoot.value)) and \(host(of: settings.graphRoot.value))"
  }

  private func host(of address: String) -> String {
    let rest = address.split(separator: "/", omittingEmptySubsequences: true).dropFirst().first
    return rest.map(String.init) ?? address
  }

  private static func filled(_ text: String) -> String {
    CellText.wrap(text, to: width).joined(separator: "\n")
  }
}
