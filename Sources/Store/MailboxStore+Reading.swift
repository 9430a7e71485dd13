package import CalendarTime
package import FoundationEssentials
import GraphAPI
package import JSON
import SQLite

extension MailboxStore {
  /// The events of a calendar around a range, each as a view has it; the caller looks closer.
  ///
  /// All that touch the range are among them, and some beside it: all-day events are dates, which are
  /// somewhere else in every zone. What waits in the outbox is done.
  package func events(
    around range: Range<Date>, in calendar: CopyCollection, zones: ZoneDatabase
  ) throws(MailboxStoreError) -> [JSONObject] {
    try told { () throws(SQLiteError) in
      guard let database = try copy(), let number = try number(of: calendar, in: database) else {
        return []
      }
      var found: [JSONObject] = []
      var masters: [String: OccurrenceMapping] = [:]
      var keys = JSONKeys()
      try database.forEachRow(
        """
        SELECT type, series, resource FROM items INDEXED BY items_by_bounds
        WHERE collection = ?1 AND start BETWEEN ?2 - 259200 AND ?3 AND finish >= ?2
          AND finish - start <= 259200 AND type IS NOT 'seriesmaster'
        UNION ALL
        SELECT type, series, resource FROM items
        WHERE collection = ?1 AND finish >= ?2 AND start <= ?3 AND finish - start > 259200
          AND type IS NOT 'seriesmaster'
        """, number, range.lowerBound.timeIntervalSince1970,
        range.upperBound.timeIntervalSince1970
      ) { (row) throws(SQLiteError) in
        let item = try Self.resource(row.text(2), keys: &keys)
        guard row.text(0) == "occurrence", let series = row.textOrNull(1) else {
          found.append(item)
          return true
        }
        if masters[series] == nil {
          let master = try database.first(
            "SELECT resource FROM items WHERE collection = ? AND id = ?", number, series
          ) { (row) throws(SQLiteError) in try Self.resource(row.text(0)) }
          masters[series] = master.map { OccurrenceMapping(master: $0, zones: zones) }
        }
        if let master = masters[series] { found.append(master.event(item)) }
        return true
      }
      return try events(
        found, around: range, in: calendar, number, zones: zones, of: database)
    }
  }

  /// What is made of the contacts of a folder, one after the other, what waits in the outbox done; those
  /// of which nothing is made are left out.
  package func contacts<Item: Sendable>(
    in folder: CopyCollection, as made: @Sendable (JSONObject) -> Item?
  ) throws(MailboxStoreError) -> [Item] {
    try told { () throws(SQLiteError) in
      guard let database = try copy(), let number = try number(of: folder, in: database) else {
        return []
      }
      let pending = try PendingContacts(self.pending(.contactFolder), in: folder)
      var keys = JSONKeys()
      let found = try database.rows(
        "SELECT resource FROM items WHERE collection = ? ORDER BY number", number
      ) { (row) throws(SQLiteError) in
        pending.outcome(of: try Self.resource(row.text(0), keys: &keys)).flatMap(made)
      }
      return found.compactMap(\.self) + pending.new.compactMap(made)
    }
  }

  /// The ids of everything of a kind that can be shown, what is still to be made included.
  package func ids(_ kind: CopyKind) throws(MailboxStoreError) -> [String] {
    try told { () throws(SQLiteError) in
      let new = try pending(kind).filter { $0.action == .create && !$0.state.isStuck }.map(\.item)
      guard let database = try copy() else { return new }
      return try new
        + database.rows(
          """
          SELECT items.id FROM items JOIN collections ON collections.number = items.collection
          WHERE collections.kind = ? AND items.type IS NOT 'seriesmaster'
          """, kind.rawValue
        ) { (row) in row.text(0) }
    }
  }

  /// How many items a collection has, as a person counts.
  package func count(of collection: CopyCollection) throws(MailboxStoreError) -> Int {
    try told { () throws(SQLiteError) in
      guard let database = try copy(), let number = try number(of: collection, in: database) else {
        return 0
      }
      return try database.first(
        """
        SELECT (SELECT count(*) FROM items WHERE collection = ?1)
          - (SELECT count(*) FROM items WHERE collection = ?1 AND type = 'seriesmaster')
        """, number
      ) { (row) in row.int(0) } ?? 0
    }
  }

  /// The ids of the items in which every word stands, or a longer one that begins with it.
  ///
  /// Accents and letter case do not matter. Of series it is their own id, not those of occurrences.
  package func items(
    _ kind: CopyKind, matching words: String
  ) throws(MailboxStoreError) -> [String] {
    // Everything but letters and digits parts words; quotes keep what is left from being an operator.
    let query = words.split { !$0.isLetter && !$0.isNumber }.map { "\"\($0)\"*" }
      .joined(separator: " ")
    guard !query.isEmpty else { return [] }
    return try told { () throws(SQLiteError) in
      guard let database = try copy() else { return [] }
      return try database.rows(
        """
        SELECT items.id FROM words JOIN items ON items.number = words.rowid
          JOIN collections ON collections.number = items.collection
        WHERE words MATCH ? AND collections.kind = ? ORDER BY rank, items.number
        """, query, kind.rawValue
      ) { (row) in row.text(0) }
    }
  }

  static func resource(_ text: String) throws(SQLiteError) -> JSONObject {
    var keys = JSONKeys()
    return try resource(text, keys: &keys)
  }

  /// One of many, which have their keys in common.
  static func resource(_ text: String, keys: inout JSONKeys) throws(SQLiteError) -> JSONObject {
    guard let object = (try? JSON(parsing: text, keys: &keys))?.object else {
      throw SQLiteError(extendedCode: 11, message: "an item of the local copy cannot be read")
    }
    return object
  }
}
