/* SPDX-License-Identifier: GPL-2.0-or-later */
/* libFuzzer: packed tallies and findings, as in checkpoints, from any bytes. */
#include "analysis/tally/tally.h"
#include "experiments/verify/verify_private.h"
#include "gen/classic/classic.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const fl_catalogue *open_catalogue(void)
{
    static fl_catalogue catalogue;
    static void *rules;
    fl_setting_values values;
    fl_setting_values_init(&values, fl_classic.settings, fl_classic.settings_n);
    if (fl_classic.init(&values, &rules, NULL) ||
        fl_sample_catalogue_init(&catalogue, &fl_classic, (const void *const *)&rules, 1, NULL)) {
        abort();
    }
    return &catalogue;
}

/* Findings of a checkpoint of verify. */
static void read_findings(const uint8_t *data, size_t size)
{
    static fl_finding finding;
    fl_tally_pack_reader reader = {.at = data, .end = data + size};
    while (!fl_verify_read_finding(&reader, &finding)) {
        if (reader.at > reader.end || finding.points_n > FL_FINDING_POINTS ||
            finding.result.found.verdict > FL_VERDICT_REFUTED) {
            abort();
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static fl_tally_spec plan;
    static fl_tally tally;
    if (!tally.count) {
        static const unsigned metrics[] = {FL_METRIC_ROOMS, FL_METRIC_DEAD_ENDS};
        fl_tally_request wish = {.catalogue = open_catalogue(),
                                 .metrics = {FL_TALLY_LIST, metrics, 2},
                                 .events = {.what = FL_TALLY_NONE},
                                 .maps = {.what = FL_TALLY_NONE}};
        if (fl_tally_spec_make(&plan, &wish, NULL) || fl_tally_init(&tally, &plan)) {
            abort();
        }
    }
    fl_tally_pack_reader reader = {.at = data, .end = data + size};
    fl_err err = fl_tally_pack_read(&reader, &tally);
    if (!err && reader.at > reader.end) {
        abort();
    }
    read_findings(data, size);
    return 0;
}
