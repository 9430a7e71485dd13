import SQLite

extension MailboxStore {
  /// What a close look at the file has found.
  package enum Health: Sendable, Equatable {
    case missing
    case sound
    /// Written by a newer graphcal.
    case newer
    /// No database, or one whose pages contradict each other.
    case damaged(reason: String)
    /// It cannot be looked at, for lack of rights or because others are busy with it.
    case closed(reason: String)
  }

  /// Looks at every page of the file without changing it; `exists` says whether one is there.
  package func examine(exists: @Sendable (String) -> Bool) -> Health {
    guard exists(path) else { return .missing }
    do throws(SQLiteError) {
      return try look(.readOnly)
    } catch {
      // In a folder that cannot be written even a reader of a log needs another way in.
      guard error.kind == .cannotOpen || error.kind == .readOnly else { return Self.trouble(error) }
      do throws(SQLiteError) { return try look(.immutable) } catch { return Self.trouble(error) }
    }
  }

  private func look(_ access: Database.Access) throws(SQLiteError) -> Health {
    let database = try Database(.file(path: path, access), busyTimeout: 200)
    let version = try database.userVersion()
    guard version <= MailboxSchema.migrations.count else { return .newer }
    let verdict = try database.first("PRAGMA quick_check(1)") { (row) in row.text(0) }
    if let verdict, verdict != "ok" { return .damaged(reason: verdict) }
    guard version >= MailboxSchema.firstWithCopy else { return .sound }
    let stray = try database.first(
      """
      SELECT count(*) FROM items
      WHERE type = 'occurrence' AND NOT EXISTS (SELECT 1 FROM items AS master
        WHERE master.collection = items.collection AND master.id = items.series)
      """
    ) { (row) in row.int(0) }
    if let stray, stray > 0 { return .damaged(reason: "\(stray) occurrences without a series") }
    let broken = try database.first("SELECT count(*) FROM items WHERE NOT json_valid(resource)") {
      (row) in row.int(0)
    }
    if let broken, broken > 0 { return .damaged(reason: "\(broken) items that are no JSON") }
    return .sound
  }

  private static func trouble(_ error: SQLiteError) -> Health {
    error.kind == .corrupt || error.lacksSchema
      ? .damaged(reason: error.message) : .closed(reason: error.message)
  }
}
