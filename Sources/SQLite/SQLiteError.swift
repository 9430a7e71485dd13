/// What SQLite answered when a call failed.
package struct SQLiteError: Error, Hashable, Sendable {
  /// The kinds of failure a caller can act on.
  package enum Kind: Sendable {
    /// Another connection holds the lock and kept it longer than the busy timeout.
    case busy
    /// No room left on the disk or under `PRAGMA max_page_count`.
    case full
    /// The file, its folder or the connection does not take writes.
    case readOnly
    /// The file is not a database, or its pages contradict each other.
    case corrupt
    /// The file cannot be opened: no such folder, or no right to it.
    case cannotOpen
    /// A uniqueness, foreign key, check or not-null rule of the schema was broken.
    case constraint
    /// The disk failed or lost the file underneath.
    case inputOutput
    /// Anything else; a mistake in the SQL lands here.
    case other
  }

  /// The primary result code, `SQLITE_BUSY` and so on: 1 to 255.
  package var code: Int
  /// The extended result code; its low byte is `code`.
  package var extendedCode: Int
  /// SQLite's own sentence, in English.
  package var message: String

  package init(extendedCode: Int, message: String) {
    self.code = extendedCode & 0xFF
    self.extendedCode = extendedCode
    self.message = message
  }

  package var kind: Kind {
    switch code {
    case 5, 6: .busy
    case 8: .readOnly
    case 10: .inputOutput
    case 11, 26: .corrupt
    case 13: .full
    case 14: .cannotOpen
    case 19: .constraint
    default: .other
    }
  }

  /// SQLITE_MISMATCH: a column holds another type than was asked for.
  static func mismatch(_ message: String) -> SQLiteError {
    SQLiteError(extendedCode: 20, message: message)
  }
}
