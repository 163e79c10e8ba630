/* Values of a plan file: names, numbers, chances, lists; every refusal says file and line. */
#ifndef FL_GEN_JOURNEY_JOURNEY_SOURCE_H
#define FL_GEN_JOURNEY_JOURNEY_SOURCE_H

#include "gen/core/yaml.h"
#include "gen/journey/journey.h"

typedef struct fl_journey_source {
    fl_yaml *yaml;
    fl_journey *journey;
    const fl_journey_text *text;
    fl_diag *diag;
} fl_journey_source;

/* Notes an error at a node. */
FL_NODISCARD fl_err fl_journey_source_refuse(fl_journey_source *self, const fl_yaml_node *node,
                                             const char *format, ...) FL_PRINTF(3, 4);

/* "there is no WHAT 'word'", with the nearest of the names. `rows` start with a name each. */
FL_NODISCARD fl_err fl_journey_source_unknown(fl_journey_source *self, const fl_yaml_node *node,
                                              const char *word, const char *what, const char *const *names,
                                              size_t n);

/* A name: letters, digits, _ and -, and not too long. */
FL_NODISCARD fl_err fl_journey_source_name(fl_journey_source *self, const fl_yaml_node *node,
                                           const char *text, char out[FL_JOURNEY_NAME]);

/* true or false; *out stays when the key is not there. */
FL_NODISCARD fl_err fl_journey_source_flag(fl_journey_source *self, const fl_yaml_node *map, const char *key,
                                           bool *out);

/* A whole number of -9999 to 9999. */
FL_NODISCARD fl_err fl_journey_source_whole(fl_journey_source *self, const fl_yaml_node *node, int16_t *out);

/* A chance: 1/3, 0.25, 1. */
FL_NODISCARD fl_err fl_journey_source_chance(fl_journey_source *self, const fl_yaml_node *node,
                                             fl_journey_chance *out);

/* One number, a range (3..6) or a list of numbers. */
FL_NODISCARD fl_err fl_journey_source_values(fl_journey_source *self, const fl_yaml_node *node,
                                             fl_journey_change *out);

/* Names for fl_journey_source_unknown; `names` has room for all. Return how many. */
size_t fl_journey_source_floors(const fl_journey *journey, const char **names);
size_t fl_journey_source_flags(const fl_journey *journey, const char **names);
size_t fl_journey_source_variables(const fl_journey *journey, const char **names);

/* A word, or each word of a list: the number of the name it is, into a set of bits. */
FL_NODISCARD fl_err fl_journey_source_set(fl_journey_source *self, const fl_yaml_node *node, const char *what,
                                          size_t (*names)(const fl_journey *, const char **), uint64_t *out);

/* The number of a name among names, n for none. */
size_t fl_journey_source_find(const char *word, const char *const *names, size_t n);

#endif
