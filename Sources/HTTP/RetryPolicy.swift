/// When a request is sent again, and after what wait.
///
/// Pure: outcome in, step out. 429 and connections that were never made are tried again for any
/// request; lost answers and 500, 502, 503, 504 only where the request is `.repeatable`. A 401 is
/// the business of whoever holds the token. Source: Microsoft Graph, "Throttling guidance" and
/// "Error responses"; RFC 9110 section 9.2.2.
package struct RetryPolicy: Sendable, Equatable {
  /// How one try ended.
  package enum Outcome: Sendable, Equatable {
    /// An answer; `retryAfter` is its `Retry-After` as a wait.
    case answer(status: Int, retryAfter: Duration?)
    case failure(TransportError.Reason, wasNotSent: Bool)
  }

  /// What comes next.
  package enum Step: Sendable, Equatable {
    /// The outcome stands: it is final, or trying again could do harm.
    case finish
    /// Send the request again after this wait.
    case wait(Duration)
    /// It could be tried again, but tries or waits are used up; `nextTry` is the wait it would take.
    case giveUp(nextTry: Duration)
  }

  /// Tries of one request in all, when the server answers.
  package var maximumTries = 5
  /// Tries when no connection comes about: a machine without a network should say so soon.
  package var connectionTries = 3
  /// Tries when a time limit ran out, which has cost that time already.
  package var timeoutTries = 2
  /// The longest total of all waits of one request; `--max-wait`.
  package var maximumTotalWait: Duration
  /// The shortest wait, also where the server allows less.
  package var minimumWait = Duration.milliseconds(250)
  /// The wait after the first try; it doubles per try up to `longestBackoff`.
  package var firstBackoff = Duration.seconds(1)
  package var longestBackoff = Duration.seconds(60)

  package init(maximumTotalWait: Duration = .seconds(60)) {
    self.maximumTotalWait = maximumTotalWait
  }

  /// The step after a try.
  ///
  /// - Parameters:
  ///   - outcome: how the try ended.
  ///   - repeatability: of the request.
  ///   - attempt: tries already made, this one included; the first is 1.
  ///   - waited: the total of the waits before this try.
  ///   - jitter: a random number, 0 to 1, that spreads backoff over 75 % to 125 %.
  /// - Returns: a wait only where one more try is allowed and fits into the longest total wait.
  package func step(
    after outcome: Outcome, repeatability: Repeatability, attempt: Int, waited: Duration,
    jitter: Double
  ) -> Step {
    guard let limit = tries(after: outcome, repeatability: repeatability) else { return .finish }
    let wait = max(minimumWait, asked(by: outcome) ?? backoff(attempt: attempt, jitter: jitter))
    guard attempt < limit, waited + wait <= maximumTotalWait else { return .giveUp(nextTry: wait) }
    return .wait(wait)
  }

  /// How many tries such an outcome is worth; nil when it is final.
  private func tries(after outcome: Outcome, repeatability: Repeatability) -> Int? {
    switch outcome {
    case .answer(status: 429, _): maximumTries
    case .answer(status: 500, _), .answer(status: 502, _), .answer(status: 503, _),
      .answer(status: 504, _):
      repeatability == .repeatable ? maximumTries : nil
    case .answer: nil
    case .failure(let reason, let wasNotSent):
      wasNotSent || repeatability == .repeatable ? tries(after: reason) : nil
    }
  }

  private func tries(after reason: TransportError.Reason) -> Int? {
    switch reason {
    case .connectionLost: maximumTries
    case .cannotResolveHost, .cannotConnect, .cannotReachProxy: connectionTries
    case .timedOut: timeoutTries
    case .offline, .proxyWantsSignIn, .tls, .tooLarge, .cancelled, .other: nil
    }
  }

  private func asked(by outcome: Outcome) -> Duration? {
    guard case .answer(_, let retryAfter) = outcome else { return nil }
    return retryAfter
  }

  private func backoff(attempt: Int, jitter: Double) -> Duration {
    let doublings = min(max(attempt - 1, 0), 16)
    let plain = min(firstBackoff * (1 << doublings), longestBackoff)
    return min(plain * (0.75 + 0.5 * min(max(jitter, 0), 1)), longestBackoff)
  }
}
