import CSQLite

/// One prepared statement; its single owner finalizes it.
@safe struct StatementHandle: ~Copyable {
  private let raw: OpaquePointer

  /// - Throws: also when `sql` holds no statement, or more than one.
  init(_ sql: String, on connection: borrowing ConnectionHandle) throws(SQLiteError) {
    unsafe raw = try unsafe Self.prepare(sql, on: connection)
  }

  private static func prepare(
    _ sql: String, on connection: borrowing ConnectionHandle
  ) throws(SQLiteError) -> OpaquePointer {
    var prepared: OpaquePointer?
    var unread = 0
    let code = unsafe sql.utf8CString.withUnsafeBufferPointer { text in
      guard let start = text.baseAddress else { return SQLITE_NOMEM }
      var tail: UnsafePointer<CChar>?
      let code = unsafe sqlite3_prepare_v3(
        connection.raw, start, Int32(text.count), UInt32(SQLITE_PREPARE_PERSISTENT), &prepared,
        &tail)
      if let tail = unsafe tail { unread = unsafe text.count - 1 - (tail - start) }
      return code
    }
    try connection.check(code)
    guard let statement = unsafe prepared else {
      throw SQLiteError(extendedCode: Int(SQLITE_MISUSE), message: "no statement in the text")
    }
    guard sql.utf8.suffix(unread).allSatisfy({ " \n\t\r;".utf8.contains($0) }) else {
      _ = unsafe sqlite3_finalize(statement)
      throw SQLiteError(
        extendedCode: Int(SQLITE_MISUSE), message: "more than one statement in the text")
    }
    return unsafe statement
  }

  deinit { unsafe sqlite3_finalize(raw) }

  var parameterCount: Int { Int(unsafe sqlite3_bind_parameter_count(raw)) }
  var columnCount: Int { Int(unsafe sqlite3_column_count(raw)) }

  /// Binds the parameter at `index`, counted from 1.
  func bind(_ value: SQLiteValue, at index: Int) -> Int32 {
    let index = Int32(index)
    switch value {
    case .null: return unsafe sqlite3_bind_null(raw, index)
    case .integer(let value): return unsafe sqlite3_bind_int64(raw, index, value)
    case .real(let value): return unsafe sqlite3_bind_double(raw, index, value)
    case .text(var value):
      return value.withUTF8 { text in
        // An empty buffer has no address, which SQLite would take for null.
        guard let start = text.baseAddress else {
          return unsafe graphcal_bind_text(raw, index, "", 0)
        }
        return unsafe start.withMemoryRebound(to: CChar.self, capacity: text.count) {
          unsafe graphcal_bind_text(raw, index, $0, sqlite3_uint64(text.count))
        }
      }
    case .blob(let bytes):
      return unsafe bytes.withUnsafeBytes { buffer in
        guard let start = buffer.baseAddress, unsafe !buffer.isEmpty else {
          return unsafe sqlite3_bind_zeroblob(raw, index, 0)
        }
        return unsafe graphcal_bind_blob(raw, index, start, sqlite3_uint64(buffer.count))
      }
    }
  }

  /// Moves to the next row: `SQLITE_ROW`, `SQLITE_DONE` or an error.
  func step() -> Int32 { unsafe sqlite3_step(raw) }

  /// Ends the run and lets go of the bound values, so that the statement can be used again.
  func reset() {
    _ = unsafe sqlite3_reset(raw)
    _ = unsafe sqlite3_clear_bindings(raw)
  }

  func name(ofColumn index: Int) -> String {
    guard let name = unsafe sqlite3_column_name(raw, Int32(index)) else { return "" }
    return unsafe String(cString: name)
  }

  /// One of `SQLITE_INTEGER`, `SQLITE_FLOAT`, `SQLITE_TEXT`, `SQLITE_BLOB`, `SQLITE_NULL`.
  func type(ofColumn index: Int) -> Int32 { unsafe sqlite3_column_type(raw, Int32(index)) }

  func integer(_ index: Int) -> Int64 { unsafe sqlite3_column_int64(raw, Int32(index)) }

  func real(_ index: Int) -> Double { unsafe sqlite3_column_double(raw, Int32(index)) }

  func text(_ index: Int) -> String {
    guard let start = unsafe sqlite3_column_text(raw, Int32(index)) else { return "" }
    let count = Int(unsafe sqlite3_column_bytes(raw, Int32(index)))
    let bytes = unsafe UnsafeBufferPointer(start: start, count: count)
    return unsafe String(decoding: bytes, as: UTF8.self)
  }

  func text(_ index: Int, contains bytes: [UInt8]) -> Bool {
    unsafe bytes.withUnsafeBytes {
      unsafe graphcal_column_contains(raw, Int32(index), $0.baseAddress, $0.count)
    }
  }

  func blob(_ index: Int) -> [UInt8] {
    guard let start = unsafe sqlite3_column_blob(raw, Int32(index)) else { return [] }
    let count = Int(unsafe sqlite3_column_bytes(raw, Int32(index)))
    return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
  }
}
