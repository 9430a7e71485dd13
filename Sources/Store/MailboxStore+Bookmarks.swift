import FoundationEssentials
import SQLite

/// The rows of bookmarks: of those that stay in the file, and of those that end with this process in
/// temporary tables.
extension MailboxStore {
  /// Takes a bookmark out of the file, and says whether it was there.
  package func removeBookmark(_ name: String) throws(MailboxStoreError) -> Bool {
    try told { () throws(SQLiteError) in
      try writable().run("DELETE FROM main.bookmark WHERE name = ?", name) > 0
    }
  }

  /// A collection as a bookmark has it.
  struct Place {
    var number: Int
    var kind: CopyKind
    var id: String
    var name: String
    var window: Range<Date>?
    /// Whether it was not there whole when the bookmark was made.
    var isPending: Bool
  }

  /// Days after which a bookmark that nobody came back to goes.
  private static let lifetime = 90.0

  func prepare(_ bookmark: Bookmark, in database: Database) throws(SQLiteError) {
    guard bookmark.name == nil else { return }
    try database.execute(
      """
      CREATE TEMP TABLE IF NOT EXISTS bookmark (number INTEGER PRIMARY KEY, name TEXT UNIQUE,
        scope TEXT NOT NULL, used REAL NOT NULL);
      CREATE TEMP TABLE IF NOT EXISTS bookmark_collection (number INTEGER PRIMARY KEY,
        bookmark INTEGER NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL, name TEXT NOT NULL,
        window_start REAL, window_end REAL, UNIQUE (bookmark, kind, id));
      CREATE TEMP TABLE IF NOT EXISTS bookmark_item (number INTEGER PRIMARY KEY,
        collection INTEGER NOT NULL, id TEXT NOT NULL, resource TEXT NOT NULL,
        UNIQUE (collection, id));
      """)
  }

  /// The number of a bookmark, which is made where there is none; known is one of the same scope.
  func open(
    _ bookmark: Bookmark, at time: Date, in database: Database
  ) throws(SQLiteError) -> (number: Int, isKnown: Bool) {
    let table = "\(bookmark.schema).bookmark"
    let now = time.timeIntervalSince1970
    if bookmark.name != nil {
      try database.run(
        "DELETE FROM main.bookmark WHERE used < ? AND name <> ?", now - Self.lifetime * 86_400,
        bookmark.name ?? "")
    }
    let found = try database.first(
      "SELECT number, scope, used FROM \(table) WHERE name = ?", bookmark.name ?? ""
    ) { (row) in (number: row.int(0), scope: row.text(1), used: row.double(2)) }
    guard let found else {
      try database.run(
        "INSERT INTO \(table) (name, scope, used) VALUES (?, ?, ?)", bookmark.name ?? "",
        bookmark.scope, now)
      return (database.lastInsertedRow, false)
    }
    if found.scope != bookmark.scope || abs(now - found.used) > 3600 {
      try database.run(
        "UPDATE \(table) SET scope = ?, used = ? WHERE number = ?", bookmark.scope, now,
        found.number)
    }
    return (found.number, found.scope == bookmark.scope)
  }

  func marked(
    _ number: Int, _ bookmark: Bookmark, in database: Database
  ) throws(SQLiteError) -> [Place] {
    try database.rows(
      "SELECT number, kind, id, name, window_start, window_end "
        + "FROM \(bookmark.schema).bookmark_collection WHERE bookmark = ?", number
    ) { (row) throws(SQLiteError) in
      let start = row.doubleOrNull(4)
      let end = row.doubleOrNull(5)
      var window: Range<Date>?
      if let start, let end, start < end {
        window = Date(timeIntervalSince1970: start)..<Date(timeIntervalSince1970: end)
      }
      return Place(
        number: row.int(0), kind: CopyKind(rawValue: row.text(1)) ?? .calendar, id: row.text(2),
        name: row.text(3), window: window, isPending: start == 0 && end == 0)
    }
  }

  /// The row of a collection, with this name and window from now on.
  func place(
    of kind: CopyKind, _ id: String, _ name: String, _ window: Range<Date>?, _ number: Int,
    _ bookmark: Bookmark, isPending: Bool = false, in database: Database
  ) throws(SQLiteError) -> Int {
    try database.run(
      """
      INSERT INTO \(bookmark.schema).bookmark_collection
        (bookmark, kind, id, name, window_start, window_end) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (bookmark, kind, id) DO UPDATE SET name = excluded.name,
        window_start = excluded.window_start, window_end = excluded.window_end
      """, number, kind.rawValue, id, name,
      isPending ? 0 : window?.lowerBound.timeIntervalSince1970,
      isPending ? 0 : window?.upperBound.timeIntervalSince1970)
    let found = try database.first(
      "SELECT number FROM \(bookmark.schema).bookmark_collection "
        + "WHERE bookmark = ? AND kind = ? AND id = ?", number, kind.rawValue, id
    ) { (row) in row.int(0) }
    guard let found else { throw SQLiteError(extendedCode: 1, message: "a bookmark is gone") }
    return found
  }

  func forget(
    _ place: Int, _ bookmark: Bookmark, in database: Database
  ) throws(SQLiteError) {
    try database.run(
      "DELETE FROM \(bookmark.schema).bookmark_item WHERE collection = ?", place)
    try database.run(
      "DELETE FROM \(bookmark.schema).bookmark_collection WHERE number = ?", place)
  }

  /// Takes a collection in as it is, untold.
  func adopt(
    _ collection: CopyCollection, _ number: Int, _ bookmark: Bookmark, in database: Database
  ) throws(SQLiteError) {
    let isPending = collection.synced == nil
    let place = try place(
      of: collection.kind, collection.id, collection.name, collection.window, number, bookmark,
      isPending: isPending, in: database)
    guard !isPending, let copied = try self.number(of: collection, in: database) else { return }
    try database.run(
      "DELETE FROM \(bookmark.schema).bookmark_item WHERE collection = ?", place)
    try database.run(
      "INSERT INTO \(bookmark.schema).bookmark_item (collection, id, resource) "
        + "SELECT ?, id, resource FROM main.items WHERE collection = ?", place, copied)
  }
}
