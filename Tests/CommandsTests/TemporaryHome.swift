import FoundationEssentials
import Host

/// An empty home folder, gone with its last holder.
final class TemporaryHome: Sendable {
  private static let base = Environment.current["TMPDIR"] ?? "/tmp"

  let folder: String

  init() throws {
    folder = Self.base + "/graphcal-" + UUID().uuidString
    try Files.createPrivateFolder(folder)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  var configuration: String { folder + "/.config/graphcal/config.json" }
  var authSettings: String { folder + "/.config/graphcal/AuthSettings.json" }
  var tokenCache: String { folder + "/.local/state/graphcal/token-cache.json" }
  var state: String { folder + "/.local/state/graphcal/state.sqlite" }

  func write(_ path: String, _ text: String) throws { try write(path, Array(text.utf8)) }

  func write(_ path: String, _ bytes: [UInt8]) throws {
    try Files.createPrivateFolder(Paths.folder(of: path))
    try Data(bytes).write(to: URL(filePath: path))
  }

  func read(_ path: String) throws -> String {
    String(decoding: try Files.read(path, limit: 1 << 24), as: UTF8.self)
  }
}

extension Machine {
  /// A machine with a home, where nobody is signed in and no token is in the environment.
  init(
    home: TemporaryHome, _ service: Service = Service(), now: String = Machine.now,
    columns: Int? = nil, _ more: [String: String] = [:]
  ) {
    self.init(
      service, now: now, columns: columns,
      [
        "HOME": home.folder, "GRAPHCAL_ACCESS_TOKEN": "", "GRAPHCAL_CLIENT_ID": Identity.client,
      ].merging(more) { $1 })
  }
}
