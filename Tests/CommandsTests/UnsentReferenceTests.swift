import FoundationEssentials
import HTTP
import Host
import JSON
import TestSupport
import Testing

/// Commands that are given the short id of something that was written offline.
extension OutboxCommandTests {
  /// A machine on which an event and a contact wait to be sent, with their short ids.
  private static func waiting() async throws -> (Bench, event: String, contact: String) {
    var bench = try await bench()
    let event = await write(
      &bench, "new-event", "--subject", "Lunch", "--start", "2026-12-01T12:30Z", "--location",
      "https://zoom.us/j/123456789", "--json")
    let contact = await write(&bench, "new-contact", "--given-name", "Ana", "--json")
    return (
      bench, try #require(try event.json["graphcal"]?["id"]?.string, "\(event.errors)"),
      try #require(try contact.json["graphcal"]?["id"]?.string, "\(contact.errors)")
    )
  }

  @Test(arguments: [
    ["attachments", "EVENT"], ["attachments", "EVENT", "-o", "."],
    ["forward-event", "EVENT", "--to", "bo@contoso.example", "--yes"],
    ["export", "EVENT"], ["show", "EVENT", "--fresh"], ["show", "EVENT", "--web", "--json"],
    ["join", "EVENT", "--fresh", "--print"], ["edit-event", "EVENT", "--subject", "x"],
    ["delete-event", "EVENT", "--yes"], ["copy-event", "EVENT", "--start", "fri 9:00"],
    ["move-event", "EVENT", "--calendar", "Calendar"], ["cancel-event", "EVENT", "--yes"],
    ["respond", "EVENT", "accept", "--yes"], ["remind", "--snooze", "EVENT"],
    ["remind", "--dismiss", "EVENT"], ["show-contact", "CONTACT", "--fresh"],
    ["contact-photo", "CONTACT", "--json"], ["contact-photo", "CONTACT", "--remove", "--yes"],
    ["edit-contact", "CONTACT", "--given-name", "x"], ["delete-contact", "CONTACT", "--yes"],
    ["move-contact", "CONTACT", "--folder", "Contacts"],
    ["export", "--contacts", "CONTACT"],
  ])
  func `what is not sent yet is not asked of the service, by any command`(
    words: [String]
  ) async throws {
    let (bench, event, contact) = try await Self.waiting()
    let outcome = await bench.machine.run(
      words.map { $0 == "EVENT" ? event : $0 == "CONTACT" ? contact : $0 })
    #expect(outcome.status == 7, "\(words) \(outcome.output) \(outcome.errors)")
    #expect(outcome.errors.contains("is not sent yet"), "\(outcome.errors)")
    #expect(outcome.errors.contains("graphcal sync"), "\(outcome.errors)")
    #expect(!outcome.requests.contains { $0.url.contains("not-sent-yet") })
    #expect(try await Self.outbox(bench).count == 2)
  }

  @Test func `what is not sent yet is shown and joined from the outbox`() async throws {
    let (bench, event, contact) = try await Self.waiting()
    for more in [[], ["--offline"]] {
      #expect(await bench.machine.run(["show", event] + more).output.contains("Lunch"))
      #expect(await bench.machine.run(["show-contact", contact] + more).output.contains("Ana"))
      let join = await bench.machine.run(["join", event, "--print"] + more)
      #expect(join.output == "https://zoom.us/j/123456789\n", "\(join.errors)")
    }
  }

  @Test func `a file of changes cannot name what is not sent yet`() async throws {
    let (bench, event, _) = try await Self.waiting()
    let whole = try #require(
      try (await bench.machine.run("show", event, "--json")).json["id"]?.string)
    for id in [event, whole] {
      let folder = try TemporaryFolder()
      try folder.put("changes", #"{"id":"\#(id)","subject":"New"}"#)
      let outcome = await bench.machine.run("apply", folder.at("changes"), "--yes")
      #expect(outcome.status == 7 && outcome.errors.contains("line 1"), "\(outcome.errors)")
      #expect(outcome.errors.contains("is not sent yet"), "\(outcome.errors)")
    }
  }

  @Test func `what was given up is told to be so`() async throws {
    let (bench, event, contact) = try await Self.waiting()
    #expect(await bench.machine.run("outbox", "drop", "1", "2", "--yes").status == 0)
    for words in [["show", event], ["attachments", event], ["show-contact", contact]] {
      let outcome = await bench.machine.run(words)
      #expect(outcome.status == 3, "\(words) \(outcome.errors)")
      #expect(outcome.errors.contains("never sent"), "\(outcome.errors)")
      #expect(!outcome.requests.contains { $0.url.contains("not-sent-yet") })
    }
  }
}
