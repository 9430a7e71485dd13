import Glibc

/// Files that a person asked for, put down whole and never in the place of another.
package enum NewFile {
  /// Numbers that are tried before a name counts as taken for good.
  private static let attempts = 1...999

  /// Writes `bytes` into a new file of `folder`, which has to be there.
  ///
  /// The bytes go to a hidden file first, so that nobody meets half of them under the name; where the
  /// name is taken, also by a link that leads nowhere, the file gets the next number. Who may read it
  /// is for the umask to say.
  ///
  /// - Returns: the path of the file.
  package static func write(
    _ bytes: [UInt8], named name: SafeFileName, in folder: String,
    randomness: Randomness = .system
  ) throws(HostError) -> String {
    let first = Paths.join(folder, name.text())
    let temporary = TemporaryName.path(beside: first, randomness: randomness)
    let descriptor = try Descriptor.open(
      temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o666, for: "write")
    do {
      try fill(descriptor, bytes, named: first)
      return try place(temporary, name, in: folder)
    } catch {
      try? Files.remove(temporary)
      throw HostError("write", first, error.reason)
    }
  }

  /// Writes `bytes` under the very name that a person gave, at once or not at all.
  ///
  /// With `replacing` the file of that name is replaced; without it one that has come meanwhile is an
  /// error of reason `EEXIST`. A link is followed, so that it stays one. What goes to a pipe or a device
  /// is written into it, since nothing there could be replaced.
  package static func write(
    _ bytes: [UInt8], to path: String, replacing: Bool, randomness: Randomness = .system
  ) throws(HostError) {
    if try Files.status(of: path)?.kind == .other {
      return try fill(try Descriptor.open(path, O_WRONLY, for: "write"), bytes, named: path)
    }
    let target = try Files.resolved(path) ?? path
    let temporary = TemporaryName.path(beside: target, randomness: randomness)
    do throws(HostError) {
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
      let descriptor = try Descriptor.open(temporary, flags, mode: 0o666, for: "write")
      try fill(descriptor, bytes, named: path)
      if replacing {
        if let old = try Files.status(of: target) { try Files.setMode(old.mode, of: temporary) }
        try Files.rename(temporary, to: target)
      } else {
        guard try take(target, with: temporary) else {
          throw HostError("write", path, .system(EEXIST))
        }
      }
    } catch {
      try? Files.remove(temporary)
      throw HostError("write", path, error.reason)
    }
  }

  private static func fill(
    _ descriptor: Int32, _ bytes: [UInt8], named path: String
  ) throws(HostError) {
    do throws(HostError) {
      try Descriptor.write(bytes, to: descriptor, named: path)
    } catch {
      _ = close(descriptor)
      throw error
    }
    // A disk over its quota may say so only here.
    guard close(descriptor) == 0 else { throw .lastCall("write", path) }
  }

  /// Gives the finished file the first name that is free.
  private static func place(
    _ temporary: String, _ name: SafeFileName, in folder: String
  ) throws(HostError) -> String {
    for attempt in attempts {
      let path = Paths.join(folder, name.text(attempt: attempt))
      if try take(path, with: temporary) { return path }
    }
    throw HostError("write", Paths.join(folder, name.text()), .system(EEXIST))
  }

  /// Gives the finished file a name, where that is free, and says whether it was.
  private static func take(_ path: String, with temporary: String) throws(HostError) -> Bool {
    if unsafe link(temporary, path) == 0 {
      try Files.remove(temporary)
      return true
    }
    switch errno {
    case EEXIST: return false
    case EPERM, ENOTSUP, ENOSYS, EMLINK, EINVAL:
      // A file system without hard links: the name is taken by an empty file of one's own first.
      guard try reserve(path) else { return false }
      try Files.rename(temporary, to: path)
      return true
    default: throw .lastCall("write", path)
    }
  }

  /// Makes an empty file and says whether there was none.
  private static func reserve(_ path: String) throws(HostError) -> Bool {
    do {
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
      _ = close(try Descriptor.open(path, flags, mode: 0o666, for: "write"))
      return true
    } catch {
      if error.reason == .system(EEXIST) { return false }
      throw error
    }
  }
}
