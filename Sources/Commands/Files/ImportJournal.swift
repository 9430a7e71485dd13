import CalendarTime
import GraphAPI
import JSON

/// Writes down how what an import does to a calendar is taken back, all of it as one step of `undo`.
///
/// It is kept as the lines that do the opposite, as those of a file that was applied are. Only what was
/// done is in it, so that it is of use wherever an import ends.
struct ImportJournal {
  /// What became of one event, for `undo`.
  enum Step: Sendable {
    /// This takes it back.
    case line(JSONObject)
    /// Nothing does: others were told by mail, or days of a series have changed.
    case lasting
  }

  private let journal: Journal
  private let deed: String
  private var record: UndoRecord
  private var number: Int?
  /// How many steps are not written yet.
  private var waiting = 0
  private var size = 0
  /// The journal cannot be written, which was said.
  private var isLost = false

  /// More than this is another step of `undo`, in bytes.
  private static let largest = 8 << 20
  /// Up to here the record is written after each round, from there on when it has grown by a tenth: it is
  /// written as a whole.
  private static let small = 500

  init(_ deed: String, context: Context, session: Session) {
    journal = Journal(context: context, session: session)
    self.deed = deed
    record = UndoRecord(.applied, deed, id: "")
  }

  /// Notes what was just done.
  mutating func note(_ steps: [Step]) async {
    guard journal.isKept, !isLost else { return }
    for step in steps {
      switch step {
      case .lasting: record.left += 1
      case .line(let line):
        size += JSON.object(line).text(.wire).utf8.count
        record.lines.append(.object(line))
      }
    }
    waiting += steps.count
    let all = record.lines.count + record.left
    if waiting > 0, all <= Self.small || waiting * 10 > all { await write() }
    if size > Self.largest {
      await finish()
      (record, number, size) = (UndoRecord(.applied, deed, id: ""), nil, 0)
    }
  }

  /// Writes down what is left to write.
  mutating func finish() async {
    if waiting > 0 { await write() }
  }

  private mutating func write() async {
    waiting = 0
    if let number { return await journal.update(number, record) }
    number = await journal.plan(record)
    await journal.finish(number)
    isLost = number == nil
  }
}

extension ImportJournal.Step {
  /// Takes a new event away again, as long as it is as it was made.
  static func deletion(of event: JSONObject) -> Self {
    guard MeetingPeople.count(event) == 0, let id = event["id"] else { return .lasting }
    var line: JSONObject = ["action": "delete", "kind": "event", "id": id]
    line["etag"] = event["@odata.etag"]
    return .line(line)
  }

  /// Changes an event back, from how it is to how it was before these changes.
  static func change(
    of before: JSONObject, by changes: JSONObject, to after: JSONObject, zones: ZoneDatabase
  ) -> Self {
    let parts = EventPart.parts(of: changes)
    let isSeries = before["type"]?.string?.lowercased() == "seriesmaster"
    let isHeard = MeetingPeople.count(before) > 0 && !EventPart.silent.isSuperset(of: parts)
    guard !isHeard, !(isSeries && (parts.contains(.time) || parts.contains(.recurrence))),
      let id = after["id"]
    else { return .lasting }
    var line: JSONObject = ["kind": "event", "id": id]
    line["etag"] = after["@odata.etag"]
    for (name, value) in Undoing.values(of: changes, in: before, zones: zones) {
      line[name] = value
    }
    return .line(line)
  }

  /// Makes an event anew that is gone.
  static func creation(
    of event: JSONObject, calendarID: String?, zones: ZoneDatabase
  ) -> Self {
    guard MeetingPeople.count(event) == 0,
      event["type"]?.string?.lowercased() != "seriesmaster",
      let time = EventDraft.Time(stored: event, zones: zones)
    else { return .lasting }
    var line: JSONObject = ["kind": "event", "graphcal": ["was": event["id"] ?? .null]]
    line["calendar"] = calendarID.map { .string($0) }
    for (name, value) in EventCopy.alike(event) { line[name] = value }
    for (name, value) in time.members { line[name] = value }
    return .line(line)
  }
}
