package import Arguments
import CalendarTime
import Calendaring
import FoundationEssentials
import GraphAPI
import Host
import JSON
import Rendering
import Store
import Terminal

/// `graphcal remind`: gives the reminders of events when they come up.
package struct RemindCommand: Command {
  package static let name = "remind"
  package static let summary =
    "Start a program, or print a line, when the reminder of an event comes up."
  package static let printsRows = false
  package static let discussion = """
    Runs on, keeps the local copy up to date every --interval, and gives each reminder once: by the \
    program of --run, else by a line, with --jsonl a JSON object. What was given is remembered, so that \
    a restart repeats nothing. A reminder that was missed, since the machine slept or was off, is given \
    late as long as the event is not over and --missed is not exceeded; older ones are passed over, \
    which is told. Events that were cancelled or declined have none.

    All words after --run are the program and its arguments; no shell reads them. In them stand for the \
    event:

    \(ProgramTemplate.names.map { "{\($0.name)} is \($0.meaning)" }.joined(separator: ", ")).

    {{subject}} is {subject} itself. Control characters are taken out, and a value never becomes another \
    argument. Put -- before {subject} where the program knows it; otherwise a value that begins with a \
    dash gets a blank before it. At most four programs run at once. One that fails is told and \
    started once more after half a minute, with --once after a second; then it counts as given. The \
    others go on. Events that wait in the outbox remind as well.

    What was snoozed or dismissed in Outlook, or by --snooze and --dismiss, is asked of the service for \
    the default calendar and holds here too. --once gives what is due and ends, for cron or a timer: \
    with status 9 when a program failed. SIGTERM ends it with status 0, Ctrl-C with 130.
    """
  package static let options: [Option<Self>] = [
    .flag("accepted", "Only what was accepted, and events of one's own.", into: \.accepted),
    .value(
      "calendar", "NAME|all", "This calendar, or all of them; the default one without it.",
      into: \.calendar
    ).completing(.known(.calendarOrAll)),
    .value(
      "interval", "D", "How often to ask for changes, 1s to 1d; 60s without it.", into: \.interval,
      parse: { (text) throws(ValueError) in try WatchOptions.seconds(text, in: 1...86_400) }),
    .value(
      "missed", "D", "How late a reminder may be given, 0s to 31d; 1d without it.", into: \.missed,
      parse: { (text) throws(ValueError) in try WatchOptions.seconds(text, in: 0...31 * 86_400) }),
    .flag("once", "Give what is due and end.", into: \.once).exclusive("manner"),
    .value("snooze", "REF", "Let the reminder of an event come up later.", into: \.snoozed)
      .completing(.known(.event))
      .exclusive("manner"),
    .value(
      "for", "D", "How much later, 1m to 30d; 10m without it.", into: \.delay,
      parse: { (text) throws(ValueError) in try WatchOptions.seconds(text, in: 60...30 * 86_400) }),
    .value("dismiss", "REF", "Let the reminder of an event not come up again.", into: \.dismissed)
      .completing(.known(.event))
      .exclusive("manner"),
    .rest("run", "CMD…", "Start this program; all words that follow are its own.", into: \.words),
  ]
  package static let examples = [
    Example(
      "remind --accepted --run notify-send -- \"{time} {subject}\" \"{location}\"",
      "A notification on the desktop."),
    Example("remind --once --jsonl", "What is due now, for a program."),
    Example("remind --snooze k7mp --for 10m", "Once more in ten minutes, here and in Outlook."),
  ]

  var accepted = false
  var calendar: String?
  var interval = 60
  var missed = 86_400
  var once = false
  var snoozed: String?
  var dismissed: String?
  var delay: Int?
  var words: [String] = []

  package init() {}

  package func validate() throws(ArgumentsError) {
    if delay != nil, snoozed == nil {
      throw ArgumentsError(
        .missingValue, "--for says how long a reminder is put off, and none is",
        hint: "add --snooze REF")
    }
    if snoozed != nil || dismissed != nil, !words.isEmpty {
      throw ArgumentsError(
        .exclusiveOptions, "--run does not go with --snooze and --dismiss",
        hint: "leave one of them out")
    }
    if !words.isEmpty { _ = try ProgramTemplate(words) }
  }

  package func run(in context: Context) async throws(Failure) {
    if let reference = snoozed ?? dismissed {
      let delay = snoozed == nil ? nil : delay ?? 600
      return try await ReminderDeed(reference: reference, delay: delay).run(in: context)
    }
    if context.options.fields == .list {
      return try context.console.print(unshaped: ReminderText.fieldNames.map { $0 + "\n" }.joined())
    }
    try context.requireRequests(of: "giving reminders")
    guard !context.options.json else {
      throw Failure(
        .usage, "remind prints one JSON object a line and no array",
        hint: "use --jsonl in the place of --json")
    }
    _ = try Listing(context: context, fields: ReminderText.fieldNames).selection()
    try context.console.shaper?.check(ReminderText.fieldNames)
    do {
      try await remind(in: context)
    } catch {
      // Told to end, it has done what it was for.
      guard error.isGoodEnd(in: context) else { throw error }
    }
  }

  private func remind(in context: Context) async throws(Failure) {
    let template = try template(in: context)
    let session = try await context.session(needing: .readCalendars)
    let isAll = calendar?.lowercased() == "all"
    var follower = try await CopyFollower(
      context: context, session: session, scope: WatchScope(calendars: isAll ? .all : .standard),
      interval: .seconds(interval))
    try await follower.makeCopy()
    if let calendar, !isAll {
      follower.scope.calendars = .one(id: try await follower.calendar(named: calendar))
    }
    let zone = try await context.commandZone(session: follower.session).zone
    let settings = try await context.mailboxSettings(session: follower.session)
    var desk = ReminderDesk(
      context: context, store: follower.store, time: context.timeText(zone, settings),
      template: template, missed: .seconds(missed), pause: .seconds(once ? 1 : 30))
    var feed = ReminderFeed(
      context: context, zone: zone, acceptedOnly: accepted, missed: .seconds(missed))
    let clock = context.machineClock
    var nextRound = clock.uptime()
    while true {
      if clock.uptime() >= nextRound {
        let (wait, trouble) = try await follower.round(goesOn: !once)
        nextRound = clock.uptime() + wait
        if once, let trouble { try await tellAge(trouble, follower, in: context) }
        try await feed.load(follower, asks: trouble == nil && !context.options.offline)
      }
      if once { return try await desk.giveAll(feed) }
      let next = try await desk.give(feed)
      var wait = nextRound - clock.uptime()
      if let next {
        let seconds = max(0.2, next.timeIntervalSince(context.now()))
        wait = min(wait, .seconds(seconds))
      }
      if desk.isBusy { wait = min(wait, .seconds(1)) }
      if try await follower.wait(max(wait, .milliseconds(100))) { nextRound = clock.uptime() }
    }
  }

  private func template(in context: Context) throws(Failure) -> ProgramTemplate? {
    guard !words.isEmpty else { return nil }
    let template: ProgramTemplate
    do { template = try ProgramTemplate(words) } catch {
      throw Failure(.usage, error.message, hint: error.hint)
    }
    guard context.programs.isInstalled(template.program) else {
      throw Failure(
        .usage, "there is no program \(template.program)",
        hint: "give --run the name of one in PATH, or its path")
    }
    return template
  }

  /// Says how old the copy is that reminders are given from.
  private func tellAge(
    _ trouble: Failure, _ follower: CopyFollower, in context: Context
  ) async throws(Failure) {
    let synced = LocalCopy.time(of: try await follower.collections()) ?? context.now()
    context.note(
      "as of \(LocalCopy.age(since: synced, now: context.now())): \(trouble.shortWhy)")
  }
}
