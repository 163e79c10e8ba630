/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A plug-in that makes the mistake which a setting names; 0 = none. */
#include <floorlab.h>

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#ifndef FL_TEST_ROLLS
#define FL_TEST_ROLLS "dice"
#endif
#ifndef FL_TEST_SCRATCH
#define FL_TEST_SCRATCH 100
#endif

static const floorlab_host *host;

static const floorlab_setting settings[] = {{"mistake", 0, 20, 0, "which"},
                                            {"length", 1, 13, 3, "rooms in a row"}};
static const char *const rolls[] = {FL_TEST_ROLLS};

static int count; /* what a floor must not depend on */

/* How a floor can go wrong once its rooms are there. */
static void spoil(int64_t mistake, floorlab_floor *floor)
{
    const floorlab_cell off = {13, 0};
    const floorlab_cell taken = {0, 0};
    const floorlab_cell twice[] = {{5, 5}, {5, 5}};
    switch (mistake) {
    case 1:
        host->add(floor, FLOORLAB_SHOP, &off, 1, 0);
        break;
    case 2:
        host->add(floor, FLOORLAB_SHOP, &taken, 1, 0);
        break;
    case 3:
        host->add(floor, FLOORLAB_SHOP, twice, 2, 0);
        break;
    case 4:
        host->add(floor, (floorlab_kind)99, &off, 1, 0);
        break;
    case 5:
        host->add(floor, FLOORLAB_SHOP, twice, 0, 0);
        break;
    case 6:
        host->change(floor, 99, FLOORLAB_SHOP, 0);
        break;
    case 7:
        host->roll(floor, 1, FLOORLAB_ROLL_ROLLED);
        break;
    case 8:
        host->roll(floor, 0, 1u << 7);
        break;
    case 9:
        host->clear(floor);
        break;
    case 10:
        host->change(floor, 1, count++ % 2 ? FLOORLAB_SHOP : FLOORLAB_CURSE, 0);
        break;
    case 11:
        host->fail(floor, NULL);
        break;
    case 12:
        exit(0);
    default:
        break;
    }
}

static void make(const int64_t *values, void *scratch, floorlab_floor *floor)
{
    unsigned char *memory = scratch;
    unsigned sum = 0;
    for (int i = 0; i < 100; i++) {
        sum += memory[i]; /* zero at first */
    }
    for (int16_t x = 0; x < (int16_t)values[1]; x++) {
        const floorlab_cell cell = {x, (int16_t)(sum != 0)};
        host->add(floor, x + 1 < values[1] ? FLOORLAB_NORMAL : FLOORLAB_BOSS, &cell, 1, 0);
    }
    spoil(values[0], floor);
}

static const floorlab_plugin row = {
    .plugin_version = FLOORLAB_PLUGIN_VERSION + FL_TEST_VERSION,
    .version = 3,
    .name = "faulty",
    .meaning = "mistakes",
    .width = FL_TEST_WIDTH,
    .height = 6,
    .settings = settings,
    .settings_n = 2,
    .rolls = rolls,
    .rolls_n = sizeof rolls / sizeof rolls[0],
    .scratch_size = FL_TEST_SCRATCH,
    .make = make,
};

const floorlab_plugin *floorlab_plugin_open(const floorlab_host *given)
{
    host = given;
    return FL_TEST_WIDTH == 999 ? NULL : &row;
}
