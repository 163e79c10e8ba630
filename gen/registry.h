/* SPDX-License-Identifier: MIT */
/* The registry: all generators, of floors, chunk rooms and journeys. See gen/floor/generator.h for what a
 * generator is and how to use one. */
#ifndef FL_GEN_REGISTRY_H
#define FL_GEN_REGISTRY_H

#include "gen/base/yaml_map.h"
#include "gen/floor/generator.h"

/* Returns all generators; finds one by name, NULL if there is none. */
const fl_generator *const *fl_registry_all(size_t *n);
const fl_generator *fl_registry_find(const char *name);

/* Finds a generator by name; refuses unknown names, with the nearest one. */
FL_NODISCARD fl_err fl_registry_need(const char *name, const fl_generator **out, fl_diag *diag);

/* Finds the generator that a YAML node names; refuses unknown names, with the nearest one. */
FL_NODISCARD fl_err fl_registry_read(const fl_yaml_reading *reading, const fl_yaml_node *node,
                                     const fl_generator **out);

#endif
