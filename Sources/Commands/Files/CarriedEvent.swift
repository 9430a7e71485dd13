import CalendarTime
import GraphAPI
import Interchange
import JSON

/// An event of the calendar as a file of it reads: what the file has no words for is not in it.
///
/// No file holds control characters, a title of several lines, or blanks around it (RFC 5545 section
/// 3.1). A file that says just this differs in nothing.
struct CarriedEvent {
  private let item: FiledItem

  /// Nil for an event that no file can hold.
  init?(_ entry: ImportIndex.Entry, in context: Context, zone: Zone) {
    let times = TimeReader(context: context, zone: zone)
    let written =
      if let snapshot = entry.snapshot {
        try? FiledItem(of: snapshot, times: times)
      } else {
        FiledItem(graph: entry.event, zones: context.zones)
      }
    guard let written,
      let file = try? CalendarFile(CalendarWriter(maker: "", now: context.now()).file([written])),
      let read = try? CalendarReader(zones: context.zones, floating: zone).items(of: file),
      let item = try? read.first?.outcome.get()
    else { return nil }
    self.item = item
  }

  /// The changes that a file wants, without those in which it says what this says.
  func reduced(
    _ changes: JSONObject, _ days: [CalendarDate: SpecialDay], of filed: FiledItem
  ) -> (JSONObject, [CalendarDate: SpecialDay]) {
    let isSameTime =
      item.event.time == filed.event.time && item.rule == nil && filed.rule == nil
    var left: [CalendarDate: SpecialDay] = [:]
    for (day, special) in days {
      guard case .changed(let changes) = special, let own = filed.changed[day],
        let mine = item.changed[day]
      else {
        left[day] = special
        continue
      }
      let rest = Self.reduced(changes, own, mine, isSameTime: own.time == mine.time)
      if !rest.isEmpty { left[day] = .changed(rest) }
    }
    return (Self.reduced(changes, filed.event, item.event, isSameTime: isSameTime), left)
  }

  private static func reduced(
    _ changes: JSONObject, _ left: FiledEvent, _ right: FiledEvent, isSameTime: Bool
  ) -> JSONObject {
    let (left, right) = (left.members(isNew: false), right.members(isNew: false))
    return JSONObject(
      changes.members.filter { name, _ in
        switch name {
        case "start", "end", "isAllDay": !isSameTime
        default: left[name] == nil || left[name] != right[name]
        }
      }.map { ($0.key, $0.value) })
  }
}
