/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Figures of counts on a plane: the board of the floor, the tiles of a room, or two metrics. Planes of
 * metrics are binned into at most SIDE by SIDE cells; smaller ones would be invisible. */
#include "plots/figure/figure_private.h"

#include <stdlib.h>
#include <string.h>

enum {
    SIDE = 60,  /* limit of cells per side */
    MOST = 6,   /* metrics of a corner figure */
    LIST = 64,  /* limit of joints */
    TILES = 16, /* types of tiles on a page */
};

/* Configurations whose planes are added up: a part of the run, else one configuration, or all
 * (FL_RESULT_VIEW_CONDITIONS). */
typedef struct chosen {
    const fl_result_view *run;
    const fl_parts *parts; /* NULL = one configuration or all */
    unsigned part;
    uint64_t condition;
} chosen;

static bool has(const chosen *self, uint64_t condition)
{
    return self->parts ? fl_figure_parts_has(self->parts, self->part, condition)
                       : self->condition == FL_RESULT_VIEW_CONDITIONS || self->condition == condition;
}

/* The sum of the planes, to be freed; NULL if out of memory, which the table records. */
static double *add_up(const chosen *self, const fl_result_view_counts *counts, fl_data_table *table)
{
    uint64_t size = counts->rows * counts->columns;
    double *sum = calloc(size, sizeof *sum);
    for (uint64_t c = 0; sum && c < self->run->conditions; c++) {
        const uint64_t *row = has(self, c) ? fl_figure_view_row(counts, c) : NULL;
        for (uint64_t i = 0; row && i < size; i++) {
            sum[i] += (double)row[i];
        }
    }
    table->rows.is_short_of_memory |= !sum;
    return sum;
}

/* A map of the run whose size can be drawn. */
static bool find_map(const fl_result_view *run, uint64_t i, fl_result_view_counts *out)
{
    return fl_figure_view_map(run, i, out) && out->rows <= SIDE && out->columns <= SIDE;
}

/* True if the chosen configurations have any counts on a map. */
static bool has_any(const chosen *self, const fl_result_view_counts *counts)
{
    for (uint64_t c = 0; c < self->run->conditions; c++) {
        if (has(self, c) && fl_figure_summary_total(counts, c) > 0) {
            return true;
        }
    }
    return false;
}

/* Adds a panel for each map with counts: the part of it in use (NULL = all), as shares of `mapped`. */
static void add_maps(fl_figure_page *page, const chosen *self, const uint64_t *extent, uint64_t mapped)
{
    const char *name = NULL;
    for (uint64_t i = 0; (name = fl_figure_view_name(&page->run->maps, i)) != NULL; i++) {
        fl_result_view_counts counts;
        if (!find_map(page->run, i, &counts) || !has_any(self, &counts) || !fl_figure_page_panel(page)) {
            continue;
        }
        double peak = 0;
        double *sum = add_up(self, &counts, page->table);
        uint64_t size[2] = {extent ? extent[0] : counts.rows, extent ? extent[1] : counts.columns};
        for (uint64_t k = 0; sum && k < counts.rows * counts.columns; k++) {
            peak = sum[k] > peak ? sum[k] : peak;
        }
        fl_figure_label_add_words(&page->panel, strcmp(name, "any") == 0 ? "any room" : name);
        for (uint64_t k = 0; sum && k < size[0] * size[1]; k++) {
            double count = sum[k / size[1] * counts.columns + k % size[1]];
            if (count > 0 || k + 1 == size[0] * size[1]) { /* the last one shows the size of the plane */
                page->place.x = (double)(k % size[1]);
                fl_figure_page_row(page, "ccnn", k / size[1], (uint64_t)count, count / (double)mapped,
                                   peak / (double)mapped);
            }
        }
        free(sum);
    }
}

/* The maps of the first part, of the second, and so on, page by page. */
void fl_figure_planes_map(fl_figure_page *page)
{
    const fl_result_view *run = page->run;
    fl_data_table *table = page->table;
    fl_result_view_counts counts;
    fl_parts parts;
    chosen chosen = {.run = run, .parts = &parts};
    unsigned left = page->job->page;
    unsigned pages = 0;
    fl_figure_parts_init(&parts, run);
    for (chosen.part = 0; chosen.part < parts.n && !fl_figure_page_is_of(page, "room"); chosen.part++) {
        unsigned n = 0;
        for (uint64_t i = 0; i < run->maps.n; i++) {
            n += find_map(run, i, &counts) && has_any(&chosen, &counts);
        }
        pages = (n + page->panels_max - 1) / page->panels_max;
        if (left < pages) {
            break;
        }
        left -= pages;
    }
    if (chosen.part >= parts.n || fl_figure_page_is_of(page, "room")) {
        return; /* rooms have their own maps */
    }
    uint64_t mapped = 0;
    for (uint64_t c = 0; c < run->conditions; c++) {
        mapped += has(&chosen, c) ? fl_figure_view_mapped(run, c) : 0;
    }
    page->from = left * page->panels_max;
    add_maps(page, &chosen, NULL, mapped);
    unsigned panels = fl_figure_page_panels(page);
    page->each = panels > 6 || (panels == 1 && !page->job->panel) ? 200
                 : panels > 2 && panels != 4                      ? 266
                                                                  : 398;
    fl_figure_parts_add_title(&parts, chosen.part, page->figure->title,
                              "numbers: the share in the fullest cell", table);
    fl_text_add_format(&table->scale, "share of %s with such a room in the cell",
                       fl_figure_titles_samples(run));
}

/* A page for each configuration. */
void fl_figure_planes_tiles(fl_figure_page *page)
{
    const fl_result_view *run = page->run;
    chosen chosen = {.run = run, .condition = page->job->page};
    uint64_t extent[2] = {0, 0};
    bool is_here = fl_figure_page_is_of(page, "room") && chosen.condition < run->conditions;
    fl_result_view_counts counts;
    for (uint64_t i = 0; is_here && find_map(run, i, &counts); i++) { /* small rooms are in the corner */
        for (uint64_t k = 0; k < counts.rows * counts.columns; k++) {
            uint64_t at[2] = {k / counts.columns + 1, k % counts.columns + 1};
            bool is_used = fl_figure_view_row(&counts, chosen.condition)[k] > 0;
            extent[0] = is_used && at[0] > extent[0] ? at[0] : extent[0];
            extent[1] = is_used && at[1] > extent[1] ? at[1] : extent[1];
        }
    }
    if (extent[0] == 0) {
        return;
    }
    uint64_t mapped = fl_figure_view_mapped(run, chosen.condition);
    page->from = 0;
    page->panels_max = TILES;
    add_maps(page, &chosen, extent, mapped);
    fl_text *note = &page->table->note;
    fl_figure_titles_add_title(page->table, page->figure->title, run);
    fl_figure_titles_add_count(note, run->samples[chosen.condition]);
    fl_text_add(note, " rooms");
    if (run->conditions > 1) {
        fl_text_add(note, "; ");
        fl_figure_titles_condition(run, chosen.condition, note);
    }
    fl_text_add(note, "; numbers: the share in the fullest place");
    fl_text_add(&page->table->scale, "share of rooms with such a tile in the place");
}

/* A binned plane. */
typedef struct binned {
    uint64_t low[2], width[2]; /* of each side: the first row or column, and the number of them in a cell */
    uint64_t first[2];         /* the value of row or column 0 */
    double cell[SIDE][SIDE];
    double total;
} binned;

/* Bins the chosen configurations within the bounds of all; false if nothing was counted. */
static bool bin(const chosen *self, const fl_result_view_counts *counts, binned *out, fl_data_table *table)
{
    chosen all = {.run = self->run, .condition = FL_RESULT_VIEW_CONDITIONS};
    uint64_t size = counts->rows * counts->columns;
    uint64_t high[2] = {0, 0};
    double *whole = add_up(&all, counts, table);
    double *sum = add_up(self, counts, table);
    *out = (binned){.low = {counts->rows, counts->columns}};
    memcpy(out->first, counts->low, sizeof out->first);
    for (uint64_t i = 0; whole && i < size; i++) {
        uint64_t at[2] = {i / counts->columns, i % counts->columns};
        for (unsigned side = 0; side < 2 && whole[i] > 0; side++) {
            out->low[side] = at[side] < out->low[side] ? at[side] : out->low[side];
            high[side] = at[side] > high[side] ? at[side] : high[side];
        }
    }
    for (unsigned side = 0; side < 2; side++) {
        out->width[side] = high[side] < out->low[side] ? 1 : (high[side] - out->low[side]) / SIDE + 1;
    }
    for (uint64_t i = 0; whole && sum && i < size; i++) {
        if (sum[i] > 0) {
            uint64_t a = (i / counts->columns - out->low[0]) / out->width[0];
            uint64_t b = (i % counts->columns - out->low[1]) / out->width[1];
            out->cell[a][b] += sum[i];
            out->total += sum[i];
        }
    }
    free(whole);
    free(sum);
    return out->total > 0;
}

/* The middle of a cell. */
static double middle(const binned *plane, unsigned side, unsigned i)
{
    return (double)(plane->first[side] + plane->low[side]) + (double)plane->width[side] * i +
           (double)(plane->width[side] - 1) / 2;
}

/* Adds all cells, with side number `across` of the plane along x; with `is_side` the distribution of only
 * that side. */
static void add_cells(fl_figure_page *page, const binned *plane, unsigned across, bool is_side)
{
    double width[2] = {(double)plane->width[across], is_side ? 0 : (double)plane->width[1 - across]};
    double along[SIDE] = {0};
    for (unsigned i = 0; i < SIDE * SIDE; i++) {
        unsigned index[2] = {i / SIDE, i % SIDE};
        double count = plane->cell[index[0]][index[1]];
        along[index[across]] += count;
        if (count > 0 && !is_side) {
            page->place.x = middle(plane, across, index[across]);
            fl_figure_page_row(page, "nnncn", middle(plane, 1 - across, index[1 - across]), width[0],
                               width[1], (uint64_t)count, count / plane->total);
        }
    }
    for (unsigned i = 0; i < SIDE; i++) {
        if (along[i] > 0 && is_side) {
            page->place.x = middle(plane, across, i);
            fl_figure_page_row(page, "nnncn", 0.0, width[0], width[1], (uint64_t)along[i],
                               along[i] / plane->total);
        }
    }
}

/* The joint of a page, whose metrics name the axes; false after the last. */
static bool find_page(const fl_figure_page *page, unsigned number, fl_result_view_joint *out)
{
    bool is_there = fl_figure_view_joint(page->run, number, out);
    if (is_there) {
        fl_figure_label_add_words(&page->table->x_label, out->metric[0]);
        fl_figure_label_add_words(&page->table->y_label, out->metric[1]);
    }
    return is_there;
}

/* The parts of the first joint, of the second, and so on, page by page: both metrics, and each of them
 * alone. */
void fl_figure_planes_range(fl_figure_page *page)
{
    fl_result_view_joint joint;
    binned plane;
    fl_parts parts;
    fl_data_table *table = page->table;
    fl_figure_parts_init(&parts, page->run);
    if (parts.n == 0 || !find_page(page, page->job->page / parts.n, &joint)) {
        return;
    }
    chosen part = {.run = page->run, .parts = &parts, .part = page->job->page % parts.n};
    fl_figure_parts_add_title(&parts, part.part, page->figure->title, NULL, table);
    fl_text_add_format(&table->scale, "share of the %s", fl_figure_titles_samples(page->run));
    if (bin(&part, &joint.counts, &plane, table)) {
        const char *names[3] = {"both", fl_text_get(&table->x_label), fl_text_get(&table->y_label)};
        for (unsigned i = 0; i < 3; i++) {
            page->place.panel = i + 1;
            fl_text_clear(&page->panel);
            fl_text_add(&page->panel, names[i]);
            add_cells(page, &plane, i > 0 ? i - 1 : 0, i > 0);
        }
    }
}

/* A panel for each configuration, or for equidistant ones if there are too many. */
void fl_figure_planes_ranges(fl_figure_page *page)
{
    const fl_result_view *run = page->run;
    fl_data_table *table = page->table;
    fl_result_view_joint joint;
    binned plane;
    unsigned panels_max = page->panels_max;
    unsigned panels = run->conditions < panels_max ? (unsigned)run->conditions : panels_max;
    if (panels < 2 || !find_page(page, page->job->page, &joint)) {
        return;
    }
    for (unsigned p = 0; p < panels; p++) {
        uint64_t c = run->conditions <= panels_max ? p : p * (run->conditions - 1) / (panels_max - 1);
        chosen one = {.run = run, .condition = c};
        page->place.panel = p + 1;
        fl_text_clear(&page->panel);
        fl_figure_titles_condition(run, c, &page->panel);
        if (bin(&one, &joint.counts, &plane, table)) {
            add_cells(page, &plane, 0, false);
        }
    }
    fl_figure_titles_add_title(table, page->figure->title, run);
    fl_text_add(&table->note, "a panel for each configuration, all with the same axes and colours");
    fl_text_add_format(&table->scale, "share of the %s of a configuration", fl_figure_titles_samples(run));
    if (run->conditions > panels) {
        fl_text_add_format(&table->note, "; %u of %llu configurations", panels,
                           (unsigned long long)run->conditions);
    }
    fl_figure_table_fit(table, panels, panels > 6 ? 200 : 270);
}

/* The joint of two metrics, in either order; *across is the side of `a`. */
static bool find_joint(const fl_result_view *run, const char *a, const char *b, fl_result_view_counts *out,
                       unsigned *across)
{
    fl_result_view_joint joint;
    for (*across = 0; *across < 2; ++*across) {
        for (unsigned i = 0; fl_figure_view_joint(run, i, &joint); i++) {
            if (strcmp(joint.metric[*across], a) == 0 && strcmp(joint.metric[1 - *across], b) == 0) {
                *out = joint.counts;
                return true;
            }
        }
    }
    return false;
}

/* A large set of metrics whose pairs all have joints: grown greedily from each joint in turn. */
static unsigned find_set(const fl_result_view *run, const char *best[MOST])
{
    const char *set[MOST];
    fl_result_view_counts counts;
    fl_result_view_joint joint;
    unsigned across = 0;
    unsigned best_n = 0;
    for (unsigned first = 0; first < LIST && fl_figure_view_joint(run, first, &joint); first++) {
        unsigned n = 0;
        for (unsigned i = 0; i < LIST && fl_figure_view_joint(run, n == 0 ? first : i, &joint); i++) {
            for (unsigned side = 0; side < 2; side++) {
                bool fits = n < MOST;
                for (unsigned k = 0; k < n && fits; k++) {
                    fits = strcmp(set[k], joint.metric[side]) != 0 &&
                           find_joint(run, set[k], joint.metric[side], &counts, &across);
                }
                if (fits) {
                    set[n++] = joint.metric[side];
                }
            }
        }
        if (n > best_n) {
            best_n = n;
            memcpy(best, set, sizeof set);
        }
    }
    return best_n;
}

void fl_figure_planes_corner(fl_figure_page *page)
{
    const char *set[MOST];
    const fl_result_view *run = page->run;
    fl_parts parts;
    fl_figure_parts_init(&parts, run);
    unsigned n = page->job->page < parts.n ? find_set(run, set) : 0;
    if (n < 3) {
        return;
    }
    chosen part = {.run = run, .parts = &parts, .part = page->job->page};
    fl_figure_parts_add_title(&parts, part.part, page->figure->title, NULL, page->table);
    fl_text_add_format(&page->table->scale, "share of the %s", fl_figure_titles_samples(run));
    for (unsigned i = 0; i < n * n; i++) {
        fl_result_view_counts counts;
        binned plane;
        unsigned across = 0;
        unsigned row = i / n;
        unsigned column = i % n;
        unsigned other = row != column ? column : (row + 1) % n;
        if (column > row || !find_joint(run, set[other], set[row], &counts, &across) ||
            !bin(&part, &counts, &plane, page->table)) {
            continue;
        }
        fl_text_clear(&page->panel);
        fl_text_clear(&page->series);
        fl_figure_label_add_words(&page->panel, set[row]);
        fl_figure_label_add_words(&page->series, set[column]);
        page->place.panel = row + 1;
        page->place.series = column + 1;
        add_cells(page, &plane, row == column ? 1 - across : across, row == column);
    }
}
