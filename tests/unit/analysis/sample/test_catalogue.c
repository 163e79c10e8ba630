/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Catalogues of every sort of sample: names are unique and found, bindings point back. */
#include "analysis/sample/sample_private.h"
#include "tests/support/maker.h"

#include <criterion/criterion.h>

#include <string.h>

static const char *const generators[] = {"classic", "grid", "rebirth", "room", "journey"};

enum { GENERATORS = sizeof generators / sizeof generators[0] };

static void open_catalogue(fl_catalogue *out, maker *m)
{
    const void *rules[] = {m->rules};
    cr_assert_eq(fl_sample_catalogue_init(out, m->generator, rules, 1, NULL), FL_OK);
}

Test(catalogue, names_are_unique_and_found_under_their_numbers)
{
    for (unsigned g = 0; g < GENERATORS; g++) {
        maker m;
        static fl_catalogue catalogue;
        maker_open(&m, generators[g], "", 1);
        open_catalogue(&catalogue, &m);
        cr_assert(catalogue.metrics_n > 0 && catalogue.events_n > 0, "%s", generators[g]);
        for (unsigned i = 0; i < catalogue.metrics_n; i++) {
            const fl_catalogue_metric *metric = &catalogue.metric[i];
            cr_expect_eq(fl_sample_find_metric(&catalogue, metric->name), i, "%s", metric->name);
            cr_expect(metric->unit && metric->meaning && metric->bins > 0, "%s", metric->name);
            cr_expect(metric->is_known || !metric->is_default, "%s", metric->name);
        }
        for (unsigned i = 0; i < catalogue.events_n; i++) {
            cr_expect_eq(fl_sample_find_event(&catalogue, catalogue.event[i].name), i);
            cr_expect(catalogue.event[i].meaning[0] != '\0', "%s", catalogue.event[i].name);
        }
        cr_expect_eq(fl_sample_find_metric(&catalogue, "nothing"), catalogue.metrics_n);
        cr_expect_eq(fl_sample_find_event(&catalogue, "nothing"), catalogue.events_n);
        fl_sample_catalogue_free(&catalogue);
        fl_sample_catalogue_free(&catalogue);
        maker_close(&m);
    }
}

Test(catalogue, rolls_of_several_rules_are_bound_by_name)
{
    maker m[2];
    static fl_catalogue catalogue;
    maker_open(&m[0], "classic", "specials=off", 1);
    maker_open(&m[1], "classic", "", 1);
    const void *rules[] = {m[0].rules, m[1].rules};
    const char *const *names = NULL;
    unsigned n = m[1].generator->rolls(m[1].rules, &names);
    cr_assert_eq(fl_sample_catalogue_init(&catalogue, m[0].generator, rules, 2, NULL), FL_OK);
    cr_assert(n > 0 && catalogue.rolls_n == n);
    for (unsigned of = 0; of < 2; of++) {
        fl_sample_binding binding;
        fl_sample_bind(&catalogue, m[of].rules, &binding);
        for (unsigned i = 0; i < n; i++) {
            unsigned roll = binding.roll_of[i];
            cr_expect(of == 0 ? roll == FL_SAMPLE_NO_ROLL
                              : roll < n && strcmp(names[roll], catalogue.roll_names[i]) == 0);
        }
    }
    fl_sample_catalogue_free(&catalogue);
    maker_close(&m[0]);
    maker_close(&m[1]);
}
