import CalendarTime
import Calendaring
import Contacts
import GraphAPI
import HTTP
import JSON
import SignIn
import Store

/// What a service answers, or something that stands in its place.
extension FuzzTarget {
  /// A resource is read as event, contact and page of changes, and its JSON is written as it was read.
  static func readResource(_ bytes: [UInt8]) {
    guard let json = try? JSON(parsing: bytes) else { return }
    for style in [JSONStyle.compact, .wire] {
      guard let again = try? JSON(parsing: json.text(style)) else {
        preconditionFailure("JSON that was written cannot be read")
      }
      precondition(again.text(style) == json.text(style), "JSON that was written reads as another")
    }
    let terminal = json.text(.compact).unicodeScalars
    precondition(
      !terminal.contains {
        $0.value < 0x20 || (0x7F...0x9F).contains($0.value) || $0.isBidirectionalControl
      }, "JSON holds what a terminal obeys")
    if let event = CalendarEvent(graph: json, zones: zones) {
      for zone in [berlin, .utc] {
        let days = event.span.dates(in: zone)
        precondition(days.lowerBound <= days.upperBound, "an event has no day")
      }
    }
    _ = Contact(graph: json)
    if let object = json.object { _ = try? DeltaPage(object) }
  }

  /// An error body of any shape gives a message of bounded length.
  static func readError(_ bytes: [UInt8]) {
    for type in ["application/json", "text/html"] {
      let error = ServerError(
        HTTPResponse(status: 400, headers: ["Content-Type": type], body: bytes))
      precondition((error.message?.count ?? 0) <= 201, "an error message has no end")
    }
    guard let json = try? JSON(parsing: bytes),
      let error = EntraError(json, status: 400, phase: .refresh)
    else { return }
    precondition(!error.summary.contains { $0.isNewline }, "a summary has several lines")
  }

  /// Claims that are found in a challenge are JSON.
  static func readChallenge(_ text: String) {
    let fields = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let claims = ClaimsChallenge.claims(in: fields) else { return }
    precondition((try? JSON(parsing: claims))?.object != nil, "claims are no JSON object")
  }

  /// What a token cache holds survives being written.
  static func readCache(_ bytes: [UInt8]) {
    guard let cache = try? MSALTokenCache(parsing: bytes) else { return }
    guard let again = try? MSALTokenCache(parsing: cache.bytes) else {
      preconditionFailure("a token cache that was written cannot be read")
    }
    precondition(again.bytes == cache.bytes, "a token cache that was written reads as another")
    precondition(again.accessTokens.count == cache.accessTokens.count, "tokens are lost")
    precondition(again.refreshTokens.count == cache.refreshTokens.count, "tokens are lost")
  }

  /// A secret is in no trace, whatever stands around it.
  static func writeTrace(_ text: String) {
    let secret = "eyJzZWNyZXQ"
    guard !text.contains(secret) else { return }
    func holdsSecret(_ bytes: [UInt8]) -> Bool {
      String(decoding: bytes, as: UTF8.self).contains(secret)
    }
    let quoted = JSON.string(text).text(.wire)
    let bodies = [
      (#"{\#(quoted):{"a":[\#(quoted),{"access_token":"\#(secret)"}]}}"#, "application/json"),
      (#"{"refresh_token":"\#(secret)",\#(quoted):1}"#, nil),
      (#"{"id_token":"\#(secret)"\#(text)"#, "application/json"),
      (
        "\(PercentEncoding.form(text))=1&code=\(secret)&x=\(PercentEncoding.form(text))",
        "application/x-www-form-urlencoded"
      ),
    ]
    for (body, type) in bodies {
      precondition(
        !holdsSecret(SecretMask.body(Array(body.utf8), contentType: type)), "a trace holds a secret"
      )
    }
    let address = SecretMask.url("https://login.example/\(text)?code=\(secret)")
    precondition(
      text.contains("?") || text.contains("#") || !address.contains(secret),
      "an address holds a secret")
    let fields = SecretMask.headers(["Authorization": "Bearer \(secret)", "X": text])
    precondition(!fields.fields.contains { $0.value.contains(secret) }, "a header holds a secret")
  }
}
