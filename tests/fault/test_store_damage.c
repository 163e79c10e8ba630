/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Random damage to result files is found by the checksum. */
#include "analysis/store/store_private.h"
#include "tests/support/folder.h"
#include "tests/support/sample_store.h"
#include "tests/support/scale.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

/* In a full test a quarter, all with FLOORLAB_THOROUGH. */
enum { DAMAGES = 20000 };

static unsigned share_of(unsigned all)
{
    return scale_is_thorough() ? all : all / 4;
}

static folder place;
static fl_store store, back;
static fl_diag diag;
static bytes whole; /* a good file */

static const char *name(const char *base)
{
    return folder_path(&place, base);
}

static void set_up(void)
{
    folder_open(&place);
    fl_store_init(&store);
    fl_store_init(&back);
    fl_diag_init(&diag);
    cr_assert_eq(sample_store_fill(&store, false, 3), FL_OK);
    cr_assert_eq(fl_store_write(&store, name("good.h5"), &diag), FL_OK, "%s", diag.what);
    whole = folder_read(name("good.h5"));
}

static void tear_down(void)
{
    fl_store_free(&store);
    fl_store_free(&back);
    free(whole.data);
    folder_close(&place);
}

TestSuite(checksum_block, .init = set_up, .fini = tear_down);

static uint64_t state = 88172645463325252u;

static uint64_t below(uint64_t n)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state % n;
}

/* One of: some flipped bits, some overwritten bytes, a cut, an insertion, a removed or a repeated part, in
 * the first bytes. */
static bytes damaged(uint64_t bytes_n)
{
    bytes out = {.data = malloc(whole.size + 4096), .size = whole.size};
    cr_assert_not_null(out.data);
    memcpy(out.data, whole.data, whole.size);
    uint64_t at = below(bytes_n);
    uint64_t n = 1 + below(whole.size - at < 64 ? whole.size - at : 64);
    switch (below(6)) {
    case 0:
        out.data[at] ^= (unsigned char)(1 << below(8));
        break;
    case 1:
        for (uint64_t i = 0; i < n; i++) {
            out.data[at + i] = (unsigned char)below(256);
        }
        break;
    case 2:
        out.size = at;
        break;
    case 3:
        memmove(out.data + at + n, out.data + at, whole.size - at);
        out.size += n;
        break;
    case 4:
        memmove(out.data + at, out.data + at + n, whole.size - at - n);
        out.size -= n;
        break;
    default:
        memset(out.data + at, below(2) ? 0 : 0xff, n);
    }
    return out;
}

Test(checksum_block, random_damage_is_always_refused, .timeout = 800)
{
    unsigned kinds[16] = {0};
    unsigned damages = share_of(DAMAGES);
    for (unsigned i = 0; i < damages; i++) {
        bytes file = damaged(i % 100 == 0 ? 16 : whole.size); /* HDF5's signature is there */
        bool is_same = file.size == whole.size && memcmp(file.data, whole.data, whole.size) == 0;
        folder_write(name("a.h5"), file.data, file.size);
        fl_err err = fl_store_read(&back, name("a.h5"), &diag);
        cr_assert_eq(err == FL_OK, is_same, "damage %u was not noticed", i);
        cr_assert(is_same || (diag.what[0] && diag.where[0]));
        kinds[-err]++;
        fl_store_free(&back);
        free(file.data);
    }
    cr_expect_gt(kinds[-FL_ERR_DAMAGED], damages / 2);
    cr_expect_gt(kinds[-FL_ERR_FORMAT], 0);
    cr_expect_eq(kinds[-FL_ERR_DAMAGED] + kinds[-FL_ERR_FORMAT] + kinds[-FL_ERR_VERSION] + kinds[0], damages);
}
