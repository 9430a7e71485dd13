import FoundationEssentials
import Glibc
import Testing

import Host

@Suite struct EnvironmentTests {
  @Test(arguments: [
    (["HOME": "/home/a"], "/home/a/.local/state/graphcal/x"),
    (["HOME": "/home/a/"], "/home/a/.local/state/graphcal/x"),
    (["HOME": "/home/a", "XDG_STATE_HOME": "/s"], "/s/graphcal/x"),
    (["HOME": "/home/a", "XDG_STATE_HOME": ""], "/home/a/.local/state/graphcal/x"),
    (["HOME": "/home/a", "XDG_STATE_HOME": "rel"], "/home/a/.local/state/graphcal/x"),
    (["XDG_STATE_HOME": "/s/"], "/s/graphcal/x"),
  ])
  func `state lies where XDG says`(variables: [String: String], path: String) throws {
    #expect(try Paths(environment: Environment(variables)).state("graphcal/x") == path)
  }

  @Test(arguments: [[:], ["HOME": ""], ["HOME": "home"]])
  func `without a home the error says so`(variables: [String: String]) {
    let error = #expect(throws: HostError.self) {
      try Paths(environment: Environment(variables)).config("graphcal/config.json")
    }
    #expect(error?.description.contains("HOME is not set") == true)
  }

  struct LocaleRow {
    var variables: [String: String]
    var language: String?
    var region: String?

    init(_ variables: [String: String], _ language: String?, _ region: String?) {
      self.variables = variables
      self.language = language
      self.region = region
    }
  }

  @Test(arguments: [
    LocaleRow(["LC_ALL": "de_AT.UTF-8", "LANG": "en_US"], "de", "AT"),
    LocaleRow(["LC_TIME": "en_GB@euro", "LANG": "en_US"], "en", "GB"),
    LocaleRow(["LC_ALL": "", "LANG": "pt-BR"], "pt", "BR"),
    LocaleRow(["LANG": "zh_Hant_TW.UTF-8"], "zh", "TW"),
    LocaleRow(["LANG": "es_419"], "es", "419"),
    LocaleRow(["LANG": "fr"], "fr", nil),
    LocaleRow(["LANG": "C.UTF-8"], nil, nil),
    LocaleRow(["LANG": "POSIX"], nil, nil),
    LocaleRow([:], nil, nil),
    LocaleRow(["LANG": "no such thing"], nil, nil),
  ])
  func `the first locale variable decides`(row: LocaleRow) {
    let locale = ProcessLocale(environment: Environment(row.variables))
    #expect(locale == ProcessLocale(language: row.language, region: row.region))
  }

  @Test func `paths are taken apart like dirname and basename`() {
    #expect(["/a/b", "a", "/a", "a/b/c"].map(Paths.folder(of:)) == ["/a", ".", "/", "a/b"])
    #expect(["/a/b", "a", "/a/"].map(Paths.name(of:)) == ["b", "a", ""])
  }
}

@Suite struct ClockTests {
  @Test func `a manual clock sleeps at once and lets time pass`() async throws {
    let time = ManualClock(Date(timeIntervalSince1970: 1000))
    try await time.clock.sleep(.seconds(90))
    time.jumpWallClock(by: .seconds(-3600))
    #expect(time.clock.uptime() == .seconds(90))
    #expect(time.clock.now() == Date(timeIntervalSince1970: 1090 - 3600))
  }

  @Test func `the system's monotonic clock moves and a cancelled sleep ends`() async {
    let before = Clock.system.uptime()
    let task = Task { () async -> Bool in
      do { try await Clock.system.sleep(.seconds(3600)) } catch { return true }
      return false
    }
    task.cancel()
    #expect(await task.value)
    #expect(Clock.system.uptime() >= before)
  }
}

@Suite struct RandomnessTests {
  @Test func `a UUID carries version and variant`() {
    #expect(Randomness.counting().uuid() == "00010203-0405-4607-8809-0a0b0c0d0e0f")
    #expect(Randomness.system.uuid() != Randomness.system.uuid())
    #expect((0..<100).allSatisfy { _ in (0..<1).contains(Randomness.system.fraction()) })
  }
}

@Suite struct OutputStreamTests {
  @Test func `a full disk and a closed stream are errors with their own words`() throws {
    let full = open("/dev/full", O_WRONLY | O_CLOEXEC)
    defer { close(full) }
    let fullError = #expect(throws: HostError.self) {
      try OutputStream(descriptor: full, name: "standard output").write("x")
    }
    #expect(fullError?.isOutOfSpace == true)
    #expect(fullError?.description == "cannot write standard output: no space left on device")
    let closedError = #expect(throws: HostError.self) {
      try OutputStream(descriptor: -1, name: "standard output").write("x")
    }
    #expect(closedError?.reason == .system(EBADF))
  }

  @Test func `a closed pipe is told apart from other failures`() throws {
    StandardStreams.ignoreClosedPipes()
    var ends: [Int32] = [0, 0]
    pipe(&ends)
    close(ends[0])
    defer { close(ends[1]) }
    let error = #expect(throws: HostError.self) {
      try OutputStream(descriptor: ends[1], name: "standard output").write("x")
    }
    #expect(error?.isClosedPipe == true)
  }
}
