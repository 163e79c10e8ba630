/* SPDX-License-Identifier: MIT */
/* Writes a floor as one line of JSON, as `export` and `show --format json` do.
 *
 *  All texts that come from outside are escaped, so that a floor is always
 * one line. */
#ifndef FL_GEN_FLOOR_FLOOR_JSON_H
#define FL_GEN_FLOOR_FLOOR_JSON_H

#include "gen/base/text.h"
#include "gen/floor/floor.h"

#include <stddef.h>
#include <stdint.h>

/* The data of a line besides the floor itself. All borrowed. */
typedef struct fl_floor_json_head {
    const char *generator;
    unsigned version;
    const char *rules;
    uint64_t seed;                   /* written in quotes: not every reader of JSON has 64 bits */
    uint64_t index;                  /* written as a number; fl_floor_json_read takes those below 2^63 */
    const char *seed_text;           /* NULL = none */
    const char *settings;            /* a JSON object: those that were given; NULL = left out */
    const char *const *metric_names; /* [metrics_n] */
    const int32_t *metric_values;    /* [metrics_n]; FL_GENERATOR_FACT_NONE = left out */
    size_t metrics_n;                /* 0 = no metrics at all */
    bool has_difficulty;             /* rooms have their interiors' difficulty */
    const uint16_t *clustering;      /* [rooms_n] clustering numbers of the rooms; NULL = left out */
} fl_floor_json_head;

/* Appends the line and a newline. The line of a failed floor has "failed" with the reason. */
void fl_floor_json_write(const fl_floor_json_head *head, const fl_floor *floor, fl_text *out);

#endif
