package import Arguments
import GraphAPI
import Host
import JSON
import Store

/// `graphcal watch`: tells each change of events and contacts as it comes.
package struct WatchCommand: Command {
  package static let name = "watch"
  package static let summary = "Print each change of events and contacts as it comes."
  package static let printsRows = false
  package static let discussion = """
    Asks every --interval what has changed, takes it into the local copy, and prints a line for each \
    event and contact that was created, changed or deleted, by whatever program. On a terminal the \
    lines are for people, elsewhere and with --jsonl each is one JSON object: "change" (created, \
    changed, deleted), "kind" (event, contact), "id", "properties" (names of what differs), "before" \
    and "after" (the properties that lists print, or null), and in "graphcal" the short id, the \
    calendar or folder, the account and when it was seen.

    A change of a series is told once, as that of its master, with the events of it that differ \
    otherwise. What only the passing of days brings into the copy or takes out of it is not told; what \
    is moved out of the days that are kept counts as deleted.

    Without --calendar it follows the default calendar; contacts are followed too unless --events is \
    given. It begins with what there is now. With --bookmark NAME it goes on where the last one of that \
    name ended, and what another graphcal sync has brought meanwhile is told first: every change at \
    least once, and once more should it be killed between the line and the note of it. A bookmark keeps \
    a second copy of what it follows, and goes when nobody comes back to it for 90 days.

    While the service cannot be reached it asks less often, and says so once, and once when it answers \
    again; after the machine has slept it asks at once. It ends with status 0 at SIGTERM, 130 at \
    Ctrl-C, 4 when the sign-in is not good any more.
    """
  package static let options: [Option<Self>] = [
    .value(
      "calendar", "NAME|all", "This calendar, or all of them; the default one without it.",
      into: \.calendar
    ).completing(.known(.calendarOrAll)),
    .flag("events", "Events only.", into: \.events).exclusive("content"),
    .flag("contacts", "Contacts only.", into: \.contacts).exclusive("content"),
    .value(
      "interval", "D", "How often to ask, 1s to 1d; 60s without it.", into: \.interval,
      parse: { (text) throws(ValueError) in try WatchOptions.seconds(text, in: 1...86_400) }),
    .value(
      "bookmark", "NAME", "Go on where the last one of this name ended.", into: \.bookmark,
      parse: { (text) throws(ValueError) in
        guard !text.isEmpty else { throw ValueError("a bookmark needs a name") }
        return text
      }),
    .flag("once", "Ask once and end; with --bookmark.", into: \.once).exclusive("manner"),
    .flag("forget", "Remove the bookmark.", into: \.forgets).exclusive("manner"),
  ]
  package static let examples = [
    Example("watch", "What changes in the default calendar and in the contacts."),
    Example("watch --jsonl --calendar all --events", "All calendars, for a program."),
    Example("watch --once --bookmark mail --jsonl", "From cron: what is new since the last run."),
  ]

  var calendar: String?
  var events = false
  var contacts = false
  var interval = 60
  var bookmark: String?
  var once = false
  var forgets = false

  package init() {}

  package func validate() throws(ArgumentsError) {
    if once || forgets, bookmark == nil {
      throw ArgumentsError(
        .missingValue,
        once
          ? "--once tells what is new since the last run, which a bookmark has to remember"
          : "--forget removes a bookmark, and none is named",
        hint: "add --bookmark NAME")
    }
    if contacts, calendar != nil {
      throw ArgumentsError(
        .exclusiveOptions, "--calendar and --contacts exclude each other",
        hint: "leave one of them out")
    }
  }

  package func run(in context: Context) async throws(Failure) {
    if context.options.fields == .list {
      return try context.console.print(unshaped: WatchReport.fieldNames.map { $0 + "\n" }.joined())
    }
    guard !context.options.json else {
      throw Failure(
        .usage, "watch prints one JSON object a line and no array",
        hint: "use --jsonl in the place of --json")
    }
    _ = try Listing(context: context, fields: WatchReport.fieldNames).selection()
    try context.console.shaper?.check(WatchReport.fieldNames)
    // What was told and what not is itself something that is written down.
    if bookmark != nil { try context.requireRequests(of: "a bookmark") }
    do {
      try await watch(in: context)
    } catch {
      // Told to end, it has done what it was for.
      guard error.isGoodEnd(in: context) else { throw error }
    }
  }

  private func watch(in context: Context) async throws(Failure) {
    let session = try await context.session(needing: contacts ? .readContacts : .readCalendars)
    if forgets { return try await forget(of: session, in: context) }
    var scope = WatchScope(calendars: contacts ? .none : .all, contacts: !events)
    var follower = try await CopyFollower(
      context: context, session: session, scope: scope, interval: .seconds(interval))
    if scope.contacts, !contacts, try await !follower.hasContacts() { scope.contacts = false }
    if calendar?.lowercased() != "all", !contacts { scope.calendars = .standard }
    follower.scope = scope
    try await follower.makeCopy()
    if let calendar, calendar.lowercased() != "all" {
      scope.calendars = .one(id: try await follower.calendar(named: calendar))
      follower.scope = scope
    }
    let report = try await WatchReport(context: context, session: follower.session)
    let bookmark = Bookmark(name: bookmark, scope: scope.text)
    while true {
      let (wait, trouble) = try await follower.round(goesOn: !once)
      try await tell(follower, bookmark, report, in: context)
      if once {
        if let trouble { throw trouble }
        return
      }
      try await follower.wait(wait)
    }
  }

  /// Prints what is new, and writes down after that that it was told.
  private func tell(
    _ follower: CopyFollower, _ bookmark: Bookmark, _ report: WatchReport, in context: Context
  ) async throws(Failure) {
    let scope = follower.scope
    do {
      let news = try await follower.store.news(
        since: bookmark, zones: context.zones, at: context.machineClock.now(),
        of: { scope.includes($0) })
      if news.isFirst, let name = bookmark.name {
        context.note("the bookmark \(name) is new: from now on changes are told")
      }
      for change in CopyNews.changes(news.differences) { try await report.print(change) }
      try await follower.store.settle(news, in: bookmark, at: context.machineClock.now())
    } catch let error as Failure {
      throw error
    } catch let error as MailboxStoreError {
      throw Failure(error, doing: "compare the local copy")
    } catch {
      throw Failure(.general, "cannot compare the local copy", why: "\(error)")
    }
  }

  private func forget(of session: Session, in context: Context) async throws(Failure) {
    let store = try MailboxSync(context: context, session: session).store
    let name = bookmark ?? ""
    let isThere: Bool
    do { isThere = try await store.removeBookmark(name) } catch {
      throw Failure(error, doing: "remove the bookmark")
    }
    guard isThere else {
      throw Failure(
        .notFound, "there is no bookmark \"\(name)\"",
        hint: "graphcal watch --bookmark NAME makes one")
    }
    context.note("the bookmark \(name) is removed")
  }
}
