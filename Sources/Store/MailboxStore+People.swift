package import CalendarTime
import JSON
import SQLite

/// Somebody to whom mail can be sent, as the copy of a mailbox knows them.
package struct CopiedPerson: Sendable, Equatable {
  package var address: String
  /// Empty where nobody has told a name.
  package var name: String
  package var isContact: Bool
  /// The events that name the address; a series is one.
  package var events: Int
  /// The last day on which an event named it; nil for none before today, or for series alone.
  package var lastDay: CalendarDate?
}

extension MailboxStore {
  /// Everybody of the copy whom each word of a text may mean, the most likely first.
  ///
  /// A word may begin any word of a name or address, or the domain; letter case and accents do not
  /// matter. Whoever is often met, and lately, comes first, then the rest of the address book by name;
  /// where the domain alone fits, and one's own addresses, they come after all others. A contact is
  /// told by each of the names that fit. What waits in the outbox is done.
  ///
  /// - Parameters:
  ///   - text: nothing fits everybody, signs alone fit nobody.
  ///   - today: from which the age of a meeting counts.
  /// - Returns: nil where there is no file, or one that could not be brought up to this version.
  /// - Throws: `MailboxStoreError` where the file cannot be read.
  package func people(
    matching text: String, on today: CalendarDate
  ) throws(MailboxStoreError) -> [CopiedPerson]? {
    let terms = PersonWords.terms(of: text)
    guard !terms.isEmpty || text.allSatisfy(\.isWhitespace) else { return [] }
    return try told { () throws(SQLiteError) in
      guard let (database, version) = try readable(), version >= MailboxSchema.firstWithPeople
      else {
        return nil
      }
      // One state of the file for all of it, and one lock.
      return try database.transaction(.deferred) { () throws(SQLiteError) in
        let own = try ownAddresses(database)
        var names = try names(matching: terms, on: today, in: database)
        for kind in CopyKind.allCases { try overlay(kind, over: &names, terms) }
        return PeopleRanking(names, own: own).people
      }
    }
  }

  /// What there is of every address that fits, one entry a name.
  ///
  /// Of an address with a contact that fits, the other contacts are left out, and the names of events
  /// have no text: the contact's is told.
  private func names(
    matching terms: [String], on today: CalendarDate, in database: Database
  ) throws(SQLiteError) -> [PeopleRanking.Name] {
    let fitting = try fitting(terms, in: database)
    let mayLoseContacts = try !pending(.contactFolder).isEmpty
    var isTold: [String: Bool] = [:]
    for name in fitting.values {
      isTold[name.key] = !mayLoseContacts && (isTold[name.key] == true || name.isContact)
    }
    var found = fitting.values.filter(\.isContact)
    var met: [Int: PeopleRanking.Name] = [:]
    for (key, isTold) in isTold where !isTold {
      try database.forEachRow(
        "SELECT number, name, address, is_contact FROM people WHERE key = ?", key
      ) { (row) in
        var name = PeopleRanking.Name(
          key: key, name: row.text(1), address: row.text(2), isContact: row.bool(3), fit: 0)
        if let fit = fitting[row.int(0)]?.fit { name.fit = fit }
        if !name.isContact {
          met[row.int(0)] = name
        } else if name.fit == 0 {
          found.append(name)
        }
        return true
      }
    }
    let keys = isTold.filter(\.value).map(\.key)
    try uses(
      by: "addresses.key", on: today,
      """
      json_each(?2) AS addresses
        CROSS JOIN people ON people.key = addresses.value AND NOT is_contact
        CROSS JOIN seen ON person = people.number
      """, JSON.array(keys.map { .string($0) }), in: database
    ) { (number) in
      PeopleRanking.Name(key: keys[number], name: "", address: "", isContact: false, fit: 0)
    } taking: {
      found.append($0)
    }
    try uses(
      by: "person", on: today, "json_each(?2) CROSS JOIN seen ON person = value",
      JSON.array(met.keys.map { .number($0) }), in: database
    ) { (number) in
      met[number]
    } taking: {
      found.append($0)
    }
    return found
  }

  /// How much names are used in events, a number each.
  private func uses(
    by number: String, on today: CalendarDate, _ source: String, _ list: JSON,
    in database: Database, of name: (Int) -> PeopleRanking.Name?,
    taking take: (PeopleRanking.Name) -> Void
  ) throws(SQLiteError) {
    guard list.array?.isEmpty == false else { return }
    // A meeting counts half as much for every sixty days that it is away; a series that goes on as much
    // as four meetings of today.
    try database.forEachRow(
      """
      SELECT \(number), count(*), sum(CASE WHEN day IS NULL THEN 4.0
          ELSE 1.0 / (1 << min(30, abs(day - ?1) / 60)) END), max(CASE WHEN day <= ?1 THEN day END)
      FROM \(source) GROUP BY \(number)
      """, today.daysSinceEpoch, list.text(.wire)
    ) { (row) in
      guard var name = name(row.int(0)) else { return true }
      name.count = row.int(1)
      name.weight = row.double(2)
      name.lastDay = row.intOrNull(3)
      take(name)
      return true
    }
  }

  /// The names that fit, by their numbers.
  private func fitting(
    _ terms: [String], in database: Database
  ) throws(SQLiteError) -> [Int: PeopleRanking.Name] {
    let terms = terms.map { (word: Array(" \($0)".utf8), domain: Array(" @\($0)".utf8)) }
    var found: [Int: PeopleRanking.Name] = [:]
    try database.forEachRow("SELECT words, number, key, name, address, is_contact FROM people") {
      (row) in
      // 2 where all fit names or addresses themselves, 1 where the domain helped.
      var fit = 2
      for term in terms where !row.text(0, contains: term.word) {
        guard row.text(0, contains: term.domain) else { return true }
        fit = 1
      }
      found[row.int(1)] = PeopleRanking.Name(
        key: row.text(2), name: row.text(3), address: row.text(4), isContact: row.bool(5), fit: fit)
      return true
    }
    return found
  }

  /// Puts whom items will name once everything that waits is sent in the place of whom they name now.
  private func overlay(
    _ kind: CopyKind, over names: inout [PeopleRanking.Name], _ terms: [String]
  ) throws(SQLiteError) {
    let writes = try pending(kind)
    // No zone plays a part in who is named.
    let overlay = OutboxOverlay(writes, zones: ZoneDatabase(directories: []))
    for id in overlay.items {
      let base = writes.first { $0.item == id }?.base ?? [:]
      guard let outcome = overlay.outcome(of: id, copied: Optional.none) else { continue }
      let people = kind.people(of: outcome.item ?? [:])
      // Whom another event names too is still met there.
      for old in kind.people(of: base) where old.isContact && !outcome.isNew {
        names.removeAll { $0.isContact && $0.key == old.key && $0.name == old.name }
      }
      let known = kind.people(of: base).map(\.key)
      for person in people where person.isContact || outcome.isNew || !known.contains(person.key) {
        guard let fit = person.fit(to: terms) else { continue }
        names.append(
          PeopleRanking.Name(
            key: person.key, name: person.name, address: person.address,
            isContact: person.isContact, fit: fit, weight: person.isContact ? 0 : 1, count: 1,
            lastDay: Optional.none))
      }
    }
  }

  /// The addresses that the default calendar of the mailbox belongs to.
  private func ownAddresses(_ database: Database) throws(SQLiteError) -> Set<String> {
    let calendars = try database.rows(
      "SELECT resource FROM collections WHERE kind = ?", CopyKind.calendar.rawValue
    ) { (row) in try? JSON(parsing: row.text(0)) }
    return Set(
      calendars.filter { $0?["isDefaultCalendar"]?.bool == true }
        .compactMap { $0?["owner"]?["address"]?.string?.lowercased() })
  }
}
