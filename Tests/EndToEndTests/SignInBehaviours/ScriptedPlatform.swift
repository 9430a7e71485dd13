import Foundation
import Host
import TestSupport

/// The identity platform and an empty mailbox by script, over real HTTP.
final class ScriptedPlatform: Sendable {
  static let client = "5f0c6f0e-0000-4000-8000-00000000c11e"
  static let tenant = "7e2a0000-0000-4000-8000-00000000aaaa"
  static let uid = "a11ce000-0000-4000-8000-000000000001"
  static let user = "kim@contoso.example"

  private let server: LoopbackServer

  /// Answers the requests for tokens, counted from 1, by `grant`.
  ///
  /// `afterGrant` is called when such an answer has been sent, on the thread of its connection.
  init(
    _ grant: @escaping @Sendable (RawRequest, Int) -> RawAnswer = { tokens($1 + 1) },
    afterGrant: @escaping @Sendable () -> Void = {}
  ) throws {
    let count = Locked(0)
    server = try LoopbackServer { connection in
      while let request = connection.readRequest() {
        guard request.target.hasSuffix("/token") else {
          guard connection.give(Self.other(request)) else { return }
          continue
        }
        let number = count.withLock { count in
          count += 1
          return count
        }
        guard connection.give(grant(request, number)) else { return }
        afterGrant()
      }
    }
  }

  var url: String { server.url }
  var requests: [RawRequest] { server.requests }
  /// The requests for tokens so far.
  var tokenRequests: [RawRequest] { requests.filter { $0.target.hasSuffix("/token") } }

  /// Tokens `access-N` and `refresh-N`.
  static func tokens(_ number: Int, headers: [String] = []) -> RawAnswer {
    let claims =
      #"{"oid":"\#(uid)","tid":"\#(tenant)","sub":"s","preferred_username":"\#(user)","name":"Kim"}"#
    let info = #"{"uid":"\#(uid)","utid":"\#(tenant)"}"#
    return json(
      200,
      #"{"token_type":"Bearer","expires_in":3600,"access_token":"access-\#(number)","#
        + #""refresh_token":"refresh-\#(number)","scope":"User.Read Calendars.ReadWrite","#
        + #""id_token":"e30.\#(base64URL(claims)).c2ln","client_info":"\#(base64URL(info))"}"#,
      headers: headers)
  }

  static let pending = json(400, #"{"error":"authorization_pending"}"#)

  static func json(_ status: Int, _ text: String, headers: [String] = []) -> RawAnswer {
    .response(status, headers: ["Content-Type: application/json"] + headers, text)
  }

  private static func other(_ request: RawRequest) -> RawAnswer {
    switch request.target {
    case let target where target.hasSuffix("/devicecode"):
      json(
        200,
        #"{"user_code":"ABCD1234","device_code":"device-1","interval":1,"expires_in":900,"#
          + #""verification_uri":"https://microsoft.com/devicelogin"}"#)
    case let target where target.contains("/calendarView"): json(200, #"{"value":[]}"#)
    default: json(200, "{}")
    }
  }

  private static func base64URL(_ text: String) -> String {
    Data(text.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }
}

extension Home {
  /// A home whose sign-in goes to a platform by script.
  convenience init(platform: ScriptedPlatform, _ more: [String: String] = [:]) throws {
    try self.init(
      emulator: nil,
      [
        "GRAPHCAL_CLIENT_ID": ScriptedPlatform.client, "GRAPHCAL_LOGIN_URL": platform.url,
        "GRAPHCAL_GRAPH_URL": platform.url + "/v1.0",
      ].merging(more) { $1 })
  }

  var stateFolder: String { path("state/graphcal") }

  /// Puts a cache into the home in which Kim has signed in long ago, with `access-1` and `refresh-1`.
  func putExpiredSignIn() throws {
    let home = "\(ScriptedPlatform.uid).\(ScriptedPlatform.tenant)"
    let common =
      #""home_account_id": "\#(home)", "environment": "127.0.0.1", "#
      + #""client_id": "\#(ScriptedPlatform.client)", "target": "Calendars.ReadWrite User.Read""#
    let text = """
      {"AccessToken": {"a": {"credential_type": "AccessToken", "secret": "access-1", \(common),
        "realm": "common", "cached_at": "999990000", "expires_on": "1000000000"}},
       "Account": {"b": {\(common), "realm": "common", "username": "\(ScriptedPlatform.user)"}},
       "RefreshToken": {"c": {"credential_type": "RefreshToken", "secret": "refresh-1", \(common),
        "last_modification_time": "999990000"}},
       "Filler": "\(String(repeating: "x", count: 2000))"}
      """
    try FileManager.default.createDirectory(
      atPath: stateFolder, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    try text.write(toFile: tokenCache, atomically: false, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: tokenCache)
  }

  func cacheText() throws -> String { try String(contentsOfFile: tokenCache, encoding: .utf8) }

  /// The refresh tokens in the cache; an error when it is no whole JSON object.
  func refreshTokens() throws -> [String] {
    let root = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: tokenCache)))
    let entries = (root as? [String: Any])?["RefreshToken"] as? [String: [String: Any]] ?? [:]
    return entries.values.compactMap { $0["secret"] as? String }.sorted()
  }

  /// The names beside the cache, without those of the state file.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: stateFolder)
      .filter { !$0.hasPrefix("state.sqlite") }.sorted()
  }
}
