/// The tables behind all mailboxes.
enum MailboxSchema {
  /// One script a version, oldest first.
  static let migrations = [
    """
    CREATE TABLE mailboxes (
      number INTEGER PRIMARY KEY,
      user TEXT NOT NULL UNIQUE,
      change INTEGER NOT NULL DEFAULT 0
    ) STRICT;

    -- number is never used twice, since ids are made of it. A deleted item stays as a tombstone
    -- without its document.
    CREATE TABLE items (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      mailbox INTEGER NOT NULL REFERENCES mailboxes (number) ON DELETE CASCADE,
      kind TEXT NOT NULL,
      parent INTEGER,
      series INTEGER,
      day INTEGER,
      lookup TEXT,
      alphabet INTEGER NOT NULL DEFAULT 0,
      created REAL NOT NULL,
      modified REAL NOT NULL,
      createdChange INTEGER NOT NULL,
      change INTEGER NOT NULL,
      isDeleted INTEGER NOT NULL DEFAULT 0,
      document TEXT NOT NULL,
      content BLOB
    ) STRICT;
    CREATE INDEX items_parent ON items (parent, kind, isDeleted);
    CREATE INDEX items_change ON items (mailbox, kind, change);
    CREATE INDEX items_lookup ON items (mailbox, kind, lookup) WHERE lookup IS NOT NULL;
    CREATE UNIQUE INDEX items_series ON items (series, day) WHERE series IS NOT NULL;

    -- When events are, in seconds since 1970. Spans of about the same length share a size (a power
    -- of two), so that a window finds what overlaps it by start alone; size 99 has no end.
    -- earliest and latest hold every span the event ever had, for rounds of changes.
    CREATE TABLE spans (
      item INTEGER PRIMARY KEY REFERENCES items (number) ON DELETE CASCADE,
      calendar INTEGER NOT NULL,
      isSeries INTEGER NOT NULL,
      size INTEGER NOT NULL,
      start REAL NOT NULL,
      finish REAL,
      earliest REAL NOT NULL,
      latest REAL
    ) STRICT;
    CREATE INDEX spans_window ON spans (calendar, size, start);

    -- How a series was before a change, so that a round of changes can name the occurrences lost.
    CREATE TABLE pastSeries (
      item INTEGER NOT NULL,
      endedByChange INTEGER NOT NULL,
      document TEXT NOT NULL,
      PRIMARY KEY (item, endedByChange)
    ) STRICT, WITHOUT ROWID;
    """
  ]
}
