import CalendarTime
import JSON

extension Weekday {
  /// As Graph writes it: `monday`.
  var graphName: String {
    switch self {
    case .monday: "monday"
    case .tuesday: "tuesday"
    case .wednesday: "wednesday"
    case .thursday: "thursday"
    case .friday: "friday"
    case .saturday: "saturday"
    case .sunday: "sunday"
    }
  }

  init?(graphName: String) {
    let wanted = graphName.lowercased()
    guard let found = Weekday.allCases.first(where: { $0.graphName == wanted }) else { return nil }
    self = found
  }
}

/// A `patternedRecurrence` as it was sent: its rule, and the resource as the service answers it.
struct Recurrence: Equatable, Sendable {
  var rule: SeriesRule
  /// Every property of the metadata, unused ones filled as the service fills them.
  var document: JSON

  /// Reads and checks a sent recurrence.
  ///
  /// Properties that the type does not use are still checked, as the service does.
  ///
  /// - Parameters:
  ///   - json: the object that was sent, names and words in any case.
  ///   - start: the first day, in the zone of the series; `startDate` has to be it.
  ///   - eventStart: the date of the event's `start` where its zone is another; taken as well.
  ///   - zone: the name of the event's zone, for `recurrenceTimeZone`.
  /// - Throws: 400 `ErrorPropertyValidationFailure`.
  init(
    _ json: JSON, start: CalendarDate, eventStart: CalendarDate? = nil, zone: String
  ) throws(GraphError) {
    guard let object = json.object else { throw .propertyValidation }
    let pattern = try Self.object("pattern", in: object)
    let range = try Self.object("range", in: object)
    let fields = try PatternFields(pattern)
    let (end, rangeType) = try Self.end(range, start: start)
    if let startDate = try Self.date("startDate", in: range), startDate != start,
      startDate != eventStart
    {
      throw .propertyValidation
    }
    rule = SeriesRule(
      try fields.pattern(), interval: fields.interval, start: start,
      end: end)
    guard rule.firstDate != nil else { throw .propertyValidation }
    document = [
      "pattern": fields.document(for: rule.pattern),
      "range": [
        "type": .string(rangeType), "startDate": .string(start.description),
        "endDate": .string(Self.endDate(end)),
        "recurrenceTimeZone": .string(zone),
        "numberOfOccurrences": .number(Self.count(end)),
      ],
    ]
  }

  private static func endDate(_ end: SeriesRule.End) -> String {
    guard case .date(let date) = end else { return "0001-01-01" }
    return date.description
  }

  private static func count(_ end: SeriesRule.End) -> Int {
    guard case .count(let count) = end else { return 0 }
    return count
  }

  private static func object(
    _ name: String, in object: JSONObject
  ) throws(GraphError) -> JSONObject {
    guard let value = object.value(name)?.object else { throw .propertyValidation }
    return value
  }

  private static func date(
    _ name: String, in object: JSONObject
  ) throws(GraphError) -> CalendarDate? {
    guard let value = object.value(name), !value.isNull, value != "" else { return nil }
    guard let text = value.string, let wall = EventTime.wall(text)?.wall, wall.secondOfDay == 0
    else { throw .propertyValidation }
    return wall.date
  }

  private static func end(
    _ range: JSONObject, start: CalendarDate
  ) throws(GraphError) -> (SeriesRule.End, type: String) {
    let count = try range.wholeNumber("numberOfOccurrences")
    let date = try date("endDate", in: range)
    switch try range.word("type", of: ["endDate", "noEnd", "numbered"]) {
    case "endDate":
      guard let date, date >= start else { throw .propertyValidation }
      return (.date(date), "endDate")
    case "numbered":
      guard let count, count > 0, count <= 100_000 else { throw .propertyValidation }
      return (.count(count), "numbered")
    case "noEnd": return (.never, "noEnd")
    default: throw .propertyValidation
    }
  }
}

/// The properties of a `recurrencePattern`, each checked by itself.
private struct PatternFields {
  var type: String
  var interval: Int
  var month: Int
  var dayOfMonth: Int
  var days: [Weekday]
  var firstDay: Weekday?
  var index: SeriesRule.Index?

  init(_ json: JSONObject) throws(GraphError) {
    let types = [
      "daily", "weekly", "absoluteMonthly", "relativeMonthly", "absoluteYearly", "relativeYearly",
    ]
    guard let type = try json.word("type", of: types) else { throw .propertyValidation }
    self.type = type
    interval = try json.wholeNumber("interval") ?? 0
    month = try json.wholeNumber("month") ?? 0
    dayOfMonth = try json.wholeNumber("dayOfMonth") ?? 0
    guard interval >= 1, interval <= 999, (0...12).contains(month), (0...31).contains(dayOfMonth)
    else { throw .propertyValidation }
    days = []
    for name in json.value("daysOfWeek")?.array ?? [] {
      guard let day = name.string.flatMap(Weekday.init(graphName:)) else {
        throw .propertyValidation
      }
      if !days.contains(day) { days.append(day) }
    }
    let weekdays = Weekday.allCases.map(\.graphName)
    firstDay = try json.word("firstDayOfWeek", of: weekdays).flatMap(Weekday.init(graphName:))
    index = try json.word("index", of: SeriesRule.Index.allCases.map(\.rawValue))
      .flatMap(SeriesRule.Index.init(rawValue:))
  }

  func pattern() throws(GraphError) -> SeriesRule.Pattern {
    switch type {
    case "daily": return .daily
    case "weekly": return .weekly(Set(try someDays()), firstDay: firstDay ?? .sunday)
    case "absoluteMonthly": return .absoluteMonthly(day: try day())
    case "relativeMonthly": return .relativeMonthly(Set(try someDays()), index ?? .first)
    case "absoluteYearly":
      return .absoluteYearly(month: try someMonth(), day: try day())
    default:
      return .relativeYearly(month: try someMonth(), Set(try someDays()), index ?? .first)
    }
  }

  private func someDays() throws(GraphError) -> [Weekday] {
    guard !days.isEmpty else { throw .propertyValidation }
    return days
  }

  private func day() throws(GraphError) -> Int {
    guard dayOfMonth >= 1 else { throw .propertyValidation }
    return dayOfMonth
  }

  private func someMonth() throws(GraphError) -> Int {
    guard month >= 1 else { throw .propertyValidation }
    return month
  }

  /// The pattern as answers have it: the type's properties, and fillers for the others.
  func document(for pattern: SeriesRule.Pattern) -> JSON {
    var usesMonth = false
    var usesDay = false
    var usesDays = false
    switch pattern {
    case .daily: break
    case .weekly, .relativeMonthly: usesDays = true
    case .absoluteMonthly: usesDay = true
    case .absoluteYearly: (usesMonth, usesDay) = (true, true)
    case .relativeYearly: (usesMonth, usesDays) = (true, true)
    }
    var document: JSONObject = [
      "type": .string(type), "interval": .number(interval),
      "month": .number(usesMonth ? month : 0), "dayOfMonth": .number(usesDay ? dayOfMonth : 0),
    ]
    if usesDays { document["daysOfWeek"] = .array(days.map { .string($0.graphName) }) }
    document["firstDayOfWeek"] = .string((firstDay ?? .sunday).graphName)
    document["index"] = .string((index ?? .first).rawValue)
    return .object(document)
  }
}
