/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Kept floors: in any order of blocks, twice or once, the columns are those of the floors. */
#include "experiments/run/run_private.h"
#include "tests/support/folder.h"
#include "tests/unit/small_run.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char text_of_columns[] =
    "name: x\ngenerator: classic\nsettings: {max_attempts: 3}\nvary: {level: [1, 5]}\nfloors: 2500\n"
    "metrics: [rooms, attempts, boss_distance, clustering_room, boss_distance_ratio]\nmaps: none\n";

enum { METRICS = 4 };
static const unsigned kept[METRICS] = {FL_METRIC_ROOMS, FL_METRIC_ATTEMPTS, FL_METRIC_BOSS_DISTANCE,
                                       FL_METRIC_BOSS_DISTANCE_RATIO};

typedef struct stage {
    char folder[SMALL_RUN_FOLDER], output[SMALL_RUN_PATH], path[SMALL_RUN_PATH];
    small_run run;
    fl_floor_maker maker[2]; /* of the configurations */
    fl_kept_floors *kept;
} stage;

enum { ROW = 64 };

/* After some rows of floors. */
static const fl_kept_done *after(uint64_t rows)
{
    static fl_kept_done done;
    done = (fl_kept_done){.samples = rows * ROW};
    return &done;
}

static void open_stage(stage *s, uint64_t shard, uint64_t shards)
{
    small_run_make_folder(s->folder);
    small_run_path(s->folder, "x.h5", s->output);
    small_run_path(s->folder, "x.h5.floors", s->path);
    small_run_open(&s->run, text_of_columns, shard, shards);
    for (unsigned c = 0; c < 2; c++) {
        cr_assert_eq(fl_run_maker_open(&s->maker[c], &s->run.setup.condition[c].opened, NULL), FL_OK);
    }
    cr_assert_eq(fl_run_kept_open(&s->kept, s->output, &s->run.setup, after(0), NULL), FL_OK);
}

static void close_stage(stage *s)
{
    fl_run_kept_close(s->kept, true);
    cr_expect_neq(access(s->path, F_OK), 0, "the file should be gone");
    fl_run_maker_close(&s->maker[0]);
    fl_run_maker_close(&s->maker[1]);
    small_run_close(&s->run);
    small_run_remove_folder(s->folder);
}

/* Notes the floors of n blocks of one configuration at once. */
static void note_blocks(stage *s, uint64_t block, unsigned n)
{
    static int32_t copies[2500][FL_METRIC_COUNT];
    static const int32_t *values[2500];
    const fl_run_range *range = fl_run_range_find(s->run.setup.range, s->run.setup.conditions, block);
    uint64_t first = range->from + block - range->before;
    fl_floor_maker *maker = &s->maker[range->condition];
    for (unsigned i = 0; i < n; i++) {
        fl_run_maker_make(maker, first + i, s->run.setup.tally.groups);
        memcpy(copies[i], maker->values, sizeof copies[i]);
        values[i] = maker->floor.failure ? NULL : copies[i];
    }
    cr_assert_eq(fl_run_kept_add(s->kept, block, n, values), FL_OK);
}

static void note_block(stage *s, uint64_t block)
{
    note_blocks(s, block, 1);
}

/* The same of all floors of a row. */
static void note_row(stage *s, uint64_t row)
{
    for (uint64_t block = row * ROW; block < (row + 1) * ROW; block++) {
        note_block(s, block);
    }
}

static int32_t value_at(const fl_store_item *item, const void *data, uint64_t i)
{
    int32_t value = item->type == FL_STORE_U8    ? ((const uint8_t *)data)[i]
                    : item->type == FL_STORE_U16 ? ((const uint16_t *)data)[i]
                                                 : ((const int32_t *)data)[i];
    int32_t none = item->type == FL_STORE_U8 ? 255 : item->type == FL_STORE_U16 ? 65535 : -1;
    return value == none ? FL_GENERATOR_FACT_NONE : value;
}

/* All columns against floors made anew. */
static void compare(stage *s)
{
    fl_store store;
    static int32_t data[2][METRICS][5000];
    char path[64];
    fl_diag diag;
    fl_diag_init(&diag);
    cr_assert_eq(fl_run_kept_check(s->kept, s->run.totals, &diag), FL_OK, "%s", diag.what);
    fl_store_init(&store);
    cr_assert_eq(fl_run_kept_add_items(s->kept, s->run.totals, &store, NULL), FL_OK);
    cr_assert_eq(store.items_n, 3 + METRICS, "number, configuration and level");
    uint64_t n = s->run.setup.to - s->run.setup.from;
    for (uint64_t c = 0; c < 2; c++) {
        fl_floor_maker worker;
        cr_assert_eq(fl_run_maker_open(&worker, &s->run.setup.condition[c].opened, NULL), FL_OK);
        for (unsigned m = 0; m < METRICS; m++) {
            snprintf(path, sizeof path, "/sample/%s", fl_metric_of(kept[m])->name);
            const fl_store_item *item = fl_store_find(&store, path);
            cr_assert_not_null(item, "%s", path);
            cr_assert(item->size[0] == 2 && item->size[1] == n);
            cr_assert_eq(item->pull(item->context, c, 0, n, data[c][m]), FL_OK);
        }
        for (uint64_t i = 0; i < n; i++) {
            fl_run_maker_make(&worker, s->run.setup.from + i, s->run.setup.tally.groups);
            for (unsigned m = 0; m < METRICS; m++) {
                int32_t value = worker.floor.failure ? FL_GENERATOR_FACT_NONE : worker.values[kept[m]];
                snprintf(path, sizeof path, "/sample/%s", fl_metric_of(kept[m])->name);
                cr_assert_eq(value_at(fl_store_find(&store, path), data[c][m], i), value, "%s %d", path,
                             (int)i);
            }
        }
        fl_run_maker_close(&worker);
    }
    fl_store_free(&store);
}

Test(kept_floors, columns_are_the_floors_in_any_order_of_blocks)
{
    stage s;
    open_stage(&s, 0, 1);
    for (uint64_t i = 0; i < s.run.setup.samples + 9; i++) { /* some come twice */
        note_block(&s, (i * 7 + 5) % s.run.setup.samples);
    }
    small_run_count(&s.run, 0, s.run.setup.samples);
    cr_expect_gt(s.run.totals[1].failed, 0, "failed floors have no rooms");
    compare(&s);
    close_stage(&s);
}

/* The type follows the values: nothing is cut off, whatever the tally's bins are. */
Test(kept_floors, types_hold_the_largest_value)
{
    static const struct {
        int32_t max;
        fl_store_type type;
    } cases[] = {{0, FL_STORE_U8},      {254, FL_STORE_U8},    {255, FL_STORE_U16},
                 {65534, FL_STORE_U16}, {65535, FL_STORE_I32}, {1000000, FL_STORE_I32}};
    stage s;
    open_stage(&s, 0, 1);
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        fl_store store;
        fl_store_init(&store);
        s.run.totals[1].extreme[0] = (fl_tally_extreme){.min = 0, .max = cases[i].max};
        cr_assert_eq(fl_run_kept_add_items(s.kept, s.run.totals, &store, NULL), FL_OK);
        cr_expect_eq(fl_store_find(&store, "/sample/rooms")->type, cases[i].type, "%d", (int)cases[i].max);
        fl_store_free(&store);
    }
    close_stage(&s);
}

/* A row that is not full when the run is stopped is filled by the next one. */
Test(kept_floors, floors_of_a_row_that_is_not_full_go_with_the_checkpoint)
{
    enum { DONE = 3 * ROW + 17 };
    stage s;
    fl_text more;
    fl_diag diag;
    fl_diag_init(&diag);
    fl_text_init(&more);
    open_stage(&s, 0, 1);
    for (uint64_t block = 0; block < DONE; block++) {
        note_block(&s, block);
    }
    fl_run_kept_pack(s.kept, DONE, &more);
    fl_run_kept_close(s.kept, false);
    cr_expect_eq(fl_run_kept_open(&s.kept, s.output, &s.run.setup, &(fl_kept_done){DONE, NULL}, &diag),
                 FL_ERR_DAMAGED);
    cr_assert_eq(fl_run_kept_open(&s.kept, s.output, &s.run.setup, &(fl_kept_done){DONE, &more}, &diag),
                 FL_OK, "%s", diag.what);
    for (uint64_t block = DONE; block < s.run.setup.samples; block++) {
        note_block(&s, block);
    }
    small_run_count(&s.run, 0, s.run.setup.samples);
    compare(&s);
    fl_text_free(&more);
    close_stage(&s);
}

/* Within a row, whole rows, over many of them, and up to the last one, which is not full; the later ones
 * first. */
Test(kept_floors, floors_may_come_many_at_a_time)
{
    static const unsigned spans[] = {1, 62, 1, 64, 65, 63, 100, 200, 3, 641, 1300};
    stage s;
    open_stage(&s, 0, 1);
    for (uint64_t end = 5000; end > 0; end -= 2500) {
        uint64_t left = end;
        for (unsigned i = 0; i < sizeof spans / sizeof spans[0]; i++) {
            left -= spans[i];
            note_blocks(&s, left, spans[i]);
        }
        cr_assert_eq(left, end - 2500);
    }
    small_run_count(&s.run, 0, s.run.setup.samples);
    compare(&s);
    close_stage(&s);
}

/* Each byte of a row, a row in another's place, a row of another seed. */
Test(kept_floors, floors_of_a_changed_file_are_not_believed)
{
    stage s;
    fl_diag diag;
    fl_kept_floors *again = NULL;
    char *before = NULL;
    size_t size = 0;
    open_stage(&s, 0, 1);
    note_row(&s, 0);
    note_row(&s, 1);
    fl_run_kept_close(s.kept, false);
    cr_assert_eq(fl_program_file_read(s.path, &before, &size, NULL), FL_OK);
    static const size_t places[] = {0, 33, 66, 75, 80, 81, 1000};
    for (unsigned i = 0; i < sizeof places / sizeof places[0]; i++) {
        folder_write(s.path, before, size);
        before[places[i]] ^= 1;
        folder_write(s.path, before, size);
        before[places[i]] ^= 1;
        cr_expect_eq(fl_run_kept_open(&again, s.output, &s.run.setup, after(2), &diag), FL_ERR_DAMAGED, "%zu",
                     places[i]);
    }
    memcpy(before + size / 2, before, size / 2);
    folder_write(s.path, before, size);
    cr_expect_eq(fl_run_kept_open(&again, s.output, &s.run.setup, after(2), &diag), FL_ERR_DAMAGED);
    cr_expect_eq(fl_run_kept_open(&again, s.output, &s.run.setup, after(1), &diag), FL_OK);
    fl_run_kept_close(again, false);
    s.run.experiment.seed++;
    cr_expect_eq(fl_run_kept_open(&again, s.output, &s.run.setup, after(1), &diag), FL_ERR_DAMAGED);
    s.run.experiment.seed--;
    cr_assert_eq(fl_run_kept_open(&s.kept, s.output, &s.run.setup, after(0), &diag), FL_OK);
    cr_expect_eq(access(s.path, F_OK), 0);
    free(before);
    close_stage(&s);
}
