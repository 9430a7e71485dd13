/// Texts made ready once for a search at every key.
///
/// Letters are folded as `FoldedText` has them. All words of a query have to stand somewhere in one text;
/// a query that looks like a telephone number is looked for among the digits of the text's numbers too.
package struct TextIndex: Sendable {
  /// What one item is found by.
  package struct Entry: Sendable {
    package var texts: [String]
    /// Digits of telephone numbers and nothing else.
    package var digits: [String]

    package init(texts: [String], digits: [String] = []) {
      self.texts = texts
      self.digits = digits
    }
  }

  private let texts: Shelf
  private let digits: Shelf
  private static let fewestDigits = 3

  package init(_ entries: [Entry]) {
    texts = Shelf(entries.map { FoldedText($0.texts.joined(separator: "\n")).text })
    digits = Shelf(entries.map { $0.digits.joined(separator: "\n") })
  }

  /// The places of the entries that a query finds, those first in which every word of it begins a word;
  /// an empty query finds all, in their order.
  package func matches(_ query: String) -> [Int] {
    let words = query.split { $0.isWhitespace }.map { Array(FoldedText($0).text.utf8) }
      .filter { !$0.isEmpty }
    if words.isEmpty { return Array(0..<texts.count) }
    let number = Self.digits(of: query)
    var first: [Int] = []
    var others: [Int] = []
    for index in 0..<texts.count {
      switch texts.find(words, in: index) {
      case .atStarts: first.append(index)
      case .inside: others.append(index)
      case .nowhere:
        guard let number, digits.find([number], in: index) != .nowhere else { continue }
        others.append(index)
      }
    }
    return first + others
  }

  /// The digits of a query that is a telephone number, without the prefixes of trunk and country.
  private static func digits(of query: String) -> [UInt8]? {
    guard query.allSatisfy({ $0.isNumber || $0.isWhitespace || "+-./()".contains($0) }) else {
      return nil
    }
    let all = query.compactMap(\.wholeNumberValue).filter { (0...9).contains($0) }
    let digits = all.drop { $0 == 0 }
    return digits.count >= fewestDigits ? digits.map { UInt8(ascii: "0") + UInt8($0) } : nil
  }
}

/// Many texts in one stretch of bytes, so that going through them touches nothing else.
private struct Shelf: Sendable {
  enum Place { case atStarts, inside, nowhere }

  private let bytes: [UInt8]
  /// Where each text begins, and where the last one ends.
  private let starts: [Int]

  init(_ texts: [String]) {
    var bytes: [UInt8] = []
    var starts = [0]
    bytes.reserveCapacity(texts.reduce(0) { $0 + $1.utf8.count })
    for text in texts {
      bytes += text.utf8
      starts.append(bytes.count)
    }
    self.bytes = bytes
    self.starts = starts
  }

  var count: Int { starts.count - 1 }

  /// Where all these words stand in a text, by the worst of them.
  func find(_ words: [[UInt8]], in index: Int) -> Place {
    var result = Place.atStarts
    for word in words {
      switch find(word, starts[index]..<starts[index + 1]) {
      case .nowhere: return .nowhere
      case .inside: result = .inside
      case .atStarts: break
      }
    }
    return result
  }

  private func find(_ word: [UInt8], _ range: Range<Int>) -> Place {
    let first = word[0]
    var result = Place.nowhere
    var index = range.lowerBound
    let last = range.upperBound - word.count
    while index <= last {
      if bytes[index] == first, matches(word, at: index) {
        if index == range.lowerBound || !Self.isLetter(bytes[index - 1]) { return .atStarts }
        result = .inside
      }
      index += 1
    }
    return result
  }

  private func matches(_ word: [UInt8], at start: Int) -> Bool {
    for offset in 1..<max(1, word.count) where bytes[start + offset] != word[offset] {
      return false
    }
    return true
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...0xFF: true
    default: false
    }
  }
}
