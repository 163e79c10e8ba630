/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Published totals of bare layouts over run seeds 1…10000: gen/rebirth/RULES.md, "Published totals", exact to
 * the last draw.
 *
 * Forced dead ends, retries and draws are sums over all attempts; rooms, dead ends and the hash are of the
 * accepted layouts. The rules that go by the start's identity reproduce every row. `blade` goes by origin
 * (the budget of a room whose origin is the start's cell), which the golden floors show; that moves three
 * draws in one floor of one row. */
#include "gen/rebirth/rooms/rooms.h"
#include "tests/support/maker.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

enum { SEEDS = 10000, COUNTED = 64, TEXT = 256 };

typedef struct totals {
    uint64_t draws;
    uint32_t most_draws, big, forced, retries, most_attempts, large;
    uint32_t first_state, first_draws, hash;
    unsigned rooms[COUNTED], dead_ends[COUNTED], curse[FL_CURSE_COUNT];
} totals;

static void add_floor(totals *out, const maker *m)
{
    const fl_rebirth_state *state = m->scratch;
    const fl_floor *floor = &m->floor;
    uint32_t attempts = (uint32_t)floor->fact[FL_GENERATOR_FACT_ATTEMPTS];
    uint32_t drawn = state->stage.layout.drawn;
    out->draws += drawn;
    out->most_draws = drawn > out->most_draws ? drawn : out->most_draws;
    out->forced += state->forced;
    out->retries += attempts - 1;
    out->most_attempts = attempts > out->most_attempts ? attempts : out->most_attempts;
    out->large += floor->fact[FL_GENERATOR_FACT_CURSE] == FL_CURSE_LABYRINTH;
    for (unsigned i = 0; i < floor->rooms_n; i++) {
        const fl_room *room = &floor->rooms[i];
        out->big += room->shape != FL_SHAPE_1X1;
        out->hash ^= (uint32_t)(room->origin_x + 13 * room->origin_y + 169 * (int)room->shape);
        out->hash *= 16777619u;
    }
    out->rooms[floor->rooms_n]++;
    out->dead_ends[floor->fact[FL_GENERATOR_FACT_END_ROOMS]]++;
    out->curse[floor->fact[FL_GENERATOR_FACT_CURSE]]++;
    if (m->key.index == 1) {
        out->first_state = state->stage.layout.exact.state;
        out->first_draws = drawn;
    }
}

static void add_all(totals *out, const char *settings, const char *more)
{
    maker m;
    char all[TEXT];
    snprintf(all, sizeof all, "rng=isaac specials=off interiors=off %s %s", settings, more);
    memset(out, 0, sizeof *out);
    out->hash = 2166136261u;
    maker_open(&m, "rebirth", all, 1);
    for (unsigned seed = 1; seed <= SEEDS; seed++) {
        maker_make_bare(&m, seed);
        cr_assert_null(m.floor.failure, "seed %u", seed);
        add_floor(out, &m);
    }
    maker_close(&m);
}

/* "9:1443 10:3904", the counts that are not 0. */
static void write_counts(const unsigned *counts, unsigned n, char out[TEXT])
{
    size_t used = 0;
    out[0] = '\0';
    for (unsigned i = 0; i < n; i++) {
        if (counts[i] > 0) {
            used += (size_t)snprintf(out + used, TEXT - used, "%s%u:%u", used ? " " : "", i, counts[i]);
        }
    }
}

static void expect_counts(const char *what, const unsigned *counts, unsigned n, const char *expected)
{
    char found[TEXT];
    write_counts(counts, n, found);
    cr_expect(!expected || strcmp(found, expected) == 0, "%s: found %s, expected %s", what, found, expected);
}

#define EXPECT(name, field)                                                                                  \
    cr_expect_eq((uint64_t)found.field, (uint64_t)row->field, "%s: %s %llx, expected %llx", name, #field,    \
                 (unsigned long long)found.field, (unsigned long long)row->field)

/* ---- Repentance+, 12.1 ---- */

typedef struct published {
    const char *settings;
    uint64_t draws;
    uint32_t most_draws, big, forced; /* 0: not published */
    const char *rooms;
    const char *curses; /* by fl_curse: none labyrinth lost darkness unknown maze blind */
} published;

static const published current[] = {
    {"stage=1 items=[black_candle]", 3428553, 1190, 17239, 9911, NULL, NULL},
    {"stage=1 hard=on items=[black_candle]", 3856981, 1247, 21889, 3248, NULL, NULL},
    {"stage=2 unlocks=fresh", 4704638, 0, 0, 10920, "12:1586 13:3892 14:2370 15:1439 16:542 17:151 18:20",
     "0:9901 2:19 3:14 4:19 5:22 6:25"},
    {"stage=2 hard=on unlocks=fresh", 5028824, 0, 27608, 4055,
     "14:1526 15:4202 16:3209 17:731 18:252 19:75 20:4 21:1", "0:9789 2:42 3:39 4:37 5:45 6:48"},
    {"stage=3 unlocks=fresh", 5326393, 0, 0, 1851,
     "16:4037 17:5269 18:413 19:169 20:70 21:15 28:24 30:1 31:1 33:1", NULL},
    {"stage=3 hard=on unlocks=fresh", 6018562, 0, 0, 377,
     "18:2376 19:4879 20:2551 21:65 22:51 23:28 24:1 30:21 31:25 32:2 35:1", NULL},
};

Test(golden, totals_of_the_current_game_are_the_published_ones, .timeout = 300)
{
    for (size_t i = 0; i < sizeof current / sizeof current[0]; i++) {
        const published *row = &current[i];
        totals found;
        add_all(&found, "rules=repentance", row->settings);
        EXPECT(row->settings, draws);
        EXPECT(row->settings, forced);
        if (row->most_draws) {
            EXPECT(row->settings, most_draws);
        }
        if (row->big) { /* there no layout was thrown away, or what was counted is not known */
            EXPECT(row->settings, big);
        }
        expect_counts(row->settings, found.rooms, COUNTED, row->rooms);
        expect_counts(row->settings, found.curse, FL_CURSE_COUNT, row->curses);
    }
}

/* ---- Afterbirth+ and the public program, 12.2 ---- */

typedef struct layouts {
    const char *settings;
    uint64_t draws;
    uint32_t retries, most_attempts, forced, large, first_state, first_draws, hash;
    const char *rooms, *dead_ends;
} layouts;

static const layouts older[] = {
    {"stage=1", 3597763, 195, 7, 9416, 303, 0xE58FE5EC, 389, 0x31E69083,
     "9:1443 10:3904 11:2474 12:1102 13:523 14:226 15:181 16:1 17:146", "5:9223 6:600 7:146 8:24 9:6 10:1"},
    {"stage=1 hard=on", 4205713, 244, 5, 2585, 806, 0xDC3F6CCD, 498, 0xD8F52D44, NULL, NULL},
    {"stage=2", 9876862, 15038, 25, 5911, 0, 0x7A979745, 770, 0x215DDFF0, "12:4844 13:4829 16:155 17:172",
     "6:8447 7:1450 8:92 9:10 10:1"},
    {"stage=2 hard=on", 6462314, 3477, 9, 713, 0, 0x820FFE98, 798, 0x99E809EB, NULL, NULL},
    {"stage=3", 6068411, 1391, 6, 226, 339, 0x3B2FE932, 512, 0x17B8F150,
     "16:4638 17:4704 20:174 21:145 28:188 29:151", NULL},
    {"stage=3 hard=on", 6627377, 264, 3, 24, 855, 0xF7D8D3B4, 668, 0x2EC6D9D7, NULL, NULL},
    {"stage=4", 6332482, 242, 3, 26, 0, 0xC9176377, 561, 0xE3A00531, NULL, NULL},
    {"stage=4 hard=on", 7266578, 75, 2, 7, 0, 0x168A7110, 655, 0x74FDFA0F, NULL, NULL},
    {"stage=6", 6796329, 100, 2, 6, 0, 0x2101DE07, 571, 0xC8A41795, "21:9681 25:319",
     "6:602 7:2035 8:3345 9:2729 10:1102 11:176 12:10 13:1"},
    {"stage=6 hard=on", 7798751, 35, 2, 2, 0, 0x3A8F8616, 620, 0xDC3469E4, NULL, NULL},
    {"stage=8", 6799083, 88, 3, 3, 0, 0xEA24B617, 528, 0x842FEEE7, NULL, NULL},
    {"stage=8 hard=on", 7803445, 37, 2, 1, 0, 0xF5BD0047, 625, 0x00BE69C3, NULL, NULL},
};

static void expect_layouts(const char *rules, const layouts *row)
{
    totals found;
    add_all(&found, rules, row->settings);
    EXPECT(row->settings, draws);
    EXPECT(row->settings, retries);
    EXPECT(row->settings, most_attempts);
    EXPECT(row->settings, forced);
    EXPECT(row->settings, large);
    EXPECT(row->settings, first_state);
    EXPECT(row->settings, first_draws);
    EXPECT(row->settings, hash);
    expect_counts(row->settings, found.rooms, COUNTED, row->rooms);
    expect_counts(row->settings, found.dead_ends, COUNTED, row->dead_ends);
}

Test(golden, totals_of_afterbirth_plus_are_the_published_ones, .timeout = 300)
{
    for (size_t i = 0; i < sizeof older / sizeof older[0]; i++) {
        expect_layouts("rules=afterbirth-plus", &older[i]);
    }
}

/* ---- Repentance+, 12.3 ---- */

typedef struct single {
    const char *settings;
    uint64_t draws;
    uint32_t first_state; /* 0: not published */
    uint32_t large;
} single;

static const single more[] = {
    {"unlocks=fresh stage=1", 3432860, 0xE58FE5EC, 0},
    {"unlocks=fresh stage=1 hard=on", 3858595, 0xDC3F6CCD, 0},
    {"unlocks=fresh stage=4", 6167297, 0xC9176377, 0},
    {"unlocks=fresh stage=4 hard=on", 7097120, 0x168A7110, 0},
    {"unlocks=fresh stage=5", 6730313, 0xC237984F, 0},
    {"unlocks=fresh stage=5 hard=on", 7692828, 0x3E09E2BE, 0},
    {"unlocks=fresh stage=6", 6697830, 0x2101DE07, 0},
    {"unlocks=fresh stage=6 hard=on", 7654082, 0x3A8F8616, 0},
    {"unlocks=fresh stage=7", 6721522, 0xE20FA086, 0},
    {"unlocks=fresh stage=7 hard=on", 7695054, 0x669099D7, 0},
    {"unlocks=fresh stage=8", 6708366, 0xEA24B617, 0},
    {"unlocks=fresh stage=8 hard=on", 7666696, 0xEB92756D, 0},
    {"unlocks=fresh stage=10", 6728147, 0xB6E41DC8, 0},
    {"unlocks=fresh stage=10 hard=on", 7683506, 0xBF04A9D0, 0},
    {"unlocks=fresh stage=11", 6554811, 0xA9A6EBE0, 0},
    {"unlocks=fresh stage=11 hard=on", 7481898, 0x97EB24CF, 0},
    {"unlocks=fresh stage=12", 19097567, 0xF37F216B, 0},
    {"unlocks=fresh stage=12 hard=on", 20157946, 0x3739FD71, 0},
    {"unlocks=all stage=1", 3517970, 0, 0},
    {"unlocks=all stage=3", 5489274, 0, 339},
    {"unlocks=all stage=3 hard=on", 6306031, 0, 529},
};

Test(golden, totals_of_the_current_game_s_other_stages_are_the_documented_ones, .timeout = 300)
{
    for (size_t i = 0; i < sizeof more / sizeof more[0]; i++) {
        const single *row = &more[i];
        totals found;
        add_all(&found, "rules=repentance", row->settings);
        EXPECT(row->settings, draws);
        if (row->first_state) {
            EXPECT(row->settings, first_state);
        }
        if (row->large) {
            EXPECT(row->settings, large);
        }
    }
}

/* The sums see small changes: the wrong curse odds, the wrong threshold for forced dead ends. */
Test(golden, totals_other_rules_are_told_apart, .timeout = 60)
{
    totals found;
    totals other;
    add_all(&found, "rules=repentance", "stage=1 unlocks=fresh");
    add_all(&other, "rules=repentance", "stage=1 unlocks=womb");
    cr_expect_neq(found.draws, other.draws);
    add_all(&found, "rules=afterbirth-plus", "stage=2");
    add_all(&other, "rules=repentance", "stage=2");
    cr_expect_neq(found.forced, other.forced);
    cr_expect_neq(found.hash, other.hash);
}
