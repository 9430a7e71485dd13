import FoundationEssentials

/// One device code on its way from the client that asked for it to the tokens.
///
/// Source: RFC 8628; Microsoft identity platform, "OAuth 2.0 device authorization grant".
struct DeviceGrant: Sendable {
  enum State: Sendable, Equatable {
    case pending
    case approved(EmulatorUser)
    case declined
    case used
  }

  /// Seconds that a code can be used.
  static let lifetime = 900

  let deviceCode: String
  /// What a person types.
  let userCode: String
  let client: String
  /// As it stood in the address, without letter case.
  let tenant: String
  let scope: String
  let expires: Date
  /// Seconds between two polls.
  let interval: Int
  var state = State.pending
  private var lastPoll: Date?

  init(
    client: String, tenant: String, scope: String, isPersonal: Bool, now: Date, interval: Int
  ) {
    deviceCode = Base64URL.random(byteCount: 96)
    userCode = Self.userCode(length: isPersonal ? 8 : 9)
    self.client = client
    self.tenant = tenant.lowercased()
    self.scope = scope
    self.interval = interval
    expires = now.addingTimeInterval(Double(Self.lifetime))
  }

  /// The user whom a poll gets tokens for; the grant is used up then.
  ///
  /// - Throws: `IdentityError` for everything that is not a success, above all "not yet".
  mutating func poll(at now: Date) throws(IdentityError) -> EmulatorUser {
    // Clients count their pause from the answer on, so a tenth less is not haste.
    let isTooSoon = lastPoll.map { now.timeIntervalSince($0) < Double(interval) * 0.9 } ?? false
    lastPoll = now
    switch state {
    case .used:
      throw IdentityError(
        "bad_verification_code", 70000, "The device code is not known or was used before.")
    case .declined:
      throw IdentityError("authorization_declined", 65004, "The person declined the sign-in.")
    case .pending, .approved:
      guard now < expires else {
        throw IdentityError("expired_token", 70020, "The device code has expired.")
      }
      guard !isTooSoon else {
        throw IdentityError("slow_down", nil, "The client polls before its interval has passed.")
      }
      guard case .approved(let user) = state else {
        throw IdentityError(
          "authorization_pending", 70016, "The person has not finished signing in. Ask again.")
      }
      state = .used
      return user
    }
  }

  /// Letters and digits that are not taken for one another.
  private static func userCode(length: Int) -> String {
    let signs = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789")
    return String((0..<length).map { _ in signs[Int.random(in: 0..<signs.count)] })
  }
}
