/* What a tile of a room's interior can be: sixteen types, so that a tile is four bits.
 *
 * 0-9 are things, 10-15 places where enemies appear. Signs are those of chunk files and of drawings in text. */
#ifndef FL_GEN_ROOM_TILE_H
#define FL_GEN_ROOM_TILE_H

#include <stdbool.h>

typedef enum fl_tile {
    FL_TILE_FLOOR,
    FL_TILE_WALL,
    FL_TILE_PIT,
    FL_TILE_ROCK,
    FL_TILE_SPIKES,
    FL_TILE_WEB,
    FL_TILE_FIRE,
    FL_TILE_POT,
    FL_TILE_PICKUP,
    FL_TILE_BLOCK,
    FL_TILE_SPAWN, /* the first that is an enemy's */
    FL_TILE_WALKER = FL_TILE_SPAWN,
    FL_TILE_FLYER,
    FL_TILE_SHOOTER,
    FL_TILE_JUMPER,
    FL_TILE_CHARGER,
    FL_TILE_ENEMY,
    FL_TILE_COUNT
} fl_tile;

typedef struct fl_tile_row {
    const char *name;
    char sign;
    bool is_walkable; /* on foot and unharmed, without breaking anything */
    bool is_clutter;  /* something stands or lies there that is neither enemy nor pickup */
    unsigned colour;  /* 0xRRGGBB in pictures */
} fl_tile_row;

const fl_tile_row *fl_room_tile_of(fl_tile tile);

/* The tile of a sign, FL_TILE_COUNT for any other character. */
fl_tile fl_room_tile_signed(char sign);

/* Bit t: tile t is walkable, is clutter. */
unsigned fl_room_tile_walkable(void);
unsigned fl_room_tile_clutter(void);

#endif
