import SQLite

/// What has come of rounds that are not complete yet.
extension MailboxStore {
  /// Empties what was put aside for a collection, before its round begins or begins anew.
  package func unstage(_ collection: CopyCollection) throws(MailboxStoreError) {
    try told { () throws(SQLiteError) in
      let database = try writable()
      var area = staging(of: collection)
      try area.empty(database)
      // A round writes all over the indexes of the file, so that more of it is worth keeping at hand.
      try database.execute("PRAGMA main.cache_size = -12000; PRAGMA temp.cache_size = -4000")
      stagings[CopyPlace(collection)] = area
    }
  }

  /// Puts aside what a page told; of two words for one item the later stands, and properties that the
  /// later leaves out stay.
  package func stage(
    _ entries: [DeltaPage.Entry], of collection: CopyCollection
  ) throws(MailboxStoreError) {
    try told { () throws(SQLiteError) in
      let database = try writable()
      var area = staging(of: collection)
      // Of the temporary tables alone: the lock on the file itself is never taken.
      try database.transaction(.deferred) { () throws(SQLiteError) in
        for entry in entries { try area.put(entry, database) }
      }
      stagings[CopyPlace(collection)] = area
    }
  }

  /// Where pages are put aside for a collection.
  func staging(of collection: CopyCollection) -> StagingArea {
    stagings[CopyPlace(collection)] ?? StagingArea(collection.kind, number: stagings.count)
  }
}

/// Which collection is meant, whatever state it is in.
struct CopyPlace: Hashable {
  var kind: CopyKind
  var id: String

  init(_ collection: CopyCollection) {
    kind = collection.kind
    id = collection.id
  }
}
