/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What differs between the runs of a page: each beside the first, judged as `floorlab compare` does. Of a
 * metric that differs in several conditions the one stands in the table in which it differs most. */
#include "experiments/compare/compare.h"
#include "experiments/report/report_private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double tolerance = 0.02; /* the default of `compare` */

/* Rows of the table; and the bar beside a distance, in pixels. */
enum { ROWS = 12, BAR = 120, BAR_HEIGHT = 14 };

/* Two runs beside each other. */
typedef struct differing {
    const fl_report *report;
    unsigned run; /* beside the first */
    fl_compare_side side[2];
    fl_compare_pairs pairs;
    fl_compared compared;
} differing;

static bool is_different(const fl_compare_row *row)
{
    return !row->left_out && row->found.verdict == FL_VERDICT_REFUTED;
}

static bool is_same_thing(const fl_compare_row *a, const fl_compare_row *b)
{
    bool has_same_second =
        a->second && b->second ? strcmp(a->second, b->second) == 0 : a->second == b->second;
    return a->sort == b->sort && strcmp(a->name, b->name) == 0 && has_same_second;
}

/* What is counted, as the catalogue says it; of maps and joints nothing. */
static const char *meaning_of(const differing *self, const fl_compared_row *of)
{
    const fl_tally *tally = &self->side[0].totals[self->pairs.pair[of->pair].condition[0]];
    const fl_compare_row *row = &of->row;
    return row->sort == FL_COMPARE_METRIC  ? tally->spec->metrics[row->at[0]].meaning
           : row->sort == FL_COMPARE_EVENT ? tally->spec->events[row->at[0]].meaning
                                           : "";
}

static void add_escaped(fl_text *words, fl_text *out)
{
    fl_text_add_xml(out, fl_text_get(words));
    out->is_short_of_memory |= words->is_short_of_memory;
    fl_text_clear(words);
}

/* In which condition it differs most, and in how many it does. */
static void add_conditions(const differing *self, const fl_compared_row *of, fl_text *out)
{
    const fl_compared *compared = &self->compared;
    size_t differ = 0;
    fl_text words;
    for (size_t i = 0; i < compared->n; i++) {
        differ += is_different(&compared->row[i].row) && is_same_thing(&compared->row[i].row, &of->row);
    }
    fl_text_init(&words);
    fl_text_add(&words, "most at ");
    fl_compare_side_add_condition(&self->side[0], self->pairs.pair[of->pair].condition[0], &words);
    fl_text_add_format(&words, "; different in %zu of %zu conditions", differ, self->pairs.n);
    fl_text_add(out, "<p class=\"source\">");
    add_escaped(&words, out);
    fl_text_add(out, "</p>");
    fl_text_free(&words);
}

static void add_name(const differing *self, const fl_compared_row *of, fl_text *out)
{
    fl_text words;
    fl_text_init(&words);
    fl_text_add(out, "<tr>\n<th scope=\"row\"><code>");
    fl_compare_print_name(&of->row, &words);
    add_escaped(&words, out);
    fl_text_add(out, "</code><p>");
    fl_text_add_xml(out, meaning_of(self, of));
    fl_text_add(out, "</p>");
    if (self->pairs.n > 1) {
        add_conditions(self, of, out);
    }
    fl_text_add(out, "</th>\n");
    fl_text_free(&words);
}

static void add_value(const differing *self, const fl_compare_row *row, unsigned s, fl_text *out)
{
    fl_text words;
    fl_text_init(&words);
    fl_text_add_format(out, "<td class=\"number\" data-name=\"%c\">", s == 0 ? 'A' : (char)('A' + self->run));
    fl_compare_print_value(row, row->value[s], &words);
    add_escaped(&words, out);
    fl_text_add(out, "</td>\n");
    fl_text_free(&words);
}

/* A bar from 0, the same law, to 1, no value in common: the interval and the distance. */
static void add_distance(const fl_verdict_result *found, fl_text *out)
{
    fl_text_add_format(
        out, "<td class=\"number\" data-name=\"distance\">%.3f<span class=\"interval\">%.3f … %.3f</span>",
        found->observed, found->limits.lo, found->limits.hi);
    fl_text_add_format(
        out,
        "<svg class=\"strip\" aria-hidden=\"true\" width=\"%d\" height=\"%d\"><line x1=\"0\" x2=\"%d\" "
        "y1=\"7\" "
        "y2=\"7\" stroke=\"var(--line)\"/><line x1=\"1\" x2=\"1\" y1=\"0\" y2=\"14\" stroke=\"var(--mark)\" "
        "stroke-width=\"2\"/><line x1=\"%.1f\" x2=\"%.1f\" y1=\"7\" y2=\"7\" stroke=\"var(--link)\" "
        "stroke-width=\"3\"/><circle cx=\"%.1f\" cy=\"7\" r=\"3.5\" "
        "fill=\"var(--link)\"/></svg></td>\n</tr>\n",
        BAR, BAR_HEIGHT, BAR, BAR * found->limits.lo, BAR * found->limits.hi, BAR * found->observed);
}

/* Whether an earlier row of the list is about the same metric, event, map or joint. */
static bool is_told(const fl_compared *compared, size_t row)
{
    for (size_t i = 0; i < row; i++) {
        if (is_same_thing(&compared->row[i].row, &compared->row[row].row)) {
            return true;
        }
    }
    return false;
}

static void add_table(const differing *self, fl_text *out)
{
    const fl_compared *compared = &self->compared;
    unsigned rows = 0;
    fl_text_add_format(out,
                       "<table class=\"differences\">\n<thead><tr><th scope=\"col\">what</th>"
                       "<th scope=\"col\" class=\"number\">A</th><th scope=\"col\" class=\"number\">%c</th>"
                       "<th scope=\"col\" class=\"number\">distance</th></tr></thead>\n<tbody>\n",
                       (char)('A' + self->run));
    for (size_t i = 0; i < compared->n && rows < ROWS && is_different(&compared->row[i].row); i++) {
        if (!is_told(compared, i)) { /* what differs stands first */
            add_name(self, &compared->row[i], out);
            add_value(self, &compared->row[i].row, 0, out);
            add_value(self, &compared->row[i].row, 1, out);
            add_distance(&compared->row[i].row.found, out);
            rows++;
        }
    }
    fl_text_add(out, "</tbody>\n</table>\n");
}

static void add_sum(const fl_compared *compared, fl_text *out)
{
    const struct {
        const char *name, *class;
        size_t n;
    } parts[] = {{"different", "refuted", compared->differ},
                 {"undecided", "undecided", compared->undecided},
                 {"equal", "confirmed", compared->equal},
                 {"left out", "undecided", compared->left_out}};
    fl_text_add(out, "<ul class=\"sum\">\n");
    for (unsigned i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        fl_text_add_format(out, "<li class=\"%s\"><b>%zu</b>%s</li>\n", parts[i].class, parts[i].n,
                           parts[i].name);
    }
    fl_text_add(out, "</ul>\n");
}

static void add_note(const differing *self, fl_text *out)
{
    const fl_compared *compared = &self->compared;
    fl_text_add_format(
        out,
        "<p class=\"note\">What surely differs most comes first, %d things at most. The distance is the "
        "largest difference of the chances of any set of values: 0 where the laws are the same, 1 where "
        "they have no value in common. Up to %g counts as equal. The intervals are valid at any number "
        "of samples, and for all rows together: the chance that anything that is equal is called "
        "different is at most %g.%s All rows: <code>floorlab compare ",
        ROWS, compared->tolerance, compared->family_alpha,
        self->pairs.shares_numbers ? " Both have samples from the same random numbers; the intervals are "
                                     "as wide as if they had not."
                                   : "");
    fl_report_add_file(self->report->run[0].view.path, out);
    fl_text_add_char(out, ' ');
    fl_report_add_file(self->report->run[self->run].view.path, out);
    fl_text_add(out, " --all</code></p>\n");
}

/* "A: original, program; B: imitation, grid, rules spelunky_fitted" */
static void add_names(const differing *self, fl_text *out)
{
    fl_result_view runs[FL_FIGURE_RUNS];
    fl_figure_job job = {.runs = runs, .runs_n = self->report->runs_n};
    fl_text words;
    fl_text_init(&words);
    for (unsigned i = 0; i < self->report->runs_n; i++) {
        runs[i] = self->report->run[i].view;
    }
    fl_text_add(out, "<p>");
    fl_figure_titles_run(&job, 0, &words);
    add_escaped(&words, out);
    fl_text_add(out, "; ");
    fl_figure_titles_run(&job, self->run, &words);
    add_escaped(&words, out);
    fl_text_add(out, "</p>\n");
    fl_text_free(&words);
}

static void add_found(const differing *self, fl_text *out)
{
    add_sum(&self->compared, out);
    if (self->compared.differ > 0) {
        add_table(self, out);
    } else {
        fl_text_add_format(out, "<p>Nothing is found to differ by more than %g.</p>\n",
                           self->compared.tolerance);
    }
    add_note(self, out);
}

/* A side that a report has open. Nothing of it is to be closed. */
static fl_compare_side borrow(const fl_report_run *run)
{
    return (fl_compare_side){
        .word = run->view.path, .setup = &run->result.setup, .totals = run->result.totals};
}

static void add_reason(const fl_diag *reason, fl_text *out)
{
    fl_text_add(out, "<p>They were not compared: ");
    if (reason->code == FL_ERR_MISMATCH) { /* A and B are other runs in its words */
        fl_text_add(
            out,
            "no condition of one is one of the other, by the settings that vary or the names of populations");
    } else {
        fl_text_add_xml(out, reason->what[0] ? reason->what : fl_diag_text(reason->code));
    }
    fl_text_add(out, "</p>\n");
}

/* Compares a run with the first. What cannot be compared is told, and no error. */
static fl_err add_pair(const fl_report *report, unsigned run, fl_text *out, fl_diag *diag)
{
    fl_diag reason;
    differing self = {.report = report, .run = run};
    const fl_report_run *both[2] = {&report->run[0], &report->run[run]};
    fl_diag_init(&reason);
    add_names(&self, out);
    for (unsigned s = 0; s < 2; s++) {
        if (!both[s]->is_known) {
            add_reason(&both[s]->reason, out);
            return FL_OK;
        }
        self.side[s] = borrow(both[s]);
    }
    self.compared = (fl_compared){.side = self.side,
                                  .pairs = &self.pairs,
                                  .family_alpha = report->family_alpha / (report->runs_n - 1),
                                  .tolerance = tolerance};
    fl_err err = fl_compare_pairs_find(&self.pairs, self.side, &reason);
    err = err ? err : fl_compare_all(&self.compared, NULL, &reason);
    if (!err) {
        add_found(&self, out);
    } else if (err == FL_ERR_MISMATCH || err == FL_ERR_USAGE) {
        add_reason(&reason, out);
        err = FL_OK;
    } else if (diag) {
        *diag = reason;
    }
    fl_compare_free(&self.compared);
    fl_compare_pairs_free(&self.pairs);
    return err;
}

fl_err fl_report_differences_add(fl_report *self, fl_text *out, fl_diag *diag)
{
    fl_err err = FL_OK;
    if (self->runs_n < 2) {
        return FL_OK;
    }
    fl_text_add(out, "<h2 id=\"differences\">What differs</h2>\n");
    for (unsigned run = 1; run < self->runs_n && !err; run++) {
        fl_program_progress_step(self->progress, "comparing the runs", self->steps++, self->steps_n);
        err = add_pair(self, run, out, diag);
    }
    return err;
}
