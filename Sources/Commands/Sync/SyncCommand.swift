package import Arguments
import FoundationEssentials
import GraphAPI
import JSON
import Rendering
import Store
import Terminal

/// `graphcal sync`: brings the local copy up to date.
package struct SyncCommand: Command {
  package static let name = "sync"
  package static let summary = "Bring the copy of the mailbox on this machine up to date."
  package static let discussion = """
    Keeps the events of all calendars around today, and all contacts, in one file of this machine. The \
    first run reads everything, later ones only what has changed. Each calendar and folder is kept \
    whole: a run that is stopped at any moment leaves the old state of it or the new one.

    What was written with --offline is sent first, in its order; "graphcal outbox" shows what is left \
    of it. Changes of different parts of one item are merged with those made elsewhere meanwhile. \
    Where both sides have changed the same part the change is kept there as a conflict, and the exit \
    status is 6.

    "syncDaysBack" and "syncDaysAhead" in the preferences say which days are kept, 90 and 400 without \
    them; they move on with today about once a week, which reads everything anew. Nothing is \
    synchronized unless this command is given.

    --vdir DIR does another thing: it makes a folder of files and the mailbox the same, both ways, with \
    one .ics an event or series and one .vcf a contact, as khal, khard, todoman and vdirsyncer use them. \
    Parts that only one side has changed are merged. Where both have changed one thing, the file becomes \
    the service's, yours lies beside it as .conflict, and the exit status is 6. Much that would be \
    deleted is asked about, and one "undo" brings back all that a run has deleted. What Outlook has no \
    place for stays in its file. A file that is moved to another folder moves its item, and an item that \
    is moved takes its file along.

    Nobody is mailed: meetings with people are not changed by files, unless --invite is given. What the \
    service does not let be done, such as a change of somebody else's meeting or of a read-only \
    calendar, is told once: the file becomes the service's again, yours lies beside it as .conflict, \
    and the exit status is 9.
    """
  package static let options: [Option<Self>] = [
    .flag("full", "Read everything anew.", into: \.isFull).exclusive("manner"),
    .flag(
      "forget", "Delete the copy; what can be undone and what was not sent yet stays.",
      into: \.forgets
    )
    .exclusive("manner"),
    .value("vdir", "DIR", "Keep the files of this folder like the mailbox.", into: \.vdir)
      .completing(.file).exclusive("manner"),
    .flag("invite", "With --vdir, tell people of meetings that changed in files.", into: \.invite),
  ]
  package static let examples = [
    Example("sync", "What is new since the last time."),
    Example("sync --json", "The same for a program."),
    Example("sync --forget", "Delete the copy."),
    Example("sync --vdir ~/.local/share/vdir", "Files for khal and khard, both ways."),
  ]

  static let fields =
    (SyncReport.members + SyncReport.computed.map { "graphcal." + $0 } + ["graphcal"]).sorted()

  var isFull = false
  var forgets = false
  var vdir: String?
  var invite = false

  package init() {}

  package func validate() throws(ArgumentsError) {
    if invite, vdir == nil {
      throw ArgumentsError(
        .exclusiveOptions, "--invite is about files, and no --vdir is given",
        hint: "leave out --invite")
    }
    if vdir == "" {
      throw ArgumentsError(.badValue, "--vdir needs the name of a folder", hint: "--vdir DIR")
    }
  }

  package func run(in context: Context) async throws(Failure) {
    if let vdir {
      if try context.listedFieldNames(VdirReport.fields) { return }
      try context.requireWriting("keeping a folder of files")
      let session = try await context.session(needing: .writeCalendars)
      let sync = VdirSync(context: context, session: session, folder: vdir, invites: invite)
      return try await sync.run()
    }
    if try context.listedFieldNames(Self.fields) { return }
    let sessions = try await context.sessions(needing: .readCalendars)
    if forgets {
      try context.requireRequests(of: "deleting the copy")
      return try await forget(sessions, in: context)
    }
    if context.options.dryRun { return try await showWaiting(sessions, in: context) }
    var report = SyncReport(context: context)
    var trouble: [Failure] = []
    for session in sessions {
      do throws(Failure) {
        var sync = try MailboxSync(context: context, session: session)
        sync.isFull = isFull
        let outbox = OutboxRun(context: context, session: session, store: sync.store)
        if try await waits(session, in: context) {
          let sent = try await context.working("Sending what waits") { () async throws(Failure) in
            try await sync.alone { () async throws(Failure) in try await outbox.run() }
          }
          await report.add(sent, of: session)
          // Without a network nothing can be read either.
          if let failure = sent.lazy.compactMap(\.failure).first(where: \.isOfNetwork) {
            if sessions.count == 1, sent.contains(where: { $0.state == .sent }) {
              try report.print(Self.fields)
            }
            throw failure
          }
        }
        let results = try await context.working("Synchronizing") {
          (progress) async throws(Failure) in try await sync.run(progress)
        }
        report.add(results, of: session)
      } catch {
        if error.isOfNetwork { try await tellWaiting(session, in: context) }
        if sessions.count == 1 || error.kind == .interrupted { throw error }
        trouble.append(error.naming(session, among: sessions))
      }
    }
    if trouble.count == sessions.count, let first = trouble.first { throw first }
    try report.print(Self.fields)
    try Failure.report(trouble, among: sessions)
    try report.requireAll()
  }

  /// Whether there is something to send; in read-only mode it is told and stays.
  private func waits(_ session: Session, in context: Context) async throws(Failure) -> Bool {
    let writes = try await Outbox(context: context, session: session)?.writes() ?? []
    guard context.options.readOnly, !writes.isEmpty else { return !writes.isEmpty }
    context.note("\(Plural.of(writes.count, "change")) in the outbox, not sent in read-only mode")
    return false
  }

  /// Says, where no server was reached, that nothing is lost of what is still to be sent.
  private func tellWaiting(_ session: Session, in context: Context) async throws(Failure) {
    let waiting =
      try await Outbox(context: context, session: session)?.writes()
      .count { !$0.state.isStuck } ?? 0
    guard waiting > 0 else { return }
    context.note(
      "\(Plural.of(waiting, "change")) still \(waiting == 1 ? "waits" : "wait") in the outbox; the next "
        + "graphcal sync sends \(waiting == 1 ? "it" : "them")")
  }

  /// Prints the requests that would change something: those of the outbox.
  private func showWaiting(_ sessions: [Session], in context: Context) async throws(Failure) {
    var requests: [GraphRequest] = []
    for session in sessions {
      requests +=
        try await Outbox(context: context, session: session)?.writes()
        .map(\.graphRequest) ?? []
    }
    try context.printDryRun(requests)
  }

  private func forget(_ sessions: [Session], in context: Context) async throws(Failure) {
    for session in sessions {
      let copy = try MailboxSync(context: context, session: session)
      let path = copy.store.path
      let name = session.userName.map { " of \(TextSanitizer.line($0))" } ?? ""
      switch await copy.store.examine(exists: LocalCopy.exists) {
      case .missing:
        context.note("there is no local copy\(name)")
        continue
      case .newer:
        throw Failure(
          .general, "\(path) was made by a newer graphcal",
          hint: "use that one, or move the file away")
      case .damaged:
        try await copy.alone { () async throws(Failure) in
          try await replace(copy.store, in: context)
        }
      case .sound, .closed:
        try await copy.alone { () async throws(Failure) in
          do throws(MailboxStoreError) { try await copy.store.forgetCopy() } catch {
            throw Failure(error, doing: "delete the local copy")
          }
        }
      }
      context.note("the local copy\(name) is deleted")
    }
  }

  /// Puts a new file in the place of a damaged one, with what can be read of the journal.
  private func replace(_ store: MailboxStore, in context: Context) async throws(Failure) {
    let entries = await store.rescuedEntries()
    let writes = await store.rescuedOutbox()
    await store.close()
    guard StateFile.replaceDamaged(store.path) else {
      throw Failure(
        .general, "the damaged file \(store.path) cannot be replaced", hint: "move it away")
    }
    do throws(MailboxStoreError) {
      try await store.restore(entries)
      if !writes.isEmpty { try await store.restore(writes) }
    } catch {
      throw Failure(error, doing: "write \(store.path)")
    }
    context.note("the damaged file is kept beside it, as \(store.path).corrupt-…")
  }
}
