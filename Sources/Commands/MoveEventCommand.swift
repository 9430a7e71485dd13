package import Arguments
import CalendarTime
import Calendaring
import GraphAPI
import JSON
import Store

/// `graphcal move-event`: puts an event into another calendar.
package struct MoveEventCommand: Command {
  package static let name = "move-event"
  package static let summary = "Move an event to another calendar."
  package static let discussion = """
    Microsoft Graph has no call for this: the event is made anew there, with its attachments, and then \
    deleted here. Its short id goes on naming it. A series moves whole, with its single changes.

    A meeting cannot be moved this way: all who are invited would be told that it is called off, and \
    be invited anew. "graphcal copy-event" makes a copy without them.
    """
  package static let arguments: [Argument<Self>] = [
    .required("REF", "Which event.", into: \.reference)
  ]
  package static let options: [Option<Self>] = [
    .value("calendar", "C", "Where to, by name or id.", into: \.calendar),
    Scope.option(into: \.scope, [.series]),
  ]
  package static let examples = [
    Example("move-event 3 --calendar Team", "The event goes to another calendar."),
    Example("move-event k7mp --calendar Team --scope series", "The whole series does."),
  ]

  var reference = ""
  var calendar: String?
  var scope: Scope?

  package init() {}

  package func validate() throws(ArgumentsError) {
    guard calendar != nil else {
      throw ArgumentsError(
        .missingValue, "move-event needs --calendar",
        hint: "graphcal move-event \(reference) --calendar NAME; graphcal calendars lists them")
    }
  }

  package func run(in context: Context) async throws(Failure) {
    try context.requireWriting("a move of an event")
    let (id, session) = try await ReferenceResolver(
      context: context, permission: .writeCalendars
    ).item(reference, kind: .event)
    let zone = try await context.commandZone(session: session, forWriting: true).zone
    let entry = try await context.storedEvent(id, session: session)
    let scope = try Scope.chosen(
      scope, for: entry.event, among: [.series], to: "move", in: context)
    var original = entry.raw
    let title = MeetingPeople.title(original)
    let duplicate: EventDuplicate
    if scope == .series {
      let target = EditTarget(
        context: context, session: session, zone: zone, entry: entry, reference: reference)
      let (snapshot, _) = try await target.series()
      original = snapshot.master
      try requireOwn(original)
      duplicate = try EventDuplicate(of: snapshot, session: session, context: context, zone: zone)
    } else {
      try requireOwn(original)
      duplicate = try EventDuplicate(of: entry, context: context, zone: zone)
    }
    let old = original["id"]?.string ?? id
    let target = try await context.calendar(named: calendar ?? "", session: session)
    guard try await context.calendar(of: old, session: session) != target.id else {
      throw Failure(
        .usage, "\(title) is in \"\(target.name)\" already", hint: "name another calendar")
    }
    let removal = EventRequests.deletion(id: old, etag: original["@odata.etag"]?.string)
    if context.options.dryRun {
      return try context.printDryRun(
        [duplicate.request(calendarID: target.id), removal], by: session)
    }
    if scope == .series {
      try context.confirm(
        "Move the whole series \(title) to \"\(target.name)\"?", refusal: "\(title) was not moved")
    }
    let (created, trouble) = try await duplicate.create(in: target.id, like: original)
    let new = created["id"]?.string ?? ""
    if !trouble.isEmpty {
      throw await halfDone(
        trouble.joined(separator: "; "), title, new, target.name, session, context)
    }
    do {
      _ = try await session.graph.send(removal)
    } catch {
      if !error.isMissing {
        let why = Failure(error, doing: "delete the event").shortWhy
        throw await halfDone(why, title, new, target.name, session, context)
      }
    }
    for gone in Set([old, id]) {
      await context.state.replace(gone, with: session.knownEvent(new))
    }
    try await EventOutput(
      context: context, session: session, zone: zone,
      settings: try await context.mailboxSettings(session: session)
    ).printCreated(
      try context.entry(created, session: session), calendarName: target.name, verb: "Moved")
  }

  /// Refuses what would send mails.
  private func requireOwn(_ event: JSONObject) throws(Failure) {
    guard MeetingPeople.isMeeting(event) else { return }
    let title = MeetingPeople.title(event)
    throw Failure(
      .refused, "\(title) is a meeting and cannot be moved to another calendar",
      why: MeetingPeople.isOrganizer(event)
        ? "\(Plural.people(MeetingPeople.count(event))) would be told that it is called off, and "
          + "invited anew"
        : "\(MeetingPeople.organizer(event)) organizes it; a copy would not be part of it",
      hint: "graphcal copy-event \(reference) --calendar … copies it without the others")
  }

  private func halfDone(
    _ why: String, _ title: String, _ new: String, _ calendar: String, _ session: Session,
    _ context: Context
  ) async -> Failure {
    let short = await context.state.remember([session.knownEvent(new)])
    return Failure(
      .partlyDone,
      "\(title) stands in \"\(calendar)\" as \(short.first ?? new), and is still where it was",
      why: why,
      hint: "graphcal delete-event \(reference) finishes the move; "
        + "graphcal delete-event \(short.first ?? new) takes it back")
  }
}
