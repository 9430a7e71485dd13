import JSON
import SQLite

/// Writes down whom the items of the copy name.
///
/// It remembers the numbers of people, so it lives no longer than the transaction in which they hold.
struct PeopleLedger {
  private var numbers: [NamedPerson.Place: Int] = [:]

  /// Makes these the people of an item.
  mutating func note(
    _ columns: ItemColumns, in item: Int, isNew: Bool, _ database: Database
  ) throws(SQLiteError) {
    if !isNew { try database.run("DELETE FROM seen WHERE item = ?", item) }
    guard !columns.people.isEmpty else { return }
    for person in columns.people {
      try database.run(
        "INSERT OR IGNORE INTO seen (person, item, day) VALUES (?, ?, ?)",
        try number(of: person, database), item,
        person.isContact ? nil : columns.dayOfMeeting)
    }
  }

  private mutating func number(
    of person: NamedPerson, _ database: Database
  ) throws(SQLiteError) -> Int {
    let place = person.place
    // The further names of a contact may have changed, so what is known of contacts is written anew.
    if !person.isContact, let known = numbers[place] { return known }
    let found = try database.first(
      "SELECT number, words FROM people WHERE key = ? AND name = ? AND is_contact = ?", place.key,
      place.name, place.isContact ? 1 : 0
    ) { (row) in (number: row.int(0), words: row.text(1)) }
    let words = person.words
    let number: Int
    if let found {
      number = found.number
      if words != found.words {
        try database.run("UPDATE people SET words = ? WHERE number = ?", words, number)
      }
    } else {
      try database.run(
        "INSERT INTO people (key, name, is_contact, address, words) VALUES (?, ?, ?, ?, ?)",
        place.key, place.name, place.isContact ? 1 : 0, person.address, words)
      number = database.lastInsertedRow
    }
    numbers[place] = number
    return number
  }

  /// Takes out whom no item names any more.
  static func removeUnseen(_ database: Database) throws(SQLiteError) {
    try database.execute(
      "DELETE FROM people WHERE NOT EXISTS (SELECT 1 FROM seen WHERE person = people.number)")
  }

  /// Writes down the people of a copy that was made before they were.
  static func fill(_ database: Database) throws(SQLiteError) {
    var ledger = PeopleLedger()
    try database.forEachRow(
      """
      SELECT items.number, collections.kind, items.resource FROM items
        JOIN collections ON collections.number = items.collection
      WHERE items.type IS NOT 'occurrence'
      """
    ) { (row) throws(SQLiteError) in
      guard let kind = CopyKind(rawValue: row.text(1)),
        let item = (try? JSON(parsing: row.text(2)))?.object
      else { return true }
      try ledger.note(ItemColumns(kind, item), in: row.int(0), isNew: true, database)
      return true
    }
  }
}
