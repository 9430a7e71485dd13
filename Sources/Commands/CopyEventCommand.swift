package import Arguments
import CalendarTime
import Calendaring
import GraphAPI
import JSON
import Store

/// `graphcal copy-event`: another event like one that is there.
package struct CopyEventCommand: Command {
  package static let name = "copy-event"
  package static let summary = "Copy an event to another time or calendar."
  package static let discussion = """
    The copy has the text, place, categories, reminder and attachments of the event, and its length. \
    Nobody is invited to it: edit-event --add-attendee does that. Without --calendar it goes into the \
    calendar of the original.

    Of an event that repeats, --scope this copies the one that was named, --scope series the whole \
    series with its single changes.
    """
  package static let arguments: [Argument<Self>] = [
    .required("REF", "Which event.", into: \.reference).completing(.known(.event))
  ]
  package static let options: [Option<Self>] = [
    .value("start", "T", "When the copy starts.", into: \.start),
    .value("calendar", "C", "Calendar of the copy, by name or id.", into: \.calendar).completing(
      .known(.calendar)),
    Scope.option(into: \.scope, scopes),
  ]
  package static let examples = [
    Example("copy-event 3 --start \"next mon 10:00\"", "The same once more next Monday."),
    Example("copy-event k7mp --calendar Team", "The same event in another calendar."),
  ]

  private static let scopes: [Scope] = [.this, .series]

  var reference = ""
  var start: String?
  var calendar: String?
  var scope: Scope?

  package init() {}

  package func run(in context: Context) async throws(Failure) {
    try context.requireWriting("a copy of an event")
    let (id, session) = try await ReferenceResolver(
      context: context, permission: .writeCalendars
    ).item(reference, kind: .event)
    let zone = try await context.commandZone(session: session, forWriting: true).zone
    let entry = try await context.storedEvent(id, session: session)
    let scope = try Scope.chosen(
      scope, for: entry.event, among: Self.scopes, to: "copy", in: context)
    var options = EventOptions()
    options.start = start
    var original = entry.raw
    let duplicate: EventDuplicate
    if scope == .series {
      let target = EditTarget(
        context: context, session: session, zone: zone, entry: entry, reference: reference)
      let (snapshot, _) = try await target.series()
      original = snapshot.master
      duplicate = try EventDuplicate(
        of: snapshot, options: options, session: session, context: context, zone: zone)
    } else {
      duplicate = try EventDuplicate(of: entry, options: options, context: context, zone: zone)
    }
    let calendarID: String?
    if let calendar {
      calendarID = try await context.calendar(named: calendar, session: session).id
    } else {
      calendarID = try await context.calendar(
        of: original["id"]?.string ?? id, session: session)
    }
    let people = MeetingPeople.invited(original).count
    if people > 0 { context.note("\(Plural.people(people)) of the original are not invited") }
    if context.options.dryRun {
      return try context.printDryRun([duplicate.request(calendarID: calendarID)], by: session)
    }
    if scope == .series {
      try context.confirm(
        "Copy the whole series \(MeetingPeople.title(original))?", refusal: "nothing was copied")
    }
    let (created, trouble) = try await duplicate.create(in: calendarID, like: original)
    await Journal(context: context, session: session)
      .made(created, id: created["id"]?.string ?? "")
    try await EventOutput(
      context: context, session: session, zone: zone,
      settings: try await context.mailboxSettings(session: session)
    ).printCreated(try context.entry(created, session: session), calendarName: calendar)
    try EditTarget.report(trouble, done: "the copy stands")
  }
}
