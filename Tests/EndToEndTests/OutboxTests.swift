import Foundation
import TestSupport
import Testing

/// What is written without a network, by the real programs.
@Suite struct OutboxTests {
  private static let scopes =
    "User.Read,MailboxSettings.Read,Calendars.ReadWrite,Contacts.ReadWrite"

  private static func synced(_ emulator: Emulator) async throws -> Home {
    let home = try Home(emulator: emulator)
    #expect(try await home.graphcal("login", "--device-code", "--scopes", scopes).status == 0)
    let sync = try await home.graphcal("sync")
    #expect(sync.status == 0, "\(sync.errors)")
    return home
  }

  private static func ids(_ items: [[String: Any]]) -> [String] {
    items.compactMap { ($0["graphcal"] as? [String: Any])?["id"] as? String }
  }

  private static func subjects(_ outcome: Outcome) throws -> [String] {
    try outcome.items.compactMap { $0["subject"] as? String }
  }

  private static func isPending(_ item: [String: Any]) -> Bool {
    (item["graphcal"] as? [String: Any])?["pending"] as? Bool ?? false
  }

  private static func start(_ item: [String: Any]) -> String {
    (item["graphcal"] as? [String: Any])?["start"] as? String ?? ""
  }

  private static let days = ["agenda", "--from", "2026-11-30", "--days", "10", "--json"]

  @Test func `a day on the train: events and contacts wait, show and go out by sync`()
    async throws
  {
    let emulator = try Emulator(seed: "empty")
    let home = try await Self.synced(emulator)
    #expect(
      try await home.graphcal("new-event", "--subject", "Old", "--start", "2026-12-01T14:00")
        .status == 0)
    #expect(
      try await home.graphcal("new-contact", "--given-name", "Ana", "--surname", "Silva").status
        == 0)
    #expect(try await home.graphcal("sync").status == 0)
    let before = try emulator.log.count
    let old = try #require(
      Self.ids(try await home.graphcal(Self.days + ["--offline"]).items).first)
    let ana = try #require(
      Self.ids(try await home.graphcal("contacts", "--json", "--offline").items).first)
    for words in [
      ["new-event", "--subject", "Lunch", "--start", "2026-12-01T12:30", "--duration", "45m"],
      [
        "new-event", "--subject", "Stand-up", "--start", "2026-12-02T09:15", "--repeat",
        "weekdays", "--count", "3",
      ],
      ["edit-event", old, "--subject", "Renamed", "--start", "2026-12-04T16:00"],
      ["new-contact", "--given-name", "Bo", "--email", "bo@harbor.example"],
      ["edit-contact", ana, "--job-title", "Captain"],
    ] {
      let written = try await home.graphcal(words + ["--offline"])
      #expect(written.status == 0, "\(words) \(written.errors)")
      #expect(written.output.contains("not sent yet"), "\(written.output)")
      #expect(written.errors.contains("graphcal sync sends it"), "\(written.errors)")
    }
    let offline = try await home.graphcal(Self.days + ["--offline"])
    #expect(
      try Self.subjects(offline) == ["Lunch", "Stand-up", "Stand-up", "Stand-up", "Renamed"])
    #expect(try offline.items.allSatisfy(Self.isPending))
    #expect(
      try await home.graphcal("week", "--list", "--offline").output.contains("not sent yet"))
    let people = try await home.graphcal("contacts", "--offline")
    #expect(people.output.contains("Bo") && people.output.contains("not sent yet"))
    #expect(try emulator.log.count == before)
    #expect(try await home.graphcal("outbox", "--json").items.count == 5)
    #expect(try await home.graphcal("status").output.contains("Lunch"))

    let sync = try await home.graphcal("sync", "--json")
    #expect(sync.status == 0, "\(sync.errors)")
    #expect(try sync.items.filter { $0["state"] as? String == "sent" }.count == 5)
    #expect(try await home.graphcal("outbox", "--json").items.isEmpty)
    // The list is the same after sending, but for what is still to come of each event.
    let fresh = try await home.graphcal(Self.days + ["--fresh"])
    #expect(try Self.subjects(fresh) == Self.subjects(offline))
    for name in ["start", "end"] {
      let times = { (outcome: Outcome) in
        try outcome.items.map { ($0["graphcal"] as? [String: Any])?[name] as? String }
      }
      #expect(try times(fresh) == times(offline))
    }
    let copied = try await home.graphcal(Self.days + ["--offline"])
    #expect(copied.output == fresh.output)
    let shown = try await home.graphcal("show-contact", ana)
    #expect(shown.output.contains("Captain"), "\(shown.errors)")
  }

  @Test func `what was made offline is changed, answered for by its id, and deleted`()
    async throws
  {
    let emulator = try Emulator(seed: "empty")
    let home = try await Self.synced(emulator)
    let gone = try await home.graphcal(
      "new-event", "--subject", "Mistake", "--start", "2026-12-01T15:00", "--offline", "--json")
    let wrong = try #require(try gone.json as? [String: Any])
    let mistake = try #require(Self.ids([wrong]).first)
    #expect(
      try await home.graphcal("delete-event", mistake, "--offline", "--yes").status == 0)
    let made = try await home.graphcal(
      "new-event", "--subject", "Lunch", "--start", "2026-12-01T12:30", "--offline", "--json")
    let item = try #require(try made.json as? [String: Any])
    let id = try #require(Self.ids([item]).first)
    #expect(Self.isPending(item))
    let edited = try await home.graphcal("edit-event", id, "--subject", "Late lunch", "--offline")
    #expect(edited.status == 0, "\(edited.errors)")
    #expect(try await home.graphcal("outbox", "--json").items.count == 2)
    let sync = try await home.graphcal("sync")
    #expect(sync.status == 0, "\(sync.errors)")
    #expect(try Self.subjects(try await home.graphcal(Self.days + ["--fresh"])) == ["Late lunch"])
    #expect(try emulator.requests("POST", "/me/events").count == 1)
    // The id of the time before goes on naming it.
    let shown = try await home.graphcal("show", id)
    #expect(shown.status == 0 && shown.output.contains("Late lunch"), "\(shown.errors)")
    let undone = try await home.graphcal("undo", "--yes")
    #expect(undone.status == 0, "\(undone.errors)")
    #expect(try Self.subjects(try await home.graphcal(Self.days + ["--fresh"])) == ["Lunch"])
  }

  @Test func `the ids of the events of a series go on naming them when it is sent`() async throws {
    let emulator = try Emulator(seed: "empty")
    let home = try await Self.synced(emulator)
    let made = try await home.graphcal(
      "new-event", "--subject", "Sey", "--start", "2026-12-01T23:30", "--repeat", "daily",
      "--count", "4", "--offline")
    #expect(made.status == 0, "\(made.errors)")
    let waiting = try await home.graphcal(Self.days + ["--offline"]).items
    let (ids, starts) = (Self.ids(waiting), waiting.map(Self.start))
    #expect(ids.count == 4)
    let sync = try await home.graphcal("sync")
    #expect(sync.status == 0, "\(sync.errors)")
    // One of them is moved away by somebody who knows it by its new id alone.
    let fresh = Self.ids(try await home.graphcal(Self.days + ["--fresh"]).items)
    #expect(Set(fresh).isDisjoint(with: ids))
    let moved = try await home.graphcal(
      "edit-event", fresh[3], "--scope", "this", "--start", "2026-12-07T10:00", "--yes")
    #expect(moved.status == 0, "\(moved.errors)")
    for more in [["--offline"], []] {
      let shown = try await home.graphcal(["show", ids[1], "--json"] + more)
      let event = try #require(try shown.json as? [String: Any], "\(shown.errors)")
      #expect(Self.start(event) == starts[1])
    }
    let shown = try await home.graphcal("show", ids[3], "--json")
    let last = try #require(try shown.json as? [String: Any], "\(shown.errors)")
    #expect(Self.start(last).hasPrefix("2026-12-07T10:00"))
    let edited = try await home.graphcal(
      "edit-event", ids[2], "--scope", "this", "--subject", "Other", "--yes")
    #expect(edited.status == 0, "\(edited.errors)")
    let offline = try await home.graphcal(
      "edit-event", ids[0], "--scope", "this", "--subject", "First", "--yes", "--offline")
    #expect(offline.status == 0, "\(offline.errors)")
    #expect(try await home.graphcal("sync").status == 0)
    #expect(
      try Self.subjects(try await home.graphcal(Self.days + ["--fresh"]))
        == ["First", "Sey", "Other", "Sey"])
    // An event that is gone is told to be gone.
    #expect(
      try await home.graphcal("delete-event", fresh[1], "--scope", "this", "--yes").status == 0)
    let gone = try await home.graphcal("show", ids[1])
    #expect(gone.status == 3, "\(gone.errors)")
  }

  @Test func `a conflict is kept with both sides until somebody settles it`() async throws {
    let emulator = try Emulator(seed: "empty")
    let home = try await Self.synced(emulator)
    for subject in ["One", "Two", "Three"] {
      #expect(
        try await home.graphcal("new-event", "--subject", subject, "--start", "2026-12-01T09:00")
          .status == 0)
    }
    #expect(try await home.graphcal("sync").status == 0)
    let items = try await home.graphcal(Self.days + ["--offline"]).items
    let ids = Dictionary(
      uniqueKeysWithValues: zip(items.compactMap { $0["subject"] as? String }, Self.ids(items)))
    let (one, two, three) = (ids["One"] ?? "", ids["Two"] ?? "", ids["Three"] ?? "")
    for words in [
      ["edit-event", one, "--subject", "Mine"], ["edit-event", two, "--subject", "Also mine"],
      ["delete-event", three, "--yes"],
    ] {
      let written = try await home.graphcal(words + ["--offline"])
      #expect(written.status == 0, "\(written.errors)")
    }
    // Somebody else is faster.
    let other = try Home(emulator: emulator)
    #expect(
      try await other.graphcal("login", "--device-code", "--scopes", Self.scopes).status == 0)
    #expect(try await other.graphcal("edit-event", one, "--subject", "Theirs").status == 0)
    #expect(try await other.graphcal("delete-event", two, "--yes").status == 0)
    let sync = try await home.graphcal("sync")
    #expect(sync.status == 6, "\(sync.output) \(sync.errors)")
    #expect(sync.errors.contains("outbox retry"))
    #expect(
      try Self.subjects(try await home.graphcal(Self.days + ["--fresh"])) == ["Theirs"])
    let kept = try await home.graphcal("outbox")
    #expect(kept.output.contains("there \"Theirs\"") && kept.output.contains("here \"Mine\""))
    #expect(kept.output.contains("gone"))
    #expect(try await home.graphcal("doctor").output.contains("outbox"))
    // Nothing changes by itself.
    #expect(try await home.graphcal("sync").status == 6)
    let retried = try await home.graphcal("outbox", "retry", one, "--yes")
    #expect(retried.status == 0, "\(retried.errors)")
    #expect(try Self.subjects(try await home.graphcal(Self.days + ["--fresh"])) == ["Mine"])
    #expect(try await home.graphcal("outbox", "drop", "all").status == 8)
    #expect(try await home.graphcal("outbox", "drop", "all", "--yes").status == 0)
    #expect(try await home.graphcal("sync").status == 0)
  }

  @Test func `changes of different parts are merged, of an event and of a contact`() async throws {
    let emulator = try Emulator(seed: "empty")
    let home = try await Self.synced(emulator)
    for words in [
      ["new-event", "--subject", "One", "--start", "2026-12-01T09:00"],
      ["new-contact", "--given-name", "Ana", "--surname", "Silva"],
    ] {
      #expect(try await home.graphcal(words).status == 0)
    }
    #expect(try await home.graphcal("sync").status == 0)
    let event = Self.ids(try await home.graphcal(Self.days + ["--offline"]).items).first ?? ""
    let ana =
      Self.ids(try await home.graphcal("contacts", "--json", "--offline").items).first ?? ""
    for words in [
      ["edit-event", event, "--subject", "Mine"], ["edit-contact", ana, "--job-title", "Captain"],
    ] {
      #expect(try await home.graphcal(words + ["--offline"]).status == 0)
    }
    let waiting = try await home.graphcal("outbox")
    #expect(waiting.output.contains("subject \"One\""), "\(waiting.output)")
    let other = try Home(emulator: emulator)
    #expect(
      try await other.graphcal("login", "--device-code", "--scopes", Self.scopes).status == 0)
    for words in [
      ["edit-event", event, "--location", "Quay"], ["edit-contact", ana, "--company", "Harbor"],
    ] {
      let edited = try await other.graphcal(words)
      #expect(edited.status == 0, "\(edited.errors)")
    }
    let sync = try await home.graphcal("sync")
    #expect(sync.status == 0, "\(sync.output) \(sync.errors)")
    #expect(sync.output.contains("both changes stand: place"), "\(sync.output)")
    #expect(sync.output.contains("both changes stand: company"), "\(sync.output)")
    let shown = try await home.graphcal("show", event, "--fresh")
    #expect(shown.output.contains("Mine") && shown.output.contains("Quay"), "\(shown.errors)")
    let person = try await home.graphcal("show-contact", ana, "--fresh")
    #expect(person.output.contains("Captain") && person.output.contains("Harbor"))
  }

  @Test func `what merely waits is sent over nothing, and what it made is undone`() async throws {
    let emulator = try Emulator(seed: "empty", "--fault", "503:PATCH /events/*:1")
    let home = try await Self.synced(emulator)
    #expect(
      try await home.graphcal("new-event", "--subject", "One", "--start", "2026-12-01T09:00")
        .status == 0)
    #expect(try await home.graphcal("sync").status == 0)
    let id = Self.ids(try await home.graphcal(Self.days + ["--offline"]).items).first ?? ""
    #expect(try await home.graphcal("edit-event", id, "--subject", "Mine", "--offline").status == 0)
    #expect(try await home.graphcal("outbox", "retry", id, "--max-wait", "0").status != 0)
    let other = try Home(emulator: emulator)
    #expect(
      try await other.graphcal("login", "--device-code", "--scopes", Self.scopes).status == 0)
    #expect(try await other.graphcal("edit-event", id, "--subject", "Theirs").status == 0)
    #expect(try await home.graphcal("sync").status == 6)
    #expect(
      try Self.subjects(try await home.graphcal(Self.days + ["--fresh"])) == ["Theirs"])
    #expect(try await home.graphcal("outbox", "drop", "all", "--yes").status == 0)
    #expect(
      try await home.graphcal(
        "new-contact", "--given-name", "Zed", "--surname", "Quist", "--offline"
      ).status == 0)
    #expect(try await home.graphcal("sync").status == 0)
    let undone = try await home.graphcal("undo", "--yes")
    #expect(undone.status == 0, "\(undone.errors)")
    #expect(try await home.graphcal("contacts", "--json", "--fresh").items.isEmpty)
  }

  @Test(arguments: ["/me/events", "/me/contacts"])
  func `an answer that is lost doubles nothing`(path: String) async throws {
    let emulator = try Emulator(seed: "empty", "--fault", "drop:POST \(path):1")
    let home = try await Self.synced(emulator)
    let isEvent = path.hasSuffix("events")
    let words =
      isEvent
      ? ["new-event", "--subject", "Lunch", "--start", "2026-12-01T12:30"]
      : ["new-contact", "--given-name", "Ana", "--surname", "Silva"]
    #expect(try await home.graphcal(words + ["--offline"]).status == 0)
    let sync = try await home.graphcal("sync")
    #expect(sync.status == 0, "\(sync.errors)")
    let listed = try await home.graphcal(
      (isEvent ? Self.days : ["contacts", "--json"]) + ["--fresh"])
    #expect(try listed.items.count == 1)
    #expect(try await home.graphcal("outbox", "--json").items.isEmpty)
  }

  @Test(arguments: ["/me/events", "/me/contacts"])
  func `killed between sending and hearing of it, it is there once`(path: String) async throws {
    // The service has done it long before it answers.
    let emulator = try Emulator(seed: "empty", "--fault", "slow=4000:POST \(path):1")
    let home = try await Self.synced(emulator)
    let isEvent = path.hasSuffix("events")
    let words =
      isEvent
      ? ["new-event", "--subject", "Lunch", "--start", "2026-12-01T12:30"]
      : ["new-contact", "--given-name", "Ana", "--surname", "Silva"]
    #expect(try await home.graphcal(words + ["--offline"]).status == 0)
    let list = (isEvent ? Self.days : ["contacts", "--json"]) + ["--fresh"]
    let run = try home.start("sync")
    #expect(
      await eventually {
        let waiting = try? await home.graphcal("outbox", "--json").items
        return waiting?.first?["state"] as? String == "unknown"
      })
    run.send(SIGKILL)
    _ = try await run.outcome()
    let sync = try await home.graphcal("sync")
    #expect(sync.status == 0, "\(sync.errors)")
    #expect(try await home.graphcal(list).items.count == 1)
    #expect(try await home.graphcal("outbox", "--json").items.isEmpty)
  }

  @Test func `with the service gone a write names --offline, and what waits stays`() async throws {
    var emulator: Emulator? = try Emulator()
    let home = try await Self.synced(try #require(emulator))
    emulator = nil
    let words = ["new-event", "--subject", "Lunch", "--start", "2026-12-01T12:30"]
    let refused = try await home.graphcal(words + ["--max-wait", "0"])
    #expect(refused.status == 7 && refused.errors.contains("--offline"), "\(refused.errors)")
    #expect(try await home.graphcal(words + ["--offline"]).status == 0)
    let week = try await home.graphcal("week", "--json", "--offline")
    #expect(try Self.subjects(week).contains("Lunch"))
    let sync = try await home.graphcal("sync", "--max-wait", "0")
    #expect(sync.status == 7 && sync.errors.contains("1 change still waits"), "\(sync.errors)")
    #expect(try await home.graphcal("outbox", "--json").items.count == 1)
    let logout = try await home.graphcal("logout")
    #expect(logout.status == 8 && logout.errors.contains("Lunch"), "\(logout.errors)")
    #expect(try await home.graphcal("sync", "--forget").status == 0)
    #expect(try await home.graphcal("outbox", "--json").items.count == 1)
    let undone = try await home.graphcal("undo", "--offline")
    #expect(undone.status == 0, "\(undone.errors)")
    #expect(try await home.graphcal("outbox", "--json").items.isEmpty)
    #expect(try await home.graphcal("logout").status == 0)
  }
}
