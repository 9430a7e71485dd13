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

  /// Everything of a calendar, or what touches a range of it, earliest first; of a series all of it.
  func items(
    in calendarID: String?, touching range: Range<Date>?
  ) async throws(Failure) -> Harvest {
    let raw: [JSONObject]
    do throws(GraphError) {
      if let range {
        raw = try await view(range, calendarID)
      } else {
        raw = try await session.graph.list(FileRequests.events(calendarID: calendarID)).items
          .compactMap(\.object)
      }
    } catch {
      throw Failure(error, doing: "read the calendar", in: session)
    }
    return try await items(raw)
  }

  /// The events that were named; of one of a series the whole series.
  func items(ids: [String]) async throws(Failure) -> Harvest {
    var raw: [JSONObject] = []
    for id in ids {
      do { raw.append(try await session.graph.object(FileRequests.event(id: id))) } catch {
        throw Failure(error, doing: "read the event", in: session)
      }
    }
    return try await items(raw)
  }

  private func view(_ range: Range<Date>, _ calendarID: String?) async throws(GraphError)
    -> [JSONObject]
  {
    var found: [JSONObject] = []
    var seen: Set<String> = []
    var first = range.lowerBound
    while first < range.upperBound {
      let day = zone.date(at: first).adding(days: CalendarRequests.longestView)
      let end = min(zone.startOfDay(day), range.upperBound)
      var request = CalendarRequests.view(
        first..<end, calendarID: calendarID, properties: EventRequests.copied)
      request.query["$expand"] = SourceIdentity.expansion
      request.headers["Prefer"] = Preferences(timeZone: "UTC", bodyContentType: "html").field
      for item in try await session.graph.list(request).items {
        guard let event = item.object, seen.insert(event["id"]?.string ?? "").inserted else {
          continue
        }
        // What touches a day only by the clocks of UTC is not asked for.
        let dates = zone.date(at: range.lowerBound)..<lastDate(range).adding(days: 1)
        if CalendarEvent(graph: item, zones: context.zones)?.span.touches(range, dates: dates)
          ?? true
        {
          found.append(event)
        }
      }
      first = end
    }
    return found
  }

  private func lastDate(_ range: Range<Date>) -> CalendarDate {
    TimeReader(context: context, zone: zone).dayAfter(range.upperBound).adding(days: -1)
  }

  /// Single events as they are, and each series once, whichever of its events was found.
  private func items(_ raw: [JSONObject]) async throws(Failure) -> Harvest {
    var harvest = Harvest()
    var series: [String] = []
    var seen: Set<String> = []
    var singles: [JSONObject] = []
    for event in raw {
      let isMaster = event["type"]?.string?.lowercased() == "seriesmaster"
      let master = (isMaster ? event["id"] : event["seriesMasterId"])?.string ?? ""
      if master.isEmpty {
        singles.append(event)
      } else if seen.insert(master).inserted {
        series.append(master)
      }
    }
    for event in singles {
      if let item = FiledItem(graph: event, zones: context.zones) {
        harvest.items.append(item)
      } else {
        harvest.trouble.append("\(MeetingPeople.title(event)) has no time that can be read")
      }
    }
    let times = TimeReader(context: context, zone: zone)
    for snapshot in try await snapshots(series) {
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
