import JSON
import Testing

import Store

/// Which differences a person would call changes.
@Suite struct CopyNewsTests {
  private static func state(
    _ subject: String, type: String = "singleInstance", of series: String? = nil,
    start: String = "2026-12-01T09:00:00", isStub: Bool = false, in collection: String = "c",
    _ more: JSONObject = [:]
  ) -> CopyChange.State {
    var item: JSONObject = [
      "subject": .string(subject), "type": .string(type),
      "start": ["dateTime": .string(start), "timeZone": "UTC"],
    ]
    if let series { item["seriesMasterId"] = .string(series) }
    for (name, value) in more { item[name] = value }
    return CopyChange.State(
      collection: collection, collectionName: collection, item: item, isStub: isStub)
  }

  private static func told(_ differences: [CopyChange]) -> [String] {
    CopyNews.changes(differences).map {
      ([$0.kind.rawValue, $0.id] + $0.properties).joined(separator: " ")
    }
  }

  @Test func `marks of versions are no properties`() {
    let before = Self.state("x", ["@odata.etag": "1", "changeKey": "1"])
    let after = Self.state(
      "x", ["@odata.etag": "2", "changeKey": "2", "lastModifiedDateTime": "z"])
    #expect(
      Self.told([CopyChange(content: .calendar, id: "a", before: before, after: after)]) == [])
  }

  @Test func `null and absent are the same`() {
    let change = CopyChange(
      content: .calendar, id: "a", before: Self.state("x"),
      after: Self.state("x", ["location": .null, "body": ["content": "y"]]))
    #expect(change.properties == ["body"])
  }

  @Test func `what went and came at once was moved`() {
    let changes = [
      CopyChange(content: .calendar, id: "a", before: Self.state("x"), after: nil),
      CopyChange(content: .calendar, id: "a", before: nil, after: Self.state("x", in: "d")),
      CopyChange(content: .contactFolder, id: "a", before: nil, after: Self.state("p")),
    ]
    #expect(Self.told(changes) == ["changed a calendar", "created a"])
  }

  @Test func `a series that the window brings or takes is not told`() {
    func member(_ id: String, isInBoth: Bool) -> CopyChange {
      CopyChange(
        content: .calendar, id: id, before: nil,
        after: Self.state("x", type: "occurrence", of: "S", isStub: true),
        isInBothWindows: isInBoth)
    }
    let master = CopyChange(
      content: .calendar, id: "S", before: nil, after: Self.state("x", type: "seriesMaster"),
      isInBothWindows: false)
    #expect(Self.told([master, member("S1", isInBoth: false)]) == [])
    #expect(
      Self.told([master, member("S1", isInBoth: false), member("S2", isInBoth: true)])
        == ["created S"])
  }

  @Test func `another rule tells of all events at once, another name of none`() {
    func master(_ subject: String, _ rule: String) -> CopyChange.State {
      Self.state(subject, type: "seriesMaster", ["recurrence": .string(rule)])
    }
    func stub(_ start: String) -> CopyChange.State {
      Self.state("x", type: "occurrence", of: "S", start: start, isStub: true)
    }
    let gone = CopyChange(
      content: .calendar, id: "S1", before: stub("2026-12-01T09:00:00"), after: nil)
    let moved = CopyChange(
      content: .calendar, id: "S2", before: stub("2026-12-02T09:00:00"),
      after: stub("2026-12-02T10:00:00"))
    let rule = CopyChange(
      content: .calendar, id: "S", before: master("x", "daily"), after: master("x", "weekly"))
    #expect(Self.told([gone, moved, rule]) == ["changed S recurrence"])
    let name = CopyChange(
      content: .calendar, id: "S", before: master("x", "daily"), after: master("y", "daily"))
    #expect(
      Set(Self.told([gone, moved, name])) == [
        "deleted S1", "changed S2 start", "changed S subject",
      ])
    // An exception that got the name with the others.
    func exception(_ subject: String, _ place: String) -> CopyChange.State {
      Self.state(subject, type: "exception", of: "S", ["location": .string(place)])
    }
    let followed = CopyChange(
      content: .calendar, id: "S3", before: exception("x", "a"), after: exception("y", "a"))
    let own = CopyChange(
      content: .calendar, id: "S4", before: exception("x", "a"), after: exception("y", "b"))
    #expect(
      Set(Self.told([name, followed, own])) == ["changed S subject", "changed S4 location subject"])
  }
}
