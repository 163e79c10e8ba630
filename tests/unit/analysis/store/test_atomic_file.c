/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files that appear when they are complete: what they leave, whose they are, and what cannot be one. */
#include "analysis/store/store.h"

#include "tests/support/folder.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static folder place;
static fl_diag diag;

static void set_up(void)
{
    folder_open(&place);
    fl_diag_init(&diag);
}

static void tear_down(void)
{
    folder_close(&place);
}

TestSuite(atomic_file, .init = set_up, .fini = tear_down);

static const char *name(const char *base)
{
    return folder_path(&place, base);
}

Test(atomic_file, a_kept_file_has_its_name)
{
    fl_atomic_file temp, other;
    cr_assert_eq(fl_store_atomic_init(&temp, name("a"), &diag), FL_OK);
    cr_assert_eq(fl_store_atomic_init(&other, name("a"), &diag), FL_OK);
    cr_expect_eq(folder_count(&place), 2u);
    cr_assert_eq(write(temp.file, "x", 1), 1);
    cr_assert_eq(fl_store_atomic_sync(&temp, &diag), FL_OK);
    cr_assert_eq(fl_store_atomic_keep(&temp, &diag), FL_OK);
    fl_store_atomic_free(&temp);
    fl_store_atomic_free(&other);
    bytes now = folder_read(name("a"));
    cr_expect_eq(now.size, 1u);
    free(now.data);
    cr_expect_eq(folder_count(&place), 1u);
}

/* Names a process that is gone left a file under, and others that are nobody's. */
static void leave_files(void)
{
    static const char *const others[] = {".floorlab-1-0000000a.tmp.bak", ".floorlab-x-0000000a.tmp",
                                         ".floorlab-1-0000000a.new", "floorlab-1-0000000a.tmp"};
    fl_atomic_file temp;
    for (unsigned i = 0; i < 4; i++) {
        folder_write(name(others[i]), "x", 1);
    }
    cr_assert_eq(symlink(others[0], name(".floorlab-1-0000000b.tmp")), 0);
    cr_assert_eq(mkdir(name(".floorlab-1-0000000c.tmp"), 0700), 0);
    pid_t child = fork();
    if (child == 0) {
        _exit(fl_store_atomic_init(&temp, name("a"), &diag));
    }
    int status = -1;
    cr_assert_eq(waitpid(child, &status, 0), child);
    cr_assert_eq(status, 0);
}

Test(atomic_file, what_a_killed_process_left_goes_with_the_next_file)
{
    fl_atomic_file held, next;
    leave_files();
    cr_assert_eq(folder_count(&place), 7u);
    cr_assert_eq(fl_store_atomic_init(&held, name("b"), &diag), FL_OK, "%s", diag.what);
    cr_expect_eq(folder_count(&place), 7u, "the left one is gone, a new one is there");
    cr_assert_eq(fl_store_atomic_init(&next, name("b"), &diag), FL_OK, "%s", diag.what);
    cr_expect_eq(folder_count(&place), 8u, "one that is being written stays");
    cr_assert_eq(fl_store_atomic_keep(&held, &diag), FL_OK);
    fl_store_atomic_free(&held);
    fl_store_atomic_free(&next);
    cr_expect_eq(folder_count(&place), 7u);
}

Test(atomic_file, a_file_that_is_replaced_keeps_its_mode)
{
    fl_atomic_file temp;
    struct stat about;
    mode_t usual = umask(022);
    for (int round = 0; round < 2; round++) {
        cr_assert_eq(fl_store_atomic_init(&temp, name("a"), &diag), FL_OK);
        cr_assert_eq(fl_store_atomic_keep(&temp, &diag), FL_OK);
        fl_store_atomic_free(&temp);
        cr_assert_eq(stat(name("a"), &about), 0);
        cr_expect_eq(about.st_mode & 0777, round == 0 ? 0644u : 0600u);
        cr_assert_eq(chmod(name("a"), 0600), 0);
    }
    umask(usual);
}

static void expect_refused(const char *path, const char *words)
{
    fl_atomic_file temp;
    cr_expect_eq(fl_store_atomic_init(&temp, path, &diag), FL_ERR_INPUT, "%s", path);
    cr_expect(strstr(diag.what, words) != NULL, "'%s' is not in '%s'", words, diag.what);
    cr_expect_eq(strncmp(diag.where, path, sizeof diag.where - 1), 0);
}

Test(atomic_file, impossible_names_are_refused)
{
    char longest[400];
    memset(longest, 'n', sizeof longest);
    longest[300] = '\0';
    expect_refused(place.path, "folder");
    expect_refused(name(""), "folder");
    expect_refused(name("no/a"), "cannot open the folder");
    expect_refused("/dev/null", "device");
    expect_refused(name(longest), "cannot write there");
    folder_write(name("file"), "x", 1);
    expect_refused(name("file/a"), "cannot open the folder");
    cr_assert_eq(symlink("/dev/null", name("link")), 0);
    expect_refused(name("link"), "device");
    cr_expect_eq(folder_count(&place), 2u);
}

/* Root may replace everything: then the test takes another user's place. */
Test(atomic_file, a_file_of_another_user_in_a_folder_of_all_is_refused)
{
    fl_atomic_file temp;
    bool is_root = geteuid() == 0;
    folder_write(name("a.h5"), "old", 3);
    cr_assert_eq(chmod(place.path, 01777), 0);
    cr_assert_eq(fl_store_atomic_init(&temp, name("a.h5"), &diag), FL_OK, "of this user");
    fl_store_atomic_free(&temp);
    cr_assert(!is_root || seteuid(65534) == 0);
    if (is_root) {
        expect_refused(name("a.h5"), "a file of another user");
        cr_assert_eq(symlink("a.h5", name("link")), 0);
        cr_expect_eq(fl_store_atomic_init(&temp, name("link"), &diag), FL_OK, "a link of this user: %s",
                     diag.what);
        fl_store_atomic_free(&temp);
        cr_expect_eq(fl_store_atomic_init(&temp, name("b.h5"), &diag), FL_OK, "a new one: %s", diag.what);
        fl_store_atomic_free(&temp);
    }
    cr_assert(!is_root || seteuid(0) == 0);
    cr_assert_eq(chmod(place.path, 0777), 0);
    cr_assert(!is_root || seteuid(65534) == 0);
    cr_expect_eq(fl_store_atomic_init(&temp, name("a.h5"), &diag), FL_OK, "without the sticky bit: %s",
                 diag.what);
    fl_store_atomic_free(&temp);
    cr_assert(!is_root || seteuid(0) == 0);
}
