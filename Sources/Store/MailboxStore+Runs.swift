package import FoundationEssentials
import SQLite

/// The runs of `apply`: what each began, so that one that did not come to its end can go on.
extension MailboxStore {
  /// One create or deletion of a run.
  package struct Change: Sendable, Hashable {
    /// How far it has come.
    package enum State: Int, Sendable {
      case planned
      /// It was sent; whether it was done nobody here knows.
      case sent
      case done
    }

    /// What it is about, the same for the same line of a file.
    package var digest: String
    /// What the service knows it by.
    package var key: String
    package var state: State
    /// The item that was made.
    package var item: String?

    package init(digest: String, key: String, state: State = .planned, item: String? = nil) {
      self.digest = digest
      self.key = key
      self.state = state
      self.item = item
    }
  }

  /// A file of changes that was applied, whole or in part.
  package struct Run: Sendable, Hashable {
    package var number: Int
    package var time: Date
    /// Whether every line of the file was done.
    package var isComplete: Bool
    /// Whether it was the same file, and not another one at its path.
    package var isSameFile: Bool
    /// By their digests.
    package var changes: [String: Change]
  }

  /// Runs that are kept; older ones go.
  package static let runCapacity = 20

  /// The last run of a file with this content, or that lay at this path; nil for none.
  ///
  /// - Throws: `MailboxStoreError` where the file cannot be read.
  package func lastRun(file: String, path: String?) throws(MailboxStoreError) -> Run? {
    try told { () throws(SQLiteError) in
      guard let (database, version) = try readable(), version >= MailboxSchema.firstWithRuns else {
        return nil
      }
      var run = try database.first(
        "SELECT number, time, is_complete, file = ? FROM run WHERE file = ? OR path = ? "
          + "ORDER BY file = ? DESC, number DESC LIMIT 1", file, file, path, file
      ) { (row) in
        Run(
          number: row.int(0), time: Date(timeIntervalSince1970: row.double(1)),
          isComplete: row.bool(2), isSameFile: row.bool(3), changes: [:])
      }
      guard let number = run?.number else { return nil }
      let changes = try database.rows(
        "SELECT digest, key, state, item FROM run_change WHERE run = ?", number
      ) { (row) in
        Change(
          digest: row.text(0), key: row.text(1), state: Change.State(rawValue: row.int(2)) ?? .sent,
          item: row.textOrNull(3))
      }
      for change in changes { run?.changes[change.digest] = change }
      return run
    }
  }

  /// Writes down what a run is going to do, in place of an earlier one that it goes on with.
  ///
  /// - Throws: `MailboxStoreError` where it cannot be kept.
  package func beginRun(
    file: String, path: String?, _ changes: [Change], replacing earlier: Int?, at time: Date
  ) throws(MailboxStoreError) -> Int {
    try told { () throws(SQLiteError) in
      let database = try writable()
      return try database.transaction { () throws(SQLiteError) in
        if let earlier {
          try database.run("DELETE FROM run WHERE number = ?", earlier)
          try database.run("DELETE FROM run_change WHERE run = ?", earlier)
        }
        try database.run(
          "INSERT INTO run (time, file, path, is_complete) VALUES (?, ?, ?, 0)",
          time.timeIntervalSince1970, file, path)
        let number = database.lastInsertedRow
        for change in changes { try Self.write(change, of: number, to: database) }
        try database.run("DELETE FROM run WHERE number <= ?", number - Self.runCapacity)
        try database.run("DELETE FROM run_change WHERE run <= ?", number - Self.runCapacity)
        return number
      }
    }
  }

  /// Writes down how far these have come, all of them or none.
  ///
  /// - Throws: `MailboxStoreError` where it cannot be kept.
  package func note(_ changes: [Change], ofRun number: Int) throws(MailboxStoreError) {
    guard !changes.isEmpty else { return }
    try told { () throws(SQLiteError) in
      let database = try writable()
      try database.transaction { () throws(SQLiteError) in
        for change in changes { try Self.write(change, of: number, to: database) }
      }
    }
  }

  /// Says that every line of a run was done.
  package func completeRun(_ number: Int) {
    _ = try? writable().run("UPDATE run SET is_complete = 1 WHERE number = ?", number)
  }

  private static func write(
    _ change: Change, of run: Int, to database: Database
  ) throws(SQLiteError) {
    try database.run(
      "INSERT OR REPLACE INTO run_change (run, digest, key, state, item) VALUES (?, ?, ?, ?, ?)",
      run, change.digest, change.key, change.state.rawValue, change.item)
  }
}
