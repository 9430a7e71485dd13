import Glibc
import Host

/// A fresh folder that goes away with its test.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    path = "/tmp/graphcal-test-" + Randomness.system.hexadecimal(bytes: 8)
    try Files.createPrivateFolder(path)
  }

  deinit { Self.removeTree(path) }

  func at(_ name: String) -> String { Paths.join(path, name) }

  /// Writes a file without any care, as another program would.
  func put(_ name: String, _ text: String, mode: mode_t = 0o600) throws {
    let descriptor = open(at(name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    let stream = OutputStream(descriptor: descriptor, name: name)
    defer { close(descriptor) }
    try stream.write(text)
    try Files.setMode(UInt32(mode), of: at(name))
  }

  func text(_ name: String) throws -> String {
    String(decoding: try Files.read(at(name), limit: 1 << 20), as: UTF8.self)
  }

  func names() throws -> [String] { try Files.names(in: path).sorted() }

  func setAge(_ seconds: Int, of name: String) {
    var times = [timespec(), timespec()]
    clock_gettime(CLOCK_REALTIME, &times[0])
    times[0].tv_sec -= seconds
    times[1] = times[0]
    utimensat(AT_FDCWD, at(name), times, 0)
  }

  private static func removeTree(_ path: String) {
    chmod(path, 0o700)
    for name in (try? Files.names(in: path)) ?? [] {
      let child = Paths.join(path, name)
      if (try? Files.status(of: child, followLink: false))?.kind == .folder {
        removeTree(child)
      } else {
        unlink(child)
      }
    }
    rmdir(path)
  }
}
