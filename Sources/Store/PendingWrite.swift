package import CalendarTime
package import FoundationEssentials
package import JSON

/// Something that was written without a network and waits in the outbox.
package struct PendingWrite: Sendable, Hashable {
  /// How far it has come.
  package enum State: Int, Sendable {
    case waiting
    /// It was sent; whether it was done nobody here knows.
    case sent
    /// What it changes was changed elsewhere, or is gone.
    case conflict
    /// The service does not take it.
    case refused

    /// Whether it waits for a person, who has to settle it.
    package var isStuck: Bool { self == .conflict || self == .refused }
  }

  /// What it does to its item.
  package enum Action: String, Sendable, CaseIterable {
    case create, change, delete
    /// An answer to an invitation.
    case answer
  }

  /// Counted from 1 in the order of writing; 0 before it is kept.
  package var number = 0
  package var time: Date
  /// The same for all that one command has written.
  package var deed: String
  package var state = State.waiting
  /// What kind of collection the item is in.
  package var kind: CopyKind
  package var action: Action
  /// The id of the item; of one that is still to be made an id of this machine alone.
  package var item: String
  /// The calendar or folder of the item by its id; nil for the default one, or where it is not known.
  package var place: String?
  /// What people call the item.
  package var title: String
  package var method: String
  /// Below the version root, with `{id}` for that of the item: `/me/events/{id}`.
  package var path: String
  package var headers: [String: String]
  package var body: JSONObject?
  /// The item whole as it was when this was written; nil for a new one.
  package var base: JSONObject?
  /// Whether it is sent over whatever the service holds.
  package var overwrites = false
  /// Why it is stuck: `what`, `why`, `hint`.
  package var trouble: JSONObject?

  package init(
    time: Date, deed: String, kind: CopyKind, action: Action, item: String, place: String?,
    title: String, method: String, path: String, headers: [String: String], body: JSONObject?,
    base: JSONObject?
  ) {
    self.time = time
    self.deed = deed
    self.kind = kind
    self.action = action
    self.item = item
    self.place = place
    self.title = title
    self.method = method
    self.path = path
    self.headers = headers
    self.body = body
    self.base = base
  }

  /// The state of the item that it may be done to; nil for any.
  package var entityTag: String? {
    get { headers["If-Match"] }
    set { headers["If-Match"] = newValue }
  }
}

extension PendingWrite {
  private static let prefix = "not-sent-yet."

  /// The id that a new item goes by on this machine until the service has given it one.
  package static func temporaryID(_ key: String) -> String { prefix + key }

  /// Whether an id is one of those of this machine.
  package static func isTemporary(_ id: String) -> Bool { id.hasPrefix(prefix) }

  /// The id that one event of a new series goes by on this machine.
  static func occurrenceID(of series: String, on day: CalendarDate) -> String { "\(series).\(day)" }

  /// The series and the day that such an id names; nil for any other id.
  package static func occurrence(_ id: String) -> (series: String, day: CalendarDate)? {
    isTemporary(id) ? day(in: id) : nil
  }

  /// The same also where the series has an id of the service by now.
  static func day(in id: String) -> (series: String, day: CalendarDate)? {
    guard let dot = id.lastIndex(of: "."),
      let day = CalendarDate(parsing: id[id.index(after: dot)...])
    else { return nil }
    return (String(id[..<dot]), day)
  }

  /// Lets it be about the item under the id that the service has given it.
  mutating func follow(from old: String, to id: String) {
    guard item == old, old != id else { return }
    item = id
    base?["id"] = .string(id)
  }

  /// The call as the outbox keeps it.
  var request: JSON {
    [
      "method": .string(method), "path": .string(path),
      "headers": .object(
        JSONObject(headers.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })),
      "body": body.map { .object($0) } ?? .null, "overwrites": .bool(overwrites),
    ]
  }
}
