import CalendarTime
import Calendaring
import FoundationEssentials
import JSON
import Rendering
import Store
import Terminal

/// The forms of a reminder: values for a program, JSON, a line for a person.
struct ReminderText: Sendable {
  let entry: EventEntry
  let date: ReminderDate
  let now: Date
  let time: TimeText

  private var event: CalendarEvent { entry.event }
  private var zone: Zone { time.zone }

  /// Minutes until the event starts, 0 when it has begun.
  private var minutes: Int {
    max(0, Int((date.start.timeIntervalSince(now) / 60).rounded(.up)))
  }

  private var link: String? {
    JoinLink.of(
      named: event.joinURL ?? entry.raw["onlineMeetingUrl"]?.string, location: event.location,
      body: entry.raw["body"]?["content"]?.string ?? entry.raw["bodyPreview"]?.string)?.address
  }

  /// What the places of a program's words are filled with, cleaned of what a terminal would obey.
  var values: [String: String] {
    let (start, end, clock): (String, String, String) =
      switch event.span {
      case .timed(let start, let end):
        (start.rfc3339(in: zone), end.rfc3339(in: zone), time.time(start))
      case .allDay(let first, let end): (first.description, end.description, "all day")
      case .unknownZone(_, let start, let end): (start.text(), end.text(), time.clock.text(start))
      }
    let values = [
      "subject": EventDetails(event: event).title, "start": start, "end": end, "time": clock,
      "minutes": String(minutes), "location": event.location ?? "", "join": link ?? "",
      "organizer": event.organizer?.label ?? "", "calendar": event.calendarName ?? "",
      "id": ShortID.of(event.id),
    ]
    return values.mapValues { TextSanitizer.line($0) }
  }

  var json: JSON {
    [
      "event": EventJSON.listItem(
        entry, zone: zone, calendar: event.calendarName, account: entry.session.userName),
      "fires": .string(date.fires.rfc3339(in: zone)), "join": .string(orNull: link),
      "minutes": .number(minutes),
    ]
  }

  static let fieldNames = ["event", "fires", "join", "minutes"]

  /// `09:45  in 15 min  Mon 30 Nov 2026 10:00–10:30  Stand-up  Room 4  k7mp`.
  func line(on surface: Surface, short: String) -> StyledLine {
    var line =
      StyledLine(time.time(now) + "  ", .dim)
      + StyledLine(minutes == 0 ? "now" : "in \(TimeText.length(minutes: minutes))", .bold)
      + StyledLine("  ")
    line += EventDetails(event: event).oneLine(time: time, on: surface)
    if let place = event.location.map(TextSanitizer.line), !place.isEmpty {
      line.append("  " + place)
    }
    line.append("  " + short, Style(color: .cyan))
    return line
  }
}
