/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Clustering numbers in drawings and lines (Gao 2022, 6.1 and Figure 9). Added rooms count only for the
 * number of an added room, as in the metrics. */
#include "experiments/show/show.h"
#include "gen/base/parse_number.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLOURS = 8, DIGITS = 10 };

/* Memory for a drawing: what each room is to the one that is shown, its sign and its colour. */
typedef struct marks {
    uint8_t *part, *group;
    char *sign;
} marks;

static fl_err open_marks(marks *self, unsigned rooms_n, fl_diag *diag)
{
    self->part = calloc(3, (size_t)rooms_n + 1);
    self->group = self->part ? self->part + rooms_n + 1 : NULL;
    self->sign = self->part ? (char *)self->group + rooms_n + 1 : NULL;
    return self->part ? FL_OK : fl_diag_memory(diag);
}

/* Every room with its number; 9 stands for more. */
static void mark_numbers(fl_floor_maker *maker, marks *out)
{
    for (unsigned i = 0; i < maker->floor.rooms_n; i++) {
        unsigned n = fl_metric_cluster_parts(&maker->metric.cluster, &maker->floor, i, out->part);
        out->group[i] = (uint8_t)(n < COLOURS ? n : COLOURS);
        out->sign[i] = (char)('0' + (n < DIGITS ? n : DIGITS - 1));
    }
}

/* The room R, 1, 2, … beside it, and the rooms C of its clustering set. Returns its number. */
static unsigned mark_set(fl_floor_maker *maker, unsigned room, marks *out)
{
    unsigned beside = 0;
    unsigned number = fl_metric_cluster_parts(&maker->metric.cluster, &maker->floor, room, out->part);
    for (unsigned i = 0; i < maker->floor.rooms_n; i++) {
        static const uint8_t colour[] = {1, 3, 2, 5};
        fl_cluster_part part = (fl_cluster_part)out->part[i];
        beside += part == FL_CLUSTER_BESIDE;
        out->group[i] = colour[part];
        out->sign[i] = part == FL_CLUSTER_ROOM     ? 'R'
                       : part == FL_CLUSTER_SET    ? 'C'
                       : part == FL_CLUSTER_BESIDE ? (char)('0' + beside % DIGITS)
                                                   : ' ';
    }
    return number;
}

fl_err fl_show_clustering(fl_floor_maker *maker, const char *which, const fl_floor_text_options *given,
                          fl_text *out, fl_diag *diag)
{
    fl_floor_text_options how = *given;
    uint64_t room = 0;
    char line[2][FL_SHOW_SIDE_WIDTH] = {"", ""};
    const char *side[2] = {line[0], line[1]};
    marks marks;
    bool is_all = strcmp(which, "all") == 0;
    if (!is_all && (fl_parse_number_unsigned(which, &room) || (room > 0 && room >= maker->floor.rooms_n))) {
        return fl_diag_set(diag, FL_ERR_USAGE, "",
                           "--clustering takes all or a room from 0 to %d, not '%.40s'",
                           maker->floor.rooms_n - 1, which);
    }
    if (maker->floor.rooms_n == 0) {
        fl_draw_floor_text(&maker->floor, &how, out);
        return FL_OK;
    }
    fl_err err = open_marks(&marks, maker->floor.rooms_n, diag);
    if (err) {
        return err;
    }
    if (is_all) {
        mark_numbers(maker, &marks);
        snprintf(line[0], sizeof line[0], "clustering number of each room");
    } else {
        unsigned number = mark_set(maker, (unsigned)room, &marks);
        snprintf(line[0], sizeof line[0], "clustering of room %u: %u", (unsigned)room, number);
        snprintf(line[1], sizeof line[1], "R  the room   1, 2, …  beside it   C  its set");
    }
    how.side = side;
    how.side_n = is_all ? 1 : 2;
    how.group = marks.group;
    how.sign = marks.sign;
    fl_draw_floor_text(&maker->floor, &how, out);
    free(marks.part);
    return FL_OK;
}

fl_err fl_show_clustering_numbers(fl_floor_maker *maker, fl_diag *diag)
{
    marks marks;
    fl_err err = open_marks(&marks, maker->floor.rooms_n, diag);
    for (unsigned i = 0; !err && i < maker->floor.rooms_n; i++) {
        maker->metric.clustering[i] =
            (uint16_t)fl_metric_cluster_parts(&maker->metric.cluster, &maker->floor, i, marks.part);
    }
    maker->clustering = err ? NULL : maker->metric.clustering;
    free(marks.part);
    return err;
}
