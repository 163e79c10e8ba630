/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes two scripts for Slurm and submits them by its commands. A task checks that it sees the folder it was
 * submitted from, and that its machine has the same program. Before its time limit it stops and is requeued;
 * Slurm requeues the tasks of a lost node. No clocks are compared: machines' clocks differ. */
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

enum { MOST_JOBS = 100000, PATH = 4096, FOLDER = PATH - 300 };

typedef struct submission {
    const fl_submit *given;
    const char *output, *partition, *time, *threads; /* as given; NULL = not given */
    uint64_t jobs, missing;
    char folder[FOLDER + 2];   /* ends in '/', begins with '/' */
    char working_folder[PATH]; /* where the command was called */
    char program[PATH];
    fl_text array; /* "1-3,7": the missing shards */
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

/* Refuses line feeds: in a name or an option one would end Slurm's comment line and begin a command. */
static fl_err check_plain(const submission *self, fl_diag *diag)
{
    const struct {
        const char *what, *word;
    } words[] = {{"the name of the experiment", self->given->base},
                 {"--output", self->output},
                 {"--partition", self->partition},
                 {"--time", self->time},
                 {"the name of this folder", self->folder},
                 {"the name of the working folder", self->working_folder},
                 {"the name of the program", self->program}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        for (const char *p = words[i].word; p && *p; p++) {
            if ((unsigned char)*p < ' ' || *p == 127) {
                return fl_diag_set(diag, FL_ERR_USAGE, words[i].word,
                                   "%s has a control character, which no script for Slurm may have",
                                   words[i].what);
            }
        }
    }
    return FL_OK;
}

/* Makes the missing folders, and finds their absolute names. */
static fl_err find_folder(submission *self, fl_diag *diag)
{
    char name[PATH];
    int n = self->output ? snprintf(name, sizeof name, "%s", self->output)
                         : snprintf(name, sizeof name, "%.200s/", self->given->base);
    ssize_t length = readlink("/proc/self/exe", self->program, sizeof self->program - 1);
    bool is_known = length > 0 && getcwd(self->working_folder, sizeof self->working_folder);
    fl_err err = is_known ? check_plain(self, diag)
                          : fl_diag_set(diag, FL_ERR_INPUT, "", "cannot find the name of the program");
    if (err) {
        return err;
    }
    if (n < 2 || n >= FOLDER || name[n - 1] != '/') {
        return fl_diag_set(diag, FL_ERR_USAGE, "", "--submit needs a folder for the shards: -o FOLDER/");
    }
    char *real = mkdir(name, 0777) && errno != EEXIST ? NULL : realpath(name, NULL);
    if (!real || strlen(real) > FOLDER) {
        err = fl_diag_set(diag, fl_diag_of_errno(errno), name, "cannot make or find this folder: %s",
                          strerror(errno));
    } else {
        sprintf(self->folder, "%s/", real);
        sprintf(name, "%slogs", self->folder);
        err = check_plain(self, diag); /* the target of a link may have another name */
        if (!err && mkdir(name, 0777) && errno != EEXIST) {
            err = fl_diag_set(diag, FL_ERR_IO, name, "cannot make this folder: %s", strerror(errno));
        }
    }
    free(real);
    return err;
}

/* FOLDER/BASE with a suffix. */
static const char *path_of(const submission *self, const char *end, char out[PATH])
{
    snprintf(out, PATH, "%s%.200s%.20s", self->folder, self->given->base, end);
    return out;
}

static fl_err write_file(const submission *self, const char *end, const fl_text *text, fl_diag *diag)
{
    char path[PATH];
    return fl_text_check(text) ? fl_diag_memory(diag)
                               : fl_program_output_replace(path_of(self, end, path), text, diag);
}

/* Reads or writes the plan, which says what the folder is for; refuses that of another submission. */
static fl_err open_plan(const submission *self, fl_diag *diag)
{
    char path[PATH];
    fl_text ours;
    fl_text difference;
    char *theirs = NULL;
    size_t size = 0;
    bool is_there = false;
    fl_text_init(&ours);
    fl_text_init(&difference);
    fl_text_add_format(&ours, "floorlab-plan 2\njobs: %llu\n%s", (unsigned long long)self->jobs,
                       self->given->identity);
    fl_err err = fl_program_file_look(path_of(self, ".plan", path), &is_there, diag);
    err = err || !is_there ? err : fl_program_file_read(path, &theirs, &size, diag);
    if (!err && !theirs) {
        err = write_file(self, ".plan", &ours, diag);
    } else if (!err && strcmp(theirs, fl_text_get(&ours)) != 0) {
        fl_run_experiment_add_difference(theirs, fl_text_get(&ours), &difference);
        err = fl_diag_set(diag, FL_ERR_MISMATCH, path, "this folder belongs to another submission: %s",
                          fl_text_get(&difference));
        fl_diag_hint(diag, "choose another folder with -o, or repeat the options");
    }
    free(theirs);
    fl_text_free(&difference);
    fl_text_free(&ours);
    return err;
}

/* Finds the missing shards: their files do not exist, or are incomplete. */
static fl_err look_at_all(submission *self, fl_diag *diag)
{
    fl_err err = FL_OK;
    uint64_t first = UINT64_MAX; /* of consecutive missing ones */
    for (uint64_t i = 0; i <= self->jobs && !err; i++) {
        fl_store store;
        bool is_there = false;
        char name[FL_OUTPUT_NAME];
        char path[PATH + FL_OUTPUT_NAME];
        const fl_output_part part = {self->given->base, ".h5", i, self->jobs};
        if (i < self->jobs) {
            fl_program_output_part(&part, name);
            snprintf(path, sizeof path, "%s%s", self->folder, name);
            err = fl_program_file_look(path, &is_there, diag);
        }
        bool is_whole = i == self->jobs;
        if (is_there && !err) {
            err = fl_store_read(&store, path, diag);
            const fl_store_attribute *complete = err ? NULL : fl_store_attribute_of(&store, "complete");
            is_whole = complete && complete->number != 0;
            fl_store_free(&store);
            if (err && err != FL_ERR_MEMORY && err != FL_ERR_IO) {
                fl_diag_hint(diag, "remove it and submit again: its job makes a new one");
            }
        }
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

/* Adds Slurm's options, and checks of the folder and the program. */
static void add_head(const submission *self, bool is_merge, fl_text *out)
{
    const char *base = self->given->base;
    char word[2 * PATH];
    char *end = word;
    snprintf(word, sizeof word, "%.200s%s", base, is_merge ? "-merge" : "");
    fl_text_add(out, "#!/bin/sh\n# Written by floorlab; called again, it is written anew.\n");
    add_line("#SBATCH --job-name=", word, out);
    for (const char *p = self->folder; *p; p++) {
        *end++ = *p;
        if (*p == '%') { /* Slurm replaces %j and the like in names of logs */
            *end++ = '%';
        }
    }
    snprintf(end, sizeof word - (size_t)(end - word), "logs/%.200s-%s.log", base, is_merge ? "merge" : "%a");
    add_line("#SBATCH --output=", word, out);
    fl_text_add(out, "#SBATCH --open-mode=append\n#SBATCH --requeue\n");
    if (self->partition) {
        add_line("#SBATCH --partition=", self->partition, out);
    }
    if (is_merge) {
        fl_text_add(out, "#SBATCH --kill-on-invalid-dep=yes\n");
    } else {
        fl_text_add_format(out, "#SBATCH --array=%s\n#SBATCH --signal=B:USR1@60\n",
                           fl_text_get(&self->array));
    }
    if (self->threads && !is_merge) {
        add_line("#SBATCH --cpus-per-task=", self->threads, out);
    }
    if (self->time && !is_merge) {
        add_line("#SBATCH --time=", self->time, out);
    }
    snprintf(word, sizeof word, "floorlab %s (commit %s)", fl_program_host_code_version(),
             fl_program_host_commit());
    add_line("floorlab=", self->program, out);
    add_line("folder=", self->folder, out);
    add_line("base=", base, out);
    add_line("version=", word, out);
    add_line("here=", self->working_folder, out);
    fl_text_add(out, "[ -f \"$folder$base.plan\" ] || {\n"
                     "    echo \"floorlab: $(hostname) does not share this folder: $folder\" >&2\n"
                     "    exit 2\n}\n"
                     "found=$(\"$floorlab\" --version | head -n 1)\n"
                     "[ \"$found\" = \"$version\" ] || {\n"
                     "    echo \"floorlab: $(hostname) has another version of the program: $found\" >&2\n"
                     "    exit 2\n}\n"
                     "cd \"$here\" || exit 2\n");
}

/* A task waits for the program in the shell, so that signals reach both. */
static fl_err write_scripts(const submission *self, fl_diag *diag)
{
    static const char *const without[] = {"submit", "jobs", "time",  "partition", "print", "output", "shard",
                                          "resume", "anew", "quiet", "threads",   "json",  "force",  NULL};
    fl_text text;
    fl_text_init(&text);
    add_head(self, false, &text);
    fl_text_add(&text, "again=\n\"$floorlab\" run");
    fl_program_option_add_words(self->given->options, without, &text);
    fl_text_add(&text, " --threads ");
    if (self->threads) {
        fl_program_format_word(self->threads, &text);
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
    fl_text_clear(&text);
    add_head(self, true, &text);
    fl_text_add(&text, "exec \"$floorlab\" merge --force \"$folder\" --output \"${folder%/}.h5\"\n");
    err = err ? err : write_file(self, ".merge.sh", &text, diag);
    fl_text_free(&text);
    return err;
}

/* Adds the commands that --print shows, and that are run without it. */
static void add_commands(const submission *self, fl_text *out)
{
    char path[PATH];
    const char *merge = "sbatch --parsable ";
    if (self->missing > 0) {
        fl_text_add(out, "job=$(sbatch --parsable ");
        fl_program_format_word(path_of(self, ".array.sh", path), out);
        fl_text_add(out, ") && echo \"$job\" &&\n");
        merge = "sbatch --parsable --dependency=afterok:\"${job%%;*}\" ";
    }
    fl_text_add(out, merge);
    fl_program_format_word(path_of(self, ".merge.sh", path), out);
    fl_text_add_char(out, '\n');
}

static fl_err submit(const submission *self, fl_text *out, fl_diag *diag)
{
    char said[2][64] = {"", ""}; /* output of sbatch: the numbers of both jobs, or of the second */
    unsigned n = 0;
    fl_text command;
    fl_text_init(&command);
    add_commands(self, &command);
    FILE *pipe = fl_text_check(&command) ? NULL : popen(fl_text_get(&command), "r");
    fl_text_free(&command);
    if (!pipe) {
        return fl_diag_set(diag, FL_ERR_IO, "", "cannot start a process: %s", strerror(errno));
    }
    while (n < 2 && fgets(said[n], sizeof said[n], pipe)) {
        said[n][strspn(said[n], "0123456789")] = '\0';
        n++;
    }
    int status = pclose(pipe);
    if (status != 0 || n != 1u + (self->missing > 0) || !said[n - 1][0]) {
        fl_err err = fl_diag_set(diag, FL_ERR_IO, self->folder, "sbatch refused the job (exit code %d)",
                                 WIFEXITED(status) ? WEXITSTATUS(status) : 1);
        fl_diag_hint(diag,
                     said[0][0] ? "see its message above; job %s waits: scancel %s" : "see its message above",
                     said[0], said[0]);
        return err;
    }
    fl_text_add_format(out,
                       "%llu of %llu shards are to be made: job %s, then %.*s.h5\nwatch   squeue -j %s%s%s; ",
                       (unsigned long long)self->missing, (unsigned long long)self->jobs, said[0],
                       (int)strlen(self->folder) - 1, self->folder, said[0], n > 1 ? "," : "", said[1]);
    fl_text_add(out, "logs in ");
    fl_program_format_word(self->folder, out);
    fl_text_add_format(out,
                       "logs\ncancel  scancel %s %s\n"
                       "go on   the same command again submits only what is missing\n",
                       said[0], said[1]);
    return FL_OK;
}

fl_err fl_submit_slurm(const fl_submit *self, fl_text *out, fl_diag *diag)
{
    submission s = {.given = self,
                    .output = fl_program_option_get(self->options, "output"),
                    .partition = fl_program_option_get(self->options, "partition"),
                    .time = fl_program_option_get(self->options, "time"),
                    .threads = fl_program_option_get(self->options, "threads")};
    bool only_prints = fl_program_option_get(self->options, "print") != NULL;
    if (!only_prints && system("command -v sbatch >/dev/null 2>&1") != 0) {
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
    err = err ? err : open_plan(&s, diag);
    err = err ? err : look_at_all(&s, diag);
    err = err ? err : write_scripts(&s, diag);
    if (!err && only_prints) {
        add_commands(&s, out);
    } else {
        err = err ? err : submit(&s, out, diag);
    }
    fl_text_free(&s.array);
    return err || !fl_text_check(out) ? err : fl_diag_memory(diag);
}
