package import CalendarTime
import FoundationEssentials
import ICalendarC

/// Why nothing of a file can be read.
package enum CalendarReadError: Error, Hashable, Sendable {
  case file(CalendarFileError)
  /// libical cannot be used: why, and what to install.
  case library(reason: String, hint: String)
}

/// Reads what a file says, identity by identity.
package struct CalendarReader {
  /// Where times lie that float, unless the file says it: the zone of the command.
  package var floating: Zone
  package var zones: ZoneDatabase

  package init(zones: ZoneDatabase, floating: Zone) {
    self.zones = zones
    self.floating = floating
  }

  /// Everything in the file, in its order; what cannot be taken is among it with the reason.
  ///
  /// The components of a series are put together wherever in the file they stand.
  package func items(of file: CalendarFile) throws(CalendarReadError) -> [ReadItem] {
    let reader: ComponentReader
    do { reader = try ComponentReader(file) } catch {
      throw .library(reason: error.reason, hint: error.hint)
    }
    do {
      var items: [ReadItem] = []
      for calendar in file.calendars { items += try self.items(of: calendar, reader) }
      return items
    } catch {
      throw .file(error)
    }
  }

  private func items(
    of calendar: CalendarFile.Calendar, _ reader: borrowing ComponentReader
  ) throws(CalendarFileError) -> [ReadItem] {
    var groups: [String: [CalendarFile.Part]] = [:]
    var order: [String] = []
    for part in calendar.events {
      let component = try reader.component(part, properties: ["UID"])
      let uid = component.text("UID") ?? ""
      // Without an identity each stands for itself.
      let key = uid.isEmpty ? "\u{0}\(part.line)" : uid
      if groups[key] == nil { order.append(key) }
      groups[key, default: []].append(part)
    }
    var assembler = ItemAssembler(
      method: calendar.method, zones: try fileZones(calendar, reader))
    var items: [ReadItem] = []
    for key in order {
      var components: [Component] = []
      for part in groups[key] ?? [] {
        components.append(try reader.component(part, properties: EventReader.properties))
      }
      items += assembler.items(of: components)
    }
    return items
  }

  private func fileZones(
    _ calendar: CalendarFile.Calendar, _ reader: borrowing ComponentReader
  ) throws(CalendarFileError) -> FileZones {
    var fallback = (zone: floating, name: floating.name)
    if let name = calendar.zoneName, let zone = try? zones.zone(named: name) {
      fallback = (zone, "\(zone.name) (X-WR-TIMEZONE)")
    }
    var found = FileZones(zones: zones, floating: fallback.zone, floatingName: fallback.name)
    for part in calendar.zones {
      found.add(try reader.component(part, properties: EmbeddedZone.properties))
    }
    return found
  }
}
