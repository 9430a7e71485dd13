import CSQLite

/// The row a query stands on; it lives until the query's next step.
///
/// Columns are counted from 0. The plain readers convert as SQLite does and read null as 0, "" or no
/// bytes; those that end in `OrNull` tell null apart.
package struct Row: ~Copyable {
  private let statement: Statement

  init(of statement: Statement) { self.statement = statement }

  package var columnCount: Int { statement.handle.columnCount }

  package func name(ofColumn index: Int) -> String { statement.handle.name(ofColumn: index) }

  package func isNull(_ index: Int) -> Bool {
    statement.handle.type(ofColumn: index) == SQLITE_NULL
  }

  package func int(_ index: Int) -> Int { Int(statement.handle.integer(index)) }
  package func int64(_ index: Int) -> Int64 { statement.handle.integer(index) }
  package func double(_ index: Int) -> Double { statement.handle.real(index) }
  package func bool(_ index: Int) -> Bool { statement.handle.integer(index) != 0 }

  /// Invalid UTF-8 is repaired with U+FFFD.
  package func text(_ index: Int) -> String { statement.handle.text(index) }

  package func blob(_ index: Int) -> [UInt8] { statement.handle.blob(index) }

  /// Whether these bytes stand in a column of text, of which no copy is made.
  ///
  /// No bytes stand everywhere.
  package func text(_ index: Int, contains bytes: [UInt8]) -> Bool {
    statement.handle.text(index, contains: bytes)
  }

  package func intOrNull(_ index: Int) -> Int? { isNull(index) ? nil : int(index) }
  package func doubleOrNull(_ index: Int) -> Double? { isNull(index) ? nil : double(index) }
  package func textOrNull(_ index: Int) -> String? { isNull(index) ? nil : text(index) }
  package func blobOrNull(_ index: Int) -> [UInt8]? { isNull(index) ? nil : blob(index) }

  /// The column as it is stored, without conversion.
  package func value(_ index: Int) -> SQLiteValue {
    switch statement.handle.type(ofColumn: index) {
    case SQLITE_INTEGER: .integer(int64(index))
    case SQLITE_FLOAT: .real(double(index))
    case SQLITE_TEXT: .text(text(index))
    case SQLITE_BLOB: .blob(blob(index))
    default: .null
    }
  }
}
