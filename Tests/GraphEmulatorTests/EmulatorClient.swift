import FoundationEssentials
import Host
import JSON
import TestSupport
import Testing

@testable import GraphEmulator

/// An emulator in this process, asked over loopback, with a clock that the test turns.
final class EmulatorClient: Sendable {
  static let start = Date(timeIntervalSince1970: 1_796_000_000)

  let emulator: Emulator
  private let time: Locked<Date>

  /// Starts an emulator that `settings` has set up.
  init(_ settings: (inout EmulatorConfiguration) -> Void = { _ in }) throws {
    let time = Locked(Self.start)
    var configuration = EmulatorConfiguration()
    configuration.seed = .empty
    configuration.realTime = { time.withLock { $0 } }
    settings(&configuration)
    emulator = try Emulator(configuration)
    self.time = time
  }

  var client: String { emulator.clientID }

  func advance(by seconds: Double) { time.withLock { $0 += seconds } }

  func send(
    _ method: String, _ target: String, headers: [String] = [], body: [UInt8] = []
  ) async throws -> RawReply {
    let reply = try await RawClient.send(
      method, target, port: Int(emulator.port), headers: headers, body: body)
    return try #require(reply, "no answer to \(method) \(target)")
  }

  func get(_ target: String, token: String? = nil) async throws -> RawReply {
    try await send("GET", target, headers: token.map { ["Authorization: Bearer \($0)"] } ?? [])
  }

  /// Sends a form; `client_id` is added where it is missing.
  func post(
    _ target: String, _ fields: [(String, String)], headers: [String] = []
  ) async throws -> RawReply {
    var fields = fields
    if !fields.contains(where: { $0.0 == "client_id" }) { fields.append(("client_id", client)) }
    let form = fields.map { "\($0)=\(PercentCoding.encoded($1))" }.joined(separator: "&")
    return try await send(
      "POST", target, headers: ["Content-Type: application/x-www-form-urlencoded"] + headers,
      body: Array(form.utf8))
  }

  func deviceCode(
    scope: String = "User.Read openid offline_access", tenant: String = "common"
  ) async throws -> JSON {
    try await post("/\(tenant)/oauth2/v2.0/devicecode", [("scope", scope)]).json
  }

  func poll(_ code: JSON, tenant: String = "common") async throws -> RawReply {
    try await post(
      "/\(tenant)/oauth2/v2.0/token",
      [
        ("grant_type", "urn:ietf:params:oauth:grant-type:device_code"),
        ("device_code", code["device_code"]?.string ?? ""), ("client_info", "1"),
      ])
  }

  /// Signs in by device code where approval is automatic.
  func signIn(
    scope: String = "User.Read openid offline_access", tenant: String = "common"
  ) async throws -> JSON {
    try await poll(try await deviceCode(scope: scope, tenant: tenant), tenant: tenant).json
  }

  func refresh(
    _ token: String?, _ more: [(String, String)] = [], tenant: String = "common"
  ) async throws -> RawReply {
    try await post(
      "/\(tenant)/oauth2/v2.0/token",
      [("grant_type", "refresh_token"), ("refresh_token", token ?? "")] + more)
  }
}

extension RawReply {
  var json: JSON { get throws { try JSON(parsing: body) } }

  /// `400 invalid_grant 70000` of the identity platform, or `404 ErrorItemNotFound` of Graph.
  var told: String {
    guard let json = try? json else { return "\(status) no JSON" }
    if let code = json["error"]?["code"]?.string { return "\(status) \(code)" }
    let number = json["error_codes"]?[0]?.int.map { " \($0)" } ?? ""
    return "\(status) \(json["error"]?.string ?? "?")\(number)"
  }
}

extension JSON {
  /// The claims of the JWT that this string is.
  var claims: JSON? {
    let parts = string?.split(separator: ".") ?? []
    guard parts.count == 3, let bytes = Base64URL.decoded(parts[1]) else { return nil }
    return try? JSON(parsing: bytes)
  }
}
