import Host

/// One command that writes into the outbox in the place of the service.
struct OfflineWriting: Sendable {
  /// What everything that the command writes has in common.
  let deed: String
  private let written = Locked(0)

  init(deed: String) { self.deed = deed }

  /// How many requests wait in the outbox because of this command.
  var count: Int { written.withLock { $0 } }

  /// One more waits.
  func note() { written.withLock { $0 += 1 } }

  /// So many of them were taken out again.
  func takeBack(_ count: Int) { written.withLock { $0 -= count } }
}
