/// The tables of a mailbox's file, step by step; a step that was released never changes again.
///
/// See docs/decisions/0008.
enum MailboxSchema {
  /// The version from which on a file can hold a copy of the mailbox.
  ///
  /// Earlier ones have times of another meaning; their copies are read once they have been brought up to
  /// this version.
  static let firstWithCopy = 7
  /// The version from which on a file holds the runs of `apply`.
  static let firstWithRuns = 3
  /// The version from which on a file holds bookmarks and the reminders that were given.
  static let firstWithBookmarks = 4
  /// The version from which on a file holds what is to be sent.
  static let firstWithOutbox = 5
  /// The version from which on a file knows the people of the copy.
  static let firstWithPeople = 6

  static let migrations = [
    """
    CREATE TABLE journal (number INTEGER PRIMARY KEY AUTOINCREMENT, time REAL NOT NULL,
      is_done INTEGER NOT NULL, record TEXT NOT NULL);
    """,
    // Instants are seconds since 1970, also of all-day events (their midnights in UTC); dates are days
    // since then. `resource` is what the service sent, whole; an occurrence is but its times.
    """
    CREATE TABLE collections (number INTEGER PRIMARY KEY, kind TEXT NOT NULL, id TEXT NOT NULL,
      place INTEGER NOT NULL, resource TEXT NOT NULL, window_start REAL, window_end REAL,
      delta_link TEXT, synced REAL, mark TEXT, UNIQUE (kind, id));
    CREATE TABLE items (number INTEGER PRIMARY KEY,
      collection INTEGER NOT NULL REFERENCES collections (number) ON DELETE CASCADE,
      id TEXT NOT NULL, type TEXT, series TEXT, change_key TEXT, start REAL, finish REAL,
      first_day INTEGER, end_day INTEGER, title TEXT, resource TEXT NOT NULL,
      UNIQUE (collection, id));
    CREATE INDEX items_by_time ON items (collection, finish, start);
    CREATE INDEX items_by_series ON items (collection, series) WHERE series IS NOT NULL;
    CREATE VIRTUAL TABLE words USING fts5 (title, people, place, text,
      tokenize = 'unicode61 remove_diacritics 2');
    CREATE TRIGGER words_go AFTER DELETE ON items BEGIN
      DELETE FROM words WHERE rowid = old.number;
    END;
    """,
    // `file` stands for the content of a file of changes, `digest` for that of one of its lines.
    """
    CREATE TABLE run (number INTEGER PRIMARY KEY AUTOINCREMENT, time REAL NOT NULL,
      file TEXT NOT NULL, path TEXT, is_complete INTEGER NOT NULL);
    CREATE TABLE run_change (run INTEGER NOT NULL, digest TEXT NOT NULL, key TEXT NOT NULL,
      state INTEGER NOT NULL, item TEXT, PRIMARY KEY (run, digest)) WITHOUT ROWID;
    """,
    // A bookmark is the state of the copy that somebody was told of last. `fires` is when a reminder of
    // an event was to come up, `given` when it was.
    """
    CREATE TABLE bookmark (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE,
      scope TEXT NOT NULL, used REAL NOT NULL);
    CREATE TABLE bookmark_collection (number INTEGER PRIMARY KEY,
      bookmark INTEGER NOT NULL REFERENCES bookmark (number) ON DELETE CASCADE,
      kind TEXT NOT NULL, id TEXT NOT NULL, name TEXT NOT NULL, window_start REAL, window_end REAL,
      UNIQUE (bookmark, kind, id));
    CREATE TABLE bookmark_item (number INTEGER PRIMARY KEY,
      collection INTEGER NOT NULL REFERENCES bookmark_collection (number) ON DELETE CASCADE,
      id TEXT NOT NULL, resource TEXT NOT NULL, UNIQUE (collection, id));
    CREATE TABLE reminder (event TEXT NOT NULL, fires REAL NOT NULL, given REAL NOT NULL,
      PRIMARY KEY (event, fires)) WITHOUT ROWID;
    """,
    // What was written without a network, in the order it is sent. `request` is the whole call as JSON,
    // `base` the item that it was made on; `deed` is shared by all that one command has written.
    """
    CREATE TABLE outbox (number INTEGER PRIMARY KEY AUTOINCREMENT, time REAL NOT NULL,
      deed TEXT NOT NULL, state INTEGER NOT NULL, kind TEXT NOT NULL, action TEXT NOT NULL,
      item TEXT NOT NULL, place TEXT, title TEXT NOT NULL, request TEXT NOT NULL, base TEXT,
      trouble TEXT);
    """,
    // Who has an address by which name, and in which items; see docs/decisions/0013. `words` are what a
    // search goes by, folded, each after a blank. `day` counts from 1970; series and contacts have none.
    // Events of some days are few, so that those of a time are found by their starts alone.
    """
    CREATE TABLE people (number INTEGER PRIMARY KEY, key TEXT NOT NULL, name TEXT NOT NULL,
      is_contact INTEGER NOT NULL, address TEXT NOT NULL, words TEXT NOT NULL,
      UNIQUE (key, name, is_contact));
    CREATE TABLE seen (person INTEGER NOT NULL, item INTEGER NOT NULL, day INTEGER,
      PRIMARY KEY (person, item)) WITHOUT ROWID;
    CREATE INDEX seen_by_item ON seen (item);
    CREATE TRIGGER seen_go AFTER DELETE ON items BEGIN
      DELETE FROM seen WHERE item = old.number;
    END;
    DROP INDEX items_by_time;
    CREATE INDEX items_by_start ON items (collection, start);
    CREATE INDEX long_items ON items (collection, finish) WHERE finish - start > 259200;
    """,
    // `start` and `finish` bound the time of an item from now on: it lies between them in every zone.
    // See `ItemColumns.Bounds`.
    """
    UPDATE items SET start = start - 50400, finish = finish + 43200;
    DROP INDEX items_by_start;
    CREATE INDEX items_by_bounds ON items (collection, start, finish);
    """,
    // Series are few, and looked for after every round.
    """
    CREATE INDEX masters ON items (collection, id) WHERE type = 'seriesmaster';
    """,
  ]
}
