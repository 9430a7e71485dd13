package import FoundationEssentials

/// How well a zone can be told to a service that knows the names of Windows.
package enum WindowsNameMatch: Hashable, Sendable {
  /// The rules of this Windows zone are the zone's own for the years compared.
  case exact(String)
  /// No Windows zone has these rules; `nearest` is the one meant for the place, where there is one.
  case none(nearest: String?)

  /// The name to send; nil where none is exact.
  package var name: String? {
    if case .exact(let name) = self { name } else { nil }
  }
}

extension ZoneDatabase {
  /// The Windows name whose rules are those of a zone for the five years from an instant.
  ///
  /// The Windows id of the place comes first, then any other with equal rules, so that the answer
  /// for a zone is always the same. A Windows id counts by the IANA zone that stands for it.
  package func windowsName(for zone: Zone, from instant: Date) -> WindowsNameMatch {
    if zone.isUTC { return .exact("UTC") }
    let wall = zone.wallTime(at: instant)
    let end = zone.instant(of: WallTime(date: wall.date.adding(months: 60)))
    let span = instant..<max(instant, end)
    let nearest = WindowsZones.windows(for: zone.name)
    if let nearest, let iana = WindowsZones.iana(for: nearest), stands(iana, for: zone, in: span) {
      return .exact(nearest)
    }
    let other = WindowsZones.all.first { stands($0.iana, for: zone, in: span) }
    return other.map { .exact($0.windows) } ?? .none(nearest: nearest)
  }

  private func stands(_ iana: String, for zone: Zone, in span: Range<Date>) -> Bool {
    guard let other = try? loadOrAlias(iana) else { return false }
    return zone.hasOffsets(of: other, in: span)
  }
}

extension Zone {
  /// Whether clocks of both zones agree at every instant of a range.
  package func hasOffsets(of other: Zone, in range: Range<Date>) -> Bool {
    if rules == other.rules { return true }
    var second = range.lowerBound.unixSecond
    let end = range.upperBound.unixSecondRoundedUp
    repeat {
      let (ours, theirs) = (rules.period(at: second), other.rules.period(at: second))
      guard ours.type.offset == theirs.type.offset else { return false }
      second = min(ours.end, theirs.end)
    } while second < end
    return true
  }
}
