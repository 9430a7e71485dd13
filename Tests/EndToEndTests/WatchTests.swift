import Foundation
import TestSupport
import Testing

/// `watch` and `remind`, by the real programs.
@Suite struct WatchTests {
  private static let scopes =
    "User.Read,MailboxSettings.Read,Calendars.ReadWrite,Contacts.ReadWrite"

  /// A home in which somebody is signed in, with a copy of the mailbox.
  private static func home(
    at emulator: Emulator, now: String? = Emulator.clock, syncs: Bool = true
  ) async throws -> Home {
    let home = try Home(emulator: emulator, now: now)
    #expect(try await home.graphcal("login", "--device-code", "--scopes", scopes).status == 0)
    if syncs { #expect(try await home.graphcal("sync").status == 0) }
    return home
  }

  /// A `graphcal watch` that writes into files of its home.
  private final class Watcher: Sendable {
    let home: Home
    let program: RunningProgram

    init(
      _ home: Home, _ words: String = "--interval 1s", environment: [String: String] = [:]
    ) throws {
      self.home = home
      program = try RunningProgram(
        "/bin/bash",
        [
          "-c",
          "exec graphcal watch --jsonl \(words) >'\(home.path("out"))' 2>'\(home.path("err"))'",
        ],
        environment: home.environment.merging(environment) { $1 }.merging(
          ["PATH": Program.folder.path + ":/usr/bin:/bin"]) { $1 })
    }

    var output: String { (try? String(contentsOfFile: home.path("out"), encoding: .utf8)) ?? "" }
    var errors: String { (try? String(contentsOfFile: home.path("err"), encoding: .utf8)) ?? "" }

    var lines: [[String: Any]] {
      output.split(separator: "\n").compactMap {
        try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
      }
    }

    /// Ends it as systemd would.
    func end() async throws -> Int32 {
      program.send(SIGTERM)
      return try await program.outcome().status
    }
  }

  private static func rounds(_ emulator: Emulator) throws -> Int {
    try emulator.requests("GET", "/calendarView/delta").count
  }

  /// Another client of the same mailbox, on another machine.
  private static func make(_ subject: String, at emulator: Emulator) async throws {
    let other = try await home(at: emulator, syncs: false)
    let made = try await other.graphcal(
      "new-event", "--subject", subject, "--start", "2026-12-01T15:00", "--tz", "UTC")
    #expect(made.status == 0, "\(made.errors)")
  }

  @Test func `an event that another client makes is told within two rounds`() async throws {
    let emulator = try Emulator()
    let home = try await Self.home(at: emulator)
    let before = try Self.rounds(emulator)
    let watcher = try Watcher(home)
    #expect(await eventually { (try? Self.rounds(emulator)) ?? 0 > before })
    try await Self.make("From elsewhere", at: emulator)
    let made = try Self.rounds(emulator)
    #expect(await eventually { watcher.output.hasSuffix("\n") })
    #expect(try Self.rounds(emulator) <= made + 2)
    let line = try #require(watcher.lines.first)
    #expect(line["change"] as? String == "created" && line["before"] is NSNull)
    #expect((line["after"] as? [String: Any])?["subject"] as? String == "From elsewhere")
    #expect(try await watcher.end() == 0, "\(watcher.errors)")
    #expect(watcher.lines.count == 1 && watcher.output.hasSuffix("\n"))
  }

  @Test func `a write of this machine and what a sync brings in are told as well`() async throws {
    let emulator = try Emulator()
    let home = try await Self.home(at: emulator)
    let before = try Self.rounds(emulator)
    let watcher = try Watcher(home)
    #expect(await eventually { (try? Self.rounds(emulator)) ?? 0 > before })
    let made = try await home.graphcal(
      "new-event", "--subject", "Mine", "--start", "2026-12-01T15:00", "--repeat", "daily",
      "--count", "5")
    #expect(made.status == 0, "\(made.errors)")
    #expect(try await home.graphcal("sync").status == 0)
    #expect(await eventually { watcher.output.hasSuffix("\n") })
    #expect(
      try await home.graphcal("new-contact", "--given-name", "Ana", "--surname", "Gil").status == 0)
    #expect(await eventually { watcher.lines.count == 2 })
    let kinds = watcher.lines.map { $0["kind"] as? String }
    #expect(kinds == ["event", "contact"], "\(watcher.output)")
    #expect((watcher.lines[0]["after"] as? [String: Any])?["type"] as? String == "seriesMaster")
    watcher.program.send(SIGINT)
    #expect(try await watcher.program.outcome().status == 130)
  }

  @Test func `a lost network is told once, and what changed meanwhile when it is back`()
    async throws
  {
    // The copy is of another service with the same mailbox, since faults hit the first requests.
    let home = try await Self.home(at: try Emulator())
    let emulator = try Emulator(["--fault", "refuse:GET /calendarView/delta:2"])
    let ready = emulator.ready
    let moved = [
      "GRAPHCAL_CLIENT_ID": ready.clientId, "GRAPHCAL_GRAPH_URL": ready.graphURL,
      "GRAPHCAL_LOGIN_URL": ready.loginURL,
    ]
    let signedIn = try await home.graphcal(
      ["login", "--device-code", "--scopes", Self.scopes], environment: moved)
    #expect(signedIn.status == 0, "\(signedIn.errors)")
    try await Self.make("From elsewhere", at: emulator)
    let watcher = try Watcher(home, "--interval 1s --events --max-wait 0", environment: moved)
    #expect(await eventually { watcher.output.hasSuffix("\n") })
    #expect(try await watcher.end() == 0)
    let subjects = watcher.lines.map { ($0["after"] as? [String: Any])?["subject"] as? String }
    #expect(subjects == ["From elsewhere"])
    let notes = watcher.errors.split(separator: "\n")
    #expect(notes.filter { $0.contains("going on, next try in") }.count == 1, "\(watcher.errors)")
    #expect(notes.filter { $0.contains("answers again") }.count == 1)
  }

  @Test func `a token that runs out is renewed`() async throws {
    let emulator = try Emulator(["--token-lifetime", "6"])
    let home = try await Self.home(at: emulator)
    let before = try emulator.requests("POST", "/token").count
    let watcher = try Watcher(home, "--interval 1s --events")
    #expect(
      await eventually { ((try? emulator.requests("POST", "/token").count) ?? 0) > before })
    try await Self.make("From elsewhere", at: emulator)
    #expect(await eventually { watcher.output.hasSuffix("\n") })
    #expect(try await watcher.end() == 0, "\(watcher.errors)")
    #expect(watcher.errors.isEmpty)
  }

  @Test func `killed between runs, a bookmark loses nothing`() async throws {
    let emulator = try Emulator()
    let home = try await Self.home(at: emulator)
    let before = try Self.rounds(emulator)
    let watcher = try Watcher(home, "--interval 1s --events --bookmark mail")
    #expect(await eventually { (try? Self.rounds(emulator)) ?? 0 > before + 1 })
    watcher.program.send(SIGKILL)
    _ = try await watcher.program.outcome()
    try await Self.make("Meanwhile", at: emulator)
    #expect(try await home.graphcal("sync").status == 0)
    let next = try await home.graphcal(
      "watch", "--once", "--bookmark", "mail", "--events", "--jsonl", "--fields", "change")
    #expect(next.output == #"{"change":"created"}"# + "\n", "\(next.errors)")
  }

  @Test func `a reminder starts the program once, with the words as they are`() async throws {
    let emulator = try Emulator(seed: "empty")
    let home = try await Self.home(at: emulator, syncs: false)
    let subject = "Tea; $(touch pwned) \"x\" --y"
    let made = try await home.graphcal(
      "new-event", "--subject", subject, "--start", "2026-11-30T08:10", "--reminder", "15m", "--tz",
      "UTC")
    #expect(made.status == 0, "\(made.errors)")
    let words = [
      "remind", "--once", "--run", "/bin/bash", "-c", "printf '%s\\n' \"$@\" >>\"$HOME/rang\"", "x",
      "{subject}", "{minutes}",
    ]
    for _ in 0..<2 {
      let outcome = try await home.graphcal(words)
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
    let rang = try String(contentsOfFile: home.path("rang"), encoding: .utf8)
    #expect(rang == subject + "\n10\n")
    // Put off, it comes again; dismissed, it does not.
    let list = try await home.graphcal("today", "--json", "--tz", "UTC")
    let id = try #require((try list.items.first?["graphcal"] as? [String: Any])?["id"] as? String)
    #expect(try await home.graphcal("remind", "--snooze", id, "--for", "5m").status == 0)
    let later = ["GRAPHCAL_NOW": "2026-11-30T08:06:00Z"]
    let snoozed = try await home.graphcal(
      ["remind", "--once", "--run", "/bin/false"], environment: later)
    #expect(snoozed.status == 9 && snoozed.errors.contains("/bin/false ended with status 1"))
    #expect(try await home.graphcal("remind", "--snooze", id, "--for", "8m").status == 0)
    #expect(try await home.graphcal("remind", "--dismiss", id).status == 0)
    let dismissed = try await home.graphcal(
      ["remind", "--once"], environment: ["GRAPHCAL_NOW": "2026-11-30T08:09:00Z"])
    #expect(dismissed.status == 0 && dismissed.output.isEmpty, "\(dismissed.output)")
  }

  @Test func `running on, programs leave no zombies and one at SIGTERM is no failure`()
    async throws
  {
    let emulator = try Emulator(seed: "empty")
    let home = try await Self.home(at: emulator, syncs: false)
    for number in 1...6 {
      let made = try await home.graphcal(
        "new-event", "--subject", "Tea \(number)", "--start", "2026-11-30T08:10", "--reminder",
        "15m", "--tz", "UTC")
      #expect(made.status == 0, "\(made.errors)")
    }
    let program = try home.start(
      "remind", "--interval", "1s", "--run", "/bin/bash", "-c", "echo x >>\"$HOME/rang\"")
    #expect(
      await eventually {
        (try? String(contentsOfFile: home.path("rang"), encoding: .utf8))
          == String(
            repeating: "x\n", count: 6)
      })
    let children = "/proc/\(program.identifier)/task/\(program.identifier)/children"
    #expect(
      await eventually {
        let tasks =
          (try? FileManager.default.contentsOfDirectory(
            atPath: "/proc/\(program.identifier)/task")) ?? []
        return tasks.allSatisfy {
          let path = "/proc/\(program.identifier)/task/\($0)/children"
          return ((try? String(contentsOfFile: path, encoding: .utf8)) ?? "").isEmpty
        }
      }, "\((try? String(contentsOfFile: children, encoding: .utf8)) ?? "")")
    program.send(SIGTERM)
    let outcome = try await program.outcome()
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  @Test func `the units of systemd are sound`() async throws {
    let analyze = "/usr/bin/systemd-analyze"
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Integrations/systemd").standardizedFileURL
    let units = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".service") || $0.hasSuffix(".timer") }.sorted()
    #expect(units.count == 3)
    guard FileManager.default.isExecutableFile(atPath: analyze) else {
      print("systemd-analyze is not here: \(units.count) units were not looked at")
      return
    }
    let home = try Home(emulator: nil)
    for unit in units {
      let text = try String(contentsOf: folder.appendingPathComponent(unit), encoding: .utf8)
        .replacingOccurrences(
          of: "/usr/local/bin/graphcal", with: Program.path("graphcal"))
      try text.write(toFile: home.path(unit), atomically: true, encoding: .utf8)
    }
    for unit in units {
      let verdict = try await Program.run(
        analyze, ["verify", "--user", home.path(unit)],
        environment: home.environment.merging(["XDG_RUNTIME_DIR": home.folder.path]) { $1 })
      #expect(verdict.status == 0 && verdict.errors.isEmpty, "\(unit): \(verdict.errors)")
    }
    // Every line that starts the program is one that it understands: nobody is signed in.
    for unit in units where unit.hasSuffix(".service") {
      let text = try String(contentsOfFile: home.path(unit), encoding: .utf8)
      let line = try #require(
        text.split(separator: "\n").first { $0.hasPrefix("ExecStart=") })
      let outcome = try await home.shell(
        line.dropFirst("ExecStart=".count).replacingOccurrences(
          of: "notify-send", with: "/bin/true"),
        environment: ["GRAPHCAL_CLIENT_ID": "5f0c6f0e-0000-4000-8000-00000000c11e"])
      #expect(outcome.status == 4, "\(unit): \(outcome.errors)")
    }
  }
}
