/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Setting up what is counted for a test. */
#include "tests/support/counting.h"

#include <criterion/criterion.h>

#include <string.h>

void counting_begin(counting *self, const fl_generator *generator, const void *rules)
{
    fl_diag diag;
    fl_diag_init(&diag);
    memset(self, 0, sizeof *self);
    cr_assert_eq(fl_sample_catalogue_init(&self->catalogue, generator, &rules, 1, &diag), FL_OK, "%s",
                 diag.what);
    fl_sample_bind(&self->catalogue, rules, &self->binding);
}

void counting_make(counting *self, const fl_tally_request *wish)
{
    fl_diag diag;
    fl_tally_request request = {.joints_n = 0};
    fl_diag_init(&diag);
    request = wish ? *wish : request;
    request.catalogue = &self->catalogue;
    cr_assert_eq(fl_tally_spec_make(&self->spec, &request, &diag), FL_OK, "%s", diag.what);
}

void counting_open(counting *self, const fl_generator *generator, const void *rules,
                   const fl_tally_request *wish)
{
    counting_begin(self, generator, rules);
    counting_make(self, wish);
}

void counting_close(counting *self)
{
    fl_tally_spec_free(&self->spec);
    fl_sample_catalogue_free(&self->catalogue);
}

unsigned counting_event(const counting *self, const char *name)
{
    unsigned at = fl_sample_find_event(&self->catalogue, name);
    cr_assert_lt(at, self->catalogue.events_n, "%s", name);
    return at;
}

unsigned counting_metric(const counting *self, const char *name)
{
    unsigned at = fl_sample_find_metric(&self->catalogue, name);
    cr_assert_lt(at, self->catalogue.metrics_n, "%s", name);
    return at;
}

void counting_answers(const fl_tally *tally, const char *name, uint64_t *trials, uint64_t *hits)
{
    const fl_tally_spec *spec = tally->spec;
    unsigned i = 0;
    while (i < spec->events_n && strcmp(spec->events[i].name, name) != 0) {
        i++;
    }
    cr_assert_lt(i, spec->events_n, "%s", name);
    *trials = 0;
    *hits = 0;
    for (unsigned step = 0; step < FL_TALLY_STEPS; step++) {
        *trials += tally->count[spec->events[i].at + step];
        *hits += tally->count[spec->events[i].at + FL_TALLY_STEPS + step];
    }
}
