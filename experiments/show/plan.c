/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A plan as a list of its stops and the ways from each. The shares are counted on journeys: which way is
 * taken depends on floors and on the player, so the plan does not contain them. */
#include "experiments/show/show_private.h"

#include <stdio.h>
#include <stdlib.h>

static void count_trip(fl_show_plan *self, const fl_journey_trip *trip)
{
    for (unsigned i = 0; i < trip->visits_n; i++) {
        self->visits[trip->visit[i].stop]++;
        if (i > 0) {
            self->moves[trip->visit[i - 1].stop][trip->visit[i].stop]++;
        }
    }
    if (trip->walk.is_unfinished) {
        self->unfinished++;
    } else if (trip->walk.has_died) {
        self->deaths[trip->walk.last]++;
    } else {
        self->ends[trip->walk.last]++;
    }
}

fl_err fl_show_plan_count(fl_show_plan **out, fl_floor_maker *maker, fl_diag *diag)
{
    fl_show_plan *self = calloc(1, sizeof *self);
    *out = self;
    if (!self) {
        return fl_diag_memory(diag);
    }
    uint64_t first = maker->key.index;
    uint64_t left = maker->opened->last - first;
    self->journey = maker->opened->rules;
    self->journeys = left < FL_SHOW_PLAN_JOURNEYS ? left + 1 : FL_SHOW_PLAN_JOURNEYS;
    for (uint64_t i = 0; i < self->journeys; i++) {
        fl_run_maker_make(maker, first + i, 0);
        count_trip(self, maker->sample);
    }
    return FL_OK;
}

bool fl_show_plan_next(const fl_show_plan *self, unsigned from, unsigned n, unsigned *to)
{
    const fl_journey_stop *stop = &self->journey->stop[from];
    uint64_t seen = 0;
    for (unsigned i = stop->edges_from; i < stop->edges_from + stop->edges_n; i++) {
        *to = self->journey->edge[i].to;
        if (!(seen >> *to & 1) && n-- == 0) {
            return true;
        }
        seen |= 1ULL << *to;
    }
    return false;
}

void fl_show_plan_conditions(const fl_show_plan *self, unsigned from, unsigned to, fl_text *out)
{
    const fl_journey_stop *stop = &self->journey->stop[from];
    const char *link = "";
    for (unsigned i = stop->edges_from; i < stop->edges_from + stop->edges_n; i++) {
        if (self->journey->edge[i].to == to) {
            fl_text_add(out, link);
            fl_journey_when_write(self->journey, &self->journey->edge[i].when, out);
            link = " or ";
        }
    }
}

const char *fl_show_plan_share(uint64_t n, uint64_t total, fl_plan_share out)
{
    double percent = total > 0 ? 100 * (double)n / (double)total : 0;
    bool is_tiny = n > 0 && percent < 0.1;
    bool is_nearly = n < total && percent > 99.9;
    snprintf(out, sizeof(fl_plan_share), is_tiny ? "< 0.1 %%" : is_nearly ? "> 99.9 %%" : "%.1f %%", percent);
    return out;
}

const char *fl_show_plan_visits(const fl_show_plan *self, unsigned stop, fl_plan_share out)
{
    if (self->visits[stop] <= self->journeys) {
        return fl_show_plan_share(self->visits[stop], self->journeys, out);
    }
    snprintf(out, sizeof(fl_plan_share), "%.2f times", (double)self->visits[stop] / (double)self->journeys);
    return out;
}

fl_err fl_show_plan_text(fl_floor_maker *maker, fl_text *out, fl_diag *diag)
{
    fl_plan_share share;
    fl_show_plan *self = NULL;
    fl_err err = fl_show_plan_count(&self, maker, diag);
    if (err) {
        return err;
    }
    const fl_journey *journey = self->journey;
    fl_text_add_format(out, "%s: %s\n%llu journeys of the player '%s'\n\n", journey->name, journey->about,
                       (unsigned long long)self->journeys, journey->player[journey->chosen_player].name);
    for (unsigned i = 0; i < journey->stops_n; i++) {
        fl_text_add_format(out, "%8s  %s%s\n", fl_show_plan_visits(self, i, share),
                           fl_journey_label(self->journey, i, 0),
                           self->journey->stop[i].is_start ? ", where journeys start" : "");
        /* Adds a line for each next stop, the exits last. */
        unsigned to = 0;
        for (unsigned n = 0; fl_show_plan_next(self, i, n, &to); n++) {
            fl_text conditions;
            fl_text_init(&conditions);
            fl_show_plan_conditions(self, i, to, &conditions);
            fl_text_add_format(out, "%20s  to %s%s%s\n",
                               fl_show_plan_share(self->moves[i][to], self->visits[i], share),
                               fl_journey_label(self->journey, to, 0), conditions.size > 0 ? ": " : "",
                               fl_text_get(&conditions));
            fl_text_drop(&conditions, out);
        }
        if (self->journey->stop[i].is_exit || self->ends[i] > 0) {
            fl_text_add_format(out, "%20s  ends here\n",
                               fl_show_plan_share(self->ends[i], self->visits[i], share));
        }
        if (self->journey->can_die) {
            fl_text_add_format(out, "%20s  dies here\n",
                               fl_show_plan_share(self->deaths[i], self->visits[i], share));
        }
    }
    if (self->unfinished > 0) {
        fl_text_add_format(out, "%8s  not over after %d floors\n",
                           fl_show_plan_share(self->unfinished, self->journeys, share), FL_JOURNEY_STEPS);
    }
    free(self);
    return FL_OK;
}

fl_err fl_show_plan_json(fl_floor_maker *maker, fl_text *out, fl_diag *diag)
{
    fl_show_plan *self = NULL;
    fl_err err = fl_show_plan_count(&self, maker, diag);
    if (err) {
        return err;
    }
    const fl_journey *journey = self->journey;
    fl_text_add(out, "{\"plan\":");
    fl_text_add_json(out, journey->name);
    fl_text_add(out, ",\"player\":");
    fl_text_add_json(out, journey->player[journey->chosen_player].name);
    fl_text_add_format(out, ",\"journeys\":%llu,\"unfinished\":%llu,\"stops\":[",
                       (unsigned long long)self->journeys, (unsigned long long)self->unfinished);
    for (unsigned i = 0; i < journey->stops_n; i++) {
        fl_text_add(out, i > 0 ? ",{\"stop\":" : "{\"stop\":");
        fl_text_add_json(out, journey->stop[i].name);
        fl_text_add(out, ",\"label\":");
        fl_text_add_json(out, fl_journey_label(journey, i, 0));
        fl_text_add_format(out, ",\"is_exit\":%s,\"visits\":%llu,\"ends\":%llu",
                           journey->stop[i].is_exit ? "true" : "false", (unsigned long long)self->visits[i],
                           (unsigned long long)self->ends[i]);
        if (journey->can_die) {
            fl_text_add_format(out, ",\"deaths\":%llu", (unsigned long long)self->deaths[i]);
        }
        fl_text_add(out, ",\"ways\":");
        /* Adds the next stops as a JSON array. */
        const char *link = "";
        unsigned to = 0;
        fl_text_add(out, "[");
        for (unsigned n = 0; fl_show_plan_next(self, i, n, &to); n++) {
            fl_text conditions;
            fl_text_init(&conditions);
            fl_show_plan_conditions(self, i, to, &conditions);
            fl_text_add_format(out, "%s{\"to\":", link);
            fl_text_add_json(out, self->journey->stop[to].name);
            fl_text_add(out, ",\"when\":");
            fl_text_add_json(out, fl_text_get(&conditions));
            fl_text_add_format(out, ",\"journeys\":%llu}", (unsigned long long)self->moves[i][to]);
            link = ",";
            fl_text_drop(&conditions, out);
        }
        fl_text_add(out, "]}");
    }
    fl_text_add(out, "]}\n");
    free(self);
    return FL_OK;
}
