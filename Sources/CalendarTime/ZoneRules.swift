/// All that a zone's file says: the changes on record, then a rule for the years after them.
///
/// Immutable and shared by every `Zone` made from the same file.
final class ZoneRules: Sendable {
  /// Seconds since 1970 UTC, strictly ascending.
  let times: [Int]
  /// For each of `times`, the index in `types` of what begins there.
  let typeIndexes: [UInt8]
  /// Never empty; the first holds before all `times` (RFC 9636 section 3.2).
  let types: [LocalTimeType]
  /// What holds from the last of `times` on; nil when the last type stays.
  let footer: PosixRule?

  /// - Precondition: `types` is not empty and every index in range.
  init(times: [Int], typeIndexes: [UInt8], types: [LocalTimeType], footer: PosixRule?) {
    precondition(!types.isEmpty && times.count == typeIndexes.count, "a zone has a type a change")
    self.times = times
    self.typeIndexes = typeIndexes
    self.types = types
    self.footer = footer
  }

  convenience init(fixed type: LocalTimeType) {
    self.init(times: [], typeIndexes: [], types: [type], footer: nil)
  }

  convenience init(rule: PosixRule) {
    self.init(times: [], typeIndexes: [], types: [rule.standard], footer: rule)
  }

  func type(at second: Int) -> LocalTimeType { period(at: second).type }

  /// The stretch of unchanged time around a second since 1970 UTC.
  func period(at second: Int) -> ZonePeriod {
    let following = indexOfFirstChange(after: second)
    if following == times.count {
      let start = times.last ?? .min
      if let footer {
        let period = footer.period(at: second)
        return ZonePeriod(start: max(start, period.start), end: period.end, type: period.type)
      }
      let type = typeIndexes.last.map { types[Int($0)] } ?? types[0]
      return ZonePeriod(start: start, end: .max, type: type)
    }
    let start = following == 0 ? Int.min : times[following - 1]
    let type = following == 0 ? types[0] : types[Int(typeIndexes[following - 1])]
    return ZonePeriod(start: start, end: times[following], type: type)
  }

  private func indexOfFirstChange(after second: Int) -> Int {
    var low = 0
    var high = times.count
    while low < high {
      let middle = (low + high) / 2
      if times[middle] <= second { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension ZoneRules: Hashable {
  static func == (left: ZoneRules, right: ZoneRules) -> Bool {
    left === right
      || left.times == right.times && left.typeIndexes == right.typeIndexes
        && left.types == right.types && left.footer == right.footer
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(times.count)
    hasher.combine(times.last)
    hasher.combine(types)
  }
}
