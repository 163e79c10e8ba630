/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The lists of a store, and what it accepts. */
#include "analysis/store/store_private.h"
#include "tests/support/sample_store.h"

#include <criterion/criterion.h>
#include <stdio.h>
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

static fl_err no_values(void *context, uint64_t row, uint64_t from, uint64_t n, void *out)
{
    (void)context;
    (void)row;
    (void)from;
    (void)n;
    (void)out;
    return FL_OK;
}

Test(store, an_added_item_is_a_copy)
{
    char path[] = "/a";
    char unit[] = "m";
    uint64_t values[2] = {7, 9};
    fl_store_item item = numbers(path, 2);
    fl_store_item *out = NULL;
    item.unit = unit;
    item.data = values;
    cr_assert_eq(fl_store_add(&store, &item, &out), FL_OK);
    path[1] = unit[0] = 'x';
    values[0] = 0;
    const fl_store_item *found = fl_store_find(&store, "/a");
    cr_assert_not_null(found);
    cr_expect_eq(found, out);
    cr_expect_str_eq(found->unit, "m");
    cr_expect_str_eq(found->dimension[0], "/a");
    cr_expect_eq(((uint64_t *)found->data)[0], 7u);
    cr_expect_eq(((uint64_t *)found->data)[1], 9u);
    cr_expect_null(fl_store_find(&store, "/x"));
}

Test(store, without_data_come_zeros_to_fill_in)
{
    fl_store_item *out = NULL;
    fl_store_item item = numbers("/a", 1000);
    cr_assert_eq(fl_store_add(&store, &item, &out), FL_OK);
    for (unsigned i = 0; i < 1000; i++) {
        cr_assert_eq(((uint64_t *)out->data)[i], 0u);
    }
    item = numbers("/t", 2);
    item.type = FL_STORE_TEXT;
    cr_assert_eq(fl_store_add(&store, &item, &out), FL_OK);
    cr_expect_null(((char **)out->data)[1]);
    cr_assert_eq(fl_store_fill_text(out, 1, "first"), FL_OK);
    cr_assert_eq(fl_store_fill_text(out, 1, "second"), FL_OK);
    cr_expect_str_eq(((char **)out->data)[1], "second");
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

Test(store, a_path_can_be_used_once)
{
    cr_expect_eq(add(numbers("/a/b", 1)), FL_OK);
    cr_expect_eq(add(numbers("/a/b", 1)), FL_ERR_INPUT);
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

Test(store, streamed_items_take_no_memory)
{
    fl_store_item *out = NULL;
    fl_store_item item = numbers("/big", (uint64_t)1 << 40);
    item.pull = no_values;
    cr_assert_eq(fl_store_add(&store, &item, &out), FL_OK);
    cr_expect(fl_store_is_streamed(out));
    cr_expect_null(out->data);
    item = numbers("/sample/rooms", (uint64_t)1 << 40);
    item.dimension[0] = FL_STORE_SAMPLES;
    cr_assert_eq(fl_store_add(&store, &item, &out), FL_OK);
    cr_expect(fl_store_is_streamed(out));
    item = numbers("/sample/condition", 4);
    cr_assert_eq(fl_store_add(&store, &item, &out), FL_OK);
    cr_expect_not(fl_store_is_streamed(out));
    cr_expect_not_null(out->data);
    item = numbers("/t", 4);
    item.pull = no_values;
    item.type = FL_STORE_TEXT;
    cr_expect_eq(add(item), FL_ERR_INPUT);
    item.type = FL_STORE_U8;
    item.rank = 3;
    item.size[1] = item.size[2] = 1;
    cr_expect_eq(add(item), FL_ERR_INPUT);
}

Test(store, the_last_value_of_an_attribute_counts)
{
    cr_assert_eq(fl_store_set_text(&store, "a", "one"), FL_OK);
    cr_assert_eq(fl_store_set_number(&store, "b", UINT64_MAX), FL_OK);
    cr_assert_eq(fl_store_set_text(&store, "a", "two"), FL_OK);
    cr_expect_str_eq(fl_store_attribute_of(&store, "a")->text, "two");
    cr_expect_eq(fl_store_attribute_of(&store, "b")->number, UINT64_MAX);
    cr_assert_eq(fl_store_set_number(&store, "a", 5), FL_OK);
    cr_expect_null(fl_store_attribute_of(&store, "a")->text);
    cr_expect_eq(fl_store_attribute_of(&store, "a")->number, 5u);
    cr_expect_null(fl_store_attribute_of(&store, "c"));
    cr_expect_eq(store.attributes_n, 2u);
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

Test(store, a_scale_in_another_folder_is_refused)
{
    cr_expect_eq(check_scale("/b", "/f/a", 4), FL_ERR_INPUT);
    cr_expect_eq(check_scale("/ff/b", "/f/a", 4), FL_ERR_INPUT);
    cr_expect(strstr(diag.what, "expected a scale in its folder or one above") != NULL, "%s", diag.what);
}

Test(store, a_plain_item_is_no_scale)
{
    fl_store_item item = numbers("/b", 4);
    item.dimension[0] = "/a";
    cr_assert_eq(add(numbers("/a", 4)), FL_OK);
    cr_assert_eq(add(item), FL_OK);
    item.path = "/c";
    item.dimension[0] = "/b";
    cr_assert_eq(add(item), FL_OK);
    cr_expect_eq(fl_store_check(&store, "x", &diag), FL_ERR_INPUT);
}

Test(store, an_item_is_not_also_a_folder)
{
    cr_assert_eq(add(numbers("/a/b/c", 1)), FL_OK);
    cr_assert_eq(add(numbers("/a/b", 1)), FL_OK);
    cr_expect_eq(fl_store_check(&store, "x", &diag), FL_ERR_INPUT);
    cr_expect(strstr(diag.what, "/a/b is an item and the folder of /a/b/c") != NULL, "%s", diag.what);
}

Test(store, the_values_of_all_items_have_a_limit)
{
    fl_store_item item = numbers("/a", FL_STORE_BYTES / 8);
    cr_assert_eq(fl_store_add(&store, &item, NULL), FL_OK);
    cr_expect_eq(fl_store_check(&store, "x", &diag), FL_OK);
    cr_assert_eq(add(numbers("/b", 1)), FL_OK);
    cr_expect_eq(fl_store_check(&store, "x", &diag), FL_ERR_INPUT);
}
