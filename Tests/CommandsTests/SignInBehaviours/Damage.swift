import FoundationEssentials
import Glibc
import Host
import Testing

/// Something that stands in the place of a token cache and is none.
struct Damage: Sendable, CustomTestStringConvertible {
  var testDescription: String
  /// What a message says about it.
  var reason: String
  /// Puts it at a path.
  var put: @Sendable (_ path: String) throws -> Void

  init(_ name: String, _ reason: String, put: @escaping @Sendable (_ path: String) throws -> Void) {
    testDescription = name
    self.reason = reason
    self.put = put
  }

  init(_ name: String, text: String, _ reason: String) {
    self.init(name, reason) { path in
      try Data(text.utf8).write(to: URL(filePath: path))
      chmod(path, 0o644)
    }
  }

  static let all = [
    Damage("not JSON", text: "tokens", "line 1"), Damage("empty", text: "", "it is empty"),
    Damage("cut short", text: #"{"AccessToken": {"x": {"secret": "s"#, "line 1"),
    Damage("doubled", text: #"{"AccessToken":{}}{"AccessToken":{}}"#, "line 1"),
    Damage("a list", text: "[]", "it is no JSON object"),
    Damage("null", text: "null", "it is no JSON object"),
    Damage("a mark alone", text: "\u{FEFF}", "line 1"),
    Damage("zeros", text: String(repeating: "\0", count: 4096), "line 1"),
    Damage("a section of another shape", text: #"{"RefreshToken":[]}"#, "RefreshToken"),
    Damage("bottomless", text: String(repeating: "[", count: 100_000), "line 1"),
    Damage("100 MB", "it is larger than") { path in
      let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
      ftruncate(descriptor, 100 << 20)
      close(descriptor)
    },
    Damage("a pipe", "it is not a regular file") { mkfifo($0, 0o600) },
    Damage("a folder", "it is not a regular file") { path in
      try Files.createPrivateFolder(path + "/with/something")
    },
    Damage("a socket", "it is not a regular file") { path in
      let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
      // An address holds few letters, so the folder goes by a short name.
      let folder = open(Paths.folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      defer {
        close(descriptor)
        close(folder)
      }
      let short = "/proc/self/fd/\(folder)/" + Paths.name(of: path)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      try #require(short.utf8.count < MemoryLayout.size(ofValue: address.sun_path))
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: short.utf8) }
      let size = socklen_t(MemoryLayout<sockaddr_un>.size)
      withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = bind(descriptor, $0, size) }
      }
    },
  ]
}
