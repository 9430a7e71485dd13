import FoundationEssentials
import HTTP
import Host
import JSON
import Terminal
import TestSupport
import Testing

/// What leads on somebody who does not know the program yet, and what a terminal of 80 columns shows.
@Suite struct NextStepTests {
  @Test(arguments: [
    (["show", "Lunch"], 2, "graphcal events Lunch"),
    (["show", "Team lunch"], 2, "graphcal events Team lunch"),
    (["show-contact", "Olga"], 2, "graphcal contacts Olga"),
    (["show", "stand"], 3, "graphcal events stand"),
    (["show-contact", "menders"], 3, "graphcal contacts menders"),
    (["show", "???"], 2, "help refs"),
  ])
  func `a word in the place of a reference is looked for by another command`(
    words: [String], status: Int, hint: String
  ) async {
    let service = Service([
      "GET /me/calendarView": [.list("")], "GET /me/contacts": [.list("")],
      "GET /me/contactFolders": [.list("")],
    ])
    let outcome = await Machine(service).run(words)
    #expect(Int(outcome.status) == status, "\(outcome.errors)")
    #expect(outcome.errors.contains(hint), "\(outcome.errors)")
    #expect(outcome.errors.contains("events ???") == false)
  }

  @Test func `a city finds its zone, and what several have in their names lists them`()
    async throws
  {
    let machine = Machine()
    for name in ["Berlin", "berlin", "New york", "Europe/Berlin"] {
      let outcome = await machine.run("zones", name, "--json")
      #expect(outcome.status == 0, "\(outcome.errors)")
      let iana = try outcome.json["iana"]?.string
      #expect(iana == (name == "New york" ? "America/New_York" : "Europe/Berlin"))
    }
    let many = await machine.run("zones", "america/argentina", "--format", "tsv")
    let rows = many.output.split(separator: "\n").dropFirst()
    #expect(rows.count > 5, "\(many.errors)")
    #expect(rows.allSatisfy { $0.contains("\tAmerica/Argentina/") && $0.hasSuffix("\t-03:00") })
    // JSON of a name is one zone: a script never meets a list there.
    let unclear = await machine.run("zones", "america/argentina", "--json")
    #expect(unclear.status == 2 && unclear.output.isEmpty, "\(unclear.output)")
    #expect(unclear.errors.contains("America/Argentina/"), "\(unclear.errors)")
    let none = await machine.run("zones", "Atlantis")
    #expect(none.status == 2 && none.errors.contains("Atlantis"))
  }

  @Test(
    arguments: [
      ("week", "--format table|tsv|csv|markdown"), ("contacts", "--format table|tsv|csv,"),
      ("me", nil), ("status", nil),
    ] as [(String, String?)])
  func `help names the forms that a command has`(command: String, forms: String?) async {
    let output = (await Machine().run("help", command)).output
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    if let forms {
      #expect(output.contains(forms), "\(output)")
    } else {
      #expect(!output.contains("--format"), "\(output)")
    }
  }

  private static let crowd = [
    timed(
      "a", "A rather long name of a meeting", "2026-12-01T09:00:00", "2026-12-01T12:00:00",
      #","location":{"displayName":"The great hall on the second floor"},"showAs":"tentative""#),
    timed(
      "b", "Another one that is just as long", "2026-12-01T09:30:00", "2026-12-01T10:00:00",
      #","isOnlineMeeting":true,"type":"occurrence","showAs":"busy","location":{"displayName":"Hall"}"#
    ),
    timed(
      "c", "Third", "2026-12-01T11:00:00", "2026-12-01T11:30:00", #","showAs":"tentative""#),
  ].joined(separator: ",")

  @Test func `80 columns say with what an event overlaps and that it is online`() async {
    let machine = Machine(events: Self.crowd, columns: 80)
    let conflicts = await machine.run("conflicts")
    #expect(conflicts.output.contains("with 2, 3"), "\(conflicts.output)")
    #expect(conflicts.output.contains("tentative"), "\(conflicts.output)")
    let week = await machine.run("agenda", "--from", "2026-12-01", "--days", "1")
    #expect(week.output.contains("repeats, online"), "\(week.output)")
    for line in conflicts.outputLines + week.outputLines {
      #expect(DisplayWidth.of(line) <= 80, "\(line)")
    }
  }

  @Test(arguments: [200, 80, 60, 44])
  func `an address is whole or it is not there`(columns: Int) async {
    let address = "alexandra.constantinou@harbor.example"
    let service = Service([
      "GET /me/contactFolders": [.list("")],
      "GET /me/contacts": [
        .list(
          #"{"id":"p","displayName":"Alexandra Constantinou-Papadopoulos","companyName":"Harbor","#
            + #""emailAddresses":[{"address":"\#(address)"}],"mobilePhone":"+49 40 555 0100","businessPhones":[],"homePhones":[]}"#
        )
      ],
    ])
    let outcome = await Machine(service, columns: columns).run("contacts")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains(address), "\(outcome.output)")
    let isThere = outcome.output.contains("+49 40 555 0100")
    #expect(isThere == (columns >= 80), "\(outcome.output)")
    #expect(outcome.output.contains("+49") == isThere)
  }

  @Test func `duplicates name the next step`() async {
    let service = Service([
      "GET /me/contactFolders": [.list("")],
      "GET /me/contacts": [
        .list(
          #"{"id":"p","displayName":"Ana","emailAddresses":[{"address":"a@x.example"}]},"#
            + #"{"id":"q","displayName":"Anna","emailAddresses":[{"address":"a@x.example"}]}"#)
      ],
    ])
    let outcome = await Machine(service, columns: 80).run("duplicates")
    #expect(outcome.errors.contains("graphcal merge-contacts 1 2"), "\(outcome.errors)")
    let quiet = await Machine(service, columns: 80).run("duplicates", "--quiet")
    #expect(quiet.errors.isEmpty)
  }

  @Test func `a line that is too long goes on below, a command stays whole`() async {
    var machine = Machine(events: "")
    machine.typed = []
    machine.environment.variables["GRAPHCAL_FORCE_TTY"] = "50"
    let outcome = await machine.run("agenda", "--from", "soon")
    for line in outcome.errors.split(separator: "\n") { #expect(line.count <= 50, "\(line)") }
    let command = await machine.run("show", "???")
    #expect(command.errors.contains("try: graphcal help refs"), "\(command.errors)")
  }

  @Test func `whoever says no is not told to say yes`() async throws {
    var bench = try await SyncCommandTests.Bench()
    bench.machine.typed = ["n"]
    bench.machine.environment.variables["GRAPHCAL_FORCE_TTY"] = "80"
    await bench.machine.service.script(
      "GET /me/events/an-event-with-a-long-id",
      .ok(
        timed(
          "an-event-with-a-long-id", "Lunch", "2026-12-01T12:00:00.0000000",
          "2026-12-01T13:00:00.0000000")))
    let outcome = await bench.machine.run("delete-event", "an-event-with-a-long-id")
    #expect(outcome.status == 8, "\(outcome.errors)")
    #expect(!outcome.errors.contains("answer y") && !outcome.errors.contains("try:"))
  }

  @Test func `the age of what is shown is told once, also to who wants quiet`() async throws {
    let bench = try await SyncCommandTests.Bench()
    #expect(await bench.machine.run("sync").status == 0)
    var machine = bench.machine
    let lost = Service.Answer.failure(
      TransportError(
        reason: .cannotConnect, host: "graph.test", detail: "refused", wasNotSent: true))
    for path in ["d1", "p1"] {
      await machine.service.script(SyncCommandTests.Bench.link(path), lost)
    }
    await machine.service.script("GET /me/calendarView", lost)
    machine.environment.variables["GRAPHCAL_NOW"] = "2026-11-30T08:30:00Z"
    let outcome = await machine.run("week", "--quiet")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors == "as of 30 min ago: the service cannot be reached\n")
    let offline = await machine.run("week", "--quiet", "--offline")
    #expect(offline.status == 0 && offline.errors.isEmpty, "\(offline.errors)")
  }
}
