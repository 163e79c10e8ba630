/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Differences between the runs of a page, or the configurations of its only run: each beside the first, in
 * the table of `floorlab compare`. */
#include "experiments/compare/compare.h"
#include "experiments/report/report_private.h"

#include <stdlib.h>
#include <string.h>

static const double tolerance = 0.02; /* the default of `compare` */

enum { ROWS = 24, ROWS_WITHIN = 10 };

/* Adds the result of a comparison, with the terminal's table as HTML. */
static void add_found(const fl_report *report, unsigned run, const fl_compared *compared, fl_text *out)
{
    const fl_report_part parts[] = {{"different", "refuted", (unsigned)compared->differ},
                                    {"undecided", "undecided", (unsigned)compared->undecided},
                                    {"equal", "confirmed", (unsigned)compared->equal},
                                    {"left out", "undecided", (unsigned)compared->left_out}};
    fl_compare_rows rows = {.limit = run > 0 ? ROWS : ROWS_WITHIN,
                            .is_of_metrics = run == 0,
                            .other = (char)(run > 0 ? 'A' + run : 'B')};
    fl_table table;
    fl_compare_table(compared, &rows, &table);
    if (run > 0) {
        fl_report_add_sum(parts, 4, out);
    }
    if (table.cells_n > 0) {
        fl_report_add_table(&table, "differences", out);
    } else {
        fl_text_add_format(out, "<p>Nothing is found to differ by more than %g.</p>\n", tolerance);
    }
    fl_program_table_free(&table);
    fl_text_add_format(out,
                       "<p class=\"note\">What surely differs most comes first, each thing where it differs "
                       "most, %u at most. "
                       "The distance is the largest difference of the chances of any set of values. Up to %g "
                       "counts as equal. "
                       "The chance that anything that is equal is called different is at most %g.%s",
                       rows.limit, tolerance, compared->family_alpha,
                       compared->pairs->shares_numbers
                           ? " Both have samples from the same random numbers; the intervals are "
                             "as wide as if they had not."
                           : "");
    fl_report_add(out, run > 0 ? " All rows: <code>floorlab compare %f %f --all</code></p>\n" : "</p>\n",
                  report->run[0].view.path, report->run[run].view.path);
}

/* Pairs the configurations of a run with its first. */
static fl_err pair_within(const fl_result_view *run, fl_compare_pairs *pairs, fl_diag *diag)
{
    enum { PAIRS = 64 };
    pairs->pair = calloc(PAIRS, sizeof *pairs->pair);
    pairs->shares_numbers = strcmp(run->streams, "shared") == 0;
    for (uint64_t c = 1; c < run->conditions && c <= PAIRS && pairs->pair; c++) {
        pairs->pair[pairs->n++] = (fl_compare_pair){{c, 0}};
    }
    return pairs->pair ? FL_OK : fl_diag_memory(diag);
}

/* Compares a run with the first, run 0 configuration by configuration; a run that cannot be compared is
 * reported on the page and not an error. */
static fl_err add_pair(const fl_report *report, unsigned run, fl_text *out, fl_diag *diag)
{
    fl_diag reason;
    fl_compare_side side[2];
    fl_compare_pairs pairs = {.n = 0};
    fl_err err = FL_OK;
    fl_result_view runs[FL_FIGURE_RUNS];
    fl_figure_job job = {.runs = runs, .runs_n = report->runs_n};
    fl_text words;
    for (unsigned i = 0; i < report->runs_n; i++) {
        runs[i] = report->run[i].view;
    }
    for (unsigned s = 0; s < 2; s++) { /* the title of the other run in the table */
        fl_text_init(&words);
        if (run > 0) {
            fl_figure_titles_run(&job, s == 0 ? 0 : run, &words);
        } else if (s == 0) {
            fl_text_add(&words, "A: the configuration of the row");
        } else {
            fl_text_add(&words, "B: the first, ");
            fl_figure_titles_condition(&runs[0], 0, &words);
        }
        fl_report_add(out, s == 0 ? "<p>%t; " : "%t</p>\n", &words);
    }
    fl_diag_init(&reason);
    for (unsigned s = 0; s < 2 && !err; s++) {
        const fl_report_run *one = &report->run[s == 0 ? 0 : run];
        side[s] = (fl_compare_side){/* open already, and not closed by this struct */
                                    .word = one->view.path,
                                    .setup = &one->result.setup,
                                    .totals = one->result.totals};
        if (!one->is_known) {
            reason = one->reason;
            err = FL_ERR_USAGE;
        }
    }
    fl_compared compared = {.side = side,
                            .pairs = &pairs,
                            .family_alpha = report->family_alpha / (run > 0 ? report->runs_n - 1 : 1),
                            .tolerance = tolerance};
    err = err       ? err
          : run > 0 ? fl_compare_pairs_find(&pairs, side, &reason)
                    : pair_within(runs, &pairs, &reason);
    err = err ? err : fl_compare_all(&compared, NULL, &reason);
    if (!err) {
        add_found(report, run, &compared, out);
    } else if (err == FL_ERR_MISMATCH || err == FL_ERR_USAGE) {
        /* in a mismatch A and B mean other runs */
        fl_report_add(out, "<p>They were not compared: %s</p>\n",
                      err == FL_ERR_MISMATCH
                          ? "no configuration of one is one of the other, by the settings that "
                            "vary or the names of scenarios"
                      : reason.what[0] ? reason.what
                                       : fl_diag_text(reason.code));
        err = FL_OK;
    } else if (diag) {
        *diag = reason;
    }
    fl_compare_free(&compared);
    fl_compare_pairs_free(&pairs);
    return err;
}

fl_err fl_report_differences_add(fl_report *self, fl_text *out, fl_diag *diag)
{
    fl_err err = FL_OK;
    const fl_result_view *first = &self->run[0].view;
    if (self->runs_n == 1 && (!self->run[0].is_known || first->has_scenarios || first->conditions == 1)) {
        return FL_OK;
    }
    fl_text_add(out, "<h2 id=\"differences\">What differs</h2>\n");
    for (unsigned run = self->runs_n > 1; run < self->runs_n && !err; run++) {
        fl_program_progress_step(self->progress, "comparing", self->steps++, self->steps_n);
        err = add_pair(self, run, out, diag);
    }
    return err;
}
