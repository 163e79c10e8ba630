/* SPDX-License-Identifier: MIT */
/* The crop, the kinds that occur and the places of symbols. */
#include "gen/draw/draw.h"
#include "gen/draw/draw_private.h"

#include <stdint.h>
#include <string.h>

static void crop(fl_picture *self, const fl_floor *floor)
{
    int right = 0;
    int bottom = 0;
    self->left = floor->width;
    self->top = floor->height;
    for (unsigned i = 0; i < floor->cells_n; i++) {
        int x = floor->cells[i] % floor->width;
        int y = floor->cells[i] / floor->width;
        self->left = x < self->left ? x : self->left;
        self->top = y < self->top ? y : self->top;
        right = x + 1 > right ? x + 1 : right;
        bottom = y + 1 > bottom ? y + 1 : bottom;
    }
    if (floor->cells_n > 0) {
        self->width = right - self->left;
        self->height = bottom - self->top;
    }
}

void fl_draw_picture_init(fl_picture *self, const fl_floor *floor)
{
    memset(self, 0, sizeof *self);
    crop(self, floor);
    for (unsigned i = 0; i < floor->rooms_n; i++) {
        unsigned kind = (unsigned)floor->rooms[i].kind;
        self->kind_n[kind < FL_KIND_COUNT ? kind : FL_KIND_NORMAL]++; /* unknown ones are drawn as normal */
    }
    for (int kind = 0; kind < FL_KIND_COUNT; kind++) {
        if (self->kind_n[kind] > 0) {
            self->kinds[self->kinds_n++] = (fl_kind)kind;
        }
    }
    for (unsigned i = 0; i < floor->doors_n; i++) {
        self->has_hidden_doors |= fl_draw_picture_is_hidden(floor, &floor->doors[i]);
    }
}

/* True if all cells that touch a spot belong to the room. */
static bool is_inside(const fl_floor *floor, fl_picture_spot spot, int number)
{
    for (int y = (spot.y - 1) / 2; y <= spot.y / 2; y++) {
        for (int x = (spot.x - 1) / 2; x <= spot.x / 2; x++) {
            if (fl_floor_room_at(floor, x, y) != number) {
                return false;
            }
        }
    }
    return true;
}

static fl_picture_spot middle_of(const fl_floor *floor, unsigned cell)
{
    int x = (int)cell % floor->width;
    int y = (int)cell / floor->width;
    return (fl_picture_spot){2 * x + 1, 2 * y + 1};
}

/* The middle of the cell nearest to the centre of mass; the first of several. Coordinates are multiplied
 * by the number of cells to stay whole numbers. */
static fl_picture_spot nearest_to_mass(const fl_floor *floor, const fl_room *room)
{
    int64_t mass_x = 0;
    int64_t mass_y = 0;
    int64_t least = INT64_MAX;
    fl_picture_spot best = {0, 0};
    for (unsigned i = 0; i < room->cells_n; i++) {
        fl_picture_spot spot = middle_of(floor, floor->cells[room->cells_from + i]);
        mass_x += spot.x;
        mass_y += spot.y;
    }
    for (unsigned i = 0; i < room->cells_n; i++) {
        fl_picture_spot spot = middle_of(floor, floor->cells[room->cells_from + i]);
        int64_t x = (int64_t)spot.x * room->cells_n - mass_x;
        int64_t y = (int64_t)spot.y * room->cells_n - mass_y;
        if (x * x + y * y < least) {
            least = x * x + y * y;
            best = spot;
        }
    }
    return best;
}

fl_picture_spot fl_draw_picture_sign_spot(const fl_floor *floor, const fl_room *room)
{
    /* The middle of the bounding box. */
    fl_picture_spot low = middle_of(floor, floor->cells[room->cells_from]);
    fl_picture_spot high = low;
    for (unsigned i = 1; i < room->cells_n; i++) {
        fl_picture_spot spot = middle_of(floor, floor->cells[room->cells_from + i]);
        low.x = spot.x < low.x ? spot.x : low.x;
        low.y = spot.y < low.y ? spot.y : low.y;
        high.x = spot.x > high.x ? spot.x : high.x;
        high.y = spot.y > high.y ? spot.y : high.y;
    }
    fl_picture_spot spot = (fl_picture_spot){(low.x + high.x) / 2, (low.y + high.y) / 2};
    return is_inside(floor, spot, (int)(room - floor->rooms)) ? spot : nearest_to_mass(floor, room);
}

bool fl_draw_picture_is_sideways(const fl_floor *floor, const fl_door *door, unsigned *first)
{
    *first = door->cell_a < door->cell_b ? door->cell_a : door->cell_b;
    return door->cell_a / floor->width == door->cell_b / floor->width;
}

bool fl_draw_picture_is_hidden(const fl_floor *floor, const fl_door *door)
{
    return fl_kind_is_secret(door->kind) || fl_kind_is_secret(floor->rooms[door->room_a].kind) ||
           fl_kind_is_secret(floor->rooms[door->room_b].kind);
}

/* The weights of ITU-R BT.601. By WCAG's formula a grey of 117 has equal contrast with black and with
 * white. Saturated colours look lighter than these weights say, so the limit is 100: with it every colour
 * of the kinds gets the ink with the higher contrast. */
bool fl_draw_picture_wants_dark_ink(unsigned colour)
{
    unsigned red = colour >> 16 & 0xff;
    unsigned green = colour >> 8 & 0xff;
    unsigned blue = colour & 0xff;
    return 299 * red + 587 * green + 114 * blue >= 100 * 1000;
}

unsigned fl_draw_picture_tiles(const fl_interior *room)
{
    unsigned used = 0;
    for (unsigned i = 0; i < (unsigned)room->size * room->size; i++) {
        used |= 1u << fl_room_tile(room, i % room->size, i / room->size);
    }
    return used;
}

/* The level that is nearest to 0…255; the levels are 0, 95, 135 … 255. */
static unsigned cube_level(unsigned value)
{
    return value < 48 ? 0 : value < 115 ? 1 : (value - 35) / 40;
}

unsigned fl_draw_picture_cube(unsigned colour)
{
    return 16 + 36 * cube_level(colour >> 16 & 0xff) + 6 * cube_level(colour >> 8 & 0xff) +
           cube_level(colour & 0xff);
}
