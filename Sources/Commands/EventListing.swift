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

  /// The instants asked of the service: exactly from the first midnight to the last.
  var range: Range<Date> {
    zone.range(from: dates.lowerBound, to: dates.upperBound)
  }

  func run() async throws(Failure) {
    if try context.listedFieldNames(EventJSON.fieldNames) { return }
    context.detail(
      "range \(range.lowerBound.rfc3339(in: zone)) to "
        + "\(range.upperBound.rfc3339(in: zone)) (\(zone.name))")
    let found = try await context.working("Reading the calendar") {
      () async throws(Failure) in try await items()
    }
    var entries = entries(found)
    if let limit, entries.count > limit {
      context.note("showing \(limit) of \(entries.count) events; --limit sets how many")
      entries = Array(entries.prefix(limit))
    }
    // Only JSON and fields that were chosen say it, so only they pay for asking.
    let saysCalendar = context.options.isForScripts || context.options.fields != .all
    let calendarName = saysCalendar ? await context.defaultCalendarName(session: session) : nil
    try await EventOutput(
      context: context, session: session, zone: zone, settings: settings, dates: dates
    ).print(entries, calendarName: calendarName)
  }

  /// Everything the service has for the range, asked piece by piece where it is long.
  private func items() async throws(Failure) -> [JSON] {
    var found: [JSON] = []
    var seen: Set<String> = []
    var first = dates.lowerBound
    while first < dates.upperBound {
      let end = min(first.adding(days: CalendarRequests.longestView), dates.upperBound)
      let piece = try await items(in: zone.range(from: first, to: end))
      // What reaches from one piece into the next comes with both.
      found += piece.filter { item in item["id"]?.string.map { seen.insert($0).inserted } ?? true }
      first = end
    }
    return found
  }

  private func items(in range: Range<Date>) async throws(Failure) -> [JSON] {
    // A day that the zone skipped has no instants to ask for.
    if range.isEmpty { return [] }
    do {
      return try await session.graph.list(CalendarRequests.view(range)).items
    } catch {
      throw Failure(error, doing: "read the calendar")
    }
  }

  /// What touches the wanted dates, in reading order.
  private func entries(_ items: [JSON]) -> [EventEntry] {
    var raw: [String: JSON] = [:]
    var events: [CalendarEvent] = []
    for item in items {
      guard let event = CalendarEvent(graph: item, zones: context.zones) else {
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
