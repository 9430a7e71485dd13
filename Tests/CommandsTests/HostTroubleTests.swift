import Commands
import FoundationEssentials
import HTTP
import Host
import JSON
import TestSupport
import Testing

/// Files and streams of the machine that are not as they should be.
@Suite struct HostTroubleTests {
  // C080
  @Test func `a reader that has gone ends the run quietly`() async {
    var machine = Machine(events: timed("e1", "Call", "2026-11-30T09:00:00", "2026-11-30T10:00:00"))
    machine.outputFailure = HostError("write", "standard output", .system(32))
    for words in [["today"], ["today", "--json"], ["help"], ["zones"], ["version"]] {
      let outcome = await machine.run(words)
      #expect(outcome.status == 141)
      #expect(outcome.errors.isEmpty)
    }
  }

  @Test(arguments: [(28, "no space left"), (9, "bad file descriptor")])
  func `an output that takes nothing is an error`(code: Int32, words: String) async {
    var machine = Machine(events: "")
    machine.outputFailure = HostError("write", "standard output", .system(code))
    for command in [["today"], ["today", "--json"], ["help"], ["token"]] {
      let outcome = await machine.run(command)
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains("cannot write the output"))
      #expect(outcome.errors.lowercased().contains(words))
    }
  }

  // C081
  private func run(_ preferences: String) async throws -> (Outcome, String) {
    try await run(Array(preferences.utf8))
  }

  private func run(_ preferences: [UInt8]) async throws -> (Outcome, String) {
    let home = try TemporaryHome()
    try home.write(home.configuration, preferences)
    return (
      await Machine(home: home).run("zones", "Europe/Berlin", "--json"), home.configuration
    )
  }

  @Test(arguments: [
    "\u{FEFF}{\"timeZone\": \"Europe/Budapest\"}",
    "{\r\n  \"timeZone\": \"Europe/Budapest\"\r\n}\r\n",
    "# a comment\n// another\n{ /* and */ \"weekStart\": \"monday\" } # end\n",
    "{\t\"timeFormat\":\t\"12\" }", "", "  \n", "\u{FEFF}", "{}",
  ])
  func `preferences as editors write them`(text: String) async throws {
    let (outcome, _) = try await run(text)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.isEmpty)
  }

  @Test(
    arguments: [
      ("{\n\u{FEFF}\"timeZone\": \"UTC\"}", 2, "line 2"),
      ("{\n\"timeZone\": \"UTC\",\n}", 3, "line 3"),
      ("{\"timeZone\": \"UTC\",\n\"timeZone\": \"UTC\"}", 2, "twice"),
      ("{\n\"timeZone\": \"Europe/Budapst\"}", 2, "Europe/Budapst"),
      ("{\"weekStart\": 7}", 1, "monday"),
      ("{\n\n\"timeZone\": 5}", 3, "timeZone"), ("{\"timeFormat\": \"13\"}", 1, "12 or 24"),
      ("{\"color\": \"sometimes\"}", 1, "always"), ("{\"account\": []}", 1, "account"),
      ("[]", nil, "array"),
      ("{\"timeZone\"", 1, "line 1"),
    ] as [(String, Int?, String)])
  func `preferences that cannot be understood are named with line and key`(
    text: String, line: Int?, word: String
  ) async throws {
    let (outcome, path) = try await run(text)
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    let error = try JSON(parsing: outcome.errors)["error"]
    let message = try #require(error?["message"]?.string)
    #expect(message.contains(path))
    #expect(message.contains(word), "\(message)")
    if let line { #expect(message.contains("line \(line)"), "\(message)") }
    #expect(error?["hint"]?.string?.isEmpty == false)
  }

  @Test func `UTF-16 is not taken for nothing`() async throws {
    var bytes: [UInt8] = [0xFF, 0xFE]
    for unit in "{\"timeZone\": \"UTC\"}".utf16 {
      bytes += [UInt8(truncatingIfNeeded: unit), UInt8(truncatingIfNeeded: unit >> 8)]
    }
    let (outcome, _) = try await run(bytes)
    #expect(outcome.status == 2)
  }

  @Test func `a key that nothing reads is told with the nearest one`() async throws {
    let (outcome, path) = try await run("{\n\"timezoen\": \"UTC\"}")
    #expect(outcome.status == 0)
    #expect(
      outcome.errorLines
        == ["\(path), line 2: nothing reads \"timezoen\"; did you mean \"timeZone\"?"])
  }

  @Test func `a folder and a closed file in the place of the preferences are named`() async throws {
    let home = try TemporaryHome()
    try Files.createPrivateFolder(home.configuration)
    let folder = await Machine(home: home).run("zones", "UTC")
    #expect(folder.status == 2)
    #expect(folder.errors.contains(home.configuration))
    #expect(folder.errors.contains("not a regular file"))
  }

  @Test(arguments: [
    ("{\n  \"AppId\": 5\n}", "AppId", 2), ("{\n  \"AppId\": \"x\",\n}", "line 3", 2),
    ("{\"GraphScopes\": \"User.Read\"}", "AppId", 2), ("", "JSON", 2),
  ])
  func `settings that cannot be understood are named with line and key`(
    text: String, word: String, status: Int
  ) async throws {
    let home = try TemporaryHome()
    try home.write(home.authSettings, text)
    let machine = Machine(home: home, Service(), ["GRAPHCAL_CLIENT_ID": ""])
    let outcome = await machine.run("today")
    #expect(outcome.status == status)
    #expect(outcome.errors.contains(home.authSettings), "\(outcome.errors)")
    #expect(outcome.errors.contains(word), "\(outcome.errors)")
    #expect(outcome.errors.contains("  try: "))
  }

  @Test func `without any settings the way to them is told`() async throws {
    let home = try TemporaryHome()
    let outcome = await Machine(home: home, Service(), ["GRAPHCAL_CLIENT_ID": ""]).run("login")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(home.authSettings))
    #expect(outcome.errors.contains("GRAPHCAL_CLIENT_ID"))
    #expect(outcome.errors.contains("graphcal setup"))
    #expect(outcome.requests.isEmpty)
  }

  @Test func `a trace that cannot be written is an error of its own`() async {
    let outcome = await Machine(events: "").run("today", "--trace", "/dev/null/trace.har")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("/dev/null/trace.har"))
  }
}
