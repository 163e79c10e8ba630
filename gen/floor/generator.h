/* SPDX-License-Identifier: MIT */
/* A generator: an entry of the registry. It defines what it makes (samples: floors, chunk rooms or journeys),
 * from which settings, and how. Help, settings, `vary:` and the tests that every generator must pass come
 * from this row.
 *
 *     fl_setting_values_init(&values, generator->settings, generator->settings_n);
 *     err = generator->init(&values, &rules, diag);                     once per settings
 *     void *scratch = calloc(1, generator->scratch_size(rules));        once per thread
 *     generator->make(rules, &key, scratch, &floor);                    once per sample
 *     generator->free(rules); */
#ifndef FL_GEN_FLOOR_GENERATOR_H
#define FL_GEN_FLOOR_GENERATOR_H

#include "gen/base/setting_values.h"
#include "gen/floor/classic_batch.h"
#include "gen/random/key.h"

#include <stddef.h>

enum { FL_ROW_SEED_TEXT = 16 };

/* What a generator makes. */
typedef enum fl_sample_sort {
    FL_SAMPLE_FLOOR,   /* fl_floor (gen/floor) */
    FL_SAMPLE_ROOM,    /* fl_interior, a chunk room (gen/room) */
    FL_SAMPLE_JOURNEY, /* fl_journey_trip, a player's way through many floors (gen/journey) */
    FL_SAMPLE_SORTS
} fl_sample_sort;

typedef struct fl_generator {
    const char *name;
    unsigned version; /* raised by a change of any sample */
    fl_sample_sort makes;
    const char *meaning;
    const fl_setting *settings;
    size_t settings_n;
    int width, height;  /* the largest board, or room; 0 for journeys */
    uint32_t cells_max; /* maximum of cells or tiles; for floors the size for fl_floor_init */
    uint64_t kinds;     /* of floors: the fl_kind values it can place, as bits */
    uint32_t shapes;    /* of floors: the fl_shape values it can place, as bits */

    /* Makes rules from the settings, and adds the rule set's presets to `values`. Reads files that settings
     * name through values->files. */
    fl_err (*init)(fl_setting_values *values, void **rules, fl_diag *diag);
    void (*free)(void *rules);

    /* The names of the rolls, in the order of fl_floor.roll; returns how many. Only for floors. */
    unsigned (*rolls)(const void *rules, const char *const **names);

    /* Optional: the maximum of room cells on a floor by these rules, if less than cells_max. */
    uint32_t (*cells_most)(const void *rules);

    /* Optional: the width and height of the largest board of these rules, if less than the row's. */
    void (*board)(const void *rules, int *width, int *height);

    /* Optional: the version of these rules, if a rule set can change alone; never below `version`. It
     * identifies result files but not the random streams, so other floors of the rule set stay. */
    unsigned (*rules_version)(const void *rules);

    /* Size of the scratch memory that `make` needs, one block per thread, zero at first. */
    size_t (*scratch_size)(const void *rules);

    /* Makes the sample of a key; `makes` gives the type of `out`. Allocates nothing, depends only on rules
     * and key, and always ends: a floor may be marked as failed. A generator with `open` guarantees this as
     * far as its external program or plug-in does; `check` reports errors. */
    void (*make)(const void *rules, const fl_key *key, void *scratch, void *out);

    /* Optional, for samples from elsewhere (gen/outside, gen/plugin); all or none of them, except `expect`.
     * `open` and `close` prepare and release a block of scratch memory; `close` is also called after a failed
     * `open`. `expect` announces the next n samples from key->index on, so that they can be fetched together.
     * `check` reports errors since `open`; samples made after an error are marked as failed and must not be
     * counted. */
    FL_NODISCARD fl_err (*open)(const void *rules, void *scratch, fl_diag *diag);
    void (*close)(void *scratch);
    void (*expect)(const void *rules, const fl_key *key, void *scratch, uint64_t n);
    FL_NODISCARD fl_err (*check)(void *scratch, fl_diag *diag);

    /* Optional: how many random numbers the last sample of `make` used. */
    uint64_t (*draws)(const void *rules, const fl_key *key, void *scratch);

    /* Optional, for generators without a sample for every number: the first and the last one. If numbers are
     * game seeds, also the number of a game seed's text, and the text of a number, empty if it has none. */
    void (*floors)(const void *rules, uint64_t *first, uint64_t *last);
    FL_NODISCARD fl_err (*number_of)(const void *rules, const char *text, uint64_t *out, fl_diag *diag);
    void (*text_of)(const void *rules, uint64_t index, char out[FL_ROW_SEED_TEXT]);

    /* Its samples are a finite list, so all can be requested. If `text_of` gives them game seeds, the seeds
     * are not numbers. */
    bool has_list;

    /* Optional: makes many floors at once, as columns; fits_batch is true for rules that allow it. */
    bool (*fits_batch)(const void *rules);
    /* Optional. For rule sets where only most floors fit the batch kernel: fits_runs is true for such a rule
     * set; batch_run returns how many of the next n floors `make_batch` can make before the first that needs
     * `make`. */
    bool (*fits_runs)(const void *rules);
    unsigned (*batch_run)(const void *rules, const fl_key *key, unsigned n);
    void (*make_batch)(const void *rules, const fl_key *key, void *scratch, fl_classic_batch *out);

    /* Optional: changes defaults of settings if samples are only counted, not shown. */
    void (*for_runs)(fl_setting_values *values);
} fl_generator;

/* Returns the version of a generator's samples by these rules. */
static inline unsigned fl_generator_version(const fl_generator *self, const void *rules)
{
    return self->rules_version ? self->rules_version(rules) : self->version;
}

/* Returns the random numbers used by the last sample; 0 if unknown. */
static inline uint64_t fl_generator_draws(const fl_generator *self, const void *rules, const fl_key *key,
                                          void *scratch)
{
    return self->draws ? self->draws(rules, key, scratch) : 0;
}

#endif
