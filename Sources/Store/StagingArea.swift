import JSON
import SQLite

/// Where the pages of a round to one collection are put aside until the round is complete.
///
/// What comes is taken apart at once, in the form of the file's own tables, while the next page is on its
/// way; so what is new goes into the file without being looked at again.
///
/// It lies in temporary tables of this process, so that memory stays small, nobody waits for a lock
/// while pages are on their way, and an end at any moment leaves nothing of it.
struct StagingArea {
  private let kind: CopyKind
  /// Its items with what is small of them, so that it can be gone through without reading the rest.
  let items: String
  /// What its items are, whole; one that is gone has none.
  let resources: String
  private let words: String
  private let people: String
  private let seen: String
  /// The numbers of the people of events, who come again and again.
  private var known: [NamedPerson.Place: Int] = [:]

  /// - Parameters:
  ///   - kind: of the collection.
  ///   - number: tells it from the others of this process.
  init(_ kind: CopyKind, number: Int) {
    self.kind = kind
    items = "staged_\(number)"
    resources = "staged_resources_\(number)"
    words = "staged_words_\(number)"
    people = "staged_people_\(number)"
    seen = "staged_seen_\(number)"
  }

  /// Makes the tables, empty.
  mutating func empty(_ database: Database) throws(SQLiteError) {
    known = [:]
    try database.execute(
      """
      DROP TABLE IF EXISTS temp.\(items);
      DROP TABLE IF EXISTS temp.\(resources);
      DROP TABLE IF EXISTS temp.\(words);
      DROP TABLE IF EXISTS temp.\(people);
      DROP TABLE IF EXISTS temp.\(seen);
      CREATE TEMP TABLE \(items) (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, type TEXT,
        series TEXT, change_key TEXT, start REAL, finish REAL, first_day INTEGER, end_day INTEGER,
        title TEXT, is_gone INTEGER NOT NULL DEFAULT 0);
      CREATE TEMP TABLE \(resources) (number INTEGER PRIMARY KEY, resource TEXT NOT NULL);
      CREATE TEMP TABLE \(words) (number INTEGER PRIMARY KEY, people TEXT NOT NULL,
        place TEXT NOT NULL, text TEXT NOT NULL);
      CREATE TEMP TABLE \(people) (number INTEGER PRIMARY KEY, key TEXT NOT NULL,
        name TEXT NOT NULL, is_contact INTEGER NOT NULL, address TEXT NOT NULL, words TEXT NOT NULL,
        UNIQUE (key, name, is_contact));
      CREATE TEMP TABLE \(seen) (item INTEGER NOT NULL, person INTEGER NOT NULL, day INTEGER,
        PRIMARY KEY (item, person)) WITHOUT ROWID;
      """)
  }

  /// Puts aside what a page told; of two words for one item the later stands, and properties that the
  /// later leaves out stay.
  mutating func put(_ entry: DeltaPage.Entry, _ database: Database) throws(SQLiteError) {
    switch entry {
    case .removed(let id):
      try database.run("INSERT OR IGNORE INTO \(items) (id) VALUES (?)", id)
      guard let number = try number(of: id, database) else { return }
      try database.run("UPDATE \(items) SET is_gone = 1 WHERE number = ?", number)
      try clear(number, database)
    case .item(let id, let object):
      let columns = ItemColumns(kind, object)
      let isNew =
        try database.run(
          """
          INSERT OR IGNORE INTO \(items) (id, type, series, change_key, start, finish, first_day,
            end_day, title)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
          """, values: [id] + columns.small) > 0
      if isNew {
        try fill(database.lastInsertedRow, columns, JSON.object(object).text(.wire), database)
      } else {
        try merge(object, over: id, database)
      }
    }
  }

  private mutating func merge(
    _ object: JSONObject, over id: String, _ database: Database
  ) throws(SQLiteError) {
    guard let number = try number(of: id, database) else { return }
    let before = try database.first("SELECT resource FROM \(resources) WHERE number = ?", number) {
      (row) in row.text(0)
    }
    let whole = object.merged(over: before)
    let columns = ItemColumns(kind, whole.object ?? object)
    try database.run(
      """
      UPDATE \(items) SET type = ?, series = ?, change_key = ?, start = ?, finish = ?, first_day = ?,
        end_day = ?, title = ?, is_gone = 0 WHERE number = ?
      """, values: columns.small + [number])
    try clear(number, database)
    try fill(number, columns, whole.text(.wire), database)
  }

  /// Takes out what was put aside for an item, as if nothing had been told of it.
  func forget(_ id: String, _ database: Database) throws(SQLiteError) {
    guard let number = try number(of: id, database) else { return }
    try clear(number, database)
    try database.run("DELETE FROM \(items) WHERE number = ?", number)
  }

  private func clear(_ number: Int, _ database: Database) throws(SQLiteError) {
    try database.run("DELETE FROM \(resources) WHERE number = ?", number)
    try database.run("DELETE FROM \(words) WHERE number = ?", number)
    try database.run("DELETE FROM \(seen) WHERE item = ?", number)
  }

  /// Puts in what is large of an item, and whom it names.
  private mutating func fill(
    _ number: Int, _ columns: ItemColumns, _ resource: String, _ database: Database
  ) throws(SQLiteError) {
    try database.run("INSERT INTO \(resources) VALUES (?, ?)", number, resource)
    if let words = columns.words {
      try database.run(
        "INSERT INTO \(self.words) VALUES (?, ?, ?, ?)", number, words.people, words.place,
        words.text)
    }
    try note(columns, in: number, database)
  }

  private func number(of id: String, _ database: Database) throws(SQLiteError) -> Int? {
    try database.first("SELECT number FROM \(items) WHERE id = ?", id) { (row) in row.int(0) }
  }

  private mutating func note(
    _ columns: ItemColumns, in item: Int, _ database: Database
  ) throws(SQLiteError) {
    for person in columns.people {
      try database.run(
        "INSERT OR IGNORE INTO \(seen) (item, person, day) VALUES (?, ?, ?)", item,
        try number(of: person, database), person.isContact ? nil : columns.dayOfMeeting)
    }
  }

  private mutating func number(
    of person: NamedPerson, _ database: Database
  ) throws(SQLiteError) -> Int {
    let place = person.place
    if let number = known[place] { return number }
    // The further names of a contact may be others than those of another one of the same name.
    let number = try database.first(
      """
      INSERT INTO \(people) (key, name, is_contact, address, words) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (key, name, is_contact) DO UPDATE SET words = excluded.words RETURNING number
      """, place.key, place.name, place.isContact ? 1 : 0, person.address, person.words
    ) { (row) in row.int(0) }
    guard let number else {
      throw SQLiteError(extendedCode: 1, message: "a person was not written down")
    }
    if !person.isContact { known[place] = number }
    return number
  }
}

extension StagingArea {
  /// Puts everything that a collection does not have into the file.
  ///
  /// The rest is taken out: what is gone, and items that are there already, which the caller has
  /// looked at before.
  ///
  /// - Returns: the number of items a person would count, and of all.
  func moveNew(
    to collection: Int, in database: Database
  ) throws(SQLiteError) -> (created: Int, all: Int) {
    try database.run(
      """
      DELETE FROM \(items) WHERE is_gone OR EXISTS
        (SELECT 1 FROM main.items WHERE collection = ? AND main.items.id = \(items).id)
      """, collection)
    let last =
      try database.first("SELECT max(number) FROM main.items") { (row) in row.int(0) } ?? 0
    let all = try database.run(
      """
      INSERT INTO main.items (number, collection, id, type, series, change_key, start, finish,
        first_day, end_day, title, resource)
      SELECT came.number + ?, ?, id, type, series, change_key, start, finish, first_day, end_day,
        title, resource
      FROM \(items) AS came CROSS JOIN \(resources) AS whole ON whole.number = came.number
      ORDER BY came.number
      """, last, collection)
    guard all > 0 else { return (0, 0) }
    try database.run(
      """
      INSERT INTO words (rowid, title, people, place, text)
      SELECT came.number + ?, ifnull(title, ''), people, place, text
      FROM \(items) AS came CROSS JOIN \(words) AS said ON said.number = came.number
      ORDER BY came.number
      """, last)
    try database.run(
      """
      INSERT INTO main.people (key, name, is_contact, address, words)
      SELECT key, name, is_contact, address, words FROM \(people)
      WHERE number IN (SELECT person FROM \(seen) WHERE item IN (SELECT number FROM \(items)))
      ORDER BY number
      ON CONFLICT (key, name, is_contact) DO UPDATE SET words = excluded.words
        WHERE words <> excluded.words
      """)
    try database.run(
      """
      INSERT OR IGNORE INTO main.seen (person, item, day)
      SELECT main.people.number, item + ?, day FROM \(seen) AS met
        JOIN \(items) AS came ON came.number = met.item
        JOIN \(people) AS known ON known.number = met.person
        JOIN main.people ON main.people.key = known.key AND main.people.name = known.name
          AND main.people.is_contact = known.is_contact
      """, last)
    let created =
      try database.first("SELECT count(*) FROM \(items) WHERE type IS NOT 'seriesmaster'") {
        (row) in row.int(0)
      } ?? 0
    return (created, all)
  }
}

extension ItemColumns {
  /// In the order of the temporary table, from the type on.
  fileprivate var small: [(any SQLiteBindable)?] {
    [type, series, changeKey, bounds?.start, bounds?.finish, firstDay, endDay, title]
  }
}

extension JSONObject {
  /// This item with what an earlier form of it had besides; an item of another type is another thing,
  /// and an occurrence is nothing but what it was told to be.
  ///
  /// Source: Microsoft Graph, "Use delta query": an item comes with at least the changed properties.
  func merged(over earlier: String?) -> JSON {
    guard let earlier, var whole = (try? JSON(parsing: earlier))?.object else {
      return .object(self)
    }
    let type = ItemColumns.type(of: self)
    if ItemColumns.isStub(self) { return .object(self) }
    if type != nil, type != ItemColumns.type(of: whole) { return .object(self) }
    for (name, value) in members { whole[name] = value }
    return .object(whole)
  }
}
