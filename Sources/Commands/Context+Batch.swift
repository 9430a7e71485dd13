import GraphAPI
import HTTP
import Host

extension Context {
  /// Sends batches in the mailbox of a session, by the rules for waits of this command.
  func batchSender(for session: Session) -> BatchSender {
    let clock = machineClock
    let (quiet, console) = (options.quiet, console)
    return BatchSender(
      client: session.graph, policy: RetryPolicy(maximumTotalWait: .seconds(options.maxWait)),
      now: clock.now, random: randomness.fraction, sleep: { try await clock.sleep($0) },
      notify: { if !quiet { console.note($0) } })
  }
}
