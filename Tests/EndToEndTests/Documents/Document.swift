import Foundation

/// A Markdown file of the project whose examples are run.
///
/// A fence of `sh` is run as it stands. A fence of `output` after it is what a terminal of 80 columns then
/// shows; a line of `...` in it stands for any lines. A comment that begins with `<!-- before` is run as
/// well and not seen by readers, for what a reader has and a test has not. Other fences are not run.
struct Document {
  /// Something that is run.
  struct Step {
    /// Where its commands begin in the file, from 1 on.
    var line: Int
    var commands: String
    /// The lines that have to be shown; nil where the document shows none.
    var output: [String]?
    /// Where `output` stands in the lines of the file.
    var outputPlace: Range<Int>
    /// Whether a reader sees it.
    var isShown: Bool
  }

  let file: URL
  let lines: [String]
  let steps: [Step]

  /// Reads a file by its name in the folder of the package.
  init(_ name: String) throws {
    file =
      URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../\(name)").standardizedFileURL
    lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
    steps = Self.steps(of: lines)
  }

  var text: String { lines.joined(separator: "\n") }

  /// The lines that stand under a heading, with those of its own subheadings.
  func sections(level: Int) -> [String: [String]] {
    let mark = String(repeating: "#", count: level) + " "
    var sections: [String: [String]] = [:]
    var title: String?
    for line in lines {
      if line.hasPrefix(mark) {
        title = String(line.dropFirst(mark.count))
        sections[title ?? ""] = []
      } else if let title {
        sections[title]?.append(line)
      }
    }
    return sections
  }

  private static func steps(of lines: [String]) -> [Step] {
    var steps: [Step] = []
    var index = 0
    func end(_ mark: String) -> Int {
      lines[index...].dropFirst().firstIndex(of: mark) ?? lines.count
    }
    while index < lines.count {
      let line = lines[index]
      if line == "```sh" || line.hasPrefix("<!-- before") {
        let last = end(line == "```sh" ? "```" : "-->")
        steps.append(
          Step(
            line: index + 2, commands: lines[(index + 1)..<last].joined(separator: "\n"),
            output: nil, outputPlace: last..<last, isShown: line == "```sh"))
        index = last
      } else if line == "```output", !steps.isEmpty {
        let place = (index + 1)..<end("```")
        steps[steps.count - 1].output = Array(lines[place])
        steps[steps.count - 1].outputPlace = place
        index = place.upperBound
      } else if line.hasPrefix("```") {
        index = end("```")
      }
      index += 1
    }
    return steps
  }

  /// Whether what was shown is what the document says; a line of `...` stands for any lines.
  static func matches(_ expected: ArraySlice<String>, _ shown: ArraySlice<String>) -> Bool {
    guard let line = expected.first else { return shown.isEmpty }
    if line == "..." {
      return (shown.startIndex...shown.endIndex).contains {
        matches(expected.dropFirst(), shown[$0...])
      }
    }
    return shown.first == line && matches(expected.dropFirst(), shown.dropFirst())
  }

  /// Writes into the file what was shown, for steps without `...`; the golden way of documents.
  func record(_ shown: [Int: [String]]) throws {
    var lines = lines
    for (index, step) in steps.enumerated().reversed() {
      guard let now = shown[index], let output = step.output, !output.contains("...") else {
        continue
      }
      lines.replaceSubrange(step.outputPlace, with: now)
    }
    try lines.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
  }
}
