/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The result file has the number of the first floor with the smallest and with the largest value of each
 * metric; the floor itself is made again. */
#include "experiments/report/report_private.h"
#include "gen/draw/draw.h"

/* An extreme that is worth showing. */
typedef struct extreme {
    unsigned metric;
    bool is_most;
    const char *title;
    const char *unit; /* follows the number */
} extreme;

static const extreme extremes[] = {
    {FL_METRIC_DIAMETER_STEPS, true, "The longest path", "steps between two rooms"},
    {FL_METRIC_BOSS_DISTANCE, true, "The farthest boss", "steps from the start"},
    {FL_METRIC_BOSS_DISTANCE, false, "The nearest boss", "steps from the start"},
    {FL_METRIC_DEAD_ENDS, true, "Most dead ends", "dead ends"},
    {FL_METRIC_DEAD_ENDS, false, "Fewest dead ends", "dead ends"},
    {FL_METRIC_CLUSTERING_SUM, true, "The most clustered", "as the sum of the clustering numbers"},
    {FL_METRIC_LOOPS, true, "Most loops", "loops"},
    {FL_METRIC_BRANCHING, true, "Most crossings", "rooms with three neighbours or more"},
    {FL_METRIC_BIG_ROOMS, true, "Most large rooms", "rooms of more than one cell"},
    {FL_METRIC_ROOMS, true, "Most rooms", "rooms"},
    {FL_METRIC_ROOMS, false, "Fewest rooms", "rooms"},
    {FL_METRIC_SECRET_NEIGHBOURS, true, "The best-connected secret room", "rooms beside the secret room"},
    {FL_METRIC_ATTEMPTS, true, "The hardest to make", "layouts tried"},
};

enum {
    EXTREMES = sizeof extremes / sizeof extremes[0],
    MAP_WIDTH = 250,
    CELL_MOST = 30,
    TOOLTIP_ROOMS = 24,
    LABEL = 160
};

/* The floor with the extreme. */
typedef struct found {
    const extreme *extreme;
    uint64_t condition, index;
    int32_t value;
    uint64_t as_many, floors; /* number of floors with this value, and of all */
} found;

/* The index of a metric in a tally, which differs between scenarios; -1 if the metric is not counted, or
 * floors are not made. */
static int find_metric(const fl_tally_spec *spec, unsigned metric)
{
    for (unsigned i = 0; i < spec->metrics_n && spec->catalogue->generator->makes == FL_SAMPLE_FLOOR; i++) {
        if (spec->metrics[i].metric == metric) {
            return (int)i;
        }
    }
    return -1;
}

/* Finds an extreme. False if no floors have the metric, or all have the same value. */
static bool find(const fl_run_result *run, const extreme *extreme, found *out)
{
    int32_t lowest = INT32_MAX;
    int32_t highest = INT32_MIN;
    bool is_counted = true;
    *out = (found){.extreme = extreme};
    for (uint64_t c = 0; c < run->setup.conditions; c++) {
        const fl_tally *tally = &run->totals[c];
        int i = find_metric(tally->spec, extreme->metric);
        if (i < 0 || tally->extreme[i].min > tally->extreme[i].max) {
            continue;
        }
        const fl_tally_extreme *values = &tally->extreme[i];
        out->floors += tally->floors;
        if (extreme->is_most ? values->max > highest : values->min < lowest) {
            out->condition = c;
            out->index = extreme->is_most ? values->argmax : values->argmin;
            out->value = extreme->is_most ? values->max : values->min;
        }
        lowest = values->min < lowest ? values->min : lowest;
        highest = values->max > highest ? values->max : highest;
    }
    for (uint64_t c = 0; c < run->setup.conditions && is_counted && lowest < highest; c++) {
        const fl_tally *tally = &run->totals[c];
        int i = find_metric(tally->spec, out->extreme->metric);
        if (i >= 0 && out->value >= tally->extreme[i].min && out->value <= tally->extreme[i].max) {
            const fl_tally_metric *metric = &tally->spec->metrics[i];
            is_counted = (uint32_t)out->value < metric->bins; /* otherwise it has no bin */
            out->as_many += is_counted ? tally->count[metric->at + (uint32_t)out->value] : 0;
        }
    }
    out->as_many = is_counted ? out->as_many : 0;
    fl_bug_assert(lowest >= highest || out->value != FL_GENERATOR_FACT_NONE, "floorlab report RUN.h5");
    const fl_opened_generator *opened = &run->setup.condition[out->condition].opened;
    return lowest < highest && out->index >= opened->first && out->index <= opened->last;
}

/* Colours as CSS variables of the page. */
static const fl_svg_look page_look = {"var(--map-paper)", "var(--map-ink)", "var(--map-faint)",
                                      "var(--map-edge)", "var(--map-corridor)"};

void fl_report_floors_add_variables(bool is_dark, fl_text *out)
{
    fl_svg svg;
    fl_draw_svg_init(&svg, out, is_dark);
    fl_text_add_format(out, "--map-paper:%s;--map-ink:%s;--map-faint:%s;--map-edge:%s;--map-corridor:%s;",
                       svg.look->paper, svg.look->ink, svg.look->faint, svg.look->edge, svg.look->corridor);
}

/* Draws only the map, scaled to the width of a card. */
static void draw(const fl_floor *floor, fl_text *out)
{
    fl_svg svg = {.out = out, .look = &page_look};
    fl_picture picture;
    fl_draw_picture_init(&picture, floor);
    int side = picture.width > picture.height ? picture.width : picture.height;
    int cell = side > 0 ? MAP_WIDTH / side : CELL_MOST;
    cell = cell > CELL_MOST ? CELL_MOST : cell < FL_SVG_CELL_MIN ? FL_SVG_CELL_MIN : cell;
    fl_svg_place place = {.x = 2, .y = 2, .cell = cell, .has_tooltips = floor->rooms_n <= TOOLTIP_ROOMS};
    fl_draw_svg_begin(&svg, picture.width * cell + 4, picture.height * cell + 4, "A dungeon floor");
    fl_text_add_format(out, "<desc>%u rooms and %u doors", (unsigned)floor->rooms_n,
                       (unsigned)floor->doors_n);
    fl_draw_svg_add_kinds(&svg, picture.kind_n);
    fl_text_add(out, "</desc>\n");
    fl_draw_svg_add_map(&svg, floor, &picture, &place);
    fl_text_add(out, "</svg>\n");
}

/* The floors being added. */
typedef struct floor_cards {
    fl_report *report;
    const fl_report_run *run;
    fl_text *out;
    unsigned kind_n[FL_KIND_COUNT]; /* of all floors */
    bool has_hidden_doors;
} floor_cards;

static bool is_same(const found *a, const found *b)
{
    return a->condition == b->condition && a->index == b->index;
}

/* Adds a floor with all its extremes, "30 loops, on one of 440 000 floors": entries of `all` from `first`
 * on. */
static fl_err add_floor(floor_cards *self, const found *all, unsigned n, unsigned first, fl_diag *diag)
{
    fl_floor_maker maker;
    fl_text command;
    fl_picture picture;
    const found *one = &all[first];
    const fl_opened_generator *opened = &self->run->result.setup.condition[one->condition].opened;
    fl_err err = fl_run_maker_open(&maker, opened, diag);
    if (err) {
        return err;
    }
    fl_run_maker_make(&maker, one->index, 0);
    fl_text_add(self->out, "<figure class=\"floor\">\n<figcaption>");
    for (unsigned i = first; i < n; i++) {
        if (is_same(&all[i], one)) {
            fl_text_add_format(self->out, "<h3>%s</h3><p>%d %s", all[i].extreme->title, all[i].value,
                               all[i].extreme->unit);
            if (all[i].as_many == 1) {
                fl_report_add(self->out, ", on one of %c floors", all[i].floors);
            } else if (all[i].as_many > 1) {
                fl_report_add(self->out, ", on %c of %c floors", all[i].as_many, all[i].floors);
            }
            fl_text_add(self->out, "</p>");
        }
    }
    if (self->run->view.axes_n > 0) {
        fl_text words;
        fl_text_init(&words);
        fl_figure_titles_condition(&self->run->view, one->condition, &words);
        fl_text_add(self->out, "<p class=\"note\">");
        fl_report_add_label(fl_text_get(&words), LABEL, self->out);
        fl_text_add(self->out, "</p>");
        fl_text_drop(&words, self->out);
    }
    fl_text_add(self->out, "</figcaption>\n<div class=\"map\">\n");
    draw(&maker.floor, self->out);
    fl_draw_picture_init(&picture, &maker.floor);
    self->has_hidden_doors |= picture.has_hidden_doors;
    for (unsigned kind = 0; kind < FL_KIND_COUNT; kind++) {
        self->kind_n[kind] += picture.kind_n[kind];
    }
    fl_text_add(self->out, "</div>\n");
    fl_text_init(&command);
    fl_run_generator_add_command(opened, one->index, &command);
    fl_report_add_command(fl_text_get(&command), self->out);
    fl_text_drop(&command, self->out);
    fl_text_add(self->out, "\n</figure>\n");
    self->report->floors_n++;
    fl_run_maker_close(&maker);
    return FL_OK;
}

fl_err fl_report_floors_add(fl_report *self, unsigned number, fl_text *out, fl_diag *diag)
{
    const fl_report_run *run = &self->run[number];
    floor_cards floors = {.report = self, .run = run, .out = out};
    found all[EXTREMES];
    unsigned n = 0;
    fl_err err = FL_OK;
    for (unsigned i = 0; i < EXTREMES && run->is_known; i++) {
        n += find(&run->result, &extremes[i], &all[n]);
    }
    if (n == 0) {
        return FL_OK;
    }
    self->run[number].has_floors = true;
    fl_report_add_heading(self, number, "floors", "Floors", out);
    if (!fl_files_can_make(run->result.experiment.files)) {
        fl_text_add(
            out,
            "<p class=\"note\">The most extreme floors are not drawn: the files of their rooms are not in "
            "the result, as they may be the game's.</p>\n");
        return FL_OK;
    }
    fl_text_add(out, "<p class=\"note\">The most extreme of all floors of the run. Each was made again from "
                     "its number, by "
                     "the command below it.</p>\n<details><summary>Show them</summary>\n<div "
                     "class=\"floors\">\n");
    for (unsigned i = 0; i < n && !err; i++) {
        bool is_shown = false;
        for (unsigned k = 0; k < i && !is_shown; k++) {
            is_shown = is_same(&all[k], &all[i]);
        }
        err = is_shown ? FL_OK : add_floor(&floors, all, n, i, diag);
    }
    fl_text_add(out,
                "</div>\n<ul class=\"legend\">\n");     /* colours and signs, explained once for all floors */
    for (int kind = 0; kind <= FL_KIND_COUNT; kind++) { /* the last one: hidden doors */
        bool is_door = kind == FL_KIND_COUNT;
        if (is_door ? !floors.has_hidden_doors : floors.kind_n[kind] == 0) {
            continue;
        }
        fl_svg svg = {.out = out, .look = &page_look};
        const char *label = is_door ? "hidden door" : fl_kind_of((fl_kind)kind)->label;
        unsigned kind_n[FL_KIND_COUNT + 1] = {0};
        fl_svg_legend legend = {.kind_n = kind_n, .has_hidden_doors = is_door, .x = 1, .y = 2};
        kind_n[kind] = 1;
        fl_text_add(out, "<li>");
        fl_draw_svg_begin(&svg, FL_SVG_LABEL + FL_SVG_LETTER * ((int)fl_draw_svg_letters(label) + 1), 24,
                          label);
        fl_draw_svg_add_legend(&svg, &legend);
        fl_text_add(out, "</g></svg>\n</li>\n");
    }
    fl_text_add(out, "</ul>\n</details>\n");
    return err;
}
