package import FoundationEssentials

/// Whether a stored access token is used as it is.
package enum RefreshDecision: Sendable, Equatable {
  /// Good as it is; no request.
  case use
  /// Worth a refresh, and still good if that fails.
  case refreshOrUse
  /// Only a refresh helps.
  case refresh

  /// Decides for a token and the wall clock.
  ///
  /// A token that an API has just refused, one past its end, one without a readable end and one stored
  /// more than five minutes in the future, by a clock that has been set back since, are no good. One
  /// with less than five minutes left (or less than half of a short life), or past the time at which
  /// the service wanted it renewed, is refreshed early.
  package init(_ token: AccessTokenEntry?, rejecting rejected: Secret? = nil, now: Date) {
    guard let token, token.secret != rejected, token.expiresOn > now else {
      self = .refresh
      return
    }
    if let cachedAt = token.cachedAt, cachedAt.timeIntervalSince(now) > 300 {
      self = .refresh
      return
    }
    let life = token.cachedAt.map { token.expiresOn.timeIntervalSince($0) } ?? .infinity
    let margin = min(300, life / 2)
    let isOld = token.expiresOn.timeIntervalSince(now) < margin
    self = isOld || token.refreshOn.map { $0 <= now } ?? false ? .refreshOrUse : .use
  }
}
