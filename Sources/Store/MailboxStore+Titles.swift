package import FoundationEssentials
import SQLite

/// An item of the copy by what people know it by.
package struct TitledItem: Sendable, Equatable {
  package var id: String
  /// The subject of an event, the name of a contact; empty where it has none.
  package var title: String
}

extension MailboxStore {
  /// The events that are not over at a time, those that begin first before others, with their subjects.
  ///
  /// What waits in the outbox is not among them; nothing of any event is read but its subject.
  package func comingEvents(
    from time: Date, limit: Int
  ) throws(MailboxStoreError) -> [TitledItem] {
    try titled(
      """
      SELECT items.id, coalesce(items.title, masters.title, '') FROM items
        JOIN collections ON collections.number = items.collection
        LEFT JOIN items masters
          ON masters.collection = items.collection AND masters.id = items.series
      WHERE collections.kind = ?1 AND items.type IS NOT 'seriesmaster'
        AND items.start BETWEEN ?2 - 259200 AND ?2 + 3456000 AND items.finish >= ?2
      ORDER BY items.start, items.number LIMIT ?3
      """, .calendar, time, limit)
  }

  /// The contacts of all folders by name.
  package func contactTitles(limit: Int) throws(MailboxStoreError) -> [TitledItem] {
    try titled(
      """
      SELECT items.id, coalesce(items.title, '') FROM items
        JOIN collections ON collections.number = items.collection
      WHERE collections.kind = ?1 AND ?2 IS NOT NULL ORDER BY items.title, items.number LIMIT ?3
      """, .contactFolder, Date(timeIntervalSince1970: 0), limit)
  }

  private func titled(
    _ query: String, _ kind: CopyKind, _ time: Date, _ limit: Int
  ) throws(MailboxStoreError) -> [TitledItem] {
    try told { () throws(SQLiteError) in
      guard let database = try copy() else { return [] }
      return try database.rows(query, kind.rawValue, time.timeIntervalSince1970, limit) { (row) in
        TitledItem(id: row.text(0), title: row.text(1))
      }
    }
  }
}
