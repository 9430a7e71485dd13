import Commands
import HTTP
import JSON
import TestSupport
import Testing

/// Series as they are asked for, sent and shown.
@Suite struct SeriesCommandTests {
  private static let berlin = "W. Europe Standard Time"

  private func dryRun(_ words: String...) async throws -> (outcome: Outcome, body: JSON) {
    let outcome = await Machine().run(["new-event", "--subject", "Sync", "--dry-run"] + words)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.requests("POST", "/events").isEmpty)
    return (outcome, try #require(try outcome.items.first?["body"]))
  }

  // C013
  @Test func `a series is sent as wall time, zone and rule`() async throws {
    let (outcome, body) = try await dryRun(
      "--start", "2027-03-26 09:00", "--tz", "Europe/Berlin", "--repeat", "weekly", "--count", "2")
    #expect(
      body == [
        "subject": "Sync",
        "start": ["dateTime": "2027-03-26T09:00:00.0000000", "timeZone": .string(Self.berlin)],
        "end": ["dateTime": "2027-03-26T09:30:00.0000000", "timeZone": .string(Self.berlin)],
        "recurrence": [
          "pattern": [
            "type": "weekly", "interval": 1, "daysOfWeek": ["friday"], "firstDayOfWeek": "monday",
          ],
          "range": [
            "type": "numbered", "startDate": "2027-03-26", "numberOfOccurrences": 2,
            "recurrenceTimeZone": .string(Self.berlin),
          ],
        ], "transactionId": "00010203-0405-4607-8809-0a0b0c0d0e0f",
      ])
    #expect(outcome.errors.isEmpty)
  }

  // C047: the local date of the last occurrence, whatever the date part of UNTIL.
  @Test(arguments: [
    (
      "2026-11-16 21:00", "America/New_York", "FREQ=WEEKLY;BYDAY=MO;UNTIL=20261201T045959Z",
      "2026-11-30"
    ),
    ("2026-11-10 08:00", "Asia/Tokyo", "FREQ=WEEKLY;BYDAY=TU;UNTIL=20261130T230000Z", "2026-12-01"),
    ("2026-11-16 21:00", "America/New_York", "FREQ=DAILY;UNTIL=20261201T120000Z", "2026-11-30"),
    ("2026-08-01 14:00", "Europe/London", "FREQ=WEEKLY;BYDAY=SA;UNTIL=20260829", "2026-08-29"),
  ])
  func `the end of a rule becomes a date`(
    start: String, zone: String, rule: String, end: String
  ) async throws {
    let (outcome, body) = try await dryRun("--start", start, "--tz", zone, "--repeat", rule)
    #expect(body["recurrence"]?["range"]?["type"] == "endDate")
    #expect(body["recurrence"]?["range"]?["endDate"] == .string(end))
    #expect(outcome.errors.isEmpty)
  }

  @Test(arguments: [("2027-01-31", "2027-01-29"), ("2027-01-29 08:59", "2027-01-22"), ("+8w", nil)])
  func `--until ends a series with its last event by then`(until: String, end: String?) async throws
  {
    let words = [
      "new-event", "--subject", "x", "--start", "2027-01-08 09:00", "--repeat", "weekly", "--until",
      until, "--dry-run",
    ]
    let outcome = await Machine().run(words)
    guard let end else {
      #expect(outcome.status == 0)
      #expect(
        try outcome.items.first?["body"]?["recurrence"]?["range"]?["endDate"] == "2027-01-22")
      return
    }
    #expect(
      try outcome.items.first?["body"]?["recurrence"]?["range"]?["endDate"] == .string(end))
  }

  // C047 F
  @Test func `a start off the rule is moved to its first day and told`() async throws {
    let (outcome, body) = try await dryRun(
      "--start", "2026-09-02 09:00", "--duration", "90m", "--tz", "Europe/London", "--repeat",
      "FREQ=WEEKLY;BYDAY=MO;COUNT=3")
    #expect(body["start"]?["dateTime"] == "2026-09-07T09:00:00.0000000")
    #expect(body["end"]?["dateTime"] == "2026-09-07T10:30:00.0000000")
    #expect(body["recurrence"]?["range"]?["startDate"] == "2026-09-07")
    #expect(body["recurrence"]?["range"]?["numberOfOccurrences"] == 3)
    #expect(
      outcome.errorLines == [
        "Wed 2 Sep 2026 is not a day of the series: it begins on Mon 7 Sep 2026"
      ])
  }

  // C052
  @Test(arguments: [
    ("FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=5", 31, false), ("monthly", 31, true),
    ("monthly on the last day", 31, false), ("monthly on 30", 30, true),
  ])
  func `the last day of short months is told`(rule: String, day: Int, isTold: Bool) async throws {
    let start = day == 31 ? "2026-01-31 09:00" : "2026-01-30 09:00"
    let (outcome, body) = try await dryRun("--start", start, "--repeat", rule)
    #expect(body["recurrence"]?["pattern"]?["type"] == "absoluteMonthly")
    #expect(body["recurrence"]?["pattern"]?["dayOfMonth"] == .number(day))
    #expect(outcome.errors.contains("last day") == isTold)
  }

  // C052
  @Test(arguments: ["FREQ=MONTHLY;BYMONTHDAY=31;COUNT=5", "FREQ=MONTHLY"])
  func `a rule that skips short months is refused and quoted`(rule: String) async {
    let outcome = await Machine(Service([:])).run(
      "new-event", "--subject", "x", "--start", "2026-01-31 09:00", "--repeat", rule)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("Outlook cannot keep \"\(rule)\" exactly"), "\(outcome.errors)")
    #expect(outcome.requests("POST", "").isEmpty)
  }

  @Test func `whole days repeat by date`() async throws {
    let (_, body) = try await dryRun(
      "--all-day", "--start", "2026-12-24", "--end", "2026-12-26", "--tz", "Europe/Berlin",
      "--repeat", "yearly", "--until", "2030-12-24")
    #expect(body["isAllDay"] == true)
    #expect(body["end"]?["dateTime"] == "2026-12-27T00:00:00.0000000")
    #expect(
      body["recurrence"]?["pattern"] == [
        "type": "absoluteYearly", "interval": 1, "month": 12, "dayOfMonth": 24,
        "firstDayOfWeek": "monday",
      ])
    #expect(body["recurrence"]?["range"]?["endDate"] == "2030-12-24")
  }

  @Test func `a length counts on the wall when clocks change inside the first event`() async throws
  {
    let (_, body) = try await dryRun(
      "--start", "2027-03-27 22:00", "--duration", "8h", "--tz", "Europe/Berlin", "--repeat",
      "weekly")
    #expect(body["end"]?["dateTime"] == "2027-03-28T06:00:00.0000000")
    let single = try await dryRun(
      "--start", "2027-03-27 22:00", "--duration", "8h", "--tz", "Europe/Berlin")
    #expect(single.body["end"]?["dateTime"] == "2027-03-28T07:00:00.0000000")
  }

  @Test func `a first time that comes twice stays on the wall and is told`() async throws {
    let (outcome, body) = try await dryRun(
      "--start", "2026-11-01 01:30", "--tz", "America/New_York", "--repeat", "daily")
    #expect(
      body["start"] == [
        "dateTime": "2026-11-01T01:30:00.0000000", "timeZone": "Eastern Standard Time",
      ])
    #expect(outcome.errorLines.count == 1)
    #expect(outcome.errors.contains("comes twice"))
  }

  @Test(
    arguments: [
      // C045
      (["--repeat", "FREQ=MONTHLY;BYDAY=5MO;COUNT=4"], "\"FREQ=MONTHLY;BYDAY=5MO;COUNT=4\""),
      (["--repeat", "FREQ=MONTHLY;BYDAY=-2FR;COUNT=4"], "BYDAY=-2FR"),
      (["--repeat", "FREQ=MONTHLY;BYDAY=1MO,3MO"], "several positions"),
      (["--repeat", "FREQ=WEEKLY;BYDAY=2TU"], "2TU"),
      // C047 G
      (["--repeat", "FREQ=DAILY;COUNT=3;UNTIL=20270101T000000Z"], "more than one end"),
      (["--repeat", "FREQ=DAILY;COUNT=3", "--until", "2027-01-01"], "more than one end"),
      (["--repeat", "daily", "--count", "3", "--until", "2027-01-01"], "--until"),
      (["--repeat", "daily", "--count", "0"], "--count"),
      (["--count", "3"], "--repeat"), (["--until", "2027-01-01"], "--repeat"),
      (["--repeat", "daily", "--until", "someday"], "--until"),
      (["--repeat", "weekly", "--until", "2026-11-30"], "it would end before its first day"),
      (["--repeat", "now and then"], "\"now\" is not known"),
      (["--repeat", ""], "nothing says how"),
      (["--repeat", "daily", "--tz", "GMT+0415"], "no Windows name"),
      (
        ["--repeat", "daily", "--start", "2027-03-28 02:30", "--tz", "Europe/Berlin"],
        "a series cannot begin at 02:30 on Sun 28 Mar 2027"
      ),
      (
        ["--repeat", "weekly on sun", "--start", "2027-03-27 02:30", "--tz", "Europe/Berlin"],
        "a series cannot begin at 02:30 on Sun 28 Mar 2027"
      ),
    ])
  func `what cannot be a series is refused before anything is sent`(
    words: [String], reason: String
  ) async {
    let start = words.contains("--start") ? [] : ["--start", "2026-12-01 09:00"]
    let outcome = await Machine().run(["new-event", "--subject", "x"] + start + words)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(reason), "\(outcome.errors)")
    #expect(outcome.requests("POST", "/events").isEmpty)
  }

  private static func master(_ recurrence: String) -> String {
    timed(
      "AAMkAGI2SERIES0=", "Sync", "2026-12-01T08:00:00", "2026-12-01T08:30:00",
      #","type":"seriesMaster","originalStartTimeZone":"W. Europe Standard Time","recurrence":\#(recurrence)"#
    )
  }

  private static let weekly =
    #"{"pattern":{"type":"weekly","interval":2,"month":0,"dayOfMonth":0,"daysOfWeek":["tuesday"],"firstDayOfWeek":"sunday","index":"first"},"range":{"type":"endDate","startDate":"2026-12-01","endDate":"2027-03-31","recurrenceTimeZone":"W. Europe Standard Time","numberOfOccurrences":0}}"#

  @Test func `a series that was made says how it goes on`() async throws {
    let machine = Machine(Service(["POST /me/events": [.ok(Self.master(Self.weekly))]]))
    let words = [
      "new-event", "--subject", "Sync", "--start", "2026-12-01 09:00", "--tz", "Europe/Berlin",
      "--repeat", "FREQ=WEEKLY;INTERVAL=2;WKST=SU", "--until", "2027-03-31",
    ]
    try expectGolden(await machine.run(words).transcript, "new-event-series.txt")
    let outcome = await machine.run(words + ["--json"])
    // C047: in UTC, at the instant of the last occurrence, which summer time moves.
    #expect(
      try outcome.json["graphcal"]?["rrule"]
        == "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;UNTIL=20270323T080000Z;WKST=SU")
    #expect(
      await machine.run(words + ["--json", "--fields", "graphcal.rrule"]).status == 0)
  }

  // C053
  @Test(arguments: [
    (
      weekly, "every 2 weeks on Tue from Tue 1 Dec 2026 until Tue 23 Mar 2027",
      "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;UNTIL=20270323T080000Z;WKST=SU"
    ),
    (
      #"{"pattern":{"type":"somethingNew","interval":1},"range":{"type":"noEnd","startDate":"2026-12-01"}}"#,
      #"in a way not understood here (type "somethingNew")"#, nil
    ),
    (
      #"{"pattern":{"type":"daily","interval":1},"range":{"type":"noEnd","startDate":"2026-12-01","recurrenceTimeZone":"Customized Time Zone"}}"#,
      "every day from Tue 1 Dec 2026", nil
    ),
  ])
  func `a series is shown in words and, as JSON, whole`(
    recurrence: String, words: String, rrule: String?
  ) async throws {
    let machine = Machine(
      Service(["GET /me/events/AAMkAGI2SERIES0%3D": [.ok(Self.master(recurrence))]]))
    let shown = await machine.run("show", "AAMkAGI2SERIES0=", "--tz", "Europe/Berlin")
    #expect(shown.outputLines.contains { $0.contains("Repeats") && $0.hasSuffix(words) })
    let json = try await machine.run("show", "AAMkAGI2SERIES0=", "--json").json
    #expect(json["recurrence"] == (try JSON(parsing: recurrence)))
    #expect(json["graphcal"]?["rrule"]?.string == rrule)
  }

  @Test func `a single event has no rule`() async throws {
    let event = timed(
      "AAMkAGI2ONE0000=", "Sync", "2026-12-01T08:00:00", "2026-12-01T08:30:00",
      #","recurrence":null"#)
    let machine = Machine(Service(["GET /me/events/AAMkAGI2ONE0000%3D": [.ok(event)]]))
    #expect(!(await machine.run("show", "AAMkAGI2ONE0000=").output.contains("Repeats")))
    #expect(
      try await machine.run("show", "AAMkAGI2ONE0000=", "--json").json["graphcal"]?["rrule"] == nil)
  }
}
