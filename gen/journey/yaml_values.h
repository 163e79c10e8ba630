/* Values of a plan file: names, numbers, chances, lists; every refusal says file and line. */
#ifndef FL_GEN_JOURNEY_YAML_VALUES_H
#define FL_GEN_JOURNEY_YAML_VALUES_H

#include "gen/base/text.h"
#include "gen/base/yaml.h"
#include "gen/journey/journey.h"

typedef struct fl_journey_yaml {
    fl_yaml *yaml;
    fl_journey *journey;
    const fl_journey_text *text;
    fl_diag *diag;
} fl_journey_yaml;

enum { FL_JOURNEY_YAML_NAMES = 64 };

/* Names that a word may be. */
typedef struct fl_journey_names {
    const char *name[FL_JOURNEY_YAML_NAMES];
    size_t n;
} fl_journey_names;

typedef void (*fl_journey_names_of)(const fl_journey *journey, fl_journey_names *out);

/* "there is no WHAT 'word'", with the nearest of the names. */
FL_NODISCARD fl_err fl_journey_yaml_unknown(fl_journey_yaml *self, const fl_yaml_node *node, const char *word,
                                            const char *what, const fl_journey_names *names);

/* A name: letters, digits, _ and -, and not too long. */
FL_NODISCARD fl_err fl_journey_yaml_name(fl_journey_yaml *self, const fl_yaml_node *node, const char *text,
                                         char out[FL_JOURNEY_NAME]);

/* A line of text, such as what a plan is about; empty where the key is not there. */
FL_NODISCARD fl_err fl_journey_yaml_about(fl_journey_yaml *self, const fl_yaml_node *map, const char *key,
                                          char out[FL_JOURNEY_ABOUT]);

/* A whole number of -9999 to 9999. */
FL_NODISCARD fl_err fl_journey_yaml_whole(fl_journey_yaml *self, const fl_yaml_node *node, int16_t *out);

/* A chance: 1/3, 0.25, 1. */
FL_NODISCARD fl_err fl_journey_yaml_chance(fl_journey_yaml *self, const fl_yaml_node *node,
                                           fl_journey_chance *out);

/* One number, a range (3..6) or a list of numbers. */
FL_NODISCARD fl_err fl_journey_yaml_values(fl_journey_yaml *self, const fl_yaml_node *node,
                                           fl_journey_change *out);

/* The names of a plan's floors, flags and variables. */
void fl_journey_yaml_floors(const fl_journey *journey, fl_journey_names *out);
void fl_journey_yaml_flags(const fl_journey *journey, fl_journey_names *out);
void fl_journey_yaml_variables(const fl_journey *journey, fl_journey_names *out);

/* A word, or each word of a list: the number of the name it is, into a set of bits. */
FL_NODISCARD fl_err fl_journey_yaml_set(fl_journey_yaml *self, const fl_yaml_node *node, const char *what,
                                        fl_journey_names_of names_of, uint64_t *out);

/* The kinds of rooms. */
void fl_journey_yaml_kinds(const fl_journey *journey, fl_journey_names *out);

/* The number of a name; names->n for none. */
size_t fl_journey_yaml_find(const char *word, const fl_journey_names *names);

#endif
