/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counted rooms as a table and as JSON. */
#include "experiments/rooms/rooms_private.h"

#include <stdio.h>

void fl_rooms_table_columns(fl_table *table, bool has_conditions)
{
    fl_program_table_columns(table, has_conditions ? "condition metric unit rooms none min mean max meaning"
                                                   : "metric unit rooms none min mean max meaning");
}

void fl_rooms_table_json(const fl_room_tally *tally, fl_text *out)
{
    fl_text_add_format(out, "\"rooms\": %llu, \"broken\": %llu, \"metrics\": {",
                       (unsigned long long)tally->rooms, (unsigned long long)tally->broken);
    for (int i = 0; i < FL_METRIC_ROOM_COUNT; i++) {
        fl_room_summary summary = fl_rooms_summary(tally, (fl_metric_room_id)i);
        fl_text_add_format(
            out,
            "%s\n \"%s\": {\"n\": %llu, \"none\": %llu, \"sum\": %llu, \"min\": %u, \"max\": %u, "
            "\"counts\": {",
            i > 0 ? "," : "", fl_metric_room_of((fl_metric_room_id)i)->name, (unsigned long long)summary.n,
            (unsigned long long)tally->none[i], (unsigned long long)summary.sum, summary.min, summary.max);
        for (unsigned value = 0, n = 0; value <= FL_METRIC_ROOM_MAX; value++) {
            if (tally->count[i][value] > 0) {
                fl_text_add_format(out, "%s\"%u\": %llu", n++ > 0 ? ", " : "", value,
                                   (unsigned long long)tally->count[i][value]);
            }
        }
        fl_text_add(out, "}}");
    }
    fl_text_add(out, "}}");
}

void fl_rooms_table_rows(const fl_room_tally *tally, const char *condition, fl_table *table)
{
    for (int i = 0; i < FL_METRIC_ROOM_COUNT; i++) {
        char mean[32] = "-";
        fl_room_summary summary = fl_rooms_summary(tally, (fl_metric_room_id)i);
        const fl_metric_room_row *row = fl_metric_room_of((fl_metric_room_id)i);
        if (summary.n > 0) {
            snprintf(mean, sizeof mean, "%.3f", (double)summary.sum / (double)summary.n);
        }
        if (condition) {
            fl_program_table_add(table, condition);
        }
        fl_program_table_add(table, row->name);
        fl_program_table_add(table, row->unit);
        fl_program_table_add_number(table, (int64_t)summary.n);
        fl_program_table_add_number(table, (int64_t)tally->none[i]);
        fl_program_table_add_number(table, summary.min);
        fl_program_table_add(table, mean);
        fl_program_table_add_number(table, summary.max);
        fl_program_table_add(table, row->meaning);
    }
}
