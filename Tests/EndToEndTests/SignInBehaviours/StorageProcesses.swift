import Foundation
import Host
import TestSupport
import Testing

/// How tokens lie on the disk, seen from outside whole processes.
@Suite struct StorageProcesses {
  @Test(arguments: ["000", "022", "077", "277"])
  func `S1 the cache is 0600 in a 0700 folder whatever the umask`(umask: String) async throws {
    let platform = try ScriptedPlatform()
    let home = try Home(platform: platform)
    let login = try await home.shell("umask \(umask); graphcal login --device-code")
    #expect(login.status == 0, "\(login.errors)")
    #expect(try await home.graphcal("week").status == 0)
    for folder in ["state", "state/graphcal"] {
      #expect(try Files.status(of: home.path(folder))?.mode == 0o700)
    }
    for name in try FileManager.default.contentsOfDirectory(atPath: home.stateFolder) {
      #expect(try Files.status(of: "\(home.stateFolder)/\(name)")?.mode == 0o600, "\(name)")
    }
  }

  @Test(.enabled(if: Nobody.canBe, "\(Nobody.reason)"))
  func `S3 a user without rights refuses the cache of another, and takes the administrator's`()
    async throws
  {
    let platform = try ScriptedPlatform()
    let home = try Home(platform: platform)
    try home.putExpiredSignIn()
    let nobody = try Nobody(in: home)
    let before = try home.cacheText()
    for path in [home.tokenCache, home.stateFolder] {
      chmod(path, path == home.tokenCache ? 0o666 : 0o777)
      chown(path, 12345, 12345)
      for words in ["token", "logout"] {
        let outcome = try await nobody.graphcal(words)
        #expect(outcome.status == 1, "\(outcome.errors)")
        #expect(outcome.errors.contains("it belongs to another user (id 12345)"))
      }
      chown(path, UInt32(Nobody.identifier), UInt32(Nobody.identifier))
    }
    #expect(platform.requests.isEmpty)
    #expect(try home.cacheText() == before)
    chown(home.tokenCache, 0, 0)
    let outcome = try await nobody.graphcal("token")
    #expect(outcome.output == "access-2\n", "\(outcome.errors)")
    #expect(try home.refreshTokens() == ["refresh-2"])
  }

  @Test func `S5 a run that is killed at any moment leaves the old or the new content`()
    async throws
  {
    let victim = Locked<RunningProgram?>(nil)
    let delay = Locked<UInt32>(0)
    // Killed when the answer has gone out, a little later each time: reading, writing, ending.
    let platform = try ScriptedPlatform(afterGrant: {
      usleep(delay.withLock { $0 })
      victim.withLock { $0?.send(SIGKILL) }
    })
    let home = try Home(platform: platform)
    var isNew: Set<Bool> = []
    let early: [UInt32] = [0, 200, 500, 1000, 2000, 4000, 8000, 16_000]
    // How late is late enough depends on the machine.
    let late: [UInt32] = [60_000, 250_000, 1_000_000, 4_000_000]
    for microseconds in early + late {
      if microseconds > 60_000, isNew.contains(true) { break }
      delay.withLock { $0 = microseconds }
      try home.putExpiredSignIn()
      let before = try home.cacheText()
      // Held until the program is known to the other thread.
      let program = try victim.withLock { victim in
        let program = try home.start("token")
        victim = program
        return program
      }
      let outcome = try await program.outcome()
      #expect([0, 137].contains(outcome.status))
      let tokens = try home.refreshTokens()
      let isOld = try home.cacheText() == before
      #expect(isOld ? tokens == ["refresh-1"] : tokens != ["refresh-1"] && tokens.count == 1)
      #expect(try Files.status(of: home.tokenCache)?.mode == 0o600)
      isNew.insert(!isOld)
      // Whoever comes next is not in the way of what was left, which counts as left after 2 s.
      victim.withLock { $0 = nil }
      for name in try home.names() where name.hasSuffix(".lockfile") {
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSinceNow: -10)],
          ofItemAtPath: "\(home.stateFolder)/\(name)")
      }
      try home.putExpiredSignIn()
      let next = try await home.graphcal("token")
      #expect(next.status == 0 && next.errors.isEmpty, "\(next.errors)")
      #expect(try home.names().allSatisfy { !$0.hasSuffix(".lockfile") })
    }
    #expect(isNew.contains(true), "the last one is late enough")
  }

  /// What a run has to show that could not store a new token.
  private func expectServed(_ outcome: Outcome, _ home: Home, before: String) throws {
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output == "access-2\n")
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 1 && lines[0].hasPrefix("the new token serves this run only: cannot "))
    #expect(try home.cacheText() == before)
    #expect(try home.names().allSatisfy { !$0.hasSuffix(".tmp") && !$0.hasSuffix(".lockfile") })
  }

  @Test(.enabled(if: OddMachine.canMount, "skipped: 2 runs on a full disk, nothing can be mounted"))
  func `S6 on a full disk the token serves the run, and nobody is asked to sign in`() async throws {
    let platform = try ScriptedPlatform()
    let home = try Home(platform: platform)
    try home.putExpiredSignIn()
    let before = try home.cacheText()
    let outcome = try await home.shell(OddMachine.fullDisk(home.stateFolder, "graphcal token"))
    try expectServed(outcome, home, before: before)
    #expect(outcome.errors.contains("no space left on device"))
    #expect(
      try String(contentsOfFile: home.stateFolder + ".after", encoding: .utf8) == before,
      "the cache on the full disk")
    try FileManager.default.removeItem(atPath: home.stateFolder + ".disk")

    let count = platform.requests.count
    let login = try await home.shell(
      OddMachine.fullDisk(home.stateFolder, "graphcal login --device-code"))
    #expect(login.status == 1)
    #expect(login.errors.contains("the token cache cannot be written"))
    #expect(login.errors.contains("no space left on device"))
    #expect(login.errors.contains("  try: free some space on that disk"))
    #expect(platform.requests.count == count)
  }

  @Test func `S6 a limit on the size of files costs neither the old cache nor the run`()
    async throws
  {
    let platform = try ScriptedPlatform()
    let home = try Home(platform: platform)
    try home.putExpiredSignIn()
    let before = try home.cacheText()
    let outcome = try await home.shell("ulimit -f 1; graphcal token")
    try expectServed(outcome, home, before: before)
    #expect(outcome.errors.contains("file too large"))
  }

  @Test(
    .enabled(
      if: !OddMachine.isRoot || OddMachine.canMount,
      "skipped: 3 runs in a read-only home, nothing can be mounted"))
  func `S6 in a read-only home a valid token is used, and a new one serves the run`() async throws {
    let platform = try ScriptedPlatform()
    let home = try Home(platform: platform)
    try home.putExpiredSignIn()
    let before = try home.cacheText()
    let folder = home.folder.path
    let expired = try await home.shell(OddMachine.readOnly(folder, "graphcal token"))
    try expectServed(expired, home, before: before)
    let count = platform.requests.count
    let login = try await home.shell(
      OddMachine.readOnly(folder, "graphcal login --device-code"))
    #expect(login.status == 1)
    #expect(login.errors.contains("the token cache cannot be written"))
    #expect(platform.requests.count == count)
    #expect(try await home.graphcal("token").output == "access-3\n")
    let valid = try await home.shell(OddMachine.readOnly(folder, "graphcal token"))
    #expect(valid.output == "access-3\n")
    #expect(valid.errors.isEmpty)
  }

  @Test func `S12 no token is in what other users see of a process`() async throws {
    let platform = try ScriptedPlatform { _, _ in .stall }
    let home = try Home(platform: platform)
    try home.putExpiredSignIn()
    let program = try home.start("today")
    #expect(await eventually { platform.tokenRequests.count == 1 })
    for file in ["cmdline", "comm", "status", "environ"] {
      let path = "/proc/\(program.identifier)/\(file)"
      let text = try String(decoding: Data(contentsOf: URL(filePath: path)), as: UTF8.self)
      #expect(!text.isEmpty)
      #expect(!text.contains("access-1") && !text.contains("refresh-1"), "\(file)")
    }
    program.send(SIGTERM)
    _ = try await program.outcome()
  }
}
