/* SPDX-License-Identifier: GPL-2.0-or-later */
/* floorlab bench: how fast floors are made and counted, compared with the cost of their random numbers
 * alone. */
#include "experiments/bench/bench.h"
#include "experiments/commands/commands_private.h"
#include "experiments/run/run.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const fl_bench_case cases[] = {
    {"classic", "level=1"},
    {"classic", "level=2"},
    {"classic", "level=4"},
    {"classic", "level=8"},
    {"classic", "level=1 curse=random"},
    {"classic", "level=1 interiors=on"},
    {"classic", "level=3 curse=labyrinth"},
    {"classic", "rules=demo"},
    {"classic", "rules=flash level=1"},
    {"classic", "rules=flash level=2"},
    {"classic", "rules=flash level=3"},
    {"classic", "rules=flash level=4"},
    {"classic", "rules=flash level=3 curse=labyrinth"},
    {"grid", "rules=basement"},
    {"grid", "rules=cave"},
    {"grid", "rules=spine"},
    {"grid", "rules=ring_city"},
    {"rebirth", "rules=blade rng=isaac stage=1"},
    {"rebirth", "rules=blade rng=isaac stage=4"},
    {"rebirth", "rules=blade rng=isaac stage=8"},
    {"rebirth", "rules=blade rng=isaac stage=11"},
    {"rebirth", "stage=1"},
    {"rebirth", "stage=4"},
    {"rebirth", "stage=8"},
    {"rebirth", "stage=11"},
    {"rebirth", "stage=1 interiors=off"},
    {"rebirth", "stage=12"},
    {"room", "set=cellar"},
    {"room", "size=big"},
    {"journey", "plan=classic player=full"},
    {"journey", "plan=classic player=usual"},
    {"journey", "plan=isaac"},
};

enum { CASES = sizeof cases / sizeof cases[0] };

static void add_number(fl_table *table, const char *format, double number)
{
    char text[32];
    snprintf(text, sizeof text, format, number);
    fl_program_table_add(table, text);
}

static void add_rate(fl_table *table, double rate)
{
    fl_text number;
    fl_text_init(&number);
    fl_program_format_number(rate, &number);
    fl_program_table_add(table, fl_text_get(&number));
    fl_text_free(&number);
}

static void write_host(const fl_bench *bench, fl_text *out)
{
    fl_text_add_format(out, "One thread of %s, %s. A random number takes %.2f ns one by one",
                       fl_program_host_processor(), fl_program_host_compiler(),
                       bench->draw_seconds[FL_BACKEND_REFERENCE] * 1e9);
    for (unsigned i = 1; i < FL_BACKEND_COUNT; i++) {
        if (bench->draw_seconds[i] > 0) {
            fl_text_add_format(out, ", %.2f ns in the lanes of %s", bench->draw_seconds[i] * 1e9,
                               fl_backend_name((fl_backend)i));
        }
    }
    fl_text_add(out, ".\n");
}

/* "classic level=1" */
static void add_case(fl_table *table, const fl_bench_case *what)
{
    char text[96];
    snprintf(text, sizeof text, "%s %s", what->generator, what->settings);
    fl_program_table_add(table, text);
}

static void write_table(const fl_bench *bench, fl_text *out)
{
    fl_table table;
    fl_program_table_init(&table);
    fl_program_table_columns(&table, "metrics backend floors/s x_ref draws/floor x_draws x_lanes floors");
    for (unsigned i = 0; i < bench->rows_n; i++) {
        const fl_bench_row *row = &bench->row[i];
        fl_program_table_add(&table, row->set);
        fl_program_table_add(&table, fl_backend_name(row->backend));
        add_rate(&table, row->floors_per_second);
        add_number(&table, "%.1f", row->ratio_to_reference);
        add_number(&table, "%.1f", row->draws_per_floor);
        add_number(&table, "%.1f", row->ratio_to_draws);
        add_number(&table, "%.1f", row->ratio_to_lanes);
        add_case(&table, row->what);
    }
    fl_program_table_write(&table, out);
    fl_text_add(out, "\n");
    write_host(bench, out);
    fl_program_table_free(&table);
}

/* The caller adds more and closes the object. */
static void write_json_host(fl_text *out)
{
    fl_text_add(out, "\"machine\": {\"processor\": ");
    fl_text_add_json(out, fl_program_host_processor());
    fl_text_add(out, ", \"compiler\": ");
    fl_text_add_json(out, fl_program_host_compiler());
    fl_text_add_format(out, ", \"processors\": %ld", sysconf(_SC_NPROCESSORS_ONLN));
}

static void write_json(const fl_bench *bench, fl_text *out)
{
    fl_text_add(out, "{\"results\": [");
    for (unsigned i = 0; i < bench->rows_n; i++) {
        const fl_bench_row *row = &bench->row[i];
        fl_text_add_format(
            out,
            "%s\n {\"generator\": \"%s\", \"settings\": \"%s\", \"backend\": \"%s\", \"metrics\": \"%s\", "
            "\"threads\": 1, \"floors_per_second\": %.0f, \"draws_per_floor\": %.2f, \"ratio_to_reference\": "
            "%.2f, "
            "\"ratio_to_draws\": %.2f, \"ratio_to_lanes\": %.2f}",
            i > 0 ? "," : "", row->what->generator, row->what->settings, fl_backend_name(row->backend),
            row->set, row->floors_per_second, row->draws_per_floor, row->ratio_to_reference,
            row->ratio_to_draws, row->ratio_to_lanes);
    }
    fl_text_add(out, "\n], ");
    write_json_host(out);
    fl_text_add(out, ", \"draw_ns\": {");
    for (unsigned i = 0; i < FL_BACKEND_COUNT; i++) {
        fl_text_add_format(out, "%s\"%s\": %.3f", i > 0 ? ", " : "", fl_backend_name((fl_backend)i),
                           bench->draw_seconds[i] * 1e9);
    }
    fl_text_add(out, "}}}\n");
}

/* The rows as a table in Markdown. */
static void write_page(const fl_bench *bench, fl_text *out)
{
    fl_text number;
    fl_text_init(&number);
    write_host(bench, out);
    fl_text_add(out, "\n| generator | settings | metrics | backend | floors/s | x reference | draws/floor | "
                     "x draws | x lanes |\n"
                     "|---|---|---|---|---|---|---|---|---|\n");
    for (unsigned i = 0; i < bench->rows_n; i++) {
        const fl_bench_row *row = &bench->row[i];
        fl_text_clear(&number);
        fl_program_format_number(row->floors_per_second, &number);
        fl_text_add_format(out, "| %s | %s | %s | %s | %s | %.1f | %.1f | %.1f | %.1f |\n",
                           row->what->generator, row->what->settings, row->set, fl_backend_name(row->backend),
                           fl_text_get(&number), row->ratio_to_reference, row->draws_per_floor,
                           row->ratio_to_draws, row->ratio_to_lanes);
    }
    fl_text_free(&number);
}

/* Whether a generator was asked for; all are when none is named. */
static bool is_wanted(const fl_options *options, const char *generator)
{
    bool wanted = options->words_n == 0;
    for (size_t i = 0; i < options->words_n; i++) {
        wanted = wanted || strcmp(options->word[i], generator) == 0;
    }
    return wanted;
}

static fl_err check_words(const fl_options *options, fl_diag *diag)
{
    for (size_t i = 0; i < options->words_n; i++) {
        fl_opened_generator opened;
        fl_err err = fl_run_generator_open_words(&opened, options->word[i], "", diag);
        fl_run_generator_close(&opened);
        if (err) {
            return err;
        }
    }
    return FL_OK;
}

/* Calls `measure` for the cases that are wanted, until Ctrl-C. */
static fl_err each_case(const fl_options *options, void *job,
                        fl_err (*measure)(void *job, const fl_bench_case *what, fl_diag *diag), fl_diag *diag)
{
    fl_progress progress;
    uint64_t done = 0;
    uint64_t all = 0;
    fl_err err = FL_OK;
    for (unsigned i = 0; i < CASES; i++) {
        all += is_wanted(options, cases[i].generator);
    }
    fl_program_progress_start(&progress, options);
    fl_program_interrupt_listen();
    for (unsigned i = 0; i < CASES && !err && !fl_program_interrupt_caught(); i++) {
        char what[96];
        if (is_wanted(options, cases[i].generator)) {
            snprintf(what, sizeof what, "timing %s %s", cases[i].generator, cases[i].settings);
            fl_program_progress_step(&progress, what, done++, all);
            err = measure(job, &cases[i], diag);
        }
    }
    fl_program_progress_end(&progress);
    return err;
}

static fl_err measure_case(void *bench_of, const fl_bench_case *what, fl_diag *diag)
{
    return fl_bench_measure(bench_of, what, diag);
}

static fl_err measure_speed(const fl_options *options, fl_backend only, fl_text *out, fl_diag *diag)
{
    static fl_bench bench;
    fl_bench_init(&bench);
    bench.has_only = fl_program_option_get(options, "backend") != NULL;
    bench.only = only;
    fl_err err = each_case(options, &bench, measure_case, diag);
    if (!err && fl_program_option_get(options, "json")) {
        write_json(&bench, out);
    } else if (!err && fl_program_option_get(options, "markdown")) {
        write_page(&bench, out);
    } else if (!err) {
        write_table(&bench, out);
    }
    return err;
}

static void write_scale_table(const fl_bench_scale *row, unsigned n, const fl_bench_scale_request *request,
                              fl_text *out)
{
    fl_table table;
    fl_program_table_init(&table);
    fl_program_table_columns(&table, "one_thread/s threads/s x_threads x_processes floors");
    for (unsigned i = 0; i < n; i++) {
        add_rate(&table, row[i].floors_per_second);
        add_rate(&table, row[i].floors_per_second_threads);
        add_number(&table, "%.2f", row[i].ratio_threads);
        add_number(&table, "%.2f", row[i].ratio_processes);
        add_case(&table, row[i].what);
    }
    fl_program_table_write(&table, out);
    fl_text_add_format(out, "\n%u threads of %s, %s, backend %s.\n", request->threads,
                       fl_program_host_processor(), fl_program_host_compiler(),
                       fl_backend_name(request->backend));
    fl_program_table_free(&table);
}

static void write_scale_json(const fl_bench_scale *row, unsigned n, const fl_bench_scale_request *request,
                             fl_text *out)
{
    fl_text_add(out, "{\"results\": [");
    for (unsigned i = 0; i < n; i++) {
        fl_text_add_format(out,
                           "%s\n {\"generator\": \"%s\", \"settings\": \"%s\", \"backend\": \"%s\", "
                           "\"threads\": %u, \"floors_per_second_one\": %.0f, \"floors_per_second\": %.0f, "
                           "\"ratio_threads\": %.3f, \"ratio_processes\": %.3f}",
                           i > 0 ? "," : "", row[i].what->generator, row[i].what->settings,
                           fl_backend_name(request->backend), request->threads, row[i].floors_per_second,
                           row[i].floors_per_second_threads, row[i].ratio_threads, row[i].ratio_processes);
    }
    fl_text_add(out, "\n], ");
    write_json_host(out);
    fl_text_add(out, "}}\n");
}

typedef struct scaling {
    const fl_bench_scale_request *request;
    fl_bench_scale row[CASES];
    unsigned n;
} scaling;

static fl_err scale_case(void *scaling_of, const fl_bench_case *what, fl_diag *diag)
{
    scaling *self = scaling_of;
    return fl_bench_scale_measure(&self->row[self->n++], what, self->request, diag);
}

static fl_err measure_scale(const fl_options *options, const fl_bench_scale_request *request, fl_text *out,
                            fl_diag *diag)
{
    scaling job = {.request = request};
    fl_err err = each_case(options, &job, scale_case, diag);
    if (!err && fl_program_option_get(options, "json")) {
        write_scale_json(job.row, job.n, request, out);
    } else if (!err) {
        write_scale_table(job.row, job.n, request, out);
    }
    return err;
}

typedef struct versus {
    fl_bench_versus_request request;
    fl_bench_versus row[CASES];
    unsigned n;
} versus;

static fl_err versus_case(void *versus_of, const fl_bench_case *what, fl_diag *diag)
{
    versus *self = versus_of;
    fl_err err = fl_bench_versus_measure(&self->row[self->n], what, &self->request, diag);
    self->n += !err;
    return err;
}

/* "1.55  1.39…1.89" */
static void add_ratio(fl_table *table, const fl_bench_ratio *ratio)
{
    char text[64];
    add_number(table, "%.2f", ratio->median);
    snprintf(text, sizeof text, "%.2f…%.2f", ratio->least, ratio->most);
    fl_program_table_add(table, text);
}

static void write_versus_table(const versus *self, fl_text *out)
{
    fl_table table;
    fl_program_table_init(&table);
    fl_program_table_columns(&table,
                             "floors/s other/s ratio interval start_ms other_ms start_ratio counts floors");
    for (unsigned i = 0; i < self->n; i++) {
        const fl_bench_versus *row = &self->row[i];
        add_rate(&table, row->speed.of[0]);
        add_rate(&table, row->speed.of[1]);
        add_ratio(&table, &row->speed);
        add_number(&table, "%.1f", row->start.of[0] * 1e3);
        add_number(&table, "%.1f", row->start.of[1] * 1e3);
        add_number(&table, "%.2f", row->start.median);
        fl_program_table_add(&table, row->is_same ? "same" : "other");
        add_case(&table, row->what);
    }
    fl_program_table_write(&table, out);
    fl_text_add_format(out,
                       "\nOne thread of %s, processor time of 'run' with all metrics, %u rounds in turns. "
                       "ratio: this program's\n"
                       "speed / the other's, the median of the rounds, and an interval that holds the true "
                       "one in %.1f %% of cases.\n",
                       fl_program_host_processor(), FL_BENCH_VERSUS_ROUNDS, FL_BENCH_VERSUS_LEVEL * 100);
    fl_program_table_free(&table);
}

static void write_versus_json(const versus *self, fl_text *out)
{
    fl_text_add(out, "{\"results\": [");
    for (unsigned i = 0; i < self->n; i++) {
        const fl_bench_versus *row = &self->row[i];
        fl_text_add_format(
            out,
            "%s\n {\"generator\": \"%s\", \"settings\": \"%s\", \"floors\": %llu, \"floors_per_second\": "
            "%.0f, "
            "\"floors_per_second_other\": %.0f, \"ratio\": %.4f, \"interval\": [%.4f, %.4f], "
            "\"start_seconds\": %.4f, "
            "\"start_seconds_other\": %.4f, \"start_ratio\": %.4f, \"start_interval\": [%.4f, %.4f], "
            "\"counts_are_same\": %s}",
            i > 0 ? "," : "", row->what->generator, row->what->settings, (unsigned long long)row->floors,
            row->speed.of[0], row->speed.of[1], row->speed.median, row->speed.least, row->speed.most,
            row->start.of[0], row->start.of[1], row->start.median, row->start.least, row->start.most,
            row->is_same ? "true" : "false");
    }
    fl_text_add_format(out, "\n], \"rounds\": %u, \"level\": %.3f, ", FL_BENCH_VERSUS_ROUNDS,
                       FL_BENCH_VERSUS_LEVEL);
    write_json_host(out);
    fl_text_add(out, "}}\n");
}

static fl_err measure_versus(const fl_options *options, const char *other, fl_text *out, fl_diag *diag)
{
    static const char *const apart[] = {"threads", "backend", "markdown"};
    static versus self;
    for (size_t i = 0; i < sizeof apart / sizeof apart[0]; i++) {
        if (fl_program_option_get(options, apart[i])) {
            return fl_diag_set(diag, FL_ERR_USAGE, "", "--compare cannot be combined with --%s", apart[i]);
        }
    }
    fl_err err = fl_bench_versus_open(&self.request, other, diag);
    self.request.seconds = 0.25;
    err = err ? err : each_case(options, &self, versus_case, diag);
    fl_bench_versus_close(&self.request);
    if (!err && fl_program_option_get(options, "json")) {
        write_versus_json(&self, out);
    } else if (!err) {
        write_versus_table(&self, out);
    }
    return err;
}

static fl_err read_scale(const fl_options *options, fl_bench_scale_request *out, fl_diag *diag)
{
    uint64_t threads = 0;
    fl_err err = fl_program_option_threads(options, &threads, diag);
    out->threads = (unsigned)threads;
    if (!err && fl_program_option_get(options, "markdown")) {
        err = fl_diag_set(diag, FL_ERR_USAGE, "", "--threads cannot be combined with --markdown");
    }
    return err;
}

static fl_err run(const fl_options *options, int *exit_code, fl_diag *diag)
{
    static const int signal_base = 128;
    fl_text out;
    fl_bench_scale_request scale = {.backend = FL_BACKEND_REFERENCE, .seconds = 0.4};
    fl_text_init(&out);
    const char *other = fl_program_option_get(options, "compare");
    fl_err err = check_words(options, diag);
    err = err ? err : fl_program_option_backend(options, &scale.backend, diag);
    if (!err && other) {
        err = measure_versus(options, other, &out, diag);
    } else if (!err && fl_program_option_get(options, "threads")) {
        err = read_scale(options, &scale, diag);
        err = err ? err : measure_scale(options, &scale, &out, diag);
    } else if (!err) {
        err = measure_speed(options, scale.backend, &out, diag);
    }
    err = err ? err : fl_program_output_tell(&out, options, diag);
    *exit_code = fl_program_interrupt_caught() ? signal_base + fl_program_interrupt_caught() : 0;
    fl_text_free(&out);
    return err;
}

static const fl_option options[] = {
    {"backend", 0, false, "NAME", "measure only this backend and the reference (default: all that run here)"},
    {"threads", 't', false, "T", "compare T threads with one thread and with T separate programs instead"},
    {"compare", 0, false, "PROGRAM",
     "compare this program with another build of it instead: the path of its floorlab"},
    {"markdown", 0, false, NULL, "print a table in Markdown, as in gen/PERFORMANCE.md"},
    FL_CMD_JSON,
    FL_CMD_PROGRESS,
    FL_CMD_QUIET,
    FL_CMD_HELP,
};

const fl_command fl_commands_bench = {
    .name = "bench",
    .arguments = "[GENERATOR …]",
    .summary = "measure the speed of generators and metrics",
    .details = "Makes floors on one thread in five rounds, with all backends in turns, and\n"
               "prints the medians of processor time. Sets of metrics: none = floors alone; core\n"
               "= rooms, attempts, dead ends, boss distance, secret neighbours and degrees,\n"
               "counted; all = every metric; tallied = all with events and maps. Ctrl-C shows\n"
               "what was measured so far.\n"
               "\n"
               "  x_ref    speed / speed of the reference\n"
               "  x_draws  time of a floor / time of its random numbers alone\n"
               "  x_lanes  the same, with random numbers made in the backend's lanes\n"
               "\n"
               "With --threads it measures wall-clock time and counts as 'run' does (all\n"
               "metrics, no maps): floors a second of one thread and of T threads.\n"
               "\n"
               "  x_threads    speed of T threads / speed of one thread\n"
               "  x_processes  speed of T separate programs / speed of one thread: the most that\n"
               "               the machine gives\n"
               "\n"
               "With --compare both programs count the same floors by 'run', in turns; what a\n"
               "run of one floor takes (start_ms) is taken off, so that the ratio is that of\n"
               "floors alone. counts: whether both counted the same.",
    .examples = "floorlab bench\nfloorlab bench classic --json\nfloorlab bench --backend avx2\nfloorlab "
                "bench classic --threads 2\nfloorlab bench grid --compare ../old/floorlab\n",
    .options = options,
    .options_n = sizeof options / sizeof options[0],
    .words_min = 0,
    .words_max = 16,
    .run = run,
};
