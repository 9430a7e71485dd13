package import FoundationEssentials

/// The machine's clocks, as closures that a test can replace.
///
/// `GRAPHCAL_NOW` plays no part here: it moves what *today* means for calendars, never lifetimes.
package struct Clock: Sendable {
  /// The wall clock, which a person or a time service may set back.
  package var now: @Sendable () -> Date
  /// Time since an arbitrary moment, never going back, counting while the machine sleeps.
  package var uptime: @Sendable () -> Duration
  /// Waits without holding a thread; ends early and throws when the task is cancelled.
  package var sleep: @Sendable (Duration) async throws(CancellationError) -> Void

  package init(
    now: @escaping @Sendable () -> Date, uptime: @escaping @Sendable () -> Duration,
    sleep: @escaping @Sendable (Duration) async throws(CancellationError) -> Void
  ) {
    self.now = now
    self.uptime = uptime
    self.sleep = sleep
  }

  /// The clocks of this machine.
  package static let system = {
    let start = ContinuousClock.now
    return Clock(
      now: { Date() },
      uptime: { ContinuousClock.now - start },
      sleep: { (duration: Duration) async throws(CancellationError) in
        do {
          try await Task.sleep(for: duration, clock: .continuous)
        } catch {
          throw CancellationError()
        }
      })
  }()
}
