/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Findings as tables and as JSON. */
#include "experiments/program/program.h"
#include "experiments/verify/verify.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Two digits more than the first one that the interval's half width changes. */
static int digits_of(fl_interval limits)
{
    double half = (limits.hi - limits.lo) / 2;
    int digits = isfinite(half) && half > 0 ? (int)ceil(-log10(half)) + 1 : 5;
    return digits < 0 ? 0 : digits > 9 ? 9 : digits;
}

void fl_verify_table_add_figure(double figure, fl_interval limits, fl_text *out)
{
    if (isfinite(figure)) {
        fl_text_add_format(out, "%.*f", digits_of(limits), figure);
    } else {
        fl_text_add(out, "-");
    }
}

void fl_verify_table_add_interval(fl_interval limits, fl_text *out)
{
    fl_verify_table_add_figure(limits.lo, limits, out);
    fl_text_add(out, "…");
    fl_verify_table_add_figure(limits.hi, limits, out);
}

void fl_verify_table_add_blind(const fl_claim_judge_result *result, fl_text *out)
{
    if (isfinite(result->blind.lo) && isfinite(result->blind.hi)) {
        fl_verify_table_add_interval(result->blind, out);
    } else {
        fl_text_add(out, "-");
    }
}

/* Adds the evidence against a claim: "10^3.2" as its e-value, "a counter-example", "-" where only the
 * interval speaks. */
static void add_evidence(const fl_verdict_result *found, fl_text *out)
{
    if (isfinite(found->log_e)) {
        fl_text_add_format(out, "10^%.1f", found->log_e / log(10));
    } else {
        fl_text_add(out, found->log_e > 0 ? "a counter-example" : "-");
    }
}

/* The finding of a conflicting claim: on the same population if there is one, else on any. */
static const fl_finding *finding_of(const fl_verdict_table *self, const fl_claim *claim,
                                    const fl_claim_row *like)
{
    const fl_finding *any = NULL;
    for (size_t i = 0; i < self->findings_n; i++) {
        const fl_finding *finding = &self->findings[i];
        if (finding->row->claim != claim || !finding->is_counted) {
            continue;
        }
        any = any ? any : finding;
        if (finding->row->population[0] == like->population[0]) {
            return finding;
        }
    }
    return any;
}

static void add_conflicts(const fl_verdict_table *self, const fl_claim_row *row, fl_text *out)
{
    const fl_claim *other = NULL;
    for (size_t n = 0; (other = fl_claim_set_conflict(self->claims, row->claim, n)) != NULL; n++) {
        const fl_finding *finding = finding_of(self, other, row);
        fl_text_add_format(out, "%s%s: ", n > 0 ? "; " : "", other->id);
        fl_claim_print_documented(other, out);
        fl_text_add_format(out, " %s", finding ? fl_stat_verdict_name(finding->result.found.verdict) : "");
    }
}

static void add_verdict(const fl_finding *finding, fl_text *out)
{
    double more = finding->result.floors_needed;
    fl_text_add(out, fl_stat_verdict_name(finding->result.found.verdict));
    fl_text_add(out, finding->row->claim->is_predicted ? ", predicted" : "");
    if (fl_claim_finding_is_unexpected(finding)) {
        fl_text_add(out, " (unexpected)");
    } else if (fl_claim_finding_is_open(finding) && isfinite(more)) {
        fl_text_add(out, " (+");
        fl_program_format_number(more, out);
        fl_text_add(out, " samples)");
    }
}

static void add_cell(fl_table *table, fl_text *cell)
{
    fl_program_table_add(table, fl_text_get(cell));
    fl_text_clear(cell);
}

static void add_finding(const fl_verdict_table *self, const fl_finding *finding, fl_table *table)
{
    const fl_claim_judge_result *result = &finding->result;
    fl_text cell;
    fl_text_init(&cell);
    fl_program_table_add(table, finding->row->id);
    fl_claim_print_documented(finding->row->claim, &cell);
    add_cell(table, &cell);
    fl_verify_table_add_figure(result->found.observed, result->found.limits, &cell);
    add_cell(table, &cell);
    fl_verify_table_add_figure(result->floor_rate, result->floor_limits, &cell);
    add_cell(table, &cell);
    fl_verify_table_add_interval(result->found.limits, &cell);
    add_cell(table, &cell);
    add_evidence(&result->found, &cell);
    add_cell(table, &cell);
    fl_verify_table_add_blind(result, &cell);
    add_cell(table, &cell);
    fl_program_format_number((double)result->trials, &cell);
    add_cell(table, &cell);
    fl_program_format_number((double)result->floors, &cell);
    add_cell(table, &cell);
    add_verdict(finding, &cell);
    add_cell(table, &cell);
    add_conflicts(self, finding->row, &cell);
    table->cells.is_short_of_memory |= cell.is_short_of_memory;
    add_cell(table, &cell);
    fl_text_free(&cell);
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

static fl_err print_document(const fl_verdict_table *self, const char *document, fl_text *out)
{
    fl_table table;
    fl_program_table_init(&table);
    fl_program_table_columns(&table,
                             "claim documented observed per_floor interval evidence blind_zone trials "
                             "samples verdict conflicts");
    for (size_t i = 0; i < self->findings_n; i++) {
        const fl_finding *finding = &self->findings[i];
        if (finding->is_counted && strcmp(finding->row->claim->document, document) == 0) {
            add_finding(self, finding, &table);
        }
    }
    if (table.cells_n > 0) {
        fl_text_add_format(out, "%s\n\n", document);
        fl_program_table_write(&table, out);
        fl_text_add_char(out, '\n');
    }
    fl_err err = fl_program_table_check(&table);
    fl_program_table_free(&table);
    return err;
}

/* Adds how often a document's rows got each verdict. */
static void add_sum(const fl_verdict_table *self, const char *document, fl_table *table)
{
    unsigned n[4] = {0}; /* by verdict, then the unexpected ones */
    for (size_t i = 0; i < self->findings_n; i++) {
        const fl_finding *finding = &self->findings[i];
        if (finding->is_counted && strcmp(finding->row->claim->document, document) == 0) {
            n[finding->result.found.verdict]++;
            n[3] += fl_claim_finding_is_unexpected(finding);
        }
    }
    fl_program_table_add_number(table, n[FL_VERDICT_CONFIRMED]);
    fl_program_table_add_number(table, n[FL_VERDICT_REFUTED]);
    fl_program_table_add_number(table, n[FL_VERDICT_UNDECIDED]);
    fl_program_table_add_number(table, n[3]);
    fl_program_table_add(table, document);
}

/* Why claims were left out, and how many for each reason; the most frequent reasons first. */
static fl_err print_left_out(const fl_verdict_table *self, fl_text *out)
{
    enum { MOST = 64 };
    struct {
        const char *reason;
        unsigned n;
    } list[MOST];
    unsigned n = 0;
    fl_table table;
    fl_program_table_init(&table);
    fl_program_table_columns(&table, "left_out reason");
    for (size_t i = 0; i < self->findings_n; i++) {
        const fl_finding *finding = &self->findings[i];
        unsigned at = 0;
        while (at < n && strcmp(list[at].reason, finding->reason) != 0) {
            at++;
        }
        if (finding->is_counted || at == MOST) {
            continue;
        }
        list[at].reason = finding->reason;
        list[at].n = at == n ? 1 : list[at].n + 1;
        n += at == n;
    }
    for (unsigned done = 0; done < n; done++) {
        unsigned best = 0;
        for (unsigned i = 0; i < n; i++) {
            best = list[i].n > list[best].n ? i : best;
        }
        fl_program_table_add_number(&table, list[best].n);
        fl_program_table_add(&table, list[best].reason);
        list[best].n = 0;
    }
    if (n > 0) {
        fl_program_table_write(&table, out);
        fl_text_add_char(out, '\n');
    }
    fl_err err = fl_program_table_check(&table);
    fl_program_table_free(&table);
    return err;
}

static fl_err print_sums(const fl_verdict_table *self, fl_text *out)
{
    fl_table table;
    fl_program_table_init(&table);
    fl_program_table_columns(&table, "confirmed refuted undecided unexpected document");
    for (size_t i = 0; i < self->findings_n; i++) {
        if (is_first_of_document(self, i)) {
            add_sum(self, self->findings[i].row->claim->document, &table);
        }
    }
    fl_program_table_write(&table, out);
    fl_text_add_char(out, '\n');
    fl_err err = fl_program_table_check(&table);
    fl_program_table_free(&table);
    return err;
}

fl_err fl_verify_table_print(const fl_verdict_table *self, fl_text *out)
{
    fl_err err = FL_OK;
    fl_finding_sum sum = fl_claim_finding_count(self->findings, self->findings_n);
    for (size_t i = 0; i < self->findings_n && !err; i++) {
        if (is_first_of_document(self, i)) {
            err = print_document(self, self->findings[i].row->claim->document, out);
        }
    }
    fl_text_add(
        out,
        "observed   a share or a mean. For laws and comparisons: the distance between the laws (total\n"
        "           variation). For 'only' and 'just': the share outside. For orders: the smallest rise.\n"
        "per_floor  how often a player sees it, over all samples; where the chance of a roll is confirmed,\n"
        "           that chance as documented, averaged over the samples that come to the roll\n"
        "interval   where the true value lies; valid at any number of samples\n"
        "evidence   against the claim, as its e-value: what a fair bet against it would have won\n"
        "blind_zone of what is confirmed: true values off the claim that as many samples would have missed\n"
        "           more often than 1 time in 10; of orders: falls. 'occurs' has none: one sight is proof\n"
        "verdict    \"predicted\": expected before anything was counted; the others after looking\n\n");
    err = err ? err : print_sums(self, out);
    err = err ? err : print_left_out(self, out);
    fl_text_add_format(out, "%u confirmed, %u refuted, %u undecided; %u unexpected", sum.confirmed,
                       sum.refuted, sum.undecided, sum.unexpected);
    if (sum.left_out > 0) {
        fl_text_add_format(out, "; %u left out", sum.left_out);
    }
    fl_text_add(out, self->is_stopped ? "; stopped before the end\n" : "\n");
    fl_program_format_number((double)self->floors, out);
    fl_text_add_format(out, " samples. The chance that any true claim is refuted here is at most %g.\n",
                       self->family_alpha);
    return err;
}

/* Adds a number, or null if it is not finite. */
static void add_json(const char *name, double number, fl_text *out)
{
    fl_text_add_format(out, isfinite(number) ? ", \"%s\": %.12g" : ", \"%s\": null", name, number);
}

static void add_json_text(const char *name, const char *text, fl_text *out)
{
    fl_text_add_format(out, ", \"%s\": ", name);
    if (text) {
        fl_text_add_json(out, text);
    } else {
        fl_text_add(out, "null");
    }
}

static void add_json_trace(const fl_finding *finding, fl_text *out)
{
    fl_text_add(out, ", \"trace\": [");
    for (unsigned i = 0; i < finding->points_n; i++) {
        const fl_finding_point *point = &finding->point[i];
        fl_text_add_format(out, "%s{\"floors\": %llu, \"trials\": %llu", i > 0 ? ", " : "",
                           (unsigned long long)point->floors, (unsigned long long)point->trials);
        add_json("observed", point->observed, out);
        add_json("low", point->limits.lo, out);
        add_json("high", point->limits.hi, out);
        add_json_text("verdict", fl_stat_verdict_name(point->verdict), out);
        fl_text_add(out, "}");
    }
    fl_text_add(out, "]");
}

/* The condition of a population's samples; the number of conditions if there is none. */
static uint64_t condition_of(const fl_verdict_table *self, const fl_finding *finding, unsigned i)
{
    uint64_t n = self->setup->conditions;
    uint64_t c = i == 0 ? finding->condition : 0;
    const fl_population *population = &self->claims->population[finding->row->population[i]];
    const char *same = self->claims->population[population->same].name;
    while (
        i > 0 && c < n &&
        (!self->setup->condition[c].name || (strcmp(self->setup->condition[c].name, population->name) != 0 &&
                                             strcmp(self->setup->condition[c].name, same) != 0))) {
        c++;
    }
    return c;
}

/* What was counted of each of its populations. */
static void add_json_counts(const fl_verdict_table *self, const fl_finding *finding, fl_text *out)
{
    fl_text_add(out, ", \"counts\": [");
    for (unsigned i = 0; i < finding->row->populations_n && self->totals; i++) {
        uint64_t c = condition_of(self, finding, i);
        fl_text_add(out, i > 0 ? ", " : "");
        if (c < self->setup->conditions) {
            fl_claim_counts_add_json(finding->row, &self->totals[c], out);
        } else {
            fl_text_add(out, "null");
        }
    }
    fl_text_add_char(out, ']');
}

static void add_json_finding(const fl_verdict_table *self, const fl_finding *finding, fl_text *out)
{
    const fl_claim_row *row = finding->row;
    const fl_claim_judge_result *result = &finding->result;
    fl_text words;
    fl_text_init(&words);
    fl_text_add(out, " {\"id\": ");
    fl_text_add_json(out, row->id);
    add_json_text("source", row->claim->source, out);
    add_json_text("quote", row->claim->quote, out);
    add_json_text("type", fl_claim_type_of(row->claim->type)->name, out);
    fl_claim_print_documented(row->claim, &words);
    add_json_text("documented", fl_text_get(&words), out);
    add_json("observed", result->found.observed, out);
    add_json("low", result->found.limits.lo, out);
    add_json("high", result->found.limits.hi, out);
    fl_text_add_format(out, ", \"trials\": %llu", (unsigned long long)result->trials);
    if (result->hits == FL_CLAIM_JUDGE_NO_HITS) {
        fl_text_add(out, ", \"hits\": null");
    } else {
        fl_text_add_format(out, ", \"hits\": %llu", (unsigned long long)result->hits);
    }
    add_json_counts(self, finding, out);
    add_json("blind_low", result->blind.lo, out);
    add_json("blind_high", result->blind.hi, out);
    add_json("floor_rate", result->floor_rate, out);
    add_json("floor_rate_low", result->floor_limits.lo, out);
    add_json("floor_rate_high", result->floor_limits.hi, out);
    add_json_text("verdict", fl_stat_verdict_name(result->found.verdict), out);
    add_json_text("expected_verdict", fl_stat_verdict_name(row->expected), out);
    add_json_text("expect_from", fl_claim_expect_from(row->claim), out);
    add_json_text("stance", fl_claim_stance_name(row->claim->stance), out);
    add_json_text("claim", row->claim->id, out);
    add_json_text("document", row->claim->document, out);
    add_json_text("text", row->claim->text, out);
    add_json_text("population", self->claims->population[row->population[0]].name, out);
    fl_text_add_format(out, ", \"floors\": %llu", (unsigned long long)result->floors);
    add_json("floors_needed", result->floors_needed, out);
    add_json("log_evidence", result->found.log_e, out);
    add_json_trace(finding, out);
    fl_text_add(out, "}");
    out->is_short_of_memory |= words.is_short_of_memory;
    fl_text_free(&words);
}

void fl_verify_table_print_json(const fl_verdict_table *self, fl_text *out)
{
    fl_finding_sum sum = fl_claim_finding_count(self->findings, self->findings_n);
    unsigned n = 0;
    fl_text_add(out, "{\"claims\": [");
    for (size_t i = 0; i < self->findings_n; i++) {
        if (self->findings[i].is_counted) {
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
            add_json_text("reason", self->findings[i].reason, out);
            fl_text_add(out, "}");
        }
    }
    fl_text_add_format(out,
                       "\n], \"summary\": {\"confirmed\": %u, \"refuted\": %u, \"undecided\": %u, "
                       "\"unexpected\": %u, \"left_out\": %u, \"floors\": %llu, \"complete\": %s}, "
                       "\"alpha\": %g}\n",
                       sum.confirmed, sum.refuted, sum.undecided, sum.unexpected, sum.left_out,
                       (unsigned long long)self->floors, self->is_stopped ? "false" : "true",
                       self->family_alpha);
}
