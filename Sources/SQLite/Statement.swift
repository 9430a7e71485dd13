/// One prepared statement of a `Database`, kept for the next time the same text is asked for.
final class Statement {
  let handle: StatementHandle
  /// Set while its rows are being read, so that a nested use of the same text gets a statement of
  /// its own.
  var isRunning = false

  init(_ sql: String, on connection: borrowing ConnectionHandle) throws(SQLiteError) {
    handle = try StatementHandle(sql, on: connection)
  }
}
