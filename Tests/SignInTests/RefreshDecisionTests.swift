import FoundationEssentials
import Testing

import JSON
import SignIn

@Suite struct RefreshDecisionTests {
  struct Row: CustomTestStringConvertible {
    let testDescription: String
    let now: Int
    let expiresIn: Int
    let refreshIn: Int?
    let decision: RefreshDecision

    init(
      _ name: String, now: Int, expiresIn: Int = 3600, refreshIn: Int? = nil,
      _ decision: RefreshDecision
    ) {
      testDescription = name
      self.now = now
      self.expiresIn = expiresIn
      self.refreshIn = refreshIn
      self.decision = decision
    }
  }

  /// Seconds count from the moment at which the token was stored.
  @Test(arguments: [
    Row("fresh", now: 0, .use),
    Row("five minutes left", now: 3300, .use),
    Row("a second less", now: 3301, .refreshOrUse),
    Row("one second left", now: 3599, .refreshOrUse),
    Row("at its end", now: 3600, .refresh),
    Row("long past", now: 90_000, .refresh),
    Row("renewal not wanted yet", now: 1799, refreshIn: 1800, .use),
    Row("renewal wanted", now: 1800, refreshIn: 1800, .refreshOrUse),
    Row("a short life is not all margin", now: 0, expiresIn: 120, .use),
    Row("second half of a short life", now: 61, expiresIn: 120, .refreshOrUse),
    Row("clock a little back", now: -300, .use),
    Row("clock set back", now: -301, .refresh),
    Row("clock set back two hours, token of a day", now: -7200, expiresIn: 86_400, .refresh),
    Row("no life at all", now: 0, expiresIn: 0, .refresh),
  ])
  func `whether a stored token is used`(row: Row) throws {
    let extra: JSONObject = row.refreshIn.map { ["refresh_in": .number($0)] } ?? [:]
    let cache = try Sample.cache(Sample.answer(1, expiresIn: row.expiresIn, extra: extra))
    let token = try #require(cache.accessTokens.first)
    #expect(RefreshDecision(token, now: Sample.start + Double(row.now)) == row.decision)
    #expect(RefreshDecision(token, rejecting: token.secret, now: Sample.start) == .refresh)
  }

  @Test func `without a token there is nothing to use`() {
    #expect(RefreshDecision(nil, now: Sample.start) == .refresh)
  }
}
