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
    input: String? = nil, timeLimit: TimeInterval = 60
  ) async throws -> Outcome {
    let process = Process()
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
    let guardian = Task {
      try await Task.sleep(for: .seconds(timeLimit))
      process.terminate()
    }
    defer { guardian.cancel() }
    async let outputData = read(output)
    async let errorData = read(errors)
    let (out, err) = await (outputData, errorData)
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        process.waitUntilExit()
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
