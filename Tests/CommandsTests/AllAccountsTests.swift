import FoundationEssentials
import HTTP
import Host
import JSON
import TestSupport
import Testing

/// `--account all`: calendars of several accounts in one list.
@Suite struct AllAccountsTests {
  let home: TemporaryHome
  let machine: Machine

  /// Graph for two people: each token sees its own calendar.
  actor TwoMailboxes: Transport {
    let base: Service
    private(set) var refused: Set<String> = []

    init(_ base: Service) { self.base = base }

    func refuse(_ token: String) { refused.insert("Bearer " + token) }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
      let token = request.headers["Authorization"]
      if let token, refused.contains(token) {
        return try Service.Answer.error(403, "ErrorAccessDenied").get()
      }
      let isView = HTTPURL(request.url)?.path.hasSuffix("/calendarView") == true
      guard isView, let token else { return try await base.send(request) }
      let event =
        token.hasSuffix("1")
        ? timed("id-kim", "Of Kim", "2026-11-30T10:00:00", "2026-11-30T11:00:00")
        : timed("id-lee", "Of Lee", "2026-11-30T09:00:00", "2026-11-30T10:00:00")
      return try Service.Answer.list(event).get()
    }
  }

  let mailboxes: TwoMailboxes

  init() async throws {
    home = try TemporaryHome()
    let service = Service()
    mailboxes = TwoMailboxes(service)
    var machine = Machine(home: home, service)
    machine.transport = mailboxes
    self.machine = machine
    _ = await machine.signIn(1, as: .kim)
    _ = await machine.signIn(2, as: .lee)
  }

  @Test func `the events of all accounts come in one order, each with its account`() async throws {
    let today = await machine.run("today", "--account", "all", "--json")
    #expect(today.status == 0, "\(today.errors)")
    #expect(try today.items.map { $0["subject"]?.string } == ["Of Lee", "Of Kim"])
    #expect(
      try today.items.map { $0["graphcal"]?["account"]?.string }
        == ["lee@contoso.example", "kim@contoso.example"])
    try expectGolden(
      await machine.transcript("today", "--account", "all"), "today-all-accounts.txt")
    var narrow = machine
    narrow.environment.variables["GRAPHCAL_FORCE_TTY"] = "80"
    let rows = await narrow.run("today", "--account", "all").outputLines
    #expect(
      rows.contains { $0.hasSuffix("Of Lee  lee") } && rows.contains { $0.hasSuffix("Of Kim  kim") }
    )
    var standing = machine
    standing.environment.variables["GRAPHCAL_ACCOUNT"] = "all"
    #expect(try await standing.run("agenda", "--json").items.count == 2)
  }

  @Test func `a row of such a list is looked for in its own account`() async throws {
    var terminal = machine
    terminal.environment.variables["GRAPHCAL_FORCE_TTY"] = "80"
    await machine.service.script(
      "GET /me/events/id-lee",
      .ok(timed("id-lee", "Of Lee", "2026-11-30T09:00:00", "2026-11-30T10:00:00")))
    #expect(await terminal.run("today", "--account", "all").status == 0)
    // Two accounts and no default: the row alone says whose it is.
    let show = await terminal.run("show", "1", "--json")
    #expect(show.status == 0, "\(show.errors)")
    #expect(try show.json["graphcal"]?["account"] == "lee@contoso.example")
    #expect(
      show.requests("GET", "/me/events/id-lee").map { $0.headers["Authorization"] }
        == ["Bearer access-2"])
    // A default does not change whose row it is; a chosen account does.
    #expect(await terminal.run("accounts", "use", "kim@contoso.example").status == 0)
    let again = await terminal.run("show", "1", "--json")
    #expect(try again.json["graphcal"]?["account"] == "lee@contoso.example")
    let chosen = await terminal.run("show", "1", "--json", "--account", "kim@contoso.example")
    #expect(
      chosen.requests("GET", "/me/events/id-lee").map { $0.headers["Authorization"] }
        == ["Bearer access-1"])
  }

  @Test func `an account that fails is told, and the others are shown`() async throws {
    await mailboxes.refuse("access-2")
    let today = await machine.run("today", "--account", "all", "--json")
    #expect(today.status == 9)
    #expect(try today.items.map { $0["subject"]?.string } == ["Of Kim"])
    #expect(today.errors.contains("lee@contoso.example"))
    await mailboxes.refuse("access-1")
    let none = await machine.run("today", "--account", "all", "--json")
    #expect(none.status == 5)
    #expect(none.output.isEmpty)
  }

  @Test func `commands for one account say so`() async throws {
    let show = await machine.run("show", "abcd", "--account", "all")
    #expect(show.status == 2)
    #expect(show.errors.contains("this command works for one account"))
    let out = try TemporaryHome()
    let nobody = await Machine(home: out).run("today", "--account", "all")
    #expect(nobody.status == 4)
  }

  @Test func `without a right to write nothing is sent, and the way to widen is named`()
    async throws
  {
    let home = try TemporaryHome()
    let machine = Machine(home: home, Service(events: ""))
    _ = await machine.signIn(
      3, scopes: "User.Read MailboxSettings.Read Calendars.Read Contacts.Read", "--scopes", "read")
    #expect(await machine.run("today").status == 0)
    let write = await machine.run("new-event", "--subject", "x", "--start", "2026-12-01 10:00")
    #expect(write.status == 5)
    #expect(write.requests.isEmpty)
    #expect(
      write.errors.contains(
        "graphcal login --scopes "
          + "Calendars.Read,Contacts.Read,MailboxSettings.Read,User.Read,Calendars.ReadWrite"))
  }
}
