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
  /// told by each of the names that fit.
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
      return PeopleRanking(try names(matching: terms, on: today, in: database), own: own).people
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
