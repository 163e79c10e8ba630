/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A finding as a table: its fields, each with its names in a result file and in JSON and what it means. The
 * numbers behind FL_FINDING_KEPT are kept exactly, also in checkpoints. */
#include "experiments/verify/verify.h"
#include "experiments/verify/verify_private.h"

#include <math.h>
#include <string.h>

#define FL_RESULT(field) offsetof(fl_finding, result.field)

/* Texts, and numbers that follow from the claim. */
enum { NONE, ID, SOURCE, SENTENCE, QUOTE, TYPE, VERDICT, EXPECTED, REASON, COUNTS, EXACT, PROOF };
enum { EXPECT_FROM = PROOF + 1, STANCE, CLAIM, DOCUMENT, POPULATION, POPULATIONS, COUNTED, DOCUMENTED };
enum { VALUE = DOCUMENTED + 1, TOLERANCE, LEAST, MOST, STATE };

const fl_finding_field fl_verify_fields[FL_FINDING_FIELDS] = {
    {"id", "id", FL_STORE_TEXT, ID, 0, "id of the claim, with its population where it has several", ""},
    {"source", "source", FL_STORE_TEXT, SOURCE, 0, "document, and place in it", ""},
    {"sentence", "text", FL_STORE_TEXT, SENTENCE, 0, "the claim in one sentence", ""},
    {"quote", "quote", FL_STORE_TEXT, QUOTE, 0, "the sentence of the document, word for word", ""},
    {"type", "type", FL_STORE_TEXT, TYPE, 0, "what is claimed: a chance, a law, …", ""},
    {"population", NULL, FL_STORE_TEXT, POPULATIONS, 0, "names of the samples it is about", ""},
    {"counted", NULL, FL_STORE_TEXT, COUNTED, 0, "what was counted", ""},
    {"documented", "documented", FL_STORE_TEXT, DOCUMENTED, 0, "what the document says", ""},
    {"verdict", "verdict", FL_STORE_TEXT, VERDICT, 0,
     "confirmed, refuted or undecided; empty = it could not be judged", ""},
    {"expected", "expected_verdict", FL_STORE_TEXT, EXPECTED, 0,
     "the verdict that is expected; undecided = any", ""},
    {"reason", NULL, FL_STORE_TEXT, REASON, 0, "why it could not be judged: needs curse=none", ""},
    {"counts", NULL, FL_STORE_TEXT, COUNTS, 0, "name of the event or the metric", ""},
    {NULL, "exact_value", FL_STORE_TEXT, EXACT, 0, "", ""},
    {NULL, "proof", FL_STORE_TEXT, PROOF, 0, "", ""},
    {NULL, "expect_from", FL_STORE_TEXT, EXPECT_FROM, 0, "", ""},
    {NULL, "stance", FL_STORE_TEXT, STANCE, 0, "", ""},
    {NULL, "claim", FL_STORE_TEXT, CLAIM, 0, "", ""},
    {NULL, "document", FL_STORE_TEXT, DOCUMENT, 0, "", ""},
    {NULL, "population", FL_STORE_TEXT, POPULATION, 0, "", ""},
    {"documented_value", NULL, FL_STORE_F64, VALUE, 0, "documented chance or mean; NaN = not a single number",
     "number"},
    {"tolerance", NULL, FL_STORE_F64, TOLERANCE, 0, "how far off still counts as agreement",
     "that of the claim"},
    {"documented_least", NULL, FL_STORE_F64, LEAST, 0,
     "least documented value of the metric; NaN = none is named", "that of the metric"},
    {"documented_most", NULL, FL_STORE_F64, MOST, 0, "largest documented value of the metric",
     "that of the metric"},
    {"state", NULL, FL_STORE_U64, STATE, 0, "1 = counted; 2 = later samples no longer computed its metrics",
     "sum"},
    {"observed", "observed", FL_STORE_F64, NONE, FL_RESULT(found.observed),
     "share, mean or distance that was counted", "that of the claim"},
    {"low", "low", FL_STORE_F64, NONE, FL_RESULT(found.limits.lo),
     "lower end of its interval, valid at any time", "that of the claim"},
    {"high", "high", FL_STORE_F64, NONE, FL_RESULT(found.limits.hi), "upper end of the interval",
     "that of the claim"},
    {"log_evidence", "log_evidence", FL_STORE_F64, NONE, FL_RESULT(found.log_e),
     "evidence against the claim, natural logarithm", "nats"},
    {"blind_low", "blind_low", FL_STORE_F64, NONE, FL_RESULT(blind.lo),
     "if confirmed: lowest true value that was missed with more than 0.1; NaN = none", "that of the claim"},
    {"blind_high", "blind_high", FL_STORE_F64, NONE, FL_RESULT(blind.hi), "highest such value",
     "that of the claim"},
    {"trials_needed", NULL, FL_STORE_F64, NONE, FL_RESULT(found.needed),
     "more trials until a verdict; 0 = there is one", "trials"},
    {"samples_needed", "floors_needed", FL_STORE_F64, NONE, FL_RESULT(floors_needed),
     "more samples until a verdict; 0 = there is one", "samples"},
    {"per_sample", "floor_rate", FL_STORE_F64, NONE, FL_RESULT(floor_rate),
     "how often a player sees it, over all samples", "share"},
    {"per_sample_low", "floor_rate_low", FL_STORE_F64, NONE, FL_RESULT(floor_limits.lo),
     "lower end of its interval", "share"},
    {"per_sample_high", "floor_rate_high", FL_STORE_F64, NONE, FL_RESULT(floor_limits.hi),
     "upper end of the interval", "share"},
    {"trials", "trials", FL_STORE_U64, NONE, FL_RESULT(trials), "samples, or rolls, that the claim is about",
     "trials"},
    {"hits", "hits", FL_STORE_U64, NONE, FL_RESULT(hits),
     "those of them that hit; 2^64 - 1 = no event is counted", "trials"},
    {"samples", "floors", FL_STORE_U64, NONE, FL_RESULT(floors), "samples of all its populations", "samples"},
    {"condition", NULL, FL_STORE_U64, NONE, offsetof(fl_finding, condition),
     "number of its condition, that of the first population", "number"},
};

#define FL_POINT(field) offsetof(fl_finding_point, field)

const fl_finding_field fl_verify_point_fields[FL_POINT_FIELDS] = {
    {"observed", "observed", FL_STORE_F64, NONE, FL_POINT(observed), "share, mean or distance so far",
     "that of the claim"},
    {"low", "low", FL_STORE_F64, NONE, FL_POINT(limits.lo), "lower end of its interval", "that of the claim"},
    {"high", "high", FL_STORE_F64, NONE, FL_POINT(limits.hi), "upper end of the interval",
     "that of the claim"},
    {"samples", "floors", FL_STORE_U64, NONE, FL_POINT(floors), "samples so far", "samples"},
    {"trials", "trials", FL_STORE_U64, NONE, FL_POINT(trials), "trials so far", "trials"},
};

uint64_t fl_verify_bits_at(const void *base, size_t at)
{
    uint64_t bits = 0;
    memcpy(&bits, (const char *)base + at, sizeof bits);
    return bits;
}

void fl_verify_field_text(const fl_claim_set *set, const fl_finding *finding, const fl_finding_field *field,
                          fl_text *out)
{
    static const char *const proofs[] = {NULL, "proved", "disproved"};
    const fl_claim_row *row = finding->row;
    const fl_claim *claim = row->claim;
    const char *verdict = finding->is_counted ? fl_stat_verdict_name(finding->result.found.verdict) : NULL;
    const char *const texts[] = {[ID] = row->id,
                                 [SOURCE] = claim->source,
                                 [SENTENCE] = claim->text,
                                 [QUOTE] = claim->quote,
                                 [TYPE] = fl_claim_type_of(claim->type)->name,
                                 [VERDICT] = verdict,
                                 [EXPECTED] = fl_stat_verdict_name(row->expected),
                                 [REASON] = finding->reason,
                                 [COUNTS] = claim->event ? claim->event : row->metric,
                                 [EXACT] = finding->exact,
                                 [PROOF] = proofs[finding->proof],
                                 [EXPECT_FROM] = fl_claim_expect_from(claim),
                                 [STANCE] = fl_claim_stance_name(claim->stance),
                                 [CLAIM] = claim->id,
                                 [DOCUMENT] = claim->document,
                                 [POPULATION] = set->population[row->population[0]].name};
    if (field->what <= POPULATION) {
        fl_text_add(out, texts[field->what] ? texts[field->what] : "");
    } else if (field->what == COUNTED) {
        fl_claim_print_counted(claim, row->metric, out);
    } else if (field->what == DOCUMENTED) {
        fl_claim_print_documented(claim, out);
    }
    for (unsigned i = 0; i < row->populations_n && field->what == POPULATIONS; i++) {
        fl_text_add_format(out, "%s%s", i > 0 ? ", " : "", set->population[row->population[i]].name);
    }
}

uint64_t fl_verify_field_bits(const fl_finding *finding, const fl_finding_field *field)
{
    const fl_claim *claim = finding->row->claim;
    double span[2] = {NAN, NAN};
    double number = claim->tolerance;
    if (field->what == NONE) {
        return fl_verify_bits_at(finding, field->at);
    }
    if (field->what == STATE) {
        return finding->is_counted ? FL_FINDING_COUNTED : 0;
    }
    if (field->what == VALUE) {
        number = claim->value_text ? fl_stat_fraction_value(claim->value) : NAN;
    } else if (field->what != TOLERANCE) {
        /* the least and the largest value that the document leaves a metric; NaN where it names none */
        bool is_set = claim->type == FL_CLAIM_SUPPORT || claim->type == FL_CLAIM_ALWAYS;
        for (unsigned i = 0; i < claim->values.pieces_n && is_set && !claim->is_inverted; i++) {
            span[0] = fmin(span[0], claim->values.piece[i].first); /* of NaN and a number the number */
            span[1] = fmax(span[1], claim->values.piece[i].last);
        }
        for (unsigned i = 0; i < claim->law.cells_n && claim->type == FL_CLAIM_DISTRIBUTION; i++) {
            span[0] = fmin(span[0], claim->law.value[i]);
            span[1] = fmax(span[1], claim->law.value[i]);
        }
        number = span[field->what == MOST];
    }
    return fl_verify_bits_at(&number, 0);
}

/* An empty text, a number that is not finite and no hits are null. */
void fl_verify_field_add_json(const fl_claim_set *set, const void *of, const fl_finding_field *field,
                              fl_text *out)
{
    uint64_t bits = 0;
    double number = 0;
    fl_text text;
    fl_text_init(&text);
    fl_text_add_format(out, "\"%s\": ", field->key);
    if (field->type == FL_STORE_TEXT) {
        fl_verify_field_text(set, of, field, &text);
    } else {
        bits = fl_verify_bits_at(of, field->at);
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
    for (unsigned k = FL_FINDING_KEPT; k < FL_FINDING_FIELDS; k++) {
        fl_tally_pack_add_number(fl_verify_bits_at(finding, fl_verify_fields[k].at), out);
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
    for (unsigned k = FL_FINDING_KEPT; k < FL_FINDING_FIELDS && !err; k++) {
        err = read_bits(self, out, fl_verify_fields[k].at);
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
    for (unsigned k = 0; k < FL_FINDING_FIELDS; k++) {
        if (fl_verify_fields[k].key) {
            fl_verify_field_add_json(set, finding, &fl_verify_fields[k], out);
            fl_text_add(out, ", ");
        }
    }
    fl_text_add_format(out, "\"is_exact\": %s", finding->result.is_exact ? "true" : "false");
}
