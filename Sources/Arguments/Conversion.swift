/// The readings of a value that several kinds of option and argument share.
enum Conversion {
  static func number(_ text: String, in range: ClosedRange<Int>) throws(ValueError) -> Int {
    guard let number = Int(text), range.contains(number) else {
      throw .needs("a whole number \(words(for: range))")
    }
    return number
  }

  private static func words(for range: ClosedRange<Int>) -> String {
    range.upperBound == .max
      ? "of at least \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
  }

  static func choice<Value: RawRepresentable<String> & CaseIterable>(
    _ text: String
  ) throws(ValueError) -> Value {
    if let value = Value(rawValue: text) { return value }
    let lowercase = text.lowercased()
    for value in Value.allCases where value.rawValue.lowercased() == lowercase { return value }
    let choices = Value.allCases.map(\.rawValue)
    throw .needs(list(choices), hint: Spelling.question(text, in: choices))
  }

  static func synopsis<Value: RawRepresentable<String> & CaseIterable>(
    _: Value.Type
  ) -> String {
    Value.allCases.map(\.rawValue).joined(separator: "|")
  }

  /// `a, b or c`.
  private static func list(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }

  static func pieces(_ text: String, separatedBy separator: Character?) -> [String] {
    guard let separator else { return [text] }
    return text.split(separator: separator).map { piece in
      var piece = piece
      while piece.first == " " { piece.removeFirst() }
      while piece.last == " " { piece.removeLast() }
      return String(piece)
    }.filter { !$0.isEmpty }
  }
}
