import SQLite

extension StateStore {
  /// What a close look at the file has found.
  package enum Health: Sendable, Equatable {
    /// This run keeps nothing.
    case unused
    case missing(path: String)
    case sound(path: String)
    /// Written by a newer graphcal.
    case newer(path: String)
    /// No database, or one whose pages contradict each other.
    case damaged(path: String, reason: String)
    /// It cannot be looked at, for lack of rights or because others are busy with it.
    case closed(path: String, reason: String)
  }

  /// The version of the database engine in use.
  package static var engineVersion: String { Database.libraryVersion }

  /// Looks at every page of the file without changing it; `exists` says whether one is there.
  ///
  /// To be called before anything else: what was found damaged is not used by this run, which would
  /// otherwise put a new file in its place.
  package func examine(exists: @Sendable (String) -> Bool) -> Health {
    guard let path else { return .unused }
    guard exists(path) else { return .missing(path: path) }
    let health: Health
    do {
      health = try Self.health(of: path)
    } catch {
      health =
        error.kind == .corrupt
        ? .damaged(path: path, reason: error.message) : .closed(path: path, reason: error.message)
    }
    if case .damaged = health { connection = .absent }
    return health
  }

  private static func health(of path: String) throws(SQLiteError) -> Health {
    let database: Database
    let version: Int
    do throws(SQLiteError) {
      database = try Database(.file(path: path, .readOnly), busyTimeout: 200)
      version = try database.userVersion()
    } catch {
      // In a folder that cannot be written even a reader of a log needs another way in.
      guard error.kind == .cannotOpen || error.kind == .readOnly else { throw error }
      return try health(of: path, in: Database(.file(path: path, .immutable)))
    }
    guard version <= migrations.count else { return .newer(path: path) }
    return try health(of: path, in: database)
  }

  private static func health(
    of path: String, in database: Database
  ) throws(SQLiteError) -> Health {
    guard try database.userVersion() <= migrations.count else { return .newer(path: path) }
    let verdict = try database.first("PRAGMA quick_check(1)") { (row) in row.text(0) }
    guard let verdict, verdict != "ok" else { return .sound(path: path) }
    return .damaged(path: path, reason: verdict)
  }
}
