import HTTP
import Testing

@Suite struct RetryPolicyTests {
  typealias Outcome = RetryPolicy.Outcome

  private func step(
    _ outcome: Outcome, _ repeatability: Repeatability = .repeatable, attempt: Int = 1,
    waited: Duration = .zero, jitter: Double = 0.5, policy: RetryPolicy = RetryPolicy()
  ) -> RetryPolicy.Step {
    policy.step(
      after: outcome, repeatability: repeatability, attempt: attempt, waited: waited,
      jitter: jitter)
  }

  @Test(arguments: [200, 201, 204, 302, 400, 401, 403, 404, 408, 409, 410, 412, 413, 423, 501, 507])
  func `an answer that trying again cannot change stands`(status: Int) {
    #expect(step(.answer(status: status, retryAfter: .seconds(1))) == .finish)
  }

  @Test func `a 429 is tried again for any request`() {
    for kind in [Repeatability.repeatable, .onlyWhenNotCarriedOut] {
      #expect(step(.answer(status: 429, retryAfter: nil), kind) == .wait(.seconds(1)))
    }
  }

  @Test(arguments: [500, 502, 503, 504])
  func `a server error is tried again only for what may be repeated`(status: Int) {
    let outcome = Outcome.answer(status: status, retryAfter: .seconds(3))
    #expect(step(outcome) == .wait(.seconds(3)))
    #expect(step(outcome, .onlyWhenNotCarriedOut) == .finish)
  }

  @Test(arguments: [
    TransportError.Reason.cannotResolveHost, .cannotConnect, .cannotReachProxy, .connectionLost,
    .timedOut,
  ])
  func `a connection that was never made is tried again for any request`(
    reason: TransportError.Reason
  ) {
    let early = Outcome.failure(reason, wasNotSent: true)
    let late = Outcome.failure(reason, wasNotSent: false)
    #expect(step(early, .onlyWhenNotCarriedOut) == .wait(.seconds(1)))
    #expect(step(late, .onlyWhenNotCarriedOut) == .finish)
    #expect(step(late) == .wait(.seconds(1)))
  }

  @Test(arguments: [
    TransportError.Reason.proxyWantsSignIn, .tls, .tooLarge, .cancelled, .other,
  ])
  func `a failure that trying again cannot change stands`(reason: TransportError.Reason) {
    #expect(step(.failure(reason, wasNotSent: true)) == .finish)
  }

  @Test(arguments: [
    (Outcome.answer(status: 503, retryAfter: nil), 5), (.answer(status: 429, retryAfter: nil), 5),
    (.failure(.connectionLost, wasNotSent: false), 5),
    (.failure(.cannotConnect, wasNotSent: true), 3),
    (.failure(.timedOut, wasNotSent: false), 2),
  ])
  func `tries are counted`(outcome: Outcome, limit: Int) {
    for attempt in 1...limit {
      let step = step(
        outcome, attempt: attempt, policy: RetryPolicy(maximumTotalWait: .seconds(999)))
      if case .wait = step { #expect(attempt < limit) } else { #expect(attempt == limit) }
    }
  }

  @Test func `without a word from the server the wait doubles and never shrinks`() {
    var policy = RetryPolicy(maximumTotalWait: .seconds(9999))
    policy.maximumTries = 99
    let outcome = Outcome.answer(status: 429, retryAfter: nil)
    func waits(_ jitter: Double, _ count: Int) -> [RetryPolicy.Step] {
      (1...count).map { step(outcome, attempt: $0, jitter: jitter, policy: policy) }
    }
    #expect(waits(0.5, 8) == [1, 2, 4, 8, 16, 32, 60, 60].map { .wait(.seconds($0)) })
    #expect(waits(0, 3) == [0.75, 1.5, 3].map { .wait(.seconds($0)) })
    #expect(waits(1, 3) == [1.25, 2.5, 5].map { .wait(.seconds($0)) })
    #expect(waits(1, 8).last == .wait(.seconds(60)))
    #expect(step(outcome, attempt: 1_000, policy: policy) == .giveUp(nextTry: .seconds(60)))
  }

  @Test func `a server that wants no wait gets a short one`() {
    #expect(
      step(.answer(status: 429, retryAfter: .zero)) == .wait(.milliseconds(250)))
    #expect(
      step(.answer(status: 429, retryAfter: .milliseconds(249))) == .wait(.milliseconds(250)))
  }

  @Test func `a wait longer than allowed is not begun`() {
    let day = Outcome.answer(status: 429, retryAfter: .seconds(86400))
    #expect(step(day) == .giveUp(nextTry: .seconds(86400)))
    let twenty = Outcome.answer(status: 429, retryAfter: .seconds(20))
    #expect(step(twenty, attempt: 3, waited: .seconds(40)) == .wait(.seconds(20)))
    #expect(step(twenty, attempt: 3, waited: .seconds(41)) == .giveUp(nextTry: .seconds(20)))
    let none = RetryPolicy(maximumTotalWait: .zero)
    #expect(
      step(.answer(status: 429, retryAfter: nil), policy: none) == .giveUp(nextTry: .seconds(1)))
  }
}
