package import Arguments
import Calendaring
import GraphAPI
import JSON
import Rendering
import Store
import Terminal

/// `graphcal forward-event`: invites further people to a meeting.
package struct ForwardEventCommand: Command {
  package static let name = "forward-event"
  package static let summary = "Forward an event to other people."
  package static let discussion = """
    They get an invitation by mail, so that is asked first; --yes answers it. From a work mailbox the \
    organizer is told and sees them among the people invited, from an outlook.com mailbox not.

    Of a series, what was named is forwarded; --scope series forwards all of it.
    """
  package static let arguments: [Argument<Self>] = [
    .required("REF", "Which event.", into: \.reference).completing(.known(.event))
  ]
  package static let options: [Option<Self>] = [
    .repeated(
      "to", "A",
      "Who gets it: address, \"Name <address>\" or a name you know; several parted by a semicolon.",
      into: \.recipients, separatedBy: ";"
    ).completing(.known(.address)),
    .value("comment", "T", "Words to them.", into: \.comment),
    Scope.option(into: \.scope, [.this, .series]),
  ]
  package static let examples = [
    Example(
      "forward-event 3 --to kim@contoso.example --comment \"for you as well?\"",
      "Sends the third event of the last list to Kim.")
  ]

  var reference = ""
  var recipients: [String] = []
  var comment: String?
  var scope: Scope?

  package init() {}

  package func validate() throws(ArgumentsError) {
    if recipients.isEmpty {
      throw ArgumentsError(
        .missingValue, "forward-event needs --to",
        hint: "graphcal forward-event \(reference) --to name@example.com")
    }
  }

  package func run(in context: Context) async throws(Failure) {
    try context.requireWriting("a forward")
    // What is neither an address nor a name is refused before anything is asked.
    for recipient in recipients { _ = try MailAddress.person(recipient) }
    // Passing on needs no more than reading does.
    let named = try await Meeting.read(reference, needing: .readCalendars, in: context)
    let people = try await AttendeeReader(context: context, session: named.session)
      .attendees(required: recipients, optional: []).map(\.person)
    if named.event.isCancelled {
      throw Failure(
        .usage, "\(named.title) was cancelled and cannot be forwarded",
        hint: "graphcal agenda shows what takes place")
    }
    let meant =
      scope ?? (named.event.kind == .singleInstance ? nil : named.isSeries ? .series : .this)
    let chosen = try Scope.chosen(
      meant, for: named.event, among: [.this, .series], to: "forward", in: context)
    let meeting = chosen == .series ? try await named.series(in: context) : named
    let request = MeetingRequests.forward(id: meeting.event.id, to: people, comment: comment)
    if context.options.dryRun { return try context.printDryRun([request], by: meeting.session) }
    let names = people.compactMap(\.label).joined(separator: ", ")
    let whom =
      people.count <= 3
      ? TextSanitizer.line(names) : "\(people.count) people"
    try context.confirm(
      "Forward \(meeting.title) to \(whom)?", refusal: "nothing was forwarded")
    try await MeetingSender(
      context: context, action: "forward the event",
      check: "ask one of them before you repeat it: a second mail would follow"
    ).send(request, for: meeting)
    await Journal(context: context, session: meeting.session)
      .mailed("forwarded \(meeting.title)", id: meeting.event.id)
    let item: JSON = [
      "id": .string(meeting.event.id), "subject": .string(orNull: meeting.event.subject),
      "comment": .string(orNull: comment),
      "toRecipients": .array(people.map { ["emailAddress": $0.graphJSON] }),
      "graphcal": [
        "id": .string(ShortID.of(meeting.event.id)),
        "account": .string(orNull: meeting.session.userName),
      ],
    ]
    if meeting.session.isPersonal, !meeting.event.isOrganizer {
      context.note("outlook.com does not tell the organizer about it")
    }
    if try context.printedForScripts(item) { return }
    try context.print([
      StyledLine("Forwarded ") + StyledLine(meeting.title, .bold) + StyledLine(" to \(names)")
    ])
  }
}
