/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sums of walks: merging, writing and reading. */
#include "analysis/exact/coins/coins_private.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

fl_err fl_coins_tally_init(fl_coins_tally *self, const fl_coins *coins, fl_diag *diag)
{
    memset(self, 0, sizeof *self);
    self->sizes_n = coins->terms.sizes_n;
    for (unsigned size = 0; size < self->sizes_n; size++) {
        for (unsigned i = 0; i < FL_COINS_ASKED; i++) {
            if (coins->wish.has[i]) {
                self->by_size[size].sum[i] = calloc(FL_COINS_VALUES, sizeof *self->by_size[size].sum[i]);
            }
            if (coins->wish.has[i] && !self->by_size[size].sum[i]) {
                return fl_diag_memory(diag);
            }
        }
    }
    return FL_OK;
}

void fl_coins_tally_free(fl_coins_tally *self)
{
    for (unsigned size = 0; size < FL_COINS_SIZES; size++) {
        for (unsigned i = 0; i < FL_COINS_ASKED; i++) {
            free(self->by_size[size].sum[i]);
            self->by_size[size].sum[i] = NULL;
        }
    }
}

void fl_coins_tally_clear(fl_coins_tally *self)
{
    for (unsigned size = 0; size < self->sizes_n; size++) {
        fl_coins_tally_of_size *entry = &self->by_size[size];
        memset(entry->accepted, 0, sizeof entry->accepted);
        memset(entry->refused, 0, sizeof entry->refused);
        entry->success = (fl_coins_sum){{0}};
        for (unsigned i = 0; i < FL_COINS_ASKED; i++) {
            if (entry->sum[i]) {
                memset(entry->sum[i], 0, FL_COINS_VALUES * sizeof *entry->sum[i]);
            }
        }
    }
}

void fl_coins_tally_merge(fl_coins_tally *self, const fl_coins_tally *other)
{
    for (unsigned size = 0; size < self->sizes_n; size++) {
        fl_coins_tally_of_size *to = &self->by_size[size];
        const fl_coins_tally_of_size *from = &other->by_size[size];
        for (unsigned i = 0; i <= FL_COINS_MOST; i++) {
            to->accepted[i] += from->accepted[i];
            to->refused[i] += from->refused[i];
        }
        fl_coins_sum_add(&to->success, &from->success);
        for (unsigned i = 0; i < FL_COINS_ASKED; i++) {
            for (unsigned value = 0; to->sum[i] && value < FL_COINS_VALUES; value++) {
                fl_coins_sum_add(&to->sum[i][value], &from->sum[i][value]);
            }
        }
    }
}

static bool is_zero(const fl_coins_sum *sum)
{
    return (sum->word[0] | sum->word[1] | sum->word[2] | sum->word[3]) == 0;
}

static void write_sum(const fl_coins_sum *sum, fl_text *out)
{
    for (unsigned i = 4; i-- > 0;) {
        fl_text_add_format(out, "%016" PRIx64, sum->word[i]);
    }
    fl_text_add(out, "\n");
}

/* Lines: "coins SIZE COINS ACCEPTED REFUSED", "success SIZE SUM", "sum SIZE NAME VALUE SUM"; at last "end".
 */
void fl_coins_tally_write(const fl_coins_tally *self, fl_text *out)
{
    for (unsigned size = 0; size < self->sizes_n; size++) {
        const fl_coins_tally_of_size *entry = &self->by_size[size];
        for (unsigned i = 0; i <= FL_COINS_MOST; i++) {
            if (entry->accepted[i] + entry->refused[i] > 0) {
                fl_text_add_format(out, "coins %u %u %" PRIu64 " %" PRIu64 "\n", size, i, entry->accepted[i],
                                   entry->refused[i]);
            }
        }
        fl_text_add_format(out, "success %u ", size);
        write_sum(&entry->success, out);
        for (unsigned i = 0; i < FL_COINS_ASKED; i++) {
            for (unsigned value = 0; entry->sum[i] && value < FL_COINS_VALUES; value++) {
                if (!is_zero(&entry->sum[i][value])) {
                    fl_text_add_format(out, "sum %u %s %u ", size, fl_coins_wish_name(i), value);
                    write_sum(&entry->sum[i][value], out);
                }
            }
        }
    }
    fl_text_add(out, "end\n");
}

static bool read_sum(const char *text, fl_coins_sum *out)
{
    return sscanf(text, "%16" SCNx64 "%16" SCNx64 "%16" SCNx64 "%16" SCNx64, &out->word[3], &out->word[2],
                  &out->word[1], &out->word[0]) == 4;
}

/* Reads one line; false if it is not a tally's. */
static bool read_line(fl_coins_tally *self, const char *line)
{
    unsigned size = 0;
    char name[FL_EVENT_NAME];
    unsigned value = 0;
    uint64_t accepted = 0;
    uint64_t refused = 0;
    int at = 0;
    if (sscanf(line, "coins %u %u %" SCNu64 " %" SCNu64, &size, &value, &accepted, &refused) == 4) {
        bool is_there = size < self->sizes_n && value <= FL_COINS_MOST;
        if (is_there) {
            self->by_size[size].accepted[value] = accepted;
            self->by_size[size].refused[value] = refused;
        }
        return is_there;
    }
    if (sscanf(line, "success %u %n", &size, &at) == 1 && at > 0) {
        return size < self->sizes_n && read_sum(line + at, &self->by_size[size].success);
    }
    if (sscanf(line, "sum %u %63s %u %n", &size, name, &value, &at) != 3 || at == 0) {
        return false;
    }
    unsigned asked = fl_coins_wish_find(name);
    return size < self->sizes_n && asked < FL_COINS_ASKED && value < FL_COINS_VALUES &&
           self->by_size[size].sum[asked] && read_sum(line + at, &self->by_size[size].sum[asked][value]);
}

bool fl_coins_tally_read(fl_coins_tally *self, const char *text)
{
    while (text && *text && strncmp(text, "end\n", 4) != 0) {
        if (!read_line(self, text)) {
            return false;
        }
        text = strchr(text, '\n');
        text = text ? text + 1 : NULL;
    }
    return text && *text;
}
