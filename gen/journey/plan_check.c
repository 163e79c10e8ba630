/* SPDX-License-Identifier: MIT */
/* Sets of stops are words of 64 bits. */
#include "gen/base/suggest.h"
#include "gen/journey/journey_private.h"

#include <stdio.h>
#include <string.h>

_Static_assert((int)FL_JOURNEY_STOPS == 64, "a set of stops is a word");

/* Writes "file:line" with the name of the reader's file. */
static void write_where(fl_yaml *yaml, unsigned line, char *out, size_t size)
{
    const char *file = fl_yaml_where(yaml, fl_yaml_root(yaml));
    const char *colon = strrchr(file, ':');
    snprintf(out, size, "%.*s:%u", (int)(colon ? colon - file : 0), file, line);
}

static fl_err refuse(fl_yaml *yaml, unsigned line, const fl_journey_stop *stop, const char *what,
                     fl_diag *diag)
{
    char where[256];
    write_where(yaml, line, where, sizeof where);
    return fl_diag_set(diag, FL_ERR_INPUT, where, "floor '%s' %s", stop->name, what);
}

static fl_err check_start(fl_journey *self, fl_yaml *yaml, fl_diag *diag)
{
    unsigned starts = 0;
    for (unsigned i = 0; i < self->stops_n; i++) {
        const fl_journey_stop *stop = &self->stop[i];
        if (stop->is_start && starts++ > 0) {
            fl_err err = refuse(yaml, stop->line, stop, "is a second start", diag);
            fl_diag_hint(diag, "journeys start on one floor, and '%s' is the start already",
                         self->stop[self->start].name);
            return err;
        }
        self->start = stop->is_start ? i : self->start;
    }
    if (starts == 0) {
        char where[256];
        write_where(yaml, self->stop[0].line, where, sizeof where);
        fl_err err = fl_diag_set(diag, FL_ERR_INPUT, where, "no floor is the start");
        fl_diag_hint(diag, "write 'start: true' in one of them, such as '%s'", self->stop[0].name);
        return err;
    }
    return FL_OK;
}

static fl_err check_edges(const fl_journey *self, const fl_journey_stop *stop, fl_yaml *yaml, fl_diag *diag)
{
    bool has_last = false;
    for (unsigned i = 0; i < stop->edges_n; i++) {
        const fl_journey_edge *edge = &self->edge[stop->edges_from + i];
        if (has_last) {
            fl_err err = refuse(yaml, edge->line, stop, "has an edge that is never taken", diag);
            fl_diag_hint(diag, "the first edge whose conditions hold is taken; the one before this has none");
            return err;
        }
        has_last = fl_journey_when_is_empty(&edge->when);
    }
    if (stop->is_exit && has_last) {
        fl_err err = refuse(yaml, stop->line, stop, "is an exit where no journey ends", diag);
        fl_diag_hint(diag,
                     "a journey ends on an exit when no edge is taken, and one of these has no condition");
        return err;
    }
    if (!stop->is_exit && !has_last) {
        fl_err err =
            refuse(yaml, stop->line, stop, "is not an exit and has no edge without a condition", diag);
        fl_diag_hint(diag, "add a last edge without 'when', or 'exit: true'");
        return err;
    }
    return FL_OK;
}

/* The stops to which an edge leads from a set of stops. */
static uint64_t successors(const fl_journey *self, uint64_t stops)
{
    uint64_t out = 0;
    for (unsigned i = 0; i < self->stops_n; i++) {
        for (unsigned k = 0; k < self->stop[i].edges_n && (stops >> i & 1); k++) {
            out |= 1ull << self->edge[self->stop[i].edges_from + k].to;
        }
    }
    return out;
}

/* The stops from which an edge leads into a set of stops. */
static uint64_t predecessors(const fl_journey *self, uint64_t stops)
{
    uint64_t out = 0;
    for (unsigned i = 0; i < self->stops_n; i++) {
        for (unsigned k = 0; k < self->stop[i].edges_n; k++) {
            out |= stops >> self->edge[self->stop[i].edges_from + k].to & 1 ? 1ull << i : 0;
        }
    }
    return out;
}

static uint64_t spread(const fl_journey *self, uint64_t stops, uint64_t (*step)(const fl_journey *, uint64_t))
{
    for (uint64_t more = stops; more; stops |= more) {
        more = step(self, stops) & ~stops;
    }
    return stops;
}

static fl_err check_ways(const fl_journey *self, fl_yaml *yaml, fl_diag *diag)
{
    uint64_t exits = 0;
    for (unsigned i = 0; i < self->stops_n; i++) {
        exits |= self->stop[i].is_exit ? 1ull << i : 0;
    }
    uint64_t reached = spread(self, 1ull << self->start, successors);
    uint64_t ending = spread(self, exits, predecessors);
    for (unsigned i = 0; i < self->stops_n; i++) {
        const fl_journey_stop *stop = &self->stop[i];
        if (!(reached >> i & 1)) {
            fl_err err = refuse(yaml, stop->line, stop, "cannot be reached from the start", diag);
            fl_diag_hint(diag, "no floor that can be reached has an edge 'to: %s'", stop->name);
            return err;
        }
        if (exits != 0 && !(ending >> i & 1)) {
            fl_err err = refuse(yaml, stop->line, stop, "leads to no exit", diag);
            fl_diag_hint(diag, "the floors after it form a loop that is never left");
            return err;
        }
    }
    return FL_OK;
}

fl_err fl_journey_plan_check(fl_journey *self, fl_yaml *yaml, fl_diag *diag)
{
    fl_err err = check_start(self, yaml, diag);
    for (unsigned i = 0; i < self->stops_n && !err; i++) {
        unsigned chapter = self->stop[i].chapter;
        self->chapters = chapter > self->chapters ? chapter : self->chapters;
        err = check_edges(self, &self->stop[i], yaml, diag);
    }
    return err ? err : check_ways(self, yaml, diag);
}

static fl_err find_stop(const fl_journey *self, const char *name, unsigned *out, fl_diag *diag)
{
    const char *near = NULL;
    for (*out = 0; *out < self->stops_n; (*out)++) {
        near = fl_suggest_nearer(name, near, self->stop[*out].name);
        if (strcmp(self->stop[*out].name, name) == 0) {
            return FL_OK;
        }
    }
    fl_err err =
        fl_diag_set(diag, FL_ERR_INPUT, "until", "the plan %.31s has no floor '%.60s'", self->name, name);
    fl_diag_hint(diag, near ? "did you mean '%s'?" : "one is '%s'", near ? near : self->stop[0].name);
    return err;
}

/* Moves the edges of a stop behind those that were kept before. */
static void keep_edges(fl_journey *self, fl_journey_stop *stop, const uint8_t number[FL_JOURNEY_STOPS])
{
    unsigned from = stop->edges_from;
    stop->edges_from = self->edges_n;
    for (unsigned i = 0; i < stop->edges_n; i++) {
        self->edge[self->edges_n] = self->edge[from + i];
        self->edge[self->edges_n].to = number[self->edge[from + i].to];
        self->edges_n++;
    }
}

/* Leaves only a set of stops, in their order. */
static void keep(fl_journey *self, uint64_t stops)
{
    uint8_t number[FL_JOURNEY_STOPS] = {0};
    unsigned n = 0;
    for (unsigned i = 0; i < self->stops_n; i++) {
        number[i] = (uint8_t)n;
        n += stops >> i & 1;
    }
    self->edges_n = 0;
    for (unsigned i = 0; i < self->stops_n; i++) {
        if (stops >> i & 1) {
            self->stop[number[i]] = self->stop[i];
            keep_edges(self, &self->stop[number[i]], number);
        }
    }
    for (unsigned i = 0; i < self->changes_n; i++) {
        uint64_t old = self->change[i].stops & stops;
        self->change[i].stops = 0;
        for (; old; old &= old - 1) {
            self->change[i].stops |= 1ull << number[__builtin_ctzll(old)];
        }
    }
    self->start = number[self->start];
    self->stops_n = n;
}

/* Chapters that lose floors behind a new exit are no longer whole. */
fl_err fl_journey_plan_cut(fl_journey *self, const char *until, fl_diag *diag)
{
    unsigned end = 0;
    fl_err err = find_stop(self, until, &end, diag);
    if (err) {
        return err;
    }
    uint64_t before = spread(self, 1ull << end, predecessors) & ~(1ull << end);
    uint64_t kept = 1ull << self->start;
    for (uint64_t more = kept; more; kept |= more) {
        more = successors(self, kept & before) & ~kept;
    }
    uint64_t behind = spread(self, successors(self, kept & ~before), successors);
    for (unsigned i = 0; i < self->stops_n; i++) {
        unsigned chapter = self->stop[i].chapter;
        bool is_cut = (behind >> i & 1) && chapter > 0 && chapter <= self->chapters;
        self->chapters = is_cut ? chapter - 1 : self->chapters;
        if (!(before >> i & 1)) {
            self->stop[i].edges_n = 0;
            self->stop[i].is_exit = true;
        }
    }
    keep(self, kept);
    return FL_OK;
}
