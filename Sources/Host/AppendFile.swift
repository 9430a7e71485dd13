import Glibc

/// A file that only grows, such as a log; each write lands whole at its end.
package struct AppendFile: ~Copyable, Sendable {
  private let stream: OutputStream

  /// Opens `path`, made 0600 where it is missing; what it holds stays.
  package init(_ path: String) throws(HostError) {
    let descriptor = try Descriptor.open(
      path, O_WRONLY | O_APPEND | O_CREAT, mode: 0o600, for: "write")
    stream = OutputStream(descriptor: descriptor, name: path)
  }

  deinit { _ = close(stream.descriptor) }

  /// Adds `bytes`.
  package func write(_ bytes: [UInt8]) throws(HostError) { try stream.write(bytes) }
}
