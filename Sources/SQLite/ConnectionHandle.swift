import CSQLite

/// One SQLite connection; its single owner closes it.
@safe struct ConnectionHandle: ~Copyable {
  let raw: OpaquePointer

  /// Opens a path, `:memory:`, or a `file:` address with options; `flags` are `SQLITE_OPEN_…` bits.
  init(name: String, flags: Int32) throws(SQLiteError) {
    unsafe raw = try unsafe Self.open(name, flags)
    _ = unsafe sqlite3_extended_result_codes(raw, 1)
  }

  private static func open(_ name: String, _ flags: Int32) throws(SQLiteError) -> OpaquePointer {
    var opened: OpaquePointer?
    let code = unsafe sqlite3_open_v2(name, &opened, flags, nil)
    guard let handle = unsafe opened else {
      throw SQLiteError(extendedCode: Int(code), message: "out of memory")
    }
    guard code == SQLITE_OK else {
      // A connection that failed to open still holds the reason and has to be closed.
      let error = SQLiteError(
        extendedCode: Int(unsafe sqlite3_extended_errcode(handle)),
        message: unsafe String(cString: sqlite3_errmsg(handle)))
      _ = unsafe sqlite3_close_v2(handle)
      throw error
    }
    return unsafe handle
  }

  deinit { unsafe sqlite3_close_v2(raw) }

  /// The error of the call that failed last on this connection.
  func lastError() -> SQLiteError {
    SQLiteError(
      extendedCode: Int(unsafe sqlite3_extended_errcode(raw)),
      message: unsafe String(cString: sqlite3_errmsg(raw)))
  }

  func check(_ code: Int32) throws(SQLiteError) {
    guard code == SQLITE_OK else { throw lastError() }
  }

  func setBusyTimeout(milliseconds: Int32) {
    _ = unsafe sqlite3_busy_timeout(raw, milliseconds)
  }

  /// Whether no transaction is open.
  var isInAutocommit: Bool { unsafe sqlite3_get_autocommit(raw) != 0 }

  var lastInsertedRow: Int64 { unsafe sqlite3_last_insert_rowid(raw) }

  var changedRows: Int { Int(unsafe sqlite3_changes64(raw)) }

  /// Runs statements that take no parameters and whose rows nobody needs.
  func execute(_ sql: String) throws(SQLiteError) {
    try check(unsafe sqlite3_exec(raw, sql, nil, nil, nil))
  }
}
