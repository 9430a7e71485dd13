/// One value as SQLite stores it.
package enum SQLiteValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
}

/// A Swift value that can be bound to a parameter.
package protocol SQLiteBindable {
  var sqliteValue: SQLiteValue { get }
}

extension SQLiteValue: SQLiteBindable {
  package var sqliteValue: SQLiteValue { self }
}

extension Int: SQLiteBindable {
  package var sqliteValue: SQLiteValue { .integer(Int64(self)) }
}

extension Int64: SQLiteBindable {
  package var sqliteValue: SQLiteValue { .integer(self) }
}

extension Bool: SQLiteBindable {
  /// 1 or 0, as SQLite's own TRUE and FALSE.
  package var sqliteValue: SQLiteValue { .integer(self ? 1 : 0) }
}

extension Double: SQLiteBindable {
  package var sqliteValue: SQLiteValue { .real(self) }
}

extension String: SQLiteBindable {
  package var sqliteValue: SQLiteValue { .text(self) }
}

extension [UInt8]: SQLiteBindable {
  package var sqliteValue: SQLiteValue { .blob(self) }
}

extension Optional: SQLiteBindable where Wrapped: SQLiteBindable {
  package var sqliteValue: SQLiteValue { map(\.sqliteValue) ?? .null }
}
