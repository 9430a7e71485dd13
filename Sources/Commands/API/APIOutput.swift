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
  ///
  /// - Throws: `Failure` of kind tryAgain for a good answer that says it is JSON and is cut off.
  func print(_ response: HTTPResponse) throws(Failure) {
    try requireWhole(response)
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

  /// A part of an answer is not printed as if it were all of it.
  private func requireWhole(_ response: HTTPResponse) throws(Failure) {
    let type = response.headers["Content-Type"]?.lowercased() ?? ""
    guard (200..<300).contains(response.status), type.hasPrefix("application/json"),
      !response.body.isEmpty
    else { return }
    do {
      _ = try JSON(parsing: response.body)
    } catch {
      var failure = Failure(
        .tryAgain, "the answer is cut off, or not the JSON that it says it is",
        why: "\(error.reason) (line \(error.line), column \(error.column))",
        hint: "check the network and ask again; --trace FILE.har keeps what came")
      failure.status = response.status
      failure.requestID = response.requestID
      throw failure
    }
  }

  static func isJSON(_ response: HTTPResponse) -> Bool {
    guard let type = response.headers["Content-Type"]?.lowercased() else { return !response.isHTML }
    return type.contains("json")
  }
}
