import FoundationEssentials
import Store

/// When the reminder of an event comes up.
struct ReminderDate: Sendable, Hashable {
  var event: String
  var fires: Date
  var start: Date
  var end: Date
  /// The id of the series that the event is of, if it is of any.
  var series: String?
  /// Whether somebody put it off to this time, which holds after the end of the event too.
  var isSnoozed = false

  var key: GivenReminder { GivenReminder(event: event, fires: fires) }
}

/// Which reminders are to be given at a moment: pure, times in and a plan out.
struct ReminderPlan: Sendable, Equatable {
  /// To be given now, the oldest first.
  var due: [ReminderDate] = []
  /// Those that came up too long ago, of events that are not over.
  var passedOver: [ReminderDate] = []
  /// When the next one comes up.
  var next: Date?

  /// - Parameters:
  ///   - dates: all that there are.
  ///   - given: what was given already, which is not given again.
  ///   - now: the moment.
  ///   - missed: how late one may be given.
  init(_ dates: [ReminderDate], given: Set<GivenReminder>, now: Date, missed: Duration) {
    let ofSeries = Set(given.compactMap(\.ofSeries))
    let limit = now.addingTimeInterval(-Double(missed.components.seconds))
    for date in dates.sorted(by: { ($0.fires, $0.start) < ($1.fires, $1.start) })
    where !given.contains(date.key) {
      if let series = date.series,
        ofSeries.contains(GivenReminder(event: series, fires: date.fires))
      {
        continue
      }
      guard date.fires <= now else {
        next = min(next ?? date.fires, date.fires)
        continue
      }
      // A point in time is over when it has passed by a minute.
      let isOver = max(date.end, date.start.addingTimeInterval(60)) <= now
      if isOver, !date.isSnoozed { continue }
      if date.fires >= limit { due.append(date) } else { passedOver.append(date) }
    }
  }
}
