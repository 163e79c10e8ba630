/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Shared by the files of this folder: slots, requests and answers. */
#ifndef FL_PLOTS_PAGE_PAGE_PRIVATE_H
#define FL_PLOTS_PAGE_PAGE_PRIVATE_H

#include "experiments/run/run.h"
#include "experiments/verify/verify.h"
#include "gen/floorlab.h"
#include "plots/page/page.h"

typedef struct fl_page_slot {
    floorlab_generator *floors;
    fl_opened_generator opened;
    fl_files files;
    fl_floor_maker maker;
    bool is_open;
    bool has_maker;

    /* The counts; see count.c. */
    bool is_counting;
    bool has_columns;
    fl_catalogue catalogue;
    fl_sample_binding binding;
    fl_tally_spec spec;
    fl_tally tally, incoming;
    fl_run_counter *counter;

    /* The documented claims about it; see verdicts.c. */
    fl_claim_set *claims;
    fl_finding *findings;
    size_t findings_n;
} fl_page_slot;

/* The slot of a number; NULL, with an error as the answer, if it is not open. */
fl_page_slot *fl_page_slot_at(unsigned slot);

/* Returns the answer, emptied. */
fl_text *fl_page_begin(void);

/* Answers an error, or success: the return value of every call. */
int fl_page_end(fl_err err, const fl_diag *diag);

/* Begins a request; the next field of it, empty after the last. */
void fl_page_fields(void);
const char *fl_page_field(void);

/* Returns the rest of the request. */
const char *fl_page_rest(size_t *size);

void fl_page_count_end(fl_page_slot *self);
void fl_page_verdicts_end(fl_page_slot *self);

/* Adds a number as JSON, null if it is missing. */
void fl_page_add_number(double number, fl_text *out);

#endif
