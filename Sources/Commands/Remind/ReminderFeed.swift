import CalendarTime
import Calendaring
import FoundationEssentials
import GraphAPI
import JSON
import Store

/// The reminders of the local copy, corrected by what the service says of them.
struct ReminderFeed: Sendable {
  let context: Context
  let zone: Zone
  /// Whether only events that were accepted count, and those of one's own.
  let acceptedOnly: Bool
  /// How late a reminder may be given.
  let missed: Duration
  private(set) var entries: [String: EventEntry] = [:]
  private(set) var dates: [ReminderDate] = []
  private var sight = ReminderSight()

  /// Days ahead in which events are looked at; no reminder comes earlier before its event.
  private static let daysAhead = 32

  init(context: Context, zone: Zone, acceptedOnly: Bool, missed: Duration) {
    self.context = context
    self.zone = zone
    self.acceptedOnly = acceptedOnly
    self.missed = missed
  }

  /// Reads the copy, and asks the service about reminders that are near where it answers.
  mutating func load(_ follower: CopyFollower, asks: Bool) async throws(Failure) {
    let today = zone.date(at: context.now())
    let range = zone.range(from: today.adding(days: -2), to: today.adding(days: Self.daysAhead))
    var found: [(date: ReminderDate, entry: EventEntry, isStandard: Bool)] = []
    entries = [:]
    for calendar in try await follower.collections() where calendar.kind == .calendar {
      let items: [JSONObject]
      do {
        items = try await follower.store.events(around: range, in: calendar, zones: context.zones)
      } catch {
        throw Failure(error, doing: "read the local copy")
      }
      let isStandard = calendar.resource["isDefaultCalendar"]?.bool == true
      for item in items {
        guard let (date, event) = date(of: item, in: calendar), entries[date.event] == nil else {
          continue
        }
        let entry = EventEntry(event: event, raw: item, session: follower.session)
        entries[date.event] = entry
        found.append((date, entry, isStandard))
      }
    }
    if asks {
      // The service tells of the default calendar alone.
      let near = found.filter {
        // What it does not know yet it can tell nothing of.
        $0.isStandard && isNear($0.date) && !PendingWrite.isTemporary($0.date.event)
      }
      sight = try await look(near.map { question($0.date, $0.entry.raw) }, follower)
    }
    let sight = sight
    dates = found.compactMap { $0.isStandard ? sight.seen($0.date) : $0.date }
  }

  /// The reminder of an event, if it has one that is to be given.
  private func date(
    of item: JSONObject, in calendar: CopyCollection
  ) -> (ReminderDate, CalendarEvent)? {
    guard item["isReminderOn"]?.bool == true,
      let event = CalendarEvent(
        graph: .object(item), zones: context.zones, calendarName: calendar.name),
      !event.isCancelled, event.response != .declined
    else { return nil }
    let isAccepted = event.response == .accepted || event.isOrganizer
    guard isAccepted || !acceptedOnly else { return nil }
    let start = event.span.sortInstant(in: zone)
    let minutes = item["reminderMinutesBeforeStart"]?.int ?? 15
    return (
      ReminderDate(
        event: event.id, fires: start.addingTimeInterval(Double(-60 * minutes)), start: start,
        end: end(of: event, from: start), series: item["seriesMasterId"]?.string), event
    )
  }

  private func end(of event: CalendarEvent, from start: Date) -> Date {
    switch event.span {
    case .timed(_, let end): max(start, end)
    case .allDay(_, let end): zone.startOfDay(end)
    case .unknownZone(_, _, let end): max(start, zone.instant(of: end))
    }
  }

  private func question(_ date: ReminderDate, _ item: JSONObject) -> ReminderSight.Question {
    ReminderSight.Question(
      date: date, subject: item["subject"]?.string,
      storedStart: GraphDateTime(item["start"])?.instant(zones: context.zones) ?? date.start,
      lead: date.start.timeIntervalSince(date.fires))
  }

  /// Whether it comes up soon, or did not long ago and may have been put off.
  private func isNear(_ date: ReminderDate) -> Bool {
    let now = context.now()
    let late = max(Double(missed.components.seconds), 86_400)
    return date.fires.timeIntervalSince(now) < 3600
      && now.timeIntervalSince(max(date.fires, date.end)) < late
  }

  /// What the service says of these; what it said before where it cannot say it now.
  private func look(
    _ near: [ReminderSight.Question], _ follower: CopyFollower
  ) async throws(Failure) -> ReminderSight {
    let starts = near.map(\.date.start)
    guard let first = starts.min(), let last = near.map(\.date.end).max() else {
      return ReminderSight()
    }
    let range = first..<max(last, first.addingTimeInterval(60))
    do throws(GraphError) {
      let items = try await follower.session.graph.list(ReminderRequests.view(range)).items
      return ReminderSight(
        items.compactMap { ReminderEntry(graph: $0, zones: context.zones) }, to: near)
    } catch {
      let failure = Failure(error, doing: "ask which reminders were dismissed")
      if failure.kind == .interrupted || failure.kind == .signedOut { throw failure }
      context.detail("\(failure.what): \(failure.shortWhy)")
      return sight
    }
  }
}
