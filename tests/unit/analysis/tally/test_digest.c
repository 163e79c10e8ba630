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

/* The same bytes on every machine, whatever its byte order. */
Test(digest, numbers_are_written_little_end_first)
{
    static const uint64_t numbers[2] = {0x0102030405060708u, 255};
    static const unsigned char expected[16] = {8, 7, 6, 5, 4, 3, 2, 1, 255, 0, 0, 0, 0, 0, 0, 0};
    unsigned char bytes[16];
    fl_tally_digest_bytes(numbers, 2, bytes);
    cr_expect(memcmp(bytes, expected, sizeof bytes) == 0);
}

Test(digest, numbers_may_be_fed_in_any_portions)
{
    enum { MANY = 1500 };
    uint64_t numbers[MANY];
    unsigned char bytes[8 * MANY];
    for (unsigned i = 0; i < MANY; i++) {
        numbers[i] = i * 0x9e3779b97f4a7c15u;
    }
    fl_tally_digest_bytes(numbers, MANY, bytes);
    XXH3_state_t *state = XXH3_createState();
    cr_assert(state);
    XXH3_128bits_reset(state);
    fl_tally_digest_feed(state, numbers, 0);
    fl_tally_digest_feed(state, numbers, 3);
    fl_tally_digest_feed(state, numbers + 3, MANY - 3);
    XXH128_hash_t found = XXH3_128bits_digest(state);
    XXH3_freeState(state);
    cr_expect(XXH128_isEqual(found, XXH3_128bits(bytes, sizeof bytes)));
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

static void expect_other(const small_run *run, const char *before, const char *what, size_t place)
{
    char now[FL_DIGEST_TEXT];
    digest_of(run, "i", range, now);
    cr_expect_str_neq(now, before, "%s %zu", what, place);
}

Test(digest, changes_with_every_count)
{
    small_run run;
    char before[FL_DIGEST_TEXT];
    small_run_open(&run, tiny_text, 0, 1);
    small_run_count(&run, 0, run.setup.samples);
    digest_of(&run, "i", range, before);
    for (size_t i = 0; i < run.setup.tally.counts_n; i += i < 400 ? 1 : 97) {
        run.totals[i % 2].count[i]++;
        expect_other(&run, before, "count", i);
        run.totals[i % 2].count[i]--;
    }
    char again[FL_DIGEST_TEXT];
    digest_of(&run, "i", range, again);
    cr_expect_str_eq(again, before);
    small_run_close(&run);
}

Test(digest, changes_with_every_figure_of_an_extreme)
{
    small_run run;
    char before[FL_DIGEST_TEXT];
    small_run_open(&run, tiny_text, 0, 1);
    small_run_count(&run, 0, run.setup.samples);
    digest_of(&run, "i", range, before);
    for (unsigned i = 0; i < 2 * run.setup.tally.metrics_n; i++) {
        fl_tally_extreme *e = &run.totals[i % 2].extreme[i / 2];
        const fl_tally_extreme old = *e;
        for (unsigned figure = 0; figure < 9; figure++) {
            *e = old;
            e->min -= figure == 0;
            e->max += figure == 1;
            e->argmin += figure == 2;
            e->argmax += figure == 3;
            e->over_n += figure == 4;
            e->over_sum += figure == 5;
            e->over_sum += (fl_tally_sum)(figure == 6) << 64;
            e->over_square += figure == 7;
            e->over_square += (fl_tally_sum)(figure == 8) << 64;
            expect_other(&run, before, "figure", figure);
        }
        *e = old;
    }
    small_run_close(&run);
}

Test(digest, changes_with_identity_range_and_floors)
{
    small_run run;
    char before[FL_DIGEST_TEXT];
    char now[FL_DIGEST_TEXT];
    small_run_open(&run, tiny_text, 0, 1);
    digest_of(&run, "i", range, before);
    digest_of(&run, "j", range, now);
    cr_expect_str_neq(now, before);
    digest_of(&run, "i", (const uint64_t[2]){1, 100}, now);
    cr_expect_str_neq(now, before);
    digest_of(&run, "i", (const uint64_t[2]){0, 101}, now);
    cr_expect_str_neq(now, before);
    run.totals[1].floors++;
    expect_other(&run, before, "floors", 0);
    run.totals[1].floors--;
    run.totals[0].failed++;
    expect_other(&run, before, "failed", 0);
    small_run_close(&run);
}

Test(digest, is_the_same_for_any_split)
{
    small_run whole;
    char expected[FL_DIGEST_TEXT];
    char found[FL_DIGEST_TEXT];
    small_run_open(&whole, small_run_text, 0, 1);
    small_run_count(&whole, 0, whole.setup.samples);
    digest_of(&whole, "i", range, expected);
    for (uint64_t cut = 0; cut <= whole.setup.samples; cut += 211) {
        small_run parts[2];
        small_run_open(&parts[0], small_run_text, 0, 1);
        small_run_open(&parts[1], small_run_text, 0, 1);
        small_run_count(&parts[0], 0, cut);
        small_run_count(&parts[1], cut, whole.setup.samples);
        for (uint64_t c = 0; c < whole.setup.conditions; c++) {
            fl_tally_merge(&parts[1].totals[c], &parts[0].totals[c]);
        }
        digest_of(&parts[1], "i", range, found);
        cr_expect_str_eq(found, expected, "cut at sample %llu", (unsigned long long)cut);
        small_run_close(&parts[0]);
        small_run_close(&parts[1]);
    }
    small_run_close(&whole);
}

Test(digest, of_a_text_depends_on_every_byte)
{
    char a[FL_DIGEST_TEXT];
    char b[FL_DIGEST_TEXT];
    fl_tally_digest_text("abc", 3, a);
    cr_expect_eq(strlen(a), 32);
    fl_tally_digest_text("abd", 3, b);
    cr_expect_str_neq(a, b);
    fl_tally_digest_text("abc", 2, b);
    cr_expect_str_neq(a, b);
    fl_tally_digest_text("", 0, b);
    cr_expect_str_eq(b, "99aa06d3014798d86001c324468d497f"); /* published with the hash */
}
