import CalendarTime
import Commands
import HTTP
import Host
import JSON
import Terminal
import TestSupport
import Testing

/// `show` with everything there is, and `show --web`.
@Suite struct ShowCommandTests {
  static let id = "AAMkAGI2WHOLE00="
  static let path = "GET /me/events/AAMkAGI2WHOLE00%3D"
  static let rule = String(repeating: "_", count: 80)

  private static func person(_ name: String, _ address: String) -> String {
    #""emailAddress":{"name":"\#(name)","address":"\#(address)"}"#
  }

  static let attendees =
    #"[{"type":"required","status":{"response":"accepted"},"# + person("Ana", "ana@contoso.example")
    + #"},{"type":"required","status":{"response":"declined"},"proposedNewTime":{"start":{"dateTime":"2026-12-03T13:00:00.0000000","timeZone":"UTC"},"end":{"dateTime":"2026-12-03T13:30:00.0000000","timeZone":"UTC"}},"#
    + person("Bo", "bo@contoso.example") + #"},{"type":"optional","status":{"response":"none"},"#
    + person("Cem", "cem@fabrikam.example")
    + #"},{"type":"resource","status":{"response":"accepted"},"#
    + person("Room 4", "room4@contoso.example") + "}]"

  static var whole: String {
    let body =
      "<html><body><p>Bring <b>numbers</b>, all of them, since we are going to look at each one of them together.</p><div>\(rule)</div><div>Microsoft Teams meeting</div><div><a href=\\\"https://teams.microsoft.com/l/meetup-join/19%3ax/0\\\">Join the meeting now</a></div><div>Meeting ID: 234 567 890</div><div>\(rule)</div></body></html>"
    return timed(
      id, "Quarterly numbers", "2026-12-02T13:00:00.0000000", "2026-12-02T14:00:00.0000000",
      #","type":"exception","seriesMasterId":"AAMkAGI2MASTER0=","attendees":\#(attendees),"organizer":{\#(person("Lena Fog", "lena@contoso.example"))},"isOrganizer":false,"responseStatus":{"response":"tentativelyAccepted"},"hasAttachments":true,"isOnlineMeeting":true,"onlineMeeting":{"joinUrl":"https://teams.microsoft.com/l/meetup-join/19%3ax/0","conferenceId":"123456789","tollNumber":"+1 323 555 0166"},"originalStartTimeZone":"Tokyo Standard Time","originalEndTimeZone":"W. Europe Standard Time","sensitivity":"confidential","categories":["Finance"],"isReminderOn":true,"reminderMinutesBeforeStart":15,"showAs":"busy","webLink":"https://outlook.office365.com/owa/?itemid=AAMk","body":{"contentType":"html","content":"\#(body)"}"#
    )
  }

  static let master =
    #"{"id":"AAMkAGI2MASTER0=","originalStartTimeZone":"W. Europe Standard Time","recurrence":{"pattern":{"type":"weekly","interval":1,"daysOfWeek":["tuesday"],"firstDayOfWeek":"monday"},"range":{"type":"numbered","startDate":"2026-11-17","numberOfOccurrences":8}}}"#
  static let attachments =
    ##"{"@odata.type":"#microsoft.graph.fileAttachment","id":"att-1","name":"Numbers.xlsx","contentType":"application/vnd.ms-excel","size":23400,"isInline":false},{"@odata.type":"#microsoft.graph.fileAttachment","id":"att-2","name":"logo.png","contentType":"image/png","size":812,"isInline":true},{"@odata.type":"#microsoft.graph.referenceAttachment","id":"att-3","name":"Plan","size":0,"isInline":false}"##

  private func service(_ more: [String: [Service.Answer]] = [:]) -> Service {
    Service(
      [
        Self.path: [
          .ok(Self.whole), .ok(#"{"id":"x","originalStart":"2026-12-01T13:00:00Z"}"#),
        ],
        "GET /me/events/AAMkAGI2MASTER0%3D": [.ok(Self.master)],
        "GET /me/events/AAMkAGI2WHOLE00%3D/attachments": [.list(Self.attachments)],
      ].merging(more) { $1 })
  }

  @Test(arguments: [80, 200])
  func `an event with everything`(columns: Int) async throws {
    let machine = Machine(service(), columns: columns)
    let outcome = await machine.run("show", Self.id, "--tz", "Europe/Berlin")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.outputLines.allSatisfy { DisplayWidth.of($0) <= columns })
    try expectGolden(outcome.transcript, "show-whole-\(columns).txt")
    let asked = outcome.requests("GET", "/attachments")
    #expect(asked.count == 1)
    // The bytes are not fetched to show a name.
    #expect(asked.first?.url.contains("contentBytes") == false)
    #expect(asked.first?.url.contains("$select=") == true)
  }

  @Test func `for a program only the event itself is asked for`() async throws {
    let outcome = await Machine(service()).run("show", Self.id, "--json")
    #expect(outcome.requests("GET", "/attachments").isEmpty)
    let asked = outcome.requests.filter { $0.url.contains("/events/") }
    #expect(asked.count == 1)
    // The text is made of it here, so that it is the same of the local copy.
    #expect(asked[0].headers["Prefer"]?.contains(#"body-content-type="html""#) == true)
    let body = try outcome.json["body"]
    #expect(body?["contentType"] == "text")
    #expect(body?["content"]?.string?.contains("<") == false)
    #expect(try outcome.json["attendees"]?.array?.count == 4)
  }

  @Test func `what is missing around an event does not hide it`() async throws {
    let machine = Machine(
      service([
        "GET /me/events/AAMkAGI2MASTER0%3D": [.error(404, "ErrorItemNotFound")],
        "GET /me/events/AAMkAGI2WHOLE00%3D/attachments": [.error(403, "ErrorAccessDenied")],
      ]))
    let outcome = await machine.run("show", Self.id)
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("Quarterly numbers"))
    #expect(outcome.output.contains("one of a series, changed"))
    #expect(outcome.errors.contains("cannot read the attachments"))
  }

  @Test func `an event without attachments and series costs one request`() async throws {
    let plain = timed(Self.id, "Lunch", "2026-12-02T13:00:00", "2026-12-02T14:00:00")
    let outcome = await Machine(Service([Self.path: [.ok(plain)]])).run("show", Self.id)
    #expect(outcome.requests.filter { $0.url.contains("/events/") }.count == 1)
  }

  // MARK: On the web

  private func opened(_ link: String) async -> (Outcome, [[String]]) {
    var machine = Machine(
      Service([Self.path: [.ok(#"{"id":"x","webLink":"\#(link)"}"#)]]))
    let browser = ScriptedBrowser(installed: ["my-browser"]) { _ in }
    machine.environment.variables["BROWSER"] = "my-browser"
    machine.programs = browser.programs
    let outcome = await machine.run("show", Self.id, "--web")
    return (outcome, browser.commands)
  }

  @Test(arguments: [
    "https://outlook.office365.com/owa/?itemid=AAMk%3D&exvsurl=1", "https://outlook.live.com/x",
    "https://outlook.cloud.microsoft/calendar", "https://graph.test/somewhere",
  ])
  func `pages of Outlook are opened`(link: String) async {
    let (outcome, commands) = await opened(link)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(commands == [["my-browser", link]])
  }

  @Test(arguments: [
    "http://outlook.office365.com/owa/", "https://evil.example/outlook.office365.com",
    "https://outlook.office365.com.evil.example/", "https://outlook.office365.com@evil.example/",
    "javascript:alert(1)", "file:///etc/passwd", "https://outlook.office365.com:99999/",
  ])
  func `no other page is`(link: String) async {
    let (outcome, commands) = await opened(link)
    #expect(outcome.status == 5, "\(outcome.errors)")
    #expect(commands.isEmpty)
  }

  @Test func `where there is no browser the address is told`() async throws {
    let machine = Machine(
      Service([Self.path: [.ok(#"{"id":"x","webLink":"https://outlook.live.com/x"}"#)]]))
    let outcome = await machine.run("show", Self.id, "--web")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("https://outlook.live.com/x"))
    let json = await machine.run("show", Self.id, "--web", "--json")
    #expect(try json.json["url"] == "https://outlook.live.com/x")
  }
}
