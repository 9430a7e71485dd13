package import Arguments
import CalendarTime
import Calendaring
import GraphAPI
import JSON
import Rendering
import Store
import Terminal

/// `graphcal respond`: answers invitations.
package struct RespondCommand: Command {
  package static let name = "respond"
  package static let summary = "Answer an invitation: accept, tentative or decline."
  package static let discussion = """
    The organizer gets a mail with the answer, so that is asked first; --yes answers it, and --silent \
    sends none. Where the organizer asked for no answers, none is sent. A meeting that is declined \
    leaves the calendar.

    --propose offers the organizer another time, with tentative or decline: a time of day alone is on \
    the day of the meeting, a day alone at its time, and the length stays unless --propose-end or \
    --propose-duration says otherwise. For one of a series, --scope says whether this one or the whole \
    series is answered.

    - in place of a reference is the invitation on standard input, as a mail program hands it on: the \
    meeting in the calendar that it is for is answered.
    """
  package static let arguments: [Argument<Self>] = [
    .repeating(
      "REF… accept|tentative|decline", atLeast: 2,
      "Which meetings, and then the answer: accept, tentative or decline.",
      into: \.words
    ).completing(.known(.eventOrAnswer))
  ]
  package static let options: [Option<Self>] = [
    .value("comment", "T", "Words to the organizer.", into: \.comment),
    .flag("silent", "Tell the organizer nothing.", into: \.silent),
    .value("propose", "T", "Offer this time instead.", into: \.propose),
    .value("propose-end", "T", "When the offered time ends.", into: \.proposeEnd).exclusive("end"),
    .value("propose-duration", "D", "How long the offered time is.", into: \.proposeDuration)
      .exclusive("end"),
    Scope.option(into: \.scope, scopes),
  ]
  package static let writesOffline = true
  package static let examples = [
    Example("respond 3 accept --yes", "Says yes to the third event of the last list."),
    Example(
      "respond 3 decline --comment \"on leave\" --propose \"thu 14:00\"",
      "Says no, and offers Thursday at two."),
    Example("respond k7mp 4 tentative --silent", "Keeps two meetings as tentative, in silence."),
    Example("respond - accept --yes < invite.ics", "Answers the invitation of a mail."),
  ]

  /// The words for an answer.
  enum Word: String, CaseIterable {
    case accept, tentative, decline

    var answer: MeetingRequests.Answer {
      switch self {
      case .accept: .accept
      case .tentative: .tentativelyAccept
      case .decline: .decline
      }
    }
  }

  private static let scopes = [Scope.this, .series]

  var words: [String] = []
  var comment: String?
  var silent = false
  var propose: String?
  var proposeEnd: String?
  var proposeDuration: String?
  var scope: Scope?

  private var references: [String] { words.dropLast() }
  private var word: Word? { words.last.flatMap { Word(rawValue: $0.lowercased()) } }

  package init() {}

  package func validate() throws(ArgumentsError) {
    guard let word else {
      throw ArgumentsError(
        .badValue, "\"\(words.last ?? "")\" is no answer: it is accept, tentative or decline",
        hint: "graphcal respond \(words.first ?? "REF") accept")
    }
    if words.dropLast().count(where: { $0 == InvitationFile.reference }) > 1 {
      throw ArgumentsError(
        .badValue, "standard input holds one invitation", hint: "give - once")
    }
    if silent, comment != nil {
      throw ArgumentsError(
        .exclusiveOptions, "--comment goes to the organizer, and --silent sends nothing",
        hint: "leave one of them out")
    }
    guard propose != nil else {
      guard let option = proposeEnd != nil ? "end" : proposeDuration != nil ? "duration" : nil
      else { return }
      throw ArgumentsError(
        .missingValue, "--propose-\(option) belongs to a proposal, and there is none",
        hint: "add --propose \"thu 14:00\"")
    }
    if word == .accept {
      throw ArgumentsError(
        .exclusiveOptions, "who accepts a meeting cannot propose another time",
        hint: "answer tentative or decline")
    }
    if silent {
      throw ArgumentsError(
        .exclusiveOptions, "--propose goes to the organizer, and --silent sends nothing",
        hint: "leave one of them out")
    }
    if words.count > 2 || scope == .series {
      throw ArgumentsError(
        .exclusiveOptions, "another time is proposed for one meeting at a time",
        hint: "answer it alone, without --scope series")
    }
  }

  package func run(in context: Context) async throws(Failure) {
    try context.requireWriting("an answer")
    guard let word else { return }
    let answer = word.answer
    var replies: [Reply] = []
    // All are looked at before the first is answered, so that a wrong one leaves nothing half done.
    for reference in references {
      let reply = try await reply(to: reference, answer, in: context)
      guard !replies.contains(where: { $0.meeting.event.id == reply.meeting.event.id }) else {
        continue
      }
      replies.append(reply)
    }
    if context.options.dryRun {
      return try context.printDryRun(
        replies.map { $0.request.addressed(to: $0.meeting.session.mailbox) })
    }
    try confirm(replies, in: context)
    let sender = MeetingSender(
      context: context, action: "answer the invitation",
      check: "look before you repeat it: graphcal show \(references.first ?? "REF") tells your "
        + "answer, and what was declined is gone")
    var done: [Reply] = []
    for reply in replies {
      do {
        try await sender.send(reply.request, for: reply.meeting)
      } catch {
        try await report(done, in: context)
        throw error.after(done.count, of: replies.map(\.meeting))
      }
      done.append(reply)
      await Journal(context: context, session: reply.meeting.session)
        .mailed("answered \(reply.meeting.title)", id: reply.meeting.event.id)
    }
    try await report(done, in: context)
  }

  // MARK: Before it is sent

  private func reply(
    to reference: String, _ answer: MeetingRequests.Answer, in context: Context
  ) async throws(Failure) -> Reply {
    let named =
      reference == InvitationFile.reference
      ? try await InvitationFile(context: context).meeting()
      : try await Meeting.read(reference, needing: .writeCalendars, in: context)
    try check(named)
    let scope = try Scope.chosen(
      scope, for: named.event, among: Self.scopes, to: "answer", in: context)
    let meeting = scope == .series ? try await named.series(in: context) : named
    var reply = Reply(meeting: meeting, answer: answer, comment: comment, isSent: !silent)
    reply.zone = try await context.commandZone(
      session: meeting.session, forWriting: propose != nil
    ).zone
    reply.settings = try await context.mailboxSettings(session: meeting.session)
    if !meeting.wantsResponse, !silent {
      let option = comment != nil ? "--comment" : propose != nil ? "--propose" : nil
      if let option {
        throw Failure(
          .usage, "\(option) cannot be sent: the organizer of \(meeting.title) wants no answers",
          hint: "leave \(option) out; the answer is then kept in your calendar alone")
      }
      context.note("the organizer of \(meeting.title) wants no answers; none is sent")
      reply.isSent = false
    }
    if let propose {
      guard meeting.takesProposals else {
        throw Failure(
          .usage, "the organizer of \(meeting.title) takes no proposals of another time",
          hint: "say it in --comment")
      }
      guard !meeting.isSeries else {
        throw Failure(
          .usage, "another time cannot be proposed for a whole series",
          hint: "answer one of its events, or say it in --comment")
      }
      let times = TimeReader(context: context, zone: reply.zone)
      reply.proposal = try ProposalReader(times: times).proposal(
        propose, end: proposeEnd, duration: proposeDuration, for: meeting.event)
    }
    return reply
  }

  /// Refuses what no answer can be given to, before anything is sent.
  private func check(_ meeting: Meeting) throws(Failure) {
    let title = meeting.title
    let reference = meeting.reference
    if meeting.event.isOrganizer {
      guard !meeting.invited.isEmpty else {
        throw Failure(
          .usage, "\(title) is no invitation but an event of your own",
          hint: "graphcal delete-event \(reference) takes it out of the calendar")
      }
      throw Failure(
        .usage, "\(title) is your own meeting: you organize it and cannot answer it",
        hint: "graphcal cancel-event \(reference) calls it off, graphcal edit-event changes it")
    }
    if meeting.event.isCancelled {
      throw Failure(
        .usage, "\(title) was cancelled, there is nothing to answer",
        hint: "graphcal delete-event \(reference) takes it out of the calendar")
    }
    if meeting.event.organizer == nil, !silent {
      throw Failure(
        .usage, "\(title) has no organizer who could be told",
        hint: "with --silent the answer is kept in your calendar alone")
    }
  }

  private func confirm(_ replies: [Reply], in context: Context) throws(Failure) {
    let mails = replies.count(where: \.isSent)
    guard mails > 0 || replies.contains(where: \.meeting.isSeries) else { return }
    let question: String
    if replies.count == 1, let reply = replies.first {
      question = reply.question(in: context)
    } else {
      let verb = replies[0].verb
      question =
        "\(verb) \(replies.count) meetings and send \(mails == 1 ? "1 answer" : "\(mails) answers")?"
    }
    try context.confirm(question, refusal: "nothing was answered")
  }

  // MARK: After it was sent

  private func report(_ replies: [Reply], in context: Context) async throws(Failure) {
    guard let first = replies.first else { return }
    let shorts = await context.state.remember(
      replies.map { EventEntry(event: $0.meeting.event, raw: [:], session: $0.meeting.session) }
        .map(\.known))
    if context.options.isForScripts {
      let listing = Listing(context: context, fields: first.json.object?.keys ?? [])
      return references.count == 1
        ? try listing.print(first.json) : try listing.print(replies.map(\.json))
    }
    try context.print(
      zip(replies, shorts).map { reply, short in reply.line(shortID: short, in: context) })
  }
}

/// One answer to one meeting, as it goes out.
private struct Reply {
  var meeting: Meeting
  var answer: MeetingRequests.Answer
  var comment: String?
  var isSent: Bool
  var proposal: (span: EventSpan, time: EventDraft.Time)?
  var zone = Zone.utc
  var settings: MailboxSettings?

  init(meeting: Meeting, answer: MeetingRequests.Answer, comment: String?, isSent: Bool) {
    self.meeting = meeting
    self.answer = answer
    self.comment = comment
    self.isSent = isSent
  }

  var request: GraphRequest {
    MeetingRequests.answer(
      answer, id: meeting.event.id, comment: comment, isSent: isSent, proposal: proposal?.time)
  }

  var verb: String {
    switch answer {
    case .accept: "Accept"
    case .tentativelyAccept: "Accept tentatively"
    case .decline: "Decline"
    }
  }

  private var past: String {
    switch answer {
    case .accept: "Accepted"
    case .tentativelyAccept: "Tentative"
    case .decline: "Declined"
    }
  }

  private var organizer: String {
    TextSanitizer.line(meeting.event.organizer?.label ?? "the organizer")
  }

  func question(in context: Context) -> String {
    var text = "\(verb) \(meeting.title)"
    if !meeting.isSeries { text += " (\(when(meeting.event.span, in: context)))" }
    if let proposal { text += ", propose \(when(proposal.span, in: context))" }
    return text + (isSent ? " and tell \(organizer)?" : " without telling anybody?")
  }

  func line(shortID: String, in context: Context) -> StyledLine {
    var line = StyledLine("\(past) ") + StyledLine(shortID, Style(color: .cyan)) + StyledLine("  ")
    let surface = Surface(context.console.terminal)
    line +=
      meeting.isSeries
      ? StyledLine(meeting.title, .bold)
      : EventDetails(event: meeting.event).oneLine(time: time(context), on: surface)
    if let proposal { line.append(", proposed \(when(proposal.span, in: context))") }
    let isPending = context.offlineWriting != nil
    line.append(
      isSent
        ? ", \(organizer) \(isPending ? "will be" : "was") told"
        : ", nobody \(isPending ? "will be" : "was") told")
    return line
  }

  /// What was answered, with Graph's names where it has them.
  var json: JSON {
    var proposed = JSON.null
    if let (start, end) = proposal?.time.graphJSON { proposed = ["start": start, "end": end] }
    let event = meeting.event
    return [
      "comment": .string(orNull: comment), "id": .string(event.id),
      "organizer": meeting.raw["organizer"] ?? .null, "proposedNewTime": proposed,
      "response": .string(answer.response.rawValue), "sendResponse": .bool(isSent),
      "subject": .string(orNull: event.subject),
      "type": .string(event.kind.rawValue),
      "graphcal": [
        "id": .string(ShortID.of(event.id)),
        "account": .string(orNull: meeting.session.userName),
      ],
    ]
  }

  private func when(_ span: EventSpan, in context: Context) -> String {
    var event = meeting.event
    event.span = span
    return EventDetails(event: event).when(
      time: time(context), on: Surface(context.console.terminal))
  }

  private func time(_ context: Context) -> TimeText { context.timeText(zone, settings) }
}

extension Failure {
  /// The same failure after some of several things were done.
  fileprivate func after(_ done: Int, of meetings: [Meeting]) -> Failure {
    guard meetings.count > 1 else { return self }
    var failure = self
    let left = meetings.dropFirst(done + 1).map(\.title)
    failure.what =
      "\(done) of \(meetings.count) meetings were answered; then, for \(meetings[done].title): \(what)"
      + (left.isEmpty ? "" : "; not tried: \(left.joined(separator: ", "))")
    if done > 0 { failure.kind = .partlyDone }
    return failure
  }
}
