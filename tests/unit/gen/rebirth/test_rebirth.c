/* Whole floors: the published totals over run seeds 1 to 10000 (gen/rebirth/RULES.md, "Published totals"), and what the
 * row says of itself. */
#include "gen/floor/generator.h"
#include "gen/rebirth/rooms/rooms.h"
#include "tests/support/maker.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

enum { SEEDS = 10000 };

static maker m;

/* Totals of layouts: draws, layouts thrown away, dead ends forced, labyrinths, and a hash of the accepted
 * rooms. */
typedef struct totals {
    uint64_t draws;
    unsigned retries, forced, large;
    uint32_t hash;
    uint32_t state, state_draws; /* of seed 1 */
} totals;

static totals make_all(const char *settings)
{
    char all[128];
    totals out = {.hash = 2166136261u};
    snprintf(all, sizeof all, "rng=isaac specials=off interiors=off %s", settings);
    maker_open(&m, "rebirth", all, 1);
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        maker_make_bare(&m, seed);
        const fl_rebirth_state *made = m.scratch;
        out.draws += made->stage.layout.drawn;
        out.retries += made->attempts - 1;
        out.large += made->stage.is_large;
        out.state = seed == 1 ? made->stage.layout.exact.state : out.state;
        out.state_draws = seed == 1 ? made->stage.layout.drawn : out.state_draws;
        out.forced += (unsigned)m.floor.fact[FL_GENERATOR_FACT_FORCED_ENDS];
        for (unsigned i = 0; i < m.floor.rooms_n; i++) {
            const fl_room *room = &m.floor.rooms[i];
            uint32_t word =
                (uint32_t)room->origin_x + 13u * (uint32_t)room->origin_y + 169u * (uint32_t)room->shape;
            out.hash = (out.hash ^ word) * 16777619u;
        }
    }
    maker_close(&m);
    return out;
}

Test(rebirth, published_totals_of_the_older_rules_come_out)
{
    static const struct {
        const char *settings;
        totals switches;
    } table[] = {
        {"stage=1", {3597763, 195, 9416, 303, 0x31E69083, 0xE58FE5EC, 389}},
        {"stage=1 hard=on", {4205713, 244, 2585, 806, 0xD8F52D44, 0xDC3F6CCD, 498}},
        {"stage=2", {9876862, 15038, 5911, 0, 0x215DDFF0, 0x7A979745, 770}},
        {"stage=3 hard=on", {6627377, 264, 24, 855, 0x2EC6D9D7, 0xF7D8D3B4, 668}},
        {"stage=4 hard=on", {7266578, 75, 7, 0, 0x74FDFA0F, 0x168A7110, 655}},
        {"stage=6", {6796329, 100, 6, 0, 0xC8A41795, 0x2101DE07, 571}},
        {"stage=8 hard=on", {7803445, 37, 1, 0, 0x00BE69C3, 0xF5BD0047, 625}},
    };
    for (unsigned i = 0; i < sizeof table / sizeof table[0]; i++) {
        char settings[64];
        snprintf(settings, sizeof settings, "rules=afterbirth-plus %s", table[i].settings);
        totals found = make_all(settings);
        const totals *switches = &table[i].switches;
        cr_expect_eq(found.draws, switches->draws, "%s: %llu draws", settings,
                     (unsigned long long)found.draws);
        cr_expect_eq(found.retries, switches->retries, "%s: %u retries", settings, found.retries);
        cr_expect_eq(found.forced, switches->forced, "%s: %u forced", settings, found.forced);
        cr_expect_eq(found.large, switches->large, "%s: %u labyrinths", settings, found.large);
        cr_expect_eq(found.hash, switches->hash, "%s: hash %08X", settings, found.hash);
        cr_expect(found.state == switches->state && found.state_draws == switches->state_draws, "%s: %08X",
                  settings, found.state);
    }
}

Test(rebirth, published_totals_of_the_current_rules_come_out)
{
    static const struct {
        const char *settings;
        uint64_t draws;
        uint32_t state;
    } table[] = {
        {"unlocks=fresh stage=1", 3432860, 0xE58FE5EC},
        {"unlocks=fresh stage=1 hard=on", 3858595, 0xDC3F6CCD},
        {"unlocks=fresh stage=4", 6167297, 0xC9176377},
        {"unlocks=fresh stage=7 hard=on", 7695054, 0x669099D7},
        {"unlocks=fresh stage=11", 6554811, 0xA9A6EBE0},
        {"unlocks=fresh stage=12 hard=on", 20157946, 0x3739FD71},
        {"unlocks=all stage=3 hard=on", 6306031, 0},
    };
    for (unsigned i = 0; i < sizeof table / sizeof table[0]; i++) {
        char settings[64];
        snprintf(settings, sizeof settings, "rules=repentance %s", table[i].settings);
        totals found = make_all(settings);
        cr_expect_eq(found.draws, table[i].draws, "%s: %llu", settings, (unsigned long long)found.draws);
        cr_expect(table[i].state == 0 || found.state == table[i].state, "%s: %08X", settings, found.state);
    }
}

Test(rebirth, floors_are_the_same_again)
{
    static const char *const all[] = {"stage=5", "rules=repentance rng=isaac stage=6 items=[luna]",
                                      "rules=wiki stage=12", "rules=wiki-pseudocode stage=2 preset=rich"};
    for (unsigned i = 0; i < sizeof all / sizeof all[0]; i++) {
        maker_open(&m, "rebirth", all[i], 7);
        maker_make_bare(&m, 3);
        unsigned n = m.floor.rooms_n;
        fl_room kept[FL_LAYOUT_BOARD_SIDE * FL_LAYOUT_BOARD_SIDE];
        memcpy(kept, m.floor.rooms, n * sizeof kept[0]);
        uint64_t draws = m.generator->draws(m.rules, &m.key, m.scratch);
        maker_make_bare(&m, 4);
        maker_make_bare(&m, 3);
        cr_assert_eq(m.floor.rooms_n, n);
        for (unsigned k = 0; k < n; k++) {
            cr_expect(m.floor.rooms[k].origin_x == kept[k].origin_x &&
                      m.floor.rooms[k].kind == kept[k].kind && m.floor.rooms[k].variant == kept[k].variant);
        }
        cr_expect_eq(m.generator->draws(m.rules, &m.key, m.scratch), draws);
        maker_close(&m);
    }
}

/* The end is the boss, with a labyrinth the outer one, without special rooms the first dead end. */
Test(rebirth, one_room_is_the_end)
{
    static const char *const all[] = {"stage=4", "stage=3 curse=labyrinth", "stage=4 specials=off"};
    for (unsigned i = 0; i < 3; i++) {
        maker_open(&m, "rebirth", all[i], 9);
        for (uint64_t k = 0; k < 100; k++) {
            unsigned dead_ends = 0;
            unsigned bosses = 0;
            maker_make_bare(&m, k);
            cr_assert_null(m.floor.failure);
            cr_assert_eq(m.floor.rooms[0].kind, FL_KIND_START);
            for (unsigned r = 0; r < m.floor.rooms_n; r++) {
                const fl_room *room = &m.floor.rooms[r];
                dead_ends += room->is_end;
                bosses += room->kind == FL_KIND_BOSS;
                cr_assert(!room->is_end || i == 2 || room->kind == FL_KIND_BOSS);
                cr_assert(!room->is_end || i != 1 || bosses == 2, "the outer one comes later");
            }
            cr_assert_eq(dead_ends, 1u);
            cr_assert_eq(bosses, i == 2 ? 0u : i + 1);
            cr_assert_eq(m.floor.fact[FL_GENERATOR_FACT_SECOND_BOSS] != FL_GENERATOR_FACT_NONE, i == 1);
        }
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

Test(rebirth, without_special_rooms_there_are_no_gates)
{
    const char *const *names = NULL;
    maker_open(&m, "rebirth", "specials=off", 1);
    cr_expect_eq(m.generator->gates(m.rules, &names), 0u);
    maker_make_bare(&m, 1);
    cr_expect_eq(m.floor.gates_n, 0u);
    maker_close(&m);
    maker_open(&m, "rebirth", "", 1);
    cr_expect_gt(m.generator->gates(m.rules, &names), 10u);
    cr_expect_str_eq(names[0], "boss");
    maker_close(&m);
}

/* On stage 2 the older rules throw most layouts away; the facts say how often and where the rooms were asked
 * for. */
Test(rebirth, facts_tell_of_the_attempts)
{
    unsigned again = 0;
    maker_open(&m, "rebirth", "rules=blade stage=2 curse=none", 1);
    for (uint64_t k = 0; k < 300; k++) {
        maker_make_bare(&m, k);
        const int32_t *fact = m.floor.fact;
        again += fact[FL_GENERATOR_FACT_ATTEMPTS] > 1;
        cr_assert(fact[FL_GENERATOR_FACT_TARGET] == 11 || fact[FL_GENERATOR_FACT_TARGET] == 12);
        cr_assert_geq(fact[FL_GENERATOR_FACT_END_ROOMS], 6);
        cr_assert_eq(fact[FL_GENERATOR_FACT_CURSE], FL_CURSE_NONE);
        cr_assert_geq(fact[FL_GENERATOR_FACT_FORCED_ENDS], 0);
    }
    cr_expect(again > 120 && again < 290, "%u", again);
    maker_close(&m);
}
