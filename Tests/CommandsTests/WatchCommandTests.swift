import FoundationEssentials
import HTTP
import Host
import JSON
import Synchronization
import TestSupport
import Testing

/// `watch`: what it tells, when it asks, and how it ends.
@Suite struct WatchCommandTests {
  private typealias Bench = SyncCommandTests.Bench

  /// A machine with a copy that is up to date.
  private static func bench(_ more: [String: String] = [:]) async throws -> Bench {
    let bench = try await Bench(more)
    #expect(await bench.machine.run("sync").status == 0)
    await bench.machine.service.script(Bench.link("d1"), Bench.page("", delta: "d1"))
    return bench
  }

  /// Runs a command that never ends by itself until so many rounds of the calendar have begun.
  static func run(
    _ machine: Machine, rounds: Int, _ words: String...,
    before: (@Sendable (_ round: Int) async -> Void)? = nil
  ) async -> Outcome {
    let count = Atomic<Int>(0)
    let task = Mutex<Task<Outcome, Never>?>(nil)
    await machine.service.watch { request in
      guard request.url.contains("deltatoken=d") else { return }
      let round = count.add(1, ordering: .relaxed).newValue
      if round > rounds { task.withLock { $0?.cancel() } } else { await before?(round) }
    }
    let run = Task { await machine.run(words) }
    task.withLock { $0 = run }
    let outcome = await run.value
    await machine.service.watch(nil)
    return outcome
  }

  @Test func `each change is one line, with what it was and what it is`() async throws {
    let bench = try await Self.bench()
    let service = bench.machine.service
    let outcome = await Self.run(bench.machine, rounds: 4, "watch", "--jsonl") { round in
      switch round {
      case 2:
        await service.script(
          Bench.link("d1"), Bench.page(Bench.event("b", "Two"), delta: "d2"))
      case 3:
        await service.script(
          Bench.link("d2"), Bench.page(Bench.event("a", "Other"), delta: "d3"))
      default:
        await service.script(
          Bench.link("d3"),
          Bench.page(#"{"id":"b","@removed":{"reason":"deleted"}}"#, delta: "d4"))
      }
    }
    #expect(outcome.status == 130, "\(outcome.errors)")
    let lines = try outcome.outputLines.map { try JSON(parsing: $0) }
    #expect(lines.map { $0["change"] } == ["created", "changed", "deleted"], "\(outcome.output)")
    #expect(lines.map { $0["id"] } == ["b", "a", "b"])
    #expect(lines.map { $0["properties"] } == [[], ["subject"], []])
    #expect(lines.map { $0["before"]?["subject"] } == [nil, "One", "Two"])
    #expect(lines.map { $0["after"]?["subject"] } == ["Two", "Other", nil])
    #expect(lines.allSatisfy { $0["kind"] == "event" && $0["graphcal"]?["calendar"] == "Calendar" })
    #expect(lines[0]["graphcal"]?["account"]?.string == Identity.user)
    #expect(lines[0]["after"]?["graphcal"]?["start"] == "2026-12-01T09:00:00Z")
    // What lists print, and nothing else.
    let list = await bench.machine.run("agenda", "--days", "3", "--json")
    #expect(lines[1]["after"]?.object?.keys == (try list.items[0].object?.keys))
    // Between rounds that change nothing one request a calendar and folder is sent.
    #expect(outcome.requests("GET", "/me/calendars").count == 1)
  }

  @Test func `contacts are told too, unless events alone are asked for`() async throws {
    let bench = try await Self.bench()
    let service = bench.machine.service
    let change: @Sendable (Int) async -> Void = { round in
      if round == 2 {
        await service.script(
          Bench.link("p1"),
          Bench.page(#"{"id":"q","displayName":"Ana Gil","parentFolderId":"f1"}"#, delta: "p1"))
      }
    }
    let outcome = await Self.run(bench.machine, rounds: 3, "watch", before: change)
    let line = try #require(try outcome.outputLines.first.map { try JSON(parsing: $0) })
    #expect(line["kind"] == "contact" && line["after"]?["displayName"] == "Ana Gil")
    #expect(line["graphcal"]?["folder"] == "Contacts")
    let other = await Self.run(bench.machine, rounds: 3, "watch", "--events", before: change)
    #expect(other.output.isEmpty)
    #expect(!other.requests.contains { $0.url.contains("deltatoken=p") })
  }

  @Test func `on a terminal lines are for people`() async throws {
    let bench = try await Self.bench(["GRAPHCAL_FORCE_TTY": "100"])
    let service = bench.machine.service
    let outcome = await Self.run(bench.machine, rounds: 3, "watch") { round in
      guard round == 2 else { return }
      let bad =
        #"{"id":"c","subject":"B\u001b[31mad","type":"singleInstance","#
        + #""start":{"dateTime":"2026-12-03T09:00:00","timeZone":"UTC"},"#
        + #""end":{"dateTime":"2026-12-03T10:00:00","timeZone":"UTC"}}"#
      await service.script(
        Bench.link("d1"),
        Bench.page(Bench.event("a", "Other") + "," + bad, delta: "d2"))
      await service.script(Bench.link("d2"), Bench.page("", delta: "d2"))
    }
    try expectGolden(outcome.output, "watch.txt")
  }

  @Test func `a lost connection is told once, and once when it is back; waits grow`() async throws {
    let bench = try await Self.bench()
    let service = bench.machine.service
    let lost = Service.Answer.failure(
      TransportError(
        reason: .cannotConnect, host: "graph.test", detail: "refused", wasNotSent: true))
    let outcome = await Self.run(
      bench.machine, rounds: 24, "watch", "--events", "--interval", "30s"
    ) { round in
      if round == 2 { await service.script(Bench.link("d1"), lost) }
      if round == 17 {
        await service.script(
          Bench.link("d1"), Bench.page(Bench.event("b", "Two"), delta: "d2"))
        await service.script(Bench.link("d2"), Bench.page("", delta: "d2"))
      }
    }
    #expect(outcome.errorLines.filter { $0.contains("going on, next try in 30 s") }.count == 1)
    #expect(outcome.errorLines.filter { $0.contains("answers again, after") }.count == 1)
    #expect(outcome.errorLines.count == 3, "\(outcome.errors)")
    #expect(outcome.outputLines.count == 1)
    // Five failed rounds of three tries wait 30, 60, 120, 240 and 300 seconds.
    #expect(bench.machine.clock.elapsedTime > .seconds(30 + 60 + 120 + 240 + 300))
  }

  @Test func `a service that asks for a wait is given it`() async throws {
    let bench = try await Self.bench()
    let service = bench.machine.service
    let outcome = await Self.run(bench.machine, rounds: 3, "watch", "--events") { round in
      await service.script(
        Bench.link("d1"),
        round == 1
          ? .status(429, "{}", type: "application/json", ["Retry-After": "700"])
          : Bench.page("", delta: "d1"))
    }
    #expect(outcome.errors.contains("next try in 11 min"), "\(outcome.errors)")
    #expect(bench.machine.clock.elapsedTime >= .seconds(700))
  }

  @Test func `after the machine has slept it asks at once`() async throws {
    let bench = try await Self.bench()
    let machine = bench.machine
    let clock = machine.clock
    let hasSlept = Atomic<Bool>(false)
    var sleepy = machine
    sleepy.clocks = Clock(
      now: clock.clock.now, uptime: clock.clock.uptime,
      sleep: { (duration: Duration) async throws(CancellationError) in
        try await clock.clock.sleep(duration)
        // Two minutes pass in the first wait.
        if hasSlept.compareExchange(expected: false, desired: true, ordering: .relaxed).exchanged {
          clock.jumpWallClock(by: .seconds(120))
        }
      })
    _ = await Self.run(sleepy, rounds: 1, "watch", "--events", "--interval", "1h")
    #expect(clock.elapsedTime < .seconds(60))
  }

  @Test func `a refused sign-in ends it with status 4`() async throws {
    let bench = try await Self.bench()
    let service = bench.machine.service
    let outcome = await Self.run(bench.machine, rounds: 5, "watch", "--events") { round in
      guard round == 2 else { return }
      await service.script(Bench.link("d1"), .expired)
      await service.script(Identity.tokenPath, Identity.refusal("invalid_grant", 70043))
    }
    #expect(outcome.status == 4, "\(outcome.errors)")
  }

  @Test func `a refused link is a round from the start, of which differences are told`()
    async throws
  {
    let bench = try await Self.bench()
    let service = bench.machine.service
    let outcome = await Self.run(bench.machine, rounds: 3, "watch", "--events") { round in
      guard round == 2 else { return }
      await service.script(Bench.link("d1"), .error(410, "SyncStateNotFound"))
      await service.script(
        SyncCommandTests.deltaPath,
        Bench.page(Bench.event("a", "One") + "," + Bench.event("b", "Two"), delta: "d2"))
      await service.script(Bench.link("d2"), Bench.page("", delta: "d2"))
    }
    #expect(try outcome.outputLines.map { try JSON(parsing: $0)["id"] } == ["b"])
  }

  @Test func `without a copy it makes one, and says so`() async throws {
    let bench = try await Bench()
    await bench.machine.service.script(Bench.link("d1"), Bench.page("", delta: "d1"))
    let outcome = await Self.run(bench.machine, rounds: 2, "watch")
    #expect(outcome.status == 130)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("there is no local copy"), "\(outcome.errors)")
    let offline = await bench.machine.run("week", "--offline", "--json")
    #expect(offline.status == 0)
  }

  @Test func `a bookmark goes on where the last run ended`() async throws {
    let bench = try await Self.bench()
    let service = bench.machine.service
    let words = ["watch", "--once", "--bookmark", "mail", "--jsonl"]
    let first = await bench.machine.run(words)
    #expect(first.status == 0 && first.output.isEmpty)
    #expect(first.errors.contains("the bookmark mail is new"), "\(first.errors)")
    // What another program takes into the copy meanwhile is not lost.
    await service.script(Bench.link("d1"), Bench.page(Bench.event("b", "Two"), delta: "d2"))
    await service.script(Bench.link("d2"), Bench.page("", delta: "d2"))
    #expect(await bench.machine.run("sync").status == 0)
    var closed = bench.machine
    closed.outputFailure = HostError("write", "standard output", .system(32))
    #expect(await closed.run(words).status == 141)
    let second = await bench.machine.run(words)
    #expect(try second.outputLines.map { try JSON(parsing: $0)["id"] } == ["b"])
    #expect(await bench.machine.run(words).output.isEmpty)
    #expect(
      await bench.machine.run("watch", "--bookmark", "mail", "--forget").errors
        == "the bookmark mail is removed\n")
    #expect(await bench.machine.run("watch", "--bookmark", "mail", "--forget").status == 3)
  }

  @Test(arguments: [
    (["watch", "--once"], "add --bookmark NAME"),
    (["watch", "--json"], "use --jsonl"),
    (["watch", "--interval", "0s"], "from 1s to 1d"),
    (["watch", "--interval", "5"], "such as 30s"),
    (["watch", "--events", "--contacts"], "exclude each other"),
    (["watch", "--contacts", "--calendar", "all"], "exclude each other"),
    (["watch", "--format", "tsv"], "prints no rows"),
    (["watch", "--fields", "nothing", "--jsonl"], "nothing"),
  ])
  func `what cannot be is refused before anything is asked`(
    words: [String], hint: String
  ) async throws {
    let bench = try await Bench()
    let outcome = await bench.machine.run(words)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(hint), "\(outcome.errors)")
    #expect(outcome.requests.isEmpty)
  }

  @Test func `fields are listed and chosen`() async throws {
    let bench = try await Self.bench()
    #expect(await bench.machine.run("watch", "--fields").output.contains("graphcal.seen\n"))
    let service = bench.machine.service
    let outcome = await Self.run(
      bench.machine, rounds: 3, "watch", "--jsonl", "--fields", "change,id"
    ) { round in
      guard round == 2 else { return }
      await service.script(Bench.link("d1"), Bench.page(Bench.event("b", "Two"), delta: "d2"))
      await service.script(Bench.link("d2"), Bench.page("", delta: "d2"))
    }
    #expect(outcome.output == #"{"change":"created","id":"b"}"# + "\n")
  }
}
