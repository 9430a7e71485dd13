import FoundationEssentials
import Host
import JSON
import TestSupport
import Testing

/// `complete`: addresses for mail programs.
@Suite struct CompleteCommandTests {
  private typealias Bench = SyncCommandTests.Bench

  private static let contacts = [
    #"{"id":"p","displayName":"Jan Müller","emailAddresses":[{"address":"jm@fog.example"}]}"#,
    #"{"id":"q","displayName":"Mula\t\u001b[31mRed","emailAddresses":[{"address":"m@x.example"}]}"#,
  ].joined(separator: ",")

  private static let attendees =
    #","attendees":[{"type":"required","emailAddress":{"name":"Mulder, Fox","address":"fox@f.example"}}]"#

  private static func bench() async throws -> SyncCommandTests.Bench {
    let bench = try await SyncCommandTests.Bench()
    await bench.machine.service.script(
      "GET /me/contactFolders/f1/contacts/delta", Bench.page(contacts, delta: "p1"))
    await bench.machine.service.script(
      "GET /me/calendars/c1/calendarView/delta",
      Bench.page(Bench.event("a", "One", attendees), delta: "d1"))
    #expect(await bench.machine.run("sync").status == 0)
    return bench
  }

  @Test func `three fields a line, whom one meets first, without a request`() async throws {
    let bench = try await Self.bench()
    let outcome = await bench.machine.run("complete", "mul")
    #expect(
      outcome.output == """
        fox@f.example\tMulder, Fox\tevent
        jm@fog.example\tJan Müller\tcontact
        m@x.example\tMula Red\tcontact

        """)
    #expect(outcome.status == 0 && outcome.errors.isEmpty && outcome.requests.isEmpty)
    let none = await bench.machine.run("complete", "nobody")
    #expect(none.status == 0 && none.output.isEmpty && none.errors.isEmpty)
    let some = await bench.machine.run("complete", "--limit", "1")
    #expect(some.output.hasPrefix("fox@f.example") && some.errors.contains("1 of 3"))
    #expect(await bench.machine.run("complete", "--", "-zz").output.isEmpty)
  }

  @Test func `for mutt a message comes first, and a status where nobody fits`() async throws {
    let bench = try await Self.bench()
    let two = await bench.machine.run("complete", "--mutt", "jan", "mul")
    #expect(two.output == "1 address\njm@fog.example\tJan Müller\tcontact\n")
    let none = await bench.machine.run("complete", "--mutt", "nobody")
    #expect(none.status == 3)
    #expect(none.output == "nobody in the copy of the mailbox fits \"nobody\"\n")
    #expect(await bench.machine.run("complete", "--mutt", "--json", "x").status == 2)
  }

  @Test func `programs get an object each`() async throws {
    let bench = try await Self.bench()
    let items = try await bench.machine.run("complete", "fox", "--json").items
    #expect(
      items == [
        [
          "address": "fox@f.example", "events": 1, "lastSeen": nil, "name": "Mulder, Fox",
          "source": "event",
        ]
      ])
    var later = bench.machine
    later.environment.variables["GRAPHCAL_NOW"] = "2026-12-24T08:00:00Z"
    let seen = try await later.run("complete", "fox", "--json").items
    #expect(seen.map { $0["lastSeen"] } == ["2026-12-01"])
    let rows = await bench.machine.run("complete", "jan", "--format", "tsv")
    #expect(
      rows.output
        == "address\tname\tsource\tevents\tlastSeen\njm@fog.example\tJan Müller\tcontact\t0\t\n")
    #expect(await bench.machine.run("complete", "--fields").output.contains("lastSeen\n"))
  }

  @Test func `without a copy it says how to make one`() async throws {
    let bench = try await SyncCommandTests.Bench()
    let outcome = await bench.machine.run("complete", "mul")
    #expect(outcome.status == 3 && outcome.errors.contains("graphcal sync"), "\(outcome.errors)")
    #expect(outcome.requests.isEmpty && outcome.output.isEmpty)
    #expect(await Machine().run("complete", "mul").status == 3)
  }

  @Test func `the sign-in is not touched, and the account is told by the copy`() async throws {
    let bench = try await Self.bench()
    let home = bench.home.folder + "/.local/state/graphcal/"
    try Files.remove(home + "token-cache.json")
    #expect(await bench.machine.run("complete", "jan").status == 0)
    let key = Identity.Person.kim.homeAccountID
    #expect(await bench.machine.run("complete", "jan", "--account", key).status == 0)
    // Of several copies the one of the default account.
    try bench.home.write(home + "mailbox-other.sqlite", "")
    let unclear = await bench.machine.run("complete", "jan")
    #expect(unclear.status == 4 && unclear.requests.isEmpty)
    #expect(await bench.machine.run("complete", "jan", "--account", key).status == 0)
    #expect(await bench.machine.run("complete", "jan", "--account", "all").status == 2)
  }
}
