/* SPDX-License-Identifier: GPL-2.0-or-later */
/* floorlab import: counts the floors of other generators into a result file. Each file becomes a condition of
 * an experiment that could as well be written by hand ('generator: lines'). */
#include "experiments/commands/commands_private.h"
#include "experiments/run/run.h"
#include "gen/lines/lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { OUTPUT = 512, NAME = 48 };

typedef struct import_job {
    const fl_options *options;
    fl_files *files; /* the experiment's, once it is made */
    fl_text text;    /* of the experiment */
    fl_experiment experiment;
    fl_run_setup setup;
    fl_run_options run;
    char output[OUTPUT];
    uint64_t skip_bad;
    uint64_t floors, bad;
} import_job;

/* "floors/mine-2.jsonl": "mine-2"; a name that an experiment may have. */
static void write_name(const char *file, char out[NAME])
{
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
    const char *slash = strrchr(file, '/');
    const char *base = strcmp(file, "-") == 0 ? "import" : slash ? slash + 1 : file;
    size_t n = 0;
    for (; base[n] && base[n] != '.' && n + 1 < NAME; n++) {
        out[n] = strchr(allowed, base[n]) ? base[n] : '-';
    }
    snprintf(out + n, NAME - n, "%s", n == 0 ? "import" : "");
}

static void add_quoted(const char *text, fl_text *out)
{
    fl_text_add_char(out, '\'');
    for (; *text; text++) {
        fl_text_add(out, *text == '\'' ? "'" : "");
        fl_text_add_char(out, *text);
    }
    fl_text_add_char(out, '\'');
}

/* What reading a file found and people should know. */
static void tell(const import_job *job, const char *name, const fl_lines_found *found)
{
    fl_text out;
    fl_text_init(&out);
    for (const char *p = fl_text_get(&found->told); *p; p += strcspn(p, "\n") + 1) {
        fl_text_add_format(&out, "floorlab: left out: %.*s\n", (int)strcspn(p, "\n"), p);
    }
    if (found->bad > FL_LINES_TOLD) {
        fl_text_add_format(&out, "floorlab: %s: %llu bad lines were left out, of which the first are told\n",
                           name, (unsigned long long)found->bad);
    }
    if (found->other_kinds > 0) {
        fl_text_add_format(
            &out,
            "floorlab: %s: unknown kinds are counted as special rooms, on %llu lines; the first is "
            "'%s' ('floorlab list kinds' names those that are known)\n",
            name, (unsigned long long)found->other_kinds, found->other_kind);
    }
    if (found->other_keys > 0) {
        fl_text_add_format(&out,
                           "floorlab: %s: unknown keys are not read, on %llu lines; the first is '%s'\n",
                           name, (unsigned long long)found->other_keys, found->other_key);
    }
    if (!fl_program_option_get(job->options, "quiet")) {
        for (const char *p = fl_text_get(&out); *p; p += strcspn(p, "\n") + 1) {
            fl_text line;
            char safe[1024];
            fl_text_init(&line);
            snprintf(safe, sizeof safe, "%.*s", (int)strcspn(p, "\n"), p);
            fl_text_add_masked(&line, safe);
            fprintf(stderr, "%s\n", fl_text_get(&line));
            fl_text_free(&line);
        }
    }
    fl_text_free(&out);
}

/* Reads a file and adds its settings and samples to the experiment. */
static fl_err read_file(import_job *job, const char *name, bool is_only, fl_diag *diag)
{
    fl_setting_values values;
    void *rules = NULL;
    char number[32];
    char word[NAME];
    snprintf(number, sizeof number, "%llu", (unsigned long long)job->skip_bad);
    fl_setting_values_init(&values, fl_lines.settings, fl_lines.settings_n);
    values.files = job->files;
    fl_err err = fl_setting_values_set(&values, "file", name, name, diag);
    err = err ? err : fl_setting_values_set(&values, "skip_bad", number, "--skip-bad", diag);
    err = err ? err : fl_lines.init(&values, &rules, diag);
    if (err) {
        return err;
    }
    const fl_lines_found *found = fl_lines_found_in(rules);
    const char *before = is_only ? "" : "    ";
    tell(job, name, found);
    if (!is_only) {
        write_name(name, word);
        fl_text_add_format(&job->text, "  %s:\n", word);
    }
    fl_text_add_format(&job->text, "%sgenerator: lines\n%ssettings: {file: ", before, before);
    add_quoted(name, &job->text);
    if (job->skip_bad > 0) {
        fl_text_add_format(&job->text, ", skip_bad: %s", number);
    }
    fl_text_add_format(&job->text, "}\n%ssamples: %llu\n", before, (unsigned long long)found->floors);
    job->floors += found->floors;
    job->bad += found->bad;
    fl_lines.free(rules);
    return FL_OK;
}

/* Two populations cannot have one name, nor can two conditions be of one file. */
static fl_err check_names(const fl_options *options, fl_diag *diag)
{
    char names[2][NAME];
    for (size_t i = 0; i < options->words_n; i++) {
        for (size_t k = 0; k < i; k++) {
            write_name(options->word[i], names[0]);
            write_name(options->word[k], names[1]);
            if (strcmp(names[0], names[1]) == 0) {
                fl_err err = fl_diag_set(diag, FL_ERR_USAGE, options->word[i],
                                         "an earlier file would be called '%s' in the result, too", names[0]);
                fl_diag_hint(
                    diag, "floors of one generator are put together by: cat FILE FILE | floorlab import -");
                return err;
            }
        }
    }
    return FL_OK;
}

static fl_err make_experiment(import_job *job, fl_diag *diag)
{
    char name[NAME];
    const fl_options *options = job->options;
    bool is_only = options->words_n == 1;
    write_name(options->word[0], name);
    fl_text_add_format(&job->text,
                       "name: %s\nabout: floors of another generator, read by floorlab import\n%s", name,
                       is_only ? "" : "populations:\n");
    fl_err err = check_names(options, diag);
    for (size_t i = 0; i < options->words_n && !err; i++) {
        err = read_file(job, options->word[i], is_only, diag);
    }
    err = err || !fl_text_check(&job->text) ? err : fl_diag_memory(diag);
    if (err) {
        return err;
    }
    fl_files *files = job->files;
    job->files = NULL;
    return fl_run_experiment_read_again(&job->experiment, fl_text_get(&job->text), "import", files, diag);
}

static fl_err read_output(import_job *job, fl_diag *diag)
{
    char name[NAME];
    const char *output = fl_program_option_get(job->options, "output");
    write_name(job->options->word[0], name);
    int n =
        output ? snprintf(job->output, OUTPUT, "%s", output) : snprintf(job->output, OUTPUT, "%s.h5", name);
    if (n <= 0 || n >= OUTPUT) {
        return fl_diag_set(diag, FL_ERR_USAGE, "", "the name of the output must have 1 to %d bytes",
                           OUTPUT - 1);
    }
    job->run.output = job->output;
    return FL_OK;
}

/* How many lines were left out stands in the result. */
static fl_err note_bad(void *job_of, const fl_run_setup *setup, const fl_tally *totals, fl_store *out,
                       fl_diag *diag)
{
    const import_job *job = job_of;
    (void)setup;
    (void)totals;
    return fl_store_set_number(out, "bad_lines", job->bad) ? fl_diag_memory(diag) : FL_OK;
}

static void write_outcome(const import_job *job, const fl_run_outcome *outcome, double seconds, fl_text *out)
{
    unsigned long long floors = outcome->floors;
    unsigned long long bad = job->bad;
    if (fl_program_option_get(job->options, "json")) {
        fl_text_add(out, "{\"output\": ");
        fl_text_add_json(out, job->output);
        fl_text_add_format(
            out,
            ", \"digest\": \"%s\", \"samples\": %llu, \"failed_samples\": %llu, \"bad_lines\": %llu, "
            "\"seconds\": %.3f, \"conditions\": %llu, \"complete\": %s}\n",
            outcome->digest, floors, (unsigned long long)outcome->failed, bad, seconds,
            (unsigned long long)job->setup.conditions, outcome->was_stopped ? "false" : "true");
    } else if (!fl_program_option_get(job->options, "quiet")) {
        fl_text_add_masked(out, job->output);
        fl_text_add_format(out, "  %llu floors of %zu file%s, %llu bad line%s left out, ", floors,
                           job->options->words_n, job->options->words_n == 1 ? "" : "s", bad,
                           bad == 1 ? "" : "s");
        fl_program_format_number(seconds > 0 ? (double)floors / seconds : 0, out);
        fl_text_add_format(out, " floors/s\ndigest %s\n", outcome->digest);
        fl_text_add(out, outcome->was_stopped ? "stopped: the file holds what was counted so far\n" : "");
    }
}

/* "floorlab import mine.jsonl --skip-bad 3", for the provenance. */
static void write_command(const fl_options *options, fl_text *out)
{
    fl_text_add(out, "floorlab import");
    for (size_t i = 0; i < options->words_n; i++) {
        fl_text_add_format(out, " %s", options->word[i]);
    }
    for (size_t i = 0; i < options->values_n; i++) {
        const fl_option *row = &options->table[options->row[i]];
        fl_text_add_format(out, " --%s%s%s", row->name, row->value ? " " : "", options->value[i]);
    }
}

static fl_err count(import_job *job, fl_run_outcome *outcome, fl_diag *diag)
{
    fl_text command;
    fl_text_init(&command);
    write_command(job->options, &command);
    job->run.command = fl_text_get(&command);
    job->run.begins_anew = true;
    job->run.extend = note_bad;
    job->run.context = job;
    job->run.backend = fl_backend_best();
    fl_program_progress_start(&job->run.progress, STDERR_FILENO,
                              fl_program_option_get(job->options, "quiet") != NULL);
    fl_err err = fl_run_execute(&job->setup, &job->run, outcome, diag);
    if (!err && outcome->was_stopped) { /* reading again takes longer than counting */
        fl_text_clear(&command);
        fl_text_add_format(&command, "%s.checkpoint", job->output);
        (void)remove(fl_text_get(&command));
    }
    fl_text_free(&command);
    return err;
}

static fl_err run(const fl_options *options, int *exit_code, fl_diag *diag)
{
    static const int signal_base = 128;
    import_job job = {.options = options, .files = calloc(1, sizeof *job.files)};
    fl_run_outcome outcome;
    uint64_t threads = 0;
    fl_text out;
    double began = fl_program_host_seconds();
    fl_text_init(&out);
    fl_text_init(&job.text);
    fl_err err = job.files ? FL_OK : fl_diag_memory(diag);
    err = err ? err : fl_program_option_number(options, "skip-bad", 0, &job.skip_bad, diag);
    err = err ? err : fl_program_option_threads(options, &threads, diag);
    err = err ? err : read_output(&job, diag);
    err = err ? err : make_experiment(&job, diag);
    err = err ? err : fl_run_setup_init(&job.setup, &job.experiment, 0, 1, diag);
    job.run.threads = (unsigned)threads;
    err = err ? err : count(&job, &outcome, diag);
    if (!err) {
        *exit_code = outcome.was_stopped ? signal_base + outcome.signal : 0;
        write_outcome(&job, &outcome, fl_program_host_seconds() - began, &out);
        err = fl_program_output_write(STDOUT_FILENO, &out, diag);
    }
    fl_run_setup_free(&job.setup);
    fl_run_experiment_free(&job.experiment);
    fl_files_free(job.files);
    free(job.files);
    fl_text_free(&job.text);
    fl_text_free(&out);
    return err;
}

static const fl_option options[] = {
    {"output", 'o', false, "MINE.h5",
     "the result file, replaced if it exists (default: the first file's name and .h5)"},
    {"skip-bad", 0, false, "N", "leave out up to N bad lines, and count them (default 0)"},
    {"threads", 't', false, "T",
     "threads, 1 to 64 (default: one per processor); the digest does not depend on it"},
    FL_CMD_JSON,
    FL_CMD_QUIET,
    FL_CMD_HELP,
};

const fl_command fl_cmd_import = {
    .name = "import",
    .arguments = "FLOORS…",
    .summary = "count the floors of your own generator into a result file",
    .details = "FLOORS is a file, or - for the standard input, with a floor a line:\n"
               "  {\"rooms\":[{\"cells\":[[0,0]]},{\"cells\":[[1,0]],\"kind\":\"boss\"}]}\n"
               "Only rooms with cells [x,y] from 0 to 199 are needed. The start is the room of\n"
               "kind start, else the first; rooms that touch have a door, unless \"doors\" lists\n"
               "them; the end is the room with \"end\":true, else that of kind end or boss. Secret\n"
               "rooms that join the finished floor say \"added\":true. 'floorlab export' writes all\n"
               "that can be said. Unknown kinds become tags of special rooms.\n"
               "\n"
               "The result is one like those of 'run': info, plot, report and fit work on it. Each\n"
               "file is a condition of its own. A bad line is an error that names file, line and\n"
               "reason. experiments/IMPORT.md leads through an example.",
    .examples = "floorlab import mine.jsonl -o mine.h5\n"
                "node my-generator.js | floorlab import - -o mine.h5\n"
                "floorlab import old.jsonl new.jsonl -o both.h5 --skip-bad 10\n"
                "floorlab fit grid --to mine.h5 -o like-mine.yaml\n",
    .options = options,
    .options_n = sizeof options / sizeof options[0],
    .words_min = 1,
    .words_max = 64,
    .run = run,
};
