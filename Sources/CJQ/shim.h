#pragma once

// libjq is opened on first use, not linked: the headers are needed to build, and the library of the
// machine to run (Debian: libjq1).

#include <dlfcn.h>
#include <jq.h>
#include <stddef.h>
#include <stdlib.h>

/// The functions of libjq that are used, as found in the opened library.
struct graphcal_jq {
  jq_state *(*jq_init)(void);
  void (*jq_teardown)(jq_state **);
  void (*jq_set_error_cb)(jq_state *, jq_msg_cb, void *);
  void (*jq_set_debug_cb)(jq_state *, jq_msg_cb, void *);
  void (*jq_set_input_cb)(jq_state *, jq_input_cb, void *);
  void (*jq_set_attr)(jq_state *, jv, jv);
  int (*jq_compile_args)(jq_state *, const char *, jv);
  void (*jq_start)(jq_state *, jv, int);
  jv (*jq_next)(jq_state *);
  int (*jq_halted)(jq_state *);
  jv (*jq_get_error_message)(jq_state *);
  jv_kind (*jv_get_kind)(jv);
  jv (*jv_copy)(jv);
  void (*jv_free)(jv);
  jv (*jv_invalid)(void);
  int (*jv_invalid_has_msg)(jv);
  jv (*jv_invalid_get_msg)(jv);
  jv (*jv_array)(void);
  jv (*jv_array_append)(jv, jv);
  jv (*jv_array_get)(jv, int);
  int (*jv_array_length)(jv);
  jv (*jv_object)(void);
  jv (*jv_object_set)(jv, jv, jv);
  jv (*jv_string)(const char *);
  int (*jv_string_length_bytes)(jv);
  const char *(*jv_string_value)(jv);
  jv (*jv_parse_sized)(const char *, int);
  jv (*jv_dump_string)(jv, int);
};

/// Opens the library and fills the table; NULL when all went well, else what is missing.
///
/// The text belongs to the C library and stands until the next call of this kind on the thread.
static inline const char *graphcal_jq_open(const char *name, struct graphcal_jq *table) {
  void *library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
  if (library == NULL) {
    const char *reason = dlerror();
    return reason == NULL ? name : reason;
  }
#define GRAPHCAL_JQ_FIND(field)                                            \
  do {                                                                     \
    *(void **)(&table->field) = dlsym(library, #field);                    \
    if (table->field == NULL) return "the function " #field " is missing"; \
  } while (0)
  GRAPHCAL_JQ_FIND(jq_init);
  GRAPHCAL_JQ_FIND(jq_teardown);
  GRAPHCAL_JQ_FIND(jq_set_error_cb);
  GRAPHCAL_JQ_FIND(jq_set_debug_cb);
  GRAPHCAL_JQ_FIND(jq_set_input_cb);
  GRAPHCAL_JQ_FIND(jq_set_attr);
  GRAPHCAL_JQ_FIND(jq_compile_args);
  GRAPHCAL_JQ_FIND(jq_start);
  GRAPHCAL_JQ_FIND(jq_next);
  GRAPHCAL_JQ_FIND(jq_halted);
  GRAPHCAL_JQ_FIND(jq_get_error_message);
  GRAPHCAL_JQ_FIND(jv_get_kind);
  GRAPHCAL_JQ_FIND(jv_copy);
  GRAPHCAL_JQ_FIND(jv_free);
  GRAPHCAL_JQ_FIND(jv_invalid);
  GRAPHCAL_JQ_FIND(jv_invalid_has_msg);
  GRAPHCAL_JQ_FIND(jv_invalid_get_msg);
  GRAPHCAL_JQ_FIND(jv_array);
  GRAPHCAL_JQ_FIND(jv_array_append);
  GRAPHCAL_JQ_FIND(jv_array_get);
  GRAPHCAL_JQ_FIND(jv_array_length);
  GRAPHCAL_JQ_FIND(jv_object);
  GRAPHCAL_JQ_FIND(jv_object_set);
  GRAPHCAL_JQ_FIND(jv_string);
  GRAPHCAL_JQ_FIND(jv_string_length_bytes);
  GRAPHCAL_JQ_FIND(jv_string_value);
  GRAPHCAL_JQ_FIND(jv_parse_sized);
  GRAPHCAL_JQ_FIND(jv_dump_string);
#undef GRAPHCAL_JQ_FIND
  return NULL;
}

/// A filter with what libjq has said about it; made and freed by the functions below alone.
struct graphcal_jq_filter {
  const struct graphcal_jq *jq;
  jq_state *state;
  /// An array of what was told while the filter was compiled.
  jv errors;
  /// An array of what the filter gave to `debug` and nobody has taken yet.
  jv debugged;
};

/// What came next of a filter.
enum graphcal_jq_kind {
  graphcal_jq_end,
  graphcal_jq_string,
  graphcal_jq_json,
  graphcal_jq_error,
  graphcal_jq_halt,
};

// Callbacks own the values they are given.

static inline void graphcal_jq_keep_error(void *data, jv message) {
  struct graphcal_jq_filter *filter = (struct graphcal_jq_filter *)data;
  filter->errors = filter->jq->jv_array_append(filter->errors, message);
}

static inline void graphcal_jq_keep_debugged(void *data, jv message) {
  struct graphcal_jq_filter *filter = (struct graphcal_jq_filter *)data;
  filter->debugged = filter->jq->jv_array_append(filter->debugged, message);
}

/// There is never another value: without a callback `inputs` would end with an error.
static inline jv graphcal_jq_no_input(jq_state *state, void *data) {
  (void)state;
  return ((struct graphcal_jq_filter *)data)->jq->jv_invalid();
}

static inline void graphcal_jq_free(struct graphcal_jq_filter *filter) {
  const struct graphcal_jq *jq = filter->jq;
  if (filter->state != NULL) jq->jq_teardown(&filter->state);
  jq->jv_free(filter->errors);
  jq->jv_free(filter->debugged);
  free(filter);
}

/// A filter that is not compiled yet; NULL without memory.
static inline struct graphcal_jq_filter *graphcal_jq_make(const struct graphcal_jq *jq) {
  struct graphcal_jq_filter *filter = (struct graphcal_jq_filter *)calloc(1, sizeof *filter);
  if (filter == NULL) return NULL;
  filter->jq = jq;
  filter->errors = jq->jv_array();
  filter->debugged = jq->jv_array();
  filter->state = jq->jq_init();
  if (filter->state == NULL) {
    graphcal_jq_free(filter);
    return NULL;
  }
  jq->jq_set_error_cb(filter->state, graphcal_jq_keep_error, filter);
  jq->jq_set_debug_cb(filter->state, graphcal_jq_keep_debugged, filter);
  jq->jq_set_input_cb(filter->state, graphcal_jq_no_input, filter);
  // No folder with modules.
  jq->jq_set_attr(filter->state, jq->jv_string("JQ_LIBRARY_PATH"), jq->jv_array());
  jq->jq_set_attr(filter->state, jq->jv_string("JQ_ORIGIN"), jq->jv_string("/"));
  jq->jq_set_attr(filter->state, jq->jv_string("PROGRAM_ORIGIN"), jq->jv_string("/"));
  return filter;
}

/// Compiles a program whose variables are the members of a JSON object; false when it cannot be, and
/// `errors` then says why.
static inline int graphcal_jq_compile(
    struct graphcal_jq_filter *filter, const char *program, const char *variables, int length) {
  const struct graphcal_jq *jq = filter->jq;
  jv parsed = jq->jv_parse_sized(variables, length);
  if (jq->jv_get_kind(parsed) != JV_KIND_OBJECT) {
    jq->jv_free(parsed);
    parsed = jq->jv_object();
  }
  return jq->jq_compile_args(filter->state, program, parsed);
}

/// Begins with a JSON text; false when libjq cannot read it.
static inline int graphcal_jq_begin(
    struct graphcal_jq_filter *filter, const char *json, int length) {
  const struct graphcal_jq *jq = filter->jq;
  jv value = jq->jv_parse_sized(json, length);
  if (jq->jv_get_kind(value) == JV_KIND_INVALID) {
    jq->jv_free(value);
    return 0;
  }
  jq->jq_start(filter->state, value, 0);
  return 1;
}

/// The string as it is, and everything else as JSON; consumes `value`.
static inline jv graphcal_jq_text(const struct graphcal_jq *jq, jv value) {
  if (jq->jv_get_kind(value) == JV_KIND_STRING) return value;
  return jq->jv_dump_string(value, JV_PRINT_SORTED);
}

/// What comes next, and its text in `text`, which the caller frees.
static inline enum graphcal_jq_kind graphcal_jq_next(
    struct graphcal_jq_filter *filter, jv *text) {
  const struct graphcal_jq *jq = filter->jq;
  jv result = jq->jq_next(filter->state);
  jv_kind kind = jq->jv_get_kind(result);
  if (kind != JV_KIND_INVALID) {
    *text = graphcal_jq_text(jq, result);
    return kind == JV_KIND_STRING ? graphcal_jq_string : graphcal_jq_json;
  }
  if (jq->jq_halted(filter->state)) {
    jq->jv_free(result);
    jv message = jq->jq_get_error_message(filter->state);
    if (jq->jv_get_kind(message) == JV_KIND_INVALID) {
      *text = message;
      return graphcal_jq_halt;
    }
    *text = graphcal_jq_text(jq, message);
    return graphcal_jq_error;
  }
  if (jq->jv_invalid_has_msg(jq->jv_copy(result))) {
    *text = graphcal_jq_text(jq, jq->jv_invalid_get_msg(result));
    return graphcal_jq_error;
  }
  *text = result;
  return graphcal_jq_end;
}

/// The message at an index, in `text`, which the caller frees; false past the last.
static inline int graphcal_jq_message(
    const struct graphcal_jq *jq, jv messages, int index, jv *text) {
  if (index >= jq->jv_array_length(jq->jv_copy(messages))) return 0;
  *text = graphcal_jq_text(jq, jq->jv_array_get(jq->jv_copy(messages), index));
  return 1;
}

/// Forgets what was given to `debug`.
static inline void graphcal_jq_forget_debugged(struct graphcal_jq_filter *filter) {
  filter->jq->jv_free(filter->debugged);
  filter->debugged = filter->jq->jv_array();
}
