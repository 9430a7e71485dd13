import CalendarTime
import Calendaring
import FoundationEssentials
import TestSupport
import Testing

@testable import Rendering

/// Events as pages, pictures and texts of other kinds.
@Suite struct DocumentTests {
  private static let week = days("2026-11-30", "2026-12-07")

  private func document(
    _ layout: EventDocument.Layout, _ days: Range<CalendarDate> = week,
    _ name: String = "Europe/Berlin", now: String = "2026-12-03T12:40"
  ) throws -> EventDocument {
    EventDocument(
      time: TimeText(zone: try zone(name)), now: utc(now), days: days, layout: layout,
      palette: gridPalette, shortIDs: gridShortIDs)
  }

  private func december() throws -> EventDocument {
    let month = try #require(Month(year: 2026, month: 12))
    return try document(
      .month(month, firstWeekday: .monday), days("2026-11-30", "2027-01-04"))
  }

  /// The hard week with online meetings, one of them cancelled and one behind a bad address.
  private static let events: [CalendarEvent] =
    gridWeek + [
      CalendarEvent(
        id: "j1", subject: "Call", span: timed("2026-12-01T15:00", "2026-12-01T15:20"),
        isOnlineMeeting: true, joinURL: "https://teams.microsoft.com/l/meetup-join/a?b=1&c=[2]"),
      CalendarEvent(
        id: "j2", subject: "No call", span: timed("2026-12-01T16:00", "2026-12-01T16:30"),
        isCancelled: true, isOnlineMeeting: true, joinURL: "https://teams.microsoft.com/l/no"),
      CalendarEvent(
        id: "j3", subject: "Bad call", span: timed("2026-12-01T17:00", "2026-12-01T17:30"),
        isOnlineMeeting: true, joinURL: "javascript:alert(1)"),
    ]

  // MARK: Whole documents

  @Test func `a hard week in all forms`() throws {
    let week = try document(.week)
    try expectGolden(week.text(Self.events, as: .html), "week.html")
    try expectGolden(week.text(Self.events, as: .svg), "week.svg")
    let agenda = try document(.agenda)
    try expectGolden(agenda.text(Self.events, as: .html), "agenda.html")
    try expectGolden(agenda.text(Self.events, as: .org), "agenda.org")
    try expectGolden(agenda.text(Self.events, as: .markdown), "agenda.md")
    try expectGolden(try december().text(Self.events, as: .html), "month.html")
    try expectGolden(try december().text(Self.events, as: .svg), "month.svg")
  }

  @Test(arguments: EventDocument.Form.allCases)
  func `days without events are a document too`(form: EventDocument.Form) throws {
    for document in [try document(.week), try document(.agenda), try december()] {
      let text = document.text([], as: form)
      #expect(text.contains("no events") && text.hasSuffix("\n"))
    }
  }

  @Test(arguments: ["week", "month", "agenda"])
  func `a page asks for nothing and runs nothing`(layout: String) throws {
    let document =
      switch layout {
      case "week": try document(.week)
      case "month": try december()
      default: try document(.agenda)
      }
    for form in [EventDocument.Form.html, .svg] {
      let text = document.text(Self.events, as: form)
      for sign in [
        "<script", "javascript:", " src=", "@import", "<link", "<iframe", "<image", " on",
      ] {
        let isThere = Self.skeleton(text).joined().contains(sign)
        #expect(!isThere, "\(sign)")
      }
      // The only address beside that of the meeting is the name of SVG itself.
      let rest = text.replacing("http://www.w3.org/2000/svg", with: "")
        .replacing("https://teams.microsoft.com/l/meetup-join/a?b=1&amp;c=[2]", with: "")
      #expect(!rest.contains("://"))
    }
  }

  // MARK: Hostile texts

  static let hostile = [
    "</title></style></script><script>alert(1)</script>", "\"><img src=x onerror=alert(1)>",
    "' onmouseover='alert(1)", "&lt;b&gt;&#x3c;script&#x3e;", "<!-- --><![CDATA[ ]]> <?xml ?>",
    "]]>--></svg><svg onload=alert(1)>", "a\u{0}b\u{B}c\u{1B}[31m\u{202E}d\u{FFFE}\r\ne",
    "{{template}} ${x} `code` $(x)", "[x](javascript:alert(1)) ![i](http://e.example/p.png)",
    "<https://e.example> www.e.example http://e.example HTTPS://e.example a@e.example",
    "* headline", "# heading", "- item", "1. one", "| table | row |", "~~~", "```", "***", "___",
    "TODO COMMENT [#A] :tag:", "[[shell:rm][ok]] elisp:(x) <2026-01-01 Thu +1d> [2026-01-01]",
    "#+BEGIN_SRC sh", ":END:", ":PROPERTIES:", "src_sh{x} call_x() {{{macro(x)}}} <<<radio>>>",
    "@@html:<b>@@ \\alpha a_{b} a^{c} [fn:1]", "+x+ *x* /x/ =x= ~x~ _x_", "%%(diary)", "   ",
    "<\u{301}b> `\u{301}x` [\u{301}[\u{301}x] shell:\u{301}rm *\u{301}x* http:\u{301}//x.example",
  ]

  private func event(_ text: String) -> CalendarEvent {
    var event = CalendarEvent(
      id: "h", subject: text, span: timed("2026-12-01T09:00", "2026-12-01T10:00"),
      isOrganizer: false, organizer: Person(name: text, address: text), location: text,
      response: .accepted, categories: [text], calendarName: text)
    event.joinURL = "https://e.example/" + text
    return event
  }

  /// The tags of a document with the names of their attributes, and without their values.
  private static func skeleton(_ text: String) -> [String] {
    var tags: [String] = []
    for piece in text.split(separator: "<").dropFirst() {
      let tag = piece.prefix { $0 != ">" }
      let parts = tag.split(separator: "\"", omittingEmptySubsequences: false)
      tags.append(parts.enumerated().filter { $0.offset % 2 == 0 }.map(\.element).joined())
    }
    return tags
  }

  @Test(arguments: hostile)
  func `a text changes nothing of a page or picture but itself`(text: String) throws {
    for document in [try document(.week), try document(.agenda), try december()] {
      for form in [EventDocument.Form.html, .svg] {
        // Both have a place and no way into a meeting; how far a text wraps is not asked here.
        var bad = event(text)
        var good = event("x")
        bad.joinURL = nil
        good.joinURL = nil
        if text.allSatisfy({ $0 == " " }) { (good.location, good.organizer) = (nil, nil) }
        let names = { (event: CalendarEvent) in
          Self.skeleton(document.text([event], as: form)).filter {
            !$0.hasPrefix("text") && $0 != "/text"
          }
        }
        if text.allSatisfy({ $0 == " " }) { continue }
        #expect(names(bad) == names(good))
      }
    }
  }

  @Test(arguments: hostile)
  func `in Markdown a text is a text`(text: String) throws {
    let lines = try document(.agenda).text([event(text)], as: .markdown).split(separator: "\n")
    #expect(lines.count == 4, "\(lines)")
    let item = try #require(lines.first { $0.hasPrefix("- ") })
    var own = item.replacing(/\]\(<https:\/\/[^>]*>\)/, with: "").dropFirst(2)
    own = own.dropFirst(2)[...]
    // What is left unescaped is what this program wrote: the marks of the time, and the link.
    var bare = String.UnicodeScalarView()
    var rest = Array(own.unicodeScalars)[...]
    while let scalar = rest.popFirst() {
      if scalar == "\\" { _ = rest.popFirst() } else { bare.append(scalar) }
    }
    let signs = bare.filter { "`[]<>&|~$@{}#!=^_*".unicodeScalars.contains($0) }
    #expect(String(signs) == (String(bare).contains("[join") ? "**[" : "**"), "\(item)")
    #expect(!String(bare).contains("://") && !String(bare).lowercased().contains("www."))
  }

  @Test(arguments: hostile)
  func `in Org a text is a text`(text: String) throws {
    let output = try document(.agenda).text([event(text)], as: .org)
    let lines = output.split(separator: "\n").map(String.init)
    #expect(lines.count { $0.hasPrefix("*") } == 1)
    #expect(lines.count { $0 == ":END:" } == 1 && lines.count { $0 == ":PROPERTIES:" } == 1)
    #expect(lines.filter { $0.hasPrefix("#+") } == ["#+TITLE: Week 49, 30 Nov – 6 Dec 2026"])
    let headline = try #require(lines.first { $0.hasPrefix("* ") })
    for line in lines where !line.hasPrefix("<") && !line.hasPrefix("[[https://") {
      for sign in [
        /<[0-9<%]/, /\[[0-9\[#]/, /\{\{/, /@@/, /\\[A-Za-z]/, /[_^]\{/, /%%/, /#\+[^T]/,
        /src_[a-z]+\{/,
        /(?:shell|elisp|javascript|fn|html):[^ \u{200B}]/,
      ] {
        #expect(line.firstMatch(of: sign) == nil, "\(line)")
      }
    }
    #expect(!headline.hasPrefix("* TODO") && !headline.hasPrefix("* COMMENT"))
    #expect(lines.count { $0.hasPrefix("<2026-12-01 Tue 10:00-11:00>") } == 1)
  }

  @Test(arguments: [
    ("Blue category", "Blue_category"), ("a:b", "a_b"), ("Größe", "Größe"), ("  ", ""), (":", ""),
    ("R&D / QA", "R_D_QA"),
  ])
  func `categories become tags`(category: String, tag: String) {
    #expect(OrgText.tag(category) == tag)
  }

  @Test(arguments: [
    ("8:30 start", "8:30 start"), ("see https://x.example/a", "see https://x.example/a"),
    ("shell:ls", "shell:\u{200B}ls"), ("a - b", "a - b"), ("C++ / D", "C++ / D"),
    ("*bold*", "*\u{200B}bold*"), ("(/x/ a/b 1*2*3", "(/\u{200B}x/ a/b 1*2*3"),
    (":x", ":\u{200B}x"),
  ])
  func `what Org would take for markup is broken, and nothing else`(text: String, org: String) {
    #expect(OrgText.escaped(text) == org)
  }

  @Test func `timestamps of Org`() throws {
    let zone = try zone("Europe/Berlin")
    func stamp(_ span: EventSpan) -> String { OrgText.timestamp(span, in: zone, isActive: true) }
    #expect(stamp(timed("2026-12-01T09:00", "2026-12-01T10:30")) == "<2026-12-01 Tue 10:00-11:30>")
    #expect(stamp(timed("2026-12-01T09:00", "2026-12-01T09:00")) == "<2026-12-01 Tue 10:00>")
    #expect(
      stamp(timed("2026-12-01T22:00", "2026-12-02T05:00"))
        == "<2026-12-01 Tue 23:00>--<2026-12-02 Wed 06:00>")
    #expect(
      stamp(.allDay(first: date("2026-12-01"), end: date("2026-12-02"))) == "<2026-12-01 Tue>")
    #expect(
      stamp(.allDay(first: date("2026-12-01"), end: date("2026-12-04")))
        == "<2026-12-01 Tue>--<2026-12-03 Thu>")
    #expect(
      OrgText.timestamp(timed("2026-12-01T09:00", "2026-12-01T10:30"), in: zone, isActive: false)
        == "[2026-12-01 Tue 10:00-11:30]")
  }

  // MARK: Places

  @Test(arguments: 0..<20)
  func `boxes of a day lie in it and beside each other`(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let events = (0..<Int.random(in: 1...60, using: &random)).map { index -> CalendarEvent in
      let start = utc("2026-11-29T20:00")
        .addingTimeInterval(Double(Int.random(in: 0..<7 * 96, using: &random) * 900))
      let lengths: [Double] = [0, 300, 900, 1800, 3600, 5400, 30_000, 90_000]
      return CalendarEvent(
        id: "e\(index)", subject: "E",
        span: .timed(
          start: start,
          end: start.addingTimeInterval(lengths.randomElement(using: &random) ?? 0)))
    }
    let layout = WeekLayout(try document(.week), events)
    #expect(layout.days.count == 7)
    for boxes in layout.boxes {
      for (index, box) in boxes.enumerated() {
        #expect(box.top >= 0 && box.top + box.height <= 1.000_001 && box.height > 0)
        #expect(box.left >= 0 && box.left + box.width <= 1.000_001 && box.width > 0)
        for other in boxes[(index + 1)...] {
          let apart =
            box.top + box.height <= other.top + 1e-9 || other.top + other.height <= box.top + 1e-9
            || box.left + box.width <= other.left + 1e-9
            || other.left + other.width <= box.left + 1e-9
          #expect(apart)
        }
      }
    }
  }

  @Test func `weeks in which the clocks change`() throws {
    let spring = try document(.week, days("2026-03-23", "2026-03-30"))
    let night = CalendarEvent(
      id: "e", subject: "Backup", span: timed("2026-03-29T00:30", "2026-03-29T01:30"))
    let layout = WeekLayout(spring, [night])
    #expect(layout.skipped.map(\.column) == [6])
    #expect(layout.hours == 1..<18)
    let page = spring.text([night], as: .html)
    #expect(page.contains("clocks go forward from 02:00 to 03:00"))
    #expect(page.contains("class=\"skipped\""))
    let autumn = try document(.week, days("2026-10-19", "2026-10-26"))
    let twice = ["2026-10-25T00:30", "2026-10-25T01:30"].map { start in
      CalendarEvent(
        id: start, subject: "Shift",
        span: .timed(start: utc(start), end: utc(start).addingTimeInterval(1800)))
    }
    for form in [EventDocument.Form.html, .svg, .markdown] {
      let text = autumn.text(twice, as: form)
      #expect(text.contains("clocks go back from 03:00 to 02:00"))
      #expect(text.contains("(+02:00)") && text.contains("(+01:00)"), "\(text)")
    }
    let org = autumn.text(twice, as: .org)
    #expect(org.contains(":STARTS: 2026-10-25T02:30:00+02:00"))
    #expect(org.contains(":STARTS: 2026-10-25T02:30:00+01:00"))
    // A day that the zone skipped has no column.
    let samoa = try document(.week, days("2011-12-26", "2012-01-02"), "Pacific/Apia")
    #expect(WeekLayout(samoa, []).days.count == 6)
  }

  @Test(arguments: [
    (0.0, "0"), (1, "1"), (33.333, "33.33"), (0.05, "0.05"), (-1.5, "-1.5"), (99.999, "100"),
  ])
  func `numbers in documents`(value: Double, text: String) {
    #expect(Markup.number(value) == text)
  }
}
