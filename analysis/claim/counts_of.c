/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Looks up what a tally has counted for a claim. */
#include "analysis/claim/claim_private.h"

#include <string.h>

bool fl_claim_counts_find(fl_claim_counts *self, const fl_tally *tally, const char *metric)
{
    for (unsigned i = 0; i < tally->spec->metrics_n; i++) {
        const fl_tally_metric *row = &tally->spec->metrics[i];
        if (strcmp(row->name, metric) == 0) {
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

bool fl_claim_counts_chance(const fl_claim_row *row, const fl_tally *tally, uint64_t *hits, uint64_t *trials)
{
    const fl_claim *claim = row->claim;
    fl_claim_counts sample;
    if (claim->event) {
        return fl_claim_counts_event(tally, claim->event, hits, trials);
    }
    *hits = 0;
    *trials = 0;
    if (!fl_claim_counts_find(&sample, tally, row->metric)) {
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

bool fl_claim_counts_has(const fl_claim_row *row, const fl_tally *tally)
{
    fl_claim_counts sample;
    uint64_t hits;
    uint64_t trials;
    return row->claim->event ? fl_claim_counts_event(tally, row->claim->event, &hits, &trials)
                             : fl_claim_counts_find(&sample, tally, row->metric);
}

/* No metric is computed for gates: they are facts of the floor. */
static unsigned groups_of(const fl_catalogue *catalogue, const char *event)
{
    unsigned at = fl_sample_find_event(catalogue, event);
    return at < catalogue->events_n ? catalogue->event[at].groups : 0;
}

unsigned fl_claim_counts_groups(const fl_claim_row *row, const fl_catalogue *catalogue)
{
    char name[FL_EVENT_NAME];
    fl_claim_floor_event(row->claim, name);
    unsigned groups = groups_of(catalogue, name);
    if (row->claim->event) {
        return groups | groups_of(catalogue, row->claim->event);
    }
    return groups | catalogue->metric[fl_sample_find_metric(catalogue, row->metric)].groups;
}
