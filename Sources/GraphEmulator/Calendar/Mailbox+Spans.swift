import CalendarTime
import FoundationEssentials
import JSON
import SQLite

/// When the events of a calendar are, kept beside them so that a view reads no documents.
extension Mailbox {
  func timing(of document: JSONObject) throws(GraphError) -> EventTiming {
    try EventTiming(of: document, zones: store.zones, quirks: store.quirks)
  }

  /// The number that spans of about this many seconds share: the power of two that holds it.
  private static func size(_ seconds: Double) -> Int {
    seconds <= 1 ? 0 : Int(seconds.rounded(.up)).bitWidthOfMagnitude
  }

  private static let endless = 99

  /// Notes when an item is; every span it ever had stays in `earliest` and `latest`.
  func saveSpan(
    _ item: MailboxItem, isSeries: Bool, start: Date, end: Date?
  ) throws(GraphError) {
    let (from, to) = (start.timeIntervalSince1970, end?.timeIntervalSince1970)
    let size = to.map { Self.size($0 - from) } ?? Self.endless
    try sql { (database) throws(SQLiteError) in
      try database.run(
        """
        INSERT INTO spans (item, calendar, isSeries, size, start, finish, earliest, latest) \
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?5, ?6) ON CONFLICT (item) DO UPDATE SET \
        calendar = ?2, isSeries = ?3, size = ?4, start = ?5, finish = ?6, \
        earliest = min(earliest, ?5), latest = max(latest, ?6)
        """, item.number, item.parent, isSeries, size, from, to)
    }
  }

  /// Everything of a calendar that shows in a window, in no particular order.
  func instances(
    in calendar: MailboxItem, showing window: Range<Date>
  ) throws(GraphError) -> [EventInstance] {
    var found: [EventInstance] = []
    var series: [Int] = []
    for size in try sizes(in: calendar) {
      let reach =
        size == Self.endless ? Double.infinity : Double(sign: .plus, exponent: size, significand: 1)
      try sql { (database) throws(SQLiteError) in
        try database.forEachRow(
          """
          SELECT item, isSeries, spans.start, finish, series, day, change FROM spans \
          JOIN items ON items.number = spans.item WHERE spans.calendar = ? AND size = ? \
          AND spans.start < ? AND spans.start >= ? AND isDeleted = 0
          """, calendar.number, size, window.upperBound.timeIntervalSince1970,
          window.lowerBound.timeIntervalSince1970 - reach
        ) { (row) in
          if row.bool(1) {
            series.append(row.int(0))
          } else {
            let start = Date(timeIntervalSince1970: row.double(2))
            let end = Date(timeIntervalSince1970: row.double(3))
            if window.shows(start: start, end: end) {
              found.append(
                EventInstance(
                  kind: row.isNull(4) ? .singleInstance : .exception, number: row.int(0),
                  series: row.intOrNull(4), day: row.intOrNull(5), change: row.int(6), start: start,
                  end: end))
            }
          }
          return true
        }
      }
    }
    for number in series {
      guard let master = try item(number: number) else { continue }
      found += try occurrences(of: master, showing: window)
    }
    return found
  }

  /// The sizes that occur in a calendar, found by steps through the index.
  private func sizes(in calendar: MailboxItem) throws(GraphError) -> [Int] {
    var sizes: [Int] = []
    var last = -1
    while let next = try sql({ (database) throws(SQLiteError) in
      try database.first(
        "SELECT min(size) FROM spans WHERE calendar = ? AND size > ?", calendar.number, last
      ) { (row) in row.intOrNull(0) } ?? nil
    }) {
      sizes.append(next)
      last = next
    }
    return sizes
  }

  /// The regular occurrences of a series in a window: without exceptions and deleted ones.
  func occurrences(
    of master: MailboxItem, showing window: Range<Date>
  ) throws(GraphError) -> [EventInstance] {
    let timing = try timing(of: master.document)
    let days = timing.days(around: window)
    guard !days.isEmpty else { return [] }
    let special = Set(try specialDays(of: master).map(\.day))
    return days.compactMap { day in
      let number = day.daysSinceEpoch
      guard !special.contains(number) else { return nil }
      let (start, end) = timing.instants(timing.occurrence(on: day))
      guard window.shows(start: start, end: end) else { return nil }
      return EventInstance(
        kind: .occurrence, number: master.number, series: master.number, day: number,
        change: master.change, start: start, end: end)
    }
  }

  /// The days of a series that have an exception or were deleted.
  func specialDays(
    of master: MailboxItem
  ) throws(GraphError) -> [(day: Int, item: Int, isDeleted: Bool)] {
    try sql { (database) throws(SQLiteError) in
      try database.rows(
        "SELECT day, number, isDeleted FROM items WHERE series = ? ORDER BY day", master.number
      ) { (row) in (row.int(0), row.int(1), row.bool(2)) }
    }
  }

  /// The single events and series of a calendar in the order they were made.
  func eventsAndSeries(in calendar: MailboxItem) throws(GraphError) -> [EventInstance] {
    try sql { (database) throws(SQLiteError) in
      try database.rows(
        """
        SELECT items.number, isSeries, spans.start, finish, change FROM items \
        JOIN spans ON spans.item = items.number \
        WHERE items.parent = ? AND items.kind = 'event' AND isDeleted = 0 AND series IS NULL \
        ORDER BY items.number
        """, calendar.number
      ) { (row) in
        let start = Date(timeIntervalSince1970: row.double(2))
        return EventInstance(
          kind: row.bool(1) ? .seriesMaster : .singleInstance, number: row.int(0),
          change: row.int(4), start: start,
          end: row.doubleOrNull(3).map { Date(timeIntervalSince1970: $0) } ?? start)
      }
    }
  }

  /// Keeps how a series was, for rounds of changes that began before `change`.
  func keepPast(_ master: MailboxItem, endedBy change: Int) throws(GraphError) {
    var past: JSONObject = [:]
    for name in ["start", "end", "isAllDay", "recurrence"] { past[name] = master.document[name] }
    let text = JSON.object(past).text(.wire)
    try sql { (database) throws(SQLiteError) in
      try database.run(
        "INSERT OR REPLACE INTO pastSeries (item, endedByChange, document) VALUES (?, ?, ?)",
        master.number, change, text)
    }
  }

  /// How a series was at a change, if it is different now.
  func pastSeries(_ number: Int, at change: Int) throws(GraphError) -> JSONObject? {
    try sql { (database) throws(SQLiteError) in
      try database.first(
        """
        SELECT document FROM pastSeries WHERE item = ? AND endedByChange > ? \
        ORDER BY endedByChange LIMIT 1
        """, number, change
      ) { (row) in Self.document(row.text(0)) }
    }
  }

  /// Whether an item, deleted or moved since, was ever in a window.
  func wasEver(_ item: MailboxItem, in window: Range<Date>) throws(GraphError) -> Bool {
    try sql { (database) throws(SQLiteError) in
      try database.first(
        """
        SELECT 1 FROM spans WHERE item = ? AND earliest < ? \
        AND (latest IS NULL OR latest > ?3 OR (latest >= ?3 AND earliest = latest))
        """, item.number, window.upperBound.timeIntervalSince1970,
        window.lowerBound.timeIntervalSince1970
      ) { (row) in row.int(0) } != nil
    }
  }
}

extension Int {
  /// The number of binary digits of a value that is not negative: 0 for 0, 3 for 4 to 7.
  fileprivate var bitWidthOfMagnitude: Int { Int.bitWidth - magnitude.leadingZeroBitCount }
}
