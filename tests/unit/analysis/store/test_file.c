/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files: round trips, the same bytes for the same content, the old file or the new one, and the parts it is
 * made of. */
#include "analysis/store/store_private.h"
#include "tests/support/folder.h"
#include "tests/support/sample_store.h"

#include <criterion/criterion.h>
#include <hdf5.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static folder place;
static fl_store store, back;
static fl_diag diag;

static void set_up(void)
{
    folder_open(&place);
    fl_store_init(&store);
    fl_store_init(&back);
    fl_diag_init(&diag);
}

static void tear_down(void)
{
    fl_store_free(&store);
    fl_store_free(&back);
    folder_close(&place);
}

TestSuite(file, .init = set_up, .fini = tear_down);
TestSuite(hdf5_put, .init = set_up, .fini = tear_down);
TestSuite(dimension, .init = set_up, .fini = tear_down);

static const char *name(const char *base)
{
    return folder_path(&place, base);
}

static void write_store(const char *base)
{
    cr_assert_eq(fl_store_write(&store, name(base), &diag), FL_OK, "%s: %s", diag.where, diag.what);
}

static void expect_same(const char *a, const char *b)
{
    bytes left = folder_read(name(a));
    bytes right = folder_read(name(b));
    cr_expect_eq(left.size, right.size);
    cr_expect_eq(memcmp(left.data, right.data, left.size), 0);
    free(left.data);
    free(right.data);
}

static void add_numbers(char *path, uint64_t n)
{
    fl_store_item item = {.path = path, .type = FL_STORE_U64, .rank = 1, .size = {n}, .dimension = {path}};
    cr_assert_eq(fl_store_add(&store, &item, NULL), FL_OK);
}

Test(file, what_was_written_is_read_back)
{
    cr_assert_eq(sample_store_fill(&store, true, 3), FL_OK);
    write_store("a.h5");
    cr_assert_eq(fl_store_read(&back, name("a.h5"), &diag), FL_OK, "%s", diag.what);
    const char *why = sample_store_difference(&store, &back);
    cr_expect_null(why, "%s", why);
    cr_expect_eq(folder_count(&place), 1u);
}

Test(file, the_same_content_gives_the_same_bytes)
{
    cr_assert_eq(sample_store_fill(&store, true, 3), FL_OK);
    write_store("a.h5");
    sleep(1);
    write_store("b.h5");
    expect_same("a.h5", "b.h5");
    fl_store_free(&store);
    cr_assert_eq(sample_store_fill(&store, false, 3), FL_OK);
    write_store("c.h5");
    cr_assert_eq(fl_store_read(&back, name("c.h5"), &diag), FL_OK);
    cr_assert_eq(fl_store_write(&back, name("d.h5"), &diag), FL_OK, "%s", diag.what);
    expect_same("c.h5", "d.h5");
}

Test(file, long_texts_and_many_of_them_fit)
{
    enum { LONG = 1 << 20, MANY = 20000 };
    char *text = calloc(LONG + 1, 1);
    fl_store_item item = {.path = "/long", .type = FL_STORE_TEXT};
    fl_store_item *out = NULL;
    memset(text, 'x', LONG);
    cr_assert_eq(fl_store_set_text(&store, "long", text), FL_OK);
    cr_assert_eq(fl_store_add(&store, &item, &out), FL_OK);
    cr_assert_eq(fl_store_fill_text(out, 0, text), FL_OK);
    free(text);
    item = (fl_store_item){
        .path = "/many", .type = FL_STORE_TEXT, .rank = 1, .size = {MANY}, .dimension = {"/many"}};
    cr_assert_eq(fl_store_add(&store, &item, &out), FL_OK);
    for (uint64_t i = 0; i < MANY; i++) {
        char word[16];
        snprintf(word, sizeof word, "word %u", (unsigned)i);
        cr_assert_eq(fl_store_fill_text(out, i, word), FL_OK);
    }
    write_store("a.h5");
    cr_assert_eq(fl_store_read(&back, name("a.h5"), &diag), FL_OK, "%s", diag.what);
    const char *why = sample_store_difference(&store, &back);
    cr_expect_null(why, "%s", why);
}

typedef struct watch {
    uint64_t next[3], calls, fail_at;
    bool is_wrong;
} watch;

static fl_err watched(void *context, uint64_t row, uint64_t from, uint64_t n, void *out)
{
    watch *self = context;
    self->is_wrong |= n == 0 || n > FL_STORE_PULL || row > 2 || from != self->next[row];
    self->is_wrong |= row < 2 && self->next[row + 1] != 0;
    self->next[row] += n;
    memset(out, (int)row, n);
    return ++self->calls == self->fail_at ? FL_ERR_STOPPED : FL_OK;
}

static void add_watched(watch *self)
{
    add_numbers("/configuration", 3);
    fl_store_item item = {.path = "/floor_rooms",
                          .type = FL_STORE_U8,
                          .rank = 2,
                          .size = {3, 100000},
                          .dimension = {"/configuration", "/number"},
                          .pull = watched,
                          .context = self};
    add_numbers("/number", 100000);
    cr_assert_eq(fl_store_add(&store, &item, NULL), FL_OK);
}

static void expect_old_file(void)
{
    bytes now = folder_read(name("a.h5"));
    cr_expect_eq(now.size, 3u);
    cr_expect_eq(memcmp(now.data, "old", 3), 0);
    cr_expect_eq(folder_count(&place), 1u);
    free(now.data);
}

Test(file, a_stop_while_streaming_leaves_the_old_file)
{
    for (uint64_t k = 1; k <= 6; k++) {
        watch seen = {.fail_at = k};
        folder_write(name("a.h5"), "old", 3);
        fl_store_free(&store);
        add_watched(&seen);
        cr_expect_eq(fl_store_write(&store, name("a.h5"), &diag), FL_ERR_STOPPED);
        cr_expect(diag.what[0] != '\0');
        expect_old_file();
    }
}

Test(file, a_symbolic_link_is_replaced_not_followed)
{
    struct stat about;
    cr_assert_eq(sample_store_fill(&store, false, 3), FL_OK);
    folder_write(name("target"), "precious", 8);
    cr_assert_eq(symlink("target", name("link")), 0);
    cr_assert_eq(symlink("nowhere", name("dangling")), 0);
    write_store("link");
    write_store("dangling");
    cr_assert_eq(lstat(name("link"), &about), 0);
    cr_expect(S_ISREG(about.st_mode));
    cr_assert_eq(lstat(name("dangling"), &about), 0);
    cr_expect(S_ISREG(about.st_mode));
    bytes target = folder_read(name("target"));
    cr_expect_eq(target.size, 8u);
    free(target.data);
    cr_expect_eq(folder_count(&place), 3u);
}

Test(file, the_umask_decides_about_rights)
{
    struct stat about;
    umask(027);
    write_store("a.h5");
    cr_assert_eq(stat(name("a.h5"), &about), 0);
    cr_expect_eq(about.st_mode & 0777, 0640u);
    umask(0);
    write_store("b.h5");
    cr_assert_eq(stat(name("b.h5"), &about), 0);
    cr_expect_eq(about.st_mode & 0777, 0666u);
}
