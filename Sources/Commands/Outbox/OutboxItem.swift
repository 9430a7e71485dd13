import CalendarTime
import Calendaring
import FoundationEssentials
import GraphAPI
import Host
import JSON
import Rendering
import Store
import Terminal

/// One write of the outbox as people and programs are told of it.
struct OutboxItem {
  var context: Context
  var write: PendingWrite
  /// How its times are told.
  var time: TimeText
  /// The user name of its account.
  var account: String?

  static let fields = [
    "action", "changes", "id", "kind", "name", "number", "reason", "request", "state", "writtenAt",
  ]
  static let computed = ["account", "id"]

  static let columns: [DelimitedText.Column] = [
    .init("number", "number"), .init("id", "graphcal.id"), .init("action", "action"),
    .init("kind", "kind"), .init("name", "name"), .init("state", "state"),
    .init("written", "writtenAt"), .init("account", "graphcal.account"),
    .init("changes", "changes"),
  ]

  /// What will be done, as `new event` or `tentative`.
  var verb: String {
    let noun = write.kind == .calendar ? "event" : "contact"
    switch write.action {
    case .create: return "new \(noun)"
    case .change: return "change"
    case .delete: return "delete"
    case .answer:
      let word = write.path.split(separator: "/").last.map(String.init) ?? ""
      return word == MeetingRequests.Answer.tentativelyAccept.rawValue ? "tentative" : word
    }
  }

  /// The item and its time, as it will be.
  var what: String {
    let name = TextSanitizer.line(write.title)
    guard write.kind == .calendar, let when else { return name }
    return "\(name), \(when)"
  }

  /// What a change does to its item, in words; nil for a write that makes, deletes or answers, of which
  /// the verb says it all.
  var effect: String? {
    OutboxEffect(write, zones: context.zones)?
      .line(time: time, symbols: context.console.terminal.symbols)
  }

  /// The verb, the item and what changes of it, for a question about it.
  var whole: String {
    "\(verb) \(what)" + (effect.map { " (\(TextSanitizer.line($0)))" } ?? "")
  }

  /// How far it has come, in words.
  var state: String {
    switch write.state {
    case .waiting:
      "waits, since \(LocalCopy.age(since: write.time, now: context.machineClock.now()))"
    case .sent: "sent, the answer was lost"
    case .conflict: "conflict"
    case .refused: "refused"
    }
  }

  var style: Style {
    write.state.isStuck ? Style(color: .red) : write.state == .sent ? Style(color: .yellow) : .dim
  }

  /// In one line, as `status` has it.
  var line: String { "\(write.number)  \(whole): \(state)" }

  /// Why it is stuck, in one line; nil while it is not.
  var reason: String? {
    guard write.state.isStuck else { return nil }
    let failure = Failure(trouble: write)
    return TextSanitizer.line(failure.what + (failure.why.map { " (\($0))" } ?? ""))
  }

  var json: JSON {
    let request = write.graphRequest
    return [
      "number": .number(write.number), "action": .string(write.action.rawValue),
      "kind": .string(write.kind == .calendar ? "event" : "contact"), "id": .string(write.item),
      "name": .string(write.title), "state": .string(stateWord),
      "writtenAt": .string(write.time.rfc3339()), "request": request.preview,
      "changes": OutboxEffect(write, zones: context.zones)?.json(in: time.zone) ?? .null,
      "reason": write.trouble.map { .object($0) } ?? .null,
      "graphcal": [
        "id": .string(ShortID.of(write.item)), "account": .string(orNull: account),
      ],
    ]
  }

  private var stateWord: String {
    switch write.state {
    case .waiting: "waiting"
    case .sent: "unknown"
    case .conflict: "conflict"
    case .refused: "refused"
    }
  }

  private var when: String? {
    let overlay = OutboxOverlay([waiting], zones: context.zones)
    let item = overlay.result(of: waiting, on: write.base) ?? write.base ?? [:]
    guard let event = CalendarEvent(graph: .object(item), zones: context.zones) else { return nil }
    return EventDetails(event: event).when(time: time, on: Surface(context.console.terminal))
  }

  private var waiting: PendingWrite {
    var write = write
    write.state = .waiting
    return write
  }
}
