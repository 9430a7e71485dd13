package import Arguments
import CalendarTime
import Calendaring
import FoundationEssentials
import GraphAPI
import JSON
import Rendering
import Terminal

/// `graphcal rooms`: the rooms of the organisation, and which of them are free.
package struct RoomsCommand: Command {
  package static let name = "rooms"
  package static let summary = "List the rooms of your organisation."
  package static let isPaged = true
  package static let discussion = """
    With --free only rooms that are free at that time are listed, for half an hour without --for. The \
    address goes into new-event --room. Work or school accounts only; an administrator has to allow \
    Place.Read.All.
    """
  package static let options: [Option<Self>] = [
    .value("building", "B", "Only in buildings with this in their name.", into: \.building),
    .value("capacity", "N", "Only with so many seats at least.", into: \.capacity, in: 1...100_000),
    .value("free", "WHEN", "Only those that are free from then on.", into: \.free),
    .value("for", "D", "How long they have to be free: 30m, 1h30m.", into: \.length),
  ]
  package static let examples = [
    Example("rooms", "All of them."),
    Example("rooms --free \"tomorrow 10:00\" --for 1h --capacity 6", "Where six can meet."),
    Example("rooms --building \"Pier 3\" --format tsv", "For a script."),
  ]

  var building: String?
  var capacity: Int?
  var free: String?
  var length: String?

  package init() {}

  package func validate() throws(ArgumentsError) {
    guard length != nil, free == nil else { return }
    throw ArgumentsError(
      .missingValue, "--for says how long, and there is no --free that says when",
      hint: "graphcal rooms --free \"tomorrow 10:00\" --for 1h")
  }

  package func run(in context: Context) async throws(Failure) {
    if try context.listedFieldNames(Self.fieldNames) { return }
    try context.requireNetwork(
      for: "rooms cannot be listed", because: "they are not in the local copy")
    let session = try await context.session(needing: .readPlaces)
    let zone = try await context.commandZone(session: session).zone
    let slot = try slot(zone: zone, in: context)
    if session.isPersonal {
      throw Failure(
        .refused, "personal accounts know of no rooms",
        hint: "graphcal --account NAME rooms, with a work or school account")
    }
    var entries = try await matching(session, in: context)
    var trouble: Failure?
    if let slot {
      (entries, trouble) = try await onlyFree(entries, slot, zone: zone, session, in: context)
    }
    let listing = Listing(context: context, fields: Self.fieldNames, columns: Self.columns)
    if listing.isWanted {
      try listing.print(entries.map { Self.json($0.raw, slot: slot, zone: zone) })
    } else {
      try context.print(
        RoomList.lines(entries.map(\.room), on: Surface(context.console.terminal)))
    }
    if let trouble { throw trouble }
  }

  /// A room and the resource it was read from.
  private struct Entry {
    var room: Room
    var raw: JSON
  }

  private func slot(zone: Zone, in context: Context) throws(Failure) -> Range<Date>? {
    guard let free else { return nil }
    let expression = try TimeReader(context: context, zone: zone)
      .expression(free, option: "--free")
    guard case .instant(let start) = expression.value else {
      throw Failure(
        .usage, "--free \(free) is a day, and a room is booked for a time of day",
        hint: "graphcal rooms --free \"\(free) 10:00\" --for 1h")
    }
    return
      start..<start.addingTimeInterval(
        try context.meetingLength(length ?? "30m", option: "--for"))
  }

  private func matching(
    _ session: Session, in context: Context
  ) async throws(Failure) -> [Entry] {
    let items: [JSON]
    do {
      items = try await context.working("Reading the rooms") { () async throws(GraphError) in
        try await session.graph.list(PlaceRequests.rooms).items
      }
    } catch {
      throw Failure(error, doing: "read the rooms")
    }
    let all = items.compactMap { item in Room(graph: item).map { Entry(room: $0, raw: item) } }
    let wanted = building.map { FoldedText($0) }
    let found = all.filter { entry in
      (wanted.map { FoldedText(entry.room.building ?? "").contains($0) } ?? true)
        && (capacity.map { entry.room.capacity ?? 0 >= $0 } ?? true)
    }
    if let building, found.isEmpty {
      let names = Set(all.compactMap(\.room.building)).sorted().joined(separator: ", ")
      context.note("no room in \"\(building)\"; buildings: \(names.isEmpty ? "none" : names)")
    }
    // The smallest that is large enough is the one to take.
    return found.sorted { left, right in
      let (a, b) = (left.room, right.room)
      if capacity != nil, a.capacity != b.capacity { return a.capacity ?? 0 < b.capacity ?? 0 }
      return (a.building ?? "", a.name, a.address) < (b.building ?? "", b.name, b.address)
    }
  }

  private func onlyFree(
    _ entries: [Entry], _ slot: Range<Date>, zone: Zone, _ session: Session, in context: Context
  ) async throws(Failure) -> ([Entry], Failure?) {
    guard !entries.isEmpty else { return ([], nil) }
    let calendars = try await context.session(session, needing: .readCalendars)
    let reader = ScheduleReader(context: context, session: calendars, zone: zone, interval: 5)
    let schedules = try await context.working("Asking for free/busy") {
      () async throws(Failure) in
      try await reader.information(entries.map(\.room.address), in: slot)
    }
    let trouble = Failure.ofSchedules(schedules)
    if let trouble, trouble.kind != .partlyDone { throw trouble }
    let free = zip(entries, schedules).filter { _, info in
      info.error == nil
        && info.schedule(from: slot.lowerBound, interval: 5, zones: context.zones)
          .taken(countingTentative: true).allSatisfy { !$0.overlaps(slot) }
    }.map(\.0)
    let taken = entries.count - free.count - schedules.count { $0.error != nil }
    if taken > 0 {
      context.note(
        "\(taken) of \(entries.count) rooms \(taken == 1 ? "is" : "are") taken at that time")
    }
    return (free, trouble)
  }

  // MARK: For programs

  private static let fieldNames =
    (PlaceRequests.properties + ["graphcal", "graphcal.freeFrom", "graphcal.freeTo"]).sorted()
  private static let columns: [DelimitedText.Column] = [
    .init("address", "emailAddress"), .init("name", "displayName"), .init("building", "building"),
    .init("floor", "floorLabel", "floorNumber"), .init("capacity", "capacity"),
  ]

  private static func json(_ raw: JSON, slot: Range<Date>?, zone: Zone) -> JSON {
    var item = JSONObject(PlaceRequests.properties.map { ($0, raw[$0] ?? .null) })
    item["graphcal"] = [
      "freeFrom": .string(orNull: slot?.lowerBound.rfc3339(in: zone)),
      "freeTo": .string(orNull: slot?.upperBound.rfc3339(in: zone)),
    ]
    return .object(item)
  }
}
