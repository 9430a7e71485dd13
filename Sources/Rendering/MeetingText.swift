import Terminal

/// The text of an invitation without the part that a meeting service wrote under it.
///
/// Teams sets its part between two rules of underscores: the link, ids, numbers to call, and help. The
/// link is said elsewhere; of the rest only what somebody needs to get in is kept.
package struct MeetingText: Hashable, Sendable {
  /// The text that is left.
  package private(set) var text: String
  /// `Meeting ID: 234 567 890`, `Passcode: x`, numbers to call.
  package private(set) var access: [String] = []

  /// Takes the parts out of `text` that hold the link of a meeting; without one they all stay.
  package init(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let rules = lines.indices.filter { Self.isRule(lines[$0]) }
    var kept: [String] = []
    var next = 0
    for (position, rule) in rules.enumerated() where rule >= next {
      kept += lines[next..<rule]
      let end = position + 1 < rules.count ? rules[position + 1] : lines.count
      let part = lines[(rule + 1)..<end]
      if part.contains(where: Self.holdsLink) {
        access += part.compactMap(Self.access)
        next = min(end + 1, lines.count)
      } else {
        kept.append(lines[rule])
        next = rule + 1
      }
    }
    kept += lines[min(next, lines.count)...]
    self.text = kept.joined(separator: "\n")
  }

  private static func isRule(_ line: String) -> Bool {
    let signs = line.filter { !$0.isWhitespace }
    return signs.count >= 20 && signs.allSatisfy { $0 == "_" }
  }

  private static func holdsLink(_ line: String) -> Bool {
    ["teams.microsoft.", "teams.live.com", "teams.cloud.microsoft", "aka.ms/jointeamsmeeting"]
      .contains { line.lowercased().contains($0) }
  }

  /// A line such as `Passcode: x` or `+1 323 555 0100,,123# United States`; nil for any other.
  private static func access(_ line: String) -> String? {
    let text = withoutAngles(line)
    guard !line.lowercased().contains("http"), text.utf8.count <= 100 else { return nil }
    if text.hasPrefix("+"), text.count(where: \.isNumber) >= 6 { return text }
    guard let colon = text.firstIndex(of: ":"), colon != text.startIndex else { return nil }
    let value = text[text.index(after: colon)...]
    return value.contains { !$0.isWhitespace } && value.contains { $0.isNumber || $0.isLetter }
      ? text : nil
  }

  /// The line without `<tel:…>` and other addresses that mail programs put behind words.
  private static func withoutAngles(_ line: String) -> String {
    var text = ""
    var depth = 0
    for character in line {
      if character == "<" { depth += 1 }
      if depth == 0 { text.append(character) }
      if character == ">", depth > 0 { depth -= 1 }
    }
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
