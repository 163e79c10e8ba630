/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A finding as a table: its fields, each with its names in a result file and in JSON and what it means. A
 * field is defined by its row alone. One more field: a row, and its words in data/manual/result.md. */
#include "experiments/verify/verify.h"
#include "experiments/verify/verify_private.h"

#include <math.h>
#include <string.h>

/* All rows begin with the name in a result file and the key in JSON, NULL = absent:
 * TEXT(symbol, name, key, text, meaning): a text; NULL is an empty one
 * NUMBER(symbol, name, key, type, number, meaning, unit): a number that follows from the claim
 * KEPT(name, key, type, member, meaning, unit): a number that is kept exactly, also in checkpoints
 * Texts and numbers can use `set`, `finding`, `row`, `claim` and `proofs`, or add to `out` themselves. */
#define FL_FINDING_TABLE(TEXT, NUMBER, KEPT)                                                                 \
    TEXT(ID, "id", "id", row->id, "id of the claim, with its scenario where it has several")                 \
    TEXT(SOURCE, "source", "source", claim->source, "document, and place in it")                             \
    TEXT(SENTENCE, "sentence", "text", claim->text, "the claim in one sentence")                             \
    TEXT(QUOTE, "quote", "quote", claim->quote, "the sentence of the document, word for word")               \
    TEXT(TYPE, "type", "type", fl_claim_type_of(claim->type)->name,                                          \
         "what is claimed: a chance, a distribution, …")                                                     \
    TEXT(SCENARIOS, "scenario", NULL, add_scenarios(set, row, out), "names of the samples it is about")      \
    TEXT(COUNTED, "counted", NULL, add_counted(row, out), "what was counted")                                \
    TEXT(DOCUMENTED, "documented", "documented", add_documented(claim, out), "what the document says")       \
    TEXT(VERDICT, "verdict", "verdict",                                                                      \
         finding->is_counted ? fl_stat_verdict_name(finding->result.found.verdict) : NULL,                   \
         "confirmed, refuted or undecided; empty = it could not be judged")                                  \
    TEXT(EXPECTED, "expected", "recorded_verdict", fl_stat_verdict_name(row->expected),                      \
         "the verdict that is expected; undecided = any")                                                    \
    TEXT(REASON, "reason", NULL, finding->reason, "why it could not be judged: needs curse=none")            \
    TEXT(COUNTS, "counts", NULL, claim->event ? claim->event : row->metric,                                  \
         "name of the event or the metric")                                                                  \
    TEXT(EXACT, NULL, "exact_value", finding->exact, "")                                                     \
    TEXT(PROOF, NULL, "proof", proofs[finding->proof], "")                                                   \
    TEXT(EXPECT_FROM, NULL, "recorded", fl_claim_recorded(claim), "")                                        \
    TEXT(STANCE, NULL, "stance", fl_claim_stance_name(claim->stance), "")                                    \
    TEXT(CLAIM, NULL, "claim", claim->id, "")                                                                \
    TEXT(DOCUMENT, NULL, "document", claim->document, "")                                                    \
    TEXT(SCENARIO, NULL, "scenario", set->scenario[row->scenario[0]].name, "")                               \
    NUMBER(VALUE, "documented_value", NULL, FL_STORE_F64,                                                    \
           claim->value_text ? fl_stat_fraction_value(claim->value) : NAN,                                   \
           "documented chance or mean; NaN = not a single number", "number")                                 \
    NUMBER(TOLERANCE, "tolerance", NULL, FL_STORE_F64, claim->tolerance,                                     \
           "how far off still counts as agreement", "that of the claim")                                     \
    NUMBER(LEAST, "documented_least", NULL, FL_STORE_F64, end_of_values(claim, 0),                           \
           "least documented value of the metric; NaN = none is named", "that of the metric")                \
    NUMBER(MOST, "documented_most", NULL, FL_STORE_F64, end_of_values(claim, 1),                             \
           "largest documented value of the metric", "that of the metric")                                   \
    NUMBER(STATE, "state", NULL, FL_STORE_U64, finding->is_counted ? FL_FINDING_COUNTED : 0,                 \
           "1 = counted; 2 = later samples no longer computed its metrics", "sum")                           \
    KEPT("observed", "observed", FL_STORE_F64, result.found.observed,                                        \
         "share, mean or distance that was counted", "that of the claim")                                    \
    KEPT("low", "low", FL_STORE_F64, result.found.limits.lo, "lower end of its interval, valid at any time", \
         "that of the claim")                                                                                \
    KEPT("high", "high", FL_STORE_F64, result.found.limits.hi, "upper end of the interval",                  \
         "that of the claim")                                                                                \
    KEPT("log_evidence", "log_evidence", FL_STORE_F64, result.found.log_e,                                   \
         "evidence against the claim, natural logarithm", "nats")                                            \
    KEPT("not_excluded_low", "not_excluded_low", FL_STORE_F64, result.blind.lo,                              \
         "if confirmed: lowest true value that was missed with more than 0.1; NaN = none",                   \
         "that of the claim")                                                                                \
    KEPT("not_excluded_high", "not_excluded_high", FL_STORE_F64, result.blind.hi, "highest such value",      \
         "that of the claim")                                                                                \
    KEPT("trials_needed", NULL, FL_STORE_F64, result.found.needed,                                           \
         "more trials until a verdict; 0 = there is one", "trials")                                          \
    KEPT("samples_needed", "floors_needed", FL_STORE_F64, result.floors_needed,                              \
         "more samples until a verdict; 0 = there is one", "samples")                                        \
    KEPT("per_sample", "floor_rate", FL_STORE_F64, result.floor_rate,                                        \
         "how often a player sees it, over all samples", "share")                                            \
    KEPT("per_sample_low", "floor_rate_low", FL_STORE_F64, result.floor_limits.lo,                           \
         "lower end of its interval", "share")                                                               \
    KEPT("per_sample_high", "floor_rate_high", FL_STORE_F64, result.floor_limits.hi,                         \
         "upper end of the interval", "share")                                                               \
    KEPT("trials", "trials", FL_STORE_U64, result.trials, "samples, or rolls, that the claim is about",      \
         "trials")                                                                                           \
    KEPT("hits", "hits", FL_STORE_U64, result.hits,                                                          \
         "those of them that hit; 2^64 - 1 = no event is counted", "trials")                                 \
    KEPT("samples", "floors", FL_STORE_U64, result.floors, "samples of all its scenarios", "samples")        \
    KEPT("configuration", NULL, FL_STORE_U64, condition,                                                     \
         "number of its configuration, that of the first scenario", "number")

/* The numbers of the fields; 0 for stored numbers. */
#define FL_FIELD_ENUM(symbol, ...) symbol,
#define FL_FIELD_NONE(...)
enum { KEPT_FIELD, FL_FINDING_TABLE(FL_FIELD_ENUM, FL_FIELD_ENUM, FL_FIELD_NONE) };

#define FL_FIELD_TEXT(symbol, name, key, text, meaning) {name, key, FL_STORE_TEXT, symbol, 0, meaning, ""},
#define FL_FIELD_NUMBER(symbol, name, key, type, number, meaning, unit)                                      \
    {name, key, type, symbol, 0, meaning, unit},
#define FL_FIELD_KEPT(name, key, type, member, meaning, unit)                                                \
    {name, key, type, KEPT_FIELD, offsetof(fl_finding, member), meaning, unit},
const fl_finding_field fl_verify_fields[] = {FL_FINDING_TABLE(FL_FIELD_TEXT, FL_FIELD_NUMBER, FL_FIELD_KEPT)};
const unsigned fl_verify_fields_n = sizeof fl_verify_fields / sizeof fl_verify_fields[0];

#define FL_POINT(field) offsetof(fl_finding_point, field)

const fl_finding_field fl_verify_point_fields[FL_POINT_FIELDS] = {
    {"observed", "observed", FL_STORE_F64, KEPT_FIELD, FL_POINT(observed), "share, mean or distance so far",
     "that of the claim"},
    {"low", "low", FL_STORE_F64, KEPT_FIELD, FL_POINT(limits.lo), "lower end of its interval",
     "that of the claim"},
    {"high", "high", FL_STORE_F64, KEPT_FIELD, FL_POINT(limits.hi), "upper end of the interval",
     "that of the claim"},
    {"samples", "floors", FL_STORE_U64, KEPT_FIELD, FL_POINT(floors), "samples so far", "samples"},
    {"trials", "trials", FL_STORE_U64, KEPT_FIELD, FL_POINT(trials), "trials so far", "trials"},
};

uint64_t fl_verify_bits_at(const void *base, size_t at)
{
    uint64_t bits = 0;
    memcpy(&bits, (const char *)base + at, sizeof bits);
    return bits;
}

static const char *add_counted(const fl_claim_row *row, fl_text *out)
{
    fl_claim_print_counted(row->claim, row->metric, out);
    return NULL;
}

static const char *add_documented(const fl_claim *claim, fl_text *out)
{
    fl_claim_print_documented(claim, out);
    return NULL;
}

static const char *add_scenarios(const fl_claim_set *set, const fl_claim_row *row, fl_text *out)
{
    for (unsigned i = 0; i < row->scenarios_n; i++) {
        fl_text_add_format(out, "%s%s", i > 0 ? ", " : "", set->scenario[row->scenario[i]].name);
    }
    return NULL;
}

/* The smallest (0) or largest (1) value of a metric that the document allows; NaN if it names none. */
static double end_of_values(const fl_claim *claim, unsigned end)
{
    double span[2] = {NAN, NAN};
    bool is_set = claim->type == FL_CLAIM_SUPPORT || claim->type == FL_CLAIM_ALWAYS;
    for (unsigned i = 0; i < claim->values.pieces_n && is_set && !claim->is_inverted; i++) {
        span[0] = fmin(span[0], claim->values.piece[i].first); /* fmin ignores NaN */
        span[1] = fmax(span[1], claim->values.piece[i].last);
    }
    for (unsigned i = 0; i < claim->law.cells_n && claim->type == FL_CLAIM_DISTRIBUTION; i++) {
        span[0] = fmin(span[0], claim->law.value[i]);
        span[1] = fmax(span[1], claim->law.value[i]);
    }
    return span[end];
}

void fl_verify_field_text(const fl_claim_set *set, const fl_finding *finding, const fl_finding_field *field,
                          fl_text *out)
{
    static const char *const proofs[] = {NULL, "proved", "disproved"};
    const fl_claim_row *row = finding->row;
    const fl_claim *claim = row->claim;
    const char *said = NULL;
    switch (field->what) {
#define FL_FIELD_SAY(symbol, name, key, text, meaning)                                                       \
    case symbol:                                                                                             \
        said = (text);                                                                                       \
        break;
        FL_FINDING_TABLE(FL_FIELD_SAY, FL_FIELD_NONE, FL_FIELD_NONE)
    }
    fl_text_add(out, said ? said : "");
}

uint64_t fl_verify_field_bits(const void *record, const fl_finding_field *field)
{
    const fl_finding *finding = record;
    double number = 0;
    if (field->what == KEPT_FIELD) {
        return fl_verify_bits_at(record, field->at);
    }
    const fl_claim *claim = finding->row->claim;
    switch (field->what) {
#define FL_FIELD_COMPUTE(symbol, name, key, type, value, meaning, unit)                                      \
    case symbol:                                                                                             \
        number = (value);                                                                                    \
        break;
        FL_FINDING_TABLE(FL_FIELD_NONE, FL_FIELD_COMPUTE, FL_FIELD_NONE)
    }
    return field->type == FL_STORE_F64 ? fl_verify_bits_at(&number, 0) : (uint64_t)number;
}

/* Adds null for an empty text, a number that is not finite, and missing hits. */
void fl_verify_field_add_json(const fl_claim_set *set, const void *record, const fl_finding_field *field,
                              fl_text *out)
{
    uint64_t bits = 0;
    double number = 0;
    fl_text text;
    fl_text_init(&text);
    fl_text_add_format(out, "\"%s\": ", field->key);
    if (field->type == FL_STORE_TEXT) {
        fl_verify_field_text(set, record, field, &text);
    } else {
        bits = fl_verify_field_bits(record, field);
        memcpy(&number, &bits, sizeof number);
    }
    if (field->type == FL_STORE_TEXT && text.size > 0) {
        fl_text_add_json(out, fl_text_get(&text));
    } else if (field->type == FL_STORE_U64 && bits != FL_CLAIM_JUDGE_NO_HITS) {
        fl_text_add_format(out, "%llu", (unsigned long long)bits);
    } else if (field->type == FL_STORE_F64 && isfinite(number)) {
        fl_text_add_format(out, "%.12g", number);
    } else {
        fl_text_add(out, "null");
    }
    fl_text_drop(&text, out);
}

void fl_verify_pack_finding(const fl_finding *finding, fl_text *out)
{
    fl_tally_pack_add_number(finding->result.found.verdict, out);
    fl_tally_pack_add_number(finding->is_counted ? FL_FINDING_COUNTED : 0, out);
    fl_tally_pack_add_number(finding->points_n, out);
    for (unsigned k = 0; k < fl_verify_fields_n; k++) {
        if (fl_verify_field_is_kept(&fl_verify_fields[k])) {
            fl_tally_pack_add_number(fl_verify_bits_at(finding, fl_verify_fields[k].at), out);
        }
    }
    for (unsigned i = 0; i < finding->points_n; i++) {
        fl_tally_pack_add_number(finding->point[i].verdict, out);
        for (unsigned k = 0; k < FL_POINT_FIELDS; k++) {
            fl_tally_pack_add_number(fl_verify_bits_at(&finding->point[i], fl_verify_point_fields[k].at),
                                     out);
        }
    }
}

static fl_err read_bits(fl_tally_pack_reader *self, void *base, size_t at)
{
    uint64_t bits = 0;
    fl_err err = fl_tally_pack_read_number(self, &bits);
    memcpy((char *)base + at, &bits, sizeof bits);
    return err;
}

fl_err fl_verify_read_finding(fl_tally_pack_reader *self, fl_finding *out)
{
    uint64_t head[3] = {0};
    fl_err err = FL_OK;
    for (unsigned i = 0; i < 3 && !err; i++) {
        err = fl_tally_pack_read_number(self, &head[i]);
    }
    if (err || head[0] > FL_VERDICT_REFUTED || head[2] > FL_FINDING_POINTS) {
        return FL_ERR_DAMAGED;
    }
    out->result.found.verdict = (fl_verdict)head[0];
    out->is_counted = head[1] & FL_FINDING_COUNTED;
    out->points_n = (unsigned)head[2];
    for (unsigned k = 0; k < fl_verify_fields_n && !err; k++) {
        if (fl_verify_field_is_kept(&fl_verify_fields[k])) {
            err = read_bits(self, out, fl_verify_fields[k].at);
        }
    }
    for (unsigned i = 0; i < out->points_n && !err; i++) {
        uint64_t verdict = 0;
        err = fl_tally_pack_read_number(self, &verdict);
        out->point[i].verdict = verdict <= FL_VERDICT_REFUTED ? (fl_verdict)verdict : FL_VERDICT_UNDECIDED;
        for (unsigned k = 0; k < FL_POINT_FIELDS && !err; k++) {
            err = read_bits(self, &out->point[i], fl_verify_point_fields[k].at);
        }
    }
    return err;
}

void fl_verify_finding_add_json(const fl_claim_set *set, const fl_finding *finding, fl_text *out)
{
    for (unsigned k = 0; k < fl_verify_fields_n; k++) {
        if (fl_verify_fields[k].key) {
            fl_verify_field_add_json(set, finding, &fl_verify_fields[k], out);
            fl_text_add(out, ", ");
        }
    }
    fl_text_add_format(out, "\"is_exact\": %s", finding->result.is_exact ? "true" : "false");
}
