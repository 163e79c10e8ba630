/* SPDX-License-Identifier: MIT */
/* A generator, as the rest sees it: one row. Everything else, the program's help, `vary:`, the tests for
 * determinism and validity, comes from that row. */
#ifndef FL_GEN_FLOOR_GENERATOR_H
#define FL_GEN_FLOOR_GENERATOR_H

#include "gen/random/key.h"
#include "gen/base/setting_values.h"
#include "gen/floor/classic_batch.h"

#include <stddef.h>

enum { FL_ROW_SEED_TEXT = 16 };

typedef struct fl_generator {
    const char *name;
    unsigned version; /* a change of any floor is a new version */
    const char *meaning;
    const fl_setting *settings;
    size_t settings_n;
    int width, height;  /* the largest board */
    uint32_t cells_max; /* what fl_floor_init needs */
    uint64_t kinds;     /* bit set of the fl_kind it can place */
    uint32_t shapes;    /* bit set of the fl_shape it can place */

    /* Rules once per settings; `values` is completed with the rule set's presets. */
    fl_err (*init)(fl_setting_values *values, void **rules, fl_diag *diag);
    void (*free)(void *rules);

    /* The names of the gates, in the order of fl_floor.gate; returns how many. */
    unsigned (*gates)(const void *rules, const char *const **names);

    /* Optional: how many cells the rooms of a floor by these rules have at most, where that is less than cells_max. */
    uint32_t (*cells_most)(const void *rules);

    /* Optional: a number of what was read from a person's own files, 0 if nothing was: other content, other floors. */
    uint64_t (*content)(const void *rules);

    /* Bytes of scratch memory that make needs, one piece per worker, zeroed once. */
    size_t (*scratch_size)(const void *rules);

    /* The floor of a key. Pure: allocates nothing, always ends (a floor may be marked failed). */
    void (*make)(const void *rules, const fl_key *key, void *scratch, fl_floor *out);

    /* How many random numbers the floor that make made last took. */
    uint64_t (*draws)(const void *rules, const fl_key *key, const void *scratch);

    /* Optional, for generators whose floors have numbers of their own: the first and the last number; the number of a
     * seed's text; the text of a number, empty if it has none. */
    void (*floors)(const void *rules, uint64_t *first, uint64_t *last);
    FL_NODISCARD fl_err (*number_of)(const void *rules, const char *text, uint64_t *out, fl_diag *diag);
    void (*text_of)(const void *rules, uint64_t index, char out[FL_ROW_SEED_TEXT]);

    /* Optional, the vector kernel: the same floors many at once, straight to columns; for the rules that fit it. */
    bool (*fits_batch)(const void *rules);
    void (*make_batch)(const void *rules, const fl_key *key, void *scratch, fl_classic_batch *out);

    /* Optional: settings whose default is another where floors are counted instead of looked at. */
    void (*for_runs)(fl_setting_values *values);
} fl_generator;

#endif
