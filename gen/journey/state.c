/* SPDX-License-Identifier: MIT */
/* The number of a state is in mixed radix: the variables in their order, then the flags. */
#include "gen/journey/journey_private.h"

#include <assert.h>
#include <string.h>

void fl_journey_when_init(fl_journey_when *out)
{
    memset(out, 0, sizeof *out);
    out->curse = -1;
    for (unsigned i = 0; i < FL_JOURNEY_VARIABLES; i++) {
        out->from[i] = INT16_MIN;
        out->below[i] = INT16_MAX;
    }
}

bool fl_journey_when_is_empty(const fl_journey_when *when)
{
    bool is_bound = when->chance.out_of || when->has || when->lacks || when->curse >= 0 || when->kinds;
    for (unsigned i = 0; i < FL_JOURNEY_VARIABLES; i++) {
        is_bound = is_bound || when->from[i] != INT16_MIN || when->below[i] != INT16_MAX;
    }
    return !is_bound;
}

bool fl_journey_when_holds(const fl_journey_when *when, const fl_journey_state *state,
                           const fl_journey_seen *seen)
{
    bool holds = (state->flags & when->has) == when->has && !(state->flags & when->lacks) &&
                 (when->curse < 0 || when->curse == seen->curse) &&
                 (seen->kinds & when->kinds) == when->kinds;
    for (unsigned i = 0; i < FL_JOURNEY_VARIABLES; i++) {
        holds = holds && state->variable[i] >= when->from[i] && state->variable[i] < when->below[i];
    }
    return holds;
}

bool fl_journey_state_applies(const fl_journey_change *change, unsigned stop, const fl_journey_state *state,
                              const fl_journey_seen *seen)
{
    return (change->stops >> stop & 1) && fl_journey_when_holds(&change->when, state, seen);
}

bool fl_journey_state_change(const fl_journey *self, const fl_journey_change *change, unsigned pick,
                             fl_journey_state *state)
{
    assert(change->values_n == 0 || pick < change->values_n);
    const fl_journey_variable *range = &self->variable[change->variable];
    int value = change->value[pick];
    switch (change->verb) {
    case FL_JOURNEY_GAIN:
        state->flags |= change->flags;
        return true;
    case FL_JOURNEY_LOSE:
        state->flags &= ~change->flags;
        return true;
    case FL_JOURNEY_DIE:
        return false;
    case FL_JOURNEY_ENTER:
    case FL_JOURNEY_ADD:
        value += state->variable[change->variable];
        break;
    case FL_JOURNEY_SET:
        break;
    }
    value = value < range->min ? range->min : value > range->max ? range->max : value;
    state->variable[change->variable] = (int16_t)value;
    return change->verb != FL_JOURNEY_ENTER || change->purse != FL_JOURNEY_HEARTS || value > 0;
}

#define FL_JOURNEY_ROW(symbol, name, meaning) {name, meaning},
static const char *const purses[FL_JOURNEY_PURSES_N][2] = {FL_JOURNEY_PURSES(FL_JOURNEY_ROW)};
#undef FL_JOURNEY_ROW

const char *fl_journey_purse_name(fl_journey_purse purse)
{
    return purses[purse][0];
}

const char *fl_journey_purse_meaning(fl_journey_purse purse)
{
    return purses[purse][1];
}

uint64_t fl_journey_state_code(const fl_journey *self, const fl_journey_state *state)
{
    uint64_t code = 0;
    for (unsigned i = 0; i < self->variables_n; i++) {
        const fl_journey_variable *range = &self->variable[i];
        code = code * (uint64_t)(range->max - range->min + 1) + (uint64_t)(state->variable[i] - range->min);
    }
    return code << self->flags_n | state->flags;
}

uint32_t fl_journey_state_seen_count(const fl_journey_variable *variable)
{
    return variable->seen_n > 0 ? variable->seen_n : (uint32_t)(variable->max - variable->min + 1);
}

/* The number of a value among those that generators distinguish. */
static uint32_t seen_index(const fl_journey_variable *variable, int16_t value)
{
    uint32_t rank = 0;
    if (variable->seen_n == 0) {
        return (uint32_t)(value - variable->min);
    }
    while (rank + 1 < variable->seen_n && variable->seen[rank + 1] <= value) {
        rank++;
    }
    return rank;
}

int16_t fl_journey_state_seen_value(const fl_journey *self, const fl_journey_state *state, unsigned variable)
{
    const fl_journey_variable *range = &self->variable[variable];
    int16_t value = state->variable[variable];
    return range->seen_n > 0 ? range->seen[seen_index(range, value)] : value;
}

uint32_t fl_journey_state_seen_code(const fl_journey *self, const fl_journey_stop *stop,
                                    const fl_journey_state *state)
{
    uint32_t code = 0;
    for (unsigned i = 0; i < self->variables_n; i++) {
        const fl_journey_variable *range = &self->variable[i];
        if (stop->variable_setting[i] >= 0) {
            code = code * fl_journey_state_seen_count(range) + seen_index(range, state->variable[i]);
        }
    }
    for (unsigned i = 0; i < self->flags_n; i++) {
        if (stop->flag_setting[i] >= 0) {
            code = code << 1 | (state->flags >> i & 1);
        }
    }
    return code;
}

void fl_journey_state_write(const fl_journey *self, const fl_journey_state *state, fl_text *out)
{
    const char *link = "";
    for (unsigned i = 0; i < self->variables_n; i++) {
        fl_text_add_format(out, "%s%s %d", link, self->variable[i].name, state->variable[i]);
        link = ", ";
    }
    for (unsigned i = 0; i < self->flags_n; i++) {
        if (state->flags >> i & 1) {
            fl_text_add_format(out, "%s%s", link, self->flag[i]);
            link = ", ";
        }
    }
}

static void add_flags(const fl_journey *self, const char *word, uint32_t flags, fl_text *out)
{
    for (unsigned i = 0; i < self->flags_n; i++) {
        if (flags >> i & 1) {
            fl_text_add_format(out, ", %s %s", word, self->flag[i]);
        }
    }
}

static void add_bounds(const fl_journey *self, const fl_journey_when *when, fl_text *out)
{
    for (unsigned i = 0; i < self->variables_n; i++) {
        if (when->from[i] != INT16_MIN) {
            fl_text_add_format(out, ", %s from %d", self->variable[i].name, when->from[i]);
        }
        if (when->below[i] != INT16_MAX) {
            fl_text_add_format(out, ", %s below %d", self->variable[i].name, when->below[i]);
        }
    }
}

void fl_journey_when_write(const fl_journey *self, const fl_journey_when *when, fl_text *out)
{
    fl_text all;
    fl_text_init(&all);
    if (when->curse >= 0) {
        fl_text_add_format(&all, ", curse %s",
                           fl_generator_fact_value_name(FL_GENERATOR_FACT_CURSE, when->curse));
    }
    for (int kind = 0; kind < FL_KIND_COUNT; kind++) {
        if (when->kinds >> kind & 1) {
            fl_text_add_format(&all, ", a room %s", fl_kind_of((fl_kind)kind)->name);
        }
    }
    add_bounds(self, when, &all);
    add_flags(self, "has", when->has, &all);
    add_flags(self, "lacks", when->lacks, &all);
    if (when->chance.out_of) {
        fl_text_add_format(&all, ", chance %u/%u", (unsigned)when->chance.hits,
                           (unsigned)when->chance.out_of);
    }
    fl_text_add(out, all.size > 2 ? all.data + 2 : "");
    fl_text_drop(&all, out);
}
