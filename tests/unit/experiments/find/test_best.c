/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The best hits are those that sorting all of them gives. */
#include "experiments/find/find.h"

#include <criterion/criterion.h>

#include <stdlib.h>

enum { HITS = 500 };

static int by_score(const void *a_of, const void *b_of)
{
    const fl_find_hit *a = a_of;
    const fl_find_hit *b = b_of;
    return a->score != b->score ? (a->score < b->score ? 1 : -1) : a->index < b->index ? -1 : 1;
}

static void compare(unsigned most, unsigned step)
{
    static fl_find_hit all[HITS];
    static fl_find_best best;
    best = (fl_find_best){.limit = most};
    for (unsigned i = 0; i < HITS; i++) {
        unsigned at = i * step % HITS; /* in any order */
        all[at] = (fl_find_hit){at, (int64_t)(at * 7919 % 37) - 18};
        fl_find_best_add(&best, &all[at]);
    }
    qsort(all, HITS, sizeof all[0], by_score);
    cr_assert_eq(best.n, most < HITS ? most : HITS);
    for (unsigned i = 0; i < best.n; i++) {
        cr_assert_eq(best.hit[i].index, all[i].index, "%u of %u", i, most);
        cr_assert_eq(best.hit[i].score, all[i].score);
    }
}

Test(best, are_the_first_of_all_when_sorted)
{
    static const unsigned most[] = {0, 1, 2, 10, 499, 500, 1000};
    for (size_t i = 0; i < sizeof most / sizeof most[0]; i++) {
        compare(most[i], 1);
        compare(most[i], 499);
        compare(most[i], 77);
    }
}
