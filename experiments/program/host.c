/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Version, compiler, processors, clocks, the terminal's width.
 *
 * The system places the threads. Each worker allocates and fills its own tally, so on a machine with several
 * sockets its memory is local (first touch). */
#define _GNU_SOURCE /* sched_getaffinity, CPU_COUNT_S */
#include "experiments/program/program.h"

#include "experiments/program/commit.h"

#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum { MOST_PROCESSORS = 1 << 16 };

#ifndef FL_VERSION_TEXT
#define FL_VERSION_TEXT "unknown"
#endif

const char *fl_program_host_code_version(void)
{
    return FL_VERSION_TEXT;
}

const char *fl_program_host_commit(void)
{
    return FL_COMMIT_TEXT;
}

const char *fl_program_host_compiler(void)
{
#if defined(__clang__)
    return "clang " __clang_version__;
#else
    return "gcc " __VERSION__;
#endif
}

const char *fl_program_host_processor(void)
{
    static char name[128] = "";
    char line[256];
    if (name[0]) {
        return name;
    }
    FILE *file = fopen("/proc/cpuinfo", "r");
    while (file && !name[0] && fgets(line, sizeof line, file)) {
        const char *value = strncmp(line, "model name", 10) == 0 ? strchr(line, ':') : NULL;
        if (value) {
            snprintf(name, sizeof name, "%.*s", (int)strcspn(value + 2, "\n"), value + 2);
        }
    }
    if (file) {
        fclose(file);
    }
    if (!name[0]) {
        strcpy(name, "unknown");
    }
    return name;
}

unsigned fl_program_processors_machine(void)
{
    long n = sysconf(_SC_NPROCESSORS_CONF);
    return n < 1 ? 1 : n < MOST_PROCESSORS ? (unsigned)n : MOST_PROCESSORS;
}

/* A limit that cannot be read is ignored. */
unsigned fl_program_processors(void)
{
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    unsigned n = online < 1 ? 1 : (unsigned)online;
#ifdef __linux__
    size_t size = CPU_ALLOC_SIZE(MOST_PROCESSORS);
    cpu_set_t *set = CPU_ALLOC(MOST_PROCESSORS);
    if (set && sched_getaffinity(0, size, set) == 0 && CPU_COUNT_S(size, set) > 0) {
        n = (unsigned)CPU_COUNT_S(size, set);
    }
    CPU_FREE(set);
#endif
    unsigned quota = 0; /* cgroup quota: microseconds per period for all processors together, or "max" */
    unsigned period = 0;
    FILE *file = fopen("/sys/fs/cgroup/cpu.max", "re");
    if (file && fscanf(file, "%u %u", &quota, &period) == 2 && quota > 0 && quota / n < period) {
        n = quota / period + (quota % period > 0);
    }
    if (file) {
        fclose(file);
    }
    return n;
}

double fl_program_host_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

double fl_program_host_process_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

double fl_program_host_thread_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

unsigned fl_program_host_columns(void)
{
    enum { NARROWEST = 40, USUAL = 80, WIDEST = 500 };
    struct winsize size;
    const char *set = getenv("COLUMNS");
    long columns = set ? strtol(set, NULL, 10) : 0;
    if (!isatty(STDOUT_FILENO)) {
        return 0;
    }
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
        columns = size.ws_col;
    }
    columns = columns > 0 ? columns : USUAL;
    return (unsigned)(columns < NARROWEST ? NARROWEST : columns > WIDEST ? WIDEST : columns);
}

/* Signals: the handler sets one flag; the worker loops poll it. */

static volatile sig_atomic_t caught;

static void note_signal(int number)
{
    if (caught) {
        struct sigaction usual;
        memset(&usual, 0, sizeof usual);
        usual.sa_handler = SIG_DFL;
        sigaction(number, &usual, NULL);
        raise(number);
    }
    caught = number;
}

/* An ignored signal stays ignored: nohup and background jobs of shells rely on it. */
void fl_program_interrupt_listen(void)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP}; /* SIGHUP: the terminal was closed */
    struct sigaction action;
    struct sigaction before;
    memset(&action, 0, sizeof action);
    action.sa_handler = note_signal;
    action.sa_flags = SA_RESTART;
    caught = 0;
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        if (sigaction(signals[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN) {
            sigaction(signals[i], &action, NULL);
        }
    }
}

int fl_program_interrupt_caught(void)
{
    return caught;
}

void fl_program_format_number(double number, fl_text *out)
{
    static const char suffix[] = {' ', 'k', 'M', 'G', 'T'};
    unsigned i = 0;
    while (number >= 999.5 && i < 4) { /* 999.5 would be rounded to 1000 */
        number /= 1000;
        i++;
    }
    fl_text_add_format(out,
                       i == 0           ? "%.0f"
                       : number < 9.995 ? "%.2f"
                       : number < 99.95 ? "%.1f"
                                        : "%.0f",
                       number);
    if (i > 0) {
        fl_text_add_char(out, suffix[i]);
    }
}

void fl_program_format_time(double seconds, fl_text *out)
{
    static const double longest = 999999.0 * 3600; /* keeps the conversion to an integer defined */
    uint64_t s = (uint64_t)((seconds < longest ? seconds : longest) + 0.5);
    if (s >= 3600) {
        fl_text_add_format(out, "%llu:%02u:%02u", (unsigned long long)(s / 3600), (unsigned)(s / 60 % 60),
                           (unsigned)(s % 60));
    } else {
        fl_text_add_format(out, "%u:%02u", (unsigned)(s / 60), (unsigned)(s % 60));
    }
}

void fl_program_format_word(const char *word, fl_text *out)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=,:+@%";
    if (word[0] && word[strspn(word, plain)] == '\0') {
        fl_text_add(out, word);
        return;
    }
    fl_text_add_char(out, '\'');
    for (const char *p = word; *p; p++) {
        if (*p == '\'') {
            fl_text_add(out, "'\\''");
        } else {
            fl_text_add_char(out, *p);
        }
    }
    fl_text_add_char(out, '\'');
}
