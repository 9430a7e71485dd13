import CalendarTime
import FoundationEssentials
import GraphAPI
import JSON
import Rendering
import Terminal

/// The automatic replies of a mailbox as the service has them.
///
/// Source: Microsoft Graph, resource "automaticRepliesSetting".
struct AutomaticReplies: Sendable {
  /// Whether replies are sent.
  enum Status: String, Sendable {
    case disabled
    case always = "alwaysEnabled"
    case scheduled
  }

  private let raw: JSON

  init(_ raw: JSON) { self.raw = raw }

  var status: Status {
    let word = raw["status"]?.string?.lowercased()
    return [Status.always, .scheduled].first { $0.rawValue.lowercased() == word } ?? .disabled
  }

  /// Graph's word: `none`, `contactsOnly`, `all`.
  var audience: String { raw["externalAudience"]?.string ?? "none" }

  /// The texts as people read them.
  var inside: String { text("internalReplyMessage") }
  var outside: String { text("externalReplyMessage") }

  private func text(_ name: String) -> String {
    let lines = HTMLText.plain(raw[name]?.string ?? "")
      .split(separator: "\n", omittingEmptySubsequences: false)
    let isBlank = { (line: Substring) in line.allSatisfy(\.isWhitespace) }
    guard let first = lines.firstIndex(where: { !isBlank($0) }),
      let last = lines.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return lines[first...last].joined(separator: "\n")
  }

  /// From when to when; nil where that cannot be read.
  private func window(_ zones: ZoneDatabase) -> Range<Date>? {
    guard let start = GraphDateTime(raw["scheduledStartDateTime"])?.instant(zones: zones),
      let end = GraphDateTime(raw["scheduledEndDateTime"])?.instant(zones: zones), start <= end
    else { return nil }
    return start..<end
  }

  /// Whether a mail would get a reply at this moment; nil where nobody can tell.
  private func isActive(_ zones: ZoneDatabase, now: Date) -> Bool? {
    switch status {
    case .disabled: false
    case .always: true
    case .scheduled: window(zones).map { $0.contains(now) }
    }
  }

  func block(_ time: TimeText, zones: ZoneDatabase, now: Date) -> FieldBlock {
    var block = FieldBlock()
    block.add("Replies", state(time, zones, now))
    let people = audience.lowercased()
    block.add(
      "Outside", people == "none" ? "nobody" : people == "contactsonly" ? "contacts" : "everybody")
    block.add("Text inside", lines: lines(inside))
    block.add("Text outside", lines: lines(outside))
    return block
  }

  private func lines(_ text: String) -> [StyledLine] {
    text.split(separator: "\n").map { StyledLine(String($0)) }
  }

  private func state(_ time: TimeText, _ zones: ZoneDatabase, _ now: Date) -> StyledLine {
    let on = Style(color: .green)
    switch status {
    case .disabled: return StyledLine("off", .dim)
    case .always: return StyledLine("on, until further notice", on)
    case .scheduled:
      guard let window = window(zones) else { return StyledLine("at times that cannot be read") }
      func moment(_ instant: Date) -> String {
        "\(time.zone.date(at: instant).heading) \(time.time(instant))"
      }
      // A day that is included ends where the next one begins.
      let wall = time.zone.wallTime(at: window.upperBound)
      let end =
        wall.secondOfDay == 0
        ? "the end of \(wall.date.adding(days: -1).heading)" : moment(window.upperBound)
      var line = StyledLine("from \(moment(window.lowerBound)) to \(end) (\(time.zone.name))")
      if window.contains(now) {
        line.append("  on now", on)
      } else if window.upperBound <= now {
        line.append("  over", .dim)
      }
      return line
    }
  }

  /// Graph's resource, with its times as instants.
  func json(in zone: Zone, zones: ZoneDatabase, now: Date) -> JSON {
    var item = raw.object ?? [:]
    item["@odata.context"] = nil
    let window = status == .scheduled ? window(zones) : nil
    item["graphcal"] = [
      "isActive": isActive(zones, now: now).map { JSON.bool($0) } ?? .null,
      "start": .string(orNull: window?.lowerBound.rfc3339(in: zone)),
      "end": .string(orNull: window?.upperBound.rfc3339(in: zone)),
    ]
    return .object(item)
  }
}
