/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Conditions as events of a catalogue. */
#include "analysis/expression/expression_private.h"
#include "tests/support/counting.h"
#include "tests/support/maker.h"

#include <criterion/criterion.h>

#include <string.h>

static maker m;
static counting counts;

static void set_up(void)
{
    maker_open(&m, "classic", "level=3", 1);
    counting_begin(&counts, m.generator, m.rules);
}

static void tear_down(void)
{
    counting_close(&counts);
    maker_close(&m);
}

TestSuite(event, .init = set_up, .fini = tear_down);

static fl_err add(const char *name, const char *text, fl_diag *diag)
{
    fl_diag_init(diag);
    return fl_expression_add_event(&counts.catalogue, name, &(fl_expression_text){text, "TEXT", true}, diag);
}

Test(event, a_condition_is_the_last_event_with_its_text)
{
    char text[] = "rooms >= 9 && gate.curse.placed";
    unsigned before = counts.catalogue.events_n;
    fl_diag diag;
    cr_assert_eq(add("big", text, &diag), FL_OK, "%s", diag.what);
    memset(text, 'x', strlen(text)); /* it was copied */
    const fl_catalogue_event *event = &counts.catalogue.event[before];
    cr_assert_eq(counts.catalogue.events_n, before + 1);
    cr_expect_str_eq(event->name, "big");
    cr_expect_str_eq(event->meaning, "rooms >= 9 && gate.curse.placed");
    cr_expect(event->condition && event->condition->is_condition && !event->is_default && !event->row);
    cr_expect_eq(event->groups, event->condition->groups);
    cr_expect_eq(fl_sample_find_event(&counts.catalogue, "big"), before);
}

Test(event, names_that_are_taken_or_no_names_are_refused)
{
    static const char *const rows[][2] = {{"rooms", "already"},      {"gate.curse.placed", "letters"},
                                          {"has_loop", "already"},   {"", "letters"},
                                          {"4rooms", "letters"},     {"a b", "letters"},
                                          {"a.b", "letters"},        {"big", "already"},
                                          {"gr\xc3\xb6\xc3\x9f", ""}};
    char name[FL_EVENT_NAME + 1];
    fl_diag diag;
    cr_assert_eq(add("big", "rooms > 9", &diag), FL_OK);
    unsigned n = counts.catalogue.events_n;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        cr_expect_eq(add(rows[i][0], "rooms > 9", &diag), FL_ERR_INPUT, "%s", rows[i][0]);
        cr_expect(strstr(diag.what, rows[i][1]), "%s: %s", rows[i][0], diag.what);
    }
    memset(name, 'n', sizeof name);
    name[FL_EVENT_NAME] = '\0';
    cr_expect_eq(add(name, "rooms > 9", &diag), FL_ERR_INPUT, "a name of 64 letters");
    name[FL_EVENT_NAME - 1] = '\0';
    cr_expect_eq(add(name, "rooms > 9", &diag), FL_OK, "a name of 63 letters");
    cr_expect_eq(counts.catalogue.events_n, n + 1, "what is refused leaves nothing");
}

Test(event, a_condition_is_no_name_in_another_one)
{
    fl_diag diag;
    cr_assert_eq(add("big", "rooms > 9", &diag), FL_OK);
    cr_expect_eq(add("bigger", "loops == 0 && big", &diag), FL_ERR_INPUT);
    cr_expect_str_eq(diag.where, "TEXT, column 15");
    cr_expect(strstr(diag.hint, "(rooms > 9)"), "%s", diag.hint);
}

Test(event, texts_are_the_same_but_for_blanks)
{
    cr_expect(fl_expression_is_same("rooms >= 9&&loops", " rooms>=9 &&\n\tloops "));
    cr_expect(fl_expression_is_same("", "  "));
    static const char *const others[][2] = {
        {"rooms > 9", "rooms > 90"}, {"rooms > 90", "rooms > 9"}, {"rooms > 9", ""}, {"a", "b"}};
    for (unsigned i = 0; i < 4; i++) {
        cr_expect(!fl_expression_is_same(others[i][0], others[i][1]), "%s", others[i][0]);
    }
}

Test(event, what_is_wrong_is_told_with_its_column)
{
    fl_diag diag;
    unsigned n = counts.catalogue.events_n;
    cr_expect_eq(add("big", "rooms > 9 && loopz", &diag), FL_ERR_INPUT);
    cr_expect_str_eq(diag.where, "TEXT, column 14");
    cr_expect(strstr(diag.hint, "'loops'"), "%s", diag.hint);
    cr_expect_eq(counts.catalogue.events_n, n);
}
