import CalendarTime
import Calendaring
import FoundationEssentials
import GraphAPI
import JSON

/// Foretells how the service will hold an event that was made or changed, as far as people see it.
///
/// Source of what it fills in: Microsoft Graph, resource "event".
struct EventProjection {
  var zones: ZoneDatabase

  /// A new event of these properties.
  func created(_ body: JSONObject, id: String, owner: String?, at time: Date) -> JSONObject {
    var event: JSONObject = [
      "id": .string(id), "type": "singleInstance", "isAllDay": false, "isCancelled": false,
      "isOrganizer": true, "isOnlineMeeting": false, "hasAttachments": false,
      "importance": "normal", "sensitivity": "normal", "showAs": "busy", "attendees": [],
      "categories": [], "bodyPreview": "", "location": ["displayName": ""], "subject": "",
      "responseRequested": true, "recurrence": .null, "seriesMasterId": .null,
      "isReminderOn": true, "reminderMinutesBeforeStart": 15,
      "responseStatus": ["response": "organizer", "time": "0001-01-01T00:00:00Z"],
      "createdDateTime": .string(time.rfc3339()),
    ]
    if let owner {
      event["organizer"] = ["emailAddress": ["name": .string(owner), "address": .string(owner)]]
    }
    return changed(event, by: body)
  }

  /// An event after an update with these properties.
  func changed(_ event: JSONObject, by body: JSONObject) -> JSONObject {
    var event = event
    for (name, value) in body {
      switch name {
      case "start", "end", "transactionId": continue
      case "body": setText(value, of: &event)
      case "location":
        event["location"] = value
        event["locations"] = (value["displayName"]?.string ?? "").isEmpty ? [] : [value]
      case "recurrence":
        event["recurrence"] = value
        event["type"] = value.isNull ? "singleInstance" : "seriesMaster"
      default: event[name] = value
      }
    }
    setTimes(body, of: &event)
    return event
  }

  /// An event after an answer to its invitation; nil for one that is declined, which leaves the calendar.
  static func answered(_ event: JSONObject, path: String, at time: Date) -> JSONObject? {
    let response: CalendarEvent.Response
    switch path.split(separator: "/").last {
    case "accept": response = .accepted
    case "tentativelyAccept": response = .tentativelyAccepted
    default: return nil
    }
    var event = event
    event["responseStatus"] = [
      "response": .string(response.rawValue), "time": .string(time.rfc3339()),
    ]
    event["showAs"] = response == .accepted ? "busy" : "tentative"
    return event
  }

  private func setText(_ body: JSON, of event: inout JSONObject) {
    event["body"] = body
    guard body["contentType"]?.string?.lowercased() == "text" else { return }
    event["bodyPreview"] = .string(String((body["content"]?.string ?? "").prefix(255)))
  }

  /// Times as they come, in UTC; those in a zone that nobody here knows stay as they were sent.
  private func setTimes(_ body: JSONObject, of event: inout JSONObject) {
    let isAllDay = event["isAllDay"]?.bool ?? false
    for (name, original) in [
      ("start", "originalStartTimeZone"), ("end", "originalEndTimeZone"),
    ] {
      guard let sent = body[name], let time = GraphDateTime(sent) else { continue }
      event[original] = .string(time.timeZone)
      if isAllDay {
        event[name] = GraphDateTime.json(time.wall, timeZone: "UTC")
      } else if let instant = time.instant(zones: zones) {
        event[name] = GraphDateTime.json(Zone.utc.wallTime(at: instant), timeZone: "UTC")
      } else {
        event[name] = sent
      }
    }
  }
}

// MARK: - Series

extension EventProjection {
  /// The events of a series around a range, by its rule.
  func occurrences(of master: JSONObject, in range: Range<Date>) -> [JSONObject] {
    guard case .rule(let rule)? = Recurrence(graph: master["recurrence"]),
      let id = master["id"]?.string,
      let time = EventDraft.Time(stored: master, zones: zones)
    else { return [] }
    let mapping = OccurrenceMapping(master: master, zones: zones)
    let first = Zone.utc.date(at: range.lowerBound).adding(days: -2)
    let last = Zone.utc.date(at: range.upperBound).adding(days: 2)
    return rule.dates(in: first..<max(first, last)).map { date in
      let (start, end) = times(time, on: date, from: rule.start)
      return mapping.event([
        "id": .string(PendingWrite.occurrenceID(of: id, on: date)), "start": start, "end": end,
        "seriesMasterId": .string(id), "graphcal": ["pending": true],
      ])
    }
  }

  private func times(
    _ time: EventDraft.Time, on date: CalendarDate, from first: CalendarDate
  ) -> (JSON, JSON) {
    let days = date.daysSinceEpoch - first.daysSinceEpoch
    switch time {
    case .allDay(let start, let end, _):
      return (
        GraphDateTime.json(WallTime(date: start.adding(days: days)), timeZone: "UTC"),
        GraphDateTime.json(WallTime(date: end.adding(days: days)), timeZone: "UTC")
      )
    case .timed(let start, let end, let name):
      let zone = (try? zones.zone(named: name)) ?? .utc
      func moved(_ wall: WallTime) -> JSON {
        var wall = wall
        wall.date = wall.date.adding(days: days)
        return GraphDateTime.json(
          Zone.utc.wallTime(at: zone.instant(of: wall)), timeZone: "UTC")
      }
      return (moved(start), moved(end))
    }
  }
}
