/// When a program that runs on asks the service again: pure, outcomes in and waits out.
struct PollSchedule: Sendable, Equatable {
  enum Outcome: Sendable, Equatable {
    case done
    /// The service could not be asked; `retryAfter` is the wait it wants.
    case failed(retryAfter: Duration?)
  }

  /// What a person is told, once for each loss.
  enum Note: Sendable, Equatable { case lost, returned }

  struct Step: Sendable, Equatable {
    var wait: Duration
    var note: Note?
  }

  /// The longest wait by itself; a service that asks for more is given it, up to an hour.
  static let longestBackoff = Duration.seconds(300)
  static let longestAsked = Duration.seconds(3600)

  let interval: Duration
  private var failures = 0

  init(interval: Duration) { self.interval = interval }

  var isLost: Bool { failures > 0 }

  /// The wait after a round: the interval, and with each failure in a row twice as long.
  mutating func step(after outcome: Outcome) -> Step {
    switch outcome {
    case .done:
      let wasLost = isLost
      failures = 0
      return Step(wait: interval, note: wasLost ? .returned : nil)
    case .failed(let retryAfter):
      let doubled = interval * (1 << min(failures, 16))
      let own = max(interval, min(doubled, Self.longestBackoff))
      failures += 1
      let asked = min(retryAfter ?? .zero, Self.longestAsked)
      return Step(wait: max(own, asked), note: failures == 1 ? .lost : nil)
    }
  }

  /// The machine has slept or its clock was set: what was is no sign of what will be.
  mutating func wake() { failures = min(failures, 1) }
}
