import FoundationEssentials
import SQLite

/// What is kept of one mailbox on this machine: a copy of its calendars and contacts, the journal that
/// `undo` reads, and the runs of `apply`.
///
/// One file an account, readable by its owner only. Without the file nothing can be undone or read
/// without a network, and all else works.
package actor MailboxStore {
  enum Connection {
    case unopened
    /// `version` is the schema's; an old file that cannot be written keeps its own.
    case open(Database, isWritable: Bool, version: Int)
  }

  /// Where the file lies.
  package nonisolated let path: String
  private let prepare: @Sendable (String) -> Bool
  /// How long to wait for another process that writes, in milliseconds.
  private let patience: Int
  private var connection = Connection.unopened
  /// How often this process has changed items of the copy.
  var itemChanges = 0
  /// The state of the file in which there was nothing to tell the holders of bookmarks.
  var silences: [Bookmark: Silence] = [:]
  /// Where pages of rounds are put aside.
  var stagings: [CopyPlace: StagingArea] = [:]

  /// - Parameters:
  ///   - path: of the file; it is made when something is first written.
  ///   - prepare: makes an empty private file (0600, in a 0700 folder) where there is none, and says
  ///     whether the file may be written.
  ///   - patience: how long to wait for another process that writes, in milliseconds.
  package init(
    path: String, prepare: @escaping @Sendable (String) -> Bool, patience: Int = 5000
  ) {
    self.path = path
    self.prepare = prepare
    self.patience = patience
  }

  /// Lets go of the file, so that it can be replaced.
  package func close() {
    connection = .unopened
    silences = [:]
  }
}

// MARK: - Opening

extension MailboxStore {
  /// The file for writing; it is made where there is none.
  func writable() throws(SQLiteError) -> Database {
    if case .open(let database, isWritable: true, _) = connection { return database }
    guard prepare(path) else {
      throw SQLiteError(extendedCode: 14, message: "\(path) cannot be written")
    }
    return try openWritable()
  }

  private func openWritable() throws(SQLiteError) -> Database {
    let database = try Database(.file(path: path, .existing), busyTimeout: patience)
    let known = MailboxSchema.migrations.count
    let version = try database.userVersion()
    if version < known {
      // Of a new file alone; with twice the usual size a first round reads and writes half as often.
      if version == 0 { try database.execute("PRAGMA page_size = 8192") }
      try database.useWriteAheadLog()
      try database.migrate(MailboxSchema.migrations) { (before) throws(SQLiteError) in
        guard before < MailboxSchema.firstWithPeople else { return }
        try PeopleLedger.fill(database)
      }
    }
    guard version <= known else { throw .newerSchema(path) }
    try database.enforceForeignKeys()
    connection = .open(database, isWritable: true, version: known)
    return database
  }

  /// The file for reading, with the version of its schema; nil where there is none.
  ///
  /// On a disk that takes no writes, or has no room for what SQLite puts beside it, it is read as it is;
  /// but not without the log that a process which was killed has left there.
  func readable() throws(SQLiteError) -> (database: Database, version: Int)? {
    if case .open(let database, _, let version) = connection { return (database, version) }
    do throws(SQLiteError) {
      return (try openWritable(), MailboxSchema.migrations.count)
    } catch {
      guard [.cannotOpen, .readOnly, .full, .inputOutput].contains(error.kind) else { throw error }
    }
    var obstacle: SQLiteError?
    for access in [Database.Access.readOnly, .immutable] {
      if access == .immutable, hasLog { break }
      do throws(SQLiteError) {
        let database = try Database(.file(path: path, access), busyTimeout: 200)
        let version = try database.userVersion()
        guard version <= MailboxSchema.migrations.count else { throw .newerSchema(path) }
        connection = .open(database, isWritable: false, version: version)
        return (database, version)
      } catch {
        guard [.cannotOpen, .readOnly, .inputOutput].contains(error.kind) else { throw error }
        obstacle = error
      }
    }
    if let obstacle, hasLog || obstacle.kind == .inputOutput { throw obstacle }
    return nil
  }

  /// Whether there are changes that stand in the log beside the file only.
  private var hasLog: Bool {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path + "-wal")
    return (attributes?[.size] as? Int ?? 0) > 0
  }

  /// The file for reading where it holds a copy of the mailbox, or could.
  func copy() throws(SQLiteError) -> Database? {
    guard let (database, version) = try readable(), version >= MailboxSchema.firstWithCopy else {
      return nil
    }
    return database
  }

  /// Runs `body`, whose errors become those of this layer.
  func told<Value>(
    _ body: () throws(SQLiteError) -> Value
  ) throws(MailboxStoreError) -> Value {
    do { return try body() } catch { throw MailboxStoreError(error, path: path) }
  }
}
