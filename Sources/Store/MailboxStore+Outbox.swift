import FoundationEssentials
import JSON
import SQLite

/// The outbox: what was written without a network, in the order it is to be sent.
extension MailboxStore {
  /// Everything that waits, the oldest first.
  ///
  /// - Throws: `MailboxStoreError` where the file cannot be read.
  package func outbox(_ kind: CopyKind? = nil) throws(MailboxStoreError) -> [PendingWrite] {
    try told { () throws(SQLiteError) in try pending(kind) }
  }

  func pending(_ kind: CopyKind?) throws(SQLiteError) -> [PendingWrite] {
    guard let (database, version) = try readable(), version >= MailboxSchema.firstWithOutbox
    else { return [] }
    return try database.rows(
      """
      SELECT number, time, deed, state, kind, action, item, place, title, request, base, trouble
      FROM outbox WHERE ?1 IS NULL OR kind = ?1 ORDER BY number
      """, kind?.rawValue
    ) { (row) throws(SQLiteError) in
      let request = try? JSON(parsing: row.text(9))
      guard let state = PendingWrite.State(rawValue: row.int(3)),
        let kind = CopyKind(rawValue: row.text(4)),
        let action = PendingWrite.Action(rawValue: row.text(5)),
        let method = request?["method"]?.string, let path = request?["path"]?.string
      else { throw SQLiteError(extendedCode: 11, message: "the outbox cannot be read") }
      var headers: [String: String] = [:]
      for (name, value) in request?["headers"]?.object ?? [:] { headers[name] = value.string }
      var write = PendingWrite(
        time: Date(timeIntervalSince1970: row.double(1)), deed: row.text(2), kind: kind,
        action: action, item: row.text(6), place: row.textOrNull(7), title: row.text(8),
        method: method, path: path, headers: headers, body: request?["body"]?.object,
        base: Self.object(row.textOrNull(10)))
      write.number = row.int(0)
      write.state = state
      write.overwrites = request?["overwrites"]?.bool ?? false
      write.trouble = Self.object(row.textOrNull(11))
      return write
    }
  }

  /// Puts something into the outbox, after all that is there.
  ///
  /// - Returns: its number.
  /// - Throws: `MailboxStoreError` where it cannot be kept, also where the new item that it is about has
  ///   been sent meanwhile.
  @discardableResult
  package func queue(_ write: PendingWrite) throws(MailboxStoreError) -> Int {
    try told { () throws(SQLiteError) in
      let database = try writable()
      return try database.transaction { () throws(SQLiteError) in
        if write.action != .create, PendingWrite.isTemporary(write.item) {
          let maker = try database.first(
            "SELECT 1 FROM outbox WHERE item = ? AND action = 'create'", write.item
          ) { (row) in row.int(0) }
          guard maker != nil else {
            throw SQLiteError(extendedCode: 1, message: "it has been sent meanwhile; try again")
          }
        }
        try insert(write, in: database)
        return database.lastInsertedRow
      }
    }
  }

  /// Writes down how far something has come, or how it is to be sent from now on.
  ///
  /// - Throws: `MailboxStoreError` where it cannot be kept; then nothing may be sent.
  package func update(_ write: PendingWrite) throws(MailboxStoreError) {
    try told { () throws(SQLiteError) in try replace(write, in: try writable()) }
  }

  /// Takes these out of the outbox; nothing comes of them.
  package func drop(_ numbers: some Sequence<Int>) throws(MailboxStoreError) {
    let numbers = Array(numbers)
    try told { () throws(SQLiteError) in
      let database = try writable()
      try database.transaction { () throws(SQLiteError) in
        for number in numbers {
          try database.run("DELETE FROM outbox WHERE number = ?", number)
        }
      }
    }
  }

  /// Takes out what was done, and lets what follows be about the item as it is now.
  ///
  /// - Parameters:
  ///   - write: what was done.
  ///   - id: the id that the item has now.
  ///   - tag: its state, for what was written on the state that `write` has changed.
  /// - Throws: `MailboxStoreError` where it cannot be kept.
  package func settle(
    _ write: PendingWrite, as id: String, entityTag tag: String?
  ) throws(MailboxStoreError) {
    try told { () throws(SQLiteError) in
      let database = try writable()
      let old = write.item
      let later = try pending(write.kind).filter { $0.number > write.number && $0.item == old }
      try database.transaction { () throws(SQLiteError) in
        try database.run("DELETE FROM outbox WHERE number = ?", write.number)
        for var next in later {
          next.follow(from: old, to: id)
          if next.entityTag != nil { next.entityTag = tag }
          try replace(next, in: database)
        }
        if old != id {
          rename(old, id)
          try renameReminders(of: old, to: id, in: database)
        }
      }
    }
  }

  /// Takes the entries of a command out of the journal that has come to nothing.
  package func forgetDeed(_ deed: String) {
    let text = "\"outbox\":" + JSON.string(deed).text(.wire)
    _ = try? writable().run("DELETE FROM journal WHERE instr(record, ?) > 0", text)
  }

  /// What can be read of the outbox in a file that is damaged.
  package func rescuedOutbox() -> [PendingWrite] { (try? outbox()) ?? [] }

  /// Puts what waits in another file into this one, in its order.
  package func restore(_ writes: [PendingWrite]) throws(MailboxStoreError) {
    try told { () throws(SQLiteError) in
      let database = try writable()
      try database.transaction { () throws(SQLiteError) in
        for write in writes { try insert(write, in: database) }
      }
    }
  }

  private func insert(_ write: PendingWrite, in database: Database) throws(SQLiteError) {
    try database.run(
      """
      INSERT INTO outbox
        (time, deed, state, kind, action, item, place, title, request, base, trouble)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, values: Self.values(write))
  }

  private func replace(_ write: PendingWrite, in database: Database) throws(SQLiteError) {
    try database.run(
      """
      UPDATE outbox SET time = ?, deed = ?, state = ?, kind = ?, action = ?, item = ?, place = ?,
        title = ?, request = ?, base = ?, trouble = ? WHERE number = ?
      """, values: Self.values(write) + [write.number])
  }

  private static func values(_ write: PendingWrite) -> [(any SQLiteBindable)?] {
    [
      write.time.timeIntervalSince1970, write.deed, write.state.rawValue, write.kind.rawValue,
      write.action.rawValue, write.item, write.place, write.title, write.request.text(.wire),
      write.base.map { JSON.object($0).text(.wire) },
      write.trouble.map { JSON.object($0).text(.wire) },
    ]
  }

  private static func object(_ text: String?) -> JSONObject? {
    text.flatMap { (try? JSON(parsing: $0))?.object }
  }
}
