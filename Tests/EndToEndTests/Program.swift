import Foundation

/// What a program that ran to its end has left.
struct Outcome: Sendable {
  var status: Int32
  var output: String
  var errors: String

  /// The standard output as JSON.
  var json: Any {
    get throws {
      try JSONSerialization.jsonObject(with: Data(output.utf8), options: .fragmentsAllowed)
    }
  }

  /// The standard output as an array of JSON objects.
  var items: [[String: Any]] {
    get throws { try json as? [[String: Any]] ?? [] }
  }
}

/// The programs of this package, as they were built beside the tests.
enum Program {
  static let folder: URL = {
    let executable =
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(fileURLWithPath: executable).deletingLastPathComponent()
  }()

  static func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  /// Runs a program to its end; its standard input is `input`, or empty.
  static func run(
    _ program: String, _ arguments: [String], environment: [String: String],
    input: String? = nil, timeLimit: TimeInterval = 300
  ) async throws -> Outcome {
    try await RunningProgram(program, arguments, environment: environment, input: input)
      .outcome(timeLimit: timeLimit)
  }
}

/// A program that runs beside a test.
final class RunningProgram: Sendable {
  private let process: Process
  private let output: Task<Data, Never>
  private let errors: Task<Data, Never>

  /// Starts it; its standard input is `input`, or empty.
  init(
    _ program: String, _ arguments: [String], environment: [String: String], input: String? = nil
  ) throws {
    process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.environment = environment
    let output = Pipe()
    let errors = Pipe()
    process.standardOutput = output
    process.standardError = errors
    if let input {
      let pipe = Pipe()
      process.standardInput = pipe
      try process.run()
      try pipe.fileHandleForWriting.write(contentsOf: Data(input.utf8))
      try pipe.fileHandleForWriting.close()
    } else {
      process.standardInput = FileHandle.nullDevice
      try process.run()
    }
    self.output = Task { await Self.read(output) }
    self.errors = Task { await Self.read(errors) }
  }

  var identifier: Int32 { process.processIdentifier }

  var isEnded: Bool { !process.isRunning }

  /// Whether it runs no more, also where what it has started holds on to its streams.
  var isGone: Bool {
    guard let text = try? String(contentsOfFile: "/proc/\(identifier)/stat", encoding: .utf8) else {
      return true
    }
    // Behind the name, which may hold anything, stands the state; Z is a process that has ended.
    return text.split(separator: ")").last?.hasPrefix(" Z") ?? true
  }

  func send(_ signal: Int32) { kill(identifier, signal) }

  /// Whether it has the file at `path` open.
  func hasOpen(_ path: String) -> Bool {
    let folder = "/proc/\(identifier)/fd"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.contains { name in
      (try? FileManager.default.destinationOfSymbolicLink(atPath: folder + "/" + name)) == path
    }
  }

  /// Waits for its end; past the time limit it is ended.
  func outcome(timeLimit: TimeInterval = 300) async throws -> Outcome {
    let guardian = Task {
      try await Task.sleep(for: .seconds(timeLimit))
      process.terminate()
    }
    defer { guardian.cancel() }
    let (out, err) = await (output.value, errors.value)
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        self.process.waitUntilExit()
        continuation.resume()
      }
    }
    let status =
      process.terminationReason == .uncaughtSignal
      ? 128 + process.terminationStatus : process.terminationStatus
    return Outcome(
      status: status, output: String(decoding: out, as: UTF8.self),
      errors: String(decoding: err, as: UTF8.self))
  }

  private static func read(_ pipe: Pipe) async -> Data {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(
          returning: (try? pipe.fileHandleForReading.readToEnd()) ?? Data())
      }
    }
  }
}
