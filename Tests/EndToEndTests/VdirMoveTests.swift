import Foundation
import TestSupport
import Testing

/// Items of a folder of files that go from one calendar or folder to another, on either side.
@Suite struct VdirMoveTests {
  private static func bench() async throws -> VdirBench {
    let bench = try await VdirBench(seed: "empty")
    #expect(try await bench.home.graphcal("new-calendar", "Team").status == 0)
    #expect(try await bench.home.graphcal("new-contact-folder", "Crew").status == 0)
    return bench
  }

  /// A bench with one event in Calendar and a card in Contacts, both synchronized.
  private static func filled() async throws -> VdirBench {
    let bench = try await bench()
    #expect(
      try await bench.home.graphcal(
        "new-event", "--subject", "Talk", "--start", "2026-12-03 10:00", "--duration", "1h"
      ).status == 0)
    #expect(
      try await bench.home.graphcal(
        "new-contact", "--given-name", "Ana", "--surname", "Silva", "--phone", "mobile=+1-555-0170"
      ).status == 0)
    let first = try await bench.sync()
    #expect(first.status == 0, "\(first.errors)")
    return bench
  }

  private static func ids(_ bench: VdirBench, _ words: String...) async throws -> [String] {
    try await bench.home.graphcal(words + ["--json"]).items.compactMap {
      ($0["graphcal"] as? [String: Any])?["id"] as? String
    }
  }

  private static func edit(_ bench: VdirBench, _ file: String, _ old: String, _ new: String) throws
  {
    let text = try bench.text(file)
    #expect(text.contains(old), "\(text)")
    try bench.write(file, text.replacingOccurrences(of: old, with: new))
  }

  private static func cards(_ bench: VdirBench, _ place: String) throws -> [String] {
    try bench.files(place).filter { $0.hasSuffix(".vcf") || $0.hasSuffix(".ics") }
  }

  @Test(arguments: [false, true])
  func `an event that the service has moved takes its file along, edited or not`(isEdited: Bool)
    async throws
  {
    let bench = try await Self.filled()
    let file = try bench.file("calendars/Calendar", saying: "SUMMARY:Talk")
    if isEdited { try Self.edit(bench, file, "SUMMARY:Talk", "SUMMARY:Longer talk\r\nX-MINE:1") }
    let id = try #require(try await Self.ids(bench, "events", "Talk").first)
    let moved = try await bench.home.graphcal("move-event", id, "--calendar", "Team", "--yes")
    #expect(moved.status == 0, "\(moved.errors)")
    let outcome = try await bench.sync()
    #expect(outcome.status == 0, "\(outcome.errors) \(outcome.output)")
    let all = try await bench.home.graphcal("events", "talk", "--calendar", "all", "--json").items
    #expect(all.count == 1, "\(outcome.output)")
    #expect(all.first?["subject"] as? String == (isEdited ? "Longer talk" : "Talk"))
    #expect(try Self.cards(bench, "calendars/Calendar").isEmpty)
    let there = try bench.file("calendars/Team", saying: isEdited ? "X-MINE:1" : "SUMMARY:Talk")
    #expect(try Self.cards(bench, "calendars/Team").count == 1, "\(there)")
    #expect(try await bench.sync().output == "both sides are the same\n")
  }

  @Test func `a contact that the service has moved keeps the edit of its card`() async throws {
    let bench = try await Self.filled()
    let file = try bench.file("contacts/Contacts", saying: "FN:Ana Silva")
    try Self.edit(bench, file, "+1-555-0170", "+1-555-0199")
    let id = try #require(try await Self.ids(bench, "contacts").first)
    let moved = try await bench.home.graphcal("move-contact", id, "--folder", "Crew")
    #expect(moved.status == 0, "\(moved.errors)")
    let outcome = try await bench.sync()
    #expect(outcome.status == 0, "\(outcome.errors) \(outcome.output)")
    let all = try await bench.home.graphcal("contacts", "--json").items
    #expect(all.count == 1)
    #expect(all.first?["mobilePhone"] as? String == "+1-555-0199")
    #expect(try Self.cards(bench, "contacts/Contacts").isEmpty)
    #expect(try Self.cards(bench, "contacts/Crew").count == 1)
    #expect(try await bench.sync().output == "both sides are the same\n")
  }

  @Test func `both edit one part while it is moved: the conflict lies side by side`() async throws {
    let bench = try await Self.filled()
    let file = try bench.file("calendars/Calendar", saying: "SUMMARY:Talk")
    try Self.edit(bench, file, "SUMMARY:Talk", "SUMMARY:My talk")
    let id = try #require(try await Self.ids(bench, "events", "Talk").first)
    let home = bench.home
    #expect(try await home.graphcal("edit-event", id, "--subject", "Your talk").status == 0)
    #expect(
      try await home.graphcal("move-event", id, "--calendar", "Team", "--yes").status == 0)
    let outcome = try await bench.sync()
    #expect(outcome.status == 6, "\(outcome.errors) \(outcome.output)")
    let all = try await home.graphcal("events", "talk", "--calendar", "all", "--json").items
    #expect(all.map { $0["subject"] as? String } == ["Your talk"])
    let names = try bench.files("calendars/Team")
    let beside = try #require(names.first { $0.hasSuffix(".conflict") })
    #expect(try bench.text("calendars/Team/" + beside).contains("My talk"))
    #expect(try Self.cards(bench, "calendars/Calendar").isEmpty)
  }

  @Test(arguments: [false, true])
  func `a file that is moved moves its event, with what was edited`(isSeries: Bool) async throws {
    let bench = try await Self.bench()
    let repeats = isSeries ? ["--repeat", "daily", "--count", "4"] : []
    #expect(
      try await bench.home.graphcal(
        ["new-event", "--subject", "Talk", "--start", "2026-12-03 10:00"] + repeats
      ).status == 0)
    #expect(try await bench.sync().status == 0)
    let file = try bench.file("calendars/Calendar", saying: "SUMMARY:Talk")
    let name = try #require(file.split(separator: "/").last)
    try Self.edit(bench, file, "SUMMARY:Talk", "SUMMARY:Longer talk")
    try FileManager.default.moveItem(
      atPath: bench.root + "/" + file, toPath: bench.root + "/calendars/Team/\(name)")
    let shown = try await bench.sync("--dry-run")
    #expect(try shown.items.map { $0["method"] as? String } == ["POST", "DELETE"])
    #expect(shown.errors.contains("would be moved"), "\(shown.errors)")
    let outcome = try await bench.sync()
    #expect(outcome.status == 0, "\(outcome.errors) \(outcome.output)")
    #expect(outcome.output.contains("1 moved there"), "\(outcome.output)")
    let here = try await bench.home.graphcal("events", "talk", "--json").items
    #expect(here.isEmpty)
    let there = try await bench.home.graphcal("events", "talk", "--calendar", "Team", "--json")
    #expect(try there.items.count == (isSeries ? 4 : 1), "\(there.output)")
    #expect(try there.items.allSatisfy { $0["subject"] as? String == "Longer talk" })
    #expect(try Self.cards(bench, "calendars/Team").count == 1)
    #expect(try await bench.sync().output == "both sides are the same\n")
  }

  @Test func `a card that is moved moves its contact, which stays one`() async throws {
    let bench = try await Self.filled()
    let file = try bench.file("contacts/Contacts", saying: "FN:Ana Silva")
    try FileManager.default.moveItem(
      atPath: bench.root + "/" + file, toPath: bench.root + "/contacts/Crew/ana.vcf")
    let outcome = try await bench.sync()
    #expect(outcome.status == 0, "\(outcome.errors) \(outcome.output)")
    #expect(try await bench.home.graphcal("contacts", "--json").items.count == 1)
    let crew = try await bench.home.graphcal("contacts", "--folder", "Crew", "--json").items
    #expect(crew.count == 1)
    #expect(try await bench.sync().output == "both sides are the same\n")
  }

  @Test func `a meeting whose file is moved stays whole, and its file goes back`() async throws {
    let bench = try await Self.bench()
    #expect(
      try await bench.home.graphcal(
        "new-event", "--subject", "Board", "--start", "2026-12-03 10:00", "--attendee",
        "bo@contoso.example", "--yes"
      ).status == 0)
    #expect(try await bench.sync().status == 0)
    let file = try bench.file("calendars/Calendar", saying: "SUMMARY:Board")
    let name = try #require(file.split(separator: "/").last)
    try FileManager.default.moveItem(
      atPath: bench.root + "/" + file, toPath: bench.root + "/calendars/Team/\(name)")
    let before = try bench.writes.count
    let outcome = try await bench.sync()
    #expect(outcome.status == 9, "\(outcome.errors) \(outcome.output)")
    #expect(outcome.output.contains("it cannot be moved: 1 person"), "\(outcome.output)")
    #expect(outcome.output.contains("the file is back in calendars/Calendar"), "\(outcome.output)")
    #expect(try bench.writes.count == before)
    #expect(try bench.text(file).contains("SUMMARY:Board"))
    #expect(try Self.cards(bench, "calendars/Team").isEmpty)
    let all = try await bench.home.graphcal("events", "board", "--calendar", "all", "--json").items
    #expect(all.count == 1)
    // It is told once.
    #expect(try await bench.sync().output == "both sides are the same\n")
  }

  @Test func `a copy with the same UID is refused, and never becomes a second event`()
    async throws
  {
    let bench = try await Self.filled()
    let file = try bench.file("calendars/Calendar", saying: "SUMMARY:Talk")
    try FileManager.default.copyItem(
      atPath: bench.root + "/" + file, toPath: bench.root + "/calendars/Team/copy.ics")
    let outcome = try await bench.sync()
    #expect(outcome.status == 9, "\(outcome.output)")
    #expect(outcome.output.contains("has the same UID"), "\(outcome.output)")
    let all = try await bench.home.graphcal("events", "talk", "--calendar", "all", "--json").items
    #expect(all.count == 1)
    #expect(try bench.text("calendars/Team/copy.ics").contains("Talk"))
  }

  @Test func `a copy that a stopped move has left behind goes on being one item`() async throws {
    let bench = try await Self.filled()
    let file = try bench.file("calendars/Calendar", saying: "SUMMARY:Talk")
    let text = try bench.text(file)
    let name = try #require(file.split(separator: "/").last)
    let id = try #require(try await Self.ids(bench, "events", "Talk").first)
    #expect(
      try await bench.home.graphcal("move-event", id, "--calendar", "Team", "--yes").status == 0)
    // The run was killed after the file was laid down, before the old one went.
    let edited = text.replacingOccurrences(of: "SUMMARY:Talk", with: "SUMMARY:Longer talk")
    try bench.write(file, edited)
    try bench.write("calendars/Team/\(name)", edited)
    let outcome = try await bench.sync()
    #expect(outcome.status == 0, "\(outcome.errors) \(outcome.output)")
    let all = try await bench.home.graphcal("events", "talk", "--calendar", "all", "--json").items
    #expect(all.map { $0["subject"] as? String } == ["Longer talk"])
    #expect(try Self.cards(bench, "calendars/Calendar").isEmpty)
    #expect(try await bench.sync().output == "both sides are the same\n")
  }
}
