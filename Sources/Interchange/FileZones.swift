import CalendarTime
import FoundationEssentials

/// The zones that the times of a file go by.
///
/// What the file describes itself wins over every name. Where a zone of the machine has the same rules
/// that one stands for it, so that the service can be told its name.
struct FileZones {
  let zones: ZoneDatabase
  /// Of times that float: the file's own wish, else the zone of the command.
  let floating: Zone
  /// What to call the zone of floating times: `X-WR-TIMEZONE Asia/Kolkata`.
  let floatingName: String
  private var embedded: [String: Result<EmbeddedZone.Described, EmbeddedZone.Problem>] = [:]
  private var places: [String: String] = [:]
  private var known: [Key: Found] = [:]

  /// A zone, and what to tell about it.
  struct Found: Hashable {
    var zone: Zone
    var note: String?
  }

  private struct Key: Hashable {
    var name: String
    var year: Int
  }

  init(zones: ZoneDatabase, floating: Zone, floatingName: String) {
    self.zones = zones
    self.floating = floating
    self.floatingName = floatingName
  }

  /// Takes the description of a zone that a file brings along.
  mutating func add(_ component: Component) {
    guard let name = component.text("TZID") else { return }
    do {
      embedded[name.lowercased()] = .success(try EmbeddedZone.zone(component, name: name))
    } catch {
      embedded[name.lowercased()] = .failure(error)
    }
    places[name.lowercased()] = component.text("X-LIC-LOCATION")
  }

  /// The zone that times of about `wall` go by under a name.
  ///
  /// - Throws: `ItemRefusal` for a name that neither the file nor the machine knows.
  mutating func zone(
    _ name: String, at wall: WallTime, line: Int
  ) throws(ItemRefusal) -> Found {
    let key = Key(name: name.lowercased(), year: wall.date.year)
    if let found = known[key] { return found }
    let found = try find(name, at: wall, line: line)
    known[key] = found
    return found
  }

  private func find(
    _ name: String, at wall: WallTime, line: Int
  ) throws(ItemRefusal) -> Found {
    let named = machineZone(name)
    switch embedded[name.lowercased()] {
    case .success(let described):
      let zone = described.zone
      let from = zone.instant(of: wall)
      // Some files tell only the changes of a year or two; no more of them can be compared.
      let end = min(zone.instant(of: wall.adding(years: 5)), described.end)
      let span = from..<max(from, end)
      if let named, zone.hasOffsets(of: named, in: span) { return Found(zone: named) }
      var note: String?
      if let named {
        note =
          "the file describes the zone \(name) otherwise than \(named.name) is: its own description "
          + "counts"
      }
      if case .exact(let windows) = zones.windowsName(for: zone, from: from),
        let twin = try? zones.zone(named: windows)
      {
        return Found(zone: twin, note: note)
      }
      return Found(zone: zone, note: note)
    case .failure(let problem):
      guard let named else {
        throw ItemRefusal(
          line: problem.line, "the description of the zone \(name) is of no use: \(problem.reason)")
      }
      return Found(
        zone: named,
        note: "the description of the zone \(name) is of no use (\(problem.reason)): "
          + "\(named.name) is taken")
    case nil:
      guard let named else {
        throw ItemRefusal(
          line: line, "the zone \"\(name)\" is known neither to the file nor to this machine")
      }
      return Found(zone: named)
    }
  }

  /// The zone of the machine that a name means, also one with the path of its maker before it:
  /// `/freeassociation.sourceforge.net/Europe/Berlin`.
  private func machineZone(_ name: String) -> Zone? {
    let tail = name.split(separator: "/").suffix(2).joined(separator: "/")
    let long = name.split(separator: "/").suffix(3).joined(separator: "/")
    let candidates = [name, places[name.lowercased()], long, tail].compactMap(\.self)
    return candidates.lazy.compactMap { try? zones.zone(named: $0) }.first
  }
}

extension WallTime {
  /// The same time of day so many years later, on 1 March where the year has no 29 February.
  fileprivate func adding(years: Int) -> WallTime {
    let (year, month, day) = date.components
    let later =
      CalendarDate(year: min(year + years, 9999), month: month, day: day)
      ?? CalendarDate(year: min(year + years, 9999), month: 3, day: 1)
    return WallTime(date: later ?? date, secondOfDay: secondOfDay)
  }
}
