import CalendarTime
import Calendaring
import FoundationEssentials
import GraphAPI
import JSON

/// Works out when an event is to be from what a line says and from what the event has.
struct EventLineTime {
  var context: Context
  /// What times without a zone are meant in.
  var zone: Zone

  /// When the event is to be; nil where the line says nothing of it.
  func time(
    of line: ChangeLine, _ item: JSONObject?
  ) -> Result<EventDraft.Time?, Failure> {
    let names = ["start", "end", "isAllDay"]
    guard names.contains(where: { line.wanted[$0] != nil }) else { return .success(nil) }
    let old = item.flatMap { EventDraft.Time(stored: $0, zones: context.zones) }
    let start = EventMoment(line.wanted["start"])
    let end = EventMoment(line.wanted["end"])
    let isAllDay: Bool
    if let flag = line.wanted["isAllDay"]?.bool {
      isAllDay = flag
    } else if start != nil || end != nil, line.wanted["start"]?.string != nil || item == nil {
      isAllDay = (start ?? end)?.isDate ?? false
    } else {
      isAllDay = item?["isAllDay"]?.bool ?? false
    }
    let name =
      start?.zoneName ?? end?.zoneName
      ?? item.flatMap { EventDraft.Time.zoneName(of: $0, zones: context.zones) }
    let own = name.flatMap { try? context.zones.zone(named: $0) }
    if let name, own == nil {
      return .failure(
        Failure(.usage, "nobody here knows the zone \"\(name)\"", hint: "graphcal zones"))
    }
    let reader = EventTimeReader(times: TimeReader(context: context, zone: own ?? zone))
    if isAllDay { return allDay(start, end, old, reader.wireName ?? "UTC") }
    return timed(
      start, end, old, reader,
      repeats: line.wanted["recurrence"]?.object != nil || item?["recurrence"]?.object != nil)
  }

  /// What is wrong with the times of a new event; nil for nothing.
  func problem(of line: ChangeLine) -> ChangeProblem? {
    guard case .failure(let failure) = time(of: line, nil) else { return nil }
    return ChangeProblem(line.number, "cannot be: " + failure.what)
  }

  private func allDay(
    _ start: EventMoment?, _ end: EventMoment?, _ old: EventDraft.Time?, _ zoneName: String
  ) -> Result<EventDraft.Time?, Failure> {
    var oldEnd: CalendarDate?
    if case .allDay(_, let end, _)? = old { oldEnd = end }
    guard let first = start?.wall.date ?? old?.firstDate else { return .success(nil) }
    let last = end?.wall.date ?? oldEnd ?? first.adding(days: 1)
    guard last > first else { return .failure(Self.endsTooSoon) }
    return .success(.allDay(first: first, end: last, zoneName: zoneName))
  }

  private func timed(
    _ start: EventMoment?, _ end: EventMoment?, _ old: EventDraft.Time?, _ reader: EventTimeReader,
    repeats: Bool
  ) -> Result<EventDraft.Time?, Failure> {
    var range: (start: Date, end: Date)?
    if case .timed(let start, let end)? = old?.span(zones: context.zones) { range = (start, end) }
    let from = start?.instant(in: zone, zones: context.zones) ?? range?.start
    let to = end?.instant(in: zone, zones: context.zones) ?? range?.end
    guard let from, let to else {
      return .failure(Failure(.usage, "both \"start\" and \"end\" are needed for that"))
    }
    guard to >= from else { return .failure(Self.endsTooSoon) }
    guard repeats else { return .success(reader.wire(from: from, to: to)) }
    guard let name = reader.wireName else {
      return .failure(
        Failure(
          .usage, "a series cannot be kept in \(reader.times.zone.name)", hint: "graphcal zones"))
    }
    let zone = reader.times.zone
    return .success(
      .timed(start: zone.wallTime(at: from), end: zone.wallTime(at: to), zoneName: name))
  }

  private static let endsTooSoon = Failure(.usage, "it would end before it starts")
}
