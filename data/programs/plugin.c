/* SPDX-License-Identifier: MIT */
/* A generator as a plug-in, to start your own from: rooms grow side by side, the last one becomes the boss
 * room, and a sacrifice room comes with a chance of 1/7.
 *
 *     cc -O2 -shared -fPIC $(pkg-config --cflags floorlab) example.c -o example.so
 *     floorlab show plugin --set file=./example.so --set rooms=12 */
#include <floorlab.h>

#include <stddef.h>

enum { SIDE = 13, MOST = 60, TRIES = 1000 };

enum { ROOMS, ODDS }; /* the settings, in the order of their list */

static const floorlab_host *host;

static const floorlab_setting settings[] = {
    {"rooms", 4, MOST, 12, "rooms of a floor"},
    {"odds", 1, 1000, 7, "a sacrifice room comes on one floor in so many"},
};
static const char *const rolls[] = {"sacrifice"};

/* How many rooms touch a cell. */
static int beside(const floorlab_floor *floor, int x, int y)
{
    return (host->room_at(floor, x - 1, y) >= 0) + (host->room_at(floor, x + 1, y) >= 0) +
           (host->room_at(floor, x, y - 1) >= 0) + (host->room_at(floor, x, y + 1) >= 0);
}

/* Finds an empty cell that touches one room, beside one that is drawn; false after many tries. */
static int find_place(floorlab_floor *floor, const floorlab_cell *rooms, uint32_t n, floorlab_cell *out)
{
    static const floorlab_cell step[4] = {{-1, 0}, {0, -1}, {1, 0}, {0, 1}};
    for (int i = 0; i < TRIES; i++) {
        uint32_t draw = host->below(floor, 4 * n);
        out->x = (int16_t)(rooms[draw / 4].x + step[draw % 4].x);
        out->y = (int16_t)(rooms[draw / 4].y + step[draw % 4].y);
        int is_inside = out->x >= 0 && out->y >= 0 && out->x < SIDE && out->y < SIDE;
        if (is_inside && host->room_at(floor, out->x, out->y) < 0 && beside(floor, out->x, out->y) == 1) {
            return 1;
        }
    }
    return 0;
}

static void make(const int64_t *values, void *scratch, floorlab_floor *floor)
{
    floorlab_cell rooms[MOST + 1] = {{SIDE / 2, SIDE / 2}};
    uint32_t n = (uint32_t)values[ROOMS];
    unsigned did = FLOORLAB_ROLL_ROLLED;
    (void)scratch;
    host->add(floor, FLOORLAB_START, rooms, 1, 0);
    for (uint32_t i = 1; i < n; i++) {
        if (!find_place(floor, rooms, i, &rooms[i])) {
            host->fail(floor, "no place for a room");
            return;
        }
        host->add(floor, i + 1 < n ? FLOORLAB_NORMAL : FLOORLAB_BOSS, &rooms[i], 1, 0);
    }
    if (host->below(floor, (uint32_t)values[ODDS]) == 0) {
        int is_placed = find_place(floor, rooms, n - 1, &rooms[n]); /* not beside the boss room */
        did |= FLOORLAB_ROLL_FIRST | FLOORLAB_ROLL_WON;
        did |= is_placed ? FLOORLAB_ROLL_PLACED : FLOORLAB_ROLL_NO_PLACE;
        if (is_placed) {
            host->add(floor, FLOORLAB_SACRIFICE, &rooms[n], 1, 0);
        }
    }
    host->roll(floor, 0, did);
}

static const floorlab_plugin row = {
    .plugin_version = FLOORLAB_PLUGIN_VERSION,
    .version = 1,
    .name = "example",
    .meaning = "rooms that grow side by side",
    .width = SIDE,
    .height = SIDE,
    .settings = settings,
    .settings_n = sizeof settings / sizeof settings[0],
    .rolls = rolls,
    .rolls_n = 1,
    .make = make,
};

const floorlab_plugin *floorlab_plugin_open(const floorlab_host *given)
{
    host = given;
    return given->version == FLOORLAB_PLUGIN_VERSION ? &row : NULL;
}
