#pragma once

// libical is opened on first use, not linked, since it brings the ICU libraries with it: the headers
// are needed to build, and the library of the machine to run (Debian: libical3, from Debian 13 on
// libical3t64).

#include <dlfcn.h>
#include <libical/ical.h>
#include <stddef.h>

/// The functions of libical that are used, as found in the opened library.
struct graphcal_ical {
  icalparser *(*icalparser_new)(void);
  void (*icalparser_free)(icalparser *);
  icalcomponent *(*icalparser_add_line)(icalparser *, char *);
  icalcomponent *(*icalparser_clean)(icalparser *);
  void (*icalcomponent_free)(icalcomponent *);
  icalproperty *(*icalcomponent_get_first_property)(icalcomponent *, icalproperty_kind);
  icalproperty_kind (*icalproperty_isa)(icalproperty *);
  icalvalue *(*icalproperty_get_value)(const icalproperty *);
  icalparameter *(*icalproperty_get_first_parameter)(icalproperty *, icalparameter_kind);
  icalparameter *(*icalproperty_get_next_parameter)(icalproperty *, icalparameter_kind);
  char *(*icalparameter_as_ical_string_r)(icalparameter *);
  icalvalue_kind (*icalvalue_isa)(const icalvalue *);
  const char *(*icalvalue_get_text)(const icalvalue *);
  const char *(*icalvalue_get_x)(const icalvalue *);
  void (*icalmemory_free_buffer)(void *);
  void (*icalerror_set_errors_are_fatal)(int);
  void (*ical_set_unknown_token_handling_setting)(ical_unknown_token_handling);
};

/// Opens the library and fills the table; NULL when all went well, else what is missing.
///
/// Names that libical has never heard of are kept from then on, and no error ends the program.
/// The text belongs to the C library and stands until the next call of this kind on the thread.
static inline const char *graphcal_ical_open(const char *name, struct graphcal_ical *table) {
  void *library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
  if (library == NULL) {
    const char *reason = dlerror();
    return reason == NULL ? name : reason;
  }
#define GRAPHCAL_ICAL_FIND(field)                                        \
  do {                                                                   \
    *(void **)(&table->field) = dlsym(library, #field);                  \
    if (table->field == NULL) return "the function " #field " is missing"; \
  } while (0)
  GRAPHCAL_ICAL_FIND(icalparser_new);
  GRAPHCAL_ICAL_FIND(icalparser_free);
  GRAPHCAL_ICAL_FIND(icalparser_add_line);
  GRAPHCAL_ICAL_FIND(icalparser_clean);
  GRAPHCAL_ICAL_FIND(icalcomponent_free);
  GRAPHCAL_ICAL_FIND(icalcomponent_get_first_property);
  GRAPHCAL_ICAL_FIND(icalproperty_isa);
  GRAPHCAL_ICAL_FIND(icalproperty_get_value);
  GRAPHCAL_ICAL_FIND(icalproperty_get_first_parameter);
  GRAPHCAL_ICAL_FIND(icalproperty_get_next_parameter);
  GRAPHCAL_ICAL_FIND(icalparameter_as_ical_string_r);
  GRAPHCAL_ICAL_FIND(icalvalue_isa);
  GRAPHCAL_ICAL_FIND(icalvalue_get_text);
  GRAPHCAL_ICAL_FIND(icalvalue_get_x);
  GRAPHCAL_ICAL_FIND(icalmemory_free_buffer);
  GRAPHCAL_ICAL_FIND(icalerror_set_errors_are_fatal);
  GRAPHCAL_ICAL_FIND(ical_set_unknown_token_handling_setting);
#undef GRAPHCAL_ICAL_FIND
  table->icalerror_set_errors_are_fatal(0);
  table->ical_set_unknown_token_handling_setting(ICAL_ASSUME_IANA_TOKEN);
  return NULL;
}
