/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Talks to Slurm by its commands. */
#include "experiments/submit/submit_private.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

fl_err fl_submit_wanted(const fl_options *options, bool *out, fl_diag *diag)
{
    static const char *const only_with[] = {"jobs", "time", "partition", "print"};
    static const char *const never_with[] = {"shard", "anew", "json", "dry-run"};
    const char *engine = fl_program_option_get(options, "submit");
    *out = engine != NULL;
    if (engine && strcmp(engine, "slurm") != 0) {
        return fl_diag_set(diag, FL_ERR_USAGE, "", "--submit: found '%.80s', expected slurm", engine);
    }
    for (size_t i = 0; i < sizeof only_with / sizeof only_with[0] && !engine; i++) {
        if (fl_program_option_get(options, only_with[i])) {
            return fl_diag_set(diag, FL_ERR_USAGE, "", "--%s needs --submit slurm", only_with[i]);
        }
    }
    for (size_t i = 0; i < sizeof never_with / sizeof never_with[0] && engine; i++) {
        if (fl_program_option_get(options, never_with[i])) {
            return fl_diag_set(diag, FL_ERR_USAGE, "", "--submit and --%s exclude each other", never_with[i]);
        }
    }
    return FL_OK;
}

/* Whether a program is found in PATH. */
static bool is_in_path(const char *name)
{
    const char *path = getenv("PATH");
    for (const char *at = path ? path : ""; *at; at += strcspn(at, ":") + (at[strcspn(at, ":")] == ':')) {
        char file[FL_SUBMIT_PATH];
        int n = snprintf(file, sizeof file, "%.*s/%s", (int)strcspn(at, ":"), at, name);
        if (n > 0 && n < (int)sizeof file && access(file, X_OK) == 0) {
            return true;
        }
    }
    return false;
}

/* Runs a command; what it prints on its standard output. */
static fl_err ask(const char *command, char *out, size_t size, int *code, fl_diag *diag)
{
    FILE *pipe = popen(command, "r");
    if (!pipe) {
        return fl_diag_set(diag, FL_ERR_IO, "", "cannot start a process: %s", strerror(errno));
    }
    size_t n = fread(out, 1, size - 1, pipe);
    out[n] = '\0';
    out[strcspn(out, "\n")] = '\0';
    int status = pclose(pipe);
    *code = WIFEXITED(status) ? WEXITSTATUS(status) : 1;
    return FL_OK;
}

/* Submits a script; the number of its job. */
static fl_err submit(const fl_submit_plan *self, const char *end, const char *after, char job[32],
                     fl_diag *diag)
{
    fl_text command;
    fl_text path;
    int code = 0;
    char said[64];
    fl_text_init(&command);
    fl_text_init(&path);
    fl_submit_add_path(self, end, &path);
    fl_text_add_format(&command, "sbatch --parsable%s%s ", after ? " --dependency=afterok:" : "",
                       after ? after : "");
    fl_program_format_word(fl_text_get(&path), &command);
    fl_err err = fl_text_check(&command) ? fl_diag_memory(diag)
                                         : ask(fl_text_get(&command), said, sizeof said, &code, diag);
    size_t digits = err ? 0 : strspn(said, "0123456789");
    if (!err && (code != 0 || digits == 0 || digits > 20)) {
        err = fl_diag_set(diag, FL_ERR_IO, fl_text_get(&path), "sbatch did not take it (exit code %d)", code);
        fl_diag_hint(diag, "what it says stands above");
    }
    snprintf(job, 32, "%.*s", (int)digits, err ? "" : said);
    fl_text_free(&path);
    fl_text_free(&command);
    return err;
}

/* Refuses a folder that jobs are at work on: those of the last line of its list. */
static fl_err check_jobs(const fl_submit_plan *self, fl_diag *diag)
{
    fl_text path;
    char *text = NULL;
    size_t size = 0;
    fl_err err = FL_OK;
    fl_text_init(&path);
    fl_submit_add_path(self, ".jobs", &path);
    if (fl_program_file_exists(fl_text_get(&path))) {
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

static fl_err note_jobs(const fl_submit_plan *self, const char *array, const char *merge, fl_diag *diag)
{
    fl_text path;
    fl_text text;
    fl_text_init(&path);
    fl_text_init(&text);
    fl_submit_add_path(self, ".jobs", &path);
    fl_text_add_format(&text, "%s%s%s\n", array, array[0] && merge[0] ? "," : "", merge);
    fl_err err = fl_text_check(&path) ? fl_diag_memory(diag)
                                      : fl_program_output_replace(fl_text_get(&path), &text, diag);
    fl_text_free(&path);
    fl_text_free(&text);
    return err;
}

/* --print: what would be done. */
static void add_commands(const fl_submit_plan *self, fl_text *out)
{
    fl_text array;
    fl_text merge;
    fl_text_init(&array);
    fl_text_init(&merge);
    fl_submit_add_path(self, ".array.sh", &array);
    fl_submit_add_path(self, ".merge.sh", &merge);
    fl_text_add(out, self->missing > 0 ? "job=$(sbatch --parsable " : "sbatch ");
    fl_program_format_word(fl_text_get(self->missing > 0 ? &array : &merge), out);
    if (self->missing > 0) {
        fl_text_add(out, ")\nsbatch --dependency=afterok:$job ");
        fl_program_format_word(fl_text_get(&merge), out);
    }
    fl_text_add_char(out, '\n');
    out->is_short_of_memory |= array.is_short_of_memory || merge.is_short_of_memory;
    fl_text_free(&array);
    fl_text_free(&merge);
}

static fl_err submit_both(const fl_submit_plan *self, fl_text *out, fl_diag *diag)
{
    char array[32] = "";
    char merge[32] = "";
    fl_err err = self->missing > 0 ? submit(self, ".array.sh", NULL, array, diag) : FL_OK;
    err = err ? err : note_jobs(self, array, "", diag);
    err = err ? err : submit(self, ".merge.sh", array[0] ? array : NULL, merge, diag);
    err = err ? err : note_jobs(self, array, merge, diag);
    if (err) {
        return err;
    }
    const char *both = array[0] ? "," : "";
    fl_text_add_format(out, "%llu of %llu shards are to be made: job %s%s%s, then %s\n",
                       (unsigned long long)self->missing, (unsigned long long)self->jobs,
                       array[0] ? array : merge, "", "", self->output);
    fl_text_add_format(out, "watch   squeue -j %s%s%s; floorlab info ", array, both, merge);
    fl_program_format_word(self->folder, out);
    fl_text_add_format(out, "; logs in %slogs\n", self->folder);
    fl_text_add_format(out, "cancel  scancel %s %s\n", array, merge);
    fl_text_add(out, "go on   the same command again submits only what is missing\n");
    return FL_OK;
}

fl_err fl_submit_slurm(const fl_submit *self, fl_text *out, fl_diag *diag)
{
    fl_submit_plan plan;
    bool only_prints = fl_program_option_get(self->options, "print") != NULL;
    if (!only_prints && !is_in_path("sbatch")) {
        fl_err err = fl_diag_set(diag, FL_ERR_USAGE, "", "--submit slurm: there is no sbatch in PATH");
        fl_diag_hint(diag, "submit where Slurm's commands are, or write the scripts with --print");
        return err;
    }
    fl_err err = fl_submit_plan_open(&plan, self, diag);
    err = err || only_prints || plan.is_new ? err : check_jobs(&plan, diag);
    err = err ? err : fl_submit_plan_look(&plan, out, diag);
    err = err ? err : fl_submit_scripts(&plan, diag);
    if (!err && only_prints) {
        add_commands(&plan, out);
    } else if (!err) {
        err = submit_both(&plan, out, diag);
    }
    fl_submit_plan_close(&plan);
    return err || !fl_text_check(out) ? err : fl_diag_memory(diag);
}
