/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The lists of a store, and what it accepts. */
#include "analysis/store/store_private.h"

#include <criterion/criterion.h>
#include <string.h>

static fl_store store;
static fl_diag diag;

static void set_up(void)
{
    fl_store_init(&store);
    fl_diag_init(&diag);
}

static void tear_down(void)
{
    fl_store_free(&store);
}

TestSuite(store, .init = set_up, .fini = tear_down);

static fl_store_item numbers(char *path, uint64_t n)
{
    return (fl_store_item){.path = path, .type = FL_STORE_U64, .rank = 1, .size = {n}, .dimension = {path}};
}

static fl_err add(fl_store_item item)
{
    return fl_store_add(&store, &item, NULL);
}

Test(store, a_path_is_names_behind_slashes)
{
    char longest[FL_STORE_PATH + 2];
    memset(longest, 'a', sizeof longest);
    longest[0] = '/';
    longest[FL_STORE_PATH + 1] = '\0';
    static char *const bad[] = {"",   "/",       "a",      "a/b",   "/a/",    "//a", "/a//b",
                                "/.", "/a/../b", "/a/./b", "/a\nb", "/\001b", "/..", "/1/2/3/4/5/6/7/8/9"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        cr_expect_eq(add(numbers(bad[i], 1)), FL_ERR_INPUT, "'%s'", bad[i]);
    }
    cr_expect_eq(add(numbers(NULL, 1)), FL_ERR_INPUT);
    cr_expect_eq(add(numbers(longest, 1)), FL_ERR_INPUT);
    longest[FL_STORE_PATH] = '\0';
    cr_expect_eq(add(numbers(longest, 1)), FL_OK);
    cr_expect_eq(add(numbers("/1/2/3/4/5/6/7/8", 1)), FL_OK);
    cr_expect_eq(add(numbers("/..a/.b/ü", 1)), FL_OK);
}

Test(store, sizes_have_to_be_sane)
{
    fl_store_item item = numbers("/a", 0);
    cr_expect_eq(add(item), FL_ERR_INPUT);
    item.size[0] = FL_STORE_BYTES / 8 + 1;
    cr_expect_eq(add(item), FL_ERR_INPUT);
    item.rank = 3;
    item.size[0] = item.size[1] = item.size[2] = (uint64_t)1 << 22;
    cr_expect_eq(add(item), FL_ERR_INPUT);
    item.size[0] = item.size[1] = item.size[2] = (uint64_t)1 << 32;
    cr_expect_eq(add(item), FL_ERR_INPUT);
    item.rank = FL_STORE_RANK + 1;
    cr_expect_eq(add(item), FL_ERR_INPUT);
    item = numbers("/a", 1);
    item.type = (fl_store_type)(FL_STORE_TEXT + 1);
    cr_expect_eq(add(item), FL_ERR_INPUT);
    cr_expect_eq(store.items_n, 0u);
}

/* Adds "/a" with 4 values and an item whose first dimension is `scale`; what the check says. */
static fl_err check_scale(char *path, char *scale, uint64_t size)
{
    fl_store_item item = numbers(path, size);
    fl_store_free(&store);
    item.dimension[0] = scale;
    cr_assert_eq(add(numbers("/a", 4)), FL_OK);
    cr_assert_eq(add(numbers("/f/a", 4)), FL_OK);
    cr_assert_eq(add(item), FL_OK);
    return fl_store_check(&store, "file.h5", &diag);
}

Test(store, every_dimension_has_a_scale_of_its_size)
{
    cr_expect_eq(check_scale("/b", "/a", 4), FL_OK);
    cr_expect_eq(check_scale("/b/c/d", "/a", 4), FL_OK);
    cr_expect_eq(check_scale("/f/g/d", "/f/a", 4), FL_OK);
    cr_expect_eq(check_scale("/b", "/a", 5), FL_ERR_INPUT);
    cr_expect_str_eq(diag.where, "file.h5");
    cr_expect(strstr(diag.what, "/b has 5 entries") != NULL, "%s", diag.what);
    cr_expect_eq(check_scale("/b", "/nowhere", 4), FL_ERR_INPUT);
    cr_expect_eq(check_scale("/b", NULL, 4), FL_ERR_INPUT);
}

Test(store, an_item_is_not_also_a_folder)
{
    cr_assert_eq(add(numbers("/a/b/c", 1)), FL_OK);
    cr_assert_eq(add(numbers("/a/b", 1)), FL_OK);
    cr_expect_eq(fl_store_check(&store, "x", &diag), FL_ERR_INPUT);
    cr_expect(strstr(diag.what, "/a/b is an item and the folder of /a/b/c") != NULL, "%s", diag.what);
}
