import Testing

@testable import Interchange

/// What a file keeps of its own when it is written anew from an event.
@Suite struct KeptLinesTests {
  private static func file(_ lines: String...) -> [UInt8] {
    let event = ["BEGIN:VEVENT", "UID:a"] + lines + ["END:VEVENT"]
    return Array(
      (["BEGIN:VCALENDAR", "VERSION:2.0"] + event + ["END:VCALENDAR", ""])
        .joined(separator: "\r\n").utf8)
  }

  private static func alarm(_ trigger: String, _ words: String = "x") -> String {
    "BEGIN:VALARM\r\nACTION:DISPLAY\r\nDESCRIPTION:\(words)\r\nTRIGGER\(trigger)\r\nEND:VALARM"
  }

  private static func outcome(
    _ new: [UInt8], _ old: [UInt8], people: Bool = true
  ) -> (text: String, lost: [String]) {
    let outcome = KeptLines(keepsPeople: people).outcome(new, keeping: old)
    return (String(decoding: outcome.bytes, as: UTF8.self), outcome.lost)
  }

  struct Row: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var old: String
    var new: String
    var kept: [String] = []
    var dropped: [String] = []
    var lost: [String] = []
  }

  @Test(arguments: [
    Row(
      testDescription: "unknown properties, folded or not",
      old: "X-A;B=\"c:d\":e\r\nCOMMENT:long\r\n er",
      new: "SUMMARY:New", kept: ["X-A;B=\"c:d\":e", "COMMENT:longer", "SUMMARY:New"]),
    Row(
      testDescription: "what an event says itself", old: "SUMMARY:Old\r\nDURATION:PT1H",
      new: "SUMMARY:New\r\nDTEND:20261201T100000Z", kept: ["SUMMARY:New"],
      dropped: ["SUMMARY:Old", "DURATION"]),
    Row(
      testDescription: "a page about it, but no way into a meeting that is gone",
      old: "URL:https://example.org/a\r\nCONFERENCE:https://teams.microsoft.com/l/meetup-join/1",
      new: "SUMMARY:New", kept: ["URL:https://example.org/a"], dropped: ["CONFERENCE"]),
    Row(
      testDescription: "where another place is", old: "LOCATION:Roof\r\nGEO:1;2",
      new: "LOCATION:Cellar", dropped: ["GEO", "Roof"], lost: ["GEO"]),
    Row(
      testDescription: "where the same place is", old: "LOCATION:Roof\r\nGEO:1;2",
      new: "LOCATION:Roof", kept: ["GEO:1;2"]),
    Row(
      testDescription: "people whom the service does not know", old: "ATTENDEE:mailto:a@x.example",
      new: "SUMMARY:New", kept: ["ATTENDEE:mailto:a@x.example"]),
    Row(
      testDescription: "people whom the service knows better", old: "ATTENDEE:mailto:a@x.example",
      new: "ATTENDEE:mailto:b@x.example", kept: ["mailto:b@x.example"],
      dropped: ["mailto:a@x.example"]),
    Row(
      testDescription: "alarms, where the known one means the same",
      old: alarm(":-PT0H15M", "mine") + "\r\n" + alarm(":-P1D", "other"),
      new: alarm(":-PT15M", "theirs"), kept: ["mine", "other"], dropped: ["theirs"]),
    Row(
      testDescription: "other alarms, where the known one has changed",
      old: alarm(":-PT15M", "mine") + "\r\n" + alarm(";RELATED=END:PT0S", "other"),
      new: alarm(":-PT30M", "theirs"), kept: ["theirs", "other"], dropped: ["mine"]),
    Row(
      testDescription: "other alarms, where the known one is gone",
      old: alarm(":-PT15M", "mine") + "\r\n" + alarm(":-P1D", "other"), new: "SUMMARY:New",
      kept: ["other"], dropped: ["mine"]),
  ])
  func `what is taken along`(row: Row) {
    let (text, lost) = Self.outcome(Self.file(row.new), Self.file(row.old))
    for kept in row.kept { #expect(text.contains(kept), "\(text)") }
    for dropped in row.dropped { #expect(!text.contains(dropped), "\(text)") }
    #expect(lost == row.lost)
    #expect(text.components("BEGIN:VEVENT") == 1)
    #expect((try? CalendarFile(Array(text.utf8))) != nil, "\(text)")
  }

  @Test func `people who were taken off the list go from the file`() {
    let old = Self.file("ATTENDEE:mailto:a@x.example", "X-A:b")
    let (text, _) = Self.outcome(Self.file("SUMMARY:New"), old, people: false)
    #expect(!text.contains("ATTENDEE"))
    #expect(text.contains("X-A:b"))
  }

  @Test func `a special day keeps its own, and one that is gone tells what is lost`() {
    func series(_ days: [(String, String)]) -> [UInt8] {
      var lines = ["BEGIN:VCALENDAR", "X-WR-CALNAME:Mine"]
      for (day, more) in [("", "X-M:1")] + days {
        lines += ["BEGIN:VEVENT", "UID:a"] + (day.isEmpty ? [] : ["RECURRENCE-ID:" + day])
        lines += [more, "END:VEVENT"]
      }
      return Array(
        (lines + ["BEGIN:VTODO", "UID:t", "END:VTODO", "END:VCALENDAR", ""])
          .joined(separator: "\r\n").utf8)
    }
    let old = series([("20261201", "X-A:one"), ("20261202", "X-B:two")])
    let new = series([("20261201", "SUMMARY:New")])
    let (text, lost) = Self.outcome(new, old)
    #expect(text.contains("X-A:one"))
    #expect(!text.contains("X-B"))
    #expect(lost == ["X-B"])
    #expect(text.contains("X-WR-CALNAME:Mine"))
  }

  @Test func `a zone stays that a kept property names`() {
    let zone = "BEGIN:VTIMEZONE\r\nTZID:Mine\r\nEND:VTIMEZONE"
    func old(_ line: String) -> [UInt8] {
      Array(
        ("BEGIN:VCALENDAR\r\n\(zone)\r\nBEGIN:VEVENT\r\nUID:a\r\n\(line)\r\nEND:VEVENT\r\n"
          + "END:VCALENDAR\r\n").utf8)
    }
    #expect(
      Self.outcome(Self.file("SUMMARY:N"), old("X-AT;TZID=Mine:20261201T100000")).text
        .contains("TZID:Mine"))
    #expect(
      !Self.outcome(Self.file("SUMMARY:N"), old("DTSTART;TZID=Mine:20261201T100000")).text
        .contains("TZID:Mine"))
  }

  @Test func `what cannot be read gives nothing and takes nothing`() {
    let new = Self.file("SUMMARY:New")
    for old in ["", "BEGIN:VCALENDAR\r\nBEGIN:VEVENT", "no calendar", "END:VEVENT"] {
      #expect(KeptLines(keepsPeople: true).outcome(new, keeping: Array(old.utf8)).bytes == new)
    }
  }

  @Test func `only what a file alone holds is named`() {
    let file = Self.file(
      "SUMMARY:a", "X-FOO:1", "GEO:1;2", "X-FOO:2", "ATTENDEE:mailto:a@x.example",
      "URL:https://teams.microsoft.com/l/meetup-join/1")
    #expect(KeptLines.names(in: file) == ["X-FOO", "GEO"])
  }
}

extension String {
  /// How often a text stands in it.
  fileprivate func components(_ text: String) -> Int { ranges(of: text).count }
}
