import CalendarTime
import FoundationEssentials
import JSON
import SQLite

/// Writing events.
extension Mailbox {
  /// Name and address of the mailbox's owner.
  var ownAddress: JSON {
    ["name": .string(user.displayName), "address": .string(user.mail ?? user.userPrincipalName)]
  }

  /// Adds an event with a document that is complete and checked.
  @discardableResult
  func addEvent(
    _ document: JSONObject, in calendar: MailboxItem, alphabet: IdAlphabet = .urlSafe,
    created: Date? = nil
  ) throws(GraphError) -> MailboxItem {
    let timing = try timing(of: document)
    let item = try insert(
      .event, in: calendar.number, document, lookup: document["iCalUId"]?.string,
      alphabet: alphabet, created: created)
    let span = timing.span()
    try saveSpan(item, isSeries: timing.rule != nil, start: span.start, end: span.end)
    return item
  }

  /// Stores a new version of a single event or a series, and what follows from it for the exceptions
  /// of a series.
  @discardableResult
  func changeEvent(
    _ item: MailboxItem, to document: JSONObject
  ) throws(GraphError) -> MailboxItem {
    var changed = item
    changed.document = document
    let stored = try update(changed)
    let timing = try timing(of: document)
    let span = timing.span()
    try saveSpan(stored, isSeries: timing.rule != nil, start: span.start, end: span.end)
    let moved = ["start", "end", "isAllDay", "recurrence"].contains {
      item.document[$0] != document[$0]
    }
    if moved, item.document["recurrence"]?.isNull == false {
      try keepPast(item, endedBy: stored.change)
      try settleExceptions(of: stored, timing: timing)
    }
    return stored
  }

  /// Drops the exceptions of a series that its new days leave no place for, and moves the rest along.
  ///
  /// What the service does here is settled by no source: the quirk `recurrence-drops-exceptions` has
  /// all of them go.
  private func settleExceptions(
    of master: MailboxItem, timing: EventTiming
  ) throws(GraphError) {
    let reader = EventReader(self)
    for special in try specialDays(of: master) {
      let day = CalendarDate(daysSinceEpoch: special.day)
      let stays =
        timing.rule?.contains(day) ?? false
        && !store.quirks.contains(.recurrenceDropsExceptions)
      guard stays else {
        try forgetOccurrence(special.item)
        continue
      }
      if !special.isDeleted, let item = try item(number: special.item) {
        let instance = try reader.exception(item, of: master)
        try saveSpan(item, isSeries: false, start: instance.start, end: instance.end)
      }
    }
  }

  /// Removes the row of an exception or of a deleted occurrence, as if it had never been.
  private func forgetOccurrence(_ number: Int) throws(GraphError) {
    try sql { (database) throws(SQLiteError) in
      try database.run("DELETE FROM items WHERE number = ?1 OR parent = ?1", number)
    }
  }

  /// Makes an exception of an occurrence, or changes one that is.
  @discardableResult
  func changeOccurrence(
    _ day: Int, of master: MailboxItem, overrides: JSONObject, reader: EventReader
  ) throws(GraphError) -> MailboxItem {
    var stored: MailboxItem
    let special = try specialDays(of: master).first { $0.day == day }
    if let special, var item = try item(number: special.item) {
      for (name, value) in overrides { item.document[name] = value }
      stored = try update(item)
    } else {
      stored = try insert(
        .event, in: master.parent, overrides, alphabet: master.alphabet,
        occurrence: (master.number, day))
    }
    reader.forget(stored.number)
    let instance = try reader.exception(stored, of: master)
    try saveSpan(stored, isSeries: false, start: instance.start, end: instance.end)
    return stored
  }

  /// Deletes one occurrence or exception of a series.
  func deleteOccurrence(_ day: Int, of master: MailboxItem) throws(GraphError) {
    if let special = try specialDays(of: master).first(where: { $0.day == day }),
      let item = try item(number: special.item)
    {
      if !item.isDeleted { try delete(item) }
    } else {
      try insert(
        .event, in: master.parent, [:], alphabet: master.alphabet,
        occurrence: (master.number, day), isDeleted: true)
    }
  }

  /// Deletes a single event, or a series with all of it.
  func deleteEvent(_ item: MailboxItem) throws(GraphError) {
    if item.document["recurrence"]?.isNull == false {
      try keepPast(item, endedBy: try lastChange() + 1)
    }
    try delete(item)
  }
}
