/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The numbers of a finding by name, kept exactly: as columns of a result file, and packed for checkpoints. */
#include "experiments/verify/verify.h"
#include "experiments/verify/verify_private.h"

#include <string.h>

#define FL_RESULT(field) offsetof(fl_finding, result.field)

const fl_finding_number fl_verify_finding_numbers[FL_FINDING_NUMBERS] = {
    {"observed", FL_STORE_F64, FL_RESULT(found.observed), "share, mean or distance that was counted",
     "that of the claim"},
    {"low", FL_STORE_F64, FL_RESULT(found.limits.lo), "lower end of its interval, valid at any time",
     "that of the claim"},
    {"high", FL_STORE_F64, FL_RESULT(found.limits.hi), "upper end of the interval", "that of the claim"},
    {"log_evidence", FL_STORE_F64, FL_RESULT(found.log_e), "evidence against the claim, natural logarithm",
     "nats"},
    {"blind_low", FL_STORE_F64, FL_RESULT(blind.lo),
     "if confirmed: lowest true value that was missed with more than 0.1; NaN = none", "that of the claim"},
    {"blind_high", FL_STORE_F64, FL_RESULT(blind.hi), "highest such value", "that of the claim"},
    {"trials_needed", FL_STORE_F64, FL_RESULT(found.needed), "more trials until a verdict; 0 = there is one",
     "trials"},
    {"samples_needed", FL_STORE_F64, FL_RESULT(floors_needed),
     "more samples until a verdict; 0 = there is one", "samples"},
    {"per_sample", FL_STORE_F64, FL_RESULT(floor_rate), "how often a player sees it, over all samples",
     "share"},
    {"per_sample_low", FL_STORE_F64, FL_RESULT(floor_limits.lo), "lower end of its interval", "share"},
    {"per_sample_high", FL_STORE_F64, FL_RESULT(floor_limits.hi), "upper end of the interval", "share"},
    {"trials", FL_STORE_U64, FL_RESULT(trials), "samples, or rolls, that the claim is about", "trials"},
    {"hits", FL_STORE_U64, FL_RESULT(hits), "those of them that hit; 2^64 - 1 = no event is counted",
     "trials"},
    {"samples", FL_STORE_U64, FL_RESULT(floors), "samples of all its populations", "samples"},
    {"condition", FL_STORE_U64, offsetof(fl_finding, condition),
     "number of its condition, that of the first population", "number"},
};

#define FL_POINT(field) offsetof(fl_finding_point, field)

const fl_finding_number fl_verify_point_numbers[FL_POINT_NUMBERS] = {
    {"observed", FL_STORE_F64, FL_POINT(observed), "share, mean or distance so far", "that of the claim"},
    {"low", FL_STORE_F64, FL_POINT(limits.lo), "lower end of its interval", "that of the claim"},
    {"high", FL_STORE_F64, FL_POINT(limits.hi), "upper end of the interval", "that of the claim"},
    {"samples", FL_STORE_U64, FL_POINT(floors), "samples so far", "samples"},
    {"trials", FL_STORE_U64, FL_POINT(trials), "trials so far", "trials"},
};

uint64_t fl_verify_bits_at(const void *base, size_t at)
{
    uint64_t bits = 0;
    memcpy(&bits, (const char *)base + at, sizeof bits);
    return bits;
}

void fl_verify_pack_finding(const fl_finding *finding, fl_text *out)
{
    fl_tally_pack_add_number(finding->result.found.verdict, out);
    fl_tally_pack_add_number(finding->is_counted ? FL_FINDING_COUNTED : 0, out);
    fl_tally_pack_add_number(finding->points_n, out);
    for (unsigned k = 0; k < FL_FINDING_NUMBERS; k++) {
        fl_tally_pack_add_number(fl_verify_bits_at(finding, fl_verify_finding_numbers[k].at), out);
    }
    for (unsigned i = 0; i < finding->points_n; i++) {
        fl_tally_pack_add_number(finding->point[i].verdict, out);
        for (unsigned k = 0; k < FL_POINT_NUMBERS; k++) {
            fl_tally_pack_add_number(fl_verify_bits_at(&finding->point[i], fl_verify_point_numbers[k].at),
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
    for (unsigned k = 0; k < FL_FINDING_NUMBERS && !err; k++) {
        err = read_bits(self, out, fl_verify_finding_numbers[k].at);
    }
    for (unsigned i = 0; i < out->points_n && !err; i++) {
        uint64_t verdict = 0;
        err = fl_tally_pack_read_number(self, &verdict);
        out->point[i].verdict = verdict <= FL_VERDICT_REFUTED ? (fl_verdict)verdict : FL_VERDICT_UNDECIDED;
        for (unsigned k = 0; k < FL_POINT_NUMBERS && !err; k++) {
            err = read_bits(self, &out->point[i], fl_verify_point_numbers[k].at);
        }
    }
    return err;
}
