import CalendarTime
import TestSupport
import Testing

@testable import Interchange

/// Files as they come: in several encodings, broken, or no calendars at all.
@Suite struct CalendarFileTests {
  private static let good = event("DTSTART:20260610T080000Z\nSUMMARY:Bürgerbüro")

  private func file(_ bytes: [UInt8]) throws -> CalendarFile { try CalendarFile(bytes) }

  private func problem(_ bytes: [UInt8]) -> CalendarFileError? {
    do throws(CalendarFileError) {
      _ = try CalendarFile(bytes)
      return nil
    } catch {
      return error
    }
  }

  @Test func `byte order marks and UTF-16 are taken`() throws {
    let bytes = Array(Self.good.utf8)
    let units = Array(Self.good.utf16)
    let little: [UInt8] =
      [0xFF, 0xFE]
      + units.flatMap { unit -> [UInt8] in
        [UInt8(unit & 0xFF), UInt8(unit >> 8)]
      }
    let big: [UInt8] =
      [0xFE, 0xFF]
      + units.flatMap { unit -> [UInt8] in
        [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      }
    for text in [bytes, [0xEF, 0xBB, 0xBF] + bytes, little, big] {
      let items = try CalendarReader(zones: machineZones, floating: .utc).items(of: file(text))
      #expect(try items.map { try $0.outcome.get().event.subject } == ["Bürgerbüro"])
    }
  }

  @Test func `small letters, empty lines and blanks at line ends do no harm`() throws {
    let text = """
      begin:vcalendar

      version:2.0
      begin:vevent\u{20}
      uid:a

      dtstart:20260610T080000Z\u{20}\u{20}
      summary:x
      end:vevent
      end:vcalendar
      """
    #expect(try item(text).event.time.words == "2026-06-10T08:00:00Z 2026-06-10T08:00:00Z UTC")
    #expect(try item(text).event.subject == "x")
  }

  @Test func `two calendars in a row are both read`() throws {
    let items = try read(Self.good + Self.good.replacing("u1@", with: "u2@"))
    #expect(items.map(\.uid) == ["u1@example.org", "u2@example.org"])
  }

  @Test(arguments: [
    ("", nil, "empty"),
    ("\n\n", nil, "empty"),
    ("<!DOCTYPE html>\n<html>", 1, "web page"),
    ("BEGIN:VCARD\nFN:x\nEND:VCARD", 1, "vCard"),
    ("hello", 1, "BEGIN:VCALENDAR"),
    ("BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:a\nEND:VEVENT\nBEGIN:VEVENT\nSUM", 5, "cut off"),
    ("BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VTODO\nEND:VCALENDAR", 3, "END:VTODO"),
    ("BEGIN:VCALENDAR\nBEGIN:VEVENT\nBEGIN:VEVENT\nEND:VEVENT\n", 3, "begins within"),
    ("BEGIN:VCALENDAR\nEND:VCALENDAR\nEND:VCALENDAR", 3, "ends nothing"),
    ("BEGIN:VCALENDAR\nX:\u{0}", 2, "NUL"),
  ])
  func `what is no calendar is told with its line`(text: String, line: Int?, words: String) {
    let problem = problem(Array(text.utf8))
    #expect(problem?.line == line)
    #expect(problem?.reason.contains(words) == true, "\(problem?.reason ?? "read")")
  }

  @Test func `Latin-1 and half UTF-16 are refused with the way out`() {
    let latin = Array("BEGIN:VCALENDAR\r\nSUMMARY:B".utf8) + [0xFC, 0x72]
    #expect(problem(latin)?.line == 2)
    #expect(problem(latin)?.reason.contains("iconv") == true)
    #expect(problem([0xFF, 0xFE, 0x42])?.reason.contains("UTF-16") == true)
  }

  @Test func `components that are no events are counted`() throws {
    let parts = ["VTODO", "VTODO", "VJOURNAL", "VFREEBUSY"].map { "BEGIN:\($0)\nEND:\($0)" }
    let file = try file(Array(calendar(parts.joined(separator: "\n")).utf8))
    #expect(file.skipped == ["VTODO": 2, "VJOURNAL": 1, "VFREEBUSY": 1])
    #expect(file.eventCount == 0)
  }

  // C056
  @Test func `bytes are unfolded before they are decoded`() throws {
    let lines: [[UInt8]] = [
      Array("BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:f\r\nDTSTART:20260610T080000Z\r\n".utf8),
      Array("SUMMARY:B".utf8), [0xC3], Array("\r\n ".utf8), [0xBC], Array("rgerb".utf8),
      [0xC3, 0xBC], Array("ro\r\n".utf8), Array("LOCATION:Room\n\tOne\n".utf8),
      Array("DESCRIPTION:first\\\r\n nsecond \r\n  two spaces ".utf8), [0xF0, 0x9F],
      Array("\r ".utf8), [0x93, 0x9E], Array(" call\r".utf8),
      Array("END:VEVENT\rEND:VCALENDAR".utf8),
    ]
    let file = try file(Array(lines.joined()))
    let event = try #require(
      CalendarReader(zones: machineZones, floating: .utc).items(of: file).first
    ).outcome.get().event
    #expect(event.subject == "Bürgerbüro")
    #expect(event.locations == ["RoomOne"])
    #expect(event.text == "first\nsecond  two spaces \u{1F4DE} call")
  }

  @Test func `a line without end is refused, not waited for`() {
    let start = Array("BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:".utf8)
    let long = start + [UInt8](repeating: 97, count: ContentLines.longest + 1)
    #expect(problem(long)?.line == 3)
    let folds = start + (0...ContentLines.mostFolds).flatMap { _ in [13, 10, 32, 97] as [UInt8] }
    #expect(problem(folds)?.line == 3)
    #expect(problem(folds)?.reason.contains("folds") == true)
  }

  // C057
  @Test func `a large file is read, odd characters and all`() throws {
    let events = (0..<2000).map {
      "BEGIN:VEVENT\nUID:\($0)\nDTSTART:20260610T080000Z\nSUMMARY:Event \($0)\u{FFFE}\nEND:VEVENT"
    }
    let items = try read(calendar(events.joined(separator: "\n")))
    #expect(items.count == 2000)
    #expect(try items.last?.outcome.get().event.subject.hasPrefix("Event 1999") == true)
  }

  @Test func `an attachment may be longer than any other line`() throws {
    let lines = (0...ContentLines.mostFolds).map { _ in " QUFB\r\n" }.joined()
    let text = event("DTSTART:20260610T080000Z").replacing(
      "DTSTART", with: "ATTACH;ENCODING=BASE64;VALUE=BINARY:QUFB\r\n\(lines)DTSTART")
    let items = try read(text)
    #expect(items.first?.notes == ["its attachments are not taken along"])
  }
}
