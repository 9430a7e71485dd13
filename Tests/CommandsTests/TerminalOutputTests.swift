import Commands
import HTTP
import JSON
import Terminal
import TestSupport
import Testing

/// What reaches a terminal or a pipe, whatever the service sends.
@Suite struct TerminalOutputTests {
  private static let day = ["agenda", "--from", "2026-11-30", "--to", "2026-11-30"]

  private func event(_ number: Int, _ subject: String) -> String {
    let hour = String(number + 108).dropFirst()
    return timed(
      "W\(number)", subject, "2026-11-30T\(hour):00:00", "2026-11-30T\(hour):30:00")
  }

  // C027
  private static let wide = [
    "Stand-up", "\u{4f1a}\u{8b70}\u{5ba4}\u{306e}\u{4e88}\u{7d04}",
    "\u{1f469}\u{200d}\u{1f469}\u{200d}\u{1f467}\u{200d}\u{1f466} picnic",
    "\u{1f1ed}\u{1f1fa} Budapest", "cafe\u{301}", "\u{ff76}\u{ff80}\u{ff76}\u{ff85}",
    "\u{2708}\u{fe0f} Flight",
  ]

  @Test func `columns stand in the same cell whatever the script`() async throws {
    let place = #","location":{"displayName":"HERE"}"#
    let events = Self.wide.enumerated().map { index, subject in
      event(index, subject).dropLast() + place + "}"
    }
    let outcome = await Machine(events: events.joined(separator: ","), columns: 60).run(Self.day)
    let rows = outcome.outputLines.filter { $0.contains("HERE") }
    #expect(rows.count == 7)
    let cells = Set(
      rows.compactMap { row in
        row.firstRange(of: "HERE").map { DisplayWidth.of(row[..<$0.lowerBound]) }
      })
    #expect(cells.count == 1)
    #expect(!outcome.output.contains("\u{FFFD}"))
    try expectGolden(outcome.transcript, "agenda-scripts-60.txt")
  }

  // C029
  private static let attacks: [(sent: String, shown: String)] = [
    ("\u{1b}]52;c;Y3VybCB4\u{07}Lunch", "Lunch"), ("\u{1b}[2J\u{1b}[1;1HAll clear", "All clear"),
    ("\u{1b}]8;;https://evil.example\u{1b}\\Join\u{1b}]8;;\u{1b}\\", "Join"),
    ("\u{9b}31mred", "red"), ("a\rb", "a"), ("bell\u{07}", "bell"), ("del\u{7f}", "del"),
    ("\u{1b}P1$r\u{1b}\\x", "x"),
  ]

  private func isClean(_ text: some StringProtocol) -> Bool {
    !text.unicodeScalars.contains {
      $0.value < 0x20 && $0 != "\n" || (0x7F...0x9F).contains($0.value)
    }
  }

  @Test func `no control of the service reaches a terminal or a pipe, and JSON loses none`()
    async throws
  {
    for (sent, shown) in Self.attacks {
      let text = JSON.string(sent).text(.wire)
      let person = #"{"emailAddress":{"name":\#(text),"address":"kim@contoso.example"}}"#
      let id = "AAMkAGI2ATTACK0="
      let whole = timed(
        id, sent, "2026-11-30T09:00:00", "2026-11-30T10:00:00",
        #","location":{"displayName":\#(text)},"organizer":\#(person),"isOrganizer":false,"attendees":[\#(person)],"categories":[\#(text)],"body":{"contentType":"text","content":\#(text)},"webLink":\#(text),"originalStartTimeZone":\#(text),"importance":\#(text)"#
      )
      let service = Service(
        events: whole,
        [
          "GET /me/events/AAMkAGI2ATTACK0%3D": [.ok(whole)],
          "GET /me/calendar": [.ok(#"{"id":"c","name":\#(text)}"#)],
          "GET /me/calendars": [.list(#"{"id":"c","name":\#(text),"owner":{"name":\#(text)}}"#)],
          "GET /me": [.ok(#"{"displayName":\#(text),"mail":\#(text),"jobTitle":\#(text)}"#)],
          "GET /me/mailboxSettings": [
            .ok(#"{"timeZone":\#(text),"language":{"locale":\#(text)}}"#)
          ],
        ])
      for columns in [nil, 40, 100] {
        let machine = Machine(service, columns: columns)
        for words in [Self.day, ["show", id], ["calendars"], ["me"]] {
          let outcome = await machine.run(words)
          #expect(outcome.status == 0, "\(outcome.errors)")
          #expect(isClean(outcome.output) && isClean(outcome.errors), "\(words) \(sent)")
        }
        #expect(await machine.run("show", id).output.contains(shown))
      }
      let machine = Machine(service)
      let item = await machine.run("show", id, "--json")
      #expect(isClean(item.output))
      #expect(try item.json["subject"] == .string(sent))
      #expect(try item.json["body"]?["content"] == .string(sent))
      let rows = await machine.run(Self.day + ["--format", "tsv"])
      #expect(rows.outputLines.allSatisfy { $0.split(separator: "\t").allSatisfy(isClean) })
      // Lines of CSV end by RFC 4180.
      let table = await machine.run(Self.day + ["--format", "csv"])
      #expect(isClean(table.output.replacing("\r\n", with: "\n")))
    }
  }

  @Test func `no control of an error message reaches a terminal`() async throws {
    let service = Service([
      "GET /me/calendarView": [.error(400, "X\u{1b}[1m", "\u{1b}[31mno\u{9b}2J\r\nway")]
    ])
    for words in [["today"], ["today", "--json"], ["today", "--verbose"]] {
      let outcome = await Machine(service).run(words)
      #expect(outcome.status == 1)
      #expect(isClean(outcome.errors), "\(words)")
    }
    let text = await Machine(service).run("today").errors
    #expect(text.contains("no way"))
  }

  // C030
  @Test(arguments: [
    ("20", 20), ("10", 10), ("1", 1), ("0", 80), ("-3", 80), ("abc", 80), ("60", 60),
  ])
  func `lines keep to the width, and an odd width is the usual one`(
    columns: String, width: Int
  ) async throws {
    let long = event(1, String(repeating: "W", count: 255))
    let outcome = await Machine(events: long, ["GRAPHCAL_FORCE_TTY": "yes", "COLUMNS": columns])
      .run(Self.day)
    #expect(outcome.status == 0)
    #expect(outcome.outputLines.allSatisfy { DisplayWidth.of($0) <= width })
    if width >= 20 { #expect(outcome.output.contains("09:00–09:30")) }
    #expect(!outcome.output.contains("\u{1b}"))
  }

  @Test func `in a pipe nothing is cut`() async throws {
    let long = String(repeating: "W", count: 5000)
    let outcome = await Machine(events: event(1, long), ["COLUMNS": "20"]).run(Self.day)
    #expect(outcome.output.contains(long))
    #expect(!outcome.output.contains("…") && !outcome.output.contains("\u{1b}"))
  }

  @Test(arguments: [
    (["NO_COLOR": "", "TERM": "dumb"], false), (["NO_COLOR": "1"], false),
    (["NO_COLOR": ""], true), (["NO_COLOR": "", "TERM": ""], false),
  ])
  func `colour is for terminals that know it`(
    variables: [String: String], isColored: Bool
  ) async throws {
    let outcome = await Machine(events: event(1, "Call"), columns: 60, variables).run(Self.day)
    #expect(outcome.output.contains("\u{1b}") == isColored)
  }

  // C032
  @Test(arguments: [
    ["LANG": ""], ["LC_ALL": "C"], ["LC_ALL": "POSIX"], ["LC_ALL": "hu_HU.ISO-8859-2"],
  ])
  func `a locale without UTF-8 changes the signs and loses no letter`(
    variables: [String: String]
  ) async throws {
    let subject = "Fl\u{f3}ra sz\u{fc}linap \u{2013} 10\u{202f}%"
    let machine = Machine(events: event(1, subject), columns: 60, variables)
    let outcome = await machine.run(Self.day)
    #expect(outcome.status == 0)
    #expect(outcome.output.contains(subject))
    let signs = outcome.output.replacing(subject, with: "")
    #expect(signs.utf8.allSatisfy { $0 < 0x80 }, "\(signs)")
    #expect(
      try await machine.run(Self.day + ["--json"]).items.first?["subject"] == .string(subject))
    let dry = await machine.run(
      "new-event", "--subject", "P\u{e9}ter", "--start", "2026-12-01 09:00", "--dry-run")
    #expect(try dry.items.first?["body"]?["subject"] == "P\u{e9}ter")
  }

  @Test func `nothing is printed that only programmers know`() async throws {
    let event =
      #"{"id":"AAMkAGI2NOTHING0=","start":{"dateTime":"2026-11-30T09:00:00","timeZone":null},"end":null,"subject":null,"organizer":null,"attendees":null,"location":null,"body":null,"recurrence":null,"responseStatus":null,"categories":null}"#
    let service = Service(
      events: event,
      [
        "GET /me/events/AAMkAGI2NOTHING0%3D": [.ok(event)], "GET /me": [.ok("{}")],
        "GET /me/calendars": [.list(#"{"id":"c"}"#)],
      ])
    for words in [
      Self.day, ["show", "AAMkAGI2NOTHING0="], ["me"], ["calendars"], Self.day + ["--json"],
      Self.day + ["--format", "csv"], ["show", "AAMkAGI2NOTHING0=", "--jsonl"],
    ] {
      let outcome = await Machine(service).run(words)
      #expect(outcome.status == 0, "\(outcome.errors)")
      for word in ["nil", "Optional(", "JSONNumber", "WallTime("] {
        #expect(!outcome.output.contains(word) && !outcome.errors.contains(word), "\(words)")
      }
    }
  }
}
