import CalendarTime
import FoundationEssentials
import JSON
import Rendering
import Store
import Terminal

/// What a synchronization has changed, for people and for programs.
struct SyncReport {
  static let members = [
    "changed", "created", "deleted", "full", "id", "items", "kind", "name", "state", "syncedAt",
    "window",
  ]
  static let computed = ["account", "id"]

  private static let columns: [DelimitedText.Column] = [
    .init("id", "graphcal.id"), .init("kind", "kind"), .init("name", "name"),
    .init("state", "state"), .init("created", "created"), .init("changed", "changed"),
    .init("deleted", "deleted"), .init("items", "items"), .init("account", "graphcal.account"),
  ]

  var context: Context
  private var rows: [(result: MailboxSync.Result, session: Session)] = []

  init(context: Context) { self.context = context }

  mutating func add(_ results: [MailboxSync.Result], of session: Session) {
    rows += results.map { ($0, session) }
  }

  func print(_ fields: [String]) throws(Failure) {
    let listing = Listing(context: context, fields: fields, columns: Self.columns)
    if listing.isWanted { return try listing.print(rows.map { json($0.result, $0.session) }) }
    var table = Table([
      .init(minimum: 8, comfort: 40, rank: 1), .init("", .right), .init(minimum: 12, rank: 2),
    ])
    for (result, session) in rows { table.add(line(result, session)) }
    let surface = Surface(context.console.terminal)
    try context.print(table.lines(width: surface.width, symbols: surface.symbols))
  }

  /// Ends a command that has kept what it could, when something is missing.
  func requireAll() throws(Failure) {
    let failures = rows.compactMap(\.result.failure)
    guard let first = failures.first else { return }
    let tried = rows.filter { $0.result.state != .gone }.count
    if failures.count == tried { throw first }
    throw Failure(
      .partlyDone, "\(failures.count) of \(tried) could not be synchronized",
      why: failures.map { [$0.what, $0.why].compactMap(\.self).joined(separator: ", ") }
        .joined(separator: "; "), hint: first.hint)
  }

  private func line(_ result: MailboxSync.Result, _ session: Session) -> [StyledLine] {
    var name = TextSanitizer.line(result.collection.name)
    if Set(rows.map(\.session.accountKey)).count > 1, let account = session.userName {
      name = TextSanitizer.line(account) + " · " + name
    }
    let noun = result.collection.kind == .calendar ? "event" : "contact"
    switch result.state {
    case .failed, .outdated:
      return [StyledLine(name), StyledLine(), StyledLine("not synchronized", Style(color: .red))]
    case .gone:
      return [
        StyledLine(name, .dim), StyledLine(),
        StyledLine("deleted, with \(Plural.of(result.changes.deleted, noun))", .dim),
      ]
    case .synced:
      let changes = result.changes
      let parts = [
        (changes.created, "new"), (changes.changed, "changed"), (changes.deleted, "deleted"),
      ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
      return [
        StyledLine(name), StyledLine(Plural.of(result.count, noun), .dim),
        StyledLine(
          parts.isEmpty ? "no change" : parts.joined(separator: ", "),
          parts.isEmpty ? .dim : .plain),
      ]
    }
  }

  private func json(_ result: MailboxSync.Result, _ session: Session) -> JSON {
    let collection = result.collection
    let window = collection.window.map { window -> JSON in
      [
        "start": .string(window.lowerBound.rfc3339()), "end": .string(window.upperBound.rfc3339()),
      ]
    }
    return [
      "kind": .string(collection.kind.rawValue), "id": .string(collection.id),
      "name": .string(collection.name), "state": .string(result.state.rawValue),
      "created": .number(result.changes.created), "changed": .number(result.changes.changed),
      "deleted": .number(result.changes.deleted), "full": .bool(result.isFull),
      "items": .number(result.count),
      "syncedAt": .string(orNull: collection.synced?.rfc3339()), "window": window ?? .null,
      "graphcal": [
        "id": .string(ShortID.of(collection.id)), "account": .string(orNull: session.userName),
      ],
    ]
  }
}
