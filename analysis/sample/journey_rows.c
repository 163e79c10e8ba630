/* SPDX-License-Identifier: MIT */
/* Countable things of journeys. Names come from the plans. Two plans that are counted together share the rows
 * of equal names; a journey has no value, and is no trial, if its own plan lacks the name. */
#include "analysis/sample/sample_private.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* The metrics of every plan; the kinds of rooms follow them, then names from plans. */
enum { FLOORS, ROOMS, FAILED, SEEN, NAMED = SEEN + FL_KIND_COUNT };

/* Rooms of the largest floors on the longest journey would need more; values beyond have no count of their
 * own. */
enum { ROOM_BINS = 1 << 12, KIND_BINS = 256, PAID_BINS = 256, MOST_BINS = 1 << 14, UNFINISHED = 0 };

static void add_metric(fl_catalogue *self, const char *name, const char *unit, const char *meaning,
                       uint32_t bins)
{
    assert(self->metrics_n < FL_SAMPLE_METRICS);
    self->metric[self->metrics_n++] = (fl_catalogue_metric){.name = name,
                                                            .unit = unit,
                                                            .meaning = meaning,
                                                            .bins = bins < MOST_BINS ? bins : MOST_BINS,
                                                            .is_known = true,
                                                            .is_default = true};
}

static fl_err add_kinds(fl_catalogue *self, fl_diag *diag)
{
    for (unsigned kind = 0; kind < FL_KIND_COUNT; kind++) {
        char name[FL_SAMPLE_NAME];
        char meaning[FL_SAMPLE_MEANING];
        snprintf(name, sizeof name, "seen_%s", fl_kind_of((fl_kind)kind)->name);
        snprintf(meaning, sizeof meaning, "rooms on all floors of the kind: %s",
                 fl_kind_of((fl_kind)kind)->label);
        const fl_catalogue_words *words = fl_sample_keep_words(self, name, meaning);
        if (!words) {
            return fl_diag_memory(diag);
        }
        add_metric(self, words->name, "rooms", words->meaning, KIND_BINS);
    }
    return FL_OK;
}

/* Adds the name of a plan as a metric, unless it exists. */
static fl_err add_named(fl_catalogue *self, const char *name, const char *meaning, uint32_t bins,
                        fl_diag *diag)
{
    unsigned at = fl_sample_find_metric(self, name);
    if (at < NAMED) {
        return fl_diag_set(diag, FL_ERR_INPUT, "plan", "a variable cannot be called '%s', which is a metric",
                           name);
    }
    if (at < self->metrics_n) {
        self->metric[at].bins = bins > self->metric[at].bins ? bins : self->metric[at].bins;
        return FL_OK;
    }
    if (at == FL_SAMPLE_METRICS) {
        return fl_diag_set(diag, FL_ERR_INPUT, "plan", "the plans have more than %d variables and chapters",
                           FL_SAMPLE_METRICS - NAMED);
    }
    const fl_catalogue_words *words = fl_sample_keep_words(self, name, meaning);
    if (!words) {
        return fl_diag_memory(diag);
    }
    add_metric(self, words->name, "number", words->meaning, bins);
    return FL_OK;
}

static void name_by_chapter(const char *variable, unsigned chapter, char out[FL_SAMPLE_NAME])
{
    snprintf(out, FL_SAMPLE_NAME, "%s_after_chapter_%u", variable, chapter);
}

static fl_err add_variable(fl_catalogue *self, const fl_journey *journey, unsigned number, fl_diag *diag)
{
    char name[FL_SAMPLE_NAME];
    char meaning[FL_SAMPLE_MEANING];
    const fl_journey_variable *variable = &journey->variable[number];
    uint32_t bins = (uint32_t)(variable->max - (variable->min < 0 ? variable->min : 0)) + 1;
    char from[32] = "";
    if (variable->min < 0) {
        snprintf(from, sizeof from, ", counted from %d on", variable->min);
    }
    snprintf(meaning, sizeof meaning, "%.31s of the player in the end%s", variable->name, from);
    fl_err err = add_named(self, variable->name, meaning, bins, diag);
    for (unsigned chapter = 1; chapter <= journey->chapters && !err; chapter++) {
        name_by_chapter(variable->name, chapter, name);
        snprintf(meaning, sizeof meaning, "%.31s of the player after the last floor of chapter %u%s",
                 variable->name, chapter, from);
        err = add_named(self, name, meaning, bins, diag);
    }
    return err;
}

static fl_err add_event(fl_catalogue *self, bool is_default, const char *name, const char *meaning,
                        fl_diag *diag)
{
    const fl_catalogue_words *words = NULL;
    if (fl_sample_find_event(self, name) < self->events_n) {
        return FL_OK;
    }
    words = fl_sample_keep_words(self, name, meaning);
    fl_catalogue_event *event = words ? fl_sample_add_event(self, name, words->meaning) : NULL;
    if (!event) {
        return fl_diag_memory(diag);
    }
    event->is_default = is_default;
    return FL_OK;
}

/* Returns the kinds of rooms that a stop's floors, or those of all stops, can have. */
static uint64_t kinds_of(const fl_journey *journey)
{
    uint64_t kinds = 0;
    for (unsigned i = 0; i < journey->stops_n; i++) {
        kinds |= journey->stop[i].generator->kinds;
    }
    return kinds;
}

static void name_met(unsigned kind, unsigned chapter, char out[FL_EVENT_NAME])
{
    const char *name = fl_kind_of((fl_kind)kind)->name;
    if (chapter > 0) {
        snprintf(out, FL_EVENT_NAME, "met.%.30s.by_chapter_%u", name, chapter);
    } else {
        snprintf(out, FL_EVENT_NAME, "met.%s", name);
    }
}

static fl_err add_met(fl_catalogue *self, const fl_journey *journey, fl_diag *diag)
{
    fl_err err = FL_OK;
    for (uint64_t kinds = kinds_of(journey); kinds && !err; kinds &= kinds - 1) {
        unsigned kind = (unsigned)__builtin_ctzll(kinds);
        for (unsigned chapter = 0; chapter <= journey->chapters && !err; chapter++) {
            char name[FL_EVENT_NAME];
            char meaning[FL_SAMPLE_MEANING];
            char until[40] = "";
            if (chapter > 0) {
                snprintf(until, sizeof until, chapter > 1 ? " in the chapters 1 to %u" : " in chapter %u",
                         chapter);
            }
            name_met(kind, chapter, name);
            snprintf(meaning, sizeof meaning, "the journey has a room of the kind %.30s%s",
                     fl_kind_of((fl_kind)kind)->name, until);
            err = add_event(self, true, name, meaning, diag);
        }
    }
    return err;
}

static void name_on_floor(const fl_journey *journey, unsigned stop, unsigned kind, char out[FL_EVENT_NAME])
{
    snprintf(out, FL_EVENT_NAME, "floor.%.30s.%.20s", journey->stop[stop].name,
             fl_kind_of((fl_kind)kind)->name);
}

static fl_err add_stop(fl_catalogue *self, const fl_journey *journey, unsigned number, fl_diag *diag)
{
    char name[FL_EVENT_NAME];
    char meaning[FL_SAMPLE_MEANING];
    fl_err err = FL_OK;
    const fl_journey_stop *stop = &journey->stop[number];
    if (stop->is_exit) {
        snprintf(name, sizeof name, "ended.%s", stop->name);
        snprintf(meaning, sizeof meaning, "the journey ends on the floor %s", stop->name);
        err = add_event(self, true, name, meaning, diag);
    }
    for (uint64_t kinds = stop->generator->kinds; kinds && !err; kinds &= kinds - 1) {
        unsigned kind = (unsigned)__builtin_ctzll(kinds);
        name_on_floor(journey, number, kind, name);
        snprintf(meaning, sizeof meaning, "given a visit of %s: the floor has a room of the kind %s",
                 stop->name, fl_kind_of((fl_kind)kind)->name);
        err = add_event(self, false, name, meaning, diag);
    }
    return err;
}

/* Adds where journeys end and how far they get; only for players who can die. */
static fl_err add_deaths(fl_catalogue *self, const fl_journey *journey, fl_diag *diag)
{
    char name[FL_EVENT_NAME];
    char meaning[FL_SAMPLE_MEANING];
    fl_err err = add_event(self, true, "died", "the player dies on the journey", diag);
    for (unsigned i = 0; i < journey->stops_n && !err; i++) {
        snprintf(name, sizeof name, "died.%s", journey->stop[i].name);
        snprintf(meaning, sizeof meaning, "the player dies on the floor %s", journey->stop[i].name);
        err = add_event(self, true, name, meaning, diag);
    }
    for (unsigned i = 0; i < journey->stops_n && !err; i++) {
        snprintf(name, sizeof name, "reached.%s", journey->stop[i].name);
        snprintf(meaning, sizeof meaning, "the journey comes to the floor %s", journey->stop[i].name);
        err = add_event(self, true, name, meaning, diag);
    }
    return err;
}

/* True if doors take this from the chosen player. */
static bool pays(const fl_journey *journey, unsigned purse)
{
    const fl_journey_player *player = &journey->player[journey->chosen_player];
    bool does = false;
    for (unsigned i = 0; i < player->changes_n; i++) {
        does = does || journey->change[player->changes_from + i].purse == purse;
    }
    return does;
}

static void name_paid(unsigned purse, char out[FL_SAMPLE_NAME])
{
    snprintf(out, FL_SAMPLE_NAME, "%s_paid", fl_journey_purse_name((fl_journey_purse)purse));
}

/* Adds entered rooms and prices of their doors; only for players who enter rooms. */
static fl_err add_doors(fl_catalogue *self, const fl_journey *journey, fl_diag *diag)
{
    char name[FL_EVENT_NAME];
    char meaning[FL_SAMPLE_MEANING];
    fl_err err = add_named(self, "rooms_entered", "special rooms that the player enters", PAID_BINS, diag);
    for (unsigned purse = 0; purse < FL_JOURNEY_PURSES_N && !err; purse++) {
        char metric[FL_SAMPLE_NAME];
        name_paid(purse, metric);
        err =
            pays(journey, purse)
                ? add_named(self, metric, fl_journey_purse_meaning((fl_journey_purse)purse), PAID_BINS, diag)
                : FL_OK;
    }
    for (uint64_t kinds = journey->enters; kinds && !err; kinds &= kinds - 1) {
        const char *kind = fl_kind_of((fl_kind)__builtin_ctzll(kinds))->name;
        snprintf(name, sizeof name, "entered.%.30s", kind);
        snprintf(meaning, sizeof meaning, "the player enters a room of the kind %.30s", kind);
        err = add_event(self, true, name, meaning, diag);
    }
    return err;
}

static fl_err add_fixed(fl_catalogue *self, fl_diag *diag)
{
    add_metric(self, "floors", "floors", "floors of the journey", FL_JOURNEY_STEPS + 1);
    add_metric(self, "rooms_seen", "rooms", "rooms of all its floors", ROOM_BINS);
    add_metric(self, "failed_floors", "floors", "floors that could not be made", FL_JOURNEY_STEPS + 1);
    fl_err err = add_kinds(self, diag);
    return err ? err
               : add_event(self, true, "unfinished", "the journey is cut off after its sixty-fourth floor",
                           diag);
}

fl_err fl_sample_journey_add(fl_catalogue *self, const void *rules, fl_diag *diag)
{
    const fl_journey *journey = rules;
    fl_err err = self->metrics_n == 0 ? add_fixed(self, diag) : FL_OK;
    for (unsigned i = 0; i < journey->variables_n && !err; i++) {
        err = add_variable(self, journey, i, diag);
    }
    err = err ? err : add_met(self, journey, diag);
    for (unsigned i = 0; i < journey->flags_n && !err; i++) {
        char name[FL_EVENT_NAME];
        char meaning[FL_SAMPLE_MEANING];
        snprintf(name, sizeof name, "flag.%s", journey->flag[i]);
        snprintf(meaning, sizeof meaning, "the player has the flag %s in the end", journey->flag[i]);
        err = add_event(self, true, name, meaning, diag);
    }
    for (unsigned i = 0; i < journey->stops_n && !err; i++) {
        err = add_stop(self, journey, i, diag);
    }
    err = !err && journey->can_die ? add_deaths(self, journey, diag) : err;
    err = !err && journey->enters ? add_doors(self, journey, diag) : err;
    self->visits_n = journey->classes_n > self->visits_n ? journey->classes_n : self->visits_n;
    return err;
}

static uint16_t find_event(const fl_catalogue *self, const char *name)
{
    unsigned at = fl_sample_find_event(self, name);
    return at < self->events_n ? (uint16_t)at : FL_SAMPLE_NOWHERE;
}

static void bind_variable(const fl_catalogue *self, const fl_journey *journey, unsigned i,
                          fl_journey_binding *out)
{
    const char *variable = journey->variable[i].name;
    out->variable[i] = (uint16_t)fl_sample_find_metric(self, variable);
    for (unsigned chapter = 1; chapter <= journey->chapters; chapter++) {
        char name[FL_SAMPLE_NAME];
        name_by_chapter(variable, chapter, name);
        out->by_chapter[i][chapter] = (uint16_t)fl_sample_find_metric(self, name);
    }
}

static void bind_deaths(const fl_catalogue *self, const fl_journey *journey, fl_journey_binding *out)
{
    char name[FL_EVENT_NAME];
    out->died = find_event(self, "died");
    for (unsigned i = 0; i < journey->stops_n; i++) {
        snprintf(name, sizeof name, "died.%s", journey->stop[i].name);
        out->died_on[i] = find_event(self, name);
        snprintf(name, sizeof name, "reached.%s", journey->stop[i].name);
        out->reached[i] = find_event(self, name);
    }
}

static void bind_doors(const fl_catalogue *self, const fl_journey *journey, fl_journey_binding *out)
{
    out->rooms_entered = (uint16_t)fl_sample_find_metric(self, "rooms_entered");
    for (unsigned purse = 0; purse < FL_JOURNEY_PURSES_N; purse++) {
        char name[FL_SAMPLE_NAME];
        name_paid(purse, name);
        if (pays(journey, purse)) {
            out->paid[purse] = (uint16_t)fl_sample_find_metric(self, name);
        }
    }
    for (uint64_t kinds = journey->enters; kinds; kinds &= kinds - 1) {
        char name[FL_EVENT_NAME];
        unsigned kind = (unsigned)__builtin_ctzll(kinds);
        snprintf(name, sizeof name, "entered.%.30s", fl_kind_of((fl_kind)kind)->name);
        out->entered[kind] = find_event(self, name);
    }
}

void fl_sample_journey_bind(const fl_catalogue *self, const fl_journey *journey, fl_journey_binding *out)
{
    char name[FL_EVENT_NAME];
    memset(out, 0xff, sizeof *out);
    out->chapters = journey->chapters;
    for (unsigned i = 0; i < journey->variables_n; i++) {
        bind_variable(self, journey, i, out);
    }
    for (unsigned i = 0; i < journey->flags_n; i++) {
        snprintf(name, sizeof name, "flag.%s", journey->flag[i]);
        out->flag[i] = find_event(self, name);
    }
    for (uint64_t kinds = kinds_of(journey); kinds; kinds &= kinds - 1) {
        unsigned kind = (unsigned)__builtin_ctzll(kinds);
        for (unsigned chapter = 0; chapter <= out->chapters; chapter++) {
            name_met(kind, chapter, name);
            out->met_by[kind][chapter] = find_event(self, name);
        }
    }
    for (unsigned i = 0; i < journey->stops_n; i++) {
        if (journey->stop[i].is_exit) {
            snprintf(name, sizeof name, "ended.%s", journey->stop[i].name);
            out->ended[i] = find_event(self, name);
        }
        for (unsigned kind = 0; kind < FL_KIND_COUNT; kind++) {
            name_on_floor(journey, i, kind, name);
            out->on_floor[i][kind] = find_event(self, name);
        }
    }
    if (journey->can_die) {
        bind_deaths(self, journey, out);
    }
    if (journey->enters) {
        bind_doors(self, journey, out);
    }
}

/* Records a trial, and perhaps a hit, of an event that the catalogue may lack. */
static void answer(fl_sample_work *self, uint16_t event, bool is_hit)
{
    if (event != FL_SAMPLE_NOWHERE) {
        self->trials[event] = (uint8_t)(self->trials[event] + 1);
        self->hits[event] = (uint8_t)(self->hits[event] + is_hit);
    }
}

/* Returns a variable as a number that is not negative. */
static int32_t value_of(const fl_journey *journey, const fl_journey_state *state, unsigned variable)
{
    int16_t min = journey->variable[variable].min;
    return state->variable[variable] - (min < 0 ? min : 0);
}

static void measure_visits(fl_sample_work *self, const fl_journey_binding *binding, const fl_journey *journey,
                           const fl_journey_trip *trip)
{
    self->visits_n = trip->visits_n;
    for (unsigned i = 0; i < trip->visits_n; i++) {
        const fl_journey_visit *visit = &trip->visit[i];
        const fl_journey_stop *stop = &journey->stop[visit->stop];
        unsigned chapter = stop->chapter;
        self->visit[i] =
            journey->rules[visit->rule].classes_from + fl_journey_answer_class(stop, &visit->seen);
        self->kinds[i] = visit->seen.kinds;
        bool is_told = chapter > 0 && chapter <= binding->chapters;
        for (unsigned k = 0; k < journey->variables_n && is_told; k++) {
            self->values[binding->by_chapter[k][chapter]] = value_of(journey, &visit->state, k);
        }
        for (uint64_t kinds = self->skips_named_events ? 0 : stop->generator->kinds; kinds;
             kinds &= kinds - 1) {
            unsigned kind = (unsigned)__builtin_ctzll(kinds);
            answer(self, binding->on_floor[visit->stop][kind], visit->seen.kinds >> kind & 1);
        }
    }
}

/* Gathers kinds met in each chapter or an earlier one; [0] = ever. */
static void gather_kinds(const fl_journey *journey, const fl_journey_trip *trip, unsigned chapters,
                         uint64_t *out)
{
    memset(out, 0, (chapters + 1) * sizeof *out);
    for (unsigned i = 0; i < trip->visits_n; i++) {
        unsigned chapter = journey->stop[trip->visit[i].stop].chapter;
        out[0] |= trip->visit[i].seen.kinds;
        if (chapter <= chapters) {
            out[chapter] |= trip->visit[i].seen.kinds;
        }
    }
    for (unsigned chapter = 2; chapter <= chapters; chapter++) {
        out[chapter] |= out[chapter - 1];
    }
}

static void measure_events(fl_sample_work *self, const fl_journey_binding *binding, const fl_journey *journey,
                           const fl_journey_trip *trip)
{
    uint64_t met[FL_JOURNEY_CHAPTERS + 1];
    const fl_journey_walk *end = &trip->walk;
    gather_kinds(journey, trip, binding->chapters, met);
    answer(self, UNFINISHED, end->is_unfinished);
    for (unsigned kind = 0; kind < FL_KIND_COUNT; kind++) {
        for (unsigned chapter = 0; chapter <= binding->chapters; chapter++) {
            answer(self, binding->met_by[kind][chapter], met[chapter] >> kind & 1);
        }
    }
    for (unsigned i = 0; i < journey->flags_n; i++) {
        answer(self, binding->flag[i], end->state.flags >> i & 1);
    }
    for (unsigned i = 0; i < journey->stops_n; i++) {
        answer(self, binding->ended[i], !end->is_unfinished && !end->has_died && end->last == i);
    }
}

static void measure_deaths(fl_sample_work *self, const fl_journey_binding *binding, const fl_journey *journey,
                           const fl_journey_trip *trip)
{
    uint64_t reached = 0;
    for (unsigned i = 0; i < trip->visits_n; i++) {
        reached |= 1ull << trip->visit[i].stop;
    }
    answer(self, binding->died, trip->walk.has_died);
    for (unsigned i = 0; i < journey->stops_n; i++) {
        answer(self, binding->died_on[i], trip->walk.has_died && trip->walk.last == i);
        answer(self, binding->reached[i], reached >> i & 1);
    }
}

static void measure_doors(fl_sample_work *self, const fl_journey_binding *binding, const fl_journey *journey,
                          const fl_journey_trip *trip)
{
    uint64_t entered = 0;
    for (unsigned i = 0; i < trip->visits_n; i++) {
        entered |= trip->visit[i].entered;
    }
    for (uint64_t kinds = journey->enters; kinds; kinds &= kinds - 1) {
        unsigned kind = (unsigned)__builtin_ctzll(kinds);
        answer(self, binding->entered[kind], entered >> kind & 1);
    }
    for (unsigned purse = 0; purse < FL_JOURNEY_PURSES_N; purse++) {
        if (binding->paid[purse] != FL_SAMPLE_NOWHERE) {
            self->values[binding->paid[purse]] = trip->walk.paid[purse];
        }
    }
    self->values[binding->rooms_entered] = trip->walk.entered_n;
}

void fl_sample_journey_measure(fl_sample_work *self, const fl_journey_binding *binding,
                               const fl_journey *journey, const fl_journey_trip *trip)
{
    const fl_catalogue *catalogue = self->catalogue;
    for (unsigned i = 0; i < catalogue->metrics_n; i++) {
        self->values[i] = FL_GENERATOR_FACT_NONE;
    }
    memset(self->trials, 0, catalogue->events_n);
    memset(self->hits, 0, catalogue->events_n);
    self->values[FLOORS] = (int32_t)trip->visits_n;
    self->values[ROOMS] = (int32_t)trip->rooms;
    self->values[FAILED] = trip->failed;
    for (unsigned kind = 0; kind < FL_KIND_COUNT; kind++) {
        self->values[SEEN + kind] = trip->kind_n[kind];
    }
    for (unsigned i = 0; i < journey->variables_n; i++) {
        self->values[binding->variable[i]] = value_of(journey, &trip->walk.state, i);
    }
    measure_visits(self, binding, journey, trip);
    measure_events(self, binding, journey, trip);
    measure_deaths(self, binding, journey, trip);
    if (journey->enters) {
        measure_doors(self, binding, journey, trip);
    }
    self->has_failed = false;
}
