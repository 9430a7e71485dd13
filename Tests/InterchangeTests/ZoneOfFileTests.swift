import CalendarTime
import Calendaring
import FoundationEssentials
import TestSupport
import Testing

@testable import Interchange

/// Zones that files describe themselves.
@Suite struct ZoneOfFileTests {
  /// As Outlook writes it: rules of the European Union from the year 1601 on.
  private static func outlook(_ name: String) -> String {
    """
    BEGIN:VTIMEZONE
    TZID:\(name)
    BEGIN:STANDARD
    DTSTART:16011028T030000
    RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10
    TZOFFSETFROM:+0200
    TZOFFSETTO:+0100
    END:STANDARD
    BEGIN:DAYLIGHT
    DTSTART:16010325T020000
    RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3
    TZOFFSETFROM:+0100
    TZOFFSETTO:+0200
    END:DAYLIGHT
    END:VTIMEZONE
    """
  }

  private static func text(_ name: String, zone: String, more: String = "") -> String {
    calendar(
      "X-MS-OLK-WKHRSTART;TZID=\"\(name)\":083000\n" + zone + """

        BEGIN:VEVENT
        UID:olk-1@contoso.example
        DTSTART;TZID="\(name)":20260308T090000
        DTEND;TZID="\(name)":20260308T170000
        SUMMARY;LANGUAGE=en-gb:Winter shift
        X-MICROSOFT-CDO-BUSYSTATUS:OOF\(more)
        END:VEVENT
        BEGIN:VEVENT
        UID:olk-2@contoso.example
        DTSTART;TZID="\(name)":20260707T090000
        DTEND;TZID="\(name)":20260707T170000
        SUMMARY;LANGUAGE=en-gb:Summer shift
        END:VEVENT
        """)
  }

  // C054
  @Test func `a zone that only the file knows gives the instants, and the machine its name`() throws
  {
    let name = "Customized Time Zone"
    let items = try read(
      Self.text(name, zone: Self.outlook(name)), floating: zone("America/Chicago"))
    let words = try items.map { try $0.outcome.get().event.time.words }
    #expect(words[0].hasPrefix("2026-03-08T08:00:00Z 2026-03-08T16:00:00Z "))
    #expect(words[1].hasPrefix("2026-07-07T07:00:00Z 2026-07-07T15:00:00Z "))
    #expect(try items[0].outcome.get().event.showAs == .oof)
    for item in items {
      guard case .timed(let start, _, let zone) = try item.outcome.get().event.time else {
        continue
      }
      #expect(machineZones.windowsName(for: zone, from: start).name != nil, "\(zone.name)")
      #expect(item.notes.isEmpty)
    }
  }

  // C054
  @Test func `without its description such a name is refused, not taken as UTC`() throws {
    for item in try read(Self.text("Customized Time Zone", zone: "X-NOTHING:1")) {
      guard case .failure(let refusal) = item.outcome else {
        Issue.record("it was taken")
        continue
      }
      #expect(refusal.reason.contains("Customized Time Zone"))
    }
  }

  // C054
  @Test func `a description wins over the name, and that is told`() throws {
    let name = "Eastern Standard Time"
    let items = try read(Self.text(name, zone: Self.outlook(name)))
    #expect(try items[1].outcome.get().event.time.words.hasPrefix("2026-07-07T07:00:00Z"))
    #expect(items[1].notes.first?.contains("its own description counts") == true)
  }

  @Test(arguments: [
    "/freeassociation.sourceforge.net/Europe/Berlin", "/mozilla.org/20050126_1/Europe/Berlin",
    "W. Europe Standard Time", "Europe/Berlin",
  ])
  func `names with a path before them are found`(name: String) throws {
    let items = try read(Self.text(name, zone: Self.outlook(name)))
    #expect(try items[0].outcome.get().event.time.words.hasSuffix("Europe/Berlin"))
    #expect(items[0].notes.isEmpty)
  }

  @Test func `a file that tells the changes of one year is believed for that year`() throws {
    let rule = "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH="
    let year = Self.outlook("Europe/Berlin")
      .replacing("DTSTART:16011028", with: "DTSTART:20261025")
      .replacing("DTSTART:16010325", with: "DTSTART:20260329")
      .replacing(rule + "10\n", with: "").replacing(rule + "3\n", with: "")
    let items = try read(Self.text("Europe/Berlin", zone: year))
    #expect(try items[1].outcome.get().event.time.words.hasSuffix("Europe/Berlin"))
    #expect(items[1].notes.isEmpty)
  }

  @Test func `a zone with rules that nobody has gives instants all the same`() throws {
    let odd = Self.outlook("Odd").replacing("+0200", with: "+0217")
    let items = try read(Self.text("Odd", zone: odd))
    #expect(try items[1].outcome.get().event.time.words.hasPrefix("2026-07-07T06:43:00Z"))
    #expect(try items[1].outcome.get().event.time.words.hasSuffix(" Odd"))
  }

  @Test(arguments: [
    // One rule after another, with an end in UTC; the second by days of the month.
    (
      "BYMONTH=4;BYDAY=1SU;UNTIL=20060402T100000Z",
      "BYMONTH=3;BYDAY=SU;BYMONTHDAY=8,9,10,11,12,13,14"
    )
  ])
  func `rules of the past and odd forms are reckoned`(old: String, new: String) throws {
    func part(_ kind: String, _ start: String, _ rule: String, _ from: String, _ to: String)
      -> String
    {
      """
      BEGIN:\(kind)
      DTSTART:\(start)
      RRULE:FREQ=YEARLY;\(rule)
      TZOFFSETFROM:\(from)
      TZOFFSETTO:\(to)
      END:\(kind)
      """
    }
    let parts = [
      "BEGIN:VTIMEZONE\nTZID:US",
      part("DAYLIGHT", "19870405T020000", old, "-0800", "-0700"),
      part("DAYLIGHT", "20070311T020000", new, "-0800", "-0700"),
      part(
        "STANDARD", "19671029T020000", "BYMONTH=10;BYDAY=-1SU;UNTIL=20061029T090000Z", "-0700",
        "-0800"),
      part("STANDARD", "20071104T020000", "BYMONTH=11;BYDAY=1SU", "-0700", "-0800"),
      "END:VTIMEZONE",
    ]
    let component = try #require(try component(parts.joined(separator: "\n"), kind: "VTIMEZONE"))
    let zone = try EmbeddedZone.zone(component, name: "US").zone
    let span = try instant("1988-01-01T00:00:00Z")..<instant("2100-01-01T00:00:00Z")
    #expect(zone.hasOffsets(of: try machineZones.zone(named: "America/Los_Angeles"), in: span))
  }

  private func component(_ lines: String, kind: String) throws -> Component? {
    let file = try CalendarFile(Array(calendar(lines).utf8))
    let part = try #require(file.calendars[0].zones.first)
    return try ComponentReader(file).component(part, properties: EmbeddedZone.properties)
  }

  /// Every kind of zone there is: with and without rules that go on, with rules that no simple words
  /// say, with odd offsets, with many changes.
  @Test(arguments: [
    "Europe/Berlin", "America/New_York", "Asia/Tokyo", "Asia/Kolkata", "Australia/Lord_Howe",
    "Africa/Casablanca", "Asia/Jerusalem", "America/Nuuk", "Africa/Cairo", "Europe/Dublin",
    "America/Santiago", "Pacific/Apia", "Asia/Gaza", "Asia/Tehran", "Antarctica/Troll",
  ])
  func `what is written of a zone reads as that zone`(name: String) throws {
    let zone = try zone(name)
    for year in [1996, 2011, 2026] {
      let start = try instant("\(year)-02-01T12:00:00Z")
      let end = try instant("\(year + 6)-02-01T12:00:00Z")
      var lines = LineWriter()
      ZoneWriter(zone: zone).write(from: start, through: end, to: &lines)
      let text = String(decoding: lines.bytes, as: UTF8.self)
      let component = try #require(
        try component(text.replacing("\r\n", with: "\n"), kind: "VTIMEZONE"))
      let read = try EmbeddedZone.zone(component, name: name).zone
      #expect(read.hasOffsets(of: zone, in: start..<end), "\(year)\n\(text)")
    }
  }

  @Test func `a zone with yearly changes is two rules`() throws {
    var lines = LineWriter()
    ZoneWriter(zone: try zone("Europe/Berlin")).write(
      from: try instant("2026-06-01T00:00:00Z"), through: .distantFuture, to: &lines)
    try expectGolden(
      String(decoding: lines.bytes, as: UTF8.self).replacing("\r\n", with: "\n"), "berlin.txt")
  }
}
