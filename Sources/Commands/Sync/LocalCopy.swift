import CalendarTime
import FoundationEssentials
import Host
import Store

/// What there is to say of the copy of a mailbox on this machine.
enum LocalCopy {
  @Sendable static func exists(_ path: String) -> Bool { (try? Files.status(of: path)) != nil }

  /// The age of a copy, or another length of time that has passed: `12 min ago`.
  static func age(since time: Date, now: Date) -> String {
    let minutes = Int((now.timeIntervalSince(time) / 60).rounded(.down))
    switch minutes {
    case ..<(-1): return "\(time.rfc3339()), which is still to come by this machine's clock"
    case ..<1: return "just now"
    case ..<120: return "\(minutes) min ago"
    case ..<2880: return "\(minutes / 60) h ago"
    default: return "\(minutes / 1440) days ago"
    }
  }

  /// When everything in a copy was complete at the latest; nil where something never was.
  static func time(of collections: [CopyCollection]) -> Date? {
    var oldest: Date?
    for collection in collections {
      guard let synced = collection.synced else { return nil }
      oldest = min(oldest ?? synced, synced)
    }
    return oldest
  }
}
