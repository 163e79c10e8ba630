/* SPDX-License-Identifier: MIT */
/* Floors of the original game (2011): a row of the registry. Its three rule sets are the article that
 * describes the game's generator, the article's demo, and the game's own code; rules.h lists the settings. */
#ifndef FL_GEN_CLASSIC_CLASSIC_H
#define FL_GEN_CLASSIC_CLASSIC_H

#include "gen/floor/floor.h"
#include "gen/floor/generator.h"

#include <stdbool.h>
#include <stdint.h>

/* A change of any floor is a new version, and new golden digests. */
#define FL_CLASSIC_VERSION 1

/* The same for the rule set `flash` alone. Its floors are drawn from the same streams. */
#define FL_CLASSIC_FLASH_VERSION 2

extern const fl_generator fl_classic;

/* Interiors as chunk rooms (gen/classic/RULES.md): all are rooms of one seed and one set, with four doors. */
enum { FL_CLASSIC_CHUNK_SEED = 1, FL_CLASSIC_CHUNK_CHAPTER = 1000 };
#define FL_CLASSIC_CHUNK_SET "basement"

/* The number of the chunk room that a room's interior is; false if it is none. */
bool fl_classic_chunk_room(const fl_room *room, uint64_t *number);

#endif
