/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Claims of plans: what is read, and what is refused. */
#include "gen/journey/journey.h"
#include "tests/unit/small_plan.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

static fl_err open_with(fl_journey **out, const char *claim, fl_diag *diag)
{
    char text[512];
    snprintf(text, sizeof text, "claims: [%s]\nfloors:\n  one:", claim);
    return small_plan_open(out, "floors:\n  one:", text, "usual", diag);
}

Test(claim, a_claim_is_what_it_says)
{
    fl_diag diag;
    fl_text out;
    fl_journey *plan = NULL;
    cr_assert_eq(
        open_with(&plan,
                  "{id: a.b, player: usual, room: curse, by_chapter: 2, is: 1/3, tolerance: 0.01, "
                  "about: true, expect: refuted, source: s}, {id: c, ended: four, is: 1, tolerance: 0.1, "
                  "source: t}, {id: d, room: shop, is: 0, tolerance: 0.1, source: u}",
                  &diag),
        FL_OK, "%s", diag.what);
    cr_assert_eq(plan->claims_n, 3);
    const fl_journey_claim *claim = plan->claim;
    cr_expect_str_eq(claim[0].id, "a.b");
    cr_expect_eq(claim[0].player, 1);
    cr_expect_eq(claim[0].kind, FL_KIND_CURSE);
    cr_expect_eq(claim[0].by_chapter, 2);
    cr_expect_eq(claim[0].value.of, 3);
    cr_expect(claim[0].is_about && claim[0].is_refuted);
    cr_expect_eq(claim[1].ended, 3);
    cr_expect_eq(claim[1].player, 0);
    fl_text_init(&out);
    for (int i = 0; i < 3; i++) {
        fl_journey_claim_write(plan, &claim[i], &out);
        fl_text_add_char(&out, ';');
    }
    cr_expect_str_eq(fl_text_get(&out), "P(curse by chapter 2);P(ends on four);P(shop ever);");
    fl_text_free(&out);
    fl_journey_free(plan);
}

Test(claim, every_refusal_says_what)
{
    static const struct {
        const char *claim, *what;
    } table[] = {
        {"{room: curse, is: 1, tolerance: 0.1, source: s}", "the key 'id' is missing"},
        {"{id: a, is: 1, tolerance: 0.1, source: s}", "a 'room' or about where journeys 'ended'"},
        {"{id: a, room: curse, ended: four, is: 1, tolerance: 0.1, source: s}", "a 'room' or about"},
        {"{id: a, room: cruse, is: 1, tolerance: 0.1, source: s}", "there is no kind of rooms 'cruse'"},
        {"{id: a, ended: for, is: 1, tolerance: 0.1, source: s}", "there is no floor 'for'"},
        {"{id: a, ended: two, is: 1, tolerance: 0.1, source: s}",
         "no journey ends on 'two', which is not an exit"},
        {"{id: a, ended: four, by_chapter: 1, is: 1, tolerance: 0.1, source: s}", "belongs to a room"},
        {"{id: a, room: curse, by_chapter: 0, is: 1, tolerance: 0.1, source: s}",
         "'by_chapter' is a whole number from 1 to 20"},
        {"{id: a, room: curse, player: usal, is: 1, tolerance: 0.1, source: s}", "there is no player 'usal'"},
        {"{id: a, room: curse, is: 2, tolerance: 0.1, source: s}", "'is' is a chance"},
        {"{id: a, room: curse, is: 1, tolerance: x, source: s}", "'tolerance' is a chance"},
        {"{id: a, room: curse, is: 1, tolerance: 0.1, expect: maybe, source: s}",
         "there is no verdict 'maybe'"},
        {"{id: '', room: curse, is: 1, tolerance: 0.1, source: s}", "'id' is a text of 1 to 63 bytes"},
        {"7", "expected a map of keys"},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        fl_diag diag;
        fl_journey *plan = NULL;
        cr_expect_eq(open_with(&plan, table[i].claim, &diag), FL_ERR_INPUT, "%s", table[i].claim);
        cr_expect(strstr(diag.what, table[i].what), "%s: %s", table[i].claim, diag.what);
        cr_expect_str_eq(diag.where, "test.yaml:19");
        fl_journey_free(plan);
    }
}
