package import Arguments
import CalendarTime
import GraphAPI
import Host
import JSON
import Rendering
import Store

/// `graphcal apply`: many changes at once, from a file.
package struct ApplyCommand: Command {
  package static let name = "apply"
  package static let summary = "Create, change and delete contacts and events from a file."
  package static let discussion = """
    FILE holds one JSON object a line, as --jsonl prints them, or a table as --format tsv prints it; - \
    is standard input. What a list printed can be edited and given back: a line with an id is a change \
    of what differs on the service, one without makes a new item, and "action": "delete" deletes. All \
    lines are checked before anything is sent.

    Words of a line: "action" (create, update, delete), "kind" (contact, event; known by the other \
    words), "id" (short or full), "etag" or "@odata.etag", "ref" and "after", and what the item is to \
    be, by Graph's names. An empty value takes away; what a line leaves out stays. A new contact goes \
    into "folder", a new event into "calendar", by name or id.

    A line with an etag is refused when the item was changed since; without one the last word counts. \
    "after": "x" keeps a line for when the one with "ref": "x" was done. Properties that only the \
    service sets may stand there; one that was changed is told and not sent, and names that no item \
    has are refused.

    Columns of a table: id, start, end, subject, location, organizer, showAs, etag of events; id, name, \
    email, phone, company, birthday, folder, etag of contacts; any other name of a property, and \
    action. Tab, line feed and backslash are \\t, \\n and \\\\; several values are parted by \
    semicolons. organizer, and the folder of a contact that is there, are only read.

    Twenty lines go in one request. One that is put off by the service goes again alone. Should it \
    stop half-way, the same file goes on: what was done is not done twice, for which each new contact \
    carries a key that no program shows. A file that was applied already asks before it makes the same \
    again.

    --dry-run prints the requests and, as notes, a diff. The exit status is 0 when all lines are as \
    wanted, 9 when only some are; when none is, it tells why, as 6 for what was changed meanwhile.
    """
  package static let arguments: [Argument<Self>] = [
    .required("FILE", "JSON lines or TSV; - for standard input.", into: \.file).completing(.file)
  ]
  package static let options: [Option<Self>] = [
    .choice("kind", "What lines are about that do not say it.", into: \.kind),
    .flag(
      "skip-bad-lines", "Apply the other lines where some cannot be understood.", into: \.skipsBad),
  ]
  package static let examples = [
    Example("apply people.jsonl", "Each line makes, changes or deletes one."),
    Example("apply week.tsv --dry-run", "A diff of an edited week, and what would be sent."),
    Example("apply - --yes < changes.jsonl", "Without a question, from another program."),
  ]

  /// What `--kind` can be.
  package enum Kind: String, CaseIterable, Sendable { case contact, event }

  var file = ""
  var kind: Kind?
  var skipsBad = false
  /// What is taken back by this, where it is `undo` that applies its lines.
  var undone: String?

  package init() {}

  package func run(in context: Context) async throws(Failure) {
    if try context.listedFieldNames(ChangeReport.fieldNames) { return }
    try context.requireWriting("applying changes")
    try await apply(text: try context.text(ofFile: file, limit: 256 << 20), in: context)
  }

  /// Applies the lines of a text.
  func apply(text: String, in context: Context) async throws(Failure) {
    var read = await changes(in: text, context)
    for line in read.lines where line.action == .create && line.kind == .event {
      if let problem = EventLineTime(context: context, zone: .utc).problem(of: line) {
        read.problems.append(problem)
      }
    }
    try refuse(read.problems, context)
    let bad = Set(read.problems.map(\.line))
    let lines = read.lines.filter { !bad.contains($0.number) }
    guard !lines.isEmpty else {
      return try ended([], read.problems, ChangeReport(context: context, again: again))
    }
    try await alone(for: lines[0].kind, in: context) { () async throws(Failure) in
      try await apply(lines, read.problems, text, context)
    }
  }

  /// Does something while no other run on this machine applies a file to the same mailbox.
  ///
  /// - Throws: `Failure` of kind tryAgain when the other one is not done in time.
  private func alone(
    for kind: ChangeLine.Kind, in context: Context, _ body: () async throws(Failure) -> Void
  ) async throws(Failure) {
    let session = try await context.session(
      needing: kind == .contact ? .writeContacts : .writeCalendars)
    guard !context.options.dryRun, !session.accountKey.isEmpty, context.tokenGiver == nil,
      let store = MailboxFile.store(account: session.accountKey, environment: context.environment)
    else { return try await body() }
    let lock: FileLock
    do {
      lock = try await FileLock.acquire(
        store.path + ".apply.lock", wait: .seconds(context.options.maxWait),
        clock: context.machineClock, randomness: context.randomness)
    } catch {
      if Task.isCancelled { throw Failure(.interrupted, "interrupted; nothing was sent") }
      guard error.reason == .lockedByOther else {
        // Where nothing can be written, nothing can be read of another run either.
        return try await body()
      }
      throw Failure(
        .tryAgain, "another graphcal applies a file to this mailbox; nothing was sent",
        hint: "try again when it is done")
    }
    defer { lock.release() }
    try await body()
  }

  private func apply(
    _ lines: [ChangeLine], _ problems: [ChangeProblem], _ text: String, _ context: Context
  ) async throws(Failure) {
    var problems = problems
    var runs: [ChangeRun] = []
    var journal: ChangeJournal?
    for kind in ChangeLine.Kind.allCases {
      let own = lines.filter { $0.kind == kind }
      if own.isEmpty { continue }
      let session = try await context.session(
        needing: kind == .contact ? .writeContacts : .writeCalendars)
      let found = try await ChangeIDs(context: context, session: session, kind: kind).resolved(own)
      let made = try await ChangePlaces(context: context, session: session).target(of: found.lines)
      let new = found.problems + made.problems
      try refuse(new, context)
      problems += new
      let bad = Set(new.map(\.line))
      if journal == nil {
        var read = ChangeJournal(context: context, session: session, text: text, path: file)
        await read.read()
        read.assign(lines)
        journal = read
      }
      guard let journal else { continue }
      var run = ChangeRun(
        found.lines.filter { !bad.contains($0.number) }, target: made.target, journal: journal,
        in: context)
      try await context.working("Reading what is there") { () async throws(Failure) in
        try await run.prepare()
      }
      runs.append(run)
    }
    let desk = ApplyDesk(context: context, undone: undone)
    desk.tellIgnored(runs)
    if context.options.dryRun { return try desk.dryRun(runs, problems) }
    try await desk.confirm(runs, journal)
    let report = ChangeReport(context: context, again: again)
    if let journal { desk.tellResumed(runs, journal) }
    await journal?.begin()
    var undo = undone == nil ? ApplyUndo(of: runs, file: file, in: context) : nil
    if undo != nil {
      for index in runs.indices { await runs[index].readCalendars() }
      await undo?.plan(runs)
    }
    for index in runs.indices {
      if let journal { runs[index].journal = journal }
      try await runs[index].send(to: report)
    }
    await undo?.finish(runs)
    if undone != nil { await keepShortIDs(runs, context) }
    let changes = runs.flatMap(\.changes)
    if problems.isEmpty, changes.allSatisfy({ $0.outcome?.isGood ?? false }) {
      await journal?.complete()
    }
    try ended(changes, problems, report)
  }

  /// Lets the old short ids name the items that have come back.
  private func keepShortIDs(_ runs: [ChangeRun], _ context: Context) async {
    for run in runs {
      for change in run.changes {
        guard let old = change.line.given["graphcal"]?["was"]?.string,
          let id = change.after?["id"]?.string
        else { continue }
        await context.state.replace(old, with: run.target.known(id))
      }
    }
  }

  /// How to go on where not everything was done.
  private var again: String {
    if undone != nil { return "graphcal undo goes on" }
    return file == "-" ? "apply the same lines again" : "graphcal apply \(file) goes on"
  }

  /// The lines of the file; what a line is about that does not say it is remembered of its id.
  private func changes(in text: String, _ context: Context) async -> ChangeFile {
    let fallback = kind.flatMap { ChangeLine.Kind(rawValue: $0.rawValue) }
    return await ChangeFile(text) { id in
      if let fallback { return fallback }
      guard let id else { return nil }
      let short = ShortID.isCandidate(id) ? id : ShortID.of(id)
      let kinds = Set(await context.state.items(shortPrefix: short).map(\.kind))
      return kinds == [.contact] ? .contact : kinds == [.event] ? .event : nil
    }
  }

  /// Ends the command before anything is sent, unless bad lines are to be left out.
  private func refuse(_ problems: [ChangeProblem], _ context: Context) throws(Failure) {
    guard let first = problems.first, !skipsBad else { return }
    let shown = problems.sorted { $0.line < $1.line }.prefix(10)
    for problem in shown.dropFirst(0) where problems.count > 1 {
      context.note("line \(problem.line) \(problem.message)")
    }
    if problems.count > shown.count { context.note("… and \(problems.count - shown.count) more") }
    throw Failure(
      .usage,
      problems.count == 1
        ? "line \(first.line) \(first.message)"
        : "\(problems.count) lines cannot be used; nothing was sent",
      hint: problems.count == 1
        ? "graphcal help apply says what a line may hold; nothing was sent"
        : "mend them, or leave them out with --skip-bad-lines")
  }

  private func ended(
    _ changes: [PreparedChange], _ problems: [ChangeProblem], _ report: ChangeReport
  ) throws(Failure) {
    for problem in problems { report.context.note("line \(problem.line) \(problem.message)") }
    try report.printAll(changes)
    do {
      try report.end(changes)
    } catch {
      guard Task.isCancelled else { throw error }
      var failure = error
      failure.kind = .interrupted
      throw failure
    }
    guard !problems.isEmpty else { return }
    throw Failure(
      changes.isEmpty ? .usage : .partlyDone,
      "\(Plural.of(problems.count, "line")) could not be used",
      hint: "mend them and apply the file again: what is done is not done twice")
  }
}
