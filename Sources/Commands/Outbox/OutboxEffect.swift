import CalendarTime
import Calendaring
import Contacts
import FoundationEssentials
import GraphAPI
import JSON
import Rendering
import Store
import Terminal

/// What a change that waits does to its item: each part with its value before and after.
struct OutboxEffect {
  var zones: ZoneDatabase
  private let kind: CopyKind
  private let before: JSONObject
  private let after: JSONObject
  private let wanted: JSONObject

  /// Nil for a write that changes nothing of an item that was there: one that makes, deletes or answers.
  init?(_ write: PendingWrite, zones: ZoneDatabase) {
    guard write.action == .change, let base = write.base, let body = write.body else { return nil }
    var waiting = write
    waiting.state = .waiting
    self.zones = zones
    kind = write.kind
    before = base
    after = OutboxOverlay([waiting], zones: zones).result(of: waiting, on: base) ?? base
    wanted = body
  }

  /// One line for people: `subject "Review" → "Plan"; time 10:00–10:30 → 11:00–11:30`.
  func line(time: TimeText, symbols: Symbols) -> String {
    let parts =
      kind == .calendar ? events(time: time, symbols: symbols) : contacts(symbols: symbols)
    return parts.isEmpty ? "changes nothing" : parts.joined(separator: "; ")
  }

  private func events(time: TimeText, symbols: Symbols) -> [String] {
    let comparison = EventComparison(zones: zones)
    return EventPart.parts(of: wanted).compactMap { part in
      guard !comparison.isSame(part, before, after) else { return nil }
      if part == .time, let old = EventSpan(graph: .object(before), zones: zones),
        let new = EventSpan(graph: .object(after), zones: zones)
      {
        let move = time.move(from: old, to: new, symbols: symbols)
        return "time \(move.old) \(symbols.later) \(move.new)"
      }
      let words = [before, after].map {
        comparison.words(part, of: $0, time: time, symbols: symbols)
      }
      // Who comes and goes need not change how many there are.
      guard words[0] != words[1] else { return "\(part.rawValue) changed" }
      return "\(part.rawValue) \(words[0]) \(symbols.later) \(words[1])"
    }
  }

  private func contacts(symbols: Symbols) -> [String] {
    ContactCopy.properties.compactMap { name in
      guard wanted[name] != nil, !ContactCopy.isSame(name, before[name], after[name]) else {
        return nil
      }
      return "\(ContactWords.label(name)) \(ContactWords.words(before[name])) \(symbols.later) "
        + ContactWords.words(after[name])
    }
  }

  /// For programs: by the names of Graph's properties, the value `before` and `after`; start and end in
  /// the form that `graphcal.start` has in a list.
  func json(in zone: Zone) -> JSON {
    var changes: JSONObject = [:]
    for name in wanted.keys.sorted() where !Self.hidden.contains(name) {
      let isTime = kind == .calendar && (name == "start" || name == "end")
      let (old, new) =
        isTime
        ? (instant(name, of: before, in: zone), instant(name, of: after, in: zone))
        : (before[name] ?? .null, after[name] ?? .null)
      if old != new { changes[name] = ["before": old, "after": new] }
    }
    return .object(changes)
  }

  /// What goes along for the service alone.
  private static let hidden: Set<String> = ["singleValueExtendedProperties", "transactionId"]

  private func instant(_ name: String, of event: JSONObject, in zone: Zone) -> JSON {
    switch EventSpan(graph: .object(event), zones: zones) {
    case .timed(let start, let end):
      .string((name == "start" ? start : end).rfc3339(in: zone))
    case .allDay(let first, let end): .string((name == "start" ? first : end).description)
    case .unknownZone, nil: .null
    }
  }
}
