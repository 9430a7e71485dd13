package import FoundationEssentials
package import JSON
import SQLite

extension MailboxStore {
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

  /// Writes down what is about to be done, before it is.
  ///
  /// - Throws: `MailboxStoreError` where it cannot be kept.
  package func plan(_ record: JSON, at time: Date) throws(MailboxStoreError) -> Int {
    try told { () throws(SQLiteError) in
      let database = try writable()
      return try database.transaction { () throws(SQLiteError) in
        try database.run(
          "INSERT INTO journal (time, is_done, record) VALUES (?, 0, ?)",
          time.timeIntervalSince1970, record.text(.wire))
        let number = database.lastInsertedRow
        try database.run("DELETE FROM journal WHERE number <= ?", number - Self.capacity)
        return number
      }
    }
  }

  /// Says that an entry was done.
  package func finish(_ number: Int) {
    _ = try? writable().run("UPDATE journal SET is_done = 1 WHERE number = ?", number)
  }

  /// Puts another record in the place of an entry's, done or not.
  package func update(_ number: Int, _ record: JSON) {
    _ = try? writable().run(
      "UPDATE journal SET record = ? WHERE number = ?", record.text(.wire), number)
  }

  /// Takes an entry out: it was never done, or has been undone.
  package func forget(_ number: Int) {
    _ = try? writable().run("DELETE FROM journal WHERE number = ?", number)
  }

  /// Lets the entries speak of an item by the id that it has now.
  package func rename(_ old: String, _ new: String) {
    let (old, new) = (JSON.string(old).text(.wire), JSON.string(new).text(.wire))
    _ = try? writable().run("UPDATE journal SET record = replace(record, ?, ?)", old, new)
  }

  /// The last thing that was done, or that may have been; nil for nothing.
  ///
  /// - Throws: `MailboxStoreError` where the file cannot be read.
  package func last() throws(MailboxStoreError) -> Entry? { try entries(limit: 1).first }

  /// Everything that is kept, the last first.
  private func entries(limit: Int) throws(MailboxStoreError) -> [Entry] {
    try told { () throws(SQLiteError) in
      guard let (database, version) = try readable(), version > 0 else { return [] }
      return try database.rows(
        "SELECT number, time, is_done, record FROM journal ORDER BY number DESC LIMIT ?", limit
      ) { (row) in
        Entry(
          number: row.int(0), time: Date(timeIntervalSince1970: row.double(1)),
          isDone: row.bool(2), record: (try? JSON(parsing: row.text(3))) ?? .null)
      }
    }
  }

  /// What can be read of the journal in a file that is damaged; the last first.
  package func rescuedEntries() -> [Entry] { (try? entries(limit: Self.capacity)) ?? [] }

  /// Puts entries of another file into this one, in their order.
  package func restore(_ entries: [Entry]) throws(MailboxStoreError) {
    try told { () throws(SQLiteError) in
      let database = try writable()
      try database.transaction { () throws(SQLiteError) in
        for entry in entries {
          try database.run(
            "INSERT OR REPLACE INTO journal VALUES (?, ?, ?, ?)", entry.number,
            entry.time.timeIntervalSince1970, entry.isDone, entry.record.text(.wire))
        }
      }
    }
  }
}
