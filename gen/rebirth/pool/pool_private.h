/* What the files of this folder share and nobody outside needs. */
#ifndef FL_GEN_REBIRTH_POOL_POOL_PRIVATE_H
#define FL_GEN_REBIRTH_POOL_POOL_PRIVATE_H

#include "gen/rebirth/pool/pool.h"

#include <stddef.h>
#include <stdint.h>

/* Room interiors as the game's XML files hold them: what a floor's rooms are chosen from.
 *
 * A file NN.name.xml holds the rooms of one stage file (NN = its number; 00 are the special rooms). Only what the
 * choice looks at is kept. The same reader serves the pool that ships with the program and a folder of the
 * owner of a game; a file is hostile text: sizes are limited, entities and document types are refused.
 * Source of the layout: gen/rebirth/RULES.md, "Room pools". */

enum {
    FL_POOL_FILES = 40,                   /* stage files are numbered below this */
    FL_POOL_ROOMS_MAX = 20000,            /* rooms in one file */
    FL_POOL_BYTES_MAX = 64 * 1024 * 1024, /* of one file (the game's own hold far more than doors) */
    FL_POOL_TILES_MAX = 1000,             /* width and height */
    FL_POOL_WEIGHT_MAX = 1000000          /* so that sums of weights stay finite and exact enough */
};

/* Reads a stage file from memory; `name` stands in messages, as "name:line". */
FL_NODISCARD fl_err fl_pool_read(fl_pool_file *self, const char *text, size_t size, const char *name,
                                 fl_diag *diag);

/* The choice of gen/rebirth/pick from lists made once: the rooms that meet a wish, with the running sums of their weights.
 *
 * The same rooms as fl_pool_choice_choose, draw for draw. A worker makes a list when a wish is first met and keeps it for all
 * floors; a choice then looks at few rooms. Sums are 32-bit floats added one by one, so a lowered weight is added anew
 * with all that follow it; what stands before it is taken from the list. Memory is set aside once: a list that does not
 * fit is chosen from the plain way. */

/* As fl_pool_choice_choose. */
int32_t fl_pool_cache_choose(fl_pool_choice_lists *self, const fl_pool_request *wish,
                             fl_pool_choice_width width, fl_rebirth_random *dice);

#endif
