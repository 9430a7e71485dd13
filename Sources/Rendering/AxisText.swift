import CalendarTime

/// Times of day in few cells.
struct AxisText {
  var clock: ClockStyle

  /// A row of an axis of so many cells: `09:00`, `9 am`; in fewer than five `09`, `9a`, `:30`.
  func row(_ minute: Int, cells: Int) -> String {
    let (hour, past) = (minute / 60, minute % 60)
    switch clock {
    case .twentyFourHours:
      if cells >= 5 { return "\(hour.padded(to: 2)):\(past.padded(to: 2))" }
      return past == 0 ? hour.padded(to: 2) : ":\(past.padded(to: 2))"
    case .twelveHours:
      let half = hour < 12 ? "am" : "pm"
      if cells >= 5 {
        return past == 0 ? "\(short(hour)) \(half)" : "\(short(hour)):\(past.padded(to: 2))"
      }
      return past == 0 ? "\(short(hour))\(half.prefix(1))" : ":\(past.padded(to: 2))"
    }
  }

  /// A time before a name: `09:00`, `9:00am`; in narrow places `9`, `9:15`, `9a`, `9:15a`.
  func moment(_ minute: Int, isNarrow: Bool) -> String {
    let (hour, past) = (minute / 60, minute % 60)
    let minutes = past == 0 && isNarrow ? "" : ":\(past.padded(to: 2))"
    switch clock {
    case .twentyFourHours: return (isNarrow ? "\(hour)" : hour.padded(to: 2)) + minutes
    case .twelveHours:
      return short(hour) + minutes + (hour < 12 ? "am" : "pm").prefix(isNarrow ? 1 : 2)
    }
  }

  private func short(_ hour: Int) -> String { String(hour % 12 == 0 ? 12 : hour % 12) }
}
