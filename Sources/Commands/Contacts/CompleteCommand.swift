package import Arguments
import CalendarTime
import JSON
import Rendering
import Store
import Terminal

/// `graphcal complete`: addresses for what somebody has begun to type.
package struct CompleteCommand: Command {
  package static let name = "complete"
  package static let summary = "Complete a mail address, for mail programs."
  package static let discussion = """
    Prints address, name and source (contact or event) with tabs between them, best first: whom you meet \
    often and lately, then the rest of the address book; where only the domain fits, and you yourself, \
    come last. Each word of PREFIX begins a word of a name or an address; letter case and accents do \
    not matter, so mul finds Müller. Without PREFIX everybody.

    The copy on this machine answers alone, whatever its age: "graphcal sync" makes it and brings it up \
    to date. Nobody is asked and no server called. Settings for mutt, aerc, Emacs and lbdb are in the \
    folder Integrations of the source.
    """
  package static let arguments: [Argument<Self>] = [
    .repeating("PREFIX", atLeast: 0, "What was typed so far.", into: \.prefix)
  ]
  package static let options: [Option<Self>] = [
    .value("limit", "N", "Print at most N addresses.", into: \.limit, in: 1...100_000),
    .flag(
      "mutt", "A line of its own before the addresses, as mutt's query_command wants it.",
      into: \.isForMutt),
  ]
  package static let examples = [
    Example("complete mul", "Müller, Mulvey and mueller.shop@example.com."),
    Example("complete anna @harbor", "Every Anna with an address of that domain."),
    Example(
      "complete --mutt -- mul", "The same for mutt, which shows the first line as a message."),
  ]

  private static let fields = ["address", "events", "lastSeen", "name", "source"]

  var prefix: [String] = []
  var limit: Int?
  var isForMutt = false

  package init() {}

  package func run(in context: Context) async throws(Failure) {
    if try context.listedFieldNames(Self.fields) { return }
    let listing = Listing(
      context: context, fields: Self.fields,
      columns: [
        .init("address", "address"), .init("name", "name"), .init("source", "source"),
        .init("events", "events"), .init("lastSeen", "lastSeen"),
      ])
    guard !isForMutt || !listing.isWanted else {
      throw Failure(
        .usage, "--mutt is a form of its own",
        hint: "leave out --mutt, or --json, --jsonl and --format")
    }
    let copy = try await context.storedCopy()
    let text = prefix.joined(separator: " ")
    let found: [CopiedPerson]?
    do {
      found = try await copy.store.people(
        matching: text, on: Zone.utc.date(at: context.now()))
    } catch {
      throw Failure(error, doing: "read the local copy")
    }
    guard var people = found, !copy.collections.isEmpty else { throw context.missingCopy(nil) }
    if let limit, people.count > limit {
      context.note("showing \(limit) of \(people.count) addresses; --limit sets how many")
      people = Array(people.prefix(limit))
    }
    if listing.isWanted { return try listing.print(people.map(\.json)) }
    var lines = people.map { $0.line + "\n" }
    if isForMutt {
      guard !people.isEmpty else {
        // Source: mutt manual, "External Address Queries": a message of one line, and a status.
        let line = TextSanitizer.line("nobody in the copy of the mailbox fits \"\(text)\"")
        try context.console.print(line + "\n")
        throw Failure(.notFound, line, hint: "graphcal people asks the service")
      }
      lines.insert("\(people.count) address\(people.count == 1 ? "" : "es")\n", at: 0)
    }
    try context.console.print(lines.joined())
  }
}

extension CopiedPerson {
  /// What lists of programs call where somebody is known from.
  private var source: String { isContact ? "contact" : "event" }

  fileprivate var line: String {
    [address, name, source].map { TextSanitizer.line($0) }.joined(separator: "\t")
  }

  fileprivate var json: JSON {
    let lastSeen = lastDay.map { JSON.string("\($0)") }
    return [
      "address": .string(address), "name": .string(name), "source": .string(source),
      "events": .number(events), "lastSeen": lastSeen ?? JSON.null,
    ]
  }
}
