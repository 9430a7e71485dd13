/// The language and region that a person's settings name.
package struct LocaleTag: Hashable, Sendable {
  /// In lowercase, such as `de`.
  package let language: String
  /// Four letters, such as `Hant`.
  package let script: String?
  /// In capitals, such as `DE`, or three digits; nil where the tag names none.
  package let region: String?

  /// Reads a tag of BCP 47 (`de-AT`, `zh-Hant-TW`, `en`), as `mailboxSettings.language.locale` has
  /// it, or a locale of POSIX (`de_AT.UTF-8@euro`).
  ///
  /// Nil for `C`, `POSIX` and what is no tag at all.
  package init?(_ text: some StringProtocol) {
    let tag = text.prefix { $0 != "." && $0 != "@" }
    var parts = tag.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }[...]
    guard let first = parts.popFirst(), (2...3).contains(first.count), Self.isLetters(first),
      tag.uppercased() != "POSIX"
    else { return nil }
    language = first.lowercased()
    var script: String?
    var region: String?
    for part in parts {
      // What follows a single letter are extensions.
      if part.count == 1 { break }
      if part.count == 4, script == nil, region == nil, Self.isLetters(part) {
        script = part.prefix(1).uppercased() + part.dropFirst().lowercased()
      } else if region == nil,
        part.count == 2 && Self.isLetters(part) || part.count == 3 && Digits.value(of: part) != nil
      {
        region = part.uppercased()
      }
    }
    self.script = script
    self.region = region
  }

  private static func isLetters(_ text: some StringProtocol) -> Bool {
    text.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
  }

  /// The region, or else the one where the language is most likely spoken.
  package var likelyRegion: String? {
    region ?? RegionCalendar.likelyRegion(language: language, script: script)
  }

  /// The first day of the week where the person likely lives.
  package var firstWeekday: Weekday { RegionCalendar.firstWeekday(region: likelyRegion) }

  /// Whether clocks count to 12 where the person likely lives.
  package var usesTwelveHours: Bool {
    RegionCalendar.usesTwelveHours(region: likelyRegion, language: language)
  }

  /// The locale of the process for times: the first of `LC_ALL`, `LC_TIME` and `LANG` that is set.
  ///
  /// Nil where none is, and where the first set is `C`, `POSIX` or no tag: weeks then begin with
  /// Monday, and clocks count 24 hours.
  package static func ofProcess(environment: [String: String]) -> LocaleTag? {
    ofProcess("LC_TIME", environment)
  }

  /// The locale of the process for what people read: the first of `LC_ALL`, `LC_MESSAGES` and `LANG`
  /// that is set; nil as for `ofProcess(environment:)`.
  package static func ofMessages(environment: [String: String]) -> LocaleTag? {
    ofProcess("LC_MESSAGES", environment)
  }

  private static func ofProcess(_ category: String, _ environment: [String: String]) -> LocaleTag? {
    for name in ["LC_ALL", category, "LANG"] {
      if let value = environment[name], !value.isEmpty { return LocaleTag(value) }
    }
    return nil
  }
}
