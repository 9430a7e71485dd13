import Calendaring
import CalendarTime
import FoundationEssentials
import GraphAPI
import JSON
import Store
import Terminal

/// Makes an event from what was said about it: reads it, asks, sends it once, tells what was made.
struct EventMaker {
  var context: Context
  var session: Session
  var zone: Zone
  var settings: MailboxSettings?
  var event: EventOptions
  /// By name or id; nil for the default one.
  var calendar: String?
  var extras = EventExtras()
  /// The files of `extras`, as they were found before anything was sent.
  var files: [OutgoingFile] = []

  init(
    _ event: EventOptions, calendar: String?, session: Session, in context: Context
  ) async throws(Failure) {
    self.context = context
    self.session = session
    self.event = event
    self.calendar = calendar
    zone = try await context.commandZone(session: session, forWriting: true).zone
    settings = try await context.mailboxSettings(session: session)
  }

  /// The event as it will be sent, after everything that is told about its times.
  func draft() async throws(Failure) -> EventDraft {
    var time = try reader.time(
      start: event.start, end: event.end, duration: event.duration, allDay: event.allDay)
    var rule: RecurrenceRule?
    if let repetition = event.repetition {
      (time, rule) = try SeriesReader(times: reader.times)
        .series(repetition, until: event.until, count: event.count, from: time)
    }
    var draft = try await event.draft(time, session: session, in: context)
    draft.recurrence = rule
    return draft
  }

  /// Asks before invitations go out, then makes the event and prints it.
  ///
  /// `question` is asked on a terminal also when nobody is invited.
  func make(_ draft: EventDraft, asking question: String? = nil) async throws(Failure) {
    var calendarID: String?
    if let calendar {
      calendarID = try await context.calendar(named: calendar, session: session).id
    }
    var draft = draft
    try await extras.add(to: &draft, calendarID: calendarID, session: session, in: context)
    try await context.checkCategories(event.categories, session: session)
    if context.options.dryRun {
      return try context.printDryRun(try requests(for: draft, calendarID: calendarID))
    }
    if let question = asked(draft, question) {
      await ClashCheck(context: context, session: session, zone: zone, settings: settings)
        .tell(draft)
      try context.confirm(question, refusal: "the event was not created")
    }
    var created: JSONObject
    do {
      created = try await session.graph.create(
        first(of: draft), calendarID: calendarID, window: reader.window(of: draft.time))
    } catch {
      throw Failure(
        error, writing: "create the event",
        check: "graphcal agenda --from \(draft.time.firstDate)")
    }
    if !files.isEmpty { created = try await completed(created, draft.attendees) }
    if draft.onlineProvider != nil, JoinLink.address(in: created) == nil {
      created = await reread(created)
    }
    guard let event = CalendarEvent(graph: .object(created), zones: context.zones) else {
      throw Failure(
        .general, "the event was created, but the answer about it could not be read",
        hint: "graphcal agenda shows it")
    }
    await Journal(context: context, session: session).made(created, id: event.id)
    try await EventOutput(context: context, session: session, zone: zone, settings: settings)
      .printCreated(
        EventEntry(event: event, raw: created, session: session), calendarName: calendar)
    try tellExtras(created, draft)
  }

  /// What people want at hand after the event was made.
  private func tellExtras(_ created: JSONObject, _ draft: EventDraft) throws(Failure) {
    let options = context.options
    guard !options.isForScripts, [nil, .table].contains(options.format) else { return }
    var block = FieldBlock()
    block.add("Attached", files.map(\.name).joined(separator: ", "))
    if draft.onlineProvider != nil {
      let address = JoinLink.address(in: created)
      block.add("Join", address)
      if address == nil {
        context.note("the link to join is not there yet; graphcal join --print has it later")
      }
    }
    try context.print(block.lines(width: nil))
  }

  /// The question before the event is made; nil where none is needed.
  private func asked(_ draft: EventDraft, _ question: String?) -> String? {
    let rooms = draft.attendees.count(where: { $0.role == .resource })
    let people = draft.attendees.count - rooms
    let whom = [
      people > 0 ? Plural.people(people) : nil, rooms > 0 ? Plural.of(rooms, "room") : nil,
    ].compactMap(\.self).joined(separator: " and ")
    let invites = whom.isEmpty ? nil : "end invitations to \(whom)?"
    let canAsk = context.console.prompt(mayAsk: !context.options.noInput).canAsk
    return switch (question, invites) {
    case (let question?, let invites?): "\(question) and s\(invites)"
    case (let question?, nil): canAsk ? "\(question)?" : nil
    case (nil, let invites?): "S\(invites)"
    case (nil, nil): nil
    }
  }

  private var reader: EventTimeReader {
    EventTimeReader(
      times: TimeReader(context: context, zone: zone), repeats: event.repetition != nil)
  }
}
