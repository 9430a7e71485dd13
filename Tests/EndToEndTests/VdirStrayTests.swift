import Foundation
import TestSupport
import Testing

/// Files of a folder that were moved to where no calendar or folder of contacts has its own.
@Suite struct VdirStrayTests {
  /// A bench with two events and two cards, all synchronized; the folder of the cards.
  private static func filled() async throws -> (bench: VdirBench, cards: String) {
    let bench = try await VdirBench(seed: "empty")
    #expect(try await bench.sync().status == 0)
    let cards = "contacts/" + (try #require(try bench.files("contacts").first))
    for name in ["talk", "walk"] {
      try bench.write("calendars/Calendar/\(name).ics", VdirBench.event(name, name.capitalized))
      try bench.write(
        "\(cards)/\(name).vcf",
        "BEGIN:VCARD\r\nVERSION:3.0\r\nUID:\(name)\r\nFN:Ana \(name)\r\nN:\(name);Ana;;;\r\n"
          + "END:VCARD\r\n")
    }
    #expect(try await bench.sync().status == 0)
    return (bench, cards)
  }

  private static func move(_ bench: VdirBench, _ file: String, to place: String) throws {
    try FileManager.default.createDirectory(
      atPath: bench.root + "/" + place, withIntermediateDirectories: true)
    let name = try #require(file.split(separator: "/").last)
    try FileManager.default.moveItem(
      atPath: bench.root + "/" + file, toPath: "\(bench.root)/\(place)/\(name)")
  }

  @Test(arguments: [
    "", "calendars", "contacts", "contacts/Contacts", "calendars/Sailing", "calendars/Calendar/old",
    "archive",
  ])
  func `an event whose file was moved out of its calendar is not deleted`(place: String)
    async throws
  {
    let (bench, _) = try await Self.filled()
    let file = "calendars/Calendar/talk.ics"
    try Self.move(bench, file, to: place)
    let before = try bench.writes.count
    let outcome = try await bench.sync()
    #expect(outcome.status == 9, "\(outcome.output) \(outcome.errors)")
    #expect(outcome.output.contains("Refused  \(file)"), "\(outcome.output)")
    let stray = place.isEmpty ? "talk.ics" : "\(place)/talk.ics"
    #expect(outcome.output.contains("\(stray) has its UID"), "\(outcome.output)")
    #expect(try bench.writes.count == before)
    #expect(try bench.text(file).contains("SUMMARY:Talk"))
    #expect(try bench.text(stray).contains("SUMMARY:Talk"))
    // It is said once.
    let again = try await bench.sync()
    #expect(again.output == "both sides are the same\n", "\(again.output)")
    #expect(again.status == 0)
  }

  @Test func `a card that was moved out is not deleted, and its edit stays where it lies`()
    async throws
  {
    let (bench, cards) = try await Self.filled()
    try Self.move(bench, "\(cards)/talk.vcf", to: "")
    try bench.write(
      "talk.vcf",
      try bench.text("talk.vcf").replacingOccurrences(of: "FN:Ana talk", with: "FN:Ana Edited"))
    let outcome = try await bench.sync()
    #expect(outcome.status == 9, "\(outcome.output)")
    #expect(outcome.output.contains("Refused  \(cards)/talk.vcf"), "\(outcome.output)")
    #expect(try bench.text("talk.vcf").contains("FN:Ana Edited"))
    #expect(try bench.text("\(cards)/talk.vcf").contains("FN:Ana talk"))
    #expect(try await bench.home.graphcal("contacts", "--json").items.count == 2)
    #expect(try await bench.sync().output == "both sides are the same\n")
  }

  @Test func `a file that was deleted while another lies loose deletes its event`() async throws {
    let (bench, _) = try await Self.filled()
    try bench.write("other.ics", VdirBench.event("other", "Other"))
    try FileManager.default.removeItem(atPath: bench.root + "/calendars/Calendar/talk.ics")
    let outcome = try await bench.sync()
    #expect(outcome.output.contains("Deleted  calendars/Calendar/talk.ics"), "\(outcome.output)")
    #expect(try await bench.home.graphcal("events", "Talk", "--json").items.isEmpty)
  }

  @Test func `a file in a folder whose name begins with a dot counts as deleted`() async throws {
    let (bench, _) = try await Self.filled()
    try Self.move(bench, "calendars/Calendar/talk.ics", to: ".trash")
    let outcome = try await bench.sync()
    #expect(outcome.output.contains("Deleted  calendars/Calendar/talk.ics"), "\(outcome.output)")
  }

  @Test func `a file that cannot be read is known by its name`() async throws {
    let (bench, _) = try await Self.filled()
    try Self.move(bench, "calendars/Calendar/talk.ics", to: "")
    try bench.write("talk.ics", "cut off")
    let outcome = try await bench.sync()
    #expect(outcome.output.contains("Refused  calendars/Calendar/talk.ics"), "\(outcome.output)")
    #expect(try await bench.home.graphcal("events", "Talk", "--json").items.count == 1)
  }

  @Test func `loose files are told where they lie, with where they belong`() async throws {
    let (bench, cards) = try await Self.filled()
    try bench.write("one.ics", VdirBench.event("one", "One"))
    try bench.write("two.ics", VdirBench.event("two", "Two"))
    try bench.write("contacts/three.ics", VdirBench.event("three", "Three"))
    try bench.write("\(cards)/four.ics", VdirBench.event("four", "Four"))
    try bench.write("calendars/Calendar/five.vcf", "BEGIN:VCARD\r\nEND:VCARD\r\n")
    let told = try await bench.sync()
    #expect(told.status == 0, "\(told.output)")
    for line in [
      "2 files in \(bench.root) are left alone: move them into the folder of a calendar",
      "1 file in contacts is left alone: move it into the folder of a calendar",
      "1 file in \(cards) is left alone: move it into the folder of a calendar",
      "1 file in calendars/Calendar is left alone: move it into a folder of contacts",
    ] {
      #expect(told.errors.contains(line), "\(told.errors)")
    }
  }

  @Test func `a dry run says that nothing is deleted, and changes nothing`() async throws {
    let (bench, _) = try await Self.filled()
    try Self.move(bench, "calendars/Calendar/talk.ics", to: "")
    let shown = try await bench.sync("--dry-run")
    #expect(shown.errors.contains("would be refused (talk.ics has its UID"), "\(shown.errors)")
    #expect(!shown.output.contains("DELETE"), "\(shown.output)")
    #expect(!FileManager.default.fileExists(atPath: bench.root + "/calendars/Calendar/talk.ics"))
  }

  @Test func `a changed day of a file that is deleted at the service is refused once`() async throws
  {
    let bench = try await VdirBench(seed: "empty")
    #expect(try await bench.sync().status == 0)
    let file = "calendars/Calendar/run.ics"
    let gone = "EXDATE;TZID=Europe/Berlin:20261204T100000\r\n"
    try bench.write(file, VdirBench.event("run", "Run", "RRULE:FREQ=DAILY;COUNT=4\r\n" + gone))
    #expect(try await bench.sync().status == 0)
    let day = """
      BEGIN:VEVENT\r
      UID:run\r
      DTSTAMP:20261130T080000Z\r
      RECURRENCE-ID;TZID=Europe/Berlin:20261204T100000\r
      DTSTART;TZID=Europe/Berlin:20261204T140000\r
      DTEND;TZID=Europe/Berlin:20261204T150000\r
      SUMMARY:Run late\r
      END:VEVENT\r
      END:VCALENDAR\r
      """
    let text = try bench.text(file).replacingOccurrences(of: gone, with: "")
    try bench.write(file, text.replacingOccurrences(of: "END:VCALENDAR\r", with: day))
    let outcome = try await bench.sync()
    #expect(outcome.status == 9, "\(outcome.output) \(outcome.errors)")
    #expect(outcome.output.contains("(RECURRENCE-ID of Fri 4 Dec 2026)"), "\(outcome.output)")
    #expect(try bench.text(file).contains("EXDATE"))
    #expect(try bench.text(file + ".conflict").contains("Run late"))
    #expect(try await bench.sync().output == "both sides are the same\n")
  }
}
