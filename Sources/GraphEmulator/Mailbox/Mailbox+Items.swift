package import FoundationEssentials
package import JSON
import SQLite

extension Mailbox {
  static let itemColumns = """
    SELECT number, kind, parent, series, day, lookup, alphabet, created, modified, createdChange, \
    change, isDeleted, document FROM items
    """

  static func document(_ text: String) -> JSONObject {
    // Written by this store, so it is JSON; a tombstone has none.
    (try? JSON(parsing: text))?.object ?? [:]
  }

  static func item(from row: borrowing Row) throws(SQLiteError) -> MailboxItem {
    guard let kind = ItemKind(rawValue: row.text(1)) else {
      throw SQLiteError(extendedCode: 11, message: "unknown kind of item")
    }
    return MailboxItem(
      number: row.int(0), kind: kind, parent: row.intOrNull(2), series: row.intOrNull(3),
      day: row.intOrNull(4), lookup: row.textOrNull(5),
      alphabet: IdAlphabet(rawValue: row.int(6)) ?? .urlSafe,
      created: Date(timeIntervalSince1970: row.double(7)),
      modified: Date(timeIntervalSince1970: row.double(8)), createdChange: row.int(9),
      change: row.int(10), isDeleted: row.bool(11), document: document(row.text(12)))
  }

  // MARK: Reading

  /// The living items of a kind in the order they were made.
  ///
  /// - Parameters:
  ///   - kind: what to list.
  ///   - parent: the number of the folder; nil for the root.
  /// - Returns: without exceptions of series, which belong to their master.
  /// - Throws: 500 when the database fails.
  package func items(
    _ kind: ItemKind, in parent: Int?
  ) throws(GraphError) -> [MailboxItem] {
    try sql { (database) throws(SQLiteError) in
      try database.rows(
        """
        \(Self.itemColumns) WHERE mailbox = ? AND kind = ? AND parent IS ? AND isDeleted = 0 \
        AND series IS NULL ORDER BY number
        """, number, kind.rawValue, parent, as: Self.item(from:))
    }
  }

  /// The living items of a kind in all folders, in the order they were made.
  package func allItems(_ kind: ItemKind) throws(GraphError) -> [MailboxItem] {
    try sql { (database) throws(SQLiteError) in
      try database.rows(
        """
        \(Self.itemColumns) WHERE mailbox = ? AND kind = ? AND isDeleted = 0 AND series IS NULL \
        ORDER BY number
        """, number, kind.rawValue, as: Self.item(from:))
    }
  }

  /// The item with this number, tombstones included.
  package func item(number: Int) throws(GraphError) -> MailboxItem? {
    try sql { (database) throws(SQLiteError) in
      try database.first(
        "\(Self.itemColumns) WHERE number = ? AND mailbox = ?", number, self.number,
        as: Self.item(from:))
    }
  }

  /// The living item that an id of a path names.
  ///
  /// - Parameters:
  ///   - kind: what the path asks for.
  ///   - id: in either form.
  ///   - parent: the folder it has to be in; nil for any.
  /// - Returns: the item; never an occurrence, see `occurrence(id:)`.
  /// - Throws: 404 `ErrorItemNotFound`, or 400 `ErrorInvalidIdMalformed` when it cannot be an id.
  package func item(
    _ kind: ItemKind, id: String, in parent: Int? = nil
  ) throws(GraphError) -> MailboxItem {
    guard let identifier = try ItemIdentifier.parse(id, mailbox: viewer.id), identifier.day == nil,
      let item = try item(number: identifier.number), item.kind == kind, !item.isDeleted,
      parent == nil || item.parent == parent, item.series == nil
    else { throw .itemNotFound }
    return item
  }

  /// The living item of a kind that was stored with this word.
  package func item(_ kind: ItemKind, lookup: String) throws(GraphError) -> MailboxItem? {
    try sql { (database) throws(SQLiteError) in
      try database.first(
        """
        \(Self.itemColumns) WHERE mailbox = ? AND kind = ? AND lookup = ? AND isDeleted = 0 \
        ORDER BY number LIMIT 1
        """, number, kind.rawValue, lookup, as: Self.item(from:))
    }
  }

  /// The bytes kept beside an item, such as a picture.
  package func content(of item: MailboxItem) throws(GraphError) -> [UInt8]? {
    try sql { (database) throws(SQLiteError) in
      try database.first("SELECT content FROM items WHERE number = ?", item.number) { (row) in
        row.blobOrNull(0)
      } ?? nil
    }
  }

  /// The number of the last change; a delta round that starts now begins after it.
  package func lastChange() throws(GraphError) -> Int {
    try sql { (database) throws(SQLiteError) in
      try database.first("SELECT change FROM mailboxes WHERE number = ?", number) { (row) in
        row.int(0)
      } ?? 0
    }
  }

  /// The items of a kind written or deleted after a change, oldest change first.
  ///
  /// - Parameters:
  ///   - kind: what to list.
  ///   - parent: the number of the folder; nil for all.
  ///   - change: the number after which to look; 0 gives everything.
  /// - Returns: tombstones too, except of items that were made after `change` as well.
  /// - Throws: 500 when the database fails.
  package func items(
    _ kind: ItemKind, in parent: Int?, changedAfter change: Int
  ) throws(GraphError) -> [MailboxItem] {
    try sql { (database) throws(SQLiteError) in
      try database.rows(
        """
        \(Self.itemColumns) WHERE mailbox = ?1 AND kind = ?2 AND (?3 IS NULL OR parent = ?3) \
        AND change > ?4 AND (isDeleted = 0 OR createdChange <= ?4) ORDER BY change, number
        """, number, kind.rawValue, parent, change, as: Self.item(from:))
    }
  }

  // MARK: Writing

  func nextChange() throws(GraphError) -> Int {
    try sql { (database) throws(SQLiteError) in
      try database.first(
        "UPDATE mailboxes SET change = change + 1 WHERE number = ? RETURNING change", number
      ) { (row) in row.int(0) } ?? 0
    }
  }

  /// Adds an item.
  ///
  /// - Parameters:
  ///   - kind: what it is.
  ///   - parent: the number of its folder.
  ///   - document: the resource without computed members.
  ///   - lookup: a word to find it by.
  ///   - content: bytes kept beside it.
  ///   - alphabet: the signs of its id.
  ///   - created: for imported items; nil is now.
  ///   - occurrence: for an exception: its master's number and its day.
  ///   - isDeleted: whether it starts as a tombstone, as a deleted occurrence does.
  /// - Returns: the item as stored.
  /// - Throws: 500 when the database fails.
  @discardableResult
  package func insert(
    _ kind: ItemKind, in parent: Int?, _ document: JSONObject, lookup: String? = nil,
    content: [UInt8]? = nil, alphabet: IdAlphabet = .urlSafe, created: Date? = nil,
    occurrence: (series: Int, day: Int)? = nil, isDeleted: Bool = false
  ) throws(GraphError) -> MailboxItem {
    let change = try nextChange()
    let stamp = created ?? now
    let newNumber = try sql { (database) throws(SQLiteError) in
      try database.run(
        """
        INSERT INTO items (mailbox, kind, parent, series, day, lookup, alphabet, created, modified, \
        createdChange, change, isDeleted, document, content) \
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """, number, kind.rawValue, parent, occurrence?.series, occurrence?.day, lookup,
        alphabet.rawValue, stamp.timeIntervalSince1970, stamp.timeIntervalSince1970,
        // The occurrence was there before its tombstone, so a delta round has to tell it.
        occurrence == nil ? change : 0, change, isDeleted, JSON.object(document).text(.wire),
        content)
      return database.lastInsertedRow
    }
    return MailboxItem(
      number: newNumber, kind: kind, parent: parent, series: occurrence?.series,
      day: occurrence?.day, lookup: lookup, alphabet: alphabet, created: stamp, modified: stamp,
      createdChange: occurrence == nil ? change : 0, change: change, isDeleted: isDeleted,
      document: document)
  }

  /// Stores an item's changed document and parent as a new version.
  ///
  /// - Parameters:
  ///   - item: with its new `document` and `parent`.
  ///   - content: new bytes beside it; nil keeps the old.
  /// - Returns: the item with its new change number.
  /// - Throws: 500 when the database fails.
  @discardableResult
  package func update(
    _ item: MailboxItem, content: [UInt8]? = nil
  ) throws(GraphError) -> MailboxItem {
    let change = try nextChange()
    try sql { (database) throws(SQLiteError) in
      try database.run(
        """
        UPDATE items SET document = ?, parent = ?, modified = ?, change = ?, \
        content = coalesce(?, content) WHERE number = ?
        """, JSON.object(item.document).text(.wire), item.parent, now.timeIntervalSince1970, change,
        content, item.number)
    }
    return MailboxItem(
      number: item.number, kind: item.kind, parent: item.parent, series: item.series, day: item.day,
      lookup: item.lookup, alphabet: item.alphabet, created: item.created, modified: now,
      createdChange: item.createdChange, change: change, isDeleted: item.isDeleted,
      document: item.document)
  }

  /// Makes an item and everything in it tombstones.
  package func delete(_ item: MailboxItem) throws(GraphError) {
    let inside = try sql { (database) throws(SQLiteError) in
      try database.rows(
        """
        \(Self.itemColumns) WHERE parent = ?1 AND isDeleted = 0 UNION ALL \
        \(Self.itemColumns) WHERE series = ?1 AND isDeleted = 0
        """, item.number, as: Self.item(from:))
    }
    for child in inside { try delete(child) }
    let change = try nextChange()
    try sql { (database) throws(SQLiteError) in
      try database.run(
        """
        UPDATE items SET isDeleted = 1, document = '', content = NULL, lookup = NULL, \
        modified = ?, change = ? WHERE number = ?
        """, now.timeIntervalSince1970, change, item.number)
    }
  }
}
