/* The forms of a room: a drawn shape and its distinct rotations, each as tiles and as the tiles around them.
 *
 * A shape is a mask of up to 16 x 16 tiles. A form knows its tiles and its rim (every tile that is adjacent to one of
 * them and is not one itself, each once) as offsets from the upper left corner of its bounding box. */
#ifndef FL_GEN_GRID_ROTATION_H
#define FL_GEN_GRID_ROTATION_H

#include "gen/floor/shape.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    FL_GRID_ROTATION_SIDE = 16,  /* of the box a shape is drawn in */
    FL_GRID_ROTATION_TILES = 64, /* a shape may have */
    FL_GRID_ROTATION_RIM = 2 * FL_GRID_ROTATION_TILES + 2,
    FL_GRID_ROTATION_TURNS = 4,
};

/* Row y, bit x. */
typedef struct fl_grid_mask {
    uint16_t row[FL_GRID_ROTATION_SIDE];
} fl_grid_mask;

typedef struct fl_grid_rotation {
    fl_shape shape; /* one of the twelve where the tiles are the same, else FL_SHAPE_FREE */
    uint8_t width, height;
    uint8_t tiles_n, rim_n;
    fl_offset tile[FL_GRID_ROTATION_TILES];
    fl_offset rim[FL_GRID_ROTATION_RIM];
    int16_t tile_at[FL_GRID_ROTATION_TILES]; /* the same as steps on a board: y * stride + x */
    int16_t rim_at[FL_GRID_ROTATION_RIM];
} fl_grid_rotation;

unsigned fl_grid_rotation_tiles(const fl_grid_mask *mask);

/* Into how many connected pieces the tiles fall. */
unsigned fl_grid_rotation_pieces(const fl_grid_mask *mask);

/* The distinct rotations, as steps on a board of that stride; returns how many. At most FL_GRID_ROTATION_TILES tiles. */
unsigned fl_grid_rotation_turn(const fl_grid_mask *mask, int stride,
                               fl_grid_rotation out[FL_GRID_ROTATION_TURNS]);

#endif
