import Glibc

extension Files {
  /// A stretch of a regular file that is still the one `status` was taken of.
  ///
  /// For files too large to be held whole, which nobody should change between two stretches.
  ///
  /// - Parameters:
  ///   - path: of the file; a link is followed.
  ///   - range: which bytes; those past the end are not there.
  ///   - status: what the file was when its reading began.
  /// - Returns: exactly the bytes of the range.
  /// - Throws: `HostError` of reason `changed` for another file, size or time of change, also when
  ///   that happens meanwhile.
  package static func read(
    _ path: String, _ range: Range<Int>, of status: FileStatus
  ) throws(HostError) -> [UInt8] {
    let descriptor = try Descriptor.open(path, O_RDONLY | O_NONBLOCK, for: "read")
    defer { _ = close(descriptor) }
    try check(descriptor, is: status, named: path)
    let bytes = try Descriptor.read(descriptor, range, named: path)
    try check(descriptor, is: status, named: path)
    guard bytes.count == range.count else { throw HostError("read", path, .changed) }
    return bytes
  }

  private static func check(
    _ descriptor: Int32, is status: FileStatus, named path: String
  ) throws(HostError) {
    let now = try FileStatus(of: descriptor, named: path, for: "read")
    guard now.kind == .regular else { throw HostError("read", path, .notARegularFile) }
    guard now.identity == status.identity, now.size == status.size, now.modified == status.modified
    else { throw HostError("read", path, .changed) }
  }
}

extension Descriptor {
  /// Reads a stretch, shorter only where the file ends.
  static func read(
    _ descriptor: Int32, _ range: Range<Int>, named name: String
  ) throws(HostError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: range.count)
    var filled = 0
    while filled < bytes.count {
      let count = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe pread(
          descriptor, buffer.baseAddress?.advanced(by: filled), buffer.count - filled,
          off_t(range.lowerBound + filled))
      }
      if count == 0 { break }
      if count < 0 {
        guard errno == EINTR else { throw .lastCall("read", name) }
        continue
      }
      filled += count
    }
    return Array(bytes.prefix(filled))
  }
}
