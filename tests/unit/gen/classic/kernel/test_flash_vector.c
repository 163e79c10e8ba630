/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Attempts that a kernel passes over against the readable growth: none of them is one that would be accepted,
 * and the stream is moved by three words for each. */
#include "gen/classic/kernel/kernel_private.h"

#include "tests/support/maker.h"
#include "tests/support/scale.h"

#include <criterion/criterion.h>

enum { ATTEMPTS = 40000 / SCALE_LEAN, WORDS = 3 };

static fl_classic_rules rules;
static fl_kernel_tables tables;
static fl_classic_board board;

static void open_rules(const char *settings)
{
    maker_rules("classic", settings, &rules, sizeof rules);
    fl_kernel_tables_init(&tables, &rules);
}

/* Grows the attempt that the stream holds next, and moves the stream behind it. Whether it has enough rooms
 * and end rooms. */
static bool is_enough(const fl_kernel_flash_wanted *wanted, fl_pcg *rng)
{
    board.rng = *rng;
    fl_classic_board_reset(&board, rules.start);
    fl_classic_flash_grow(&rules, &board, 100 * (wanted->rooms - 1));
    fl_pcg_advance(rng, WORDS);
    cr_assert_eq(board.rng.state, rng->state, "growth drew more than its three words");
    return board.cells_n >= wanted->rooms && board.end_rooms_n >= wanted->end_rooms;
}

/* What was passed over, of how much: attempts in vain, and those that were made although in vain. */
typedef struct passing {
    unsigned in_vain, made_in_vain, enough;
} passing;

static passing pass(fl_kernel_flash *kernel, const fl_kernel_flash_wanted *wanted, const char *what)
{
    passing out = {0};
    fl_pcg rng;
    fl_pcg_init(&rng, 5, 7);
    for (unsigned at = 0; at < ATTEMPTS;) {
        fl_pcg readable = rng;
        unsigned most = 1 + at % 20;
        unsigned n = kernel(&tables, wanted, most, &rng);
        cr_assert_leq(n, most);
        for (unsigned i = 0; i < n; i++) {
            cr_assert_not(is_enough(wanted, &readable), "%s: attempt %u would be accepted", what, at + i);
        }
        cr_assert_eq(rng.state, readable.state, "%s: the stream is not behind attempt %u", what, at + n);
        at += n;
        out.in_vain += n;
        if (n < most) {
            bool enough = is_enough(wanted, &rng);
            out.enough += enough;
            out.in_vain += !enough;
            out.made_in_vain += !enough;
            at++;
        }
    }
    return out;
}

static void expect_passing(const char *settings, unsigned rooms, unsigned end_rooms)
{
    static const struct {
        fl_backend backend;
        fl_kernel_flash *kernel;
    } kernels[] = {
        {FL_BACKEND_PORTABLE, fl_kernel_flash_portable},
#if defined(__x86_64__)
        {FL_BACKEND_AVX2, fl_kernel_flash_avx2},
        {FL_BACKEND_AVX512, fl_kernel_flash_avx512}
#endif
    };
    const fl_kernel_flash_wanted wanted = {rooms, end_rooms};
    passing first = {0};
    open_rules(settings);
    for (unsigned i = 0; i < sizeof kernels / sizeof kernels[0]; i++) {
        if (!fl_backend_is_here(kernels[i].backend)) {
            continue;
        }
        passing now = pass(kernels[i].kernel, &wanted, fl_backend_name(kernels[i].backend));
        first = i == 0 ? now : first;
        cr_expect_eq(now.made_in_vain, first.made_in_vain, "%s: %s passes over others", settings,
                     fl_backend_name(kernels[i].backend));
    }
    cr_expect_gt(first.enough, ATTEMPTS / 100, "%s: %u", settings, first.enough);
    cr_expect_lt(first.made_in_vain, first.in_vain / 2, "%s: %u of %u attempts in vain were made", settings,
                 first.made_in_vain, first.in_vain);
}

Test(flash_vector, passes_over_nothing_that_would_be_accepted)
{
    expect_passing("rules=flash", 9, 5);
    expect_passing("rules=flash", 10, 5);
    expect_passing("rules=flash", 13, 6);
    expect_passing("rules=flash", 15, 6);
    expect_passing("rules=flash", 16, 7);
}

Test(flash_vector, holds_for_other_boards_and_orders)
{
    expect_passing("rules=flash wave_order=oldest_first order=udrl", 10, 5);
    expect_passing("rules=flash undefined_cells=forbid", 12, 6);
    expect_passing("rules=flash start=36 rows=6 first_row=1", 12, 6);
    expect_passing("rules=flash start=71 order=lurd", 9, 4);
    expect_passing("rules=flash start=1", 5, 2);
}
