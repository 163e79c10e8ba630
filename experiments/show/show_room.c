/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Chunk rooms as text, with the metrics worth a line beside each. */
#include "experiments/show/show.h"

#include <stdio.h>
#include <string.h>

static const fl_metric_room_id side_metrics[] = {
    FL_METRIC_ROOM_CLUTTER, FL_METRIC_ROOM_WALKABLE, FL_METRIC_ROOM_PATH,      FL_METRIC_ROOM_DETOUR,
    FL_METRIC_ROOM_CUT_OFF, FL_METRIC_ROOM_MIRROR_X, FL_METRIC_ROOM_HALF_TURN, FL_METRIC_ROOM_ENEMIES,
    FL_METRIC_ROOM_PICKUPS, FL_METRIC_ROOM_SPENT,
};

void fl_show_room_side(const fl_interior *room, fl_show_side *out)
{
    int32_t value[FL_METRIC_ROOM_COUNT];
    fl_metric_room_compute(room, value);
    out->n = 0;
    snprintf(out->text[out->n++], FL_SHOW_SIDE_WIDTH, "%-10s %s", "doors", fl_room_parts_sides(room->doors));
    for (size_t i = 0; i < sizeof side_metrics / sizeof side_metrics[0]; i++) {
        const fl_metric_room_row *row = fl_metric_room_of(side_metrics[i]);
        if (value[side_metrics[i]] != FL_METRIC_ROOM_NONE) {
            snprintf(out->text[out->n++], FL_SHOW_SIDE_WIDTH, "%-10s %d %s", row->name,
                     (int)value[side_metrics[i]], row->unit);
        }
    }
    for (size_t i = 0; i < out->n; i++) {
        out->line[i] = out->text[i];
    }
}

void fl_show_room_text(const fl_floor_maker *maker, const fl_show_look *look, fl_text *out)
{
    fl_show_side beside;
    fl_show_room_side(maker->sample, &beside);
    fl_floor_text_options how = {.is_coloured = look->is_coloured,
                                 .is_ascii = look->is_ascii,
                                 .side = beside.line,
                                 .side_n = beside.n};
    fl_draw_room_text(maker->sample, &how, out);
}
