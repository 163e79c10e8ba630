/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How many processors a process may use, in made-up control groups and under a real affinity mask. */
#define _GNU_SOURCE
#include "experiments/program/program.h"
#include "tests/support/folder.h"

#include <criterion/criterion.h>

#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* Writes a file below a folder, with the folders on the way to it. */
static void put(const folder *root, const char *path, const char *text)
{
    char name[256];
    snprintf(name, sizeof name, "%s/%s", root->path, path);
    for (char *slash = name + strlen(root->path) + 1; (slash = strchr(slash, '/')); *slash++ = '/') {
        *slash = '\0';
        (void)mkdir(name, 0777);
    }
    folder_write(name, text, strlen(text));
}

static unsigned quota_with(const char *groups, const char *path, const char *text)
{
    folder root;
    folder_open(&root);
    put(&root, "proc/self/cgroup", groups);
    put(&root, path, text);
    unsigned n = fl_program_processors_quota(root.path);
    folder_close(&root);
    return n;
}

Test(processors, a_quota_of_version_2_is_rounded_up)
{
    const char *file = "sys/fs/cgroup/job/step/cpu.max";
    cr_expect_eq(quota_with("0::/job/step\n", file, "250000 100000\n"), 3u);
    cr_expect_eq(quota_with("0::/job/step\n", file, "50000 100000\n"), 1u);
    cr_expect_eq(quota_with("0::/job/step\n", file, "max 100000\n"), 0u);
    cr_expect_eq(quota_with("0::/job/step\n", file, "nonsense\n"), 0u);
    cr_expect_eq(quota_with("0::/other\n", file, "250000 100000\n"), 0u);
}

Test(processors, a_group_above_limits_too)
{
    cr_expect_eq(quota_with("0::/job/step\n", "sys/fs/cgroup/job/cpu.max", "400000 100000\n"), 4u);
    cr_expect_eq(quota_with("0::/job/step\n", "sys/fs/cgroup/cpu.max", "400000 100000\n"), 4u);
    cr_expect_eq(quota_with("0::/job\n", "sys/fs/cgroup/jo/cpu.max", "400000 100000\n"), 0u);
    cr_expect_eq(quota_with("0::/\n", "sys/fs/cgroup/unified/cpu.max", "400000 100000\n"), 4u);
}

Test(processors, a_quota_of_version_1_has_two_files)
{
    folder root;
    folder_open(&root);
    put(&root, "proc/self/cgroup", "5:memory:/a\n4:cpuacct,cpu:/a/b\n1:cpuset:/\n");
    put(&root, "sys/fs/cgroup/cpu/a/b/cpu.cfs_quota_us", "600000\n");
    cr_expect_eq(fl_program_processors_quota(root.path), 0u, "the period is missing");
    put(&root, "sys/fs/cgroup/cpu/a/b/cpu.cfs_period_us", "100000\n");
    cr_expect_eq(fl_program_processors_quota(root.path), 6u);
    put(&root, "sys/fs/cgroup/cpu/a/cpu.cfs_quota_us", "200000\n");
    put(&root, "sys/fs/cgroup/cpu/a/cpu.cfs_period_us", "100000\n");
    cr_expect_eq(fl_program_processors_quota(root.path), 2u, "the least one counts");
    put(&root, "sys/fs/cgroup/cpu/a/cpu.cfs_quota_us", "-1\n");
    cr_expect_eq(fl_program_processors_quota(root.path), 6u);
    folder_close(&root);
}

Test(processors, without_groups_nothing_is_limited)
{
    folder root;
    folder_open(&root);
    cr_expect_eq(fl_program_processors_quota(root.path), 0u);
    put(&root, "proc/self/cgroup", "nonsense\n::\n0:\n");
    cr_expect_eq(fl_program_processors_quota(root.path), 0u);
    folder_close(&root);
}

Test(processors, a_process_bound_to_one_processor_uses_one)
{
    cpu_set_t all;
    cpu_set_t one;
    cr_assert_eq(sched_getaffinity(0, sizeof all, &all), 0);
    CPU_ZERO(&one);
    for (size_t i = 0; i < CPU_SETSIZE && CPU_COUNT(&one) == 0; i++) {
        if (CPU_ISSET(i, &all)) {
            CPU_SET(i, &one);
        }
    }
    cr_expect_leq(fl_program_processors(), (unsigned)CPU_COUNT(&all));
    cr_expect_leq(fl_program_processors(), fl_program_processors_machine());
    cr_assert_eq(sched_setaffinity(0, sizeof one, &one), 0);
    cr_expect_eq(fl_program_processors(), 1u);
}
