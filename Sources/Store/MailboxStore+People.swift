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
      let own = try ownAddresses(database)
      var names = try names(matching: terms, on: today, in: database)
      for kind in CopyKind.allCases { try overlay(kind, over: &names, terms) }
      return PeopleRanking(names, own: own).people
    }
  }

  /// What there is of every address that fits, one row a name.
  private func names(
    matching terms: [String], on today: CalendarDate, in database: Database
  ) throws(SQLiteError) -> [PeopleRanking.Name] {
    // Every word has to fit: 2 where all fit names or addresses themselves, 1 where the domain helped.
    var score = "2"
    var fits = "1"
    for index in terms.indices {
      let (word, domain) = ("?\(2 * index + 2)", "?\(2 * index + 3)")
      score = "min(\(score), CASE WHEN instr(words, \(word)) THEN 2 ELSE 1 END)"
      fits += " AND (instr(words, \(word)) OR instr(words, \(domain)))"
    }
    let values: [(any SQLiteBindable)?] =
      [today.daysSinceEpoch] + terms.flatMap { [" " + $0, " @" + $0] }
    // A meeting counts half as much for every sixty days that it is away; a series that goes on as much
    // as four meetings of today.
    return try database.rows(
      """
      SELECT key, name, address, is_contact, CASE WHEN \(fits) THEN \(score) ELSE 0 END,
        CASE WHEN NOT is_contact THEN (SELECT sum(CASE WHEN day IS NULL THEN 4.0
          ELSE 1.0 / (1 << min(30, abs(day - ?1) / 60)) END) FROM seen WHERE person = number) END,
        CASE WHEN NOT is_contact THEN (SELECT count(*) FROM seen WHERE person = number) END,
        CASE WHEN NOT is_contact
          THEN (SELECT max(day) FROM seen WHERE person = number AND day <= ?1) END
      FROM people WHERE key IN (SELECT key FROM people WHERE \(fits))
      """, values: values
    ) { (row) in
      PeopleRanking.Name(
        key: row.text(0), name: row.text(1), address: row.text(2), isContact: row.int(3) == 1,
        fit: row.int(4), weight: row.double(5), count: row.int(6), lastDay: row.intOrNull(7))
    }.filter { $0.isContact || $0.count > 0 }
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
