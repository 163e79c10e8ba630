/* SPDX-License-Identifier: GPL-2.0-or-later */
/* PCG32 against the published library; bounded draws against arithmetic. */
#include "gen/random/pcg.h"

#include "tests/unit/pcg_oracle.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

enum { DRAWS = 1000000 };

static const uint64_t seeds[][2] = {
    {42, 54}, {0, 0}, {1, 1}, {UINT64_MAX, UINT64_MAX}, {0x9e3779b97f4a7c15u, 1u << 31}};
enum { SEEDS = sizeof seeds / sizeof seeds[0] };

/* k draws or more are lost with the probability (1 - p)^k, so of the number drawn, u of 2^64, the k is right
 * for which (1 - p)^k > u / 2^64 >= (1 - p)^(k + 1), but for roundings of less than 2^-63 a draw. */
Test(pcg, losses_are_as_many_as_the_number_drawn_says)
{
    static const uint64_t chances[] = {1, 2, 1000, 6871948, 1u << 31, 3u << 30, 0xfffffffe, 0xffffffff};
    for (size_t k = 0; k < sizeof chances / sizeof chances[0]; k++) {
        long double log_lost = log1pl(-ldexpl((long double)chances[k], -32));
        uint64_t least = UINT64_MAX;
        uint64_t most = 0;
        fl_pcg rng;
        fl_pcg_init(&rng, 7, k);
        for (int i = 0; i < DRAWS / 10; i++) {
            fl_pcg copy = rng;
            uint64_t high = fl_pcg_next(&copy);
            long double drawn = ldexpl((long double)(high << 32 | fl_pcg_next(&copy)), -64);
            uint64_t lost = fl_pcg_losses(&rng, chances[k]);
            long double slack = ldexpl((long double)(lost + 2), -63);
            cr_assert_gt(expl((long double)lost * log_lost), drawn - slack, "chance %llu",
                         (unsigned long long)chances[k]);
            cr_assert_leq(expl((long double)(lost + 1) * log_lost), drawn + slack, "chance %llu",
                          (unsigned long long)chances[k]);
            cr_assert_eq(fl_pcg_distance(&rng, &copy), 0u, "two words");
            least = lost < least ? lost : least;
            most = lost > most ? lost : most;
        }
        cr_expect_leq(least, (uint64_t)(0x1p32 / (double)chances[k]));
        cr_expect_geq(most, (uint64_t)(0x1p32 / (double)chances[k]) - 1);
    }
    fl_pcg rng = {.state = 5, .increment = 1};
    cr_expect(fl_pcg_losses(&rng, 1ULL << 32) == 0 && rng.state == 5, "what is certain takes no word");
}

Test(pcg, equals_the_library_over_a_million_draws)
{
    uint32_t *words = malloc(sizeof *words * DRAWS);
    cr_assert_not_null(words);
    for (int i = 0; i < SEEDS; i++) {
        fl_pcg rng;
        fl_pcg_init(&rng, seeds[i][0], seeds[i][1]);
        fl_pcg_oracle_draw(seeds[i][0], seeds[i][1], words, DRAWS);
        for (int k = 0; k < DRAWS; k++) {
            cr_assert_eq(fl_pcg_next(&rng), words[k], "stream %d, draw %d", i, k);
        }
    }
    free(words);
}

Test(pcg, jumps_where_the_library_jumps)
{
    static const uint64_t jumps[] = {0, 1, 2, 3, 1000, 1u << 20, 0xffffffffu, 1ull << 63, UINT64_MAX - 5};
    for (int i = 0; i < SEEDS; i++) {
        for (size_t k = 0; k < sizeof jumps / sizeof jumps[0]; k++) {
            uint64_t back = jumps[k] / 3 + 1;
            uint32_t expected[2];
            fl_pcg rng;
            fl_pcg_oracle_jump(seeds[i][0], seeds[i][1], jumps[k], back, expected);
            fl_pcg_init(&rng, seeds[i][0], seeds[i][1]);
            fl_pcg_advance(&rng, jumps[k]);
            cr_assert_eq(fl_pcg_next(&rng), expected[0], "%llu forwards", (unsigned long long)jumps[k]);
            fl_pcg_advance(&rng, 0 - back);
            cr_assert_eq(fl_pcg_next(&rng), expected[1], "%llu back", (unsigned long long)back);
        }
    }
}

/* A generator whose next word is the given one: the output is old ^ old >> 18, from bit 27 on, turned by the
 * top five bits; with these 0, bits 27…58 follow from the word, the highest first. */
static fl_pcg about_to_draw(uint32_t word)
{
    uint64_t old = 0;
    for (unsigned bit = 59; bit-- > 27;) {
        uint64_t above = bit + 18 < 64 ? old >> (bit + 18) & 1 : 0;
        old |= (((uint64_t)word >> (bit - 27) & 1) ^ above) << bit;
    }
    return (fl_pcg){.state = old, .increment = 1};
}

/* What fl_pcg_below makes of a word; false if it takes another instead. */
static bool takes(uint32_t word, uint32_t bound, uint32_t *out)
{
    fl_pcg rng = about_to_draw(word);
    fl_pcg one_draw = rng;
    cr_assert_eq(fl_pcg_next(&one_draw), word, "the state made for a word must draw it");
    *out = fl_pcg_below(&rng, bound);
    return rng.state == one_draw.state;
}

/* The words of a result r are a run from ceil(r 2^32 / bound) on, because word * bound / 2^32 rises with the
 * word. Within a run the low half rises by `bound`, so only a run's first word can be below 2^32 mod bound,
 * which is less than `bound`. Result r is fair when 2^32 / bound words, rounded down, remain: its first word
 * must be refused exactly when its run is one longer. The ends of the runs are all there is to test. */
static void expect_fair(uint32_t bound, uint32_t result)
{
    const uint64_t words = (uint64_t)1 << 32;
    uint64_t first = (result * words + bound - 1) / bound;
    uint64_t next = result + 1 == bound ? words : ((result + 1ull) * words + bound - 1) / bound;
    bool is_longer = next - first > words / bound;
    uint32_t out = 0;
    bool is_taken = takes((uint32_t)first, bound, &out);
    cr_assert_eq(is_taken, !is_longer, "bound %u, result %u", bound, result);
    cr_assert(!is_taken || out == result);
    const uint64_t ends[2] = {first + 1, next - 1};
    for (int i = 0; i < 2 && next - first > 1; i++) {
        cr_assert(takes((uint32_t)ends[i], bound, &out), "bound %u, result %u, end %d", bound, result, i);
        cr_assert_eq(out, result);
    }
}

Test(pcg, each_result_below_a_small_bound_has_as_many_words)
{
    fl_pcg none = {.state = 1, .increment = 1};
    cr_expect_eq(fl_pcg_below(&none, 0), 0u);
    for (uint32_t bound = 1; bound <= 300; bound++) {
        for (uint32_t result = 0; result < bound; result++) {
            expect_fair(bound, result);
        }
    }
}

Test(pcg, each_result_below_a_large_bound_has_as_many_words)
{
    static const uint32_t bounds[] = {1u << 16,       65537,    1000000007,     1u << 31,
                                      (1u << 31) + 1, 3u << 30, UINT32_MAX - 1, UINT32_MAX};
    fl_pcg rng;
    fl_pcg_init(&rng, 1, 2);
    for (size_t i = 0; i < sizeof bounds / sizeof bounds[0]; i++) {
        expect_fair(bounds[i], 0);
        expect_fair(bounds[i], bounds[i] - 1);
        for (int k = 0; k < 3000; k++) {
            expect_fair(bounds[i], fl_pcg_below(&rng, bounds[i]));
        }
    }
}
