/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Looks up what a tally has counted for a claim. */
#include "analysis/claim/claim_private.h"

#include <string.h>

bool fl_claim_counts_find(fl_claim_counts *self, const fl_tally *tally, unsigned metric)
{
    for (unsigned i = 0; i < tally->spec->metrics_n; i++) {
        const fl_tally_metric *row = &tally->spec->metrics[i];
        if (row->metric == metric) {
            *self = (fl_claim_counts){tally->count + row->at, row->bins, tally->extreme[i].over_n};
            return true;
        }
    }
    return false;
}

bool fl_claim_counts_event(const fl_tally *tally, const char *name, uint64_t *hits, uint64_t *trials)
{
    *hits = 0;
    *trials = 0;
    for (unsigned i = 0; i < tally->spec->events_n; i++) {
        const fl_tally_event *event = &tally->spec->events[i];
        if (strcmp(event->name, name) != 0) {
            continue;
        }
        for (unsigned step = 0; step < FL_TALLY_STEPS; step++) {
            *trials += tally->count[event->at + step];
            *hits += tally->count[event->at + FL_TALLY_STEPS + step];
        }
        return true;
    }
    return false;
}

bool fl_claim_counts_chance(const fl_claim *claim, unsigned metric, const fl_tally *tally, uint64_t *hits,
                            uint64_t *trials)
{
    fl_claim_counts sample;
    if (claim->event) {
        return fl_claim_counts_event(tally, claim->event, hits, trials);
    }
    *hits = 0;
    *trials = 0;
    if (!fl_claim_counts_find(&sample, tally, metric)) {
        return false;
    }
    bool is_any = claim->given.pieces_n == 0;
    for (uint32_t value = 0; value < sample.bins; value++) {
        uint64_t n = is_any || fl_claim_value_set_has(&claim->given, value) ? sample.count[value] : 0;
        *trials += n;
        *hits += fl_claim_value_set_has(&claim->values, value) != claim->is_inverted ? n : 0;
    }
    *trials += is_any ? sample.over_n : 0; /* no document names a value beyond the bins */
    *hits += is_any && claim->is_inverted ? sample.over_n : 0;
    return true;
}

bool fl_claim_counts_has(const fl_claim *claim, unsigned metric, const fl_tally *tally)
{
    fl_claim_counts sample;
    uint64_t hits;
    uint64_t trials;
    return claim->event ? fl_claim_counts_event(tally, claim->event, &hits, &trials)
                        : fl_claim_counts_find(&sample, tally, metric);
}

static unsigned groups_of(const char *event)
{
    size_t n = 0;
    const fl_event_row *rows = fl_metric_event_all(&n);
    for (size_t i = 0; i < n; i++) {
        if (strcmp(rows[i].name, event) == 0) {
            return rows[i].groups;
        }
    }
    return 0; /* gates are facts of the floor: no metric is computed for them */
}

unsigned fl_claim_counts_groups(const fl_claim *claim, unsigned metric)
{
    char name[FL_EVENT_NAME];
    fl_claim_floor_event(claim, name);
    unsigned groups = groups_of(name);
    if (claim->event) {
        return groups | groups_of(claim->event);
    }
    return groups | 1u << (metric == FL_METRIC_COUNT ? FL_METRIC_CLUSTERING : fl_metric_of(metric)->group);
}
