/// The zone names of Windows, which Exchange and Graph use, and their IANA zones.
///
/// From CLDR, brought up to date by `Tools/zone-corrections.tsv`. Lookups disregard case and read
/// the table on first use.
package enum WindowsZones {
  /// One Windows id with the zone that stands for it everywhere.
  package typealias Entry = (windows: String, iana: String)

  /// Every Windows id, in alphabetical order.
  package static var all: [Entry] { tables.entries.map { ($0.windows, $0.iana) } }

  /// Today's IANA name for a Windows id; nil when nobody knows the id.
  ///
  /// - Parameters:
  ///   - windowsName: in any case, such as `W. Europe Standard Time`.
  ///   - territory: ISO 3166 code in capitals, to get the zone of that country where the id covers
  ///     several; nil, or one that the id does not cover, gets the zone of the id as such.
  /// - Returns: an IANA name, which old zone data may lack.
  package static func iana(for windowsName: String, territory: String? = nil) -> String? {
    guard let index = tables.byWindows[windowsName.lowercased()] else { return nil }
    let entry = tables.entries[index]
    return territory.flatMap { entry.territories[$0]?.first } ?? entry.iana
  }

  /// The Windows id of an IANA name, old or new, in any case; nil where Windows has none.
  ///
  /// The id may have other rules than the zone: see `ZoneDatabase.windowsName(for:from:)`.
  package static func windows(for iana: String) -> String? {
    let today = ZoneAliases.names(of: iana).first ?? iana
    return tables.byZone[today.lowercased()].map { tables.entries[$0].windows }
  }

  /// What Windows shows for an id, `(UTC+01:00) Brussels, Copenhagen, Madrid, Paris`.
  ///
  /// The id itself for an id newer than the labels on record; nil when nobody knows it.
  package static func displayName(for windowsName: String) -> String? {
    guard let index = tables.byWindows[windowsName.lowercased()] else { return nil }
    let entry = tables.entries[index]
    return entry.label.isEmpty ? entry.windows : entry.label
  }

  /// The id in the case that Windows writes.
  static func canonical(_ windowsName: String) -> String? {
    tables.byWindows[windowsName.lowercased()].map { tables.entries[$0].windows }
  }

  /// All IANA names of the table, without aliases.
  static var zones: [String] {
    tables.entries.flatMap { entry in [entry.iana] + entry.territories.values.joined() }
  }

  /// Ids with their display names, for those that have one.
  static var labels: [(windows: String, label: String)] {
    tables.entries.filter { !$0.label.isEmpty }.map { ($0.windows, $0.label) }
  }

  private struct Row {
    let windows: String
    let iana: String
    let label: String
    var territories: [String: [String]] = [:]
  }

  private struct Tables {
    var entries: [Row] = []
    var byWindows: [String: Int] = [:]
    var byZone: [String: Int] = [:]

    init(parsing text: String) {
      for line in text.split(separator: "\n") {
        if line.hasPrefix(">") {
          let fields = line.dropFirst().split(
            separator: "|", omittingEmptySubsequences: false)
          entries.append(
            Row(windows: String(fields[0]), iana: String(fields[1]), label: String(fields[2])))
        } else {
          for row in line.split(separator: ";") {
            let words = row.split(separator: " ")
            entries[entries.count - 1].territories[String(words[0])] =
              words.dropFirst().map(String.init)
          }
        }
      }
      for (index, entry) in entries.enumerated() {
        byWindows[entry.windows.lowercased()] = index
        for zone in entry.territories.values.joined() { byZone[zone.lowercased()] = index }
      }
      for (index, entry) in entries.enumerated() {
        let zone = entry.iana.lowercased()
        if byZone[zone] == nil { byZone[zone] = index }
      }
    }
  }

  private static let tables = Tables(parsing: WindowsZoneTable.text)
}
