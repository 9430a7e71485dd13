import CalendarTime
import Calendaring
import FoundationEssentials
import GraphAPI
import JSON

/// Reads when the owner of a mailbox is taken, from the calendars themselves.
struct BusyReader {
  var context: Context
  var session: Session
  /// Where whole days begin and end.
  var zone: Zone

  /// The members of an event that decide whether it takes time.
  private static let properties = [
    "end", "id", "isAllDay", "isCancelled", "responseStatus", "showAs", "start",
  ]

  /// The calendars whose events take the owner's time: the named ones, else all that are their own.
  ///
  /// A calendar that somebody shared with them stands in the same list and takes none of their time.
  func calendars(named names: [String]) async throws(Failure) -> [String] {
    if !names.isEmpty, !names.contains(where: { $0.lowercased() == "all" }) {
      var ids: [String] = []
      for name in names {
        ids.append(try await context.calendar(named: name, session: session).id)
      }
      return ids
    }
    let all = try await allCalendars()
    let own = all.first { $0.isDefault }?.owner?.address?.lowercased()
    return all.filter {
      names.isEmpty ? $0.owner?.address == nil || $0.owner?.address?.lowercased() == own : true
    }.map(\.id)
  }

  /// The calendars that somebody else has shared with the owner of the mailbox.
  func calendars(of address: String) async throws(Failure) -> [String] {
    try await allCalendars().filter { $0.owner?.address?.lowercased() == address.lowercased() }
      .map(\.id)
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
  func schedule(of calendars: [String], in range: Range<Date>) async throws(Failure) -> Schedule {
    let pieces = range.pieces(days: CalendarRequests.longestView)
    let graph = session.graph
    let results = await withTaskGroup(of: Result<[JSON], GraphError>.self) { group in
      for id in calendars {
        group.addTask {
          do throws(GraphError) {
            var items: [JSON] = []
            for piece in pieces {
              items += try await graph.list(
                CalendarRequests.view(piece, calendarID: id, properties: Self.properties)
              ).items
            }
            return .success(items)
          } catch {
            return .failure(error)
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    var items: [Schedule.Item] = []
    for result in results {
      do {
        items += try result.get().compactMap(item)
      } catch {
        throw Failure(error, doing: "read the calendar")
      }
    }
    return Schedule(items: items)
  }

  private func item(_ json: JSON) -> Schedule.Item? {
    guard let event = CalendarEvent(graph: json, zones: context.zones), event.takesPart else {
      return nil
    }
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
