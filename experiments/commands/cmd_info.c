/* SPDX-License-Identifier: GPL-2.0-or-later */
/* floorlab info: prints what a result file holds. */
#include "analysis/stat/stat.h"
#include "experiments/commands/commands_private.h"
#include "experiments/run/result/result.h"

#include <fnmatch.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void write_condition(const fl_experiment *experiment, uint64_t condition, fl_text *out)
{
    fl_text_add(out, "{");
    if (!experiment->generator) {
        fl_text_add(out, "\"scenario\": ");
        fl_text_add_json(out, experiment->condition[condition].name);
    }
    for (unsigned axis = 0; axis < experiment->axes_n; axis++) {
        fl_text_add(out, axis > 0 ? ", " : "");
        fl_text_add_json(out, experiment->axes[axis].name);
        fl_text_add(out, ": ");
        fl_text_add_json(out, fl_run_experiment_axis_value(experiment, condition, axis));
    }
    fl_text_add(out, "}");
}

/* Adds a metric in every configuration that counts it. */
static void write_metric(const fl_run_result *run, unsigned number, fl_text *out)
{
    const char *link = "\n";
    const char *name = run->setup.tally.metrics[number].name;
    fl_text_add_json(out, name);
    fl_text_add(out, ": [");
    for (uint64_t c = 0; c < run->setup.conditions; c++) {
        const fl_tally *tally = &run->totals[c];
        int i = fl_run_result_metric_in(tally->spec, name, number);
        if (i < 0) {
            continue;
        }
        const fl_tally_metric *metric = &tally->spec->metrics[i];
        fl_run_moments m = fl_run_result_moments(tally, (unsigned)i);
        bool is_first = true;
        fl_text_add_format(out, "%s   {\"configuration\": ", link);
        link = ",\n";
        write_condition(&run->experiment, c, out);
        fl_text_add_format(out, ", \"n\": %llu", (unsigned long long)m.sum[0]);
        if (m.sum[0] > 0) {
            fl_text_add_format(out, ", \"mean\": %.12g, \"variance\": %.12g, \"min\": %d, \"max\": %d",
                               m.mean, m.variance, (int)tally->extreme[i].min, (int)tally->extreme[i].max);
        }
        fl_text_add(out, ", \"counts\": {");
        for (uint32_t value = 0; value < metric->bins; value++) {
            uint64_t count = tally->count[metric->at + value];
            if (count > 0) {
                fl_text_add_format(out, "%s\"%u\": %llu", is_first ? "" : ", ", value,
                                   (unsigned long long)count);
                is_first = false;
            }
        }
        fl_text_add(out, "}}");
    }
    fl_text_add(out, "]");
}

static void write_event(const fl_run_result *run, unsigned number, fl_text *out)
{
    const char *link = "\n";
    const char *name = run->setup.tally.events[number].name;
    fl_text_add_json(out, name);
    fl_text_add(out, ": [");
    for (uint64_t c = 0; c < run->setup.conditions; c++) {
        int i = fl_run_result_event_in(run->totals[c].spec, name, number);
        if (i < 0) {
            continue;
        }
        fl_text_add_format(out, "%s   {\"configuration\": ", link);
        link = ",\n";
        write_condition(&run->experiment, c, out);
        fl_text_add_format(out, ", \"trials\": %llu, \"hits\": %llu",
                           (unsigned long long)fl_tally_event_trials(&run->totals[c], (unsigned)i),
                           (unsigned long long)fl_tally_event_hits(&run->totals[c], (unsigned)i));
        if (run->totals[c].spec->events[i].condition) {
            fl_text_add(out, ", \"expression\": ");
            fl_text_add_json(out, run->totals[c].spec->events[i].meaning);
        }
        fl_text_add(out, "}");
    }
    fl_text_add(out, "]");
}

static uint64_t counted(const fl_run_result *run)
{
    uint64_t all = 0;
    for (uint64_t c = 0; c < run->setup.conditions; c++) {
        all += run->totals[c].floors;
    }
    return all;
}

static void write_json(const fl_run_result *run, const char *path, fl_text *out)
{
    fl_text_add(out, "{\"output\": ");
    fl_text_add_json(out, path);
    fl_text_add_format(
        out,
        ", \"experiment\": \"%s\", \"format_version\": %d, \"digest\": \"%s\", \"complete\": %s, "
        "\"seeds\": %llu, "
        "\"floors\": %llu, \"counted\": %llu, \"configurations\": %llu,\n \"metrics\": {",
        run->experiment.name, FL_STORE_VERSION, run->digest, run->is_complete ? "true" : "false",
        (unsigned long long)(run->setup.conditions > 0 ? fl_run_setup_seeds(&run->setup, 0) : 0),
        (unsigned long long)(run->setup.to - run->setup.from), (unsigned long long)counted(run),
        (unsigned long long)run->setup.conditions);
    for (unsigned i = 0; i < run->setup.tally.metrics_n; i++) {
        fl_text_add(out, i > 0 ? ",\n  " : "\n  ");
        write_metric(run, i, out);
    }
    fl_text_add(out, "},\n \"events\": {");
    for (unsigned i = 0; i < run->setup.tally.events_n; i++) {
        fl_text_add(out, i > 0 ? ",\n  " : "\n  ");
        write_event(run, i, out);
    }
    fl_text_add(out, "}");
    /* The number of samples for which the expression is true. */
    unsigned n = 0;
    for (uint64_t c = 0; c < run->setup.conditions; c++) {
        const char *where = fl_run_setup_where(&run->setup, c);
        if (!where) {
            continue;
        }
        fl_text_add(out,
                    n++ == 0 ? ",\n \"where\": [\n   {\"configuration\": " : ",\n   {\"configuration\": ");
        write_condition(&run->experiment, c, out);
        fl_text_add_format(out, ", \"tried\": %llu, \"counted\": %llu, \"expression\": ",
                           (unsigned long long)fl_tally_tried(&run->totals[c]),
                           (unsigned long long)run->totals[c].floors);
        fl_text_add_json(out, where);
        fl_text_add(out, "}");
    }
    fl_text_add(out, n > 0 ? "]" : "");
    fl_text_add(out, "}\n");
}

/* "level=3 rooms=8" */
static void name_condition(const fl_experiment *experiment, uint64_t condition, fl_text *out)
{
    fl_text_clear(out);
    if (!experiment->generator) {
        fl_text_add(out, experiment->condition[condition].name);
        return;
    }
    for (unsigned axis = 0; axis < experiment->axes_n; axis++) {
        fl_text_add_format(out, "%s%s=%s", axis > 0 ? " " : "", experiment->axes[axis].name,
                           fl_run_experiment_axis_value(experiment, condition, axis));
    }
    fl_text_add(out, experiment->axes_n == 0 ? "all" : "");
}

static void add_row(const fl_run_result *run, unsigned number, uint64_t c, fl_table *table)
{
    int i = fl_run_result_metric_in(run->totals[c].spec, run->setup.tally.metrics[number].name, number);
    if (i < 0) {
        return;
    }
    fl_text name;
    char text[32];
    fl_text_init(&name);
    name_condition(&run->experiment, c, &name);
    fl_run_moments m = fl_run_result_moments(&run->totals[c], (unsigned)i);
    bool has_values = m.sum[0] > 0;
    fl_program_table_add(table, run->setup.tally.metrics[number].name);
    fl_program_table_add(table, fl_text_get(&name));
    fl_program_table_add_number(table, (int64_t)m.sum[0]);
    for (unsigned k = 0; k < 4 && !has_values; k++) {
        fl_program_table_add(table, "-");
    }
    if (has_values) {
        snprintf(text, sizeof text, "%.4f", m.mean);
        fl_program_table_add(table, text);
        snprintf(text, sizeof text, "%.4f", sqrt(fmax(m.variance, 0)));
        fl_program_table_add(table, text);
        fl_program_table_add_number(table, run->totals[c].extreme[i].min);
        fl_program_table_add_number(table, run->totals[c].extreme[i].max);
    }
    fl_text_drop(&name, &table->cells);
}

/* True if a pattern (NULL = any) matches a name. */
static bool is_named(const char *pattern, const char *name)
{
    return !pattern || fnmatch(pattern, name, 0) == 0;
}

/* Adds the events that a pattern matches, with the intervals of the file's table `event`; "-" if there was no
 * trial, and no interval for a whole census. */
static fl_err write_events(const fl_run_result *run, const char *pattern, fl_text *out, fl_diag *diag)
{
    const fl_beta_prior prior = fl_stat_beta_around(0, 0, 0);
    fl_table table;
    fl_text name;
    fl_text_init(&name);
    fl_program_table_init(&table);
    fl_program_table_columns(&table, "event configuration hits of share low high");
    for (unsigned e = 0; e < run->setup.tally.events_n; e++) {
        const char *event = run->setup.tally.events[e].name;
        for (uint64_t c = 0; c < run->setup.conditions && is_named(pattern, event); c++) {
            const fl_tally *tally = &run->totals[c];
            int i = fl_run_result_event_in(tally->spec, event, e);
            if (i < 0) {
                continue;
            }
            uint64_t trials = fl_tally_event_trials(tally, (unsigned)i);
            uint64_t hits = fl_tally_event_hits(tally, (unsigned)i);
            uint64_t seeds = fl_run_setup_seeds(&run->setup, c);
            const fl_beta_count count = {(double)hits, (double)(trials - hits)};
            fl_interval limits = fl_stat_beta_limits(&prior, count, 0.05);
            double figures[] = {trials > 0 ? (double)hits / (double)trials : 0, limits.lo, limits.hi};
            unsigned known = trials == 0 ? 0 : seeds > 0 && tally->floors == seeds ? 1 : 3;
            name_condition(&run->experiment, c, &name);
            fl_program_table_add(&table, event);
            fl_program_table_add(&table, fl_text_get(&name));
            fl_program_table_add_number(&table, (int64_t)hits);
            fl_program_table_add_number(&table, (int64_t)trials);
            for (unsigned k = 0; k < 3; k++) {
                char text[32];
                snprintf(text, sizeof text, "%.6g", figures[k]);
                fl_program_table_add(&table, k < known ? text : "-");
            }
        }
    }
    bool has_rows = table.cells_n > 0;
    fl_program_table_write(&table, out);
    fl_program_table_free(&table);
    fl_text_drop(&name, out);
    return has_rows ? FL_OK
                    : fl_diag_set(diag, FL_ERR_USAGE, "--event", "the run has no event '%.80s'", pattern);
}

/* Adds the metrics that a pattern (NULL = any) matches. */
static fl_err write_metrics(const fl_run_result *run, const char *pattern, fl_text *out, fl_diag *diag)
{
    fl_table table;
    fl_program_table_init(&table);
    fl_program_table_columns(&table, "metric configuration n mean deviation min max");
    for (unsigned i = 0; i < run->setup.tally.metrics_n; i++) {
        for (uint64_t c = 0; c < run->setup.conditions; c++) {
            if (is_named(pattern, run->setup.tally.metrics[i].name)) {
                add_row(run, i, c, &table);
            }
        }
    }
    bool has_rows = table.cells_n > 0;
    fl_program_table_write(&table, out);
    fl_program_table_free(&table);
    return has_rows || !pattern
               ? FL_OK
               : fl_diag_set(diag, FL_ERR_USAGE, "--metric", "the run has no metric '%.80s'", pattern);
}

static void write_text(const fl_run_result *run, const char *path, fl_text *out)
{
    fl_text_add_masked(out, path);
    fl_text_add_format(out, ": %s (", run->experiment.name);
    fl_text_add_masked(out, run->experiment.about);
    fl_text_add(out, ")\n");
    /* "1000000 floors in each of 12 configurations"; for a stopped run also how many were counted. */
    unsigned long long conditions = run->setup.conditions;
    const char *names =
        run->experiment.generator ? fl_sample_names(run->experiment.generator->makes) : "samples";
    if (!run->is_complete) {
        fl_text_add_format(out, "stopped before the end: %llu %s counted, of ",
                           (unsigned long long)counted(run), names);
    }
    if (run->experiment.generator && fl_run_experiment_has_own_samples(&run->experiment)) {
        fl_text_add_format(out, "%llu %s in %llu configurations", (unsigned long long)counted(run), names,
                           conditions);
    } else if (run->experiment.generator) {
        fl_text_add_format(out, "%llu %s in %s%llu configuration%s",
                           (unsigned long long)(run->setup.to - run->setup.from), names,
                           conditions == 1 ? "" : "each of ", conditions, conditions == 1 ? "" : "s");
    } else {
        fl_text_add_format(out, "%llu samples of %llu scenarios", (unsigned long long)counted(run),
                           conditions);
    }
    bool is_census = run->setup.conditions > 0 && fl_run_setup_seeds(&run->setup, 0) > 0;
    fl_text_add_format(out, ", seed %llu, %s streams, digest %s\n\n",
                       (unsigned long long)run->experiment.seed,
                       run->experiment.has_shared_streams ? "shared" : "independent", run->digest);
    if (run->experiment.has_shared_streams && run->setup.conditions > 1) {
        fl_text_add(out, "differences from the first configuration, as pairs, are in /paired/metric and "
                         "/paired/event; plot draws them\n\n");
    }
    if (fl_run_setup_has_invented_rooms(&run->setup)) {
        fl_text_add(out, "rooms are " FL_RUN_INVENTED_ROOMS "\n\n");
    }
    if (is_census) {
        uint64_t seeds = fl_run_setup_seeds(&run->setup, 0);
        bool is_whole = run->is_complete && run->setup.to - run->setup.from == seeds;
        fl_text_add_format(out, "a census of all %llu game seeds: %s\n\n", (unsigned long long)seeds,
                           is_whole ? "counts and shares are exact" : "this is a part of it");
    }
}

enum { UNKNOWN = -1 };

/* Returns how many samples have a value of an input of an expression, -1 if the counts do not say. */
static int64_t valued_by(const fl_tally *tally, const fl_expression_input *input)
{
    const fl_tally_spec *spec = tally->spec;
    for (unsigned i = 0; i < spec->metrics_n && input->sort == FL_EXPRESSION_METRIC; i++) {
        if (spec->metrics[i].metric == input->number && !spec->metrics[i].is_per_room) {
            return (int64_t)fl_run_result_moments(tally, i).sum[0];
        }
    }
    for (unsigned i = 0; i < spec->built_in_n && input->sort == FL_EXPRESSION_EVENT; i++) {
        if (spec->events[i].event == input->number) {
            return (int64_t)fl_tally_event_trials(tally, i);
        }
    }
    return UNKNOWN;
}

/* The same for all its inputs. If two values are missing on some samples, the counts do not say on how many
 * both are present. */
static int64_t valued(const fl_tally *tally, const fl_expression *expression)
{
    int64_t least = (int64_t)tally->floors;
    unsigned missing = 0;
    for (unsigned i = 0; i < expression->inputs_n; i++) {
        int64_t n = valued_by(tally, &expression->input[i]);
        missing += n < (int64_t)tally->floors ? n == UNKNOWN ? 2 : 1 : 0;
        least = n != UNKNOWN && n < least ? n : least;
    }
    for (unsigned i = 0; i < expression->steps_n; i++) {
        if (expression->step[i].act == FL_EXPRESSION_HAS) { /* true or false also without the value */
            return UNKNOWN;
        }
    }
    return least == 0 || missing < 2 ? least : UNKNOWN;
}

/* Adds the cells of a share: hits, trials, trials with all values that the expression uses, the ratio, the
 * expression. */
static void add_share(const uint64_t counts[2], int64_t with_values, const char *expression, fl_table *table)
{
    char share[32];
    bool has_share = counts[1] > 0 && (counts[0] > 0 || with_values != 0);
    snprintf(share, sizeof share, "%.6g", has_share ? (double)counts[0] / (double)counts[1] : 0);
    fl_program_table_add_number(table, (int64_t)counts[0]);
    fl_program_table_add_number(table, (int64_t)counts[1]);
    if (with_values == UNKNOWN) {
        fl_program_table_add(table, "-");
    } else {
        fl_program_table_add_number(table, with_values);
    }
    fl_program_table_add(table, has_share ? share : "-");
    fl_program_table_add(table, expression);
}

/* Adds the experiment's expressions: which samples are counted, and its own events. */
static void write_expressions(const fl_run_result *run, fl_text *out)
{
    fl_table table;
    fl_text name;
    fl_text_init(&name);
    fl_program_table_init(&table);
    fl_program_table_columns(&table, "event configuration hits of with_values share expression");
    for (uint64_t c = 0; c < run->setup.conditions; c++) {
        const fl_tally *tally = &run->totals[c];
        const char *where = fl_run_setup_where(&run->setup, c);
        name_condition(&run->experiment, c, &name);
        if (where) {
            fl_program_table_add(&table, "(counted)");
            fl_program_table_add(&table, fl_text_get(&name));
            add_share((const uint64_t[2]){tally->floors, fl_tally_tried(tally)}, UNKNOWN, where, &table);
        }
        for (unsigned i = tally->spec->built_in_n; i < tally->spec->events_n; i++) {
            fl_program_table_add(&table, tally->spec->events[i].name);
            fl_program_table_add(&table, fl_text_get(&name));
            const fl_tally_event *event = &tally->spec->events[i];
            add_share((const uint64_t[2]){fl_tally_event_hits(tally, i), fl_tally_event_trials(tally, i)},
                      valued(tally, event->condition), event->meaning, &table);
        }
    }
    if (table.cells_n > 0) {
        fl_text_add_char(out, '\n');
        fl_program_table_write(&table, out);
    }
    fl_program_table_free(&table);
    fl_text_drop(&name, out);
}

/* Adds, for journeys, each event that sometimes happens, with the chance that follows from the shares of
 * single floors. */
static fl_err write_forms(const fl_run_result *run, uint64_t c, fl_table *table, fl_diag *diag)
{
    const fl_tally *tally = &run->totals[c];
    double *form = calloc(tally->spec->events_n + 1, sizeof *form);
    fl_text name;
    fl_text_init(&name);
    fl_err err =
        form ? fl_run_journey_forms(&run->setup.condition[c], tally, form, diag) : fl_diag_memory(diag);
    name_condition(&run->experiment, c, &name);
    for (unsigned i = 0; i < tally->spec->events_n && !err; i++) {
        const fl_tally_event *event = &tally->spec->events[i];
        uint64_t trials = fl_tally_event_trials(tally, i);
        uint64_t hits = fl_tally_event_hits(tally, i);
        char text[32];
        if (isnan(form[i]) || hits == 0 || hits == trials) {
            continue;
        }
        fl_program_table_add(table, event->name);
        fl_program_table_add(table, fl_text_get(&name));
        fl_program_table_add_number(table, (int64_t)hits);
        snprintf(text, sizeof text, "%.5f", (double)hits / (double)trials);
        fl_program_table_add(table, text);
        snprintf(text, sizeof text, "%.5f", form[i]);
        fl_program_table_add(table, text);
    }
    fl_text_free(&name);
    free(form);
    return err;
}

static fl_err write_journeys(const fl_run_result *run, fl_text *out, fl_diag *diag)
{
    fl_table table;
    fl_err err = FL_OK;
    fl_program_table_init(&table);
    fl_program_table_columns(&table, "event configuration journeys share closed_form");
    for (uint64_t c = 0; c < run->setup.conditions && !err; c++) {
        bool is_journey = run->setup.condition[c].opened.generator->makes == FL_SAMPLE_JOURNEY;
        err = is_journey && run->totals[c].floors > 0 ? write_forms(run, c, &table, diag) : FL_OK;
    }
    if (table.cells_n > 0) {
        fl_text_add_char(out, '\n');
        fl_program_table_write(&table, out);
    }
    fl_program_table_free(&table);
    return err;
}

static fl_err run(const fl_options *options, int *exit_code, fl_diag *diag)
{
    (void)exit_code;
    fl_run_result file;
    fl_text out;
    fl_text_init(&out);
    fl_err err = fl_run_result_open(&file, options->word[0], diag);
    if (!err) {
        const char *metric = fl_program_option_get(options, "metric");
        const char *event = fl_program_option_get(options, "event");
        bool is_json = fl_program_option_get(options, "json") != NULL;
        if (is_json && (metric || event)) {
            err = fl_diag_set(diag, FL_ERR_USAGE, "",
                              "--json prints everything: leave out --metric and --event");
        } else if (metric || event) {
            err = metric ? write_metrics(&file, metric, &out, diag) : FL_OK;
            fl_text_add(&out, metric && event ? "\n" : "");
            err = err || !event ? err : write_events(&file, event, &out, diag);
        } else if (is_json) {
            write_json(&file, options->word[0], &out);
        } else {
            write_text(&file, options->word[0], &out);
            err = write_metrics(&file, NULL, &out, diag);
            write_expressions(&file, &out);
            /* Adds, for a census, events as exact fractions, "N of 4294967295 seeds"; for a shard those of
             * its seeds. */
            fl_table table;
            fl_text name;
            fl_text_init(&name);
            fl_program_table_init(&table);
            fl_program_table_columns(&table, "event configuration hits of share");
            for (uint64_t c = 0; c < file.setup.conditions; c++) {
                const fl_tally *tally = &file.totals[c];
                name_condition(&file.experiment, c, &name);
                for (unsigned i = 0; i < tally->spec->events_n && fl_run_setup_seeds(&file.setup, c) > 0;
                     i++) {
                    char share[32];
                    uint64_t trials = fl_tally_event_trials(tally, i);
                    uint64_t hits = fl_tally_event_hits(tally, i);
                    snprintf(share, sizeof share, "%.12g", trials > 0 ? (double)hits / (double)trials : 0);
                    fl_program_table_add(&table, tally->spec->events[i].name);
                    fl_program_table_add(&table, fl_text_get(&name));
                    fl_program_table_add_number(&table, (int64_t)hits);
                    fl_program_table_add_number(&table, (int64_t)trials);
                    fl_program_table_add(&table, share);
                }
            }
            if (table.cells_n > 0) {
                fl_text_add_char(&out, '\n');
                fl_program_table_write(&table, &out);
            }
            fl_program_table_free(&table);
            fl_text_drop(&name, &out);
            err = err ? err : write_journeys(&file, &out, diag);
        }
        err = err ? err : fl_program_output_tell(&out, options, diag);
        fl_run_result_close(&file);
    }
    fl_text_free(&out);
    return err;
}

static const fl_option options[] = {
    {"metric", 0, false, "NAME", "print only these metrics, * allowed"},
    {"event", 0, false, "NAME",
     "print only these events, * allowed, each with its share and a 95 % interval"},
    FL_CMD_JSON,
    FL_CMD_HELP,
};

const fl_command fl_commands_info = {
    .name = "info",
    .arguments = "RUN.h5",
    .summary = "show what a result file holds",
    .examples = "floorlab info classic-levels.h5\n"
                "floorlab info classic-levels.h5 --event 'roll.*.won'\n"
                "floorlab info classic-levels.h5 --json\n",
    .options = options,
    .options_n = sizeof options / sizeof options[0],
    .words_min = 1,
    .words_max = 1,
    .run = run,
};
