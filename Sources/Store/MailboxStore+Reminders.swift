package import FoundationEssentials
import SQLite

/// A reminder of an event at the time it was to come up.
package struct GivenReminder: Sendable, Hashable {
  package var event: String
  package var fires: Date

  package init(event: String, fires: Date) {
    self.event = event
    self.fires = fires
  }

  /// The same for the series, where it was given for an event of one that was not sent yet: that event
  /// has another id by now.
  package var ofSeries: GivenReminder? {
    PendingWrite.day(in: event).map { GivenReminder(event: $0.series, fires: fires) }
  }
}

extension MailboxStore {
  /// Days after which it is not needed to know any more that a reminder was given.
  private static let memory = 100.0

  /// Takes a reminder to be given by this process alone; false when it was given already.
  package func claim(
    _ reminder: GivenReminder, at time: Date
  ) throws(MailboxStoreError) -> Bool {
    try told { () throws(SQLiteError) in
      let database = try writable()
      let now = time.timeIntervalSince1970
      try database.run(
        "DELETE FROM reminder WHERE given < ?1 AND fires < ?1", now - Self.memory * 86_400)
      return try database.run(
        "INSERT OR IGNORE INTO reminder VALUES (?, ?, ?)", reminder.event,
        reminder.fires.timeIntervalSince1970, now) > 0
    }
  }

  /// Gives a reminder back that could not be given after all.
  package func unclaim(_ reminder: GivenReminder) throws(MailboxStoreError) {
    try told { () throws(SQLiteError) in
      _ = try writable().run(
        "DELETE FROM reminder WHERE event = ? AND fires = ?", reminder.event,
        reminder.fires.timeIntervalSince1970)
    }
  }

  /// Lets what was given for a new event count for the event that the service has made of it; of a
  /// series, each for the day that it was given for.
  func renameReminders(
    of old: String, to id: String, in database: Database
  ) throws(SQLiteError) {
    try database.run("UPDATE OR REPLACE reminder SET event = ? WHERE event = ?", id, old)
    try database.run(
      """
      UPDATE OR REPLACE reminder SET event = ?1 || substr(event, length(?2) + 1)
      WHERE substr(event, 1, length(?2) + 1) = ?2 || '.'
      """, id, old)
  }

  /// The reminders that were given.
  package func givenReminders() throws(MailboxStoreError) -> Set<GivenReminder> {
    try told { () throws(SQLiteError) in
      guard let (database, version) = try readable(), version >= MailboxSchema.firstWithBookmarks
      else { return [] }
      return Set(
        try database.rows("SELECT event, fires FROM reminder") { (row) in
          GivenReminder(event: row.text(0), fires: Date(timeIntervalSince1970: row.double(1)))
        })
    }
  }
}
