/// Taking the paths of requests apart.
package enum GraphPath {
  /// The decoded segments of `path`; `events('A')`, OData's other way to write a key, gives two.
  package static func segments(of path: String) -> [String] {
    path.split(separator: "/").flatMap { raw -> [String] in
      let segment = PercentCoding.decoded(raw)
      guard segment.hasSuffix("')"), let open = segment.firstRange(of: "('"),
        !segment[..<open.lowerBound].contains("=")
      else { return [segment] }
      let key = segment[open.upperBound...].dropLast(2)
      return [String(segment[..<open.lowerBound]), unescapedQuotes(String(key))]
    }
  }

  /// The name and the arguments of a segment that calls a function: `delta`, `delta()`,
  /// `microsoft.graph.delta()`, `reminderView(startDateTime='…',endDateTime='…')`.
  ///
  /// - Returns: name in lower case without namespace; argument names in lower case, values without
  ///   quotes and without the name of their enumeration; nil for unbalanced text.
  package static func call(_ segment: String) -> (name: String, arguments: [String: String])? {
    guard let open = segment.firstIndex(of: "(") else { return (bareName(segment), [:]) }
    guard segment.hasSuffix(")") else { return nil }
    var arguments: [String: String] = [:]
    let inside = segment[segment.index(after: open)...].dropLast()
    for argument in splitOutsideQuotes(inside) {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { return nil }
      let name = GraphHeader.trimmed(parts[0]).lowercased()
      arguments[name] = literal(GraphHeader.trimmed(parts[1]))
    }
    return (bareName(String(segment[..<open])), arguments)
  }

  /// `segment` in lower case, without the namespace of a qualified action or function.
  package static func bareName(_ segment: String) -> String {
    let lower = segment.lowercased()
    let namespace = "microsoft.graph."
    return lower.hasPrefix(namespace) ? String(lower.dropFirst(namespace.count)) : lower
  }

  /// The value inside `'…'` or `microsoft.graph.kind'…'`; other text stays.
  private static func literal(_ text: String) -> String {
    guard text.hasSuffix("'"), let open = text.firstIndex(of: "'"),
      open < text.index(before: text.endIndex)
    else { return text }
    return unescapedQuotes(String(text[text.index(after: open)...].dropLast()))
  }

  private static func unescapedQuotes(_ text: String) -> String {
    text.replacing("''", with: "'")
  }

  private static func splitOutsideQuotes(_ text: Substring) -> [Substring] {
    var quoted = false
    return text.split { character in
      if character == "'" { quoted.toggle() }
      return character == "," && !quoted
    }
  }
}
