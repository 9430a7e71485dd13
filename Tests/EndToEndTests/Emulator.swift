import Foundation

/// A running `graphcal-emulator`, ended when nobody holds it any more.
final class Emulator: Sendable {
  struct Ready: Decodable, Sendable {
    var port: Int
    var graphURL: String
    var loginURL: String
    var clientId: String
    var user: String
  }

  /// The moment that most tests stand at: a Monday morning.
  static let clock = "2026-11-30T08:00:00Z"

  let ready: Ready
  let logFile: URL
  private let process: Process
  private let folder: URL

  convenience init(
    seed: String = "demo", clock: String = Emulator.clock, autoApprove: String = "--auto-approve",
    _ options: String...
  ) throws {
    try self.init(seed: seed, clock: clock, autoApprove: autoApprove, options)
  }

  init(
    seed: String = "demo", clock: String = Emulator.clock, autoApprove: String = "--auto-approve",
    _ options: [String]
  ) throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("graphcal-emulator-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    logFile = folder.appendingPathComponent("log.jsonl")
    process = Process()
    process.executableURL = URL(fileURLWithPath: Program.path("graphcal-emulator"))
    process.arguments =
      [autoApprove, "--seed", seed, "--clock", clock, "--log", logFile.path] + options
    process.environment = ["PATH": "/usr/bin:/bin", "HOME": folder.path]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.standardError
    try process.run()
    var line = Data()
    while !line.contains(UInt8(ascii: "\n")) {
      let more = pipe.fileHandleForReading.availableData
      if more.isEmpty { break }
      line.append(more)
    }
    ready = try JSONDecoder().decode(Ready.self, from: line)
  }

  deinit {
    process.terminate()
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }

  /// One exchange of the emulator's log.
  struct Exchange: Sendable {
    var method: String
    var path: String
    var status: Int
    var text: String
  }

  /// Everything that was asked so far, in order.
  var log: [Exchange] {
    get throws {
      try String(contentsOf: logFile, encoding: .utf8).split(separator: "\n").map { line in
        let object =
          try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
        let request = object["request"] as? [String: Any] ?? [:]
        let response = object["response"] as? [String: Any] ?? [:]
        let url = request["url"] as? String ?? ""
        return Exchange(
          method: request["method"] as? String ?? "", path: URLComponents(string: url)?.path ?? url,
          status: response["status"] as? Int ?? 0, text: String(line))
      }
    }
  }

  /// The exchanges with a method whose path ends in `suffix`, letter case aside.
  func requests(_ method: String, _ suffix: String) throws -> [Exchange] {
    try log.filter {
      $0.method == method && $0.path.lowercased().hasSuffix(suffix.lowercased())
    }
  }
}
