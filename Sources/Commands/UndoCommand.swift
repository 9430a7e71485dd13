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
    What was done last on this machine to an event without attendees is taken back: a change is changed \
    back, a new event is deleted, a deleted event is made anew, a deleted series with its single changes \
    and deleted days. It has a new id, which is printed; its old short id goes on naming it.

    What was done last to contacts is taken back as well, all of one command at once: a change, a \
    deletion, a move, a merge; a new one is deleted again. A contact comes back whole, with its picture \
    and in its folder. What was changed again since is shown, and nothing is undone; that is said once, \
    and the next undo takes back what was done before it.

    What "sync --vdir" has deleted since files were gone comes back all at once.

    A file that was applied or imported is taken back as one: what it made is deleted, what it changed is changed \
    back, and what it deleted is made anew; a new contact has no photo. What was changed since is left \
    alone and told.

    Mails cannot be called back: what others were told of stays, and so do an event's move to another \
    calendar and attached files, and what was done to calendars, folders, photos, categories and \
    settings or with api. That is said once, and the next undo takes back what was done before it. What \
    was written with --offline and not sent yet is taken out of the outbox. What the journal holds lies \
    in a file of this account in the state folder, which logout removes.
    """
  package static let options: [Option<Self>] = []
  package static let writesOffline = true
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
    if let outbox = Outbox(context: context, session: session),
      try await outbox.takeBack(entry, journal: journal)
    {
      return
    }
    if let record = ContactUndo(entry.record) {
      if record.isCreation, !context.options.dryRun {
        try context.confirm(
          "Undo that you \(record.deed)? "
            + (record.steps.count == 1
              ? "The contact is deleted." : "These \(record.steps.count) contacts are deleted."),
          refusal: "nothing was undone")
      }
      var undoing = ContactUndoing(
        record, of: entry, journal: journal,
        session: try await context.session(session, needing: .writeContacts), context: context)
      return try await undoing.run()
    }
    if let record = DeletionUndo(entry.record) {
      var undoing = DeletionUndoing(
        record, of: entry, journal: journal, session: session,
        zone: try await context.commandZone(session: session, forWriting: true).zone,
        context: context)
      return try await undoing.run()
    }
    guard let record = UndoRecord(entry.record) else {
      throw Failure(
        .general, "the journal holds something that this graphcal does not know",
        hint: "use the version that wrote it")
    }
    let goOn = Journal.goOn
    if record.kind == .mailed {
      if !context.options.dryRun { await journal.forget(entry.number) }
      throw Failure(
        .general, "this cannot be undone: you \(record.deed), and others were told by mail",
        why: "mails cannot be called back", hint: goOn)
    }
    if record.kind == .kept {
      if !context.options.dryRun { await journal.forget(entry.number) }
      throw Failure(.usage, "you \(record.deed), which undo does not take back", hint: goOn)
    }
    if record.kind == .move {
      if !context.options.dryRun { await journal.forget(entry.number) }
      let short = await context.state.remember([session.knownEvent(record.id)]).first ?? record.id
      throw Failure(
        .usage, "you \(record.deed) to another calendar, which undo does not take back",
        hint: "graphcal move-event \(short) --calendar \"\(record.calendarName ?? "…")\" does; "
          + goOn)
    }
    if record.kind == .applied {
      if try await ApplyUndo(journal: journal, in: context).undo(entry, record),
        !context.options.dryRun
      {
        await journal.forget(entry.number)
      }
      return
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
      try context.confirm(
        "Undo that you \(record.deed)? All events of the series are changed back.",
        refusal: "nothing was undone")
    }
    if record.kind == .create {
      let what = await undoing.made(record)
      try context.confirm(
        "Undo that you \(record.deed)? \(what) deleted.", refusal: "nothing was undone")
    }
    let outcome: Undoing.Outcome
    do {
      outcome = try await undoing.undo(record, isDone: entry.isDone)
    } catch {
      // What the service refuses to make anew may be made another time.
      guard error.kind == .notFound || record.kind == .edit else { throw error }
      throw await journal.passing(entry.number, error)
    }
    if outcome.trouble.isEmpty {
      await journal.forget(entry.number)
    } else {
      // The rest is tried by the next undo.
      await journal.update(entry.number, undoing.rest(of: record, after: outcome))
    }
    if record.kind == .delete,
      (record.series?.master ?? record.event)?["hasAttachments"]?.bool == true
        || record.series?.attachedDays().isEmpty == false
    {
      context.note("what was attached could not be brought back")
    }
    if outcome.wasNeverDone { context.note("the answer to that was lost, and it was never done") }
    if let event = outcome.event {
      try await EventOutput(
        context: context, session: session, zone: zone,
        settings: try await context.mailboxSettings(session: session)
      ).printCreated(
        try context.entry(event, session: session), calendarName: nil,
        verb: record.kind == .delete ? "Restored" : "Changed back")
    }
    if outcome.wasMoved {
      return context.note("the move had been carried out; what stands there is left alone")
    }
    if record.kind == .create {
      if try context.printedForScripts(["deleted": .string(record.id)]) { return }
      try context.say("Deleted again what you \(record.deed).")
    }
    try EditTarget.report(
      outcome.trouble, done: "it was undone", hint: "graphcal undo once more tries the rest")
  }
}
