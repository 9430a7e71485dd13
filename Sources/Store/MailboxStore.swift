package import FoundationEssentials
package import JSON
import SQLite

/// What is kept of one mailbox on this machine: for now the journal that `undo` reads.
///
/// One file an account, readable by its owner only. The journal holds what an event was before it was
/// changed or deleted. Without the file nothing can be undone, and all else works.
package actor MailboxStore {
  /// A thing that was done, and what it takes to undo it.
  package struct Entry: Sendable, Hashable {
    package var number: Int
    package var time: Date
    /// Whether it surely was done; otherwise its answer was lost.
    package var isDone: Bool
    package var record: JSON
  }

  /// Entries that are kept; older ones go.
  package static let capacity = 50

  static let migrations = [
    """
    CREATE TABLE journal (number INTEGER PRIMARY KEY AUTOINCREMENT, time REAL NOT NULL,
      is_done INTEGER NOT NULL, record TEXT NOT NULL);
    """
  ]

  /// Where the file lies.
  package nonisolated let path: String
  private let prepare: @Sendable (String) -> Bool
  private var database: Database?

  /// - Parameters:
  ///   - path: of the file; it is made on first use.
  ///   - prepare: makes an empty private file (0600, in a 0700 folder) where there is none, and says
  ///     whether the file may be written.
  package init(path: String, prepare: @escaping @Sendable (String) -> Bool) {
    self.path = path
    self.prepare = prepare
  }

  private func open() throws(SQLiteError) -> Database {
    if let database { return database }
    guard prepare(path) else {
      throw SQLiteError(extendedCode: 14, message: "\(path) cannot be written")
    }
    let fresh = try Database(.file(path: path, .existing), busyTimeout: 2000)
    if try fresh.userVersion() < Self.migrations.count {
      try fresh.useWriteAheadLog()
      try fresh.migrate(Self.migrations)
    }
    guard try fresh.userVersion() == Self.migrations.count else {
      throw SQLiteError(extendedCode: 17, message: "\(path) was written by a newer graphcal")
    }
    database = fresh
    return fresh
  }
}

// MARK: - Journal

extension MailboxStore {
  /// Writes down what is about to be done, before it is.
  ///
  /// - Throws: `MailboxStoreError` where it cannot be kept.
  package func plan(_ record: JSON, at time: Date) throws(MailboxStoreError) -> Int {
    do {
      let database = try open()
      return try database.transaction { () throws(SQLiteError) in
        try database.run(
          "INSERT INTO journal (time, is_done, record) VALUES (?, 0, ?)",
          time.timeIntervalSince1970, record.text(.wire))
        let number = database.lastInsertedRow
        try database.run("DELETE FROM journal WHERE number <= ?", number - Self.capacity)
        return number
      }
    } catch {
      throw MailboxStoreError(message: error.message)
    }
  }

  /// Says that an entry was done.
  package func finish(_ number: Int) {
    _ = try? database?.run("UPDATE journal SET is_done = 1 WHERE number = ?", number)
  }

  /// Puts another record in the place of an entry's, done or not.
  package func update(_ number: Int, _ record: JSON) {
    _ = try? database?.run(
      "UPDATE journal SET record = ? WHERE number = ?", record.text(.wire), number)
  }

  /// Takes an entry out: it was never done, or has been undone.
  package func forget(_ number: Int) {
    _ = try? database?.run("DELETE FROM journal WHERE number = ?", number)
  }

  /// The last thing that was done, or that may have been; nil for nothing.
  ///
  /// - Throws: `MailboxStoreError` where the file cannot be read.
  package func last() throws(MailboxStoreError) -> Entry? {
    do {
      return try open().first(
        "SELECT number, time, is_done, record FROM journal ORDER BY number DESC LIMIT 1"
      ) { (row) in
        Entry(
          number: row.int(0), time: Date(timeIntervalSince1970: row.double(1)),
          isDone: row.bool(2), record: (try? JSON(parsing: row.text(3))) ?? .null)
      }
    } catch {
      throw MailboxStoreError(message: error.message)
    }
  }
}

/// Why the file of a mailbox cannot be used, in the words of the database.
package struct MailboxStoreError: Error, Sendable, Hashable {
  package var message: String
}
