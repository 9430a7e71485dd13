package import struct FoundationEssentials.Date
import Glibc
package import Host

/// A fresh folder that goes away with its test.
package final class TemporaryFolder: Sendable {
  package let path: String

  package init() throws(HostError) {
    path = "/tmp/graphcal-test-" + Randomness.system.hexadecimal(bytes: 8)
    try Files.createPrivateFolder(path)
  }

  deinit { Self.removeTree(path) }

  /// The path of `name` in this folder.
  package func at(_ name: String) -> String { Paths.join(path, name) }

  /// Writes a file without any care, as another program would.
  package func put(_ name: String, _ text: String, mode: UInt32 = 0o600) throws(HostError) {
    let descriptor = unsafe open(at(name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    try OutputStream(descriptor: descriptor, name: name).write(text)
    try Files.setMode(mode, of: at(name))
  }

  /// The content of a file as text.
  package func text(_ name: String) throws(HostError) -> String {
    String(decoding: try Files.read(at(name), limit: 1 << 24), as: UTF8.self)
  }

  /// The names in the folder, sorted.
  package func names() throws(HostError) -> [String] { try Files.names(in: path).sorted() }

  /// Says that a file was last changed at `date`.
  package func setModified(_ name: String, _ date: Date) {
    let time = timespec(tv_sec: Int(date.timeIntervalSince1970.rounded(.down)), tv_nsec: 0)
    let times = [time, time]
    _ = unsafe utimensat(AT_FDCWD, at(name), times, 0)
  }

  private static func removeTree(_ path: String) {
    _ = unsafe chmod(path, 0o700)
    for name in (try? Files.names(in: path)) ?? [] {
      let child = Paths.join(path, name)
      if (try? Files.status(of: child, followLink: false))?.kind == .folder {
        removeTree(child)
      } else {
        _ = unsafe unlink(child)
      }
    }
    _ = unsafe rmdir(path)
  }
}
