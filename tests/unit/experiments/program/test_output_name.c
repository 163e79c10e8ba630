/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which file an output goes to. */
#include "experiments/program/program.h"
#include "tests/support/folder.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <sys/stat.h>

static fl_diag diag;

static fl_err name_of(const char *output, const uint64_t shard[2], char out[FL_OUTPUT_NAME])
{
    static const fl_option table[] = {{"output", 'o', false, "FILE", ""}};
    char *const words[] = {(char[]){"--output"}, (char *)output, NULL};
    fl_options options;
    fl_diag_init(&diag);
    cr_assert_eq(fl_program_option_read(&options, table, 1, (char **)(output ? words : words + 2), &diag),
                 FL_OK);
    const fl_output_part part = {"sum", ".h5", shard[0], shard[1]};
    return fl_program_output_name(&options, &part, out, &diag);
}

Test(output, a_folder_is_made_and_has_a_file_for_each_shard)
{
    char name[FL_OUTPUT_NAME];
    char wanted[FL_OUTPUT_NAME];
    folder place;
    struct stat about;
    folder_open(&place);
    for (unsigned i = 0; i < 2; i++) { /* the second time it is there */
        cr_assert_eq(name_of(folder_path(&place, "parts/"), (const uint64_t[]){2, 100}, name), FL_OK, "%s",
                     diag.what);
        snprintf(wanted, sizeof wanted, "%s", folder_path(&place, "parts/sum-003-of-100.h5"));
        cr_expect_str_eq(name, wanted);
    }
    cr_expect_eq(stat(folder_path(&place, "parts"), &about), 0);
    cr_assert_eq(name_of(folder_path(&place, "parts/"), (const uint64_t[]){0, 1}, name), FL_OK);
    cr_expect_str_eq(name, folder_path(&place, "parts/sum.h5"));
    folder_close(&place);
}
