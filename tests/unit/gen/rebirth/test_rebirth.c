/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whole floors, and what the row says of itself; tests/golden/test_rebirth_totals.c has the published totals.
 */
#include "gen/floor/generator.h"
#include "gen/rebirth/rooms/rooms.h"
#include "tests/support/maker.h"

#include <criterion/criterion.h>
#include <string.h>

static maker m;

/* Whether two floors are the same but for what stands in normal rooms. */
static bool are_alike(const fl_floor *a, const fl_floor *b)
{
    bool are = a->rooms_n == b->rooms_n && a->doors_n == b->doors_n && a->cells_n == b->cells_n;
    for (unsigned i = 0; i < a->rooms_n && are; i++) {
        const fl_room *x = &a->rooms[i];
        const fl_room *y = &b->rooms[i];
        bool is_normal = x->kind == FL_KIND_NORMAL || x->kind == FL_KIND_START;
        are = x->kind == y->kind && x->shape == y->shape && x->origin_x == y->origin_x &&
              x->origin_y == y->origin_y && x->distance == y->distance && x->is_end == y->is_end &&
              (is_normal || (x->variant == y->variant && x->subtype == y->subtype));
    }
    return are;
}

static bool have_same_facts(const fl_floor *a, const fl_floor *b)
{
    return memcmp(a->fact, b->fact, sizeof a->fact) == 0 && memcmp(a->roll, b->roll, sizeof a->roll) == 0 &&
           a->rolls_n == b->rolls_n && !a->failure == !b->failure;
}

Test(rebirth, what_is_unseen_changes_nothing_else)
{
    enum { FLOORS = 300 };
    static const char *const all[] = {
        "stage=1",
        "stage=4",
        "rules=blade rng=isaac stage=1",
        "rules=blade rng=isaac stage=8 hard=on",
        "rules=blade rng=isaac stage=11 stage_type=1",
        "rules=wiki stage=12",
        "rules=repentance stage=3 curse=labyrinth",
        "rules=afterbirth-plus stage=7",
        "rules=wiki-pseudocode stage=2 preset=rich",
        "stage=6 specials=off",
        "stage=5 interiors=off",
    };
    for (unsigned i = 0; i < sizeof all / sizeof all[0]; i++) {
        maker seen[3];
        for (unsigned k = 0; k < 3; k++) {
            maker_open(&seen[k], "rebirth", all[i], 7);
        }
        seen[1].floor.unseen = FL_FLOOR_INTERIORS;
        seen[2].floor.unseen = FL_FLOOR_INTERIORS | FL_FLOOR_ROOMS;
        unsigned furnished = 0;
        for (unsigned number = 1; number <= FLOORS; number++) {
            for (unsigned k = 0; k < 3; k++) {
                maker_make_bare(&seen[k], number);
            }
            const fl_floor *whole = &seen[0].floor;
            cr_assert(are_alike(whole, &seen[1].floor), "%s, floor %u", all[i], number);
            cr_assert(have_same_facts(whole, &seen[1].floor), "%s, floor %u", all[i], number);
            cr_assert(have_same_facts(whole, &seen[2].floor), "%s, floor %u", all[i], number);
            cr_assert_eq(seen[2].floor.rooms_n, 0u);
            for (unsigned k = 1; k < whole->rooms_n; k++) {
                furnished +=
                    seen[1].floor.rooms[k].kind == FL_KIND_NORMAL && seen[1].floor.rooms[k].variant >= 0;
            }
        }
        cr_expect_eq(furnished, 0u, "%s: interiors were made for nothing", all[i]);
        for (unsigned k = 0; k < 3; k++) {
            maker_close(&seen[k]);
        }
    }
}

/* Lines say the generator's own distances; those that are measured, and the doors, are made here on the way.
 */
Test(rebirth, distances_and_doors_are_those_of_a_fresh_walk)
{
    static const char *const all[] = {"stage=1", "stage=6", "rules=repentance stage=3 curse=labyrinth",
                                      "rules=wiki stage=12"};
    for (unsigned i = 0; i < 4 * 300; i++) {
        int16_t distance[256];
        maker_open(&m, "rebirth", all[i / 300], 3);
        maker_make_bare(&m, i);
        unsigned doors = m.floor.doors_n;
        unsigned dead_ends = 0;
        for (unsigned k = 0; k < m.floor.rooms_n; k++) {
            distance[k] = m.floor.rooms[k].distance;
            dead_ends += m.floor.rooms[k].is_dead_end;
        }
        fl_floor_link(&m.floor);
        fl_floor_measure(&m.floor);
        for (unsigned k = 0; k < m.floor.rooms_n; k++) {
            cr_assert_eq(m.floor.rooms[k].distance, distance[k], "%s, floor %u, room %u", all[i / 300], i, k);
            dead_ends -= m.floor.rooms[k].is_dead_end;
        }
        cr_assert(m.floor.doors_n == doors && dead_ends == 0, "%s, floor %u", all[i / 300], i);
        maker_close(&m);
    }
}

Test(rebirth, seeds_are_numbers_and_texts)
{
    char text[FL_ROW_SEED_TEXT];
    uint64_t first, last, number;
    maker_open(&m, "rebirth", "rng=isaac", 1);
    m.generator->floors(m.rules, &first, &last);
    cr_expect(first == 1 && last == UINT32_MAX);
    m.generator->text_of(m.rules, 3, text);
    cr_expect_str_eq(text, "B911 99SG");
    cr_assert_eq(m.generator->number_of(m.rules, "B911 992E", &number, NULL), FL_OK);
    cr_expect_eq(number, 2u);
    cr_expect_neq(m.generator->number_of(m.rules, "B911 992F", &number, NULL), FL_OK);
    maker_close(&m);
    maker_open(&m, "rebirth", "rng=isaac seed_order=scattered", 1);
    cr_assert_eq(m.generator->number_of(m.rules, "B911 99SG", &number, NULL), FL_OK);
    m.generator->text_of(m.rules, number, text);
    cr_expect_str_eq(text, "B911 99SG");
    cr_expect_neq(number, 3u);
    maker_close(&m);
    maker_open(&m, "rebirth", "rng=pcg", 1);
    m.generator->floors(m.rules, &first, &last);
    cr_expect(first == 0 && last == UINT64_MAX);
    m.generator->text_of(m.rules, 3, text);
    cr_expect_str_eq(text, "");
    maker_close(&m);
}

/* For runs the seeds are scattered, unless the user has chosen an order. */
Test(rebirth, runs_have_scattered_seeds)
{
    static const char *const rows[][3] = {
        {"rng=isaac", "seed_order=auto", " --set rng=isaac --set seed_order=scattered"},
        {"rng=pcg", "stage=1", " --set rng=pcg --set stage=1"},
        {"rng=isaac", "seed_order=sequential", " --set rng=isaac --set seed_order=sequential"}};
    maker_open(&m, "rebirth", "", 1);
    for (unsigned i = 0; i < 3; i++) {
        fl_setting_values values;
        fl_text text;
        fl_text_init(&text);
        fl_setting_values_init(&values, m.generator->settings, m.generator->settings_n);
        cr_assert_eq(fl_setting_values_assign(&values, rows[i][0], "test", NULL), FL_OK);
        cr_assert_eq(fl_setting_values_assign(&values, rows[i][1], "test", NULL), FL_OK);
        m.generator->for_runs(&values);
        fl_setting_values_add_options(&values, &text);
        cr_expect_str_eq(fl_text_get(&text), rows[i][2]);
        fl_text_free(&text);
    }
    maker_close(&m);
}

/* Draws from streams that are put back, or end before the floor does, count too. */
Test(rebirth, draws_are_counted)
{
    static const struct {
        const char *settings;
        uint64_t draws; /* of 50 floors; they change with the floors */
    } table[] = {{"rules=repentance rng=isaac stage=3 curse=labyrinth", 68901},
                 {"rules=blade stage=5 curse=labyrinth", 28622},
                 {"rules=wiki-pseudocode rng=isaac stage=6", 44597}};
    for (unsigned i = 0; i < sizeof table / sizeof table[0]; i++) {
        uint64_t draws = 0;
        maker_open(&m, "rebirth", table[i].settings, 7);
        for (uint64_t k = 1; k <= 50; k++) {
            maker_make_bare(&m, k);
            draws += m.generator->draws(m.rules, &m.key, m.scratch);
        }
        cr_expect_eq(draws, table[i].draws, "%s: %llu", table[i].settings, (unsigned long long)draws);
        maker_close(&m);
    }
}
