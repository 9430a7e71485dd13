import Contacts

/// The days that cards and tables name.
enum CardDate {
  /// The date as it is written, without time and zone; nil for what is none, or only part of one.
  ///
  /// `--0509` and the years that programs put for an unknown one give a day without year, as does the
  /// `omittedYear` that a card names (`X-APPLE-OMIT-YEAR`). Slashes may stand for dashes.
  /// Sources: RFC 6350 section 4.3.1; RFC 2426 section 3.1.5.
  static func birthday(_ text: String, omittedYear: String? = nil) -> Birthday? {
    var date = text[...]
    if date.hasPrefix("--") {
      date = date.prefix { !"Tt ".contains($0) }
      return Birthday(date)
    }
    date = date.prefix { $0.isASCII && ($0.isNumber || "-/".contains($0)) }
    let rest = text[date.endIndex...]
    guard rest.isEmpty || "Tt ".contains(rest.first ?? "x") else { return nil }
    let isCompact = date.count == 8 && date.allSatisfy(\.isNumber)
    let parts =
      isCompact
      ? [date.prefix(4), date.dropFirst(4).prefix(2), date.suffix(2)]
      : date.split(whereSeparator: { "-/".contains($0) })
    guard parts.count == 3, parts[0].count == 4, parts[1].count <= 2, parts[2].count <= 2,
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
    else { return nil }
    let isUnknown = placeholders.contains(year) || omittedYear.flatMap { Int($0) } == year
    return Birthday(year: isUnknown ? nil : year, month: month, day: day)
  }

  /// Years that programs write for none: Apple's, that of old Android programs, and none at all.
  private static let placeholders = [0, Birthday.placeholderYear, 1900]
}
