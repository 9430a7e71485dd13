import CalendarTime
import Testing

@Suite struct LocaleTagTests {
  // C016
  @Test(arguments: [
    ("en_US", Weekday.sunday), ("pt_BR", .sunday), ("pt_PT", .sunday), ("ar_SA", .sunday),
    ("he_IL", .sunday), ("ja_JP", .sunday), ("en_IN", .sunday), ("en_GB", .monday),
    ("de_DE", .monday), ("fr_FR", .monday), ("hu_HU", .monday), ("ar_AE", .monday),
    ("C", .monday), ("POSIX", .monday), ("", .monday), ("xx_XX", .monday), ("ar_EG", .saturday),
    ("fa_IR", .saturday), ("C.UTF-8", .monday), ("en_US.UTF-8", .sunday),
    ("de_DE.UTF-8@euro", .monday), ("en_US.utf8@x", .sunday), ("日本", .monday),
  ])
  func `a locale decides the first day of the week`(locale: String, day: Weekday) {
    let tag = LocaleTag.ofProcess(environment: ["LC_ALL": locale])
    #expect((tag?.firstWeekday ?? .monday) == day)
  }

  @Test(arguments: [
    (["LANG": "en_US.UTF-8", "LC_TIME": "de_DE.UTF-8"], Weekday.monday),
    (["LANG": "en_US.UTF-8"], .sunday), (["LC_ALL": "C", "LANG": "en_US.UTF-8"], .monday),
    (["LC_ALL": "", "LANG": "en_US.UTF-8"], .sunday),
    (["LC_ALL": "en_US", "LC_TIME": "de_DE"], .sunday), ([:], .monday),
  ])
  func `LC_ALL comes before LC_TIME before LANG`(variables: [String: String], day: Weekday) {
    #expect((LocaleTag.ofProcess(environment: variables)?.firstWeekday ?? .monday) == day)
  }

  @Test(arguments: [
    ("en-US", Weekday.sunday, true), ("de", .monday, false), ("de-AT", .monday, false),
    ("en", .sunday, true), ("zh-Hant-TW", .sunday, true), ("zh-Hant", .sunday, true),
    ("ar", .saturday, true), ("sr-Latn-RS", .monday, false), ("fr-CA", .sunday, false),
    ("en-CA", .sunday, true), ("es-419", .monday, false), ("ca-ES-valencia", .monday, false),
    ("en-GB-u-fw-sun", .monday, false), ("pt", .sunday, false), ("EN-us", .sunday, true),
    ("ko-KR", .sunday, true), ("hi", .sunday, true),
  ])
  func `a mailbox language decides week and clock`(
    tag: String, day: Weekday, twelveHours: Bool
  ) throws {
    let tag = try #require(LocaleTag(tag))
    #expect(tag.firstWeekday == day)
    #expect(tag.usesTwelveHours == twelveHours)
  }
}
