/// Plain text as HTML that shows it as it was typed.
package enum PlainTextHTML {
  /// Paragraphs for what empty lines part, breaks for other line ends; nothing for a blank text.
  ///
  /// Source: HTML Standard 13.1.2 for what has to be escaped.
  package static func html(_ text: String) -> String {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let paragraphs = lines.split { $0.allSatisfy(\.isWhitespace) }
    guard !paragraphs.isEmpty else { return "" }
    let body = paragraphs.map { lines in
      "<p>" + lines.map(escaped).joined(separator: "<br>\n") + "</p>"
    }
    return "<html><body>\n" + body.joined(separator: "\n") + "\n</body></html>"
  }

  private static func escaped(_ text: some StringProtocol) -> String {
    var result = ""
    for character in text {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.append(character)
      }
    }
    return result
  }
}
