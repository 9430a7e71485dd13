/// Finds Windows zones by the places in the labels that Windows shows.
enum ZoneLabels {
  /// Labels from before this year are not expected.
  static let firstYear = 1995

  /// The Windows id whose label names these places: `Sarajevo, Skopje, Warsaw, Zagreb`.
  ///
  /// Places that no label has are looked for among the cities of the IANA names. Nil when none is
  /// known, or when those known belong to different ids.
  static func windowsName(of places: String) -> String? {
    if let exact = tables.labels[key(places)] { return exact }
    let found = Set(Self.places(in: places).compactMap { tables.places[$0] })
    return found.count == 1 ? found.first : nil
  }

  private static let tables: (labels: [String: String], places: [String: String]) = {
    var labels: [String: String] = [:]
    var places: [String: String] = [:]
    for row in WindowsZones.rows {
      for zone in row.territories.values.joined() where !zone.hasPrefix("Etc/") {
        guard let slash = zone.lastIndex(of: "/") else { continue }
        places[key(zone[zone.index(after: slash)...])] = row.windows
      }
    }
    for row in WindowsZones.rows {
      let (windows, label) = (row.windows, row.label)
      guard let close = label.firstIndex(of: ")") else { continue }
      let text = label[label.index(after: close)...]
      labels[key(text)] = windows
      for place in Self.places(in: text) { places[place] = windows }
    }
    return (labels, places)
  }()

  private static func places(in text: some StringProtocol) -> [String] {
    text.split { ",/;".contains($0) }.map { key(String($0)) }.filter { !$0.isEmpty }
  }

  /// Letters and digits alone, in lowercase, so that `St. Petersburg` and `St Petersburg` are one.
  private static func key(_ text: some StringProtocol) -> String {
    String(text.lowercased().filter { $0.isLetter || $0.isNumber || $0 == "+" || $0 == "-" })
  }
}
