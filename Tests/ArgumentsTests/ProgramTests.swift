import Arguments
import Testing

@Suite struct ProgramTests {
  @Test func `options stand anywhere after the command, global ones before it too`() throws {
    let before = try #require(
      try run(WeekSample.self, "--tz", "Asia/Tokyo", "week", "2026-12-01", "--days=3", "-qv"))
    #expect(before.globals.zone == "Asia/Tokyo")
    #expect(before.globals.isQuiet && before.globals.isVerbose)
    #expect(before.command.when == "2026-12-01")
    #expect(before.command.days == 3)
    let after = try #require(try run(WeekSample.self, "week", "--days", "3", "x", "--tz=UTC"))
    #expect(after.command.days == 3)
    #expect(after.command.when == "x")
    #expect(after.globals.zone == "UTC")
  }

  @Test(arguments: ["-1", "-15", "-2h", "-"])
  func `a dash with digits and a dash alone are words`(word: String) throws {
    #expect(try run(WeekSample.self, "week", word)?.command.when == word)
    #expect(try run(WeekSample.self, "week", "--tz", word)?.globals.zone == word)
  }

  @Test func `two dashes end the options`() throws {
    let line = try #require(try run(WeekSample.self, "week", "--", "--days"))
    #expect(line.command.when == "--days")
  }

  @Test func `an optional value is taken from the next word unless that is an option`() throws {
    #expect(try run(WeekSample.self, "week", "--fields")?.globals.fields == [])
    #expect(try run(WeekSample.self, "week", "--fields", "--json")?.globals.fields == [])
    #expect(
      try run(WeekSample.self, "week", "--fields", "id,end")?.globals.fields == ["id", "end"])
    #expect(try run(WeekSample.self, "week", "--fields=id")?.globals.fields == ["id"])
    #expect(try run(WeekSample.self, "week")?.globals.fields == nil)
  }

  @Test func `repeated options add up, lists are split, others keep the last`() throws {
    let line = try #require(
      try run(
        NewEventSample.self, "new-event", "--attendee", "a@x.example; b@x.example", "--attendee",
        "c@x.example", "--subject", "one", "--subject=", "-oOUT", "--show-as", "WORKINGELSEWHERE"))
    #expect(line.command.attendees == ["a@x.example", "b@x.example", "c@x.example"])
    #expect(line.command.subject == "")
    #expect(line.command.folder == "OUT")
    #expect(line.command.showAs == .workingElsewhere)
  }

  @Test func `all words after an option of that kind are its own`() throws {
    let line = try #require(
      try run(
        NewEventSample.self, "new-event", "--subject", "x", "--run", "cmd", "--subject", "--", "-h")
    )
    #expect(line.command.words == ["cmd", "--subject", "--", "-h"])
    #expect(line.command.subject == "x")
    #expect(
      try run(NewEventSample.self, "new-event", "--run=cmd", "--help")?.command.words == [
        "cmd", "--help",
      ])
    #expect(throws: ArgumentsError.self) { try run(NewEventSample.self, "new-event", "--run") }
  }

  @Test func `a declared negation turns a flag off`() throws {
    #expect(try run(WeekSample.self, "week", "--no-grid")?.command.drawsGrid == false)
    #expect(try run(WeekSample.self, "week", "--no-grid", "--grid")?.command.drawsGrid == true)
    #expect(try run(WeekSample.self, "week", "--no-input")?.globals.neverAsks == true)
  }

  @Test func `required and repeating arguments`() throws {
    let line = try #require(try run(FreeBusySample.self, "free-busy", "mon", "a", "b"))
    #expect(line.command.day == "mon")
    #expect(line.command.people == ["a", "b"])
  }

  @Test(arguments: [
    ("", HelpRequest.short), ("help", .overview), ("--help", .overview), ("-h", .overview),
    ("help week", .command("week")), ("week --help", .command("week")),
    ("week -h", .command("week")), ("week --dys 3 --help", .command("week")),
    ("--tz UTC week 1 2 3 -h", .command("week")), ("help exit-codes", .topic("exit-codes")),
    ("help options", .globalOptions), ("help --json", .overview),
  ])
  func `help is given wherever it is asked for`(line: String, expected: HelpRequest) throws {
    guard case .help(let request) = try parse(line) else {
      Issue.record("no help for \(line)")
      return
    }
    #expect(request == expected)
  }

  @Test(arguments: [
    ("delete", ["delete-event", "delete-calendar", "delete-contact"]),
    ("new", ["new-event", "new-calendar", "new-contact"]),
    ("show-event", ["show", "new-event"]), ("show-contct", ["show-contact", "show"]),
    ("shw", ["show"]),
  ])
  func `of words that are as near as others the first of the list is meant`(
    typed: String, meant: [String]
  ) {
    let known = [
      "show", "new-event", "delete-event", "new-calendar", "delete-calendar", "show-contact",
      "new-contact", "delete-contact", "delete-contact-folder",
    ]
    #expect(Spelling.nearest(to: typed, in: known) == meant)
  }

  @Test(
    arguments: [
      (
        "wek", ArgumentsError.Kind.unknownCommand, "there is no command \"wek\"",
        "did you mean cal week?"
      ),
      ("ewek", .unknownCommand, "there is no command \"ewek\"", "did you mean cal week?"),
      (
        "frobnicate", .unknownCommand, "there is no command \"frobnicate\"",
        "cal help lists the commands"
      ),
      (
        "help wekk", .unknownTopic, "there is no command or topic \"wekk\"",
        "did you mean cal help week?"
      ),
      ("week --dyas 3", .unknownOption, "cal week has no option --dyas", "did you mean --days?"),
      ("week --jso", .unknownOption, "cal week has no option --jso", "did you mean --json?"),
      (
        "week --no-gird", .unknownOption, "cal week has no option --no-gird",
        "did you mean --no-grid?"
      ),
      ("week --xyzzy", .unknownOption, "cal week has no option --xyzzy", "cal week --help"),
      ("--dys week", .unknownOption, "cal has no option --dys", "cal --help"),
      ("week -x", .unknownOption, "cal week has no option -x", "cal week --help"),
      ("week --days", .missingValue, "--days needs a value", nil),
      ("week --days --json", .missingValue, "--days needs a value", nil),
      ("week --json=1", .unexpectedValue, "--json takes no value", "--json alone"),
      ("week --days 0", .badValue, "--days needs a whole number from 1 to 366, not \"0\"", nil),
      ("week --days 1e2", .badValue, "--days needs a whole number from 1 to 366, not \"1e2\"", nil),
      (
        "week --color=nevr", .badValue, "--color needs auto, always or never, not \"nevr\"",
        "did you mean never?"
      ),
      ("new-event --duration x", .badValue, "--duration: no duration: x", nil),
      (
        "week --json --template T", .exclusiveOptions, "--json and --template exclude each other",
        nil
      ),
      (
        "--json week --template T", .exclusiveOptions, "--json and --template exclude each other",
        nil
      ),
      (
        "new-event --end 9:00 --duration 5", .exclusiveOptions,
        "--end and --duration exclude each other", nil
      ),
      (
        "week a b", .unexpectedArgument, "cal week has no place for \"b\"",
        "cal week [WHEN] [options]"
      ),
      ("free-busy", .missingArgument, "cal free-busy needs DAY", "cal free-busy DAY PERSON…"),
      (
        "free-busy mon", .missingArgument, "cal free-busy needs PERSON…",
        "cal free-busy DAY PERSON…"
      ),
      ("--json", .missingArgument, "a command is missing", "cal help lists the commands"),
    ] as [(String, ArgumentsError.Kind, String, String?)])
  func `errors say what is wrong and what to type`(
    line: String, kind: ArgumentsError.Kind, message: String, hint: String?
  ) {
    let error = #expect(throws: ArgumentsError.self) { try parse(line) }
    #expect(error?.kind == kind)
    #expect(error?.message == message)
    if let hint { #expect(error?.hint == hint) }
  }

  @Test func `a program of one command needs no command word`() throws {
    let week = try #require(try WeekSample.parse(["--days=2", "x"], program: "one"))
    #expect(week.days == 2)
    #expect(week.when == "x")
    #expect(try WeekSample.parse(["-h"], program: "one") == nil)
  }

  @Test func `words of any bytes are taken as they are`() throws {
    let word = String(decoding: [0x50, 0xC3, 0xA9, 0xFF, 0x1B], as: UTF8.self)
    #expect(try run(WeekSample.self, "week", word)?.command.when == "Pé\u{FFFD}\u{1B}")
  }
}
