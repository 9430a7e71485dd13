#pragma once

// libsecret, the desktop's keyring, is opened when a configuration asks for it, and not linked: most
// machines have none. Debian: libsecret-1-0.

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// The parts of libsecret's and GLib's stable interface that are used, as their manuals describe them.

struct graphcal_secret_attribute {
  const char *name;
  int type;
};

struct graphcal_secret_schema {
  const char *name;
  int flags;
  struct graphcal_secret_attribute attributes[32];
  int reserved;
  void *reserved_pointers[7];
};

struct graphcal_glib_error {
  uint32_t domain;
  int code;
  char *message;
};

struct graphcal_secret {
  char *(*lookup)(
      const struct graphcal_secret_schema *, void *, struct graphcal_glib_error **, ...);
  int (*store)(
      const struct graphcal_secret_schema *, const char *, const char *, const char *, void *,
      struct graphcal_glib_error **, ...);
  void (*free)(char *);
  void (*error_free)(struct graphcal_glib_error *);
};

/// Opens the library and fills the table; NULL when all went well, else what is missing.
static inline const char *graphcal_secret_open(const char *name, struct graphcal_secret *table) {
  void *library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
  if (library == NULL) {
    const char *reason = dlerror();
    return reason == NULL ? name : reason;
  }
  *(void **)(&table->lookup) = dlsym(library, "secret_password_lookup_sync");
  *(void **)(&table->store) = dlsym(library, "secret_password_store_sync");
  *(void **)(&table->free) = dlsym(library, "secret_password_free");
  *(void **)(&table->error_free) = dlsym(library, "g_error_free");
  if (table->lookup == NULL || table->store == NULL || table->free == NULL
      || table->error_free == NULL) {
    return "libsecret lacks a function that is needed";
  }
  return NULL;
}

static inline struct graphcal_secret_schema graphcal_secret_schema_of_cache(void) {
  struct graphcal_secret_schema schema;
  memset(&schema, 0, sizeof schema);
  schema.name = "graphcal.TokenCacheKey";
  schema.attributes[0].name = "cache";
  return schema;
}

/// The message of an error as memory of the C library's own; NULL where there was none.
static inline char *graphcal_secret_problem(
    const struct graphcal_secret *table, struct graphcal_glib_error *error) {
  if (error == NULL) return NULL;
  char *text = strdup(error->message == NULL ? "no reason given" : error->message);
  table->error_free(error);
  return text;
}

/// The stored text, to be freed with `free`; NULL where there is none or `problem` says why not.
static inline char *graphcal_secret_lookup(
    const struct graphcal_secret *table, const char *cache, char **problem) {
  struct graphcal_secret_schema schema = graphcal_secret_schema_of_cache();
  struct graphcal_glib_error *error = NULL;
  char *found = table->lookup(&schema, NULL, &error, "cache", cache, NULL);
  *problem = graphcal_secret_problem(table, error);
  if (found == NULL) return NULL;
  char *copy = strdup(found);
  table->free(found);
  return copy;
}

/// Stores a text in the default collection; NULL when all went well, else why not.
static inline char *graphcal_secret_store(
    const struct graphcal_secret *table, const char *cache, const char *text) {
  struct graphcal_secret_schema schema = graphcal_secret_schema_of_cache();
  struct graphcal_glib_error *error = NULL;
  int done = table->store(
      &schema, NULL, "Key of graphcal's token cache", text, NULL, &error, "cache", cache, NULL);
  char *problem = graphcal_secret_problem(table, error);
  return problem == NULL && !done ? strdup("it was not stored") : problem;
}
