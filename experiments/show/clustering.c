/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Clustering numbers in drawings and lines (Gao 2022, 6.1 and Figure 9). Added rooms count only for the
 * number of an added room, as in the metrics. */
#include "experiments/show/show.h"
#include "gen/base/parse_number.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLOURS = 8, DIGITS = 10, CELL = 44 /* pixels of a picture */ };

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

/* Reads which room is meant; *is_all: every one. */
static fl_err read_room(const fl_floor_maker *maker, const char *which, bool *is_all, unsigned *room,
                        fl_diag *diag)
{
    uint64_t number = 0;
    *is_all = strcmp(which, "all") == 0;
    if (!*is_all &&
        (fl_parse_number_unsigned(which, &number) || (number > 0 && number >= maker->floor.rooms_n))) {
        return fl_diag_set(diag, FL_ERR_USAGE, "",
                           "--clustering takes all or a room from 0 to %d, not '%.40s'",
                           maker->floor.rooms_n - 1, which);
    }
    *room = (unsigned)number;
    return FL_OK;
}

fl_err fl_show_clustering(fl_floor_maker *maker, const char *which, const fl_floor_text_options *given,
                          fl_text *out, fl_diag *diag)
{
    fl_floor_text_options how = *given;
    unsigned room = 0;
    bool is_all = false;
    char line[2][FL_SHOW_SIDE_WIDTH] = {"", ""};
    const char *side[2] = {line[0], line[1]};
    marks marks;
    fl_err err = read_room(maker, which, &is_all, &room, diag);
    if (!err && maker->floor.rooms_n == 0) {
        fl_draw_floor_text(&maker->floor, &how, out);
        return FL_OK;
    }
    err = err ? err : open_marks(&marks, maker->floor.rooms_n, diag);
    if (err) {
        return err;
    }
    if (is_all) {
        /* Every room with its number; 9 stands for more. */
        for (unsigned i = 0; i < maker->floor.rooms_n; i++) {
            unsigned n = fl_metric_cluster_parts(&maker->metric.cluster, &maker->floor, i, marks.part);
            marks.group[i] = (uint8_t)(n < COLOURS ? n : COLOURS);
            marks.sign[i] = (char)('0' + (n < DIGITS ? n : DIGITS - 1));
        }
        snprintf(line[0], sizeof line[0], "clustering number of each room");
    } else {
        unsigned number = mark_set(maker, room, &marks);
        snprintf(line[0], sizeof line[0], "clustering of room %u: %u", room, number);
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

/* ---- As a picture: marks with letters or numbers, and of Figure 9 with lines that differ ---- */

enum { SHADES = 5, LABEL = 40 };

/* The parts of Figure 9, in the order of fl_cluster_part. */
static const fl_svg_mark part_marks[] = {
    [FL_CLUSTER_APART] = {"no part of it", "", 0xe8e6df, NULL, "1.5"},
    [FL_CLUSTER_ROOM] = {"the room", "R", 0x56b4e9, NULL, "4"},
    [FL_CLUSTER_BESIDE] = {"beside it, numbered", "1", 0xf0e442, "6 3", "3"},
    [FL_CLUSTER_SET] = {"its clustering set", "C", 0x009e73, "2 2", "3"},
};

/* From light to dark, so that the order is seen without colour, too; the last stands for all that are more.
 */
static const unsigned shades[SHADES] = {0xf7f7f2, 0xc6dbef, 0x7fb3d8, 0x2b7bba, 0x08306b};

typedef struct svg_marks {
    uint8_t *part, *of;
    char (*sign)[FL_SVG_SIGN];
    fl_svg_mark shade[SHADES];
    char label[SHADES][LABEL], number[SHADES][FL_SVG_SIGN];
    fl_svg_marking marking;
    char line[FL_SHOW_SIDE_WIDTH];
} svg_marks;

/* Every room with its number; the legend counts rooms. */
static void shade_numbers(fl_floor_maker *maker, svg_marks *out)
{
    unsigned count[SHADES] = {0};
    unsigned most = 0;
    for (unsigned i = 0; i < maker->floor.rooms_n; i++) {
        unsigned n = fl_metric_cluster_parts(&maker->metric.cluster, &maker->floor, i, out->part);
        unsigned shade = n < SHADES ? n : SHADES - 1;
        out->of[i] = (uint8_t)shade;
        count[shade]++;
        most = n > most ? n : most;
        snprintf(out->sign[i], FL_SVG_SIGN, "%u", n);
    }
    unsigned n = most < SHADES ? most + 1 : SHADES;
    for (unsigned i = 0; i < n; i++) {
        bool is_open = i == SHADES - 1 && most > i;
        snprintf(out->number[i], FL_SVG_SIGN, "%u", i);
        snprintf(out->label[i], LABEL, "clustering number %u%s: %u room%s", i, is_open ? " or more" : "",
                 count[i], count[i] == 1 ? "" : "s");
        out->shade[i] = (fl_svg_mark){out->label[i], out->number[i], shades[i], NULL, "1.5"};
    }
    snprintf(out->line, sizeof out->line, "clustering number of each room");
    out->marking = (fl_svg_marking){out->shade, n, out->of, (const char(*)[FL_SVG_SIGN])out->sign};
}

fl_err fl_show_clustering_svg(fl_floor_maker *maker, const char *which, const fl_show_look *look,
                              fl_text *out, fl_diag *diag)
{
    unsigned room = 0;
    bool is_all = false;
    svg_marks marks = {.part = NULL};
    const char *side[] = {marks.line};
    fl_floor_svg_options how = {
        .title = look->title, .side = side, .cell = CELL, .is_dark = look->is_dark, .marking = NULL};
    fl_err err = read_room(maker, which, &is_all, &room, diag);
    if (!err && maker->floor.rooms_n > 0) {
        unsigned rooms_n = maker->floor.rooms_n;
        marks.part = calloc(2 + FL_SVG_SIGN, (size_t)rooms_n + 1);
        marks.of = marks.part ? marks.part + rooms_n + 1 : NULL;
        marks.sign = marks.part ? (char(*)[FL_SVG_SIGN])(marks.of + rooms_n + 1) : NULL;
        err = marks.part ? FL_OK : fl_diag_memory(diag);
        if (err) {
            return err;
        }
        if (is_all) {
            shade_numbers(maker, &marks);
        } else {
            unsigned beside = 0;
            unsigned number =
                fl_metric_cluster_parts(&maker->metric.cluster, &maker->floor, room, marks.part);
            for (unsigned i = 0; i < maker->floor.rooms_n; i++) {
                marks.of[i] = marks.part[i];
                if (marks.part[i] == FL_CLUSTER_BESIDE) {
                    snprintf(marks.sign[i], FL_SVG_SIGN, "%u", ++beside);
                } else {
                    snprintf(marks.sign[i], FL_SVG_SIGN, "%s", part_marks[marks.part[i]].sign);
                }
            }
            snprintf(marks.line, sizeof marks.line, "clustering of room %u: %u", room, number);
            marks.marking = (fl_svg_marking){part_marks, sizeof part_marks / sizeof part_marks[0], marks.of,
                                             (const char(*)[FL_SVG_SIGN])marks.sign};
        }
        how.side_n = 1;
        how.marking = &marks.marking;
    }
    if (!err) {
        fl_draw_floor_svg(&maker->floor, &how, out);
    }
    free(marks.part);
    return err;
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
