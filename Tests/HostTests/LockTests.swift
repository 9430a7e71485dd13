import FoundationEssentials
import Glibc
import Testing

import Host
import TestSupport

@Suite struct LockTests {
  let folder: TemporaryFolder
  let time = ManualClock(Date())

  init() throws { folder = try TemporaryFolder() }

  @Test func `the second holder waits for the first, for as long as asked`() async throws {
    let path = folder.at("new/cache.lock")
    let first = try await FileLock.acquire(path, wait: .zero, clock: time.clock)
    let error = await #expect(throws: HostError.self) {
      _ = try await FileLock.acquire(path, wait: .seconds(60), clock: time.clock)
    }
    #expect(error?.reason == .lockedByOther)
    #expect(time.elapsedTime >= .seconds(60) && time.elapsedTime < .seconds(61))
    first.release()
    first.release()
    _ = try await FileLock.acquire(path, wait: .zero, clock: time.clock)
    #expect(try Files.status(of: path)?.mode == 0o600)
  }

  @Test func `a lock that goes out of use is given back`() async throws {
    let path = folder.at("cache.lock")
    do { _ = try await FileLock.acquire(path, wait: .zero, clock: time.clock) }
    _ = try await FileLock.acquire(path, wait: .zero, clock: time.clock)
  }

  @Test func `a link in the place of the lock is refused`() async throws {
    symlink("/dev/null", folder.at("cache.lock"))
    await #expect(throws: HostError.self) {
      _ = try await FileLock.acquire(folder.at("cache.lock"), wait: .zero, clock: time.clock)
    }
  }

  @Test(.enabled(if: geteuid() != 0, "root may write anywhere"))
  func `in a read-only folder a lock that is there serves, and a missing one is forbidden`()
    async throws
  {
    try folder.put("old.lock", "", mode: 0o400)
    chmod(folder.path, 0o500)
    _ = try await FileLock.acquire(folder.at("old.lock"), wait: .zero, clock: time.clock)
    let error = await #expect(throws: HostError.self) {
      _ = try await FileLock.acquire(folder.at("new.lock"), wait: .zero, clock: time.clock)
    }
    #expect(error?.isForbidden == true)
  }

  @Test func `a lock file names its holder and is removed`() async throws {
    let path = folder.at("cache.lockfile")
    let lock = try await LockFile.acquire(path, program: "graphcal", clock: time.clock)
    #expect(try folder.text("cache.lockfile") == "\(getpid()) graphcal")
    let error = await #expect(throws: HostError.self) {
      _ = try await LockFile.acquire(path, program: "graphcal", clock: time.clock)
    }
    #expect(error?.reason == .lockedByOther)
    #expect(time.elapsedTime >= .seconds(5) && time.elapsedTime < .seconds(6))
    lock.release()
    #expect(try folder.names() == [])
  }

  @Test func `releasing leaves the lock file of somebody who took over`() async throws {
    let path = folder.at("cache.lockfile")
    let lock = try await LockFile.acquire(path, program: "graphcal", clock: time.clock)
    try folder.put("other", "1 python")
    try Files.rename(folder.at("other"), to: path)
    lock.release()
    #expect(try folder.names() == ["cache.lockfile"])
  }

  @Test func `a lock file without a name in it counts as left after 2 s`()
    async throws
  {
    let path = folder.at("cache.lockfile")
    try folder.put("cache.lockfile", "")
    let modified = try #require(try Files.status(of: path)?.modified)
    for age in [1, 3] as [Double] {
      let time = ManualClock(modified.addingTimeInterval(age))
      let lock = try? await LockFile.acquire(
        path, program: "graphcal", wait: .zero, clock: time.clock)
      #expect((lock != nil) == (age > 2), "\(age) s")
    }
  }
}
