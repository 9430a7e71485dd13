import CalendarTime
import Calendaring
import FoundationEssentials
import GraphAPI
import JSON
import Store

/// A series as it stood at one moment: its rule, and the days on which it is otherwise.
struct SeriesSnapshot: Sendable {
  /// The master, whole.
  var master: JSONObject
  /// Events of the series that were changed by themselves, by the day they have by the rule.
  var exceptions: [CalendarDate: JSONObject]
  /// Days of the rule whose event was deleted.
  var deleted: Set<CalendarDate>

  var id: String { master["id"]?.string ?? "" }

  /// The people and rooms that are invited to the series, or to one of its events from `day` on alone.
  func invited(from day: CalendarDate? = nil) -> [Attendee] {
    var seen: Set<String> = []
    let events = [master] + exceptions.filter { $0.key >= day ?? $0.key }.map(\.value)
    return events.filter(MeetingPeople.isOrganizer).flatMap(MeetingPeople.invited).filter {
      seen.insert($0.person.address?.lowercased() ?? "").inserted
    }
  }

  /// The days from `day` on whose events have files of their own.
  func attachedDays(from day: CalendarDate? = nil) -> [CalendarDate] {
    exceptions.filter { $0.key >= day ?? $0.key && $0.value["hasAttachments"]?.bool == true }
      .keys.sorted()
  }

  /// Whether nobody has changed the series or one of its events between two readings.
  func isSame(as other: SeriesSnapshot, zones: ZoneDatabase) -> Bool {
    deleted == other.deleted
      && exceptions.mapValues { $0["@odata.etag"] }
        == other.exceptions.mapValues { $0["@odata.etag"] }
      && EventComparison(zones: zones).differing(master, other.master).isEmpty
  }

  /// Refuses to part a series that the service does not know yet.
  ///
  /// - Throws: `Failure` of kind tryAgain for one that waits in the outbox.
  func requireSent() throws(Failure) {
    guard PendingWrite.isTemporary(id) else { return }
    throw Failure(
      .tryAgain, "a series that is not sent yet cannot be parted",
      hint: "give --scope series, or send it first: graphcal sync")
  }

  /// One line for each of the days whose event has lost its files.
  func lostFiles(of days: some Collection<CalendarDate>) -> [String] {
    attachedDays().filter(days.contains).map { "\($0.heading): its attachments are lost" }
  }

  /// The days on which the series is not as its rule says.
  var specialDays: [CalendarDate] { (Array(exceptions.keys) + deleted).sorted() }
}

extension SeriesSnapshot {
  /// Reads a series with its exceptions and deletions.
  static func read(
    _ id: String, session: Session, context: Context
  ) async throws(Failure) -> SeriesSnapshot {
    try await read(EventRequests.series(id: id), session: session, context: context)
  }

  /// The same by a request that asks for more than a copy needs.
  static func read(
    _ request: GraphRequest, session: Session, context: Context
  ) async throws(Failure) -> SeriesSnapshot {
    do throws(GraphError) {
      let master = try await session.graph.object(request)
      let clock = SeriesClock(of: master, zones: context.zones)
      var exceptions: [CalendarDate: JSONObject] = [:]
      for item in master["exceptionOccurrences"]?.array ?? [] {
        guard let event = item.object, let own = event["id"]?.string else { continue }
        if let day = clock.day(of: event) {
          exceptions[day] = event
        } else {
          let answer = try await session.graph.object(EventRequests.originalStart(of: own))
          if let day = clock.day(of: answer) { exceptions[day] = event }
        }
      }
      var plain = master
      plain["exceptionOccurrences"] = nil
      plain["cancelledOccurrences"] = nil
      return SeriesSnapshot(
        master: plain, exceptions: exceptions, deleted: deletedDays(of: master))
    } catch {
      throw Failure(error, doing: "read the series")
    }
  }

  /// `OID.{id}.2026-11-30`: the date stands at the end, in the zone of the rule.
  private static func deletedDays(of master: JSONObject) -> Set<CalendarDate> {
    Set(
      (master["cancelledOccurrences"]?.array ?? []).compactMap { json in
        (json.string?.split(separator: ".").last).flatMap { CalendarDate(parsing: $0) }
      })
  }
}

/// Tells the days of a series' rule, by the clocks that it goes by.
struct SeriesClock {
  var zone: Zone
  private var isAllDay: Bool

  init(of master: JSONObject, zones: ZoneDatabase) {
    isAllDay = master["isAllDay"]?.bool ?? false
    zone =
      EventDraft.Time.zoneName(of: master, zones: zones).flatMap { try? zones.zone(named: $0) }
      ?? .utc
  }

  /// The day that an event of the series has by the rule; nil where the service has not told it.
  func day(of event: JSONObject) -> CalendarDate? {
    guard let start = Date(graph: event["originalStart"]) else { return nil }
    // Days without times may be told as midnight of the zone or of UTC.
    let isMidnight = Zone.utc.wallTime(at: start).secondOfDay == 0
    return (isAllDay && isMidnight ? Zone.utc : zone).date(at: start)
  }

  /// The same, where the service has not told it the day on which the event begins.
  func day(orStartOf event: JSONObject, zones: ZoneDatabase) -> CalendarDate? {
    if let day = day(of: event) { return day }
    guard let start = GraphDateTime(event["start"]) else { return nil }
    return event["isAllDay"]?.bool == true
      ? start.wall.date : start.instant(zones: zones).map { zone.date(at: $0) }
  }
}

/// A day on which a series is not as its rule says.
enum SpecialDay: Sendable {
  case deleted
  /// The properties in which the day's event differs.
  case changed(JSONObject)
}

extension SeriesSnapshot {
  /// How each exception differs from what its day has by the rule.
  ///
  /// Attendees of its own are left out unless they are to be invited: to send them does that.
  func specialDays(
    plan: SeriesPlan, zones: ZoneDatabase, inviting: Bool = false
  ) -> [CalendarDate: SpecialDay] {
    var days: [CalendarDate: SpecialDay] = [:]
    for day in deleted { days[day] = .deleted }
    for (day, event) in exceptions {
      var own = Self.differences(event, master, plan.time(on: day), zones: zones)
      let people = MeetingPeople.invited(event)
      if inviting, Set(people) != Set(MeetingPeople.invited(master)) {
        own["attendees"] = .array(people.map(\.graphJSON))
      }
      days[day] = .changed(own)
    }
    return days
  }

  private static func differences(
    _ event: JSONObject, _ master: JSONObject, _ time: EventDraft.Time, zones: ZoneDatabase
  ) -> JSONObject {
    let comparison = EventComparison(zones: zones)
    var ruled = master
    for (name, value) in time.members { ruled[name] = value }
    var own: JSONObject = [:]
    for part in comparison.differing(event, ruled) {
      switch part {
      case .people, .recurrence, .meeting: continue
      case .time:
        var moved = event
        // By the clocks of the series, whatever zone the service has named for the one event.
        moved["recurrence"] = master["recurrence"]
        if let time = EventDraft.Time(stored: moved, zones: zones) {
          for (name, value) in time.members { own[name] = value }
        }
      case .place: own["location"] = event["location"] ?? ["displayName": ""]
      case .text: own["body"] = EventCopy.body(of: event) ?? ["contentType": "text", "content": ""]
      default:
        for name in part.properties { own[name] = event[name] }
      }
    }
    return own
  }
}
