/* floorlab bench: how fast floors are made and counted, against the bare cost of their random draws. */
#include "experiments/cmd.h"
#include "experiments/machine.h"
#include "experiments/output.h"
#include "experiments/progress.h"
#include "experiments/source.h"
#include "experiments/table.h"

#include "analysis/tally/tally.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BATCH = 256, ROUNDS = 5, ROWS = 128 };

/* A set of rules that is measured. */
typedef struct bench_case {
    const char *generator;
    const char *settings;
} bench_case;

static const bench_case cases[] = {
    {"classic", "level=1"},
    {"classic", "level=2"},
    {"classic", "level=4"},
    {"classic", "level=8"},
    {"classic", "level=3 curse=labyrinth"},
    {"classic", "rules=demo"},
    {"classic", "rules=flash level=1"},
    {"classic", "rules=flash level=4"},
    {"grid", "rules=basement"},
    {"grid", "rules=cave"},
    {"grid", "rules=ring_city"},
    {"rebirth", "rules=blade rng=isaac stage=1"},
    {"rebirth", "rules=blade rng=isaac stage=6"},
    {"rebirth", "stage=1"},
    {"rebirth", "stage=6"},
    {"rebirth", "stage=1 interiors=off"},
    {"rebirth", "stage=12"},
};

enum { CASES = sizeof cases / sizeof cases[0] };

/* What is worked out on each floor. */
typedef struct bench_set {
    const char *name;
    unsigned groups;
    bool tallies;
} bench_set;

static const bench_set sets[] = {
    {"none", 0, false},
    {"core",
     1u << FL_METRIC_COUNTS | 1u << FL_METRIC_FACTS | 1u << FL_METRIC_DEGREES | 1u << FL_METRIC_DISTANCES,
     false},
    {"all", FL_METRIC_ALL_GROUPS, false},
    {"tallied", FL_METRIC_ALL_GROUPS, true},
};

enum { SETS = sizeof sets / sizeof sets[0] };

typedef struct bench_row {
    const bench_case *what;
    const bench_set *set;
    double floors_per_second; /* median of the rounds */
    double draws_per_floor;
    double ratio_to_draws; /* time of a floor / time of its bare draws */
} bench_row;

static volatile uint32_t sink;

/* Seconds of one bare draw, the best of a few tries. */
static double time_draw(void)
{
    enum { DRAWS = 1 << 24 };
    double best = 1;
    for (int round = 0; round < ROUNDS; round++) {
        fl_pcg rng;
        uint32_t sum = 0;
        fl_pcg_init(&rng, 1, 1);
        double started = fl_machine_seconds();
        for (int i = 0; i < DRAWS; i++) {
            sum ^= fl_pcg_next(&rng);
        }
        sink = sum;
        best = fmin(best, (fl_machine_seconds() - started) / DRAWS);
    }
    return best;
}

static int by_size(const void *a_of, const void *b_of)
{
    const double *a = a_of;
    const double *b = b_of;
    return *a < *b ? -1 : *a > *b;
}

/* Floors a second in one round of about `seconds`. */
static double time_round(fl_source_worker *worker, const bench_set *set, fl_tally *tally, double seconds)
{
    double started = fl_machine_seconds();
    double elapsed = 0;
    uint64_t floors = 0;
    while (elapsed < seconds) {
        for (int i = 0; i < BATCH; i++, floors++) {
            fl_source_make(worker, worker->source->first + floors, set->groups);
            if (set->tallies) {
                fl_tally_add(tally, &worker->floor, worker->values, &worker->metric, floors);
            }
        }
        elapsed = fl_machine_seconds() - started;
    }
    return (double)floors / elapsed;
}

static double count_draws(fl_source_worker *worker)
{
    enum { FLOORS = 2000 };
    double draws = 0;
    for (uint64_t i = 0; i < FLOORS; i++) {
        fl_source_make(worker, worker->source->first + i, 0);
        draws += (double)fl_source_draws(worker);
    }
    return draws / FLOORS;
}

static fl_err measure(const fl_source *source, bench_row *row, double seconds, double draw_time,
                      fl_diag *diag)
{
    double rate[ROUNDS];
    fl_source_worker worker;
    fl_tally_plan plan;
    fl_tally tally;
    fl_tally_wish wish = {.generator = source->generator, .with_events = true, .with_maps = true};
    wish.gates_n = source->generator->gates(source->rules, &wish.gate_names);
    fl_err err = fl_tally_plan_make(&plan, &wish, diag);
    err = err ? err : fl_source_hire(&worker, source, diag);
    if (err || fl_tally_init(&tally, &plan)) {
        return err ? err : fl_diag_memory(diag);
    }
    for (int i = 0; i < ROUNDS; i++) {
        rate[i] = time_round(&worker, row->set, &tally, seconds / ROUNDS);
    }
    qsort(rate, ROUNDS, sizeof rate[0], by_size);
    row->floors_per_second = rate[ROUNDS / 2];
    row->draws_per_floor = count_draws(&worker);
    row->ratio_to_draws = 1 / row->floors_per_second / (row->draws_per_floor * draw_time);
    fl_tally_free(&tally);
    fl_source_dismiss(&worker);
    return FL_OK;
}

static fl_err measure_case(const bench_case *what, bench_row *rows, unsigned *rows_n, double draw_time,
                           fl_diag *diag)
{
    static const double seconds = 0.5;
    fl_source source;
    fl_err err = fl_source_open_words(&source, what->generator, what->settings, diag);
    for (unsigned i = 0; i < SETS && !err; i++) {
        bench_row *row = &rows[(*rows_n)++];
        *row = (bench_row){.what = what, .set = &sets[i]};
        err = measure(&source, row, seconds, draw_time, diag);
    }
    fl_source_close(&source);
    return err;
}

static void write_table(const bench_row *rows, unsigned n, double draw_time, fl_text *out)
{
    fl_table table;
    fl_text number;
    char text[32];
    fl_table_init(&table);
    fl_text_init(&number);
    fl_table_columns(&table, "generator metrics floors/s draws/floor ratio_to_draws settings");
    for (unsigned i = 0; i < n; i++) {
        fl_text_clear(&number);
        fl_progress_number(rows[i].floors_per_second, &number);
        fl_table_add(&table, rows[i].what->generator);
        fl_table_add(&table, rows[i].set->name);
        fl_table_add(&table, fl_text_get(&number));
        snprintf(text, sizeof text, "%.1f", rows[i].draws_per_floor);
        fl_table_add(&table, text);
        snprintf(text, sizeof text, "%.0f", rows[i].ratio_to_draws);
        fl_table_add(&table, text);
        fl_table_add(&table, rows[i].what->settings);
    }
    fl_table_write(&table, out);
    fl_text_add_format(out, "\none thread; a bare draw takes %.2f ns on %s, %s\n", draw_time * 1e9,
                       fl_machine_processor(), fl_machine_compiler());
    fl_text_free(&number);
    fl_table_free(&table);
}

static void write_json(const bench_row *rows, unsigned n, double draw_time, fl_text *out)
{
    fl_text_add(out, "{\"results\": [");
    for (unsigned i = 0; i < n; i++) {
        fl_text_add_format(
            out,
            "%s\n {\"generator\": \"%s\", \"settings\": \"%s\", \"backend\": \"reference\", "
            "\"metrics\": \"%s\", \"threads\": 1, \"floors_per_second\": %.0f, \"draws_per_floor\": %.2f, "
            "\"ratio_to_reference\": 1, \"ratio_to_draws\": %.1f}",
            i > 0 ? "," : "", rows[i].what->generator, rows[i].what->settings, rows[i].set->name,
            rows[i].floors_per_second, rows[i].draws_per_floor, rows[i].ratio_to_draws);
    }
    fl_text_add(out, "\n], \"machine\": {\"processor\": ");
    fl_text_add_json(out, fl_machine_processor());
    fl_text_add(out, ", \"compiler\": ");
    fl_text_add_json(out, fl_machine_compiler());
    fl_text_add_format(out, ", \"processors\": %ld, \"draw_ns\": %.3f}}\n", sysconf(_SC_NPROCESSORS_ONLN),
                       draw_time * 1e9);
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
        fl_source source;
        fl_err err = fl_source_open_words(&source, options->word[i], "", diag);
        fl_source_close(&source);
        if (err) {
            return err;
        }
    }
    return FL_OK;
}

static fl_err run(const fl_options *options, int *exit_code, fl_diag *diag)
{
    (void)exit_code;
    static bench_row rows[ROWS];
    unsigned rows_n = 0;
    fl_text out;
    fl_text_init(&out);
    fl_err err = check_words(options, diag);
    double draw_time = err ? 0 : time_draw();
    for (unsigned i = 0; i < CASES && !err; i++) {
        if (is_wanted(options, cases[i].generator)) {
            err = measure_case(&cases[i], rows, &rows_n, draw_time, diag);
        }
    }
    if (!err && fl_option_get(options, "json")) {
        write_json(rows, rows_n, draw_time, &out);
    } else if (!err) {
        write_table(rows, rows_n, draw_time, &out);
    }
    err = err ? err : fl_output_write(STDOUT_FILENO, &out, diag);
    fl_text_free(&out);
    return err;
}

static const fl_option options[] = {FL_CMD_JSON, FL_CMD_HELP};

const fl_command fl_cmd_bench = {
    .name = "bench",
    .arguments = "[GENERATOR …]",
    .summary = "measure the speed of generators and metrics",
    .details = "Medians of five rounds on one thread. Metrics: none = floors alone; core = counts, facts, "
               "degrees and\n"
               "distances; all = everything; tallied = everything, and added to a tally. The ratio compares "
               "a floor's time\n"
               "with that of its bare random draws.",
    .examples = "floorlab bench\nfloorlab bench classic --json\n",
    .options = options,
    .options_n = sizeof options / sizeof options[0],
    .words_min = 0,
    .words_max = 16,
    .run = run,
};
