/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which part a process has, by the environments that launchers make. */
#include "experiments/program/program.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const all[] = {"OMPI_COMM_WORLD_RANK",
                                  "OMPI_COMM_WORLD_SIZE",
                                  "PMI_RANK",
                                  "PMI_SIZE",
                                  "SLURM_PROCID",
                                  "SLURM_STEP_NUM_TASKS",
                                  "SLURM_ARRAY_TASK_ID",
                                  "SLURM_ARRAY_TASK_COUNT",
                                  "SLURM_ARRAY_TASK_MIN",
                                  "SLURM_ARRAY_TASK_MAX",
                                  "PARALLEL_SEQ",
                                  "PBS_ARRAY_INDEX",
                                  "PBS_ARRAYID"};

static fl_diag diag;

/* The part "3/4" in an environment "NAME=value NAME=value"; the error's text otherwise. */
static const char *part_in(const char *environment, const char *option)
{
    static char out[1400];
    static const fl_option table[] = {{"shard", 0, false, "I/N", ""}};
    char *const words[] = {(char[]){"--shard"}, (char *)option, NULL};
    char copy[512];
    fl_options options;
    uint64_t shard = 9;
    uint64_t shards = 9;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        unsetenv(all[i]);
    }
    snprintf(copy, sizeof copy, "%s", environment);
    for (char *word = strtok(copy, " "); word; word = strtok(NULL, " ")) {
        char *equals = strchr(word, '=');
        *equals = '\0';
        setenv(word, equals + 1, 1);
    }
    fl_diag_init(&diag);
    cr_assert_eq(fl_program_option_read(&options, table, 1, (char **)words, &diag), FL_OK);
    if (fl_program_option_shard(&options, &shard, &shards, &diag)) {
        snprintf(out, sizeof out, "%s; %s", diag.what, diag.hint);
    } else {
        snprintf(out, sizeof out, "%llu/%llu", (unsigned long long)shard + 1, (unsigned long long)shards);
    }
    return out;
}

static void expect_error(const char *environment, const char *option, const char *words)
{
    const char *said = part_in(environment, option);
    cr_expect(strstr(said, words) != NULL, "%s, %s: '%s' is not in '%s'", environment, option, words, said);
    cr_expect_eq(diag.code, FL_ERR_USAGE);
}

Test(launcher, each_one_says_its_part)
{
    cr_expect_str_eq(part_in("OMPI_COMM_WORLD_RANK=0 OMPI_COMM_WORLD_SIZE=4", "auto"), "1/4");
    cr_expect_str_eq(part_in("OMPI_COMM_WORLD_RANK=3 OMPI_COMM_WORLD_SIZE=4", "auto"), "4/4");
    cr_expect_str_eq(part_in("PMI_RANK=2 PMI_SIZE=8", "auto"), "3/8");
    cr_expect_str_eq(part_in("SLURM_PROCID=1 SLURM_STEP_NUM_TASKS=2", "auto"), "2/2");
    cr_expect_str_eq(part_in("SLURM_ARRAY_TASK_ID=7 SLURM_ARRAY_TASK_MIN=5 SLURM_ARRAY_TASK_MAX=8 "
                             "SLURM_ARRAY_TASK_COUNT=4",
                             "auto"),
                     "3/4");
    cr_expect_str_eq(part_in("PARALLEL_SEQ=3", "auto/100"), "3/100");
    cr_expect_str_eq(part_in("PBS_ARRAY_INDEX=100", "auto/100"), "100/100");
    cr_expect_str_eq(part_in("PBS_ARRAYID=1", "auto/2"), "1/2");
    cr_expect_str_eq(part_in("OMPI_COMM_WORLD_RANK=3 OMPI_COMM_WORLD_SIZE=4", "auto/10"), "4/10");
}

Test(launcher, of_several_the_inner_one_counts_and_arrays_multiply)
{
    cr_expect_str_eq(part_in("SLURM_PROCID=0 SLURM_STEP_NUM_TASKS=2 OMPI_COMM_WORLD_RANK=5 "
                             "OMPI_COMM_WORLD_SIZE=8",
                             "auto"),
                     "6/8", "mpirun starts its ranks below srun's tasks");
    cr_expect_str_eq(part_in("SLURM_ARRAY_TASK_ID=2 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_MAX=3 "
                             "SLURM_ARRAY_TASK_COUNT=3 OMPI_COMM_WORLD_RANK=1 OMPI_COMM_WORLD_SIZE=4",
                             "auto"),
                     "6/12");
    cr_expect_str_eq(part_in("SLURM_PROCID=0 SLURM_ARRAY_TASK_ID=2 SLURM_ARRAY_TASK_MIN=1 "
                             "SLURM_ARRAY_TASK_MAX=3 SLURM_ARRAY_TASK_COUNT=3",
                             "auto"),
                     "2/3", "a job's script is no task of srun");
}

Test(launcher, what_is_not_said_is_refused_with_what_was_looked_for)
{
    expect_error("", "auto", "OMPI_COMM_WORLD_RANK with OMPI_COMM_WORLD_SIZE");
    expect_error("", "auto", "PBS_ARRAY_INDEX");
    expect_error("", "auto/8", "SLURM_ARRAY_TASK_ID");
    expect_error("SLURM_PROCID=0", "auto", "no launcher says");
    expect_error("PARALLEL_SEQ=3", "auto", "--shard auto/100");
    expect_error("PARALLEL_SEQ=11", "auto/10", "this is number 11");
    expect_error("PARALLEL_SEQ=0", "auto/10", "numbers are 1 to 10");
    expect_error("PBS_ARRAY_INDEX=0", "auto/10", "numbers are 1 to 10");
    expect_error("OMPI_COMM_WORLD_RANK=4 OMPI_COMM_WORLD_SIZE=4", "auto", "OMPI_COMM_WORLD_RANK='4'");
    expect_error("OMPI_COMM_WORLD_RANK=x OMPI_COMM_WORLD_SIZE=4", "auto", "OMPI_COMM_WORLD_RANK='x'");
    expect_error("SLURM_ARRAY_TASK_ID=7 SLURM_ARRAY_TASK_MIN=3 SLURM_ARRAY_TASK_MAX=7 "
                 "SLURM_ARRAY_TASK_COUNT=2",
                 "auto", "--shard auto/7");
    expect_error("PMI_RANK=1 PMI_SIZE=2 PBS_ARRAYID=3", "auto/10", "a task of MPICH (PMI) in a PBS array");
    expect_error("PMI_RANK=1 PMI_SIZE=2", "auto/0", "--shard needs I/N");
    expect_error("PMI_RANK=1 PMI_SIZE=2", "automatic", "--shard needs I/N");
}

Test(launcher, an_array_with_gaps_says_its_part_of_a_given_number)
{
    cr_expect_str_eq(part_in("SLURM_ARRAY_TASK_ID=7 SLURM_ARRAY_TASK_MIN=3 SLURM_ARRAY_TASK_MAX=7 "
                             "SLURM_ARRAY_TASK_COUNT=2",
                             "auto/9"),
                     "7/9");
}
