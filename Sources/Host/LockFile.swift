import FoundationEssentials
import Glibc

/// A lock by the mere existence of a file, as msal-extensions locks the token cache it shares with us.
///
/// The content is the holder's process id and program. A killed holder leaves the file behind, so it
/// is taken over once that process is gone and the file older than 2 s, or when it is older than 60 s.
package struct LockFile: Sendable {
  package let path: String
  private let mark: Mark

  /// Those that this process holds, for an end that runs no more code.
  private static let held = Locked<[LockFile]>([])

  /// Creates the file, waiting for another holder to remove its own.
  ///
  /// After `wait` the error is `.lockedByOther`; `ECANCELED` when the task is cancelled.
  package static func acquire(
    _ path: String, program: String, wait: Duration = .seconds(5), clock: Clock,
    randomness: Randomness = .system
  ) async throws(HostError) -> LockFile {
    let deadline = clock.uptime() + wait
    while true {
      if let lock = try create(path, program: program) {
        held.withLock { $0.append(lock) }
        TemporaryName.removeOld(beside: path, now: clock.now())
        return lock
      }
      if try takeOverStale(path, clock: clock, randomness: randomness) { continue }
      guard clock.uptime() < deadline else { throw HostError("lock", path, .lockedByOther) }
      do {
        try await clock.sleep(.milliseconds(50))
      } catch {
        throw HostError("lock", path, .system(ECANCELED))
      }
    }
  }

  /// Removes the file if it is still this holder's.
  package func release() {
    Self.held.withLock { held in held.removeAll { $0.path == path && $0.mark == mark } }
    remove()
  }

  /// Gives back every lock that this process holds; for the moment before it is ended midway.
  ///
  /// Files change by rename, so what such a lock guarded is whole all the same.
  package static func releaseAll() {
    for lock in held.withLock({ held in held }) { lock.remove() }
  }

  private func remove() {
    guard let status = try? Files.status(of: path, followLink: false), Mark(status) == mark else {
      return
    }
    try? Files.remove(path)
  }

  private static func create(_ path: String, program: String) throws(HostError) -> LockFile? {
    let descriptor: Int32
    do {
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
      descriptor = try Descriptor.open(path, flags, mode: 0o600, for: "lock")
    } catch {
      if error.reason == .system(EEXIST) { return nil }
      throw error
    }
    defer { _ = close(descriptor) }
    do {
      _ = fchmod(descriptor, 0o600)
      try Descriptor.write(Array("\(getpid()) \(program)".utf8), to: descriptor, named: path)
      let status = try FileStatus(of: descriptor, named: path, for: "lock")
      return LockFile(path: path, mark: Mark(status))
    } catch {
      _ = unsafe unlink(path)
      throw error
    }
  }

  /// Moves a dead holder's file out of the way; true when it is worth trying to create ours again.
  private static func takeOverStale(
    _ path: String, clock: Clock, randomness: Randomness
  ) throws(HostError) -> Bool {
    guard let status = try Files.status(of: path, followLink: false) else { return true }
    let age = clock.now().timeIntervalSince(status.modified)
    guard age > 60 || age > 2 && !holderIsAlive(path) else { return false }
    let moved = TemporaryName.path(beside: path, randomness: randomness)
    do {
      try Files.rename(path, to: moved)
    } catch {
      if error.isMissing { return true }
      throw error
    }
    defer { _ = unsafe unlink(moved) }
    guard try Files.status(of: moved, followLink: false).map(Mark.init) == Mark(status) else {
      // Between the look and the move a new holder came: give it its file back.
      _ = unsafe link(moved, path)
      return false
    }
    return true
  }

  /// Whether the process named in the file runs on this machine; an unreadable name counts as alive.
  ///
  /// An empty file has no holder: who makes one writes the name at once, unless killed just between.
  private static func holderIsAlive(_ path: String) -> Bool {
    guard let bytes = try? Files.read(path, limit: 4096) else { return true }
    guard !bytes.isEmpty else { return false }
    guard
      let word = String(decoding: bytes, as: UTF8.self).split(separator: " ").first,
      let process = pid_t(word), process > 0
    else { return true }
    return kill(process, 0) == 0 || errno == EPERM
  }

  /// Tells one lock file from the next of the same name, which may well get the same inode.
  private struct Mark: Equatable {
    let identity: [UInt64]
    let modified: Date

    init(_ status: FileStatus) {
      identity = status.identity
      modified = status.modified
    }
  }
}
