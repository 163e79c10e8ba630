/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A section for each source that claims cite first: a table of what does not hold, then its contradictions;
 * at the end the populations, and where the sources were published. */
#include "experiments/verify/verify.h"
#include "experiments/verify/verify_private.h"

#include <math.h>
#include <string.h>

static bool has_expected_refutation(const fl_claim_set *claims, const fl_claim *claim)
{
    for (size_t i = 0; i < claims->rows_n; i++) {
        if (claims->row[i].claim == claim && claims->row[i].expected == FL_VERDICT_REFUTED) {
            return true;
        }
    }
    return false;
}

bool fl_verify_findings_wants(const fl_claim_set *claims, const fl_claim *claim)
{
    return has_expected_refutation(claims, claim) || fl_claim_set_conflict(claims, claim, 0) != NULL;
}

static bool is_refuted(const fl_finding *finding)
{
    return finding->is_counted && finding->result.found.verdict == FL_VERDICT_REFUTED;
}

/* Text in a cell of a table. */
static void add_cell(const char *text, fl_text *out)
{
    for (; *text; text++) {
        if (*text == '|' || *text == '<' || *text == '*' || *text == '_') {
            fl_text_add_char(out, '\\');
        }
        fl_text_add_char(out, *text);
    }
}

static void add_documented(const fl_claim *claim, fl_text *out)
{
    fl_text words;
    fl_text_init(&words);
    fl_claim_print_documented(claim, &words);
    add_cell(fl_text_get(&words), out);
    out->is_short_of_memory |= words.is_short_of_memory;
    fl_text_free(&words);
}

static void add_names(const fl_findings_page *self, const fl_finding *finding, fl_text *out)
{
    for (unsigned i = 0; i < finding->row->populations_n; i++) {
        fl_text_add_format(out, "%s%s", i > 0 ? ", " : "",
                           self->table.claims->population[finding->row->population[i]].name);
    }
}

/* Where a claim got a verdict: "article-1, demo". Returns how many. */
static unsigned add_places(const fl_findings_page *self, const fl_claim *claim, fl_verdict verdict,
                           fl_text *out)
{
    unsigned n = 0;
    for (size_t i = 0; i < self->table.findings_n; i++) {
        const fl_finding *finding = &self->table.findings[i];
        if (finding->row->claim == claim && finding->is_counted && finding->result.found.verdict == verdict) {
            fl_text_add(out, n++ > 0 ? ", " : "");
            add_names(self, finding, out);
        }
    }
    return n;
}

static unsigned count(const fl_findings_page *self, const fl_claim *claim, fl_verdict verdict)
{
    unsigned n = 0;
    for (size_t i = 0; i < self->table.findings_n; i++) {
        const fl_finding *finding = &self->table.findings[i];
        n += finding->row->claim == claim && finding->is_counted && finding->result.found.verdict == verdict;
    }
    return n;
}

static void add_figures(const fl_claim_judge_result *result, fl_text *out)
{
    fl_verify_table_add_figure(result->found.observed, result->found.limits, out);
    fl_text_add(out, " | ");
    fl_verify_table_add_interval(result->found.limits, out);
    fl_text_add(out, " | ");
    fl_program_format_number((double)result->trials, out);
    fl_text_add(out, " | ");
    fl_program_format_number((double)result->floors, out);
}

static void add_refuted(const fl_findings_page *self, const fl_finding *finding, bool is_first, fl_text *out)
{
    const fl_claim *claim = finding->row->claim;
    fl_text_add(out, "| ");
    if (is_first) {
        add_cell(claim->text, out);
        fl_text_add_format(out, " (%s) `%s`", claim->source, claim->id);
    }
    fl_text_add(out, " | ");
    add_documented(claim, out);
    if (claim->type == FL_CLAIM_EQUALS && !claim->event) { /* a row for each metric */
        fl_text_add_format(out, ": %s", finding->row->metric);
    }
    fl_text_add(out, " | ");
    add_names(self, finding, out);
    fl_text_add(out, " | ");
    add_figures(&finding->result, out);
    fl_text_add(out, " | ");
    if (is_first && add_places(self, claim, FL_VERDICT_CONFIRMED, out) == 0) {
        fl_text_add(out, count(self, claim, FL_VERDICT_UNDECIDED) > 0 ? "(undecided)" : "nowhere");
    }
    fl_text_add(out, " | ");
    add_cell(!is_first ? "" : claim->note ? claim->note : claim->reading ? claim->reading : "", out);
    fl_text_add(out, " |\n");
}

static bool is_of(const fl_finding *finding, const fl_claim_source *source)
{
    return finding->row->claim->cited == source;
}

static void print_refuted(const fl_findings_page *self, const fl_claim_source *source, fl_text *out)
{
    const fl_claim *before = NULL;
    for (size_t i = 0; i < self->table.findings_n; i++) {
        const fl_finding *finding = &self->table.findings[i];
        if (!is_of(finding, source) || !is_refuted(finding)) {
            continue;
        }
        if (!before) {
            fl_text_add(out, "| it says | documented | does not hold on | observed | interval | trials | "
                             "floors | holds on | remark |\n|---|---|---|---|---|---|---|---|---|\n");
        }
        add_refuted(self, finding, finding->row->claim != before, out);
        before = finding->row->claim;
    }
    fl_text_add(out, before ? "\n" : "");
}

static void add_side(const fl_findings_page *self, const fl_claim *claim, fl_text *out)
{
    fl_text places;
    fl_text_init(&places);
    fl_text_add_format(out, "`%s` says %s", claim->id, "");
    add_documented(claim, out);
    fl_text_add_format(out, " (%s)", claim->source);
    fl_text_add(out, add_places(self, claim, FL_VERDICT_CONFIRMED, &places) > 0 ? ", borne out by " : "");
    fl_text_add(out, fl_text_get(&places));
    fl_text_clear(&places);
    fl_text_add(out, add_places(self, claim, FL_VERDICT_REFUTED, &places) > 0 ? ", refuted by " : "");
    fl_text_add(out, fl_text_get(&places));
    out->is_short_of_memory |= places.is_short_of_memory;
    fl_text_free(&places);
}

/* Contradictions, each told where the earlier of both claims stands. */
static void print_conflicts(const fl_findings_page *self, const fl_claim_source *source, fl_text *out)
{
    unsigned n = 0;
    for (size_t i = 0; i < self->table.claims->claims_n; i++) {
        const fl_claim *claim = self->table.claims->claim[i];
        const fl_claim *other = NULL;
        for (size_t k = 0; (other = fl_claim_set_conflict(self->table.claims, claim, k)) != NULL; k++) {
            size_t place = 0;
            while (self->table.claims->claim[place] != other) {
                place++;
            }
            if (place < i || claim->cited != source) {
                continue;
            }
            fl_text_add(out, n++ == 0 ? "Contradictions:\n\n- " : "- ");
            add_side(self, claim, out);
            fl_text_add(out, ";\n  ");
            add_side(self, other, out);
            fl_text_add(out, ".\n");
        }
    }
    fl_text_add(out, n > 0 ? "\n" : "");
}

static bool is_first(const fl_findings_page *self, size_t i)
{
    for (size_t k = 0; k < i; k++) {
        if (is_of(&self->table.findings[k], self->table.findings[i].row->claim->cited)) {
            return false;
        }
    }
    return true;
}

static void print_populations(const fl_findings_page *self, fl_text *out)
{
    const fl_claim_set *claims = self->table.claims;
    fl_text_add(out, "## Where it was counted\n\n| name | floors by |\n|---|---|\n");
    for (unsigned number = 0; number < claims->populations_n; number++) {
        bool is_named = false;
        for (size_t i = 0; i < self->table.findings_n && !is_named; i++) {
            const fl_finding *finding = &self->table.findings[i];
            for (unsigned k = 0; k < finding->row->populations_n; k++) {
                is_named = is_named || (finding->is_counted && finding->row->population[k] == number);
            }
        }
        if (is_named) {
            fl_text_add_format(out, "| %s | `", claims->population[number].name);
            fl_verify_explain_add_population(&claims->population[number], "", out);
            fl_text_add(out, "` |\n");
        }
    }
}

static bool is_cited(const fl_findings_page *self, const fl_claim_source *source)
{
    for (size_t i = 0; i < self->table.findings_n; i++) {
        if (fl_claim_source_list_cites(&self->table.claims->sources,
                                       self->table.findings[i].row->claim->source, source)) {
            return true;
        }
    }
    return false;
}

static void print_sources(const fl_findings_page *self, fl_text *out)
{
    const fl_claim_source_list *sources = &self->table.claims->sources;
    fl_text_add(out, "\n## Sources\n\n| cited as | title | by | published | date |\n|---|---|---|---|---|\n");
    for (size_t i = 0; i < sources->n; i++) {
        const fl_claim_source *source = sources->row[i];
        const char *const cells[] = {source->short_name, source->title, source->author, source->where,
                                     source->date};
        for (size_t k = 0; is_cited(self, source) && k < sizeof cells / sizeof cells[0]; k++) {
            fl_text_add(out, "| ");
            add_cell(cells[k] ? cells[k] : "", out);
            fl_text_add(out, k + 1 < sizeof cells / sizeof cells[0] ? " " : " |\n");
        }
    }
}

static void print_head(const fl_findings_page *self, fl_text *out)
{
    fl_finding_sum sum = fl_claim_finding_count(self->table.findings, self->table.findings_n);
    fl_text_add(out, "# What the documents get wrong\n\n"
                     "Written by `floorlab verify --findings");
    fl_text_add_format(out, "%s`: ", self->options);
    fl_program_format_number((double)self->table.floors, out);
    fl_text_add_format(out,
                       " floors, %u verdicts about claims that some rule set breaks or some other claim "
                       "contradicts: %u hold, %u do not",
                       sum.confirmed + sum.refuted + sum.undecided, sum.confirmed, sum.refuted);
    if (sum.undecided > 0) {
        fl_text_add_format(out, ", %u would need more floors", sum.undecided);
    }
    fl_text_add_format(
        out,
        ". `verify` judges all claims.\n\n"
        "A document's sentence is held against rule sets: those made by the document itself, and those of "
        "the games. Where it\ndoes not hold, the row says what was seen. *observed* is a share or a mean; of "
        "a law (7: 1/2, 8: 1/2) and of two\npopulations the distance between the laws (total variation), of "
        "*only* and *just* the share outside. *trials* are what\nthe sentence is about: rolls, or those of "
        "the floors that it speaks of. The interval holds at any time; the chance\nthat any true claim is "
        "refuted here is at most %g. `floorlab verify --explain ID` shows how one was judged, with "
        "a\ncommand "
        "that draws such a floor. Odds of special rooms are about the roll, given a free dead end.\n\n",
        self->table.family_alpha);
}

void fl_verify_findings_print(const fl_findings_page *self, fl_text *out)
{
    print_head(self, out);
    for (size_t i = 0; i < self->table.findings_n; i++) {
        const fl_claim_source *source = self->table.findings[i].row->claim->cited;
        if (is_first(self, i)) {
            fl_text_add_format(out, "## %s\n\n", source->short_name);
            print_refuted(self, source, out);
            print_conflicts(self, source, out);
        }
    }
    print_populations(self, out);
    print_sources(self, out);
}
