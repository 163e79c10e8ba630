/* The parts that rooms are put together from: which part of which corner chunk stands where.
 *
 * A small room is four corners. A big one is four corners, four door chunks of two halves each, and a centre. Every part
 * but the centre is cut from a chunk that is mirrored for its corner: so one rule holds for all, and a part's own top
 * and left walls are those of the chunk as it is drawn. */
#ifndef FL_GEN_ROOM_PARTS_H
#define FL_GEN_ROOM_PARTS_H

#include <stdint.h>

enum { FL_ROOM_PART_MAX = 13, FL_ROOM_PART_SMALL = 16, FL_ROOM_PART_BIG = 24 };

/* Sides of a room, bits of a set of doors. */
enum { FL_NORTH = 1, FL_EAST = 2, FL_SOUTH = 4, FL_WEST = 8, FL_ALL_SIDES = 15 };

typedef enum fl_room_part { FL_PART_CORNER, FL_PART_HALF, FL_PART_CENTRE } fl_room_part;

typedef struct fl_room_slot {
    const char *name;
    fl_room_part part;
    uint8_t x, y, width, height; /* in the room */
    uint8_t from_x, from_y;      /* of the mirrored chunk */
    uint8_t mirror;              /* FL_CHUNK_MIRROR_X and _Y */
    uint8_t top,
        left; /* the sides of the room that are the chunk's, when a door could open there; 0 = none */
} fl_room_slot;

/* The parts of a room of a size, in the order in which they are drawn. */
const fl_room_slot *fl_room_parts_all(unsigned size, unsigned *n);

/* The two tiles of a room that are at the door of a side (one of the four bits); 0 = west or north of the two. */
void fl_room_parts_door(unsigned size, unsigned side, unsigned which, unsigned *x, unsigned *y);

/* "NES" of a set of sides, "none" of no side. */
const char *fl_room_parts_sides(unsigned sides);

#endif
