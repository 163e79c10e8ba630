/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Figures of a small run, of a hostile one, and of ones that make no sense. */
#include "analysis/store/store_private.h"
#include "experiments/run/result/result.h"
#include "experiments/verify/verify.h"
#include "gen/base/embedded.h"
#include "plots/figure/figure_private.h"
#include "plots/render/render.h"
#include "tests/support/folder.h"
#include "tests/unit/small_run.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char run_text[] =
    "name: small-run\nabout: x\ngenerator: classic\nsettings: {hearts: 6}\n"
    "vary: {level: [1, 4], secret_forbids: [end_rooms, boss]}\nfloors: 1200\nseed: 7\n"
    "joints: [[rooms, dead_ends], [dead_ends, branching], [branching, rooms]]\n";
static folder here;
static fl_store store;
static fl_diag diag;

static small_run run;
static fl_claim_set claims; /* the shipped ones about the original */

/* Adds the verdicts on the claims about these floors. */
static void judge(void)
{
    fl_finding *findings = NULL;
    size_t n = 0;
    cr_assert_eq(fl_claim_finding_list(&claims, &findings, &n, &diag), FL_OK);
    fl_judge_run by = {&claims, findings, n, 1e-5, 0, 0};
    cr_assert_eq(fl_verify_judge_counts(&by, &run.setup, run.totals, &diag), FL_OK, "%s", diag.what);
    fl_judged judged = {.claims = &claims,
                        .findings = findings,
                        .findings_n = n,
                        .family_alpha = 0.001,
                        .alpha = 1e-5,
                        .floors = by.floors,
                        .options = "",
                        .settings = "",
                        .only = "classic.*"};
    cr_assert_eq(fl_verify_judged_add(&judged, &store, &diag), FL_OK, "%s", diag.what);
    free(findings);
}

/* The content of the run's result file, without verdicts. */
static void build(void)
{
    fl_run_provenance provenance = {.command = "test", .threads = 2, .seconds = 1.5};
    fl_store_init(&store);
    cr_assert_eq(fl_run_result_build(&store, &run.setup, run.totals, &provenance, &diag), FL_OK, "%s",
                 diag.what);
}

static void set_up(void)
{
    folder_open(&here);
    fl_diag_init(&diag);
    small_run_open(&run, run_text, 0, 1);
    small_run_count(&run, 0, run.setup.samples);
    fl_claim_set_init(&claims);
    cr_assert_eq(fl_claim_set_add_shipped(&claims, &diag), FL_OK, "%s", diag.what);
    cr_assert_eq(fl_claim_rows_make(&claims, "classic.*", &diag), FL_OK, "%s", diag.what);
    build();
    judge();
}

static void tear_down(void)
{
    small_run_close(&run);
    fl_store_free(&store);
    fl_claim_set_free(&claims);
    folder_close(&here);
}

TestSuite(figure, .init = set_up, .fini = tear_down, .timeout = 120);

static fl_store_item *item(const char *path)
{
    fl_store_item *found = (fl_store_item *)fl_store_find(&store, path);
    cr_assert_not_null(found, "%s", path);
    return found;
}

static fl_err open_view(fl_result_view *view)
{
    const char *path = folder_path(&here, "run.h5");
    cr_assert_eq(fl_store_write(&store, path, &diag), FL_OK, "%s", diag.what);
    return fl_figure_view_open(view, path, &diag);
}

/* Fills a page; the number of its rows. */
static unsigned rows_of(const fl_result_view *view, const char *name, unsigned runs, unsigned page)
{
    fl_data_table table;
    fl_figure_job job = {.runs = view, .runs_n = runs, .page = page};
    fl_figure_table_init(&table);
    fl_figure_fill(fl_figure_find(name), &job, &table);
    cr_assert_eq(fl_figure_table_check(&table), FL_OK);
    cr_assert_eq(table.cells_n, 0, "%s: an unfinished row", name);
    unsigned rows = table.rows_n;
    fl_figure_table_free(&table);
    return rows;
}

/* Draws everything; no text of the run may do more than stand there. */
static void draw_everything(const fl_result_view *runs, unsigned runs_n)
{
    size_t n = 0;
    const fl_figure *all = fl_figure_all(&n);
    fl_figure_files files = {.format = "svg"};
    cr_assert_eq(fl_render_files_init(&files, folder_path(&here, "figures"), &diag), FL_OK, "%s", diag.what);
    for (size_t i = 0; i < n; i++) {
        fl_data_table table;
        fl_figure_job job = {.runs = runs, .runs_n = runs_n};
        fl_figure_table_init(&table);
        if (runs_n >= all[i].runs_min && runs_n <= all[i].runs_max &&
            !fl_figure_left_out(&all[i], runs, runs_n)) {
            fl_figure_fill(&all[i], &job, &table);
        }
        if (table.rows_n > 0) {
            fl_figure_files_picture picture = {all[i].name, fl_embedded_find(all[i].script)->data, &table,
                                               all[i].width, all[i].height};
            cr_assert_eq(fl_render_files_draw(&files, &picture, &diag), FL_OK, "%s: %s %s", all[i].name,
                         diag.what, diag.hint);
        }
        fl_figure_table_free(&table);
    }
    fl_render_files_free(&files);
}

static void clear_figures(void)
{
    char command[160];
    snprintf(command, sizeof command, "rm -rf '%s'", folder_path(&here, "figures"));
    cr_assert_eq(system(command), 0);
}

/* Replaces the run by another one, without verdicts. */
static void count_other(const char *text)
{
    small_run_close(&run);
    fl_store_free(&store);
    small_run_open(&run, text, 0, 1);
    small_run_count(&run, 0, run.setup.samples);
    build();
}

/* Numbers stand to scale, so that one that was left out is a gap, unless most of the axis would be empty. */
Test(figure, numbers_stand_to_scale_along_the_axis)
{
    static const char *const levels[3] = {"[1, 2, 4]", "[1, 2, 12]", "[2, 4, 8]"};
    static const unsigned last[3] = {4, 3, 4};
    for (unsigned i = 0; i < 3; i++) {
        char text[160];
        fl_result_view view;
        fl_sweep_axes sweep;
        snprintf(text, sizeof text,
                 "name: gap\nabout: x\ngenerator: classic\nvary: {level: %s}\nfloors: 64\nmetrics: [rooms]\n",
                 levels[i]);
        count_other(text);
        cr_assert_eq(open_view(&view), FL_OK, "%s", diag.what);
        fl_figure_axes_init(&sweep, &view);
        cr_expect_eq(sweep.x_place[0], 1);
        cr_expect_eq(sweep.x_place[1], 2);
        cr_expect_eq(sweep.x_place[2], last[i], "%s: %u", levels[i], sweep.x_place[2]);
        fl_figure_view_free(&view);
    }
}

static bool has(const bytes *where, const char *text)
{
    size_t n = strlen(text);
    for (size_t i = 0; i + n <= where->size; i++) {
        if (memcmp(where->data + i, text, n) == 0) {
            return true;
        }
    }
    return false;
}

Test(figure, hostile_texts_stay_texts)
{
    static const char *const texts[] = {"`touch pwned` a'\n!touch pwned\n'",
                                        "\"; system('touch pwned') # %s%n", "{/*5 x}^2 @y EOD | touch pwned",
                                        "<script>x</script>&]]>\\n\xff\\", ""};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        fl_result_view view;
        cr_assert_eq(fl_store_set_text(&store, "experiment", texts[i]), FL_OK);
        fl_store_item *axis = item("/configuration/secret_forbids");
        for (uint64_t c = 0; c < 4; c++) {
            bool is_own = c % 2 == 0;
            cr_assert_eq(fl_store_fill_text(axis, c, is_own ? texts[i] : "other"), FL_OK);
        }
        for (uint64_t row = 0; row < item("/claim/id")->size[0]; row++) {
            cr_assert_eq(fl_store_fill_text(item("/claim/id"), row, texts[i]), FL_OK);
            cr_assert_eq(fl_store_fill_text(item("/claim/sentence"), row, texts[i]), FL_OK);
            cr_assert_eq(fl_store_fill_text(item("/claim/source"), row, texts[i]), FL_OK);
            cr_assert_eq(fl_store_fill_text(item("/claim/documented"), row, texts[i]), FL_OK);
        }
        fl_err err = open_view(&view);
        cr_assert_eq(err, FL_OK, "%s", diag.what);
        draw_everything(&view, 1);
        fl_result_view both[2] = {view, view};
        if (i == 0) {
            draw_everything(both, 2);
        }
        fl_figure_view_free(&view);
        bytes svg = folder_read(folder_path(&here, "figures/metrics.svg"));
        cr_assert_not(has(&svg, "<script"));
        free(svg.data);
        clear_figures();
        cr_assert_eq(folder_count(&here), 1, "%s did something", texts[i]);
    }
}

/* The place of a name in a list of the store. */
static uint64_t place_in(const char *path, const char *name)
{
    const fl_store_item *names = item(path);
    uint64_t at = 0;
    while (at < names->size[0] && strcmp(((char **)names->data)[at], name) != 0) {
        at++;
    }
    cr_assert_lt(at, names->size[0], "%s has no %s", path, name);
    return at;
}

Test(figure, wrong_numbers_are_not_there)
{
    fl_result_view view;
    fl_result_view_counts counts;
    fl_result_view_event event;
    fl_result_view_joint joint;
    ((uint64_t *)item("/event/hits")->data)[place_in("/event/event", "roll.curse.won")] = UINT64_MAX;
    ((uint64_t *)item("/histogram/count")->data)[place_in("/histogram/metric", "rooms")] = UINT64_MAX;
    cr_assert_eq(open_view(&view), FL_OK, "%s", diag.what);
    cr_assert_not(fl_figure_view_event_of(&view, "roll.curse.won", &event));
    cr_assert(fl_figure_view_event_of(&view, "roll.library.won", &event));
    cr_assert_not(fl_figure_view_metric(&view, "rooms", &counts));
    cr_assert_not(fl_figure_view_metric(&view, "../rooms", &counts));
    cr_assert_not(fl_figure_view_metric(&view, "nothing", &counts));
    cr_assert_not(fl_figure_view_map(&view, view.maps.n, &counts));
    cr_assert(fl_figure_view_metric(&view, "dead_ends", &counts));
    cr_assert(fl_figure_view_joint(&view, 0, &joint));
    cr_assert_str_eq(joint.metric[0], "rooms");
    cr_assert_str_eq(joint.metric[1], "dead_ends");
    cr_assert_not(fl_figure_view_joint(&view, 3, &joint));
    cr_assert_gt(rows_of(&view, "metrics", 1, 0), 0);
    fl_figure_view_free(&view);
}

/* Fills the first pages of every figure; returns the rows of all. */
static unsigned fill_everything(const fl_result_view *view)
{
    size_t n = 0;
    unsigned rows = 0;
    const fl_figure *all = fl_figure_all(&n);
    for (size_t i = 0; i < 2 * n; i++) {
        rows += all[i / 2].runs_min == 1 ? rows_of(view, all[i / 2].name, 1, i % 2) : 0;
    }
    return rows;
}

/* Arrays that are missing, of another type or too short: the run is refused, or some figures have less. */
Test(figure, malformed_arrays_crash_nothing)
{
    unsigned opened = 0;
    unsigned tried = 0;
    size_t items_n = store.items_n;
    bool is_text = false; /* the array at work */
    for (size_t i = 0; i < 4 * items_n; i++) {
        fl_result_view view;
        if (i % 4 > 0 && is_text) {
            continue; /* of texts only whole arrays go missing here */
        }
        tried++;
        fl_store_free(&store);
        build();
        judge();
        fl_store_item *one = &store.items[i / 4];
        is_text = one->type == FL_STORE_TEXT;
        if (i % 4 == 0) {
            one->path[1] = 'X';
        } else if (i % 4 == 1) {
            one->type = one->type == FL_STORE_U64 ? FL_STORE_I64 : FL_STORE_U64;
        } else if (i % 4 == 3 && one->rank == 1) {
            tried--; /* its only side was the last attempt */
            continue;
        } else {
            unsigned side = i % 4 == 2 ? 0 : one->rank - 1;
            one->size[side] -= one->size[side] > 1;
        }
        fl_err err = fl_figure_view_init(&view, &store, "x.h5", &diag);
        cr_assert(!err || err == FL_ERR_DAMAGED);
        if (!err) {
            opened++;
            cr_assert_gt(fill_everything(&view), 0);
            fl_figure_view_free(&view);
        }
    }
    cr_assert(opened > tried / 4 && opened < tried, "%u of %u", opened, tried);
}

Test(summary, agrees_with_counting_by_hand)
{
    static const uint64_t count[12] = {0, 1, 2, 1, 0, 0, 0, 0, 0, 0, 0, 4};
    fl_result_view_counts counts = {.count = count, .rows = 1, .columns = 6, .stride = 6};
    fl_summary summary = fl_figure_summary_of(&counts, 0);
    cr_assert_float_eq(summary.mean, 2, 1e-12);
    cr_assert_float_eq(summary.quantile[0], 1, 0);
    cr_assert_float_eq(summary.quantile[2], 2, 0);
    cr_assert_float_eq(summary.quantile[4], 3, 0);
    cr_assert_eq(fl_figure_summary_largest(&counts, 1), 3);
    cr_assert_eq(fl_figure_summary_largest(&counts, 2), 5);
    counts.columns = counts.stride = 1;
    cr_assert(isnan(fl_figure_summary_of(&counts, 0).mean));
    cr_assert_eq(fl_figure_summary_largest(&counts, 1), -1);
}
