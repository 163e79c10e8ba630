/* What the drawings of a floor have in common: the part of the board to show, the kinds that occur, where a
 * room's sign stands, and whether dark or light ink is readable on a colour. */
#ifndef FL_GEN_DRAW_PICTURE_H
#define FL_GEN_DRAW_PICTURE_H

#include "gen/floor/floor.h"

#include <stdbool.h>

typedef struct fl_picture {
    int left, top;                  /* of the rooms' bounding box, in cells */
    int width, height;              /* 0 where there are no rooms */
    unsigned kind_n[FL_KIND_COUNT]; /* rooms of each kind */
    fl_kind kinds[FL_KIND_COUNT];   /* the kinds that occur, in the order of the table */
    unsigned kinds_n;
    bool has_hidden_doors;
} fl_picture;

/* A place on the board in half cells: odd numbers are middles of cells, even ones their borders. */
typedef struct fl_picture_spot {
    int x, y;
} fl_picture_spot;

void fl_draw_picture_init(fl_picture *self, const fl_floor *floor);

/* Where a room's sign stands: the middle of its bounding box if the room is there, else the middle of the
 * cell nearest to its centre of mass (the bend of an L, a cell of a ring). */
fl_picture_spot fl_draw_picture_sign_spot(const fl_floor *floor, const fl_room *room);

/* Whether the cells of a door touch side by side (true) or one above the other; `first` is the left or upper
 * one. */
bool fl_draw_picture_is_sideways(const fl_floor *floor, const fl_door *door, unsigned *first);

/* Whether a door leads to a secret room of any sort. The door's kind alone does not tell: the start outranks
 * secret rooms. */
bool fl_draw_picture_is_hidden(const fl_floor *floor, const fl_door *door);

/* Whether dark ink has more contrast than light ink on a colour 0xRRGGBB. */
bool fl_draw_picture_wants_dark_ink(unsigned colour);

#endif
