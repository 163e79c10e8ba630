/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which part a process has, by the environments that launchers make. */
#include "experiments/program/program.h"

#include <criterion/criterion.h>
#include <stdbool.h>

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

/* An environment, an option, and the part or a text of the refusal. */
static const struct {
    const char *environment, *option, *part;
} parts[] = {
    {"OMPI_COMM_WORLD_RANK=0 OMPI_COMM_WORLD_SIZE=4", "auto", "1/4"},
    {"OMPI_COMM_WORLD_RANK=3 OMPI_COMM_WORLD_SIZE=4", "auto", "4/4"},
    {"PMI_RANK=2 PMI_SIZE=8", "auto", "3/8"},
    {"SLURM_PROCID=1 SLURM_STEP_NUM_TASKS=2", "auto", "2/2"},
    {"SLURM_ARRAY_TASK_ID=7 SLURM_ARRAY_TASK_MIN=5 SLURM_ARRAY_TASK_MAX=8 SLURM_ARRAY_TASK_COUNT=4", "auto",
     "3/4"},
    {"PARALLEL_SEQ=3", "auto/100", "3/100"},
    {"PBS_ARRAY_INDEX=100", "auto/100", "100/100"},
    {"PBS_ARRAYID=1", "auto/2", "1/2"},
    {"OMPI_COMM_WORLD_RANK=3 OMPI_COMM_WORLD_SIZE=4", "auto/10", "4/10"},
    /* mpirun starts its ranks below srun's tasks */
    {"SLURM_PROCID=0 SLURM_STEP_NUM_TASKS=2 OMPI_COMM_WORLD_RANK=5 OMPI_COMM_WORLD_SIZE=8", "auto", "6/8"},
    /* arrays multiply */
    {"SLURM_ARRAY_TASK_ID=2 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_MAX=3 SLURM_ARRAY_TASK_COUNT=3 "
     "OMPI_COMM_WORLD_RANK=1 OMPI_COMM_WORLD_SIZE=4",
     "auto", "6/12"},
    /* a job's script is no task of srun */
    {"SLURM_PROCID=0 SLURM_ARRAY_TASK_ID=2 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_MAX=3 "
     "SLURM_ARRAY_TASK_COUNT=3",
     "auto", "2/3"},
    /* an array with gaps */
    {"SLURM_ARRAY_TASK_ID=7 SLURM_ARRAY_TASK_MIN=3 SLURM_ARRAY_TASK_MAX=7 SLURM_ARRAY_TASK_COUNT=2", "auto/9",
     "7/9"},
    {"SLURM_ARRAY_TASK_ID=7 SLURM_ARRAY_TASK_MIN=3 SLURM_ARRAY_TASK_MAX=7 SLURM_ARRAY_TASK_COUNT=2", "auto",
     "--shard auto/7"},
    {"", "auto", "OMPI_COMM_WORLD_RANK with OMPI_COMM_WORLD_SIZE"},
    {"", "auto", "PBS_ARRAY_INDEX"},
    {"", "auto/8", "SLURM_ARRAY_TASK_ID"},
    {"SLURM_PROCID=0", "auto", "no launcher says"},
    {"PARALLEL_SEQ=3", "auto", "--shard auto/100"},
    {"PARALLEL_SEQ=11", "auto/10", "this is number 11"},
    {"PARALLEL_SEQ=0", "auto/10", "numbers are 1 to 10"},
    {"PBS_ARRAY_INDEX=0", "auto/10", "numbers are 1 to 10"},
    {"OMPI_COMM_WORLD_RANK=4 OMPI_COMM_WORLD_SIZE=4", "auto", "OMPI_COMM_WORLD_RANK='4'"},
    {"OMPI_COMM_WORLD_RANK=x OMPI_COMM_WORLD_SIZE=4", "auto", "OMPI_COMM_WORLD_RANK='x'"},
    {"PMI_RANK=1 PMI_SIZE=2 PBS_ARRAYID=3", "auto/10", "a task of MPICH (PMI) in a PBS array"},
    {"PMI_RANK=1 PMI_SIZE=2", "auto/0", "--shard needs I/N"},
    {"PMI_RANK=1 PMI_SIZE=2", "automatic", "--shard needs I/N"},
};

Test(launcher, each_one_says_its_part_or_is_refused)
{
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        const char *said = part_in(parts[i].environment, parts[i].option);
        bool is_part = strspn(parts[i].part, "0123456789/") == strlen(parts[i].part);
        cr_expect(is_part ? strcmp(said, parts[i].part) == 0 : strstr(said, parts[i].part) != NULL,
                  "%s, %s: '%s' is not '%s'", parts[i].environment, parts[i].option, said, parts[i].part);
        cr_expect_eq(diag.code, is_part ? FL_OK : FL_ERR_USAGE);
    }
}
