import CalendarTime
import Calendaring
package import FoundationEssentials

/// Writes events as a file of iCalendar that other programs read.
///
/// Source: RFC 5545, with RFC 6868 for parameters and RFC 7986 for the way into online meetings; names
/// that begin with `X-` are Outlook's where it has one.
package struct CalendarWriter {
  /// Who made the file, as `PRODID` says it.
  package var maker: String
  /// When the file is made; for events that say not when they were changed.
  package var now: Date
  /// The name of the calendar; nil where several are in the file.
  package var name: String?

  package init(maker: String, now: Date, name: String? = nil) {
    self.maker = maker
    self.now = now
    self.name = name
  }

  /// The file with these, in this order; zones that they need stand before them.
  package func file(_ items: [FiledItem]) -> [UInt8] {
    var lines = LineWriter()
    lines.add("BEGIN", raw: "VCALENDAR")
    lines.add("VERSION", raw: "2.0")
    lines.add("PRODID", text: maker)
    lines.add("CALSCALE", raw: "GREGORIAN")
    if let name { lines.add("X-WR-CALNAME", text: name) }
    for (zone, earliest, latest) in zones(of: items) {
      ZoneWriter(zone: zone).write(from: earliest, through: latest, to: &lines)
    }
    for item in items { write(item, to: &lines) }
    lines.add("END", raw: "VCALENDAR")
    return lines.bytes
  }

  /// The zones of the times, by name, each with the first and the last instant that needs it.
  private func zones(of items: [FiledItem]) -> [(zone: Zone, earliest: Date, latest: Date)] {
    var found: [String: (zone: Zone, earliest: Date, latest: Date)] = [:]
    for item in items {
      for event in [item.event] + item.changed.values {
        guard case .timed(let start, let end, let zone) = event.time, !zone.isUTC else { continue }
        var last = end
        if let rule = item.rule {
          last = rule.lastDate.map { zone.startOfDay($0.adding(days: 1)) } ?? .distantFuture
        }
        let old = found[zone.name] ?? (zone, start, last)
        found[zone.name] = (zone, min(old.earliest, start), max(old.latest, last))
      }
    }
    return found.sorted { $0.key < $1.key }.map(\.value)
  }

  private func write(_ item: FiledItem, to lines: inout LineWriter) {
    let writer = EventWriter(item: item, now: now)
    writer.write(item.event, on: nil, to: &lines)
    for (day, event) in item.changed.sorted(by: { $0.key < $1.key }) {
      writer.write(event, on: day, to: &lines)
    }
  }
}
