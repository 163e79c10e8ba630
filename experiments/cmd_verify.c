/* floorlab verify: does what the documents say of classic floors hold? */
#include "experiments/cmd.h"
#include "experiments/output.h"
#include "experiments/table.h"
#include "experiments/trial.h"

#include <stdio.h>
#include <unistd.h>

enum {
    EXIT_DIFFERENT = 1,
    EXIT_UNDECIDED = 4,
    CHANCE_TIMES = 10, /* a chance needs more floors than 'always' or 'never' */
};

typedef struct tally {
    unsigned confirmed, refuted, undecided, unexpected;
} tally;

static void note(const fl_trial_row *row, const fl_trial_result *result, tally *sum, fl_table *table)
{
    char documented[32];
    char text[64];
    bool is_expected = result->verdict == row->expected;
    if (row->of == 1) {
        snprintf(documented, sizeof documented, "%s", row->hits ? "always" : "never");
    } else {
        snprintf(documented, sizeof documented, "%u/%u", row->hits, row->of);
    }
    fl_table_add(table, row->id);
    fl_table_add(table, documented);
    snprintf(text, sizeof text, "%.5f", result->observed);
    fl_table_add(table, text);
    snprintf(text, sizeof text, "%.5f…%.5f", result->low, result->high);
    fl_table_add(table, text);
    fl_table_add_number(table, (int64_t)result->trials);
    bool is_unexpected = !is_expected && result->verdict != FL_TRIAL_UNDECIDED;
    snprintf(text, sizeof text, "%s%s", fl_trial_verdict_name(result->verdict),
             is_unexpected ? " (unexpected)" : "");
    fl_table_add(table, text);
    fl_table_add(table, row->text);
    sum->confirmed += result->verdict == FL_TRIAL_CONFIRMED;
    sum->refuted += result->verdict == FL_TRIAL_REFUTED;
    sum->undecided += result->verdict == FL_TRIAL_UNDECIDED;
    sum->unexpected += is_unexpected;
}

static fl_err judge_all(uint64_t floors, bool is_quiet, tally *sum, fl_table *table, fl_diag *diag)
{
    size_t n = 0;
    const fl_trial_row *rows = fl_trial_all(&n);
    bool is_live = !is_quiet && isatty(STDERR_FILENO);
    fl_err err = FL_OK;
    fl_table_columns(table, "claim documented observed interval trials verdict meaning");
    for (size_t i = 0; i < n && !err; i++) {
        fl_trial_result result;
        if (is_live) {
            fprintf(stderr, "\r\033[K%zu of %zu claims judged: %s", i, n, rows[i].id);
        }
        err = fl_trial_run(&rows[i], rows[i].of > 1 ? floors * CHANCE_TIMES : floors, &result, diag);
        if (!err) {
            note(&rows[i], &result, sum, table);
        }
    }
    if (is_live) {
        fprintf(stderr, "\r\033[K");
    }
    return err;
}

static fl_err run(const fl_options *options, int *exit_code, fl_diag *diag)
{
    uint64_t floors = 0;
    tally sum = {0, 0, 0, 0};
    fl_table table;
    fl_text out;
    fl_table_init(&table);
    fl_text_init(&out);
    fl_err err = fl_option_number(options, "floors", 100000, &floors, diag);
    err = err ? err : judge_all(floors, fl_option_get(options, "quiet") != NULL, &sum, &table, diag);
    if (!err && fl_option_get(options, "json")) {
        fl_table_write_json(&table, &out);
    } else if (!err) {
        fl_table_write(&table, &out);
        fl_text_add_format(&out, "\n%u confirmed, %u refuted, %u undecided; %u unexpected\n", sum.confirmed,
                           sum.refuted, sum.undecided, sum.unexpected);
    }
    err = err ? err : fl_table_check(&table);
    err = err ? err : fl_output_write(STDOUT_FILENO, &out, diag);
    *exit_code = sum.unexpected ? EXIT_DIFFERENT : sum.undecided ? EXIT_UNDECIDED : 0;
    fl_text_free(&out);
    fl_table_free(&table);
    return err;
}

static const fl_option options[] = {
    {"floors", 'n', false, "N", "floors per claim (default 100k); ten times as many for a chance"},
    FL_CMD_JSON,
    FL_CMD_QUIET,
    FL_CMD_HELP,
};

const fl_command fl_cmd_verify = {
    .name = "verify",
    .arguments = "",
    .summary = "judge the documented claims about classic floors",
    .details = "Each claim is counted on floors of its own population. The article's words are judged "
               "against all rule\n"
               "sets: what one of them is known to break is expected to be refuted; only a change of verdict "
               "is an error.",
    .examples = "floorlab verify\nfloorlab verify --floors 1M\n",
    .options = options,
    .options_n = sizeof options / sizeof options[0],
    .words_min = 0,
    .words_max = 0,
    .run = run,
};
