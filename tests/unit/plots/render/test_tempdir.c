/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Hidden folders: what a killed process left goes, what another one holds stays. */
#include "plots/render/render_private.h"
#include "tests/support/folder.h"

#include <criterion/criterion.h>

#include <sys/stat.h>
#include <unistd.h>

Test(tempdir, what_nobody_holds_goes)
{
    folder f;
    fl_tempdir mine;
    folder_open(&f);
    cr_assert_eq(mkdir(folder_path(&f, ".floorlab-plot-abcdef"), 0777), 0);
    folder_write(folder_path(&f, ".floorlab-plot-abcdef/odds.gp"), "x", 1);
    folder_write(folder_path(&f, ".floorlab-plot-a-file"), "x", 1);
    cr_assert_eq(symlink(".", folder_path(&f, ".floorlab-plot-a-link")), 0);
    cr_assert_eq(fl_render_tempdir_init(&mine, f.path, NULL), FL_OK);
    cr_expect_neq(access(folder_path(&f, ".floorlab-plot-abcdef"), F_OK), 0);
    cr_expect_eq(access(folder_path(&f, ".floorlab-plot-a-file"), F_OK), 0);
    cr_expect_eq(folder_count(&f), 3);
    fl_render_tempdir_free(&mine);
    fl_render_tempdir_free(&mine);
    cr_expect_eq(folder_count(&f), 2);
    folder_close(&f);
}

Test(tempdir, what_another_holds_stays)
{
    folder f;
    fl_tempdir first;
    fl_tempdir second;
    folder_open(&f);
    unsigned open_before = folder_open_files();
    cr_assert_eq(fl_render_tempdir_init(&first, f.path, NULL), FL_OK);
    cr_assert_eq(fl_render_tempdir_init(&second, f.path, NULL), FL_OK);
    cr_expect_eq(folder_count(&f), 2);
    cr_expect_eq(access(first.path, F_OK), 0);
    fl_render_tempdir_free(&first);
    cr_expect_eq(access(second.path, F_OK), 0);
    fl_render_tempdir_free(&second);
    cr_expect_eq(folder_count(&f), 0);
    cr_expect_eq(folder_open_files(), open_before);
    folder_close(&f);
}
