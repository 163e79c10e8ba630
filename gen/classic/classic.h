/* SPDX-License-Identifier: MIT */
/* Floors of the original game (2011): a row of the registry. Its three rule sets are the article that
 * describes the game's generator, the article's demo, and the game's own code; rules.h lists the settings. */
#ifndef FL_GEN_CLASSIC_CLASSIC_H
#define FL_GEN_CLASSIC_CLASSIC_H

#include "gen/floor/board.h"
#include "gen/floor/floor.h"
#include "gen/floor/generator.h"

#include <stdbool.h>
#include <stdint.h>

/* A change of any floor is a new version, and new golden digests. */
#define FL_CLASSIC_VERSION 1

/* The version of the rule set `flash` alone. Its floors are drawn from the same streams. */
#define FL_CLASSIC_FLASH_VERSION 2

extern const fl_generator fl_classic;

/* The rules of the article and the demo as numbers (terms.c), for exact computations. */

enum { FL_CLASSIC_TERMS_ROLLS = 12, FL_CLASSIC_TERMS_SIZES = 2 };

/* A room decided by a roll, on floors that are not labyrinths. */
typedef struct fl_classic_terms_roll {
    const char *name; /* borrowed from the rules */
    fl_kind kind;
    uint32_t first_hits, first_of;
    uint32_t second_hits, second_of; /* second_of 0: there is no second chance */
    bool is_open;
} fl_classic_terms_roll;

/* A target number of rooms; all targets are equally likely. */
typedef struct fl_classic_terms_size {
    unsigned target;      /* 0: none, the layout stops growing without a target */
    unsigned least, most; /* rooms needed to be accepted, and at which the growth stops */
} fl_classic_terms_size;

typedef struct fl_classic_terms {
    const char *obstacle; /* why the coins cannot be enumerated; NULL: they can */
    fl_board cells, secret_cells;
    unsigned secret_area, start;
    int8_t step[4]; /* to the neighbours, in the order in which they are tried */
    unsigned reseed_every, reseed_above;
    unsigned min_end_rooms;
    bool boss_may_touch_start;
    unsigned max_attempts;
    bool has_specials;
    bool secret_forbids_boss_only;
    unsigned secret_tries, secret_weakest;
    fl_classic_terms_size size[FL_CLASSIC_TERMS_SIZES];
    unsigned sizes_n;
    fl_classic_terms_roll roll[FL_CLASSIC_TERMS_ROLLS];
    unsigned rolls_n;
} fl_classic_terms;

/* Fills it from rules made by fl_classic.init; names in it are borrowed from them. */
void fl_classic_terms_read(const void *rules, fl_classic_terms *out);

/* Interiors as chunk rooms (gen/classic/RULES.md): all are rooms of one seed and one set, with four doors. */
enum { FL_CLASSIC_CHUNK_SEED = 1, FL_CLASSIC_CHUNK_CHAPTER = 1000 };
#define FL_CLASSIC_CHUNK_SET "basement"

/* Reads the number of the chunk room that is a room's interior; false if it has none. */
bool fl_classic_chunk_room(const fl_room *room, uint64_t *number);

#endif
