import HTTP
import JSON

/// What a run has left.
struct Outcome: Sendable {
  var words: [String]
  var status: Int32
  var output: String
  var errors: String
  /// What was asked of the service, in order.
  var requests: [HTTPRequest]
  /// What the terminal showed last, line by line, for a command with a screen of its own.
  var screen: [String] = []

  /// Standard output as one JSON value.
  var json: JSON {
    get throws { try JSON(parsing: output) }
  }

  /// Standard output as a JSON array.
  var items: [JSON] {
    get throws { try json.array ?? [] }
  }

  var outputLines: [String] { Self.lines(output) }
  var errorLines: [String] { Self.lines(errors) }

  /// The requests with a method whose path ends in `suffix`.
  func requests(_ method: String, _ suffix: String) -> [HTTPRequest] {
    requests.filter { $0.method == method && HTTPURL($0.url)?.path.hasSuffix(suffix) == true }
  }

  var transcript: String {
    var text = "$ graphcal " + words.map(Self.quoted).joined(separator: " ") + "\n" + output
    text += errorLines.map { "| \($0)\n" }.joined()
    if status != 0 { text += "[exit \(status)]\n" }
    return text
  }

  private static func lines(_ text: String) -> [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines
  }

  /// A word as a shell would take it.
  private static func quoted(_ word: String) -> String {
    let plain = word.allSatisfy { $0.isLetter || $0.isNumber || "-+=./,:@_".contains($0) }
    return plain && !word.isEmpty ? word : "\"\(word)\""
  }
}
