/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The block in front: what it lets pass, and what it calls the rest. */
#include "analysis/store/store_private.h"
#include "tests/support/folder.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SIZE = 1000000 };

static folder place;
static fl_diag diag;
static unsigned char data[SIZE + 1];

static void set_up(void)
{
    folder_open(&place);
    fl_diag_init(&diag);
    for (size_t i = 0; i < SIZE; i++) {
        data[i] = (unsigned char)(i * 2654435761u >> 13);
    }
}

static void tear_down(void)
{
    folder_close(&place);
}

TestSuite(checksum_block, .init = set_up, .fini = tear_down);

static const char *name(void)
{
    return folder_path(&place, "sealed");
}

/* Seals the first `size` bytes of data and reads them back, block and all. */
static void seal(size_t size)
{
    folder_write(name(), data, size);
    int file = open(name(), O_RDWR);
    cr_assert(file >= 0);
    cr_assert_eq(fl_store_checksum_put(file, "a", &diag), FL_OK, "%s", diag.what);
    close(file);
    bytes all = folder_read(name());
    cr_assert_eq(all.size, size);
    memcpy(data, all.data, size);
    free(all.data);
}

static fl_err check(const void *content, size_t size)
{
    folder_write(name(), content, size);
    int file = open(name(), O_RDONLY);
    cr_assert(file >= 0);
    fl_err err = fl_store_checksum_check(file, "some.h5", &diag);
    close(file);
    return err;
}

static void expect(fl_err found, fl_err wanted, const char *words)
{
    cr_expect_eq(found, wanted, "%d: %s", found, diag.what);
    cr_expect(strstr(diag.what, words) != NULL, "'%s' is not in '%s'", words, diag.what);
    cr_expect_str_eq(diag.where, "some.h5");
    cr_expect(diag.hint[0] != '\0');
}

Test(checksum_block, no_byte_of_a_long_file_may_differ)
{
    seal(SIZE);
    for (size_t at = 512; at < SIZE; at += 33331) {
        data[at] ^= 1;
        cr_expect_eq(check(data, SIZE), FL_ERR_DAMAGED, "byte %zu", at);
        data[at] ^= 1;
    }
    data[SIZE - 1] ^= 1;
    cr_expect_eq(check(data, SIZE), FL_ERR_DAMAGED, "the last byte");
}

Test(checksum_block, every_changed_byte_is_noticed)
{
    enum { WHOLE = 1500 };
    seal(WHOLE);
    for (size_t i = 0; i < WHOLE; i++) {
        for (unsigned bit = 0; bit < 8; bit += 3) {
            data[i] ^= (unsigned char)(1u << bit);
            cr_assert_neq(check(data, WHOLE), FL_OK, "byte %zu, bit %u", i, bit);
            data[i] ^= (unsigned char)(1u << bit);
        }
    }
    cr_expect_eq(check(data, WHOLE), FL_OK);
}

Test(checksum_block, other_versions_are_newer_or_older)
{
    seal(5000);
    data[13] = '7';
    expect(check(data, 5000), FL_ERR_VERSION, "version 7 of the format, newer than this program's 4");
    data[13] = '0';
    expect(check(data, 5000), FL_ERR_VERSION, "version 0 of the format, older than this program's 4");
    data[13] = 'x';
    expect(check(data, 5000), FL_ERR_DAMAGED, "version cannot be read");
}

Test(checksum_block, foreign_files_are_told_apart)
{
    static const char signature[] = "\x89HDF\r\n\x1a\n";
    static unsigned char other[5000];
    expect(check(other, 0), FL_ERR_FORMAT, "empty");
    expect(check(other, 5000), FL_ERR_FORMAT, "it is not HDF5");
    expect(check("generator: classic\n", 19), FL_ERR_FORMAT, "it is not HDF5");
    for (size_t at = 0; at < 4096; at = at ? at * 2 : 512) {
        memset(other, 0, sizeof other);
        memcpy(other + at, signature, 8);
        expect(check(other, 5000), FL_ERR_FORMAT, "not written by floorlab");
    }
}
