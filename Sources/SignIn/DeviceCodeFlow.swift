/// When to ask whether a device code was approved, and when to stop asking; without any I/O.
///
/// Times are readings of a monotonic clock. Source: RFC 8628 sections 3.4 and 3.5.
package struct DeviceCodeFlow: Sendable {
  /// What came of one poll.
  package enum Outcome: Sendable, Equatable {
    case granted
    case refused(EntraError)
    /// No answer, or one that is not the identity platform's; the server may have said how long to wait.
    case unreachable(retryAfter: Duration?)
  }

  package enum Step: Sendable, Equatable {
    /// Wait that long, then poll.
    case wait(Duration)
    case done
    case failed(SignInError)
  }

  /// What a person should be told, each at most once.
  package enum Hint: Sendable, Hashable {
    /// Pending for a minute: the browser may be showing a refusal that never arrives here.
    case lookAtBrowser
    /// The network or the service fails; the wait goes on.
    case connectionTrouble
  }

  private let deadline: Duration
  private let firstHint: Duration
  private var interval: Duration
  private var failures = 0
  private var isLastPoll = false
  private var given: Set<Hint> = []

  /// Starts at the receipt of a code, `now`, with its interval and its lifetime in seconds.
  package init(interval: Int, expiresIn: Int, now: Duration) {
    self.interval = .seconds(interval)
    deadline = now + .seconds(expiresIn)
    firstHint = now + .seconds(60)
  }

  /// The wait before the first poll.
  package mutating func start(now: Duration) -> Step { wait(interval, now: now) }

  /// Takes the outcome of a poll that ended at `now`.
  package mutating func next(
    after outcome: Outcome, now: Duration
  ) -> (step: Step, hint: Hint?) {
    switch outcome {
    case .granted: return (.done, nil)
    case .unreachable(let retryAfter):
      failures += 1
      return (backOff(retryAfter, now: now), give(.connectionTrouble))
    case .refused(let error):
      failures = 0
      switch error.remedy {
      case .keepPolling:
        return (wait(interval, now: now), now >= firstHint ? give(.lookAtBrowser) : nil)
      case .slowDown:
        interval += .seconds(5)
        return (wait(interval, now: now), nil)
      default: return (.failed(SignInError(error)), nil)
      }
    }
  }

  private mutating func backOff(_ retryAfter: Duration?, now: Duration) -> Step {
    // The interval doubles per failure in a row; a server that names a time knows better.
    let doubled = min(interval * (1 << min(failures, 6)), max(.seconds(60), interval))
    return wait(retryAfter.map { max($0, interval) } ?? doubled, now: now)
  }

  /// The code's end cuts a wait short: one last poll catches an approval of the last moment.
  private mutating func wait(_ duration: Duration, now: Duration) -> Step {
    if isLastPoll || now >= deadline { return .failed(Self.expired) }
    if now + duration >= deadline {
      isLastPoll = true
      return .wait(deadline - now)
    }
    return .wait(duration)
  }

  private mutating func give(_ hint: Hint) -> Hint? { given.insert(hint).inserted ? hint : nil }

  private static let expired = SignInError(
    .signedOut, Remedy.codeExpired.what, why: "nobody entered it in time",
    hint: Remedy.codeExpired.hint, code: "expired_token")
}
