/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A call of verify: what the command line names is read and printed (cmd_verify.c), and judged (judge.c). */
#ifndef FL_EXPERIMENTS_COMMANDS_VERIFY_VERIFY_PRIVATE_H
#define FL_EXPERIMENTS_COMMANDS_VERIFY_VERIFY_PRIVATE_H

#include "experiments/import/import.h"
#include "experiments/run/result/result.h"
#include "experiments/verify/verify.h"

typedef struct fl_verify_job {
    const fl_options *options;
    fl_claim_set claims; /* those to be judged */
    fl_files files;      /* that their scenarios name */
    bool has_files;      /* they are those of files that were named */
    fl_finding *findings;
    size_t findings_n;
    const char *run;       /* a result file to judge by; NULL = make samples */
    fl_judged_file stored; /* what a result file says */
    fl_run_result counts;  /* of a result file; open if `has_counts` */
    bool has_counts;
    fl_import import; /* floors of other generators, instead of a result file */
    const char *floors[FL_OPTION_WORDS];
    fl_import_stand_in stand_in; /* what floors stand for; n = 0: for themselves */
    fl_text copies;              /* of floors from elsewhere: which are equal; what is wrong with that */
    fl_text refused;
    fl_judged judged; /* what is printed */
    fl_claim_run claim_run;
    fl_text again;    /* files and options that the numbers depend on */
    fl_text settings; /* of --set, separated by blanks */
    double started;
    fl_progress progress;
} fl_verify_job;

/* Judges by a result file, by floors from elsewhere, or by samples that are made. */
FL_NODISCARD fl_err fl_verify_judge_result(fl_verify_job *job, fl_diag *diag);
FL_NODISCARD fl_err fl_verify_judge_floors(fl_verify_job *job, fl_diag *diag);
FL_NODISCARD fl_err fl_verify_judge_anew(fl_verify_job *job, fl_diag *diag);

/* Prints what the samples of this program are known by; nothing is counted. */
FL_NODISCARD fl_err fl_verify_print_known(fl_verify_job *job, fl_diag *diag);

#endif
