/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Entries of a claims file: what is accepted, and with which defaults. */
#include "analysis/claim/claim_private.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

/* The start of every entry. */
#define ENTRY "id: x\nsource: s\ntext: t\n"

static fl_yaml *yaml;
static fl_claim claim;
static fl_diag diag;

static fl_err read(const char *text)
{
    fl_diag_init(&diag);
    fl_yaml_free(yaml);
    cr_assert_eq(fl_yaml_read(text, strlen(text), "x.yaml", &yaml, &diag), FL_OK, "%s", diag.what);
    return fl_claim_read(&claim, yaml, fl_yaml_root(yaml), &diag);
}

static void tear_down(void)
{
    fl_yaml_free(yaml);
    yaml = NULL;
}

TestSuite(claim_read, .fini = tear_down);

Test(claim_read, a_chance_is_read_with_all_its_parts)
{
    cr_assert_eq(
        read(ENTRY "type: probability\nevent: gate.curse.passed\nvalue: 5/8\nquote: q\nreading: r\nnote: n\n"
                   "floor_event: has_loop\ntolerance: 0.02\nabout: yes\non: {a: confirmed}\n"),
        FL_OK, "%s", diag.what);
    cr_expect_str_eq(claim.id, "x");
    cr_expect(claim.type == FL_CLAIM_PROBABILITY && claim.value.num == 5 && claim.value.den == 8);
    cr_expect_str_eq(claim.event, "gate.curse.passed");
    cr_expect_str_eq(claim.floor_event, "has_loop");
    cr_expect_str_eq(claim.quote, "q");
    cr_expect_str_eq(claim.reading, "r");
    cr_expect_str_eq(claim.note, "n");
    cr_expect(claim.is_about && !claim.metric);
    cr_expect_float_eq(claim.tolerance, 0.02, 1e-15);
}

Test(claim_read, one_in_n_is_told_from_its_neighbour_unless_a_tolerance_is_named)
{
    static const char chance[] = ENTRY "type: probability\nevent: a\non: {a: confirmed}\nvalue: ";
    static const struct {
        const char *value;
        double tolerance;
    } rows[] = {{"1/20", 1.0 / 840},
                {"0.05", 1.0 / 840},
                {"1/2", 0.005},
                {"1/7", 0.005},
                {"3/20", 0.005},
                {"1/20\nabout: yes", 0.005},
                {"1/20\ntolerance: 0.01", 0.01}};
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[300];
        snprintf(text, sizeof text, "%s%s\n", chance, rows[i].value);
        cr_assert_eq(read(text), FL_OK);
        cr_expect_float_eq(claim.tolerance, rows[i].tolerance, 1e-12, "%s", rows[i].value);
    }
}

Test(claim_read, laws_and_sets_are_read)
{
    cr_assert_eq(read(ENTRY "type: distribution\nmetric: rooms\nlaw: {7: 1/2, 8: 0.5}\non: {a: confirmed}\n"),
                 FL_OK);
    cr_expect(claim.law.cells_n == 2 && claim.law.value[1] == 8 && claim.law.chance[1].den == 10);
    cr_assert_eq(read(ENTRY "type: support\nmetric: clustering_max\nvalues: [1, 3..5]\ncomplete: yes\n"
                            "given: 0..9\non: {a: refuted}\n"),
                 FL_OK);
    cr_expect(claim.is_complete && claim.given.pieces_n == 1);
    cr_expect_str_eq(claim.metric, "clustering_max");
    cr_expect(fl_claim_value_set_has(&claim.values, 4) && !fl_claim_value_set_has(&claim.values, 2));
}
