/* A room of a ruleset file: its shape, counts, rules and tag. */
#ifndef FL_GEN_GRID_READ_ENTRY_H
#define FL_GEN_GRID_READ_ENTRY_H

#include "gen/grid/yaml_values.h"

enum { FL_GRID_READ_ENTRY_NONE = -1 };

/* The start, as entry 0. */
FL_NODISCARD fl_err fl_grid_read_entry_start(fl_grid_yaml *self, const fl_yaml_node *node);

/* A room of the pass read last; `rules` is the pass's ruleset or FL_GRID_READ_ENTRY_NONE. */
FL_NODISCARD fl_err fl_grid_read_entry_add(fl_grid_yaml *self, const fl_yaml_node *node, int rules);

/* The subordinates of all rooms of the pass read last, which can name rooms that come later. */
FL_NODISCARD fl_err fl_grid_read_entry_subordinates(fl_grid_yaml *self, const fl_yaml_node *list);

/* The number of the ruleset a node names. */
FL_NODISCARD fl_err fl_grid_read_entry_rules(fl_grid_yaml *self, const fl_yaml_node *node, int *out);

#endif
