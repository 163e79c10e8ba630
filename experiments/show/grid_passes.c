/* SPDX-License-Identifier: GPL-2.0-or-later */
/* For passes the floor is rebuilt from its first rooms; for the trace it is made again with a tracer. */
#include "experiments/show/show.h"
#include "gen/grid/grid.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 96 };

static bool is_grid(const fl_opened_generator *opened)
{
    return opened->generator == &fl_grid;
}

static fl_err refuse(const fl_opened_generator *opened, const char *option, fl_diag *diag)
{
    return fl_diag_set(diag, FL_ERR_USAGE, "", "%s is for grid floors, not for '%s'", option,
                       opened->generator->name);
}

const char *fl_show_grid_warning(const fl_opened_generator *opened)
{
    const fl_grid_rules *rules = opened->rules;
    return is_grid(opened) && rules->warning[0] ? rules->warning : NULL;
}

/* Builds the floor as it was after a pass: its first rooms, each with the colour group of its pass. */
static unsigned build_up_to(const fl_floor_maker *maker, unsigned pass, fl_floor *out, uint8_t *group)
{
    const fl_floor *whole = &maker->floor;
    out->key = whole->key;
    fl_floor_clear(out, whole->width, whole->height);
    for (unsigned i = 0; i < whole->rooms_n; i++) {
        const fl_room *room = &whole->rooms[i];
        unsigned pass_of_room = fl_grid_pass_of(maker->scratch, i);
        if (pass_of_room <= pass) {
            unsigned added =
                fl_floor_add_cells(out, room->kind, whole->cells + room->cells_from, room->cells_n);
            group[added] = (uint8_t)(pass_of_room <= 8 ? pass_of_room : 1 + (pass_of_room - 1) % 8);
        }
    }
    fl_floor_link(out);
    return out->cells_n;
}

static void draw_pass(const fl_floor_maker *maker, unsigned pass, const fl_floor_text_options *given,
                      fl_floor *floor, fl_text *out)
{
    const fl_grid_rules *rules = maker->opened->rules;
    uint8_t *group = (uint8_t *)floor->queue; /* unused while a floor is drawn */
    char line[2][LINE];
    const char *side[2] = {line[0], line[1]};
    unsigned before = build_up_to(maker, pass - 1, floor, group);
    unsigned rooms = floor->rooms_n;
    unsigned after = build_up_to(maker, pass, floor, group);
    snprintf(line[0], LINE, "pass %u of %u: %s", pass, rules->passes_n, rules->passes[pass - 1].name);
    snprintf(line[1], LINE, "%u rooms, %u tiles", floor->rooms_n - rooms, after - before);
    fl_floor_text_options how = *given;
    how.side = side;
    how.side_n = 2;
    how.group = group;
    fl_draw_floor_text(floor, &how, out);
}

fl_err fl_show_grid_passes(const fl_floor_maker *maker, const fl_floor_text_options *how, fl_text *out,
                           fl_diag *diag)
{
    fl_floor floor;
    if (!is_grid(maker->opened)) {
        return refuse(maker->opened, "--passes", diag);
    }
    const fl_grid_rules *rules = maker->opened->rules;
    if (maker->floor.failure) {
        fl_draw_floor_text(&maker->floor, how, out);
        return FL_OK;
    }
    if (fl_floor_init(&floor, (uint32_t)(maker->floor.width * maker->floor.height))) {
        return fl_diag_memory(diag);
    }
    for (unsigned pass = 1; pass <= rules->passes_n; pass++) {
        fl_text_add(out, pass > 1 ? "\n" : "");
        draw_pass(maker, pass, how, &floor, out);
    }
    fl_floor_free(&floor);
    return FL_OK;
}

typedef struct trace_output {
    const fl_grid_rules *rules;
    fl_text *out;
} trace_output;

static void write_attempt(void *context, const fl_grid_attempt *attempt)
{
    const trace_output *self = context;
    const fl_grid_entry *entry = &self->rules->entries[attempt->entry];
    unsigned long long parts = (attempt->chance * 10000 + FL_GRID_RULES_SURE / 2) / FL_GRID_RULES_SURE;
    fl_text_add_format(self->out, "%3u  %-12.12s  %4u  %-14.14s  %4u  %5u  %4" PRIu64 "  ", attempt->number,
                       self->rules->passes[attempt->pass].name, attempt->room, entry->name, attempt->tier,
                       attempt->round, attempt->lost);
    fl_text_add_format(self->out, "%3d,%-3d  %4u  ", attempt->x, attempt->y, attempt->rotation);
    fl_text_add_format(self->out, "%3u  ", attempt->neighbours);
    if (attempt->chance > 0) {
        fl_text_add_format(self->out, "%llu.%04llu  ", parts / 10000, parts % 10000);
    } else {
        fl_text_add(self->out, "     -  ");
    }
    fl_text_add(self->out, fl_grid_outcome_text(attempt->outcome));
    fl_text_add_char(self->out, '\n');
}

fl_err fl_show_grid_trace(fl_floor_maker *maker, fl_text *out, fl_diag *diag)
{
    if (!is_grid(maker->opened)) {
        return refuse(maker->opened, "--trace", diag);
    }
    trace_output self = {.rules = maker->opened->rules, .out = out};
    fl_grid_tracer watch = {.attempt = write_attempt, .context = &self};
    fl_text_add(
        out,
        "try  pass          room  kind            tier  round  lost  tile     form    n       p  outcome\n");
    fl_grid_tracer_make(&watch, maker->opened->rules, &maker->key, maker->scratch, &maker->floor);
    fl_text_add_char(out, '\n');
    return FL_OK;
}
