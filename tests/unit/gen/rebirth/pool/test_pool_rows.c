/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Room files that ship are parsed when the program is built; here they are parsed once more. */
#include "gen/base/embedded.h"
#include "gen/rebirth/pool/pool_private.h"

#include <criterion/criterion.h>
#include <string.h>

Test(pool_rows, shipped_ones_are_those_of_the_text)
{
    unsigned compared = 0;
    for (size_t i = 0; i < fl_embedded_n; i++) {
        const fl_embedded *file = &fl_embedded_table[i];
        if (!strstr(file->name, ".xml")) {
            continue;
        }
        fl_text rows;
        fl_text_init(&rows);
        cr_assert_eq(fl_pool_rows(file->data, file->size, &rows), FL_OK);
        cr_assert_eq(rows.size, file->events_size, "%s", file->name);
        cr_expect_arr_eq(rows.data, file->events, rows.size, "%s", file->name);
        fl_text_free(&rows);
        compared++;
    }
    cr_expect_geq(compared, 19u);
}
