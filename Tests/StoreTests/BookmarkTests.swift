import Foundation
import JSON
import Testing

import Store

/// What is told of a copy's changes, and that nothing of it is lost or told twice.
@Suite struct BookmarkTests {
  private typealias Shelf = MailboxCopyTests.Shelf
  private static let now = MailboxCopyTests.now

  /// A shelf whose calendar and folder were read whole.
  private static func shelf() async throws -> Shelf {
    let shelf = try await Shelf()
    try await shelf.round(MailboxCopyTests.event("a", "One"), isFull: true)
    try await shelf.round(
      #"{"id":"p","displayName":"Lena Fog"}"#, of: shelf.folder, isFull: true)
    return shelf
  }

  private static func news(
    _ store: MailboxStore, _ bookmark: Bookmark, settles: Bool = true, at time: Date = now
  ) async throws -> [String] {
    let news = try await store.news(
      since: bookmark, zones: MailboxCopyTests.zones, at: time, of: { _ in true })
    if settles { try await store.settle(news, in: bookmark, at: time) }
    return CopyNews.changes(news.differences).map { change in
      ([change.kind.rawValue, change.id] + change.properties).joined(separator: " ")
    }
  }

  static let kinds: [String?] = [nil, "mail"]

  @Test(arguments: kinds)
  func `it begins with what there is, and tells each change once`(name: String?) async throws {
    let shelf = try await Self.shelf()
    let bookmark = Bookmark(name: name, scope: "all")
    #expect(try await Self.news(shelf.store, bookmark) == [])
    #expect(try await Self.news(shelf.store, bookmark) == [])
    try await shelf.round(
      MailboxCopyTests.event("a", "Other", day: 2) + "," + MailboxCopyTests.event("b", "Two"))
    try await shelf.round(#"{"id":"p","@removed":{"reason":"deleted"}}"#, of: shelf.folder)
    #expect(
      try await Self.news(shelf.store, bookmark) == [
        "created b", "changed a end start subject", "deleted p",
      ])
    #expect(try await Self.news(shelf.store, bookmark) == [])
  }

  @Test func `what another program brings into the copy is told as well`() async throws {
    let shelf = try await Self.shelf()
    let bookmark = Bookmark(scope: "all")
    #expect(try await Self.news(shelf.store, bookmark) == [])
    let other = try await Shelf(path: shelf.path)
    // However often there was nothing before.
    for day in 1...3 {
      #expect(try await Self.news(shelf.store, bookmark) == [])
      #expect(try await Self.news(shelf.store, bookmark) == [])
      try await other.round(MailboxCopyTests.event("b\(day)", "Two", day: day))
      #expect(try await Self.news(shelf.store, bookmark) == ["created b\(day)"])
    }
    await other.store.close()
  }

  @Test func `what was not written down is told again, also by the next process`() async throws {
    let shelf = try await Self.shelf()
    let bookmark = Bookmark(name: "mail", scope: "all")
    #expect(try await Self.news(shelf.store, bookmark) == [])
    try await shelf.round(MailboxCopyTests.event("b", "Two"))
    #expect(try await Self.news(shelf.store, bookmark, settles: false) == ["created b"])
    await shelf.store.close()
    let next = MailboxStore(path: shelf.path, prepare: StateStoreTests.prepare)
    #expect(try await Self.news(next, bookmark) == ["created b"])
    #expect(try await Self.news(next, bookmark) == [])
    // Two names know nothing of each other.
    #expect(try await Self.news(next, Bookmark(name: "other", scope: "all")) == [])
    #expect(try await next.removeBookmark("mail"))
    #expect(try await !next.removeBookmark("mail"))
  }

  @Test func `what comes between telling and writing down is not lost`() async throws {
    let shelf = try await Self.shelf()
    let bookmark = Bookmark(name: "mail", scope: "all")
    #expect(try await Self.news(shelf.store, bookmark) == [])
    try await shelf.round(MailboxCopyTests.event("b", "Two"))
    let news = try await shelf.store.news(
      since: bookmark, zones: MailboxCopyTests.zones, at: Self.now, of: { _ in true })
    try await shelf.round(MailboxCopyTests.event("b", "Three"))
    try await shelf.store.settle(news, in: bookmark, at: Self.now)
    #expect(try await Self.news(shelf.store, bookmark) == ["changed b subject"])
    for _ in 0..<3 { #expect(try await Self.news(shelf.store, bookmark) == []) }
    try await shelf.round(#"{"id":"b","@removed":{"reason":"deleted"}}"#)
    #expect(try await Self.news(shelf.store, bookmark) == ["deleted b"])
  }

  @Test func `a round from the start tells differences alone, and a forgotten copy none`()
    async throws
  {
    let shelf = try await Self.shelf()
    let bookmark = Bookmark(scope: "all")
    try await shelf.round(MailboxCopyTests.event("b", "Two"))
    #expect(try await Self.news(shelf.store, bookmark) == [])
    try await shelf.store.forgetCopy()
    #expect(try await Self.news(shelf.store, bookmark) == [])
    try await shelf.store.setCollections(.calendar, [shelf.calendar])
    // Listed but not read yet: still nothing is gone.
    #expect(try await Self.news(shelf.store, bookmark) == [])
    try await shelf.round(
      MailboxCopyTests.event("b", "Two") + "," + MailboxCopyTests.event("c", "Three"), isFull: true)
    #expect(try await Self.news(shelf.store, bookmark) == ["deleted a", "created c"])
  }

  @Test func `a forgotten copy leaves no bookmark with its items`() async throws {
    let shelf = try await Self.shelf()
    let bookmark = Bookmark(name: "mail", scope: "all")
    #expect(try await Self.news(shelf.store, bookmark) == [])
    try await shelf.store.forgetCopy()
    await shelf.store.close()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: shelf.path))
    #expect(bytes.range(of: Data("Lena Fog".utf8)) == nil)
  }

  @Test func `a new calendar is told, one that only was asked for now is not`() async throws {
    let shelf = try await Self.shelf()
    let bookmark = Bookmark(name: "mail", scope: "all")
    #expect(try await Self.news(shelf.store, bookmark) == [])
    var second = CopyCollection(
      kind: .calendar, id: "d", resource: ["id": "d", "name": "Trips"])
    second.window = shelf.calendar.window
    second.deltaLink = "link-3"
    try await shelf.store.setCollections(.calendar, [shelf.calendar, second])
    #expect(try await Self.news(shelf.store, bookmark) == [])
    try await shelf.round(MailboxCopyTests.event("t", "Oslo"), of: second, isFull: true)
    #expect(try await Self.news(shelf.store, bookmark) == ["created t"])
    #expect(try await Self.news(shelf.store, Bookmark(name: "mail", scope: "more")) == [])
    // A calendar that is deleted goes with its events.
    try await shelf.store.setCollections(.calendar, [shelf.calendar])
    #expect(
      try await Self.news(shelf.store, Bookmark(name: "mail", scope: "more")) == ["deleted t"])
    #expect(try await Self.news(shelf.store, Bookmark(name: "mail", scope: "more")) == [])
  }

  @Test func `days that come and go are no changes`() async throws {
    let shelf = try await Self.shelf()
    let bookmark = Bookmark(scope: "all")
    #expect(try await Self.news(shelf.store, bookmark) == [])
    var moved = shelf.calendar
    // The event of 1 December is outside now, and that of the 30th was outside before.
    let late = MailboxCopyTests.event("z", "Late").replacing("2026-12-01", with: "2027-12-30")
    moved.window = Self.date(12, 2)..<Self.date(12, 31).addingTimeInterval(400 * 86_400)
    try await shelf.round(
      late + "," + MailboxCopyTests.event("b", "Two", day: 3), of: moved, isFull: true)
    #expect(try await Self.news(shelf.store, bookmark) == ["created b"])
  }

  @Test func `a bookmark that nobody comes back to goes`() async throws {
    let shelf = try await Self.shelf()
    #expect(try await Self.news(shelf.store, Bookmark(name: "old", scope: "all")) == [])
    _ = try await Self.news(
      shelf.store, Bookmark(name: "new", scope: "all"), at: Self.now.addingTimeInterval(91 * 86_400)
    )
    #expect(try await !shelf.store.removeBookmark("old"))
    #expect(try await shelf.store.removeBookmark("new"))
  }

  @Test func `series are told once, with what differs besides`() async throws {
    let shelf = try await Self.shelf()
    let bookmark = Bookmark(scope: "all")
    #expect(try await Self.news(shelf.store, bookmark) == [])
    let stubs = (2...4).map { MailboxCopyTests.stub("S\($0)", of: "S", day: $0) }
    try await shelf.round(
      ([MailboxCopyTests.master("S", "Daily")] + stubs).joined(separator: ","))
    #expect(try await Self.news(shelf.store, bookmark) == ["created S"])
    // Another name: one line for all.
    let renamed = stubs.map { $0.replacing(#"W/\"k"#, with: #"W/\"n"#) }
    try await shelf.round(
      ([MailboxCopyTests.master("S", "Stand-up")] + renamed).joined(separator: ","))
    #expect(try await Self.news(shelf.store, bookmark) == ["changed S subject"])
    // One of it is another thing from now on, and one is gone.
    let exception = MailboxCopyTests.event("S3", "Moved", day: 3, #","seriesMasterId":"S""#)
      .replacing("singleInstance", with: "exception")
    try await shelf.round(exception, lost: ["S4"])
    #expect(
      try await Self.news(shelf.store, bookmark) == [
        "changed S3 subject type", "deleted S4",
      ])
    try await shelf.round("", lost: ["S", "S2", "S3"])
    #expect(try await Self.news(shelf.store, bookmark) == ["deleted S"])
  }

  @Test func `a reminder is claimed once, whoever asks`() async throws {
    let shelf = try await Self.shelf()
    let other = MailboxStore(path: shelf.path, prepare: StateStoreTests.prepare)
    let reminder = GivenReminder(event: "a", fires: Self.now)
    #expect(try await shelf.store.givenReminders() == [])
    #expect(try await shelf.store.claim(reminder, at: Self.now))
    #expect(try await !other.claim(reminder, at: Self.now))
    #expect(try await other.givenReminders() == [reminder])
    try await other.unclaim(reminder)
    #expect(try await shelf.store.claim(reminder, at: Self.now))
    let later = GivenReminder(event: "a", fires: Self.now.addingTimeInterval(200 * 86_400))
    #expect(try await other.claim(later, at: later.fires))
    #expect(try await other.givenReminders() == [later])
  }

  private static func date(_ month: Int, _ day: Int) -> Date {
    var parts = DateComponents()
    parts.year = 2026
    parts.month = month
    parts.day = day
    parts.timeZone = TimeZone(secondsFromGMT: 0)
    return Calendar(identifier: .gregorian).date(from: parts) ?? .distantPast
  }
}
