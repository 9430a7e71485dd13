import Synchronization

/// What a database has read and found so far, shared by its copies.
final class ZoneCache: Sendable {
  private struct Contents {
    var files: [String: Zone] = [:]
    var answers: [String: Result<Zone, ZoneError>] = [:]
  }

  /// Names come from mailboxes too, so that their number needs a bound.
  private static let mostAnswers = 2000

  private let contents = Mutex(Contents())

  /// The zone of a file that was read under this name.
  func zone(_ name: String) -> Zone? { contents.withLock { $0.files[name] } }

  /// Keeps a file's zone; what another thread kept first stays, so that all share one set of rules.
  func keep(_ zone: Zone, as name: String) -> Zone {
    contents.withLock { contents in
      if let kept = contents.files[name] { return kept }
      contents.files[name] = zone
      return zone
    }
  }

  /// What was found for a name as somebody wrote it.
  func answer(for name: String) -> Result<Zone, ZoneError>? {
    contents.withLock { $0.answers[name] }
  }

  /// Remembers what was found, an error too, as long as there is room.
  func keep(_ answer: Result<Zone, ZoneError>, for name: String) {
    contents.withLock { contents in
      if contents.answers.count < Self.mostAnswers { contents.answers[name] = answer }
    }
  }
}
