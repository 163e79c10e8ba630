/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Verdicts through a store and back; entries that were changed in between. */
#include "experiments/verify/verify.h"
#include "experiments/verify/verify_private.h"
#include "tests/support/folder.h"
#include "tests/unit/small_claim_set.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char claims_text[] =
    "  - {id: rooms, source: s, text: t, type: distribution, metric: plan_rooms, distribution: {7: 1/2, 8: "
    "1/2}, "
    "tolerance: 0.05, on: {again: confirmed, level_4: refuted}}\n"
    "  - {id: loops, source: s, text: t, quote: q, type: probability, event: has_loop, value: 1/3, "
    "on: {level_1: undecided}}\n"
    "  - {id: mean, source: s, text: t, type: mean, metric: rooms, value: 15, on: {level_4: confirmed}}\n";

/* Claims, a finding for each row, and what is written of them. */
static fl_claim_set claims;
static fl_judged judged;
static fl_store store;
static fl_judged_file back;
static fl_diag diag;

/* Bit patterns that a conversion to decimal digits, or a comparison, would lose. */
static const uint64_t odd_bits[] = {0x7ff8000000000000u, 0x7ff8dead00000001u, 0xfff8000000000000u,
                                    0x7ff0000000000000u, 0xfff0000000000000u, 0x8000000000000000u,
                                    0x0000000000000001u, 0x3fb999999999999au, 0x7fefffffffffffffu};

static uint64_t odd_number(unsigned i)
{
    return odd_bits[i % (sizeof odd_bits / sizeof odd_bits[0])];
}

static double odd_double(unsigned i)
{
    double number;
    uint64_t bits = odd_number(i);
    memcpy(&number, &bits, sizeof number);
    return number;
}

static void fill_finding(fl_finding *out, unsigned salt)
{
    fl_claim_judge_result *to = &out->result;
    out->is_counted = salt % 3 != 2;
    to->found.verdict = out->is_counted ? (fl_verdict)(salt % 3) : FL_VERDICT_UNDECIDED;
    to->found.observed = odd_double(salt);
    to->found.limits = (fl_interval){.lo = odd_double(salt + 1), .hi = odd_double(salt + 2)};
    to->found.log_e = odd_double(salt + 3);
    to->found.needed = odd_double(salt + 4);
    to->floors_needed = odd_double(salt + 5);
    to->floor_rate = odd_double(salt + 6);
    to->floor_limits = (fl_interval){.lo = odd_double(salt + 8), .hi = odd_double(salt + 9)};
    to->trials = odd_number(salt + 7);
    to->hits = salt == 0 ? FL_CLAIM_JUDGE_NO_HITS : odd_number(salt);
    to->floors = UINT64_MAX - salt;
    snprintf(out->reason, sizeof out->reason, "%s", out->is_counted ? "" : "needs curse=none, \xe2\x80\xa6");
    out->points_n = salt == 1 ? FL_FINDING_POINTS : salt;
    for (unsigned i = 0; i < out->points_n; i++) {
        out->point[i] = (fl_finding_point){.floors = odd_number(i),
                                           .trials = odd_number(i + salt),
                                           .observed = odd_double(i),
                                           .limits = {.lo = odd_double(i + 1), .hi = odd_double(i + 2)},
                                           .verdict = (fl_verdict)(i % 3)};
    }
}

static void set_up(void)
{
    fl_diag_init(&diag);
    fl_store_init(&store);
    small_claim_set_open(&claims, claims_text);
    cr_assert_eq(fl_claim_rows_add_variant(&claims, 0, "flash", &diag), FL_OK, "%s", diag.what);
    judged = (fl_judged){.claims = &claims,
                         .family_alpha = 0.00123,
                         .tolerance = odd_double(6),
                         .seed = UINT64_MAX,
                         .floors = 1234567,
                         .options = " x.yaml --seed 7",
                         .settings = "max_attempts=2 hearts=1",
                         .only = "*s"};
    cr_assert_eq(fl_claim_finding_list(&claims, &judged.findings, &judged.findings_n, &diag), FL_OK);
    cr_assert_eq(judged.findings_n, 5u);
    for (unsigned i = 0; i < judged.findings_n; i++) {
        fill_finding(&judged.findings[i], i);
    }
    cr_assert_eq(fl_verify_judged_add(&judged, &store, &diag), FL_OK, "%s", diag.what);
}

static void tear_down(void)
{
    free(judged.findings);
    fl_store_free(&store);
    fl_claim_set_free(&claims);
}

TestSuite(claim_table, .init = set_up, .fini = tear_down);

/* Whether all doubles and numbers of two results have the same bits. */
static bool are_same_points(const fl_finding *a, const fl_finding *b)
{
    bool are_same = a->points_n == b->points_n;
    for (unsigned i = 0; i < a->points_n && are_same; i++) {
        const fl_finding_point *p = &a->point[i];
        const fl_finding_point *q = &b->point[i];
        are_same = p->floors == q->floors && p->trials == q->trials && p->verdict == q->verdict &&
                   memcmp(&p->observed, &q->observed, sizeof p->observed) == 0 &&
                   memcmp(&p->limits, &q->limits, sizeof p->limits) == 0;
    }
    return are_same;
}

static bool are_same_results(const fl_claim_judge_result *a, const fl_claim_judge_result *b)
{
    const double left[] = {a->found.observed, a->found.limits.lo, a->found.limits.hi,
                           a->found.log_e,    a->found.needed,    a->floors_needed,
                           a->floor_rate,     a->floor_limits.lo, a->floor_limits.hi};
    const double right[] = {b->found.observed, b->found.limits.lo, b->found.limits.hi,
                            b->found.log_e,    b->found.needed,    b->floors_needed,
                            b->floor_rate,     b->floor_limits.lo, b->floor_limits.hi};
    return memcmp(left, right, sizeof left) == 0 && a->found.verdict == b->found.verdict &&
           a->trials == b->trials && a->hits == b->hits && a->floors == b->floors;
}

static void expect_same(const fl_store *from)
{
    fl_err err = fl_verify_judged_read(&back, from, "x.h5", &diag);
    cr_assert_eq(err, FL_OK, "%s: %s", diag.where, diag.what);
    const fl_judged *found = &back.judged;
    cr_assert_eq(found->findings_n, judged.findings_n);
    for (size_t i = 0; i < judged.findings_n; i++) {
        const fl_finding *a = &judged.findings[i];
        const fl_finding *b = &found->findings[i];
        cr_expect_str_eq(a->row->id, b->row->id);
        cr_expect_str_eq(a->reason, b->reason);
        cr_expect_eq(a->row->expected, b->row->expected);
        cr_expect(a->is_counted == b->is_counted);
        cr_expect(are_same_results(&a->result, &b->result), "row %zu", i);
        cr_expect(are_same_points(a, b), "points of row %zu", i);
    }
    cr_expect(found->seed == judged.seed && found->floors == judged.floors && !found->is_stopped);
    cr_expect(memcmp(&found->tolerance, &judged.tolerance, sizeof found->tolerance) == 0 &&
              found->family_alpha == judged.family_alpha);
    cr_expect_str_eq(found->options, judged.options);
    cr_expect_str_eq(found->settings, judged.settings);
    cr_expect_str_eq(found->only, judged.only);
    fl_verify_judged_free(&back);
}

Test(claim_table, a_file_keeps_every_bit)
{
    folder place;
    fl_store read;
    folder_open(&place);
    const char *path = folder_path(&place, "x.h5");
    cr_assert_eq(fl_store_write(&store, path, &diag), FL_OK, "%s", diag.what);
    cr_assert_eq(fl_store_read(&read, path, &diag), FL_OK, "%s", diag.what);
    expect_same(&read);
    fl_store_free(&read);
    folder_close(&place);
}

/* Reading must fail, name the file and say what to do or what is missing. */
static void expect_refused(const char *why)
{
    fl_diag_init(&diag);
    fl_err err = fl_verify_judged_read(&back, &store, "x.h5", &diag);
    cr_expect_eq(err, FL_ERR_DAMAGED, "%s was not noticed (%d)", why, err);
    cr_expect(strstr(diag.where, "x.h5") && diag.what[0], "%s: %s: %s", why, diag.where, diag.what);
    if (!err) {
        fl_verify_judged_free(&back);
    }
}

Test(claim_table, every_changed_number_is_noticed)
{
    fl_store_state *state = &store.state[FL_STORE_FINDINGS];
    for (size_t i = 0; i < state->n; i += 1 + 8 * (i % 8 == 7)) { /* another byte of each number */
        state->bytes[i] ^= 1;
        expect_refused("a byte of the findings");
        state->bytes[i] ^= 1;
    }
    state->n--;
    expect_refused("a shorter state");
    state->n++;
    expect_same(&store);
}
