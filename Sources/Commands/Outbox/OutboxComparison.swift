import GraphAPI
import JSON
import Rendering
import Store
import Terminal

/// Whether an item is still what something in the outbox was written on.
struct OutboxComparison {
  var context: Context
  var kind: CopyKind
  /// How times are told.
  var time: TimeText

  private var events: EventComparison { EventComparison(zones: context.zones) }

  /// Whether an item has all that a change wanted.
  func holds(_ wanted: JSONObject, _ current: JSONObject) -> Bool {
    kind == .calendar
      ? events.holds(wanted, in: current) : ContactCopy.holds(wanted, in: current)
  }

  /// What a change has to do with what was done to its item elsewhere: the names of the parts that both
  /// sides have changed in different ways, and those that only the other side has changed.
  func overlap(
    _ wanted: JSONObject, on base: JSONObject, with current: JSONObject
  ) -> (both: [String], elsewhere: [String]) {
    if kind == .calendar {
      let (both, elsewhere) = events.overlap(of: wanted, on: base, with: current)
      return (both.map(\.rawValue), elsewhere.map(\.rawValue))
    }
    let (both, elsewhere) = ContactCopy.overlap(of: wanted, on: base, with: current)
    // What was wanted and is there already is no other change.
    let others = elsewhere.filter { wanted[$0] == nil }
    return (both.map(ContactWords.label), others.map(ContactWords.label))
  }

  private func words(_ part: EventPart, of event: JSONObject) -> String {
    events.words(part, of: event, time: time, symbols: context.console.terminal.symbols)
  }

  /// The two states of an item that was changed elsewhere, and what was to be done to it.
  func conflict(_ write: PendingWrite, _ current: JSONObject) -> Failure {
    var sides: [String] = []
    let (base, wanted) = (write.base ?? [:], write.body ?? [:])
    if kind == .calendar {
      var mine = current
      for (name, value) in wanted { mine[name] = value }
      let own = EventPart.parts(of: wanted)
      let changed = events.differing(base, current)
      for part in changed {
        let there = "\(part.rawValue): there \(words(part, of: current))"
        sides.append(
          own.contains(part) ? there + ", here \(words(part, of: mine))" : there)
      }
      for part in EventPart.allCases where own.contains(part) && !changed.contains(part) {
        sides.append("\(part.rawValue): here \(words(part, of: mine))")
      }
    } else {
      for name in ContactCopy.differing(base, current) {
        let there = "\(ContactWords.label(name)): there \(ContactWords.words(current[name]))"
        sides.append(
          wanted[name] == nil ? there : there + ", here \(ContactWords.words(wanted[name]))")
      }
      let changed = Set(ContactCopy.differing(base, current))
      for name in ContactCopy.properties where wanted[name] != nil && !changed.contains(name) {
        sides.append("\(ContactWords.label(name)): here \(ContactWords.words(wanted[name]))")
      }
    }
    return failure(write, "was changed elsewhere since", why: sides.joined(separator: "; "))
  }

  /// What keeps an invitation from being answered as it was meant to be; nil where nothing does.
  func hindrance(_ write: PendingWrite, _ current: JSONObject) -> Failure? {
    if current["isCancelled"]?.bool == true {
      return failure(write, "was cancelled meanwhile")
    }
    let base = write.base ?? [:]
    let changed = [EventPart.time, .recurrence, .place].filter { !events.isSame($0, base, current) }
    if !changed.isEmpty {
      return failure(
        write, "was changed by its organizer since",
        why: changed.map { "\($0.rawValue): now \(words($0, of: current))" }
          .joined(separator: "; "))
    }
    let (old, new) = (response(base), response(current))
    guard old != new else { return nil }
    return failure(write, "was answered elsewhere since", why: new.map { "the answer is \($0)" })
  }

  private func response(_ event: JSONObject) -> String? {
    event["responseStatus"]?["response"]?.string
  }

  private func failure(_ write: PendingWrite, _ what: String, why: String? = nil) -> Failure {
    Failure(
      .conflict, "\(write.title) \(what)", why: why.flatMap { $0.isEmpty ? Optional.none : $0 },
      hint: "graphcal outbox retry \(write.number) sends it all the same, "
        + "graphcal outbox drop \(write.number) gives it up")
  }
}
