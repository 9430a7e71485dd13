import Foundation
import Testing

/// The examples of README, tutorial and cookbook are run as they stand, and show what they say they show.
@Suite struct DocumentTests {
  /// Everything the examples of README and cookbook ask for.
  private static let scopes =
    "User.Read,MailboxSettings.ReadWrite,Calendars.ReadWrite,Contacts.ReadWrite,People.Read,"
    + "Place.Read.All"

  private func check(_ document: Document, by reader: DocumentReader) throws {
    var recorded: [Int: [String]] = [:]
    for (index, result) in try reader.results(of: document).enumerated() {
      let place = "\(document.file.lastPathComponent):\(result.step.line)"
      let shown = result.shown.joined(separator: "\n")
      #expect(result.succeeded, "\(place)\n\(result.step.commands)\n\(shown)")
      guard let output = result.step.output else { continue }
      if !Document.matches(output[...], result.shown[...]) {
        Issue.record("\(place) shows\n\(shown)\nand not\n\(output.joined(separator: "\n"))")
        recorded[index] = result.shown
      }
    }
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
      try document.record(recorded)
    }
  }

  @Test(arguments: ["README.md", "docs/guide.md", "docs/cookbook.md"])
  func `every example works as it is written`(name: String) async throws {
    let document = try Document(name)
    let examples = document.steps.filter(\.isShown)
    #expect(!examples.isEmpty)
    try check(
      document, by: try await DocumentReader(emulator: try Emulator(), scopes: Self.scopes))
  }

  @Test func `the tutorial can be followed from nothing`() async throws {
    let document = try Document("docs/tutorial.md")
    let examples = document.steps.filter(\.isShown)
    #expect(examples.count > 10)
    try check(document, by: try await DocumentReader(emulator: nil))
  }

  @Test func `every recipe of the cookbook has something to run`() throws {
    let cookbook = try Document("docs/cookbook.md")
    let recipes = cookbook.sections(level: 2)
    #expect(recipes.count >= 20)
    // One is drawn on the terminal and waits for keys, see PickerTests.
    let exceptions = ["10. Pick a person, write to them"]
    for (title, lines) in recipes where !exceptions.contains(title) {
      #expect(lines.contains("```sh"), "\(title)")
    }
  }

  @Test func `every command of the help is in the README's table`() async throws {
    let home = try Home(emulator: nil)
    let readme = try Document("README.md").text
    let help = try await home.graphcal("help")
    let rows = help.output.split(separator: "\n").filter {
      $0.hasPrefix("  ") && !$0.hasPrefix("   ") && !$0.contains("help ")
    }
    let listed = rows.compactMap { $0.split(separator: " ").first.map(String.init) }
    #expect(listed.count > 10)
    for command in listed {
      #expect(
        readme.contains("`graphcal \(command)") || readme.contains("`\(command)`"), "\(command)")
    }
  }

  @Test func `every module is on the map of the architecture`() throws {
    let map = try Document("docs/architecture.md")
    let sources = map.file.deletingLastPathComponent().appendingPathComponent("../Sources")
    let modules = try FileManager.default.contentsOfDirectory(atPath: sources.path)
    #expect(modules.count > 20)
    for module in modules where !module.hasPrefix(".") {
      #expect(map.text.contains(module), "\(module)")
    }
  }

  @Test(arguments: [
    (["a", "...", "z"], ["a", "b", "c", "z"], true), (["a", "...", "z"], ["a", "z"], true),
    (["a", "..."], ["a"], true), (["..."], [], true), (["a", "...", "z"], ["a", "b"], false),
    (["a"], ["a", "b"], false), (["a", "b"], ["a"], false), (["...", "b"], ["b", "b"], true),
  ])
  func `three dots stand for any lines`(expected: [String], shown: [String], fits: Bool) {
    #expect(Document.matches(expected[...], shown[...]) == fits)
  }
}
