package import FoundationEssentials
import Synchronization

/// A clock that moves only when it is told to, or when somebody sleeps on it.
package final class ManualClock: Sendable {
  private let start: Date
  private let elapsed = Atomic<Int>(0)
  private let shift = Atomic<Int>(0)

  package init(_ start: Date) { self.start = start }

  /// The clocks to hand over; sleeping returns at once and moves both of them on.
  package var clock: Clock {
    Clock(
      now: { self.now },
      uptime: { .nanoseconds(self.elapsed.load(ordering: .acquiring)) },
      sleep: { (duration: Duration) async throws(CancellationError) in
        if Task.isCancelled { throw CancellationError() }
        self.advance(by: duration)
        await Task.yield()
      })
  }

  /// What the wall clock shows.
  package var now: Date {
    let nanoseconds = elapsed.load(ordering: .acquiring) + shift.load(ordering: .acquiring)
    return start.addingTimeInterval(Double(nanoseconds) / 1e9)
  }

  /// How far the monotonic clock has moved since the start.
  package var elapsedTime: Duration { .nanoseconds(elapsed.load(ordering: .acquiring)) }

  /// Lets time pass on both clocks.
  package func advance(by duration: Duration) {
    elapsed.add(Self.nanoseconds(duration), ordering: .acquiringAndReleasing)
  }

  /// Sets the wall clock alone, on or back, as a wrong time service would.
  package func jumpWallClock(by duration: Duration) {
    shift.add(Self.nanoseconds(duration), ordering: .acquiringAndReleasing)
  }

  private static func nanoseconds(_ duration: Duration) -> Int {
    let parts = duration.components
    return Int(parts.seconds) * 1_000_000_000 + Int(parts.attoseconds / 1_000_000_000)
  }
}
