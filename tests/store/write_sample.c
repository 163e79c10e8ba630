/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes the sample store to the file named first: what tests/store/readers.py opens with other people's
 * tools. */
#include "tests/support/sample_store.h"

#include <stdbool.h>

#include <stdio.h>

int main(int argc, char **argv)
{
    fl_store store;
    fl_diag diag;
    fl_store_init(&store);
    fl_diag_init(&diag);
    fl_err err = argc == 2 ? sample_store_fill(&store, true, 0) : FL_ERR_USAGE;
    err = err ? err : fl_store_write(&store, argv[1], &diag);
    if (err) {
        fprintf(stderr, "write_sample: %s: %s (%s)\n", fl_diag_text(err), diag.what, diag.where);
    }
    fl_store_free(&store);
    return fl_diag_exit_code(err);
}
