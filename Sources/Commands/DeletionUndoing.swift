import CalendarTime
import Calendaring
import GraphAPI
import JSON
import Store

/// Brings back what one command deleted, events before contacts.
///
/// What is back is taken out of the journal at once, so that an undoing that was stopped goes on where it
/// was and makes nothing twice.
struct DeletionUndoing {
  var context: Context
  var session: Session
  var journal: Journal
  var zone: Zone
  var entry: MailboxStore.Entry
  private(set) var record: DeletionUndo

  init(
    _ record: DeletionUndo, of entry: MailboxStore.Entry, journal: Journal, session: Session,
    zone: Zone, context: Context
  ) {
    self.record = record
    self.entry = entry
    self.journal = journal
    self.session = session
    self.zone = zone
    self.context = context
  }

  private var undoing: Undoing { Undoing(context: context, session: session, zone: zone) }

  mutating func run() async throws(Failure) {
    if context.options.dryRun {
      var requests: [GraphRequest] = []
      for event in record.events.reversed() { requests += try undoing.requests(event) }
      requests += record.contacts.reversed().flatMap { ContactUndoing.requests(.deleted($0)) }
      return try context.printDryRun(requests, by: session)
    }
    var restored: [EventEntry] = []
    var trouble: [String] = []
    do throws(Failure) {
      while let event = record.events.last {
        let title = MeetingPeople.title(event.series?.master ?? event.event ?? [:])
        let outcome: Undoing.Outcome
        do throws(Failure) {
          outcome = try await undoing.undo(event, isDone: entry.isDone)
        } catch {
          // A calendar that is gone stays so however often this is repeated; the others come back.
          guard error.kind == .notFound else { throw error }
          outcome = Undoing.Outcome(trouble: [error.shortWhy])
        }
        record.events.removeLast()
        await journal.update(entry.number, record)
        trouble += outcome.trouble.map { "\(title): \($0)" }
        if (event.series?.master ?? event.event)?["hasAttachments"]?.bool == true {
          context.note("\(title): what was attached could not be brought back")
        }
        if let back = outcome.event, !outcome.wasNeverDone {
          restored.append(try context.entry(back, session: session))
        }
      }
    } catch {
      try await tell(restored)
      guard !restored.isEmpty else { throw error }
      var failure = error
      failure.kind = .partlyDone
      failure.hint = (error.hint.map { $0 + "; " } ?? "") + "graphcal undo goes on where this ended"
      throw failure
    }
    if restored.isEmpty, record.contacts.isEmpty, !trouble.isEmpty {
      await journal.forget(entry.number)
      throw Failure(
        .notFound, "nothing could be brought back", why: trouble.joined(separator: "; "),
        hint: Journal.goOn)
    }
    let isWhole = !context.options.isForScripts
    if isWhole || record.contacts.isEmpty { try await tell(restored) }
    if record.contacts.isEmpty {
      await journal.forget(entry.number)
    } else {
      let contacts = try await undoContacts(prints: isWhole)
      if !isWhole { try await tell(restored, contacts) }
    }
    try EditTarget.report(
      trouble, done: "it was undone", hint: "graphcal agenda shows how it is now")
  }

  /// Brings the contacts back; each for a program.
  private mutating func undoContacts(prints: Bool) async throws(Failure) -> [JSON] {
    let rest = record.ofContacts(isDone: entry.isDone)
    await journal.update(entry.number, rest)
    let session = try await context.session(session, needing: .writeContacts)
    var contacts = ContactUndoing(
      rest, of: entry, journal: journal, session: session, context: context)
    contacts.prints = prints
    try await contacts.run()
    var items: [JSON] = []
    for (_, contact) in contacts.done {
      items.append(
        ContactJSON.whole(
          try ContactEntry(contact, session: session), habits: ContactHabits(context), more: [:]))
    }
    return items
  }

  private func tell(_ entries: [EventEntry], _ contacts: [JSON] = []) async throws(Failure) {
    try await EventOutput(
      context: context, session: session, zone: zone,
      settings: try await context.mailboxSettings(session: session)
    ).printRestored(entries, others: contacts)
  }
}
