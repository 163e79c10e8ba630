/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Chunk rooms as text, with metrics beside each, and as a line of JSON. */
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

/* Only names of chunks and sets may need escaping. */
void fl_show_room_json(const fl_floor_maker *maker, bool has_metrics, fl_text *out)
{
    const fl_room_rules *rules = maker->opened->rules;
    const fl_key *key = &maker->key;
    const fl_interior *room = maker->sample;
    const char *doors = fl_room_parts_sides(room->doors);
    fl_text_add_format(out, "{\"generator\":\"room\",\"version\":%d,\"set\":", FL_ROOM_VERSION);
    fl_text_add_json(out, rules->set.name);
    fl_text_add_format(out, ",\"seed\":\"%llu\",\"index\":%llu,\"settings\":", (unsigned long long)key->seed,
                       (unsigned long long)key->index);
    fl_run_generator_add_settings(maker->opened, out);
    fl_text_add_format(out, ",\"size\":%u,\"doors\":\"%s\",\"rows\":[", (unsigned)room->size, doors);
    for (unsigned y = 0; y < room->size; y++) {
        fl_text_add(out, y > 0 ? ",\"" : "\"");
        for (unsigned x = 0; x < room->size; x++) {
            fl_text_add_char(out, fl_room_tile_of(fl_room_tile(room, x, y))->sign);
        }
        fl_text_add_char(out, '"');
    }
    fl_text_add(out, "],\"parts\":[");
    for (unsigned i = 0; i < rules->slots_n; i++) {
        unsigned entry = room->choice[i];
        fl_text_add_format(out, "%s{\"slot\":\"%s\",\"chunk\":", i > 0 ? "," : "", rules->slot[i].name);
        fl_text_add_json(out, rules->set.chunk[entry / FL_CHUNK_TURNS].name);
        fl_text_add_format(out, ",\"turn\":%u}", (entry % FL_CHUNK_TURNS) ^ rules->slot[i].mirror);
    }
    fl_text_add_char(out, ']');
    if (has_metrics) {
        int32_t value[FL_METRIC_ROOM_COUNT];
        fl_metric_room_compute(room, value);
        fl_text_add(out, ",\"metrics\":{");
        for (int i = 0, n = 0; i < FL_METRIC_ROOM_COUNT; i++) {
            if (value[i] != FL_METRIC_ROOM_NONE) {
                fl_text_add_format(out, "%s\"%s\":%d", n++ > 0 ? "," : "",
                                   fl_metric_room_of((fl_metric_room_id)i)->name, (int)value[i]);
            }
        }
        fl_text_add_char(out, '}');
    }
    fl_text_add(out, "}\n");
}
