/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Numbers are packed seven bits to a byte, low end first; the top bit is set if more bytes follow. */
#include "analysis/tally/tally.h"

void fl_tally_pack_add_number(uint64_t number, fl_text *out)
{
    unsigned char bytes[10];
    size_t n = 0;
    do {
        bytes[n++] = (unsigned char)((number & 0x7f) | (number > 0x7f ? 0x80 : 0));
        number >>= 7;
    } while (number > 0);
    fl_text_add_bytes(out, (const char *)bytes, n);
}

fl_err fl_tally_pack_read_number(fl_tally_pack_reader *self, uint64_t *out)
{
    *out = 0;
    for (unsigned shift = 0; shift < 64 && self->at < self->end; shift += 7) {
        uint64_t byte = *self->at++;
        uint64_t part = byte & 0x7f;
        if (part << shift >> shift != part ||
            (byte == 0 && shift > 0)) { /* each number has only one packed form */
            return FL_ERR_DAMAGED;
        }
        *out |= part << shift;
        if (byte < 0x80) {
            return FL_OK;
        }
    }
    return FL_ERR_DAMAGED;
}

/* Writes pairs of a number of zeros to skip and a non-zero count; the rest is zeros. */
static void add_counts(const fl_tally *tally, fl_text *out)
{
    uint64_t filled = 0;
    for (size_t i = 0; i < tally->spec->counts_n; i++) {
        filled += tally->count[i] != 0;
    }
    fl_tally_pack_add_number(filled, out);
    size_t last = 0;
    for (size_t i = 0; i < tally->spec->counts_n; i++) {
        if (tally->count[i] != 0) {
            fl_tally_pack_add_number(i - last, out);
            fl_tally_pack_add_number(tally->count[i], out);
            last = i + 1;
        }
    }
}

static void add_sum(fl_tally_sum sum, fl_text *out)
{
    fl_tally_pack_add_number((uint64_t)sum, out);
    fl_tally_pack_add_number((uint64_t)(sum >> 64), out);
}

void fl_tally_pack_add(const fl_tally *tally, fl_text *out)
{
    fl_tally_pack_add_number(tally->floors, out);
    fl_tally_pack_add_number(tally->failed, out);
    add_sum(tally->numbers.sum, out);
    add_sum(tally->numbers.squares, out);
    add_counts(tally, out);
    for (unsigned i = 0; i < tally->spec->metrics_n; i++) {
        const fl_tally_extreme *e = &tally->extreme[i];
        fl_tally_pack_add_number((uint32_t)e->min, out);
        fl_tally_pack_add_number((uint32_t)e->max, out);
        fl_tally_pack_add_number(e->argmin, out);
        fl_tally_pack_add_number(e->argmax, out);
        fl_tally_pack_add_number(e->over_n, out);
        add_sum(e->over_sum, out);
        add_sum(e->over_square, out);
    }
}

static fl_err read_counts(fl_tally_pack_reader *self, fl_tally *out)
{
    uint64_t filled = 0;
    uint64_t at = 0;
    fl_err err = fl_tally_pack_read_number(self, &filled);
    for (uint64_t i = 0; i < filled && !err; i++) {
        uint64_t skip = 0;
        uint64_t count = 0;
        err = fl_tally_pack_read_number(self, &skip);
        err = err ? err : fl_tally_pack_read_number(self, &count);
        if (err || count == 0 || at >= out->spec->counts_n || skip >= out->spec->counts_n - at) {
            return FL_ERR_DAMAGED;
        }
        out->count[at + skip] = count;
        at += skip + 1;
    }
    return err;
}

static fl_err read_sum(fl_tally_pack_reader *self, fl_tally_sum *out)
{
    uint64_t low = 0;
    uint64_t high = 0;
    fl_err err = fl_tally_pack_read_number(self, &low);
    err = err ? err : fl_tally_pack_read_number(self, &high);
    *out = (fl_tally_sum)high << 64 | low;
    return err;
}

static fl_err read_extreme(fl_tally_pack_reader *self, fl_tally_extreme *out)
{
    uint64_t numbers[5];
    for (unsigned i = 0; i < 5; i++) {
        fl_err err = fl_tally_pack_read_number(self, &numbers[i]);
        if (err || (i < 2 && numbers[i] > UINT32_MAX)) {
            return FL_ERR_DAMAGED;
        }
    }
    *out = (fl_tally_extreme){
        .min = (int32_t)(uint32_t)numbers[0],
        .max = (int32_t)(uint32_t)numbers[1],
        .argmin = numbers[2],
        .argmax = numbers[3],
        .over_n = numbers[4],
    };
    fl_err err = read_sum(self, &out->over_sum);
    return err ? err : read_sum(self, &out->over_square);
}

fl_err fl_tally_pack_read(fl_tally_pack_reader *self, fl_tally *out)
{
    fl_tally_clear(out);
    fl_err err = fl_tally_pack_read_number(self, &out->floors);
    err = err ? err : fl_tally_pack_read_number(self, &out->failed);
    err = err ? err : read_sum(self, &out->numbers.sum);
    err = err ? err : read_sum(self, &out->numbers.squares);
    err = err ? err : read_counts(self, out);
    for (unsigned i = 0; i < out->spec->metrics_n && !err; i++) {
        err = read_extreme(self, &out->extreme[i]);
    }
    return err;
}
