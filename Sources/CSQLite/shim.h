#pragma once
#include <sqlite3.h>

// The destructor arguments are casts of -1, which Swift cannot import; both calls copy their bytes.
static inline int graphcal_bind_text(sqlite3_stmt *statement, int index, const char *text,
                                     sqlite3_uint64 count) {
  return sqlite3_bind_text64(statement, index, text, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline int graphcal_bind_blob(sqlite3_stmt *statement, int index, const void *bytes,
                                     sqlite3_uint64 count) {
  return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}
