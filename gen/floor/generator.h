/* SPDX-License-Identifier: MIT */
/* A generator: a row of the registry. It says what it makes (floors, chunk rooms or journeys: samples), from
 * which settings, and how. Help, settings, `vary:` and the tests that every generator must pass come from
 * this row.
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
    unsigned version; /* a change of any sample is a new version */
    fl_sample_sort makes;
    const char *meaning;
    const fl_setting *settings;
    size_t settings_n;
    int width, height;  /* the largest board, or room; 0 for journeys */
    uint32_t cells_max; /* the most cells or tiles; of floors what fl_floor_init needs */
    uint64_t kinds;     /* of floors: the fl_kind that it can place, as bits */
    uint32_t shapes;    /* of floors: the fl_shape that it can place, as bits */

    /* Makes rules from the settings, and adds the rule set's presets to `values`. Files that settings name
     * are read by values->files. */
    fl_err (*init)(fl_setting_values *values, void **rules, fl_diag *diag);
    void (*free)(void *rules);

    /* The names of the gates, in the order of fl_floor.gate; returns how many. Only for floors. */
    unsigned (*gates)(const void *rules, const char *const **names);

    /* Optional: the most cells that the rooms of a floor by these rules can have, if that is less than
     * cells_max. */
    uint32_t (*cells_most)(const void *rules);

    /* Optional: the width and height of the largest board of these rules, if they are less than the row's. */
    void (*board)(const void *rules, int *width, int *height);

    /* Optional: the version of these rules, where a rule set can change alone; never below `version`. It is
     * part of what a file of results is known by, not of the random streams: other floors of the rule set
     * stay. */
    unsigned (*rules_version)(const void *rules);

    /* Bytes of scratch memory that `make` needs, one piece per thread. It must be zero at first. */
    size_t (*scratch_size)(const void *rules);

    /* Makes the sample of a key; `out` is what `makes` says. Allocates nothing, depends on nothing but rules
     * and key, and always ends: a floor may be marked as failed. (Of a generator that has `open` this holds
     * as far as what it opens keeps to it; `check` tells.) */
    void (*make)(const void *rules, const fl_key *key, void *scratch, void *out);

    /* Optional, for generators whose samples come from elsewhere (gen/outside, gen/plugin), all but `expect`
     * together: opens what a piece of scratch memory needs, and closes it, also after a failed opening; says
     * that the next n samples will be those from key->index on, so that they can be fetched together; and
     * says what went wrong since it was opened, as then `make` makes failed samples that are not to be
     * counted. */
    FL_NODISCARD fl_err (*open)(const void *rules, void *scratch, fl_diag *diag);
    void (*close)(void *scratch);
    void (*expect)(const void *rules, const fl_key *key, void *scratch, uint64_t n);
    FL_NODISCARD fl_err (*check)(void *scratch, fl_diag *diag);

    /* Optional: how many random numbers were drawn for the sample that `make` made last. */
    uint64_t (*draws)(const void *rules, const fl_key *key, void *scratch);

    /* Optional, for generators that have no sample of every number: the first and the last one. Where they
     * are game seeds, also the number of a game seed's text, and the text of a number, empty if it has none.
     */
    void (*floors)(const void *rules, uint64_t *first, uint64_t *last);
    FL_NODISCARD fl_err (*number_of)(const void *rules, const char *text, uint64_t *out, fl_diag *diag);
    void (*text_of)(const void *rules, uint64_t index, char out[FL_ROW_SEED_TEXT]);

    /* Its samples are those of a list: all of them can be asked for. Where `text_of` gives them game seeds,
     * these are no numbers. */
    bool has_list;

    /* Optional: the same floors many at once, as columns, and for which rules this is possible. */
    bool (*fits_batch)(const void *rules);
    /* Optional, for rules of which most floors can be made so, but not all: whether these are such, and of
     * the n floors from the key's on, how many `make_batch` can make before the first that only `make` can.
     */
    bool (*fits_runs)(const void *rules);
    unsigned (*batch_run)(const void *rules, const fl_key *key, unsigned n);
    void (*make_batch)(const void *rules, const fl_key *key, void *scratch, fl_classic_batch *out);

    /* Optional: changes defaults of settings where samples are counted and not shown. */
    void (*for_runs)(fl_setting_values *values);
} fl_generator;

/* The version of the samples that a generator makes by these rules. */
static inline unsigned fl_generator_version(const fl_generator *self, const void *rules)
{
    return self->rules_version ? self->rules_version(rules) : self->version;
}

/* The random numbers of the sample that was made last; 0 where that is not known. */
static inline uint64_t fl_generator_draws(const fl_generator *self, const void *rules, const fl_key *key,
                                          void *scratch)
{
    return self->draws ? self->draws(rules, key, scratch) : 0;
}

#endif
