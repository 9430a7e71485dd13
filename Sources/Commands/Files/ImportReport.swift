import Interchange
import JSON
import Rendering
import Store
import Terminal

/// Prints what has become of what a file says.
struct ImportReport {
  var context: Context
  var session: Session

  static let fieldNames = [
    "changed", "error", "graphcal", "graphcal.id", "id", "line", "notes", "status", "subject",
    "uid",
  ]

  private static let columns: [DelimitedText.Column] = [
    .init("line", "line"), .init("status", "status"), .init("id", "graphcal.id"),
    .init("subject", "subject"), .init("changed", "changed"), .init("uid", "uid"),
    .init("error", "error.message"),
  ]

  private var listing: Listing {
    Listing(context: context, fields: Self.fieldNames, columns: Self.columns)
  }

  /// One line for each that is not as it was, and the sum; for programs one item each.
  func print(_ plans: [PlannedImport], _ outcomes: [ImportRun.Outcome]) async throws(Failure) {
    let rows = zip(plans, outcomes).map { Row(plan: $0, outcome: $1) }
    if listing.isWanted { return try listing.print(rows.map(\.json)) }
    let ids = rows.filter(\.isShown).compactMap(\.id)
    let known = ids.map { session.knownEvent($0) }
    let shorts = Dictionary(
      zip(ids, await context.state.remember(known))
    ) { first, _ in first }
    try context.print(
      rows.filter(\.isShown).map { row in row.line(short: row.id.flatMap { shorts[$0] }) }
        + [StyledLine(Self.sum(rows.map(\.status)))])
  }

  /// What would become of it, as notes.
  func tell(_ plans: [PlannedImport]) {
    for plan in plans {
      switch plan.deed {
      case .refused(let refusal):
        context.note(
          "line \(refusal.line) would be refused: \(Self.title(plan)): \(refusal.reason)")
      case .unchanged(let reason?): context.note("\(Self.title(plan)): \(reason)")
      case .update:
        context.note("\(Self.title(plan)) would change: \(plan.changes.joined(separator: ", "))")
      case .create(_, let days) where !days.isEmpty:
        context.note("\(Self.title(plan)): \(Plural.of(days.count, "day")) would be special")
      case .cancel: context.note("\(Self.title(plan)) would be removed")
      case .create, .unchanged: break
      }
    }
    context.note(Self.sum(plans.map { Row(plan: $0, outcome: .done(id: nil, trouble: [])).status }))
  }

  /// Tells what is not, or otherwise, in the calendar than in the file; what many have in common once.
  func tellNotes(_ items: [ReadItem]) {
    var order: [String] = []
    var titles: [String: [ReadItem]] = [:]
    for item in items {
      for note in item.notes {
        if titles[note] == nil { order.append(note) }
        titles[note, default: []].append(item)
      }
    }
    for note in order {
      let items = titles[note] ?? []
      if items.count > 3 {
        context.note("\(Plural.events(items.count)): \(note)")
      } else {
        for item in items { context.note("line \(item.line), \(Self.title(item)): \(note)") }
      }
    }
  }

  private static func title(_ plan: PlannedImport) -> String { title(plan.item) }

  private static func title(_ item: ReadItem) -> String {
    item.subject.isEmpty ? "the event" : "\"\(TextSanitizer.line(item.subject))\""
  }

  /// `3 new, 1 changed, 12 unchanged, 2 refused`; what is none of the first two is left out at 0.
  private static func sum(_ statuses: [String]) -> String {
    func count(_ status: String) -> Int { statuses.count { $0 == status } }
    let rest = ["cancelled", "unchanged", "refused", "failed", "notSent"].map {
      (count($0), $0 == "notSent" ? "not sent" : $0)
    }
    return
      (["\(count("created")) new", "\(count("changed")) changed"]
      + rest.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }).joined(separator: ", ")
  }

  /// Fails where not everything is as the file says it.
  func end(_ plans: [PlannedImport], _ outcomes: [ImportRun.Outcome]) throws(Failure) {
    let rows = zip(plans, outcomes).map { Row(plan: $0, outcome: $1) }
    let bad = rows.filter { ["refused", "failed", "notSent"].contains($0.status) || $0.isPartly }
    if !context.options.dryRun, rows.count(where: { $0.status == "created" }) > 1 {
      context.note("graphcal undo takes back one new event at a time, the last one first")
    }
    guard let first = bad.first else { return }
    if Task.isCancelled {
      throw Failure(
        .interrupted, "interrupted: \(rows.count - bad.count) of \(rows.count) were done",
        hint: "importing the file again goes on")
    }
    var failure =
      first.failure
      ?? Failure(
        .usage, "the file holds what cannot be in the calendar", why: first.reason,
        hint: "what was refused is told with its line")
    if bad.count < rows.count || first.isPartly {
      failure = Failure(
        .partlyDone,
        "\(bad.count) of \(Plural.events(rows.count)) could not be imported as written",
        why: first.reason ?? failure.shortWhy,
        hint: failure.kind == .usage
          ? "the lines say which" : "importing the file again goes on: nothing is made twice")
    }
    throw failure
  }
}

/// One identity of a file with what has become of it.
private struct Row {
  var plan: PlannedImport
  var outcome: ImportRun.Outcome

  var status: String {
    switch (plan.deed, outcome) {
    case (.refused, _): "refused"
    case (.unchanged, _): "unchanged"
    case (_, .failed): "failed"
    case (_, .notSent): "notSent"
    case (.create, _): "created"
    case (.update, _): "changed"
    case (.cancel, _): "cancelled"
    }
  }

  var id: String? {
    if case .done(let id?, _) = outcome, !id.isEmpty { return id }
    return plan.event?["id"]?.string
  }

  var failure: Failure? {
    if case .failed(let failure) = outcome { failure } else { nil }
  }

  private var trouble: [String] {
    if case .done(_, let trouble) = outcome { trouble } else { [] }
  }

  var isPartly: Bool { !trouble.isEmpty }

  var isShown: Bool { status != "unchanged" }

  var reason: String? {
    switch plan.deed {
    case .refused(let refusal): return "line \(refusal.line): \(refusal.reason)"
    case .unchanged(let reason): return reason
    default: break
    }
    if let failure {
      return [failure.what, failure.why].compactMap(\.self).joined(separator: ": ")
    }
    return trouble.isEmpty ? nil : trouble.joined(separator: "; ")
  }

  var json: JSON {
    var error = JSON.null
    if case .refused(let refusal) = plan.deed {
      error = [
        "code": "refused", "line": .number(refusal.line), "message": .string(refusal.reason),
      ]
    } else if let failure {
      error = failure.json["error"] ?? .null
    } else if isPartly {
      error = ["code": "partly_done", "message": .string(trouble.joined(separator: "; "))]
    }
    return [
      "changed": .array(plan.changes.map { .string($0) }), "error": error,
      "graphcal": ["id": .string(orNull: id.map(ShortID.of))], "id": .string(orNull: id),
      "line": .number(plan.item.line), "notes": .array(plan.item.notes.map { .string($0) }),
      "status": .string(status), "subject": .string(plan.item.subject),
      "uid": .string(plan.item.uid),
    ]
  }

  func line(short: String?) -> StyledLine {
    let verbs = [
      "created": "Created", "changed": "Changed", "cancelled": "Removed", "refused": "Refused",
      "failed": "Failed", "notSent": "Not sent",
    ]
    var line = StyledLine(verbs[status] ?? "Unchanged")
    if let short { line += StyledLine("  ") + StyledLine(short, Style(color: .cyan)) }
    let subject = TextSanitizer.line(plan.item.subject)
    if !subject.isEmpty { line += StyledLine("  ") + StyledLine(subject, .bold) }
    let words = reason ?? plan.changes.joined(separator: ", ")
    if !words.isEmpty { line.append("  " + TextSanitizer.line(words)) }
    return line
  }
}
