import Foundation
import Host
import TestSupport
import Testing

/// Locking and renewing tokens among whole processes.
@Suite struct RefreshProcesses {
  @Test func `R1 twenty processes with an expired token make one request`() async throws {
    let emulator = try Emulator()
    let home = try Home(emulator: emulator)
    #expect(try await home.graphcal("login", "--device-code").status == 0)
    _ = try await home.graphcal("today")
    try home.expireAccessTokens()
    let before = try emulator.refreshes
    let outcomes = try await withThrowingTaskGroup(of: Outcome.self) { group in
      for _ in 0..<20 { group.addTask { try await home.graphcal("today") } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(outcomes.allSatisfy { $0.status == 0 }, "\(outcomes.map(\.errors))")
    #expect(try emulator.refreshes - before == 1)
  }

  @Test func `R2 of twenty the holder of the lock is killed: one request more, and no other fails`()
    async throws
  {
    // The first request is never answered; a refresh token that is sent twice later is refused.
    let platform = try ScriptedPlatform { _, number in
      switch number {
      case 1: .stall
      case 2: ScriptedPlatform.tokens(2)
      default: ScriptedPlatform.json(400, #"{"error":"invalid_grant"}"#)
      }
    }
    let home = try Home(platform: platform)
    try home.putExpiredSignIn()
    let lock = home.tokenCache + ".lock"
    let victim = try home.start("token")
    #expect(await eventually { platform.tokenRequests.count == 1 })
    #expect(victim.hasOpen(lock))
    let others = try (1..<20).map { _ in try home.start("token") }
    #expect(await eventually { others.allSatisfy { $0.hasOpen(lock) } }, "all wait for it")
    #expect(platform.tokenRequests.count == 1)
    victim.send(SIGKILL)
    #expect(try await victim.outcome().status == 137)
    for other in others {
      let outcome = try await other.outcome()
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.output == "access-2\n")
      #expect(outcome.errors.isEmpty)
    }
    #expect(platform.tokenRequests.count == 2)
    #expect(try home.refreshTokens() == ["refresh-2"])
    #expect(try home.names() == ["token-cache.json", "token-cache.json.lock"])
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `R13 a signal during the request ends it with 130, a whole cache and no lock`(
    signal: Int32
  ) async throws {
    let platform = try ScriptedPlatform { _, number in
      number == 1 ? .stall : ScriptedPlatform.tokens(2)
    }
    let home = try Home(platform: platform)
    try home.putExpiredSignIn()
    let before = try home.cacheText()
    let program = try home.start("token")
    #expect(await eventually { platform.tokenRequests.count == 1 })
    program.send(signal)
    let outcome = try await program.outcome()
    #expect(outcome.status == 130)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("graphcal: interrupted"))
    #expect(try home.cacheText() == before)
    #expect(try home.names() == ["token-cache.json", "token-cache.json.lock"])
    #expect(try await home.graphcal("token").output == "access-2\n")
  }

  @Test func `R13 a signal around the write leaves a whole cache and no lock`() async throws {
    let target = Locked<RunningProgram?>(nil)
    let delay = Locked<UInt32>(0)
    let platform = try ScriptedPlatform(afterGrant: {
      usleep(delay.withLock { $0 })
      target.withLock { $0?.send(SIGINT) }
    })
    let home = try Home(platform: platform)
    for microseconds in [0, 300, 1000, 3000, 6000, 12_000, 30_000] as [UInt32] {
      delay.withLock { $0 = microseconds }
      try home.putExpiredSignIn()
      let program = try target.withLock { target in
        let program = try home.start("token")
        target = program
        return program
      }
      let outcome = try await program.outcome()
      #expect([0, 130].contains(outcome.status), "\(outcome.errors)")
      #expect(try home.refreshTokens().count == 1)
      #expect(try home.names() == ["token-cache.json", "token-cache.json.lock"])
      target.withLock { $0 = nil }
      #expect(try await home.graphcal("token").status == 0)
    }
  }

  @Test func `R13 a run that is ended by force gives the lock file of msal-extensions back`()
    async throws
  {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let path = folder.at("cache.lockfile")
      _ = try await LockFile.acquire(path, program: "graphcal", clock: .system)
      let isHeld = try Files.status(of: path) != nil
      LockFile.releaseAll()
      let isGone = try Files.status(of: path) == nil
      exit(isHeld && isGone ? EXIT_SUCCESS : EXIT_FAILURE)
    }
  }
}
