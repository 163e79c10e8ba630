/* A generator, as the rest sees it: one row. Everything else, the program's help, `vary:`, the tests for
 * determinism and validity, comes from that row. */
#ifndef FL_GEN_FLOOR_ROW_H
#define FL_GEN_FLOOR_ROW_H

#include "gen/core/key.h"
#include "gen/core/values.h"
#include "gen/floor/floor.h"

#include <stddef.h>

typedef struct fl_generator {
    const char *name;
    unsigned version; /* a change of any floor is a new version */
    const char *meaning;
    const fl_setting *settings;
    size_t settings_n;
    uint32_t cells_max; /* what fl_floor_init needs */

    /* Rules once per settings; `values` is completed with the rule set's presets. */
    fl_err (*init)(fl_values *values, void **rules, fl_diag *diag);
    void (*free)(void *rules);

    /* Bytes of scratch memory that make needs, one piece per worker, zeroed once. */
    size_t (*scratch_size)(const void *rules);

    /* The floor of a key. Pure: allocates nothing, always ends (a floor may be marked failed). */
    void (*make)(const void *rules, const fl_key *key, void *scratch, fl_floor *out);
} fl_generator;

#endif
