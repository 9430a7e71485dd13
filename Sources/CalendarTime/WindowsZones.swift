/// The zone names of Windows, which Exchange and Graph use, and their IANA zones.
///
/// From CLDR, brought up to date by `Tools/zone-corrections.tsv`. Lookups disregard case.
package enum WindowsZones {
  /// One Windows id with the zone that stands for it everywhere.
  package typealias Entry = (windows: String, iana: String)

  /// Every Windows id, in alphabetical order.
  package static var all: [Entry] { rows.map { ($0.windows, $0.iana) } }

  /// Today's IANA name for a Windows id; nil when nobody knows the id.
  ///
  /// - Parameters:
  ///   - windowsName: in any case, such as `W. Europe Standard Time`.
  ///   - territory: ISO 3166 code in capitals, to get the zone of that country where the id covers
  ///     several; nil, or one that the id does not cover, gets the zone of the id as such.
  /// - Returns: an IANA name, which old zone data may lack.
  package static func iana(for windowsName: String, territory: String? = nil) -> String? {
    guard let found = table.range(of: windowsName, after: ">", before: "|") else { return nil }
    if let territory {
      let lowercase = windowsName.lowercased()
      let row = rows.first { $0.windows.lowercased() == lowercase }
      if let zone = row?.territories[territory]?.first { return zone }
    }
    return table.text(around: found.upperBound + 1, after: "|", before: "|")
  }

  /// The Windows id of an IANA name, old or new, in any case; nil where Windows has none.
  ///
  /// The id may have other rules than the zone: see `ZoneDatabase.windowsName(for:from:)`.
  package static func windows(for iana: String) -> String? {
    let today = ZoneAliases.names(of: iana).first ?? iana
    // Rows of territories name the zone between blanks, the line of the id between bars.
    guard today.contains("/"),
      let found = table.range(of: today, after: " ", before: " ;\n")
        ?? table.range(of: today, after: "|", before: "|"),
      let line = table.last(">", before: found.lowerBound)
    else { return nil }
    return table.text(around: line + 1, after: ">", before: "|")
  }

  /// What Windows shows for an id, `(UTC+01:00) Brussels, Copenhagen, Madrid, Paris`.
  ///
  /// The id itself for an id newer than the labels on record; nil when nobody knows it.
  package static func displayName(for windowsName: String) -> String? {
    guard let found = table.range(of: windowsName, after: ">", before: "|") else { return nil }
    let line = table.text(around: found.lowerBound, after: ">", before: "\n")
    let fields = line.split(separator: "|")
    return String(fields[fields.count > 2 ? 2 : 0])
  }

  /// One Windows id with all that the table says of it.
  struct Row {
    let windows: String
    let iana: String
    /// What Windows shows; empty for an id newer than the labels on record.
    let label: String
    /// Zones by ISO 3166 code; `ZZ` for those of no country.
    var territories: [String: [String]] = [:]
  }

  /// The whole table, for those who need more than one name.
  static let rows: [Row] = {
    var rows: [Row] = []
    for line in WindowsZoneTable.text.split(separator: "\n") {
      if line.hasPrefix(">") {
        let fields = line.dropFirst().split(separator: "|", omittingEmptySubsequences: false)
        rows.append(
          Row(windows: String(fields[0]), iana: String(fields[1]), label: String(fields[2])))
      } else {
        for row in line.split(separator: ";") {
          let words = row.split(separator: " ").map(String.init)
          rows[rows.count - 1].territories[words[0]] = Array(words.dropFirst())
        }
      }
    }
    return rows
  }()

  /// All IANA names of the table, without aliases; some come twice.
  static var zones: [String] {
    rows.flatMap { row in [row.iana] + row.territories.values.joined() }
  }

  private static let table = TableText(WindowsZoneTable.text)
}
