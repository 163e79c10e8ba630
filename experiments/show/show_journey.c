/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One journey as text and as JSON. It is walked again, floor by floor, and every floor gets its own maker as
 * if it were shown alone. */
#include "experiments/show/show_private.h"

#include <stdio.h>
#include <string.h>

typedef struct journey_output {
    const fl_show_look *how;
    fl_text *out;
} journey_output;

void fl_show_journey_begin(const fl_floor_maker *maker, fl_journey_walk *out)
{
    fl_journey_walk_begin(out, maker->opened->rules, maker->key.seed, maker->key.index);
}

fl_err fl_show_each_floor(const fl_journey *journey, fl_journey_walk *walk, fl_journey_visit_floor visit,
                          void *context, fl_diag *diag)
{
    fl_err err = FL_OK;
    while (!walk->is_over && !err) {
        fl_opened_generator opened;
        fl_floor_maker maker;
        fl_journey_seen sight;
        fl_journey_walk_enter(walk, journey);
        /* The generator of the current floor of a walk. Its rules are borrowed: do not close it. */
        const fl_journey_rule *rule = &journey->rules[walk->rule];
        memset(&opened, 0, sizeof opened);
        opened.generator = rule->generator;
        opened.values = rule->values;
        opened.rules = rule->rules;
        opened.seed = walk->floor_seed;
        opened.first = journey->first;
        opened.last = journey->last;
        err = fl_run_maker_open(&maker, &opened, diag);
        if (!err) {
            fl_run_maker_make(&maker, walk->key.index, 0);
            fl_journey_walk_observe(&maker.floor, &sight);
            fl_journey_walk after = *walk;
            fl_journey_walk_leave(&after, journey, &sight);
            fl_journey_visited_floor floor = {
                .journey = journey, .walk = walk, .after = &after, .maker = &maker, .sight = &sight};
            err = visit(context, &floor, diag);
            fl_run_maker_close(&maker);
            *walk = after;
        }
    }
    return err;
}

/* The price of a floor's doors as "1 keys"; 0 = nothing from this purse. */
static int paid_on(const fl_journey_visited_floor *floor, unsigned purse)
{
    return floor->after->paid[purse] - floor->walk->paid[purse];
}

static void add_amount(const char *name, int amount, fl_text *out)
{
    if (strcmp(name, "hearts") != 0) {
        fl_text_add_format(out, "%s %d", name, amount);
        return;
    }
    if (amount >= 2 || amount == 0) {
        fl_text_add_number(out, amount / 2);
    }
    fl_text_add(out, amount % 2 ? "½" : "");
    fl_text_add(out, amount == 1 || amount == 2 ? " heart" : " hearts");
}

void fl_show_add_state(const fl_journey *journey, const fl_journey_state *state, fl_text *out)
{
    const char *link = "";
    for (unsigned i = 0; i < journey->variables_n; i++) {
        fl_text_add(out, link);
        add_amount(journey->variable[i].name, state->variable[i], out);
        link = ", ";
    }
    for (unsigned i = 0; i < journey->flags_n; i++) {
        if (state->flags >> i & 1) {
            fl_text_add_format(out, "%s%s", link, journey->flag[i]);
            link = ", ";
        }
    }
}

static fl_err tell_floor(void *writing_of, const fl_journey_visited_floor *floor, fl_diag *diag)
{
    const journey_output *self = writing_of;
    const fl_journey_walk *walk = floor->walk;
    const char *curse = fl_generator_fact_value_name(FL_GENERATOR_FACT_CURSE, floor->sight->curse);
    (void)diag;
    fl_text_add_format(self->out, "%2u  %-20s  ", walk->step + 1u,
                       fl_journey_label(floor->journey, walk->stop, walk->variant));
    fl_show_add_state(floor->journey, &walk->state, self->out);
    if (floor->sight->curse != FL_CURSE_NONE) {
        fl_text_add_format(self->out, "; curse: %s", curse);
    }
    /* Adds "; enters shop, curse (pays keys 1, ½ heart)". */
    const char *link = "; enters ";
    for (uint64_t kinds = floor->after->entered; kinds; kinds &= kinds - 1) {
        fl_text_add_format(self->out, "%s%s", link, fl_kind_of((fl_kind)__builtin_ctzll(kinds))->name);
        link = ", ";
    }
    link = " (pays ";
    bool has_paid = false;
    for (unsigned purse = 0; purse < FL_JOURNEY_PURSES_N; purse++) {
        if (paid_on(floor, purse) > 0) {
            fl_text_add(self->out, link);
            add_amount(fl_journey_purse_name((fl_journey_purse)purse), paid_on(floor, purse), self->out);
            link = ", ";
            has_paid = true;
        }
    }
    fl_text_add(self->out, has_paid ? ")" : "");
    fl_text_add(self->out, floor->after->has_died ? "; dies here" : "");
    fl_text_add(self->out, "\n");
    if (!self->how->is_quiet) {
        fl_text_add(self->out, "    ");
        fl_run_generator_add_command(floor->maker->opened, walk->key.index, self->out);
        fl_text_add(self->out, "\n");
    }
    if (!self->how->is_brief) {
        fl_floor_text_options how = {.is_coloured = self->how->is_coloured, .is_ascii = self->how->is_ascii};
        fl_text_add(self->out, "\n");
        fl_draw_floor_text(&floor->maker->floor, &how, self->out);
        fl_text_add(self->out, "\n");
    }
    return FL_OK;
}

/* Adds "9 floors, ended on The Chest with 3 hearts" or "4 floors, died on Caves II with 0 hearts". */
static void add_end(const fl_journey *journey, const fl_journey_walk *walk, fl_text *out)
{
    if (walk->is_unfinished) {
        fl_text_add_format(out, "unfinished after %u floors", walk->step);
        return;
    }
    fl_text_add_format(out, "%u %s, %s on %s", walk->step, walk->step == 1 ? "floor" : "floors",
                       walk->has_died ? "died" : "ended",
                       fl_journey_label(journey, walk->last, walk->variant));
    if (journey->variables_n > 0 || walk->state.flags) {
        fl_text_add(out, " with ");
        fl_show_add_state(journey, &walk->state, out);
    }
    const char *link = "; doors took ";
    for (unsigned purse = 0; purse < FL_JOURNEY_PURSES_N; purse++) {
        if (walk->paid[purse] > 0) {
            fl_text_add(out, link);
            add_amount(fl_journey_purse_name((fl_journey_purse)purse), (int)walk->paid[purse], out);
            link = ", ";
        }
    }
}

fl_err fl_show_journey_text(const fl_floor_maker *maker, const fl_show_look *look, fl_text *out,
                            fl_diag *diag)
{
    fl_journey_walk walk;
    journey_output self = {.how = look, .out = out};
    fl_show_journey_begin(maker, &walk);
    fl_err err = fl_show_each_floor(maker->opened->rules, &walk, tell_floor, &self, diag);
    add_end(maker->opened->rules, &walk, out);
    fl_text_add(out, "\n");
    return err;
}

static void add_state(const fl_journey *journey, const fl_journey_state *state, fl_text *out)
{
    for (unsigned i = 0; i < journey->variables_n; i++) {
        fl_text_add_format(out, "\"%s\":%d,", journey->variable[i].name, state->variable[i]);
    }
    fl_text_add(out, "\"flags\":[");
    const char *link = "";
    for (unsigned i = 0; i < journey->flags_n; i++) {
        if (state->flags >> i & 1) {
            fl_text_add_format(out, "%s\"%s\"", link, journey->flag[i]);
            link = ",";
        }
    }
    fl_text_add(out, "]");
}

static void add_kinds(const fl_floor *floor, fl_text *out)
{
    fl_journey_met visit;
    fl_journey_trip_look(floor, &visit);
    const char *link = "";
    for (unsigned kind = 0; kind < FL_KIND_COUNT; kind++) {
        if (visit.kind_n[kind] > 0) {
            fl_text_add_format(out, "%s\"%s\":%u", link, fl_kind_of((fl_kind)kind)->name, visit.kind_n[kind]);
            link = ",";
        }
    }
}

static fl_err write_floor(void *writing_of, const fl_journey_visited_floor *floor, fl_diag *diag)
{
    const journey_output *self = writing_of;
    fl_text *out = self->out;
    const fl_journey_walk *walk = floor->walk;
    const fl_journey_stop *place = &floor->journey->stop[walk->stop];
    (void)diag;
    fl_text_add_format(out, "%s{\"step\":%u,\"floor\":\"%s\",\"label\":", walk->step > 0 ? "," : "",
                       walk->step, place->name);
    fl_text_add_json(out, fl_journey_label(floor->journey, walk->stop, walk->variant));
    fl_text_add_format(out, ",\"chapter\":%u,\"player\":{", place->chapter);
    add_state(floor->journey, &walk->state, out);
    fl_text_add_format(out, "},\"generator\":\"%s\",\"seed\":\"%llu\",\"settings\":",
                       floor->maker->opened->generator->name, (unsigned long long)walk->floor_seed);
    fl_run_generator_add_settings(floor->maker->opened, out);
    fl_text_add_format(out, ",\"failed\":%s,\"curse\":\"%s\",\"rooms\":%u,\"kinds\":{",
                       floor->maker->floor.failure ? "true" : "false",
                       fl_generator_fact_value_name(FL_GENERATOR_FACT_CURSE, floor->sight->curse),
                       floor->maker->floor.failure ? 0u : floor->maker->floor.rooms_n);
    add_kinds(&floor->maker->floor, out);
    fl_text_add(out, "}");
    /* Adds the rooms entered; nothing for players who enter none. */
    const char *link = ",\"entered\":[";
    for (uint64_t kinds = floor->after->entered; kinds; kinds &= kinds - 1) {
        fl_text_add_format(out, "%s\"%s\"", link, fl_kind_of((fl_kind)__builtin_ctzll(kinds))->name);
        link = ",";
    }
    if (floor->journey->enters) {
        fl_text_add(out, floor->after->entered ? "]" : ",\"entered\":[]");
    }
    fl_text_add(out, "}");
    return FL_OK;
}

fl_err fl_show_journey_json(const fl_floor_maker *maker, fl_text *out, fl_diag *diag)
{
    fl_journey_walk walk;
    journey_output self = {.out = out};
    const fl_journey *journey = maker->opened->rules;
    fl_show_journey_begin(maker, &walk);
    fl_text_add_format(out, "{\"generator\":\"journey\",\"version\":%d,\"plan\":\"%s\",\"player\":\"%s\",",
                       FL_JOURNEY_VERSION, journey->name, journey->player[journey->chosen_player].name);
    fl_text_add_format(out,
                       "\"seed\":\"%llu\",\"index\":%llu,\"settings\":", (unsigned long long)walk.key.seed,
                       (unsigned long long)walk.key.index);
    fl_run_generator_add_settings(maker->opened, out);
    fl_text_add(out, ",\"floors\":[");
    fl_err err = fl_show_each_floor(journey, &walk, write_floor, &self, diag);
    fl_text_add_format(out, "],\"unfinished\":%s,", walk.is_unfinished ? "true" : "false");
    if (journey->can_die) {
        fl_text_add_format(out, "\"died\":%s,", walk.has_died ? "true" : "false");
    }
    fl_text_add_format(out, "\"ended\":\"%s\",\"player_at_end\":{", journey->stop[walk.last].name);
    add_state(journey, &walk.state, out);
    fl_text_add(out, "}");
    if (journey->enters) {
        fl_text_add_format(out, ",\"rooms_entered\":%u,\"paid\":{", walk.entered_n);
        for (unsigned purse = 0; purse < FL_JOURNEY_PURSES_N; purse++) {
            fl_text_add_format(out, "%s\"%s\":%u", purse > 0 ? "," : "",
                               fl_journey_purse_name((fl_journey_purse)purse), walk.paid[purse]);
        }
        fl_text_add(out, "}");
    }
    fl_text_add(out, "}\n");
    return err;
}
