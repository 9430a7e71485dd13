import Host
import JSON
import TestSupport
import Testing

@testable import Commands

/// `config`, and aliases.
@Suite struct ConfigCommandTests {
  /// A machine with preferences, and its home.
  private static func machine(_ text: String?) throws -> (machine: Machine, home: TemporaryHome) {
    let home = try TemporaryHome()
    if let text { try home.write(home.configuration, text) }
    return (Machine(home: home), home)
  }

  @Test func `what holds is listed with where it is said`() async throws {
    let (machine, home) = try Self.machine("{\n  // home\n  \"timeZone\": \"Europe/Lisbon\"\n}\n")
    let items = try await machine.run("config", "--json").json.array ?? []
    #expect(items.count == Configuration.keys.count)
    #expect(items.first?["value"] == "Europe/Lisbon" && items.first?["line"] == 3)
    #expect(items.last?["value"]?.isNull == true && items.last?["default"] == "none")
    let listed = await machine.run("config")
    #expect(
      listed.status == 0 && listed.output.contains("Europe/Lisbon") && listed.requests.isEmpty)
    withExtendedLifetime(home) {}
  }

  @Test func `a key is set and all else stays`() async throws {
    let before =
      "\u{FEFF}{\r\n\t// mine\r\n\t\"timeZone\": \"UTC\", # old\r\n\t\"freshness\": \"5m\"\r\n}\r\n"
    let (machine, home) = try Self.machine(before)
    #expect(await machine.run("config", "set", "timeZone", "Europe/Budapest").status == 0)
    #expect(
      try home.read(home.configuration)
        == before.replacing("\u{FEFF}", with: "").replacing("UTC", with: "Europe/Budapest"))
    #expect(await machine.run("config", "set", "syncDaysBack", "30").status == 0)
    #expect(
      try home.read(home.configuration).contains(
        "\"freshness\": \"5m\",\r\n\t\"syncDaysBack\": 30\r\n}"))
    #expect(await machine.run("config", "get", "syncDaysBack").output == "30\n")
    #expect(await machine.run("config", "unset", "syncDaysBack").status == 0)
    #expect(await machine.run("config", "get", "syncDaysBack").status == 3)
  }

  @Test func `the first preference makes the file`() async throws {
    let (machine, home) = try Self.machine(nil)
    #expect(await machine.run("config", "set", "timeFormat", "24").status == 0)
    #expect(try home.read(home.configuration) == "{\n  \"timeFormat\": 24\n}\n")
  }

  @Test(arguments: [
    ["set", "timeZone", "Europe/Budapst"], ["set", "weekStart", "7"], ["set", "timezoen", "UTC"],
    ["set", "syncDaysBack", "many"], ["set", "aliases.w", "wek"], ["set", "aliases.w", "week \"x"],
    ["set", "aliases", "{}"], ["set", "theme", "beige"], ["set", "timeZone.x", "1"], ["get"],
    ["set", "color"],
  ])
  func `what would not be understood is refused and nothing written`(words: [String]) async throws {
    let (machine, home) = try Self.machine("{ \"color\": \"auto\" }")
    let outcome = await machine.run(["config"] + words)
    #expect(outcome.status == 2, "\(outcome.errors)")
    #expect(try home.read(home.configuration) == "{ \"color\": \"auto\" }")
  }

  @Test func `a file that is broken is told and left alone`() async throws {
    let (machine, home) = try Self.machine("{ \"color\": ")
    let outcome = await machine.run("config", "set", "color", "never")
    #expect(outcome.status == 2 && outcome.errors.contains("line 1"))
    #expect(try home.read(home.configuration) == "{ \"color\": ")
  }

  @Test(arguments: [
    (#""bright""#, "\u{1B}[92m"), (#"{ "green": "bright-red" }"#, "\u{1B}[91m"),
    (#""standard""#, "\u{1B}[32m"),
  ])
  func `a theme says which colours a terminal is asked for`(theme: String, sign: String)
    async throws
  {
    let (machine, home) = try Self.machine(#"{ "theme": \#(theme) }"#)
    let outcome = await machine.run("doctor", "--color", "always")
    #expect(outcome.output.contains(sign), "\(outcome.output)")
    withExtendedLifetime(home) {}
  }

  // MARK: Aliases

  @Test func `an alias stands for its words, with what is typed behind`() async throws {
    let (machine, home) = try Self.machine(
      #"{ "aliases": { "z": "zones \"W. Europe Standard Time\"", "zones": "version" } }"#)
    let outcome = await machine.run("z", "--json")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try outcome.json["iana"] == "Europe/Berlin")
    #expect(await machine.run("zones", "Lisbon").output.contains("Europe/Lisbon"))
    withExtendedLifetime(home) {}
  }

  @Test func `help says what an alias stands for`() async throws {
    let (machine, home) = try Self.machine(#"{ "aliases": { "w": "week --calendar all" } }"#)
    let outcome = await machine.run("help", "w")
    #expect(outcome.errors == "w stands for: graphcal week --calendar all\n")
    #expect(outcome.output.contains("Usage: graphcal week"))
    withExtendedLifetime(home) {}
  }

  @Test func `an alias of an alias is none`() async throws {
    let (machine, home) = try Self.machine(#"{ "aliases": { "a": "b", "b": "a" } }"#)
    let outcome = await machine.run("a")
    #expect(outcome.status == 2 && outcome.errors.contains("line 1"), "\(outcome.errors)")
    withExtendedLifetime(home) {}
  }
}
