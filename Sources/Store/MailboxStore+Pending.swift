package import CalendarTime
import FoundationEssentials
import GraphAPI
package import JSON
import SQLite

/// The copy with what waits in the outbox laid over it.
extension MailboxStore {
  /// One item as it is in the copy, what waits for it done, with the calendar or folder it is in; nil for
  /// one that is not there or will be gone.
  ///
  /// - Throws: `MailboxStoreError` where the file cannot be read.
  package func item(
    _ id: String, _ kind: CopyKind, zones: ZoneDatabase
  ) throws(MailboxStoreError) -> (item: JSONObject, place: String?)? {
    try told { () throws(SQLiteError) in
      let overlay = OutboxOverlay(try pending(kind), zones: zones)
      var copied: (item: JSONObject, place: String?)?
      if let database = try copy() {
        let number = try database.first(
          """
          SELECT collections.number, collections.id FROM items
            JOIN collections ON collections.number = items.collection
          WHERE items.id = ? AND collections.kind = ? ORDER BY collections.place
          """, id, kind.rawValue
        ) { (row) in (row.int(0), row.text(1)) }
        if let number, let item = try stored(id, in: number.0, zones: zones, of: database) {
          copied = (item, number.1)
        }
      }
      if copied == nil, let event = overlay.occurrence(id) { return event }
      guard let outcome = overlay.outcome(of: id, copied: copied?.item) else { return copied }
      return outcome.item.map { ($0, copied?.place ?? outcome.place) }
    }
  }

  /// Events of a calendar with what waits for them, and those that are still to be made.
  func events(
    _ found: [JSONObject], around range: Range<Date>, in calendar: CopyCollection, _ number: Int,
    zones: ZoneDatabase, of database: Database
  ) throws(SQLiteError) -> [JSONObject] {
    let overlay = OutboxOverlay(try pending(.calendar), zones: zones)
    var events = found
    for id in overlay.items {
      var copied = found.first { $0["id"]?.string == id }
      if copied == nil { copied = try stored(id, in: number, zones: zones, of: database) }
      guard let outcome = overlay.outcome(of: id, copied: copied),
        copied != nil || calendar.holds(outcome)
      else { continue }
      events.removeAll { $0["id"]?.string == id }
      guard let item = outcome.item else {
        events.removeAll { $0["seriesMasterId"]?.string == id }
        continue
      }
      if ItemColumns.type(of: item) != "seriesmaster" {
        events.append(item)
      } else if copied.map(ItemColumns.type(of:)) == "seriesmaster" {
        for index in events.indices where events[index]["seriesMasterId"]?.string == id {
          for name in ["responseStatus", "showAs", "graphcal"] { events[index][name] = item[name] }
        }
      } else {
        events += overlay.occurrences(of: item, in: range)
      }
    }
    return events
  }

  /// An item of a collection whole; an occurrence put together with its series.
  private func stored(
    _ id: String, in collection: Int, zones: ZoneDatabase, of database: Database
  ) throws(SQLiteError) -> JSONObject? {
    let row = try database.first(
      "SELECT type, series, resource FROM items WHERE collection = ? AND id = ?", collection, id
    ) { (row) throws(SQLiteError) in
      (row.textOrNull(0), row.textOrNull(1), try Self.resource(row.text(2)))
    }
    guard let (type, series, item) = row else { return nil }
    guard type == "occurrence", let series else { return item }
    let master = try database.first(
      "SELECT resource FROM items WHERE collection = ? AND id = ?", collection, series
    ) { (row) throws(SQLiteError) in try Self.resource(row.text(0)) }
    return master.map { OccurrenceMapping(master: $0, zones: zones).event(item) }
  }
}

/// What waits for the contacts of a folder.
struct PendingContacts {
  private let overlay: OutboxOverlay
  private let touched: Set<String>
  /// Those that are still to be made.
  let new: [JSONObject]

  init(_ writes: [PendingWrite], in folder: CopyCollection) {
    // No zone plays a part in contacts.
    let overlay = OutboxOverlay(writes, zones: ZoneDatabase(directories: []))
    self.overlay = overlay
    touched = Set(overlay.items)
    new = overlay.items.compactMap { id in
      overlay.outcome(of: id, copied: Optional.none).flatMap { outcome in
        outcome.isNew && folder.holds(outcome) ? outcome.item : nil
      }
    }
  }

  /// A contact as it will be; nil for one that will be gone.
  func outcome(of contact: JSONObject) -> JSONObject? {
    guard !touched.isEmpty, let id = contact["id"]?.string, touched.contains(id) else {
      return contact
    }
    return overlay.outcome(of: id, copied: contact)?.item
  }
}

extension CopyCollection {
  /// Whether an item that is still to be made, or comes from elsewhere, will be in here.
  fileprivate func holds(_ outcome: OutboxOverlay.Outcome) -> Bool {
    guard let place = outcome.place else {
      let isDefault =
        resource["isDefaultCalendar"]?.bool ?? resource["graphcal"]?["isDefault"]?.bool ?? false
      return outcome.isNew && isDefault
    }
    return place == id
  }
}
