import HTTP
import Host
import JSON
import TestSupport
import Testing

/// `export --format html|svg|org|markdown`, and lists as Markdown.
@Suite struct DocumentExportTests {
  private static let events =
    allDay("fair", "Fair <b>", "2026-11-30", "2026-12-02") + ","
    + timed(
      "lunch", "Lunch & talk", "2026-12-01T11:00:00", "2026-12-01T12:00:00",
      #","categories":["Food"],"location":{"displayName":"Roof"}"#) + ","
    + timed(
      "call", "Call", "2026-12-02T09:00:00", "2026-12-02T09:30:00",
      #","isOnlineMeeting":true,"onlineMeeting":{"joinUrl":"https://teams.microsoft.com/l/x"}"#)

  private func machine(_ more: [String: String] = [:]) -> Machine {
    Machine(
      Service(
        events: Self.events,
        [
          "GET /me/mailboxSettings": [.ok(#"{"timeZone":"UTC","language":{"locale":"de-DE"}}"#)],
          "GET /me/outlook/masterCategories": [
            .list(#"{"displayName":"Food","color":"preset4"}"#)
          ],
        ]), more)
  }

  private func asked(_ outcome: Outcome) throws -> String {
    try #require(outcome.requests.first { $0.url.contains("calendarView") }).url
  }

  @Test(arguments: [
    (["--format", "html"], "2026-11-30", "2026-12-07", "class=\"week\""),
    (["--format", "html", "--week", "+1"], "2026-12-07", "2026-12-14", "class=\"week\""),
    (["--format", "html", "--week=2026-W53"], "2026-12-28", "2027-01-04", "Week 53"),
    (["--format", "html", "--month", "2026-12"], "2026-11-30", "2027-01-04", "class=\"month\""),
    (["--format", "html", "--from", "2026-12-01"], "2026-12-01", "2026-12-08", "class=\"agenda\""),
    (["--format", "svg"], "2026-11-30", "2026-12-07", "<svg "),
    (["--format", "svg", "--month"], "2026-10-26", "2026-12-07", "November 2026"),
    (
      ["--format", "svg", "--from", "2026-12-01", "--to", "2026-12-10"], "2026-12-01",
      "2026-12-11", "<svg "
    ),
    (
      ["--format", "org", "--month", "2026-12"], "2026-12-01", "2027-01-01", "* Lunch & talk :Food:"
    ),
    (["--format", "org"], "2026-11-30", "2026-12-07", "<2026-12-01 Tue 11:00-12:00>"),
    (["--format", "markdown", "--to", "2026-12-02"], "2026-11-30", "2026-12-03", "Lunch \\& talk"),
  ])
  func `the days that were asked for, in the form that was asked for`(
    words: [String], first: String, end: String, text: String
  ) async throws {
    let outcome = await machine().run(["export"] + words)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let url = try asked(outcome)
    #expect(url.contains("startDateTime=\(first)T00:00:00Z"), "\(url)")
    #expect(url.contains("endDateTime=\(end)T00:00:00Z"), "\(url)")
    #expect(outcome.output.contains(text), "\(outcome.output)")
    #expect(outcome.errors.isEmpty)
  }

  @Test func `a page has the colours of categories and the way into meetings`() async throws {
    let outcome = await machine().run("export", "--format", "html")
    #expect(outcome.output.contains("event busy c-green"))
    #expect(outcome.output.contains("Fair &lt;b&gt;"))
    #expect(
      outcome.output.contains(
        #"<a href="https://teams.microsoft.com/l/x" rel="noopener noreferrer">Join</a>"#))
  }

  @Test func `a file is written whole and told, and not with a dry run`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.at("week.html")
    let dry = await machine().run("export", "--format", "html", "-o", path, "--dry-run")
    #expect(dry.status == 0 && dry.errors.contains("would be saved to \(path)"), "\(dry.errors)")
    #expect(try Files.names(in: folder.path).isEmpty)
    let outcome = await machine().run("export", "--format", "html", "-o", path)
    #expect(outcome.status == 0 && outcome.output.isEmpty)
    #expect(outcome.errors == "3 events written to \(path)\n")
    let bytes = try Files.read(path, limit: 1 << 20)
    #expect(String(decoding: bytes, as: UTF8.self).hasSuffix("</html>\n"))
  }

  @Test(arguments: [["today"], ["week"], ["month"], ["agenda", "--days", "3"]])
  func `lists of days as Markdown`(words: [String]) async throws {
    let outcome = await machine(["GRAPHCAL_FORCE_TTY": "100"])
      .run(words + ["--format", "markdown"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.hasPrefix("# "))
    #expect(outcome.output.contains("## Mon 30 Nov 2026\n\n- **all day →** Fair \\<b\\>\n"))
  }

  @Test(arguments: [
    (["export", "lunch", "--format", "html"], "--week"),
    (["export", "--format", "svg", "--from", "2026-12-01", "--to", "2026-12-31"], "--month"),
    (["export", "--week", "--month"], "--week and --month"),
    (["export", "--week", "--from", "2026-12-01"], "--from and --week"),
    (["export", "lunch", "--week"], "--week"), (["export", "--format", "tsv"], "--format"),
    (["export", "--format", "html", "--week", "rubbish"], "rubbish"),
    (["agenda", "--format", "html"], "table, tsv, csv or markdown"),
    (["contacts", "--format", "markdown"], "no --format markdown"),
    (["version", "--format", "tsv"], "prints no rows"),
  ])
  func `what makes no sense is refused`(words: [String], why: String) async {
    let outcome = await machine().run(words)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(why), "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
    #expect(!outcome.requests.contains { $0.url.contains("calendarView") })
  }

  @Test func `a week of iCalendar is that week`() async throws {
    let outcome = await machine().run("export", "--week", "+1")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try asked(outcome).contains("startDateTime=2026-12-07T00:00:00Z"))
    #expect(outcome.output.hasPrefix("BEGIN:VCALENDAR"))
  }
}
