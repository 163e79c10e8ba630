/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The scripts of the array and of the job that puts the shards together. A task makes sure that it sees the
 * folder it was submitted from, and that its machine has the same program. Before its time is up it stops,
 * and is given to the queue again; a node that is lost has its tasks given to the queue by Slurm. */
#include "experiments/submit/submit_private.h"

/* "1-3,7": what is missing. */
static void add_array(const fl_submit_plan *self, fl_text *out)
{
    const char *separator = "";
    for (uint64_t i = 0; i < self->jobs; i++) {
        uint64_t end = i;
        while (end < self->jobs && self->is_missing[end]) {
            end++;
        }
        if (end > i) {
            fl_text_add_format(out, end - i > 1 ? "%s%llu-%llu" : "%s%llu", separator,
                               (unsigned long long)i + 1, (unsigned long long)end);
            separator = ",";
            i = end;
        }
    }
}

static void add_line(const char *before, const char *word, const char *after, fl_text *out)
{
    fl_text_add(out, before);
    fl_program_format_word(word, out);
    fl_text_add(out, after);
}

/* What both scripts begin with. */
static void add_head(const fl_submit_plan *self, bool is_merge, fl_text *out)
{
    const fl_options *options = self->submit->options;
    const char *partition = fl_program_option_get(options, "partition");
    fl_text log;
    fl_text_init(&log);
    for (const char *p = self->folder; *p; p++) {
        fl_text_add_char(&log, *p);
        fl_text_add(&log, *p == '%' ? "%" : ""); /* Slurm replaces %j and the like in names of logs */
    }
    fl_text_add_format(&log, "logs/%s-%s.log", self->submit->base, is_merge ? "merge" : "%a");
    fl_text_add(out, "#!/bin/sh\n# Written by floorlab; called again, it is written anew.\n");
    add_line("#SBATCH --job-name=", self->submit->base, is_merge ? "-merge\n" : "\n", out);
    add_line("#SBATCH --output=", fl_text_get(&log), "\n#SBATCH --open-mode=append\n", out);
    if (partition) {
        add_line("#SBATCH --partition=", partition, "\n", out);
    }
    out->is_short_of_memory |= log.is_short_of_memory;
    fl_text_free(&log);
}

/* Makes sure that this is the folder, and the program. */
static void add_checks(const fl_submit_plan *self, fl_text *out)
{
    fl_text plan;
    fl_text version;
    fl_text_init(&plan);
    fl_text_init(&version);
    fl_submit_add_path(self, ".plan", &plan);
    fl_text_add_format(&version, "floorlab %s (commit %s)", fl_program_host_code_version(),
                       fl_program_host_commit());
    add_line("floorlab=", self->program, "\n", out);
    fl_text_add_format(out, "grep -qx 'token %s' ", self->token);
    fl_program_format_word(fl_text_get(&plan), out);
    add_line(" || {\n    echo \"floorlab: $(hostname) does not share this folder:\" ", self->folder,
             " >&2\n    exit 2\n}\n", out);
    add_line("version=$(\"$floorlab\" --version | head -n 1)\n[ \"$version\" = ", fl_text_get(&version),
             " ] || {\n    echo \"floorlab: $(hostname) has another version of the program: $version\" >&2\n"
             "    exit 2\n}\n",
             out);
    add_line("cd ", self->here, " || exit 2\n", out);
    out->is_short_of_memory |= plan.is_short_of_memory || version.is_short_of_memory;
    fl_text_free(&version);
    fl_text_free(&plan);
}

static void add_command(const fl_submit_plan *self, fl_text *out)
{
    static const char *const own[] = {"submit", "jobs", "time",  "partition", "print", "output", "shard",
                                      "resume", "anew", "quiet", "threads",   "json",  "force",  NULL};
    const fl_options *options = self->submit->options;
    const char *threads = fl_program_option_get(options, "threads");
    fl_text_add_format(out, "\"$floorlab\" %s", self->sort->command);
    fl_program_option_add_words(options, own, out);
    fl_text_add(out, " --threads ");
    if (threads) {
        fl_program_format_word(threads, out);
    } else {
        fl_text_add(out, "\"${SLURM_CPUS_ON_NODE:-1}\"");
    }
    fl_text_add_format(out, " --shard \"$SLURM_ARRAY_TASK_ID/%llu\" --resume --quiet --output ",
                       (unsigned long long)self->jobs);
    fl_program_format_word(self->folder, out);
}

/* The shell waits for the program, so that signals reach both. */
static void add_task(const fl_submit_plan *self, fl_text *out)
{
    fl_text_add(out, "again=\n");
    add_command(self, out);
    fl_text_add_format(
        out,
        " &\nchild=$!\n"
        "trap 'again=yes; kill -TERM \"$child\"' USR1 # the time is nearly up\n"
        "trap 'kill -TERM \"$child\"' TERM INT\n"
        "wait \"$child\"\ncode=$?\n"
        "while kill -0 \"$child\" 2>/dev/null; do\n    wait \"$child\"\n    code=$?\ndone\n"
        "case $code in %s) exit 0 ;; esac\n"
        "[ -z \"$again\" ] || scontrol requeue \"${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID\"\n"
        "exit \"$code\"\n",
        self->sort->fine);
}

static fl_err write_script(const fl_submit_plan *self, const char *end, const fl_text *text, fl_diag *diag)
{
    fl_text path;
    fl_text_init(&path);
    fl_submit_add_path(self, end, &path);
    fl_err err = fl_text_check(&path) || fl_text_check(text) ? fl_diag_memory(diag) : FL_OK;
    err = err ? err : fl_program_output_replace(fl_text_get(&path), text, diag);
    fl_text_free(&path);
    return err;
}

fl_err fl_submit_scripts(const fl_submit_plan *self, fl_diag *diag)
{
    fl_text text;
    const char *threads = fl_program_option_get(self->submit->options, "threads");
    const char *time = fl_program_option_get(self->submit->options, "time");
    fl_text_init(&text);
    add_head(self, false, &text);
    fl_text_add(&text, "#SBATCH --array=");
    add_array(self, &text);
    fl_text_add(&text, "\n#SBATCH --requeue\n#SBATCH --signal=B:USR1@60\n");
    if (threads) {
        add_line("#SBATCH --cpus-per-task=", threads, "\n", &text);
    }
    if (time) {
        add_line("#SBATCH --time=", time, "\n", &text);
    }
    add_checks(self, &text);
    add_task(self, &text);
    fl_err err = write_script(self, ".array.sh", &text, diag);
    fl_text_clear(&text);
    add_head(self, true, &text);
    fl_text_add(&text, "#SBATCH --requeue\n#SBATCH --kill-on-invalid-dep=yes\n");
    add_checks(self, &text);
    add_line("exec \"$floorlab\" merge --force ", self->folder, " --output ", &text);
    fl_program_format_word(self->output, &text);
    fl_text_add_char(&text, '\n');
    err = err ? err : write_script(self, ".merge.sh", &text, diag);
    fl_text_free(&text);
    return err;
}
