/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds a process's part of the work in the environment variables of the program that started it. Processes
 * do not communicate.
 *
 * There are two levels: an array of jobs (Slurm, PBS), and tasks within a job (mpirun, srun). With both, each
 * task of each job has its own part. Within a level the first matching row is used: processes that mpirun
 * starts below srun have the variables of both. */
#include "experiments/program/program.h"
#include "gen/base/parse_number.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct launcher {
    const char *name;
    bool is_array;
    const char *number; /* of this task */
    const char *first;  /* the number of the first task: a variable, or digits */
    const char *count;  /* number of tasks; NULL = not stated */
    const char *last;   /* the number of the last task, which reveals gaps; may be NULL */
} launcher;

static const launcher launchers[] = {
    {"Open MPI", false, "OMPI_COMM_WORLD_RANK", "0", "OMPI_COMM_WORLD_SIZE", NULL},
    {"MPICH (PMI)", false, "PMI_RANK", "0", "PMI_SIZE", NULL},
    {"Slurm's srun", false, "SLURM_PROCID", "0", "SLURM_STEP_NUM_TASKS", NULL},
    {"GNU parallel", false, "PARALLEL_SEQ", "1", NULL, NULL},
    {"a Slurm array", true, "SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_COUNT",
     "SLURM_ARRAY_TASK_MAX"},
    {"a PBS array", true, "PBS_ARRAY_INDEX", "1", NULL, NULL},
    {"a PBS array", true, "PBS_ARRAYID", "1", NULL, NULL},
};

/* A level's part: `number` of `count`, from 0; count 0 = unknown. */
typedef struct part {
    const launcher *row; /* NULL: the level is absent */
    uint64_t number, count;
} part;

static fl_err refuse(const char *variable, const char *value, fl_diag *diag)
{
    fl_err err = fl_diag_set(diag, FL_ERR_USAGE, "", "--shard auto cannot use %s='%.80s'", variable, value);
    fl_diag_hint(diag, "give the part: --shard 3/100");
    return err;
}

/* Reads the number in a variable, or given as digits. */
static fl_err read_number(const char *name, uint64_t *out, fl_diag *diag)
{
    const char *text = name[0] >= '0' && name[0] <= '9' ? name : getenv(name);
    *out = 0;
    return text && fl_parse_number_unsigned(text, out) == FL_OK ? FL_OK
                                                                : refuse(name, text ? text : "", diag);
}

/* srun sets its number also if it started only the job's script; then the number of tasks is missing. */
static bool is_there(const launcher *row)
{
    return getenv(row->number) && (!row->count || getenv(row->count));
}

static fl_err read_part(const launcher *row, part *out, fl_diag *diag)
{
    uint64_t number = 0;
    uint64_t first = 0;
    uint64_t last = 0;
    fl_err err = read_number(row->number, &number, diag);
    err = err ? err : read_number(row->first, &first, diag);
    err = err || !row->count ? err : read_number(row->count, &out->count, diag);
    err = err || !row->last ? err : read_number(row->last, &last, diag);
    if (err) {
        return err;
    }
    if (row->last && (last < first || last - first + 1 != out->count)) {
        err =
            fl_diag_set(diag, FL_ERR_USAGE, "", "this array has gaps: %llu tasks from number %llu to %llu",
                        (unsigned long long)out->count, (unsigned long long)first, (unsigned long long)last);
        fl_diag_hint(diag, "give the number of parts: --shard auto/%llu", (unsigned long long)last);
        return err;
    }
    if (number < first || (row->count && number - first >= out->count)) {
        return refuse(row->number, getenv(row->number), diag);
    }
    out->row = row;
    out->number = number - first;
    return FL_OK;
}

/* The first present row of a level. */
static const launcher *find(bool is_array)
{
    for (size_t i = 0; i < sizeof launchers / sizeof launchers[0]; i++) {
        if (launchers[i].is_array == is_array && is_there(&launchers[i])) {
            return &launchers[i];
        }
    }
    return NULL;
}

static fl_err tell_count(const part *p, fl_diag *diag)
{
    fl_err err = fl_diag_set(diag, FL_ERR_USAGE, "", "--shard auto: %s does not say how many parts there are",
                             p->row->name);
    fl_diag_hint(diag, "give the number: --shard auto/100");
    return err;
}

fl_err fl_program_launcher_shard(uint64_t given, uint64_t *shard, uint64_t *shards, fl_diag *diag)
{
    part array = {.row = NULL};
    part task = {.row = NULL};
    const launcher *of_array = find(true);
    const launcher *of_task = find(false);
    if (!of_array && !of_task) {
        fl_text names;
        fl_text_init(&names);
        for (size_t i = 0; i < sizeof launchers / sizeof launchers[0]; i++) {
            const launcher *row = &launchers[i];
            fl_text_add_format(&names, "%s%s", i > 0 ? ", " : "", row->number);
            if (row->count) {
                fl_text_add_format(&names, " with %s", row->count);
            }
        }
        fl_err err =
            fl_diag_set(diag, FL_ERR_USAGE, "", "--shard auto: no launcher says which part this is: %s",
                        fl_text_get(&names));
        fl_diag_hint(diag, "start it with mpirun, srun, a job array or parallel, or say --shard 3/100");
        fl_text_free(&names);
        return err;
    }
    if (given > 0 && of_array && of_task) {
        fl_err err = fl_diag_set(diag, FL_ERR_USAGE, "", "--shard auto/%llu: this is a task of %s in %s",
                                 (unsigned long long)given, of_task->name, of_array->name);
        fl_diag_hint(diag, "say --shard auto, or which part it is: --shard 3/100");
        return err;
    }
    if (given > 0) {
        /* auto/N: the launcher's number, of N. */
        const launcher *row = of_task ? of_task : of_array;
        uint64_t number = 0;
        uint64_t first = row->is_array ? 1 : 0;
        fl_err err = read_number(row->number, &number, diag);
        first = row->is_array || row->first[0] == '1' ? 1 : first;
        if (!err && (number < first || number - first >= given)) {
            err = fl_diag_set(diag, FL_ERR_USAGE, "", "--shard auto/%llu: %s says that this is number %llu",
                              (unsigned long long)given, row->name, (unsigned long long)number);
            fl_diag_hint(diag, "numbers are %llu to %llu", (unsigned long long)first,
                         (unsigned long long)(first + given - 1));
        }
        *shard = err ? 0 : number - first;
        *shards = given;
        return err;
    }
    fl_err err = of_array ? read_part(of_array, &array, diag) : FL_OK;
    err = err || !of_task ? err : read_part(of_task, &task, diag);
    if (!err && of_array && of_task) {
        /* Several launchers: a part of a part. */
        if (array.count == 0 || task.count == 0) {
            return tell_count(array.count == 0 ? &array : &task, diag);
        }
        *shard = array.number * task.count + task.number;
        *shards = array.count * task.count;
        return FL_OK;
    }
    const part *only = of_task ? &task : &array;
    if (!err && only->count == 0) {
        err = tell_count(only, diag);
    }
    *shard = err ? 0 : only->number;
    *shards = err ? 1 : only->count;
    return err;
}
