package import CalendarTime
package import FoundationEssentials
package import SQLite

/// All mailboxes of the service, in one SQLite database.
///
/// Belongs to `GraphService`, which answers one call at a time. A request works on a `Mailbox` inside
/// `perform`, in one transaction: a refusal undoes all it did.
package final class MailboxStore {
  /// Who has a mailbox here.
  package let directory: EmulatorDirectory
  let database: Database
  let zones: GraphZones
  let quirks: Set<EmulatorQuirk>

  /// Opens the store and brings its schema up to date.
  package init(
    _ location: Database.Location = .memory, directory: EmulatorDirectory,
    zones: ZoneDatabase = .system(environment: [:]), quirks: Set<EmulatorQuirk> = []
  ) throws(SQLiteError) {
    self.directory = directory
    self.zones = GraphZones(zones)
    self.quirks = quirks
    database = try Database(location)
    if case .file = location {
      try database.useWriteAheadLog()
      // A crash of the machine may lose the last writes; the file stays whole.
      try database.execute("PRAGMA synchronous = NORMAL")
    }
    try database.enforceForeignKeys()
    try database.migrate(MailboxSchema.migrations)
  }

  /// Whether nobody has an item yet, so that a seed is wanted.
  package func isEmpty() throws(SQLiteError) -> Bool {
    try database.first("SELECT 1 FROM items LIMIT 1") { (row) in row.int(0) } == nil
  }

  /// Runs `body` on the mailbox that `call` names, in one transaction.
  ///
  /// The ids of the answer follow `Prefer: IdType`. What `body` throws undoes its writes.
  package func perform<Value>(
    for call: GraphCall, _ body: (Mailbox) throws(GraphError) -> Value
  ) throws(GraphError) -> Value {
    let isImmutable = call.preferences["idtype"]?.lowercased() == "immutableid"
    return try perform(for: call.owner, now: call.now, immutableIds: isImmutable, body)
  }

  /// Runs `body` on the mailbox of `user` in one transaction, made when it is the first use.
  package func perform<Value>(
    for user: EmulatorUser, now: Date, immutableIds: Bool = false,
    _ body: (Mailbox) throws(GraphError) -> Value
  ) throws(GraphError) -> Value {
    try database.transaction(failure: GraphError.init) { () throws(GraphError) in
      let mailbox = try Mailbox(
        of: user, in: self, now: now, idForm: immutableIds ? .immutable : .normal)
      return try body(mailbox)
    }
  }
}
