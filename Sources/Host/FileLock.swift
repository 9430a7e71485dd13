import Glibc
import Synchronization

/// A lock between processes that the kernel gives back when its holder ends, however it ends.
///
/// The lock is on a file of its own that is never deleted: a deleted one could be locked twice, once
/// by each of its two inodes.
package final class FileLock: Sendable {
  private let descriptor: Atomic<Int32>

  private init(descriptor: Int32) { self.descriptor = Atomic(descriptor) }

  deinit { release() }

  /// Waits for the lock without holding a thread.
  ///
  /// The lock's own file is made with mode 0600 when missing, its folder with 0700. After `wait` the
  /// error is `.lockedByOther`; `ECANCELED` when the task is cancelled.
  package static func acquire(
    _ path: String, wait: Duration, clock: Clock, randomness: Randomness = .system
  ) async throws(HostError) -> FileLock {
    let descriptor = try open(path)
    let deadline = clock.uptime() + wait
    var pause = Duration.milliseconds(5)
    while true {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return FileLock(descriptor: descriptor) }
      let code = errno
      do throws(HostError) {
        guard code == EWOULDBLOCK || code == EINTR else {
          throw HostError("lock", path, .system(code))
        }
        guard clock.uptime() < deadline else { throw HostError("lock", path, .lockedByOther) }
        do {
          try await clock.sleep(pause * (0.5 + randomness.fraction()))
        } catch {
          throw HostError("lock", path, .system(ECANCELED))
        }
      } catch {
        _ = close(descriptor)
        throw error
      }
      pause = min(pause * 2, .milliseconds(80))
    }
  }

  /// Gives the lock back; a second call does nothing.
  package func release() {
    let taken = descriptor.exchange(-1, ordering: .acquiringAndReleasing)
    if taken >= 0 { _ = close(taken) }
  }

  private static func open(_ path: String) throws(HostError) -> Int32 {
    let descriptor: Int32
    do {
      descriptor = try openOrCreate(path)
    } catch {
      // On a read-only disk a lock file that is there already still serves.
      let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK
      guard error.isForbidden, let found = try? Descriptor.open(path, flags, for: "lock") else {
        throw error
      }
      descriptor = found
    }
    do throws(HostError) {
      let status = try FileStatus(of: descriptor, named: path, for: "lock")
      guard status.kind == .regular else { throw HostError("lock", path, .notARegularFile) }
      try status.requireOwn(path, for: "lock")
      // A umask such as 0777 has taken bits that the next run needs.
      if status.mode != 0o600, status.owner == Int(geteuid()) { _ = fchmod(descriptor, 0o600) }
      return descriptor
    } catch {
      _ = close(descriptor)
      throw error
    }
  }

  private static func openOrCreate(_ path: String) throws(HostError) -> Int32 {
    let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK
    do {
      return try Descriptor.open(path, flags, mode: 0o600, for: "lock")
    } catch {
      guard error.isMissing else { throw error }
      try Files.createPrivateFolder(Paths.folder(of: path))
      return try Descriptor.open(path, flags, mode: 0o600, for: "lock")
    }
  }
}
