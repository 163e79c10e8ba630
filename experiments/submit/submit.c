/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes two scripts for Slurm and submits them by its commands. A task makes sure that it sees the folder it
 * was submitted from, and that its machine has the same program. Before its time is up it stops, and is given
 * to the queue again; a node that is lost has its tasks given to the queue by Slurm. No clock is looked at:
 * machines' clocks differ. */
#include "experiments/submit/submit.h"

#include "analysis/store/store.h"
#include "experiments/run/run.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_JOBS = 100000, PATH = 4096 };

typedef struct submission {
    const fl_submit *given;
    uint64_t jobs, missing;
    char folder[PATH]; /* ends in '/', begins with '/' */
    char output[PATH]; /* of the sum */
    char here[PATH];   /* where the command was given */
    char program[PATH];
    fl_text array; /* "1-3,7": the shards that are missing */
} submission;

fl_err fl_submit_wanted(const fl_options *options, bool *out, fl_diag *diag)
{
    static const char *const only_with[] = {"jobs", "time", "partition", "print"};
    static const char *const never_with[] = {"shard", "anew", "json", "dry-run"};
    const char *engine = fl_program_option_get(options, "submit");
    *out = engine != NULL;
    if (engine && strcmp(engine, "slurm") != 0) {
        return fl_diag_set(diag, FL_ERR_USAGE, "", "--submit: found '%.80s', expected slurm", engine);
    }
    for (size_t i = 0; i < sizeof only_with / sizeof only_with[0]; i++) {
        if (!engine && fl_program_option_get(options, only_with[i])) {
            return fl_diag_set(diag, FL_ERR_USAGE, "", "--%s needs --submit slurm", only_with[i]);
        }
        if (engine && fl_program_option_get(options, never_with[i])) {
            return fl_diag_set(diag, FL_ERR_USAGE, "", "--submit and --%s exclude each other", never_with[i]);
        }
    }
    return FL_OK;
}

/* ---- the folder ---- */

/* A line feed in a name or an option would end the comment that tells it to Slurm, and begin a command. */
static fl_err check_plain(const char *what, const char *word, fl_diag *diag)
{
    for (const char *p = word; p && *p; p++) {
        if ((unsigned char)*p < ' ' || *p == 127) {
            return fl_diag_set(diag, FL_ERR_USAGE, word,
                               "%s has a control character, which no script for Slurm may have", what);
        }
    }
    return FL_OK;
}

/* Makes the folders that are missing, and finds their names as every machine has them. */
static fl_err find_folder(submission *self, fl_diag *diag)
{
    const fl_options *options = self->given->options;
    const char *given = fl_program_option_get(options, "output");
    char name[PATH];
    char real[PATH];
    int n = given ? snprintf(name, sizeof name, "%s", given)
                  : snprintf(name, sizeof name, "%.200s/", self->given->base);
    fl_err err = check_plain("the name of the experiment", self->given->base, diag);
    err = err ? err : check_plain("--output", given, diag);
    err = err ? err : check_plain("--partition", fl_program_option_get(options, "partition"), diag);
    err = err ? err : check_plain("--time", fl_program_option_get(options, "time"), diag);
    if (err) {
        return err;
    }
    if (n < 2 || n >= PATH - 300 || name[n - 1] != '/') {
        return fl_diag_set(diag, FL_ERR_USAGE, "", "--submit needs a folder for the shards: -o FOLDER/");
    }
    if ((mkdir(name, 0777) && errno != EEXIST) || !realpath(name, real) ||
        !getcwd(self->here, sizeof self->here)) {
        return fl_diag_set(diag, fl_diag_of_errno(errno), name, "cannot make or find this folder: %s",
                           strerror(errno));
    }
    ssize_t length = readlink("/proc/self/exe", self->program, sizeof self->program - 1);
    if (strlen(real) > PATH - 300 || length < 1) {
        return fl_diag_set(diag, FL_ERR_INPUT, name,
                           "cannot find the names of this folder and of the program");
    }
    self->program[length] = '\0';
    snprintf(self->folder, sizeof self->folder, "%.3796s/", real);
    snprintf(self->output, sizeof self->output, "%.3796s.h5", real);
    err = check_plain("the name of this folder", self->folder, diag);
    err = err ? err : check_plain("the name of the working folder", self->here, diag);
    err = err ? err : check_plain("the name of the program", self->program, diag);
    if (err) {
        return err;
    }
    snprintf(name, sizeof name, "%.3796s/logs", real);
    return mkdir(name, 0777) && errno != EEXIST
               ? fl_diag_set(diag, FL_ERR_IO, name, "cannot make this folder: %s", strerror(errno))
               : FL_OK;
}

/* FOLDER/BASE with an end. */
static fl_err path_of(const submission *self, const char *end, fl_text *out, fl_diag *diag)
{
    fl_text_init(out);
    fl_text_add_format(out, "%s%s%s", self->folder, self->given->base, end);
    return fl_text_check(out) ? fl_diag_memory(diag) : FL_OK;
}

static fl_err write_file(const submission *self, const char *end, const fl_text *text, fl_diag *diag)
{
    fl_text path;
    fl_err err = path_of(self, end, &path, diag);
    err = err || !fl_text_check(text) ? err : fl_diag_memory(diag);
    err = err ? err : fl_program_output_replace(fl_text_get(&path), text, diag);
    fl_text_free(&path);
    return err;
}

/* The plan says what the folder is for; that of another submission is refused. */
static fl_err open_plan(const submission *self, fl_diag *diag)
{
    fl_text path;
    fl_text ours;
    char *theirs = NULL;
    size_t size = 0;
    fl_text_init(&ours);
    fl_text_add_format(&ours, "floorlab-plan 2\njobs: %llu\n%s", (unsigned long long)self->jobs,
                       self->given->identity);
    bool is_there = false;
    fl_err err = path_of(self, ".plan", &path, diag);
    err = err ? err : fl_program_file_look(fl_text_get(&path), &is_there, diag);
    if (!err && is_there) {
        err = fl_program_file_read(fl_text_get(&path), &theirs, &size, diag);
    }
    if (!err && !theirs) {
        err = write_file(self, ".plan", &ours, diag);
    } else if (!err && strcmp(theirs, fl_text_get(&ours)) != 0) {
        fl_text difference;
        fl_text_init(&difference);
        fl_run_experiment_add_difference(theirs, fl_text_get(&ours), &difference);
        err = fl_diag_set(diag, FL_ERR_MISMATCH, fl_text_get(&path),
                          "this folder belongs to another submission: %s", fl_text_get(&difference));
        fl_diag_hint(diag, "choose another folder with -o, or repeat the options");
        fl_text_free(&difference);
    }
    free(theirs);
    fl_text_free(&ours);
    fl_text_free(&path);
    return err;
}

/* Whether a shard's file is there and whole. */
static fl_err look(const submission *self, uint64_t i, bool *is_whole, fl_diag *diag)
{
    fl_store store;
    bool is_there = false;
    char name[FL_OUTPUT_NAME];
    char path[PATH + FL_OUTPUT_NAME];
    const fl_output_part part = {self->given->base, ".h5", i, self->jobs};
    fl_program_output_part(&part, name);
    snprintf(path, sizeof path, "%s%s", self->folder, name);
    *is_whole = false;
    fl_err err = fl_program_file_look(path, &is_there, diag);
    if (err || !is_there) {
        return err;
    }
    err = fl_store_read(&store, path, diag);
    const fl_store_attribute *complete = err ? NULL : fl_store_attribute_of(&store, "complete");
    *is_whole = complete && complete->number != 0;
    fl_store_free(&store);
    if (err && err != FL_ERR_MEMORY && err != FL_ERR_IO) {
        fl_diag_hint(diag, "remove it, and submit again: it is made anew");
    }
    return err;
}

/* Finds out which shards are missing. */
static fl_err look_at_all(submission *self, fl_diag *diag)
{
    fl_err err = FL_OK;
    uint64_t first = UINT64_MAX; /* of those that are missing in a row */
    for (uint64_t i = 0; i <= self->jobs && !err; i++) {
        bool is_whole = true;
        err = i < self->jobs ? look(self, i, &is_whole, diag) : FL_OK;
        self->missing += !is_whole;
        if (!is_whole && first == UINT64_MAX) {
            first = i;
        } else if (is_whole && first < i) {
            fl_text_add_format(&self->array, "%s%llu", self->array.size > 0 ? "," : "",
                               (unsigned long long)first + 1);
            if (i > first + 1) {
                fl_text_add_format(&self->array, "-%llu", (unsigned long long)i);
            }
            first = UINT64_MAX;
        }
    }
    return err;
}

/* ---- the scripts ---- */

static void add_line(const char *before, const char *word, fl_text *out)
{
    fl_text_add(out, before);
    fl_program_format_word(word, out);
    fl_text_add_char(out, '\n');
}

/* What both scripts begin with. */
static void add_head(const submission *self, bool is_merge, fl_text *out)
{
    const char *partition = fl_program_option_get(self->given->options, "partition");
    fl_text word;
    fl_text_init(&word);
    fl_text_add(out, "#!/bin/sh\n# Written by floorlab; called again, it is written anew.\n");
    fl_text_add_format(&word, "%s%s", self->given->base, is_merge ? "-merge" : "");
    add_line("#SBATCH --job-name=", fl_text_get(&word), out);
    fl_text_clear(&word);
    for (const char *p = self->folder; *p; p++) {
        fl_text_add_char(&word, *p);
        fl_text_add(&word, *p == '%' ? "%" : ""); /* Slurm replaces %j and the like in names of logs */
    }
    fl_text_add_format(&word, "logs/%s-%s.log", self->given->base, is_merge ? "merge" : "%a");
    add_line("#SBATCH --output=", fl_text_get(&word), out);
    fl_text_add(out, "#SBATCH --open-mode=append\n#SBATCH --requeue\n");
    if (partition) {
        add_line("#SBATCH --partition=", partition, out);
    }
    out->is_short_of_memory |= word.is_short_of_memory;
    fl_text_free(&word);
}

/* Makes sure that this is the folder, and the program. */
static void add_checks(const submission *self, fl_text *out)
{
    fl_text word;
    fl_text_init(&word);
    add_line("floorlab=", self->program, out);
    add_line("folder=", self->folder, out);
    add_line("base=", self->given->base, out);
    fl_text_add_format(&word, "floorlab %s (commit %s)", fl_program_host_code_version(),
                       fl_program_host_commit());
    add_line("version=", fl_text_get(&word), out);
    add_line("here=", self->here, out);
    fl_text_add(out,
                "[ -f \"$folder$base.plan\" ] || {\n"
                "    echo \"floorlab: $(hostname) does not share this folder: $folder\" >&2\n    exit 2\n}\n"
                "found=$(\"$floorlab\" --version | head -n 1)\n[ \"$found\" = \"$version\" ] || {\n"
                "    echo \"floorlab: $(hostname) has another version of the program: $found\" >&2\n"
                "    exit 2\n}\ncd \"$here\" || exit 2\n");
    out->is_short_of_memory |= word.is_short_of_memory;
    fl_text_free(&word);
}

/* A task waits for the program in the shell, so that signals reach both. */
static fl_err write_array(const submission *self, fl_diag *diag)
{
    static const char *const own[] = {"submit", "jobs", "time",  "partition", "print", "output", "shard",
                                      "resume", "anew", "quiet", "threads",   "json",  "force",  NULL};
    const fl_options *options = self->given->options;
    const char *threads = fl_program_option_get(options, "threads");
    const char *time = fl_program_option_get(options, "time");
    fl_text text;
    fl_text_init(&text);
    add_head(self, false, &text);
    fl_text_add_format(&text, "#SBATCH --array=%s\n#SBATCH --signal=B:USR1@60\n", fl_text_get(&self->array));
    if (threads) {
        add_line("#SBATCH --cpus-per-task=", threads, &text);
    }
    if (time) {
        add_line("#SBATCH --time=", time, &text);
    }
    add_checks(self, &text);
    fl_text_add(&text, "again=\n\"$floorlab\" run");
    fl_program_option_add_words(options, own, &text);
    fl_text_add(&text, " --threads ");
    if (threads) {
        fl_program_format_word(threads, &text);
    } else {
        fl_text_add(&text, "\"${SLURM_CPUS_ON_NODE:-1}\"");
    }
    fl_text_add_format(
        &text,
        " --shard \"$SLURM_ARRAY_TASK_ID/%llu\" --resume --quiet --output \"$folder\" &\n"
        "child=$!\n"
        "trap 'again=yes; kill -TERM \"$child\"' USR1 # the time is nearly up\n"
        "trap 'kill -TERM \"$child\"' TERM INT\n"
        "wait \"$child\"\ncode=$?\n"
        "while kill -0 \"$child\" 2>/dev/null; do\n    wait \"$child\"\n    code=$?\ndone\n"
        "[ \"$code\" != 0 ] || exit 0\n"
        "[ -z \"$again\" ] || scontrol requeue \"${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID\"\n"
        "exit \"$code\"\n",
        (unsigned long long)self->jobs);
    fl_err err = write_file(self, ".array.sh", &text, diag);
    fl_text_free(&text);
    return err;
}

static fl_err write_merge(const submission *self, fl_diag *diag)
{
    fl_text text;
    fl_text_init(&text);
    add_head(self, true, &text);
    fl_text_add(&text, "#SBATCH --kill-on-invalid-dep=yes\n");
    add_checks(self, &text);
    add_line("exec \"$floorlab\" merge --force \"$folder\" --output ", self->output, &text);
    fl_err err = write_file(self, ".merge.sh", &text, diag);
    fl_text_free(&text);
    return err;
}

/* ---- Slurm's commands ---- */

/* Whether a program is found in PATH. */
static bool is_in_path(const char *name)
{
    const char *path = getenv("PATH");
    for (const char *at = path ? path : ""; *at; at += strcspn(at, ":") + (at[strcspn(at, ":")] == ':')) {
        char file[PATH];
        int n = snprintf(file, sizeof file, "%.*s/%s", (int)strcspn(at, ":"), at, name);
        if (n > 0 && n < (int)sizeof file && access(file, X_OK) == 0) {
            return true;
        }
    }
    return false;
}

/* Runs a command; the first line that it prints on its standard output. */
static fl_err ask(const char *command, char *out, size_t size, int *code, fl_diag *diag)
{
    FILE *pipe = popen(command, "r");
    if (!pipe) {
        return fl_diag_set(diag, FL_ERR_IO, "", "cannot start a process: %s", strerror(errno));
    }
    size_t n = fread(out, 1, size - 1, pipe);
    out[n] = '\0';
    out[strcspn(out, "\n")] = '\0';
    for (char rest[4096]; fread(rest, 1, sizeof rest, pipe) > 0;) {} /* else a full pipe ends the command */
    int status = pclose(pipe);
    *code = WIFEXITED(status) ? WEXITSTATUS(status) : 1;
    return FL_OK;
}

/* Submits a script, with " --dependency=afterok:JOB" or nothing; the number of its job. */
static fl_err submit(const submission *self, const char *end, const char *after, char job[32], fl_diag *diag)
{
    fl_text command;
    fl_text path;
    int code = 0;
    char said[64] = "";
    fl_text_init(&command);
    fl_err err = path_of(self, end, &path, diag);
    fl_text_add_format(&command, "sbatch --parsable%s%s ", after[0] ? " --dependency=afterok:" : "", after);
    fl_program_format_word(fl_text_get(&path), &command);
    err = err || !fl_text_check(&command) ? err : fl_diag_memory(diag);
    err = err ? err : ask(fl_text_get(&command), said, sizeof said, &code, diag);
    size_t digits = strspn(said, "0123456789");
    if (!err && (code != 0 || digits == 0 || digits > 20)) {
        err = fl_diag_set(diag, FL_ERR_IO, fl_text_get(&path), "sbatch did not take it (exit code %d)", code);
        fl_diag_hint(diag, "what it says stands above");
    }
    snprintf(job, 32, "%.*s", (int)digits, said);
    fl_text_free(&path);
    fl_text_free(&command);
    return err;
}

/* Refuses a folder that jobs are at work on: those of its list. */
static fl_err check_jobs(const submission *self, fl_diag *diag)
{
    fl_text path;
    char *text = NULL;
    size_t size = 0;
    bool is_there = false;
    fl_err err = path_of(self, ".jobs", &path, diag);
    err = err ? err : fl_program_file_look(fl_text_get(&path), &is_there, diag);
    if (!err && is_there) {
        err = fl_program_file_read(fl_text_get(&path), &text, &size, diag);
    }
    size_t length = text ? strspn(text, "0123456789,") : 0;
    if (!err && length > 0 && length < 64) {
        char command[160];
        char said[64];
        int code = 0;
        text[length] = '\0';
        snprintf(command, sizeof command, "squeue -h -j %s -o %%i 2>/dev/null", text);
        err = ask(command, said, sizeof said, &code, diag);
        if (!err && code == 0 && said[0]) {
            err = fl_diag_set(diag, FL_ERR_USAGE, self->folder, "jobs %s are at work on this folder", text);
            fl_diag_hint(diag, "wait for them (squeue -j %s), or end them: scancel %s", text, text);
        }
    }
    free(text);
    fl_text_free(&path);
    return err;
}

/* --print: what would be done. */
static fl_err add_commands(const submission *self, fl_text *out, fl_diag *diag)
{
    fl_text array;
    fl_text merge;
    fl_err err = path_of(self, ".array.sh", &array, diag);
    err = path_of(self, ".merge.sh", &merge, diag) ? FL_ERR_MEMORY : err;
    if (self->missing > 0) {
        fl_text_add(out, "job=$(sbatch --parsable ");
        fl_program_format_word(fl_text_get(&array), out);
        fl_text_add(out, ")\nsbatch --dependency=afterok:$job ");
    } else {
        fl_text_add(out, "sbatch ");
    }
    fl_program_format_word(fl_text_get(&merge), out);
    fl_text_add_char(out, '\n');
    fl_text_free(&array);
    fl_text_free(&merge);
    return err;
}

static fl_err submit_both(const submission *self, fl_text *out, fl_diag *diag)
{
    char array[32] = "";
    char merge[32] = "";
    fl_text jobs;
    fl_text_init(&jobs);
    fl_err err = self->missing > 0 ? submit(self, ".array.sh", "", array, diag) : FL_OK;
    fl_text_add_format(&jobs, "%s%s", array, array[0] ? "," : "");
    err = err ? err : write_file(self, ".jobs", &jobs, diag); /* in case that the other is not taken */
    err = err ? err : submit(self, ".merge.sh", array, merge, diag);
    fl_text_add(&jobs, merge);
    err = err ? err : write_file(self, ".jobs", &jobs, diag);
    if (!err) {
        fl_text_add_format(out, "%llu of %llu shards are to be made: job %s, then %s\nwatch   squeue -j %s; ",
                           (unsigned long long)self->missing, (unsigned long long)self->jobs,
                           array[0] ? array : merge, self->output, fl_text_get(&jobs));
        fl_text_add(out, "logs in ");
        fl_program_format_word(self->folder, out);
        fl_text_add_format(out,
                           "logs\ncancel  scancel %s %s\n"
                           "go on   the same command again submits only what is missing\n",
                           array, merge);
    }
    fl_text_free(&jobs);
    return err;
}

fl_err fl_submit_slurm(const fl_submit *self, fl_text *out, fl_diag *diag)
{
    submission s = {.given = self};
    bool only_prints = fl_program_option_get(self->options, "print") != NULL;
    if (!only_prints && !is_in_path("sbatch")) {
        fl_err err = fl_diag_set(diag, FL_ERR_USAGE, "", "--submit slurm: there is no sbatch in PATH");
        fl_diag_hint(diag, "submit where Slurm's commands are, or write the scripts with --print");
        return err;
    }
    fl_text_init(&s.array);
    fl_err err = fl_program_option_number(self->options, "jobs", 10, &s.jobs, diag);
    if (!err && (s.jobs < 2 || s.jobs > MOST_JOBS)) {
        err = fl_diag_set(diag, FL_ERR_USAGE, "", "--jobs must be 2 to %d, not %llu", MOST_JOBS,
                          (unsigned long long)s.jobs);
    }
    err = err ? err : find_folder(&s, diag);
    err = err || only_prints ? err : check_jobs(&s, diag);
    err = err ? err : open_plan(&s, diag);
    err = err ? err : look_at_all(&s, diag);
    err = err ? err : write_array(&s, diag);
    err = err ? err : write_merge(&s, diag);
    err = err ? err : only_prints ? add_commands(&s, out, diag) : submit_both(&s, out, diag);
    fl_text_free(&s.array);
    return err || !fl_text_check(out) ? err : fl_diag_memory(diag);
}
