/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A call of verify: cmd_verify.c reads and prints what the command line names, judge.c judges. */
#ifndef FL_EXPERIMENTS_COMMANDS_VERIFY_VERIFY_PRIVATE_H
#define FL_EXPERIMENTS_COMMANDS_VERIFY_VERIFY_PRIVATE_H

#include "experiments/import/import.h"
#include "experiments/run/result/result.h"
#include "experiments/verify/verify.h"

typedef struct fl_verify_job {
    const fl_options *options;
    fl_claim_set claims; /* those to be judged */
    fl_files files;      /* named by their scenarios */
    bool has_files;      /* they were read from files on the command line */
    fl_finding *findings;
    size_t findings_n;
    const char *run;       /* a result file to judge by; NULL = make samples */
    fl_judged_file stored; /* verdicts stored in a result file */
    fl_run_result counts;  /* of a result file; open if `has_counts` */
    bool has_counts;
    fl_import import; /* floors of other generators, instead of a result file */
    const char *floors[FL_OPTION_WORDS];
    fl_import_stand_in stand_in; /* the generators that floors represent; n = 0: their own */
    fl_text copies;              /* for imported floors: which are equal; why that is a problem */
    fl_text refused;
    fl_judged judged; /* what is printed */
    fl_claim_run claim_run;
    fl_text again;    /* files and options that the numbers depend on */
    fl_text settings; /* of --set, separated by blanks */
    double started;
    fl_progress progress;
} fl_verify_job;

/* Judges by a result file, by imported floors, or by new samples. */
FL_NODISCARD fl_err fl_verify_judge_result(fl_verify_job *job, fl_diag *diag);
FL_NODISCARD fl_err fl_verify_judge_floors(fl_verify_job *job, fl_diag *diag);
FL_NODISCARD fl_err fl_verify_judge_anew(fl_verify_job *job, fl_diag *diag);

/* Prints the hashes that identify the samples of this program; counts nothing. */
FL_NODISCARD fl_err fl_verify_print_known(fl_verify_job *job, fl_diag *diag);

#endif
