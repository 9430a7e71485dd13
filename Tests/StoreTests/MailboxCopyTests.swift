import CalendarTime
import Foundation
import JSON
import SQLite
import Testing

import Store

@Suite struct MailboxCopyTests {
  static let zones = ZoneDatabase.system(environment: [:])
  static let now = Date(timeIntervalSince1970: 1_796_000_000)
  static let year = Date(timeIntervalSince1970: 1_790_000_000)..<now.addingTimeInterval(2e7)

  /// A store with one calendar and one folder.
  struct Shelf {
    let path: String
    let store: MailboxStore
    var calendar = CopyCollection(
      kind: .calendar, id: "c", resource: ["id": "c", "name": "Calendar"])
    var folder = CopyCollection(
      kind: .contactFolder, id: "f", resource: ["id": "f", "displayName": "Contacts"])

    init(path: String? = nil) async throws {
      self.path = try path ?? StateStoreTests.path()
      store = MailboxStore(path: self.path, prepare: StateStoreTests.prepare)
      calendar.window = MailboxCopyTests.year
      calendar.deltaLink = "link-1"
      folder.deltaLink = "link-2"
      try await store.setCollections(.calendar, [calendar])
      try await store.setCollections(.contactFolder, [folder])
    }

    @discardableResult
    func round(
      _ items: String, of collection: CopyCollection? = nil, isFull: Bool = false,
      lost: Set<String> = []
    ) async throws -> CopyChanges {
      let collection = collection ?? calendar
      let page = try DeltaRoundTests.page(items, delta: "d")
      try await store.unstage(collection)
      try await store.stage(page.entries, of: collection)
      return try await store.commit(
        collection, isFull: isFull, lost: lost, at: MailboxCopyTests.now)
    }

    func events() async throws -> [JSONObject] {
      try await store.events(
        around: MailboxCopyTests.year, in: calendar, zones: MailboxCopyTests.zones
      ).sorted { ($0["id"]?.string ?? "") < ($1["id"]?.string ?? "") }
    }

    func ids() async throws -> [String] { try await events().compactMap { $0["id"]?.string } }
  }

  static func event(
    _ id: String, _ subject: String = "x", day: Int = 1, _ more: String = ""
  ) -> String {
    #"{"id":"\#(id)","subject":"\#(subject)","type":"singleInstance","#
      + #""start":{"dateTime":"2026-12-0\#(day)T09:00:00.0000000","timeZone":"UTC"},"#
      + #""end":{"dateTime":"2026-12-0\#(day)T10:00:00.0000000","timeZone":"UTC"}\#(more)}"#
  }

  static func stub(_ id: String, of series: String, day: Int) -> String {
    #"{"@odata.etag":"W/\"k\#(day)\"","id":"\#(id)","type":"occurrence","seriesMasterId":"\#(series)","#
      + #""start":{"dateTime":"2026-12-0\#(day)T09:00:00.0000000","timeZone":"UTC"},"#
      + #""end":{"dateTime":"2026-12-0\#(day)T10:00:00.0000000","timeZone":"UTC"}}"#
  }

  static func master(_ id: String, _ subject: String) -> String {
    event(id, subject).replacing("singleInstance", with: "seriesMaster")
  }

  @Test func `a resource is kept whole, letter for letter`() async throws {
    let shelf = try await Shelf()
    let text = Self.event("a", #"\"é\" \u202e 😀"#, #","x":{"n":1.0e-3,"z":null,"a":[{}]}"#)
    try await shelf.round(text, isFull: true)
    let kept = try await shelf.events()
    #expect(try kept.map { JSON.object($0).text(.wire) } == [JSON(parsing: text).text(.wire)])
  }

  @Test func `rounds tell what is new, changed and gone, and merge what comes in part`()
    async throws
  {
    let shelf = try await Shelf()
    let first = try await shelf.round(
      [Self.event("a"), Self.event("b"), Self.event("c")].joined(separator: ","), isFull: true)
    #expect(first == CopyChanges(created: 3))
    // In part, replayed, twice in one round, gone and unknown.
    let second = try await shelf.round(
      #"{"id":"a","subject":"y"},{"id":"a","showAs":"free"},"# + Self.event("b") + ","
        + #"{"id":"c","@removed":{"reason":"deleted"}},{"id":"z","@removed":{"reason":"changed"}}"#)
    #expect(second == CopyChanges(changed: 1, deleted: 1))
    let events = try await shelf.events()
    #expect(events.map { $0["subject"] } == ["y", "x"])
    #expect(events[0]["showAs"] == "free" && events[0]["start"] != nil)
    #expect(try await shelf.round("") == CopyChanges())
  }

  // C041
  @Test func `a round from the start leaves only what it told`() async throws {
    let shelf = try await Shelf()
    try await shelf.round([Self.event("a"), Self.event("b")].joined(separator: ","), isFull: true)
    let again = try await shelf.round(
      [Self.event("b"), Self.event("c")].joined(separator: ","), isFull: true)
    #expect(again == CopyChanges(created: 1, deleted: 1))
    #expect(try await shelf.ids() == ["b", "c"])
  }

  @Test func `what is gone and comes again in one round is there`() async throws {
    let shelf = try await Shelf()
    try await shelf.round(Self.event("a"), isFull: true)
    try await shelf.round(#"{"id":"a","@removed":{"reason":"deleted"}},"# + Self.event("a", "new"))
    #expect(try await shelf.events().map { $0["subject"] } == ["new"])
    try await shelf.round(Self.event("a") + #",{"id":"a","@removed":{"reason":"deleted"}}"#)
    #expect(try await shelf.ids() == [])
  }

  @Test func `an occurrence is its series with id and times of its own`() async throws {
    let shelf = try await Shelf()
    let changes = try await shelf.round(
      [
        Self.master("S", "Stand-up"), Self.stub("S1", of: "S", day: 1),
        Self.stub("S2", of: "S", day: 2),
      ]
      .joined(separator: ","), isFull: true)
    #expect(changes == CopyChanges(created: 2))
    let events = try await shelf.events()
    #expect(events.map { $0["id"] } == ["S1", "S2"])
    #expect(events.allSatisfy { $0["subject"] == "Stand-up" && $0["type"] == "occurrence" })
    #expect(events[1]["start"]?["dateTime"] == "2026-12-02T09:00:00.0000000")
    #expect(events[1]["changeKey"] == "k2")
    // The series alone changes what all of its occurrences show.
    try await shelf.round(Self.master("S", "Daily"))
    #expect(try await shelf.events().map { $0["subject"] } == ["Daily", "Daily"])
    // One that becomes an exception, and is an occurrence again.
    let exception = Self.event("S1", "Long").replacing(
      "singleInstance\"", with: #"exception","seriesMasterId":"S""#)
    try await shelf.round(exception)
    #expect(try await shelf.events().map { $0["subject"] } == ["Long", "Daily"])
    try await shelf.round(Self.stub("S1", of: "S", day: 1))
    #expect(try await shelf.events().map { $0["subject"] } == ["Daily", "Daily"])
    // Lost ones go, and with the last of them the series.
    #expect(try await shelf.round("", lost: ["S1", "S2"]) == CopyChanges(deleted: 2))
    #expect(try await shelf.store.storedSeries(["S"], in: shelf.calendar).isEmpty)
  }

  @Test func `occurrences without their series are not kept`() async throws {
    let shelf = try await Shelf()
    try await shelf.round(Self.stub("S1", of: "S", day: 1) + "," + Self.event("a"), isFull: true)
    #expect(try await shelf.ids() == ["a"])
  }

  @Test func `a calendar that is gone takes its events along`() async throws {
    let shelf = try await Shelf()
    try await shelf.round(Self.event("a", "Zahnarzt"), isFull: true)
    let gone = try await shelf.store.setCollections(.calendar, [])
    #expect(gone.map(\.id) == ["c"])
    #expect(try await shelf.store.items(.calendar, matching: "zahnarzt") == [])
    #expect(try await shelf.store.collections()?.map(\.id) == ["f"])
  }

  @Test(arguments: [
    ("muller", ["a"]), ("MÜLL", ["a"]), ("müller zahnarzt", ["a"]), ("aiko@contoso", ["b"]),
    ("cafe", ["b"]), ("\"OR\" *", []), ("", []), ("nobody", []), ("vertrag", ["b"]),
  ])
  func `words are found without accents, by their beginnings`(
    words: String, expected: [String]
  ) async throws {
    let shelf = try await Shelf()
    try await shelf.round(
      Self.event("a", "Zahnarzt Dr. Müller") + ","
        + Self.event(
          "b", "x",
          #","location":{"displayName":"Café Krone"},"bodyPreview":"Vertrag","attendees":"#
            + #"[{"emailAddress":{"name":"Aiko","address":"aiko@contoso.example"}}]"#),
      isFull: true)
    #expect(try await shelf.store.items(.calendar, matching: words) == expected)
    #expect(try await shelf.store.items(.contactFolder, matching: words) == [])
  }

  @Test func `contacts are kept by folder`() async throws {
    let shelf = try await Shelf()
    let changes = try await shelf.round(
      #"{"id":"p","displayName":"Søren Kjær","companyName":"Nord"},{"id":"q","displayName":"Li"}"#,
      of: shelf.folder, isFull: true)
    #expect(changes == CopyChanges(created: 2))
    #expect(try await shelf.store.contacts(in: shelf.folder) { $0["id"] } == ["p", "q"])
    #expect(try await shelf.store.items(.contactFolder, matching: "nord kj") == ["p"])
    #expect(try await shelf.store.count(of: shelf.folder) == 2)
  }

  @Test func `what was put aside is nothing before the round is complete`() async throws {
    let shelf = try await Shelf()
    try await shelf.round(Self.event("a"), isFull: true)
    let page = try DeltaRoundTests.page(Self.event("b"), next: "n")
    try await shelf.store.unstage(shelf.calendar)
    try await shelf.store.stage(page.entries, of: shelf.calendar)
    // Another process sees the old state, and an end here leaves it.
    let other = MailboxStore(path: shelf.path, prepare: StateStoreTests.prepare)
    #expect(
      try await other.events(around: Self.year, in: shelf.calendar, zones: Self.zones)
        .map { $0["id"] } == ["a"])
    #expect(try await shelf.ids() == ["a"])
    try await shelf.store.unstage(shelf.calendar)
    #expect(try await shelf.round("") == CopyChanges())
  }

  @Test func `a round that cannot be kept changes nothing`() async throws {
    let shelf = try await Shelf()
    try await shelf.round(Self.event("a"), isFull: true)
    // A fault in the middle of keeping: the second item is refused by the database.
    let database = try Database(.file(path: shelf.path, .existing))
    try database.execute(
      """
      CREATE TRIGGER fault BEFORE INSERT ON items WHEN new.id = 'c'
      BEGIN SELECT RAISE(ABORT, 'no'); END
      """)
    await #expect(throws: MailboxStoreError.self) {
      try await shelf.round(
        [Self.event("a", "new"), Self.event("b"), Self.event("c")].joined(separator: ","),
        isFull: true)
    }
    #expect(try await shelf.events().map { $0["subject"] } == ["x"])
    #expect(try await shelf.store.collections()?.first?.synced == Self.now)
    try database.execute("DROP TRIGGER fault")
    try await shelf.round([Self.event("b"), Self.event("c")].joined(separator: ","), isFull: true)
    #expect(try await shelf.ids() == ["b", "c"])
  }

  @Test func `forgetting leaves nothing of the copy and all of the journal`() async throws {
    let shelf = try await Shelf()
    _ = try await shelf.store.plan(["deed": "x"], at: Self.now)
    let items = (0..<300).map { Self.event("e\($0)", "Geheimnisvoll\($0)") }
    try await shelf.round(items.joined(separator: ","), isFull: true)
    try await shelf.store.forgetCopy()
    #expect(try await shelf.store.collections() == [])
    #expect(try await shelf.store.last()?.record == ["deed": "x"])
    for ending in ["", "-wal"] {
      let bytes = (try? Data(contentsOf: URL(fileURLWithPath: shelf.path + ending))) ?? Data()
      for word in ["Geheimnisvoll", "geheimnisvoll"] {
        #expect(bytes.range(of: Data(word.utf8)) == nil, "\(word) in \(ending)")
      }
    }
  }
}
