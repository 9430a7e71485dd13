import CalendarTime
import Calendaring
import FoundationEssentials
import GraphAPI
import Interchange
import JSON
import Store

/// Reads events and series for a file from the local copy.
///
/// The copy has some days around today. A series is whole in it when all of its days are among them:
/// which days beyond were changed or deleted nobody here knows, and a file without them would be wrong.
struct CopiedExport {
  var context: Context
  var session: Session
  var zone: Zone

  private var reader: ExportReader {
    ExportReader(context: context, session: session, zone: zone)
  }

  /// What touches a range of one calendar or, with `all`, of each; of a series all of it.
  ///
  /// - Returns: what was found, and the name of the calendar where it is one.
  /// - Throws: `Failure` of kind notFound where the copy does not have it.
  func listed(
    _ calendar: String?, touching range: Range<Date>?
  ) async throws(Failure) -> (ExportReader.Harvest, name: String?) {
    let isAll = calendar?.lowercased() == "all"
    let copy = try await context.copyReader(
      calendar == nil ? .standardCalendar : .allCalendars, covering: range, session: session)
    guard let copy else { throw context.notCopied("there is no complete copy on this machine") }
    guard let range else { throw open(copy) }
    var chosen = copy.collections
    if let calendar, !isAll {
      let id = try await context.calendar(
        named: calendar,
        among: chosen.map { ($0.id, $0.name, $0.resource["color"]?.string) }, session: session
      ).id
      chosen = chosen.filter { $0.id == id }
    }
    var whole = ExportReader.Harvest()
    for calendar in chosen {
      let found = try await items(in: calendar, of: copy) { reader.touches($0, range) }
      whole.items += found.items
      whole.trouble += found.trouble
    }
    return (whole, isAll ? nil : chosen.first?.name)
  }

  /// The event with an id, or the series that it is one of.
  func item(id: String) async throws(Failure) -> ExportReader.Harvest {
    guard let (event, calendar) = try await context.copiedItem(.calendar, id, session: session),
      let store = MailboxFile.store(
        account: session.accountKey, environment: context.environment)
    else { throw context.notCopied("the local copy does not have it") }
    let copy = CopyReader(context: context, store: store, collections: [calendar])
    let wanted = Self.series(of: event) ?? id
    return try await items(in: calendar, of: copy) {
      (Self.series(of: $0) ?? $0["id"]?.string) == wanted
    }
  }

  /// Says which days can be asked for, where none were.
  private func open(_ copy: CopyReader) -> Failure {
    let windows = copy.collections.compactMap(\.window)
    let first = windows.map(\.lowerBound).max().map { zone.date(at: $0).adding(days: 1) }
    let last = windows.map(\.upperBound).min().map { zone.date(at: $0).adding(days: -2) }
    guard let first, let last, first <= last else {
      return context.notCopied("the local copy has no days")
    }
    return Failure(
      .notFound, "this cannot be answered offline",
      why: "without days it is everything there is, and the local copy has \(first) to \(last)",
      hint: "graphcal export --offline --from \(first) --to \(last), or leave out --offline")
  }

  // MARK: Series

  private static func series(of event: JSONObject) -> String? {
    event["type"]?.string?.lowercased() == "seriesmaster"
      ? event["id"]?.string : event["seriesMasterId"]?.string
  }

  private func items(
    in calendar: CopyCollection, of copy: CopyReader, where isWanted: (JSONObject) -> Bool
  ) async throws(Failure) -> ExportReader.Harvest {
    guard let window = calendar.window else { throw context.notCopied("the copy has no days") }
    var singles: [ExportReader.Found] = []
    var members: [String: [JSONObject]] = [:]
    var wanted: [String] = []
    var seen: Set<String> = []
    var trouble: [String] = []
    for item in try await copy.events(around: window, in: calendar) {
      guard let event = item.object else { continue }
      guard let series = Self.series(of: event) else {
        guard isWanted(event) else { continue }
        if PendingWrite.isTemporary(event["id"]?.string ?? "") {
          trouble.append(unsent(event))
        } else {
          singles.append(reader.found(event))
        }
        continue
      }
      if !seen.contains(series), isWanted(event) {
        seen.insert(series)
        wanted.append(series)
      }
      members[series, default: []].append(event)
    }
    var snapshots: [SeriesSnapshot] = []
    for series in wanted {
      guard let (master, _) = try await context.copiedItem(.calendar, series, session: session)
      else {
        trouble.append(
          "\(MeetingPeople.title(members[series]?.first ?? [:])): the local copy has no more of its "
            + "series than single days")
        continue
      }
      do throws(Incomplete) {
        snapshots.append(try snapshot(master, members[series] ?? [], window))
      } catch {
        trouble.append("\(MeetingPeople.title(master)): \(error.why)")
      }
    }
    var harvest = reader.harvest(singles, snapshots)
    harvest.trouble += trouble
    return harvest
  }

  private func unsent(_ event: JSONObject) -> String {
    "\(MeetingPeople.title(event)): it waits in the outbox, and has no identity yet (graphcal sync)"
  }

  /// Why the copy does not have all of a series.
  private struct Incomplete: Error { var why: String }

  /// A series put together from what the copy has of its days.
  private func snapshot(
    _ master: JSONObject, _ members: [JSONObject], _ window: Range<Date>
  ) throws(Incomplete) -> SeriesSnapshot {
    if PendingWrite.isTemporary(master["id"]?.string ?? "") {
      throw Incomplete(why: "it waits in the outbox, and has no identity yet (graphcal sync)")
    }
    let times = TimeReader(context: context, zone: zone)
    let rule: RecurrenceRule
    do { rule = try SeriesPlan(of: master, times: times).rule } catch {
      throw Incomplete(why: error.why ?? error.what)
    }
    let clock = SeriesClock(of: master, zones: context.zones)
    let copied = "\(zone.date(at: window.lowerBound)) to \(zone.date(at: window.upperBound))"
    // A day more on both sides, for clocks and for events that reach into the next day.
    guard let first = rule.firstDate, let last = rule.lastDate,
      clock.zone.startOfDay(first.adding(days: -1)) >= window.lowerBound,
      clock.zone.startOfDay(last.adding(days: 2)) <= window.upperBound
    else {
      throw Incomplete(
        why: (rule.lastDate == nil ? "it has no end" : "it goes on beyond")
          + ", and the local copy has \(copied) only")
    }
    var exceptions: [CalendarDate: JSONObject] = [:]
    var days: Set<CalendarDate> = []
    for event in members {
      let isException = event["type"]?.string?.lowercased() == "exception"
      guard
        let day = isException
          ? clock.day(of: event) : clock.day(orStartOf: event, zones: context.zones)
      else {
        throw Incomplete(why: "the local copy does not say which of its days was moved")
      }
      days.insert(day)
      if isException { exceptions[day] = event }
    }
    // Between them no event can be moved past another.
    guard days.contains(first), days.contains(last) else {
      throw Incomplete(
        why: "the local copy does not say whether its first or last day was deleted or moved away")
    }
    return SeriesSnapshot(
      master: master, exceptions: exceptions,
      deleted: Set(rule.dates(in: first..<last.adding(days: 1))).subtracting(days))
  }
}
