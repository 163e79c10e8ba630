/* Each floor is made by a worker of its own rules, as `show` makes it. */
#include "experiments/journeys/journeys_private.h"
#include "gen/draw/draw.h"

#include <stdio.h>
#include <string.h>

typedef struct teller {
    const fl_journey_tale_how *how;
    fl_text *out;
} teller;

fl_err fl_journeys_text_each(const fl_journey *journey, fl_journey_walk *walk, fl_journey_tale_visit visit,
                             void *user, fl_diag *diag)
{
    fl_err err = FL_OK;
    while (!walk->is_over && !err) {
        fl_opened_generator source;
        fl_opened_generator_worker worker;
        fl_journey_seen sight;
        fl_journey_walk_enter(walk, journey);
        fl_journeys_load_source(journey, walk, &source);
        err = fl_run_generator_hire(&worker, &source, diag);
        if (!err) {
            fl_run_generator_make(&worker, walk->key.index, FL_METRIC_ALL_GROUPS);
            fl_journey_walk_observe(&worker.floor, &sight);
            fl_journey_tale_floor floor = {
                .journey = journey, .walk = walk, .worker = &worker, .sight = &sight};
            err = visit(user, &floor, diag);
            fl_run_generator_dismiss(&worker);
            fl_journey_walk_leave(walk, journey, &sight);
        }
    }
    return err;
}

static fl_err tell_floor(void *teller_of, const fl_journey_tale_floor *floor, fl_diag *diag)
{
    const teller *self = teller_of;
    const fl_journey_walk *walk = floor->walk;
    const char *curse = fl_generator_fact_value_name(FL_GENERATOR_FACT_CURSE, floor->sight->curse);
    (void)diag;
    fl_text_add_format(self->out, "%2u  %-20s  ", walk->step + 1u,
                       fl_journey_label(floor->journey, walk->stop, walk->variant));
    fl_journey_state_write(floor->journey, &walk->state, self->out);
    if (floor->sight->curse != FL_CURSE_NONE) {
        fl_text_add_format(self->out, "; curse: %s", curse);
    }
    fl_text_add(self->out, "\n");
    if (!self->how->is_quiet) {
        fl_text_add(self->out, "    ");
        fl_run_generator_command(floor->worker->source, walk->key.index, self->out);
        fl_text_add(self->out, "\n");
    }
    if (!self->how->is_brief) {
        fl_floor_text_options how = {.is_coloured = self->how->is_coloured, .is_ascii = self->how->is_ascii};
        fl_text_add(self->out, "\n");
        fl_draw_floor_text(&floor->worker->floor, &how, self->out);
        fl_text_add(self->out, "\n");
    }
    return FL_OK;
}

void fl_journeys_text_end(const fl_journey *journey, const fl_journey_walk *walk, fl_text *out)
{
    if (walk->is_unfinished) {
        fl_text_add_format(out, "unfinished after %u floors", walk->step);
        return;
    }
    fl_text_add_format(out, "%u %s, ended on %s", walk->step, walk->step == 1 ? "floor" : "floors",
                       fl_journey_label(journey, walk->last, walk->variant));
    if (journey->variables_n > 0 || walk->state.flags) {
        fl_text_add(out, " with ");
        fl_journey_state_write(journey, &walk->state, out);
    }
}

fl_err fl_journeys_text_text(const fl_journey *journey, fl_journey_walk *walk, const fl_journey_tale_how *how,
                             fl_text *out, fl_diag *diag)
{
    teller self = {.how = how, .out = out};
    fl_err err = fl_journeys_text_each(journey, walk, tell_floor, &self, diag);
    fl_journeys_text_end(journey, walk, out);
    fl_text_add(out, "\n");
    return err;
}

static void add_settings(const fl_setting_values *values, fl_text *out)
{
    fl_text value;
    const char *link = "";
    fl_text_init(&value);
    for (size_t i = 0; i < values->n; i++) {
        if (values->origin[i] == FL_SETTING_VALUES_GIVEN) {
            fl_text_clear(&value);
            fl_setting_values_write(values, i, &value);
            fl_text_add_format(out, "%s\"%s\":", link, values->table[i].name);
            fl_text_add_json(out, fl_text_get(&value));
            link = ",";
        }
    }
    out->is_short_of_memory |= value.is_short_of_memory;
    fl_text_free(&value);
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
    fl_visit_counts visit;
    fl_tally_journey_look(floor, &visit);
    const char *link = "";
    for (unsigned kind = 0; kind < FL_KIND_COUNT; kind++) {
        if (visit.kind_n[kind] > 0) {
            fl_text_add_format(out, "%s\"%s\":%u", link, fl_kind_of((fl_kind)kind)->name, visit.kind_n[kind]);
            link = ",";
        }
    }
}

static fl_err write_floor(void *teller_of, const fl_journey_tale_floor *floor, fl_diag *diag)
{
    const teller *self = teller_of;
    fl_text *out = self->out;
    const fl_journey_walk *walk = floor->walk;
    const fl_journey_stop *place = &floor->journey->stop[walk->stop];
    (void)diag;
    fl_text_add_format(out, "%s{\"step\":%u,\"floor\":\"%s\",\"label\":", walk->step > 0 ? "," : "",
                       walk->step, place->name);
    fl_text_add_json(out, fl_journey_label(floor->journey, walk->stop, walk->variant));
    fl_text_add_format(out, ",\"chapter\":%u,\"player\":{", place->chapter);
    add_state(floor->journey, &walk->state, out);
    fl_text_add_format(out, "},\"generator\":\"%s\",\"seed\":\"%llu\",\"settings\":{",
                       floor->worker->source->generator->name, (unsigned long long)walk->floor_seed);
    add_settings(&floor->worker->source->values, out);
    fl_text_add_format(out, "},\"failed\":%s,\"curse\":\"%s\",\"rooms\":%u,\"kinds\":{",
                       floor->worker->floor.failure ? "true" : "false",
                       fl_generator_fact_value_name(FL_GENERATOR_FACT_CURSE, floor->sight->curse),
                       floor->worker->floor.failure ? 0u : floor->worker->floor.rooms_n);
    add_kinds(&floor->worker->floor, out);
    fl_text_add(out, "}}");
    return FL_OK;
}

fl_err fl_journeys_text_line(const fl_journey *journey, fl_journey_walk *walk, fl_text *out, fl_diag *diag)
{
    teller self = {.out = out};
    fl_text_add_format(out,
                       "{\"plan\":\"%s\",\"version\":%d,\"player\":\"%s\",\"seed\":\"%llu\",\"journey\":%llu,"
                       "\"floors\":[",
                       journey->name, FL_JOURNEY_VERSION, journey->player[journey->chosen_player].name,
                       (unsigned long long)walk->key.seed, (unsigned long long)walk->key.index);
    fl_err err = fl_journeys_text_each(journey, walk, write_floor, &self, diag);
    fl_text_add_format(out, "],\"unfinished\":%s,\"ended\":\"%s\",\"player_at_end\":{",
                       walk->is_unfinished ? "true" : "false", journey->stop[walk->last].name);
    add_state(journey, &walk->state, out);
    fl_text_add(out, "}}\n");
    return err;
}
