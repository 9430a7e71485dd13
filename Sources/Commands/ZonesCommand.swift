package import Arguments
import CalendarTime
import FoundationEssentials
import JSON
import Rendering
import Terminal

/// `graphcal zones`: the time zones by their Windows and IANA names.
package struct ZonesCommand: Command {
  package static let name = "zones"
  package static let summary = "List time zones, or explain one."
  package static let isPaged = true
  package static let discussion = """
    A part of a name, such as a city, finds the zone; where several have it, they are listed, but \
    refused with --json, which prints one zone. Rules come from the time zone data of this machine, whose \
    version is shown; the names of Windows come with graphcal.
    """
  package static let arguments: [Argument<Self>] = [
    .optional("NAME", "A zone by its Windows or IANA name, or a part of one.", into: \.zoneName)
      .completing(.known(.zone))
  ]
  package static let examples = [
    Example("zones", "All Windows names with the IANA zones they stand for."),
    Example("zones Lisbon", "The zone of a city."),
    Example("zones \"W. Europe Standard Time\"", "Offset now and the next clock change."),
  ]

  var zoneName: String?

  package init() {}

  package func run(in context: Context) async throws(Failure) {
    guard let zoneName else {
      return try list(WindowsZones.all, in: context)
    }
    let zone: Zone
    do {
      zone = try context.zones.zone(named: zoneName)
    } catch {
      guard case .unknown = error else { throw Failure(error) }
      let found = context.zones.names(containing: zoneName)
      guard !found.isEmpty else { throw Failure(error) }
      guard found.count == 1 else {
        // What a script asked about is one thing, or none.
        guard !context.options.isForScripts else { throw Self.ambiguous(zoneName, found) }
        return try list(found.map { (WindowsZones.windows(for: $0) ?? "", $0) }, in: context)
      }
      do { zone = try context.zones.zone(named: found[0]) } catch { throw Failure(error) }
    }
    try explain(zone, in: context)
  }

  private static func ambiguous(_ word: String, _ names: [String]) -> Failure {
    let more = names.count - 5
    return Failure(
      .usage, "\(names.count) zones have \"\(word)\" in their names",
      why: names.prefix(5).joined(separator: ", ") + (more > 0 ? " and \(more) more" : ""),
      hint: "give one of them whole; without --json all are listed")
  }

  private func list(_ entries: [WindowsZones.Entry], in context: Context) throws(Failure) {
    let names = ["windows", "iana", "offset"]
    if try context.listedFieldNames(names) { return }
    let now = context.now()
    let version = context.zones.dataVersion ?? "unknown"
    let rows = entries.map { pair -> (windows: String, iana: String, offset: String?) in
      let zone = try? context.zones.zone(named: pair.iana)
      return (pair.windows, pair.iana, zone.map { OffsetText.extended($0.offset(at: now)) })
    }
    let listing = Listing(
      context: context, fields: names,
      columns: [.init("windows", "windows"), .init("iana", "iana"), .init("offset", "offset")])
    if listing.isWanted {
      return try listing.print(
        rows.map {
          [
            "windows": .string($0.windows), "iana": .string($0.iana),
            "offset": .string(orNull: $0.offset),
          ]
        })
    }
    var list = Table([.init("WINDOWS"), .init("IANA", rank: 1), .init("NOW", .right)])
    for row in rows {
      list.add([
        StyledLine(row.windows), StyledLine(row.iana), StyledLine(row.offset ?? "no data here"),
      ])
    }
    let surface = Surface(context.console.terminal)
    try context.print(list.lines(width: surface.width, symbols: surface.symbols))
    context.note("\(Plural.of(rows.count, "zone")); time zone data of this machine: \(version)")
  }

  private func explain(_ zone: Zone, in context: Context) throws(Failure) {
    let now = context.now()
    let next = zone.transitions(in: now..<now.addingTimeInterval(2 * 366 * 86_400)).first
    let match = context.zones.windowsName(for: zone, from: now)
    let item: JSON = [
      "iana": .string(zone.name), "windows": .string(orNull: match.name),
      "offset": .string(OffsetText.extended(zone.offset(at: now))),
      "abbreviation": .string(zone.abbreviation(at: now)),
      "nextChange": .string(orNull: next.map { $0.instant.rfc3339(in: zone) }),
      "dataVersion": .string(orNull: context.zones.dataVersion),
    ]
    if try context.printedForScripts(item) { return }
    var block = FieldBlock()
    block.add("IANA", zone.name)
    block.add("Windows", match.name ?? "none with the same rules")
    block.add("Now", "\(OffsetText.extended(zone.offset(at: now))) (\(zone.abbreviation(at: now)))")
    block.add(
      "Next change",
      next.map {
        "\($0.instant.rfc3339(in: zone)), by \($0.shift / 60) minutes"
      } ?? "none in the next two years")
    block.add("Zone data", context.zones.dataVersion ?? "of unknown version")
    try context.print(block.lines(width: Surface(context.console.terminal).width))
  }
}
