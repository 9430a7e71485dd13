import Foundation
import Testing

/// Every shell example of the README is run as it stands.
@Suite struct ReadmeTests {
  static let readme: String = {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../README.md").standardizedFileURL
    return (try? String(contentsOf: file, encoding: .utf8)) ?? ""
  }()

  /// The lines of all `sh` blocks that call graphcal.
  static let examples: [String] = {
    var lines: [String] = []
    var isInside = false
    for line in readme.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isInside = line == "```sh"
      } else if isInside, line.hasPrefix("graphcal") {
        lines.append(String(line))
      }
    }
    return lines
  }()

  @Test func `every example works as it is written`() async throws {
    #expect(Self.examples.count > 10)
    let emulator = try Emulator()
    let home = try Home(emulator: emulator)
    #expect(try await home.graphcal("login", "--device-code").status == 0)
    for example in Self.examples {
      let outcome = try await home.shell("set -o pipefail\n" + example)
      #expect(outcome.status == 0, "\(example)\n\(outcome.errors)")
      #expect(!(outcome.output + outcome.errors).isEmpty, "\(example)")
    }
  }

  @Test func `every command of the table exists, and every command is in the table`() async throws {
    let home = try Home(emulator: nil)
    let help = try await home.graphcal("help")
    let rows = help.output.split(separator: "\n").filter {
      $0.hasPrefix("  ") && !$0.hasPrefix("   ") && !$0.contains("help ")
    }
    let listed = rows.compactMap { $0.split(separator: " ").first.map(String.init) }
    #expect(listed.count > 10)
    for command in listed {
      #expect(
        Self.readme.contains("`graphcal \(command)") || Self.readme.contains("`\(command)`"),
        "\(command)")
    }
  }
}
