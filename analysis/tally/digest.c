/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Feeding a tally to the hash. */
#include "analysis/tally/tally.h"

#include <stdio.h>
#include <string.h>
#include <xxhash.h>

/* Numbers are hashed as they lie in memory. */
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
               "the digest's rule is written for little-endian machines");

static void feed_tally(XXH3_state_t *state, const fl_tally *tally)
{
    XXH3_128bits_update(state, &tally->floors, sizeof tally->floors);
    XXH3_128bits_update(state, &tally->failed, sizeof tally->failed);
    XXH3_128bits_update(state, tally->count, tally->plan->counts_n * sizeof *tally->count);
    for (unsigned i = 0; i < tally->plan->metrics_n; i++) {
        const fl_tally_extreme *e = &tally->extreme[i];
        bool is_empty = e->min > e->max;
        uint64_t numbers[9] = {
            is_empty ? 0 : (uint64_t)(int64_t)e->min,
            is_empty ? 0 : (uint64_t)(int64_t)e->max,
            e->argmin,
            e->argmax,
            e->over_n,
            (uint64_t)e->over_sum,
            (uint64_t)(e->over_sum >> 64),
            (uint64_t)e->over_square,
            (uint64_t)(e->over_square >> 64),
        };
        XXH3_128bits_update(state, numbers, sizeof numbers);
    }
}

static void write_hash(XXH128_hash_t hash, char out[FL_DIGEST_TEXT])
{
    snprintf(out, FL_DIGEST_TEXT, "%016llx%016llx", (unsigned long long)hash.high64,
             (unsigned long long)hash.low64);
}

fl_err fl_tally_digest_make(const char *identity, const uint64_t range[2], const fl_tally *tallies,
                            uint64_t conditions, char out[FL_DIGEST_TEXT])
{
    XXH3_state_t *state = XXH3_createState();
    if (!state) {
        return FL_ERR_MEMORY;
    }
    XXH3_128bits_reset(state);
    XXH3_128bits_update(state, identity, strlen(identity));
    XXH3_128bits_update(state, range, 2 * sizeof *range);
    for (uint64_t i = 0; i < conditions; i++) {
        feed_tally(state, &tallies[i]);
    }
    write_hash(XXH3_128bits_digest(state), out);
    XXH3_freeState(state);
    return FL_OK;
}

void fl_tally_digest_text(const char *text, size_t size, char out[FL_DIGEST_TEXT])
{
    write_hash(XXH3_128bits(text, size), out);
}
