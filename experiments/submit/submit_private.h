/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of experiments/submit share. */
#ifndef FL_EXPERIMENTS_SUBMIT_SUBMIT_PRIVATE_H
#define FL_EXPERIMENTS_SUBMIT_SUBMIT_PRIVATE_H

#include "experiments/submit/submit.h"

#include <stddef.h>

enum { FL_SUBMIT_PATH = 4096, FL_SUBMIT_TOKEN = 33 };

/* What a command's tasks are like; one more command that can be cut in shards is one more row. */
typedef struct fl_submit_row {
    const char *command;
    const char *fine; /* exit codes of a shard that is whole, as a pattern of the shell */
} fl_submit_row;

/* The plan of a folder, which is locked while it is open. */
typedef struct fl_submit_plan {
    const fl_submit *submit;
    const fl_submit_row *sort;
    uint64_t jobs;
    char folder[FL_SUBMIT_PATH]; /* ends in '/', begins with '/' */
    char output[FL_SUBMIT_PATH]; /* of the sum */
    char here[FL_SUBMIT_PATH];   /* where the command was given */
    char program[FL_SUBMIT_PATH];
    char token[FL_SUBMIT_TOKEN]; /* tells the folder from another one of its name on another machine */
    int file;
    bool *is_missing; /* [jobs] */
    uint64_t missing;
    bool is_new;
} fl_submit_plan;

/* Opens or makes the plan. Refused if the folder has that of another command. */
FL_NODISCARD fl_err fl_submit_plan_open(fl_submit_plan *self, const fl_submit *submit, fl_diag *diag);
void fl_submit_plan_close(fl_submit_plan *self);

/* Finds out which shards are missing. One that is damaged gets another name. */
FL_NODISCARD fl_err fl_submit_plan_look(fl_submit_plan *self, fl_text *notes, fl_diag *diag);

/* Writes the two scripts. */
FL_NODISCARD fl_err fl_submit_scripts(const fl_submit_plan *self, fl_diag *diag);

/* Adds FOLDER/BASE with an end. */
void fl_submit_add_path(const fl_submit_plan *self, const char *end, fl_text *out);

#endif
