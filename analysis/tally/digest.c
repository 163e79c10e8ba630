/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The digest of a run (defined in tally.h), and the bytes in which numbers are hashed. */
#include "analysis/tally/tally.h"

#include <stdio.h>
#include <string.h>
#include <xxhash.h>

enum { NUMBER = 8, AT_ONCE = 512 }; /* bytes of a number; numbers converted at once */

static void write_bytes(const uint64_t *numbers, size_t n, unsigned char *out)
{
    for (size_t i = 0; i < n; i++) {
        for (unsigned byte = 0; byte < NUMBER; byte++) {
            out[NUMBER * i + byte] = (unsigned char)(numbers[i] >> 8 * byte);
        }
    }
}

static void feed(XXH3_state_t *state, const uint64_t *numbers, size_t n)
{
    unsigned char bytes[NUMBER * AT_ONCE];
    for (size_t from = 0; from < n; from += AT_ONCE) {
        size_t some = n - from < AT_ONCE ? n - from : AT_ONCE;
        write_bytes(numbers + from, some, bytes);
        XXH3_128bits_update(state, bytes, NUMBER * some);
    }
}

static void feed_tally(XXH3_state_t *state, const fl_tally *tally)
{
    const uint64_t floors[2] = {tally->floors, tally->failed};
    feed(state, floors, 2);
    feed(state, tally->count, tally->spec->counts_n);
    for (unsigned i = 0; i < tally->spec->metrics_n; i++) {
        const fl_tally_extreme *e = &tally->extreme[i];
        bool is_empty = e->min > e->max;
        const uint64_t numbers[9] = {
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
        feed(state, numbers, 9);
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
    feed(state, range, 2);
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
