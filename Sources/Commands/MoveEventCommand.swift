package import Arguments
import CalendarTime
import Calendaring
import GraphAPI
import JSON
import Rendering
import Store

/// `graphcal move-event`: puts an event into another calendar.
package struct MoveEventCommand: Command {
  package static let name = "move-event"
  package static let summary = "Move an event to another calendar."
  package static let discussion = """
    Microsoft Graph has no call for this: the event is made anew there, with its attachments, and then \
    deleted here. Its short id goes on naming it. A series moves whole, with its single changes. Where \
    that fails on the way, the copy is taken back and the event is where it was.

    A meeting cannot be moved this way: all who are invited would be told that it is called off, and \
    be invited anew. "graphcal copy-event" makes a copy without them.
    """
  package static let arguments: [Argument<Self>] = [
    .required("REF", "Which event.", into: \.reference).completing(.known(.event))
  ]
  package static let options: [Option<Self>] = [
    .value("calendar", "C", "Where to, by name or id.", into: \.calendar).completing(
      .known(.calendar)),
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
    var series: SeriesSnapshot?
    if scope == .series {
      let target = EditTarget(
        context: context, session: session, zone: zone, entry: entry, reference: reference)
      let (snapshot, _) = try await target.series()
      original = snapshot.master
      series = snapshot
      try requireOwn(original.inviting(snapshot.invited()))
      duplicate = try EventDuplicate(of: snapshot, session: session, context: context, zone: zone)
    } else {
      try requireOwn(original)
      duplicate = try EventDuplicate(of: entry, context: context, zone: zone)
    }
    let old = original["id"]?.string ?? id
    let target = try await context.calendar(named: calendar ?? "", session: session)
    try await Journal(context: context, session: session).requireEnded(old, title: title)
    let source = try await context.calendarInfo(of: old, session: session)
    guard source?.id != target.id else {
      throw Failure(
        .usage, "\(title) is in \"\(target.name)\" already", hint: "name another calendar")
    }
    if context.options.dryRun {
      return try context.printDryRun(
        [
          duplicate.request(calendarID: target.id),
          EventRequests.deletion(id: old, etag: original["@odata.etag"]?.string),
        ], by: session)
    }
    try await confirm(title, original, scope, from: source, to: target.name, session, context)
    let moving = EventMoving(
      context: context, session: session, title: title, original: original, series: series,
      duplicate: duplicate, source: source?.name, target: (target.id, target.name))
    let created = try await moving.run()
    let new = created["id"]?.string ?? ""
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

  /// Asks where more goes than an event of one's own calendar.
  private func confirm(
    _ title: String, _ original: JSONObject, _ scope: Scope?, from source: CalendarInfo?,
    to calendar: String, _ session: Session, _ context: Context
  ) async throws(Failure) {
    var reasons: [String] = []
    if let owner = source?.owner, try await isSomebodyElse(owner, session, context) {
      reasons.append("It is in a calendar of \(PersonText.short(owner)).")
    }
    if original["isOnlineMeeting"]?.bool == true {
      reasons.append("The online meeting gets another link, and the one it has ends.")
    }
    guard scope == .series || !reasons.isEmpty else { return }
    let what = scope == .series ? "the whole series \(title)" : title
    try context.confirm(
      (reasons + ["Move \(what) to \"\(calendar)\"?"]).joined(separator: " "),
      refusal: "\(title) was not moved")
  }

  /// Whether a calendar that the mailbox shows belongs to somebody else than its default one.
  private func isSomebodyElse(
    _ owner: Person, _ session: Session, _ context: Context
  ) async throws(Failure) -> Bool {
    guard let address = owner.address?.lowercased(), session.mailbox == nil,
      address != session.userName?.lowercased()
    else { return false }
    do {
      let all = try await session.graph.list(CalendarRequests.calendars).items
        .compactMap(CalendarInfo.init(graph:))
      let own = all.first(where: \.isDefault)?.owner?.address?.lowercased()
      return own != nil && own != address
    } catch {
      throw Failure(error, doing: "list the calendars", in: session)
    }
  }
}
