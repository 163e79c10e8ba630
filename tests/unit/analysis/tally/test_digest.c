/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The digest's rule written down a second time: all numbers in one array, hashed at once. */
#include "analysis/tally/tally_private.h"
#include "tests/unit/small_run.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

static const char tiny_text[] = "name: tiny\n"
                                "generator: classic\n"
                                "vary: {level: [1, 2]}\n"
                                "floors: 100\n"
                                "metrics: [rooms, attempts, dead_ends]\n"
                                "maps: none\n";

static const uint64_t range[2] = {0, 100};

static void digest_of(const small_run *run, const char *identity, const uint64_t limits[2],
                      char out[FL_DIGEST_TEXT])
{
    cr_assert_eq(fl_tally_digest_make(identity, limits, run->totals, run->setup.conditions, out), FL_OK);
}

static size_t add(unsigned char *bytes, size_t n, uint64_t number)
{
    for (unsigned i = 0; i < 8; i++) {
        bytes[n++] = (unsigned char)(number >> (8 * i));
    }
    return n;
}

static size_t add_tally(unsigned char *bytes, size_t n, const fl_tally *tally)
{
    n = add(bytes, n, tally->floors);
    n = add(bytes, n, tally->failed);
    for (size_t i = 0; i < tally->spec->counts_n; i++) {
        n = add(bytes, n, tally->count[i]);
    }
    for (unsigned i = 0; i < tally->spec->metrics_n; i++) {
        const fl_tally_extreme *e = &tally->extreme[i];
        n = add(bytes, n, e->min > e->max ? 0 : (uint64_t)e->min);
        n = add(bytes, n, e->min > e->max ? 0 : (uint64_t)e->max);
        n = add(bytes, n, e->argmin);
        n = add(bytes, n, e->argmax);
        n = add(bytes, n, e->over_n);
        n = add(bytes, n, (uint64_t)e->over_sum);
        n = add(bytes, n, (uint64_t)(e->over_sum >> 64));
        n = add(bytes, n, (uint64_t)e->over_square);
        n = add(bytes, n, (uint64_t)(e->over_square >> 64));
    }
    return n;
}

Test(digest, follows_its_written_rule)
{
    small_run run;
    char found[FL_DIGEST_TEXT];
    char expected[FL_DIGEST_TEXT];
    small_run_open(&run, tiny_text, 0, 1);
    small_run_count(&run, 0, run.setup.samples);
    unsigned char *bytes = malloc(64 + run.setup.conditions * 8 * (run.setup.tally.counts_n + 64));
    size_t n = 8;
    memcpy(bytes, "identity", n);
    n = add(bytes, n, range[0]);
    n = add(bytes, n, range[1]);
    for (uint64_t c = 0; c < run.setup.conditions; c++) {
        n = add_tally(bytes, n, &run.totals[c]);
    }
    XXH128_hash_t hash = XXH3_128bits(bytes, n);
    snprintf(expected, sizeof expected, "%016llx%016llx", (unsigned long long)hash.high64,
             (unsigned long long)hash.low64);
    digest_of(&run, "identity", range, found);
    cr_expect_str_eq(found, expected);
    free(bytes);
    small_run_close(&run);
}

/* A tally of a few fixed numbers: this digest must never change. */
Test(digest, of_a_small_tally_is_known)
{
    const fl_tally_spec spec = {
        .metrics_n = 1, .metrics = {{.metric = FL_METRIC_ROOMS, .bins = 3}}, .counts_n = 3};
    uint64_t counts[3] = {1, 0, 2};
    fl_tally_extreme extreme = {.min = 0, .max = 2, .argmin = 4, .argmax = 1};
    const fl_tally tally = {.spec = &spec, .count = counts, .extreme = &extreme, .floors = 4, .failed = 1};
    char found[FL_DIGEST_TEXT];
    cr_assert_eq(fl_tally_digest_make("small", range, &tally, 1, found), FL_OK);
    cr_expect_str_eq(found, "1fb71ab6cbc604eae2ffb9fe37d12889");
}
