/// Why a filter gives nothing.
package enum JQError: Error, Hashable, Sendable {
  /// The machine has no libjq that can be used; what the loader says of it.
  case noLibrary(String)
  /// The filter cannot be understood; each problem in words, with the line where there are several.
  case notUnderstood([String])
  /// The filter stopped at a value; what it or jq says of that.
  case stopped(String)
  /// The value is nested deeper, or larger, than jq takes.
  case valueTooLarge
}

extension JQError {
  /// Makes of what libjq tells about a program the problems of the filter in it.
  ///
  /// jq names each message by its own name and shows the line, with what stands before the filter in
  /// it; of both nothing is kept. The message that only counts the others is left out.
  ///
  /// A filter of one line needs no number of it.
  static func problems(_ messages: [String], isOneLine: Bool) -> [String] {
    var problems: [String] = []
    for message in messages {
      var text = message.prefix { $0 != "\n" }
      for start in ["jq: error: ", "jq: "] where text.hasPrefix(start) {
        text = text.dropFirst(start.count)
        break
      }
      let words = text.split(separator: " ")
      if words.count == 3, Int(words[0]) != nil, words[1] == "compile" { continue }
      var problem = String(text).replacing(" (Unix shell quoting issues?)", with: "")
      problem = problem.replacing("$end", with: "the end of the filter")
      problem = problem.replacing("INVALID_CHARACTER", with: "a character that means nothing there")
      problem = problem.replacing(" at <top-level>", with: "")
      if isOneLine { problem = withoutLine(problem) }
      while problem.hasSuffix(":") || problem.hasSuffix(" ") { problem.removeLast() }
      for word in ["import", "include", "module"]
      where problem.contains("unexpected \(word)") {
        problem = "\(word) reads other files, and a filter here is all that is read"
      }
      if !problems.contains(problem) { problems.append(problem) }
    }
    return problems
  }

  /// The message without `, line 1` and what follows.
  private static func withoutLine(_ problem: String) -> String {
    guard let place = problem.firstRange(of: ", line 1") else { return problem }
    return String(problem[..<place.lowerBound])
  }
}
