import CalendarTime
import Calendaring
import FoundationEssentials
import GraphAPI
import JSON
import Rendering
import Store
import Terminal

/// The way of every command that lists events: ask, convert, keep what touches the range, print.
struct EventListing: Sendable {
  var context: Context
  /// The accounts to read, at least one; the first one's zone and habits are the list's.
  var sessions: [Session]
  var zone: Zone
  var settings: MailboxSettings?
  /// The dates to list; the instants follow from them and the zone.
  var dates: Range<CalendarDate>
  var limit: Int?
  /// The calendar by name or id, `all`, or nil for the default one.
  var calendar: String?
  /// The instants to list, when a time of day was given; else the days from midnight to midnight.
  var instants: Range<Date>?
  /// The grid to draw; nil for a list.
  var picture: EventPicture?
  /// What a search keeps, decided on each page as it comes.
  var filter = EventFilter()
  /// Whether days without an event are left out, as in the result of a search.
  var isSearch = false
  /// Whether the dates are the command's own, not a person's: the local copy need not have all of them.
  var hasUsualDates = false
  /// Whether the limit keeps what is nearest to now, what is to come before what is past.
  var prefersNear = false
  /// Picks from everything that was found.
  var select: (@Sendable ([EventEntry]) -> [EventEntry])?

  /// The instants asked of the service.
  var range: Range<Date> {
    instants ?? zone.range(from: dates.lowerBound, to: dates.upperBound)
  }

  func run() async throws(Failure) {
    if try context.listedFieldNames(EventJSON.fieldNames) { return }
    context.detail(
      "range \(range.lowerBound.rfc3339(in: zone)) to "
        + "\(range.upperBound.rfc3339(in: zone)) (\(zone.name))")
    let harvest = try await harvest()
    var entries = harvest.entries
    if let limit, entries.count > limit {
      let which = prefersNear ? ", the nearest to now" : ""
      context.note("showing \(limit) of \(entries.count) events\(which); --limit sets how many")
      entries = limited(entries, to: limit)
    }
    try await EventOutput(
      context: context, session: sessions[0], zone: zone, settings: settings,
      dates: isSearch ? nil : dates,
      namesCalendars: harvest.namesCalendars, namesAccounts: sessions.count > 1, picture: picture
    ).print(entries)
    try Failure.report(harvest.trouble, among: sessions)
  }

  /// So many of the entries, which are in reading order.
  private func limited(_ entries: [EventEntry], to limit: Int) -> [EventEntry] {
    guard prefersNear else { return Array(entries.prefix(limit)) }
    let now = context.now()
    let today = zone.date(at: now)
    let upcoming = entries.indices.filter { index in
      switch entries[index].event.span {
      case .timed(let start, let end): max(start, end) > now
      case .allDay(_, let end): end > today
      case .unknownZone(_, let start, let end): zone.instant(of: max(start, end)) > now
      }
    }
    let past = entries.indices.filter { !upcoming.contains($0) }
    let kept = Set(upcoming.prefix(limit) + past.suffix(max(0, limit - upcoming.count)))
    return entries.indices.filter(kept.contains).map { entries[$0] }
  }

  /// What was found.
  struct Harvest {
    /// In reading order.
    var entries: [EventEntry]
    /// Why accounts could not be read; with one account that is thrown instead.
    var trouble: [Failure]
    /// Whether several calendars of an account were looked into.
    var namesCalendars: Bool
  }

  /// Reads all calendars and keeps what touches the range and passes the filter.
  func harvest() async throws(Failure) -> Harvest {
    let (targets, failures) = try await targets()
    var trouble = failures
    let views = try await context.working("Reading the calendar") {
      () async throws(Failure) in
      do throws(Failure) {
        return try await read(targets, trouble: &trouble)
      } catch {
        guard let copied = await copied(because: error) else { throw error }
        trouble = []
        return try await read(copied, trouble: &trouble)
      }
    }
    let entries = entries(views)
    return Harvest(
      entries: select?(entries) ?? entries, trouble: trouble,
      namesCalendars: targets.count > sessions.count)
  }

  /// The range in pieces that the service takes; a day that the zone skipped has no instants at all.
  private var pieces: [Range<Date>] {
    var pieces: [Range<Date>] = []
    var first = range.lowerBound
    while first < range.upperBound {
      let day = zone.date(at: first).adding(days: CalendarRequests.longestView)
      let end = min(zone.startOfDay(day), range.upperBound)
      pieces.append(first..<end)
      first = end
    }
    return pieces
  }

  /// A calendar to read: without an id the default one of its account.
  private struct Target {
    var session: Session
    var id: String?
    var name: String?
    /// Its colour by Graph's name; nil where it was not asked for.
    var color: String?
    /// Where the local copy answers: the copy and the calendar in it.
    var copy: (reader: CopyReader, calendar: CopyCollection)?
  }

  /// The calendars to read, and why accounts have none.
  ///
  /// With one account a failure is thrown. Of several, those that work are read and the others told.
  private func targets() async throws(Failure) -> ([Target], [Failure]) {
    var targets: [Target] = []
    var failures: [Failure] = []
    for session in sessions {
      do {
        targets += try await self.targets(of: session)
      } catch {
        if sessions.count == 1 { throw error }
        failures.append(error.naming(session, among: sessions))
      }
    }
    if targets.isEmpty, let first = failures.first { throw first }
    return (targets, failures)
  }

  private func targets(of session: Session) async throws(Failure) -> [Target] {
    let need = calendar == nil ? CopyReader.Need.standardCalendar : .allCalendars
    if let reader = try await context.copyReader(
      need, covering: range, isUsual: hasUsualDates, session: session)
    {
      return try await targets(in: reader, of: session)
    }
    guard let calendar else {
      // Only JSON and fields that were chosen say its name, so only they pay for asking.
      let saysCalendar = context.options.isForScripts || context.options.fields != .all
      let name = saysCalendar ? await context.defaultCalendarName(session: session) : nil
      return [Target(session: session, name: name)]
    }
    if calendar.lowercased() == "all" {
      return try await context.calendars(session: session).map {
        Target(session: session, id: $0.id, name: $0.name, color: $0.color)
      }
    }
    let found = try await context.calendar(named: calendar, session: session)
    return [Target(session: session, id: found.id, name: found.name)]
  }

  /// The same where the local copy answers.
  private func targets(
    in reader: CopyReader, of session: Session
  ) async throws(Failure) -> [Target] {
    func target(_ found: CopyCollection, color: String? = nil) -> Target {
      Target(
        session: session, id: found.id, name: found.name, color: color, copy: (reader, found))
    }
    guard let calendar else { return reader.standardCalendar.map { [target($0)] } ?? [] }
    let known = reader.collections.map {
      (id: $0.id, name: $0.name, color: $0.resource["color"]?.string)
    }
    if calendar.lowercased() == "all" {
      return zip(reader.collections, known).map { target($0, color: $1.color) }
    }
    let found = try await context.calendar(named: calendar, among: known, session: session)
    return reader.collections.filter { $0.id == found.id }.map { target($0) }
  }

  /// The calendars of the local copy, for a range that nobody asked for, where the service did not answer.
  private func copied(because error: Failure) async -> [Target]? {
    guard hasUsualDates, sessions.count == 1, let session = sessions.first,
      let reader = await context.lastResort(
        calendar == nil ? .standardCalendar : .allCalendars, covering: range, because: error,
        session: session)
    else { return nil }
    return try? await targets(in: reader, of: session)
  }

  /// An item and the calendar it was found in.
  private typealias Found = (item: JSON, target: Target)

  /// The views of all calendars; at most four requests are on their way at once.
  private func read(
    _ targets: [Target], trouble: inout [Failure]
  ) async throws(Failure) -> [Found] {
    let pieces = pieces
    let filter = filter
    let keeping: @Sendable (JSON) -> Bool = { filter.keeps($0) }
    let results = await withTaskGroup(of: (Int, Result<[JSON], GraphError>).self) { group in
      for (index, target) in targets.enumerated() where target.copy == nil {
        group.addTask {
          do throws(GraphError) {
            var items: [JSON] = []
            for piece in pieces {
              let request = CalendarRequests.view(piece, calendarID: target.id)
              items += try await target.session.graph.list(request, keeping: keeping).items
            }
            return (index, .success(items))
          } catch {
            return (index, .failure(error))
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    var copied: [(Int, Result<[JSON], GraphError>)] = []
    for (index, target) in targets.enumerated() {
      guard let copy = target.copy else { continue }
      let items = try await copy.reader.events(around: range, in: copy.calendar)
      copied.append((index, .success(items.filter(keeping))))
    }
    var found: [Found] = []
    // What reaches from one piece into the next comes with both.
    var seen: Set<String> = []
    var unread: Set<String> = []
    for (index, result) in (results + copied).sorted(by: { $0.0 < $1.0 }) {
      let target = targets[index]
      let account = target.session.accountKey
      do throws(GraphError) {
        for item in try result.get()
        where item["id"]?.string.map({ seen.insert(account + " " + $0).inserted }) ?? true {
          found.append((item, target))
        }
      } catch {
        let name = target.name.map { " \($0)" } ?? ""
        let isAmongMany = targets.count > sessions.count
        let failure = Failure(
          error, doing: "read the calendar\(isAmongMany ? name : "")", in: target.session)
        if sessions.count == 1 { throw failure }
        if unread.insert(account).inserted {
          trouble.append(failure.naming(target.session, among: sessions))
        }
      }
    }
    if unread.count == sessions.count, let first = trouble.first { throw first }
    return found.filter { !unread.contains($0.target.session.accountKey) }
  }

  /// What touches the wanted dates, in reading order.
  private func entries(_ items: [Found]) -> [EventEntry] {
    var entries: [String: [EventEntry]] = [:]
    var events: [CalendarEvent] = []
    for (item, target) in items {
      guard
        var event = CalendarEvent(graph: item, zones: context.zones, calendarName: target.name)
      else {
        context.note(
          "an event without a readable time was left out (\(item["id"]?.string ?? "no id"))")
        continue
      }
      if case .unknownZone(let name, _, _) = event.span {
        context.note(
          "zone unknown: \(name) (event \"\(event.subject ?? "")\"); shown as it was sent")
      }
      guard event.span.touches(range, dates: dates) else { continue }
      event.hidesDetails = target.session.mailbox != nil
      entries[event.id, default: []].append(
        EventEntry(
          event: event, raw: item.object ?? [:], session: target.session,
          calendarColor: target.color))
      events.append(event)
    }
    return events.inReadingOrder(zone: zone).compactMap { entries[$0.id]?.popLast() }
  }
}

/// An event with the resource it was read from and the account it belongs to.
struct EventEntry: Sendable {
  var event: CalendarEvent
  var raw: JSONObject
  var session: Session
  /// The colour of its calendar by Graph's name, where several calendars are listed.
  var calendarColor: String?

  /// For what is remembered about listed items.
  var known: StateStore.KnownItem {
    StateStore.KnownItem(
      id: event.id, kind: .event, account: session.accountKey, mailbox: session.mailbox ?? "")
  }
}

extension Failure {
  /// Ends a command that has shown what it could, when accounts are missing from it.
  static func report(_ trouble: [Failure], among sessions: [Session]) throws(Failure) {
    guard let first = trouble.first else { return }
    throw Failure(
      .partlyDone, "\(trouble.count) of \(sessions.count) accounts could not be read",
      why: trouble.map { $0.shortWhy }.joined(separator: "; "), hint: first.hint)
  }

  /// The same failure with the account it is about, where there are several.
  func naming(_ session: Session, among sessions: [Session]) -> Failure {
    guard sessions.count > 1, let name = session.userName else { return self }
    var failure = self
    failure.why = "\(name): \(what)" + (why.map { ", \($0)" } ?? "")
    if kind == .signedOut { failure.hint = "graphcal login --account \(name)" }
    return failure
  }
}
