/// The pages of the sign-in: plain HTML, no scripts, everything from outside escaped.
struct IdentityPage: Sendable {
  private var title: String
  /// Already HTML.
  private var content: String

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
    <p><small>This is graphcal-emulator on your own machine, not Microsoft.</small></p>
    </body>
    </html>

    """
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
    let accounts = users.enumerated().map { index, user in
      let isChosen = preferred.map { $0.id == user.id } ?? (index == 0)
      let name = "\(user.displayName) <\(user.userPrincipalName)>"
      return """
        <label><input type="radio" name="user" value="\(escaped(user.id))"\
        \(isChosen ? " checked" : "")> \(escaped(name))</label>
        """
    }
    let permissions = scope.split(separator: " ").map { "<li>\(escaped($0))</li>" }
    return IdentityPage(
      title: "Sign in",
      content: """
        <form method="post" action="\(escaped(action))">
        \(hidden.map(hiddenField).joined(separator: "\n"))
        <p>Application <code>\(escaped(client))</code> asks for</p>
        <ul>\(permissions.joined())</ul>
        <p>Pick an account:</p>
        \(accounts.joined(separator: "\n"))
        <p><button type="submit" name="decision" value="accept">Sign in and accept</button>
        <button type="submit" name="decision" value="decline">Decline</button></p>
        </form>
        """)
  }

  /// The way back to the application by a form.
  static func formPost(action: String, items: [(String, String)]) -> IdentityPage {
    IdentityPage(
      title: "Signed in",
      content: """
        <form method="post" action="\(escaped(action))">
        \(items.map(hiddenField).joined(separator: "\n"))
        <p><button type="submit" autofocus>Back to the application</button></p>
        </form>
        """)
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
