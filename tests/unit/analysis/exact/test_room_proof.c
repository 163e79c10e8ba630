/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The proof against making every room. */
#include "analysis/exact/exact.h"
#include "gen/random/pcg.h"
#include "tests/support/room_group.h"
#include "tests/support/scale.h"

#include <criterion/criterion.h>

#include <stdio.h>

static fl_exact_room_proof prove(const fl_room_rules *rules)
{
    fl_exact_room_proof proof;
    cr_assert_eq(fl_exact_room_prove(rules, &proof, NULL), FL_OK);
    return proof;
}

/* A set of chunks with rocks here and there, all with both doors. The first one costs nothing. */
static void random_set(fl_pcg *rng, unsigned chunks, unsigned rocks, char *out)
{
    out += sprintf(out, "set: random\n");
    for (unsigned i = 0; i < chunks; i++) {
        out += sprintf(out, "chunk: c%u\ndoors: top left\nclutter: %u\npicture:\n", i, i);
        for (unsigned t = 0; t < 64; t++) {
            out += sprintf(out, "%s%s", fl_pcg_below(rng, 100) < rocks ? "o" : ".", t % 8 == 7 ? "\n" : "");
        }
    }
}

/* Whether any room with these doors fails, by making them all. */
static bool has_broken(const fl_room_rules *rules, unsigned doors)
{
    uint16_t choice[FL_ROOM_PART_MAX];
    unsigned at[FL_ROOM_PART_MAX] = {0};
    for (;;) {
        fl_interior room;
        unsigned i = 0;
        for (unsigned s = 0; s < rules->slots_n; s++) {
            choice[s] = rules->slot[s].part == FL_PART_CENTRE
                            ? (uint16_t)(rules->centre.entry[at[s] / 8] + at[s] % 8)
                            : rules->list[rules->need[doors][s]][FL_ROOM_ANY_DOOR_COUNT].entry[at[s]];
        }
        fl_room_assemble(rules, doors, choice, &room);
        if (room.spent <= rules->budget && fl_room_check(rules, &room)) {
            return true;
        }
        for (; i < rules->slots_n; i++) {
            unsigned n = rules->slot[i].part == FL_PART_CENTRE
                             ? 8u * rules->centre.fit[31]
                             : rules->list[rules->need[doors][i]][FL_ROOM_ANY_DOOR_COUNT].fit[31];
            if (++at[i] < n) {
                break;
            }
            at[i] = 0;
        }
        if (i == rules->slots_n) {
            return false;
        }
    }
}

static void compare(const char *text, const char *settings, unsigned doors, unsigned found[2])
{
    char all[128];
    snprintf(all, sizeof all, "doors=%s %s", fl_room_parts_sides(doors), settings);
    fl_room_rules *rules = room_group_open(text, all);
    fl_exact_room_proof proof = prove(rules);
    bool broken = has_broken(rules, doors);
    cr_assert_eq(proof.answer, broken ? FL_ROOM_BROKEN : FL_ROOM_PROVEN, "%s\n%s", all, text);
    if (broken) {
        cr_assert(fl_room_check(rules, &proof.room), "the room it names fails");
        cr_assert_leq(proof.room.spent, rules->budget);
        cr_assert_eq(proof.room.doors, doors);
    }
    found[broken]++;
    fl_room_rules_free(rules);
}

Test(room_proof, agrees_with_making_every_small_room)
{
    static const char *const settings[] = {"", "budget=2", "transpose=off"};
    char text[2000];
    unsigned found[2] = {0};
    fl_pcg rng;
    fl_pcg_init(&rng, 5, 1);
    for (unsigned i = 0; i < 60; i++) {
        random_set(&rng, 3, i % 12, text);
        for (unsigned doors = 1; doors <= FL_ALL_SIDES; doors += 2) {
            compare(text, settings[i % 3], doors, found);
        }
    }
    cr_expect_gt(found[0], 50, "enough sets without a broken room: %u", found[0]);
    cr_expect_gt(found[1], 50, "and with one: %u", found[1]);
}

Test(room_proof, agrees_with_making_every_big_room)
{
    char text[2000];
    unsigned found[2] = {0};
    fl_pcg rng;
    fl_pcg_init(&rng, 6, 1);
    for (unsigned i = 0; i < 40 / SCALE_LEAN; i++) {
        random_set(&rng, 1, 6 + i * SCALE_LEAN % 12, text);
        compare(text, "size=big", FL_NORTH | FL_SOUTH, found);
        compare(text, "size=big", FL_EAST | FL_SOUTH | FL_WEST, found);
    }
    cr_expect_gt(found[0], 4 / SCALE_LEAN, "enough sets without a broken room: %u", found[0]);
    cr_expect_gt(found[1], 4 / SCALE_LEAN, "and with one: %u", found[1]);
}
