import CalendarTime
import Calendaring
import FoundationEssentials
import GraphAPI
import JSON

/// What has to be known to undo one thing, as the journal keeps it.
struct UndoRecord: JournalRecord {
  enum Kind: String, Sendable {
    case edit
    case delete
    /// A new event, which goes again.
    case create
    /// What undo does not take back.
    case kept
    /// An event that went to another calendar.
    case move
    /// Somebody was told by mail, which cannot be called back.
    case mailed
    /// A file of changes was applied.
    case applied
  }

  var kind: Kind
  /// What was done, in words: `deleted "Lunch"`.
  var deed: String
  /// The event or series that was changed or deleted.
  var id: String
  /// The changed properties as they were.
  var before: JSONObject = [:]
  /// The changed properties as they were made.
  var after: JSONObject = [:]
  /// The whole series before, where a series was changed or deleted.
  var series: SeriesSnapshot?
  /// A series that was made on the way and goes when this is undone.
  var created: String?
  /// A deleted event, whole.
  var event: JSONObject?
  /// Whose mailbox it is in; nil for the account's own.
  var mailbox: String?
  /// Where a deleted event was; nil for the default calendar.
  var calendarID: String?
  /// The name of the calendar that a moved event was in; nil where it is not known.
  var calendarName: String?
  /// The event that `id` is a copy of, as long as its move has not ended.
  var original: String?
  /// What makes a restored event one, however often it is asked for.
  var transactionID: String?
  /// The lines that take a file of changes back.
  var lines: [JSON] = []
  /// How many of its lines cannot be taken back.
  var left = 0
  /// The event of the series that the person had named, and its day.
  var reference: (id: String, day: CalendarDate)?

  init(_ kind: Kind, _ deed: String, id: String) {
    self.kind = kind
    self.deed = deed
    self.id = id
  }
}

extension UndoRecord {
  /// Reads what `json` wrote; nil for a record of another make.
  init?(_ json: JSON) {
    guard let kind = json["kind"]?.string.flatMap(Kind.init), let id = json["id"]?.string else {
      return nil
    }
    self.init(kind, json["deed"]?.string ?? "", id: id)
    before = json["before"]?.object ?? [:]
    after = json["after"]?.object ?? [:]
    series = json["series"].flatMap(SeriesSnapshot.init(journal:))
    created = json["created"]?.string
    event = json["event"]?.object
    calendarID = json["calendar"]?.string
    calendarName = json["calendarName"]?.string
    original = json["original"]?.string
    mailbox = json["mailbox"]?.string
    transactionID = json["transaction"]?.string
    lines = json["lines"]?.array ?? []
    left = json["left"]?.int ?? 0
    if let named = json["reference"], let id = named["id"]?.string,
      let day = named["day"]?.string.flatMap({ CalendarDate(parsing: $0) })
    {
      reference = (id, day)
    }
  }

  var json: JSON {
    var json: JSONObject = [
      "kind": .string(kind.rawValue), "deed": .string(deed), "id": .string(id),
      "before": .object(before), "after": .object(after),
    ]
    json["series"] = series?.journal
    json["created"] = created.map { .string($0) }
    json["event"] = event.map { .object($0) }
    json["mailbox"] = mailbox.map { .string($0) }
    json["calendar"] = calendarID.map { .string($0) }
    json["calendarName"] = calendarName.map { .string($0) }
    json["original"] = original.map { .string($0) }
    json["transaction"] = transactionID.map { .string($0) }
    if kind == .applied {
      json["lines"] = .array(lines)
      json["left"] = .number(left)
    }
    if let reference {
      json["reference"] = [
        "id": .string(reference.id), "day": .string(reference.day.description),
      ]
    }
    return .object(json)
  }
}

extension SeriesSnapshot {
  /// Reads what `journal` wrote.
  init?(journal json: JSON) {
    guard let master = json["master"]?.object else { return nil }
    var exceptions: [CalendarDate: JSONObject] = [:]
    for (name, value) in json["exceptions"]?.object ?? [:] {
      if let day = CalendarDate(parsing: name), let event = value.object { exceptions[day] = event }
    }
    let deleted = (json["deleted"]?.array ?? []).compactMap { item in
      item.string.flatMap { CalendarDate(parsing: $0) }
    }
    self.init(master: master, exceptions: exceptions, deleted: Set(deleted))
  }

  var journal: JSON {
    let exceptions = exceptions.sorted { $0.key < $1.key }
      .map { ($0.key.description, JSON.object($0.value)) }
    return [
      "master": .object(master), "exceptions": .object(JSONObject(exceptions)),
      "deleted": .array(deleted.sorted().map { .string($0.description) }),
    ]
  }
}
