import Foundation
import TestSupport
import Testing

/// A folder of files when the program is killed in the middle of its work.
@Suite struct VdirKillTests {
  private static func event(_ bench: VdirBench, _ name: String, _ subject: String) throws {
    try bench.write(
      "calendars/Calendar/\(name).ics", VdirBench.event(name, subject, "X-MINE:\(name)\r\n"))
  }

  private static func move(_ bench: VdirBench, _ old: String, _ new: String) throws {
    try FileManager.default.moveItem(
      atPath: bench.root + "/" + old, toPath: bench.root + "/" + new)
  }

  private static func subjects(_ bench: VdirBench) async throws -> [String] {
    try await bench.home.graphcal("events", "--calendar", "all", "--json").items
      .compactMap { $0["subject"] as? String }.sorted()
  }

  /// What files there are of an event, whatever folder they lie in.
  private static func files(_ bench: VdirBench) throws -> [String] {
    try bench.files("calendars").flatMap { place in
      try bench.files("calendars/\(place)").filter { $0.hasSuffix(".ics") }
    }.sorted()
  }

  @Test func `killed at any request, a run doubles nothing and loses nothing`() async throws {
    let bench = try await VdirBench(seed: "empty", "--fault", "slow=60:POST /events:100000")
    let home = bench.home
    #expect(try await home.graphcal("new-calendar", "Team").status == 0)
    #expect(try await bench.sync().status == 0)
    for name in ["edited", "gone", "away"] { try Self.event(bench, name, name) }
    #expect(try await bench.sync().status == 0)

    try Self.event(bench, "new", "new")
    try Self.event(bench, "edited", "edited, long")
    try Self.move(bench, "calendars/Calendar/away.ics", "calendars/Team/away.ics")
    try FileManager.default.removeItem(atPath: bench.root + "/calendars/Calendar/gone.ics")
    var round = 1
    while round < 60 {
      let awaited = try bench.emulator.log.count + round
      let run = try home.start("sync", "--vdir", bench.root, "--yes")
      let isReached = await eventually {
        (try? bench.emulator.log.count >= awaited) == true || run.isEnded
      }
      #expect(isReached)
      run.send(SIGKILL)
      let outcome = try await run.outcome()
      let subjects = try await Self.subjects(bench)
      for subject in ["new", "edited, long", "edited", "away", "gone"] {
        let most = subject == "away" ? 2 : 1
        #expect(subjects.count { $0 == subject } <= most, "\(round): \(subjects)")
      }
      let files = try Self.files(bench)
      for name in ["new.ics", "edited.ics", "away.ics"] {
        #expect(files.count { $0 == name } == 1, "\(round): \(files)")
      }
      if outcome.status == 0 { break }
      round += 1
    }
    let last = try await bench.sync("--yes")
    #expect(last.status == 0, "\(last.errors) \(last.output)")
    #expect(try await Self.subjects(bench) == ["away", "edited, long", "new"])
    #expect(try Self.files(bench) == ["away.ics", "edited.ics", "new.ics"])
    for file in ["Calendar/new", "Calendar/edited", "Team/away"] {
      #expect(try bench.text("calendars/\(file).ics").contains("X-MINE"))
    }
    #expect(try await bench.sync().output == "both sides are the same\n")
  }
}
