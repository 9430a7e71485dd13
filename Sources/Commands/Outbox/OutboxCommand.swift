package import Arguments
import FoundationEssentials
import JSON
import Rendering
import Store
import Terminal

/// `graphcal outbox`: what was written without a network and waits to be sent.
package struct OutboxCommand: Command {
  package static let name = "outbox"
  package static let summary = "Show, settle or give up what was written offline and not sent yet."
  package static let isPaged = true
  package static let discussion = """
    Events and contacts that are written with --offline wait here; "graphcal sync" sends them in their \
    order, before it reads what is new. Lists from the local copy show them already, as not sent yet.

    Below a change stands what it changes, from what to what. Where an item was changed elsewhere in the \
    meantime, changes of different parts of it are merged. Where both sides have changed the same part, \
    or it was deleted, nothing is written over that: the change is kept as a conflict, with both sides. "outbox retry N" sends it all the same, over what is \
    there now; "outbox drop N" gives it up. The same goes for what the service refuses. REF is the \
    number in this list, or the event or contact; "all" means all of them. What comes after a change \
    that is stuck, for the same item, waits with it.
    """
  package static let arguments: [Argument<Self>] = [
    .repeating(
      "retry|drop REF", atLeast: 0, "Send these over what is there now, or give them up.",
      into: \.words)
  ]
  package static let options: [Option<Self>] = []
  package static let examples = [
    Example("outbox", "What waits, and why what is stuck is stuck."),
    Example("outbox retry 2", "Sends the second over the state that is there now."),
    Example("outbox drop 2 --yes", "Gives it up, not asked."),
    Example("outbox --json", "The same for a program, with the requests."),
  ]
  package static let writesOffline = true

  /// What can be done to what waits.
  private enum Deed: String, CaseIterable { case retry, drop }

  private static let fields =
    (OutboxItem.fields + OutboxItem.computed.map { "graphcal." + $0 } + ["graphcal"]).sorted()

  var words: [String] = []

  package init() {}

  package func validate() throws(ArgumentsError) {
    guard let word = words.first else { return }
    guard let deed = Deed(rawValue: word) else {
      throw ArgumentsError(
        .unexpectedArgument, "outbox takes nothing, or \"retry\" or \"drop\" and what",
        hint: "graphcal outbox retry 1")
    }
    guard words.count > 1 else {
      throw ArgumentsError(
        .missingArgument, "outbox \(deed.rawValue) needs the number of what is meant, or \"all\"",
        hint: "graphcal outbox lists them")
    }
  }

  package func run(in context: Context) async throws(Failure) {
    if try context.listedFieldNames(Self.fields) { return }
    let sessions = try await context.sessions(needing: .readCalendars)
    guard let deed = words.first.flatMap(Deed.init) else {
      var items: [OutboxItem] = []
      for session in sessions {
        items += try await Outbox(context: context, session: session)?.items() ?? []
      }
      return try await show(items, in: context)
    }
    try context.requireWriting(deed == .drop ? "giving changes up" : "sending changes")
    guard sessions.count == 1, let outbox = Outbox(context: context, session: sessions[0]) else {
      try context.requireOneAccount()
      throw Failure(.notFound, "the outbox is empty", hint: "graphcal help outbox")
    }
    switch deed {
    case .drop: try await drop(from: outbox, in: context)
    case .retry: try await retry(outbox, in: context)
    }
  }

  // MARK: Showing

  private func show(_ items: [OutboxItem], in context: Context) async throws(Failure) {
    let listing = Listing(context: context, fields: Self.fields, columns: OutboxItem.columns)
    if listing.isWanted { return try listing.print(items.map(\.json)) }
    guard !items.isEmpty else { return try context.print([StyledLine("Nothing waits", .dim)]) }
    var table = Table([
      .init("", .right), .init("", rank: 2), .init("", rank: 1),
      .init("", minimum: 20, comfort: 60), .init("", minimum: 8, rank: 3),
    ])
    for item in items {
      let short = String(ShortID.of(item.write.item).prefix(ShortID.shortest))
      table.add([
        StyledLine(String(item.write.number), .dim), StyledLine(short, Style(color: .cyan)),
        StyledLine(item.verb), StyledLine(item.what, .bold), StyledLine(item.state, item.style),
      ])
    }
    let surface = Surface(context.console.terminal)
    let layout = table.layout(width: surface.width, symbols: surface.symbols)
    let margin = StyledLine("    ")
    var lines: [StyledLine] = []
    for (item, row) in zip(items, layout.rows) {
      lines += row
      let below = [
        item.effect.map { StyledLine($0) }, item.reason.map { StyledLine($0, Style(color: .red)) },
      ]
      for line in below.compactMap(\.self) {
        lines += line.wrapped(to: surface.width.map { max(1, $0 - margin.cells) })
          .map { margin + $0 }
      }
    }
    try context.print(lines)
    if let stuck = items.first(where: { $0.write.state.isStuck }) {
      let number = stuck.write.number
      context.note(
        Failure(trouble: stuck.write).hint
          ?? "graphcal outbox retry \(number) sends it all the same, drop \(number) gives it up")
    }
  }

  // MARK: Settling

  /// What the words name.
  private func named(in outbox: Outbox) async throws(Failure) -> [PendingWrite] {
    let all = try await outbox.writes()
    var found: [PendingWrite] = []
    for word in words.dropFirst() {
      let matches = all.filter { write in
        if word.lowercased() == "all" { return true }
        if let number = Int(word) { return write.number == number }
        return write.item == word
          || ShortID.isCandidate(word) && ShortID.of(write.item).hasPrefix(word)
      }
      guard !matches.isEmpty else {
        throw Failure(
          .notFound, "nothing in the outbox is meant by \"\(word)\"",
          why: all.isEmpty ? "it is empty" : nil, hint: "graphcal outbox lists what waits")
      }
      found += matches.filter { write in !found.contains { $0.number == write.number } }
    }
    return found
  }

  private func drop(from outbox: Outbox, in context: Context) async throws(Failure) {
    let wanted = try await named(in: outbox)
    if context.options.dryRun { return try context.printDryRun([]) }
    let titles = await outbox.items(of: wanted).map(\.whole)
    let unknown = wanted.count { $0.state == .sent }
    if unknown > 0 {
      context.note(
        "\(Plural.of(unknown, "request")) went out and got no answer, so it may have been done")
    }
    try context.confirm(
      "Give up, never to be sent: \(titles.joined(separator: "; "))?",
      refusal: "nothing was given up")
    let dropped = try await MailboxSync(context: context, session: outbox.session).alone {
      () async throws(Failure) in try await outbox.drop(wanted)
    }
    let items = await outbox.items(of: dropped)
    if context.options.isForScripts {
      return try Listing(context: context, fields: Self.fields).print(items.map(\.json))
    }
    try context.console.print(items.map { "Given up: \($0.verb) \($0.what).\n" }.joined())
  }

  private func retry(_ outbox: Outbox, in context: Context) async throws(Failure) {
    let wanted = try await named(in: outbox)
    if context.options.dryRun {
      let requests = wanted.map { write in
        var write = write
        write.entityTag = nil
        return write.graphRequest
      }
      return try context.printDryRun(requests, by: outbox.session)
    }
    let stuck = wanted.filter { $0.state.isStuck }
    if !stuck.isEmpty {
      let titles = await outbox.items(of: stuck).map(\.whole)
      try context.confirm(
        "Send over what was changed elsewhere: \(titles.joined(separator: "; "))?",
        refusal: "nothing was sent")
    }
    let sync = try MailboxSync(context: context, session: outbox.session)
    let results = try await sync.alone { () async throws(Failure) in
      // What merely waits is compared with the service's state as ever.
      try await outbox.overwrite(stuck)
      if context.options.offline { return [OutboxRun.Result]() }
      return try await OutboxRun(context: context, session: outbox.session, store: outbox.store)
        .run(only: Set(wanted.map(\.number)))
    }
    guard !context.options.offline else {
      return context.note("graphcal sync sends it over what is there then")
    }
    var report = SyncReport(context: context)
    await report.add(results, of: outbox.session)
    try report.print(SyncCommand.fields)
    try report.requireAll()
  }
}
