import CalendarTime
import Calendaring
import FoundationEssentials
import Testing

/// What looks like a time, a day or a series and is none stops a phrase, by what it looks like.
///
/// On Monday 30 November 2026 at 09:30 in UTC.
@Suite struct EventPhraseRefusalTests {
  private static func read(_ text: String) throws(EventPhraseError) -> EventPhrase {
    try EventPhraseReader(now: Date(timeIntervalSince1970: 1_796_031_000), zone: .utc).read(text)
  }

  private func expectRefusal(
    _ phrase: String, naming words: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let error = try #require(
      throws: EventPhraseError.self, "\(phrase)", sourceLocation: sourceLocation
    ) { _ = try Self.read(phrase) }
    #expect(error.message.contains(words), "\(error.message)", sourceLocation: sourceLocation)
    #expect(!error.hint.isEmpty, sourceLocation: sourceLocation)
  }

  @Test(arguments: [
    "gym mondays 18-19 w/o 21 dec", "gym every tue 18:00 to 22 dec",
    "gym every tue 18:00 thru 22 dec",
    "gym every tue 18:00 other than 22 dec", "gym every tue 18:00 apart from 22 dec",
    "gym every tue 18:00 leaving out 22 dec", "workshop 1st and 2nd of december 9:00",
    "gym bi-weekly mon 18:00", "gym tri-weekly mon 18:00", "gym tue 18:00 recurring",
    "gym everyday 7:00", "call 24dec 10:00", "easter monday brunch 11:00",
    "good friday service 10:00", "black friday sale 10:00", "3-day workshop 7 dec",
    "two-hour workshop tomorrow 12:00", "2-week holiday from 21 dec",
    "call mom tonight", "call mom this evening", "call mom tomorrow evening",
    "call mom in the evening", "pick up laptop monday morning", "pick up laptop fri afternoon",
    "pick up laptop tomorrow night", "morning run tomorrow", "evening class wed",
    "gym every morning", "gym fri all day evening", "drinks last night", "review last friday",
    "thu 10 status call", "status call thu 10", "status call thu 10 14:00", "status tomorrow 9",
    "status tomorrow 1530", "status call thu 10th", "status 14.30", "status fri 9ish",
    "status fri am", "status fri pm", "status fri half past 9", "status fri quarter to nine",
    "leave until fri", "leave fri until 5", "leave fri until 5pm", "call fri before 5pm",
    "call fri after 17:00", "holiday since 24 dec", "call at 5.30 fri", "call mon week 9:00",
    "2 hour workshop fri", "3 day workshop fri", "call in a few days fri",
    "review dec 9:00", "call 30 min before lunch 12:00",
    "call 2 weeks later 9:00", "call 2 weeks after monday", "run 3h fri", "call 9:00 Asia/Tokyo",
    "call Tokyo 9:00 Asia/Tokyo tomorrow", "call Asia/Tokyo 9:00", "call CET fri 9:00",
    "call 9:00 Tokyo time fri", "call 9:00 ET fri", "call 9:00 +01:00 fri", "call 9:00+01:00 fri",
    "report eod fri", "dinner tonight 1:00", "dinner tomorrow evening 14:00",
    "dinner tomorrow morning 19:00", "dinner tomorrow evening 07:30", "dinner fri night at 12:30",
    "call 8 o'clock fri", "call 10 o'clock to 11 fri", "call in a couple of weeks fri",
    "call fri o'clock", "call five minutes before lunch fri",
  ])
  func `a word of time is used or stops the phrase`(phrase: String) throws {
    let error = try #require(throws: EventPhraseError.self, "\(phrase)") {
      _ = try Self.read(phrase)
    }
    #expect(!error.message.isEmpty && !error.hint.isEmpty)
  }

  @Test(arguments: [
    "\"call mom tonight\" tomorrow", "\"morning\" run tomorrow", "fix \"14.30\" tomorrow",
    "\"2 hour\" workshop fri", "room \"10\" fri", "take a day off fri",
    "read chapter 3 tomorrow", "I am away tomorrow", "next steps fri", "happy hour fri 17:00",
  ])
  func `what stands in quotation marks or speaks of no time is the subject`(phrase: String) throws {
    #expect(try !Self.read(phrase).subject.isEmpty)
  }

  @Test(arguments: [
    ("dinner 7-9 at Luigi's tomorrow", "7-9"), ("dinner 7 at Luigi's tomorrow", "\"7\""),
    ("lunch 12 tomorrow", "12"), ("dinner 19 tomorrow", "19"), ("dinner seven tomorrow", "seven"),
    ("meet 3p tomorrow", "3p"), ("call 0900 tomorrow", "09:00"), ("call tomorrow 0900", "09:00"),
    ("call ~17:00 tomorrow", "~17:00"), ("call 17 Uhr tomorrow", "17"),
    ("call tomorrow 5-ish", "5-ish"),
    ("party 8pm-late fri", "8pm-late"), ("lunch 12:30/13:00 tomorrow", "12:30/13:00"),
    ("call @5 tomorrow", "@5"), ("call @ 17 tomorrow", "@17"), ("call Bo at half 3 tomorrow", "3"),
    ("trip 3-5 people fri", "3-5"), ("call tomorrow 9,30", "9,30"), ("call tomorrow 9;30", "9;30"),
    ("call tomorrow 930am", "930am"), ("call 9 or 10 tomorrow", "\"9\""),
    ("call every mon 9 until 24 dec", "\"9\""),
  ])
  func `a number beside a day may be its hour`(phrase: String, words: String) throws {
    try expectRefusal(phrase, naming: words)
  }

  @Test(arguments: [
    ("lunch 24th 12:00", "24th"), ("lunch 12-24 12:00", "12-24"), ("lunch 24 12:00", "24"),
    ("call 10:00 24-Dec-2026", "24-Dec-2026"), ("call 10:00 24.12", "24.12"),
    ("dentist 1.12 9:00", "1.12"), ("call 10:00 dec 32", "dec"),
    ("lunch 20261224 12:00", "20261224"),
    ("call 10:00 in 3 working days", "days"), ("call 10:00 wk 50 mon", "wk"),
    ("call mon kw50 10:00", "kw50"), ("call 10:00 next weekday", "weekday"),
    ("call 10:00 day after christmas", "day"), ("tomorrow's lunch 12:00", "tomorrow's"),
    ("lunch tue after next 12:00", "after next"), ("bus at 22 dec", "dec"),
    ("a week on friday call 10:00", "week"), ("call in the week of 7 dec 10:00", "week"),
    ("call 10:00 2 weeks on monday", "336 hours"), ("christmas party 18:00", "christmas"),
    ("call 9:00 end of month", "month"), ("call 9:00 in december", "december"),
    ("call 9:00 new year's eve", "year's"), ("call 9:00 tmrw", "tmrw"), ("call 9:00 on 2nd", "2nd"),
    ("board first monday of the month 10:00", "first"), ("trip from 24 until 26 dec", "24"),
    ("board 5th monday in february 10:00", "no 5th monday in february"),
    ("31 dec 22:00 to 1 jan 2:00", "Fri 1 Jan 2027"),
  ])
  func `a day that cannot be read is not today`(phrase: String, words: String) throws {
    try expectRefusal(phrase, naming: words)
  }

  @Test(arguments: [
    ("rent 1st and 15th of every month", "1st"), ("call 1st of every other month 9:00", "1st"),
    ("retreat every mon 9:00 for 2 days", "the length of each event"),
    ("retreat every 2 weeks on mon 9:00 for 2 weeks", "the length of each event"),
    ("vacation every year on 24 dec for 2 weeks", "the length of each event"),
    ("conference fri 9:00 for 3 days", "72 hours"), ("call 10:00 for 3 months", "nothing repeats"),
    ("standup daily 9:00 for 2 weeks until 24 dec", "more than one end"),
    ("standup every mon 9:00 x10", "x10"), ("standup every mon 9:00 10x", "10x"),
    ("standup every mon 9:00 once", "once"), ("standup every mon 9:00 until christmas", "until"),
    ("standup every mon 9:00 till end of january", "till end"),
    ("until 24 dec standup every mon 9:00", "until 24 dec"),
    ("gym every day except sunday 7:00", "except sunday"),
    ("gym every day but sunday 7:00", "but sunday"),
    ("standup every weekday except fri 9:00", "except fri"),
    ("call 10:00 every monday except 14 dec", "except 14 dec"),
    ("call every day not on monday 10:00", "not on monday"),
    ("every day 9:00 meds except weekends", "except weekends"),
    ("gym mon-fri 18:00", "mon-fri"), ("gym 18:00 mon-fri every week", "mon-fri"),
    ("gym every day mon to fri 18:00", "Mon to Fri"), ("standup mon/wed 9:00", "mon/wed"),
    ("yoga tue+thu 18:00", "tue+thu"), ("sync every mon 9:00 wed", "wed"),
    ("standup 9:00 m-f", "m-f"), ("call MWF 9:00", "MWF"),
    ("standup mo-fr 9:00", "mo-fr"), ("gym every mon 18:00 in 2027", "2027"),
    ("gym every mon 18:00 all year", "year"), ("call 3 times a week 9:00", "week"),
    ("review every month fri 9:00", "fri"), ("call every mon in december 10:00", "december"),
    ("daily standup 9:00", "daily"), ("standup biweekly mon 10:00", "every 2 weeks"),
    ("standup bimonthly mon 10:00", "bimonthly"),
    ("rent every last day of the month", "every last"),
  ])
  func `a series goes on as it is said or not at all`(phrase: String, words: String) throws {
    try expectRefusal(phrase, naming: words)
  }

  @Test(arguments: [
    ("lunch tomorrow at 12 30", "12 30"), ("call tomorrow 14:00 1 hour 15", "1 hour 15"),
    ("lunch 12:00 24", "12:00 24"), ("party fri 8pm till late", "till late"),
    ("gym 6pm fri until 8", "until 8"), ("call at 3pm tomorrow until 4:30", "until 4:30"),
    ("call 9:00 tomorrow until 11:00 1h", "until 11:00, 1h"),
    ("call 9-10 tomorrow until noon", "until noon"), ("call 9:00 fri for 45", "for 45"),
    ("call 9:00 fri for ninety minutes", "for ninety"),
    ("call 9:00 fri for half a day", "for half"),
    ("call 9:00 fri all morning", "all morning"),
  ])
  func `an end or a length is not passed over`(phrase: String, words: String) throws {
    try expectRefusal(phrase, naming: words)
  }

  @Test(arguments: [
    "Windows 11 upgrade 9:00", "5k run sat 8:00", "1:1 every mon 9:00", "day off fri",
    "sick day fri",
    "room 10 fri", "office hours fri 14:00", "budget 2027 fri 9:00", "christmas party 18 dec 18:00",
    "biweekly sync mon 10:00", "first aid course fri 9:00", "second call fri 9:00",
    "report by fri 16:00", "read chapters 3-4 of it tomorrow", "dinner for 4 fri 19:00",
    "buy 2 tickets fri 9:00",
    "30th birthday fri 18:00", "Q4 review fri 10:00", "meeting after lunch fri 14:00",
  ])
  func `a number or a name that says no time stays in the subject`(phrase: String) throws {
    #expect(try !Self.read(phrase).subject.isEmpty)
  }
}
