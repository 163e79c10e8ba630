/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A table with one finding a row. Cells with numbers repeat them in data-value, by which the script sorts. */
#include "experiments/report/report_private.h"

#include <math.h>
#include <string.h>

/* The bar beside a chance, in pixels. */
enum { BAR = 120 };

/* What a table is made of. */
typedef struct verdict_rows {
    const fl_claim_set *claims;
    const fl_finding *findings; /* [findings_n] */
    size_t findings_n;
    const fl_yaml *boss_names;
} verdict_rows;

static void begin_number(const char *name, double number, fl_text *out)
{
    fl_text_add_format(out, "<td class=\"number\" data-name=\"%s\" data-value=\"", name);
    if (isfinite(number)) {
        fl_text_add_format(out, "%.9g", number);
    }
    fl_text_add(out, "\">");
}

/* Whether the law of a row is about bosses, which are then printed by name. */
static bool is_of_bosses(const verdict_rows *self, const fl_claim_row *row)
{
    const fl_population *population = &self->claims->population[row->population[0]];
    return row->metric && strcmp(row->metric, "boss_identity") == 0 &&
           row->claim->type == FL_CLAIM_DISTRIBUTION && strcmp(population->generator->name, "rebirth") == 0;
}

static void add_documented(const verdict_rows *self, const fl_claim_row *row, fl_text *out)
{
    const fl_claim_law *law = &row->claim->law;
    fl_text words;
    fl_text_init(&words);
    for (unsigned i = 0; i < law->cells_n && is_of_bosses(self, row);
         i++) { /* "Monstro 3/20, Larry Jr. 3/20" */
        const char *name = fl_figure_bosses_name(self->boss_names, "rebirth", law->value[i]);
        if (name) {
            fl_text_add_format(&words, "%s%s", i > 0 ? ", " : "", name);
        } else {
            fl_text_add_format(&words, "%s%d", i > 0 ? ", " : "", (int)law->value[i]);
        }
        fl_text_add_format(&words, " %llu/%llu", (unsigned long long)law->chance[i].num,
                           (unsigned long long)law->chance[i].den);
    }
    if (!is_of_bosses(self, row)) {
        fl_claim_print_documented(row->claim, &words);
    }
    fl_report_add(out, "<td class=\"said\" data-name=\"documented\">%t</td>\n", &words);
}

/* Adds a bar: the documented chance in the middle, with the interval and the observed share around it. */
static void add_bar(const fl_finding *finding, fl_text *out)
{
    const fl_verdict_result *found = &finding->result.found;
    if (finding->row->claim->type != FL_CLAIM_PROBABILITY || !isfinite(found->limits.lo) ||
        !isfinite(found->limits.hi) || !isfinite(found->observed)) {
        return;
    }
    double middle = fl_stat_fraction_value(finding->row->claim->value);
    double reach = fmax(fabs(found->limits.lo - middle), fabs(found->limits.hi - middle));
    double scale = reach > 0 ? (BAR / 2.0 - 4) / reach : 0;
    fl_text_add_format(
        out,
        "<svg class=\"strip\" aria-hidden=\"true\" width=\"%d\" height=\"14\"><line x1=\"0\" x2=\"%d\" "
        "y1=\"7\" "
        "y2=\"7\" stroke=\"var(--line)\"/><line x1=\"%d\" x2=\"%d\" y1=\"0\" y2=\"14\" "
        "stroke=\"var(--mark)\" "
        "stroke-width=\"2\"/><line x1=\"%.1f\" x2=\"%.1f\" y1=\"7\" y2=\"7\" stroke=\"var(--link)\" "
        "stroke-width=\"3\"/><circle cx=\"%.1f\" cy=\"7\" r=\"3.5\" fill=\"var(--link)\"/></svg>",
        BAR, BAR, BAR / 2, BAR / 2, BAR / 2.0 + scale * (found->limits.lo - middle),
        BAR / 2.0 + scale * (found->limits.hi - middle), BAR / 2.0 + scale * (found->observed - middle));
}

static void add_observed(const fl_finding *finding, fl_text *out)
{
    const fl_verdict_result *found = &finding->result.found;
    if (finding->result.is_exact) {
        begin_number("observed", found->observed, out);
        fl_text_add_format(out, "%.9g<span class=\"interval\">exactly %llu of %llu seeds</span></td>\n",
                           found->observed, (unsigned long long)finding->result.hits,
                           (unsigned long long)finding->result.trials);
        return;
    }
    begin_number("observed", found->observed, out);
    fl_verify_table_add_figure(found->observed, found->limits, out);
    fl_text_add(out, "<span class=\"interval\">");
    fl_verify_table_add_figure(found->limits.lo, found->limits, out);
    fl_text_add(out, " … ");
    fl_verify_table_add_figure(found->limits.hi, found->limits, out);
    fl_text_add(out, "</span>");
    if (finding->exact[0]) {
        fl_report_add(out, "<span class=\"interval\">exact: %s</span>", finding->exact);
    }
    add_bar(finding, out);
    fl_text_add(out, "</td>\n");
}

static void add_verdict(const verdict_rows *self, const fl_finding *finding, fl_text *out)
{
    fl_verdict verdict = finding->result.found.verdict;
    bool is_unexpected = fl_claim_finding_is_unexpected(finding);
    double more = finding->result.floors_needed;
    fl_text_add_format(out,
                       "<td class=\"wide\" data-name=\"verdict\"><span class=\"badge %s\">%s %s%s</span>",
                       fl_stat_verdict_name(verdict),
                       verdict == FL_VERDICT_CONFIRMED ? "✓"
                       : verdict == FL_VERDICT_REFUTED ? "✗"
                                                       : "?",
                       fl_stat_verdict_name(verdict), fl_verify_proof_words(finding));
    if (is_unexpected) {
        fl_text_add_format(out, "<p class=\"unexpected\">expected: %s</p>",
                           fl_stat_verdict_name(finding->row->expected));
    } else if (verdict == FL_VERDICT_REFUTED) {
        fl_text_add(out, "<p class=\"source\">as expected</p>");
    } else if (fl_claim_finding_is_open(finding) && isfinite(more) && more > 0) {
        fl_text_add(out, "<p class=\"source\">some ");
        fl_program_format_number(more, out);
        fl_text_add(out, " more samples would decide</p>");
    }
    const fl_claim *other = NULL;
    for (size_t n = 0; (other = fl_claim_set_conflict(self->claims, finding->row->claim, n)) != NULL; n++) {
        fl_text words;
        fl_text_init(&words);
        fl_text_add_format(&words, "contradicts %s: ", other->id);
        fl_claim_print_documented(other, &words);
        fl_report_add(out, "<p class=\"source\">%t</p>", &words);
    }
    fl_text_add(out, "</td>");
}

static void add_row(const verdict_rows *self, const fl_finding *finding, fl_text *out)
{
    const fl_claim *claim = finding->row->claim;
    fl_text_add_format(out, "<tr data-verdict=\"%s%s\">\n",
                       fl_stat_verdict_name(finding->result.found.verdict),
                       fl_claim_finding_is_unexpected(finding) ? " unexpected" : "");
    fl_report_add(out, "<th scope=\"row\"><code>%s</code>", finding->row->id);
    const char *const texts[2] = {claim->text, claim->source};
    for (unsigned i = 0; i < 2; i++) {
        if (texts[i] && *texts[i]) {
            fl_report_add(out, i == 0 ? "<p>%s</p>" : "<p class=\"source\">%s</p>", texts[i]);
        }
    }
    fl_text_add(out, "</th>\n");
    add_documented(self, finding->row, out);
    add_observed(finding, out);
    begin_number("trials", (double)finding->result.trials, out);
    fl_figure_titles_add_count(out, finding->result.trials);
    fl_text_add(out, "</td>\n");
    begin_number("per floor", finding->result.floor_rate, out);
    if (isfinite(finding->result.floor_rate)) {
        fl_verify_table_add_figure(finding->result.floor_rate, finding->result.floor_limits, out);
    }
    fl_text_add(out, "</td>\n");
    add_verdict(self, finding, out);
    fl_text_add(out, "</tr>\n");
}

static void add_table(const verdict_rows *self, const fl_finding_sum *sum, double family_alpha, fl_text *out)
{
    const fl_report_part parts[] = {{"confirmed", "confirmed", sum->confirmed},
                                    {"refuted", "refuted", sum->refuted},
                                    {"undecided", "undecided", sum->undecided},
                                    {"unexpected", "unexpected", sum->unexpected}};
    fl_report_add_sum(parts, 4, out);
    fl_text_add(out, "<table class=\"verdicts\">\n<thead><tr><th scope=\"col\">claim</th>"
                     "<th scope=\"col\">documented</th><th scope=\"col\" class=\"number\">observed</th>"
                     "<th scope=\"col\" class=\"number\">trials</th><th scope=\"col\" class=\"number\">per "
                     "floor</th><th scope=\"col\">verdict</th></tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < self->findings_n; i++) {
        if (self->findings[i].is_counted) {
            add_row(self, &self->findings[i], out);
        }
    }
    fl_text_add(out, "</tbody>\n</table>\n<p class=\"note\">Observed is a share or a mean with its interval, "
                     "which is valid at "
                     "any number of floors; for laws and comparisons it is the distance between the laws "
                     "(total variation; of "
                     "pairs the largest difference of shares). A bar shows the interval around the "
                     "documented chance. Trials "
                     "are rolls if a claim is about rolls; per floor is how often a player sees it, counted "
                     "over all floors. ");
    fl_text_add_format(out, "The chance that any true claim is refuted here is at most %g.</p>\n",
                       family_alpha);
}

/* How many claims were left out, and why. */
static void add_left_out(const fl_report_run *run, unsigned left_out, fl_text *out)
{
    static const char *const reasons[FL_JUDGE_REASONS] = {
        [FL_JUDGE_OTHER_GENERATOR] = "about floors of other generators",
        [FL_JUDGE_OTHER_SETTINGS] = "about floors with other settings",
        [FL_JUDGE_NOT_MEASURED] = "about metrics or events that the run did not count",
        [FL_JUDGE_SHARED_FLOORS] =
            "comparing floors with random numbers of their own, which the conditions of one run share"};
    bool is_first = true;
    if (left_out == run->findings_n) {
        fl_text_add_format(out, "<p>None of the %u documented claims can be judged by this run: ", left_out);
    } else {
        fl_text_add_format(out, "<p class=\"note\">%u more documented claims were not judged: ", left_out);
    }
    for (unsigned i = 0; i < FL_JUDGE_REASONS; i++) {
        if (run->left_out[i] > 0) {
            fl_text_add_format(out, "%s%u %s", is_first ? "" : "; ", run->left_out[i], reasons[i]);
            is_first = false;
        }
    }
    fl_text_add(out, ". <code>floorlab verify</code> makes the floors for all of them.</p>\n");
}

/* The claims of a file that could not be judged, each with its reason. */
static void add_list_left_out(const verdict_rows *self, unsigned left_out, fl_text *out)
{
    fl_text_add_format(out,
                       "<details><summary>%u more documented claims were not judged</summary>\n"
                       "<table class=\"left-out\">\n<thead><tr><th scope=\"col\">claim</th>"
                       "<th scope=\"col\">why</th></tr></thead>\n<tbody>\n",
                       left_out);
    for (size_t i = 0; i < self->findings_n; i++) {
        if (!self->findings[i].is_counted) {
            const char *reason = self->findings[i].reason;
            fl_report_add(out, "<tr><th scope=\"row\"><code>%s</code></th><td>%s</td></tr>\n",
                          self->findings[i].row->id, *reason ? reason : "nothing was counted for it");
        }
    }
    fl_text_add(out, "</tbody>\n</table>\n</details>\n");
}

void fl_report_verdicts_add(const fl_report *self, unsigned number, fl_text *out)
{
    const fl_report_run *run = &self->run[number];
    fl_finding_sum sum = fl_claim_finding_count(run->findings, run->findings_n);
    verdict_rows rows = {run->claims, run->findings, run->findings_n, self->boss_names};
    fl_report_add_heading(self, number, "verdicts", "Verdicts", out);
    if (!run->is_known && !run->is_judged) {
        fl_report_add(out,
                      run->reason.hint[0] ? "<p>Claims were not judged: %s (%s)</p>\n"
                                          : "<p>Claims were not judged: %s</p>\n",
                      run->reason.what[0] ? run->reason.what : fl_diag_text(run->reason.code),
                      run->reason.hint);
        return;
    }
    if (run->findings_n == 0) {
        fl_text_add(out, "<p>There are no claims to judge: the claims files have none.</p>\n");
        return;
    }
    if (sum.left_out < run->findings_n) {
        if (run->is_judged) {
            fl_report_add(
                out,
                "<p class=\"note\">These verdicts are kept in the file; they rest on %c samples%s.</p>\n",
                run->stored.judged.floors,
                run->stored.judged.is_stopped ? " of a judging that was stopped" : "");
        }
        add_table(&rows, &sum, run->family_alpha, out);
    }
    if (sum.left_out > 0 && run->is_judged) {
        add_list_left_out(&rows, sum.left_out, out);
    } else if (sum.left_out > 0) {
        add_left_out(run, sum.left_out, out);
    }
}

void fl_report_verdicts_add_all(const fl_report *self, fl_text *out)
{
    fl_finding_sum sum = fl_claim_finding_count(self->verified, self->verified_n);
    if (!self->verified) {
        return;
    }
    fl_report_add(
        out,
        "<h2 id=\"claims\">All documented claims</h2>\n<p class=\"note\">Judged on %c new floors, as "
        "<code>floorlab verify</code> does.</p>\n",
        self->verified_floors);
    verdict_rows rows = {&self->claims, self->verified, self->verified_n, self->boss_names};
    add_table(&rows, &sum, self->family_alpha, out);
}
