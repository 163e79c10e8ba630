/* SPDX-License-Identifier: MIT */
/* The registry of generators. */
#ifndef FL_GEN_REGISTRY_H
#define FL_GEN_REGISTRY_H

#include "gen/floor/generator.h"

/* All generators, and the one of a name (NULL if there is none). */
const fl_generator *const *fl_registry_all(size_t *n);
const fl_generator *fl_registry_find(const char *name);

#endif
