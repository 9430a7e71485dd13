#pragma once

// libcurl is opened on first use, not linked: the headers are needed to build, and the library of
// the machine to run (Debian: libcurl4, from Debian 13 on libcurl4t64).

#define CURL_DISABLE_TYPECHECK
#define CURL_DISABLE_DEPRECATION
#include <curl/curl.h>
#include <dlfcn.h>
#include <stddef.h>

/// The functions of libcurl that are used, as found in the opened library.
struct graphcal_curl {
  CURLcode (*global_init)(long);
  char *(*version)(void);
  const char *(*easy_strerror)(CURLcode);
  CURL *(*easy_init)(void);
  void (*easy_cleanup)(CURL *);
  void (*easy_reset)(CURL *);
  CURLcode (*easy_setopt)(CURL *, CURLoption, ...);
  CURLcode (*easy_getinfo)(CURL *, CURLINFO, ...);
  struct curl_slist *(*slist_append)(struct curl_slist *, const char *);
  void (*slist_free_all)(struct curl_slist *);
  CURLM *(*multi_init)(void);
  CURLMcode (*multi_cleanup)(CURLM *);
  CURLMcode (*multi_add_handle)(CURLM *, CURL *);
  CURLMcode (*multi_remove_handle)(CURLM *, CURL *);
  CURLMcode (*multi_perform)(CURLM *, int *);
  CURLMcode (*multi_poll)(CURLM *, struct curl_waitfd *, unsigned int, int, int *);
  CURLMcode (*multi_wakeup)(CURLM *);
  CURLMsg *(*multi_info_read)(CURLM *, int *);
};

/// Opens the library and fills the table; NULL when all went well, else what is missing.
///
/// The text belongs to the C library and stands until the next call of this kind on the thread.
static inline const char *graphcal_curl_open(const char *name, struct graphcal_curl *table) {
  void *library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
  if (library == NULL) {
    const char *reason = dlerror();
    return reason == NULL ? name : reason;
  }
#define GRAPHCAL_CURL_FIND(field)                                            \
  do {                                                                       \
    *(void **)(&table->field) = dlsym(library, "curl_" #field);              \
    if (table->field == NULL) return "the function curl_" #field " is missing"; \
  } while (0)
  GRAPHCAL_CURL_FIND(global_init);
  GRAPHCAL_CURL_FIND(version);
  GRAPHCAL_CURL_FIND(easy_strerror);
  GRAPHCAL_CURL_FIND(easy_init);
  GRAPHCAL_CURL_FIND(easy_cleanup);
  GRAPHCAL_CURL_FIND(easy_reset);
  GRAPHCAL_CURL_FIND(easy_setopt);
  GRAPHCAL_CURL_FIND(easy_getinfo);
  GRAPHCAL_CURL_FIND(slist_append);
  GRAPHCAL_CURL_FIND(slist_free_all);
  GRAPHCAL_CURL_FIND(multi_init);
  GRAPHCAL_CURL_FIND(multi_cleanup);
  GRAPHCAL_CURL_FIND(multi_add_handle);
  GRAPHCAL_CURL_FIND(multi_remove_handle);
  GRAPHCAL_CURL_FIND(multi_perform);
  GRAPHCAL_CURL_FIND(multi_poll);
  GRAPHCAL_CURL_FIND(multi_wakeup);
  GRAPHCAL_CURL_FIND(multi_info_read);
#undef GRAPHCAL_CURL_FIND
  return NULL;
}

// Options younger than the oldest headers this builds with, by their number, which never changes.
// A library that does not know one answers CURLE_UNKNOWN_OPTION.
enum {
  graphcal_curlopt_protocols = CURLOPTTYPE_LONG + 181,
  graphcal_curlopt_prereqfunction = CURLOPTTYPE_FUNCTIONPOINT + 312,
  graphcal_curlopt_prereqdata = CURLOPTTYPE_OBJECTPOINT + 313,
  graphcal_curlopt_quick_exit = CURLOPTTYPE_LONG + 322,
};

typedef size_t (*graphcal_curl_data)(char *, size_t, size_t, void *);
typedef int (*graphcal_curl_seek)(void *, curl_off_t, int);
typedef int (*graphcal_curl_prereq)(void *, char *, char *, int, int);
typedef int (*graphcal_curl_progress)(void *, curl_off_t, curl_off_t, curl_off_t, curl_off_t);

// One typed door per kind of value, since Swift calls no variadic function.

static inline CURLcode graphcal_curl_set_long(
    const struct graphcal_curl *curl, CURL *handle, int option, long value) {
  return curl->easy_setopt(handle, (CURLoption)option, value);
}

static inline CURLcode graphcal_curl_set_offset(
    const struct graphcal_curl *curl, CURL *handle, int option, curl_off_t value) {
  return curl->easy_setopt(handle, (CURLoption)option, value);
}

static inline CURLcode graphcal_curl_set_text(
    const struct graphcal_curl *curl, CURL *handle, int option, const char *value) {
  return curl->easy_setopt(handle, (CURLoption)option, value);
}

static inline CURLcode graphcal_curl_set_pointer(
    const struct graphcal_curl *curl, CURL *handle, int option, void *value) {
  return curl->easy_setopt(handle, (CURLoption)option, value);
}

static inline CURLcode graphcal_curl_set_data_function(
    const struct graphcal_curl *curl, CURL *handle, int option, graphcal_curl_data value) {
  return curl->easy_setopt(handle, (CURLoption)option, value);
}

static inline CURLcode graphcal_curl_set_seek_function(
    const struct graphcal_curl *curl, CURL *handle, graphcal_curl_seek value) {
  return curl->easy_setopt(handle, CURLOPT_SEEKFUNCTION, value);
}

static inline CURLcode graphcal_curl_set_prereq_function(
    const struct graphcal_curl *curl, CURL *handle, graphcal_curl_prereq value) {
  return curl->easy_setopt(handle, (CURLoption)graphcal_curlopt_prereqfunction, value);
}

static inline CURLcode graphcal_curl_set_progress_function(
    const struct graphcal_curl *curl, CURL *handle, graphcal_curl_progress value) {
  return curl->easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, value);
}

/// A whole-number fact about the last transfer; 0 when the library does not know it.
static inline long graphcal_curl_info(
    const struct graphcal_curl *curl, CURL *handle, CURLINFO which) {
  long value = 0;
  return curl->easy_getinfo(handle, which, &value) == CURLE_OK ? value : 0;
}

/// The next finished transfer; NULL when there is none.
static inline CURL *graphcal_curl_next_finished(
    const struct graphcal_curl *curl, CURLM *multi, CURLcode *result) {
  int left = 0;
  for (CURLMsg *message; (message = curl->multi_info_read(multi, &left)) != NULL;) {
    if (message->msg == CURLMSG_DONE) {
      *result = message->data.result;
      return message->easy_handle;
    }
  }
  return NULL;
}
