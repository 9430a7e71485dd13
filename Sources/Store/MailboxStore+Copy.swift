package import FoundationEssentials
import JSON
import SQLite

// MARK: - Collections

extension MailboxStore {
  /// The calendars and folders of the local copy, in the order of the service; nil without a file.
  package func collections() throws(MailboxStoreError) -> [CopyCollection]? {
    try told { () throws(SQLiteError) in
      guard let database = try copy() else { return nil }
      return try database.rows(
        """
        SELECT kind, id, resource, window_start, window_end, delta_link, synced, mark
        FROM collections ORDER BY kind, place
        """
      ) { (row) throws(SQLiteError) in
        guard let kind = CopyKind(rawValue: row.text(0)),
          let resource = (try? JSON(parsing: row.text(2)))?.object
        else { throw SQLiteError(extendedCode: 11, message: "a collection cannot be read") }
        var collection = CopyCollection(kind: kind, id: row.text(1), resource: resource)
        if let start = row.doubleOrNull(3), let end = row.doubleOrNull(4), start <= end {
          collection.window =
            Date(timeIntervalSince1970: start)..<Date(timeIntervalSince1970: end)
        }
        collection.deltaLink = row.textOrNull(5)
        collection.synced = row.doubleOrNull(6).map(Date.init(timeIntervalSince1970:))
        collection.mark = row.textOrNull(7)
        return collection
      }
    }
  }

  /// Lets a calendar or folder that is copied be called and look otherwise.
  package func describe(_ collection: CopyCollection) throws(MailboxStoreError) {
    try told { () throws(SQLiteError) in
      _ = try writable().run(
        "UPDATE collections SET resource = ? WHERE kind = ? AND id = ?",
        JSON.object(collection.resource).text(.wire), collection.kind.rawValue, collection.id)
    }
  }

  /// Makes these the collections of a kind, in this order; what is in none of them goes with its own.
  ///
  /// - Returns: the collections that went.
  @discardableResult
  package func setCollections(
    _ kind: CopyKind, _ collections: [CopyCollection]
  ) throws(MailboxStoreError) -> [CopyCollection] {
    let before = try self.collections() ?? []
    let kept = Set(collections.map(\.id))
    let gone = before.filter { $0.kind == kind && !kept.contains($0.id) }
    try told { () throws(SQLiteError) in
      let database = try writable()
      try database.transaction { () throws(SQLiteError) in
        for collection in gone {
          try database.run(
            "DELETE FROM items WHERE collection = (SELECT number FROM collections "
              + "WHERE kind = ? AND id = ?)", kind.rawValue, collection.id)
          try database.run(
            "DELETE FROM collections WHERE kind = ? AND id = ?", kind.rawValue, collection.id)
        }
        if !gone.isEmpty { try PeopleLedger.removeUnseen(database) }
        for (place, collection) in collections.enumerated() {
          try database.run(
            """
            INSERT INTO collections (kind, id, place, resource) VALUES (?, ?, ?, ?)
            ON CONFLICT (kind, id) DO UPDATE SET place = excluded.place,
              resource = excluded.resource
            """, kind.rawValue, collection.id, place,
            JSON.object(collection.resource).text(.wire))
        }
      }
    }
    return gone
  }

  /// Takes the whole copy out of the file, which keeps the journal.
  package func forgetCopy() throws(MailboxStoreError) {
    try told { () throws(SQLiteError) in
      let database = try writable()
      itemChanges += 1
      try database.transaction { () throws(SQLiteError) in
        try database.execute(
          """
          DELETE FROM items; DELETE FROM collections; DELETE FROM people; DELETE FROM main.bookmark
          """)
        // The index keeps the words of what was deleted until it is made anew.
        try database.execute("INSERT INTO words (words) VALUES ('rebuild')")
      }
      // So that nothing of it is left in free pages or in the log.
      try database.execute("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")
    }
  }
}

// MARK: - Rounds

extension MailboxStore {
  /// What the copy has of series, by their ids.
  package func storedSeries(
    _ ids: Set<String>, in collection: CopyCollection
  ) throws(MailboxStoreError) -> [String: SeriesTally.Stored] {
    try told { () throws(SQLiteError) in
      guard let database = try copy(), let number = try number(of: collection, in: database) else {
        return [:]
      }
      var found: [String: SeriesTally.Stored] = [:]
      for id in ids {
        let members = try database.rows(
          "SELECT id FROM items WHERE collection = ? AND series = ?", number, id
        ) { (row) in row.text(0) }
        let master = try database.first(
          "SELECT 1 FROM items WHERE collection = ? AND id = ? AND type = 'seriesmaster'", number,
          id
        ) { (row) in row.int(0) }
        guard !members.isEmpty || master != nil else { continue }
        found[id] = SeriesTally.Stored(hasMaster: master != nil, members: Set(members))
      }
      return found
    }
  }

  /// The series that items of the copy belong to, by the items' ids; others are left out.
  package func series(
    ofItems ids: Set<String>, in collection: CopyCollection
  ) throws(MailboxStoreError) -> [String: String] {
    try told { () throws(SQLiteError) in
      guard let database = try copy(), let number = try number(of: collection, in: database) else {
        return [:]
      }
      var found: [String: String] = [:]
      for id in ids {
        found[id] =
          try database.first(
            "SELECT series FROM items WHERE collection = ? AND id = ?", number, id
          ) { (row) in row.textOrNull(0) } ?? nil
      }
      return found
    }
  }

  /// Keeps a complete round, all of it or nothing.
  ///
  /// - Parameters:
  ///   - collection: with the window and link that the round ends with.
  ///   - isFull: whether what did not come is gone.
  ///   - lost: ids that are gone besides those that the round told.
  ///   - time: when it was complete.
  /// - Returns: what is different now.
  /// - Throws: `MailboxStoreError` where it cannot be kept; then the copy is as it was.
  package func commit(
    _ collection: CopyCollection, isFull: Bool, lost: Set<String> = [], at time: Date
  ) throws(MailboxStoreError) -> CopyChanges {
    try told { () throws(SQLiteError) in
      let database = try writable()
      return try database.transaction { () throws(SQLiteError) in
        guard let number = try number(of: collection, in: database) else {
          throw SQLiteError(extendedCode: 1, message: "the collection has been taken out meanwhile")
        }
        let area = staging(of: collection)
        for id in lost { try area.forget(id, database) }
        var changes = try apply(area, collection.kind, number, isFull: isFull, in: database)
        for id in lost { changes += try remove(id, number, in: database) }
        changes += try removeUnstandable(number, in: database)
        if changes.changed + changes.deleted > 0 { try PeopleLedger.removeUnseen(database) }
        try database.run(
          """
          UPDATE collections SET window_start = ?, window_end = ?, delta_link = ?, synced = ?,
            mark = ? WHERE number = ?
          """, collection.window?.lowerBound.timeIntervalSince1970,
          collection.window?.upperBound.timeIntervalSince1970, collection.deltaLink,
          time.timeIntervalSince1970, collection.mark, number)
        return changes
      }
    }
  }

  private func apply(
    _ area: StagingArea, _ kind: CopyKind, _ number: Int, isFull: Bool, in database: Database
  ) throws(SQLiteError) -> CopyChanges {
    var changes = CopyChanges()
    var ledger = PeopleLedger()
    var keys = JSONKeys()
    if isFull {
      let gone = try database.rows(
        """
        SELECT id FROM items WHERE collection = ? AND NOT EXISTS
          (SELECT 1 FROM \(area.items) AS came WHERE came.id = items.id)
        """, number
      ) { (row) in row.text(0) }
      for id in gone { changes += try remove(id, number, in: database) }
    }
    let removed = try database.rows("SELECT id FROM \(area.items) WHERE is_gone") {
      (row) in row.text(0)
    }
    for id in removed { changes += try remove(id, number, in: database) }
    try database.forEachRow(
      """
      SELECT items.number, items.resource, whole.resource
      FROM \(area.items) AS came CROSS JOIN items ON collection = ? AND items.id = came.id
        CROSS JOIN \(area.resources) AS whole ON whole.number = came.number
      ORDER BY came.number
      """, number
    ) { (row) throws(SQLiteError) in
      let before = row.text(1)
      let text = row.text(2)
      guard before != text, var item = (try? JSON(parsing: text, keys: &keys))?.object else {
        return true
      }
      var whole = text
      if !isFull {
        let merged = item.merged(over: before)
        item = merged.object ?? item
        whole = merged.text(.wire)
      }
      guard whole != before else { return true }
      changes += try replace(
        row.int(0), with: ItemColumns(kind, item), whole, ledger: &ledger, in: database)
      return true
    }
    let new = try area.moveNew(to: number, in: database)
    itemChanges += new.all
    changes += CopyChanges(created: new.created)
    return changes
  }

  private func replace(
    _ number: Int, with columns: ItemColumns, _ text: String, ledger: inout PeopleLedger,
    in database: Database
  ) throws(SQLiteError) -> CopyChanges {
    itemChanges += 1
    try database.run(
      """
      UPDATE items SET type = ?, series = ?, change_key = ?, start = ?, finish = ?, first_day = ?,
        end_day = ?, title = ?, resource = ? WHERE number = ?
      """, columns.type, columns.series, columns.changeKey, columns.bounds?.start,
      columns.bounds?.finish, columns.firstDay, columns.endDay, columns.title, text, number)
    try database.run("DELETE FROM words WHERE rowid = ?", number)
    if let words = columns.words {
      try database.run(
        "INSERT INTO words (rowid, title, people, place, text) VALUES (?, ?, ?, ?, ?)", number,
        columns.title ?? "", words.people, words.place, words.text)
    }
    try ledger.note(columns, in: number, isNew: false, database)
    return columns.type == "seriesmaster" ? CopyChanges() : CopyChanges(changed: 1)
  }

  private func remove(
    _ id: String, _ collection: Int, in database: Database
  ) throws(SQLiteError) -> CopyChanges {
    itemChanges += 1
    let removed = try database.run(
      "DELETE FROM items WHERE collection = ? AND id = ? AND type IS NOT 'seriesmaster'",
      collection, id)
    try database.run("DELETE FROM items WHERE collection = ? AND id = ?", collection, id)
    return CopyChanges(deleted: removed)
  }

  /// Takes out what cannot be shown: occurrences without their series, and series that nothing is of.
  private func removeUnstandable(
    _ collection: Int, in database: Database
  ) throws(SQLiteError) -> CopyChanges {
    let orphans = try database.run(
      """
      DELETE FROM items WHERE collection = ?1 AND type = 'occurrence' AND series IS NOT NULL
        AND series NOT IN
        (SELECT id FROM items WHERE collection = ?1 AND type = 'seriesmaster')
      """, collection)
    itemChanges += orphans
    itemChanges += try database.run(
      """
      DELETE FROM items WHERE collection = ?1 AND type = 'seriesmaster' AND id NOT IN
        (SELECT series FROM items WHERE collection = ?1 AND series IS NOT NULL)
      """, collection)
    return CopyChanges(deleted: orphans)
  }

  func number(
    of collection: CopyCollection, in database: Database
  ) throws(SQLiteError) -> Int? {
    try database.first(
      "SELECT number FROM collections WHERE kind = ? AND id = ?", collection.kind.rawValue,
      collection.id
    ) { (row) in row.int(0) }
  }
}
