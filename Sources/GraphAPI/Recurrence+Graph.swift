import CalendarTime
package import Calendaring
package import JSON

extension Recurrence {
  /// Reads a Graph `patternedRecurrence`; nil for null and for anything that is no object.
  ///
  /// Only the fields that belong to the pattern's type and the range's are read: the service fills all
  /// others with 0, `first` and the year 1. Words are understood in any letter case.
  ///
  /// - Parameter json: the property `recurrence` of an event.
  /// - SeeAlso: Microsoft Graph, resources "recurrencePattern" and "recurrenceRange".
  package init?(graph json: JSON?) {
    guard let json, json.object != nil else { return nil }
    do throws(NotUnderstood) {
      self = .rule(try RecurrenceRule(graph: json))
    } catch {
      self = .notUnderstood(error.what)
    }
  }
}

/// What of a recurrence this program cannot read.
private struct NotUnderstood: Error {
  var what: String

  init(_ what: String) { self.what = what }

  /// A field without a usable value, as it was sent.
  init(_ field: String, _ value: JSON?) {
    what = field + (value.map { " \($0.text(.wire))" } ?? " missing")
  }
}

extension RecurrenceRule {
  fileprivate init(graph json: JSON) throws(NotUnderstood) {
    let pattern = json["pattern"]
    let range = json["range"]
    guard let start = range?["startDate"]?.string.flatMap(CalendarDate.init(parsing:)) else {
      throw NotUnderstood("startDate", range?["startDate"])
    }
    let firstDay =
      (pattern?["firstDayOfWeek"]?.string).flatMap { Weekday(graph: $0) } ?? .sunday
    let zone = (range?["recurrenceTimeZone"]?.string).flatMap { $0.isEmpty ? nil : $0 }
    let end = try End(graph: range)
    let shape = try Pattern(graph: pattern)
    do {
      self = try RecurrenceRule(
        shape, interval: pattern?["interval"]?.int ?? 1, firstDayOfWeek: firstDay, start: start,
        end: end, timeZone: zone)
    } catch {
      throw NotUnderstood(error.message)
    }
  }

  /// The rule as it is sent: what belongs to its type, and where weeks begin.
  ///
  /// - SeeAlso: Microsoft Graph, resource "patternedRecurrence".
  package var graphJSON: JSON {
    var range: JSONObject = ["startDate": .string(start.description)]
    switch end {
    case .never: range["type"] = "noEnd"
    case .date(let last):
      range["type"] = "endDate"
      range["endDate"] = .string(last.description)
    case .count(let count):
      range["type"] = "numbered"
      range["numberOfOccurrences"] = .number(count)
    }
    if let timeZone { range["recurrenceTimeZone"] = .string(timeZone) }
    var pattern = self.pattern.graphJSON
    pattern["interval"] = .number(interval)
    pattern["firstDayOfWeek"] = .string(firstDayOfWeek.graphName)
    return ["pattern": .object(pattern), "range": .object(range)]
  }
}

extension RecurrenceRule.End {
  fileprivate init(graph range: JSON?) throws(NotUnderstood) {
    switch range?["type"]?.string?.lowercased() {
    case "noend": self = .never
    case "enddate":
      guard let date = range?["endDate"]?.string.flatMap(CalendarDate.init(parsing:)) else {
        throw NotUnderstood("endDate", range?["endDate"])
      }
      self = .date(date)
    case "numbered":
      guard let count = range?["numberOfOccurrences"]?.int else {
        throw NotUnderstood("numberOfOccurrences", range?["numberOfOccurrences"])
      }
      self = .count(count)
    default: throw NotUnderstood("range type", range?["type"])
    }
  }
}

extension RecurrenceRule.Pattern {
  fileprivate init(graph pattern: JSON?) throws(NotUnderstood) {
    func number(_ field: String) throws(NotUnderstood) -> Int {
      guard let number = pattern?[field]?.int else { throw NotUnderstood(field, pattern?[field]) }
      return number
    }
    func days() throws(NotUnderstood) -> Set<Weekday> {
      let names = pattern?["daysOfWeek"]?.array ?? []
      let days = names.compactMap { $0.string.flatMap { Weekday(graph: $0) } }
      guard !days.isEmpty, days.count == names.count else {
        throw NotUnderstood("daysOfWeek", pattern?["daysOfWeek"])
      }
      return Set(days)
    }
    func index() throws(NotUnderstood) -> RecurrenceRule.Index {
      guard let sent = pattern?["index"], !sent.isNull else { return .first }
      guard let index = RecurrenceRule.Index(graph: sent.string) else {
        throw NotUnderstood("index", sent)
      }
      return index
    }
    switch pattern?["type"]?.string?.lowercased() {
    case "daily": self = .daily
    case "weekly": self = .weekly(try days())
    case "absolutemonthly": self = .absoluteMonthly(day: try number("dayOfMonth"))
    case "relativemonthly": self = .relativeMonthly(try index(), try days())
    case "absoluteyearly":
      self = .absoluteYearly(month: try number("month"), day: try number("dayOfMonth"))
    case "relativeyearly":
      self = .relativeYearly(month: try number("month"), try index(), try days())
    default: throw NotUnderstood("type", pattern?["type"])
    }
  }

  fileprivate var graphJSON: JSONObject {
    func names(_ days: Set<Weekday>) -> JSON {
      .array(days.sorted().map { .string($0.graphName) })
    }
    switch self {
    case .daily: return ["type": "daily"]
    case .weekly(let days): return ["type": "weekly", "daysOfWeek": names(days)]
    case .absoluteMonthly(let day):
      return ["type": "absoluteMonthly", "dayOfMonth": .number(day)]
    case .relativeMonthly(let index, let days):
      return [
        "type": "relativeMonthly", "index": .string(index.rawValue), "daysOfWeek": names(days),
      ]
    case .absoluteYearly(let month, let day):
      return ["type": "absoluteYearly", "month": .number(month), "dayOfMonth": .number(day)]
    case .relativeYearly(let month, let index, let days):
      return [
        "type": "relativeYearly", "month": .number(month), "index": .string(index.rawValue),
        "daysOfWeek": names(days),
      ]
    }
  }
}

extension Weekday {
  /// As Graph writes it: `monday`.
  fileprivate var graphName: String { name.lowercased() }

  fileprivate init?(graph name: String) {
    guard let day = Self.allCases.first(where: { $0.graphName == name.lowercased() }) else {
      return nil
    }
    self = day
  }
}
