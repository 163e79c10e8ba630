/* floorlab show: one floor, drawn. */
#include "experiments/cmd.h"
#include "experiments/output.h"
#include "experiments/show_grid.h"
#include "experiments/source.h"
#include "gen/floor/draw_svg.h"
#include "gen/floor/draw_text.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { SIDE_LINES = 24, SIDE_WIDTH = 64 };

/* The metrics worth a line beside the map. */
static const fl_metric side_metrics[] = {
    FL_METRIC_ROOMS,
    FL_METRIC_ATTEMPTS,
    FL_METRIC_DEAD_ENDS,
    FL_METRIC_BOSS_DISTANCE,
    FL_METRIC_ECCENTRICITY,
    FL_METRIC_DIAMETER_STEPS,
    FL_METRIC_LOOPS,
    FL_METRIC_BRANCHING,
    FL_METRIC_SECRET_NEIGHBOURS,
    FL_METRIC_SECRET_CRITERION,
    FL_METRIC_CLUSTERING_MAX,
    FL_METRIC_CLUSTERING_SECRET,
};

typedef struct side {
    char text[SIDE_LINES][SIDE_WIDTH];
    const char *line[SIDE_LINES];
    size_t n;
} side;

static void fill_side(const fl_source_worker *worker, side *out)
{
    out->n = 0;
    for (size_t i = 0; i < sizeof side_metrics / sizeof side_metrics[0] && out->n < SIDE_LINES; i++) {
        int32_t value = worker->values[side_metrics[i]];
        if (value != FL_FACT_NONE) {
            snprintf(out->text[out->n], SIDE_WIDTH, "%-18s %d", fl_metric_of(side_metrics[i])->name,
                     (int)value);
            out->line[out->n] = out->text[out->n];
            out->n++;
        }
    }
}

static fl_err draw_text(fl_source_worker *worker, const fl_options *options, fl_text *out, fl_diag *diag)
{
    side beside;
    bool is_coloured = false;
    fl_err err = fl_output_colour(STDOUT_FILENO, fl_option_get(options, "color"), &is_coloured, diag);
    if (err) {
        return err;
    }
    fill_side(worker, &beside);
    fl_draw_text_options how = {.is_coloured = is_coloured,
                                .is_ascii = fl_option_get(options, "ascii") != NULL,
                                .side = beside.line,
                                .side_n = beside.n};
    if (!fl_option_get(options, "quiet")) {
        fl_source_command(worker->source, worker->key.index, out);
        fl_text_add(out, "\n\n");
    }
    if (fl_option_get(options, "trace")) {
        err = fl_show_grid_trace(worker, out, diag);
    }
    if (!err && fl_option_get(options, "passes")) {
        return fl_show_grid_passes(worker, &how, out, diag);
    }
    if (!err) {
        fl_draw_text_write(&worker->floor, &how, out);
    }
    return err;
}

static void draw_svg(const fl_source_worker *worker, const fl_options *options, fl_text *out)
{
    side beside;
    fl_text title;
    fl_text_init(&title);
    fl_source_command(worker->source, worker->key.index, &title);
    fill_side(worker, &beside);
    fl_draw_svg_options how = {.title = fl_text_get(&title),
                               .side = beside.line,
                               .side_n = beside.n,
                               .is_dark = fl_option_get(options, "dark") != NULL};
    fl_draw_svg_write(&worker->floor, &how, out);
    fl_text_free(&title);
}

static fl_err draw(fl_source_worker *worker, const fl_options *options, fl_text *out, fl_diag *diag)
{
    const char *format = fl_option_get(options, "format");
    const char *warning = fl_show_grid_warning(worker->source);
    if (warning && !fl_option_get(options, "quiet")) {
        fprintf(stderr, "floorlab: warning: %s\n", warning);
    }
    if (!format || strcmp(format, "text") == 0) {
        return draw_text(worker, options, out, diag);
    }
    if (strcmp(format, "json") == 0) {
        fl_source_line(worker, out);
        return FL_OK;
    }
    if (strcmp(format, "svg") == 0) {
        draw_svg(worker, options, out);
        return FL_OK;
    }
    return fl_diag_set(diag, FL_ERR_USAGE, "", "--format is text, json or svg, not '%.80s'", format);
}

static fl_err run(const fl_options *options, int *exit_code, fl_diag *diag)
{
    (void)exit_code;
    fl_source source;
    fl_source_worker worker;
    fl_text out;
    uint64_t index = 0;
    memset(&worker, 0, sizeof worker);
    fl_text_init(&out);
    fl_err err = fl_source_open(&source, options->word[0], options, diag);
    err = err ? err : fl_source_number(&source, options, "floor", &index, diag);
    err = err ? err : fl_source_hire(&worker, &source, diag);
    if (!err) {
        fl_source_make(&worker, index, FL_METRIC_ALL_GROUPS);
        err = draw(&worker, options, &out, diag);
    }
    err = err ? err : fl_output_write(STDOUT_FILENO, &out, diag);
    fl_text_free(&out);
    fl_source_dismiss(&worker);
    fl_source_close(&source);
    return err;
}

static const fl_option options[] = {
    {"floor", 'f', false, "I", "number of the floor, or a seed such as \"B911 99AC\" (default: the first)"},
    FL_CMD_SEED,
    FL_CMD_SET,
    {"format", 0, false, "FORM", "text, json or svg (default text)"},
    {"passes", 0, false, NULL, "text, grid floors: pass by pass, each in its colour"},
    {"trace", 0, false, NULL, "text, grid floors: every attempt to place a room, with its outcome"},
    {"ascii", 0, false, NULL, "draw with plain signs"},
    {"dark", 0, false, NULL, "svg: light on dark"},
    FL_CMD_COLOR,
    FL_CMD_QUIET,
    FL_CMD_HELP,
};

const fl_command fl_cmd_show = {
    .name = "show",
    .arguments = "GENERATOR",
    .summary = "draw one floor",
    .details = "A floor is known by its generator, settings, seed and number: the same four draw the same "
               "floor for ever.",
    .examples = "floorlab show classic\n"
                "floorlab show classic --set level=3 --floor 7\n"
                "floorlab show classic --set rules=flash --format svg > floor.svg\n"
                "floorlab show grid --set rules=cave --passes\n",
    .options = options,
    .options_n = sizeof options / sizeof options[0],
    .words_min = 1,
    .words_max = 1,
    .run = run,
};
