/* Sets of floors are bits of 64. */
#include "gen/journey/journey_private.h"

#include <stdio.h>
#include <string.h>

_Static_assert((int)FL_JOURNEY_FLOORS == 64, "a set of floors is a word");

/* "file:line" from the file's name as the reader has it. */
static void write_where(fl_yaml *yaml, unsigned line, char *out, size_t size)
{
    const char *file = fl_yaml_where(yaml, fl_yaml_root(yaml));
    const char *colon = strrchr(file, ':');
    snprintf(out, size, "%.*s:%u", (int)(colon ? colon - file : 0), file, line);
}

static fl_err refuse(fl_yaml *yaml, unsigned line, const fl_journey_stop *floor, const char *what,
                     fl_diag *diag)
{
    char where[256];
    write_where(yaml, line, where, sizeof where);
    return fl_diag_set(diag, FL_ERR_INPUT, where, "floor '%s' %s", floor->name, what);
}

static fl_err check_start(fl_journey *self, fl_yaml *yaml, fl_diag *diag)
{
    unsigned starts = 0;
    for (unsigned i = 0; i < self->floors_n; i++) {
        const fl_journey_stop *floor = &self->floor[i];
        if (floor->is_start && starts++ > 0) {
            fl_err err = refuse(yaml, floor->line, floor, "is a second start", diag);
            fl_diag_hint(diag, "runs start on one floor; '%s' is it already", self->floor[self->start].name);
            return err;
        }
        self->start = floor->is_start ? i : self->start;
    }
    if (starts == 0) {
        char where[256];
        write_where(yaml, self->floor[0].line, where, sizeof where);
        fl_err err = fl_diag_set(diag, FL_ERR_INPUT, where, "no floor is the start");
        fl_diag_hint(diag, "write 'start: true' in one of them, such as '%s'", self->floor[0].name);
        return err;
    }
    return FL_OK;
}

static fl_err check_edges(const fl_journey *self, const fl_journey_stop *floor, fl_yaml *yaml, fl_diag *diag)
{
    bool has_last = false;
    for (unsigned i = 0; i < floor->edges_n; i++) {
        const fl_journey_edge *edge = &self->edge[floor->edges_from + i];
        if (has_last) {
            fl_err err = refuse(yaml, edge->line, floor, "has an edge that is never taken", diag);
            fl_diag_hint(diag, "the first edge whose conditions hold is taken; the one before this has none");
            return err;
        }
        has_last = fl_journey_state_is_always(&edge->when);
    }
    if (floor->is_exit && has_last) {
        fl_err err = refuse(yaml, floor->line, floor, "is an exit where no run ends", diag);
        fl_diag_hint(diag, "a run ends on an exit when no edge is taken, and one of them has no condition");
        return err;
    }
    if (!floor->is_exit && !has_last) {
        fl_err err = refuse(yaml, floor->line, floor, "is no exit and has no edge without a condition", diag);
        fl_diag_hint(diag, "add a last edge without 'when', or 'exit: true'");
        return err;
    }
    return FL_OK;
}

/* The floors one edge away from a set of floors. */
static uint64_t ahead(const fl_journey *self, uint64_t floors)
{
    uint64_t out = 0;
    for (unsigned i = 0; i < self->floors_n; i++) {
        for (unsigned k = 0; k < self->floor[i].edges_n && (floors >> i & 1); k++) {
            out |= 1ull << self->edge[self->floor[i].edges_from + k].to;
        }
    }
    return out;
}

static uint64_t behind(const fl_journey *self, uint64_t floors)
{
    uint64_t out = 0;
    for (unsigned i = 0; i < self->floors_n; i++) {
        for (unsigned k = 0; k < self->floor[i].edges_n; k++) {
            out |= floors >> self->edge[self->floor[i].edges_from + k].to & 1 ? 1ull << i : 0;
        }
    }
    return out;
}

static uint64_t spread(const fl_journey *self, uint64_t floors,
                       uint64_t (*step)(const fl_journey *, uint64_t))
{
    for (uint64_t more = floors; more; floors |= more) {
        more = step(self, floors) & ~floors;
    }
    return floors;
}

static fl_err check_ways(const fl_journey *self, fl_yaml *yaml, fl_diag *diag)
{
    uint64_t exits = 0;
    for (unsigned i = 0; i < self->floors_n; i++) {
        exits |= self->floor[i].is_exit ? 1ull << i : 0;
    }
    uint64_t reached = spread(self, 1ull << self->start, ahead);
    uint64_t ending = spread(self, exits, behind);
    for (unsigned i = 0; i < self->floors_n; i++) {
        const fl_journey_stop *floor = &self->floor[i];
        if (!(reached >> i & 1)) {
            fl_err err = refuse(yaml, floor->line, floor, "cannot be reached from the start", diag);
            fl_diag_hint(diag, "no floor that can be reached has an edge 'to: %s'", floor->name);
            return err;
        }
        if (!(ending >> i & 1)) {
            fl_err err = refuse(yaml, floor->line, floor, "leads to no exit", diag);
            fl_diag_hint(diag, exits ? "the floors behind it form a loop that is never left"
                                     : "no floor is an exit; write 'exit: true' in one of them");
            return err;
        }
    }
    return FL_OK;
}

fl_err fl_journey_plan_check_check(fl_journey *self, fl_yaml *yaml, fl_diag *diag)
{
    fl_err err = check_start(self, yaml, diag);
    for (unsigned i = 0; i < self->floors_n && !err; i++) {
        err = check_edges(self, &self->floor[i], yaml, diag);
    }
    return err ? err : check_ways(self, yaml, diag);
}
