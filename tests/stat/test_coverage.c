/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Measures the promises of analysis/stat: 10^5 runs for most promises, with fixed seeds. Prints TAP.
 *
 *     test_coverage tests/stat/coverage.txt    measure, judge, and compare with the tables in that file
 *     test_coverage --table                      print those tables
 *
 * A run looks at the counts after 1, 2, 3, … trials and then after every fifth more, up to 10^6, and stops at
 * the first false alarm: the worst that optional stopping can do. A promise "at most r" (or "at least r") is
 * broken when rate r gives so many (so few) hits only once in a million; "about r" when the rate is off by
 * more than the row's slack. So correct statistics fail with a chance of 2·10^-5 at most, over all seeds;
 * with this fixed seed they always pass. The planted mistakes have to break the promise they are measured
 * against. */
#include "analysis/stat/stat.h"
#include "gen/random/pcg.h"
#include "tests/stat/coverage_runs.h"

#define MATHLIB_STANDALONE 1
#include <Rmath.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEED = 9, LINE = 256 };

static const row rows[] = {
    {"false alarms about 1/2, watched; wide prior", 0.05, 0, runs_watch, runs_mixture, {1, 2}, 0, 0, false},
    {"false alarms about 1/7, watched; wide prior", 0.05, 0, runs_watch, runs_mixture, {1, 7}, 0, 0, false},
    {"false alarms about 1/7, watched; prior around 1/7",
     0.05,
     0,
     runs_watch,
     runs_mixture,
     {1, 7},
     1 / 7.0,
     0,
     false},
    {"sequence misses 1/7, watched; prior around 3/20",
     0.05,
     0,
     runs_watch,
     runs_mixture,
     {1, 7},
     0.15,
     0,
     false},
    {"false alarms about 1/50, watched; prior around 1/50",
     0.01,
     0,
     runs_watch,
     runs_mixture,
     {1, 50},
     0.02,
     0,
     false},
    {"any false alarm in a family of 20",
     0.05,
     0,
     runs_watch_families,
     runs_mixture,
     {1, 7},
     1 / 7.0,
     0,
     false},
    {"planted: the best fit in place of the mixture", 0.05, 0, runs_watch, runs_best_fit, {1, 7}, 0, 0, true},
    {"planted: a z-test at 5 %, watched", 0.05, 0, runs_watch, runs_score, {1, 7}, 0, 0, true},
    {"false alarms about a distribution of 4 cells, watched",
     0.05,
     0,
     runs_watch_law,
     NULL,
     {0, 1},
     0,
     0,
     false},
    {"false alarms about two scenarios, watched", 0.05, 0, runs_watch_pair, NULL, {0, 1}, 0, 0, false},
    {"Clopper-Pearson misses 1/7, 1000 trials", 0.05, 0, runs_exact_misses, NULL, {1, 7}, 0, 1000, false},
    {"Clopper-Pearson misses 1/50, 100 trials", 0.05, 0, runs_exact_misses, NULL, {1, 50}, 0, 100, false},
    {"Wilson misses 1/7, 1000 trials", 0.05, 0.005, runs_wilson_misses, NULL, {1, 7}, 0, 1000, false},
    {"Wilson misses 1/2, 100 trials", 0.05, 0.01, runs_wilson_misses, NULL, {1, 2}, 0, 100, false},
    {"G-tests below 5 %, 400 floors", 0.05, 0.005, runs_small_p, NULL, {0, 1}, 0, 400, false},
    {"0.16 for 1/7 refuted; power 90 % stated", 0.9, 0.015, runs_biases_found, NULL, {4, 25}, 0, 0, false},
    {"1/7 for 1/7 confirmed; chance 90 % stated", 0.9, -1, runs_biases_found, NULL, {1, 7}, 0, 0, false},
    {"interval of `never` misses 1/150, watched", 0.05, 0, runs_watch, runs_never, {1, 150}, 0, 0, false},
    {"planted: the level spent before a hit and after it",
     0.05,
     0,
     runs_watch,
     runs_never_then_wide,
     {1, 150},
     0,
     0,
     true},
    {"interval of a mean misses it, watched", 0.05, 0, runs_watch_means, NULL, {0, 1}, 0, 0, false},
    {"planted: 1.96 standard errors of the mean, watched",
     0.05,
     0,
     runs_watch_normal_means,
     NULL,
     {0, 1},
     0,
     0,
     true},
    {"total variation from a distribution misses 1/4, watched",
     0.05,
     0,
     runs_watch_law_distances,
     NULL,
     {1, 4},
     0,
     0,
     false},
    {"total variation of two samples misses 3/8, watched",
     0.05,
     0,
     runs_watch_pair_distances,
     NULL,
     {3, 8},
     0,
     0,
     false},
    {"planted: distances by a chi-square test, watched",
     0.05,
     0,
     runs_watch_chi_square_distances,
     NULL,
     {1, 4},
     0,
     0,
     true},
};
enum { ROWS = sizeof rows / sizeof rows[0] };

typedef struct measured {
    double rate, runs;
    bool holds;
} measured;

static double runs_of(const row *self)
{
    static uint64_t (*const slow[])(const row *, fl_pcg *) = {
        runs_watch_means, runs_watch_normal_means, runs_watch_law_distances, runs_watch_pair_distances,
        runs_watch_chi_square_distances};
    for (size_t i = 0; i < sizeof slow / sizeof slow[0]; i++) {
        if (self->count == slow[i]) {
            return FEW_RUNS;
        }
    }
    return self->count == runs_watch_families ? RUNS / FAMILY : RUNS;
}

static measured measure(int i)
{
    fl_pcg rng;
    const row *self = &rows[i];
    fl_pcg_init(&rng, SEED, (uint64_t)i);
    double runs = runs_of(self);
    double hits = (double)self->count(self, &rng);
    double most = qbinom(1e-6, runs, self->promised, false, false);
    double least = qbinom(1e-6, runs, self->promised, true, false);
    bool holds = self->slack > 0   ? fabs(hits / runs - self->promised) <= self->slack
                 : self->slack < 0 ? hits >= least
                                   : hits <= most;
    return (measured){.rate = hits / runs, .runs = runs, .holds = holds};
}

static void write_row(char *out, int i, const measured *found)
{
    const char *bound = rows[i].slack > 0 ? "about" : rows[i].slack < 0 ? "at least" : "at most";
    snprintf(out, LINE, "| %s | %s %g %% | %.2f %% |\n", rows[i].what, bound, 100 * rows[i].promised,
             100 * found->rate);
}

/* Trials that confirm a right claim, with the prior around its value and without. */
typedef struct price {
    fl_fraction value;
    double tolerance;
} price;

static const price prices[] = {
    {{1, 2}, 0.01}, {{1, 7}, 0.001}, {{1, 7}, 0.0001}, {{1, 50}, 0.001}, {{0, 1}, 0.0001}};
enum { PRICES = sizeof prices / sizeof prices[0] };

static void write_price(char *out, int i)
{
    fl_stat_claim around;
    fl_stat_claim_init(&around, prices[i].value, prices[i].tolerance, 1e-5);
    fl_stat_claim wide = around;
    wide.part = 0;
    snprintf(out, LINE, "| %" PRIu64 "/%" PRIu64 " ± %g | %.3g | %.3g |\n", prices[i].value.num,
             prices[i].value.den, prices[i].tolerance, fl_stat_power_confirming(&around, 0.9),
             fl_stat_power_confirming(&wide, 0.9));
}

static char *whole_file(const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = calloc(1, 65536);
    if (file && text && fread(text, 1, 65535, file) == 0) {
        text[0] = '\0';
    }
    if (file) {
        fclose(file);
    }
    return text;
}

static bool is_told(const char *readme, const char *line)
{
    return readme && strstr(readme, line) != NULL;
}

static void print_tables(void)
{
    char line[LINE];
    fputs("| claim | around | wide |\n|---|---|---|\n", stdout);
    for (int i = 0; i < PRICES; i++) {
        write_price(line, i);
        fputs(line, stdout);
    }
    fputs("\n| what | promised | measured |\n|---|---|---|\n", stdout);
    for (int i = 0; i < ROWS; i++) {
        measured found = measure(i);
        write_row(line, i, &found);
        fputs(line, stdout);
    }
}

static bool judge(const char *tables)
{
    char line[LINE];
    bool is_right = true;
    printf("1..%d\n", PRICES + ROWS);
    for (int i = 0; i < PRICES; i++) {
        write_price(line, i);
        is_right &= is_told(tables, line);
        printf("%s %d - coverage.txt has %s", is_told(tables, line) ? "ok" : "not ok", i + 1, line);
    }
    for (int i = 0; i < ROWS; i++) {
        measured found = measure(i);
        write_row(line, i, &found);
        bool is_good = found.holds != rows[i].is_planted && is_told(tables, line);
        is_right &= is_good;
        printf("%s %d - as promised, and as in coverage.txt: %s", is_good ? "ok" : "not ok", PRICES + i + 1,
               line);
    }
    return is_right;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fputs("test_coverage FILE | --table\n", stderr);
        return 2;
    }
    if (strcmp(argv[1], "--table") == 0) {
        print_tables();
        return 0;
    }
    char *readme = whole_file(argv[1]);
    bool is_right = judge(readme);
    free(readme);
    return is_right ? 0 : 1;
}
