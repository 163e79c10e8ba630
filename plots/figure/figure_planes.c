/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Figures of counts on a plane. Planes are binned into at most SIDE by SIDE cells: finer ones could not be
 * seen. */
#include "plots/figure/figure_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SIDE = 60, /* most cells of a side */
    MOST = 6,  /* metrics of a corner figure */
    LIST = 64, /* maps or joints that are looked at */
    NAME = 64, /* bytes of a metric's name */
};

static void free_names(char **names, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        free(names[i]);
    }
}

/* Adds up the planes of all conditions. */
static double *pool(const fl_result_view *run, const fl_result_view_counts *counts)
{
    uint64_t size = counts->rows * counts->columns;
    double *sum = calloc(size, sizeof *sum);
    for (uint64_t i = 0; sum && i < run->conditions * size; i++) {
        sum[i % size] += (double)counts->count[i];
    }
    return sum;
}

static void add_map(fl_data_table *table, const fl_result_view_counts *counts, const double *sum,
                    double floors, const fl_data_table_place *at)
{
    fl_data_table_place place = *at;
    double peak = 0;
    for (uint64_t i = 0; i < counts->rows * counts->columns; i++) {
        peak = sum[i] > peak ? sum[i] : peak;
    }
    for (uint64_t i = 0; i < counts->rows * counts->columns; i++) {
        place.x = (double)(i % counts->columns);
        fl_figure_table_row(table, &place);
        fl_figure_table_count(table, i / counts->columns);
        fl_figure_table_count(table, (uint64_t)sum[i]);
        fl_figure_table_number(table, sum[i] / floors);
        fl_figure_table_number(table, peak / floors);
    }
}

static double floors_of(const fl_result_view *run)
{
    double floors = 0;
    for (uint64_t c = 0; c < run->conditions; c++) {
        floors += (double)run->floors[c];
    }
    return floors;
}

void fl_figure_planes_map(const fl_figure_job *job, fl_data_table *table)
{
    char *names[LIST] = {NULL};
    const fl_result_view *run = job->runs;
    fl_result_view_counts counts;
    fl_text panel_name;
    unsigned found = 0;
    unsigned from = job->page * FL_FIGURE_PANELS;
    fl_text_init(&panel_name);
    fl_figure_table_columns(table, "y count share peak");
    fl_figure_titles_add_pooled(table, "Where rooms lie", run,
                                "share of floors with such a room in a cell; number: fullest cell");
    table->rows.is_short_of_memory |= fl_figure_view_names(run, "map", "count", names, LIST) != FL_OK;
    for (unsigned i = 0; i < LIST && names[i]; i++) {
        double *sum =
            fl_figure_view_map(run, names[i], &counts) && counts.rows <= SIDE && counts.columns <= SIDE
                ? pool(run, &counts)
                : NULL;
        double all = 0;
        for (uint64_t k = 0; sum && k < counts.rows * counts.columns; k++) {
            all += sum[k];
        }
        found += all > 0;
        if (all > 0 && found > from && found <= from + FL_FIGURE_PANELS) {
            fl_text_clear(&panel_name);
            fl_figure_label_add_words(&panel_name, strcmp(names[i], "any") == 0 ? "any room" : names[i]);
            fl_data_table_place place = {
                .panel = found - from, .panel_name = fl_text_get(&panel_name), .series = 1};
            add_map(table, &counts, sum, floors_of(run), &place);
        }
        free(sum);
    }
    unsigned panels = found - from < FL_FIGURE_PANELS ? found - from : FL_FIGURE_PANELS;
    fl_figure_table_fit(table, panels,
                        panels > 6 || panels == 1   ? 200
                        : panels > 2 && panels != 4 ? 266
                                                    : 398);
    free_names(names, LIST);
    fl_text_free(&panel_name);
}

/* A binned plane. */
typedef struct binned {
    uint64_t low[2], width[2]; /* of each side: the smallest value, the values in a cell */
    double cell[SIDE][SIDE];
    double total;
} binned;

static void find_bounds(const double *sum, const fl_result_view_counts *counts, binned *out)
{
    uint64_t high[2] = {0, 0};
    out->low[0] = counts->rows;
    out->low[1] = counts->columns;
    for (uint64_t i = 0; i < counts->rows * counts->columns; i++) {
        uint64_t at[2] = {i / counts->columns, i % counts->columns};
        for (unsigned side = 0; side < 2 && sum[i] > 0; side++) {
            out->low[side] = at[side] < out->low[side] ? at[side] : out->low[side];
            high[side] = at[side] > high[side] ? at[side] : high[side];
        }
    }
    for (unsigned side = 0; side < 2; side++) {
        out->width[side] = high[side] < out->low[side] ? 1 : (high[side] - out->low[side]) / SIDE + 1;
    }
}

/* False where nothing was counted, or without memory. */
static bool bin_plane(const fl_result_view *run, const fl_result_view_counts *counts, binned *out,
                      fl_data_table *table)
{
    double *sum = pool(run, counts);
    memset(out, 0, sizeof *out);
    if (!sum) {
        table->rows.is_short_of_memory = true;
        return false;
    }
    find_bounds(sum, counts, out);
    for (uint64_t i = 0; i < counts->rows * counts->columns; i++) {
        if (sum[i] > 0) {
            uint64_t a = (i / counts->columns - out->low[0]) / out->width[0];
            uint64_t b = (i % counts->columns - out->low[1]) / out->width[1];
            out->cell[a][b] += sum[i];
            out->total += sum[i];
        }
    }
    free(sum);
    return out->total > 0;
}

/* The middle of a cell. */
static double middle(const binned *plane, unsigned side, unsigned i)
{
    return (double)plane->low[side] + (double)plane->width[side] * i + (double)(plane->width[side] - 1) / 2;
}

/* One cell: position, size and share. */
static void add_cell(fl_data_table *table, const fl_data_table_place *place, const double cell[4],
                     double total)
{
    fl_figure_table_row(table, place);
    for (unsigned i = 0; i < 3; i++) {
        fl_figure_table_number(table, cell[i]);
    }
    fl_figure_table_count(table, (uint64_t)cell[3]);
    fl_figure_table_number(table, cell[3] / total);
}

/* All cells; side number `across` of the plane goes along x. */
static void add_plane(fl_data_table *table, const binned *plane, unsigned across,
                      const fl_data_table_place *at)
{
    fl_data_table_place place = *at;
    for (unsigned i = 0; i < SIDE * SIDE; i++) {
        unsigned index[2] = {i / SIDE, i % SIDE};
        double count = plane->cell[index[0]][index[1]];
        if (count > 0) {
            place.x = middle(plane, across, index[across]);
            double cell[4] = {middle(plane, 1 - across, index[1 - across]), (double)plane->width[across],
                              (double)plane->width[1 - across], count};
            add_cell(table, &place, cell, plane->total);
        }
    }
}

/* The distribution of one side. */
static void add_side(fl_data_table *table, const binned *plane, unsigned side, const fl_data_table_place *at)
{
    fl_data_table_place place = *at;
    for (unsigned i = 0; i < SIDE; i++) {
        double count = 0;
        for (unsigned k = 0; k < SIDE; k++) {
            count += side == 0 ? plane->cell[i][k] : plane->cell[k][i];
        }
        if (count > 0) {
            place.x = middle(plane, side, i);
            add_cell(table, &place, (const double[4]){0, (double)plane->width[side], 0, count}, plane->total);
        }
    }
}

/* The two names of a joint; false when it is not "a__b". */
static bool split(const char *joint, char a[NAME], char b[NAME])
{
    const char *gap = strstr(joint, "__");
    if (!gap || gap == joint || gap - joint >= NAME || !gap[2] || strlen(gap + 2) >= NAME) {
        return false;
    }
    snprintf(a, NAME, "%.*s", (int)(gap - joint), joint);
    snprintf(b, NAME, "%s", gap + 2);
    return true;
}

void fl_figure_planes_range(const fl_figure_job *job, fl_data_table *table)
{
    char *names[LIST] = {NULL};
    char side[2][NAME];
    fl_result_view_counts counts;
    binned plane;
    const fl_result_view *run = job->runs;
    unsigned found = 0;
    fl_figure_table_columns(table, "y width height count share");
    table->rows.is_short_of_memory |= fl_figure_view_names(run, "joint", "count", names, LIST) != FL_OK;
    for (unsigned i = 0; i < LIST && names[i]; i++) {
        bool is_here = split(names[i], side[0], side[1]) && fl_figure_view_joint(run, names[i], &counts) &&
                       bin_plane(run, &counts, &plane, table) && found++ == job->page;
        if (is_here) {
            fl_figure_titles_add_pooled(table, "Expressive range", run, NULL);
            fl_figure_label_add_words(&table->x_label, side[0]);
            fl_figure_label_add_words(&table->y_label, side[1]);
            add_plane(table, &plane, 0,
                      &(fl_data_table_place){.panel = 1, .series = 1, .panel_name = "both"});
            add_side(
                table, &plane, 0,
                &(fl_data_table_place){.panel = 2, .series = 1, .panel_name = fl_text_get(&table->x_label)});
            add_side(
                table, &plane, 1,
                &(fl_data_table_place){.panel = 3, .series = 1, .panel_name = fl_text_get(&table->y_label)});
        }
    }
    free_names(names, LIST);
}

/* The joint of two metrics, in either order; *across is the side of `a`. */
static bool find_joint(const fl_result_view *run, const char *a, const char *b, fl_result_view_counts *out,
                       unsigned *across)
{
    char name[2 * NAME + 4];
    snprintf(name, sizeof name, "%.63s__%.63s", a, b);
    *across = 0;
    if (fl_figure_view_joint(run, name, out)) {
        return true;
    }
    snprintf(name, sizeof name, "%.63s__%.63s", b, a);
    *across = 1;
    return fl_figure_view_joint(run, name, out);
}

/* Adds a metric to the set if it has a joint with each of those in it; returns the new number. */
static unsigned extend_set(const fl_result_view *run, const char *name, char set[MOST][NAME], unsigned n)
{
    fl_result_view_counts counts;
    unsigned across = 0;
    for (unsigned i = 0; i < n; i++) {
        if (strcmp(set[i], name) == 0 || !find_joint(run, set[i], name, &counts, &across)) {
            return n;
        }
    }
    if (n < MOST) {
        snprintf(set[n++], NAME, "%s", name);
    }
    return n;
}

/* A large set of metrics whose pairs all have joints: grown greedily from each joint in turn. */
static unsigned find_set(const fl_result_view *run, char *const *names, char best[MOST][NAME])
{
    char set[MOST][NAME];
    char side[2][NAME];
    unsigned best_n = 0;
    for (unsigned first = 0; first < LIST && names[first]; first++) {
        unsigned n = 0;
        for (unsigned i = 0; i < LIST && names[i]; i++) {
            if (split(names[n == 0 ? first : i], side[0], side[1])) {
                n = extend_set(run, side[0], set, n);
                n = extend_set(run, side[1], set, n);
            }
        }
        if (n > best_n) {
            best_n = n;
            memcpy(best, set, sizeof set);
        }
    }
    return best_n;
}

static void add_corner(fl_data_table *table, const fl_result_view *run, char set[MOST][NAME], unsigned n)
{
    fl_result_view_counts counts;
    binned plane;
    unsigned across = 0;
    fl_text names[2];
    fl_text_init(&names[0]);
    fl_text_init(&names[1]);
    for (unsigned i = 0; i < n * n; i++) {
        unsigned row = i / n;
        unsigned column = i % n;
        unsigned other = row != column ? column : (row + 1) % n;
        bool is_here = column <= row && find_joint(run, set[other], set[row], &counts, &across) &&
                       bin_plane(run, &counts, &plane, table);
        fl_text_clear(&names[0]);
        fl_text_clear(&names[1]);
        fl_figure_label_add_words(&names[0], set[row]);
        fl_figure_label_add_words(&names[1], set[column]);
        fl_data_table_place place = {.panel = row + 1,
                                     .series = column + 1,
                                     .panel_name = fl_text_get(&names[0]),
                                     .series_name = fl_text_get(&names[1])};
        if (is_here && row == column) {
            add_side(table, &plane, 1 - across, &place);
        } else if (is_here) {
            add_plane(table, &plane, across, &place);
        }
    }
    fl_text_free(&names[0]);
    fl_text_free(&names[1]);
}

void fl_figure_planes_corner(const fl_figure_job *job, fl_data_table *table)
{
    char *names[LIST] = {NULL};
    char set[MOST][NAME];
    const fl_result_view *run = job->runs;
    fl_figure_table_columns(table, "y width height count share");
    table->rows.is_short_of_memory |= fl_figure_view_names(run, "joint", "count", names, LIST) != FL_OK;
    unsigned n = job->page == 0 ? find_set(run, names, set) : 0;
    if (n >= 3) {
        fl_figure_titles_add_pooled(table, "Expressive range", run, NULL);
        add_corner(table, run, set, n);
    }
    free_names(names, LIST);
}
