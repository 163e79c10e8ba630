/* SPDX-License-Identifier: MIT */
/* The registry: all generators, of floors, chunk rooms and journeys. See gen/floor/generator.h for what a
 * generator is and how to use one. */
#ifndef FL_GEN_REGISTRY_H
#define FL_GEN_REGISTRY_H

#include "gen/base/yaml_map.h"
#include "gen/floor/generator.h"

/* All generators, and the one with a name; NULL for an unknown one. */
const fl_generator *const *fl_registry_all(size_t *n);
const fl_generator *fl_registry_find(const char *name);

/* The one with a name; others are refused, with the nearest name. */
FL_NODISCARD fl_err fl_registry_need(const char *name, const fl_generator **out, fl_diag *diag);

/* The generator that a node of a file names; others are refused, with the nearest name. */
FL_NODISCARD fl_err fl_registry_read(const fl_yaml_reading *reading, const fl_yaml_node *node,
                                     const fl_generator **out);

#endif
