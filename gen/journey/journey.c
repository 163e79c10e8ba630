/* SPDX-License-Identifier: MIT */
/* From a plan's text to a journey: read it, check the graph of stops, find the state graph, make the rules it
 * needs. */
#include "gen/journey/journey.h"

#include "gen/journey/journey_private.h"

#include <stdlib.h>

/* The state graph tells which rules are needed. */
static fl_err set_up(fl_journey *self, fl_yaml *yaml, fl_diag *diag)
{
    fl_err err = fl_journey_rules_begin(self, yaml, diag);
    err = err ? err : fl_journey_state_graph_init(self, yaml, diag);
    for (unsigned i = 0; i < self->graph.vertices_n && !err; i++) {
        err = fl_journey_rules_need(self, &self->graph.vertex[i], yaml, diag);
    }
    return err;
}

fl_err fl_journey_open(fl_journey **out, const fl_journey_text *text, fl_diag *diag)
{
    fl_yaml *yaml = NULL;
    fl_journey *self = calloc(1, sizeof *self);
    *out = self;
    if (!self) {
        return fl_diag_memory(diag);
    }
    fl_err err = fl_yaml_read(text->data, text->size, text->name, &yaml, diag);
    err = err ? err : fl_journey_read(self, yaml, text, diag);
    err = err ? err : fl_journey_plan_check(self, yaml, diag);
    err = err || !text->until ? err : fl_journey_plan_cut(self, text->until, diag);
    err = err ? err : set_up(self, yaml, diag);
    fl_yaml_free(yaml);
    if (err) {
        fl_journey_free(self);
        *out = NULL;
    }
    return err;
}

void fl_journey_free(fl_journey *self)
{
    if (self) {
        fl_journey_rules_free(self);
        fl_journey_state_graph_free(&self->graph);
        free(self);
    }
}

const char *fl_journey_label(const fl_journey *self, unsigned stop, unsigned variant)
{
    const fl_journey_stop *f = &self->stop[stop];
    return f->labels_n == 0 ? f->name : f->label[f->labels_n == f->variants_n ? variant : 0];
}
