import JSON
import SQLite

/// What has come of rounds that are not complete yet.
///
/// It lies in temporary tables of this process, so that memory stays small, nobody waits for a lock
/// while pages are on their way, and an end at any moment leaves nothing of it.
extension MailboxStore {
  /// Empties what was put aside for a collection, before its round begins or begins anew.
  package func unstage(_ collection: CopyCollection) throws(MailboxStoreError) {
    try told { () throws(SQLiteError) in
      let table = staging(of: collection)
      // A round writes all over the indexes of the file, so that more of it is worth keeping at hand.
      try writable().execute(
        """
        DROP TABLE IF EXISTS temp.\(table);
        CREATE TEMP TABLE \(table) (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,
          resource TEXT);
        PRAGMA main.cache_size = -12000;
        """)
    }
  }

  /// Puts aside what a page told; of two words for one item the later stands, and properties that the
  /// later leaves out stay.
  package func stage(
    _ entries: [DeltaPage.Entry], of collection: CopyCollection
  ) throws(MailboxStoreError) {
    try told { () throws(SQLiteError) in
      let database = try writable()
      let table = staging(of: collection)
      // Of the temporary table alone: the lock on the file itself is never taken.
      try database.transaction(.deferred) { () throws(SQLiteError) in
        for entry in entries {
          switch entry {
          case .removed(let id):
            try database.run(
              """
              INSERT INTO \(table) (id, resource) VALUES (?, NULL)
              ON CONFLICT (id) DO UPDATE SET resource = NULL
              """, id)
          case .item(let id, let object): try stage(object, id, in: table, of: database)
          }
        }
      }
    }
  }

  private func stage(
    _ object: JSONObject, _ id: String, in table: String, of database: Database
  ) throws(SQLiteError) {
    let isNew = try database.run(
      "INSERT OR IGNORE INTO \(table) (id, resource) VALUES (?, ?)", id,
      JSON.object(object).text(.wire))
    guard isNew == 0 else { return }
    let before =
      try database.first("SELECT resource FROM \(table) WHERE id = ?", id) { (row) in
        row.textOrNull(0)
      } ?? nil
    try database.run(
      "UPDATE \(table) SET resource = ? WHERE id = ?", object.merged(over: before).text(.wire), id)
  }

  /// The temporary table for what is put aside for a collection.
  func staging(of collection: CopyCollection) -> String {
    let key = [collection.kind.rawValue, collection.id]
    let number = stagings[key] ?? stagings.count
    stagings[key] = number
    return "staged_\(number)"
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
