/* The table of tiles. */
#include "gen/room/room_private.h"

static const fl_tile_row rows[FL_TILE_COUNT] = {
    [FL_TILE_FLOOR] = {"floor", '.', true, false, 0xe9e2d3},
    [FL_TILE_WALL] = {"wall", '#', false, true, 0x5b5048},
    [FL_TILE_PIT] = {"pit", ':', false, true, 0x1d1a1c},
    [FL_TILE_ROCK] = {"rock", 'o', false, true, 0x8f8779},
    [FL_TILE_SPIKES] = {"spikes", '^', false, true, 0xb04a4a},
    [FL_TILE_WEB] = {"web", '%', true, true, 0xc9ccd6},
    [FL_TILE_FIRE] = {"fire", 'f', false, true, 0xe69f00},
    [FL_TILE_POT] = {"pot", 'u', false, true, 0xb9763f},
    [FL_TILE_PICKUP] = {"pickup", '+', true, false, 0xf0e442},
    [FL_TILE_BLOCK] = {"block", '=', false, true, 0x6f7d8c},
    [FL_TILE_WALKER] = {"walker", 'W', true, false, 0xcc79a7},
    [FL_TILE_FLYER] = {"flyer", 'F', true, false, 0x56b4e9},
    [FL_TILE_SHOOTER] = {"shooter", 'S', true, false, 0xd55e00},
    [FL_TILE_JUMPER] = {"jumper", 'J', true, false, 0x009e73},
    [FL_TILE_CHARGER] = {"charger", 'C', true, false, 0x0072b2},
    [FL_TILE_ENEMY] = {"enemy", 'E', true, false, 0xa06cc0},
};

const fl_tile_row *fl_room_tile_of(fl_tile tile)
{
    return &rows[tile % FL_TILE_COUNT];
}

fl_tile fl_room_tile_of_sign(char sign)
{
    int tile = 0;
    while (tile < FL_TILE_COUNT && rows[tile].sign != sign) {
        tile++;
    }
    return (fl_tile)tile;
}

unsigned fl_room_tile_walkable(void)
{
    unsigned set = 0;
    for (unsigned i = 0; i < FL_TILE_COUNT; i++) {
        set |= (unsigned)rows[i].is_walkable << i;
    }
    return set;
}

unsigned fl_room_tile_clutter(void)
{
    unsigned set = 0;
    for (unsigned i = 0; i < FL_TILE_COUNT; i++) {
        set |= (unsigned)rows[i].is_clutter << i;
    }
    return set;
}
