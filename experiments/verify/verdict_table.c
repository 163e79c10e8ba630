/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Findings as tables and as JSON, and their summary. */
#include "experiments/program/program.h"
#include "experiments/verify/verify.h"
#include "experiments/verify/verify_private.h"

#include "gen/base/setting.h"

#include <stdio.h>
#include <string.h>

/* Columns of a table; details only if a line has room for all of them. */
typedef struct column_row {
    const char *name;
    bool is_detail;
    fl_verdict_detail cell;
} column_row;

enum { WHOLE = 180, WHOLE_HEADLINES = 140 /* characters of a line with all columns */ };

static const column_row ledger[] = {
    {"claim", false, FL_DETAIL_ID},           {"documented", false, FL_DETAIL_DOCUMENTED},
    {"observed", false, FL_DETAIL_OBSERVED},  {"measure", false, FL_DETAIL_MEASURE},
    {"interval", false, FL_DETAIL_INTERVAL},  {"exact", true, FL_DETAIL_EXACT},
    {"per_floor", true, FL_DETAIL_PER_FLOOR}, {"evidence", true, FL_DETAIL_EVIDENCE},
    {"not_excluded", true, FL_DETAIL_BLIND},  {"trials", true, FL_DETAIL_TRIALS},
    {"samples", true, FL_DETAIL_SAMPLES},     {"verdict", false, FL_DETAIL_VERDICT},
    {"conflicts", true, FL_DETAIL_CONFLICTS}, {NULL, false, 0}};

static const column_row headlines[] = {{"odds", false, FL_DETAIL_HEADLINE},
                                       {"documented", false, FL_DETAIL_DOCUMENTED},
                                       {"observed", false, FL_DETAIL_VALUE},
                                       {"checked_against", false, FL_DETAIL_RULES},
                                       {"verdict", false, FL_DETAIL_VERDICT},
                                       {"claim", true, FL_DETAIL_ID},
                                       {NULL, false, 0}};

/* Ends a table, which is written if it has rows. */
static void end_table(fl_table *table, const char *title, const char *after, fl_text *out)
{
    if (table->cells_n > 0) {
        fl_text_add(out, title);
        fl_program_table_write(table, out);
        fl_text_add_format(out, "%s\n", after);
    }
    fl_program_table_free(table);
}

/* True if a counted row is printed. */
static bool is_listed(const fl_verdict_table *self, const fl_finding *finding)
{
    fl_verdict verdict = finding->result.found.verdict;
    bool is_unexpected = fl_claim_finding_is_unexpected(finding);
    if (!finding->is_counted) {
        return false;
    }
    if (self->against) {
        return verdict == FL_VERDICT_REFUTED &&
               strcmp(fl_verify_group(self->claims, finding), self->against) == 0;
    }
    if (self->verdict) {
        return strcmp(self->verdict, "changed") == 0
                   ? is_unexpected
                   : strcmp(self->verdict, fl_stat_verdict_name(verdict)) == 0;
    }
    return !self->is_summary || is_unexpected || (fl_claim_finding_is_open(finding) && !self->is_quick);
}

/* Prints the listed rows of a document, or (NULL) the odds that people look up. */
static void print_table(const fl_verdict_table *self, const char *document, fl_text *out)
{
    char names[sizeof(((fl_table *)0)->columns)] = "";
    fl_table table;
    fl_text text;
    const column_row *columns = document ? ledger : headlines;
    bool is_whole = self->line == 0 || self->line >= (document ? WHOLE : WHOLE_HEADLINES);
    for (const column_row *c = columns; c->name; c++) {
        size_t n = strlen(names);
        snprintf(names + n, sizeof names - n, "%s%s", n > 0 && (is_whole || !c->is_detail) ? " " : "",
                 is_whole || !c->is_detail ? c->name : "");
    }
    fl_program_table_init(&table);
    table.line = self->line;
    fl_program_table_columns(&table, names);
    fl_text_init(&text);
    for (size_t i = 0; i < self->findings_n; i++) {
        const fl_finding *finding = &self->findings[i];
        const fl_claim *claim = finding->row->claim;
        bool has_place = document ? is_listed(self, finding) && strcmp(claim->document, document) == 0
                                  : finding->is_counted && claim->headline;
        for (const column_row *c = columns; c->name && has_place; c++) {
            if (is_whole || !c->is_detail) {
                fl_text_clear(&text);
                fl_verify_detail_add(self, finding, c->cell, &text);
                fl_program_table_add(&table, fl_text_get(&text));
            }
        }
    }
    fl_text_clear(&text);
    fl_text_add_format(&text, "%s\n\n", document ? document : "Odds that people look up");
    end_table(&table, fl_text_get(&text), "", out);
    fl_text_drop(&text, out);
}

static bool is_first_of_document(const fl_verdict_table *self, size_t i)
{
    for (size_t k = 0; k < i; k++) {
        if (strcmp(self->findings[k].row->claim->document, self->findings[i].row->claim->document) == 0) {
            return false;
        }
    }
    return true;
}

/* True if a counted row compares a quoted sentence with a game's code; *rules is its rule set. */
static bool is_about_game(const fl_verdict_table *self, size_t i, const fl_embedded_rules **rules)
{
    const fl_finding *finding = &self->findings[i];
    *rules = fl_verify_rules_of(&self->claims->scenario[finding->row->scenario[0]]);
    return finding->is_counted && fl_verify_is_about_game(self->claims, finding);
}

void fl_verify_table_print_agreement(const fl_verdict_table *self, fl_text *out)
{
    fl_table table;
    fl_program_table_init(&table);
    fl_program_table_columns(&table, "statements_of checked_against agree contradicted undecided");
    for (size_t first = 0; first < self->findings_n; first++) {
        unsigned n[FL_VERDICT_REFUTED + 1] = {0};
        const fl_claim_row *row = self->findings[first].row;
        const fl_embedded_rules *rules = NULL;
        for (size_t i = 0; i < self->findings_n && is_about_game(self, first, &rules); i++) {
            const fl_embedded_rules *other = NULL;
            bool is_one = self->findings[i].row->claim->cited == row->claim->cited &&
                          is_about_game(self, i, &other) && other == rules;
            if (is_one && i < first) { /* it is printed already */
                break;
            }
            n[self->findings[i].result.found.verdict] += is_one;
        }
        if (n[FL_VERDICT_CONFIRMED] + n[FL_VERDICT_REFUTED] + n[FL_VERDICT_UNDECIDED] > 0) {
            fl_program_table_add(&table, row->claim->cited->short_name);
            fl_program_table_add(&table, rules->title);
            fl_program_table_add_number(&table, n[FL_VERDICT_CONFIRMED]);
            fl_program_table_add_number(&table, n[FL_VERDICT_REFUTED]);
            fl_program_table_add_number(&table, n[FL_VERDICT_UNDECIDED]);
        }
    }
    end_table(&table, "", "", out);
}

void fl_verify_table_contradicted(const fl_verdict_table *self, fl_table *table)
{
    static const fl_verdict_detail cells[] = {FL_DETAIL_RULES, FL_DETAIL_DOCUMENTED, FL_DETAIL_VALUE};
    const fl_claim *before = NULL;
    fl_text text;
    fl_text_init(&text);
    fl_program_table_init(table);
    table->line = self->line;
    fl_program_table_columns(table, "claim checked_against documented observed statement");
    for (size_t i = 0; i < self->findings_n; i++) {
        const fl_finding *finding = &self->findings[i];
        const fl_claim *claim = finding->row->claim;
        const fl_embedded_rules *rules = NULL;
        if (claim == before || !is_about_game(self, i, &rules) ||
            finding->result.found.verdict != FL_VERDICT_REFUTED) {
            continue;
        }
        before = claim;
        fl_program_table_add(table, claim->id);
        for (unsigned k = 0; k < sizeof cells / sizeof cells[0]; k++) {
            fl_text_clear(&text);
            fl_verify_detail_add(self, finding, cells[k], &text);
            fl_program_table_add(table, fl_text_get(&text));
        }
        fl_program_table_add(table, claim->text);
    }
    fl_text_drop(&text, &table->cells);
}

unsigned fl_verify_table_left_out(const fl_verdict_table *self, fl_table *out)
{
    enum { MOST = 64, FEW = 8 };
    struct {
        const char *reason;
        unsigned n;
    } list[MOST];
    unsigned n = 0;
    fl_program_table_init(out);
    fl_program_table_columns(out, "left_out reason");
    for (size_t i = 0; i < self->findings_n; i++) {
        const fl_finding *finding = &self->findings[i];
        const char *reason = finding->reason[0] ? finding->reason : "stopped before it was counted";
        unsigned at = 0;
        while (at < n && strcmp(list[at].reason, reason) != 0) {
            at++;
        }
        if (!finding->is_counted && at < MOST) {
            list[at].reason = reason;
            list[at].n = at == n ? 1 : list[at].n + 1;
            n += at == n;
        }
    }
    unsigned shown = self->lists_all || n <= FEW ? n : FEW;
    for (unsigned done = 0; done < shown; done++) {
        unsigned best = 0;
        for (unsigned i = 0; i < n; i++) {
            best = list[i].n > list[best].n ? i : best;
        }
        fl_program_table_add_number(out, list[best].n);
        fl_program_table_add(out, list[best].reason);
        list[best].n = 0;
    }
    return n - shown;
}

static const char legend[] =
    "observed      what was counted: a share, a mean or a distribution\n"
    "measure       share of trials; mean; distance of two distributions (total variation);\n"
    "              share outside the documented values; smallest rise between two scenarios\n"
    "interval      where the true value lies; valid at any number of samples\n"
    "exact         the true value by enumeration ('floorlab help distributions');\n"
    "              what never or always happens is then proved, or disproved\n"
    "per_floor     share of the scenario's floors that have it\n"
    "evidence      e-value against the claim: what a fair bet against it would have won\n"
    "not_excluded  values other than the claimed one that as many samples would have missed\n"
    "              more often than 1 time in 10; of orders: falls. 'occurs' needs one example\n"
    "verdict       \"preregistered\": recorded before anything was counted; the others after looking\n\n";

void fl_verify_table_print_head(const fl_verdict_table *self, fl_text *out)
{
    fl_finding_sum sum = fl_claim_finding_count(self->findings, self->findings_n);
    unsigned statements = 0;
    const fl_claim *last = NULL;
    for (size_t i = 0; i < self->findings_n; i++) {
        const fl_finding *finding = &self->findings[i];
        statements += finding->is_counted && finding->row->claim != last;
        last = finding->is_counted ? finding->row->claim : last;
    }
    fl_text_add_format(out, "Checked %u statements in %u cases, on ", statements,
                       sum.confirmed + sum.refuted + sum.undecided);
    fl_program_format_number((double)self->floors, out);
    fl_text_add_format(out, " floors, rooms and journeys.\n%s",
                       self->is_stopped ? "Stopped before the end.\n" : "");
    if (sum.unexpected + sum.undecided == 0) {
        fl_text_add(out, "All results are as recorded, and none is undecided.\n");
    } else {
        fl_text_add_format(out, "Not as recorded: %u. Undecided: %u.\n", sum.unexpected, sum.undecided);
    }
    fl_text_add_format(out,
                       "The probability that even one true statement is contradicted is at most %g %%.\n\n",
                       100 * self->family_alpha);
}

/* Prints the listed rows; *n is their number. */
static void print_rows(const fl_verdict_table *self, fl_text *out, size_t *n)
{
    *n = 0;
    for (size_t i = 0; i < self->findings_n; i++) {
        *n += is_listed(self, &self->findings[i]);
    }
    if (self->is_summary) {
        fl_text_add(out, *n == 0          ? ""
                         : self->is_quick ? "Not as recorded\n\n"
                                          : "Not as recorded, or undecided\n\n");
    } else if (*n == 0) {
        fl_text_add(out, "There is no such row.\n\n");
    }
    for (size_t i = 0; i<self->findings_n && * n> 0; i++) {
        if (is_first_of_document(self, i)) {
            print_table(self, self->findings[i].row->claim->document, out);
        }
    }
    if (*n > 0) {
        fl_text_add(out, legend);
    }
}

void fl_verify_table_print(const fl_verdict_table *self, fl_text *out)
{
    fl_finding_sum sum = fl_claim_finding_count(self->findings, self->findings_n);
    bool knows_any = sum.confirmed + sum.refuted + sum.undecided > 0;
    fl_table table;
    size_t rows = 0;
    if (self->is_stopped && !knows_any) {
        fl_text_add(out, "stopped before any claim could be judged\n");
        return;
    }
    for (size_t i = 0; i < self->findings_n && self->is_bare; i++) {
        const fl_finding *finding = &self->findings[i];
        if (is_listed(self, finding)) {
            fl_text_add_format(out, "%s  documented ", finding->row->id);
            fl_claim_print_documented(finding->row->claim, out);
            fl_text_add(out, "  observed ");
            fl_verify_detail_add(self, finding, FL_DETAIL_OBSERVED, out);
            fl_text_add(out, "  interval ");
            fl_verify_detail_add(self, finding, FL_DETAIL_MEASURED, out);
            fl_text_add(out, "  ");
            fl_verify_detail_add(self, finding, FL_DETAIL_VERDICT, out);
            fl_text_add_char(out, '\n');
        }
    }
    if (self->is_bare) {
        return;
    }
    if (self->is_summary && knows_any) {
        fl_verify_table_print_head(self, out);
        fl_verify_table_print_agreement(self, out);
        fl_text_add(
            out,
            "The other cases compare documents with each other, with rules made from the same document, or "
            "with our reading\nof a loose sentence.\n\n");
        fl_verify_table_contradicted(self, &table);
        end_table(&table, "Contradicted by a game's code, each with one rule set; all: --against game\n\n",
                  "", out);
        print_table(self, NULL, out);
    }
    if (knows_any) {
        print_rows(self, out, &rows);
    }
    if (knows_any && (self->verdict || self->against)) {
        fl_text_add_format(out, "%zu of %zu rows\n", rows, self->findings_n);
    } else {
        char more[64] = "";
        unsigned n = fl_verify_table_left_out(self, &table);
        if (n > 0) {
            snprintf(more, sizeof more, "…and %u other reasons: --all\n", n);
        }
        end_table(&table, "", more, out);
    }
    fl_text_add_format(out, "%u confirmed, %u refuted, %u undecided; %u changed", sum.confirmed, sum.refuted,
                       sum.undecided, sum.unexpected);
    if (sum.left_out > 0) {
        fl_text_add_format(out, "; %u left out", sum.left_out);
    }
    fl_text_add(out, self->is_stopped ? "; stopped before the end\n" : "\n");
    fl_text_add(out, self->copies ? self->copies : "");
    if (self->is_summary) {
        fl_text_add(out, "For one statement add --explain ID, for all rows --all; both read the result file, "
                         "as 'report' does.\n");
        return;
    }
    fl_program_format_number((double)self->floors, out);
    if (self->is_repeated) {
        fl_text_add(out, " samples. Floors are repeated: the verdicts hold for independent floors alone.\n");
    } else {
        fl_text_add_format(out, " samples. The chance that any true claim is refuted here is at most %g.\n",
                           self->family_alpha);
    }
}

static void add_json_finding(const fl_verdict_table *self, const fl_finding *finding, fl_text *out)
{
    fl_text_add(out, " {");
    fl_verify_finding_add_json(self->claims, finding, out);
    fl_text_add(out, ", \"counts\": ["); /* for each of its scenarios */
    for (unsigned i = 0; i < finding->row->scenarios_n && self->totals; i++) {
        const fl_tally *counts = fl_verify_detail_counts(self, finding, i);
        fl_text_add(out, i > 0 ? ", " : "");
        if (counts) {
            fl_claim_counts_add_json(finding->row, counts, out);
        } else {
            fl_text_add(out, "null");
        }
    }
    fl_text_add(out, "], \"trace\": [");
    for (unsigned i = 0; i < finding->points_n; i++) {
        fl_text_add(out, i > 0 ? ", {" : "{");
        for (unsigned k = 0; k < FL_POINT_FIELDS; k++) {
            fl_verify_field_add_json(self->claims, &finding->point[i], &fl_verify_point_fields[k], out);
            fl_text_add(out, ", ");
        }
        fl_text_add_format(out, "\"verdict\": \"%s\"}", fl_stat_verdict_name(finding->point[i].verdict));
    }
    fl_text_add(out, "]}");
}

void fl_verify_table_print_json(const fl_verdict_table *self, fl_text *out)
{
    fl_finding_sum sum = fl_claim_finding_count(self->findings, self->findings_n);
    unsigned n = 0;
    fl_text_add(out, "{\"claims\": [");
    for (size_t i = 0; i < self->findings_n; i++) {
        if (is_listed(self, &self->findings[i])) {
            fl_text_add(out, n++ > 0 ? ",\n" : "\n");
            add_json_finding(self, &self->findings[i], out);
        }
    }
    n = 0;
    fl_text_add(out, "\n], \"left_out\": [");
    for (size_t i = 0; i < self->findings_n; i++) {
        if (!self->findings[i].is_counted) {
            fl_text_add(out, n++ > 0 ? ",\n {\"id\": " : "\n {\"id\": ");
            fl_text_add_json(out, self->findings[i].row->id);
            fl_text_add(out, ", \"reason\": ");
            fl_text_add_json(out, self->findings[i].reason);
            fl_text_add(out, "}");
        }
    }
    fl_text_add_format(out,
                       "\n], \"summary\": {\"confirmed\": %u, \"refuted\": %u, \"undecided\": %u, "
                       "\"changed\": %u, \"left_out\": %u, \"floors\": %llu, \"complete\": %s, "
                       "\"independent\": %s}, "
                       "\"alpha\": %g}\n",
                       sum.confirmed, sum.refuted, sum.undecided, sum.unexpected, sum.left_out,
                       (unsigned long long)self->floors, self->is_stopped ? "false" : "true",
                       self->is_repeated ? "false" : "true", self->family_alpha);
}

void fl_verify_table_print_tsv(const fl_verdict_table *self, fl_text *out)
{
    static const column_row columns[] = {{"claim", false, FL_DETAIL_ID},
                                         {"documented", false, FL_DETAIL_DOCUMENTED},
                                         {"observed", false, FL_DETAIL_VALUE},
                                         {"figure", false, FL_DETAIL_FIGURE},
                                         {"measure", false, FL_DETAIL_MEASURE},
                                         {"interval", false, FL_DETAIL_INTERVAL},
                                         {"trials", false, FL_DETAIL_TRIALS},
                                         {"floors", false, FL_DETAIL_SAMPLES},
                                         {"checked_against", false, FL_DETAIL_RULES},
                                         {"settings", false, FL_DETAIL_SCENARIO},
                                         {"verdict", false, FL_DETAIL_VERDICT}};
    enum { TEXTS = 4 };
    const char *const names[] = {"statement", "quote", "source", "contradicts"};
    fl_text cell;
    fl_text_init(&cell);
    for (size_t row = 0; row <= self->findings_n; row++) { /* row 0 are the names */
        const fl_finding *finding = row > 0 ? &self->findings[row - 1] : NULL;
        const fl_claim *claim = finding ? finding->row->claim : NULL;
        if (finding && !is_listed(self, finding)) {
            continue;
        }
        bool is_refuted = finding && finding->result.found.verdict == FL_VERDICT_REFUTED;
        const char *const texts[] = {claim ? claim->text : "", claim && claim->quote ? claim->quote : "",
                                     claim ? claim->source : "",
                                     is_refuted ? fl_verify_group(self->claims, finding) : ""};
        for (unsigned k = 0; k < TEXTS + sizeof columns / sizeof columns[0]; k++) {
            fl_text_clear(&cell);
            if (k < TEXTS) {
                fl_text_add(&cell, finding ? texts[k] : names[k]);
            } else if (finding) {
                fl_verify_detail_add(self, finding, columns[k - TEXTS].cell, &cell);
            } else {
                fl_text_add(&cell, columns[k - TEXTS].name);
            }
            fl_text_add(out, k > 0 ? "\t" : "");
            for (const char *at = fl_text_get(&cell); *at; at++) {
                fl_text_add_char(out, (unsigned char)*at < ' ' ? ' ' : *at);
            }
        }
        fl_text_add_char(out, '\n');
    }
    fl_text_drop(&cell, out);
}
