/// What the browser shows after it has come back: a plain page without scripts, all text escaped.
struct RedirectPage: Equatable {
  var status: Int
  var title: String
  /// Sentences, each a paragraph of its own.
  var sentences: [String]

  static func signedIn(_ name: String) -> RedirectPage {
    RedirectPage(
      status: 200, title: "You are signed in",
      sentences: [
        "graphcal is signed in as \(name).", "Close this window and go back to the terminal.",
      ])
  }

  static func failed(_ error: SignInError) -> RedirectPage {
    RedirectPage(
      status: 200, title: "The sign-in did not succeed",
      sentences: [error.what + (error.why.map { ": " + $0 } ?? "") + "."]
        + [error.hint.map { "What may help: \($0)." }].compactMap(\.self)
        + ["The terminal says the same."])
  }

  /// For whoever comes once more, such as a reload.
  static let alreadyDone = RedirectPage(
    status: 200, title: "Already received",
    sentences: ["The sign-in has come back to graphcal. The terminal shows how it went."])

  static let wrongState = RedirectPage(
    status: 400, title: "Not the expected sign-in",
    sentences: [
      "This answer belongs to another sign-in, so graphcal did not take it.",
      "If you started graphcal login once more, finish the newest one.",
    ])

  static let notFound = RedirectPage(
    status: 404, title: "Nothing here",
    sentences: ["graphcal waits at this address for the answer of a sign-in, and for nothing else."]
  )

  static let malformed = RedirectPage(
    status: 400, title: "Not understood", sentences: ["That was no answer of a sign-in."])

  static let tooLarge = RedirectPage(
    status: 413, title: "Too large", sentences: ["That was more than any answer of a sign-in."])

  /// The whole answer, head and body.
  var bytes: [UInt8] {
    let body = html
    let reason = [200: "OK", 400: "Bad Request", 404: "Not Found", 413: "Content Too Large"]
    let head = [
      "HTTP/1.1 \(status) \(reason[status] ?? "Error")", "Content-Type: text/html; charset=utf-8",
      "Content-Length: \(body.utf8.count)", "Connection: close", "Cache-Control: no-store",
      "Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'; "
        + "frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
      "Referrer-Policy: no-referrer", "X-Content-Type-Options: nosniff",
    ]
    return Array((head.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8)
  }

  private var html: String {
    let paragraphs = sentences.map { "<p>\(Self.escaped($0))</p>" }.joined(separator: "\n")
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <title>\(Self.escaped(title)) - graphcal</title>
      <style>
      :root { color-scheme: light dark; }
      body { font: 1.125rem/1.5 sans-serif; max-width: 34rem; margin: 12vh auto; padding: 0 1.5rem; }
      h1 { font-size: 1.5rem; }
      </style>
      </head>
      <body>
      <h1>\(Self.escaped(title))</h1>
      \(paragraphs)
      </body>
      </html>

      """
  }

  private static func escaped(_ text: String) -> String {
    PlainText.line(text, limit: 2000).replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing(">", with: "&gt;").replacing("\"", with: "&quot;").replacing("'", with: "&#39;")
  }
}
