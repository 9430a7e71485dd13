/// What people of a region expect of a calendar, by CLDR.
package enum RegionCalendar {
  /// The first day of the week; Monday for a region that CLDR does not name.
  ///
  /// `region` is an ISO 3166 code in any case.
  package static func firstWeekday(region: String?) -> Weekday {
    guard let region, let found = weekdays.range(of: region, after: " ", before: " \n") else {
      return .monday
    }
    let day = weekdays.text(around: found.lowerBound, after: "\n", before: " ")
    return Weekday(named: day) ?? .monday
  }

  /// Whether clocks count to 12 twice a day; `false` for a region that CLDR does not name.
  ///
  /// Some languages differ from their region: French in Canada counts 24 hours.
  package static func usesTwelveHours(region: String?, language: String? = nil) -> Bool {
    guard let region else { return false }
    let both = "\(language ?? "")_\(region)"
    if has(both, in: twelveHours) { return true }
    return has(region, in: twelveHours) && !has(both, in: twentyFourHours)
  }

  /// Where a language is most likely spoken, such as `DE` for `de` and `TW` for `zh` in `Hant`.
  static func likelyRegion(language: String, script: String?) -> String? {
    let withScript = script.flatMap {
      languages.range(of: "\(language)_\($0)", after: " ", before: " ;\n")
    }
    guard let found = withScript ?? languages.range(of: language, after: " ", before: " ;\n")
    else { return nil }
    return languages.text(around: found.lowerBound, after: ";\n", before: " ")
  }

  private static func has(_ word: String, in table: TableText) -> Bool {
    table.range(of: word, after: " \n", before: " \n") != nil
  }

  private static let weekdays = TableText(RegionTable.firstWeekdays)
  private static let twelveHours = TableText(RegionTable.twelveHours)
  private static let twentyFourHours = TableText(RegionTable.twentyFourHours)
  private static let languages = TableText(RegionTable.languages)
}
