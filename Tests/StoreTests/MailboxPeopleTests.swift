import CalendarTime
import JSON
import SQLite
import Testing

@testable import Store

/// Whom the copy of a mailbox knows.
@Suite struct MailboxPeopleTests {
  private typealias Copy = MailboxCopyTests
  private static let today = CalendarDate(daysSinceEpoch: 20_787)

  private static func contact(
    _ id: String, _ name: String, _ addresses: String..., more: String = ""
  ) -> String {
    let mails = addresses.map { #"{"name":"\#(name)","address":"\#($0)"}"# }.joined(separator: ",")
    return #"{"id":"\#(id)","displayName":"\#(name)","emailAddresses":[\#(mails)]\#(more)}"#
  }

  private static func meeting(
    _ id: String, day: Int = 1, with people: (name: String, address: String)...,
    type: String = "required"
  ) -> String {
    let attendees = people.map {
      #"{"type":"\#(type)","emailAddress":{"name":"\#($0.name)","address":"\#($0.address)"}}"#
    }.joined(separator: ",")
    return Copy.event(id, "x", day: day, #","attendees":[\#(attendees)]"#)
  }

  private func addresses(
    _ shelf: MailboxCopyTests.Shelf, _ text: String
  ) async throws -> [String] {
    try #require(try await shelf.store.people(matching: text, on: Self.today)).map(\.address)
  }

  private func names(_ shelf: MailboxCopyTests.Shelf, _ text: String) async throws -> [String] {
    try #require(try await shelf.store.people(matching: text, on: Self.today)).map(\.name)
  }

  @Test(arguments: [
    ("mul", ["Müller, Jan"]), ("MÜL", ["Müller, Jan"]), ("jan mul", ["Müller, Jan"]),
    ("jan.m", ["Müller, Jan"]), ("mueller", ["Müller, Jan"]), ("@post", ["Müller, Jan"]),
    ("ller", []), ("jan fog", []), ("neil", ["Sean O'Neil"]), ("o'n", ["Sean O'Neil"]),
    ("\"sean", ["Sean O'Neil"]), ("snooker", ["Sean O'Neil"]), ("100%", []), ("_", []),
    ("a%", []), ("(", []), ("doe", ["Doe-Ray Ltd"]), ("ray", ["Doe-Ray Ltd"]),
    ("harbor", ["Doe-Ray Ltd", "Sean O'Neil"]), ("'", []),
    ("", ["Doe-Ray Ltd", "Müller, Jan", "Sean O'Neil"]),
  ])
  func `a word begins a word of a name, of the address, or the domain`(
    text: String, found: [String]
  ) async throws {
    let shelf = try await Copy.Shelf()
    try await shelf.round(
      [
        Self.contact("1", "Müller, Jan", "Jan.Mueller@post.example"),
        Self.contact("2", "Sean O'Neil", "so@harbor.example", more: #","nickName":"Snooker""#),
        Self.contact("3", "", "info@harbor.example", more: #","companyName":"Doe-Ray Ltd""#),
        Self.contact("4", "No Address"),
      ].joined(separator: ","), of: shelf.folder, isFull: true)
    #expect(try await names(shelf, text) == found)
  }

  @Test func `who is met often and lately comes first, whoever is only known last`() async throws {
    let shelf = try await Copy.Shelf()
    try await shelf.round(
      [
        Self.contact("1", "Ana Rarely", "ana@a.example"),
        Self.contact("2", "Ana Never", "never@a.example"),
        Self.contact("3", "Ana Often", "often@a.example"),
        Self.contact("4", "Bea", "bea@c.example"),
      ].joined(separator: ","), of: shelf.folder, isFull: true)
    try await shelf.round(
      [
        Self.meeting("a", with: ("O", "Often@A.example"), ("Ana Stranger", "s@b.example")),
        Self.meeting("b", day: 2, with: ("O", "often@a.example"), ("R", "ana@a.example")),
        Self.meeting(
          "c", day: 3, with: ("O", "often@a.example"), ("Ana Stranger", "s@b.example")),
      ].joined(separator: ","), isFull: true)
    let people = try #require(try await shelf.store.people(matching: "ana", on: Self.today))
    #expect(
      people.map(\.name) == ["Ana Often", "Ana Stranger", "Ana Rarely", "Ana Never"])
    #expect(people.map(\.isContact) == [true, false, true, true])
    #expect(people.map(\.events) == [3, 2, 1, 0])
    #expect(people[3].lastDay == nil)
    // What fits by the domain alone comes after a name, however often it is met.
    #expect(try await addresses(shelf, "b") == ["bea@c.example", "s@b.example"])
  }

  @Test func `a series that goes on counts as much as four meetings`() async throws {
    let shelf = try await Copy.Shelf()
    let master = Self.meeting("S", with: ("Weekly", "w@x.example"))
      .replacing("singleInstance", with: "seriesMaster")
    let singles = (1...5).map { Self.meeting("m\($0)", day: $0, with: ("Five", "f@x.example")) }
    let three = (1...3).map { Self.meeting("t\($0)", day: $0, with: ("Three", "t@x.example")) }
    try await shelf.round(
      ([master, Copy.stub("S1", of: "S", day: 1)] + singles + three).joined(separator: ","),
      isFull: true)
    #expect(try await names(shelf, "@x") == ["Five", "Weekly", "Three"])
  }

  @Test func `one address has one entry by the name most used, and each contact its own`()
    async throws
  {
    let shelf = try await Copy.Shelf()
    try await shelf.round(
      [
        Self.meeting("a", with: ("Kim", "kim@x.example")),
        Self.meeting("b", with: ("Kim Lee", "KIM@x.example")),
        Self.meeting("c", with: ("Kim Lee", "kim@x.example")),
        Self.meeting("d", with: ("'kim@x.example'", "kim@x.example")),
      ].joined(separator: ","), isFull: true)
    #expect(try await names(shelf, "kim") == ["Kim Lee"])
    try await shelf.round(
      [
        Self.contact("1", "Mama", "kim@x.example"), Self.contact("2", "Papa", "kim@x.example"),
      ].joined(separator: ","), of: shelf.folder, isFull: true)
    #expect(try await names(shelf, "pap") == ["Papa"])
    // Found by the name of events, told by those of the address book.
    #expect(try await names(shelf, "lee") == ["Mama", "Papa"])
  }

  @Test func `rooms are no people, and what is no address is none`() async throws {
    let shelf = try await Copy.Shelf()
    try await shelf.round(
      [
        Self.meeting("a", with: ("Room Jib", "jib@x.example"), type: "resource"),
        Self.meeting("b", with: ("Legacy", "/O=ORG/CN=X"), ("Empty", ""), ("Two", "a b@x")),
      ].joined(separator: ","), isFull: true)
    #expect(try await addresses(shelf, "") == [])
  }

  @Test func `people change and go with the items that name them`() async throws {
    let shelf = try await Copy.Shelf()
    try await shelf.round(
      Self.meeting("a", with: ("Old", "o@x.example")) + ","
        + Self.meeting("b", with: ("Stays", "s@x.example")), isFull: true)
    try await shelf.round(Self.meeting("a", with: ("New", "n@x.example")))
    #expect(try await names(shelf, "@x") == ["New", "Stays"])
    try await shelf.round(#"{"id":"a","@removed":{"reason":"deleted"}}"#)
    #expect(try await names(shelf, "@x") == ["Stays"])
    #expect(try Self.count("people", in: shelf.path) == 1)
    try await shelf.store.setCollections(.calendar, [])
    #expect(try await names(shelf, "") == [])
    #expect(try Self.count("people", in: shelf.path) == 0)
    #expect(try Self.count("seen", in: shelf.path) == 0)
  }

  @Test func `a copy that is deleted leaves nobody`() async throws {
    let shelf = try await Copy.Shelf()
    try await shelf.round(Self.contact("1", "Ana", "ana@x.example"), of: shelf.folder, isFull: true)
    try await shelf.store.forgetCopy()
    #expect(try Self.count("people", in: shelf.path) == 0)
    #expect(try Self.count("seen", in: shelf.path) == 0)
  }

  @Test func `one's own address comes last`() async throws {
    var shelf = try await Copy.Shelf()
    shelf.calendar.resource["isDefaultCalendar"] = true
    shelf.calendar.resource["owner"] = ["name": "Kim", "address": "Kim@x.example"]
    try await shelf.store.setCollections(.calendar, [shelf.calendar])
    try await shelf.round(
      Self.meeting("a", with: ("Kim", "kim@x.example")) + ","
        + Self.meeting("b", with: ("Kim", "kim@x.example"), ("Kirk", "kirk@x.example")),
      isFull: true)
    #expect(try await names(shelf, "ki") == ["Kirk", "Kim"])
  }

  @Test func `a copy of an earlier version tells its people after the step of the schema`()
    async throws
  {
    let shelf = try await Copy.Shelf()
    try await shelf.round(Self.contact("1", "Ana", "ana@x.example"), of: shelf.folder, isFull: true)
    try await shelf.round(
      Self.meeting("b", with: ("Bo", "bo@x.example")), of: shelf.calendar, isFull: true)
    await shelf.store.close()
    let database = try Database(.file(path: shelf.path, .existing))
    try database.execute(
      """
      DROP TRIGGER seen_go; DROP TABLE seen; DROP TABLE people; DROP INDEX items_by_bounds;
      DROP INDEX long_items; DROP INDEX masters; CREATE INDEX items_by_time ON items (collection, finish, start);
      PRAGMA user_version = \(MailboxSchema.firstWithPeople - 1)
      """)
    #expect(try await names(shelf, "") == ["Bo", "Ana"])
  }

  private static func count(_ table: String, in path: String) throws -> Int? {
    try Database(.file(path: path, .readOnly)).first("SELECT count(*) FROM \(table)") { (row) in
      row.int(0)
    }
  }
}
