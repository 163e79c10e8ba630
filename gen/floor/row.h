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
    int width, height;  /* the largest board */
    uint32_t cells_max; /* what fl_floor_init needs */
    uint64_t kinds;     /* bit set of the fl_kind it can place */
    uint32_t shapes;    /* bit set of the fl_shape it can place */

    /* Rules once per settings; `values` is completed with the rule set's presets. */
    fl_err (*init)(fl_values *values, void **rules, fl_diag *diag);
    void (*free)(void *rules);

    /* The names of the gates, in the order of fl_floor.gate; returns how many. */
    unsigned (*gates)(const void *rules, const char *const **names);

    /* Bytes of scratch memory that make needs, one piece per worker, zeroed once. */
    size_t (*scratch_size)(const void *rules);

    /* The floor of a key. Pure: allocates nothing, always ends (a floor may be marked failed). */
    void (*make)(const void *rules, const fl_key *key, void *scratch, fl_floor *out);

    /* The floor's stream as make left it, from which the number of draws follows. */
    const fl_pcg *(*stream)(const void *scratch);
} fl_generator;

#endif
