import Foundation

/// Somebody who types the examples of a document one after another into one shell on a terminal.
struct DocumentReader {
  /// What came of a step.
  struct Result {
    var step: Document.Step
    /// The lines on the terminal, blanks at their ends left out.
    var shown: [String]
    /// Whether each command that nobody looked at ended with 0.
    var succeeded: Bool
  }

  /// Runs as long as the reader is there.
  private let emulator: Emulator?
  private let home: Home
  private var environment: [String: String]

  /// A reader in an empty home.
  ///
  /// - Parameters:
  ///   - emulator: whom graphcal talks to; nil when the document starts one itself.
  ///   - scopes: what the reader has signed in for already; nil for somebody who has not.
  /// - Throws: `TerminalProgram.Problem` when the sign-in fails.
  init(emulator: Emulator?, scopes: String? = nil) async throws {
    self.emulator = emulator
    home = try Home(emulator: emulator)
    environment = home.environment
    for name in ["XDG_CONFIG_HOME", "XDG_STATE_HOME"] { environment[name] = nil }
    if emulator == nil { environment["GRAPHCAL_NOW"] = nil }
    environment["PATH"] = Program.folder.path + ":/usr/local/bin:/usr/bin:/bin"
    environment["TERM"] = "xterm"
    environment["NO_COLOR"] = "1"
    environment["GRAPHCAL_PAGER"] = "cat"
    if let scopes {
      let outcome = try await Program.run(
        Program.path("graphcal"), ["login", "--device-code", "--scopes", scopes],
        environment: environment)
      guard outcome.status == 0 else { throw TerminalProgram.Problem(what: outcome.errors) }
    }
  }

  /// Runs the steps of a document, each in the shell as the one before has left it.
  func results(of document: Document) throws -> [Result] {
    var script = "cd \"$HOME\"\nset -o pipefail\ntrap 'failed=1' ERR\n"
    for (index, step) in document.steps.enumerated() {
      try (step.commands + "\n").write(
        toFile: home.path(".step-\(index)"), atomically: true, encoding: .utf8)
      script += "failed=0; . ~/.step-\(index) </dev/null; printf '\\036%s\\n' \"$failed\"\n"
    }
    try script.write(toFile: home.path(".steps"), atomically: true, encoding: .utf8)
    let shell = try TerminalProgram(
      ["/bin/bash", home.path(".steps")], environment: environment, columns: 80, lines: 200)
    _ = try withExtendedLifetime(emulator) { try shell.finish() }
    // After each step comes a separator and whether it failed.
    let parts = shell.shown.replacingOccurrences(of: "\r\n", with: "\n")
      .components(separatedBy: "\u{1E}")
    return document.steps.enumerated().map { index, step in
      guard index + 1 < parts.count else {
        return Result(step: step, shown: ["the shell has ended before"], succeeded: false)
      }
      let text = index == 0 ? parts[0] : String(parts[index].drop { $0 != "\n" }.dropFirst())
      return Result(
        step: step, shown: Self.lines(of: text), succeeded: parts[index + 1].hasPrefix("0"))
    }
  }

  /// The lines as they stand in the end; of one that was drawn anew, such as progress, the last state.
  private static func lines(of text: String) -> [String] {
    var lines = text.components(separatedBy: "\n").map { line in
      let last = line.components(separatedBy: "\u{1B}[K").last ?? line
      return String(last.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }
}
