import Foundation
import Testing

/// What may not be lost, doubled or done unasked when a series is changed, moved or brought back.
@Suite struct SeriesSafetyTests {
  private typealias Bench = ChangeTests.Bench

  private func series(_ bench: Bench) async throws -> [String] {
    _ = try await bench.make(
      "--subject", "Sync", "--start", "2026-12-01 09:00", "--repeat", "weekly", "--count", "6")
    return try await bench.ids("Sync", "2026-12-01")
  }

  private func attachments(_ id: String, _ bench: Bench) async throws -> [String] {
    try await bench.home.graphcal("attachments", id, "--json").items
      .compactMap { $0["name"] as? String }
  }

  @Test func `of two changes at once one is made, and nothing stands twice`() async throws {
    let bench = try await Bench("--fault", "slow=400:POST /events:3")
    let ids = try await series(bench)
    async let ten = bench.home.graphcal(
      "edit-event", ids[3], "--scope", "following", "--start", "10:00", "--yes")
    async let eleven = bench.home.graphcal(
      "edit-event", ids[3], "--scope", "following", "--start", "11:00", "--yes")
    let states = try await [ten, eleven].map(\.status).sorted()
    #expect(states == [0, 6])
    #expect(try await bench.starts("2026-12-01").count == 6)
  }

  @Test func `of two moves at once one is made, and nothing stands twice`() async throws {
    let bench = try await Bench("--fault", "slow=400:POST /events:3")
    try await bench.run("new-calendar", "Team")
    let ids = try await series(bench)
    let words = ["move-event", ids[0], "--calendar", "Team", "--scope", "series", "--yes"]
    async let first = bench.home.graphcal(words)
    async let second = bench.home.graphcal(words)
    let states = try await [first, second].map(\.status).sorted()
    #expect(states == [0, 6])
    #expect(try await bench.starts("2026-12-01").isEmpty)
    #expect(try await bench.starts("2026-12-01", calendar: "Team").count == 6)
  }

  @Test func `a move that fails on the way leaves everything where it was`() async throws {
    let bench = try await Bench("--fault", "400:GET /instances:1")
    try await bench.run("new-calendar", "Team")
    let ids = try await series(bench)
    try await bench.run("edit-event", ids[1], "--scope", "this", "--subject", "Own", "--yes")
    let before = try await bench.starts("2026-12-01")
    let moved = try await bench.home.graphcal(
      "move-event", ids[0], "--calendar", "Team", "--scope", "series", "--yes")
    #expect(moved.status == 1, "\(moved.errors)")
    #expect(moved.errors.contains("it is where it was"))
    #expect(try await bench.starts("2026-12-01") == before)
    #expect(try await bench.starts("2026-12-01", calendar: "Team").isEmpty)
  }

  @Test(arguments: ["drop", "504"])
  func `a move whose last answer is lost is a move`(fault: String) async throws {
    let bench = try await Bench("--fault", "\(fault):DELETE /me/events/*:1")
    try await bench.run("new-calendar", "Team")
    let id = try await bench.make("--subject", "Lunch", "--start", "2026-12-01 12:00")
    let moved = try await bench.home.graphcal("move-event", id, "--calendar", "Team", "--yes")
    #expect(try await bench.starts("2026-12-01", calendar: "Team").count == 1, "\(moved.errors)")
    #expect(try await bench.starts("2026-12-01").isEmpty)
    #expect(moved.status == 0, "\(moved.errors)")
  }

  @Test func `several undos find what has come back`() async throws {
    let bench = try await Bench()
    let id = try await bench.make("--subject", "Lunch", "--start", "2026-12-01 12:00")
    try await bench.run("edit-event", id, "--subject", "Dinner")
    try await bench.run("delete-event", id, "--yes")
    try await bench.run("undo")
    try await bench.run("undo")
    #expect(try await bench.starts("2026-12-01") == ["2026-12-01T12:00 Lunch"])
    try await bench.run("undo", "--yes")
    #expect(try await bench.starts("2026-12-01").isEmpty)
  }

  @Test func `undo does not pass over files that were attached`() async throws {
    let bench = try await Bench()
    let id = try await bench.make("--subject", "Lunch", "--start", "2026-12-01 12:00")
    let file = bench.home.path("plan.txt")
    try Data("plan".utf8).write(to: URL(fileURLWithPath: file))
    try await bench.run("edit-event", id, "--attach", file)
    let told = try await bench.home.graphcal("undo", "--yes")
    #expect(told.status == 2 && told.errors.contains("attached files"), "\(told.errors)")
    #expect(try await bench.starts("2026-12-01").count == 1)
  }

  @Test func `files of single events go along`() async throws {
    let bench = try await Bench()
    let ids = try await series(bench)
    let file = bench.home.path("plan.txt")
    try Data("plan".utf8).write(to: URL(fileURLWithPath: file))
    try await bench.run("edit-event", ids[4], "--scope", "this", "--attach", file)
    try await bench.run("edit-event", ids[3], "--scope", "following", "--start", "10:00", "--yes")
    let later = try await bench.ids("Sync", "2026-12-22")
    #expect(try await attachments(later[1], bench) == ["plan.txt"])
    try await bench.run("new-calendar", "Team")
    try await bench.run("move-event", later[0], "--calendar", "Team", "--scope", "series", "--yes")
    let there = try await bench.home.graphcal(
      "agenda", "--from", "2026-12-29", "--days", "1", "--calendar", "Team", "--json")
    let id = try #require(try there.items.first?["id"] as? String)
    #expect(try await attachments(id, bench) == ["plan.txt"])
  }

  @Test func `a guest of one event alone is told of, and stays invited`() async throws {
    let bench = try await Bench()
    let ids = try await series(bench)
    try await bench.run(
      "edit-event", ids[4], "--scope", "this", "--add-attendee", "bo@contoso.example", "--yes")
    let asked = try await bench.home.graphcal(
      "edit-event", ids[3], "--scope", "following", "--location", "Roof")
    #expect(asked.status == 8 && asked.errors.contains("1 person"), "\(asked.errors)")
    try await bench.run("edit-event", ids[3], "--scope", "following", "--location", "Roof", "--yes")
    let later = try await bench.ids("Sync", "2026-12-22")
    let people = try await bench.show(later[1])["attendees"] as? [[String: Any]]
    #expect(
      people?.compactMap { ($0["emailAddress"] as? [String: Any])?["address"] as? String }
        == ["bo@contoso.example"])
    let deleted = try await bench.home.graphcal("delete-event", later[0], "--scope", "series")
    #expect(deleted.status == 8 && deleted.errors.contains("1 person"), "\(deleted.errors)")
  }

  @Test func `single events stay as they were changed`() async throws {
    let bench = try await Bench()
    let ids = try await series(bench)
    try await bench.run(
      "edit-event", ids[4], "--scope", "this", "--subject", "Own", "--start", "2026-12-30 14:00",
      "--duration", "2h", "--yes")
    let changed = try await bench.run(
      "edit-event", ids[3], "--scope", "following", "--start", "10:00", "--subject", "New", "--yes")
    #expect(changed.errors.contains("1 single event will stay as changed before"))
    #expect(
      try await bench.starts("2026-12-22") == [
        "2026-12-22T10:00 New", "2026-12-30T14:00 Own", "2027-01-05T10:00 New",
      ])
  }

  @Test func `another rule ends as the old one did`() async throws {
    let bench = try await Bench()
    let ids = try await series(bench)
    try await bench.run(
      "edit-event", ids[0], "--scope", "series", "--repeat", "every 2 weeks", "--yes")
    #expect(try await bench.starts("2026-12-01", days: 300).count == 6)
    try await bench.run("edit-event", ids[0], "--scope", "series", "--until", "never", "--yes")
    #expect(try await bench.starts("2026-12-01", days: 300).count > 15)
  }

  @Test func `a copied series begins on the day that was said, single events move along`()
    async throws
  {
    let bench = try await Bench()
    let ids = try await series(bench)
    try await bench.run(
      "edit-event", ids[1], "--scope", "this", "--start", "2026-12-09 11:00", "--duration", "2h",
      "--subject", "Sync two", "--yes")
    try await bench.run(
      "copy-event", ids[3], "--scope", "series", "--start", "2027-02-02 08:00", "--yes")
    #expect(
      try await bench.starts("2027-02-01", days: 12) == [
        "2027-02-02T08:00 Sync", "2027-02-10T11:00 Sync two",
      ])
  }

  @Test func `what undo could not bring back is tried again`() async throws {
    let bench = try await Bench("--fault", "400:GET /instances:1")
    let ids = try await series(bench)
    try await bench.run("edit-event", ids[1], "--scope", "this", "--subject", "Own", "--yes")
    let before = try await bench.starts("2026-12-01")
    try await bench.run("delete-event", ids[0], "--scope", "series", "--yes")
    let half = try await bench.home.graphcal("undo", "--yes")
    #expect(half.status == 9, "\(half.errors)")
    #expect(half.errors.contains("graphcal undo once more"))
    try await bench.run("undo", "--yes")
    #expect(try await bench.starts("2026-12-01") == before)
  }

  @Test func `what was told to others is said once, and then what was before it goes back`()
    async throws
  {
    let bench = try await Bench()
    let lunch = try await bench.make("--subject", "Lunch", "--start", "2026-12-01 12:00")
    try await bench.run("edit-event", lunch, "--subject", "Dinner")
    let talk = try await bench.make(
      "--subject", "Talk", "--start", "2026-12-02 12:00", "--attendee", "bo@contoso.example")
    #expect(!talk.isEmpty)
    let told = try await bench.home.graphcal("undo")
    #expect(told.status == 1 && told.errors.contains("mails cannot be called back"))
    try await bench.run("undo")
    #expect(try await bench.show(lunch)["subject"] as? String == "Lunch")
  }
}
