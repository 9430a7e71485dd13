import CalendarTime
import Calendaring
import FoundationEssentials
import GraphAPI
import Interchange
import JSON

/// A calendar as files.
struct VdirEvents: VdirSide {
  var context: Context
  var session: Session
  var calendar: CalendarInfo
  var zone: Zone
  /// Whether people may be told by mail of what was changed in files.
  var invites: Bool

  var ending: String { ".ics" }
  var noun: String { "event" }

  private var reader: ExportReader {
    ExportReader(context: context, session: session, zone: zone)
  }

  // MARK: There

  func items(_ known: [String: VdirMemory]) async throws(Failure) -> [String: VdirRemote] {
    let raw: [JSONObject]
    do {
      raw = try await session.graph.list(FileRequests.events(calendarID: calendar.id)).items
        .compactMap(\.object)
    } catch {
      throw Failure(error, doing: "read the calendar", in: session)
    }
    var items: [String: VdirRemote] = [:]
    for remote in try await remotes(raw) {
      var remote = remote
      // Copies of one meeting are told apart by their ids.
      if items[remote.uid.lowercased()] != nil {
        remote.uid = ContactIdentity.own(remote.id)
        remote = written(remote) ?? remote
      }
      items[remote.uid.lowercased()] = remote
    }
    return items
  }

  func items(ids: [String]) async throws(Failure) -> [VdirRemote] {
    var raw: [JSONObject] = []
    for id in ids {
      do {
        raw.append(try await session.graph.object(FileRequests.event(id: id)))
      } catch {
        throw Failure(error, doing: "read the event again", in: session)
      }
    }
    return try await remotes(raw)
  }

  private func remotes(_ raw: [JSONObject]) async throws(Failure) -> [VdirRemote] {
    let masters = raw.filter { $0["type"]?.string?.lowercased() == "seriesmaster" }
      .compactMap { $0["id"]?.string }
    var series: [String: SeriesSnapshot] = [:]
    for (id, snapshot) in zip(masters, try await reader.snapshots(masters)) {
      series[id] = snapshot
    }
    return raw.compactMap { event in
      let id = event["id"]?.string ?? ""
      let uid = SourceIdentity(of: event)?.uid ?? event["iCalUId"]?.string ?? id
      let remote = VdirRemote(
        uid: uid, id: id, title: event["subject"]?.string ?? "",
        etag: event["@odata.etag"]?.string, print: "", raw: event, series: series[id])
      guard let written = written(remote) else {
        context.note("\(MeetingPeople.title(event)) cannot be put into a file")
        return nil
      }
      return written
    }
  }

  /// The item with its file; nil for what no file can say.
  private func written(_ remote: VdirRemote) -> VdirRemote? {
    let times = TimeReader(context: context, zone: zone)
    var item: FiledItem?
    if let series = remote.series {
      item = try? FiledItem(of: series, times: times)
    } else {
      item = FiledItem(graph: remote.raw, zones: context.zones)
    }
    guard var item else { return nil }
    item.uid = remote.uid
    let writer = CalendarWriter(
      maker: "-//graphcal \(graphcalVersion)//EN", now: context.now(), name: nil)
    let bytes = writer.file([item])
    var remote = remote
    remote.bytes = bytes
    remote.print = VdirPrint.remote(bytes)
    return remote
  }

  // MARK: Here

  private func item(_ bytes: [UInt8]) throws(VdirRefusal) -> ReadItem {
    let items: [ReadItem]
    do {
      let file = try CalendarFile(bytes)
      items = try CalendarReader(zones: context.zones, floating: zone).items(of: file)
    } catch let error as CalendarFileError {
      throw VdirRefusal(error.message)
    } catch CalendarReadError.file(let error) {
      throw VdirRefusal(error.message)
    } catch CalendarReadError.library(let reason, let hint) {
      throw VdirRefusal("\(reason); \(hint)")
    } catch {
      throw VdirRefusal("it cannot be read")
    }
    guard items.count == 1 else {
      throw VdirRefusal(
        items.isEmpty
          ? "there is no event in it" : "it holds \(items.count) events; a file here is one")
    }
    return items[0]
  }

  func identity(of bytes: [UInt8]) throws(VdirRefusal) -> (uid: String, title: String) {
    let item = try item(bytes)
    guard !item.uid.isEmpty else {
      throw VdirRefusal("it has no UID, so it could not be known again")
    }
    return (item.uid, item.subject)
  }

  func form(of bytes: [UInt8]) -> JSONObject {
    guard let item = try? item(bytes), let filed = try? item.outcome.get() else { return [:] }
    var form = filed.event.members(isNew: false)
    form["time"] = Self.words(filed.event.time)
    form["rule"] = filed.rule.map { $0.graphJSON }
    if filed.event.isCancelled || item.wish != .keep { form["cancelled"] = true }
    var days: JSONObject = [:]
    for day in filed.deleted { days[day.description] = "deleted" }
    for (day, event) in filed.changed {
      var members = event.members(isNew: false)
      members["time"] = Self.words(event.time)
      days[day.description] = .object(members)
    }
    if !days.isEmpty { form["days"] = .object(days) }
    return form
  }

  private static func words(_ time: FiledEvent.Time) -> JSON {
    switch time {
    case .allDay(let first, let end): .string("\(first) \(end)")
    case .timed(let start, let end, let zone):
      .string("\(start.timeIntervalSince1970) \(end.timeIntervalSince1970) \(zone.name)")
    }
  }

  // MARK: To there

  func plan(_ pushes: [VdirPush]) -> [VdirWork?] {
    var planner = ImportPlanner(
      context: context, zone: zone, invites: invites, owner: session.userName)
    return pushes.map { push in
      guard let item = try? item(push.bytes) else { return nil }
      let entry = push.remote.map { ImportIndex.Entry(event: $0.raw, snapshot: $0.series) }
      var planned = planner.plan(item, entry)
      if case .update(let changes, let days) = planned.deed, let parts = push.parts {
        planned.deed = Self.limited(changes, days, to: parts)
      }
      return .event(planned)
    }
  }

  /// What of a change is about parts that were changed in the file.
  private static func limited(
    _ changes: JSONObject, _ days: [CalendarDate: SpecialDay], to parts: Set<String>
  ) -> PlannedImport.Deed {
    let isOfTime = parts.contains("time") || parts.contains("rule")
    let kept = changes.members.filter { name, _ in
      switch name {
      case "start", "end", "isAllDay", "recurrence": isOfTime
      case "location", "locations": parts.contains("location") || parts.contains("locations")
      case "singleValueExtendedProperties": true
      default: parts.contains(name)
      }
    }
    let keptDays = isOfTime || parts.contains("days") ? days : [:]
    let isNothing =
      keptDays.isEmpty && kept.allSatisfy { $0.key == "singleValueExtendedProperties" }
    return isNothing
      ? .unchanged(nil) : .update(JSONObject(kept.map { ($0.key, $0.value) }), days: keptDays)
  }

  private var run: ImportRun {
    ImportRun(
      context: context, session: session, calendarID: calendar.id, zone: zone,
      deed: "changed events in files")
  }

  func requests(_ work: VdirWork) -> [GraphRequest] {
    guard case .event(let plan) = work else { return [] }
    return run.requests(plan)
  }

  func send(_ work: [VdirWork]) async -> [ImportOutcome] {
    let plans = work.compactMap { work in
      if case .event(let plan) = work { plan } else { Optional.none }
    }
    return await run.send(plans) { _ in }
  }

  func objection(toDeleting remote: VdirRemote) -> String? {
    let people = (remote.series?.invited() ?? []).count
    let count = max(
      people, MeetingPeople.isOrganizer(remote.raw) ? MeetingPeople.count(remote.raw) : 0)
    guard count > 0, !invites, remote.raw["isCancelled"]?.bool != true else { return nil }
    return "\(Plural.people(count)) would be told by mail; --invite allows it"
  }

  func deletion(of remote: VdirRemote) -> GraphRequest {
    EventRequests.deletion(id: remote.id, etag: remote.etag)
  }

  func delete(_ remote: VdirRemote) async throws(Failure) {
    let title = MeetingPeople.title(remote.raw)
    let people = remote.series?.invited().count ?? MeetingPeople.count(remote.raw)
    var record = UndoRecord(people > 0 ? .mailed : .delete, "deleted \(title)", id: remote.id)
    if let series = remote.series {
      record.series = series
    } else {
      record.event = remote.raw
      record.calendarID = calendar.isDefault ? Optional.none : calendar.id
    }
    do {
      let (request, graph) = (deletion(of: remote), session.graph)
      try await Journal(context: context, session: session).doing(record) {
        () async throws(GraphError) in
        do throws(GraphError) {
          _ = try await graph.send(request)
        } catch {
          // A repetition of a request whose answer was lost.
          guard error.isMissing else { throw error }
        }
      }
    } catch {
      throw Failure(error, doing: "delete \(title)")
    }
  }
}
