import Glibc

/// System calls on file descriptors, with interrupted and partial calls put right.
enum Descriptor {
  static func write(_ bytes: [UInt8], to descriptor: Int32, named name: String) throws(HostError) {
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Glibc.write(
          descriptor, buffer.baseAddress?.advanced(by: written), buffer.count - written)
      }
      if count >= 0 {
        written += count
      } else if errno == EAGAIN {
        // A pipe shared with a program that made it non-blocking: wait until it takes more.
        var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&wanted, 1, -1)
      } else if errno != EINTR {
        throw .lastCall("write", name)
      }
    }
  }

  /// Reads to the end, refusing more than `limit` bytes.
  static func read(
    _ descriptor: Int32, expecting size: Int, limit: Int, named name: String
  ) throws(HostError) -> [UInt8] {
    guard size <= limit else { throw HostError("read", name, .tooLarge(limit: limit)) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size)
    var chunk = [UInt8](repeating: 0, count: min(max(size + 1, 4096), 1 << 18))
    while true {
      let count = unsafe chunk.withUnsafeMutableBytes { buffer in
        unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      }
      if count == 0 { return bytes }
      if count < 0 {
        guard errno == EINTR else { throw .lastCall("read", name) }
        continue
      }
      bytes.append(contentsOf: chunk[..<count])
      guard bytes.count <= limit else { throw HostError("read", name, .tooLarge(limit: limit)) }
    }
  }

  static func open(
    _ path: String, _ flags: Int32, mode: mode_t = 0, for operation: String
  ) throws(HostError) -> Int32 {
    guard !path.isEmpty, !path.utf8.contains(0) else { throw HostError(operation, path, .badPath) }
    while true {
      let descriptor = unsafe Glibc.open(path, flags | O_CLOEXEC | O_NOCTTY, mode)
      if descriptor >= 0 { return descriptor }
      guard errno == EINTR else { throw .lastCall(operation, path) }
    }
  }
}
