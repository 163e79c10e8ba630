/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Clustering numbers in drawings and lines (Gao 2022, 6.1 and Figure 9). Added rooms count only for the
 * number of an added room, as in the metrics. */
#include "experiments/show/show.h"
#include "gen/base/parse_number.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLOURS = 8, CELL = 44 /* pixels of a picture */, SHADES = 5, LABEL = 40 };

/* The parts of Figure 9, in the order of fl_cluster_part; letters, numbers and lines distinguish them. */
static const fl_svg_mark part_marks[] = {
    [FL_CLUSTER_APART] = {"no part of it", "", 0xe8e6df, NULL, "1.5"},
    [FL_CLUSTER_ROOM] = {"the room", "R", 0x56b4e9, NULL, "4"},
    [FL_CLUSTER_BESIDE] = {"beside it, numbered", "1", 0xf0e442, "6 3", "3"},
    [FL_CLUSTER_SET] = {"its clustering set", "C", 0x009e73, "2 2", "3"},
};
/* The text colour groups with these colours. */
static const uint8_t part_groups[] = {1, 3, 2, 5};

/* From light to dark, so that the order is visible without colour; the last means "or more". */
static const unsigned shades[SHADES] = {0xf7f7f2, 0xc6dbef, 0x7fb3d8, 0x2b7bba, 0x08306b};

/* The part of each room relative to the selected one, or its number, for text and pictures. */
typedef struct marks {
    uint8_t *part, *shade_of, *group; /* [rooms_n] each; NULL = there are no rooms */
    char *letter;
    char (*sign)[FL_SVG_SIGN];
    fl_svg_mark shade[SHADES];
    char label[SHADES][LABEL], number[SHADES][FL_SVG_SIGN];
    fl_svg_marks marking;
    bool is_all;
    char line[FL_SHOW_SIDE_WIDTH];
} marks;

/* Marks every room with its number, in text at most 9; the legend counts rooms. */
static void mark_all(fl_floor_maker *maker, marks *self)
{
    unsigned count[SHADES] = {0};
    unsigned highest = 0;
    for (unsigned i = 0; i < maker->floor.rooms_n; i++) {
        unsigned n = fl_metric_cluster_parts(&maker->metric.cluster, &maker->floor, i, self->part);
        self->shade_of[i] = (uint8_t)(n < SHADES ? n : SHADES - 1);
        self->group[i] = (uint8_t)(n < COLOURS ? n : COLOURS);
        self->letter[i] = (char)('0' + (n < 10 ? n : 9));
        count[self->shade_of[i]]++;
        highest = n > highest ? n : highest;
        snprintf(self->sign[i], FL_SVG_SIGN, "%u", n);
    }
    unsigned n = highest < SHADES ? highest + 1 : SHADES;
    for (unsigned i = 0; i < n; i++) {
        bool is_open = i == SHADES - 1 && highest > i;
        snprintf(self->number[i], FL_SVG_SIGN, "%u", i);
        snprintf(self->label[i], LABEL, "clustering number %u%s: %u room%s", i, is_open ? " or more" : "",
                 count[i], count[i] == 1 ? "" : "s");
        self->shade[i] = (fl_svg_mark){self->label[i], self->number[i], shades[i], NULL, "1.5"};
    }
    snprintf(self->line, sizeof self->line, "clustering number of each room");
    self->marking = (fl_svg_marks){.mark = self->shade, .marks_n = n};
}

/* Marks the selected room R, its neighbours 1, 2, … and the rooms C of its clustering set. */
static void mark_set(fl_floor_maker *maker, unsigned room, marks *self)
{
    unsigned beside = 0;
    unsigned number = fl_metric_cluster_parts(&maker->metric.cluster, &maker->floor, room, self->part);
    for (unsigned i = 0; i < maker->floor.rooms_n; i++) {
        const char *letter = part_marks[self->part[i]].sign;
        self->shade_of[i] = self->part[i];
        self->group[i] = part_groups[self->part[i]];
        self->letter[i] = letter[0] ? letter[0] : ' ';
        snprintf(self->sign[i], FL_SVG_SIGN, "%s", letter);
        if (self->part[i] == FL_CLUSTER_BESIDE) {
            snprintf(self->sign[i], FL_SVG_SIGN, "%u", ++beside);
            self->letter[i] = (char)('0' + beside % 10);
        }
    }
    snprintf(self->line, sizeof self->line, "clustering of room %u: %u", room, number);
    self->marking = (fl_svg_marks){.mark = part_marks, .marks_n = sizeof part_marks / sizeof part_marks[0]};
}

/* Marks all rooms, or those belonging to one; free self->part. */
static fl_err mark(fl_floor_maker *maker, const char *which, marks *self, fl_diag *diag)
{
    uint64_t room = 0;
    size_t n = maker->floor.rooms_n;
    *self = (marks){.is_all = strcmp(which, "all") == 0};
    if (!self->is_all && (fl_parse_number_unsigned(which, &room) || (room > 0 && room >= n))) {
        return fl_diag_set(diag, FL_ERR_USAGE, "",
                           "--clustering takes all or a room from 0 to %d, not '%.40s'", (int)n - 1, which);
    }
    self->part = n > 0 ? calloc(4 + FL_SVG_SIGN, n) : NULL;
    if (!self->part) {
        return n > 0 ? fl_diag_memory(diag) : FL_OK;
    }
    self->shade_of = self->part + n;
    self->group = self->shade_of + n;
    self->letter = (char *)self->group + n;
    self->sign = (char(*)[FL_SVG_SIGN])(self->letter + n);
    if (self->is_all) {
        mark_all(maker, self);
    } else {
        mark_set(maker, (unsigned)room, self);
    }
    self->marking.mark_of = self->shade_of;
    self->marking.sign = (const char(*)[FL_SVG_SIGN])self->sign;
    return FL_OK;
}

fl_err fl_show_clustering(fl_floor_maker *maker, const char *which, const fl_floor_text_options *given,
                          fl_text *out, fl_diag *diag)
{
    marks marks;
    fl_floor_text_options how = *given;
    const char *side[] = {marks.line, "R  the room   1, 2, …  beside it   C  its set"};
    fl_err err = mark(maker, which, &marks, diag);
    if (marks.part) {
        how.side = side;
        how.side_n = marks.is_all ? 1 : 2;
        how.group = marks.group;
        how.sign = marks.letter;
    }
    if (!err) {
        fl_draw_floor_text(&maker->floor, &how, out);
    }
    free(marks.part);
    return err;
}

fl_err fl_show_clustering_svg(fl_floor_maker *maker, const char *which, const fl_show_look *look,
                              fl_text *out, fl_diag *diag)
{
    marks marks;
    const char *side[] = {marks.line};
    fl_err err = mark(maker, which, &marks, diag);
    fl_floor_svg_options how = {.title = look->title,
                                .side = side,
                                .side_n = marks.part ? 1 : 0,
                                .cell = CELL,
                                .is_dark = look->is_dark,
                                .marking = marks.part ? &marks.marking : NULL};
    if (!err) {
        fl_draw_floor_svg(&maker->floor, &how, out);
    }
    free(marks.part);
    return err;
}

fl_err fl_show_clustering_numbers(fl_floor_maker *maker, fl_diag *diag)
{
    uint8_t *part = malloc(maker->floor.rooms_n + 1u);
    for (unsigned i = 0; part && i < maker->floor.rooms_n; i++) {
        maker->metric.clustering[i] =
            (uint16_t)fl_metric_cluster_parts(&maker->metric.cluster, &maker->floor, i, part);
    }
    maker->clustering = part ? maker->metric.clustering : NULL;
    free(part);
    return maker->clustering ? FL_OK : fl_diag_memory(diag);
}
