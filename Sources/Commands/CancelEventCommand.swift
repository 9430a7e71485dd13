package import Arguments
import Calendaring
import GraphAPI
import JSON
import Rendering
import Store
import Terminal

/// `graphcal cancel-event`: calls a meeting off.
package struct CancelEventCommand: Command {
  package static let name = "cancel-event"
  package static let summary = "Call off a meeting of yours and tell everybody invited."
  package static let discussion = """
    Everybody invited gets a mail with the comment, which nobody can call back, so that is asked first; \
    --yes answers it. Only the organizer can do this: others decline with "graphcal respond". The \
    meeting goes to Deleted Items.
    """
  package static let arguments: [Argument<Self>] = [
    .required("REF", "Which meeting.", into: \.reference).completing(.known(.event))
  ]
  package static let options: [Option<Self>] = [
    .value("comment", "T", "Words to everybody invited.", into: \.comment),
    Scope.option(into: \.scope, scopes),
  ]
  package static let examples = [
    Example("cancel-event 3 --comment \"I am ill\"", "Asks, then tells everybody."),
    Example(
      "cancel-event k7mp --scope series --yes", "Calls off a whole series, also from a script."),
  ]

  private static let scopes = [Scope.this, .series]

  var reference = ""
  var comment: String?
  var scope: Scope?

  package init() {}

  package func run(in context: Context) async throws(Failure) {
    try context.requireWriting("a cancellation")
    let named = try await Meeting.read(reference, needing: .writeCalendars, in: context)
    try check(named)
    let chosen = try Scope.chosen(
      scope, for: named.event, among: Self.scopes, to: "cancel", in: context)
    let meeting = chosen == .series ? try await named.series(in: context) : named
    let request = MeetingRequests.cancel(id: meeting.event.id, comment: comment)
    if context.options.dryRun { return try context.printDryRun([request], by: meeting.session) }
    let zone = try await context.commandZone(session: meeting.session).zone
    let time = context.timeText(zone, try await context.mailboxSettings(session: meeting.session))
    let surface = Surface(context.console.terminal)
    let details = EventDetails(event: meeting.event)
    let when = meeting.isSeries ? "" : " (\(details.when(time: time, on: surface)))"
    let people = Plural.people(meeting.invited.count)
    try context.confirm(
      "Cancel \(meeting.title)\(when) and tell \(people)?", refusal: "nothing was cancelled")
    try await MeetingSender(
      context: context, action: "cancel the meeting",
      check: "look before you repeat it: graphcal show \(reference) finds it no more if it is done"
    ).send(request, for: meeting)
    await Journal(context: context, session: meeting.session)
      .mailed("cancelled \(meeting.title)", id: meeting.event.id)
    let item: JSON = [
      "id": .string(meeting.event.id), "subject": .string(orNull: meeting.event.subject),
      "comment": .string(orNull: comment), "attendees": meeting.raw["attendees"] ?? [],
      "type": .string(meeting.event.kind.rawValue),
      "graphcal": [
        "id": .string(ShortID.of(meeting.event.id)),
        "account": .string(orNull: meeting.session.userName),
      ],
    ]
    if try context.printedForScripts(item) { return }
    try context.print([
      StyledLine("Cancelled ")
        + (meeting.isSeries
          ? StyledLine(meeting.title, .bold) : details.oneLine(time: time, on: surface))
        + StyledLine(", \(people) \(meeting.invited.count == 1 ? "was" : "were") told")
    ])
  }

  private func check(_ meeting: Meeting) throws(Failure) {
    let title = meeting.title
    if meeting.event.isCancelled {
      throw Failure(
        .usage, "\(title) is cancelled already",
        hint: "graphcal delete-event \(reference) takes it out of the calendar")
    }
    guard meeting.event.isOrganizer else {
      let organizer = meeting.event.organizer?.label.map { ", \($0)," } ?? ""
      throw Failure(
        .usage, "only the organizer\(organizer) can cancel \(title)",
        hint: "graphcal respond \(reference) decline")
    }
    guard !meeting.invited.isEmpty else {
      throw Failure(
        .usage, "nobody is invited to \(title), so there is nobody to tell",
        hint: "graphcal delete-event \(reference)")
    }
  }
}
