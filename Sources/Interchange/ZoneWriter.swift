import CalendarTime
import FoundationEssentials

/// Writes the rules of a zone for those who read a file without zone data of their own.
///
/// Changes that come back each year are written as rules, from the year on in which they hold; those
/// before, and those of a zone that has no such rule, one by one.
struct ZoneWriter {
  var zone: Zone

  /// The years for which changes are written one by one where they have no end.
  private static let listedYears = 10

  /// All that times from `earliest` through `latest` need.
  func write(from earliest: Date, through latest: Date, to lines: inout LineWriter) {
    lines.add("BEGIN", raw: "VTIMEZONE")
    lines.add("TZID", text: zone.name)
    let start = yearStart(earliest)
    let listed = listed(latest, from: earliest)
    let yearly = yearly(upTo: max(start, listed))
    let end = yearly.map { max($0.since, start) } ?? listed
    let changes = zone.transitions(in: start..<max(start, end))
    if yearly == nil || !changes.isEmpty || end > start { writeFirst(at: start, to: &lines) }
    for change in changes { write(change, to: &lines) }
    for (change, rule) in yearly?.rules ?? [] { write(change, rule, from: end, to: &lines) }
    lines.add("END", raw: "VTIMEZONE")
  }

  /// The changes of each year with their rules, where both have one and hold before an instant.
  private func yearly(upTo limit: Date) -> (since: Date, rules: [(YearlyChange, String)])? {
    guard let (since, changes) = zone.yearlyChanges, since <= limit else { return nil }
    let rules = changes.compactMap { change in Self.rule(change).map { (change, $0) } }
    return rules.count == changes.count ? (since, rules) : nil
  }

  private func yearStart(_ instant: Date) -> Date {
    let year = max(2, zone.date(at: instant).year)
    return CalendarDate(year: year - 1, month: 1, day: 1).map(zone.startOfDay) ?? instant
  }

  private func listed(_ latest: Date, from earliest: Date) -> Date {
    let limit = zone.date(at: max(earliest, min(latest, Self.farthest))).adding(
      days: 366 * (latest > Self.farthest ? Self.listedYears : 1))
    return zone.startOfDay(limit)
  }

  /// An end that is none.
  private static let farthest = Date(unixSecond: 4_000_000_000)

  /// What holds before the first change that is written.
  private func writeFirst(at start: Date, to lines: inout LineWriter) {
    let type = zone.type(at: start)
    write(type, offsetFrom: type.offset, wall: zone.wallTime(at: start), rule: nil, to: &lines)
  }

  private func write(_ change: ZoneTransition, to lines: inout LineWriter) {
    let wall = Zone.fixed(secondsEast: change.before.offset).wallTime(at: change.instant)
    write(change.after, offsetFrom: change.before.offset, wall: wall, rule: nil, to: &lines)
  }

  /// A change of each year, from the one that comes last before `start` on.
  private func write(
    _ change: YearlyChange, _ rule: String, from start: Date, to lines: inout LineWriter
  ) {
    let before = Zone.fixed(secondsEast: change.before.offset)
    let since = zone.yearlyChanges?.since ?? start
    let around = max(start.addingTimeInterval(-366 * 86_400), since)
    let after = around.addingTimeInterval(800 * 86_400)
    let first = zone.transitions(in: around..<after).first {
      $0.after == change.after && $0.before == change.before
    }
    guard let first else { return }
    write(
      change.after, offsetFrom: change.before.offset, wall: before.wallTime(at: first.instant),
      rule: rule, to: &lines)
  }

  private func write(
    _ type: LocalTimeType, offsetFrom: Int, wall: WallTime, rule: String?,
    to lines: inout LineWriter
  ) {
    let kind = type.isDaylightSaving ? "DAYLIGHT" : "STANDARD"
    lines.add("BEGIN", raw: kind)
    lines.add("DTSTART", raw: wall.basicText)
    if let rule { lines.add("RRULE", raw: rule) }
    lines.add("TZOFFSETFROM", raw: LocalTimeType.basicText(offsetFrom))
    lines.add("TZOFFSETTO", raw: LocalTimeType.basicText(type.offset))
    lines.add("TZNAME", text: type.abbreviation)
    lines.add("END", raw: kind)
  }

  /// The days of a yearly change; nil where no simple rule says them.
  private static func rule(_ change: YearlyChange) -> String? {
    let shift = change.time.flooredQuotient(86_400)
    let weekday = Weekday(
      isoNumber: (change.weekday.rawValue - 1 + shift).flooredRemainder(7) + 1)
    let day = weekday.name.prefix(2).uppercased()
    let month = "FREQ=YEARLY;BYMONTH=\(change.month)"
    if shift == 0 {
      return "\(month);BYDAY=\(change.week == 5 ? -1 : change.week)\(day)"
    }
    // The day before or after such a weekday lies within a week of the month of its own.
    let length = CalendarDate.length(ofMonth: change.month, year: 2001)
    guard change.week < 5 || change.month != 2 else { return nil }
    let first = (change.week == 5 ? length - 6 : change.week * 7 - 6) + shift
    guard first >= 1, first + 6 <= length else { return nil }
    let days = (first...(first + 6)).map(String.init).joined(separator: ",")
    return "\(month);BYMONTHDAY=\(days);BYDAY=\(day)"
  }
}
