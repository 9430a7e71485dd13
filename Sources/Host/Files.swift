import FoundationEssentials
import Glibc

/// Plain operations on files and folders; secrets go through `PrivateFile`.
package enum Files {
  /// What stands at `path`, or nil for nothing; of a link its target, unless told otherwise.
  ///
  /// A folder on the way that may not be searched is an error, and so is an empty path.
  package static func status(
    of path: String, followLink: Bool = true
  ) throws(HostError) -> FileStatus? {
    guard !path.isEmpty, !path.utf8.contains(0) else { throw HostError("look at", path, .badPath) }
    var raw = stat()
    let answer = unsafe followLink ? stat(path, &raw) : lstat(path, &raw)
    if answer == 0 { return FileStatus(raw) }
    let error = HostError.lastCall("look at", path)
    if error.isMissing { return nil }
    throw error
  }

  /// The whole content of a regular file.
  ///
  /// A pipe or device is refused instead of being waited for; so are more than `limit` bytes.
  package static func read(_ path: String, limit: Int) throws(HostError) -> [UInt8] {
    let descriptor = try Descriptor.open(path, O_RDONLY | O_NONBLOCK, for: "read")
    defer { _ = close(descriptor) }
    let status = try FileStatus(of: descriptor, named: path, for: "read")
    guard status.kind == .regular else { throw HostError("read", path, .notARegularFile) }
    return try Descriptor.read(descriptor, expecting: status.size, limit: limit, named: path)
  }

  /// The whole content of a file or of a pipe, which is read until nobody writes into it any more.
  ///
  /// More than `limit` bytes are refused, so that a device without an end has one.
  package static func readWaiting(_ path: String, limit: Int) throws(HostError) -> [UInt8] {
    let descriptor = try Descriptor.open(path, O_RDONLY, for: "read")
    defer { _ = close(descriptor) }
    let status = try FileStatus(of: descriptor, named: path, for: "read")
    let size = status.kind == .regular ? status.size : 0
    return try Descriptor.read(descriptor, expecting: size, limit: limit, named: path)
  }

  /// The whole content of a regular file, or nil where there is none.
  package static func readIfPresent(_ path: String, limit: Int) throws(HostError) -> [UInt8]? {
    do {
      return try read(path, limit: limit)
    } catch {
      if error.isMissing { return nil }
      throw error
    }
  }

  /// Makes a folder and the missing ones above it, each 0700 whatever the umask.
  ///
  /// Folders that are there already keep their mode.
  package static func createPrivateFolder(_ path: String) throws(HostError) {
    try createPrivateFolder(path, makingParents: true)
  }

  private static func createPrivateFolder(
    _ path: String, makingParents: Bool
  ) throws(HostError) {
    if unsafe mkdir(path, 0o700) == 0 {
      // A umask such as 0777 has taken bits that the owner needs.
      guard unsafe chmod(path, 0o700) == 0 else { throw .lastCall("create", path) }
      return
    }
    let error = HostError.lastCall("create", path)
    switch error.reason {
    case .system(ENOENT)
    where makingParents && !path.isEmpty && Paths.folder(of: path) != path:
      try createPrivateFolder(Paths.folder(of: path))
      // Some folders that are there take no others, as those of /proc.
      try createPrivateFolder(path, makingParents: false)
    case _ where try status(of: path)?.kind == .folder: return
    case .system(EEXIST): throw HostError("create", path, .system(ENOTDIR))
    default: throw error
    }
  }

  /// Removes a file or link; one that is not there is no error.
  package static func remove(_ path: String) throws(HostError) {
    guard unsafe unlink(path) != 0 else { return }
    let error = HostError.lastCall("remove", path)
    if !error.isMissing { throw error }
  }

  /// Removes an empty folder; one that is not there is no error.
  package static func removeFolder(_ path: String) throws(HostError) {
    guard unsafe rmdir(path) != 0 else { return }
    let error = HostError.lastCall("remove", path)
    if !error.isMissing { throw error }
  }

  /// Gives a file another name in place of whatever had it.
  package static func rename(_ path: String, to newPath: String) throws(HostError) {
    guard unsafe Glibc.rename(path, newPath) == 0 else { throw .lastCall("rename", path) }
  }

  /// Sets the permission bits of a file; a link is followed.
  package static func setMode(_ mode: UInt32, of path: String) throws(HostError) {
    guard unsafe chmod(path, mode) == 0 else { throw .lastCall("change the mode of", path) }
  }

  /// The names in a folder, in no order, without `.` and `..`.
  package static func names(in folder: String) throws(HostError) -> [String] {
    guard let stream = unsafe opendir(folder) else { throw .lastCall("list", folder) }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) {
          unsafe String(cString: $0)
        }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// The path with every link and `..` put in full; nil where nothing is.
  package static func resolved(_ path: String) throws(HostError) -> String? {
    guard let raw = unsafe realpath(path, nil) else {
      let error = HostError.lastCall("look at", path)
      if error.isMissing { return nil }
      throw error
    }
    defer { unsafe free(raw) }
    return unsafe String(cString: raw)
  }
}
