package import Arguments
import CalendarTime
import Calendaring
import FoundationEssentials
import GraphAPI
import Rendering
import Terminal

/// `graphcal add`: an event from one line of English.
package struct AddCommand: Command {
  package static let name = "add"
  package static let summary = "Create an event from a phrase: what, when, where, with whom."
  package static let discussion = """
    Understood are days (tomorrow, fri, next fri, 24 dec, 24-26 dec, 2026-12-24, in 3 days), times \
    (12:30, 9am, 14h30, 9-10:30, from 3 to 4pm, 7:30 in the evening, noon), lengths (45m, for 1h \
    30m), all day, repetitions (every mon, daily, every 2 weeks on tue until 24 dec), @Place, with Ana \
    and bo@contoso.example, #category, !private, !free and remind me 15 min before. What is left is \
    the subject; "quoted" words always belong to it. "graphcal help phrases" has the rest.

    What was understood is told first, and asked about on a terminal. Invitations go out after a yes \
    only; --yes answers it. A name that nobody known has is a word of the subject. Whole days are shown \
    as free unless !busy or !away is said. What may mean two things is refused with both, and so is a \
    word of time of which nothing can be made.

    Options add what the phrase leaves out; those for the time stand in its place.
    """
  package static let arguments: [Argument<Self>] = [
    .repeating("PHRASE", "The event in words, best in quotation marks.", into: \.words)
  ]
  package static let options: [Option<Self>] =
    EventOptions.options.filter { $0.shape.name != "subject" }.lifted(into: \.event)
    + EventExtras.options.lifted(into: \.extras) + [
      .value(
        "calendar", "C", "Calendar by name or id; the default one without it.", into: \.calendar
      ).completing(.known(.calendar))
    ]
  package static let writesOffline = true
  package static let examples = [
    Example(
      "add \"lunch with Ana tomorrow 12:30 45m @Cantina\"", "Three quarters of an hour tomorrow."),
    Example("add \"Holiday 24-31 dec !private\"", "Eight whole days."),
    Example(
      "add \"stand-up every weekday 9:15 for 15m\" --dry-run", "Shows the request of a series."),
  ]

  var words: [String] = []
  var event = EventOptions()
  var extras = EventExtras()
  var calendar: String?

  package init() {}

  package func validate() throws(ArgumentsError) { try event.validate() }

  package func run(in context: Context) async throws(Failure) {
    try context.requireWriting("a new event")
    let files = try OutgoingFile.files(extras.attachments)
    try extras.checkRoom()
    let session = try await context.session(needing: .writeCalendars)
    let zone = try await context.commandZone(session: session, forWriting: true).zone
    let phrase: EventPhrase
    do {
      phrase = try EventPhraseReader(now: context.now(), zone: zone)
        .read(words.joined(separator: " "), timeIsGiven: event.namesTime)
    } catch {
      throw Failure(error)
    }
    var said = try EventOptions(phrase).completed(by: event)
    said.attendees += try await addresses(phrase.people, session, in: context)
    var maker = try await EventMaker(said, calendar: calendar, session: session, in: context)
    maker.extras = extras
    maker.files = files
    let draft = try await maker.draft()
    tell(draft, maker, in: context)
    try await maker.make(draft, asking: "Create it")
  }

  /// The addresses of everybody who is to be invited.
  ///
  /// A name that nobody has is a word of the subject, which is told; one that several people have is
  /// refused with the candidates.
  private func addresses(
    _ people: [EventPhrase.Companion], _ session: Session, in context: Context
  ) async throws(Failure) -> [String] {
    let resolver = PeopleResolver(context: context, session: session)
    var addresses: [String] = []
    for companion in people {
      switch companion {
      case .address(let name, let address):
        addresses.append(name.map { "\"\($0)\" <\(address)>" } ?? address)
      case .name(let name):
        do {
          for person in try await resolver.people([name]) {
            let address = person.address ?? ""
            addresses.append(person.name.map { "\"\($0)\" <\(address)>" } ?? address)
          }
        } catch {
          switch error.kind {
          case .notFound:
            context.note("\(error.what): \"\(name)\" stays in the subject, nobody is invited")
            if let why = error.why { context.note(why) }
            if let hint = error.hint { context.note(hint) }
          case .usage:
            var failure = error
            failure.hint =
              "write more of the name, or the address; a name in quotation marks invites nobody"
            throw failure
          default: throw error
          }
        }
      }
    }
    return addresses
  }

  // MARK: What was understood

  private func tell(_ draft: EventDraft, _ maker: EventMaker, in context: Context) {
    guard !context.options.quiet else { return }
    let terminal = context.console.terminal
    let time = context.timeText(maker.zone, maker.settings)
    var block = FieldBlock()
    if let span = draft.time.span(in: context) {
      let details = EventDetails(event: CalendarEvent(id: "", span: span))
      var when = details.when(time: time, on: Surface(terminal))
      switch span {
      case .timed(let start, let end):
        if let minutes = span.durationMinutes, minutes > 0 {
          when += " (\(TimeText.length(minutes: minutes)))"
        }
        when += ", \(maker.zone.name)"
        if end <= context.now(), draft.recurrence == nil { when += ", which is past" }
        if start == end { when += ", no length" }
      case .allDay, .unknownZone: break
      }
      block.add("When", when)
    }
    if let rule = draft.recurrence { block.add("Repeats", RecurrenceText.words(.rule(rule))) }
    block.add("Where", draft.location)
    block.add("With", draft.attendees.map { PersonText.full($0.person) }.joined(separator: ", "))
    block.add("Calendar", calendar)
    block.add("Categories", draft.categories.joined(separator: ", "))
    if draft.isPrivate { block.add("Sensitivity", "private") }
    if case .minutesBefore(let minutes)? = draft.reminder {
      block.add("Reminder", "\(TimeText.length(minutes: minutes)) before")
    }
    block.add("Shown as", draft.showAs.flatMap(EventNotes.words))
    let lines = [StyledLine(draft.subject)] + block.lines(width: nil)
    context.console.report(lines.map { $0.rendered(colored: false) + "\n" }.joined())
  }
}

extension EventOptions {
  /// What a phrase says, in the words of the options.
  init(_ phrase: EventPhrase) {
    self.init()
    subject = phrase.subject
    switch phrase.time {
    case .timed(let start, let end, let length):
      self.start = start.text(fractionDigits: 0)
      self.end = end?.text(fractionDigits: 0)
      duration = length?.description
    case .allDay(let first, let last):
      allDay = true
      start = first.description
      end = last.description
    }
    if let repetition = phrase.repetition {
      self.repetition = repetition.words
      until = repetition.until?.description
      count = repetition.count
    }
    location = phrase.place
    categories = phrase.categories
    isPrivate = phrase.isPrivate ? true : Optional.none
    showAs = phrase.showAs.flatMap { ShowAsChoice(rawValue: $0.rawValue) }
    reminder = phrase.reminder?.description
  }

  /// What a phrase says together with what options say, which go before it.
  fileprivate func completed(by given: EventOptions) throws(Failure) -> EventOptions {
    if given.repetition != nil, let words = repetition {
      throw Failure(
        .usage, "--repeat and \"\(words)\" both say how it repeats", hint: "leave one of them out")
    }
    if let option = given.boundOption {
      if boundOption != nil {
        throw Failure(
          .usage, "\(option) and the phrase both say how the series ends",
          hint: "leave one of them out")
      }
      guard repetition != nil || given.repetition != nil else {
        throw Failure(
          .usage, "\(option) ends a series, and there is none",
          hint: "say how it repeats: every mon, or --repeat weekly")
      }
    }
    var all = given
    all.subject = subject
    if !given.namesTime {
      (all.start, all.end, all.duration, all.allDay) = (start, end, duration, allDay)
    }
    all.repetition = given.repetition ?? repetition
    if given.boundOption == nil { (all.until, all.count) = (until, count) }
    all.location = given.location ?? location
    all.categories = categories + given.categories
    all.isPrivate = given.isPrivate ?? isPrivate
    all.showAs = given.showAs ?? showAs
    // A day named alone is a reminder of it and takes nobody's time, as Outlook has it.
    if all.allDay, all.showAs == nil { all.showAs = .free }
    all.reminder = given.reminder ?? reminder
    return all
  }
}

extension EventDraft.Time {
  /// The time as it is shown; nil where nobody here knows its zone.
  func span(in context: Context) -> EventSpan? {
    switch self {
    case .timed(let start, let end, let name):
      guard let zone = try? context.zones.zone(named: name) else { return nil }
      return .timed(start: zone.instant(of: start), end: zone.instant(of: end))
    case .allDay(let first, let end, _): return .allDay(first: first, end: end)
    }
  }
}

extension Failure {
  /// What is wrong with a phrase, with every reading of it there is.
  init(_ error: EventPhraseError) {
    self.init(.usage, error.message, hint: error.hint)
  }
}
