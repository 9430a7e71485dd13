import Commands
import HTTP
import Host
import JSON
import TestSupport
import Testing

@Suite struct WeekCommandTests {
  /// The days asked for, by the bounds of the request in UTC.
  private func bounds(_ outcome: Outcome) throws -> String {
    let url = try #require(outcome.requests("GET", "/calendarView").first?.url)
    let dates = url.split { "=&".contains($0) }.filter { $0.hasSuffix("T00:00:00Z") }
    return dates.map { $0.prefix(10).dropFirst(5) }.joined(separator: "..")
  }

  // C014
  @Test(arguments: [
    ("2026-11-01", "monday", "10-26..11-02"), ("2026-11-01", "sunday", "11-01..11-08"),
    ("2026-11-01", "saturday", "10-31..11-07"), ("2026-11-07", "monday", "11-02..11-09"),
    ("2026-11-07", "sunday", "11-01..11-08"), ("2026-11-07", "saturday", "11-07..11-14"),
    ("2026-11-02", "monday", "11-02..11-09"), ("2026-11-02", "sunday", "11-01..11-08"),
    ("2026-11-02", "saturday", "10-31..11-07"),
  ])
  func `this week begins with the chosen day`(
    today: String, first: String, dates: String
  ) async throws {
    let machine = Machine(Service(events: ""), now: today + "T12:00:00Z")
    let outcome = await machine.run("week", "--week-start", first)
    #expect(outcome.status == 0)
    #expect(try bounds(outcome) == dates)
  }

  // C016
  @Test(arguments: [
    ("en_US", "11-29..12-06"), ("pt_BR", "11-29..12-06"), ("ar_SA", "11-29..12-06"),
    ("he_IL", "11-29..12-06"), ("ja_JP", "11-29..12-06"), ("en_IN", "11-29..12-06"),
    ("pt_PT", "11-29..12-06"), ("en_GB", "11-30..12-07"), ("de_DE", "11-30..12-07"),
    ("fr_FR", "11-30..12-07"), ("hu_HU", "11-30..12-07"), ("ar_AE", "11-30..12-07"),
    ("C", "11-30..12-07"), ("POSIX", "11-30..12-07"), ("", "11-30..12-07"),
    ("xx_XX", "11-30..12-07"), ("ar_EG", "11-28..12-05"), ("fa_IR", "11-28..12-05"),
  ])
  func `the locale decides where nothing else does`(locale: String, dates: String) async throws {
    let machine = Machine(events: "", ["LC_ALL": locale, "LANG": ""])
    #expect(try bounds(await machine.run("week")) == dates)
  }

  @Test func `LC_TIME goes before LANG`() async throws {
    let machine = Machine(events: "", ["LANG": "en_US.UTF-8", "LC_TIME": "de_DE.UTF-8"])
    #expect(try bounds(await machine.run("week")) == "11-30..12-07")
  }

  @Test func `option before configuration before mailbox before locale`() async throws {
    let home = try TemporaryHome()
    let machine = Machine(
      home: home,
      Service(
        events: "", ["GET /me/mailboxSettings": [.ok(#"{"language":{"locale":"ar-EG"}}"#)]]),
      ["LC_ALL": "en_US.UTF-8"])
    _ = await machine.signIn()
    #expect(try bounds(await machine.run("week")) == "11-28..12-05")
    try home.write(home.configuration, #"{"weekStart": "monday"}"#)
    #expect(try bounds(await machine.run("week")) == "11-30..12-07")
    #expect(try bounds(await machine.run("week", "--week-start", "sun")) == "11-29..12-06")
  }

  @Test func `what programs read is the same in every locale`() async throws {
    let events =
      timed("e1", "Call", "2026-11-30T09:00:00", "2026-11-30T10:00:00") + ","
      + allDay("e2", "Fair", "2026-12-01", "2026-12-02")
    for form in [["--json"], ["--format", "csv"], ["--format", "tsv"], ["--jsonl"]] {
      var outputs: Set<String> = []
      for locale in ["C", "en_US.UTF-8", "ar_EG.UTF-8", "fa_IR.UTF-8", "de_DE.UTF-8"] {
        let machine = Machine(events: events, ["LC_ALL": locale])
        let outcome = await machine.run(["agenda"] + form)
        #expect(outcome.status == 0)
        outputs.insert(outcome.output)
      }
      #expect(outputs.count == 1)
      #expect(outputs.first?.utf8.allSatisfy { $0 < 0x80 } == true)
    }
  }

  @Test(arguments: ["wek", "2026-13-40", "2026-W54", "someday"])
  func `a week that is none is refused with what to write`(when: String) async {
    let outcome = await Machine(events: "").run("week", when)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("  try: "))
    #expect(outcome.requests("GET", "/calendarView").isEmpty)
  }

  @Test func `a warm week makes one request`() async throws {
    let home = try TemporaryHome()
    let machine = Machine(home: home, Service(events: ""))
    _ = await machine.signIn()
    #expect(await machine.run("week").requests.count == 1)
    #expect(await machine.run("week", "--json").requests.count == 2)
    #expect(await machine.run("week", "--json").requests.count == 1)
    machine.clock.advance(by: .seconds(86_401))
    await machine.service.script(Identity.tokenPath, Identity.tokens(2))
    // A day later the token, the settings and the calendar's name are all old.
    #expect(await machine.run("week", "--json").requests.count == 4)
  }
}
