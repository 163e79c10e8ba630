/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files that settings name: read once, kept, and never opened for a result. */
#include "gen/base/files.h"
#include "tests/support/folder.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static const fl_files_sort sort = {"a ruleset", 20};
static folder here;
static fl_files files;
static fl_text text;
static fl_diag diag;

static void set_up(void)
{
    folder_open(&here);
    fl_text_init(&text);
    fl_diag_init(&diag);
    files = (fl_files){.n = 0};
}

static void tear_down(void)
{
    fl_files_free(&files);
    fl_text_free(&text);
    folder_close(&here);
}

TestSuite(files, .init = set_up, .fini = tear_down);

static const char *file_with(const char *content, size_t size)
{
    const char *path = folder_path(&here, "rules");
    folder_write(path, content, size);
    return path;
}

Test(files, a_file_is_read_once_and_stays_as_it_was)
{
    const char *path = file_with("one", 3);
    cr_assert_eq(fl_files_read(&files, &sort, path, &text, &diag), FL_OK, "%s", diag.what);
    (void)file_with("another", 7);
    cr_assert_eq(fl_files_read(&files, &sort, path, &text, &diag), FL_OK);
    cr_expect_str_eq(fl_text_get(&text), "one");
    cr_expect_eq(files.n, 1u);
    cr_expect_str_eq(files.file[0].data, "one");
    cr_expect_eq(files.file[0].hash, fl_files_hash("one", 3));
    cr_assert_eq(fl_files_read(NULL, &sort, path, &text, &diag), FL_OK);
    cr_expect_str_eq(fl_text_get(&text), "another", "without a list it is read and forgotten");
}

Test(files, what_is_no_text_of_the_size_is_refused)
{
    cr_expect_eq(fl_files_read(&files, &sort, file_with("a\n\0b", 4), &text, &diag), FL_ERR_INPUT);
    cr_expect_str_eq(diag.what, "line 2: expected text in UTF-8, found the byte 0");
    cr_expect_eq(fl_files_read(&files, &sort, file_with("\n\xff", 2), &text, &diag), FL_ERR_INPUT);
    cr_expect_str_eq(diag.what, "line 2: expected text in UTF-8, found the byte 255");
    cr_expect_eq(fl_files_read(&files, &sort, file_with("\xff", 1), &text, &diag), FL_ERR_INPUT);
    cr_expect_str_eq(diag.what, "line 1: expected text in UTF-8, found the byte 255");
    cr_expect_eq(fl_files_read(&files, &sort, file_with("123456789012345678901", 21), &text, &diag),
                 FL_ERR_INPUT);
    cr_expect_str_eq(diag.what, "a ruleset has at most 20 bytes");
    cr_expect_eq(files.n, 0u);
}

Test(files, a_closed_list_opens_nothing)
{
    const char *path = file_with("one", 3);
    cr_assert_eq(fl_files_restore(&files, "mine", "text", 0, &diag), FL_OK);
    cr_assert_eq(fl_files_read(&files, &sort, "mine", &text, &diag), FL_OK);
    cr_expect_str_eq(fl_text_get(&text), "text");
    cr_expect_eq(fl_files_find(&files, "mine")->hash, fl_files_hash("text", 4),
                 "the hash is that of the text");
    cr_expect(fl_files_can_make(&files));
    cr_expect_eq(fl_files_read(&files, &sort, path, &text, &diag), FL_ERR_DAMAGED);
    cr_assert_eq(fl_files_restore(&files, "rooms/00", NULL, 7, &diag), FL_OK);
    cr_expect_eq(fl_files_read(&files, &sort, "rooms/00", &text, &diag), FL_ERR_DAMAGED,
                 "only its hash is there");
    cr_assert_eq(fl_files_restore(&files, "another", "text", 0, &diag), FL_OK);
    cr_expect(!fl_files_can_make(&files));
    cr_expect(fl_files_can_make(NULL));
}

Test(files, a_note_is_the_same_whenever_it_is_made)
{
    cr_expect_eq(fl_files_note(NULL, "rooms/00", 7, &diag), FL_OK);
    cr_assert_eq(fl_files_note(&files, "rooms/00", 7, &diag), FL_OK);
    cr_assert_eq(fl_files_note(&files, "rooms/00", 7, &diag), FL_OK);
    cr_expect_eq(files.n, 1u);
    cr_expect_eq(fl_files_note(&files, "rooms/00", 8, &diag), FL_ERR_INPUT);
    cr_expect_str_eq(diag.what, "the file was changed while it was used");
    cr_expect(fl_files_can_make(&files), "an open list can read them again");
}

Test(files, the_identity_has_names_and_content)
{
    cr_assert_eq(fl_files_restore(&files, "a \"b\"", "x", 0, &diag), FL_OK);
    cr_assert_eq(fl_files_restore(&files, "c", NULL, 0x1f, &diag), FL_OK);
    fl_files_add_identity(&files, &text);
    fl_files_add_identity(NULL, &text);
    cr_expect_str_eq(fl_text_get(&text),
                     "# file \"a \\\"b\\\"\": af63f54c86021707\n# file \"c\": 000000000000001f\n");
}

/* What is read and written in parts, at a place or where the file stands; the hash is FNV-1a. */
Test(files, a_hash_can_be_made_piece_by_piece)
{
    char read[8] = "";
    size_t n = sizeof read;
    uint64_t hash = fl_files_hash_more(FL_FILES_HASH_START, "te", 2);
    cr_expect_eq(fl_files_hash_more(hash, "xt", 2) | 1, fl_files_hash("text", 4));
    cr_expect_eq(fl_files_hash("", 0), 0xcbf29ce484222325u);
    cr_expect_eq(fl_files_hash("a", 1), 0xaf63dc4c8601ec8du);
    for (char sign = 0; sign < 100; sign++) {
        cr_expect_eq(fl_files_hash(&sign, 1) & 1, 1u, "a hash is never 0");
    }
    int file = open(file_with("text", 4), O_RDWR);
    cr_assert(file >= 0 && !fl_files_hash_open(file, "rules", &hash, &diag));
    cr_expect_eq(hash, fl_files_hash("text", 4));
    cr_expect(!fl_files_put(file, FL_FILES_HERE, "s", 1) && !fl_files_put(file, 1, "o", 1));
    cr_expect(!fl_files_get(file, 0, read, &n) && n == 5 && strcmp(read, "toxts") == 0);
    n = 2;
    cr_expect(!fl_files_get(file, 2, read, &n) && n == 2 && memcmp(read, "xt", 2) == 0);
    close(file);
    cr_expect(fl_files_get(file, 0, read, &n) == FL_ERR_IO && fl_files_put(file, 0, "x", 1) == FL_ERR_IO);
}
