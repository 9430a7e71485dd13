import FoundationEssentials
import Synchronization

import HTTP
import Host
import JSON
import SignIn
import TestSupport

/// People, tokens and answers that the tests share; nothing of it exists.
enum Sample {
  /// The parameter `claims` of a request that answers no challenge.
  static let capabilities = #"{"access_token":{"xms_cc":{"values":["cp1"]}}}"#
  static let client = "5f0c6f0e-0000-4000-8000-00000000c11e"
  static let tenant = "7e2a0000-0000-4000-8000-00000000aaaa"
  static let uid = "a11ce000-0000-4000-8000-000000000001"
  static let home = "\(uid).\(tenant)"
  static let start = Date(timeIntervalSince1970: 1_900_000_000)
  static let scopes = ["User.Read", "Calendars.ReadWrite"]

  static func authority(_ tenant: String = tenant) throws -> Authority {
    try Authority(root: "https://login.microsoftonline.com", tenant: tenant)
  }

  static func base64URL(_ text: String) -> String {
    Data(text.utf8).base64EncodedString().map { character in
      switch character {
      case "+": "-"
      case "/": "_"
      case "=": ""
      default: String(character)
      }
    }.joined()
  }

  static func idToken(
    uid: String = uid, tenant: String = tenant, username: String = "Ada@Example.org"
  ) -> String {
    let claims =
      #"{"oid":"\#(uid)","tid":"\#(tenant)","sub":"s","preferred_username":"\#(username)","name":"Ada"}"#
    return "e30." + base64URL(claims) + ".c2ln"
  }

  /// The body of a token answer; `number` makes its tokens differ from others'.
  static func answer(
    _ number: Int, uid: String = uid, tenant: String = tenant, username: String = "Ada@Example.org",
    scope: String? = "Calendars.ReadWrite User.Read profile openid email", expiresIn: Int = 3600,
    refreshToken: String? = nil, extra: JSONObject = [:]
  ) -> JSONObject {
    var object: JSONObject = [
      "token_type": "Bearer", "expires_in": .number(expiresIn),
      "ext_expires_in": .number(expiresIn),
      "access_token": "access-\(number)",
      "refresh_token": .string(refreshToken ?? "refresh-\(number)"),
      "id_token": .string(idToken(uid: uid, tenant: tenant, username: username)),
      "client_info": .string(base64URL(#"{"uid":"\#(uid)","utid":"\#(tenant)"}"#)),
    ]
    object["scope"] = scope.map { .string($0) }
    for (key, value) in extra { object[key] = value }
    return object
  }

  static func tokens(_ object: JSONObject) throws -> TokenAnswer {
    guard let answer = TokenAnswer(.object(object)) else { throw Odd.answer }
    return answer
  }

  enum Odd: Error { case answer }

  /// A cache in which one person signed in at `start`.
  static func cache(
    _ answer: JSONObject = answer(1), client: String = client, tenant: String = tenant,
    at now: Date = start
  ) throws -> MSALTokenCache {
    var cache = MSALTokenCache()
    cache.storeSignIn(
      try tokens(answer), method: .deviceCode, client: client, authority: try authority(tenant),
      requested: scopes, now: now)
    return cache
  }

  static func error(
    _ error: String, _ number: Int? = nil, suberror: String? = nil, status: Int = 400
  ) -> HTTPResponse {
    var body: JSONObject = ["error": .string(error)]
    if let number {
      body["error_codes"] = [.number(number)]
      body["error_description"] = .string(
        "AADSTS\(number): Some words.\r\nTrace ID: t\r\nCorrelation ID: c-1\r\nTimestamp: now")
      body["correlation_id"] = "c-1"
    }
    body["suberror"] = suberror.map { .string($0) }
    return .json(JSON.object(body).text(.wire), status: status)
  }

  static func granted(_ object: JSONObject) -> HTTPResponse {
    .json(JSON.object(object).text(.wire))
  }

  static let lost = TransportError(
    reason: .connectionLost, host: "login.microsoftonline.com", detail: "reset", wasNotSent: false)
}

/// Notes in the order they were given.
final class Notes: Sendable {
  private let list = Mutex<[SignInNote]>([])

  var all: [SignInNote] { list.withLock { $0 } }
  var texts: [String] { all.map(\.text) }

  func add(_ note: SignInNote) { list.withLock { $0.append(note) } }
}

extension HTTPRequest {
  /// The parameters of a form body.
  var form: QueryItems { QueryItems(parsing: String(decoding: body ?? [], as: UTF8.self)) }
}
