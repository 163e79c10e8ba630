/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reports of unusual runs: empty, of another version of the generator, with hostile names. */
#include "experiments/report/report.h"
#include "tests/unit/small_run.h"

#include <criterion/criterion.h>

#include <string.h>

static const fl_run_provenance provenance = {.command = "floorlab run test", .threads = 1, .seconds = 1};

static fl_text page;

/* The page about a run of which an attribute was changed. */
static const char *report(const char *text, uint64_t shards, const char *name, const char *value,
                          uint64_t number)
{
    char folder[SMALL_RUN_FOLDER];
    char path[SMALL_RUN_PATH];
    const char *paths[] = {path};
    fl_report_request sources = {.run = paths, .runs_n = 1, .folder = folder};
    small_run run;
    fl_store store;
    fl_diag diag;
    static fl_report made;
    fl_diag_init(&diag);
    small_run_make_folder(folder);
    small_run_path(folder, "x.h5", path);
    small_run_open(&run, text, 0, shards);
    small_run_count(&run, 0, run.setup.samples);
    fl_store_init(&store);
    fl_err err = fl_run_result_build(&store, &run.setup, run.totals, &provenance, &diag);
    if (name && name[0] == '/') {
        *(uint64_t *)fl_store_find(&store, name)->data = number;
    } else if (name) {
        err = err     ? err
              : value ? fl_store_set_text(&store, name, value)
                      : fl_store_set_number(&store, name, number);
    }
    err = err ? err : fl_store_write(&store, path, &diag);
    fl_text_free(&page);
    err = err ? err : fl_report_init(&made, &sources, &diag);
    err = err ? err : fl_report_write(&made, &page, &diag);
    cr_assert_eq(err, FL_OK, "%s: %s", diag.where, diag.what);
    fl_report_free(&made);
    fl_store_free(&store);
    small_run_close(&run);
    small_run_remove_folder(folder);
    return fl_text_get(&page);
}

Test(report, what_is_not_judged_has_a_reason)
{
    const char *text = report("name: other\ngenerator: classic\nsettings: {max_attempts: 3}\nfloors: 20\n", 1,
                              NULL, NULL, 0);
    cr_expect(strstr(text, "documented claims can be judged by this run<"));
    cr_expect(strstr(text, "<td data-name=\"reason\">needs the generator rebirth</td>") &&
              strstr(text, "<td data-name=\"reason\">needs max_attempts=10000"));
    text = report("name: few\ngenerator: classic\nfloors: 20\nmetrics: [rooms]\n", 1, NULL, NULL, 0);
    cr_expect(strstr(text, "more documented claims were not judged<"));
    cr_expect(strstr(text, "<td data-name=\"reason\">needs the metric "));
}

Test(report, hostile_heads_are_texts)
{
    static const char *const names[] = {"experiment", "about",           "command",
                                        "seconds",    "program_version", "generators"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *text = report(small_run_text, 1, names[i], "</h1><script>`x`</script>\n'EOD' & \"|\"", 0);
        cr_expect(strstr(text, "&#60;script&#62;`x`"), "%s", names[i]);
        cr_expect(!strstr(text, "<script>`"), "%s", names[i]);
    }
}
