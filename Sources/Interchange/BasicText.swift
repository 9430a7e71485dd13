import CalendarTime
import FoundationEssentials

// Times as iCalendar writes them, without hyphens and colons.

extension CalendarDate {
  /// `20261201`.
  var basicText: String {
    let (year, month, day) = components
    return year.padded(to: 4) + month.padded(to: 2) + day.padded(to: 2)
  }
}

extension WallTime {
  /// `20261201T090000`.
  var basicText: String {
    date.basicText + "T" + hour.padded(to: 2) + minute.padded(to: 2) + second.padded(to: 2)
  }
}

extension Date {
  /// `20261201T080000Z`.
  var basicText: String { Zone.utc.wallTime(at: self).basicText + "Z" }
}

extension LocalTimeType {
  /// `+0100`; with seconds where the offset has them.
  static func basicText(_ offset: Int) -> String {
    let seconds = abs(offset)
    let text = (seconds / 3600).padded(to: 2) + (seconds / 60 % 60).padded(to: 2)
    return (offset < 0 ? "-" : "+") + text + (seconds % 60 == 0 ? "" : (seconds % 60).padded(to: 2))
  }
}
