import HTTP
import Host
import JSON
import TestSupport
import Testing

/// `--of PERSON`: other people's calendars and shared mailboxes.
@Suite struct OtherMailboxTests {
  static let box = "/users/aiko%40contoso.example"
  static let hidden = timed(
    "AAMkAGI2HIDDEN0=", nil, "2026-11-30T09:00:00", "2026-11-30T10:00:00", #","showAs":"busy""#)
  static let away = timed(
    "AAMkAGI2AWAY000=", "", "2026-11-30T11:00:00", "2026-11-30T12:00:00",
    #","showAs":"oof","sensitivity":"private""#)
  static let open = timed(
    "AAMkAGI2OPEN000=", "Review", "2026-11-30T13:00:00", "2026-11-30T14:00:00",
    #","showAs":"busy""#)
  static let events = [hidden, away, open].joined(separator: ",")

  private func service(_ more: [String: [Service.Answer]] = [:]) -> Service {
    Service(
      [
        "GET \(Self.box)/calendarView": [.list(Self.events)],
        "GET \(Self.box)/calendar": [.ok(#"{"id":"cal","name":"Calendar"}"#)],
        "GET \(Self.box)/events/AAMkAGI2OPEN000%3D": [.ok(Self.open)],
      ].merging(more) { $1 })
  }

  private let of = ["--of", "aiko@contoso.example"]

  @Test(arguments: [["today"], ["week", "--list"], ["month"], ["agenda"], ["events", "review"]])
  func `lists read the other mailbox and nothing of one's own`(words: [String]) async throws {
    let outcome = await Machine(service()).run(words + of)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("Review"))
    let views = outcome.requests.filter { $0.url.contains("calendarView") }
    #expect(views.count == 1)
    #expect(views.allSatisfy { $0.url.hasPrefix(Machine.graphRoot + Self.box + "/calendarView?") })
    // The zone and the habits are the reader's own.
    #expect(outcome.requests("GET", "/me/mailboxSettings").count == 1)
  }

  @Test func `details that are held back are told by what the time is taken for`() async throws {
    let machine = Machine(service())
    try expectGolden(
      await machine.transcript("today", "--of", "aiko@contoso.example"), "today-of.txt")
    let items = try await machine.run(["today", "--json"] + of).items
    #expect(
      items.map { $0["graphcal"]?["mailbox"] }
        == .init(repeating: "aiko@contoso.example", count: 3))
    let next = await machine.run(["next"] + of)
    #expect(next.output.contains("(busy)"))
  }

  @Test func `an event that was listed there is looked for there`() async throws {
    let home = try TemporaryHome()
    var machine = Machine(home: home, service(), columns: 80)
    let all = "Calendars.ReadWrite Calendars.Read.Shared MailboxSettings.Read User.Read"
    _ = await machine.signIn(1, as: .kim, scopes: all)
    #expect(await machine.run(["today"] + of).status == 0)
    let show = await machine.run("show", "3")
    #expect(show.status == 0, "\(show.errors)")
    #expect(show.output.contains("Review"))
    #expect(show.requests("GET", Self.box + "/events/AAMkAGI2OPEN000%3D").count == 1)
    let elsewhere = await machine.run("show", "3", "--of", "bo@contoso.example")
    #expect(elsewhere.status == 2, "\(elsewhere.errors)")
    #expect(elsewhere.errors.contains("listed from the mailbox of aiko@contoso.example"))
    #expect(elsewhere.requests("GET", "/events/AAMkAGI2OPEN000%3D").isEmpty)
    // By its short id from another place too, and by its full id with the mailbox beside it.
    machine.environment.variables["GRAPHCAL_FORCE_TTY"] = nil
    let short = try #require(
      await machine.run(["today", "--json"] + of).items.last?["graphcal"]?["id"]?.string)
    #expect(await machine.run("show", short).output.contains("Review"))
    let whole = await Machine(service()).run(["show", "AAMkAGI2OPEN000="] + of)
    #expect(whole.output.contains("Review"), "\(whole.errors)")
  }

  @Test func `calendars of a mailbox can be picked`() async throws {
    let machine = Machine(
      service([
        "GET \(Self.box)/calendars": [
          .list(
            #"{"id":"c1","name":"Calendar","isDefaultCalendar":true,"canEdit":false,"owner":{"name":"Aiko","address":"aiko@contoso.example"}},{"id":"c2","name":"Lab"}"#
          )
        ],
        "GET \(Self.box)/calendars/c2/calendarView": [.list(Self.open)],
      ]))
    let lab = await machine.run(["today", "--calendar", "lab"] + of)
    #expect(lab.output.contains("Review"), "\(lab.errors)")
    let list = await machine.run(["calendars"] + of)
    #expect(list.output.contains("Lab"))
    #expect(list.requests("GET", "/calendarGroups").isEmpty)
  }

  @Test func `a name is one of the owners of listed calendars`() async throws {
    let calendars =
      #"{"id":"v1","name":"Aiko","owner":{"name":"Aiko Tanaka","address":"aiko@contoso.example"}},{"id":"v2","name":"Aiken","owner":{"name":"Aiken Bo","address":"aiken@contoso.example"}}"#
    let machine = Machine(service(["GET /me/calendars": [.list(calendars)]]))
    #expect(await machine.run("today", "--of", "tanaka").output.contains("Review"))
    let both = await machine.run("today", "--of", "aik")
    #expect(both.status == 2)
    #expect(both.errors.contains("aiken@contoso.example, aiko@contoso.example"))
  }

  @Test(arguments: [
    (404, "ErrorItemNotFound", 3, "not shared with you"),
    (404, "ErrorInvalidUser", 3, "no mailbox"),
    (403, "ErrorAccessDenied", 5, "Calendars.Read.Shared"),
    (500, "ErrorInternalServerTransientError", 7, "shared anew"),
  ])
  func `what is not to be seen is told with the way to it`(
    status: Int, code: String, exit: Int32, words: String
  ) async throws {
    let machine = Machine(
      service(["GET \(Self.box)/calendarView": [.error(status, code)]]))
    let outcome = await machine.run(["today", "--max-wait", "0"] + of)
    #expect(outcome.status == exit, "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
    #expect(outcome.errors.contains("aiko@contoso.example"))
  }

  @Test func `a permission that was not granted is found out before anything is sent`() async throws
  {
    let home = try TemporaryHome()
    let machine = Machine(home: home, service())
    _ = await machine.signIn(1, as: .kim)
    let outcome = await machine.run(["today"] + of)
    #expect(outcome.status == 5, "\(outcome.errors)")
    #expect(outcome.errors.contains("graphcal login --scopes"))
    #expect(outcome.errors.contains("Calendars.Read.Shared"))
    #expect(!outcome.requests.contains { $0.url.contains("/users/") })
  }

  @Test func `one account at a time`() async throws {
    let outcome = await Machine(service()).run(["today", "--account", "all"] + of)
    #expect(outcome.status == 2)
    #expect(outcome.requests.isEmpty)
    #expect(await Machine(service()).run("today", "--of", "a@b@c").status == 2)
  }
}
