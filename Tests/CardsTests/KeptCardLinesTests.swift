import Contacts
import Testing

@testable import Cards

/// What a card keeps of its own when it is written anew from a contact.
@Suite struct KeptCardLinesTests {
  private static func card(_ lines: String..., version: String = "3.0") -> [UInt8] {
    let all = ["BEGIN:VCARD", "VERSION:\(version)", "FN:Ana Silva", "N:Silva;Ana;;;"] + lines
    return Array((all + ["END:VCARD", ""]).joined(separator: "\r\n").utf8)
  }

  private static func outcome(_ new: [UInt8], _ old: [UInt8]) -> (text: String, lost: [String]) {
    let outcome = KeptCardLines.outcome(new, keeping: old, order: .givenFirst)
    return (String(decoding: outcome.bytes, as: UTF8.self), outcome.lost)
  }

  @Test func `what a contact has no place for stays, and what it says itself does not`() {
    let old = Self.card("GEO:1;2", "TEL;TYPE=CELL:+1-555-0100", "X-TWO;A=b:c", "ORG:Old")
    let (text, lost) = Self.outcome(Self.card("TEL;TYPE=CELL:+1-555-0199", "ORG:New"), old)
    #expect(text.contains("\r\nGEO:1;2\r\n"), "\(text)")
    #expect(text.contains("\r\nX-TWO;A=b:c\r\n"))
    #expect(!text.contains("0100") && !text.contains("ORG:Old"))
    #expect(lost.isEmpty)
    #expect(text.hasSuffix("END:VCARD\r\n"))
  }

  @Test func `a group keeps its word under a number of its own`() {
    let old = Self.card("item1.GEO:1;2", "item1.X-ABLabel:Boat")
    let new = Self.card("item1.TEL:+1-555-0100", "item1.X-ABLabel:Desk")
    let (text, _) = Self.outcome(new, old)
    #expect(text.contains("item2.X-ABLabel:Boat\r\nitem2.GEO:1;2"), "\(text)")
    #expect(text.contains("item1.X-ABLabel:Desk"))
    // However often that is done.
    #expect(Self.outcome(new, Array(text.utf8)).text == text)
  }

  @Test func `a link to a photo stays where no photo is`() {
    let old = Self.card("PHOTO;VALUE=URI:https://example.org/a.jpg")
    #expect(Self.outcome(Self.card("ORG:New"), old).text.contains("a.jpg"))
    #expect(
      !Self.outcome(Self.card("PHOTO;ENCODING=b;TYPE=JPEG:/9j/"), old).text.contains("a.jpg"))
  }

  @Test func `what only version 2_1 writes is told as lost`() {
    let old = Self.card("GEO;ENCODING=QUOTED-PRINTABLE:1=3B2", version: "2.1")
    let (text, lost) = Self.outcome(Self.card("ORG:New"), old)
    #expect(!text.contains("GEO"))
    #expect(lost == ["GEO"])
  }

  @Test func `what is no card gives nothing`() {
    let new = Self.card("ORG:New")
    #expect(Self.outcome(new, Array("nothing".utf8)).text == String(decoding: new, as: UTF8.self))
  }
}
