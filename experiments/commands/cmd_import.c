/* SPDX-License-Identifier: GPL-2.0-or-later */
/* floorlab import: counts the floors of other generators into a result file. */
#include "experiments/commands/commands_private.h"
#include "experiments/import/import.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { OUTPUT = 512, LARGE = 100000000 /* bytes: seconds of reading */ };

typedef struct import_job {
    const fl_options *options;
    fl_import import;
    fl_run_options run;
    char output[OUTPUT];
    fl_text copies, refused; /* which floors are equal; why that is a problem */
} import_job;

static fl_err read_output(import_job *job, fl_diag *diag)
{
    char name[FL_IMPORT_NAME];
    const char *output = fl_program_option_get(job->options, "output");
    fl_import_write_name(job->options->word[0], name);
    int n =
        output ? snprintf(job->output, OUTPUT, "%s", output) : snprintf(job->output, OUTPUT, "%s.h5", name);
    if (n <= 0 || n >= OUTPUT) {
        return fl_diag_set(diag, FL_ERR_USAGE, "", "the name of the output must have 1 to %d bytes",
                           OUTPUT - 1);
    }
    job->run.output = job->output;
    bool forces = fl_program_option_get(job->options, "force") != NULL;
    fl_err err = fl_program_output_guard(job->output, NULL, forces, diag);
    return err ? err : fl_store_atomic_try(job->output, diag);
}

static fl_err find_copies(import_job *job, fl_diag *diag)
{
    const fl_run_setup *setup = &job->import.setup;
    fl_err err = FL_OK;
    for (uint64_t i = 0; i < setup->conditions && !err; i++) {
        fl_import_copies copies;
        err = fl_import_copies_find(&copies, &setup->condition[i].opened, fl_run_setup_samples(setup, i),
                                    NULL, diag);
        if (!err) {
            fl_import_copies_tell(&copies, &job->copies);
            fl_import_copies_refuse(&copies, job->import.file[job->import.files_n > 1 ? i : 0],
                                    &job->refused);
        }
    }
    return err;
}

/* Adds to the result how many lines were left out, and whether floors are repeated. */
static fl_err note_bad(void *job_of, const fl_run_setup *setup, const fl_tally *totals, fl_store *out,
                       fl_diag *diag)
{
    import_job *job = job_of;
    (void)setup;
    (void)totals;
    fl_err err = find_copies(job, diag);
    if (err) {
        return err;
    }
    err = fl_store_set_number(out, "bad_lines", job->import.bad);
    err = err ? err : fl_store_set_number(out, "repeated", job->refused.size > 0);
    return err ? fl_diag_memory(diag) : FL_OK;
}

static void write_outcome(const import_job *job, const fl_run_outcome *outcome, double seconds, fl_text *out)
{
    unsigned long long floors = outcome->floors;
    unsigned long long bad = job->import.bad;
    if (fl_program_option_get(job->options, "json")) {
        fl_text_add(out, "{\"output\": ");
        fl_text_add_json(out, job->output);
        fl_text_add_format(
            out,
            ", \"digest\": \"%s\", \"samples\": %llu, \"failed_samples\": %llu, \"bad_lines\": %llu, "
            "\"seconds\": %.3f, \"configurations\": %llu, \"complete\": %s, "
            "\"independent\": %s}\n",
            outcome->digest, floors, (unsigned long long)outcome->failed, bad, seconds,
            (unsigned long long)job->import.setup.conditions, outcome->was_stopped ? "false" : "true",
            job->refused.size > 0 ? "false" : "true");
    } else if (!fl_program_option_get(job->options, "quiet")) {
        fl_text_add_masked(out, job->output);
        fl_text_add_format(out, "  %llu floors of %zu file%s, %llu bad line%s left out, ", floors,
                           job->options->words_n, job->options->words_n == 1 ? "" : "s", bad,
                           bad == 1 ? "" : "s");
        fl_program_format_number(seconds > 0 ? (double)floors / seconds : 0, out);
        fl_text_add_format(out, " floors/s\n%sdigest %s\n", fl_text_get(&job->copies), outcome->digest);
        fl_text_add(out, outcome->was_stopped ? "stopped: the file holds what was counted so far\n" : "");
    }
}

/* Refuses options with an empty value; leaving the option out means the same. */
static fl_err check_empty(const fl_options *options, fl_diag *diag)
{
    static const char *const names[][2] = {{"vary", "--vary"}, {"legend", "--legend"}};
    for (size_t i = 0; i < 2; i++) {
        const char *value = fl_program_option_get(options, names[i][0]);
        if (value && !value[0]) {
            return fl_diag_set(diag, FL_ERR_USAGE, names[i][1], "it is empty");
        }
    }
    return FL_OK;
}

static fl_err run(const fl_options *options, int *exit_code, fl_diag *diag)
{
    static const int signal_base = 128;
    import_job job = {.options = options, .import = {.file = options->word, .files_n = options->words_n}};
    fl_run_outcome outcome;
    uint64_t threads = 0;
    fl_text out;
    double began = fl_program_host_seconds();
    fl_text_init(&out);
    fl_text_init(&job.copies);
    fl_text_init(&job.refused);
    fl_err err = fl_program_option_number(options, "skip-bad", 0, &job.import.skip_bad, diag);
    err = err ? err : fl_program_option_threads(options, &threads, diag);
    err = err ? err : read_output(&job, diag);
    job.import.threads = (unsigned)threads;
    job.import.format = fl_program_option_get(options, "format");
    job.import.legend = fl_program_option_get(options, "legend");
    job.import.vary = fl_program_option_get(options, "vary");
    err = err ? err : check_empty(options, diag);
    if (!err) {
        /* Announces large files, since reading takes longer than counting. */
        struct stat about;
        for (size_t i = 0; i < job.import.files_n && !fl_program_option_get(job.options, "quiet"); i++) {
            if (stat(job.import.file[i], &about) == 0 && about.st_size >= LARGE) {
                fprintf(stderr, "floorlab: reading %lld MB of %s\n", (long long)about.st_size / 1000000,
                        job.import.file[i]);
            }
        }
        err = fl_import_open(&job.import, diag);
    }
    err = err ? err : fl_import_tell(&job.import, fl_program_option_get(options, "quiet") != NULL, diag);
    job.run.threads = (unsigned)threads;
    if (!err) {
        fl_text command;
        fl_text_init(&command);
        fl_text_add(&command, "floorlab import");
        fl_program_option_add_words(job.options, (const char *[]){NULL}, &command);
        job.run.command = fl_text_get(&command);
        job.run.begins_anew = job.run.has_no_resume = true; /* reading again takes longer than counting */
        job.run.extend = note_bad;
        job.run.context = &job;
        job.run.backend = fl_backend_best();
        fl_program_progress_start(&job.run.progress, job.options);
        err = fl_run_execute(&job.import.setup, &job.run, &outcome, diag);
        fl_text_free(&command);
    }
    if (!err) {
        *exit_code = outcome.was_stopped ? signal_base + outcome.signal : job.refused.size > 0;
        write_outcome(&job, &outcome, fl_program_host_seconds() - began, &out);
        err = fl_program_output_write(STDOUT_FILENO, &out, diag);
        err = err ? err : fl_program_output_write(STDERR_FILENO, &job.refused, diag);
    }
    fl_text_free(&job.copies);
    fl_text_free(&job.refused);
    fl_import_close(&job.import);
    fl_text_free(&out);
    return err;
}

static const fl_option options[] = {
    {"output", 'o', false, "MINE.h5", "the result file (default: the first file's name and .h5)"},
    FL_CMD_FORCE,
    {"vary", 0, false, "FIELDS",
     "a configuration for each value of a field of the lines, or several divided by commas: a key beside "
     "\"rooms\" or in \"settings\"; NAME=KEY and NAME=settings.KEY say where it is"},
    {"legend", 0, false, "PAIRS", "what letters of maps mean, 'H=hut 2=normal+', whatever the file says"},
    {"format", 0, false, "FORM", "what the files are: json or maps (default: by their first line)"},
    {"skip-bad", 0, false, "N", "leave out up to N bad lines or maps of a file, and count them (default 0)"},
    {"threads", 't', false, "T",
     "threads (default: one for each processor that it may use); the digest does not depend on it"},
    FL_CMD_JSON,
    FL_CMD_PROGRESS,
    FL_CMD_QUIET,
    FL_CMD_HELP,
};

const fl_command fl_commands_import = {
    .name = "import",
    .arguments = "FILE…",
    .summary = "count the floors of your own generator into a result file",
    .details = "FILE has floors; - is the standard input. A line is a floor:\n"
               "  {\"rooms\":[{\"cells\":[[0,0]]},{\"cells\":[[1,0]],\"kind\":\"boss\"}]}\n"
               "Only rooms with cells [x,y] from 0 to 199 are needed. The start is the room of\n"
               "kind start, else the first; rooms that touch have a door, unless \"doors\" lists\n"
               "them; the end is the room with \"end\":true, else that of kind end or boss.\n"
               "Secret rooms join the finished floor; others that do say \"added\":true. 'floorlab\n"
               "export' writes all that can be said. Unknown kinds become tags of special rooms.\n"
               "\n"
               "Or FILE has maps, a letter a room, divided by empty lines:\n"
               "  T#B\n"
               "  .@.\n"
               "@ is the start, # a normal room, a point or a blank none; 'floorlab list kinds'\n"
               "has the signs of the others. A line 'legend S=start R=normal 2=normal+' gives\n"
               "letters other kinds, and so does --legend, which wins; with + touching cells\n"
               "are one room.\n"
               "\n"
               "'python3 -m floorlab.convert FILE' writes other formats as such lines: dumps of\n"
               "the game's own floors, as IsaacLevelGenDump makes them.\n"
               "\n"
               "The result is one like those of 'run': info, plot, report and fit work on it,\n"
               "and 'verify MINE.h5 --as GENERATOR' judges it. Each file is a\n"
               "configuration; with --vary each value of a key of the lines is. A bad line is an\n"
               "error that names file, line and reason.\n"
               "Exit code 1: floors are repeated at a fixed distance, as by a seed that comes\n"
               "back.\n"
               "'floorlab help importing' leads through an example.",
    .examples = "floorlab import mine.jsonl -o mine.h5\n"
                "node my-generator.js | floorlab import - -o mine.h5\n"
                "floorlab import old.jsonl new.jsonl -o both.h5 --skip-bad 10\n"
                "floorlab import levels.jsonl --vary level=settings.level\n"
                "floorlab import maps.txt --legend 'H=hut 2=normal+'\n"
                "python3 -m floorlab.convert dump.bin | floorlab import - -o game.h5\n"
                "floorlab fit grid --to mine.h5 -o like-mine.yaml\n",
    .options = options,
    .options_n = sizeof options / sizeof options[0],
    .words_min = 1,
    .words_max = 64,
    .run = run,
};
