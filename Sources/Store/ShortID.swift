/// The name by which people type an item: letters and digits made from its immutable id.
///
/// FNV-1a of 64 bits over the id's UTF-8, written in 31 signs that nobody mistakes for one another
/// (no `0 1 i l o`); the first is always a letter, so that a short id is never a row number.
package enum ShortID {
  /// Signs of a whole short id; lists show a shorter prefix.
  package static let length = 12
  /// The fewest signs that a list shows or that a person may type.
  package static let shortest = 4

  private static let letters = Array("abcdefghjkmnpqrstuvwxyz")
  private static let signs = Array("23456789abcdefghjkmnpqrstuvwxyz")

  /// The 12 signs of `id`.
  package static func of(_ id: String) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in id.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let first = UInt64(letters.count)
    var text = String(letters[Int(hash % first)])
    hash /= first
    for _ in 1..<length {
      let base = UInt64(signs.count)
      text.append(signs[Int(hash % base)])
      hash /= base
    }
    return text
  }

  /// Whether `text` can be a short id or a prefix of one.
  package static func isCandidate(_ text: String) -> Bool {
    (shortest...length).contains(text.count) && text.first.map(letters.contains) == true
      && text.allSatisfy(signs.contains)
  }

  /// For each of `ids` the shortest prefix that none of the others, nor of `known`, starts with.
  ///
  /// `known` are whole short ids that this machine has seen before, in any order.
  package static func prefixes(of ids: [String], known: some Sequence<String> = []) -> [String] {
    let mine = ids.map(of)
    let sorted = Set(known).union(mine).sorted()
    var lengths: [String: Int] = [:]
    for (index, short) in sorted.enumerated() {
      let before = index > 0 ? commonPrefix(sorted[index - 1], short) : 0
      let after = index + 1 < sorted.count ? commonPrefix(sorted[index + 1], short) : 0
      lengths[short] = min(length, max(shortest, before + 1, after + 1))
    }
    return mine.map { String($0.prefix(lengths[$0] ?? length)) }
  }

  private static func commonPrefix(_ left: String, _ right: String) -> Int {
    zip(left, right).prefix { $0 == $1 }.count
  }
}
