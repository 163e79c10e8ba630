/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files: round trips, the same bytes for the same content, the old file or the new one, and the parts it is
 * made of. */
#include "analysis/store/store_private.h"
#include "tests/support/folder.h"
#include "tests/support/sample_store.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <hdf5.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
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

/* A good file. */
static bytes write_good(void)
{
    cr_assert_eq(sample_store_fill(&store, false, 3), FL_OK);
    write_store("good.h5");
    return folder_read(name("good.h5"));
}

static void expect(const char *path, fl_err wanted, const char *words)
{
    fl_err found = fl_store_read(&back, path, &diag);
    cr_expect_eq(found, wanted, "%s: %d: %s", path, found, diag.what);
    cr_expect(strstr(diag.what, words) != NULL, "'%s' is not in '%s'", words, diag.what);
    cr_expect_str_eq(diag.where, path);
    cr_expect_eq(diag.code, wanted);
    cr_expect_eq(back.items_n + back.attributes_n, 0u);
    fl_store_free(&back);
}

Test(file, a_name_without_a_file_is_said_so)
{
    bytes whole = write_good();
    expect(name("none.h5"), FL_ERR_INPUT, "there is no such file");
    expect(name("good.h5/x"), FL_ERR_INPUT, "cannot open");
    free(whole.data);
}

Test(file, folders_and_pipes_are_no_files)
{
    cr_assert_eq(mkfifo(name("pipe"), 0600), 0);
    expect(place.path, FL_ERR_INPUT, "this is a folder");
    expect(name("pipe"), FL_ERR_INPUT, "device or pipe");
    expect("/dev/zero", FL_ERR_INPUT, "device or pipe");
}

Test(file, floors_are_listed_without_their_values)
{
    cr_assert_eq(sample_store_fill(&store, true, 3), FL_OK);
    write_store("floors.h5");
    cr_assert_eq(fl_store_read(&back, name("floors.h5"), &diag), FL_OK);
    const fl_store_item *item = fl_store_find(&back, "/sample/balance");
    cr_assert_not_null(item);
    cr_expect_null(item->data);
    cr_expect_eq(item->size[1], (uint64_t)SAMPLE_FLOORS);
    cr_expect_str_eq(item->dimension[1], FL_STORE_SAMPLES);
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
    add_numbers("/condition", 3);
    fl_store_item item = {.path = "/floor_rooms",
                          .type = FL_STORE_U8,
                          .rank = 2,
                          .size = {3, 100000},
                          .dimension = {"/condition", "/number"},
                          .pull = watched,
                          .context = self};
    add_numbers("/number", 100000);
    cr_assert_eq(fl_store_add(&store, &item, NULL), FL_OK);
}

Test(file, streamed_values_are_asked_for_once_and_in_order)
{
    watch seen = {.fail_at = 0};
    add_watched(&seen);
    write_store("a.h5");
    cr_expect_not(seen.is_wrong);
    for (unsigned row = 0; row < 3; row++) {
        cr_expect_eq(seen.next[row], 100000u);
    }
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

Test(file, a_malformed_store_touches_nothing)
{
    fl_store_item item = {.path = "/a", .type = FL_STORE_U64, .rank = 1, .size = {4}, .dimension = {"/none"}};
    cr_assert_eq(fl_store_add(&store, &item, NULL), FL_OK);
    cr_expect_eq(fl_store_write(&store, name("a.h5"), &diag), FL_ERR_INPUT);
    cr_expect_str_eq(diag.where, name("a.h5"));
    cr_expect_eq(folder_count(&place), 0u);
}

Test(file, nothing_stays_open_afterwards)
{
    cr_assert_eq(sample_store_fill(&store, true, 3), FL_OK);
    write_store("a.h5");
    unsigned before = folder_open_files();
    for (unsigned i = 0; i < 20; i++) {
        write_store("a.h5");
        cr_expect_eq(fl_store_write(&store, name("no/where"), &diag), FL_ERR_INPUT);
        cr_assert_eq(fl_store_read(&back, name("a.h5"), &diag), FL_OK);
        fl_store_free(&back);
    }
    cr_expect_eq(folder_open_files(), before);
}

static void write_again_and_again(unsigned salt)
{
    fl_store mine;
    fl_store_init(&mine);
    fl_err err = sample_store_fill(&mine, false, salt);
    for (unsigned i = 0; i < 40 && !err; i++) {
        err = fl_store_write(&mine, name("a.h5"), NULL);
    }
    fl_store_free(&mine);
    _exit(err ? 1 : 0);
}

Test(file, two_writers_of_one_name_leave_whole_files)
{
    pid_t writers[2];
    cr_assert_eq(sample_store_fill(&store, false, 0), FL_OK);
    write_store("a.h5");
    for (unsigned i = 0; i < 2; i++) {
        writers[i] = fork();
        if (writers[i] == 0) {
            write_again_and_again(i);
        }
    }
    for (unsigned i = 0; i < 40; i++) {
        cr_expect_eq(fl_store_read(&back, name("a.h5"), &diag), FL_OK, "%s", diag.what);
        fl_store_free(&back);
    }
    for (unsigned i = 0; i < 2; i++) {
        int status = 1;
        cr_assert_eq(waitpid(writers[i], &status, 0), writers[i]);
        cr_expect_eq(status, 0);
    }
    cr_expect_eq(folder_count(&place), 1u);
}

Test(hdf5_put, thousands_of_items_share_one_scale)
{
    char path[40];
    add_numbers("/condition", 2);
    for (unsigned i = 0; i < 5000; i++) {
        snprintf(path, sizeof path, "/metric/m%u/sum", i);
        fl_store_item item = {
            .path = path, .type = FL_STORE_U64, .rank = 1, .size = {2}, .dimension = {"/condition"}};
        cr_assert_eq(fl_store_add(&store, &item, NULL), FL_OK);
    }
    write_store("a.h5");
    cr_assert_eq(fl_store_read(&back, name("a.h5"), &diag), FL_OK, "%s", diag.what);
    const char *why = sample_store_difference(&store, &back);
    cr_expect_null(why, "%s", why);
}

Test(hdf5_put, a_failed_write_is_told_with_its_reason)
{
    cr_assert_eq(sample_store_fill(&store, true, 3), FL_OK);
    folder_write(name("a"), "", 0);
    int file = open(name("a"), O_RDONLY);
    cr_expect_eq(fl_store_hdf5_put_all(&store, file, 512, "some.h5", &diag), FL_ERR_IO);
    cr_expect(strstr(diag.what, strerror(EBADF)) != NULL, "%s", diag.what);
    cr_expect_str_eq(diag.where, "some.h5");
    close(file);
    file = open("/dev/full", O_RDWR);
    cr_expect_eq(fl_store_hdf5_put_all(&store, file, 512, "some.h5", &diag), FL_ERR_IO);
    close(file);
}

Test(hdf5_put, dimensions_have_scales)
{
    cr_assert_eq(sample_store_fill(&store, false, 0), FL_OK);
    write_store("a.h5");
    hid_t file = H5Fopen(name("a.h5"), H5F_ACC_RDONLY, H5P_DEFAULT);
    hid_t set = H5Dopen2(file, "/map/any/count", H5P_DEFAULT);
    cr_expect(H5Aexists(set, "DIMENSION_LIST") > 0 && H5Aexists(set, "CLASS") == 0);
    H5Dclose(set);
    set = H5Dopen2(file, "/map/y", H5P_DEFAULT);
    cr_expect(H5Aexists(set, "REFERENCE_LIST") > 0 && H5Aexists(set, "CLASS") > 0);
    H5Dclose(set);
    H5Fclose(file);
}

static uint64_t state = 88172645463325252u;

static uint64_t below(uint64_t n)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state % n;
}

Test(pack, damaged_bytes_are_refused_or_another_store)
{
    fl_text packed;
    unsigned refused = 0;
    fl_text_init(&packed);
    cr_assert_eq(sample_store_fill(&store, true, 3), FL_OK);
    cr_assert_eq(fl_store_set_state(&store, FL_STORE_TALLIES, "state", 5), FL_OK);
    fl_store_pack(&store, &packed);
    for (size_t n = 0; n < packed.size; n += 1 + n / 50) {
        cr_expect_eq(fl_store_unpack(&back, packed.data, n), FL_ERR_DAMAGED, "%zu bytes", n);
        fl_store_free(&back);
    }
    for (unsigned i = 0; i < 3000; i++) {
        char *at = packed.data + below(packed.size);
        char was = *at;
        *at = (char)below(256);
        fl_err err = fl_store_unpack(&back, packed.data, packed.size);
        cr_expect(err == FL_OK || err == FL_ERR_DAMAGED, "%d", err);
        refused += err != FL_OK;
        *at = was;
        fl_store_free(&back);
    }
    cr_expect_gt(refused, 100u);
    cr_assert_eq(fl_store_unpack(&back, packed.data, packed.size), FL_OK);
    cr_expect_null(sample_store_difference(&store, &back));
    const fl_store_state *kept = &back.state[FL_STORE_TALLIES];
    cr_expect(kept->n == 5 && memcmp(kept->bytes, "state", 5) == 0);
    fl_text_free(&packed);
}
