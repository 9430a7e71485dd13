import Testing

/// `completion`, and the calls that its scripts make.
@Suite struct CompletionCommandTests {
  private typealias Bench = SyncCommandTests.Bench

  private static let contacts =
    #"{"id":"p","displayName":"Jan Müller\u001b[31m","emailAddresses":[{"address":"jm@fog.example"}]}"#

  private static func bench() async throws -> SyncCommandTests.Bench {
    let bench = try await SyncCommandTests.Bench()
    await bench.machine.service.script(
      "GET /me/contactFolders/f1/contacts/delta", Bench.page(contacts, delta: "p1"))
    await bench.machine.service.script(
      "GET /me/calendars/c1/calendarView/delta", Bench.page("", delta: "d1"))
    #expect(await bench.machine.run("sync").status == 0)
    return bench
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `each shell has a script that calls the program`(shell: String) async throws {
    let outcome = await Machine(events: "").run("completion", shell)
    #expect(outcome.status == 0 && outcome.output.contains("__complete \(shell)"))
  }

  @Test func `addresses come from the copy, cleaned, without a request`() async throws {
    let bench = try await Self.bench()
    let outcome = await bench.machine.run("__complete", "zsh", "free-busy", "jm")
    #expect(outcome.output == "words\njm@fog.example\tJan Müller\n")
    #expect(outcome.status == 0 && outcome.errors.isEmpty && outcome.requests.isEmpty)
    let named = await bench.machine.run("__complete", "fish", "new-event", "--attendee=mül")
    #expect(named.output == "words\n--attendee=jm@fog.example\tJan Müller\n")
    let short = await bench.machine.run("__complete", "zsh", "show-contact", "")
    #expect(short.output.hasSuffix("\tJan Müller\n"))
  }

  @Test func `bash is given what it puts in the place of its own piece`() async throws {
    let bench = try await Self.bench()
    let breaks = " \t\n\"'@><=;|&(:"
    let whole = await bench.machine.run(
      "__complete", "bash", "9", breaks, "graphcal free-busy jm@f")
    #expect(whole.output == "words\n@fog.example\n")
    let zone = await bench.machine.run(
      "__complete", "bash", "9", breaks, "graphcal week --tz=Europe/Lis")
    #expect(zone.output == "words\nEurope/Lisbon\n")
    let file = await bench.machine.run("__complete", "bash", "9", breaks, "graphcal import x")
    #expect(file.output == "files\n")
  }

  @Test func `without a copy, or with a call nobody makes, nothing is said`() async throws {
    let machine = Machine(events: "")
    #expect(
      await machine.run("__complete", "zsh", "week", "--calendar", "").output
        == "words\nall\tAll calendars.\n")
    let odd = await machine.run("__complete", "tcsh", "x")
    #expect(odd.output.isEmpty && odd.errors.isEmpty && odd.status == 0)
  }

  @Test func `every command and topic has a page in the manual`() async throws {
    let machine = Machine(events: "")
    let names = await machine.run("__manual").output.split(separator: "\n")
    #expect(names.contains("graphcal-week.1") && names.contains("graphcal-times.7"))
    #expect(await machine.run("__manual", "graphcal-week.1").output.hasPrefix(".TH"))
    #expect(await machine.run("__manual", "graphcal-nothing.1").status == 3)
  }
}
