/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A table with one finding a row. Cells with numbers repeat them in data-value, by which the script sorts. */
#include "experiments/report/report_private.h"

#include <math.h>
#include <string.h>

/* The bar beside a chance, in pixels. */
enum { BAR = 120, BAR_HEIGHT = 14 };

/* What a table is made of. */
typedef struct verdict_rows {
    const fl_claim_set *claims;
    const fl_finding *findings; /* [findings_n] */
    size_t findings_n;
    const fl_yaml *boss_names;
} verdict_rows;

static double larger(double a, double b)
{
    return a > b ? a : b;
}

static void add_paragraph(const char *class, const char *text, fl_text *out)
{
    if (text && *text) {
        fl_text_add_format(out, "<p%s%s%s>", class ? " class=\"" : "", class ? class : "", class ? "\"" : "");
        fl_text_add_xml(out, text);
        fl_text_add(out, "</p>");
    }
}

static void add_claim(const fl_finding *finding, fl_text *out)
{
    const fl_claim *claim = finding->row->claim;
    fl_text_add(out, "<th scope=\"row\"><code>");
    fl_text_add_xml(out, finding->row->id);
    fl_text_add(out, "</code>");
    add_paragraph(NULL, claim->text, out);
    add_paragraph("source", claim->source, out);
    fl_text_add(out, "</th>\n");
}

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

/* "Monstro 3/20, Larry Jr. 3/20" */
static void add_bosses(const fl_claim_law *law, const fl_yaml *names, fl_text *out)
{
    for (unsigned i = 0; i < law->cells_n; i++) {
        const char *name = fl_figure_bosses_name(names, "rebirth", law->value[i]);
        fl_text_add(out, i > 0 ? ", " : "");
        if (name) {
            fl_text_add(out, name);
        } else {
            fl_text_add_format(out, "%d", (int)law->value[i]);
        }
        fl_text_add_format(out, " %llu/%llu", (unsigned long long)law->chance[i].num,
                           (unsigned long long)law->chance[i].den);
    }
}

static void add_documented(const verdict_rows *self, const fl_claim_row *row, fl_text *out)
{
    fl_text words;
    fl_text_init(&words);
    if (is_of_bosses(self, row)) {
        add_bosses(&row->claim->law, self->boss_names, &words);
    } else {
        fl_claim_print_documented(row->claim, &words);
    }
    fl_text_add(out, "<td class=\"said\" data-name=\"documented\">");
    fl_text_add_xml(out, fl_text_get(&words));
    fl_text_add(out, "</td>\n");
    out->is_short_of_memory |= words.is_short_of_memory;
    fl_text_free(&words);
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
    double reach = larger(fabs(found->limits.lo - middle), fabs(found->limits.hi - middle));
    double scale = reach > 0 ? (BAR / 2.0 - 4) / reach : 0;
    double low = BAR / 2.0 + scale * (found->limits.lo - middle);
    double high = BAR / 2.0 + scale * (found->limits.hi - middle);
    double at = BAR / 2.0 + scale * (found->observed - middle);
    fl_text_add_format(
        out,
        "<svg class=\"strip\" aria-hidden=\"true\" width=\"%d\" height=\"%d\"><line x1=\"0\" x2=\"%d\" "
        "y1=\"7\" "
        "y2=\"7\" stroke=\"var(--line)\"/><line x1=\"%d\" x2=\"%d\" y1=\"0\" y2=\"14\" "
        "stroke=\"var(--mark)\" "
        "stroke-width=\"2\"/><line x1=\"%.1f\" x2=\"%.1f\" y1=\"7\" y2=\"7\" stroke=\"var(--link)\" "
        "stroke-width=\"3\"/><circle cx=\"%.1f\" cy=\"7\" r=\"3.5\" fill=\"var(--link)\"/></svg>",
        BAR, BAR_HEIGHT, BAR, BAR / 2, BAR / 2, low, high, at);
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
    add_bar(finding, out);
    fl_text_add(out, "</td>\n");
}

static const char *sign_of(fl_verdict verdict)
{
    return verdict == FL_VERDICT_CONFIRMED ? "✓" : verdict == FL_VERDICT_REFUTED ? "✗" : "?";
}

static void add_conflicts(const verdict_rows *self, const fl_claim *claim, fl_text *out)
{
    const fl_claim *other = NULL;
    for (size_t n = 0; (other = fl_claim_set_conflict(self->claims, claim, n)) != NULL; n++) {
        fl_text words;
        fl_text_init(&words);
        fl_text_add_format(&words, "contradicts %s: ", other->id);
        fl_claim_print_documented(other, &words);
        add_paragraph("source", fl_text_get(&words), out);
        out->is_short_of_memory |= words.is_short_of_memory;
        fl_text_free(&words);
    }
}

static void add_verdict(const verdict_rows *self, const fl_finding *finding, fl_text *out)
{
    fl_verdict verdict = finding->result.found.verdict;
    bool is_unexpected = fl_claim_finding_is_unexpected(finding);
    double more = finding->result.floors_needed;
    fl_text_add_format(out, "<td class=\"wide\" data-name=\"verdict\"><span class=\"badge %s\">%s %s</span>",
                       fl_stat_verdict_name(verdict), sign_of(verdict), fl_stat_verdict_name(verdict));
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
    add_conflicts(self, finding->row->claim, out);
    fl_text_add(out, "</td>");
}

static void add_row(const verdict_rows *self, const fl_finding *finding, fl_text *out)
{
    fl_text_add_format(out, "<tr data-verdict=\"%s%s\">\n",
                       fl_stat_verdict_name(finding->result.found.verdict),
                       fl_claim_finding_is_unexpected(finding) ? " unexpected" : "");
    add_claim(finding, out);
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

static void add_sum(const fl_finding_sum *sum, fl_text *out)
{
    const struct {
        const char *name;
        unsigned n;
    } parts[] = {{"confirmed", sum->confirmed},
                 {"refuted", sum->refuted},
                 {"undecided", sum->undecided},
                 {"unexpected", sum->unexpected}};
    fl_text_add(out, "<ul class=\"sum\">\n");
    for (unsigned i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        fl_text_add_format(out, "<li class=\"%s\"><b>%u</b>%s</li>\n", parts[i].name, parts[i].n,
                           parts[i].name);
    }
    fl_text_add(out, "</ul>\n");
}

static void add_table(const verdict_rows *self, fl_text *out)
{
    fl_text_add(out, "<table class=\"verdicts\">\n<thead><tr><th scope=\"col\">claim</th>"
                     "<th scope=\"col\">documented</th><th scope=\"col\" class=\"number\">observed</th>"
                     "<th scope=\"col\" class=\"number\">trials</th><th scope=\"col\" class=\"number\">per "
                     "floor</th><th scope=\"col\">verdict</th></tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < self->findings_n; i++) {
        if (self->findings[i].is_counted) {
            add_row(self, &self->findings[i], out);
        }
    }
    fl_text_add(out, "</tbody>\n</table>\n");
}

static void add_legend(double family_alpha, fl_text *out)
{
    fl_text_add(
        out,
        "<p class=\"note\">Observed is a share or a mean with its interval, which is valid at any number of "
        "floors; for laws and comparisons it is the distance between the laws (total variation; of pairs the "
        "largest difference of shares). A bar shows "
        "the interval around the documented chance. Trials are rolls if a claim is about rolls; per floor is "
        "how often a player sees it, counted over all floors. ");
    fl_text_add_format(out, "The chance that any true claim is refuted here is at most %g.</p>\n",
                       family_alpha);
}

/* Why nothing was judged. */
static void add_reason(const fl_report_run *run, fl_text *out)
{
    fl_text_add(out, "<p>Claims were not judged: ");
    fl_text_add_xml(out, run->reason.what[0] ? run->reason.what : fl_diag_text(run->reason.code));
    if (run->reason.hint[0]) {
        fl_text_add(out, " (");
        fl_text_add_xml(out, run->reason.hint);
        fl_text_add(out, ")");
    }
    fl_text_add(out, "</p>\n");
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

/* That the verdicts were not made here. */
static void add_stored(const fl_report_run *run, fl_text *out)
{
    if (run->is_judged) {
        fl_text_add(out, "<p class=\"note\">These verdicts are kept in the file; they rest on ");
        fl_figure_titles_add_count(out, run->stored.judged.floors);
        fl_text_add(out, run->stored.judged.is_stopped ? " samples of a judging that was stopped.</p>\n"
                                                       : " samples.</p>\n");
    }
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
            fl_text_add(out, "<tr><th scope=\"row\"><code>");
            fl_text_add_xml(out, self->findings[i].row->id);
            fl_text_add(out, "</code></th><td>");
            fl_text_add_xml(out, *reason ? reason : "nothing was counted for it");
            fl_text_add(out, "</td></tr>\n");
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
        add_reason(run, out);
        return;
    }
    if (run->findings_n == 0) {
        fl_text_add(out, "<p>There are no claims to judge: the claims files have none.</p>\n");
        return;
    }
    if (sum.left_out < run->findings_n) {
        add_stored(run, out);
        add_sum(&sum, out);
        add_table(&rows, out);
        add_legend(run->family_alpha, out);
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
    fl_text_add(out, "<h2 id=\"claims\">All documented claims</h2>\n<p class=\"note\">Judged on ");
    fl_figure_titles_add_count(out, self->verified_floors);
    fl_text_add(out, " new floors, as <code>floorlab verify</code> does.</p>\n");
    verdict_rows rows = {&self->claims, self->verified, self->verified_n, self->boss_names};
    add_sum(&sum, out);
    add_table(&rows, out);
    add_legend(self->family_alpha, out);
}
