package import FoundationEssentials
import Glibc

/// What stands at a path, as `stat` tells.
package struct FileStatus: Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    case regular
    case folder
    case link
    /// Pipe, socket or device.
    case other
  }

  package var kind: Kind
  /// The permission bits, without the kind.
  package var mode: UInt32
  /// The user id of the owner.
  package var owner: Int
  package var size: Int
  package var modified: Date
  /// Device and inode: equal only for two names of one file.
  package var identity: [UInt64]

  /// Whether somebody besides the owner may read or write it.
  package var isOpenToOthers: Bool { mode & 0o077 != 0 }

  init(_ raw: stat) {
    kind =
      switch raw.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .other
      }
    mode = raw.st_mode & 0o7777
    owner = Int(raw.st_uid)
    size = Int(raw.st_size)
    modified = Date(
      timeIntervalSince1970: Double(raw.st_mtim.tv_sec) + Double(raw.st_mtim.tv_nsec) / 1e9)
    identity = [UInt64(raw.st_dev), UInt64(raw.st_ino)]
  }

  /// The status of an open file.
  init(of descriptor: Int32, named path: String, for operation: String) throws(HostError) {
    var raw = stat()
    guard unsafe fstat(descriptor, &raw) == 0 else { throw .lastCall(operation, path) }
    self.init(raw)
  }

  /// Whether the file may be trusted with secrets: it is this user's, or root's.
  func requireOwn(_ path: String, for operation: String) throws(HostError) {
    guard owner == Int(geteuid()) || owner == 0 else {
      throw HostError(operation, path, .ownedByOther(user: owner))
    }
  }
}
