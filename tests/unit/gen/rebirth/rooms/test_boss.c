/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Who the boss is: frequencies per stage against the chances worked out from the page (gen/rebirth/RULES.md,
 * "Who the boss is"). G-tests at 1e-6 with fixed seeds. */
#include "gen/rebirth/rooms/rooms_private.h"
#include "tests/support/gtest.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

enum { FLOORS = 60000, BOSSES = 0x50, QUESTIONS = 8 };

static const double alarm = 1e-6;

/* An item is tried on what the earlier ones have left; bosses as "3C 3D*2", by share. */
typedef struct question {
    double chance;
    const char *bosses;
} question;

typedef struct law {
    unsigned stage, stage_type;
    bool devil_visited;
    fl_boss_memory memory; /* at the beginning */
    question questions[QUESTIONS];
} law;

static void expand(const law *self, double *out)
{
    double left = 1;
    for (const question *q = self->questions; q < self->questions + QUESTIONS && q->bosses; q++) {
        unsigned boss[8], share[8];
        unsigned n = 0;
        unsigned all = 0;
        int used;
        for (const char *p = q->bosses; sscanf(p, "%x%n", &boss[n], &used) == 1; n++) {
            p += used;
            share[n] = 1;
            if (sscanf(p, "*%u%n", &share[n], &used) == 1) {
                p += used;
            }
            all += share[n];
        }
        for (unsigned i = 0; i < n; i++) {
            out[boss[i]] += left * q->chance * share[i] / all;
        }
        left *= 1 - q->chance;
    }
    cr_assert(left < 1e-12, "stage %u, type %u", self->stage, self->stage_type);
}

static double judge(const law *self, bool is_exact, const double *expected)
{
    uint64_t found[BOSSES] = {0};
    fl_boss_stage at = {self->stage, self->stage_type, self->devil_visited};
    fl_pcg seeds;
    fl_pcg_init(&seeds, self->stage, is_exact);
    for (unsigned i = 0; i < FLOORS; i++) {
        fl_boss_memory memory = self->memory;
        fl_rebirth_random stream = {.is_exact = is_exact, .exact = FL_XORSHIFT_LEVEL(fl_pcg_next(&seeds))};
        stream.fair = seeds;
        fl_pcg_advance(&seeds, 64);
        unsigned boss = fl_rebirth_rooms_boss_draw(&memory, &at, &stream);
        cr_assert_lt(boss, (unsigned)BOSSES);
        found[boss]++;
    }
    return gtest_fit(found, expected, BOSSES);
}

static void expect_laws(const law *laws, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        double expected[BOSSES] = {0};
        expand(&laws[i], expected);
        for (unsigned is_exact = 0; is_exact < 2; is_exact++) {
            double p = judge(&laws[i], is_exact, expected);
            cr_expect(p > alarm, "stage %u, type %u, exact %u: %g", laws[i].stage, laws[i].stage_type,
                      is_exact, p);
        }
    }
}

#define FL_HALF (1.0 / 2)
#define FL_THIRD (1.0 / 3)
#define FL_QUARTER (1.0 / 4)
#define FL_FIFTH (1.0 / 5)
#define FL_SIXTH (1.0 / 6)
#define FL_TENTH (1.0 / 10)

Test(boss, first_chapters_have_their_bosses)
{
    static const law laws[] = {
        {1,
         0,
         false,
         {.flag_a = false},
         {{FL_QUARTER, "3C 3D"},
          {FL_SIXTH, "40 2C 41 38"},
          {FL_FIFTH, "16 09*9"},
          {FL_FIFTH, "0D"},
          {FL_QUARTER, "14 11"},
          {1, "02 01"}}},
        {1,
         1,
         false,
         {.flag_a = false},
         {{FL_QUARTER, "3C 3D"}, {FL_SIXTH, "2B"}, {FL_FIFTH, "16 09*9"}, {FL_FIFTH, "0D"}, {1, "22 25"}}},
        {1,
         2,
         false,
         {.flag_a = false},
         {{FL_QUARTER, "3C 3D"}, {FL_SIXTH, "2B"}, {FL_FIFTH, "16 09*9"}, {FL_FIFTH, "0D"}, {1, "02 01"}}},
        {2, 0, false, {.flag_a = false}, {{FL_QUARTER, "3C"}, {FL_SIXTH, "40 2C"}, {1, "01"}}},
        {2,
         1,
         false,
         {.flag_a = false},
         {{FL_QUARTER, "3C"}, {FL_SIXTH, "2B"}, {FL_QUARTER, "12 20"}, {1, "25"}}},
        {3,
         0,
         false,
         {.flag_a = false},
         {{FL_FIFTH, "45"},
          {FL_QUARTER, "39*2 3B 42"},
          {FL_SIXTH, "2F 2D"},
          {FL_FIFTH, "16 0A*9"},
          {FL_FIFTH, "0E"},
          {FL_QUARTER, "1C"},
          {1, "15 03 04*2"}}},
        {3,
         1,
         false,
         {.flag_a = false},
         {{FL_FIFTH, "45"},
          {FL_QUARTER, "39*2 3B 42"},
          {FL_SIXTH, "32 34"},
          {FL_FIFTH, "16 0A*9"},
          {FL_FIFTH, "0E"},
          {FL_QUARTER, "1C"},
          {1, "1D 1A"}}},
        {4, 0, false, {.flag_a = false}, {{FL_FIFTH, "43"}, {FL_QUARTER, "39"}, {FL_SIXTH, "2F"}, {1, "04"}}},
        {4,
         1,
         false,
         {.flag_a = false},
         {{FL_FIFTH, "43"}, {FL_QUARTER, "39"}, {FL_SIXTH, "32"}, {FL_QUARTER, "24 1B"}, {1, "1A"}}},
    };
    expect_laws(laws, sizeof laws / sizeof laws[0]);
}

Test(boss, later_chapters_have_their_bosses)
{
    static const law laws[] = {
        {5,
         0,
         false,
         {.flag_a = false},
         {{FL_FIFTH, "44"},
          {FL_QUARTER, "3A"},
          {FL_SIXTH, "30 2E"},
          {FL_FIFTH, "16 0B*9"},
          {FL_FIFTH, "0F"},
          {1, "13 05"}}},
        {5,
         1,
         false,
         {.flag_a = false},
         {{FL_FIFTH, "44"},
          {FL_QUARTER, "3A"},
          {FL_SIXTH, "33"},
          {FL_FIFTH, "16 0B*9"},
          {FL_FIFTH, "0F"},
          {1, "1E 23"}}},
        {7,
         0,
         false,
         {.flag_a = false},
         {{FL_TENTH, "48"},
          {FL_FIFTH, "44"},
          {FL_SIXTH, "35"},
          {FL_FIFTH, "16*2 26*9 0C*9"},
          {FL_THIRD, "2A 29"},
          {FL_THIRD, "1E 21"},
          {FL_FIFTH, "10"},
          {1, "07"}}},
        {7,
         1,
         false,
         {.flag_a = false},
         {{FL_TENTH, "48"},
          {FL_FIFTH, "44"},
          {FL_SIXTH, "31"},
          {FL_FIFTH, "16*2 26*9 0C*9"},
          {FL_THIRD, "2A 29"},
          {FL_THIRD, "1E 21"},
          {FL_FIFTH, "10"},
          {1, "1F"}}},
        {7,
         2,
         false,
         {.flag_a = false},
         {{0.33, "48"},
          {FL_FIFTH, "44"},
          {FL_SIXTH, "31"},
          {FL_FIFTH, "16*2 26*9 0C*9"},
          {FL_THIRD, "2A 29"},
          {FL_THIRD, "1E 21"},
          {FL_FIFTH, "10"},
          {1, "07"}}},
        {9, 0, true, {.flag_a = false}, {{FL_TENTH, "17"}, {1, "3F"}}},
        {2, 2, true, {.flag_a = false}, {{FL_QUARTER, "3C"}, {FL_SIXTH, "2B"}, {FL_TENTH, "17"}, {1, "01"}}},
    };
    expect_laws(laws, sizeof laws / sizeof laws[0]);
}

Test(boss, chapters_end_with_a_boss_of_their_own)
{
    static const law laws[] = {
        {6, 0, true, {.flag_a = false}, {{1, "06"}}},  {6, 1, true, {.flag_a = false}, {{1, "06"}}},
        {8, 2, true, {.flag_a = false}, {{1, "19"}}},  {10, 0, true, {.flag_a = false}, {{1, "18"}}},
        {10, 1, true, {.flag_a = false}, {{1, "27"}}}, {11, 0, true, {.flag_a = false}, {{1, "36"}}},
        {11, 1, true, {.flag_a = false}, {{1, "28"}}}, {12, 0, true, {.flag_a = false}, {{1, "46"}}},
    };
    expect_laws(laws, sizeof laws / sizeof laws[0]);
}

/* The coins tossed on odd stages are kept for the even ones, which then get the other boss. */
Test(boss, coins_of_the_first_floor_decide_on_the_second)
{
    static const law laws[] = {
        {2, 0, false, {.flag_a = true}, {{FL_QUARTER, "3D"}, {FL_SIXTH, "40 2C"}, {1, "01"}}},
        {2, 0, false, {.flag_r = true}, {{FL_QUARTER, "3C"}, {FL_SIXTH, "41 38"}, {1, "01"}}},
        {2, 0, false, {.flag_b = true}, {{FL_QUARTER, "3C"}, {FL_SIXTH, "40 2C"}, {1, "02"}}},
        {4,
         0,
         false,
         {.flag_a = true, .flag_r = true, .flag_b = true},
         {{FL_FIFTH, "45"}, {FL_QUARTER, "3B 42"}, {FL_SIXTH, "2D"}, {1, "15 03"}}},
        {3,
         0,
         false,
         {.flag_a = true},
         {{FL_FIFTH, "43"},
          {FL_QUARTER, "39*2 3B 42"},
          {FL_SIXTH, "2F 2D"},
          {FL_FIFTH, "16 0A*9"},
          {FL_FIFTH, "0E"},
          {FL_QUARTER, "1C"},
          {1, "15 03 04*2"}}},
    };
    expect_laws(laws, sizeof laws / sizeof laws[0]);
}

/* Famine and Headless were met: their share passes on to the next item. */
Test(boss, bosses_met_are_not_met_again)
{
    static const law laws[] = {
        {1,
         1,
         false,
         {.met = {1ull << 0x09 | 1ull << 0x16 | 1ull << 0x2B, 0}},
         {{FL_QUARTER, "3C 3D"}, {FL_FIFTH, "0D"}, {1, "22 25"}}},
        {1,
         1,
         false,
         {.met = {1ull << 0x09 | 1ull << 0x2B, 0}},
         {{FL_QUARTER, "3C 3D"}, {FL_TENTH / 5, "16"}, {FL_FIFTH, "0D"}, {1, "22 25"}}},
        {5,
         0,
         false,
         {.met = {1ull << 0x3A, 1ull << (0x44 - 64)}},
         {{FL_SIXTH, "30 2E"}, {FL_FIFTH, "16 0B*9"}, {FL_FIFTH, "0F"}, {1, "13 05"}}},
        {9, 0, true, {.met = {1ull << 0x17, 0}}, {{1, "3F"}}},
    };
    expect_laws(laws, sizeof laws / sizeof laws[0]);
    static const unsigned once[] = {0x44, 0x3A, 0x33, 0x31, 0x2B, 0x16, 0x09, 0x0A, 0x0B, 0x17};
    fl_rebirth_random stream = {.is_exact = false};
    fl_pcg_init(&stream.fair, 3, 3);
    for (unsigned i = 0; i < 300; i++) {
        unsigned met[BOSSES] = {0};
        fl_boss_memory memory = {.flag_a = false};
        for (unsigned k = 0; k < 80; k++) {
            fl_boss_stage at = {k % 9 + 1, 1, true};
            met[fl_rebirth_rooms_boss_draw(&memory, &at, &stream)]++;
        }
        for (unsigned k = 0; k < sizeof once / sizeof once[0]; k++) {
            cr_assert_leq(met[once[k]], 1u, "boss %02X", once[k]);
        }
    }
}

Test(boss, a_wrong_chance_is_noticed)
{
    static const law wrong = {.stage = 1,
                              .questions = {{0.24, "3C 3D"},
                                            {FL_SIXTH, "40 2C 41 38"},
                                            {FL_FIFTH, "16 09*9"},
                                            {FL_FIFTH, "0D"},
                                            {FL_QUARTER, "14 11"},
                                            {1, "02 01"}}};
    static const law worse = {.stage = 2,
                              .questions = {{FL_QUARTER, "3C*99 3D"}, {FL_SIXTH, "40 2C"}, {1, "01"}}};
    double expected[2][BOSSES] = {{0}};
    expand(&wrong, expected[0]);
    expand(&worse, expected[1]);
    cr_expect(judge(&wrong, false, expected[0]) < alarm);
    cr_expect(judge(&worse, false, expected[1]) < alarm);
}

Test(boss, double_troubles_have_their_chances)
{
    static const struct {
        unsigned stage, odds;
        int32_t variant;
    } table[] = {{1, 0, 0}, {2, 0, 0},      {3, 50, 0xE74}, {4, 50, 0xE74}, {5, 25, 0xEA6},
                 {6, 0, 0}, {7, 40, 0xED8}, {8, 0, 0},      {11, 0, 0}};
    for (unsigned i = 0; i < sizeof table / sizeof table[0]; i++) {
        uint64_t found[2] = {0};
        const double law[2] = {1 - (table[i].odds ? 1.0 / table[i].odds : 0),
                               table[i].odds ? 1.0 / table[i].odds : 0};
        fl_rebirth_random stream = {.is_exact = false};
        fl_pcg_init(&stream.fair, 4, i);
        for (unsigned k = 0; k < FLOORS; k++) {
            int32_t variant = fl_rebirth_rooms_boss_draw_double(table[i].stage, &stream);
            cr_assert(variant == 0 || variant == table[i].variant);
            found[variant != 0]++;
        }
        cr_expect(gtest_fit(found, law, 2) > alarm, "stage %u", table[i].stage);
        cr_expect_eq(stream.drawn, table[i].odds ? (uint32_t)FLOORS : 0u);
    }
}
