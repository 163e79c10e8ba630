/* Room interiors as the game's XML files hold them: what a floor's rooms are chosen from.
 *
 * A file NN.name.xml holds the rooms of one stage file (NN = its number; 00 are the special rooms). Only what the
 * choice looks at is kept. The same reader serves the pool that ships with the program and a folder of the
 * owner of a game; a file is hostile text: sizes are limited, entities and document types are refused.
 * Source of the layout: spec of the Rebirth rules, section 9. */
#ifndef FL_GEN_REBIRTH_POOL_POOL_H
#define FL_GEN_REBIRTH_POOL_POOL_H

#include "gen/base/diag.h"

#include <stddef.h>
#include <stdint.h>

enum {
    FL_POOL_FILES = 40,                   /* stage files are numbered below this */
    FL_POOL_ROOMS_MAX = 20000,            /* rooms in one file */
    FL_POOL_BYTES_MAX = 64 * 1024 * 1024, /* of one file (the game's own hold far more than doors) */
    FL_POOL_TILES_MAX = 1000,             /* width and height */
    FL_POOL_WEIGHT_MAX = 1000000          /* so that sums of weights stay finite and exact enough */
};

/* Numbers as in the files. */
typedef struct fl_pool_room {
    int32_t variant, subtype;
    uint8_t type;           /* 1 default, 2 shop, … */
    uint8_t shape;          /* 1…12, an fl_shape */
    uint8_t difficulty;     /* 0…255 */
    uint8_t doors;          /* bit k: the door slot k exists */
    uint16_t width, height; /* in tiles: 13 x 7 for one cell */
    float weight;           /* float: the rules add weights so; 0…FL_POOL_WEIGHT_MAX */
} fl_pool_room;

typedef struct fl_pool_file {
    fl_pool_room *rooms; /* in the order of the file */
    uint32_t rooms_n;
} fl_pool_file;

/* Reads the stage file of a number from a folder, or the one that ships with the program if `folder` is NULL or
 * empty. A file that is not there, or two files of that number, are errors that say what was looked for. */
FL_NODISCARD fl_err fl_pool_load(fl_pool_file *self, const char *folder, unsigned number, fl_diag *diag);

/* Reads a stage file from memory; `name` stands in messages, as "name:line". */
FL_NODISCARD fl_err fl_pool_read(fl_pool_file *self, const char *text, size_t size, const char *name,
                                 fl_diag *diag);

/* The memory of a file; twice, or after an error, does no harm. */
void fl_pool_free(fl_pool_file *self);

#endif
