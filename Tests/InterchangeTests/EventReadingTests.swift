import CalendarTime
import Calendaring
import FoundationEssentials
import TestSupport
import Testing

@testable import Interchange

/// Single events as other programs write them.
@Suite struct EventReadingTests {
  // C060 and RFC 5545 section 3.6.1
  @Test(arguments: [
    (
      "DTSTART:20260923T120000Z\nDTEND:20260923T140000Z",
      "2026-09-23T12:00:00Z 2026-09-23T14:00:00Z UTC"
    ),
    (
      "DTSTART;TZID=Europe/Paris:20260923T120000",
      "2026-09-23T10:00:00Z 2026-09-23T10:00:00Z Europe/Paris"
    ),
    (
      "DTSTART;TZID=\"W. Europe Standard Time\":20260923T120000\nDURATION:PT90M",
      "2026-09-23T10:00:00Z 2026-09-23T11:30:00Z Europe/Berlin"
    ),
    ("DTSTART;VALUE=DATE:20260923", "2026-09-23 2026-09-24"),
    ("DTSTART;VALUE=DATE:20260923\nDTEND;VALUE=DATE:20260926", "2026-09-23 2026-09-26"),
    ("DTSTART;VALUE=DATE:20260923\nDURATION:P2D", "2026-09-23 2026-09-25"),
    ("DTSTART:20260923\nDTEND:20260923", "2026-09-23 2026-09-24"),
    // Days are nominal and hours exact: the clocks go forward on the 29th.
    (
      "DTSTART;TZID=Europe/Berlin:20260328T120000\nDURATION:P1D",
      "2026-03-28T11:00:00Z 2026-03-29T10:00:00Z Europe/Berlin"
    ),
    (
      "DTSTART;TZID=Europe/Berlin:20260328T120000\nDURATION:PT24H",
      "2026-03-28T11:00:00Z 2026-03-29T11:00:00Z Europe/Berlin"
    ),
    (
      "DTSTART;TZID=Europe/Berlin:20260923T000000\nDTEND;TZID=Europe/Berlin:20260925T000000\nX-MICROSOFT-CDO-ALLDAYEVENT:TRUE",
      "2026-09-23 2026-09-25"
    ),
    // C010
    (
      "DTSTART;TZID=America/New_York:20260308T023000",
      "2026-03-08T07:30:00Z 2026-03-08T07:30:00Z America/New_York"
    ),
    ("DTSTART:20261231T235960Z", "2026-12-31T23:59:59Z 2026-12-31T23:59:59Z UTC"),
  ])
  func `times are those of the file`(lines: String, words: String) throws {
    #expect(try item(event(lines)).event.time.words == words)
  }

  @Test(arguments: [
    ("SUMMARY:x", 4, "no DTSTART"),
    ("DTSTART:2026030T", 7, "DTSTART:2026030T"),
    ("DTSTART:20260230", 7, "20260230"),
    ("DTSTART;TZID=Nowhere/Land:20260923T120000", 7, "\"Nowhere/Land\" is known neither"),
    ("DTSTART:20260923T120000Z\nDTEND:20260923T110000Z", 7, "ends before"),
    ("DTSTART:20260923T120000Z\nDTEND;VALUE=DATE:20260924", 8, "not both"),
    ("DTSTART:20260923T120000Z\nDURATION:xx", 8, "DURATION:xx"),
    ("DTSTART:20260923T120000Z\nRDATE:20260924T120000Z", 8, "RDATE:20260924T120000Z"),
    ("DTSTART:20260923T120000Z\nRRULE:FREQ=DAILY\nRRULE:FREQ=WEEKLY", 9, "RRULE:FREQ=WEEKLY"),
  ])
  func `what has no place in the calendar is refused with its line`(
    lines: String, line: Int, words: String
  ) throws {
    let found = try #require(try read(event(lines)).first)
    guard case .failure(let refusal) = found.outcome else {
      Issue.record("it was taken")
      return
    }
    #expect(refusal.line == line)
    #expect(refusal.reason.contains(words), "\(refusal.reason)")
  }

  // C010
  @Test func `a time that clocks skip is told`() throws {
    let lines = "DTSTART;TZID=America/New_York:20260308T023000"
    #expect(
      try read(event(lines)).first?.notes
        == ["02:30 on 2026-03-08 is a time that the clocks of America/New_York skip"])
  }

  // C060
  @Test func `floating times lie where the file or the command says, and that is told`() throws {
    let floating = "DTSTART:20260923T120000\nDTEND:20260923T140000"
    let inIndia = event(floating).replacing(
      "VERSION", with: "X-WR-TIMEZONE:Asia/Kolkata\r\nVERSION")
    let first = try #require(try read(inIndia, floating: zone("America/New_York")).first)
    #expect(
      try first.outcome.get().event.time.words
        == "2026-09-23T06:30:00Z 2026-09-23T08:30:00Z Asia/Kolkata")
    #expect(first.notes == ["a floating time, taken as one of Asia/Kolkata (X-WR-TIMEZONE)"])
    let second = try #require(try read(event(floating), floating: zone("America/New_York")).first)
    #expect(
      try second.outcome.get().event.time.words
        == "2026-09-23T16:00:00Z 2026-09-23T18:00:00Z America/New_York")
    #expect(second.notes == ["a floating time, taken as one of America/New_York"])
    // What has a zone of its own is not touched by the file's wish.
    let utc = event("DTSTART:20260923T120000Z").replacing(
      "VERSION", with: "X-WR-TIMEZONE:Asia/Kolkata\r\nVERSION")
    #expect(try item(utc).event.time.words.hasPrefix("2026-09-23T12:00:00Z"))
  }

  @Test func `texts are unescaped once, words are found`() throws {
    let lines = """
      DTSTART:20260923T120000Z
      SUMMARY:Lunch\\, long\\; really
      LOCATION:C:\\\\Temp\\\\new
      DESCRIPTION:Line 1\\nLine 2\\NLine 3
      X-ALT-DESC;FMTTYPE=text/html:<p>Line 1<br>Line 2</p>
      CATEGORIES:A,B\\,C
      CATEGORIES:D,A
      CLASS:CONFIDENTIAL
      PRIORITY:1
      X-MICROSOFT-CDO-BUSYSTATUS:OOF
      CONFERENCE;VALUE=URI;FEATURE=VIDEO:https://teams.microsoft.com/l/meetup-join/1
      BEGIN:VALARM
      ACTION:DISPLAY
      TRIGGER:-PT15M
      END:VALARM
      """
    let event = try item(event(lines)).event
    #expect(event.subject == "Lunch, long; really")
    #expect(event.locations == ["C:\\Temp\\new"])
    #expect(event.text == "Line 1\nLine 2\nLine 3")
    #expect(event.html == "<p>Line 1<br>Line 2</p>")
    #expect(event.categories == ["A", "B,C", "D"])
    #expect(event.sensitivity == .confidential)
    #expect(event.importance == .high)
    #expect(event.showAs == .oof)
    #expect(event.joinURL == "https://teams.microsoft.com/l/meetup-join/1")
    #expect(event.reminder == 15)
  }

  @Test(arguments: [
    ("TRANSP:TRANSPARENT", CalendarEvent.ShowAs.free), ("STATUS:TENTATIVE", .tentative),
    ("TRANSP:OPAQUE", .busy), ("SUMMARY:x", .busy),
    ("X-MICROSOFT-CDO-BUSYSTATUS:WORKINGELSEWHERE\nTRANSP:TRANSPARENT", .workingElsewhere),
  ])
  func `how time counts`(lines: String, showAs: CalendarEvent.ShowAs) throws {
    #expect(try item(event("DTSTART:20260923T120000Z\n" + lines)).event.showAs == showAs)
  }

  @Test(arguments: [
    ("TRIGGER:-P1DT2H", 26 * 60), ("TRIGGER:PT0S", 0), ("TRIGGER;RELATED=END:-PT90M", 30),
    ("TRIGGER;VALUE=DATE-TIME:20260923T110000Z", 60), ("TRIGGER:PT5M", nil),
    ("ACTION:NONE\nTRIGGER;VALUE=DATE-TIME:19760401T005545Z", nil),
  ])
  func `an alarm becomes a reminder`(lines: String, minutes: Int?) throws {
    let text = event(
      "DTSTART:20260923T120000Z\nDTEND:20260923T130000Z\nBEGIN:VALARM\n\(lines)\nEND:VALARM")
    #expect(try item(text).event.reminder == minutes)
  }

  @Test func `people come with their part and their answer`() throws {
    let lines = """
      DTSTART:20260923T120000Z
      ORGANIZER;CN=Otto Reed:mailto:otto@adventure-works.example
      ATTENDEE;PARTSTAT=ACCEPTED;CN="Kim, K.":MAILTO:kim@contoso.example
      ATTENDEE;ROLE=OPT-PARTICIPANT;PARTSTAT=TENTATIVE:mailto:lena@contoso.example
      ATTENDEE;CUTYPE=ROOM:mailto:dock5@contoso.example
      ATTENDEE;EMAIL=ana@contoso.example:urn:uuid:1
      """
    let event = try item(event(lines)).event
    #expect(event.organizer == Person(name: "Otto Reed", address: "otto@adventure-works.example"))
    #expect(
      event.attendees.map { "\($0.person.label ?? "") \($0.role) \($0.response)" } == [
        "Kim, K. required accepted", "lena@contoso.example optional tentativelyAccepted",
        "dock5@contoso.example resource none", "ana@contoso.example required none",
      ])
  }

  // C059
  @Test func `answers and other messages are no events`() throws {
    for method in ["REPLY", "COUNTER", "REFRESH", "ADD"] {
      let text = event("DTSTART:20260923T120000Z").replacing(
        "VERSION", with: "METHOD:\(method)\r\nVERSION")
      let found = try #require(try read(text).first)
      guard case .failure(let refusal) = found.outcome else {
        Issue.record("\(method) was taken")
        continue
      }
      #expect(refusal.reason.contains("METHOD:\(method)"))
    }
  }

  // C059
  @Test func `calling off makes no event`() throws {
    let lines = "SEQUENCE:3\nDTSTART:20260610T080000Z\nSUMMARY:Supplier call"
    let byMethod = event(lines).replacing("VERSION", with: "METHOD:CANCEL\r\nVERSION")
    for text in [byMethod, event(lines + "\nSTATUS:CANCELLED")] {
      let found = try #require(try read(text).first)
      #expect(found.wish == .cancel(days: []))
      #expect(found.sequence == 3)
    }
    let one = event(lines + "\nRECURRENCE-ID:20260610T080000Z")
      .replacing("VERSION", with: "METHOD:CANCEL\r\nVERSION")
    #expect(
      try read(one).first?.wish == .cancel(days: [.instant(instant("2026-06-10T08:00:00Z"))]))
  }

  @Test func `the same identity twice is one event, the newest`() throws {
    let text = calendar(
      ["2", "1"].map {
        "BEGIN:VEVENT\nUID:a\nSEQUENCE:\($0)\nDTSTART:20260923T120000Z\nSUMMARY:of \($0)\nEND:VEVENT"
      }.joined(separator: "\n"))
    #expect(try item(text).event.subject == "of 2")
    #expect(try read(text).first?.notes.first?.contains("2 times") == true)
  }

  @Test func `an event without identity gets one that stays`() throws {
    let text = event("DTSTART:20260923T120000Z\nSUMMARY:x").replacing(
      "UID:u1@example.org\r\n", with: "")
    let uid = try #require(try read(text).first).uid
    #expect(uid.hasPrefix("graphcal-"))
    #expect(try read(text).first?.uid == uid)
    #expect(try read(text.replacing("SUMMARY:x", with: "SUMMARY:y")).first?.uid != uid)
  }
}
