/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Findings as JSON. */
#include "experiments/program/program.h"
#include "experiments/verify/verify.h"

#include <math.h>

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

/* What was counted of each of its populations. */
static void add_json_counts(const fl_verdict_table *self, const fl_finding *finding, fl_text *out)
{
    fl_text_add(out, ", \"counts\": [");
    for (unsigned i = 0; i < finding->row->populations_n && self->totals; i++) {
        const fl_tally *counts = fl_verify_table_counts(self, finding, i);
        fl_text_add(out, i > 0 ? ", " : "");
        if (counts) {
            fl_claim_counts_add_json(finding->row, counts, out);
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
    static const char *const proofs[] = {NULL, "proved", "disproved"};
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
    fl_text_add_format(out, ", \"is_exact\": %s", result->is_exact ? "true" : "false");
    fl_text_add_format(out, ", \"trials\": %llu", (unsigned long long)result->trials);
    if (result->hits == FL_CLAIM_JUDGE_NO_HITS) {
        fl_text_add(out, ", \"hits\": null");
    } else {
        fl_text_add_format(out, ", \"hits\": %llu", (unsigned long long)result->hits);
    }
    add_json_counts(self, finding, out);
    add_json_text("exact_value", finding->exact[0] ? finding->exact : NULL, out);
    add_json_text("proof", proofs[finding->proof], out);
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
        if (fl_verify_table_lists(self, &self->findings[i])) {
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
                       "\"unexpected\": %u, \"left_out\": %u, \"floors\": %llu, \"complete\": %s, "
                       "\"independent\": %s}, "
                       "\"alpha\": %g}\n",
                       sum.confirmed, sum.refuted, sum.undecided, sum.unexpected, sum.left_out,
                       (unsigned long long)self->floors, self->is_stopped ? "false" : "true",
                       self->is_repeated ? "false" : "true", self->family_alpha);
}
