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

static void write_table(const fl_bench *bench, fl_text *out)
{
    fl_table table;
    fl_program_table_init(&table);
    fl_program_table_columns(&table, "metrics backend floors/s x_ref draws/floor x_draws x_lanes floors");
    for (unsigned i = 0; i < bench->rows_n; i++) {
        const fl_bench_row *row = &bench->row[i];
        fl_program_table_add(&table, row->set);
        fl_program_table_add(&table, fl_backend_name(row->backend));
        fl_text number;
        fl_text_init(&number);
        fl_program_format_number(row->floors_per_second, &number);
        fl_program_table_add(&table, fl_text_get(&number));
        fl_text_drop(&number, &table.cells);
        add_number(&table, "%.1f", row->ratio_to_reference);
        add_number(&table, "%.1f", row->draws_per_floor);
        add_number(&table, "%.1f", row->ratio_to_draws);
        add_number(&table, "%.1f", row->ratio_to_lanes);
        /* "classic level=1" */
        char text[96];
        snprintf(text, sizeof text, "%s %s", row->what->generator, row->what->settings);
        fl_program_table_add(&table, text);
    }
    fl_program_table_write(&table, out);
    fl_text_add(out, "\n");
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
    fl_program_table_free(&table);
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
    fl_text_add(out, "\n], \"machine\": {\"processor\": ");
    fl_text_add_json(out, fl_program_host_processor());
    fl_text_add(out, ", \"compiler\": ");
    fl_text_add_json(out, fl_program_host_compiler());
    fl_text_add_format(out, ", \"processors\": %ld, \"draw_ns\": {", sysconf(_SC_NPROCESSORS_ONLN));
    for (unsigned i = 0; i < FL_BACKEND_COUNT; i++) {
        fl_text_add_format(out, "%s\"%s\": %.3f", i > 0 ? ", " : "", fl_backend_name((fl_backend)i),
                           bench->draw_seconds[i] * 1e9);
    }
    fl_text_add(out, "}}}\n");
}

/* True if a generator was named, or none was: then all are measured. */
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

/* Measures the cases that are wanted, until Ctrl-C. */
static fl_err measure(const fl_options *options, fl_bench *bench, fl_diag *diag)
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
            err = fl_bench_measure(bench, &cases[i], diag);
        }
    }
    fl_program_progress_end(&progress);
    return err;
}

static fl_err run(const fl_options *options, int *exit_code, fl_diag *diag)
{
    static const int signal_base = 128;
    static fl_bench bench;
    fl_backend only = FL_BACKEND_REFERENCE;
    fl_text out;
    fl_text_init(&out);
    fl_err err = check_words(options, diag);
    err = err ? err : fl_program_option_backend(options, &only, diag);
    if (!err) {
        fl_bench_init(&bench);
        bench.has_only = fl_program_option_get(options, "backend") != NULL;
        bench.only = only;
        err = measure(options, &bench, diag);
    }
    if (!err) {
        (fl_program_option_get(options, "json") ? write_json : write_table)(&bench, &out);
    }
    err = err ? err : fl_program_output_tell(&out, options, diag);
    *exit_code = fl_program_interrupt_caught() ? signal_base + fl_program_interrupt_caught() : 0;
    fl_text_free(&out);
    return err;
}

static const fl_option options[] = {
    {"backend", 0, false, "avx512|avx2|portable|reference",
     "measure only this one and the reference (default: all that run here)"},
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
               "  x_lanes  the same, with random numbers made in the backend's lanes",
    .examples = "floorlab bench\nfloorlab bench classic --json\nfloorlab bench --backend avx2\n",
    .options = options,
    .options_n = sizeof options / sizeof options[0],
    .words_min = 0,
    .words_max = 16,
    .run = run,
};
