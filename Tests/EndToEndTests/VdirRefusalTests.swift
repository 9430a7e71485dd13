import Foundation
import TestSupport
import Testing

/// What a folder of files asks for and the service does not do, what it holds beside the service, and
/// what `undo` brings back.
@Suite struct VdirRefusalTests {
  private static func replace(
    _ bench: VdirBench, _ file: String, _ old: String, _ new: String
  ) throws {
    let text = try bench.text(file)
    #expect(text.contains(old), "\(text)")
    try bench.write(file, text.replacingOccurrences(of: old, with: new))
  }

  private static func remove(_ bench: VdirBench, _ file: String) throws {
    try FileManager.default.removeItem(atPath: bench.root + "/" + file)
  }

  private static let same = "both sides are the same\n"

  @Test func `what only a file holds stays in it when the event changes at the service`()
    async throws
  {
    let bench = try await VdirBench(seed: "empty")
    #expect(try await bench.sync().status == 0)
    let more = """
      GEO:52.5;13.4\r
      X-FOO;A=b:kept\r
      ATTACH:https://example.org/a.pdf\r
      ATTENDEE;PARTSTAT=ACCEPTED:mailto:bo@x.example\r
      BEGIN:VALARM\r
      ACTION:DISPLAY\r
      DESCRIPTION:First\r
      TRIGGER:-PT15M\r
      END:VALARM\r
      BEGIN:VALARM\r
      ACTION:DISPLAY\r
      DESCRIPTION:Second\r
      TRIGGER:-P1D\r
      END:VALARM\r

      """
    let file = "calendars/Calendar/talk.ics"
    try bench.write(file, VdirBench.event("talk@x.example", "Talk", more))
    let made = try await bench.sync()
    #expect(made.status == 0, "\(made.errors)")
    #expect(made.output.contains("GEO, X-FOO stay in the file alone"), "\(made.output)")
    let id = try #require(
      (try await bench.home.graphcal("events", "Talk", "--json").items.first?["graphcal"]
        as? [String: Any])?["id"] as? String)
    let home = bench.home
    #expect(try await home.graphcal("edit-event", id, "--subject", "Talk two").status == 0)
    let pulled = try await bench.sync()
    #expect(pulled.status == 0, "\(pulled.errors)")
    let text = try bench.text(file)
    #expect(text.contains("SUMMARY:Talk two"))
    for kept in [
      "GEO:52.5;13.4", "X-FOO;A=b:kept", "ATTACH:https://example.org/a.pdf",
      "ATTENDEE;PARTSTAT=ACCEPTED:mailto:bo@x.example", "DESCRIPTION:First", "DESCRIPTION:Second",
    ] {
      #expect(text.contains(kept), "\(kept): \(text)")
    }
    #expect(text.components(separatedBy: "BEGIN:VALARM").count == 3)
    #expect(try await bench.sync().output == Self.same)
    // Where it is is another place now.
    #expect(try await home.graphcal("edit-event", id, "--location", "Roof").status == 0)
    let moved = try await bench.sync()
    #expect(
      moved.output.contains("lost, since Outlook has no place for it: GEO"), "\(moved.output)")
    #expect(try bench.text(file).contains("X-FOO"))
  }

  @Test func `what only a card holds stays on it`() async throws {
    let bench = try await VdirBench(seed: "empty")
    #expect(try await bench.sync().status == 0)
    let folder = "contacts/" + (try #require(try bench.files("contacts").first))
    try bench.write(
      folder + "/lena.vcf",
      "BEGIN:VCARD\r\nVERSION:3.0\r\nUID:lena\r\nFN:Lena Fog\r\nN:Fog;Lena;;;\r\n"
        + "X-TWITTER:lenafog\r\nGEO:1;2\r\nTEL;TYPE=CELL:+1-555-0100\r\nEND:VCARD\r\n")
    #expect(try await bench.sync().status == 0)
    let id = try #require(
      (try await bench.home.graphcal("contacts", "--json").items.first?["graphcal"]
        as? [String: Any])?["id"] as? String)
    #expect(
      try await bench.home.graphcal("edit-contact", id, "--company", "Fabrikam").status == 0)
    #expect(try await bench.sync().status == 0)
    let text = try bench.text(folder + "/lena.vcf")
    #expect(text.contains("ORG:Fabrikam"))
    #expect(text.contains("GEO:1;2"), "\(text)")
    #expect(text.contains("lenafog"), "\(text)")
    #expect(try await bench.sync().output == Self.same)
  }

  @Test func `a day that was deleted and comes back in a file is refused by name`() async throws {
    let bench = try await VdirBench(seed: "empty")
    #expect(try await bench.sync().status == 0)
    let file = "calendars/Calendar/run.ics"
    let gone = "EXDATE;TZID=Europe/Berlin:20261204T100000\r\n"
    try bench.write(
      file, VdirBench.event("run", "Run", "RRULE:FREQ=DAILY;COUNT=4\r\n" + gone))
    #expect(try await bench.sync().status == 0)
    try Self.replace(bench, file, gone, "")
    try Self.replace(bench, file, "SUMMARY:Run", "SUMMARY:Run far")
    let outcome = try await bench.sync()
    #expect(outcome.status == 9, "\(outcome.output)")
    #expect(outcome.output.contains("Refused  \(file)"), "\(outcome.output)")
    #expect(outcome.output.contains("does not come back into its series"), "\(outcome.output)")
    #expect(try bench.text(file).contains("EXDATE"))
    #expect(try bench.text(file).contains("SUMMARY:Run far"))
    #expect(!(try bench.text(file + ".conflict").contains("EXDATE")))
    #expect(try await bench.home.graphcal("events", "Run far", "--json").items.count == 3)
    #expect(try await bench.sync().output == Self.same)
  }

  @Test func `a meeting of somebody else: one's own parts go, the rest is refused`() async throws {
    let bench = try await VdirBench()
    #expect(try await bench.sync().status == 0)
    let invites = try await bench.home.graphcal("invites", "--json").items
    let invite = try #require(invites.first { ($0["type"] as? String) == "singleInstance" })
    let subject = try #require(invite["subject"] as? String)
    let file = try bench.file("calendars/Calendar", saying: "SUMMARY:\(subject)")
    try Self.replace(bench, file, "SUMMARY:\(subject)", "SUMMARY:Mine\r\nCATEGORIES:Private")
    let outcome = try await bench.sync()
    #expect(outcome.status == 9, "\(outcome.output)")
    #expect(outcome.output.contains("can change this meeting"), "\(outcome.output)")
    #expect(try bench.text(file).contains("SUMMARY:\(subject)"))
    #expect(try bench.text(file).contains("CATEGORIES:Private"))
    #expect(try bench.text(file + ".conflict").contains("SUMMARY:Mine"))
    #expect(try await bench.sync().output == Self.same)
  }

  @Test func `a meeting that was called off is not edited, which is said once`() async throws {
    let bench = try await VdirBench()
    #expect(try await bench.sync().status == 0)
    let file = try bench.file("calendars/Calendar", saying: "STATUS:CANCELLED")
    try bench.write(
      file, try bench.text(file).replacingOccurrences(of: "SUMMARY:", with: "SUMMARY:My "))
    let outcome = try await bench.sync()
    #expect(outcome.status == 9, "\(outcome.output)")
    #expect(outcome.output.contains("it was called off"), "\(outcome.output)")
    #expect(!(try bench.text(file).contains("SUMMARY:My ")))
    #expect(try await bench.sync().output == Self.same)
  }

  @Test func `an event that is called off in its file is deleted, and undo brings it back`()
    async throws
  {
    let bench = try await VdirBench(seed: "empty")
    #expect(try await bench.sync().status == 0)
    try bench.write("calendars/Calendar/talk.ics", VdirBench.event("talk", "Talk"))
    #expect(try await bench.sync().status == 0)
    try bench.write(
      "calendars/Calendar/talk.ics", VdirBench.event("talk", "Talk", "STATUS:CANCELLED\r\n"))
    let outcome = try await bench.sync()
    #expect(outcome.status == 0, "\(outcome.errors) \(outcome.output)")
    #expect(outcome.output.contains("1 deleted there"), "\(outcome.output)")
    #expect(try await bench.sync().output == Self.same)
    #expect(try await bench.home.graphcal("undo", "--yes").status == 0)
    #expect(try await bench.home.graphcal("events", "Talk", "--json").items.count == 1)
    #expect(try await bench.sync().status == 0)
    #expect(try bench.file("calendars/Calendar", saying: "SUMMARY:Talk").hasSuffix("talk.ics"))
  }

  @Test func `a deletion that is refused writes the file back, and is told once`() async throws {
    let bench = try await VdirBench(seed: "empty")
    #expect(
      try await bench.home.graphcal(
        "new-event", "--subject", "Board", "--start", "2026-12-03 10:00", "--attendee",
        "bo@contoso.example", "--yes"
      ).status == 0)
    #expect(try await bench.sync().status == 0)
    let meeting = try bench.file("calendars/Calendar", saying: "SUMMARY:Board")
    try Self.remove(bench, meeting)
    let outcome = try await bench.sync()
    #expect(outcome.status == 9, "\(outcome.output)")
    #expect(outcome.output.contains("Refused  \(meeting)"), "\(outcome.output)")
    #expect(try bench.text(meeting).contains("ATTENDEE"))
    #expect(try await bench.sync().output == Self.same)
  }

  @Test func `a calendar that is read-only is written out, and never written to`() async throws {
    let bench = try await VdirBench()
    #expect(try await bench.sync().status == 0)
    let place = "calendars/Holidays"
    let files = try bench.files(place).filter { $0.hasSuffix(".ics") }.map { "\(place)/\($0)" }
    #expect(files.count > 1)
    try bench.write(
      files[0], try bench.text(files[0]).replacingOccurrences(of: "SUMMARY:", with: "SUMMARY:My "))
    try Self.remove(bench, files[1])
    try bench.write("\(place)/own.ics", VdirBench.event("own", "Own"))
    let before = try bench.writes.count
    let outcome = try await bench.sync()
    #expect(outcome.status == 9, "\(outcome.output)")
    #expect(
      outcome.output.components(separatedBy: "the calendar \"Holidays\" is read-only").count == 4,
      "\(outcome.output)")
    #expect(try bench.writes.count == before)
    #expect(!(try bench.text(files[0]).contains("SUMMARY:My ")))
    #expect(try bench.text(files[0] + ".conflict").contains("SUMMARY:My "))
    #expect(try bench.text(files[1]).contains("BEGIN:VEVENT"))
    try Self.remove(bench, "\(place)/own.ics")
    #expect(try await bench.sync().output == Self.same)
  }

  @Test func `a folder without a calendar is told with what makes one`() async throws {
    let bench = try await VdirBench(seed: "empty")
    #expect(try await bench.sync().status == 0)
    for folder in ["calendars/Sailing", "contacts/Crew"] {
      try FileManager.default.createDirectory(
        atPath: bench.root + "/" + folder, withIntermediateDirectories: true)
    }
    try bench.write("calendars/Sailing/trip.ics", VdirBench.event("trip", "Trip"))
    try bench.write("calendars/loose.ics", VdirBench.event("loose", "Loose"))
    let told = try await bench.sync()
    #expect(told.errors.contains("graphcal new-calendar \"Sailing\" makes one"), "\(told.errors)")
    #expect(told.errors.contains("graphcal new-contact-folder \"Crew\""), "\(told.errors)")
    #expect(told.errors.contains("1 file in calendars is left alone"), "\(told.errors)")
    #expect(try await bench.home.graphcal("new-calendar", "Sailing").status == 0)
    let outcome = try await bench.sync()
    #expect(outcome.output.contains("Created  calendars/Sailing/trip.ics"), "\(outcome.output)")
    let there = try await bench.home.graphcal(
      "events", "Trip", "--calendar", "Sailing", "--json")
    #expect(try there.items.count == 1)
  }

  @Test func `all that a run has deleted comes back in one undo`() async throws {
    let bench = try await VdirBench(seed: "empty")
    #expect(try await bench.sync().status == 0)
    let folder = "contacts/" + (try #require(try bench.files("contacts").first))
    let days = "RRULE:FREQ=DAILY;COUNT=3\r\n"
    for number in 1...3 {
      try bench.write(
        "calendars/Calendar/e\(number).ics",
        VdirBench.event("e\(number)", "Talk \(number)", number == 3 ? days : ""))
      try bench.write(
        folder + "/c\(number).vcf",
        "BEGIN:VCARD\r\nVERSION:3.0\r\nUID:c\(number)\r\nFN:Ana \(number)\r\nN:\(number);Ana;;;\r\n"
          + "END:VCARD\r\n")
    }
    #expect(try await bench.sync().status == 0)
    for number in 1...3 {
      try Self.remove(bench, "calendars/Calendar/e\(number).ics")
      try Self.remove(bench, folder + "/c\(number).vcf")
    }
    let gone = try await bench.sync("--yes")
    #expect(gone.output.hasSuffix("6 deleted there\n"), "\(gone.output) \(gone.errors)")
    let shown = try await bench.home.graphcal("undo", "--dry-run")
    #expect(try shown.items.count == 6, "\(shown.output)")
    let undone = try await bench.home.graphcal("undo", "--json")
    #expect(undone.status == 0, "\(undone.errors)")
    #expect(try undone.items.count == 6, "\(undone.output)")
    #expect(try await bench.home.graphcal("events", "Talk", "--json").items.count == 5)
    #expect(try await bench.home.graphcal("contacts", "--json").items.count == 3)
    // The files have their names again.
    #expect(try await bench.sync().output.hasSuffix("6 written\n"))
    #expect(try bench.text("calendars/Calendar/e2.ics").contains("Talk 2"))
    #expect(try bench.text(folder + "/c2.vcf").contains("Ana 2"))
  }
}
