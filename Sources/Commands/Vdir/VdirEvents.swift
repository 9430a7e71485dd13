import CalendarTime
import Calendaring
import FoundationEssentials
import GraphAPI
import Host
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
  var closed: String? {
    calendar.canEdit ? nil : "the calendar \"\(calendar.name)\" is read-only"
  }

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
    let people = filed.event.attendees.compactMap { attendee in
      attendee.person.address.map { "\($0.lowercased()) \(Self.word(attendee.response))" }
    }
    if !people.isEmpty { form["people"] = .array(people.sorted().map { .string($0) }) }
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

  /// Nobody tells apart who was not asked and who has not answered.
  private static func word(_ response: CalendarEvent.Response) -> String {
    response == .none ? CalendarEvent.Response.notResponded.rawValue : response.rawValue
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
      guard let remote = push.remote, let parts = push.parts else {
        var planned = planner.plan(item, nil)
        planned.item.notes += Self.note(of: push.bytes)
        return .event(planned)
      }
      if remote.raw["isCancelled"]?.bool == true {
        var planned = PlannedImport(
          item: PlannedImport.Heading(item), deed: .unchanged(nil), event: remote.raw)
        planned.refusals = ["it was called off and is not changed any more"]
        return .event(planned)
      }
      let entry = ImportIndex.Entry(event: remote.raw, snapshot: remote.series)
      var planned = planner.plan(item, entry, of: parts)
      if parts.contains("people") {
        planned.refusals.append(
          MeetingPeople.isOrganizer(remote.raw)
            ? "a file invites nobody (graphcal edit-event --add-attendee does)"
            : "a file answers no invitation (graphcal respond does)")
      }
      return .event(planned)
    }
  }

  /// What a new event leaves in its file alone.
  private static func note(of bytes: [UInt8]) -> [String] {
    // Of attachments the reader tells.
    let names = KeptLines.names(in: bytes).filter { $0 != "ATTACH" }
    guard !names.isEmpty else { return [] }
    let more = names.count > 6 ? " and \(names.count - 5) more" : ""
    let shown = names.prefix(names.count > 6 ? 5 : 6).joined(separator: ", ")
    return ["\(shown)\(more) \(names.count == 1 ? "stays" : "stay") in the file alone"]
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

  func told(ofDeleting remote: VdirRemote) -> Int {
    if remote.raw["isCancelled"]?.bool == true { return 0 }
    return max((remote.series?.invited() ?? []).count, MeetingPeople.count(remote.raw))
  }

  func objection(toDeleting remote: VdirRemote) -> String? {
    let count = told(ofDeleting: remote)
    guard count > 0, !invites else { return nil }
    return "\(Plural.people(count)) would be told by mail; --invite allows it"
  }

  func deletion(of remote: VdirRemote) -> GraphRequest {
    EventRequests.deletion(id: remote.id, etag: remote.etag)
  }

  func keeping(_ remote: VdirRemote) async throws(Failure) -> VdirDeletion {
    var record = UndoRecord(
      told(ofDeleting: remote) > 0 ? .mailed : .delete,
      "deleted \(MeetingPeople.title(remote.raw))", id: remote.id)
    if let series = remote.series {
      record.series = series
    } else {
      record.event = remote.raw
    }
    record.calendarID = calendar.isDefault ? Optional.none : calendar.id
    record.transactionID = context.randomness.uuid()
    return .event(record)
  }

  func delete(_ remote: VdirRemote) async throws(GraphError) {
    do throws(GraphError) {
      _ = try await session.graph.send(deletion(of: remote))
    } catch {
      // A repetition of a request whose answer was lost.
      guard error.isMissing else { throw error }
    }
  }
}
