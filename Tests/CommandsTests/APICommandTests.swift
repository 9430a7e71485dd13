import Commands
import HTTP
import JSON
import TestSupport
import Testing

/// `graphcal api`: calls that no other command has.
@Suite struct APICommandTests {
  private static let me = #"{"displayName":"Ana","id":"u1"}"#

  private func machine(
    _ scripts: [String: [Service.Answer]] = [:], columns: Int? = nil
  ) -> Machine {
    Machine(Service(["GET /me": [.ok(Self.me)]].merging(scripts) { $1 }), columns: columns)
  }

  @Test(arguments: [
    ("me", "https://graph.test/v1.0/me"), ("/me", "https://graph.test/v1.0/me"),
    ("/v1.0/me", "https://graph.test/v1.0/me"), ("v1.0/me", "https://graph.test/v1.0/me"),
    ("beta/me", "https://graph.test/beta/me"), ("/beta/me", "https://graph.test/beta/me"),
    ("https://graph.test/v1.0/me", "https://graph.test/v1.0/me"),
    ("https://GRAPH.test:443/beta/me?$top=1", "https://graph.test/beta/me?$top=1"),
    (
      "me/events?$filter=subject eq 'é#1'",
      "https://graph.test/v1.0/me/events?$filter=subject%20eq%20'%C3%A9%231'"
    ),
    ("me/events/AA%3D%3D=", "https://graph.test/v1.0/me/events/AA%3D%3D="),
    ("me/a%zz", "https://graph.test/v1.0/me/a%25zz"),
    ("@evil.test/", "https://graph.test/v1.0/@evil.test/"),
  ])
  func `a path stands below the version`(path: String, url: String) async {
    let outcome = await machine().run("api", path)
    #expect(outcome.requests.map(\.url) == [url], "\(outcome.errors)")
    #expect(outcome.requests.first?.headers["Prefer"] == #"IdType="ImmutableId""#)
  }

  @Test(arguments: [
    "https://evil.test/v1.0/me", "http://graph.test/v1.0/me", "https://graph.test:8443/v1.0/me",
    "https://graph.test@evil.test/v1.0/me", "https://graph.test.evil.test/v1.0/me",
    "//evil.test/v1.0/me", "ftp://graph.test/me", "https://graph.test\\@evil.test/",
    "HTTPS://evil.test/", "me/../../x", "me\n", "",
  ])
  func `the token goes nowhere else`(path: String) async {
    let outcome = await machine().run("api", path)
    #expect(outcome.status == 2, "\(outcome.errors)")
    #expect(outcome.requests.isEmpty)
    #expect(outcome.output.isEmpty)
  }

  @Test func `no redirect and no next page leads elsewhere`() async {
    let redirect = await machine([
      "GET /me": [.status(302, "", ["Location": "https://evil.test/"])]
    ]).run("api", "me")
    #expect(redirect.status != 0)
    #expect(redirect.requests.count == 1)
    let paged = await machine([
      "GET /me/events": [.list(#"{"id":"1"}"#, next: "https://evil.test/v1.0/me/events?p=2")]
    ]).run("api", "me/events", "--paginate")
    #expect(paged.status == 1)
    #expect(paged.errors.contains("evil.test"))
    #expect(paged.requests.count == 1)
  }

  @Test func `an answer is printed as JSON is everywhere`() async {
    let compact = await machine().run("api", "me")
    #expect(compact.output == #"{"displayName":"Ana","id":"u1"}"# + "\n")
    let pretty = await machine(columns: 80).run("api", "me")
    #expect(pretty.output == "{\n  \"displayName\": \"Ana\",\n  \"id\": \"u1\"\n}\n")
    #expect(await machine().run("api", "me", "--jq", ".displayName").output == "Ana\n")
    #expect(
      await machine().run("api", "me", "--template", "{id}-{displayName}").output == "u1-Ana\n")
  }

  @Test func `pages come one by one, as an array, or item by item`() async {
    func run(_ words: String...) async -> Outcome {
      await machine([
        "GET /me/events": [.list(#"{"id":"1"}"#, next: Machine.graphRoot + "/me/events?p=2")],
        Machine.graphRoot + "/me/events?p=2": [.list(#"{"id":"2"}"#)],
      ]).run(["api", "me/events", "--paginate"] + words)
    }
    #expect(await run("--jq", ".value[].id").output == "1\n2\n")
    #expect(await run("--slurp", "--jq", "[.[].value[].id]").output == "[\"1\",\"2\"]\n")
    #expect(await run("--jsonl").output == "{\"id\":\"1\"}\n{\"id\":\"2\"}\n")
    #expect(await run("--template", "{id}").output == "1\n2\n")
    #expect(await run().outputLines.count == 2)
    let loop = await machine([
      "GET /me/events": [.list("", next: Machine.graphRoot + "/me/events")]
    ]).run("api", "me/events", "--paginate")
    #expect(loop.status == 1)
    #expect(loop.requests.count <= 2)
  }

  @Test func `fields go into the query of a GET and into the body of the rest`() async throws {
    let get = await machine(["GET /me/events": [.list("")]]).run(
      "api", "GET", "me/events?$top=2", "-f", "$select=id,subject", "-F", "$count=true")
    #expect(
      get.requests.first?.url.hasSuffix("/me/events?$top=2&$select=id,subject&$count=true") == true)
    let post = await machine(["POST /me/events": [.ok("{}")]]).run(
      "api", "me/events", "-f", "subject=1", "-F", "isAllDay=true", "-F", "reminder=15",
      "-F", "body=null", "-f", "start[dateTime]=2026-12-01T10:00", "-f", "start[timeZone]=UTC",
      "-f", "categories[]=Red", "-f", "categories[]=Blue", "--yes")
    #expect(post.status == 0, "\(post.errors)")
    let request = try #require(post.requests.first)
    #expect(request.method == "POST")
    #expect(request.headers["Content-Type"] == "application/json")
    let body = try JSON(parsing: request.body ?? [])
    #expect(
      body == [
        "subject": "1", "isAllDay": true, "reminder": 15, "body": .null,
        "start": ["dateTime": "2026-12-01T10:00", "timeZone": "UTC"],
        "categories": ["Red", "Blue"],
      ])
  }

  @Test func `lists of objects are made element by element`() async throws {
    let outcome = await machine().run(
      "api", "me/x", "-f", "to[][name]=A", "-f", "to[][mail]=a", "-f", "to[][name]=B", "--dry-run")
    #expect(
      try outcome.json[0]?["body"]?["to"] == [["name": "A", "mail": "a"], ["name": "B"]],
      "\(outcome.errors)")
  }

  @Test func `a body comes from a file or from standard input`() async throws {
    let home = try TemporaryHome()
    let path = home.folder + "/body.json"
    try home.write(path, #"{"name": "Travel"}"#)
    let outcome = await machine(["POST /me/calendars": [.ok(#"{"id":"c"}"#)]]).run(
      "api", "me/calendars", "--input", path, "-f", "a=b")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.requests.first?.body == Array(#"{"name": "Travel"}"#.utf8))
    #expect(outcome.requests.first?.url.hasSuffix("/me/calendars?a=b") == true)
    try home.write(path, "{")
    let broken = await machine().run("api", "me/calendars", "--input", path)
    #expect(broken.status == 2)
    #expect(broken.requests.isEmpty)
    let typed = await machine(["PUT /me/photo/$value": [.status(200)]]).run(
      "api", "PUT", "me/photo/$value", "--input", path, "-H", "Content-Type: image/jpeg")
    #expect(typed.requests.first?.headers["Content-Type"] == "image/jpeg", "\(typed.errors)")
  }

  @Test func `headers are sent, and wishes about ids win`() async {
    let outcome = await machine().run(
      "api", "me", "-H", "ConsistencyLevel: eventual", "-H", #"Prefer: outlook.timezone="UTC""#)
    #expect(outcome.requests.first?.headers["ConsistencyLevel"] == "eventual")
    #expect(
      outcome.requests.first?.headers["Prefer"]
        == #"outlook.timezone="UTC", IdType="ImmutableId""#)
    let own = await machine().run("api", "me", "-H", #"Prefer: IdType="Default""#)
    #expect(own.requests.first?.headers["Prefer"] == #"IdType="Default""#)
  }

  @Test(arguments: [
    ["api"], ["api", "GET"], ["api", "FETCH", "me"], ["api", "GET", "me", "x"],
    ["api", "me", "-H", "Authorization: Bearer x"], ["api", "me", "-H", "Host: evil.test"],
    ["api", "me", "-H", "no colon"], ["api", "me", "-H", "a: b\r\nc: d"], ["api", "me", "-f", "x"],
    ["api", "me", "-f", "=x"], ["api", "me", "-f", "a[b=x"], ["api", "me", "--slurp"],
    ["api", "GET", "me", "--input", "/dev/null"], ["api", "me", "--json", "--fields", "id"],
    ["api", "me", "--format", "tsv"], ["api", "me", "--include", "--jq", "."],
    ["api", "POST", "me/x", "--paginate", "--yes"], ["api", "me", "-F", "x=@/nowhere"],
  ])
  func `what cannot be sent is refused before the wire`(words: [String]) async {
    let outcome = await machine().run(words)
    #expect(outcome.status == 2, "\(outcome.errors)")
    #expect(outcome.requests.isEmpty)
    #expect(outcome.output.isEmpty)
  }

  @Test(arguments: [
    ["DELETE", "me/events/x"], ["POST", "me/sendMail"], ["POST", "me/events/x/accept"],
    ["POST", "me/events/x/microsoft.graph.cancel"], ["POST", "$batch"],
    ["POST", "me/events", "-f", "attendees[][type]=required"],
    ["PATCH", "me/events/x", "-f", "recurrence[range][type]=noEnd"],
  ])
  func `what deletes, mails or touches a series is confirmed`(words: [String]) async {
    let asked = await machine().run(["api"] + words)
    #expect(asked.status == 8, "\(asked.errors)")
    #expect(asked.errors.contains("--yes"))
    #expect(asked.requests.isEmpty)
    let sent = await machine().run(["api"] + words + ["--yes"])
    #expect(sent.requests.count == 1, "\(sent.errors)")
  }

  @Test func `read-only mode and dry runs send nothing that writes`() async throws {
    let words = ["api", "PATCH", "me/mailboxSettings", "-f", "timeZone=UTC"]
    let refused = await machine().run(words + ["--read-only"])
    #expect(refused.status == 8)
    #expect(refused.requests.isEmpty)
    let shown = await machine().run(words + ["--dry-run"])
    #expect(shown.status == 0)
    #expect(shown.requests.isEmpty)
    #expect(try shown.json[0]?["method"] == "PATCH")
    #expect(try shown.json[0]?["body"] == ["timeZone": "UTC"])
    let read = await machine(["POST /me/calendar/getSchedule": [.list("")]]).run(
      "api", "POST", "me/calendar/getSchedule", "-f", "a=b", "--read-only")
    #expect(read.status == 0, "\(read.errors)")
    #expect(await machine().run("api", "me", "--read-only").status == 0)
  }

  @Test(arguments: [(403, 5), (404, 3), (412, 6), (400, 1), (503, 7)])
  func `errors have the exit status they have everywhere`(status: Int, exit: Int32) async {
    let script = ["GET /me": [Service.Answer.error(status, "ErrorX", "Not so.")]]
    let outcome = await machine(script).run("api", "me", "--max-wait", "0")
    #expect(outcome.status == exit)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("ErrorX: Not so."))
  }

  @Test func `a token that is refused is one that has to be renewed`() async {
    let outcome = await machine(["GET /me": [.expired]]).run("api", "me")
    #expect(outcome.status == 4)
  }

  @Test func `status and headers are printed on demand, of an error too`() async {
    let good = await machine([
      "GET /me": [.status(200, Self.me, type: "application/json", ["X-Y": "a\u{1B}[31mb"])]
    ]).run("api", "me", "--include")
    #expect(good.output.hasPrefix("HTTP 200\n"), "\(good.output)")
    #expect(good.output.contains("X-Y: ab\n"))
    #expect(good.output.hasSuffix("\n\n" + Self.me + "\n"))
    let bad = await machine(["GET /me": [.error(404, "ErrorX", "Gone.")]]).run("api", "me", "-i")
    #expect(bad.status == 3)
    #expect(bad.output.hasPrefix("HTTP 404\n"))
    #expect(bad.output.contains("Gone."))
  }

  @Test func `JSON that was cut off is an error and not half an answer`() async {
    let cut = Service.Answer.status(200, #"{"value":[{"id":"1"},"#, type: "application/json")
    let shown = await machine(["GET /me/events": [cut]]).run("api", "me/events", "--include")
    #expect(shown.status == 7)
    #expect(shown.output.isEmpty)
    #expect(shown.errors.contains("the answer is cut off"))
  }

  @Test func `what is no JSON comes as it is, and not onto a terminal`() async {
    let picture = Service.Answer.success(
      HTTPResponse(status: 200, headers: ["Content-Type": "image/png"], body: [137, 80, 0]))
    let refused = await machine(["GET /me/photo/$value": [picture]], columns: 80).run(
      "api", "me/photo/$value")
    #expect(refused.status == 2)
    #expect(refused.output.isEmpty)
    let text = Service.Answer.status(200, "a\u{1B}[31mb", type: "text/plain")
    #expect(await machine(["GET /x": [text]]).run("api", "x").output == "a\u{1B}[31mb")
    #expect(await machine(["GET /x": [text]], columns: 80).run("api", "x").output == "ab\n")
    #expect(await machine(["GET /x": [.status(204)]]).run("api", "x").output == "")
  }
}
