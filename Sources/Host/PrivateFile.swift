package import FoundationEssentials
import Glibc

/// A file for secrets: only its owner reads it, and it changes whole or not at all.
///
/// A link at the last place of the path is followed once, and only to a file of this user, so that
/// people who keep their files elsewhere can link them. Writing goes to a new file beside the target,
/// which then takes its name; whoever is stopped midway leaves the old content.
package struct PrivateFile: Sendable {
  /// Where a write stands; tests look around at each step.
  package enum Step: Sendable, CaseIterable {
    case temporaryCreated
    case temporaryWritten
    case temporarySynced
    case renamed
  }

  /// What a write has changed besides the content.
  package struct Outcome: Sendable, Equatable {
    /// The old file could be read or written by others, and no longer can.
    package var tightened: Bool
  }

  /// The path as named by the user or the program.
  package let path: String
  private let randomness: Randomness
  private let onStep: (@Sendable (Step) throws(HostError) -> Void)?

  package init(
    path: String, randomness: Randomness = .system,
    onStep: (@Sendable (Step) throws(HostError) -> Void)? = nil
  ) {
    self.path = path
    self.randomness = randomness
    self.onStep = onStep
  }

  /// The path that is really read and written, links followed.
  ///
  /// What must not be touched is an error with `.danglingLink` or `.ownedByOther`.
  package func target(for operation: String = "use") throws(HostError) -> String {
    guard let status = try Files.status(of: path, followLink: false) else {
      try requireOwnFolder(of: path, for: operation)
      return path
    }
    try status.requireOwn(path, for: operation)
    guard status.kind == .link else {
      try requireOwnFolder(of: path, for: operation)
      return path
    }
    guard let target = try Files.resolved(path), let found = try Files.status(of: target) else {
      throw HostError(operation, path, .danglingLink)
    }
    guard found.owner == Int(geteuid()) else {
      throw HostError(operation, path, .ownedByOther(user: found.owner))
    }
    try requireOwnFolder(of: target, for: operation)
    return target
  }

  /// The content, or nil where there is no file; more than `limit` bytes are an error.
  package func read(limit: Int) throws(HostError) -> [UInt8]? {
    let target = try target(for: "read")
    let descriptor: Int32
    do {
      descriptor = try Descriptor.open(target, O_RDONLY | O_NONBLOCK | O_NOFOLLOW, for: "read")
    } catch {
      if error.isMissing { return nil }
      // A socket cannot even be opened.
      if error.reason == .system(ENXIO) { throw HostError("read", path, .notARegularFile) }
      throw error
    }
    defer { _ = close(descriptor) }
    let status = try FileStatus(of: descriptor, named: path, for: "read")
    guard status.kind == .regular else { throw HostError("read", path, .notARegularFile) }
    try status.requireOwn(path, for: "read")
    return try Descriptor.read(descriptor, expecting: status.size, limit: limit, named: path)
  }

  /// Replaces the content; the old one stays, byte for byte, when this throws.
  ///
  /// Temporary files that killed processes left are removed when `now` finds them older than a day.
  @discardableResult
  package func write(_ bytes: [UInt8], now: Date) throws(HostError) -> Outcome {
    let target = try target(for: "write")
    let old = try Files.status(of: target, followLink: false)
    if let old, old.kind != .regular { throw HostError("write", path, .notARegularFile) }
    let folder = Paths.folder(of: target)
    if old == nil { try Files.createPrivateFolder(folder) }
    TemporaryName.removeOld(beside: target, now: now)

    let temporary = TemporaryName.path(beside: target, randomness: randomness)
    try create(temporary, with: bytes)
    do {
      try Files.rename(temporary, to: target)
    } catch {
      _ = unsafe unlink(temporary)
      throw HostError("write", path, error.reason)
    }
    // The new content is in place; a file system that cannot sync a folder does not undo that.
    Self.sync(folder: folder)
    try onStep?(.renamed)
    return Outcome(tightened: old?.isOpenToOthers ?? false)
  }

  /// Finds out whether a write of `size` bytes would do, and leaves nothing behind.
  ///
  /// For what must not fail at its end, such as a sign-in that a person has to approve.
  package func rehearse(size: Int) throws(HostError) {
    let target = try target(for: "write")
    let folder = Paths.folder(of: target)
    if try Files.status(of: folder) == nil { try Files.createPrivateFolder(folder) }
    let temporary = TemporaryName.path(beside: target, randomness: randomness)
    try create(temporary, with: [UInt8](repeating: 0, count: size))
    _ = unsafe unlink(temporary)
  }

  /// Keeps a file under another name, readable by its owner only, and says which.
  ///
  /// A regular file keeps its old name too until the next write, so nothing is lost when that fails.
  /// Anything else is moved away; of a link the link itself, never what it leads to. `word` says in
  /// the name why: the file is `corrupt`, or `old`.
  package func setAside(as word: String = "corrupt", now: Date) throws(HostError) -> String {
    let target = try target(for: "set aside")
    let isRegular = try Files.status(of: target, followLink: false)?.kind == .regular
    let stamp = Self.stamp(now)
    for attempt in 1...100 {
      let ending = ".\(word)-" + stamp + (attempt == 1 ? "" : "-\(attempt)")
      if isRegular {
        try Files.setMode(0o600, of: target)
        if unsafe link(target, target + ending) == 0 { return target + ending }
        if errno == EEXIST { continue }
      }
      guard try Files.status(of: path + ending, followLink: false) == nil else { continue }
      try Files.rename(path, to: path + ending)
      return path + ending
    }
    throw HostError("set aside", path, .system(EEXIST))
  }

  /// Makes a file that nobody had, with `bytes` safe on the disk; none is left where that fails.
  private func create(_ temporary: String, with bytes: [UInt8]) throws(HostError) {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
    let descriptor: Int32
    do {
      descriptor = try Descriptor.open(temporary, flags, mode: 0o600, for: "write")
    } catch {
      throw HostError("write", path, error.reason)
    }
    do {
      try fill(descriptor, with: bytes)
    } catch {
      _ = unsafe unlink(temporary)
      throw error
    }
  }

  private func fill(_ descriptor: Int32, with bytes: [UInt8]) throws(HostError) {
    do throws(HostError) {
      // The umask can only take bits away; the owner needs these two.
      guard fchmod(descriptor, 0o600) == 0 else { throw HostError.lastCall("write", path) }
      try onStep?(.temporaryCreated)
      try Descriptor.write(bytes, to: descriptor, named: path)
      try onStep?(.temporaryWritten)
      guard fsync(descriptor) == 0 else { throw HostError.lastCall("write", path) }
      try onStep?(.temporarySynced)
    } catch {
      _ = close(descriptor)
      throw error
    }
    guard close(descriptor) == 0 else { throw .lastCall("write", path) }
  }

  private func requireOwnFolder(of target: String, for operation: String) throws(HostError) {
    let folder = Paths.folder(of: target)
    try Files.status(of: folder)?.requireOwn(folder, for: operation)
  }

  private static func sync(folder: String) {
    guard let descriptor = try? Descriptor.open(folder, O_RDONLY | O_DIRECTORY, for: "write") else {
      return
    }
    _ = fsync(descriptor)
    _ = close(descriptor)
  }

  /// `20270115T080000Z`: a moment that may stand in the name of a file.
  private static func stamp(_ date: Date) -> String {
    date.formatted(
      .iso8601.year().month().day().dateSeparator(.omitted).time(includingFractionalSeconds: false)
        .timeSeparator(.omitted)) + "Z"
  }
}
