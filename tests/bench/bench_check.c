/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Cost of the check of a floor's eight conditions, on boards of 51 x 51 and 200 x 200 and on floors of the
 * games. Prints, never judges. */
#include "experiments/run/run.h"
#include "gen/floor/check.h"

#include <stdio.h>
#include <time.h>

enum { ROUNDS = 7, FLOORS = 50, CHECKS = 100 };

/* Nanoseconds of processor time for a check of a floor, in the best of some rounds. */
static double cost(const fl_floor *floor)
{
    double best = 1e99;
    for (unsigned round = 0; round < ROUNDS; round++) {
        clock_t started = clock();
        for (unsigned i = 0; i < CHECKS; i++) {
            if (fl_check_floor(floor, "", NULL)) {
                return 0;
            }
        }
        double nanoseconds = (double)(clock() - started) * (1e9 / CLOCKS_PER_SEC) / CHECKS;
        best = nanoseconds < best ? nanoseconds : best;
    }
    return best;
}

static int print_row(const char *name, const char *settings)
{
    fl_opened_generator opened;
    fl_floor_maker maker;
    if (fl_run_generator_open_words(&opened, name, settings, NULL) ||
        fl_run_maker_open(&maker, &opened, NULL)) {
        return 1;
    }
    double sum = 0;
    unsigned cells = 0;
    for (unsigned i = 0; i < FLOORS; i++) {
        fl_run_maker_make(&maker, opened.first + i, 0);
        cells += maker.floor.cells_n;
        sum += cost(&maker.floor);
    }
    printf("%-8s %-20s %3d x %-3d %6.1f %10.2f\n", name, settings, maker.floor.width, maker.floor.height,
           (double)cells / FLOORS, sum / FLOORS / 1000);
    fl_run_maker_close(&maker);
    fl_run_generator_close(&opened);
    return 0;
}

int main(void)
{
    static const char *const rows[][2] = {{"grid", "rules=basement"}, {"grid", "rules=cave"},
                                          {"grid", "rules=facade"},   {"grid", "rules=spine"},
                                          {"classic", "level=4"},     {"rebirth", "stage=6"}};
    printf("%-29s %9s %6s %10s\n", "", "board", "cells", "us a check");
    int bad = 0;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        bad |= print_row(rows[i][0], rows[i][1]);
    }
    return bad;
}
