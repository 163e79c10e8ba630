/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Version, compiler, processors, clocks, the terminal's width.
 *
 * Where threads run is left to the system. Each worker allocates and fills its own tally, so on a machine of
 * several sockets its memory is that of the socket it runs on. */
#define _GNU_SOURCE /* sched_getaffinity, CPU_COUNT_S */
#include "experiments/program/program.h"

#include "experiments/program/commit.h"

#include <sched.h>
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

/* What cannot be read limits nothing. */
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
    unsigned quota = 0; /* microseconds of each period, of all processors together, or "max" */
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
