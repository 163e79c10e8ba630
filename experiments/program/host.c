/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Version, compiler, processor, clocks, the terminal's width. */
#include "experiments/program/program.h"

#include "experiments/program/commit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

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
