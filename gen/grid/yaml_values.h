/* Values of a ruleset file: numbers in a range, flags, names; every refusal says file and line. */
#ifndef FL_GEN_GRID_YAML_VALUES_H
#define FL_GEN_GRID_YAML_VALUES_H

#include "gen/base/yaml.h"
#include "gen/grid/rules.h"

typedef struct fl_grid_yaml {
    fl_yaml *yaml;
    fl_grid_rules *rules;
    fl_diag *diag;
} fl_grid_yaml;

/* What a number may be. */
typedef struct fl_grid_limits {
    int64_t min, max;
} fl_grid_limits;

/* "there is no WHAT 'name'", with the nearest of the names. */
FL_NODISCARD fl_err fl_grid_yaml_unknown(fl_grid_yaml *self, const fl_yaml_node *node, const char *what,
                                         const char *const *names, size_t n);

/* A decimal number, such as 0.03, times FL_GRID_RULES_ONE; exact, at most nine decimals. */
FL_NODISCARD fl_err fl_grid_yaml_parse(const char *text, int64_t *out);

/* The value of a key of a map; *out stays when the key is not there. */
FL_NODISCARD fl_err fl_grid_yaml_whole(fl_grid_yaml *self, const fl_yaml_node *map, const char *key,
                                       fl_grid_limits limits, int64_t *out);
FL_NODISCARD fl_err fl_grid_yaml_decimal(fl_grid_yaml *self, const fl_yaml_node *map, const char *key,
                                         fl_grid_limits limits, int64_t *out);

/* Copies a text that must not be empty and must fit. */
FL_NODISCARD fl_err fl_grid_yaml_text(fl_grid_yaml *self, const fl_yaml_node *node, char *out, size_t size);

#endif
