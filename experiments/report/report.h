/* SPDX-License-Identifier: GPL-2.0-or-later */
/* experiments/report: one HTML file about one run or several, with verdicts, figures, floors and provenance.
 *
 * * The file is self-contained: styles, script and pictures are inside, and its content policy forbids
 * network access. The same result files give the same bytes. Every text from a file goes through
 * fl_report_add_label or fl_text_add_xml. */
#ifndef FL_EXPERIMENTS_REPORT_REPORT_H
#define FL_EXPERIMENTS_REPORT_REPORT_H

#include "analysis/claim/claim.h"
#include "experiments/run/result/result.h"
#include "experiments/verify/verify.h"
#include "plots/render/render.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Text near the beginning of every page. */
#define FL_REPORT_MARK "<meta name=\"generator\" content=\"floorlab\">"

/* Name of the page of plots/page beside a report, and text near its beginning. */
#define FL_REPORT_EXPLORED "floorlab.html"
#define FL_REPORT_EXPLORED_MARK "<title>floorlab: dungeon floors to explore</title>"

typedef struct fl_report_run {
    fl_result_view view;
    fl_run_result result;
    bool is_known;   /* `result` is open: this program can make the run's floors */
    bool has_floors; /* its part of the page has extreme floors */
    fl_diag reason;  /* why `is_known` is false */
    bool is_judged;  /* the file has verdicts: `stored` */
    fl_judged_file stored;
    const fl_claim_set *claims; /* those of the file, or of the report */
    fl_finding *findings;       /* borrowed if they are stored */
    size_t findings_n;
    uint64_t floors; /* on which claims were judged that the file does not keep */
    double family_alpha;
} fl_report_run;

typedef struct fl_report {
    fl_report_run run[FL_FIGURE_RUNS];
    unsigned runs_n;
    fl_claim_set claims; /* read before the first judgement */
    bool has_claims;
    fl_figure_files files;
    fl_yaml *boss_names;
    fl_text body;
    double family_alpha;
    bool is_explored;     /* the page of plots/page is beside the report */
    bool is_brief;        /* no single verdicts, no floors */
    uint64_t figures;     /* those wanted: bits by their places in fl_figure_all */
    fl_finding *verified; /* all claims, judged on new floors; NULL = not requested */
    size_t verified_n;
    uint64_t verified_floors;
    unsigned figures_n, floors_n; /* on the page */
    fl_progress *progress, untold;
    uint64_t steps, steps_n; /* runs compared and figures drawn; total */
} fl_report;

/* The contents of a report. */
typedef struct fl_report_request {
    const char *const *run; /* paths of result files */
    unsigned runs_n;
    const char *const *claims; /* paths of claims files; none = the built-in claims */
    unsigned claims_n;
    unsigned threads;           /* > 0: judge all claims also on new floors, with this many threads */
    bool is_explored, is_brief; /* as in fl_report */
    uint64_t figures;
    const char *folder;    /* for temporary files */
    fl_progress *progress; /* NULL = no progress line */
} fl_report_request;

FL_NODISCARD fl_err fl_report_init(fl_report *self, const fl_report_request *request, fl_diag *diag);
void fl_report_free(fl_report *self);

/* Writes the whole page. */
FL_NODISCARD fl_err fl_report_write(fl_report *self, fl_text *out, fl_diag *diag);

#endif
