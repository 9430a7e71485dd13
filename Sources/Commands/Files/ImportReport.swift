import JSON
import Rendering
import Store
import Terminal

/// Prints what has become of what a file says.
struct ImportReport {
  /// What the entries of a file are.
  enum Kind: Sendable {
    case events, contacts

    var noun: String { self == .events ? "event" : "contact" }
    /// The member that holds what people call one.
    var titleName: String { self == .events ? "subject" : "name" }
  }

  var context: Context
  var session: Session
  var kind: Kind

  /// An event has a `subject` and a contact a `name`.
  static let fieldNames = [
    "changed", "error", "graphcal", "graphcal.id", "id", "line", "name", "notes", "reason",
    "status", "subject", "uid",
  ]

  private var listing: Listing {
    Listing(
      context: context, fields: Self.fieldNames,
      columns: [
        .init("line", "line"), .init("status", "status"), .init("id", "graphcal.id"),
        kind == .events ? .init("subject", "subject") : .init("name", "name"),
        .init("changed", "changed"), .init("uid", "uid"),
        .init("error", "error.message"),
      ])
  }

  /// One line for each that is not as it was, and the sum; for programs one item each.
  func print(_ rows: [ImportRow]) async throws(Failure) {
    if listing.isWanted { return try listing.print(rows.lazy.map(json)) }
    let shown = rows.filter { $0.status != .unchanged }
    let ids = shown.compactMap(\.id)
    let shorts = Dictionary(
      zip(ids, await context.state.remember(ids.map(known)))
    ) { first, _ in first }
    try context.print(
      shown.map { row in line(row, short: row.id.flatMap { shorts[$0] }) }
        + [StyledLine(Self.sum(rows))])
  }

  private func known(_ id: String) -> StateStore.KnownItem {
    switch kind {
    case .events: session.knownEvent(id)
    case .contacts: StateStore.KnownItem(id: id, kind: .contact, account: session.accountKey)
    }
  }

  /// What would become of it, as notes.
  func tell(_ rows: [ImportRow]) {
    for row in rows {
      if row.status == .refused {
        context.note(
          "would be refused: \(row.name(kind)): \(TextSanitizer.line(row.reason ?? ""))")
      } else if let forecast = row.forecast {
        context.note(forecast)
      }
    }
    context.note(Self.sum(rows))
  }

  /// Tells what is not, or otherwise, in the mailbox than in the file; what many have in common once.
  func tellNotes(_ rows: [ImportRow]) {
    var order: [String] = []
    var told: [String: [(row: Int, note: ImportRow.Note)]] = [:]
    for (index, row) in rows.enumerated() {
      for note in row.notes {
        if told[note.text] == nil { order.append(note.text) }
        told[note.text, default: []].append((index, note))
      }
    }
    for text in order {
      let entries = told[text] ?? []
      if entries.count > 3 {
        context.note("\(Plural.of(entries.count, kind.noun)): \(TextSanitizer.line(text))")
      } else {
        for (index, note) in entries {
          let row = rows[index]
          context.note(
            "line \(row.line), \(row.name(kind)): \(TextSanitizer.line(note.whole))")
        }
      }
    }
  }

  /// `3 new, 1 changed, 12 unchanged, 2 refused`; what is none of the first two is left out at 0.
  private static func sum(_ rows: [ImportRow]) -> String {
    ImportRow.Status.allCases.compactMap { status in
      let count = rows.count { $0.status == status }
      let isAlways = status == .created || status == .changed
      return count > 0 || isAlways ? "\(count) \(status.summed)" : nil
    }.joined(separator: ", ")
  }

  /// Fails where not everything is as the file says it.
  func end(_ rows: [ImportRow]) throws(Failure) {
    let bad = rows.filter { $0.status.isBad || $0.isPartly }
    guard let first = bad.first else { return }
    if Task.isCancelled {
      throw Failure(
        .interrupted, "interrupted: \(rows.count - bad.count) of \(rows.count) were done",
        hint: "importing the file again goes on")
    }
    var failure =
      first.failure
      ?? Failure(
        .usage, "the file holds what cannot be in the mailbox", why: first.reason,
        hint: "what was refused is told with its line")
    if bad.count < rows.count || first.isPartly {
      failure = Failure(
        .partlyDone,
        "\(bad.count) of \(Plural.of(rows.count, kind.noun)) could not be imported as written",
        why: first.reason ?? failure.shortWhy,
        hint: failure.kind == .usage
          ? "the lines say which" : "importing the file again goes on: nothing is made twice")
    }
    throw failure
  }

  private func json(_ row: ImportRow) -> JSON {
    [
      "changed": .array(row.changes.map { .string($0) }), "error": row.error,
      "graphcal": ["id": .string(orNull: row.id.map(ShortID.of))],
      "id": .string(orNull: row.id), "line": .number(row.line),
      "notes": .array(row.notes.map { .string($0.whole) }), "reason": .string(orNull: row.reason),
      "status": .string(row.status.rawValue), kind.titleName: .string(row.title),
      "uid": .string(orNull: row.uid),
    ]
  }

  private func line(_ row: ImportRow, short: String?) -> StyledLine {
    var line = StyledLine(row.status.verb)
    if let short { line += StyledLine("  ") + StyledLine(short, Style(color: .cyan)) }
    let title = TextSanitizer.line(row.title)
    if !title.isEmpty { line += StyledLine("  ") + StyledLine(title, .bold) }
    let words = row.reason ?? row.changes.joined(separator: ", ")
    if !words.isEmpty { line.append("  " + TextSanitizer.line(words)) }
    return line
  }
}
