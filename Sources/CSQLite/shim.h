#pragma once
#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>

// Of glibc and musl, which declare it with _GNU_SOURCE only; a module cannot set that.
extern void *memmem(const void *haystack, size_t count, const void *needle, size_t needle_count);

// The destructor arguments are casts of -1, which Swift cannot import; both calls copy their bytes.
static inline int graphcal_bind_text(sqlite3_stmt *statement, int index, const char *text,
                                     sqlite3_uint64 count) {
  return sqlite3_bind_text64(statement, index, text, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline int graphcal_bind_blob(sqlite3_stmt *statement, int index, const void *bytes,
                                     sqlite3_uint64 count) {
  return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}

// Whether these bytes stand in a column of text or bytes. It is read as bytes, since SQLite copies a
// text to end it with a zero.
static inline bool graphcal_column_contains(sqlite3_stmt *statement, int index, const void *bytes,
                                            size_t count) {
  const void *text = sqlite3_column_blob(statement, index);
  if (count == 0) return true;
  return text && memmem(text, (size_t)sqlite3_column_bytes(statement, index), bytes, count);
}
