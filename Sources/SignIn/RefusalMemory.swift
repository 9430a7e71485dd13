package import FoundationEssentials
import JSON

/// A refresh that the identity platform has refused, remembered for a short time.
package struct Refusal: Sendable, Equatable {
  /// Names the refresh token without giving it away.
  package let fingerprint: String
  package let at: Date
  /// The error body as JSON text; it holds no token.
  package let body: String
  package let status: Int

  package init(fingerprint: String, at: Date, body: String, status: Int) {
    self.fingerprint = fingerprint
    self.at = at
    self.body = body
    self.status = status
  }

  init(_ error: EntraError, of token: Secret, at: Date) {
    self.init(
      fingerprint: token.fingerprint, at: at, body: error.body.text(.wire), status: error.status)
  }

  var error: EntraError? {
    guard let json = try? JSON(parsing: body) else { return nil }
    return EntraError(json, status: status, phase: .refresh)
  }

  /// Whether it still keeps the program from asking again: for a minute, as in MSAL.
  ///
  /// A clock that steps back a little, or a rounding, does not make it new.
  func holds(at now: Date) -> Bool { (-1..<60).contains(now.timeIntervalSince(at)) }
}

/// Where refusals are remembered between runs, so that a script in a loop does not hammer the service.
package struct RefusalMemory: Sendable {
  package var recall: @Sendable (_ fingerprint: String) async -> Refusal?
  package var remember: @Sendable (Refusal) async -> Void

  package init(
    recall: @escaping @Sendable (_ fingerprint: String) async -> Refusal?,
    remember: @escaping @Sendable (Refusal) async -> Void
  ) {
    self.recall = recall
    self.remember = remember
  }

  /// Remembers nothing; within one run `SignIn` still does not ask twice.
  package static let none = RefusalMemory(recall: { _ in nil }, remember: { _ in })
}
