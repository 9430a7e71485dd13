import FoundationEssentials
import GraphAPI
import Store

/// What the service says of reminders that are near: which were put off, and which are dismissed.
struct ReminderSight: Sendable, Equatable {
  /// A reminder that the service is asked about.
  struct Question: Sendable {
    var date: ReminderDate
    var subject: String?
    /// The start as the service has it, which is another instant for whole days.
    var storedStart: Date
    /// Seconds before the start.
    var lead: Double
  }

  /// An event at a time; moved to another, what was said of it holds no more.
  private struct Key: Hashable {
    var event: String
    var start: Date
  }

  private var fires: [Key: Date] = [:]
  private var dismissed: Set<Key> = []

  init() {}

  /// - Parameters:
  ///   - entries: the reminders of a range of events.
  ///   - questions: the reminders of that range that the local copy knows.
  init(_ entries: [ReminderEntry], to questions: [Question]) {
    for question in questions {
      // Should ids be of another kind there, an event is known by what it is called and when it is.
      let entry =
        entries.first { $0.eventID == question.date.event }
        ?? entries.first { $0.subject == question.subject && $0.start == question.storedStart }
      let key = Key(event: question.date.event, start: question.date.start)
      guard let entry else {
        dismissed.insert(key)
        continue
      }
      // One of another start is of an event that has moved since the copy was brought up to date.
      guard entry.start ?? question.storedStart == question.storedStart else { continue }
      if entry.fires != question.storedStart.addingTimeInterval(-question.lead) {
        fires[key] = entry.fires
      }
    }
  }

  /// The reminder as the service has it; nil for one that was dismissed.
  func seen(_ date: ReminderDate) -> ReminderDate? {
    let key = Key(event: date.event, start: date.start)
    if dismissed.contains(key) { return nil }
    guard let time = fires[key], time != date.fires else { return date }
    var seen = date
    seen.fires = time
    seen.isSnoozed = time > date.fires
    return seen
  }
}
