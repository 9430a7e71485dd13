import Foundation

/// An empty home folder and an environment that holds nothing of the machine's own.
final class Home: Sendable {
  let folder: URL
  let environment: [String: String]

  init(emulator: Emulator?, now: String? = Emulator.clock, _ more: [String: String] = [:]) throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("graphcal-home-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    var environment = [
      "HOME": folder.path, "PATH": "/usr/bin:/bin", "XDG_CONFIG_HOME": folder.path + "/config",
      "XDG_STATE_HOME": folder.path + "/state", "LANG": "C.UTF-8",
    ]
    if let now { environment["GRAPHCAL_NOW"] = now }
    if let ready = emulator?.ready {
      environment["GRAPHCAL_CLIENT_ID"] = ready.clientId
      environment["GRAPHCAL_GRAPH_URL"] = ready.graphURL
      environment["GRAPHCAL_LOGIN_URL"] = ready.loginURL
    }
    environment.merge(more) { $1 }
    self.environment = environment
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Runs `graphcal` in this home.
  func graphcal(
    _ arguments: String..., environment more: [String: String] = [:], input: String? = nil
  ) async throws -> Outcome {
    try await graphcal(arguments, environment: more, input: input)
  }

  /// Runs `graphcal` in this home with these words.
  func graphcal(
    _ arguments: [String], environment more: [String: String] = [:], input: String? = nil
  ) async throws -> Outcome {
    try await Program.run(
      Program.path("graphcal"), arguments, environment: environment.merging(more) { $1 },
      input: input)
  }

  /// Starts `graphcal` in this home.
  func start(
    _ arguments: String..., environment more: [String: String] = [:]
  ) throws -> RunningProgram {
    try RunningProgram(
      Program.path("graphcal"), arguments, environment: environment.merging(more) { $1 })
  }

  /// Runs a shell line in this home, with the programs on the path.
  func shell(_ line: String, environment more: [String: String] = [:]) async throws -> Outcome {
    var environment = environment.merging(more) { $1 }
    environment["PATH"] = Program.folder.path + ":/usr/local/bin:/usr/bin:/bin"
    return try await Program.run("/bin/bash", ["-c", line], environment: environment)
  }

  func path(_ relative: String) -> String { folder.appendingPathComponent(relative).path }

  var tokenCache: String { path("state/graphcal/token-cache.json") }
}
