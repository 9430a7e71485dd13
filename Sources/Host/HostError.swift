import Glibc

/// Why the operating system did not do what was asked.
package struct HostError: Error, Sendable, Hashable {
  /// What stood in the way.
  package enum Reason: Sendable, Hashable {
    /// A system call failed; the value is its `errno`.
    case system(Int32)
    /// The file is larger than the reader's limit in bytes.
    case tooLarge(limit: Int)
    /// The file is not the one it was when its reading began.
    case changed
    /// A folder, pipe, device or socket stands where a file belongs.
    case notARegularFile
    /// The path is a symbolic link that leads nowhere.
    case danglingLink
    /// The file, its folder or the target of a link belongs to another user.
    case ownedByOther(user: Int)
    /// The lock was not free in time.
    case lockedByOther
    /// `HOME` is unset, empty or relative, so there is no place for files.
    case noHome
    /// The process belongs to no terminal.
    case noTerminal
    /// The path names no file: it is empty, ends in `/` or holds a NUL.
    case badPath
  }

  /// What was being done, as a verb that fits "cannot ...": `read`, `write`, `lock`.
  package var operation: String
  /// The file or stream; `standard output` for stream 1.
  package var path: String
  package var reason: Reason

  package init(_ operation: String, _ path: String, _ reason: Reason) {
    self.operation = operation
    self.path = path
    self.reason = reason
  }

  /// The failure of a system call just made, from `errno`.
  static func lastCall(_ operation: String, _ path: String) -> HostError {
    HostError(operation, path, .system(errno))
  }
}

extension HostError {
  /// The reader of a pipe has gone, as `head` does: end quietly.
  package var isClosedPipe: Bool { reason == .system(EPIPE) }

  /// Nothing has that name; also when a folder on the way is missing.
  package var isMissing: Bool { reason == .system(ENOENT) || reason == .system(ENOTDIR) }

  /// Something has that name already.
  package var isTaken: Bool { reason == .system(EEXIST) }

  /// The rights of the file or folder forbid it, or the disk is mounted read-only.
  package var isForbidden: Bool {
    switch reason {
    case .system(EACCES), .system(EPERM), .system(EROFS), .ownedByOther: true
    default: false
    }
  }

  /// Disk, quota or the process's file size limit is used up.
  package var isOutOfSpace: Bool {
    switch reason {
    case .system(ENOSPC), .system(EDQUOT), .system(EFBIG): true
    default: false
    }
  }
}

extension HostError: CustomStringConvertible {
  /// One line without a full stop: what failed, where, why.
  package var description: String { "cannot \(operation) \(path): \(explanation)" }

  /// The reason alone, in lower case.
  package var explanation: String {
    switch reason {
    case .system(let code): Self.text(ofErrno: code)
    case .tooLarge(let limit): "it is larger than \(limit) bytes"
    case .changed: "it has changed meanwhile"
    case .notARegularFile: "it is not a regular file"
    case .danglingLink: "it is a symbolic link that leads nowhere"
    case .ownedByOther(let user): "it belongs to another user (id \(user))"
    case .lockedByOther: "another process holds the lock"
    case .noHome: "HOME is not set to an absolute path"
    case .noTerminal: "this process belongs to no terminal"
    case .badPath: "this is not the name of a file"
    }
  }

  /// The C library's words for an error number, first letter small.
  private static func text(ofErrno code: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 128)
    guard unsafe strerror_r(code, &buffer, buffer.count) == 0 else { return "system error \(code)" }
    let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    let words = String(decoding: bytes, as: UTF8.self)
    return words.prefix(1).lowercased() + words.dropFirst()
  }
}
