import JSON
import SQLite

/// What has come of rounds that are not complete yet.
///
/// It lies in a temporary table of this process, so that memory stays small, nobody waits for a lock
/// while pages are on their way, and an end at any moment leaves nothing of it.
extension MailboxStore {
  /// Empties what was put aside for a collection, before its round begins or begins anew.
  package func unstage(_ collection: CopyCollection) throws(MailboxStoreError) {
    try told { () throws(SQLiteError) in
      let database = try writable()
      try database.execute(
        """
        CREATE TEMP TABLE IF NOT EXISTS staged (kind TEXT NOT NULL, collection TEXT NOT NULL,
          id TEXT NOT NULL, resource TEXT, PRIMARY KEY (kind, collection, id)) WITHOUT ROWID
        """)
      try database.run(
        "DELETE FROM staged WHERE kind = ? AND collection = ?", collection.kind.rawValue,
        collection.id)
    }
  }

  /// Puts aside what a page told; of two words for one item the later stands, and properties that the
  /// later leaves out stay.
  package func stage(
    _ entries: [DeltaPage.Entry], of collection: CopyCollection
  ) throws(MailboxStoreError) {
    try told { () throws(SQLiteError) in
      let database = try writable()
      // Of the temporary table alone: the lock on the file itself is never taken.
      try database.transaction(.deferred) { () throws(SQLiteError) in
        for entry in entries {
          switch entry {
          case .removed(let id): try put(nil, id, collection, in: database)
          case .item(let id, let object):
            let before =
              try database.first(
                "SELECT resource FROM staged WHERE kind = ? AND collection = ? AND id = ?",
                collection.kind.rawValue, collection.id, id
              ) { (row) in row.textOrNull(0) } ?? nil
            try put(object.merged(over: before).text(.wire), id, collection, in: database)
          }
        }
      }
    }
  }

  private func put(
    _ resource: String?, _ id: String, _ collection: CopyCollection, in database: Database
  ) throws(SQLiteError) {
    try database.run(
      "INSERT OR REPLACE INTO staged VALUES (?, ?, ?, ?)", collection.kind.rawValue,
      collection.id, id, resource)
  }

  /// How many items were put aside for a collection.
  package func stagedCount(_ collection: CopyCollection) throws(MailboxStoreError) -> Int {
    try told { () throws(SQLiteError) in
      try writable().first(
        "SELECT count(*) FROM staged WHERE kind = ? AND collection = ?", collection.kind.rawValue,
        collection.id
      ) { (row) in row.int(0) } ?? 0
    }
  }
}

extension JSONObject {
  /// This item with what an earlier form of it had besides; an item of another type is another thing,
  /// and an occurrence is nothing but what it was told to be.
  ///
  /// Source: Microsoft Graph, "Use delta query": an item comes with at least the changed properties.
  func merged(over earlier: String?) -> JSON {
    guard let earlier, var whole = (try? JSON(parsing: earlier))?.object else {
      return .object(self)
    }
    let type = ItemColumns.type(of: self)
    if ItemColumns.isStub(self) { return .object(self) }
    if type != nil, type != ItemColumns.type(of: whole) { return .object(self) }
    for (name, value) in members { whole[name] = value }
    return .object(whole)
  }
}
