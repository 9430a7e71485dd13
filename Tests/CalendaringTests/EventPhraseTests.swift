import CalendarTime
import Calendaring
import FoundationEssentials
import Testing

/// Phrases as people type them, on Monday 30 November 2026 at 08:00 in UTC.
@Suite struct EventPhraseTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var phrase: String
    /// `subject | time | what else was understood`.
    var meaning: String
    var testDescription: String { phrase }

    init(_ phrase: String, _ meaning: String) {
      self.phrase = phrase
      self.meaning = meaning
    }
  }

  private static func read(_ text: String) throws(EventPhraseError) -> EventPhrase {
    let now = Date(timeIntervalSince1970: 1_796_025_600)
    return try EventPhraseReader(now: now, zone: .utc).read(text)
  }

  private static func text(_ phrase: EventPhrase) -> String {
    var parts = [phrase.subject]
    switch phrase.time {
    case .timed(let start, let end, let length):
      var time = start.date.description + " " + start.clockText
      if let end {
        time += "-" + (end.date == start.date ? "" : end.date.description + " ") + end.clockText
      }
      if let length { time += " \(length)" }
      parts.append(time)
    case .allDay(let first, let last):
      parts.append(first == last ? "\(first)" : "\(first)...\(last)")
    }
    if let repetition = phrase.repetition {
      parts.append(
        repetition.words + (repetition.until.map { " until \($0)" } ?? "")
          + (repetition.count.map { " x\($0)" } ?? ""))
    }
    if let place = phrase.place { parts.append("@" + place) }
    for companion in phrase.people {
      switch companion {
      case .name(let name): parts.append("with " + name)
      case .address(let name, let address):
        parts.append("with " + (name.map { $0 + " " } ?? "") + "<\(address)>")
      }
    }
    parts += phrase.categories.map { "#" + $0 }
    if phrase.isPrivate { parts.append("private") }
    if let reminder = phrase.reminder { parts.append("reminder \(reminder)") }
    if let showAs = phrase.showAs { parts.append(showAs.rawValue) }
    return parts.joined(separator: " | ")
  }

  // MARK: What is understood

  @Test(arguments: [
    Row(
      "lunch with Ana tomorrow 12:30 45m @Cantina",
      "lunch with Ana | 2026-12-01 12:30 PT45M | @Cantina | with Ana"),
    // Days.
    Row("dentist 12:30", "dentist | 2026-11-30 12:30"),
    Row("dentist at 12:30 today", "dentist | 2026-11-30 12:30"),
    Row("dentist fri 9:00", "dentist | 2026-12-04 09:00"),
    Row("Fri, 9:00: dentist", "dentist | 2026-12-04 09:00"),
    Row("standup mon 9:15", "standup | 2026-11-30 09:15"),
    Row("standup next mon 9:15", "standup | 2026-12-07 09:15"),
    Row("standup this Thursday 9:15", "standup | 2026-12-03 09:15"),
    Row("call on 24 dec at noon", "call | 2026-12-24 12:00"),
    Row("call 24 nov 9:00", "call | 2027-11-24 09:00"),
    Row("call dec 24th 9am", "call | 2026-12-24 09:00"),
    Row("call the 24th of december 2027 9 am", "call | 2027-12-24 09:00"),
    Row("call 24. december 9:00", "call | 2026-12-24 09:00"),
    Row("call Dec 24, 2027 9:00", "call | 2027-12-24 09:00"),
    Row("call 2026-12-24 9:00", "call | 2026-12-24 09:00"),
    Row("call 2026-12-24T09:00", "call | 2026-12-24 09:00"),
    Row("call 24/12 9:00", "call | 2026-12-24 09:00"),
    Row("call 12/24/2027 9:00", "call | 2027-12-24 09:00"),
    Row("call 24.12. 9:00", "call | 2026-12-24 09:00"),
    Row("call 24.12.2027 9:00", "call | 2027-12-24 09:00"),
    Row("call 5/5 9:00", "call | 2027-05-05 09:00"),
    Row("leap day party 29 feb", "leap day party | 2028-02-29"),
    Row("call fri 4 dec 9:00", "call | 2026-12-04 09:00"),
    Row("call 4 dec 9:00 (fri)", "call | 2026-12-04 09:00"),
    Row("call the day after tomorrow 9:00", "call | 2026-12-02 09:00"),
    Row("call in 3 days at 9:00", "call | 2026-12-03 09:00"),
    Row("call in a week 9:00", "call | 2026-12-07 09:00"),
    Row("call in 2 hours", "call | 2026-11-30 10:00"),
    Row("call in 90 min for 20m", "call | 2026-11-30 09:30 PT20M"),
    // Times.
    Row("gym 6pm", "gym | 2026-11-30 18:00"),
    Row("gym 6:30 pm", "gym | 2026-11-30 18:30"),
    Row("gym at 18:00", "gym | 2026-11-30 18:00"),
    Row("gym at 10 tomorrow", "gym | 2026-12-01 10:00"),
    Row("gym @18:00", "gym | 2026-11-30 18:00"),
    Row("train at midnight tomorrow", "train | 2026-12-01 00:00"),
    Row("plan 12am-1am tomorrow", "plan | 2026-12-01 00:00-01:00"),
    Row("plan 9-10:30", "plan | 2026-11-30 09:00-10:30"),
    Row("plan 9-10 tomorrow", "plan | 2026-12-01 09:00-10:00"),
    Row("plan 9:00–10:00", "plan | 2026-11-30 09:00-10:00"),
    Row("plan 9:00 - 10:00", "plan | 2026-11-30 09:00-10:00"),
    Row("plan from 3 to 4pm", "plan | 2026-11-30 15:00-16:00"),
    Row("plan 2-4 pm", "plan | 2026-11-30 14:00-16:00"),
    Row("plan 11-1pm", "plan | 2026-11-30 11:00-13:00"),
    Row("plan 11-1:30", "plan | 2026-11-30 11:00-13:30"),
    Row("plan 11am to 1", "plan | 2026-11-30 11:00-13:00"),
    Row("plan 2pm-16:00", "plan | 2026-11-30 14:00-16:00"),
    Row("work from 9 to 5", "work | 2026-11-30 09:00-17:00"),
    Row("plan between 10 and 11:30", "plan | 2026-11-30 10:00-11:30"),
    Row("plan 9am until noon", "plan | 2026-11-30 09:00-12:00"),
    Row("party 22:00-1:30", "party | 2026-11-30 22:00-2026-12-01 01:30"),
    Row("party 10pm-2", "party | 2026-11-30 22:00-2026-12-01 02:00"),
    Row("call at nine", "call | 2026-11-30 09:00"),
    Row("call 10 o'clock fri", "call | 2026-12-04 10:00"),
    Row("disk swap tomorrow 14h30 to 15h", "disk swap | 2026-12-01 14:30-15:00"),
    Row("disk swap tomorrow 14h30", "disk swap | 2026-12-01 14:30"),
    Row("disk swap 14h fri", "disk swap | 2026-12-04 14:00"),
    Row("disk swap tomorrow 14.30", "disk swap | 2026-12-01 14:30"),
    Row("disk swap 14.30-15.30 tomorrow", "disk swap | 2026-12-01 14:30-15:30"),
    // Parts of the day.
    Row("dinner tomorrow evening 7:30", "dinner | 2026-12-01 19:30"),
    Row("dinner 7:30 tomorrow evening", "dinner | 2026-12-01 19:30"),
    Row("dinner at 7 tonight", "dinner | 2026-11-30 19:00"),
    Row("dinner tonight 7", "dinner | 2026-11-30 19:00"),
    Row("dinner this evening 20:00", "dinner | 2026-11-30 20:00"),
    Row("dinner tomorrow evening 7-9", "dinner | 2026-12-01 19:00-21:00"),
    Row("pick up laptop monday morning 8:15", "pick up laptop | 2026-11-30 08:15"),
    Row("plan tomorrow morning 11-1", "plan | 2026-12-01 11:00-13:00"),
    Row("plan at 3 in the afternoon fri", "plan | 2026-12-04 15:00"),
    Row("meds every morning 7:30", "meds | 2026-12-01 07:30 | daily"),
    Row("evening class wed 7:30", "evening class | 2026-12-02 19:30"),
    Row("morning sync fri 14:00", "morning sync | 2026-12-04 14:00"),
    // Distances.
    Row("team lunch in two weeks 12:00", "team lunch | 2026-12-14 12:00"),
    Row("team lunch in a fortnight 12:00", "team lunch | 2026-12-14 12:00"),
    Row("team lunch a week from monday 12:00", "team lunch | 2026-12-07 12:00"),
    Row("team lunch two weeks from fri 12:00", "team lunch | 2026-12-18 12:00"),
    Row("checkup in 2 months 9:00", "checkup | 2027-01-30 09:00"),
    Row("call on the 10th 9:00", "call | 2026-12-10 09:00"),
    Row("call thu the 10th 9:00", "call | 2026-12-10 09:00"),
    // Lengths.
    Row(
      "status call thu 10:00 @Dock 5 with jonas, aiko 1 hr",
      "status call with jonas and aiko | 2026-12-03 10:00 PT1H | @Dock 5 | with jonas | with aiko"),
    Row("plan 14:00 Bo 2 hrs", "plan Bo | 2026-11-30 14:00 PT2H"),
    Row("plan 14:00 90 minutes", "plan | 2026-11-30 14:00 PT1H30M"),
    Row("plan 14:00 an hour", "plan | 2026-11-30 14:00 PT1H"),
    Row("plan 14:00 two hours", "plan | 2026-11-30 14:00 PT2H"),
    Row("plan 14:00 1h30", "plan | 2026-11-30 14:00 PT1H30M"),
    Row("lunch 12:00 @Cantina 45m", "lunch | 2026-11-30 12:00 PT45M | @Cantina"),
    Row("30 min sync tomorrow 9:00", "sync | 2026-12-01 09:00 PT30M"),
    Row("1h call tomorrow 10:00", "call | 2026-12-01 10:00 PT1H"),
    Row("2 hour workshop fri 9:00", "workshop | 2026-12-04 09:00 PT2H"),
    Row("lunch 12:30 tomorrow 1h at Canteen", "lunch at Canteen | 2026-12-01 12:30 PT1H"),
    Row("call Bo 90min walk fri 9:00", "call Bo walk | 2026-12-04 09:00 PT1H30M"),
    // Hours beside a day.
    Row("lunch 12-1 tomorrow", "lunch | 2026-12-01 12:00-13:00"),
    Row("tomorrow 9-5 workshop", "workshop | 2026-12-01 09:00-17:00"),
    Row("focus every weekday 9-10", "focus | 2026-11-30 09:00-10:00 | every weekday"),
    // Days of every week, and periods.
    Row("yoga on tuesdays at 18:00", "yoga | 2026-12-01 18:00 | tuesdays"),
    Row("gym mondays and fridays 18:00", "gym | 2026-11-30 18:00 | mondays and fridays"),
    Row("meeting weds 14:00", "meeting | 2026-12-02 14:00"),
    Row("review every 3 months 10 dec 14:00", "review | 2026-12-10 14:00 | every 3 months"),
    Row("review every quarter 10 dec 14:00", "review | 2026-12-10 14:00 | every quarter"),
    Row("sync every two weeks fri 9:00", "sync | 2026-12-04 09:00 | every two weeks fri"),
    // Days of a month, once and every month.
    Row("rent 1st of every month", "rent | 2026-12-01 | monthly on 1st"),
    Row("rent the 15th of each month 9:00", "rent | 2026-12-15 09:00 | monthly on 15th"),
    Row("rent on the 15th monthly", "rent | 2026-12-15 | monthly on 15th"),
    Row("rent every 1st of the month", "rent | 2026-12-01 | every 1st of the month"),
    Row("rent on the last day of every month", "rent | 2026-11-30 | monthly on last day"),
    Row(
      "board first monday of every month 10:00",
      "board | 2026-12-07 10:00 | monthly on first monday"),
    Row("board 1st tuesday monthly 10:00", "board | 2026-12-01 10:00 | monthly on 1st tuesday"),
    Row("call every april 1 10:00", "call | 2027-04-01 10:00 | every april 1"),
    Row("call every 24th of december 10:00", "call | 2026-12-24 10:00 | every 24th of december"),
    Row("call 2nd tuesday of december 14:00", "call | 2026-12-08 14:00"),
    Row("board on the 3rd friday of january 10:00", "board | 2027-01-15 10:00"),
    Row("board last friday in march 2028 10:00", "board | 2028-03-31 10:00"),
    Row("call 14:00 first of december", "call | 2026-12-01 14:00"),
    Row("trip 24 to 26 dec", "trip | 2026-12-24...2026-12-26"),
    Row("trip 24th - 26th of december 2027", "trip | 2027-12-24...2027-12-26"),
    // How long a series goes on.
    Row("sync every mon 9:00 for 6 weeks", "sync | 2026-11-30 09:00 | every mon until 2027-01-10"),
    Row(
      "sync for two weeks daily 9:00 15m", "sync | 2026-11-30 09:00 PT15M | daily until 2026-12-13"),
    Row("rent monthly on 1 for 3 months", "rent | 2026-12-01 | monthly on 1 until 2027-02-28"),
    Row("clean daily for 2 weeks", "clean | 2026-11-30 | daily until 2026-12-13"),
    Row("sync every mon 9:00 four times", "sync | 2026-11-30 09:00 | every mon x4"),
    Row("sync every mon 9:00 10 occurrences", "sync | 2026-11-30 09:00 | every mon x10"),
    Row("sync every mon 9:00 up to 24 dec", "sync | 2026-11-30 09:00 | every mon until 2026-12-24"),
    Row(
      "sync every mon 9:00 ending 24 dec", "sync | 2026-11-30 09:00 | every mon until 2026-12-24"),
    Row("sync every mon 9:00 til 24 dec", "sync | 2026-11-30 09:00 | every mon until 2026-12-24"),
    // Ends and broken hours.
    Row("call at 15:00 tomorrow until 16:30", "call | 2026-12-01 15:00-16:30"),
    Row("party 22:00 fri until 2:00", "party | 2026-12-04 22:00-2026-12-05 02:00"),
    Row("call tomorrow 10 til 11:30", "call | 2026-12-01 10:00-11:30"),
    Row("call 14:00 til 16", "call | 2026-11-30 14:00-16:00"),
    Row("call tomorrow 10:00 for 1,5h", "call | 2026-12-01 10:00 PT1H30M"),
    Row("call 14:00 1.25 hours", "call | 2026-11-30 14:00 PT1H15M"),
    Row("call @ 5pm tomorrow", "call | 2026-12-01 17:00"),
    // Reminders.
    Row(
      "lunch w/ Priya fri noon remind me 15 min before",
      "lunch with Priya | 2026-12-04 12:00 | with Priya | reminder PT15M"),
    Row("lunch w/Priya fri noon", "lunch with Priya | 2026-12-04 12:00 | with Priya"),
    Row("lunch fri noon reminder 1h", "lunch | 2026-12-04 12:00 | reminder PT1H"),
    Row("plan 2pm for 1h", "plan | 2026-11-30 14:00 PT1H"),
    Row("plan 14:00 1h 30m", "plan | 2026-11-30 14:00 PT1H30M"),
    Row("plan for 1 hour 30 min at 14:00", "plan | 2026-11-30 14:00 PT1H30M"),
    Row("plan 14:00 for half an hour", "plan | 2026-11-30 14:00 PT30M"),
    Row("plan 14:00, 45 minutes", "plan | 2026-11-30 14:00 PT45M"),
    Row("plan tomorrow 45m 12:30", "plan | 2026-12-01 12:30 PT45M"),
    Row("run 100m tomorrow 9:00", "run 100m | 2026-12-01 09:00"),
    // Whole days.
    Row("Holiday 24 dec", "Holiday | 2026-12-24"),
    Row("Holiday tomorrow all day", "Holiday | 2026-12-01"),
    Row("clean up all-day", "clean up | 2026-11-30"),
    Row("Holiday 24-26 dec", "Holiday | 2026-12-24...2026-12-26"),
    Row("Holiday dec 24–26 2027", "Holiday | 2027-12-24...2027-12-26"),
    Row("Holiday 24 dec to 3 jan", "Holiday | 2026-12-24...2027-01-03"),
    Row("Holiday from 2026-12-24 until 2026-12-31", "Holiday | 2026-12-24...2026-12-31"),
    Row("Fair fri for 3 days", "Fair | 2026-12-04...2026-12-06"),
    Row("Trip tomorrow to fri", "Trip | 2026-12-01...2026-12-04"),
    // Repetition.
    Row("standup every mon 9:15", "standup | 2026-11-30 09:15 | every mon"),
    Row("standup every mon 7:15", "standup | 2026-12-07 07:15 | every mon"),
    Row("standup every weekday 9:15 15m", "standup | 2026-11-30 09:15 PT15M | every weekday"),
    Row("standup daily 9:15", "standup | 2026-11-30 09:15 | daily"),
    Row("weekly report fri 16:00", "weekly report | 2026-12-04 16:00"),
    Row(
      "yoga every tue, thu 18:00-19:00 until 24 dec",
      "yoga | 2026-12-01 18:00-19:00 | every tue thu until 2026-12-24"),
    Row(
      "sync every 2 weeks on wed 10:00 10 times",
      "sync | 2026-12-02 10:00 | every 2 weeks on wed x10"),
    Row(
      "sync weekly on wed from 6 jan 10:00", "sync | 2027-01-06 10:00 | weekly on wed"),
    Row("rent monthly on 1", "rent | 2026-12-01 | monthly on 1"),
    Row("Christmas every year on 24 dec", "Christmas | 2026-12-24 | every year on 24 dec"),
    Row(
      "daily 9:00 meds 24 dec to 3 jan", "meds | 2026-12-24 09:00 | daily until 2027-01-03"),
    // Place.
    Row("lunch @Room 4 tomorrow 12:00", "lunch | 2026-12-01 12:00 | @Room 4"),
    Row("lunch @\"Café 9:00\" 12:00", "lunch | 2026-11-30 12:00 | @Café 9:00"),
    Row("lunch 12:00 @ Sunny Side, tomorrow", "lunch | 2026-12-01 12:00 | @Sunny Side"),
    Row("lunch @Cantina with Bo 12:00", "lunch with Bo | 2026-11-30 12:00 | @Cantina | with Bo"),
    // People.
    Row(
      "lunch with Ana and bo@x.example fri 12:00",
      "lunch with Ana | 2026-12-04 12:00 | with Ana | with <bo@x.example>"),
    Row(
      "talk with Ana Lind, Bo and kim tomorrow 9:00",
      "talk with Ana Lind, Bo and kim | 2026-12-01 09:00 | with Ana Lind | with Bo | with kim"),
    Row(
      "talk with Ana Lind <ana@x.example> 9:00",
      "talk with Ana Lind | 2026-11-30 09:00 | with Ana Lind <ana@x.example>"),
    Row("talk with bo@x.example 9:00", "talk | 2026-11-30 09:00 | with <bo@x.example>"),
    Row("meeting with the bank 10:00", "meeting with the bank | 2026-11-30 10:00"),
    Row("talk with new customers 10:00", "talk with new customers | 2026-11-30 10:00"),
    Row("talk with Kim from sales 10:00", "talk with Kim from sales | 2026-11-30 10:00 | with Kim"),
    // Signs and quotation marks.
    Row(
      "gym 18:00 #sport #\"Two words\" !private",
      "gym | 2026-11-30 18:00 | #sport | #Two words | private"),
    Row("birthday 24 dec !free", "birthday | 2026-12-24 | free"),
    Row("issue #12 tomorrow 9:00", "issue #12 | 2026-12-01 09:00"),
    Row("\"tomorrow never dies\" fri 20:00", "tomorrow never dies | 2026-12-04 20:00"),
    Row("“Sun” club fri 20:00", "Sun club | 2026-12-04 20:00"),
    Row("read chapters 3-4 of it tomorrow", "read chapters 3-4 of it | 2026-12-01"),
    Row("24/7 support 9:00", "24/7 support | 2026-11-30 09:00"),
    Row("fix 4.5 tomorrow 9:00", "fix 4.5 | 2026-12-01 09:00"),
    Row("get to know each other fri 9:00", "get to know each other | 2026-12-04 09:00"),
    Row("flight from Berlin to Oslo fri 9:00", "flight from Berlin to Oslo | 2026-12-04 09:00"),
    Row("昼食 tomorrow 12:00 @食堂", "昼食 | 2026-12-01 12:00 | @食堂"),
  ])
  func `a phrase is taken apart`(row: Row) throws {
    #expect(try Self.text(Self.read(row.phrase)) == row.meaning)
  }

  // MARK: What is not

  @Test(arguments: [
    ("call 4/5 9:00", ["Tue 4 May 2027", "Mon 5 Apr 2027"]),
    ("call 4.5.2027", ["Tue 4 May 2027", "Mon 5 Apr 2027"]),
    ("dinner tomorrow at 7", ["07:00", "19:00"]),
    ("call tomorrow 8-9", ["08:00–09:00", "20:00–21:00"]),
    ("focus every weekday 8-9", ["08:00–09:00", "20:00–21:00"]),
    ("read chapters 3-4 tomorrow", ["03:00–04:00", "15:00–16:00"]),
    ("team sync biweekly mon 10:00", ["every 2 weeks", "weekly on mon,thu"]),
    ("lunch 1230 tomorrow", ["12:30", "words of the subject (\"1230\")"]),
    ("lunch tomorow 12:30", ["tomorrow", "words of the subject (\"tomorow\")"]),
    ("call thrusday 9:00", ["thursday", "words of the subject (\"thrusday\")"]),
    ("plan from 3 to 4", ["03:00–04:00", "15:00–16:00"]),
    ("call 9:00 or 10:00", ["9:00", "10:00"]),
    ("call tomorrow or fri 9:00", ["Tue 1 Dec 2026", "Fri 4 Dec 2026"]),
    ("call 9:00 for 1h or 12:00", ["9:00", "12:00"]),
    ("call 9:00 30m for 1h", ["30m", "for 1h"]),
    ("call 9-10:30 for 1h", ["9-10:30", "PT1H"]),
    ("lunch 12:00 @Cantina, @\"Room 4\"", ["Cantina", "Room 4"]),
    ("call every mon daily 9:00", ["every mon", "daily"]),
    ("call every 2nd tue 9:00", ["every 2 weeks on tue", "monthly on 2nd tue"]),
    ("call every mon 9:00 until 24 dec 3 times", ["until 24 dec", "3 times"]),
    (
      "trip 24-26 dec 9:00",
      [
        "every day from Thu 24 Dec 2026 on (every day … until …)",
        "one event until Sat 26 Dec 2026",
      ]
    ),
  ])
  func `what may mean two things is refused with both`(phrase: String, readings: [String]) throws {
    let error = try #require(throws: EventPhraseError.self) { _ = try Self.read(phrase) }
    #expect(error.readings == readings)
    #expect(readings.allSatisfy(error.message.contains))
  }

  @Test(arguments: [
    ("", "nothing"), ("   ", "nothing"), ("lunch", "no day and no time"),
    ("tomorrow 12:30", "not what"), ("with bo@x.example 9:00", "not what"),
    ("plan next week 9:00", "\"next week\" is no day"), ("call 25:00", "no clock shows 25:00"),
    ("call 13pm", "no clock shows 13pm"), ("call 30 feb 9:00", "no day 30 feb"),
    ("call 2026-02-30", "no day 2026-02-30"), ("call 31/2", "no day 31/2"),
    ("call mon 4 dec 9:00", "mon does not fit: it is Fri 4 Dec 2026"),
    ("call 15:00-14:00", "would end before it starts"), ("call all day 9:00", "do not go together"),
    ("call for 45m", "no day and no time of day"), ("call tomorrow for 45m", "no time of day"),
    ("call 9:00 UTC", "--tz"), ("say \"hello tomorrow", "quotation mark"),
    ("trip 24 dec 2026 to 20 dec 2026", "is before"),
    ("call every 5th fri of the month 9:00", "fourth"),
  ])
  func `what is no event says why`(phrase: String, says: String) throws {
    let error = try #require(throws: EventPhraseError.self) { _ = try Self.read(phrase) }
    #expect(error.message.contains(says), "\(error.message)")
    #expect(!error.hint.isEmpty)
  }

  @Test func `a time given elsewhere is the only one`() throws {
    let reader = EventPhraseReader(now: Date(timeIntervalSince1970: 1_796_025_600), zone: .utc)
    let phrase = try reader.read("lunch with Ana @Cantina every fri", timeIsGiven: true)
    #expect(Self.text(phrase) == "lunch with Ana | 2026-11-30 | every fri | @Cantina | with Ana")
    let error = try #require(throws: EventPhraseError.self) {
      _ = try reader.read("lunch tomorrow 12:00", timeIsGiven: true)
    }
    #expect(error.readings == ["tomorrow", "that of the options"])
  }

  @Test func `what was understood beside a word that was not is told`() throws {
    let error = try #require(throws: EventPhraseError.self) {
      _ = try Self.read("call mom tomorrow morning for 1h @Home")
    }
    #expect(
      error.message
        == "\"morning\" says no time of its own; understood: Tue 1 Dec 2026, for 1h, @Home")
  }

  @Test func `no phrase is too odd to be read or refused`() {
    let pieces = [
      "22-", "-", "–", "to", "at", "from", "9", "24", "dec", "every", "with", "@", "#", "!", "and",
      "until", "for", "in", "12:", ":30", "9-", "22-23", "pm", "24.", "1/", "the", "day", "of",
      "next", "\"", "2nd", "times", "31", "99:99", "on", "a", "week", "Ana", "bo@x.example", "12am",
      "4.5.", "fri", "tonight", "evening", "14h", "8.30", "o'clock", "remind", "w/", "two", "an",
      "hour", "half",
    ]
    // A walk over the pieces that meets every pair of them, and many longer rows.
    for (index, first) in pieces.enumerated() {
      for (offset, second) in pieces.enumerated() {
        let third = pieces[(index * 7 + offset * 3) % pieces.count]
        let phrase = [first, second, third].joined(separator: " ")
        do { _ = try Self.read(phrase) } catch { #expect(!error.message.isEmpty) }
      }
    }
  }

  @Test func `a moment in some hours is on the clocks of the zone`() throws {
    let zone = Zone.fixed(secondsEast: 5 * 3600 + 1800)
    let phrase = try EventPhraseReader(
      now: Date(timeIntervalSince1970: 1_796_025_625), zone: zone
    ).read("call in 12h")
    #expect(Self.text(phrase) == "call | 2026-12-01 01:30")
  }
}
