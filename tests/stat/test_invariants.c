/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Properties of every single floor and room: the eight conditions, and what a room promises about its
 * doors, on 10^6 of each rule set that ships. What the documents promise beyond that is judged by the claims
 * in data/claims. A failure names the command that draws the floor. */
#include "gen/floor/check.h"
#include "gen/room/room.h"
#include "tests/support/maker.h"
#include "tests/support/room_group.h"
#include "tests/support/scale.h"

#include <criterion/criterion.h>

#include <stdio.h>

enum { SEED = 20, TEXT = 128 };

/* Floors of a rule set at each number in 1…last of `sizes`, a setting; without one where that is empty. */
typedef struct row {
    const char *generator, *settings, *sizes;
    unsigned last, floors; /* of each size */
} row;

static void keep_conditions(const row *of)
{
    for (unsigned size = 1; size <= of->last; size++) {
        maker m;
        char settings[TEXT];
        fl_diag diag;
        fl_diag_init(&diag);
        snprintf(settings, sizeof settings, of->sizes ? "%s %s=%u" : "%s", of->settings, of->sizes, size);
        maker_open(&m, of->generator, settings, SEED);
        for (unsigned i = 0; i < scale_count(of->floors); i++) {
            maker_make_bare(&m, i);
            const char *what = m.floor.failure                             ? m.floor.failure
                               : fl_check_floor(&m.floor, settings, &diag) ? diag.what
                                                                           : NULL;
            cr_assert_null(what, "floorlab show %s --seed %d --floor %u, %s: %s", of->generator, SEED, i,
                           settings, what);
        }
        maker_close(&m);
    }
}

#define ROWS(X)                                                                                              \
    X(article, "classic", "rules=article", "level", 12, 80000)                                               \
    X(flash, "classic", "rules=flash", "level", 12, 80000)                                                   \
    X(demo, "classic", "rules=demo", NULL, 1, 1000000)                                                       \
    X(blade, "rebirth", "rules=blade", "stage", 11, 80000)                                                   \
    X(afterbirth_plus, "rebirth", "coins=9 keys=2", "stage", 8, 125000)                                      \
    X(repentance, "rebirth", "rules=repentance hard=on", "stage", 8, 125000)                                 \
    X(wiki, "rebirth", "rules=wiki", "stage", 8, 50000)                                                      \
    X(wiki_pseudocode, "rebirth", "rules=wiki-pseudocode", "stage", 8, 50000)                                \
    X(remade_article, "rebirth", "rules=article", "stage", 8, 50000)                                         \
    X(bare, "rebirth", "interiors=off coins=5", "stage", 8, 50000)                                           \
    X(labyrinth, "rebirth", "curse=labyrinth stage=3", NULL, 1, 100000)                                      \
    X(lost, "rebirth", "curse=lost", "stage", 8, 25000)                                                      \
    X(the_void, "rebirth", "stage=12", NULL, 1, 100000)                                                      \
    X(basement, "grid", "rules=basement", NULL, 1, 1000000)                                                  \
    X(cave, "grid", "rules=cave", NULL, 1, 30000)                                                            \
    X(facade, "grid", "rules=facade", NULL, 1, 100000)                                                       \
    X(halls, "grid", "rules=halls", NULL, 1, 30000)                                                          \
    X(maze, "grid", "rules=maze", NULL, 1, 30000)                                                            \
    X(ring_city, "grid", "rules=ring_city", NULL, 1, 10000)                                                  \
    X(spine, "grid", "rules=spine", NULL, 1, 30000)                                                          \
    X(underworld, "grid", "rules=underworld", NULL, 1, 20)                                                   \
    X(walk, "grid", "rules=walk", NULL, 1, 100000)                                                           \
    X(spelunky, "grid", "rules=spelunky", NULL, 1, 100000)
#define ROW_TEST(name, generator, settings, sizes, last, floors)                                             \
    Test(stat, name##_keeps_the_conditions, .timeout = 900)                                                  \
    {                                                                                                        \
        keep_conditions(&(row){generator, settings, sizes, last, floors});                                   \
    }
ROWS(ROW_TEST)

/* Rooms of a setting that break a promise. */
static unsigned broken_rooms(const char *group, const char *settings, unsigned rooms)
{
    fl_room_rules *rules = room_group_open(group, settings);
    unsigned broken = 0;
    fl_key key;
    fl_room_key(4, &key);
    for (key.index = 0; key.index < rooms; key.index++) {
        fl_interior room;
        fl_room_make(rules, &key, &room);
        broken += fl_room_check(rules, &room) != NULL;
    }
    fl_room_rules_free(rules);
    return broken;
}

/* The promises can be broken, and as often as they should: with doors north and south a room fails when a dam
 * lies across both upper quarters or both lower ones, and half of the chunks are dams: 7/16 of them. */
Test(stat, rooms_keep_every_promise)
{
    enum { ROOMS = 20000 };
    static const char *const kept[] = {"doors=random", "doors=random size=big", "doors=random rules=kirby",
                                       "doors=random rules=kirby size=big"};
    for (unsigned i = 0; i < 4; i++) {
        cr_expect_eq(broken_rooms(NULL, kept[i], scale_count(1000000)), 0, "%s", kept[i]);
    }
    unsigned broken = broken_rooms(room_group_dam, "doors=NS transpose=off", ROOMS);
    cr_expect(broken > ROOMS * 7 / 16 - 421 && broken < ROOMS * 7 / 16 + 421, "%u of %d", broken, ROOMS);
}
