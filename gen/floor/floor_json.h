/* SPDX-License-Identifier: MIT */
/* A floor as one line of JSON, the form that `export`, `show --format json` and `find` write.
 *
 * Spec: metrics, "Floor lines". Every text that comes from outside is escaped, so a line is one line. */
#ifndef FL_GEN_FLOOR_FLOOR_JSON_H
#define FL_GEN_FLOOR_FLOOR_JSON_H

#include "gen/base/text.h"
#include "gen/floor/floor.h"

#include <stddef.h>
#include <stdint.h>

/* What stands before and after the floor. All borrowed. */
typedef struct fl_floor_json_head {
    const char *generator;
    unsigned version;
    const char *rules;
    uint64_t seed;                   /* written in quotes: not every reader of JSON has 64 bits */
    uint64_t index;                  /* written as a number; fl_floor_json_read takes those below 2^63 */
    const char *seed_text;           /* NULL = none */
    const char *const *metric_names; /* [metrics_n] */
    const int32_t *metric_values;    /* [metrics_n]; FL_GENERATOR_FACT_NONE = left out */
    size_t metrics_n;                /* 0 = no metrics at all */
} fl_floor_json_head;

/* Appends the line and a newline. A failed floor becomes a line with "failed" and the reason. */
void fl_floor_json_write(const fl_floor_json_head *head, const fl_floor *floor, fl_text *out);

#endif
