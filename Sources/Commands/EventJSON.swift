import CalendarTime
import Calendaring
import FoundationEssentials
import GraphAPI
import JSON
import Store

/// The JSON form of events: Graph's resource, times in the command's zone, and `graphcal`.
enum EventJSON {
  /// Everything `--fields` may name in a list.
  static let fieldNames =
    (eventListProperties + ["@odata.etag", "graphcal"]
    + [
      "id", "start", "end", "durationMinutes", "calendar", "account", "mailbox",
      "conflictsWith", "pending", "stuck", "unknownZone",
    ].map {
      "graphcal." + $0
    }
    + ["start", "end"].flatMap { [$0 + ".dateTime", $0 + ".timeZone"] }).sorted()

  /// Everything `--fields` may name of one event, which is printed whole.
  ///
  /// Source: Microsoft Graph, resource "event".
  static let wholeFieldNames =
    (fieldNames + [
      "allowNewTimeProposals", "body", "body.content", "body.contentType", "changeKey",
      "createdDateTime", "graphcal.rrule", "hideAttendees", "isDraft", "isReminderOn",
      "lastModifiedDateTime", "locations", "onlineMeetingProvider", "onlineMeetingUrl",
      "originalStart", "recurrence", "reminderMinutesBeforeStart", "responseRequested",
      "transactionId",
    ]).sorted()

  /// An item of a list: exactly the list properties, nulls included.
  static func listItem(
    _ entry: EventEntry, zone: Zone, calendar: String?, account: String?
  ) -> JSON {
    var item = JSONObject(eventListProperties.map { ($0, entry.raw[$0] ?? .null) })
    item["@odata.etag"] = entry.raw["@odata.etag"] ?? .null
    item["graphcal"] = entry.raw["graphcal"]
    return converted(
      item, entry.event, zone: zone, calendar: calendar, account: account,
      mailbox: entry.session.mailbox)
  }

  /// A single event: the whole resource; a series with its rule as iCalendar writes it.
  static func whole(
    _ entry: EventEntry, zone: Zone, calendar: String?, account: String?, rrule: String?
  ) -> JSON {
    var item = entry.raw
    item["@odata.context"] = nil
    return converted(
      item, entry.event, zone: zone, calendar: calendar, account: account,
      mailbox: entry.session.mailbox, rrule: rrule)
  }

  private static func converted(
    _ object: JSONObject, _ event: CalendarEvent, zone: Zone, calendar: String?, account: String?,
    mailbox: String?, rrule: String? = nil
  ) -> JSON {
    var item = object
    var computed: JSONObject = [
      "id": .string(ShortID.of(event.id)), "calendar": .string(orNull: calendar),
      "account": .string(orNull: account),
    ]
    if let rrule { computed["rrule"] = .string(rrule) }
    if !event.conflictsWith.isEmpty {
      computed["conflictsWith"] = .array(event.conflictsWith.map { .string(ShortID.of($0)) })
    }
    if event.isPending { computed["pending"] = true }
    if let stuck = object.stuck { computed["stuck"] = .string(stuck) }
    if let mailbox { computed["mailbox"] = .string(mailbox) }
    switch event.span {
    case .timed(let start, let end):
      item["start"] = moved(object["start"], to: start, in: zone)
      item["end"] = moved(object["end"], to: end, in: zone)
      computed["start"] = .string(start.rfc3339(in: zone))
      computed["end"] = .string(end.rfc3339(in: zone))
      computed["durationMinutes"] = .number(event.span.durationMinutes ?? 0)
    case .allDay(let first, let end):
      item["start"] = GraphDateTime.json(WallTime(date: first), timeZone: zone.name)
      item["end"] = GraphDateTime.json(WallTime(date: end), timeZone: zone.name)
      computed["start"] = .string(first.description)
      computed["end"] = .string(end.description)
    case .unknownZone(let name, _, _):
      computed["start"] = .null
      computed["end"] = .null
      computed["unknownZone"] = .string(name)
    }
    item["graphcal"] = .object(computed)
    return .object(item)
  }

  /// The time in another zone, with the fraction of the second digit by digit as it was sent.
  private static func moved(_ sent: JSON?, to instant: Date, in zone: Zone) -> JSON {
    var wall = zone.wallTime(at: instant)
    if let exact = GraphDateTime(sent)?.wall { wall.nanosecond = exact.nanosecond }
    return GraphDateTime.json(wall, timeZone: zone.name)
  }
}
