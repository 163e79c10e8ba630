/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Figures of counts on a plane. Planes are binned into at most SIDE by SIDE cells: finer ones could not be
 * seen. */
#include "plots/figure/figure_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SIDE = 60,  /* most cells of a side */
    MOST = 6,   /* metrics of a corner figure */
    MAPS = 128, /* maps that are looked at */
    LIST = 64,  /* joints that are looked at */
    TILES = 16, /* sorts of tiles on a page */
};

/* A part of a run, for pages. */
typedef struct part {
    const fl_parts *parts;
    unsigned number;
} part;

/* Adds up the planes of the conditions of a part. */
static double *pool(const part *part, const fl_result_view_counts *counts)
{
    const fl_result_view *run = part->parts->run;
    uint64_t size = counts->rows * counts->columns;
    double *sum = calloc(size, sizeof *sum);
    for (uint64_t i = 0; sum && i < run->conditions * size; i++) {
        if (fl_figure_parts_has(part->parts, part->number, i / size)) {
            sum[i % size] += (double)fl_figure_view_row(counts, i / size)[i % size];
        }
    }
    return sum;
}

/* Adds up the planes of all conditions. */
static double *pool_all(const fl_result_view *run, const fl_result_view_counts *counts)
{
    fl_parts all = {.run = run, .n = 1};
    return pool(&(part){&all, 0}, counts);
}

/* The counts of one condition as doubles. */
static double *copy_row(const fl_result_view_counts *counts, uint64_t condition)
{
    uint64_t size = counts->rows * counts->columns;
    double *out = calloc(size, sizeof *out);
    for (uint64_t i = 0; out && i < size; i++) {
        out[i] = (double)fl_figure_view_row(counts, condition)[i];
    }
    return out;
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
        bool is_last = i + 1 == counts->rows * counts->columns; /* it says how large the plane is */
        if (sum[i] == 0 && !is_last) {
            continue;
        }
        place.x = (double)(i % counts->columns);
        fl_figure_table_row(table, &place);
        fl_figure_table_count(table, i / counts->columns);
        fl_figure_table_count(table, (uint64_t)sum[i]);
        fl_figure_table_number(table, sum[i] / floors);
        fl_figure_table_number(table, peak / floors);
    }
}

/* Whether a part has any room of a map. */
static bool has_rooms(const part *part, const fl_result_view_counts *counts)
{
    uint64_t size = counts->rows * counts->columns;
    for (uint64_t i = 0; i < size * part->parts->run->conditions; i++) {
        if (fl_figure_parts_has(part->parts, part->number, i / size) &&
            fl_figure_view_row(counts, i / size)[i % size] > 0) {
            return true;
        }
    }
    return false;
}

/* Maps of rooms that a part has; returns how many. */
static unsigned list_maps(const part *part, uint64_t out[MAPS])
{
    const fl_result_view *run = part->parts->run;
    fl_result_view_counts counts;
    unsigned n = 0;
    for (uint64_t i = 0; fl_figure_view_name(&run->maps, i) && n < MAPS; i++) {
        bool is_right = fl_figure_view_map(run, i, &counts) && counts.rows <= SIDE && counts.columns <= SIDE;
        if (is_right && has_rooms(part, &counts)) {
            out[n++] = i;
        }
    }
    return n;
}

/* Maps of a part on a page. */
typedef struct map_page {
    part part;
    uint64_t map[FL_FIGURE_PANELS];
    unsigned n;
} map_page;

/* Finds a page: the maps of the first part, of the second, and so on. False after the last. */
static bool find_map_page(const fl_figure_job *job, const fl_parts *parts, map_page *out)
{
    unsigned most = fl_figure_table_panels(job, FL_FIGURE_PANELS);
    unsigned page = job->page;
    for (unsigned i = 0; i < parts->n; i++) {
        uint64_t maps[MAPS];
        out->part = (part){parts, i};
        unsigned n = list_maps(&out->part, maps);
        unsigned pages = (n + most - 1) / most;
        if (page < pages) {
            unsigned left = n - page * most;
            out->n = left < most ? left : most;
            memcpy(out->map, maps + (size_t)page * most, out->n * sizeof *maps);
            return true;
        }
        page -= pages;
    }
    return false;
}

/* How many samples the maps of a part count. */
static uint64_t count_mapped(const fl_parts *parts, unsigned part)
{
    uint64_t n = 0;
    for (uint64_t c = 0; c < parts->run->conditions; c++) {
        n += fl_figure_parts_has(parts, part, c) ? fl_figure_view_mapped(parts->run, c) : 0;
    }
    return n;
}

void fl_figure_planes_map(const fl_figure_job *job, fl_data_table *table)
{
    const fl_result_view *run = job->runs;
    fl_result_view_counts counts;
    fl_parts parts;
    map_page page;
    fl_text panel_name;
    fl_figure_table_columns(table, "y count share peak");
    fl_figure_parts_init(&parts, run);
    if (strcmp(run->sample, "room") == 0 || !find_map_page(job, &parts, &page)) {
        return; /* rooms have maps of their own */
    }
    fl_text_init(&panel_name);
    fl_figure_parts_add_title(&parts, page.part.number, "Where rooms lie",
                              "numbers: the share in the fullest cell", table);
    uint64_t mapped = count_mapped(&parts, page.part.number);
    fl_text_add_format(&table->scale, "share of %s with such a room in the cell",
                       fl_figure_titles_samples(run));
    for (unsigned p = 0; p < page.n && fl_figure_view_map(run, page.map[p], &counts); p++) {
        const char *name = fl_figure_view_name(&run->maps, page.map[p]);
        double *sum = pool(&page.part, &counts);
        table->rows.is_short_of_memory |= !sum;
        fl_text_clear(&panel_name);
        fl_figure_label_add_words(&panel_name, strcmp(name, "any") == 0 ? "any room" : name);
        fl_data_table_place place = {.panel = p + 1, .panel_name = fl_text_get(&panel_name), .series = 1};
        if (sum) {
            add_map(table, &counts, sum, (double)mapped, &place);
        }
        free(sum);
    }
    fl_figure_table_fit(table, page.n,
                        page.n > 6 || page.n == 1   ? 200
                        : page.n > 2 && page.n != 4 ? 266
                                                    : 398);
    fl_figure_table_drop(table, &panel_name);
}

/* How many rows and columns of a condition's maps are in use: small rooms lie in the corner of large ones. */
static void find_extent(const fl_result_view *run, uint64_t condition, uint64_t extent[2])
{
    fl_result_view_counts counts;
    extent[0] = extent[1] = 0;
    for (uint64_t i = 0; fl_figure_view_map(run, i, &counts); i++) {
        for (uint64_t k = 0; k < counts.rows * counts.columns; k++) {
            if (fl_figure_view_row(&counts, condition)[k] > 0) {
                uint64_t at[2] = {k / counts.columns + 1, k % counts.columns + 1};
                extent[0] = at[0] > extent[0] ? at[0] : extent[0];
                extent[1] = at[1] > extent[1] ? at[1] : extent[1];
            }
        }
    }
}

/* Adds the map of a sort of tile; false if the condition has none. */
static bool add_tiles(fl_data_table *table, const uint64_t *row, const fl_result_view_counts *counts,
                      const fl_data_table_place *at, double rooms)
{
    const uint64_t *extent = counts->low; /* the part in use */
    double *sum = calloc(extent[0] * extent[1], sizeof *sum);
    double all = 0;
    table->rows.is_short_of_memory |= !sum;
    for (uint64_t i = 0; sum && i < extent[0] * extent[1]; i++) {
        sum[i] = (double)row[i / extent[1] * counts->columns + i % extent[1]];
        all += sum[i];
    }
    if (all > 0) {
        fl_result_view_counts used = {.rows = extent[0], .columns = extent[1]};
        add_map(table, &used, sum, rooms, at);
    }
    free(sum);
    return all > 0;
}

void fl_figure_planes_tiles(const fl_figure_job *job, fl_data_table *table)
{
    const fl_result_view *run = job->runs;
    const char *name = NULL;
    fl_result_view_counts counts;
    uint64_t extent[2] = {0, 0};
    uint64_t mapped = 0;
    unsigned panels = 0;
    fl_text words;
    fl_figure_table_columns(table, "y count share peak");
    bool is_there = strcmp(run->sample, "room") == 0 && job->page < run->conditions;
    if (is_there) {
        find_extent(run, job->page, extent);
        mapped = fl_figure_view_mapped(run, job->page);
    }
    if (extent[0] == 0 || extent[0] > SIDE || extent[1] > SIDE) {
        return;
    }
    fl_text_init(&words);
    fl_figure_titles_add_single(table, "Where tiles stand", run, job->page,
                                "numbers: the share in the fullest place");
    fl_text_add(&table->scale, "share of rooms with such a tile in the place");
    for (uint64_t i = 0; (name = fl_figure_view_name(&run->maps, i)) != NULL && panels < TILES; i++) {
        fl_text_clear(&words);
        fl_figure_label_add_words(&words, name);
        fl_data_table_place place = {.panel = panels + 1, .panel_name = fl_text_get(&words), .series = 1};
        bool is_right = fl_figure_view_map(run, i, &counts);
        counts.low[0] = extent[0];
        counts.low[1] = extent[1];
        panels += is_right &&
                  add_tiles(table, fl_figure_view_row(&counts, job->page), &counts, &place, (double)mapped);
    }
    fl_figure_table_fit(table, panels, 200);
    fl_figure_table_drop(table, &words);
}

/* A binned plane. */
typedef struct binned {
    uint64_t low[2], width[2]; /* of each side: the first row or column, how many of them make a cell */
    uint64_t first[2];         /* the value of row or column 0 */
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

/* Adds counts to the cells of a plane that has its bounds. */
static void add_to_cells(const double *sum, const fl_result_view_counts *counts, binned *out)
{
    for (uint64_t i = 0; i < counts->rows * counts->columns; i++) {
        if (sum[i] > 0) {
            uint64_t a = (i / counts->columns - out->low[0]) / out->width[0];
            uint64_t b = (i % counts->columns - out->low[1]) / out->width[1];
            out->cell[a][b] += sum[i];
            out->total += sum[i];
        }
    }
}

/* False where nothing was counted, or without memory. */
static bool bin_plane(const fl_result_view *run, const fl_result_view_counts *counts, binned *out,
                      fl_data_table *table)
{
    double *sum = pool_all(run, counts);
    memset(out, 0, sizeof *out);
    if (!sum) {
        table->rows.is_short_of_memory = true;
        return false;
    }
    memcpy(out->first, counts->low, sizeof out->first);
    find_bounds(sum, counts, out);
    add_to_cells(sum, counts, out);
    free(sum);
    return out->total > 0;
}

/* The same for one part, with the bounds of all. */
static bool bin_part(const part *part, const fl_result_view_counts *counts, binned *out, fl_data_table *table)
{
    bool is_there = bin_plane(part->parts->run, counts, out, table);
    double *sum = is_there ? pool(part, counts) : NULL;
    table->rows.is_short_of_memory |= is_there && !sum;
    memset(out->cell, 0, sizeof out->cell);
    out->total = 0;
    if (sum) {
        add_to_cells(sum, counts, out);
    }
    free(sum);
    return out->total > 0;
}

/* The same for one condition, with the bounds of all. */
static bool bin_condition(const fl_result_view_counts *counts, uint64_t condition, binned *out,
                          fl_data_table *table)
{
    double *row = copy_row(counts, condition);
    memset(out->cell, 0, sizeof out->cell);
    out->total = 0;
    table->rows.is_short_of_memory |= !row;
    if (row) {
        add_to_cells(row, counts, out);
    }
    free(row);
    return out->total > 0;
}

/* The middle of a cell. */
static double middle(const binned *plane, unsigned side, unsigned i)
{
    return (double)(plane->first[side] + plane->low[side]) + (double)plane->width[side] * i +
           (double)(plane->width[side] - 1) / 2;
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

/* The joint of a page; false after the last. */
static bool find_page(const fl_result_view *run, unsigned page, fl_result_view_joint *out)
{
    for (unsigned i = 0; fl_figure_view_joint(run, i, out) || out->is_there; i++) {
        if (out->metric[1] && page-- == 0) {
            return true;
        }
    }
    return false;
}

/* Both metrics of a part, and each of them alone. */
static void add_range(fl_data_table *table, const binned *plane)
{
    fl_data_table_place both = {.panel = 1, .series = 1, .panel_name = "both"};
    fl_data_table_place a = {.panel = 2, .series = 1, .panel_name = fl_text_get(&table->x_label)};
    fl_data_table_place b = {.panel = 3, .series = 1, .panel_name = fl_text_get(&table->y_label)};
    add_plane(table, plane, 0, &both);
    add_side(table, plane, 0, &a);
    add_side(table, plane, 1, &b);
}

/* Page by page the parts of the first joint, of the second, and so on. */
void fl_figure_planes_range(const fl_figure_job *job, fl_data_table *table)
{
    fl_result_view_joint joint;
    binned plane;
    fl_parts parts;
    fl_figure_table_columns(table, "y width height count share");
    fl_figure_parts_init(&parts, job->runs);
    if (parts.n > 0 && find_page(job->runs, job->page / parts.n, &joint)) {
        part part = {&parts, job->page % parts.n};
        fl_figure_parts_add_title(&parts, part.number, "Expressive range", NULL, table);
        fl_text_add_format(&table->scale, "share of the %s", fl_figure_titles_samples(job->runs));
        fl_figure_label_add_words(&table->x_label, joint.metric[0]);
        fl_figure_label_add_words(&table->y_label, joint.metric[1]);
        if (bin_part(&part, &joint.counts, &plane, table)) {
            add_range(table, &plane);
        }
    }
}

/* The condition of a panel: where there are more conditions than panels they are taken at equal distances. */
static uint64_t shown_condition(const fl_result_view *run, unsigned panel, unsigned most)
{
    uint64_t n = run->conditions;
    return n <= most ? panel : panel * (n - 1) / (most - 1);
}

void fl_figure_planes_ranges(const fl_figure_job *job, fl_data_table *table)
{
    const fl_result_view *run = job->runs;
    fl_result_view_joint joint;
    binned plane;
    fl_text words;
    unsigned most = fl_figure_table_panels(job, FL_FIGURE_PANELS);
    unsigned panels = run->conditions < most ? (unsigned)run->conditions : most;
    fl_figure_table_columns(table, "y width height count share");
    if (panels < 2 || !find_page(run, job->page, &joint) || !bin_plane(run, &joint.counts, &plane, table)) {
        return;
    }
    fl_text_init(&words);
    fl_figure_titles_add_title(table, "Expressive range by condition", run);
    fl_text_add_format(&table->note, "a panel for each condition, all with the same axes and colours");
    fl_text_add_format(&table->scale, "share of the %s of a condition", fl_figure_titles_samples(run));
    if (run->conditions > panels) {
        fl_text_add_format(&table->note, "; %u of %llu conditions", panels,
                           (unsigned long long)run->conditions);
    }
    fl_figure_label_add_words(&table->x_label, joint.metric[0]);
    fl_figure_label_add_words(&table->y_label, joint.metric[1]);
    for (unsigned p = 0; p < panels; p++) {
        uint64_t c = shown_condition(run, p, most);
        fl_text_clear(&words);
        fl_figure_titles_condition(run, c, &words);
        fl_data_table_place place = {.panel = p + 1, .panel_name = fl_text_get(&words), .series = 1};
        if (bin_condition(&joint.counts, c, &plane, table)) {
            add_plane(table, &plane, 0, &place);
        }
    }
    fl_figure_table_fit(table, panels, panels > 6 ? 200 : 270);
    fl_figure_table_drop(table, &words);
}

/* The joint of two metrics, in either order; *across is the side of `a`. */
static bool find_joint(const fl_result_view *run, const char *a, const char *b, fl_result_view_counts *out,
                       unsigned *across)
{
    for (unsigned order = 0; order < 2; order++) {
        fl_result_view_joint joint;
        for (unsigned i = 0; fl_figure_view_joint(run, i, &joint) || joint.is_there; i++) {
            if (joint.metric[1] && strcmp(joint.metric[order], a) == 0 &&
                strcmp(joint.metric[1 - order], b) == 0) {
                *out = joint.counts;
                *across = order;
                return true;
            }
        }
    }
    return false;
}

/* Adds a metric to the set if it has a joint with each of those in it; returns the new number. */
static unsigned extend_set(const fl_result_view *run, const char *name, const char *set[MOST], unsigned n)
{
    fl_result_view_counts counts;
    unsigned across = 0;
    for (unsigned i = 0; i < n; i++) {
        if (strcmp(set[i], name) == 0 || !find_joint(run, set[i], name, &counts, &across)) {
            return n;
        }
    }
    if (n < MOST) {
        set[n++] = name;
    }
    return n;
}

/* A large set of metrics whose pairs all have joints: grown greedily from each joint in turn. */
static unsigned find_set(const fl_result_view *run, const char *best[MOST])
{
    const char *set[MOST];
    fl_result_view_joint joint;
    unsigned best_n = 0;
    unsigned joints_n = 0;
    while (joints_n < LIST && (fl_figure_view_joint(run, joints_n, &joint) || joint.is_there)) {
        joints_n++;
    }
    for (unsigned first = 0; first < joints_n; first++) {
        unsigned n = 0;
        for (unsigned i = 0; i < joints_n; i++) {
            if (fl_figure_view_joint(run, n == 0 ? first : i, &joint)) {
                n = extend_set(run, joint.metric[0], set, n);
                n = extend_set(run, joint.metric[1], set, n);
            }
        }
        if (n > best_n) {
            best_n = n;
            memcpy(best, set, sizeof set);
        }
    }
    return best_n;
}

static void add_corner(fl_data_table *table, const part *part, const char *const set[MOST], unsigned n)
{
    const fl_result_view *run = part->parts->run;
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
                       bin_part(part, &counts, &plane, table);
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
    fl_figure_table_drop(table, &names[0]);
    fl_figure_table_drop(table, &names[1]);
}

void fl_figure_planes_corner(const fl_figure_job *job, fl_data_table *table)
{
    const char *set[MOST];
    const fl_result_view *run = job->runs;
    fl_figure_table_columns(table, "y width height count share");
    fl_parts parts;
    fl_figure_parts_init(&parts, run);
    unsigned n = job->page < parts.n ? find_set(run, set) : 0;
    if (n >= 3) {
        fl_figure_parts_add_title(&parts, job->page, "Expressive range", NULL, table);
        fl_text_add_format(&table->scale, "share of the %s", fl_figure_titles_samples(run));
        add_corner(table, &(part){&parts, job->page}, set, n);
    }
}
