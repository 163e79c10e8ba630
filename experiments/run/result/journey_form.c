/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A column of the table of events: the chances of journeys that follow from the chances of single floors, for
 * comparison with the counts. The chances are those of the visited floors. */
#include "analysis/exact/exact.h"
#include "experiments/run/result/result_private.h"
#include "experiments/run/run_private.h"

#include <math.h>
#include <stdlib.h>

/* The events of a journey by their numbers in the catalogue. */
typedef struct form {
    const fl_journey *journey;
    const fl_journey_binding *binding;
    const fl_journey_product *product;
} form;

/* The closed form of an event; NaN where there is none. */
static double form_of(const form *self, unsigned event)
{
    double died = 0;
    for (unsigned i = 0; i < self->journey->stops_n; i++) {
        if (self->binding->ended[i] == event) {
            return self->product->ended[i];
        }
        if (self->binding->died_on[i] == event) {
            return self->product->died[i];
        }
        if (self->binding->reached[i] == event) {
            return self->product->circles >> i & 1 ? NAN : self->product->visits[i];
        }
        died += self->product->died[i];
    }
    if (self->binding->died == event) {
        return died;
    }
    for (unsigned kind = 0; kind < FL_KIND_COUNT; kind++) {
        if (self->binding->met_by[kind][0] == event) {
            return fl_exact_journey_product_ever(self->product, (fl_kind)kind);
        }
        for (unsigned chapter = 1; chapter <= self->binding->chapters; chapter++) {
            if (self->binding->met_by[kind][chapter] == event) {
                return fl_exact_journey_product_by_chapter(self->product, self->journey, (fl_kind)kind,
                                                           chapter);
            }
        }
    }
    return NAN;
}

fl_err fl_run_journey_forms(const fl_run_condition *condition, const fl_tally *tally, double *out,
                            fl_diag *diag)
{
    fl_journey_product product;
    const fl_tally_spec *spec = tally->spec;
    const form forms = {condition->opened.rules, &condition->binding.journey, &product};
    fl_err err = fl_exact_journey_product_init(&product, forms.journey, tally->count + spec->visits_at, diag);
    for (unsigned i = 0; i < spec->events_n && !err; i++) {
        out[i] = spec->where ? NAN : form_of(&forms, spec->events[i].event);
    }
    return err;
}

/* Fills the closed forms of a configuration, in the order of the file's events. */
static fl_err fill_condition(const fl_run_table *self, uint64_t c, double *out)
{
    const fl_tally *tally = &self->totals[c];
    double *tally_forms = calloc(tally->spec->events_n + 1, sizeof *tally_forms);
    fl_err err = tally_forms
                     ? fl_run_journey_forms(&self->setup->condition[c], tally, tally_forms, self->diag)
                     : fl_diag_memory(self->diag);
    for (unsigned i = 0; i < self->setup->tally.events_n && !err; i++) {
        int at = fl_run_result_event_in(tally->spec, self->setup->tally.events[i].name, i);
        out[i] = at < 0 ? NAN : tally_forms[at];
    }
    free(tally_forms);
    return err;
}

fl_err fl_run_result_add_forms(fl_run_table *self)
{
    uint64_t n = self->setup->tally.events_n;
    double *data = NULL;
    bool has_journeys = false;
    fl_run_array array = {
        "closed_form",
        FL_STORE_F64,
        "configuration event",
        "of journeys: the chance that follows from the visited floors' own shares; NaN = none",
        "chance",
        0,
        false};
    for (uint64_t c = 0; c < self->setup->conditions; c++) {
        has_journeys = has_journeys || self->setup->condition[c].opened.generator->makes == FL_SAMPLE_JOURNEY;
    }
    fl_err err = has_journeys ? fl_run_table_add(self, &array, &data) : FL_OK;
    for (uint64_t c = 0; c < self->setup->conditions && has_journeys && !err; c++) {
        bool is_journey = self->setup->condition[c].opened.generator->makes == FL_SAMPLE_JOURNEY;
        for (uint64_t i = 0; i < n; i++) {
            data[c * n + i] = NAN;
        }
        err = is_journey && self->totals[c].floors > 0 ? fill_condition(self, c, data + c * n) : FL_OK;
    }
    return err;
}
