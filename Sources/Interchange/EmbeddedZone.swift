import CalendarTime
import FoundationEssentials
import ICalendarC

/// A zone as a file describes it, made of the times of day that take turns in it.
///
/// Source: RFC 5545 section 3.6.5. Rules that began in 1601, as Outlook writes them, hold for the years
/// that events have.
enum EmbeddedZone {
  static let properties: Set<String> = [
    "TZID", "X-LIC-LOCATION", "DTSTART", "RRULE", "RDATE", "TZOFFSETFROM", "TZOFFSETTO", "TZNAME",
  ]

  /// The years whose changes are reckoned.
  private static let years = 1900...2150

  /// Why a description cannot be used, in words.
  struct Problem: Error, Hashable {
    var line: Int
    var reason: String
  }

  /// A zone, and how far its description goes.
  struct Described: Hashable {
    var zone: Zone
    /// What comes after is not told; distant for rules that go on, and for a zone without changes.
    var end: Date
  }

  /// The zone of a `VTIMEZONE` under the name it has in the file.
  static func zone(_ component: Component, name: String) throws(Problem) -> Described {
    var changes: [(instant: Date, type: LocalTimeType)] = []
    var first: (instant: Date, offset: Int)?
    var goesOn = false
    let parts = component.children.filter { ["STANDARD", "DAYLIGHT"].contains($0.kind) }
    guard !parts.isEmpty else {
      throw Problem(line: component.line, reason: "it has neither STANDARD nor DAYLIGHT")
    }
    for part in parts {
      let observance = try Observance(part)
      if observance.goesOn { goesOn = true }
      for instant in try observance.instants(in: years) {
        changes.append((instant, observance.type))
        if first.map({ instant < $0.instant }) ?? true { first = (instant, observance.from) }
      }
    }
    let offset = first?.offset ?? 0
    let before =
      changes.map(\.type).first { $0.offset == offset }
      ?? LocalTimeType(offset: offset, isDaylightSaving: false, abbreviation: "LMT")
    let last = changes.map(\.instant).max() ?? .distantFuture
    return Described(
      zone: Zone(name: name, first: before, changes: changes),
      end: goesOn || changes.count == 1 ? .distantFuture : last)
  }

  /// One of the times of day that take turns.
  private struct Observance {
    var line: Int
    var start: WallTime
    var from: Int
    var type: LocalTimeType
    var rule: ICalProperty?
    var dates: [WrittenMoment] = []

    init(_ component: Component) throws(Problem) {
      line = component.line
      func offset(_ name: String) throws(Problem) -> Int {
        guard let property = component[name], let offset = WrittenOffset.seconds(property.value)
        else { throw Problem(line: component.line, reason: "it has no \(name) that can be read") }
        return offset
      }
      from = try offset("TZOFFSETFROM")
      let isDaylight = component.kind == "DAYLIGHT"
      type = LocalTimeType(
        offset: try offset("TZOFFSETTO"), isDaylightSaving: isDaylight,
        abbreviation: component.text("TZNAME") ?? (isDaylight ? "DST" : "STD"))
      guard let property = component["DTSTART"], let moment = WrittenMoment(property),
        let start = moment.wallTime
      else { throw Problem(line: line, reason: "it has no DTSTART that can be read") }
      self.start = start
      rule = component["RRULE"]
      for property in component.all("RDATE") {
        for text in property.value.split(separator: ",") {
          guard let moment = WrittenMoment(text) else {
            throw Problem(line: property.line, reason: "RDATE:\(text) is no time")
          }
          dates.append(moment)
        }
      }
    }

    /// Whether it comes back each year without an end.
    var goesOn: Bool { rule.map { !$0.value.uppercased().contains("UNTIL=") } ?? false }

    /// The instants at which it begins.
    func instants(in years: ClosedRange<Int>) throws(Problem) -> [Date] {
      var instants = dates.compactMap(\.wallTime).map(instant)
      guard let rule else { return instants + [instant(start)] }
      guard let yearly = ZoneRule(rule.value) else {
        throw Problem(line: rule.line, reason: "RRULE:\(rule.value) is no rule for clocks")
      }
      let firstYear = max(years.lowerBound, start.date.year)
      for year in stride(from: firstYear, through: years.upperBound, by: 1) {
        for date in yearly.dates(in: year, start: start.date) where date >= start.date {
          let instant = instant(WallTime(date: date, secondOfDay: start.secondOfDay))
          if let until = yearly.until, instant > until.instant(offset: from) { return instants }
          instants.append(instant)
        }
      }
      return instants
    }

    /// Wall times here are those of the offset before the change.
    private func instant(_ wall: WallTime) -> Date {
      Zone.fixed(secondsEast: from).instant(of: wall)
    }
  }
}

extension WrittenMoment {
  /// What is written, whatever the zone; a date begins at midnight.
  var wallTime: WallTime? {
    switch self {
    case .date(let date): WallTime(date: date)
    case .wall(let wall, _): wall
    case .utc(let instant): Zone.utc.wallTime(at: instant)
    }
  }

  /// The instant by clocks that are so far from UTC.
  fileprivate func instant(offset: Int) -> Date {
    switch self {
    case .date(let date):
      // An end by date includes the day.
      Zone.fixed(secondsEast: offset).instant(of: WallTime(date: date, secondOfDay: 86_399))
    case .wall(let wall, _): Zone.fixed(secondsEast: offset).instant(of: wall)
    case .utc(let instant): instant
    }
  }
}

/// A yearly rule for a change of clocks, in the forms that calendars write.
private struct ZoneRule {
  private var month: Int?
  private var weekday: (ordinal: Int?, weekday: Weekday)?
  private var monthDays: [Int] = []
  private(set) var until: WrittenMoment?

  init?(_ text: String) {
    for part in text.uppercased().split(separator: ";") {
      let sides = part.split(separator: "=", maxSplits: 1).map { $0.trimmed }
      guard sides.count == 2 else { return nil }
      switch sides[0] {
      case "FREQ": if sides[1] != "YEARLY" { return nil }
      case "INTERVAL": if sides[1] != "1" { return nil }
      case "WKST", "COUNT": break
      case "BYMONTH":
        guard let number = Int(sides[1]), (1...12).contains(number) else { return nil }
        month = number
      case "BYDAY":
        guard let day = Weekday(named: sides[1].suffix(2)) else { return nil }
        let number = sides[1].dropLast(2)
        let ordinal = Int(number)
        guard number.isEmpty || ordinal.map({ $0 != 0 && abs($0) <= 5 }) == true else {
          return nil
        }
        weekday = (ordinal, day)
      case "BYMONTHDAY":
        let numbers = sides[1].split(separator: ",").map { Int($0) }
        monthDays = numbers.compactMap(\.self)
        guard monthDays.count == numbers.count,
          monthDays.allSatisfy({ $0 != 0 && abs($0) <= 31 })
        else { return nil }
      case "UNTIL":
        guard let moment = WrittenMoment(sides[1]) else { return nil }
        until = moment
      default: return nil
      }
    }
  }

  func dates(in year: Int, start: CalendarDate) -> [CalendarDate] {
    let month = month ?? start.month
    let length = CalendarDate.length(ofMonth: month, year: year)
    var days = Array(1...length)
    if !monthDays.isEmpty {
      let wanted = Set(monthDays.map { $0 < 0 ? length + 1 + $0 : $0 })
      days = days.filter(wanted.contains)
    }
    if let weekday {
      days = days.filter {
        CalendarDate(year: year, month: month, day: $0)?.weekday == weekday.weekday
      }
      if let ordinal = weekday.ordinal {
        let place = ordinal > 0 ? ordinal - 1 : days.count + ordinal
        days = days.indices.contains(place) ? [days[place]] : []
      }
    } else if monthDays.isEmpty {
      days = days.filter { $0 == start.day }
    }
    return days.compactMap { CalendarDate(year: year, month: month, day: $0) }
  }
}
