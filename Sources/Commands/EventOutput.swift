import CalendarTime
import Calendaring
import FoundationEssentials
import GraphAPI
import JSON
import Rendering
import Store
import Terminal

/// Prints events in the form that was asked for.
struct EventOutput {
  var context: Context
  var session: Session
  var zone: Zone
  var settings: MailboxSettings?
  /// The dates that a list is about.
  var dates: Range<CalendarDate>?
  /// Whether each row names its calendar.
  var namesCalendars = false
  /// Whether each row names its account.
  var namesAccounts = false
  /// The grid to draw a list in; nil for rows.
  var picture: EventPicture?

  /// A list of events, in reading order.
  func print(_ entries: [EventEntry]) async throws(Failure) {
    let shorts = await remember(entries)
    if listing.isWanted {
      return try listing.print(
        entries.map {
          EventJSON.listItem(
            $0, zone: zone, calendar: $0.event.calendarName, account: $0.session.userName)
        })
    }
    let shortIDs = Dictionary(zip(entries.map(\.event.id), shorts)) { first, _ in first }
    if context.options.format == .markdown {
      return try context.console.print(await document(entries, shortIDs, as: .markdown))
    }
    let page = await page(entries, shortIDs: shortIDs)
    try context.print(page.lines)
    let known = Dictionary(entries.map { ($0.event.id, $0.known) }) { first, _ in first }
    await context.numberRows(page.numbered.compactMap { known[$0] })
  }

  private func page(_ entries: [EventEntry], shortIDs: [String: String]) async -> EventList.Page {
    let namesAny = namesCalendars || namesAccounts
    let accounts = accountNames(entries)
    let events = entries.map { entry in
      var event = labelled(entry, accounts)
      if !namesAny { event.calendarName = nil }
      return event
    }
    let terminal = context.console.terminal
    let isColored = picture != nil && terminal.outputColored
    let palette = isColored ? await self.palette(entries, accounts) : EventPalette()
    switch (picture, dates) {
    case (.week?, let dates?):
      return WeekGrid(
        time: time, now: context.now(), days: dates,
        work: await work(), palette: palette,
        shortIDs: shortIDs
      ).page(events, on: GridSurface(terminal))
    case (.month(let month, let firstWeekday)?, _):
      return MonthGrid(
        time: time, now: context.now(), month: month, firstWeekday: firstWeekday,
        palette: palette
      ).page(events, on: GridSurface(terminal))
    default:
      return EventList(
        time: time, now: context.now(), days: dates, shortIDs: shortIDs,
        namesCalendars: namesAny
      ).page(events, on: Surface(terminal))
    }
  }

  /// When the owner of the calendar works; nil where that cannot be known.
  ///
  /// Those of somebody else come with their free/busy.
  func work() async -> WorkingTime? {
    guard let mailbox = session.mailbox else {
      return context.workingTime(settings, zone: zone)
    }
    let own = session.acting(in: nil)
    guard !own.isPersonal else { return nil }
    let start = dates.map { zone.startOfDay($0.lowerBound) } ?? context.now()
    let request = ScheduleRequests.schedule(
      of: [mailbox], in: start..<start.addingTimeInterval(3600),
      interval: ScheduleRequests.usualInterval, zone: zone)
    let items = try? await own.graph.list(request).items
    let hours = items?.compactMap(ScheduleInformation.init).first?.workingHours
    return context.workingTime(hours, zone: zone)
  }

  /// The colours of a grid or a document.
  func palette(
    _ entries: [EventEntry], _ accounts: [String: String]
  ) async -> EventPalette {
    var palette = EventPalette()
    if entries.contains(where: { !$0.event.categories.isEmpty }) {
      palette = EventPalette(categories: await context.categoryColors(session: session))
    }
    guard namesCalendars else { return palette }
    for entry in entries {
      guard let name = labelled(entry, accounts).calendarName, let color = entry.calendarColor
      else {
        continue
      }
      palette.calendars[name] = EventPalette.color(calendar: color)
    }
    return palette
  }

  /// The event with the account before the name of its calendar, where accounts are told apart.
  func labelled(_ entry: EventEntry, _ accounts: [String: String]) -> CalendarEvent {
    var event = entry.event
    guard namesAccounts else { return event }
    let account = entry.session.userName.map { accounts[$0] ?? $0 }
    let parts = [account, namesCalendars ? event.calendarName : nil]
    event.calendarName = parts.compactMap(\.self).joined(separator: " · ")
    return event
  }

  /// What accounts are called where there is little room: without the domain, if that tells them apart.
  func accountNames(_ entries: [EventEntry]) -> [String: String] {
    guard namesAccounts, context.console.terminal.isOutputTerminal else { return [:] }
    let names = Set(entries.compactMap(\.session.userName))
    let short = names.map { ($0, String($0.prefix { $0 != "@" })) }
    guard Set(short.map { $0.1.lowercased() }).count == names.count else { return [:] }
    return Dictionary(short) { first, _ in first }
  }

  /// The event that is on or comes next, in one line, or as an item of a list for a program.
  func printNext(_ entry: EventEntry) async throws(Failure) {
    if listing.isWanted {
      return try listing.print(
        EventJSON.listItem(
          entry, zone: zone, calendar: entry.event.calendarName, account: entry.session.userName))
    }
    let shorts = await remember([entry])
    let terminal = context.console.terminal
    let event = entry.event
    let now = context.now()
    var parts = [EventDetails(event: event).oneLine(time: time, on: Surface(terminal))]
    if case .timed(let start, let end) = event.span {
      let isRunning = event.span.contains(now, in: zone)
      let minutes = Int(((isRunning ? end : start).timeIntervalSince(now) / 60).rounded(.up))
      parts.append(
        StyledLine(
          isRunning ? "now, \(Self.length(minutes)) left" : "in \(Self.length(minutes))", .dim))
    }
    if let place = event.location.map(TextSanitizer.line), !place.isEmpty {
      parts.append(StyledLine(place))
    }
    if event.isPending { parts.append(StyledLine(EventNotes.pending, Style(color: .yellow))) }
    if let short = shorts.first { parts.append(StyledLine(short, Style(color: .cyan))) }
    var line = parts[0]
    for part in parts.dropFirst() { line = line + StyledLine("  ") + part }
    try context.print([line])
  }

  /// Minutes as a person says them: `25 min`, `2 h 05 min`, `3 days`.
  static func length(_ minutes: Int) -> String {
    if minutes < 60 { return "\(minutes) min" }
    if minutes >= 2 * 24 * 60 { return "\(minutes / (24 * 60)) days" }
    let rest = minutes % 60
    return "\(minutes / 60) h" + (rest == 0 ? "" : " \(rest < 10 ? "0" : "")\(rest) min")
  }

  /// One event in full.
  func printWhole(
    _ entry: EventEntry, calendarName: String?
  ) async throws(Failure) {
    let shorts = await remember([entry])
    var listing = listing
    listing.fields = EventJSON.wholeFieldNames + entry.raw.keys
    if listing.isWanted {
      return try listing.print(
        EventJSON.whole(
          entry, zone: zone, calendar: calendarName, account: entry.session.userName,
          rrule: entry.rrule(zones: context.zones)))
    }
    var details = details(entry, shortID: shorts.first, calendarName: calendarName)
    let surroundings = await EventSurroundings(of: entry, time: time, in: context)
    details.attachments = surroundings.attachments
    if !surroundings.series.isEmpty { details.recurrence = surroundings.series }
    try context.print(
      details.lines(time: time, now: context.now(), on: Surface(context.console.terminal)))
  }

  /// What was created, or otherwise done, in one line, or whole for a program.
  func printCreated(
    _ entry: EventEntry, calendarName: String?, verb: String = "Created"
  ) async throws(Failure) {
    if listing.isWanted { return try await printWhole(entry, calendarName: calendarName) }
    let shorts = await remember([entry])
    let surface = Surface(context.console.terminal)
    let line =
      StyledLine(verb + " ") + StyledLine(shorts.first ?? "", Style(color: .cyan))
      + StyledLine("  ")
    var repetition = StyledLine()
    if case .rule(let rule) = entry.recurrence {
      repetition = StyledLine(", " + RecurrenceText.shortWords(rule))
    }
    let place = calendarName.map { StyledLine(" in \($0)") } ?? StyledLine()
    try context.print([
      line + EventDetails(event: entry.event).oneLine(time: time, on: surface) + repetition + place
        + EventNotes.pendingMark(entry.event.isPending)
    ])
  }

  /// Events that are back, one a line; for a program whole and in one list, with `others` behind them.
  func printRestored(_ entries: [EventEntry], others: [JSON] = []) async throws(Failure) {
    guard listing.isWanted else {
      for entry in entries {
        try await printCreated(entry, calendarName: nil, verb: "Restored")
      }
      return
    }
    _ = await remember(entries)
    var listing = listing
    listing.fields += entries.flatMap { $0.raw.keys } + ["graphcal.rrule"]
    let events = entries.map { entry in
      EventJSON.whole(
        entry, zone: zone, calendar: nil, account: entry.session.userName,
        rrule: entry.rrule(zones: context.zones))
    }
    try listing.print(events + others)
  }

  private var listing: Listing {
    Listing(
      context: context, fields: EventJSON.fieldNames, columns: DelimitedText.eventColumns)
  }

  private func details(
    _ entry: EventEntry, shortID: String?, calendarName: String?
  ) -> EventDetails {
    var event = entry.event
    event.calendarName = calendarName
    event.hidesDetails = entry.session.mailbox != nil
    event.joinURL =
      JoinLink.of(
        named: event.joinURL ?? entry.raw["onlineMeetingUrl"]?.string, location: event.location,
        body: entry.raw["body"]?["content"]?.string)?.address ?? event.joinURL
    var details = EventDetails(event: event)
    details.shortID = shortID
    if let text = entry.raw["body"]?["content"]?.string {
      let type = entry.raw["body"]?["contentType"]?.string?.lowercased()
      details.body = EventDetails.Body(text: text, isHTML: type == "html")
    }
    details.recurrence = entry.recurrence.map { [RecurrenceText.words($0)] } ?? []
    if entry.raw["isReminderOn"]?.bool == true {
      details.reminderMinutes = entry.raw["reminderMinutesBeforeStart"]?.int
    }
    details.written = written(entry.raw)
    details.dialIn = dialIn(entry.raw["onlineMeeting"])
    details.importance = entry.raw["importance"]?.string
    details.created = Date(graph: entry.raw["createdDateTime"])
    details.changed = Date(graph: entry.raw["lastModifiedDateTime"])
    details.webLink = entry.raw["webLink"]?.string
    return details
  }

  var time: TimeText { context.timeText(zone, settings) }

  private func written(_ raw: JSONObject) -> WrittenZones {
    let (start, end) = (raw["originalStartTimeZone"]?.string, raw["originalEndTimeZone"]?.string)
    return WrittenZones(
      start: start, end: end, startZone: start.flatMap { try? context.zones.zone(named: $0) },
      endZone: end.flatMap { try? context.zones.zone(named: $0) })
  }

  /// Numbers and ids for those who call.
  ///
  /// Source: Microsoft Graph, resource "onlineMeetingInfo".
  private func dialIn(_ meeting: JSON?) -> [String] {
    var numbers = (meeting?["phones"]?.array ?? []).compactMap { $0["number"]?.string }
    for name in ["tollNumber", "tollFreeNumber"] {
      if let number = meeting?[name]?.string { numbers.append(number) }
    }
    numbers += (meeting?["tollFreeNumbers"]?.array ?? []).compactMap(\.string)
    var seen: Set<String> = []
    var lines = numbers.filter { !$0.isEmpty && seen.insert($0).inserted }
    if let id = meeting?["conferenceId"]?.string, !id.isEmpty {
      lines.append("conference id \(id)")
    }
    return lines
  }

  /// Makes the short ids of the events known, and gives them.
  @discardableResult
  func remember(_ entries: [EventEntry]) async -> [String] {
    await context.state.remember(entries.map(\.known))
  }
}
