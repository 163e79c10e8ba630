/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A file of hits goes on where its checkpoint says, and gets its name last. */
#include "experiments/find/find.h"
#include "tests/support/folder.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static folder place;
static fl_opened_generator opened;
static fl_find_question question;
static fl_find_search search;
static fl_diag diag;

static void set_up(void)
{
    fl_find_words words = {.condition = "rooms > 3", .condition_where = ""};
    folder_open(&place);
    cr_assert_eq(fl_run_generator_open_words(&opened, "classic", "", &diag), FL_OK);
    cr_assert_eq(fl_find_question_init(&question, &opened, &words, &diag), FL_OK);
    search = (fl_find_search){.question = &question, .n = 1 << 20, .backend = FL_BACKEND_REFERENCE};
}

static void tear_down(void)
{
    fl_find_question_free(&question);
    fl_run_generator_close(&opened);
    folder_close(&place);
}

TestSuite(hit_file, .init = set_up, .fini = tear_down);

static fl_err begin(fl_find_file *file, const char *identity, fl_checkpoint_use use)
{
    fl_diag_init(&diag);
    cr_assert_eq(fl_find_file_open(file, folder_path(&place, "hits"), identity, &diag), FL_OK);
    return fl_find_file_begin(file, use, &search, &diag);
}

static void write_text(fl_find_file *file, const char *words)
{
    fl_text text;
    fl_text_init(&text);
    fl_text_add(&text, words);
    cr_assert_eq(fl_find_file_write(file, &text, &diag), FL_OK);
    fl_text_free(&text);
}

/* Leaves "one\n" as what counts, and "two\n" behind it. */
static void leave(void)
{
    fl_find_file file;
    cr_assert_eq(begin(&file, "a: 1\n", FL_CHECKPOINT_REFUSE), FL_OK, "%s", diag.what);
    write_text(&file, "one\n");
    search.done = 5;
    search.searched = 320;
    search.hits = 1;
    cr_assert_eq(fl_find_file_save(&file, &search, &diag), FL_OK);
    write_text(&file, "two\n");
    fl_find_file_close(&file);
    search.done = search.searched = search.hits = 0;
}

static void expect_content(const char *expected)
{
    bytes content = folder_read(folder_path(&place, "hits"));
    cr_expect_eq(content.size, strlen(expected));
    cr_expect(memcmp(content.data, expected, content.size) == 0);
    free(content.data);
    cr_expect_eq(folder_count(&place), 1, "nothing is left beside it");
}

Test(hit_file, goes_on_behind_what_the_checkpoint_counts)
{
    fl_find_file file;
    leave();
    cr_assert_eq(begin(&file, "a: 1\n", FL_CHECKPOINT_KEEP), FL_OK, "%s", diag.what);
    cr_expect_eq(search.done, 5);
    cr_expect_eq(search.searched, 320);
    cr_expect_eq(search.hits, 1);
    write_text(&file, "three\n");
    cr_assert_eq(fl_find_file_keep(&file, &diag), FL_OK);
    fl_find_file_close(&file);
    expect_content("one\nthree\n");
}

Test(hit_file, begins_anew_where_that_is_wanted)
{
    fl_find_file file;
    leave();
    cr_assert_eq(begin(&file, "b: 2\n", FL_CHECKPOINT_DROP), FL_OK, "%s", diag.what);
    cr_expect_eq(search.done, 0);
    write_text(&file, "four\n");
    cr_assert_eq(fl_find_file_keep(&file, &diag), FL_OK);
    fl_find_file_close(&file);
    expect_content("four\n");
}

Test(hit_file, other_searches_and_lost_hits_are_refused)
{
    fl_find_file file;
    leave();
    cr_expect_eq(begin(&file, "a: 1\n", FL_CHECKPOINT_REFUSE), FL_ERR_USAGE);
    fl_find_file_close(&file);
    cr_expect_eq(begin(&file, "a: 2\n", FL_CHECKPOINT_KEEP), FL_ERR_MISMATCH);
    cr_expect_not_null(strstr(diag.what, "it has 'a: 1', not 'a: 2'"), "%s", diag.what);
    fl_find_file_close(&file);
    cr_assert_eq(truncate(folder_path(&place, "hits.part"), 2), 0);
    cr_expect_eq(begin(&file, "a: 1\n", FL_CHECKPOINT_KEEP), FL_ERR_DAMAGED);
    cr_expect_not_null(strstr(diag.hint, "--anew"), "%s", diag.hint);
    fl_find_file_close(&file);
}

/* Writes another byte at the beginning of what was found. */
static void damage(void)
{
    FILE *file = fopen(folder_path(&place, "hits.part"), "r+");
    cr_assert_not_null(file);
    cr_assert_eq(fputc('O', file), 'O');
    cr_assert_eq(fclose(file), 0);
}

Test(hit_file, hits_that_somebody_changed_are_refused)
{
    fl_find_file file;
    leave();
    damage();
    cr_expect_eq(begin(&file, "a: 1\n", FL_CHECKPOINT_KEEP), FL_ERR_DAMAGED);
    cr_expect_not_null(strstr(diag.what, "are not there"), "%s", diag.what);
    fl_find_file_close(&file);
    cr_assert_eq(begin(&file, "a: 1\n", FL_CHECKPOINT_DROP), FL_OK, "%s", diag.what);
    write_text(&file, "one\n");
    damage();
    cr_expect_eq(fl_find_file_keep(&file, &diag), FL_ERR_DAMAGED, "nor do they get their name");
    cr_expect_neq(access(folder_path(&place, "hits"), F_OK), 0);
    fl_find_file_close(&file);
}
