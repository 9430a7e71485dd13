import CalendarTime
import Calendaring
import FoundationEssentials
import GraphAPI
import JSON
import Rendering
import Store
import Terminal

/// The way of every command that lists events: ask, convert, keep what touches the range, print.
struct EventListing: Sendable {
  var context: Context
  var session: Session
  var zone: Zone
  var settings: MailboxSettings?
  /// The dates to list; the instants follow from them and the zone.
  var dates: Range<CalendarDate>
  var limit: Int?
  /// The calendar by name or id, `all`, or nil for the default one.
  var calendar: String?
  /// The instants to list, when a time of day was given; else the days from midnight to midnight.
  var instants: Range<Date>?

  /// The instants asked of the service.
  var range: Range<Date> {
    instants ?? zone.range(from: dates.lowerBound, to: dates.upperBound)
  }

  func run() async throws(Failure) {
    if try context.listedFieldNames(EventJSON.fieldNames) { return }
    context.detail(
      "range \(range.lowerBound.rfc3339(in: zone)) to "
        + "\(range.upperBound.rfc3339(in: zone)) (\(zone.name))")
    let calendars = try await calendars()
    let views = try await context.working("Reading the calendar") {
      () async throws(Failure) in try await read(calendars)
    }
    var entries = entries(views)
    if let limit, entries.count > limit {
      context.note("showing \(limit) of \(entries.count) events; --limit sets how many")
      entries = Array(entries.prefix(limit))
    }
    try await EventOutput(
      context: context, session: session, zone: zone, settings: settings, dates: dates,
      namesCalendars: calendars.count > 1
    ).print(entries)
  }

  /// The range in pieces that the service takes; a day that the zone skipped has no instants at all.
  private var pieces: [Range<Date>] {
    var pieces: [Range<Date>] = []
    var first = range.lowerBound
    while first < range.upperBound {
      let day = zone.date(at: first).adding(days: CalendarRequests.longestView)
      let end = min(zone.startOfDay(day), range.upperBound)
      pieces.append(first..<end)
      first = end
    }
    return pieces
  }

  /// A calendar to read: nil stands for the default one.
  private typealias Target = (id: String?, name: String?)

  private func calendars() async throws(Failure) -> [Target] {
    guard let calendar else {
      // Only JSON and fields that were chosen say its name, so only they pay for asking.
      let saysCalendar = context.options.isForScripts || context.options.fields != .all
      let name = saysCalendar ? await context.defaultCalendarName(session: session) : nil
      return [(nil, name)]
    }
    if calendar.lowercased() == "all" {
      return try await context.calendars(session: session).map { ($0.id, $0.name) }
    }
    let found = try await context.calendar(named: calendar, session: session)
    return [(found.id, found.name)]
  }

  /// The views of all calendars; at most four requests are on their way at once.
  private func read(
    _ calendars: [Target]
  ) async throws(Failure) -> [(item: JSON, calendar: String?)] {
    let graph = session.graph
    let pieces = pieces
    let results = await withTaskGroup(of: (Int, Result<[JSON], GraphError>).self) { group in
      for (index, calendar) in calendars.enumerated() {
        group.addTask {
          do throws(GraphError) {
            var items: [JSON] = []
            for piece in pieces {
              items += try await graph.list(CalendarRequests.view(piece, calendarID: calendar.id))
                .items
            }
            return (index, .success(items))
          } catch {
            return (index, .failure(error))
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    var found: [(item: JSON, calendar: String?)] = []
    // What reaches from one piece into the next comes with both.
    var seen: Set<String> = []
    for (index, result) in results.sorted(by: { $0.0 < $1.0 }) {
      do throws(GraphError) {
        for item in try result.get()
        where item["id"]?.string.map({ seen.insert($0).inserted }) ?? true {
          found.append((item, calendars[index].name))
        }
      } catch {
        let name = calendars[index].name.map { " \($0)" } ?? ""
        throw Failure(error, doing: "read the calendar\(calendars.count > 1 ? name : "")")
      }
    }
    return found
  }

  /// What touches the wanted dates, in reading order.
  private func entries(_ items: [(item: JSON, calendar: String?)]) -> [EventEntry] {
    var raw: [String: JSON] = [:]
    var events: [CalendarEvent] = []
    for (item, calendar) in items {
      guard let event = CalendarEvent(graph: item, zones: context.zones, calendarName: calendar)
      else {
        context.note(
          "an event without a readable time was left out (\(item["id"]?.string ?? "no id"))")
        continue
      }
      if case .unknownZone(let name, _, _) = event.span {
        context.note(
          "zone unknown: \(name) (event \"\(event.subject ?? "")\"); shown as it was sent")
      }
      guard event.span.touches(range, dates: dates) else { continue }
      raw[event.id] = item
      events.append(event)
    }
    return events.inReadingOrder(zone: zone).map { event in
      EventEntry(event: event, raw: raw[event.id]?.object ?? [:])
    }
  }
}

/// An event with the resource it was read from.
struct EventEntry: Sendable {
  var event: CalendarEvent
  var raw: JSONObject
}
