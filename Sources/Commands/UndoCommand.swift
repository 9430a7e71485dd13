package import Arguments
import CalendarTime
import Calendaring
import GraphAPI
import JSON
import Store

/// `graphcal undo`: takes back the last change or deletion.
package struct UndoCommand: Command {
  package static let name = "undo"
  package static let summary = "Take back the last change or deletion of events or contacts."
  package static let discussion = """
    What edit-event and delete-event did last on this machine, of an event without attendees, is taken \
    back: a change is changed back, a deleted event is made anew, a deleted series with its single \
    changes and deleted days. It has a new id, which is printed; its old short id goes on naming it.

    What was done last to contacts is taken back as well, all of one command at once: a change, a \
    deletion, a move, a merge. A contact comes back whole, with its picture and in its folder. What was \
    changed again since is shown, and nothing is undone.

    Mails cannot be called back: what others were told of stays. What the journal holds lies in a file \
    of this account in the state folder, which logout removes.
    """
  package static let options: [Option<Self>] = []
  package static let examples = [
    Example("undo", "The last deletion or change is taken back."),
    Example("undo --dry-run", "Shows what would be sent."),
  ]

  package init() {}

  package func run(in context: Context) async throws(Failure) {
    try context.requireWriting("undoing")
    var session = try await context.session(needing: .writeCalendars)
    let journal = Journal(context: context, session: session)
    guard journal.isKept else {
      throw Failure(
        .usage,
        "there is nothing to undo: with \(context.tokenGiver ?? "a given token") no journal "
          + "is kept", hint: "sign in with graphcal login")
    }
    guard let entry = try await journal.last() else {
      throw Failure(
        .notFound, "there is nothing to undo",
        why: "no change or deletion on this machine is written down", hint: "graphcal help undo")
    }
    if let record = ContactUndo(entry.record) {
      var undoing = ContactUndoing(
        record, of: entry, journal: journal,
        session: try await context.session(session, needing: .writeContacts), context: context)
      return try await undoing.run()
    }
    guard let record = UndoRecord(entry.record) else {
      throw Failure(
        .general, "the journal holds something that this graphcal does not know",
        hint: "use the version that wrote it")
    }
    if record.kind == .mailed {
      throw Failure(
        .general, "this cannot be undone: \(record.deed), and others were told by mail",
        why: "mails cannot be called back", hint: "graphcal new-event invites anew")
    }
    if let mailbox = record.mailbox {
      session = try await context.session(needing: Permission.writeCalendars.ofOthers)
        .acting(in: mailbox)
    }
    let zone = try await context.commandZone(session: session, forWriting: true).zone
    let undoing = Undoing(context: context, session: session, zone: zone)
    if context.options.dryRun {
      return try context.printDryRun(try undoing.requests(record), by: session)
    }
    if record.series != nil, record.kind == .edit {
      try context.confirm("Undo that you \(record.deed)?", refusal: "nothing was undone")
    }
    let outcome = try await undoing.undo(record, isDone: entry.isDone)
    await journal.forget(entry.number)
    if outcome.wasNeverDone { context.note("the answer to that was lost, and it was never done") }
    if let event = outcome.event {
      try await EventOutput(
        context: context, session: session, zone: zone,
        settings: try await context.mailboxSettings(session: session)
      ).printCreated(
        try context.entry(event, session: session), calendarName: nil,
        verb: record.kind == .delete ? "Restored" : "Changed back")
    }
    try EditTarget.report(outcome.trouble, done: "it was undone")
  }
}
