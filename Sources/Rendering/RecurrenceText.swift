import CalendarTime
package import JSON

/// How a series goes on, in words.
package enum RecurrenceText {
  /// The words for a Graph `patternedRecurrence`; only the fields of its type are read.
  ///
  /// A type this program does not know becomes a note with its name. Nil for null and for no object.
  ///
  /// - SeeAlso: Microsoft Graph, resources "recurrencePattern" and "recurrenceRange".
  package static func words(_ recurrence: JSON) -> String? {
    guard let pattern = recurrence["pattern"], pattern.object != nil else { return nil }
    return words(pattern: pattern) + (recurrence["range"].flatMap(words(range:)) ?? "")
  }

  private static func words(pattern: JSON) -> String {
    let type = pattern["type"]?.string ?? ""
    let interval = max(1, pattern["interval"]?.int ?? 1)
    func every(_ unit: String) -> String {
      interval == 1 ? "every \(unit)" : "every \(interval) \(unit)s"
    }
    let day = pattern["dayOfMonth"]?.int ?? 0
    switch type.lowercased() {
    case "daily": return every("day")
    case "weekly":
      let days = weekdays(pattern)
      return every("week") + (days.isEmpty ? "" : " on " + list(days))
    case "absolutemonthly": return every("month") + " on day \(day)"
    case "relativemonthly": return every("month") + " on the " + relative(pattern)
    case "absoluteyearly": return every("year") + " on \(day) \(month(pattern))"
    case "relativeyearly":
      return every("year") + " on the \(relative(pattern)) of \(month(pattern))"
    default: return type.isEmpty ? "in a way not told" : "in a way unknown here (\(type))"
    }
  }

  private static func words(range: JSON) -> String? {
    var words = ""
    if let start = date(range["startDate"]) { words += " from \(start.heading)" }
    switch range["type"]?.string?.lowercased() {
    case "enddate": if let end = date(range["endDate"]) { words += " until \(end.heading)" }
    case "numbered":
      if let count = range["numberOfOccurrences"]?.int, count > 0 {
        words += count == 1 ? ", once" : ", \(count) times"
      }
    default: break
    }
    return words
  }

  /// A date of a range; year 1 means none.
  private static func date(_ json: JSON?) -> CalendarDate? {
    guard let text = json?.string, let date = CalendarDate(parsing: text), date.year > 1 else {
      return nil
    }
    return date
  }

  private static func weekdays(_ pattern: JSON) -> [String] {
    (pattern["daysOfWeek"]?.array ?? []).compactMap(\.string).compactMap(Weekday.init(named:))
      .sorted().map(\.shortName)
  }

  private static func relative(_ pattern: JSON) -> String {
    let index = pattern["index"]?.string?.lowercased() ?? "first"
    let days = Set(weekdays(pattern))
    let name: String
    if days.count == 7 {
      name = "day"
    } else if days == ["Mon", "Tue", "Wed", "Thu", "Fri"] {
      name = "weekday"
    } else {
      name = list(weekdays(pattern), last: "or")
    }
    return "\(index) \(name)"
  }

  private static func month(_ pattern: JSON) -> String {
    guard let number = pattern["month"]?.int,
      let first = CalendarDate(year: 2000, month: number, day: 1)
    else { return "a month not told" }
    return Month(containing: first).name
  }

  private static func list(_ words: [String], last: String = "and") -> String {
    guard let final = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " \(last) " + final
  }
}
