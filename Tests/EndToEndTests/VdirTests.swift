import Foundation
import TestSupport
import Testing

/// A folder of files that is kept like the mailbox, by the real programs.
@Suite struct VdirTests {
  @Test func `everything is there as files, and the second time nothing is done`() async throws {
    let bench = try await VdirBench()
    let first = try await bench.sync()
    #expect(first.status == 0, "\(first.errors) \(first.output.suffix(2000))")
    let calendars = try bench.files("calendars")
    #expect(calendars.count > 1)
    let place = try #require(calendars.first { $0 == "Calendar" })
    let events = try bench.files("calendars/\(place)").filter { $0.hasSuffix(".ics") }
    #expect(events.count > 20)
    #expect(try bench.text("calendars/\(place)/displayname") == "Calendar")
    for event in events {
      let text = try bench.text("calendars/\(place)/\(event)")
      #expect(text.components(separatedBy: "\r\nUID:").count >= 2)
    }
    let people = try await bench.home.graphcal("contacts", "--json").items.count
    let cards = try bench.files("contacts").flatMap { try bench.files("contacts/\($0)") }
      .filter { $0.hasSuffix(".vcf") }
    #expect(cards.count == people)
    #expect(try bench.writes.isEmpty)
    let again = try await bench.sync()
    #expect(again.status == 0, "\(again.errors)")
    #expect(again.output == "both sides are the same\n", "\(again.output)")
    #expect(try bench.writes.isEmpty)
    let program = try await bench.sync("--json")
    #expect(program.output == "[]\n")
  }

  @Test func `what is made, changed and deleted in files is so at the service`() async throws {
    let bench = try await VdirBench(seed: "empty")
    #expect(try await bench.sync().status == 0)
    try bench.write("calendars/Calendar/talk.ics", VdirBench.event("talk@x.example", "Talk"))
    let contacts = try #require(try bench.files("contacts").first)
    try bench.write(
      "contacts/\(contacts)/lena.vcf",
      "BEGIN:VCARD\r\nVERSION:3.0\r\nUID:lena\r\nFN:Lena Fog\r\nN:Fog;Lena;;;\r\n"
        + "TEL;TYPE=CELL:+1-555-0100\r\nEND:VCARD\r\n")
    let made = try await bench.sync()
    #expect(made.status == 0, "\(made.errors) \(made.output)")
    #expect(made.output.hasSuffix("2 new there\n"), "\(made.output)")
    #expect(try await bench.home.graphcal("events", "Talk", "--json").items.count == 1)
    #expect(try await bench.home.graphcal("contacts", "lena", "--json").items.count == 1)
    // The files are as they were.
    #expect(try bench.text("calendars/Calendar/talk.ics").contains("another program"))
    #expect(try await bench.sync().output == "both sides are the same\n")

    try bench.write(
      "calendars/Calendar/talk.ics",
      VdirBench.event("talk@x.example", "Talk, long", "LOCATION:Roof\r\n")
    )
    let changed = try await bench.sync()
    #expect(changed.output.hasSuffix("1 changed there\n"), "\(changed.output) \(changed.errors)")
    let event = try #require(
      try await bench.home.graphcal("events", "Talk", "--json").items.first)
    #expect(event["subject"] as? String == "Talk, long")

    try FileManager.default.removeItem(atPath: bench.root + "/calendars/Calendar/talk.ics")
    try FileManager.default.removeItem(atPath: bench.root + "/contacts/\(contacts)/lena.vcf")
    let shown = try await bench.sync("--dry-run")
    #expect(shown.status == 0, "\(shown.errors)")
    #expect(try shown.items.map { $0["method"] as? String } == ["DELETE", "DELETE"])
    #expect(try await bench.home.graphcal("events", "Talk", "--json").items.count == 1)
    let deleted = try await bench.sync()
    #expect(deleted.output.hasSuffix("2 deleted there\n"), "\(deleted.output) \(deleted.errors)")
    #expect(try await bench.home.graphcal("events", "Talk", "--json").items.isEmpty)
    #expect(try await bench.home.graphcal("contacts", "--json").items.isEmpty)
    let undone = try await bench.home.graphcal("undo", "--yes")
    #expect(undone.status == 0, "\(undone.errors)")
    #expect(try await bench.home.graphcal("contacts", "lena", "--json").items.count == 1)
  }

  @Test func `what is changed at the service is in the files, and both are merged`() async throws {
    let bench = try await VdirBench(seed: "empty")
    #expect(try await bench.sync().status == 0)
    let contacts = try #require(try bench.files("contacts").first)
    #expect(
      try await bench.home.graphcal(
        "new-contact", "--given-name", "Ana", "--surname", "Silva", "--phone", "mobile=+1-555-0170"
      ).status == 0)
    #expect(
      try await bench.home.graphcal(
        "new-event", "--subject", "Stand-up", "--start", "2026-12-01 09:00", "--repeat", "daily",
        "--count", "5"
      ).status == 0)
    #expect(try await bench.sync().output.contains("2 written"))
    let card = try bench.file("contacts/\(contacts)", saying: "FN:Ana Silva")
    let series = try bench.file("calendars/Calendar", saying: "SUMMARY:Stand-up")
    #expect(try bench.text(series).contains("RRULE:FREQ=DAILY;COUNT=5"))

    // Other parts on both sides.
    let short = try #require(
      (try await bench.home.graphcal("contacts", "--json").items.first?["graphcal"]
        as? [String: Any])?["id"] as? String)
    #expect(
      try await bench.home.graphcal("edit-contact", short, "--company", "Fabrikam").status == 0)
    try bench.write(
      card, try bench.text(card).replacingOccurrences(of: "+1-555-0170", with: "+1-555-0199"))
    let merged = try await bench.sync()
    #expect(merged.status == 0, "\(merged.errors) \(merged.output)")
    #expect(try bench.text(card).contains("ORG:Fabrikam"))
    #expect(try bench.text(card).contains("+1-555-0199"))
    let contact = try #require(try await bench.home.graphcal("contacts", "--json").items.first)
    #expect(contact["mobilePhone"] as? String == "+1-555-0199")
    #expect(contact["companyName"] as? String == "Fabrikam")
    #expect(try await bench.sync().output == "both sides are the same\n")

    // The same part on both sides: both stay, side by side.
    #expect(
      try await bench.home.graphcal("edit-contact", short, "--company", "Contoso").status == 0)
    try bench.write(
      card, try bench.text(card).replacingOccurrences(of: "ORG:Fabrikam", with: "ORG:Tailspin"))
    let conflict = try await bench.sync()
    #expect(conflict.status == 6, "\(conflict.errors) \(conflict.output)")
    #expect(try bench.text(card).contains("ORG:Contoso"))
    #expect(try bench.text(card + ".conflict").contains("ORG:Tailspin"))
    #expect(try await bench.sync().status == 0)
    // A second one does not write over the first.
    #expect(
      try await bench.home.graphcal("edit-contact", short, "--company", "Adatum").status == 0)
    try bench.write(
      card, try bench.text(card).replacingOccurrences(of: "ORG:Contoso", with: "ORG:Proseware"))
    let second = try await bench.sync("--jsonl")
    #expect(second.status == 6)
    #expect(second.output.contains("\"status\":\"conflict\""), "\(second.output)")
    #expect(try bench.text(card + ".conflict").contains("ORG:Tailspin"))
    #expect(try bench.text(card + ".conflict-2").contains("ORG:Proseware"))
  }

  @Test func `nothing is emptied unasked, however little was in it`() async throws {
    let bench = try await VdirBench()
    #expect(try await bench.sync().status == 0)
    let small = try FileManager.default.contentsOfDirectory(atPath: bench.root + "/contacts")
      .map { "contacts/\($0)" }
      .first { (2...5).contains(try bench.files($0).count { $0.hasSuffix(".vcf") }) }
    let place = try #require(small)
    for file in try bench.files(place) where file.hasSuffix(".vcf") {
      try FileManager.default.removeItem(atPath: bench.root + "/\(place)/\(file)")
    }
    let asked = try await bench.sync()
    #expect(asked.status == 8, "\(asked.output) \(asked.errors)")
    #expect(asked.errors.contains("of \(place) would be deleted"), "\(asked.errors)")
  }

  @Test func `much that is gone is asked about, and a meeting is not called off in silence`()
    async throws
  {
    let bench = try await VdirBench()
    #expect(try await bench.sync().status == 0)
    let place = "calendars/Calendar"
    let before = try bench.files(place)
    for file in before where file.hasSuffix(".ics") {
      try FileManager.default.removeItem(atPath: bench.root + "/\(place)/\(file)")
    }
    let asked = try await bench.sync()
    #expect(asked.status == 8, "\(asked.errors)")
    #expect(asked.errors.contains("would be deleted"), "\(asked.errors)")
    #expect(try bench.writes.isEmpty)
    let done = try await bench.sync("--yes")
    // Meetings with people stay, since nobody is to be told.
    #expect(done.status == 9, "\(done.errors)")
    #expect(done.output.contains("would be told by mail; --invite allows it"), "\(done.output)")
    #expect(try bench.writes.contains { $0.hasPrefix("DELETE") })
  }

  @Test func `a file that is no item is told and keeps nothing back`() async throws {
    let bench = try await VdirBench(seed: "empty")
    #expect(try await bench.sync().status == 0)
    try bench.write("calendars/Calendar/bad.ics", "BEGIN:VCALENDAR\r\nBEGIN:VEV")
    try bench.write("calendars/Calendar/.hidden.ics", "no calendar")
    try bench.write("calendars/Calendar/good.ics", VdirBench.event("good", "Good"))
    let outcome = try await bench.sync()
    #expect(outcome.status == 9, "\(outcome.errors)")
    #expect(outcome.output.contains("Refused  calendars/Calendar/bad.ics"), "\(outcome.output)")
    #expect(try await bench.home.graphcal("events", "Good", "--json").items.count == 1)
    #expect(try bench.text("calendars/Calendar/bad.ics").hasPrefix("BEGIN"))
  }
}
