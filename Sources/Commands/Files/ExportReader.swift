import CalendarTime
import Calendaring
import FoundationEssentials
import GraphAPI
import HTTP
import Interchange
import JSON

/// Reads whole events and series for a file.
struct ExportReader: Sendable {
  var context: Context
  var session: Session
  var zone: Zone

  /// What was found, and what cannot be put into a file: one line each.
  struct Harvest {
    var items: [FiledItem] = []
    var trouble: [String] = []
  }

  /// What an event that was read is to a file.
  enum Found: Sendable {
    case single(FiledItem)
    /// One of a series, or the series itself, with its id.
    case series(String)
    /// What cannot be put into a file, and why.
    case unreadable(String)
  }

  /// Everything of a calendar, or what touches a range of it, earliest first; of a series all of it.
  func items(
    in calendarID: String?, touching range: Range<Date>?
  ) async throws(Failure) -> Harvest {
    let found: [Found]
    do throws(GraphError) {
      if let range {
        found = try await view(range, calendarID)
      } else {
        let reader = self
        let request = FileRequests.events(calendarID: calendarID)
        found = try await session.graph.list(request) { $0.object.map(reader.found) }.items
      }
    } catch {
      throw Failure(error, doing: "read the calendar", in: session)
    }
    return try await items(found)
  }

  /// The events that were named; of one of a series the whole series.
  func items(ids: [String]) async throws(Failure) -> Harvest {
    var found: [Found] = []
    for id in ids {
      do {
        found.append(self.found(try await session.graph.object(FileRequests.event(id: id))))
      } catch {
        throw Failure(error, doing: "read the event", in: session)
      }
    }
    return try await items(found)
  }

  private func view(
    _ range: Range<Date>, _ calendarID: String?
  ) async throws(GraphError) -> [Found] {
    var all: [Found] = []
    var seen: Set<String> = []
    var first = range.lowerBound
    let reader = self
    while first < range.upperBound {
      let day = zone.date(at: first).adding(days: CalendarRequests.longestView)
      let end = min(zone.startOfDay(day), range.upperBound)
      var request = CalendarRequests.view(
        first..<end, calendarID: calendarID, properties: EventRequests.copied)
      request.query["$expand"] = SourceIdentity.expansion
      request.headers["Prefer"] = Preferences(timeZone: "UTC", bodyContentType: "html").field
      let page = try await session.graph.list(request) { item -> (id: String, found: Found)? in
        guard let event = item.object, reader.touches(event, range) else { return nil }
        return (event["id"]?.string ?? "", reader.found(event))
      }
      for (id, found) in page.items where seen.insert(id).inserted { all.append(found) }
      first = end
    }
    return all
  }

  /// What an event is to a file.
  func found(_ event: JSONObject) -> Found {
    let isMaster = event["type"]?.string?.lowercased() == "seriesmaster"
    if let master = (isMaster ? event["id"] : event["seriesMasterId"])?.string, !master.isEmpty {
      return .series(master)
    }
    return FiledItem(graph: event, zones: context.zones).map(Found.single)
      ?? .unreadable("\(MeetingPeople.title(event)) has no time that can be read")
  }

  /// Whether an event is on the days of a range; what touches one only by the clocks of UTC is not.
  func touches(_ event: JSONObject, _ range: Range<Date>) -> Bool {
    let dates = zone.date(at: range.lowerBound)..<lastDate(range).adding(days: 1)
    return CalendarEvent(graph: .object(event), zones: context.zones)?.span
      .touches(range, dates: dates) ?? true
  }

  private func lastDate(_ range: Range<Date>) -> CalendarDate {
    TimeReader(context: context, zone: zone).dayAfter(range.upperBound).adding(days: -1)
  }

  /// Single events as they are, and each series once, whichever of its events was found.
  private func items(_ found: [Found]) async throws(Failure) -> Harvest {
    var series: [String] = []
    var seen: Set<String> = []
    for case .series(let id) in found where seen.insert(id).inserted { series.append(id) }
    return harvest(found, try await snapshots(series))
  }

  /// What a file holds of these single events and these series, earliest first.
  func harvest(_ found: [Found], _ series: [SeriesSnapshot]) -> Harvest {
    var harvest = Harvest()
    for event in found {
      switch event {
      case .single(let item): harvest.items.append(item)
      case .series: break
      case .unreadable(let why): harvest.trouble.append(why)
      }
    }
    let times = TimeReader(context: context, zone: zone)
    for snapshot in series {
      do {
        harvest.items.append(try FiledItem(of: snapshot, times: times))
      } catch {
        harvest.trouble.append(error.what + (error.why.map { ": \($0)" } ?? ""))
      }
    }
    harvest.items.sort { left, right in
      let (first, second) = (start(of: left), start(of: right))
      return first != second ? first < second : left.uid < right.uid
    }
    return harvest
  }

  private func start(of item: FiledItem) -> Date {
    switch item.event.time {
    case .timed(let start, _, _): start
    case .allDay(let first, _): zone.startOfDay(first)
    }
  }

  /// The series with these ids, at most four at once.
  func snapshots(_ ids: [String]) async throws(Failure) -> [SeriesSnapshot] {
    let (context, session) = (context, session)
    let results = await withTaskGroup(of: (Int, Result<SeriesSnapshot, Failure>).self) { group in
      var results: [(Int, Result<SeriesSnapshot, Failure>)] = []
      for (index, id) in ids.enumerated() {
        if index >= 4, let done = await group.next() { results.append(done) }
        group.addTask {
          do throws(Failure) {
            return (
              index,
              .success(
                try await SeriesSnapshot.read(
                  FileRequests.series(id: id), session: session, context: context))
            )
          } catch {
            return (index, .failure(error))
          }
        }
      }
      for await done in group { results.append(done) }
      return results
    }
    var snapshots: [SeriesSnapshot] = []
    for (_, result) in results.sorted(by: { $0.0 < $1.0 }) { snapshots.append(try result.get()) }
    return snapshots
  }
}
