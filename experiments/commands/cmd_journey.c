/* SPDX-License-Identifier: GPL-2.0-or-later */
/* floorlab journey: draws, counts, judges and exports journeys through a dungeon plan. */
#include "analysis/store/store.h"
#include "experiments/commands/commands_private.h"
#include "experiments/journeys/journeys.h"
#include "experiments/run/run.h"
#include "gen/base/suggest.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { EXPORT_BLOCK = 16 };

typedef struct journey_job {
    const fl_options *options;
    const char *name; /* of the plan; NULL = isaac */
    fl_journey *journey;
    uint64_t seed;
    fl_text *out;
    int exit_code;
    uint64_t runs; /* to be counted */
    fl_progress progress;
} journey_job;

typedef fl_err job_run(journey_job *job, fl_diag *diag);

static fl_err write_svg(journey_job *job, uint64_t number, const fl_journey_walk *walk, fl_diag *diag)
{
    fl_text title;
    fl_text_init(&title);
    fl_text_add_format(&title, "floorlab journey show %s --player %s --seed %llu --journey %llu",
                       job->journey->name, job->journey->player[job->journey->chosen_player].name,
                       (unsigned long long)job->seed, (unsigned long long)number);
    fl_journey_svg_options how = {.title = fl_text_get(&title),
                                  .is_dark = fl_program_option_get(job->options, "dark") != NULL};
    fl_err err = fl_journeys_svg_write(job->journey, walk, &how, job->out, diag);
    fl_text_free(&title);
    return err;
}

static fl_err show(journey_job *job, fl_diag *diag)
{
    uint64_t number = 0;
    fl_journey_walk walk;
    const char *format = fl_program_option_get(job->options, "format");
    fl_journey_text_options how = {.is_ascii = fl_program_option_get(job->options, "ascii") != NULL,
                                   .is_quiet = fl_program_option_get(job->options, "quiet") != NULL,
                                   .is_brief = fl_program_option_get(job->options, "brief") != NULL};
    fl_err err = fl_journeys_read_number(job->journey, job->options, "journey", &number, diag);
    err = err ? err
              : fl_program_output_colour(STDOUT_FILENO, fl_program_option_get(job->options, "color"),
                                         &how.is_coloured, diag);
    if (err) {
        return err;
    }
    fl_journey_walk_begin(&walk, job->journey, job->seed, number);
    if (!format || strcmp(format, "text") == 0) {
        return fl_journeys_text_write(job->journey, &walk, &how, job->out, diag);
    }
    if (strcmp(format, "json") == 0) {
        return fl_journeys_json_write(job->journey, &walk, job->out, diag);
    }
    if (strcmp(format, "svg") == 0) {
        return write_svg(job, number, &walk, diag);
    }
    return fl_diag_set(diag, FL_ERR_USAGE, "", "--format must be text, json or svg, not '%.80s'", format);
}

/* Reads the first journey and how many. */
static fl_err read_range(const journey_job *job, uint64_t usual, uint64_t *first, uint64_t *runs,
                         fl_diag *diag)
{
    fl_err err = fl_journeys_read_number(job->journey, job->options, "journey", first, diag);
    err = err ? err : fl_program_option_number(job->options, "journeys", usual, runs, diag);
    if (!err && (*runs == 0 || *runs - 1 > job->journey->last - *first || *runs > 1000000000000ull)) {
        err = fl_diag_set(diag, FL_ERR_USAGE, "",
                          "--journeys must be 1 to 1000G (10^12), and the last journey has number %llu",
                          (unsigned long long)job->journey->last);
    }
    return err;
}

static bool watch(void *job_of, uint64_t runs)
{
    journey_job *job = job_of;
    fl_text line;
    fl_text_init(&line);
    fl_program_format_number((double)runs, &line);
    fl_text_add(&line, " of ");
    fl_program_format_number((double)job->runs, &line);
    fl_text_add(&line, " journeys");
    fl_program_progress_text(&job->progress, fl_text_get(&line));
    fl_text_free(&line);
    return !fl_program_interrupt_caught();
}

static fl_err count(journey_job *job, fl_journey_counting *counting, fl_journey_tally *tally, fl_diag *diag)
{
    double started = fl_program_host_seconds();
    job->runs = counting->runs;
    fl_program_progress_start(&job->progress, STDERR_FILENO,
                              fl_program_option_get(job->options, "quiet") != NULL);
    fl_err err = fl_journeys_count(counting, tally, diag);
    fl_program_progress_end(&job->progress);
    fl_journey_product product;
    fl_journey_report report = {.counting = counting,
                                .tally = tally,
                                .product = &product,
                                .seconds = fl_program_host_seconds() - started};
    err = err ? err : fl_journeys_product_init(&product, job->journey, tally->visit, diag);
    if (!err &&
        (fl_program_option_get(job->options, "json") || fl_program_option_get(job->options, "output"))) {
        fl_journeys_report_print_json(&report, job->out);
    } else if (!err) {
        fl_journeys_report_print(&report, job->out);
    }
    if (!err && !fl_program_option_get(job->options, "quiet")) {
        fl_text speed;
        fl_text_init(&speed);
        fl_program_format_number((double)tally->journeys / report.seconds, &speed);
        fprintf(stderr, "%s journeys a second\n", fl_text_get(&speed));
        fl_text_free(&speed);
    }
    return err;
}

static fl_err run_many(journey_job *job, fl_diag *diag)
{
    uint64_t threads = 1;
    fl_journey_tally tally;
    fl_journey_counting counting = {
        .journey = job->journey, .seed = job->seed, .context = job, .watch = watch};
    const char *output = fl_program_option_get(job->options, "output");
    fl_err err = read_range(job, 100000, &counting.first, &counting.runs, diag);
    err = err ? err : fl_program_option_threads(job->options, &threads, diag);
    err = err ? err : fl_program_option_backend(job->options, &counting.backend, diag);
    err = err || !output ? err : fl_store_atomic_try(output, diag);
    if (err) {
        return err;
    }
    counting.threads = (unsigned)threads;
    if (fl_tally_journey_init(&tally, job->journey)) {
        return fl_diag_memory(diag);
    }
    fl_program_interrupt_listen();
    err = count(job, &counting, &tally, diag);
    fl_tally_journey_free(&tally);
    if (output) { /* without it the caller writes to stdout */
        err = err ? err : fl_program_output_replace(output, job->out, diag);
        fl_text_clear(job->out);
    }
    return err;
}

/* Judges the claims about one player. */
static fl_err judge(journey_job *job, fl_journey *journey, fl_journey_verdict *verdict, fl_diag *diag)
{
    uint64_t threads = 1;
    fl_journey_tally tally;
    fl_journey_counting counting = {.journey = journey, .seed = job->seed, .context = job, .watch = watch};
    job->journey = journey;
    fl_err err = read_range(job, 200000, &counting.first, &counting.runs, diag);
    err = err ? err : fl_program_option_threads(job->options, &threads, diag);
    err = err ? err : fl_program_option_backend(job->options, &counting.backend, diag);
    counting.threads = (unsigned)threads;
    if (!err && fl_tally_journey_init(&tally, journey)) {
        err = fl_diag_memory(diag);
    }
    if (!err) {
        job->runs = counting.runs;
        fl_program_progress_start(&job->progress, STDERR_FILENO,
                                  fl_program_option_get(job->options, "quiet") != NULL);
        err = fl_journeys_count(&counting, &tally, diag);
        fl_program_progress_end(&job->progress);
        err = err ? err : fl_journeys_verdict_add(verdict, &tally, diag);
        fl_tally_journey_free(&tally);
    }
    return err;
}

static bool has_claims(const fl_journey *journey, unsigned player)
{
    bool has = false;
    for (unsigned i = 0; i < journey->claims_n; i++) {
        has = has || journey->claim[i].player == player;
    }
    return has;
}

static fl_err verify(journey_job *job, fl_diag *diag)
{
    enum { REFUTED = 1, UNDECIDED = 4 };
    fl_journey_verdict verdict;
    fl_journey *plan = job->journey;
    fl_err err = FL_OK;
    if (plan->claims_n == 0) {
        return fl_diag_set(diag, FL_ERR_INPUT, plan->name, "this plan makes no claims");
    }
    fl_journeys_verdict_init(&verdict, 0.01);
    fl_program_interrupt_listen();
    for (unsigned i = 0; i < plan->players_n && !err; i++) {
        fl_journey *journey = NULL;
        if (has_claims(plan, i)) {
            err = fl_journeys_open_as(&journey, job->name, plan->player[i].name, job->options, diag);
            err = err ? err : judge(job, journey, &verdict, diag);
            fl_journey_free(journey);
        }
    }
    job->journey = plan;
    if (!err && fl_program_option_get(job->options, "json")) {
        fl_program_table_write_json(&verdict.table, job->out);
    } else if (!err) {
        fl_program_table_write(&verdict.table, job->out);
    }
    job->exit_code = verdict.unexpected > 0 ? REFUTED : verdict.undecided > 0 ? UNDECIDED : 0;
    fl_journeys_verdict_free(&verdict);
    return err;
}

static fl_err check(journey_job *job, fl_diag *diag)
{
    (void)diag;
    fl_journeys_print_plan(job->journey, fl_program_option_get(job->options, "json") != NULL, job->out);
    return FL_OK;
}

typedef struct export_job {
    const journey_job *job;
    uint64_t first, runs;
    fl_err err; /* of a worker: out of memory */
} export_job;

static void make_lines(void *export_of, unsigned worker, uint64_t block, fl_text *out)
{
    export_job *self = export_of;
    (void)worker;
    uint64_t from = block * EXPORT_BLOCK;
    uint64_t to = self->runs - from < EXPORT_BLOCK ? self->runs : from + EXPORT_BLOCK;
    for (uint64_t i = from; i < to; i++) {
        fl_journey_walk walk;
        fl_journey_walk_begin(&walk, self->job->journey, self->job->seed, self->first + i);
        if (fl_journeys_json_write(self->job->journey, &walk, out, NULL)) {
            out->is_short_of_memory = true;
        }
    }
}

static fl_err write_lines(void *export_of, const fl_text *text, fl_diag *diag)
{
    (void)export_of;
    return fl_program_output_write(STDOUT_FILENO, text, diag);
}

static fl_err export(journey_job *job, fl_diag *diag)
{
    uint64_t threads = 1;
    export_job self = {.job = job};
    fl_err err = read_range(job, 1, &self.first, &self.runs, diag);
    err = err ? err : fl_program_option_threads(job->options, &threads, diag);
    fl_ordered_output output = {.blocks = (self.runs + EXPORT_BLOCK - 1) / EXPORT_BLOCK,
                                .threads = (unsigned)threads,
                                .job = &self,
                                .make = make_lines,
                                .write = write_lines};
    return err ? err : fl_run_write_in_order(&output, diag);
}

static const struct {
    const char *name;
    job_run *run;
} jobs[] = {{"show", show}, {"run", run_many}, {"verify", verify}, {"check", check}, {"export", export}};

enum { JOBS = sizeof jobs / sizeof jobs[0] };

static fl_err find_job(const char *word, job_run **out, fl_diag *diag)
{
    for (size_t i = 0; i < JOBS; i++) {
        if (strcmp(jobs[i].name, word) == 0) {
            *out = jobs[i].run;
            return FL_OK;
        }
    }
    fl_err err = fl_diag_set(diag, FL_ERR_USAGE, "", "there is no command 'journey %.80s'", word);
    const char *near = fl_suggest_name(word, jobs, JOBS, sizeof jobs[0]);
    fl_diag_hint(diag, near ? "did you mean 'journey %s'?" : "there are %s, run, verify, check and export",
                 near ? near : jobs[0].name);
    return err;
}

static fl_err run(const fl_options *options, int *exit_code, fl_diag *diag)
{
    fl_text out;
    job_run *what = NULL;
    journey_job job = {.options = options, .out = &out};
    job.name = options->words_n > 1 ? options->word[1] : NULL;
    fl_text_init(&out);
    fl_err err = find_job(options->word[0], &what, diag);
    err = err ? err : fl_program_option_number(options, "seed", 1, &job.seed, diag);
    err = err ? err
              : fl_journeys_open(&job.journey, options->words_n > 1 ? options->word[1] : NULL, options, diag);
    err = err ? err : what(&job, diag);
    err = err || out.size == 0 ? err : fl_program_output_write(STDOUT_FILENO, &out, diag);
    *exit_code = job.exit_code;
    fl_journey_free(job.journey);
    fl_text_free(&out);
    return err;
}

static const fl_option options[] = {
    {"player", 'p', false, "NAME", "which player (default: the plan's first)"},
    {"journey", 'j', false, "N", "number of the journey, or of the first of many (default: the lowest)"},
    {"journeys", 'n', false, "N", "how many: run (default 100k), verify (200k), export (1)"},
    FL_CMD_SEED,
    FL_CMD_SET,
    {"format", 0, false, "FORM", "show: text, json or svg (default text)"},
    {"brief", 0, false, NULL, "show: leave the maps out"},
    {"ascii", 0, false, NULL, "show: draw with ASCII characters only"},
    {"dark", 0, false, NULL, "show as svg: draw light on dark"},
    {"output", 'o', false, "FILE", "run: write the JSON document to a file"},
    {"threads", 't', false, "T",
     "threads, 1 to 64 (default: one per processor); the results do not depend on it"},
    FL_CMD_BACKEND,
    FL_CMD_JSON,
    FL_CMD_COLOR,
    FL_CMD_QUIET,
    FL_CMD_HELP,
};

const fl_command fl_cmd_journey = {
    .name = "journey",
    .arguments = "show|run|verify|check|export [PLAN]",
    .summary = "follow players through the floors of a dungeon plan",
    .details = "A journey is a player's way through floors. PLAN is a YAML file, or the name of\n"
               "one that ships: isaac (the remakes, the default) or classic.\n"
               "\n"
               "  show    draw one journey floor by floor, each with the command that shows it alone\n"
               "  run     count many journeys: where they end, and which rooms they meet by when,\n"
               "          beside the chances that follow from single floors\n"
               "  verify  judge what the plan claims about its journeys\n"
               "  check   read a plan and say what is wrong with it\n"
               "  export  write journeys as lines of JSON\n"
               "\n"
               "Exit codes of verify: 0 all verdicts are the expected ones; 1 some are not; 4\n"
               "some claims are still undecided.",
    .examples = "floorlab journey show --journey 7\n"
                "floorlab journey show isaac --player full --format svg > journey.svg\n"
                "floorlab journey run classic --player full --journeys 1M\n"
                "floorlab journey run isaac --journeys 50k --json\n"
                "floorlab journey verify classic\n"
                "floorlab journey check mine.yaml\n"
                "floorlab journey export classic --journeys 1000 > journeys.jsonl\n",
    .options = options,
    .options_n = sizeof options / sizeof options[0],
    .words_min = 1,
    .words_max = 2,
    .run = run,
};
