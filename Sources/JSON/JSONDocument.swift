/// A parsed text with what only its writer needs to know.
package struct JSONDocument: Sendable {
  /// A place in the text, counted from 1; columns are bytes.
  package struct Position: Hashable, Sendable {
    package var line: Int
    package var column: Int

    package init(line: Int, column: Int) {
      self.line = line
      self.column = column
    }
  }

  package var root: JSON
  /// Keys that stood twice in one object, in the order found; the last value was kept.
  package var duplicateKeys: [(key: String, at: Position)]
  /// Where each key stands, by its path from the root; filled only when asked for.
  package var keyPositions: [[String]: Position]
}

/// What a text may hold beyond RFC 8259, and what is noted while reading.
package struct JSONOptions: OptionSet, Sendable {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// `//` and `#` to the end of the line and `/* */` count as blanks: for files that people write.
  package static let comments = JSONOptions(rawValue: 1)
  /// `JSONDocument.keyPositions` is filled.
  package static let keyPositions = JSONOptions(rawValue: 2)
}
