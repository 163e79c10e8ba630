/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A table with one finding per row and the cells that `verify` prints. Cells with numbers repeat them in
 * data-value, by which the script sorts. */
#include "experiments/report/report_private.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The width of the bar beside a chance, in pixels. */
enum { BAR = 120 };

static void add_cell(const fl_verdict_table *table, const fl_finding *finding, fl_verdict_detail cell,
                     fl_text *out)
{
    fl_text words;
    fl_text_init(&words);
    fl_verify_detail_add(table, finding, cell, &words);
    fl_report_add(out, "%t", &words);
}

static void begin_number(const char *name, double number, fl_text *out)
{
    fl_text_add_format(out, "<td class=\"number\" data-name=\"%s\" data-value=\"", name);
    if (isfinite(number)) {
        fl_text_add_format(out, "%.9g", number);
    }
    fl_text_add(out, "\">");
}

/* Adds the documented value; a distribution of bosses by name: "Monstro 3/20, Larry Jr. 3/20". */
static void add_documented(const fl_report *self, const fl_claim_row *row, const char *generator,
                           fl_text *out)
{
    const fl_claim_law *law = &row->claim->law;
    bool is_of_bosses = row->metric && strcmp(row->metric, "boss_identity") == 0 &&
                        row->claim->type == FL_CLAIM_DISTRIBUTION && strcmp(generator, "rebirth") == 0;
    fl_text words;
    fl_text_init(&words);
    for (unsigned i = 0; i < law->cells_n && is_of_bosses; i++) {
        const char *name = fl_figure_bosses_name(self->boss_names, "rebirth", law->value[i]);
        char number[16];
        snprintf(number, sizeof number, "%d", (int)law->value[i]);
        fl_text_add_format(&words, "%s%s %llu/%llu", i > 0 ? ", " : "", name ? name : number,
                           (unsigned long long)law->chance[i].num, (unsigned long long)law->chance[i].den);
    }
    if (!is_of_bosses) {
        fl_claim_print_documented(row->claim, &words);
    }
    fl_report_add(out, "<td class=\"said\" data-name=\"documented\">%t</td>\n", &words);
}

/* Adds a bar: the documented chance in the middle, the interval and the observed share around it. */
static void add_bar(const fl_finding *finding, fl_text *out)
{
    const fl_verdict_result *found = &finding->result.found;
    if (finding->row->claim->type != FL_CLAIM_PROBABILITY || finding->result.is_exact ||
        !isfinite(found->limits.lo) || !isfinite(found->limits.hi) || !isfinite(found->observed)) {
        return;
    }
    double middle = fl_stat_fraction_value(finding->row->claim->value);
    double reach = fmax(fabs(found->limits.lo - middle), fabs(found->limits.hi - middle));
    double scale = reach > 0 ? (BAR / 2.0 - 4) / reach : 0;
    fl_text_add_format(out,
                       "<svg class=\"strip\" aria-hidden=\"true\" width=\"%d\" height=\"14\"><path d=\"M%.1f "
                       "7H%.1f\"/><circle "
                       "cx=\"%.1f\" cy=\"7\" r=\"3.5\"/></svg>",
                       BAR, BAR / 2.0 + scale * (found->limits.lo - middle),
                       BAR / 2.0 + scale * (found->limits.hi - middle),
                       BAR / 2.0 + scale * (found->observed - middle));
}

static void add_verdict(const fl_verdict_table *self, const fl_finding *finding, fl_text *out)
{
    fl_verdict verdict = finding->result.found.verdict;
    const char *name = fl_stat_verdict_name(verdict);
    double more = finding->result.floors_needed;
    fl_text_add_format(
        out, "<td class=\"wide\" data-name=\"verdict\"><span class=\"badge %s\">%s %s%s</span>", name,
        verdict == FL_VERDICT_CONFIRMED ? "✓"
        : verdict == FL_VERDICT_REFUTED ? "✗"
                                        : "?",
        name, fl_verify_proof_words(finding));
    if (fl_claim_finding_is_unexpected(finding)) {
        fl_text_add_format(out, "<p class=\"changed\">expected: %s</p>",
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
        fl_claim_print_documented(other, &words);
        fl_report_add(out, "<p class=\"source\">contradicts %s: %t</p>", other->id, &words);
    }
    fl_text_add(out, "</td>");
}

/* Adds what the findings say in short: the sums, what a game's code contradicts, and the cost of deciding
 * what is open. */
static void add_short(const fl_verdict_table *table, fl_text *out)
{
    fl_finding_sum sum = fl_claim_finding_count(table->findings, table->findings_n);
    const fl_report_part parts[] = {{"confirmed", "confirmed", sum.confirmed},
                                    {"refuted", "refuted", sum.refuted},
                                    {"undecided", "undecided", sum.undecided},
                                    {"changed", "changed", sum.unexpected}};
    fl_table contradicted;
    fl_text words;
    double needed = 0;
    fl_text_init(&words);
    fl_verify_table_print_head(table, &words);
    for (size_t i = 0; i < table->findings_n; i++) {
        double more = table->findings[i].result.floors_needed;
        bool is_open = table->findings[i].is_counted && fl_claim_finding_is_open(&table->findings[i]);
        needed = is_open && isfinite(more) ? fmax(needed, more) : needed;
    }
    if (needed > 0) {
        fl_text_add(&words, "To decide what is open takes some ");
        fl_program_format_number(needed, &words);
        fl_text_add(&words, " more samples of a configuration.");
    }
    fl_report_add_sum(parts, 4, out);
    fl_report_add(out, "<p>%t</p>\n", &words);
    fl_verify_table_contradicted(table, &contradicted);
    if (contradicted.cells_n > 0) {
        fl_text_add(out, "<p>A game's code contradicts these sentences, each shown with one rule set:</p>\n");
        fl_report_add_table(&contradicted, "contradicted", out);
    }
    fl_program_table_free(&contradicted);
}

static void add_row(const fl_report *self, const fl_verdict_table *table, const fl_finding *finding,
                    fl_text *out)
{
    const fl_claim_row *row = finding->row;
    const fl_claim_judge_result *result = &finding->result;
    fl_report_add(out, "<tr data-verdict=\"%s%s\">\n<th scope=\"row\"><code>%s</code>",
                  fl_stat_verdict_name(result->found.verdict),
                  fl_claim_finding_is_unexpected(finding) ? " changed" : "", row->id);
    fl_report_add(out, row->claim->text[0] ? "<p>%s</p>" : "%s", row->claim->text);
    fl_report_add(out, "<p class=\"source\">%s</p></th>\n", row->claim->source);
    add_documented(self, row, table->claims->scenario[row->scenario[0]].generator->name, out);
    begin_number("observed", result->found.observed, out);
    add_cell(table, finding, FL_DETAIL_FIGURE, out);
    fl_text_add(out, "<span class=\"interval\">");
    add_cell(table, finding, FL_DETAIL_INTERVAL, out);
    fl_report_add(out, finding->exact[0] ? "</span><span class=\"interval\">exact: %s</span>" : "</span>%s",
                  finding->exact);
    add_bar(finding, out);
    fl_text_add(out, "</td>\n");
    begin_number("trials", (double)result->trials, out);
    fl_report_add(out, "%c</td>\n", result->trials);
    begin_number("per floor", result->floor_rate, out);
    if (isfinite(result->floor_rate)) {
        add_cell(table, finding, FL_DETAIL_PER_FLOOR, out);
    }
    fl_text_add(out, "</td>\n");
    add_verdict(table, finding, out);
    fl_text_add(out, "</tr>\n");
}

/* Adds the counted findings, those that are refuted or open first. */
static void add_table(const fl_report *self, const fl_verdict_table *table, fl_text *out)
{
    enum { FEW = 6 };
    fl_finding_sum sum = fl_claim_finding_count(table->findings, table->findings_n);
    unsigned shown = sum.confirmed + sum.refuted + sum.undecided;
    add_short(table, out);
    if (self->is_brief) {
        return;
    }
    fl_report_add(out, shown > FEW ? "<details><summary>" : "<details open><summary>");
    fl_report_add(out, "%u verdicts: those refuted or open first</summary>\n", shown);
    fl_text_add(out, "<table class=\"verdicts\">\n<thead><tr><th scope=\"col\">claim</th>"
                     "<th scope=\"col\">documented</th><th scope=\"col\" class=\"number\">observed</th>"
                     "<th scope=\"col\" class=\"number\">trials</th><th scope=\"col\" class=\"number\">per "
                     "floor</th><th scope=\"col\">verdict</th></tr></thead>\n<tbody>\n");
    for (unsigned pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < table->findings_n; i++) {
            const fl_finding *finding = &table->findings[i];
            bool holds = finding->result.found.verdict == FL_VERDICT_CONFIRMED &&
                         !fl_claim_finding_is_unexpected(finding);
            if (finding->is_counted && holds == (pass == 1)) {
                add_row(self, table, finding, out);
            }
        }
    }
    fl_text_add_format(out,
                       "</tbody>\n</table>\n<p class=\"note\">Observed is a share or a mean with its "
                       "interval, which is valid at "
                       "any number of floors; for distributions and comparisons it is the distance between "
                       "the distributions "
                       "(total variation; of "
                       "pairs the largest difference of shares). A bar shows the interval around the "
                       "documented chance. Trials "
                       "are rolls if a claim is about rolls; per floor is how often a player sees it, "
                       "counted over all floors. "
                       "The chance that any true claim is refuted here is at most %g.</p>\n</details>\n",
                       table->family_alpha);
}

void fl_report_verdicts_add(const fl_report *self, unsigned number, fl_text *out)
{
    const fl_report_run *run = &self->run[number];
    fl_finding_sum sum = fl_claim_finding_count(run->findings, run->findings_n);
    fl_verdict_table table = {.claims = run->claims,
                              .findings = run->findings,
                              .findings_n = run->findings_n,
                              .lists_all = true,
                              .setup = run->is_known ? &run->result.setup : NULL,
                              .totals = run->is_known ? run->result.totals : NULL,
                              .floors = run->is_judged ? run->stored.judged.floors : run->floors,
                              .is_stopped = run->is_judged && run->stored.judged.is_stopped,
                              .family_alpha = run->family_alpha};
    fl_table reasons;
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
        add_table(self, &table, out);
    }
    if (sum.left_out == 0) {
        return;
    }
    fl_report_add(
        out,
        sum.left_out < run->findings_n
            ? "<details><summary>%u more documented claims were not judged</summary>\n"
            : "<details><summary>None of the %u documented claims can be judged by this run</summary>\n",
        sum.left_out);
    (void)fl_verify_table_left_out(&table, &reasons);
    fl_report_add_table(&reasons, "left-out", out);
    fl_program_table_free(&reasons);
    fl_text_add(
        out,
        "<p class=\"note\"><code>floorlab verify</code> makes the floors for all of them.</p>\n</details>\n");
}

void fl_report_verdicts_add_all(const fl_report *self, fl_text *out)
{
    fl_verdict_table table = {.claims = &self->claims,
                              .findings = self->verified,
                              .findings_n = self->verified_n,
                              .floors = self->verified_floors,
                              .family_alpha = self->family_alpha};
    if (self->verified) {
        fl_text_add(out, "<h2 id=\"claims\">All documented claims, on new floors</h2>\n");
        add_table(self, &table, out);
    }
}
