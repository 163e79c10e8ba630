/* SPDX-License-Identifier: MIT */
/* The registry: all generators of floors. See gen/floor/generator.h for what a generator is and how to use
 * one. */
#ifndef FL_GEN_REGISTRY_H
#define FL_GEN_REGISTRY_H

#include "gen/floor/generator.h"

/* All generators, and the one with a name; NULL for an unknown one. */
const fl_generator *const *fl_registry_all(size_t *n);
const fl_generator *fl_registry_find(const char *name);

#endif
