import CalendarTime
import Calendaring
import FoundationEssentials
import GraphAPI
import JSON
import Store

/// Reads when the owner of a mailbox is taken, from the calendars themselves.
struct BusyReader {
  var context: Context
  var session: Session
  /// Where whole days begin and end.
  var zone: Zone

  /// The members of an event that decide whether it takes time.
  private static let properties = [
    "end", "id", "isAllDay", "isCancelled", "responseStatus", "sensitivity", "showAs", "start",
    "subject",
  ]

  /// A calendar to look into.
  struct Source: Sendable {
    var id: String
    var name: String?
    /// Where the local copy answers: the copy and the calendar in it.
    var copy: (reader: CopyReader, calendar: CopyCollection)?
  }

  /// An event of whole days that takes them all.
  struct WholeDays: Sendable {
    var event: CalendarEvent
    var range: Range<Date>
  }

  /// The calendars whose events take the owner's time: the named ones, else all that are their own.
  ///
  /// A calendar that somebody shared with them stands in the same list and takes none of their time.
  func calendars(named names: [String]) async throws(Failure) -> [Source] {
    if !names.isEmpty, !names.contains(where: { $0.lowercased() == "all" }) {
      var found: [Source] = []
      for name in names {
        let calendar = try await context.calendar(named: name, session: session)
        found.append(Source(id: calendar.id, name: calendar.name))
      }
      return found
    }
    return own(try await allCalendars(), all: !names.isEmpty)
      .map { Source(id: $0.id, name: $0.name) }
  }

  /// The same where the service is not to be asked, or cannot be reached, from the local copy.
  ///
  /// `error` is why the service did not answer; without one `--offline` was given.
  ///
  /// - Returns: nil where there is no copy that may answer.
  func copied(
    named names: [String], covering range: Range<Date>, because error: Failure? = nil
  ) async throws(Failure) -> [Source]? {
    let reader: CopyReader?
    if let error {
      reader = await context.lastResort(
        .allCalendars, covering: range, because: error, session: session)
    } else {
      reader = try await context.copyReader(.allCalendars, covering: range, session: session)
    }
    guard let reader else { return nil }
    let infos = reader.collections.compactMap { CalendarInfo(graph: .object($0.resource)) }
    let wanted: [String]
    if !names.isEmpty, !names.contains(where: { $0.lowercased() == "all" }) {
      let known = infos.map { (id: $0.id, name: $0.name, color: String?.none) }
      wanted = try names.map { (name) throws(Failure) in
        try Context.calendar(named: name, among: known).id
      }
    } else {
      wanted = own(infos, all: !names.isEmpty).map(\.id)
    }
    return wanted.compactMap { id in
      reader.collections.first { $0.id == id }.map {
        Source(id: $0.id, name: $0.name, copy: (reader, $0))
      }
    }
  }

  /// Those whose events take the owner's time.
  private func own(_ calendars: [CalendarInfo], all: Bool) -> [CalendarInfo] {
    let own = calendars.first { $0.isDefault }?.owner?.address?.lowercased()
    return calendars.filter {
      all || $0.owner?.address == nil || $0.owner?.address?.lowercased() == own
    }
  }

  /// The calendars that somebody else has shared with the owner of the mailbox.
  func calendars(of address: String) async throws(Failure) -> [Source] {
    try await allCalendars().filter { $0.owner?.address?.lowercased() == address.lowercased() }
      .map { Source(id: $0.id, name: $0.name) }
  }

  private func allCalendars() async throws(Failure) -> [CalendarInfo] {
    do {
      return try await session.graph.list(CalendarRequests.calendars).items
        .compactMap(CalendarInfo.init(graph:))
    } catch {
      throw Failure(error, doing: "read the calendars")
    }
  }

  /// What some calendars hold in a range; a failure of any is a failure.
  func schedule(of calendars: [Source], in range: Range<Date>) async throws(Failure) -> Schedule {
    try await reading(calendars, in: range).schedule
  }

  /// The same, with what takes whole days in it.
  func reading(
    _ calendars: [Source], in range: Range<Date>
  ) async throws(Failure) -> (schedule: Schedule, wholeDays: [WholeDays]) {
    let pieces = range.pieces(days: CalendarRequests.longestView)
    let graph = session.graph
    let results = await withTaskGroup(
      of: (Int, Result<[JSON], GraphError>).self
    ) { group in
      for (index, calendar) in calendars.enumerated() where calendar.copy == nil {
        group.addTask {
          do throws(GraphError) {
            var items: [JSON] = []
            for piece in pieces {
              items += try await graph.list(
                CalendarRequests.view(piece, calendarID: calendar.id, properties: Self.properties)
              ).items
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
    for (index, calendar) in calendars.enumerated() {
      guard let copy = calendar.copy else { continue }
      copied.append(
        (index, .success(try await copy.reader.events(around: range, in: copy.calendar))))
    }
    var items: [Schedule.Item] = []
    var wholeDays: [WholeDays] = []
    // What reaches from one piece into the next comes with both.
    var seen: Set<String> = []
    for (index, result) in (results + copied).sorted(by: { $0.0 < $1.0 }) {
      let events: [JSON]
      do {
        events = try result.get()
      } catch {
        throw Failure(error, doing: "read the calendar")
      }
      for json in events {
        guard
          let event = CalendarEvent(
            graph: json, zones: context.zones, calendarName: calendars[index].name),
          let item = item(event), seen.insert(event.id).inserted
        else { continue }
        items.append(item)
        if event.span.isAllDay { wholeDays.append(WholeDays(event: event, range: item.range)) }
      }
    }
    return (Schedule(items: items), wholeDays)
  }

  private func item(_ event: CalendarEvent) -> Schedule.Item? {
    guard event.blocksTime, event.response != .declined else { return nil }
    var range = event.instants(in: zone)
    if case .unknownZone(let name, let start, let end) = event.span {
      // Nobody knows when it is; its wall times are the best guess, and better than none.
      context.note("zone unknown: \(name); an event is taken to be in \(zone.name)")
      let from = zone.instant(of: start)
      range = from..<max(from, zone.instant(of: end))
    }
    return range.map { Schedule.Item(range: $0, status: event.showAs) }
  }
}

extension Range<Date> {
  /// The range in pieces of at most so many times 24 hours.
  func pieces(days: Int) -> [Range<Date>] {
    var pieces: [Range<Date>] = []
    var start = lowerBound
    while start < upperBound {
      let end = Swift.min(start.addingTimeInterval(Double(days) * 86_400), upperBound)
      pieces.append(start..<end)
      start = end
    }
    return pieces
  }
}
