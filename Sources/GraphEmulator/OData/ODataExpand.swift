/// One property that `$expand` asks for, with the options in its parentheses.
package struct ODataExpand: Equatable, Sendable {
  /// In the metadata's spelling.
  package var name: String
  package var filter: ODataFilter?
  package var select: [String]?

  /// What may stand in the `$filter` of an expansion: extensions and extended properties by id.
  private static let filterRules = FilterRules(
    typeName: "microsoft.graph.entity",
    properties: ["id": FilterableProperty(.text, comparisons: [.equal], tests: [])])

  /// Reads the text of one `$expand` option.
  ///
  /// - Returns: names as they were written, each with its own options.
  static func parse(_ text: String) throws(ODataSyntaxError) -> [ODataExpand] {
    var expands: [ODataExpand] = []
    for part in split(text, at: ",") {
      let part = trimmed(part)
      guard let open = part.firstIndex(of: "(") else {
        expands.append(ODataExpand(name: part))
        continue
      }
      guard part.last == ")" else {
        throw ODataSyntaxError(
          message: "Term '\(part)' is not valid in a $select or $expand expression.")
      }
      var expand = ODataExpand(name: trimmed(part[..<open]))
      for option in split(String(part[part.index(after: open)...].dropLast()), at: ";") {
        let sides = option.split(separator: "=", maxSplits: 1).map { trimmed($0) }
        guard sides.count == 2 else { continue }
        switch sides[0].lowercased() {
        case "$filter", "filter":
          expand.filter = try ODataFilterParser.filter(sides[1], rules: filterRules)
        case "$select", "select":
          expand.select = sides[1].split(separator: ",").map { trimmed($0) }
        default:
          throw ODataSyntaxError(
            message: "Term '\(option)' is not valid in a $select or $expand expression.")
        }
      }
      expands.append(expand)
    }
    return expands
  }

  /// `text` cut at every `separator` outside parentheses and quotes.
  private static func split(_ text: String, at separator: Character) -> [String] {
    var parts: [String] = [""]
    var depth = 0
    var quoted = false
    for character in text {
      if character == "'" { quoted.toggle() }
      if !quoted {
        if character == "(" { depth += 1 }
        if character == ")" { depth -= 1 }
        if depth == 0, character == separator {
          parts.append("")
          continue
        }
      }
      parts[parts.count - 1].append(character)
    }
    return parts.filter { !$0.isEmpty }
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    let kept = text.drop(while: \.isWhitespace)
    return String(String(kept.reversed().drop(while: \.isWhitespace).reversed()))
  }
}
