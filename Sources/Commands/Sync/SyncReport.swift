import CalendarTime
import FoundationEssentials
import JSON
import Rendering
import Store
import Terminal

/// What a synchronization has changed, for people and for programs.
struct SyncReport {
  static let members = [
    "action", "changed", "created", "deleted", "full", "id", "items", "kind", "merged", "name",
    "number", "reason", "state", "syncedAt", "window",
  ]
  static let computed = ["account", "id"]

  private static let columns: [DelimitedText.Column] = [
    .init("id", "graphcal.id"), .init("kind", "kind"), .init("name", "name"),
    .init("state", "state"), .init("created", "created"), .init("changed", "changed"),
    .init("deleted", "deleted"), .init("items", "items"), .init("account", "graphcal.account"),
  ]

  var context: Context
  private var rows: [(result: MailboxSync.Result, session: Session)] = []
  private var writes: [(result: OutboxRun.Result, item: OutboxItem)] = []

  init(context: Context) { self.context = context }

  mutating func add(_ results: [MailboxSync.Result], of session: Session) {
    rows += results.map { ($0, session) }
  }

  /// What has become of what waited in the outbox.
  mutating func add(_ results: [OutboxRun.Result], of session: Session) async {
    let time = await context.rememberedTime(ofAccount: session.accountKey)
    writes += results.map { result in
      (
        result,
        OutboxItem(context: context, write: result.write, time: time, account: session.userName)
      )
    }
  }

  func print(_ fields: [String]) throws(Failure) {
    let listing = Listing(context: context, fields: fields, columns: Self.columns)
    if listing.isWanted {
      return try listing.print(
        writes.map { json($0.result, $0.item) } + rows.map { json($0.result, $0.session) })
    }
    let surface = Surface(context.console.terminal)
    var lines: [StyledLine] = []
    if !writes.isEmpty {
      var sent = Table([
        .init(minimum: 8, rank: 1), .init(minimum: 20, comfort: 60), .init(minimum: 12),
      ])
      for (result, item) in writes { sent.add(line(result, item)) }
      let layout = sent.layout(width: surface.width, symbols: surface.symbols)
      lines.append(StyledLine("Written without a network", .bold))
      for ((result, item), row) in zip(writes, layout.rows) {
        lines += row
        let below = [
          item.effect,
          result.elsewhere.isEmpty
            ? Optional.none
            : "changed elsewhere too, and both changes stand: "
              + result.elsewhere.joined(separator: ", "),
        ]
        for text in below.compactMap(\.self) {
          lines += StyledLine(text, .dim).wrapped(to: surface.width.map { max(1, $0 - 4) })
            .map { StyledLine("    ") + $0 }
        }
      }
      if !rows.isEmpty { lines += ["", StyledLine("The copy on this machine", .bold)] }
    }
    var table = Table([
      .init(minimum: 8, comfort: 40, rank: 1), .init("", .right), .init(minimum: 12, rank: 2),
    ])
    for (result, session) in rows { table.add(line(result, session)) }
    lines += table.lines(width: surface.width, symbols: surface.symbols)
    try context.print(lines)
  }

  /// Ends a command that has kept and sent what it could, when something is missing.
  func requireAll() throws(Failure) {
    try requireSent()
    let failures = rows.compactMap(\.result.failure)
    guard let first = failures.first else { return }
    let tried = rows.filter { $0.result.state != .gone }.count
    if failures.count == tried { throw first }
    throw Failure(
      .partlyDone, "\(failures.count) of \(tried) could not be synchronized",
      why: failures.map { [$0.what, $0.why].compactMap(\.self).joined(separator: ", ") }
        .joined(separator: "; "), hint: first.hint)
  }

  /// What waits for the network is told by that; what waits for a person, by what it is.
  private func requireSent() throws(Failure) {
    let stuck = writes.map(\.result).filter { $0.state == .conflict || $0.state == .refused }
    if let first = stuck.first(where: { $0.state == .conflict }) ?? stuck.first,
      let failure = first.failure
    {
      var failure = failure
      let isConflict = first.state == .conflict
      failure.kind = isConflict ? .conflict : .partlyDone
      let others = writes.count { $0.result.state != .sent } - 1
      if others > 0 { failure.what += "; \(Plural.of(others, "other change")) not sent either" }
      if !isConflict {
        failure.hint =
          "graphcal outbox shows it; outbox retry \(first.write.number) sends it again, outbox drop "
          + "\(first.write.number) gives it up"
      }
      throw failure
    }
    guard let failure = writes.lazy.compactMap(\.result.failure).first else { return }
    throw failure
  }

  private func line(_ result: OutboxRun.Result, _ item: OutboxItem) -> [StyledLine] {
    let (word, style): (String, Style) =
      switch result.state {
      case .sent: ("sent", Style(color: .green))
      case .conflict: ("conflict, not sent", Style(color: .red))
      case .refused: ("refused", Style(color: .red))
      case .waiting: ("waits", Style(color: .yellow))
      }
    return [StyledLine(item.verb), StyledLine(item.what), StyledLine(word, style)]
  }

  private func json(_ result: OutboxRun.Result, _ item: OutboxItem) -> JSON {
    let reason: JSON? = result.failure.map { failure in
      ["what": .string(failure.what), "why": .string(orNull: failure.why)]
    }
    return [
      "kind": "outbox", "id": .string(result.id), "name": .string(result.write.title),
      "state": .string(result.state.rawValue), "action": .string(result.write.action.rawValue),
      "number": .number(result.write.number), "reason": reason ?? .null,
      "merged": .array(result.elsewhere.map(JSON.string)),
      "graphcal": [
        "id": .string(ShortID.of(result.id)), "account": .string(orNull: item.account),
      ],
    ]
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
