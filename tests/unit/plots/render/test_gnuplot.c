/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Starting gnuplot: found only where it may be, its words are heard, its time is limited. */
#define _GNU_SOURCE /* memmem */
#include "plots/render/render_private.h"
#include "tests/support/folder.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static fl_gnuplot gnuplot;
static folder here;
static fl_diag diag;

static void set_up(void)
{
    folder_open(&here);
    fl_diag_init(&diag);
    gnuplot = (fl_gnuplot){.folder = here.path};
    cr_assert_eq(fl_render_gnuplot_find(getenv("PATH"), gnuplot.program, &diag), FL_OK);
}

static void tear_down(void)
{
    fl_render_gnuplot_stop(&gnuplot);
    folder_close(&here);
}

TestSuite(gnuplot, .init = set_up, .fini = tear_down);

static fl_err run(const char *script, unsigned seconds)
{
    folder_write(folder_path(&here, "s.gp"), script, strlen(script));
    return fl_render_gnuplot_run(&gnuplot, "s.gp", seconds, &diag);
}

Test(gnuplot, is_looked_for_in_absolute_folders_only)
{
    char out[FL_RENDER_GNUPLOT_PATH];
    static const char *const paths[] = {NULL, "", ":", ".:bin::", "/nowhere", "/etc/passwd"};
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        cr_assert_eq(fl_render_gnuplot_find(paths[i], out, &diag), FL_ERR_IO);
        cr_assert(strstr(diag.hint, "gnuplot-nox"));
    }
}

Test(gnuplot, works_in_its_folder_with_a_clean_environment)
{
    setenv("FLOORLAB_SECRET", "x", 1);
    cr_assert_eq(run("set print 'out'\nprint system('echo \"[$FLOORLAB_SECRET]\"')\n", 30), FL_OK, "%s",
                 diag.hint);
    bytes out = folder_read(folder_path(&here, "out"));
    cr_assert_eq(out.size, 3);
    cr_assert_arr_eq(out.data, "[]\n", 3);
    free(out.data);
}

Test(gnuplot, says_why_it_failed)
{
    cr_assert_eq(run("plot 'nowhere.tsv'\n", 30), FL_ERR_IO);
    cr_assert(strstr(diag.hint, "nowhere.tsv"), "%s", diag.hint);
    cr_assert_str_eq(diag.where, "s.gp");
}

Test(gnuplot, is_stopped_when_its_time_is_up)
{
    time_t before = time(NULL);
    cr_assert_eq(run("while (1) { x = 1 }\n", 1), FL_ERR_IO);
    cr_assert(strstr(diag.what, "too long"), "%s", diag.what);
    cr_assert_lt(time(NULL) - before, 20);
}

Test(gnuplot, has_a_new_process_after_a_failure)
{
    static const char *const scripts[] = {"plot 'nowhere.tsv'\n", "exit status 3\n", "while (1) { x = 1 }\n"};
    unsigned before = folder_open_files();
    for (size_t i = 0; i < sizeof scripts / sizeof scripts[0]; i++) {
        cr_assert_eq(run(scripts[i], 1), FL_ERR_IO, "%s", scripts[i]);
        cr_assert_eq(gnuplot.process, 0);
        cr_assert_eq(folder_open_files(), before);
        cr_assert_eq(run("x = 1\n", 30), FL_OK, "%s", diag.hint);
        fl_render_gnuplot_stop(&gnuplot);
    }
}
