package import FoundationEssentials

extension Zone {
  /// A zone by the changes of its clocks, such as one that a file brings along.
  ///
  /// - Parameters:
  ///   - name: what it is called.
  ///   - first: what holds before the first change.
  ///   - changes: in any order; of two at one instant the later of the list counts.
  package init(
    name: String, first: LocalTimeType, changes: [(instant: Date, type: LocalTimeType)]
  ) {
    var times: [Int] = []
    var indexes: [UInt8] = []
    var types = [first]
    var last = first
    let ordered = changes.enumerated().sorted {
      ($0.element.instant, $0.offset) < ($1.element.instant, $1.offset)
    }
    for (_, change) in ordered {
      let second = change.instant.unixSecond
      if times.last == second {
        times.removeLast()
        indexes.removeLast()
        last = indexes.last.map { types[Int($0)] } ?? first
      }
      guard change.type != last else { continue }
      var place = types.firstIndex(of: change.type)
      if place == nil, types.count < 256 {
        types.append(change.type)
        place = types.count - 1
      }
      guard let place else { continue }
      times.append(second)
      indexes.append(UInt8(place))
      last = change.type
    }
    self.init(
      name: name, rules: ZoneRules(times: times, typeIndexes: indexes, types: types, footer: nil))
  }

  /// The same rules under another name.
  package func named(_ name: String) -> Zone { Zone(name: name, rules: rules) }
}

/// A change of the clocks that comes back each year.
package struct YearlyChange: Hashable, Sendable {
  /// 1 to 12.
  package let month: Int
  /// Which of its weekdays in the month: 1 to 4, and 5 for the last.
  package let week: Int
  package let weekday: Weekday
  /// Seconds after midnight by the clock in force before; also negative, and past a day.
  package let time: Int
  package let before: LocalTimeType
  package let after: LocalTimeType
}

extension Zone {
  /// The two changes of each year that go on for ever, and the first instant of which all changes are
  /// theirs.
  ///
  /// Nil for a zone whose clocks change no more, and for one whose rule counts days of the year.
  package var yearlyChanges: (since: Date, changes: [YearlyChange])? {
    guard let footer = rules.footer, let summer = footer.summer,
      let start = summer.start.yearly(from: footer.standard, to: summer.type),
      let end = summer.end.yearly(from: summer.type, to: footer.standard)
    else { return nil }
    var since = rules.times.last ?? .min
    // The data goes on past the year from which the rule holds.
    for index in rules.times.indices.reversed() {
      let second = rules.times[index]
      let before = index == 0 ? rules.types[0] : rules.types[Int(rules.typeIndexes[index - 1])]
      let period = footer.period(at: second)
      guard period.start == second, period.type == rules.types[Int(rules.typeIndexes[index])],
        footer.period(at: second - 1).type == before
      else { break }
      since = second
    }
    return (Date(unixSecond: max(since, -1_000_000_000_000)), [start, end])
  }
}

extension PosixRule.Change {
  fileprivate func yearly(from before: LocalTimeType, to after: LocalTimeType) -> YearlyChange? {
    guard case .weekday(let month, let week, let weekday) = day else { return nil }
    return YearlyChange(
      month: month, week: week, weekday: Weekday(isoNumber: weekday == 0 ? 7 : weekday), time: time,
      before: before, after: after)
  }
}
