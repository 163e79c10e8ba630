/* SPDX-License-Identifier: GPL-2.0-or-later */
/* floorlab plot: draws figures from result files. */
#include "experiments/commands/commands_private.h"
#include "experiments/run/result/result.h"
#include "gen/base/embedded.h"
#include "gen/base/parse_number.h"
#include "gen/base/suggest.h"
#include "plots/render/render.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct plot_job {
    fl_result_view runs[FL_FIGURE_RUNS];
    unsigned runs_n;
    fl_figure_files files;
    fl_table table; /* what was drawn */
    unsigned drawn;
    unsigned width; /* of a print, in points of the screen; 0 = not requested */
    fl_progress progress;
} plot_job;

/* Checks that the numbers have the digest of their file. Numbers of another generator version cannot be set
 * up, so only the checksum of the file protects them. */
static fl_err check_digest(const char *path, fl_diag *diag)
{
    fl_run_result result;
    fl_err err = fl_run_result_open(&result, path, diag);
    fl_run_result_close(&result);
    return err == FL_ERR_VERSION ? FL_OK : err;
}

enum { CHOICES = 64 /* most options --where */ };

/* Keeps the configurations that --where selects. */
static fl_err choose(plot_job *self, const fl_options *options, fl_diag *diag)
{
    const char *wanted[CHOICES];
    size_t n = 0;
    fl_err err = FL_OK;
    for (; n < CHOICES && fl_program_option_nth(options, "where", n); n++) {
        wanted[n] = fl_program_option_nth(options, "where", n);
    }
    if (fl_program_option_nth(options, "where", n)) {
        return fl_diag_set(diag, FL_ERR_USAGE, "", "--where can be given %d times at most", CHOICES);
    }
    for (unsigned i = 0; i < self->runs_n && !err; i++) {
        err = fl_figure_view_choose(&self->runs[i], wanted, n, diag);
    }
    return err;
}

/* Reads the width of a print: a column, a page, or millimetres. */
static fl_err read_width(plot_job *self, const fl_options *options, fl_diag *diag)
{
    const char *text = fl_program_option_get(options, "width");
    uint64_t mm = 0;
    if (!text) {
        return FL_OK;
    }
    if (strcmp(text, "column") == 0 || strcmp(text, "page") == 0) {
        mm = *text == 'c' ? FL_FIGURE_COLUMN_MM : FL_FIGURE_PAGE_MM;
    } else if (fl_parse_number_unsigned(text, &mm) != FL_OK || mm < FL_FIGURE_LEAST_MM ||
               mm > FL_FIGURE_MOST_MM) {
        return fl_diag_set(diag, FL_ERR_USAGE, "",
                           "--width must be column, page or %d to %d (millimetres), not '%.80s'",
                           FL_FIGURE_LEAST_MM, FL_FIGURE_MOST_MM, text);
    }
    self->width = (unsigned)(mm * 960 / 254); /* 96 points to an inch */
    return FL_OK;
}

bool fl_cmd_figure_is_wanted(const fl_options *options, const fl_figure *figure)
{
    const char *name = fl_program_option_nth(options, "figure", 0);
    for (size_t i = 1; name; i++) {
        if (strcmp(name, figure->name) == 0) {
            return true;
        }
        name = fl_program_option_nth(options, "figure", i);
    }
    return fl_program_option_nth(options, "figure", 0) == NULL && !(figure->flags & FL_FIGURE_ASKED);
}

fl_err fl_cmd_figures_check(const fl_options *options, fl_diag *diag)
{
    size_t n = 0;
    const fl_figure *all = fl_figure_all(&n);
    const char *name = NULL;
    for (size_t i = 0; (name = fl_program_option_nth(options, "figure", i)) != NULL; i++) {
        if (!fl_figure_find(name)) {
            const char *near = fl_suggest_name(name, all, n, sizeof all[0]);
            fl_err err = fl_diag_set(diag, FL_ERR_USAGE, "", "there is no figure '%.80s'", name);
            fl_diag_hint(diag, "%s%s%s'floorlab list figures' says what each shows",
                         near ? "did you mean '" : "", near ? near : "", near ? "'? " : "");
            return err;
        }
    }
    return FL_OK;
}

/* Draws page by page until one is empty; *pages is the number of pages. */
static fl_err draw_figure(plot_job *self, const fl_options *options, const fl_figure *figure, unsigned *pages,
                          fl_diag *diag)
{
    const fl_embedded *script = fl_embedded_find(figure->script);
    bool has_more = true;
    fl_err err = FL_OK;
    fl_bug_assert(script, "floorlab plot RUN.h5, with any result file");
    for (*pages = 0; *pages < FL_FIGURE_PAGES && has_more && !err && !fl_program_interrupt_caught();
         *pages += has_more) {
        fl_data_table data;
        char name[64];
        fl_figure_job job = {
            .runs = self->runs, .runs_n = self->runs_n, .page = *pages, .width = self->width};
        job.panel = fl_program_option_get(options, "panel");
        job.title = fl_program_option_get(options, "title");
        job.is_plain = fl_program_option_get(options, "plain") != NULL;
        snprintf(name, sizeof name, *pages ? "%s-%u" : "%s", figure->name, *pages + 1);
        fl_figure_table_init(&data);
        fl_figure_fill(figure, &job, &data);
        has_more = data.rows_n > 0;
        err = fl_figure_table_check(&data) ? fl_diag_memory(diag) : FL_OK;
        if (has_more && !err) {
            fl_figure_files_picture picture = {name, script->data, &data, figure->width, figure->height};
            err = fl_render_files_draw(&self->files, &picture, diag);
        }
        if (has_more && !err) {
            fl_text file;
            fl_text_init(&file);
            fl_text_add_format(&file, "%s/%s.%s", self->files.folder, name, self->files.format);
            fl_program_table_add(&self->table, name);
            fl_program_table_add(&self->table, fl_text_get(&file));
            fl_program_table_add(&self->table, figure->meaning);
            fl_text_drop(&file, &self->table.cells);
            self->drawn++;
        }
        fl_figure_table_free(&data);
    }
    return err;
}

/* True if a figure can show this number of runs. */
static bool is_of(const plot_job *self, const fl_figure *figure)
{
    return self->runs_n >= figure->runs_min && self->runs_n <= figure->runs_max;
}

static fl_err refuse(const plot_job *self, const fl_figure *figure, fl_diag *diag)
{
    const char *reason = is_of(self, figure) ? fl_figure_left_out(figure, self->runs, self->runs_n) : NULL;
    if (reason) {
        return fl_diag_set(diag, FL_ERR_INPUT, self->runs[0].path, "no figure '%s': %s", figure->name,
                           reason);
    }
    if (figure->runs_max == 1 && self->runs_n > 1) {
        return fl_diag_set(diag, FL_ERR_USAGE, "", "the figure '%s' shows one run, not %u", figure->name,
                           self->runs_n);
    }
    if (self->runs_n < figure->runs_min || self->runs_n > figure->runs_max) {
        return fl_diag_set(diag, FL_ERR_USAGE, "", "the figure '%s' needs %u to %u runs, not %u",
                           figure->name, figure->runs_min, figure->runs_max, self->runs_n);
    }
    return fl_diag_set(diag, FL_ERR_INPUT, self->runs[0].path,
                       "this run has no data for the figure '%s', which needs %s", figure->name,
                       figure->needs);
}

static fl_err draw_all(plot_job *self, const fl_options *options, fl_diag *diag)
{
    size_t n = 0;
    const fl_figure *all = fl_figure_all(&n);
    const char *panel = fl_program_option_get(options, "panel");
    bool has_names = fl_program_option_get(options, "figure") != NULL;
    fl_err err = FL_OK;
    fl_program_table_columns(&self->table, "figure file shows");
    for (size_t i = 0; i < n && !err && !fl_program_interrupt_caught(); i++) {
        unsigned pages = 0;
        bool is_right = is_of(self, &all[i]) && !fl_figure_left_out(&all[i], self->runs, self->runs_n);
        if (!fl_cmd_figure_is_wanted(options, &all[i])) {
            continue;
        }
        if (is_right) {
            fl_program_progress_step(&self->progress, all[i].name, i, n);
        }
        err = is_right ? draw_figure(self, options, &all[i], &pages, diag) : FL_OK;
        if (!err && pages == 0 && has_names && !panel && !fl_program_interrupt_caught()) {
            err = refuse(self, &all[i], diag);
        }
    }
    if (!err && self->drawn == 0 && !fl_program_interrupt_caught()) {
        const char *reason = fl_figure_left_out(fl_figure_find("overlay"), self->runs, self->runs_n);
        err = panel
                  ? fl_diag_set(diag, FL_ERR_USAGE, options->word[0], "no figure has a panel '%.80s'", panel)
              : self->runs_n > 1 && reason
                  ? fl_diag_set(diag, FL_ERR_INPUT, options->word[0], "nothing to draw: %s", reason)
                  : fl_diag_set(diag, FL_ERR_INPUT, options->word[0], "this run has no data for any figure");
    }
    return err;
}

/* "runs/a.h5" -> "runs/a-figures", with --where level=3 "runs/a-level-3-figures" */
static void name_folder(const fl_options *options, fl_text *out)
{
    const char *given = fl_program_option_get(options, "output");
    const char *path = options->word[0];
    if (given) {
        fl_text_add(out, given);
        return;
    }
    fl_text_add_bytes(out, path, fl_text_stem(path, ".h5"));
    for (size_t i = 0; fl_program_option_nth(options, "where", i); i++) {
        const char *where = fl_program_option_nth(options, "where", i);
        fl_text_add_char(out, '-');
        for (size_t k = 0; where[k]; k++) {
            bool is_plain = isalnum((unsigned char)where[k]) || where[k] == '_' || where[k] == '.';
            fl_text_add_char(out, is_plain ? where[k] : '-');
        }
    }
    fl_text_add(out, "-figures");
}

static fl_err run(const fl_options *options, int *exit_code, fl_diag *diag)
{
    static const int signal_base = 128;
    fl_text folder;
    plot_job *self = calloc(1, sizeof *self);
    if (!self) {
        return fl_diag_memory(diag);
    }
    fl_text_init(&folder);
    fl_program_table_init(&self->table);
    fl_err err = fl_cmd_figures_check(options, diag);
    const char *output = fl_program_option_get(options, "output");
    if (!err && output && fl_program_file_is_stream(output)) {
        err = fl_diag_set(diag, FL_ERR_USAGE, "", "'plot' writes a folder, not a stream");
        fl_diag_hint(diag, "name a folder: -o figures");
    }
    static const char *const formats[] = {"svg", "png", "pdf"};
    const char *format = fl_program_option_get(options, "format");
    self->files.is_dark = fl_program_option_get(options, "dark") != NULL;
    self->files.format = formats[0];
    for (unsigned i = 0; format && i < 3; i++) {
        self->files.format = strcmp(format, formats[i]) == 0 ? formats[i] : self->files.format;
    }
    err = err ? err : read_width(self, options, diag);
    if (!err && fl_program_option_get(options, "panel") && !fl_program_option_get(options, "figure")) {
        err = fl_diag_set(diag, FL_ERR_USAGE, "", "--panel needs --figure");
    }
    if (!err) {
        for (size_t i = 0; i < options->words_n && !err; i++) {
            err = check_digest(options->word[i], diag);
            err = err ? err : fl_figure_view_open(&self->runs[i], options->word[i], diag);
            self->runs_n += !err;
        }
        err = err ? err : choose(self, options, diag);
    }
    name_folder(options, &folder);
    err = err || !fl_text_check(&folder) ? err : fl_diag_memory(diag);
    fl_program_interrupt_listen(); /* the page is finished; no hidden folder stays */
    err = err ? err : fl_render_files_init(&self->files, fl_text_get(&folder), diag);
    fl_program_progress_start(&self->progress, options);
    err = err ? err : draw_all(self, options, diag);
    fl_program_progress_end(&self->progress);
    if (!err) {
        fl_text out;
        fl_text_init(&out);
        if (fl_program_option_get(options, "json")) {
            fl_program_table_write_json(&self->table, &out);
        } else if (!fl_program_option_get(options, "quiet")) {
            fl_program_table_write(&self->table, &out);
            if (!fl_program_option_get(options, "figure")) {
                /* Lists the figures that were left out, and why. */
                fl_text names;
                fl_text_init(&names);
                fl_figure_add_left_out(self->runs, self->runs_n, &names);
                if (names.size > 0) {
                    fl_text_add_format(&out, "left out: %s\n", fl_text_get(&names));
                }
                fl_text_drop(&names, &out);
            }
        }
        err = fl_program_output_write(STDOUT_FILENO, &out, diag);
        fl_text_free(&out);
    }
    fl_render_files_free(&self->files);
    if (err && self->drawn == 0) {
        (void)rmdir(fl_text_get(&folder)); /* if it is empty */
    }
    for (unsigned i = 0; i < self->runs_n; i++) {
        fl_figure_view_free(&self->runs[i]);
    }
    if (!err && fl_program_interrupt_caught()) {
        *exit_code = signal_base + fl_program_interrupt_caught();
    }
    fl_program_table_free(&self->table);
    fl_text_free(&folder);
    free(self);
    return err;
}

static const fl_option options[] = {
    {"output", 'o', false, "DIR", "the folder to write to (default: the first run's name with -figures)"},
    FL_CMD_FIGURE,
    {"panel", 0, false, "NAME", "draw only this panel of each figure: a metric, an event, a kind of room"},
    {"where", 'w', true, "K=V", "only configurations with this value; may be repeated"},
    {"format", 0, false, "svg|png|pdf", "default svg"},
    {"dark", 0, false, NULL, "draw light on dark"},
    {"width", 0, false, "W", "for print: column (85 mm), page (170 mm) or millimetres"},
    {"title", 0, false, "TEXT", "the title instead of the usual one"},
    {"plain", 0, false, NULL, "no title, note, help or streams: the caption has them"},
    FL_CMD_JSON,
    FL_CMD_PROGRESS,
    FL_CMD_QUIET,
    FL_CMD_HELP,
};

const fl_command fl_commands_plot = {
    .name = "plot",
    .arguments = "RUN.h5…",
    .summary = "draw figures from result files",
    .details = "Draws every figure that the file has data for, also the file that 'verify'\n"
               "writes, and says what it leaves out and why; needs gnuplot. Beside each figure\n"
               "stand its data (NAME.tsv) and its script: change them and run 'gnuplot NAME.gp'\n"
               "in the folder. Several runs are drawn over each other.",
    .examples = "floorlab plot rebirth-stages.h5 -o figures\n"
                "floorlab plot rebirth-stages.h5 --figure metrics --figure map --format png\n"
                "floorlab plot verify.h5 --figure claims\n"
                "floorlab plot rebirth-stages.h5 --where stage=1 --where hard=off\n"
                "floorlab plot rebirth-stages.h5 -f metrics --panel dead_ends --plain\n"
                "floorlab plot a.h5 b.h5 -o both\n",
    .options = options,
    .options_n = sizeof options / sizeof options[0],
    .words_min = 1,
    .words_max = FL_FIGURE_RUNS,
    .run = run,
};
