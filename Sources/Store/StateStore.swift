package import FoundationEssentials
package import JSON
import SQLite

/// What graphcal remembers between runs besides tokens: facts of mailboxes, short ids, row numbers.
///
/// Everything in it can be asked for again. So nothing here throws: without the file, or with one
/// that cannot be read or written, every answer is "not known" and the program makes more requests.
package actor StateStore {
  /// The kind of item an id belongs to, since commands take ids of one kind only.
  package enum ItemKind: String, Sendable { case event, contact, calendar, contactFolder }

  /// An item that was listed on this machine.
  package struct KnownItem: Sendable, Hashable {
    package var id: String
    package var kind: ItemKind
    /// The `home_account_id` of the account it was listed for.
    package var account: String
    /// The address of the mailbox that it is in; empty for the account's own.
    package var mailbox: String

    package init(id: String, kind: ItemKind, account: String, mailbox: String = "") {
      self.id = id
      self.kind = kind
      self.account = account
      self.mailbox = mailbox
    }
  }

  /// How many items at once are worth a look at all that are known instead of one for each.
  private static let manyItems = 500

  static let migrations = [
    """
    CREATE TABLE facts (account TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL,
      stored REAL NOT NULL, PRIMARY KEY (account, name)) WITHOUT ROWID;
    CREATE TABLE items (short TEXT NOT NULL, id TEXT NOT NULL, kind TEXT NOT NULL,
      account TEXT NOT NULL, PRIMARY KEY (short, id)) WITHOUT ROWID;
    CREATE TABLE rows (terminal TEXT NOT NULL, row INTEGER NOT NULL, id TEXT NOT NULL,
      kind TEXT NOT NULL, account TEXT NOT NULL, stored REAL NOT NULL,
      PRIMARY KEY (terminal, kind, row)) WITHOUT ROWID;
    CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    """,
    """
    ALTER TABLE items ADD COLUMN mailbox TEXT NOT NULL DEFAULT '';
    ALTER TABLE rows ADD COLUMN mailbox TEXT NOT NULL DEFAULT '';
    """,
  ]

  enum Connection {
    case unopened
    case open(Database, writable: Bool)
    case absent
  }

  let path: String?
  private let prepare: @Sendable (String) -> Bool
  private let replaceDamaged: @Sendable (String) -> Bool
  var connection = Connection.unopened

  /// - Parameters:
  ///   - path: nil keeps nothing, for runs that must leave no trace.
  ///   - prepare: makes an empty private file (0600, in a 0700 folder) where there is none, and says
  ///     whether the file may be written.
  ///   - replaceDamaged: keeps a file that is no database under another name, makes an empty one in
  ///     its place, and says whether it did.
  package init(
    path: String?, prepare: @escaping @Sendable (String) -> Bool,
    replaceDamaged: @escaping @Sendable (String) -> Bool = { _ in false }
  ) {
    self.path = path
    self.prepare = prepare
    self.replaceDamaged = replaceDamaged
  }

  private func database(writing: Bool = false) -> Database? {
    if case .unopened = connection { connection = open() }
    guard case .open(let database, let writable) = connection, writable || !writing else {
      return nil
    }
    return database
  }

  private func open() -> Connection {
    guard let path else { return .absent }
    if prepare(path) {
      do {
        return .open(try Self.writable(path), writable: true)
      } catch  where error.kind == .corrupt && replaceDamaged(path) {
        if let database = try? Self.writable(path) { return .open(database, writable: true) }
      } catch {
        // A newer or locked file: try to read it, else do without.
      }
    }
    for access in [Database.Access.readOnly, .immutable] {
      if let database = try? Database(.file(path: path, access), busyTimeout: 200),
        (try? database.userVersion()) == Self.migrations.count
      {
        return .open(database, writable: false)
      }
    }
    return .absent
  }

  private static func writable(_ path: String) throws(SQLiteError) -> Database {
    let database = try Database(.file(path: path, .existing), busyTimeout: 2000)
    if try database.userVersion() < migrations.count {
      try database.useWriteAheadLog()
      try database.migrate(migrations)
    }
    try database.execute("PRAGMA synchronous = NORMAL")
    return database
  }
}

// MARK: - Facts of a mailbox

extension StateStore {
  /// A remembered answer of the service and when it was stored.
  package func fact(
    _ name: String, account: String
  ) -> (value: JSON, stored: Date)? {
    let row = try? database()?.first(
      "SELECT value, stored FROM facts WHERE account = ? AND name = ?", account, name,
      as: { (row) in (row.text(0), row.double(1)) })
    guard let row, let value = try? JSON(parsing: row.0) else { return nil }
    return (value, Date(timeIntervalSince1970: row.1))
  }

  package func remember(_ name: String, _ value: JSON, account: String, at time: Date) {
    _ = try? database(writing: true)?.run(
      "INSERT OR REPLACE INTO facts VALUES (?, ?, ?, ?)", account, name, value.text(.wire),
      time.timeIntervalSince1970)
  }

  /// Forgets everything that belongs to `account`, as a sign-out does.
  package func forget(account: String) {
    guard let database = database(writing: true) else { return }
    for table in ["facts", "items", "rows"] {
      _ = try? database.run("DELETE FROM \(table) WHERE account = ?", account)
    }
    if setting("defaultAccount") == account { set("defaultAccount", nil) }
  }
}

// MARK: - Settings that commands make

extension StateStore {
  package func setting(_ name: String) -> String? {
    (try? database()?.first(
      "SELECT value FROM settings WHERE name = ?", name, as: { (row) in row.text(0) })) ?? nil
  }

  /// Stores a setting; nil removes it.
  ///
  /// - Returns: whether it was stored.
  @discardableResult
  package func set(_ name: String, _ value: String?) -> Bool {
    guard let database = database(writing: true) else { return false }
    do {
      if let value {
        try database.run("INSERT OR REPLACE INTO settings VALUES (?, ?)", name, value)
      } else {
        try database.run("DELETE FROM settings WHERE name = ?", name)
      }
      return true
    } catch {
      return false
    }
  }
}

// MARK: - Short ids and row numbers

extension StateStore {
  /// Remembers listed items and gives the shortest unique prefix of each one's short id.
  package func remember(_ items: [KnownItem]) -> [String] {
    let ids = items.map(\.id)
    guard let database = database() else { return ShortID.prefixes(of: ids) }
    let shorts = ids.map(ShortID.of)
    let known = neighbours(of: shorts, in: database)
    let new = zip(shorts, items).filter { !known.contains($0.0) }
    if !new.isEmpty, let database = self.database(writing: true) {
      try? database.transaction { () throws(SQLiteError) in
        for (short, item) in new {
          try database.run(
            "INSERT OR IGNORE INTO items VALUES (?, ?, ?, ?, ?)", short, item.id,
            item.kind.rawValue, item.account, item.mailbox)
        }
      }
    }
    return ShortID.prefixes(of: ids, known: known)
  }

  /// The short ids that are known and begin as one of these does.
  private func neighbours(of shorts: [String], in database: Database) -> Set<String> {
    // A long list is looked for in everything at once.
    guard shorts.count <= Self.manyItems else {
      let all = try? database.rows("SELECT short FROM items", as: { (row) in row.text(0) })
      return Set(all ?? [])
    }
    var known: Set<String> = []
    // One state of the file, and one lock, for all of them.
    try? database.transaction(.deferred) { () throws(SQLiteError) in
      for short in shorts {
        let head = String(short.prefix(ShortID.shortest))
        known.formUnion(
          try database.rows(
            "SELECT short FROM items WHERE short >= ? AND short < ?", head, head + "~",
            as: { (row) in row.text(0) }))
      }
    }
    return known
  }

  /// Lets the short id of an item that is gone name the one that took its place; row numbers too.
  package func replace(_ old: String, with new: KnownItem) {
    guard let database = database(writing: true) else { return }
    try? database.transaction { () throws(SQLiteError) in
      // What is already known under another id by that name follows it.
      try database.run("UPDATE OR REPLACE items SET id = ? WHERE id = ?", new.id, old)
      for short in [ShortID.of(old), ShortID.of(new.id)] {
        try database.run(
          "INSERT OR IGNORE INTO items VALUES (?, ?, ?, ?, ?)", short, new.id, new.kind.rawValue,
          new.account, new.mailbox)
      }
      try database.run("UPDATE rows SET id = ? WHERE id = ?", new.id, old)
    }
  }

  /// The items whose short id starts with `prefix`, at most 20.
  package func items(shortPrefix prefix: String) -> [KnownItem] {
    let rows = try? database()?.rows(
      """
      SELECT DISTINCT id, kind, account, mailbox FROM items
      WHERE short >= ? AND short < ? LIMIT 20
      """, prefix, prefix + "~",
      as: { (row) in (row.text(0), row.text(1), row.text(2), row.text(3)) })
    return (rows ?? []).compactMap(Self.item)
  }

  /// Makes `items` the numbered rows of a terminal, counted from 1, in place of earlier ones of
  /// their kind.
  package func setRows(_ items: [KnownItem], terminal: String, at time: Date) {
    guard let database = database(writing: true) else { return }
    try? database.transaction { () throws(SQLiteError) in
      for kind in Set(items.map(\.kind)) {
        try database.run(
          "DELETE FROM rows WHERE terminal = ? AND kind = ?", terminal, kind.rawValue)
      }
      for (index, item) in items.enumerated() {
        try database.run(
          "INSERT INTO rows VALUES (?, ?, ?, ?, ?, ?, ?)", terminal, index + 1, item.id,
          item.kind.rawValue, item.account, time.timeIntervalSince1970, item.mailbox)
      }
    }
  }

  /// The item behind a row number of the last list on `terminal`, unless that is a day old.
  package func row(
    _ number: Int, of kind: ItemKind, terminal: String, at time: Date
  ) -> KnownItem? {
    let row = try? database()?.first(
      """
      SELECT id, kind, account, mailbox FROM rows
      WHERE terminal = ? AND kind = ? AND row = ? AND stored > ?
      """, terminal, kind.rawValue, number, time.timeIntervalSince1970 - 86_400,
      as: { (row) in (row.text(0), row.text(1), row.text(2), row.text(3)) })
    return row.flatMap(Self.item)
  }

  private static func item(
    _ row: (id: String, kind: String, account: String, mailbox: String)
  ) -> KnownItem? {
    ItemKind(rawValue: row.kind).map {
      KnownItem(id: row.id, kind: $0, account: row.account, mailbox: row.mailbox)
    }
  }
}
