import HTTP
import Host
import JSON
import TestSupport
import Testing

/// What `apply` sends for the lines of a file, what it asks and how it ends.
@Suite struct ApplyCommandTests {
  private static let ana =
    #"{"id":"contact-id-of-ana","@odata.etag":"W/\"1\"","displayName":"Ana Silva","givenName":"Ana","surname":"Silva","companyName":"Fabrikam","jobTitle":null,"emailAddresses":[{"name":"ana@x.example","address":"ana@x.example"}],"businessPhones":["+1 5"],"mobilePhone":null,"homePhones":[],"birthday":"1984-04-01T11:59:00Z","homeAddress":{"city":"Rom","street":"Via 1"},"categories":[],"parentFolderId":"f-0","personalNotes":null}"#
  private static let lunch = timed(
    "event-id-of-lunch", "Lunch", "2026-12-01T11:00:00.0000000", "2026-12-01T12:00:00.0000000",
    #","@odata.etag":"W/\"5\"","type":"singleInstance","isAllDay":false,"isOrganizer":true,"location":{"displayName":"Roof"},"locations":[{"displayName":"Roof"}],"showAs":"busy","attendees":[],"categories":["Food"],"body":{"contentType":"html","content":""},"originalStartTimeZone":"UTC","originalEndTimeZone":"UTC","recurrence":null"#
  )

  private let folder: TemporaryFolder
  private let batching: BatchingService
  private let machine: Machine

  init() throws {
    folder = try TemporaryFolder()
    batching = BatchingService(
      Service([
        "GET /me/contacts/contact-id-of-ana": [.ok(Self.ana)],
        "PATCH /me/contacts/contact-id-of-ana": [
          .ok(Self.ana.replacing(#"W/\"1\""#, with: #"W/\"2\""#))
        ],
        "DELETE /me/contacts/contact-id-of-ana": [.status(204)],
        "POST /me/contacts": [
          .success(.json(#"{"id":"contact-id-new","displayName":"New"}"#, status: 201))
        ],
        "POST /me/contactFolders/f-1/contacts": [
          .success(.json(#"{"id":"contact-id-new"}"#, status: 201))
        ],
        "GET /me/contacts": [.list("")],
        "GET /me/contactFolders": [.list(#"{"id":"f-1","displayName":"Suppliers"}"#)],
        "GET /me/contactFolders/f-1/childFolders": [.list("")],
        "GET /me/events/event-id-of-lunch": [.ok(Self.lunch)],
        "PATCH /me/events/event-id-of-lunch": [.ok(Self.lunch)],
        "DELETE /me/events/event-id-of-lunch": [.status(204)],
        "POST /me/events": [.success(.json(Self.lunch, status: 201))],
      ]))
    var machine = Machine(batching.service)
    machine.transport = batching
    self.machine = machine
  }

  private func apply(_ text: String, _ words: String...) async throws -> Outcome {
    try folder.put("changes", text)
    return await machine.run(["apply", folder.at("changes")] + words)
  }

  private func body(_ request: HTTPRequest?) throws -> JSON {
    try JSON(parsing: request?.body ?? [])
  }

  private static func writes(_ outcome: Outcome) -> [String] {
    outcome.requests.filter { $0.method != "GET" }.map {
      "\($0.method) \(HTTPURL($0.url)?.path.dropFirst(5) ?? "")"
    }
  }

  // MARK: Contacts

  @Test func `a line without an id makes a contact that carries a key`() async throws {
    let outcome = try await apply(
      #"{"givenName":"Bo","surname":"Li","birthday":"02-29","homeAddress":{"city":"Rom"},"note":null}"#
        .replacing(#","note":null"#, with: #","jobTitle":null"#))
    #expect(outcome.status == 0, "\(outcome.errors)")
    var sent = try #require(try body(outcome.requests("POST", "/me/contacts").first).object)
    let key = sent["singleValueExtendedProperties"]?[0]
    #expect(key?["id"]?.string?.hasSuffix("Name graphcalApplyKey") == true)
    #expect(key?["value"]?.string?.hasSuffix("-1") == true)
    sent["singleValueExtendedProperties"] = nil
    #expect(
      sent == [
        "givenName": "Bo", "surname": "Li", "displayName": "Bo Li",
        "birthday": "1604-02-29T11:59:00Z", "homeAddress": ["city": "Rom"],
      ])
    #expect(outcome.output.hasPrefix("line 1  Created"))
    #expect(outcome.errors.contains("no journal is kept"))
  }

  @Test func `a line with an id sends what differs, for the state that was read`() async throws {
    let outcome = try await apply(
      #"{"id":"contact-id-of-ana","companyName":"Contoso","surname":"Silva","birthday":"1984-04-01","homeAddress":{"city":"Oslo"},"emailAddresses":[]}"#
    )
    #expect(outcome.status == 0, "\(outcome.errors)")
    let patch = try #require(outcome.requests("PATCH", "/contact-id-of-ana").first)
    #expect(patch.headers["If-Match"] == #"W/"1""#)
    #expect(
      try body(patch) == [
        "companyName": "Contoso", "emailAddresses": [],
        "homeAddress": [
          "street": "Via 1", "city": "Oslo", "state": nil, "postalCode": nil,
          "countryOrRegion": nil,
        ],
      ])
    #expect(
      outcome.output.contains("Changed") && outcome.output.contains("companyName"),
      "\(outcome.output)")
  }

  @Test func `a part of a name takes the name that is shown along`() async throws {
    let outcome = try await apply(#"{"id":"contact-id-of-ana","surname":"Souza"}"#)
    #expect(
      try body(outcome.requests("PATCH", "").first) == [
        "surname": "Souza", "displayName": "Ana Silva",
      ])
  }

  @Test(arguments: [
    ana, #"{"id":"contact-id-of-ana","companyName":"Fabrikam"}"#,
    #"{"id":"contact-id-of-ana","emailAddresses":["ana@x.example"],"jobTitle":""}"#,
    "id\tname\temail\tphone\tcompany\tbirthday\tfolder\tetag\n"
      + "contact-id-of-ana\tAna Silva\tana@x.example\t+1 5\tFabrikam\t1984-04-01T11:59:00Z\t\tW/\"1\"\n",
    "id\thomeAddress\tcategories\r\ncontact-id-of-ana\t{\"city\":\"Rom\",\"street\":\"Via 1\"}\t\r\n",
  ])
  func `what is so already sends nothing`(text: String) async throws {
    let outcome = try await apply(text)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(Self.writes(outcome) == [])
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("1 line is on the service already"))
  }

  @Test func `a cell is read as lists write it`() async throws {
    let outcome = try await apply(
      "id\tname\temail\tphone\tcompany\tpersonalNotes\n"
        + "contact-id-of-ana\tAna S.\tana@x.example;b@x.example\t+1 6;+1 7\t\tone\\ntwo\\tthree \\\\n\n"
    )
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      try body(outcome.requests("PATCH", "").first) == [
        "displayName": "Ana S.",
        "emailAddresses": [["address": "ana@x.example"], ["address": "b@x.example"]],
        "businessPhones": ["+1 6", "+1 7"], "companyName": nil,
        "personalNotes": "one\ntwo\tthree \\n",
      ])
  }

  @Test func `a new contact goes into the folder that is named`() async throws {
    let outcome = try await apply(#"{"company":"X","folder":"suppliers","email":["a@x.example"]}"#)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(Self.writes(outcome) == ["POST /me/contactFolders/f-1/contacts"])
    let wrong = try await apply(#"{"company":"X","folder":"nowhere"}"#)
    #expect(wrong.status == 2)
    #expect(wrong.errors.contains(#"there is no folder "nowhere""#))
    #expect(Self.writes(wrong) == [])
  }

  // MARK: Events

  @Test func `a new event carries its transaction and wall time with a zone`() async throws {
    let outcome = try await apply(
      #"{"subject":"Talk","start":"2026-12-01T09:00","end":{"dateTime":"2026-12-01T10:00:00","timeZone":"Europe/Berlin"},"location":"Roof","categories":["Team"]}"#,
      "--tz", "Europe/Berlin")
    #expect(outcome.status == 0, "\(outcome.errors)")
    var sent = try #require(try body(outcome.requests("POST", "/me/events").first).object)
    #expect(sent["transactionId"]?.string?.hasSuffix("-1") == true)
    sent["transactionId"] = nil
    #expect(
      sent == [
        "subject": "Talk", "location": ["displayName": "Roof"], "categories": ["Team"],
        "start": [
          "dateTime": "2026-12-01T09:00:00.0000000", "timeZone": "W. Europe Standard Time",
        ],
        "end": [
          "dateTime": "2026-12-01T10:00:00.0000000", "timeZone": "W. Europe Standard Time",
        ],
        "isAllDay": false,
      ])
  }

  @Test func `an event of a list is changed where its row is`() async throws {
    let header = "id\tstart\tend\tsubject\tlocation\torganizer\tshowAs\tetag\n"
    let row =
      "event-id-of-lunch\t2026-12-01T12:00:00+01:00\t2026-12-01T13:00:00+01:00\tLunch\tRoof\t\tbusy\tW/\"5\"\n"
    let same = try await apply(header + row)
    #expect(same.status == 0, "\(same.errors)")
    #expect(Self.writes(same) == [])
    let outcome = try await apply(
      header + row.replacing("12:00:00+", with: "11:30:00+").replacing("busy", with: "free"))
    #expect(outcome.status == 0, "\(outcome.errors)")
    let patch = try #require(outcome.requests("PATCH", "").first)
    #expect(patch.headers["If-Match"] == #"W/"5""#)
    #expect(
      try body(patch) == [
        "start": ["dateTime": "2026-12-01T10:30:00.0000000", "timeZone": "UTC"],
        "end": ["dateTime": "2026-12-01T12:00:00.0000000", "timeZone": "UTC"],
        "isAllDay": false, "showAs": "free",
      ])
  }

  @Test func `a printed event goes back without a change`() async throws {
    let outcome = try await apply(Self.lunch)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(Self.writes(outcome) == [])
  }

  @Test func `mails are asked about with the number of people`() async throws {
    let line =
      #"{"subject":"Talk","start":"2026-12-01T09:00Z","end":"2026-12-01T10:00Z","attendees":["a@x.example",{"emailAddress":{"address":"b@x.example"},"type":"optional"}]}"#
    let refused = try await apply(line)
    #expect(refused.status == 8)
    #expect(refused.errors.contains("2 people will be told by mail"))
    #expect(Self.writes(refused) == [])
    let outcome = try await apply(line, "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      try body(outcome.requests("POST", "").first)["attendees"] == [
        ["emailAddress": ["address": "a@x.example"], "type": "required"],
        ["emailAddress": ["address": "b@x.example"], "type": "optional"],
      ])
  }

  @Test func `what only the organizer can change is refused without a request`() async throws {
    await batching.service.script(
      "GET /me/events/event-id-of-lunch",
      .ok(
        Self.lunch.replacing(
          #""isOrganizer":true"#,
          with: #""isOrganizer":false,"organizer":{"emailAddress":{"name":"Kim"}}"#)))
    let outcome = try await apply(#"{"id":"event-id-of-lunch","subject":"Dinner"}"#)
    #expect(outcome.status == 5)
    #expect(outcome.output.contains("a meeting of Kim"))
    #expect(Self.writes(outcome) == [])
    let own = try await apply(#"{"id":"event-id-of-lunch","kind":"event","categories":["Mine"]}"#)
    #expect(own.status == 0, "\(own.errors)")
  }

  // MARK: Deletions

  @Test func `a deletion asks, and takes the line of a list`() async throws {
    let line = Self.ana.replacing(#"{"id""#, with: #"{"action":"delete","id""#)
    let refused = try await apply(line)
    #expect(refused.status == 8)
    #expect(refused.errors.contains("Delete 1?"))
    #expect(Self.writes(refused) == [])
    let outcome = try await apply(line, "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let request = try #require(outcome.requests("DELETE", "/contact-id-of-ana").first)
    #expect(request.headers["If-Match"] == #"W/"1""#)
    #expect(outcome.output.contains("Deleted"))
  }

  // MARK: Conflicts and failures

  @Test func `a line for another state is refused, with both sides`() async throws {
    let outcome = try await apply(
      #"{"id":"contact-id-of-ana","etag":"W/\"0\"","companyName":"Contoso"}"#)
    #expect(outcome.status == 6)
    #expect(
      outcome.output.contains(#"companyName: there "Fabrikam", here "Contoso""#),
      "\(outcome.output)")
    #expect(Self.writes(outcome) == [])
  }

  @Test func `what changes between reading and writing is refused as well`() async throws {
    await batching.service.script(
      "PATCH /me/contacts/contact-id-of-ana", .error(412, "ErrorIrresolvableConflict"))
    let outcome = try await apply(
      #"{"id":"contact-id-of-ana","companyName":"Contoso"}"# + "\n" + #"{"givenName":"Bo"}"#)
    #expect(outcome.status == 9)
    #expect(outcome.output.contains("line 1  Refused"))
    #expect(outcome.output.contains("line 2  Created"))
    #expect(outcome.errors.contains("1 of 2 lines was not applied"))
  }

  @Test func `an item that is not there fails its line alone`() async throws {
    let outcome = try await apply(
      #"{"id":"contact-that-is-gone","companyName":"Contoso"}"# + "\n"
        + #"{"id":"contact-id-of-ana","companyName":"Contoso"}"#, "--jsonl")
    #expect(outcome.status == 9)
    let items = try outcome.outputLines.map { try JSON(parsing: $0) }
    #expect(items.map { $0["status"] } == ["failed", "done"])
    #expect(items[0]["error"]?["code"] == "not_found")
    #expect(items[1]["changed"] == ["companyName"])
    #expect(items[1]["etag"] == #"W/"2""#)
    let alone = try await apply(#"{"id":"contact-that-is-gone","companyName":"Contoso"}"#)
    #expect(alone.status == 3)
  }

  @Test func `a throttled part goes again alone and its wait is kept`() async throws {
    await batching.service.script(
      "POST /me/contacts", .success(.json(#"{"id":"contact-id-1"}"#, status: 201)),
      .status(429, "", ["Retry-After": "5"]),
      .success(.json(#"{"id":"contact-id-2"}"#, status: 201)))
    let outcome = try await apply(
      (1...3).map { #"{"givenName":"N\#($0)"}"# }.joined(separator: "\n"))
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(await batching.batches.map(\.count) == [3, 1])
    #expect(machine.clock.elapsedTime == .seconds(5))
    #expect(outcome.errors.contains("trying again in 5 s"))
  }

  @Test func `a create without an answer is looked for by its key before it is sent again`()
    async throws
  {
    await batching.service.script(
      "POST /me/contacts", .error(504, "UnknownError"), .error(504, "UnknownError"),
      .success(.json(#"{"id":"contact-id-2"}"#, status: 201)))
    await batching.service.script(
      "GET /me/contacts", .list(#"{"id":"contact-id-1","displayName":"N1"}"#), .list(""))
    let outcome = try await apply(#"{"givenName":"N1"}"# + "\n" + #"{"givenName":"N2"}"#, "--json")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      try outcome.items.map { $0["id"]?.string } == ["contact-id-1", "contact-id-2"])
    let filters = outcome.requests("GET", "/me/contacts").compactMap { HTTPURL($0.url)?.query }
    #expect(filters.count == 2)
    #expect(filters.allSatisfy { $0.contains("graphcalApplyKey") })
    #expect(outcome.requests("POST", "/me/contacts").count == 3)
  }

  @Test func `a service that puts everything off ends the run, and the rest is told`() async throws
  {
    await batching.service.script(
      "POST /me/contacts", .status(429, "", ["Retry-After": "100"]))
    let outcome = try await apply(
      (1...25).map { #"{"givenName":"N\#($0)"}"# }.joined(separator: "\n"), "--json")
    #expect(outcome.status == 7)
    #expect(await batching.batches.map(\.count) == [20])
    #expect(
      try outcome.items.map { $0["status"]?.string }
        == Array(repeating: "failed", count: 20) + Array(repeating: "notSent", count: 5))
  }

  @Test func `lines that come after one another stay in order`() async throws {
    await batching.service.script("POST /me/contacts", .error(400, "ErrorInvalidRequest"))
    let outcome = try await apply(
      #"{"givenName":"A","ref":"a"}"# + "\n" + #"{"givenName":"C"}"# + "\n"
        + #"{"givenName":"B","after":"a"}"#, "--json")
    #expect(outcome.status == 1)
    let batches = await batching.batches
    #expect(batches.map { $0.map { $0["id"] } } == [["1"], ["0", "2"]])
    #expect(batches[1][1]["dependsOn"] == ["0"])
    #expect(try outcome.items.map { $0["status"] } == ["failed", "failed", "notSent"])
  }

  // MARK: Dry runs and bad lines

  @Test func `a dry run prints the requests and a diff, and sends nothing`() async throws {
    let outcome = try await apply(
      #"{"id":"contact-id-of-ana","companyName":"Contoso"}"# + "\n" + #"{"givenName":"Bo"}"#
        + "\n" + Self.lunch, "--dry-run")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(Self.writes(outcome) == [])
    let requests = try outcome.items
    #expect(requests.map { $0["url"] } == ["/$batch"])
    #expect(
      requests[0]["body"]?["requests"]?.array?.map { $0["method"] } == ["PATCH", "POST"])
    #expect(
      outcome.errorLines == [
        "line 1 changes Ana Silva", "  - companyName: \"Fabrikam\"",
        "  + companyName: \"Contoso\"", "line 2 creates Bo", "  + givenName: \"Bo\"",
        "1 line unchanged",
      ])
    let readOnly = try await apply(#"{"givenName":"Bo"}"#, "--read-only")
    #expect(readOnly.status == 8)
    #expect(readOnly.requests.isEmpty)
  }

  @Test(arguments: [
    (
      #"{"givenNam":"x"}"#,
      #"line 1 no contact and no event has "givenNam"; did you mean "givenName"?"#
    ),
    (#"{"givenName":"A","subject":"x"}"#, "does not say whether"),
    (#"{"givenName":1}"#, #""givenName" is a text, not number"#),
    (#"{"givenName":"A","givenName":"B"}"#, #"says "givenName" twice"#),
    (#"{"givenName":"A""#, "is no JSON"),
    ("[]", "begins a JSON array"),
    ("hello", "is no JSON object and no header"),
    (#"{"action":"delete","kind":"contact"}"#, #""delete" needs the "id""#),
    (#"{"action":"create","id":"contact-id-of-ana","surname":"x"}"#, "a create has no"),
    (#"{"action":"destroy","id":"contact-id-of-ana"}"#, "not one of create, update, delete"),
    (#"{"id":"contact-id-of-ana","kind":"contact"}"#, "says nothing that could be changed"),
    (#"{"birthday":"1985-02-29","surname":"x"}"#, "no date that a calendar has"),
    (#"{"emailAddresses":["a@x","b@x","c@x","d@x"]}"#, "has 4 entries; a contact keeps 3"),
    (#"{"homePhones":["1","2","3"]}"#, "has 3 entries; a contact keeps 2"),
    (#"{"emailAddresses":["nobody"]}"#, "no mail address"),
    (#"{"homeAddress":{"town":"x"},"surname":"x"}"#, #"has no "town""#),
    (#"{"categories":["x"],"kind":"contact"}"#, "a contact needs a name"),
    (#"{"subject":"x","start":"2026-12-01T09:00Z"}"#, #"a new event needs its "end""#),
    (#"{"start":"2026-12-01T09:00Z","end":"2026-12-01T08:00Z"}"#, "would end before it starts"),
    (#"{"start":"soon","end":"2026-12-01T08:00Z"}"#, #""start" is no time"#),
    (
      #"{"start":{"dateTime":"2026-12-01T09:00","timeZone":"Nowhere"},"end":"2026-12-01"}"#,
      #"zone "Nowhere""#
    ),
    (#"{"id":"event-id-of-lunch","showAs":"away"}"#, #""showAs" is one of free, tentative"#),
    (#"{"id":"event-id-of-lunch","calendar":"Team","subject":"x"}"#, "graphcal move-event"),
    (#"{"givenName":"A","after":"x"}"#, #"comes "after" "x""#),
    ("id\tcompany\ncontact-id-of-ana\tx\ty\n", "line 2 has 3 cells where the header has 2"),
    ("id\tcompany\tcompany\n", #"has the column "company" twice"#),
    ("id\tcompany\ncontact-id-of-ana\ta\\qb\n", "a backslash is written"),
  ])
  func `a line that cannot be used stops everything before the wire`(
    text: String, message: String
  ) async throws {
    let outcome = try await apply(text)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(outcome.requests.isEmpty)
  }

  @Test func `several bad lines are told, and left out when that is wanted`() async throws {
    let text = #"{"givenName":1}"# + "\n" + #"{"givenName":"A"}"# + "\n\n{\n"
    let refused = try await apply(text)
    #expect(refused.status == 2)
    #expect(
      refused.errors.contains("line 1 \"givenName\"") && refused.errors.contains("line 4 is no"))
    #expect(refused.requests.isEmpty)
    let outcome = try await apply(text, "--skip-bad-lines")
    #expect(outcome.status == 9)
    #expect(outcome.output.contains("line 2  Created"))
    #expect(Self.writes(outcome) == ["POST /me/contacts"])
  }

  @Test func `two lines about one item are refused`() async throws {
    let line = #"{"id":"contact-id-of-ana","companyName":"Contoso"}"#
    let outcome = try await apply(line + "\n" + line)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("line 2 is about the same item as line 1"))
  }

  @Test func `what nobody can set is told and not sent`() async throws {
    let outcome = try await apply(
      #"{"id":"contact-id-of-ana","parentFolderId":"f-9","companyName":"Contoso","graphcal":{"name":"Other"}}"#
    )
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("line 1: graphcal.name, parentFolderId cannot be changed"))
    #expect(try body(outcome.requests("PATCH", "").first) == ["companyName": "Contoso"])
  }

  @Test func `an empty file does nothing`() async throws {
    let outcome = try await apply("\n\n", "--json")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output == "[]\n")
    #expect(outcome.requests.isEmpty)
    #expect(await machine.run("apply", folder.at("none")).status == 2)
  }
}
