import CalendarTime
import FoundationEssentials
import JSON

/// An attached event as iCalendar text.
///
/// Source: Microsoft Graph "Get attachment", raw contents of an item attachment; RFC 5545.
struct AttachedEventText {
  let text: String

  init(_ document: JSONObject, in mailbox: Mailbox) throws(GraphError) {
    let timing = try mailbox.timing(of: document)
    let (start, end) = timing.instants(timing.first)
    var lines = ["BEGIN:VCALENDAR", "METHOD:PUBLISH", "PRODID:Microsoft Exchange Server 2010"]
    lines += ["VERSION:2.0", "BEGIN:VEVENT", "UID:\(document["iCalUId"]?.string ?? "")"]
    lines.append("DTSTAMP:\(Self.stamp(mailbox.now))")
    if timing.isAllDay {
      lines.append("DTSTART;VALUE=DATE:\(Self.digits("\(timing.first.start.date)"))")
      lines.append("DTEND;VALUE=DATE:\(Self.digits("\(timing.first.end.date)"))")
    } else {
      lines += ["DTSTART:\(Self.stamp(start))", "DTEND:\(Self.stamp(end))"]
    }
    lines.append("SUMMARY:" + Self.escaped(document["subject"]?.string ?? ""))
    let place = document["location"]?["displayName"]?.string ?? ""
    if !place.isEmpty { lines.append("LOCATION:" + Self.escaped(place)) }
    let body = document["body"]?["content"]?.string ?? ""
    if !body.isEmpty {
      let isText = document["body"]?["contentType"] == "text"
      lines.append("DESCRIPTION:" + Self.escaped(isText ? body : BodyText.text(html: body)))
    }
    lines += ["END:VEVENT", "END:VCALENDAR"]
    text = lines.map { Self.folded($0) + "\r\n" }.joined()
  }

  private static func digits(_ text: String) -> String { text.filter { $0 != "-" && $0 != ":" } }

  private static func stamp(_ date: Date) -> String { digits(Timestamp.zulu(date)) }

  private static func escaped(_ text: String) -> String {
    text.map { character in
      switch character {
      case "\\", ";", ",": "\\\(character)"
      case "\n", "\r\n": "\\n"
      default: "\(character)"
      }
    }.joined()
  }

  /// At most 75 bytes a line, cut between characters.
  private static func folded(_ line: String) -> String {
    var result = ""
    var length = 0
    for character in line {
      let bytes = character.utf8.count
      if length + bytes > 75 {
        result += "\r\n "
        length = 1
      }
      result.append(character)
      length += bytes
    }
    return result
  }
}
