/// What people of a region expect of a calendar, by CLDR.
package enum RegionCalendar {
  /// The first day of the week; Monday for a region that CLDR does not name.
  ///
  /// `region` is an ISO 3166 code in any case.
  package static func firstWeekday(region: String?) -> Weekday {
    region.flatMap { firstWeekdays[$0.uppercased()] } ?? .monday
  }

  /// Whether clocks count to 12 twice a day; `false` for a region that CLDR does not name.
  ///
  /// Some languages differ from their region: French in Canada counts 24 hours.
  package static func usesTwelveHours(region: String?, language: String? = nil) -> Bool {
    guard let region = region?.uppercased() else { return false }
    let both = "\(language?.lowercased() ?? "")_\(region)"
    if twelveHours.contains(both) { return true }
    return twelveHours.contains(region) && !twentyFourHours.contains(both)
  }

  /// Where a language is most likely spoken, such as `DE` for `de` and `TW` for `zh` in `Hant`.
  static func likelyRegion(language: String, script: String?) -> String? {
    if let script, let region = regions["\(language)_\(script)".lowercased()] { return region }
    return regions[language.lowercased()]
  }

  private static let firstWeekdays: [String: Weekday] = {
    var days: [String: Weekday] = [:]
    for line in RegionTable.firstWeekdays.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard let day = Weekday(named: String(words[0])) else { continue }
      for region in words.dropFirst() { days[String(region)] = day }
    }
    return days
  }()

  private static let twelveHours = words(of: RegionTable.twelveHours)
  private static let twentyFourHours = words(of: RegionTable.twentyFourHours)

  private static let regions: [String: String] = {
    var regions: [String: String] = [:]
    for line in RegionTable.languages.split(separator: "\n") {
      for row in line.split(separator: ";") {
        let words = row.split(separator: " ")
        for language in words.dropFirst() { regions[language.lowercased()] = String(words[0]) }
      }
    }
    return regions
  }()

  private static func words(of text: String) -> Set<String> {
    Set(text.split { $0 == " " || $0 == "\n" }.map(String.init))
  }
}
