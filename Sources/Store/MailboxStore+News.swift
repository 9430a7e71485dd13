package import CalendarTime
package import FoundationEssentials
import GraphAPI
import JSON
import SQLite

// MARK: - News

extension MailboxStore {
  /// What the copy has now and a bookmark's holder was not told, and how to write down that it was.
  package struct News: Sendable {
    package var differences: [CopyChange] = []
    /// Whether the bookmark was made only now, so that nothing can be told.
    package var isFirst = false
    fileprivate var marks: [Mark] = []
  }

  /// A state of the file that can be told from all that come later without a look at the items.
  struct Silence: Equatable {
    /// What SQLite counts up with each change by another process.
    var version: Int
    var itemChanges: Int
    var places: [Place]

    struct Place: Equatable {
      var kind: CopyKind
      var id: String
      var name: String
      var window: Range<Date>?
      var isWhole: Bool
      var isIncluded: Bool

      init(_ collection: CopyCollection, isIncluded: Bool) {
        kind = collection.kind
        id = collection.id
        name = collection.name
        window = collection.window
        isWhole = collection.synced != nil
        self.isIncluded = isIncluded
      }
    }
  }

  /// The state of one collection that the news go up to.
  fileprivate struct Mark: Sendable {
    var kind: CopyKind
    var id: String
    var name: String
    var window: Range<Date>?
    /// Ids with what is stored of them now, nil for what is gone.
    var items: [(id: String, resource: String?)] = []
    var isGone = false
  }

  /// The differences between a bookmark and the copy, whoever brought the copy up to date.
  ///
  /// A new bookmark begins at the copy as it is. Collections that were never read whole are passed over,
  /// and so is a copy that was forgotten, until it is there again.
  ///
  /// - Parameters:
  ///   - bookmark: what was told.
  ///   - zones: for occurrences, which are put together with their series.
  ///   - time: now.
  ///   - includes: which collections are told of.
  /// - Returns: the differences; nothing is written down as told before `settle`.
  /// - Throws: `MailboxStoreError`; then nothing has changed.
  package func news(
    since bookmark: Bookmark, zones: ZoneDatabase, at time: Date,
    of includes: @Sendable (CopyCollection) -> Bool
  ) throws(MailboxStoreError) -> News {
    let collections = try collections() ?? []
    let kinds = Set(collections.map(\.kind))
    let wanted = collections.filter(includes)
    return try told { () throws(SQLiteError) in
      let database = try writable()
      try prepare(bookmark, in: database)
      return try database.transaction { () throws(SQLiteError) in
        let (number, isKnown) = try open(bookmark, at: time, in: database)
        let silence = Silence(
          version: try database.first("PRAGMA data_version") { (row) in row.int(0) } ?? 0,
          itemChanges: itemChanges,
          places: collections.map { Silence.Place($0, isIncluded: includes($0)) })
        if isKnown, silences[bookmark] == silence { return News() }
        var known = try marked(number, bookmark, in: database)
        if !isKnown {
          // What is not asked for any more is let go, so that it does not come back as news.
          for place in known
          where collections.contains(where: { $0.kind == place.kind && $0.id == place.id })
            && !wanted.contains(where: { $0.kind == place.kind && $0.id == place.id })
          {
            try forget(place.number, bookmark, in: database)
          }
          known = try marked(number, bookmark, in: database)
        }
        var news = News(isFirst: known.isEmpty && !isKnown)
        for collection in wanted {
          let place = known.first { $0.kind == collection.kind && $0.id == collection.id }
          if place?.isPending ?? !isKnown {
            try adopt(collection, number, bookmark, in: database)
          } else if collection.synced != nil {
            try compare(collection, place, bookmark, zones, into: &news, in: database)
          }
        }
        for place in known where kinds.contains(place.kind) && !place.isPending {
          guard !collections.contains(where: { $0.kind == place.kind && $0.id == place.id }) else {
            continue
          }
          try tellGone(place, bookmark, zones, into: &news, in: database)
        }
        silences[bookmark] = isKnown && news.marks.isEmpty ? silence : nil
        return news
      }
    }
  }

  /// Writes down that these news were told.
  package func settle(
    _ news: News, in bookmark: Bookmark, at time: Date
  ) throws(MailboxStoreError) {
    guard !news.marks.isEmpty else { return }
    try told { () throws(SQLiteError) in
      let database = try writable()
      try database.transaction { () throws(SQLiteError) in
        let (number, _) = try open(bookmark, at: time, in: database)
        for mark in news.marks {
          if mark.isGone {
            let place = try marked(number, bookmark, in: database).first {
              $0.kind == mark.kind && $0.id == mark.id
            }
            if let place { try forget(place.number, bookmark, in: database) }
            continue
          }
          let place = try place(
            of: mark.kind, mark.id, mark.name, mark.window, number, bookmark, in: database)
          for (id, resource) in mark.items {
            try database.run(
              "DELETE FROM \(bookmark.schema).bookmark_item WHERE collection = ? AND id = ?", place,
              id)
            guard let resource else { continue }
            try database.run(
              "INSERT INTO \(bookmark.schema).bookmark_item (collection, id, resource) "
                + "VALUES (?, ?, ?)", place, id, resource)
          }
        }
      }
    }
  }
}

// MARK: - Comparing

extension MailboxStore {
  /// What a difference is made of: an id, what was told and what there is.
  private typealias Row = (id: String, before: String?, after: String?)

  private func compare(
    _ collection: CopyCollection, _ place: Place?, _ bookmark: Bookmark, _ zones: ZoneDatabase,
    into news: inout News, in database: Database
  ) throws(SQLiteError) {
    guard let copied = try number(of: collection, in: database) else { return }
    let rows: [Row] = try database.rows(
      """
      SELECT items.id, told.resource, items.resource FROM main.items AS items
        LEFT JOIN \(bookmark.schema).bookmark_item AS told
          ON told.collection = ?1 AND told.id = items.id
        WHERE items.collection = ?2 AND told.resource IS NOT items.resource
      UNION ALL
      SELECT told.id, told.resource, NULL FROM \(bookmark.schema).bookmark_item AS told
        WHERE told.collection = ?1 AND NOT EXISTS (SELECT 1 FROM main.items AS items
          WHERE items.collection = ?2 AND items.id = told.id)
      """, place?.number ?? -1, copied
    ) { (row) in (row.text(0), row.textOrNull(1), row.textOrNull(2)) }
    guard !rows.isEmpty || place?.window != collection.window || place == nil else { return }
    let shared = Self.overlap(place?.window ?? collection.window, collection.window)
    var before = SeriesLookup(zones: zones)
    var after = SeriesLookup(zones: zones)
    for row in rows {
      let old = try row.before.map { (text) throws(SQLiteError) in
        try before.state(text, place?.id ?? collection.id, place?.name ?? collection.name) {
          (id) throws(SQLiteError) in
          try told(of: id, place?.number ?? -1, bookmark, in: database)
        }
      }
      let new = try row.after.map { (text) throws(SQLiteError) in
        try after.state(text, collection.id, collection.name) { (id) throws(SQLiteError) in
          try database.first(
            "SELECT resource FROM main.items WHERE collection = ? AND id = ?", copied, id
          ) { (row) in row.text(0) }
        }
      }
      news.differences.append(
        CopyChange(
          content: collection.kind, id: row.id, before: old, after: new,
          isInBothWindows: [old, new].compactMap(\.self).contains {
            Self.touches($0.item, shared, collection.kind)
          }))
    }
    news.marks.append(
      Mark(
        kind: collection.kind, id: collection.id, name: collection.name,
        window: collection.window, items: rows.map { ($0.id, $0.after) }))
  }

  /// Everything of a collection that is not in the mailbox any more.
  private func tellGone(
    _ place: Place, _ bookmark: Bookmark, _ zones: ZoneDatabase, into news: inout News,
    in database: Database
  ) throws(SQLiteError) {
    let rows = try database.rows(
      "SELECT id, resource FROM \(bookmark.schema).bookmark_item WHERE collection = ?",
      place.number
    ) { (row) in (id: row.text(0), resource: row.text(1)) }
    var series = SeriesLookup(zones: zones)
    for row in rows {
      let old = try series.state(row.resource, place.id, place.name) { (id) throws(SQLiteError) in
        try told(of: id, place.number, bookmark, in: database)
      }
      news.differences.append(
        CopyChange(
          content: place.kind, id: row.id, before: old, after: nil,
          isInBothWindows: Self.touches(old.item, place.window, place.kind)))
    }
    news.marks.append(
      Mark(kind: place.kind, id: place.id, name: place.name, isGone: true))
  }

  private func told(
    of id: String, _ place: Int, _ bookmark: Bookmark, in database: Database
  ) throws(SQLiteError) -> String? {
    try database.first(
      "SELECT resource FROM \(bookmark.schema).bookmark_item WHERE collection = ? AND id = ?",
      place, id
    ) { (row) in row.text(0) }
  }

  private static func overlap(_ one: Range<Date>?, _ other: Range<Date>?) -> Range<Date>? {
    guard let one, let other, one.overlaps(other) else { return nil }
    return one.clamped(to: other)
  }

  /// Whether an item lies in a window; a contact lies nowhere and is always told of.
  private static func touches(
    _ item: JSONObject, _ window: Range<Date>?, _ kind: CopyKind
  ) -> Bool {
    guard kind == .calendar else { return true }
    let columns = ItemColumns(kind, item)
    guard let window, let start = columns.start, let finish = columns.finish else { return false }
    return start < window.upperBound.timeIntervalSince1970
      && max(finish, start + 1) > window.lowerBound.timeIntervalSince1970
  }

  /// Puts occurrences together with their series, each of which is read once.
  private struct SeriesLookup {
    let zones: ZoneDatabase
    private var known: [String: OccurrenceMapping] = [:]

    init(zones: ZoneDatabase) { self.zones = zones }

    mutating func state(
      _ text: String, _ collection: String, _ name: String,
      master: (String) throws(SQLiteError) -> String?
    ) throws(SQLiteError) -> CopyChange.State {
      guard var item = (try? JSON(parsing: text))?.object else {
        throw SQLiteError(extendedCode: 11, message: "an item of the local copy cannot be read")
      }
      let isStub = ItemColumns.isStub(item)
      if isStub, let id = item["seriesMasterId"]?.string {
        if known[id] == nil, let text = try master(id), let raw = (try? JSON(parsing: text))?.object
        {
          known[id] = OccurrenceMapping(master: raw, zones: zones)
        }
        if let whole = known[id]?.event(item) { item = whole }
      }
      return CopyChange.State(
        collection: collection, collectionName: name, item: item, isStub: isStub)
    }
  }
}
