import CSQLite

/// One connection to an SQLite database.
///
/// Belongs to one owner at a time: it is not `Sendable`, so an actor or the function that opened it
/// keeps it. Prepared statements are kept and used again by their text.
package final class Database {
  /// The version of the SQLite in use, such as `3.46.1`.
  package static var libraryVersion: String { unsafe String(cString: sqlite3_libversion()) }

  /// Where the data lies.
  package enum Location: Hashable, Sendable {
    /// Gone when the connection closes, seen by no other.
    case memory
    case file(path: String, Access)
  }

  /// What may be done with a file.
  package enum Access: Hashable, Sendable {
    /// Read and write; a missing file is made, with the mode bits of the process's mask. A caller who
    /// needs others makes an empty file first.
    case create
    /// Read and write; a missing file is `SQLiteError.Kind.cannotOpen`.
    case existing
    /// Reads only. In WAL mode SQLite may still need to write beside the file.
    case readOnly
    /// Reads only, without locks and without files beside it: for a folder that cannot be written.
    /// The caller warrants that nobody changes the file meanwhile.
    case immutable
  }

  private let connection: ConnectionHandle
  private var statements: [String: Statement] = [:]
  private var depth = 0

  /// Opens the database.
  ///
  /// SQLite looks into a file only at the first statement, so a file that is no database is told
  /// there and not here.
  ///
  /// - Parameters:
  ///   - location: memory or a file.
  ///   - busyTimeout: how long to wait for another connection's lock, in milliseconds.
  /// - Throws: `SQLiteError`, mostly of kind `cannotOpen`.
  package init(_ location: Location, busyTimeout: Int = 5000) throws(SQLiteError) {
    let (name, flags) = Self.opening(location)
    connection = try ConnectionHandle(name: name, flags: flags | SQLITE_OPEN_NOMUTEX)
    connection.setBusyTimeout(milliseconds: Int32(clamping: busyTimeout))
  }

  private static func opening(_ location: Location) -> (name: String, flags: Int32) {
    switch location {
    case .memory: return (":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
    case .file(let path, .create):
      return (plain(path), SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
    case .file(let path, .existing): return (plain(path), SQLITE_OPEN_READWRITE)
    case .file(let path, .readOnly): return (plain(path), SQLITE_OPEN_READONLY)
    case .file(let path, .immutable):
      return (address(path) + "?immutable=1", SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
    }
  }

  /// A relative path that starts like `:memory:` or `file:` still means a file.
  private static func plain(_ path: String) -> String { path.hasPrefix("/") ? path : "./" + path }

  /// The path as a `file:` address; SQLite decodes `%` pairs in it.
  private static func address(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes = Array("file:".utf8)
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "%"), UInt8(ascii: "?"), UInt8(ascii: "#"):
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

// MARK: - Statements

extension Database {
  /// Runs a text of any number of statements that take no parameters, such as a schema.
  package func execute(_ script: String) throws(SQLiteError) {
    try connection.execute(script)
  }

  /// Runs one statement and answers the number of rows inserted, changed or deleted.
  ///
  /// The text holds exactly one statement; `values` has one value for each parameter, in order.
  @discardableResult
  package func run(_ sql: String, _ values: (any SQLiteBindable)?...) throws(SQLiteError) -> Int {
    try run(sql, values: values)
  }

  /// Runs one statement with its values in an array.
  @discardableResult
  package func run(
    _ sql: String, values: [(any SQLiteBindable)?]
  ) throws(SQLiteError) -> Int {
    try withStatement(sql, values) { (_) throws(SQLiteError) in true }
    return connection.changedRows
  }

  /// The row id of the last insert on this connection; 0 before the first.
  package var lastInsertedRow: Int { Int(connection.lastInsertedRow) }

  /// Every row of a query, each made into a value.
  package func rows<Value>(
    _ sql: String, _ values: (any SQLiteBindable)?...,
    as transform: (borrowing Row) throws(SQLiteError) -> Value
  ) throws(SQLiteError) -> [Value] {
    try rows(sql, values: values, as: transform)
  }

  /// Every row of a query, with its values in an array.
  package func rows<Value>(
    _ sql: String, values: [(any SQLiteBindable)?],
    as transform: (borrowing Row) throws(SQLiteError) -> Value
  ) throws(SQLiteError) -> [Value] {
    var found: [Value] = []
    try withStatement(sql, values) { (row) throws(SQLiteError) in
      found.append(try transform(row))
      return true
    }
    return found
  }

  /// The first row of a query made into a value, or nil when there is none.
  package func first<Value>(
    _ sql: String, _ values: (any SQLiteBindable)?...,
    as transform: (borrowing Row) throws(SQLiteError) -> Value
  ) throws(SQLiteError) -> Value? {
    var found: Value?
    try withStatement(sql, values) { (row) throws(SQLiteError) in
      found = try transform(row)
      return false
    }
    return found
  }

  /// Hands the rows of a query to `body` one by one until it answers false.
  package func forEachRow(
    _ sql: String, _ values: (any SQLiteBindable)?...,
    body: (borrowing Row) throws(SQLiteError) -> Bool
  ) throws(SQLiteError) {
    try withStatement(sql, values, body: body)
  }

  private func withStatement(
    _ sql: String, _ values: [(any SQLiteBindable)?],
    body: (borrowing Row) throws(SQLiteError) -> Bool
  ) throws(SQLiteError) {
    let statement = try prepared(sql)
    statement.isRunning = true
    defer {
      statement.handle.reset()
      statement.isRunning = false
    }
    guard values.count == statement.handle.parameterCount else {
      throw .mismatch(
        "\(statement.handle.parameterCount) parameters, \(values.count) values: \(sql)")
    }
    for (index, value) in values.enumerated() {
      try connection.check(statement.handle.bind(value?.sqliteValue ?? .null, at: index + 1))
    }
    while true {
      switch statement.handle.step() {
      case SQLITE_ROW:
        guard try body(Row(of: statement)) else { return }
      case SQLITE_DONE: return
      default: throw connection.lastError()
      }
    }
  }

  private func prepared(_ sql: String) throws(SQLiteError) -> Statement {
    if let kept = statements[sql], !kept.isRunning { return kept }
    let fresh = try Statement(sql, on: connection)
    if statements[sql] == nil {
      // Texts are few and constant; a caller that builds them must not fill the memory.
      if statements.count >= 256 { statements = statements.filter(\.value.isRunning) }
      statements[sql] = fresh
    }
    return fresh
  }
}

// MARK: - Transactions

extension Database {
  /// When a transaction takes its lock.
  package enum Lock: String, Sendable {
    /// At the first statement that needs one; a later write may find the database busy.
    case deferred = "DEFERRED"
    /// At once, for writing; readers go on.
    case immediate = "IMMEDIATE"
  }

  /// Runs `body` in one transaction: kept when it returns, rolled back when it throws.
  ///
  /// Inside another transaction it is a savepoint of that one, so that only its own part is undone.
  @discardableResult
  package func transaction<Value>(
    _ lock: Lock = .immediate, _ body: () throws(SQLiteError) -> Value
  ) throws(SQLiteError) -> Value {
    try transaction(lock, failure: { $0 }, body)
  }

  /// The same for a body with errors of its own.
  ///
  /// `failure` says what an error of the transaction itself becomes.
  @discardableResult
  package func transaction<Value, Failure: Error>(
    _ lock: Lock = .immediate, failure: (SQLiteError) -> Failure,
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let name = "level\(depth)"
    let isOutermost = depth == 0
    do {
      try execute(isOutermost ? "BEGIN \(lock.rawValue)" : "SAVEPOINT \(name)")
    } catch { throw failure(error) }
    depth += 1
    defer { depth -= 1 }
    let value: Value
    do {
      value = try body()
    } catch {
      rollBack(isOutermost: isOutermost, name: name)
      throw error
    }
    do {
      try execute(isOutermost ? "COMMIT" : "RELEASE \(name)")
    } catch {
      rollBack(isOutermost: isOutermost, name: name)
      throw failure(error)
    }
    return value
  }

  /// Some errors (a full disk, for one) have rolled back already, and then there is nothing to do.
  private func rollBack(isOutermost: Bool, name: String) {
    guard !connection.isInAutocommit else { return }
    try? execute(isOutermost ? "ROLLBACK" : "ROLLBACK TO \(name); RELEASE \(name)")
  }
}

// MARK: - Settings and schema

extension Database {
  /// Turns on write-ahead logging, so that readers and the writer do not wait for each other.
  ///
  /// - Returns: whether it is on; a database in memory has none.
  @discardableResult
  package func useWriteAheadLog() throws(SQLiteError) -> Bool {
    let mode = try first("PRAGMA journal_mode = WAL") { (row) in row.text(0) }
    return mode == "wal"
  }

  /// Makes the schema's foreign keys count; SQLite ignores them otherwise.
  package func enforceForeignKeys() throws(SQLiteError) {
    try execute("PRAGMA foreign_keys = ON")
  }

  /// The number of migrations this database has seen; 0 for a new one.
  package func userVersion() throws(SQLiteError) -> Int {
    try first("PRAGMA user_version") { (row) in row.int(0) } ?? 0
  }

  /// Brings the schema up to date, all missing steps in one transaction.
  ///
  /// A second process that comes at the same time waits and then finds nothing to do.
  ///
  /// - Parameters:
  ///   - migrations: SQL scripts, oldest first; a released one never changes again.
  ///   - finish: what no script can do, in the same transaction after the last step; it is told the
  ///     version there was before.
  /// - Throws: `SQLiteError` of kind `other` when the database is newer than the list.
  package func migrate(
    _ migrations: [String], then finish: (_ before: Int) throws(SQLiteError) -> Void = { _ in }
  ) throws(SQLiteError) {
    guard try userVersion() != migrations.count else { return }
    try transaction { () throws(SQLiteError) in
      let version = try userVersion()
      guard version <= migrations.count else {
        throw SQLiteError(
          extendedCode: Int(SQLITE_SCHEMA),
          message: "the database has schema \(version), this program knows \(migrations.count)")
      }
      guard version < migrations.count else { return }
      for script in migrations[version...] { try execute(script) }
      try finish(version)
      try execute("PRAGMA user_version = \(migrations.count)")
    }
  }
}
