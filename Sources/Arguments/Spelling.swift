/// Guesses at what a mistyped word was meant to be.
package enum Spelling {
  /// The known words near `word`, best first, three at most; empty when nothing is near.
  ///
  /// Near is a third of the word's length in edits, at least one and at most three, or a beginning of
  /// the known word. A known word of which `word` says more, as `show-event` of `show`, is just near
  /// enough. Of two that are as near the one that is known first is the better.
  package static func nearest(to word: String, in known: some Sequence<String>) -> [String] {
    let typed = Array(word.lowercased())
    let limit = min(3, max(1, typed.count / 3))
    var found: [(word: String, distance: Int, place: Int)] = []
    for (place, candidate) in known.enumerated() {
      let letters = Array(candidate.lowercased())
      var edits = distance(typed, letters)
      if typed.count >= 2, letters.starts(with: typed) { edits = min(edits, 1) }
      if typed.starts(with: letters + ["-"]) { edits = min(edits, limit) }
      if edits <= limit, edits < letters.count { found.append((candidate, edits, place)) }
    }
    return found.sorted { ($0.distance, $0.place) < ($1.distance, $1.place) }.prefix(3)
      .map(\.word)
  }

  /// `did you mean week or today?`, with `prefix` before each word; nil when nothing is near.
  package static func question(
    _ word: String, in known: some Sequence<String>, prefix: String = ""
  ) -> String? {
    let words = nearest(to: word, in: known).map { prefix + $0 }
    guard let last = words.last else { return nil }
    let list =
      words.count == 1 ? last : words.dropLast().joined(separator: ", ") + " or " + last
    return "did you mean \(list)?"
  }

  /// Insertions, deletions, substitutions and swaps of neighbours that turn `left` into `right`.
  ///
  /// Damerau-Levenshtein in its restricted form: no part of the word is edited twice.
  package static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for i in left.indices {
      var row = [i + 1]
      row.reserveCapacity(right.count + 1)
      for j in right.indices {
        var cost = min(
          last[j + 1] + 1, row[j] + 1, last[j] + (left[i] == right[j] ? 0 : 1))
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
          cost = min(cost, beforeLast[j - 1] + 1)
        }
        row.append(cost)
      }
      (beforeLast, last) = (last, row)
    }
    return last[right.count]
  }
}
