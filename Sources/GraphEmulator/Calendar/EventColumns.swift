import CalendarTime
import FoundationEssentials
import JSON
import SQLite

/// The events of a list with only those properties that a filter or an order asks for.
///
/// A long list is held against a condition without reading its documents whole: the database cuts the
/// few members out of them.
final class EventColumns {
  private struct Stored {
    var document: JSONObject
    var created: Date
    var modified: Date
  }

  /// Shorter lists are read whole.
  private static let worthwhile = 100
  /// What is worked out for each event rather than stored with it.
  private static let computed: Set<String> = [
    "start", "end", "type", "seriesMasterId", "createdDateTime", "lastModifiedDateTime",
    "originalStart",
  ]

  private let reader: EventReader
  private let asked: Set<String>
  private let stored: [Int: Stored]

  /// Reads the columns that `options` asks for; nil where the events are better read whole: short
  /// lists, and callers from whom something is hidden.
  init?(
    for instances: [EventInstance], of calendar: MailboxItem?, _ options: QueryOptions,
    _ reader: EventReader
  ) throws(GraphError) {
    let paths = (options.filter?.paths ?? []) + options.orderBy.map(\.path)
    guard let calendar, instances.count >= Self.worthwhile, options.search == nil,
      !paths.isEmpty, reader.rights.sight == .everything, reader.rights.seesPrivate
    else { return nil }
    self.reader = reader
    asked = Set(paths.compactMap(\.first))
    stored = try Self.read(asked.subtracting(Self.computed).sorted(), of: calendar, reader.mailbox)
  }

  private static func read(
    _ names: [String], of calendar: MailboxItem, _ mailbox: Mailbox
  ) throws(GraphError) -> [Int: Stored] {
    // Names are of the metadata, so they are letters alone.
    let members = names.map { "'\($0)', document -> '$.\($0)'" }.joined(separator: ", ")
    let rows = try mailbox.sql { (database) throws(SQLiteError) in
      try database.rows(
        """
        SELECT number, created, modified, json_object(\(members)) FROM items \
        WHERE parent = ? AND kind = 'event' AND isDeleted = 0 AND series IS NULL
        """, calendar.number
      ) { (row) in
        (
          row.int(0),
          Stored(
            document: names.isEmpty ? [:] : Mailbox.document(row.text(3)),
            created: Date(timeIntervalSince1970: row.double(1)),
            modified: Date(timeIntervalSince1970: row.double(2)))
        )
      }
    }
    return Dictionary(rows) { first, _ in first }
  }

  /// The asked properties of an event as answers have them, times in UTC.
  func document(of instance: EventInstance) -> JSON {
    var document: JSONObject
    let owner = instance.series ?? instance.number
    if instance.series == nil {
      document = stored[instance.number]?.document ?? [:]
    } else {
      // Of series the reader keeps the master, so their occurrences cost little.
      document = (try? reader.document(instance)) ?? [:]
    }
    for name in asked.intersection(Self.computed) {
      document[name] = computed(name, instance, stored[owner])
    }
    return .object(document)
  }

  private func computed(_ name: String, _ instance: EventInstance, _ owner: Stored?) -> JSON {
    switch name {
    case "start": return Self.time(instance.start)
    case "end": return Self.time(instance.end)
    case "type": return .string(instance.kind.rawValue)
    case "createdDateTime": return .string(orNull: owner.map { EventWriter.stamp($0.created) })
    case "lastModifiedDateTime":
      let modified =
        instance.kind == .exception
        ? (try? reader.item(instance.number))?.modified : owner?.modified
      return .string(orNull: modified.map(EventWriter.stamp))
    case "seriesMasterId":
      let master = instance.series.flatMap { try? reader.item($0) }
      return .string(orNull: master.map(reader.mailbox.id(of:)))
    default:
      let start = (try? reader.originalStart(of: instance)) ?? nil
      return .string(orNull: start.map(Timestamp.zulu))
    }
  }

  private static func time(_ date: Date) -> JSON {
    ["dateTime": .string(EventWriter.stamp(date)), "timeZone": "UTC"]
  }

  /// The value at a path, for sorting; times as numbers, which sort alike and cost less.
  func value(_ instance: EventInstance, _ path: [String]) -> JSON {
    switch path {
    case ["start", "dateTime"]: .number(Self.microseconds(instance.start))
    case ["end", "dateTime"]: .number(Self.microseconds(instance.end))
    default: ODataOperand.path(path).value(in: document(of: instance), variables: [:])
    }
  }

  private static func microseconds(_ date: Date) -> Int {
    Int((date.timeIntervalSince1970 * 1_000_000).rounded())
  }
}

/// A condition made ready to be held against many events.
///
/// Conditions on start and end look at the instants that every event has at hand, all others at the
/// columns.
struct EventTest {
  let holds: (EventInstance) -> Bool

  init(_ filter: ODataFilter, _ columns: EventColumns) {
    switch filter {
    case .and(let first, let second):
      // Times first, since they are cheap.
      let isTurned = Self.isOfTimes(second) && !Self.isOfTimes(first)
      let quick = EventTest(isTurned ? second : first, columns)
      let slow = EventTest(isTurned ? first : second, columns)
      holds = { quick.holds($0) && slow.holds($0) }
    case .or(let left, let right):
      let (left, right) = (EventTest(left, columns), EventTest(right, columns))
      holds = { left.holds($0) || right.holds($0) }
    case .not(let condition):
      let condition = EventTest(condition, columns)
      holds = { !condition.holds($0) }
    case .comparison(.path(let path), let comparison, .text(let text)):
      guard let side = Self.side(path), let instant = ODataInstant(text) else {
        holds = { filter.matches(columns.document(of: $0)) }
        return
      }
      let limit = Double(instant.seconds) + Double(instant.nanosecond) / 1e9
      holds = { comparison.holds($0[keyPath: side].timeIntervalSince1970, limit) }
    default:
      holds = { filter.matches(columns.document(of: $0)) }
    }
  }

  private static func side(_ path: [String]) -> KeyPath<EventInstance, Date>? {
    switch path {
    case ["start", "dateTime"]: \.start
    case ["end", "dateTime"]: \.end
    default: nil
    }
  }

  private static func isOfTimes(_ filter: ODataFilter) -> Bool {
    filter.paths.allSatisfy { side($0) != nil }
  }
}

extension ODataComparison {
  fileprivate func holds(_ value: Double, _ limit: Double) -> Bool {
    switch self {
    case .equal: value == limit
    case .notEqual: value != limit
    case .greater: value > limit
    case .greaterOrEqual: value >= limit
    case .less: value < limit
    case .lessOrEqual: value <= limit
    }
  }
}
