package import FoundationEssentials

/// A named set of rules that tells wall clocks from instants and back.
///
/// Equal zones have the same name and the same rules.
package struct Zone: Hashable, Sendable {
  /// The IANA name, such as `Europe/Berlin`; `UTC+05:30` for a zone that is only an offset.
  package let name: String
  let rules: ZoneRules

  init(name: String, rules: ZoneRules) {
    self.name = name
    self.rules = rules
  }

  /// Coordinated Universal Time, which needs no zone data.
  package static let utc = Zone(
    name: "UTC",
    rules: ZoneRules(fixed: LocalTimeType(offset: 0, isDaylightSaving: false, abbreviation: "UTC")))

  /// Whether this is UTC under any of its names: for ever without an offset, and calling it UTC.
  package var isUTC: Bool { rules.types == Zone.utc.rules.types && rules.footer?.summer == nil }

  /// The zone that is always the same distance from UTC.
  ///
  /// - Parameter secondsEast: -89,999 to 93,599; what lies beyond counts as the nearer of these.
  /// - Returns: a zone named like `UTC+05:30`; `utc` for 0.
  package static func fixed(secondsEast: Int) -> Zone {
    let range = LocalTimeType.offsets
    let offset = min(max(secondsEast, range.lowerBound), range.upperBound)
    if offset == 0 { return utc }
    let name = "UTC" + OffsetText.extended(offset)
    let type = LocalTimeType(
      offset: offset, isDaylightSaving: false, abbreviation: OffsetText.extended(offset))
    return Zone(name: name, rules: ZoneRules(fixed: type))
  }

  /// Seconds east of UTC.
  package func offset(at instant: Date) -> Int { type(at: instant).offset }

  /// As the zone's data writes it: `CEST`, or `+03` where no letters are in use.
  package func abbreviation(at instant: Date) -> String { type(at: instant).abbreviation }

  /// What the zone's data calls summer time; not to be used for arithmetic.
  package func isDaylightSaving(at instant: Date) -> Bool { type(at: instant).isDaylightSaving }

  /// Offset, abbreviation and summer time in one lookup.
  package func type(at instant: Date) -> LocalTimeType {
    rules.type(at: instant.unixSecond)
  }

  /// What the clocks of the zone show at an instant, to the microsecond.
  package func wallTime(at instant: Date) -> WallTime {
    let second = instant.unixSecond
    let local = second + rules.type(at: second).offset
    let day = local.flooredQuotient(86_400)
    return WallTime(
      date: CalendarDate(daysSinceEpoch: day), secondOfDay: local - day * 86_400,
      nanosecond: instant.nanosecond)
  }

  /// The date that calendars of the zone show at an instant.
  package func date(at instant: Date) -> CalendarDate {
    let second = instant.unixSecond
    return CalendarDate(
      daysSinceEpoch: (second + rules.type(at: second).offset).flooredQuotient(86_400))
  }

  /// The changes of offset, abbreviation or summer time within a range, earliest first.
  package func transitions(in range: Range<Date>) -> [ZoneTransition] {
    var found: [ZoneTransition] = []
    var period = rules.period(at: range.lowerBound.unixSecond - 1)
    let end = range.upperBound.unixSecondRoundedUp
    while period.end < end {
      let next = rules.period(at: period.end)
      let instant = Date(unixSecond: period.end)
      if next.type != period.type, range.contains(instant) {
        found.append(ZoneTransition(instant: instant, before: period.type, after: next.type))
      }
      period = next
    }
    return found
  }
}

/// A change of the clocks of a zone.
package struct ZoneTransition: Hashable, Sendable {
  /// The first instant of the new time.
  package let instant: Date
  /// What held up to the change.
  package let before: LocalTimeType
  /// What holds from the change on.
  package let after: LocalTimeType

  /// Seconds the clocks are put forward; negative when put back, 0 when only the name changes.
  package var shift: Int { after.offset - before.offset }
}
