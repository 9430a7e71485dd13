import FoundationEssentials

/// The pages of the sign-in: plain HTML, everything from outside escaped; the way back by a form sends
/// itself with one line of script, as the service's does.
struct IdentityPage: Sendable {
  private var title: String
  /// Already HTML.
  private var content: String
  /// What the page does by itself.
  private var script: String?

  var html: String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>\(Self.escaped(title))</title>
    <style>
    body { font: 1rem/1.5 sans-serif; max-width: 32rem; margin: 3rem auto; padding: 0 1rem; }
    button, input { font: inherit; padding: .3rem .8rem; }
    .complaint { color: #a00; }
    label { display: block; }
    small { color: #555; }
    </style>
    </head>
    <body>
    <h1>\(Self.escaped(title))</h1>
    \(content)
    \(script.map { "<script>\($0)</script>" } ?? "")
    <p><small>This is graphcal-emulator on your own machine, not Microsoft.</small></p>
    </body>
    </html>

    """
  }

  /// What the browser may load and run for this page: nothing but its own style and script.
  var contentSecurityPolicy: String {
    let policy = "default-src 'none'; style-src 'unsafe-inline'"
    guard let script else { return policy }
    let digest = Data(SHA256.digest(Array(script.utf8))).base64EncodedString()
    return policy + "; script-src 'sha256-\(digest)'"
  }

  /// A heading and a text, line by line.
  static func message(_ title: String, _ text: String) -> IdentityPage {
    let lines = text.replacing("\r\n", with: "\n").split(separator: "\n")
    return IdentityPage(
      title: title, content: lines.map { "<p>\(escaped($0))</p>" }.joined(separator: "\n"))
  }

  static func errorNumber(_ code: String) -> IdentityPage {
    message(
      "Error \(code)",
      "The meaning of AADSTS\(code) is told by the error codes page of the Microsoft documentation."
    )
  }

  /// The field for the code that a device shows.
  static func enterCode(complaint: String?) -> IdentityPage {
    let warning = complaint.map { "<p class=\"complaint\">\(escaped($0))</p>\n" } ?? ""
    return IdentityPage(
      title: "Enter code",
      content: """
        \(warning)<form method="post" action="/devicelogin">
        <label>Code shown by your application
        <input name="code" autocomplete="off" autofocus required></label>
        <p><button type="submit">Next</button></p>
        </form>
        <p>Enter it only if you started this sign-in yourself.</p>
        """)
  }

  /// Who signs in, and whether the application may do what it asks for.
  static func consent(
    action: String, hidden: [(name: String, value: String)], client: String, scope: String,
    users: [EmulatorUser], preferred: EmulatorUser?
  ) -> IdentityPage {
    IdentityPage(
      title: "Sign in",
      content: """
        <form method="post" action="\(escaped(action))">
        \(hidden.map(hiddenField).joined(separator: "\n"))
        <p>Application <code>\(escaped(client))</code> asks for</p>
        \(permissions(scope))
        <p>Pick an account:</p>
        \(choice(of: users, preferred: preferred))
        <p><button type="submit" name="decision" value="accept">Sign in and accept</button>
        <button type="submit" name="decision" value="decline">Decline</button></p>
        </form>
        """)
  }

  /// Whether the application may do what it asks for, for everybody in the tenant.
  static func adminConsent(
    action: String, hidden: [(name: String, value: String)], client: String, scope: String,
    administrators: [EmulatorUser]
  ) -> IdentityPage {
    IdentityPage(
      title: "Consent for your organisation",
      content: """
        <form method="post" action="\(escaped(action))">
        \(hidden.map(hiddenField).joined(separator: "\n"))
        <p>Application <code>\(escaped(client))</code> asks, for everybody, for</p>
        \(permissions(scope))
        <p>Sign in as an administrator:</p>
        \(choice(of: administrators, preferred: nil))
        <p><button type="submit" name="decision" value="accept">Accept</button>
        <button type="submit" name="decision" value="decline">Cancel</button></p>
        </form>
        """)
  }

  private static func permissions(_ scope: String) -> String {
    "<ul>" + scope.split(separator: " ").map { "<li>\(escaped($0))</li>" }.joined() + "</ul>"
  }

  private static func choice(of users: [EmulatorUser], preferred: EmulatorUser?) -> String {
    users.enumerated().map { index, user in
      let isChosen = preferred.map { $0.id == user.id } ?? (index == 0)
      let name = "\(user.displayName) <\(user.userPrincipalName)>"
      return """
        <label><input type="radio" name="user" value="\(escaped(user.id))"\
        \(isChosen ? " checked" : "")> \(escaped(name))</label>
        """
    }.joined(separator: "\n")
  }

  /// The way back to the application by a form.
  static func formPost(action: String, items: [(String, String)]) -> IdentityPage {
    formPost(
      title: "Working", text: "The sign-in goes back to the application.",
      button: "Back to the application", action: action, method: "post", items: items,
      sendsItself: true)
  }

  /// A form with hidden fields; `sendsItself` where the browser runs scripts.
  static func formPost(
    title: String, text: String, button: String, action: String, method: String,
    items: [(String, String)], sendsItself: Bool
  ) -> IdentityPage {
    IdentityPage(
      title: title,
      content: """
        <p>\(escaped(text))</p>
        <form method="\(method)" action="\(escaped(action))">
        \(items.map(hiddenField).joined(separator: "\n"))
        <p><button type="submit" autofocus>\(escaped(button))</button></p>
        </form>
        """, script: sendsItself ? "document.forms[0].submit()" : nil)
  }

  private static func hiddenField(name: String, value: String) -> String {
    "<input type=\"hidden\" name=\"\(escaped(name))\" value=\"\(escaped(value))\">"
  }

  private static func escaped(_ text: some StringProtocol) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
