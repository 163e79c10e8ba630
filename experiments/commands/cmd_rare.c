/* SPDX-License-Identifier: GPL-2.0-or-later */
/* floorlab rare: the chance of floors that no sampling reaches. */
#include "experiments/commands/commands_private.h"
#include "experiments/enumerate/enumerate.h"
#include "experiments/run/run.h"

#include <stdlib.h>
#include <string.h>

enum { FLOORS = 2000, SWEEPS = 10, RUNS = 30, NONE_SEEN = 4 };

typedef struct seeking {
    const fl_options *options;
    fl_opened_generator opened;
    fl_classic_terms terms;
    fl_expression expression;
    fl_enumerate_rare_request request;
    fl_rare_levels levels;
    fl_rare_sum sum;
    fl_text out;
} seeking;

/* An option that is a number in a range. */
typedef struct range {
    const char *name;
    unsigned otherwise, least, most;
} range;

static fl_err read_number(const seeking *self, const range *of, unsigned *out, fl_diag *diag)
{
    uint64_t number = 0;
    fl_err err = fl_program_option_number(self->options, of->name, of->otherwise, &number, diag);
    if (!err && (number < of->least || number > of->most)) {
        err = fl_diag_set(diag, FL_ERR_USAGE, "", "--%s must be %u to %u", of->name, of->least, of->most);
    }
    *out = (unsigned)number;
    return err;
}

static fl_err read_options(seeking *self, fl_diag *diag)
{
    static const range floors = {"floors", FLOORS, 100, FL_CLASSIC_BATCH_FLOORS};
    static const range sweeps = {"sweeps", SWEEPS, 1, 1000};
    static const range runs = {"runs", RUNS, 2, FL_RARE_RUNS};
    fl_enumerate_rare_request *r = &self->request;
    uint64_t threads = 0;
    fl_err err = read_number(self, &floors, &r->rare.floors, diag);
    err = err ? err : read_number(self, &sweeps, &r->rare.sweeps, diag);
    err = err ? err : read_number(self, &runs, &r->runs, diag);
    err = err ? err : fl_program_option_threads(self->options, &threads, diag);
    r->threads = (unsigned)threads;
    r->rare.seed = self->opened.seed;
    r->rare.terms = &self->terms;
    r->rare.expression = &self->expression;
    return err;
}

static void tell_json(seeking *self)
{
    const fl_rare_sum *sum = &self->sum;
    fl_text *out = &self->out;
    fl_text_add(out, "{\"generator\": \"classic\", \"settings\": ");
    fl_run_generator_add_settings(&self->opened, out);
    fl_text_add(out, ", \"condition\": ");
    fl_text_add_json(out, self->options->word[1]);
    fl_text_add_format(out,
                       ", \"chance\": %.9g, \"error\": %.9g, \"low\": %.9g, \"high\": %.9g, \"runs\": %u, "
                       "\"runs_without\": %u, \"floors\": %u, \"sweeps\": %u, \"seed\": %llu, \"levels\": [",
                       sum->mean, sum->error, sum->low, sum->high, sum->runs, sum->none,
                       self->request.rare.floors, self->request.rare.sweeps,
                       (unsigned long long)self->request.rare.seed);
    for (unsigned i = 0; i < self->levels.n; i++) {
        fl_text_add_format(out, "%s%lld", i > 0 ? ", " : "", (long long)self->levels.distance[i]);
    }
    fl_text_add(out, "]}\n");
}

static void tell(seeking *self)
{
    const fl_rare_sum *sum = &self->sum;
    fl_text *out = &self->out;
    fl_text_add_format(out, "chance     %.4g  (95 %%: %.4g … %.4g)\n", sum->mean, sum->low, sum->high);
    fl_text_add_format(out, "of         %u runs of %u floors each, with the standard error %.2g\n", sum->runs,
                       self->request.rare.floors, sum->error);
    fl_text_add(out, "levels    ");
    for (unsigned i = 0; i < self->levels.n; i++) {
        fl_text_add_format(out, " %lld", (long long)self->levels.distance[i]);
    }
    fl_text_add(out, "  (distances from the condition)\n");
    if (sum->none > 0) {
        fl_text_add_format(out, "%u runs did not reach the condition: more --floors or --sweeps are better\n",
                           sum->none);
    }
}

static fl_err seek(seeking *self, int *exit_code, fl_diag *diag)
{
    fl_progress progress;
    fl_err err = fl_run_generator_open(&self->opened, "classic", self->options, diag);
    if (!err) {
        fl_classic_terms_read(self->opened.rules, &self->terms);
        fl_expression_text text = {self->options->word[1], "the condition", true};
        err = fl_enumerate_condition(&self->opened, &text, &self->expression, diag);
    }
    err = err ? err : read_options(self, diag);
    if (err) {
        return err;
    }
    fl_program_progress_start(&progress, self->options);
    self->request.progress = &progress;
    err = fl_enumerate_rare(&self->request, &self->levels, &self->sum, diag);
    fl_program_progress_end(&progress);
    if (err) {
        return err;
    }
    (fl_program_option_get(self->options, "json") ? tell_json : tell)(self);
    *exit_code = self->sum.none == self->sum.runs ? NONE_SEEN : 0;
    return fl_program_output_tell(&self->out, self->options, diag);
}

static fl_err run(const fl_options *options, int *exit_code, fl_diag *diag)
{
    if (strcmp(options->word[0], "classic") != 0) {
        fl_err err = fl_diag_set(diag, FL_ERR_INPUT, options->word[0], "'rare' is for classic floors");
        fl_diag_hint(diag, "floors of other generators are counted: 'floorlab run'");
        return err;
    }
    seeking *self = calloc(1, sizeof *self);
    if (!self) {
        return fl_diag_memory(diag);
    }
    self->options = options;
    fl_text_init(&self->out);
    fl_err err = seek(self, exit_code, diag);
    fl_text_free(&self->out);
    fl_run_generator_close(&self->opened);
    free(self);
    return err;
}

static const fl_option options[] = {
    {"runs", 0, false, "N", "independent runs, of which the interval is made (default 30)"},
    {"floors", 'n', false, "N", "floors of each run, 100 to 4096 (default 2000)"},
    {"sweeps", 0, false, "N", "how often each floor is changed at a level (default 10)"},
    FL_CMD_SEED,
    FL_CMD_SET,
    {"threads", 't', false, "T",
     "threads, 1 to 64 (default: one per processor); the chance does not depend on it"},
    FL_CMD_JSON,
    FL_CMD_PROGRESS,
    FL_CMD_QUIET,
    FL_CMD_HELP,
};

const fl_command fl_commands_rare = {
    .name = "rare",
    .arguments = "classic CONDITION",
    .summary = "estimate the chance of floors that no sampling reaches",
    .details = "How likely is a floor on which the condition holds? It is split in levels: of\n"
               "floors made as usual those nearest to the condition multiply, and are changed by\n"
               "tossing some coins anew, until it holds. The product of the levels' shares is an\n"
               "unbiased estimate; the interval is that of the mean of independent runs, by\n"
               "Student's law, and too narrow below 1,000 floors a run. The same seed gives the\n"
               "same chance.\n"
               "\n"
               "The condition can name what layouts and the secret room decide; not attempts,\n"
               "gates, or kinds of special rooms. Rules are those that 'exact' knows, of any\n"
               "size.\n"
               "\n"
               "Exit codes: 0; 4 when no run reached the condition.",
    .examples = "floorlab rare classic 'end_rooms <= 3' --set level=8\n"
                "floorlab rare classic 'start_neighbours == 1 && dead_ends >= 7' --set level=4\n"
                "floorlab rare classic 'diameter >= 17' --set level=6 --runs 100 --json\n",
    .options = options,
    .options_n = sizeof options / sizeof options[0],
    .words_min = 2,
    .words_max = 2,
    .run = run,
};
