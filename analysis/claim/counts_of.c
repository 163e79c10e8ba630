/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Looks up a tally's counts for a claim. */
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

bool fl_claim_counts_event(const fl_tally *tally, const char *name, const char *expression, uint64_t *hits,
                           uint64_t *trials)
{
    *hits = 0;
    *trials = 0;
    for (unsigned i = 0; i < tally->spec->events_n; i++) {
        const fl_tally_event *event = &tally->spec->events[i];
        bool is_right = expression ? event->condition && fl_expression_is_same(event->meaning, expression)
                                   : !event->condition;
        if (!is_right || strcmp(event->name, name) != 0) {
            continue;
        }
        *trials = fl_tally_event_trials(tally, i);
        *hits = fl_tally_event_hits(tally, i);
        return true;
    }
    return false;
}

bool fl_claim_counts_chance(const fl_claim_row *row, const fl_tally *tally, uint64_t *hits, uint64_t *trials)
{
    const fl_claim *claim = row->claim;
    fl_claim_counts sample;
    if (claim->event) {
        return fl_claim_counts_event(tally, claim->event, claim->expression, hits, trials);
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
    *trials += is_any ? sample.over_n : 0; /* documents name no value beyond the bins */
    *hits += is_any && claim->is_inverted ? sample.over_n : 0;
    return true;
}

bool fl_claim_counts_has(const fl_claim_row *row, const fl_tally *tally)
{
    fl_claim_counts sample;
    uint64_t hits;
    uint64_t trials;
    if (row->claim->type == FL_CLAIM_INDEPENDENT) {
        return fl_claim_independence_has(row, tally);
    }
    return row->claim->event
               ? fl_claim_counts_event(tally, row->claim->event, row->claim->expression, &hits, &trials)
               : fl_claim_counts_find(&sample, tally, row->metric);
}

/* Returns the number of samples that are trials of a claim. */
static uint64_t trials_of(const fl_claim *claim, const fl_claim_counts *sample, uint32_t value)
{
    bool is_trial = claim->given.pieces_n == 0 || fl_claim_value_set_has(&claim->given, value);
    return is_trial ? sample->count[value] : 0;
}

void fl_claim_counts_add_json(const fl_claim_row *row, const fl_tally *tally, fl_text *out)
{
    fl_claim_counts sample;
    uint64_t hits = 0;
    uint64_t trials = 0;
    bool is_chance = fl_claim_is_chance(row->claim);
    if (row->claim->type == FL_CLAIM_INDEPENDENT) {
        fl_claim_independence_add_json(row, tally, out);
    } else if (is_chance ? !fl_claim_counts_chance(row, tally, &hits, &trials)
                         : !fl_claim_counts_find(&sample, tally, row->metric)) {
        fl_text_add(out, "null");
    } else if (is_chance) {
        fl_text_add_format(out, "{\"hits\": %llu, \"trials\": %llu}", (unsigned long long)hits,
                           (unsigned long long)trials);
    } else {
        fl_text_add_char(out, '{');
        for (uint32_t value = 0; value < sample.bins; value++) {
            uint64_t count = trials_of(row->claim, &sample, value);
            if (count > 0) {
                fl_text_add_format(out, "\"%u\": %llu, ", (unsigned)value, (unsigned long long)count);
            }
        }
        fl_text_add_format(out, "\"beyond\": %llu}",
                           (unsigned long long)(row->claim->given.pieces_n == 0 ? sample.over_n : 0));
    }
}

bool fl_claim_counts_add_law(const fl_claim_row *row, const fl_tally *tally, unsigned most, fl_text *out)
{
    enum { RARE = 10000 };
    const fl_claim *claim = row->claim;
    fl_claim_counts sample;
    if (claim->type != FL_CLAIM_DISTRIBUTION || !fl_claim_counts_find(&sample, tally, row->metric)) {
        return false;
    }
    uint64_t others = claim->given.pieces_n == 0 ? sample.over_n : 0; /* too few for a number */
    uint64_t n = others;
    for (uint32_t value = 0; value < sample.bins; value++) {
        n += trials_of(claim, &sample, value);
    }
    unsigned shown = 0;
    for (uint32_t value = 0; value < sample.bins; value++) {
        uint64_t count = trials_of(claim, &sample, value);
        if (count * RARE < n || shown == most) {
            others += count;
        } else {
            fl_text_add_format(out, "%s%u: %.4f", shown > 0 ? ", " : "", (unsigned)value,
                               (double)count / (double)n);
            shown++;
        }
    }
    if (others > 0) {
        fl_text_add(out, shown > 0 ? ", others: " : "others: ");
        fl_text_add_format(out, others * RARE < n ? "<0.0001" : "%.4f", (double)others / (double)n);
    }
    return n > 0;
}

bool fl_claim_counts_add_values(const fl_claim_row *row, const fl_tally *tally, fl_text *out)
{
    enum { RARE = 1000, MOST = 8 };
    fl_claim_counts sample;
    unsigned shown = 0;
    if (row->claim->type != FL_CLAIM_DISTRIBUTION || !fl_claim_counts_find(&sample, tally, row->metric)) {
        return false;
    }
    uint64_t n = row->claim->given.pieces_n == 0 ? sample.over_n : 0;
    for (uint32_t value = 0; value < sample.bins; value++) {
        n += trials_of(row->claim, &sample, value);
    }
    for (uint32_t value = 0; value < sample.bins && shown < MOST; value++) {
        uint64_t count = trials_of(row->claim, &sample, value);
        uint32_t last = value; /* last of a row of values that are equally frequent, within a tenth */
        uint64_t sum = count;
        if (count == 0 || count * RARE < n) {
            continue;
        }
        for (; last + 1 < sample.bins; last++) {
            uint64_t next = trials_of(row->claim, &sample, last + 1);
            if (next == 0 || (next > count ? next - count : count - next) * 10 > count) {
                break;
            }
            sum += next;
        }
        double percent = 100 * (double)sum / (double)n / (last - value + 1);
        fl_text_add_format(out, "%s%u", shown++ > 0 ? ", " : "", (unsigned)value);
        if (last > value) {
            fl_text_add_format(out, " %s %u, %.0f %% each", last == value + 1 ? "or" : "to", (unsigned)last,
                               percent);
        } else if (count < n) {
            fl_text_add_format(out, ": %.0f %%", percent);
        }
        value = last;
    }
    return n > 0;
}
