/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How many processors this process may use: those of its affinity mask, which taskset, mpirun and Slurm set,
 * and no more than its control group may keep busy, by which containers and Slurm share a machine. What
 * cannot be read limits nothing.
 *
 * Where threads run is left to the system. Each worker allocates and fills its own tally, so on a machine of
 * several sockets its memory is that of the socket it runs on. */
#define _GNU_SOURCE /* sched_getaffinity, CPU_COUNT_S */
#include "experiments/program/program.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH = 4096, LINE = 4096, MOST_PROCESSORS = 1 << 16 };

/* Where control groups of version 1 (by the controller's name) and 2 (no name) are mounted. */
typedef struct mount {
    const char *controller, *folder;
} mount;

static const mount mounts[] = {
    {"", "/sys/fs/cgroup"},
    {"", "/sys/fs/cgroup/unified"},
    {"cpu", "/sys/fs/cgroup/cpu"},
    {"cpu", "/sys/fs/cgroup/cpu,cpuacct"},
    {"cpu", "/sys/fs/cgroup/cpuacct,cpu"},
};

/* The first line of a file, without its end; false if there is none. */
static bool read_line(const char *path, char out[LINE])
{
    FILE *file = fopen(path, "re");
    bool is_read = file && fgets(out, LINE, file);
    if (file) {
        fclose(file);
    }
    if (is_read) {
        out[strcspn(out, "\n")] = '\0';
    }
    return is_read;
}

/* Processors that time slices come to: `quota` microseconds of each `period`; 0 = no limit. */
static unsigned processors_of(const char *quota, const char *period)
{
    long long most = strtoll(quota, NULL, 10); /* "max", "-1": no limit */
    long long of = strtoll(period, NULL, 10);
    if (most <= 0 || of <= 0) {
        return 0;
    }
    long long n = most / of + (most % of > 0);
    return n < MOST_PROCESSORS ? (unsigned)n : MOST_PROCESSORS;
}

/* The limit that one folder of control groups sets; 0 = none. */
static unsigned limit_of(const char *folder, bool is_first_version)
{
    char path[PATH + 32];
    char quota[LINE];
    char period[LINE];
    snprintf(path, sizeof path, "%s/%s", folder, is_first_version ? "cpu.cfs_quota_us" : "cpu.max");
    if (!read_line(path, quota)) {
        return 0;
    }
    if (!is_first_version) {
        size_t length = strcspn(quota, " ");
        return processors_of(quota, quota + length);
    }
    snprintf(path, sizeof path, "%s/cpu.cfs_period_us", folder);
    return read_line(path, period) ? processors_of(quota, period) : 0;
}

/* The least limit of a group and of those above it. In a container the group may be called as outside, where
 * only the topmost folder is seen. */
static unsigned limit_below(const char *top, const char *group, bool is_first_version)
{
    char folder[PATH];
    unsigned least = 0;
    int n = snprintf(folder, sizeof folder, "%s%s", top, strcmp(group, "/") == 0 ? "" : group);
    if (n < 0 || (size_t)n >= sizeof folder) {
        return 0;
    }
    for (size_t length = (size_t)n; length >= strlen(top); folder[length] = '\0') {
        unsigned limit = limit_of(folder, is_first_version);
        least = limit > 0 && (least == 0 || limit < least) ? limit : least;
        while (length-- > strlen(top) && folder[length] != '/') {}
        if (length < strlen(top)) {
            break;
        }
    }
    return least;
}

/* Whether a list "cpu,cpuacct" has a name; the empty list belongs to version 2. */
static bool has_name(const char *list, size_t length, const char *name)
{
    if (name[0] == '\0' || length == 0) {
        return name[0] == '\0' && length == 0;
    }
    for (size_t at = 0; at < length;) {
        size_t end = at + strcspn(list + at, ",:");
        if (end - at == strlen(name) && memcmp(list + at, name, end - at) == 0) {
            return true;
        }
        at = end + 1;
    }
    return false;
}

unsigned fl_program_processors_quota(const char *root)
{
    char path[PATH];
    char line[LINE];
    unsigned least = 0;
    snprintf(path, sizeof path, "%s/proc/self/cgroup", root);
    FILE *file = fopen(path, "re");
    while (file && fgets(line, sizeof line, file)) { /* "4:cpu,cpuacct:/group" or "0::/group" */
        line[strcspn(line, "\n")] = '\0';
        const char *list = strchr(line, ':');
        const char *group = list ? strchr(list + 1, ':') : NULL;
        for (size_t i = 0; group && i < sizeof mounts / sizeof mounts[0]; i++) {
            if (has_name(list + 1, (size_t)(group - list - 1), mounts[i].controller)) {
                snprintf(path, sizeof path, "%s%s", root, mounts[i].folder);
                unsigned limit = limit_below(path, group + 1, mounts[i].controller[0] != '\0');
                least = limit > 0 && (least == 0 || limit < least) ? limit : least;
            }
        }
    }
    if (file) {
        fclose(file);
    }
    return least;
}

unsigned fl_program_processors_machine(void)
{
    long n = sysconf(_SC_NPROCESSORS_CONF);
    return n < 1 ? 1 : n < MOST_PROCESSORS ? (unsigned)n : MOST_PROCESSORS;
}

unsigned fl_program_processors(void)
{
    /* The processors of the affinity mask; those that are there where it cannot be read. */
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
    unsigned quota = fl_program_processors_quota("");
    return quota > 0 && quota < n ? quota : n;
}
