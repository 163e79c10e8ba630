/* SPDX-License-Identifier: GPL-2.0-or-later */
/* libFuzzer: packed tallies, as in checkpoints, from any bytes. */
#include "analysis/tally/tally.h"
#include "gen/registry.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static fl_tally_spec plan;
    static fl_tally tally;
    if (!tally.count) {
        static const unsigned metrics[] = {FL_METRIC_ROOMS, FL_METRIC_DEAD_ENDS};
        fl_tally_request wish = {
            .generator = fl_registry_find("classic"), .metrics = metrics, .metrics_n = 2};
        if (fl_tally_spec_make(&plan, &wish, NULL) || fl_tally_init(&tally, &plan)) {
            abort();
        }
    }
    fl_tally_pack_reader reader = {.at = data, .end = data + size};
    fl_err err = fl_tally_pack_read(&reader, &tally);
    if (!err && reader.at > reader.end) {
        abort();
    }
    return 0;
}
