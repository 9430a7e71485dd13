import GraphAPI
import HTTP
import JSON
import Terminal

/// Prints what a call of `graphcal api` was answered with.
struct APIOutput {
  var context: Context
  /// Whether status and headers stand before the body.
  var includesHead: Bool

  /// Prints one answer: JSON laid out as that of other commands, anything else as it came.
  func print(_ response: HTTPResponse) throws(Failure) {
    if includesHead { try printHead(response) }
    guard !response.body.isEmpty else { return }
    if Self.isJSON(response), let json = try? JSON(parsing: response.body) {
      return try print(json)
    }
    let isTerminal = context.console.terminal.isOutputTerminal
    guard isTerminal else { return try context.console.print(bytes: response.body) }
    guard let text = String(validating: response.body, as: UTF8.self), !text.utf8.contains(0) else {
      throw Failure(
        .usage, "the answer is \(response.body.count) bytes that are no text",
        hint: "send it to a file: … > FILE")
    }
    try context.console.print(TextSanitizer.block(text) + (text.last == "\n" ? "" : "\n"))
  }

  /// Prints a value; with `--jsonl` the items of a list one a line.
  func print(_ json: JSON) throws(Failure) {
    if context.options.jsonLines {
      for item in json["value"]?.array ?? json.array ?? [json] {
        try context.console.print(item.text(.compact) + "\n")
      }
      return
    }
    let style: JSONStyle = context.console.terminal.isOutputTerminal ? .pretty : .compact
    try context.console.print(json.text(style) + "\n")
  }

  private func printHead(_ response: HTTPResponse) throws(Failure) {
    var text = "\(response.version ?? "HTTP") \(response.status)\n"
    for field in response.headers.fields {
      text += TextSanitizer.line("\(field.name): \(field.value)") + "\n"
    }
    try context.console.print(text + "\n")
  }

  static func isJSON(_ response: HTTPResponse) -> Bool {
    guard let type = response.headers["Content-Type"]?.lowercased() else { return !response.isHTML }
    return type.contains("json")
  }
}
