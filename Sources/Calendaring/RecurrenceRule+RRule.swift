import CalendarTime

extension RecurrenceRule {
  /// The rule as iCalendar writes it: `FREQ=WEEKLY;BYDAY=MO,WE;COUNT=4;WKST=SU`.
  ///
  /// It has the same days as this rule where the event starts on `firstDate`, short months included.
  /// An end by date is that of the last occurrence: in UTC, or a date for whole days. `WKST` is always
  /// written, since Outlook and the RFC begin their weeks on different days.
  ///
  /// - Parameter time: when the occurrences begin.
  /// - Returns: the value of an `RRULE` property, without its name (RFC 5545 section 3.3.10).
  package func rrule(at time: SeriesTime) -> String {
    var parts = patternParts
    if interval > 1 { parts.insert("INTERVAL=\(interval)", at: 1) }
    switch end {
    case .never: break
    case .count(let count): parts.append("COUNT=\(count)")
    case .date(let date): parts.append("UNTIL=" + Self.until(lastDate ?? date, time))
    }
    parts.append("WKST=" + firstDayOfWeek.rruleName)
    return parts.joined(separator: ";")
  }

  private var patternParts: [String] {
    switch pattern {
    case .daily: ["FREQ=DAILY"]
    case .weekly(let days): ["FREQ=WEEKLY", Self.byDay(days)]
    case .absoluteMonthly(let day): ["FREQ=MONTHLY"] + Self.byMonthDay(day)
    case .relativeMonthly(let index, let days): ["FREQ=MONTHLY"] + Self.byDay(days, index)
    case .absoluteYearly(let month, let day):
      ["FREQ=YEARLY", "BYMONTH=\(month)"]
        + [pattern.isOftenLastDay ? "BYMONTHDAY=-1" : "BYMONTHDAY=\(day)"]
    case .relativeYearly(let month, let index, let days):
      ["FREQ=YEARLY", "BYMONTH=\(month)"] + Self.byDay(days, index)
    }
  }

  /// The day, or the last of a month that has no such day.
  private static func byMonthDay(_ day: Int) -> [String] {
    switch day {
    case ...28: ["BYMONTHDAY=\(day)"]
    case 31: ["BYMONTHDAY=-1"]
    default:
      ["BYMONTHDAY=" + (28...day).map(String.init).joined(separator: ","), "BYSETPOS=-1"]
    }
  }

  private static func byDay(_ days: Set<Weekday>) -> String {
    "BYDAY=" + days.sorted().map(\.rruleName).joined(separator: ",")
  }

  private static func byDay(_ days: Set<Weekday>, _ index: Index) -> [String] {
    if let only = days.first, days.count == 1 { return ["BYDAY=\(index.number)\(only.rruleName)"] }
    return [byDay(days), "BYSETPOS=\(index.number)"]
  }

  private static func until(_ date: CalendarDate, _ time: SeriesTime) -> String {
    func basic(_ date: CalendarDate) -> String { date.description.filter { $0 != "-" } }
    guard time.secondOfDay != nil else { return basic(date) }
    let wall = Zone.utc.wallTime(at: time.instant(on: date))
    let clock = [wall.hour, wall.minute, wall.second].map { $0.padded(to: 2) }.joined()
    return "\(basic(wall.date))T\(clock)Z"
  }
}

extension Weekday {
  /// As iCalendar writes it: `MO`.
  var rruleName: String { name.prefix(2).uppercased() }
}
