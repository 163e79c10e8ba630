/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Two programs count the same floors by `run`, in turns. Processor time is compared, as the system tells it
 * of ended processes; what a run costs beside its floors is measured by runs of one floor and taken off. */
#include "experiments/bench/bench_private.h"
#include "experiments/run/run.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SAID = 1 << 20, MOST = 1 << 28, PATH = 4096 };

/* What a call of a program came to. */
typedef struct called {
    double seconds; /* of processors */
    bool is_fine;
    char *said; /* SAID bytes: the output of `info`, else messages */
} called;

/* Seconds of processors of all children that have ended. */
static double ended_seconds(void)
{
    struct rusage usage;
    (void)getrusage(RUSAGE_CHILDREN, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

/* Reads what a child says; what does not fit is read and dropped. */
static void listen_to(int from, char *said)
{
    char rest[4096];
    size_t n = 0;
    for (;;) {
        bool fits = n + 1 < SAID;
        ssize_t got = read(from, fits ? said + n : rest, fits ? SAID - 1 - n : sizeof rest);
        if (got == 0 || (got < 0 && errno != EINTR)) {
            break;
        }
        n += fits && got > 0 ? (size_t)got : 0;
    }
    said[n] = '\0';
}

_Noreturn static void become(const char *const words[], int to, bool tells)
{
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    (void)fcntl(to, F_SETFD, FD_CLOEXEC);
    dup2(nothing, STDIN_FILENO);
    dup2(tells ? to : nothing, STDOUT_FILENO);
    dup2(tells ? nothing : to, STDERR_FILENO);
    execv(words[0], (char *const *)words);
    if (!tells) {
        dprintf(STDERR_FILENO, "%s\n", strerror(errno));
    }
    _exit(127);
}

/* Calls a program and waits for it. `tells`: its output is kept, else its messages. */
static fl_err call(const char *const words[], bool tells, called *out, fl_diag *diag)
{
    int ends[2];
    int status = 0;
    double before = ended_seconds();
    if (pipe(ends)) {
        return fl_diag_set(diag, FL_ERR_IO, "", "cannot make a pipe: %s", strerror(errno));
    }
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        become(words, ends[1], tells);
    }
    int error = errno;
    close(ends[1]);
    if (child < 0) {
        close(ends[0]);
        return fl_diag_set(diag, FL_ERR_IO, "", "cannot start a process: %s", strerror(error));
    }
    listen_to(ends[0], out->said);
    close(ends[0]);
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) {
            return fl_diag_set(diag, FL_ERR_IO, "", "cannot wait for a process: %s", strerror(errno));
        }
    }
    out->seconds = ended_seconds() - before;
    out->is_fine = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    return FL_OK;
}

/* What two programs are called for, and what their last calls came to. */
typedef struct contest {
    const fl_bench_versus_request *request;
    const fl_bench_case *what;
    called last[2];
} contest;

static fl_err write_experiment(const contest *self, uint64_t floors, fl_diag *diag)
{
    char path[PATH];
    char word[128];
    snprintf(path, sizeof path, "%s/bench.yaml", self->request->folder);
    FILE *file = fopen(path, "w");
    if (!file) {
        return fl_diag_set(diag, FL_ERR_IO, path, "cannot be written: %s", strerror(errno));
    }
    fprintf(file, "name: bench\ngenerator: %s\nfloors: %llu\nmaps: none\nsettings:\n", self->what->generator,
            (unsigned long long)floors);
    for (unsigned i = 0; fl_setting_word_at(self->what->settings, i, word, sizeof word), word[0]; i++) {
        char *value = strchr(word, '=');
        *value = '\0';
        fprintf(file, "  %s: %s\n", word, value + 1);
    }
    bool is_lost = ferror(file);
    is_lost = fclose(file) || is_lost;
    return is_lost ? fl_diag_set(diag, FL_ERR_IO, path, "cannot be written") : FL_OK;
}

/* Lets a program count so many floors. */
static fl_err count(contest *self, unsigned which, uint64_t floors, fl_diag *diag)
{
    called *last = &self->last[which];
    const char *program = self->request->program[which];
    char experiment[PATH], result[PATH];
    snprintf(experiment, sizeof experiment, "%s/bench.yaml", self->request->folder);
    snprintf(result, sizeof result, "%s/%u.h5", self->request->folder, which);
    const char *words[] = {program, "run", experiment, "-q", "-t", "1", "-o", result, NULL};
    fl_err err = write_experiment(self, floors, diag);
    (void)unlink(result);
    err = err ? err : call(words, false, last, diag);
    if (!err && (!last->is_fine || access(result, R_OK))) {
        last->said[strcspn(last->said, "\n")] = '\0';
        err = fl_diag_set(diag, FL_ERR_INPUT, program, "it cannot count %s %s: %s", self->what->generator,
                          self->what->settings, last->said[0] ? last->said : "it writes no result");
        fl_diag_hint(diag,
                     "programs are compared that have `run`, -q, -t and -o; name generators that both have");
    }
    return err;
}

/* The counts of all metrics, as `info` tells them: a part of what is said; an empty text if there are none.
 */
static fl_err read_counts(contest *self, unsigned which, const char **counts, fl_diag *diag)
{
    called *last = &self->last[which];
    char result[PATH];
    snprintf(result, sizeof result, "%s/%u.h5", self->request->folder, which);
    const char *words[] = {self->request->program[which], "info", result, "--json", NULL};
    fl_err err = call(words, true, last, diag);
    char *from = err || !last->is_fine ? NULL : strstr(last->said, "\"metrics\": {");
    unsigned depth = 0;
    for (char *at = from; at && *at; at++) {
        depth += *at == '{';
        depth -= *at == '}';
        if (*at == '}' && depth == 0) {
            at[1] = '\0';
            break;
        }
    }
    *counts = from ? from : "";
    return err;
}

static fl_err compare_counts(contest *self, bool *is_same, fl_diag *diag)
{
    const char *counts[2];
    fl_err err = FL_OK;
    for (unsigned i = 0; i < 2 && !err; i++) {
        err = read_counts(self, i, &counts[i], diag);
    }
    *is_same = !err && counts[0][0] && strcmp(counts[0], counts[1]) == 0;
    return err;
}

/* How many floors take long enough: those of a shorter call, made larger. */
static fl_err find_floors(contest *self, uint64_t *floors, fl_diag *diag)
{
    static const double enough = 1.0 / 8;
    double seconds = self->request->seconds;
    double took = 0;
    fl_err err = count(self, 0, 1, diag);
    double beside = self->last[0].seconds;
    *floors = 64;
    while (!err && took < seconds * enough && *floors < MOST) {
        *floors *= 4;
        err = count(self, 0, *floors, diag);
        took = self->last[0].seconds - beside;
    }
    *floors = (uint64_t)((double)*floors * fmax(seconds / fmax(took, 1e-6), 1));
    *floors = *floors < MOST ? *floors : MOST;
    return err;
}

/* One round: each program counts one floor and many. */
static fl_err measure_round(contest *self, unsigned round, fl_bench_versus *out, fl_diag *diag)
{
    fl_err err = FL_OK;
    for (unsigned i = 0; i < 2 && !err; i++) {
        unsigned which = (round + i) % 2; /* who begins changes, too */
        double *beside = &out->beside[which][round];
        err = count(self, which, 1, diag);
        *beside = self->last[which].seconds;
        err = err ? err : count(self, which, out->floors, diag);
        out->rate[which][round] = (double)(out->floors - 1) / fmax(self->last[which].seconds - *beside, 1e-6);
    }
    return err;
}

/* The median and two of its neighbours, between which the true median lies with FL_BENCH_VERSUS_LEVEL. */
static void sum_up(double of[2][FL_BENCH_VERSUS_ROUNDS], bool is_time, fl_bench_ratio *out)
{
    double ratio[FL_BENCH_VERSUS_ROUNDS];
    for (unsigned i = 0; i < FL_BENCH_VERSUS_ROUNDS; i++) {
        ratio[i] = is_time ? of[1][i] / fmax(of[0][i], 1e-6) : of[0][i] / of[1][i];
    }
    fl_bench_sort(ratio, FL_BENCH_VERSUS_ROUNDS);
    out->least = ratio[FL_BENCH_VERSUS_OUTER];
    out->median = ratio[FL_BENCH_VERSUS_ROUNDS / 2];
    out->most = ratio[FL_BENCH_VERSUS_ROUNDS - 1 - FL_BENCH_VERSUS_OUTER];
    for (unsigned i = 0; i < 2; i++) {
        double sorted[FL_BENCH_VERSUS_ROUNDS];
        memcpy(sorted, of[i], sizeof sorted);
        fl_bench_sort(sorted, FL_BENCH_VERSUS_ROUNDS);
        out->of[i] = sorted[FL_BENCH_VERSUS_ROUNDS / 2];
    }
}

fl_err fl_bench_versus_measure(fl_bench_versus *out, const fl_bench_case *what,
                               const fl_bench_versus_request *request, fl_diag *diag)
{
    contest self = {request, what, {{.said = malloc(SAID)}, {.said = malloc(SAID)}}};
    *out = (fl_bench_versus){.what = what};
    fl_err err = self.last[0].said && self.last[1].said ? FL_OK : fl_diag_memory(diag);
    err = err ? err : find_floors(&self, &out->floors, diag);
    for (unsigned round = 0; round < FL_BENCH_VERSUS_ROUNDS && !err; round++) {
        err = measure_round(&self, round, out, diag);
    }
    err = err ? err : compare_counts(&self, &out->is_same, diag);
    if (!err) {
        sum_up(out->rate, false, &out->speed);
        sum_up(out->beside, true, &out->start);
    }
    free(self.last[0].said);
    free(self.last[1].said);
    return err;
}

static fl_err check_program(const char *program, fl_diag *diag)
{
    struct stat about;
    if (stat(program, &about) || !S_ISREG(about.st_mode) || access(program, X_OK)) {
        fl_err err =
            fl_diag_set(diag, FL_ERR_USAGE, "--compare", "'%s' is no program that can be called", program);
        fl_diag_hint(diag, "give the path of another build's floorlab");
        return err;
    }
    return FL_OK;
}

fl_err fl_bench_versus_open(fl_bench_versus_request *self, const char *other, fl_diag *diag)
{
    const char *place = getenv("TMPDIR");
    memset(self, 0, sizeof *self);
    fl_err err = check_program(other, diag);
    if (err) {
        return err;
    }
    ssize_t n = readlink("/proc/self/exe", self->own, sizeof self->own - 1);
    snprintf(self->folder, sizeof self->folder, "%s/floorlab-bench-XXXXXX",
             place && place[0] ? place : "/tmp");
    if (n < 0 || !mkdtemp(self->folder)) {
        self->folder[0] = '\0';
        return fl_diag_set(diag, FL_ERR_IO, self->folder, "cannot make a temporary folder: %s",
                           strerror(errno));
    }
    self->program[0] = self->own;
    self->program[1] = other;
    return FL_OK;
}

void fl_bench_versus_close(fl_bench_versus_request *self)
{
    static const char *const names[] = {"bench.yaml", "0.h5", "1.h5", "0.h5.checkpoint", "1.h5.checkpoint"};
    for (size_t i = 0; i < sizeof names / sizeof names[0] && self->folder[0]; i++) {
        char path[PATH];
        snprintf(path, sizeof path, "%s/%s", self->folder, names[i]);
        (void)unlink(path);
    }
    if (self->folder[0]) {
        (void)rmdir(self->folder);
    }
}
