/* SPDX-License-Identifier: MIT */
/* Used only by the files of this folder: limits and the reader of a stage file. */
#ifndef FL_GEN_REBIRTH_POOL_POOL_PRIVATE_H
#define FL_GEN_REBIRTH_POOL_POOL_PRIVATE_H

#include "gen/rebirth/pool/pool.h"

#include <stddef.h>
#include <stdint.h>

enum {
    FL_POOL_FILES = 40,        /* stage files are numbered below this */
    FL_POOL_ROOMS_MAX = 20000, /* rooms in one file */
    FL_POOL_BYTES_MAX =
        64 * 1024 * 1024,        /* of one file; the game's own files hold much more than is stored */
    FL_POOL_TILES_MAX = 1000,    /* width and height */
    FL_POOL_WEIGHT_MAX = 1000000 /* keeps sums of weights finite and exact enough */
};

/* The attributes read of rooms and doors, in the order of the rows. */
#define FL_POOL_ROOM_ATTRIBUTES                                                                              \
    "variant", "subtype", "type", "shape", "difficulty", "width", "height", "weight"
#define FL_POOL_DOOR_ATTRIBUTES "x", "y", "exists"
enum { FL_POOL_ROOM_ATTRIBUTES_N = 8, FL_POOL_DOOR_ATTRIBUTES_N = 3 };

/* Reads a stage file from memory; messages call it "name:line". */
FL_NODISCARD fl_err fl_pool_read(fl_pool_file *self, const char *text, size_t size, const char *name,
                                 fl_diag *diag);

/* The number of the room that fl_pool_cache_take chooses, for comparison with fl_pool_choice_choose. */
int32_t fl_pool_cache_choose(fl_pool_cache *self, const fl_pool_request *request, fl_pool_choice_width width,
                             fl_rebirth_random *stream);

#endif
