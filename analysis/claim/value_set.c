/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sets of whole numbers. Pieces stay in the order in which they were given, and may overlap. */
#include "analysis/claim/claim_private.h"
#include "gen/base/parse_number.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { LARGEST = 1 << 30 };

fl_err fl_claim_value_set_add(fl_value_set *self, const char *text)
{
    char first[32];
    const char *dots = strstr(text, "..");
    size_t length = dots ? (size_t)(dots - text) : strlen(text);
    uint64_t low = 0;
    uint64_t high = 0;
    if (self->pieces_n == FL_VALUE_SET_PIECES || length >= sizeof first) {
        return FL_ERR_INPUT;
    }
    snprintf(first, sizeof first, "%.*s", (int)length, text);
    if (fl_parse_number_unsigned(first, &low) || (dots && fl_parse_number_unsigned(dots + 2, &high))) {
        return FL_ERR_INPUT;
    }
    high = dots ? high : low;
    if (low > high || high > LARGEST) {
        return FL_ERR_INPUT;
    }
    self->piece[self->pieces_n++] = (fl_value_set_piece){(int32_t)low, (int32_t)high};
    return FL_OK;
}

bool fl_claim_value_set_has(const fl_value_set *self, int64_t value)
{
    for (unsigned i = 0; i < self->pieces_n; i++) {
        if (value >= self->piece[i].first && value <= self->piece[i].last) {
            return true;
        }
    }
    return false;
}

fl_value_set_piece fl_claim_value_set_span(const fl_value_set *self)
{
    assert(self->pieces_n > 0);
    fl_value_set_piece span = self->piece[0];
    for (unsigned i = 1; i < self->pieces_n; i++) {
        span.first = self->piece[i].first < span.first ? self->piece[i].first : span.first;
        span.last = self->piece[i].last > span.last ? self->piece[i].last : span.last;
    }
    return span;
}

void fl_claim_value_set_print(const fl_value_set *self, fl_text *out)
{
    for (unsigned i = 0; i < self->pieces_n; i++) {
        const fl_value_set_piece *piece = &self->piece[i];
        fl_text_add_format(out, "%s%d", i > 0 ? ", " : "", (int)piece->first);
        if (piece->last > piece->first) {
            fl_text_add_format(out, "…%d", (int)piece->last);
        }
    }
}
