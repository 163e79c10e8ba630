/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Searches find what looking at every sample finds, with any number of threads, any backend, stopped and
 * continued anywhere. */
#include "experiments/find/find.h"

#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

enum { FLOORS = 20000, FIRST = 12345 };

/* What a search wrote, and when it is to be stopped. */
typedef struct found {
    uint64_t index[FLOORS];
    uint64_t n;
    bool stops;
} found;

typedef struct scene {
    fl_opened_generator opened;
    fl_find_question question;
    fl_find_search search;
    found found;
} scene;

static fl_err add(void *context, const fl_floor_maker *maker, const fl_find_hit *hit, fl_text *out,
                  fl_diag *diag)
{
    (void)context;
    (void)diag;
    cr_assert_eq(maker->key.index, hit->index);
    fl_text_add_bytes(out, (const char *)&hit->index, sizeof hit->index);
    return FL_OK;
}

static fl_err take(void *scene_of, const fl_text *text, fl_diag *diag)
{
    scene *s = scene_of;
    (void)diag;
    memcpy(&s->found.index[s->found.n], text->data, text->size);
    s->found.n += text->size / sizeof(uint64_t);
    return FL_OK;
}

static fl_worker_pool_order watch(void *scene_of, uint64_t searched)
{
    const scene *s = scene_of;
    (void)searched;
    return s->found.stops ? FL_WORKER_POOL_STOP : FL_WORKER_POOL_GO_ON;
}

static scene *open_scene(const char *generator, const char *settings, const char *condition)
{
    fl_diag diag;
    scene *s = calloc(1, sizeof *s);
    fl_find_words words = {.condition = condition, .condition_where = ""};
    cr_assert_eq(fl_run_generator_open_words(&s->opened, generator, settings, &diag), FL_OK, "%s", diag.what);
    cr_assert_eq(fl_find_question_init(&s->question, &s->opened, &words, &diag), FL_OK, "%s", diag.what);
    s->search = (fl_find_search){.question = &s->question,
                                 .first = s->opened.first + FIRST,
                                 .n = FLOORS,
                                 .threads = 1,
                                 .backend = fl_backend_best(),
                                 .limit = UINT64_MAX,
                                 .context = s,
                                 .add = add,
                                 .write = take,
                                 .watch = watch};
    return s;
}

static void close_scene(scene *s)
{
    fl_find_rare_free(&s->search.rare);
    fl_find_question_free(&s->question);
    fl_run_generator_close(&s->opened);
    free(s);
}

/* The hits by looking at every sample. */
static void look(const scene *s, found *out)
{
    fl_floor_maker maker;
    out->n = 0;
    cr_assert_eq(fl_run_maker_open(&maker, &s->opened, NULL), FL_OK);
    for (uint64_t i = 0; i < s->search.n; i++) {
        fl_run_maker_make(&maker, s->search.first + i, FL_METRIC_ALL_GROUPS);
        if (fl_find_is_hit(&s->question, &maker)) {
            out->index[out->n++] = s->search.first + i;
        }
    }
    fl_run_maker_close(&maker);
}

static void expect_same(const found *a, const found *b)
{
    cr_assert_eq(a->n, b->n);
    cr_assert_arr_eq(a->index, b->index, a->n * sizeof a->index[0]);
}

static void compare(const char *generator, const char *settings, const char *condition, uint64_t n)
{
    static found expected;
    static const fl_backend backends[] = {FL_BACKEND_REFERENCE, FL_BACKEND_PORTABLE};
    for (unsigned i = 0; i < 6; i++) {
        scene *s = open_scene(generator, settings, condition);
        s->search.n = n;
        s->search.threads = 1 + i;
        s->search.backend = i < 2 ? backends[i] : fl_backend_best();
        if (i == 0) {
            look(s, &expected);
            cr_assert(expected.n > 20 && expected.n < n - 20, "%llu", (unsigned long long)expected.n);
        }
        cr_assert_eq(fl_find_run(&s->search, NULL), FL_OK);
        expect_same(&s->found, &expected);
        cr_expect_eq(s->search.hits, expected.n);
        cr_expect_eq(s->search.searched, n);
        close_scene(s);
    }
}

Test(search, finds_every_floor_of_a_kernel)
{
    compare("classic", "level=3", "dead_ends >= 6 && gate.sacrifice.placed", FLOORS);
}

Test(search, finds_every_floor_without_a_kernel)
{
    compare("rebirth", "rng=isaac", "loops == 1 || dice", 1000);
}

Test(search, finds_every_journey)
{
    compare("journey", "", "rooms_seen % 7 < 3", 400);
}

Test(search, ends_with_the_last_hit_that_is_wanted)
{
    static found expected;
    for (uint64_t limit = 1; limit < 200; limit = limit * 3 + 1) {
        scene *s = open_scene("classic", "level=3", "dead_ends >= 6");
        look(s, &expected);
        s->search.limit = limit;
        s->search.threads = 1 + (unsigned)limit % 4;
        cr_assert_eq(fl_find_run(&s->search, NULL), FL_OK);
        cr_expect(s->search.is_full);
        cr_assert_eq(s->found.n, limit);
        cr_expect_arr_eq(s->found.index, expected.index, limit * sizeof expected.index[0]);
        cr_expect_eq(s->search.searched, expected.index[limit - 1] - s->search.first + 1);
        close_scene(s);
    }
}

Test(search, looks_only_at_the_numbers_of_a_list)
{
    static found expected;
    static uint64_t list[500];
    scene *s = open_scene("classic", "level=3", "dead_ends >= 6");
    look(s, &expected);
    for (unsigned i = 0; i < 500; i++) {
        list[i] = i % 5 == 0 ? expected.index[499 - i] : FIRST + i;
    }
    s->search.list = list;
    s->search.n = 500;
    s->search.threads = 3;
    cr_assert_eq(fl_find_run(&s->search, NULL), FL_OK);
    cr_expect_geq(s->found.n, 100);
    for (uint64_t i = 0, at = 0; i < s->found.n; i++, at++) { /* in the order of the list */
        while (at < 500 && list[at] != s->found.index[i]) {
            at++;
        }
        cr_assert_lt(at, 500);
    }
    close_scene(s);
}

Test(search, counts_without_writing)
{
    static found expected;
    scene *s = open_scene("classic", "level=3", "dead_ends >= 6");
    look(s, &expected);
    s->search.counts_only = true;
    s->search.threads = 2;
    cr_assert_eq(fl_find_run(&s->search, NULL), FL_OK);
    cr_expect_eq(s->search.hits, expected.n);
    cr_expect_eq(s->found.n, 0);
    close_scene(s);
}

Test(search, what_was_packed_goes_on)
{
    fl_find_hit hits[] = {{7, -3}, {1, INT64_MAX}, {9, INT64_MIN}};
    fl_find_combination one = {.value = {-5, FL_GENERATOR_FACT_NONE}, .count = 3, .first = 77};
    fl_text bytes;
    scene *a = open_scene("classic", "", "rooms > 3");
    scene *b = open_scene("classic", "", "rooms > 3");
    a->search.searched = 100;
    a->search.hits = 60;
    a->search.best.most = b->search.best.most = 5;
    for (unsigned i = 0; i < 3; i++) {
        fl_find_best_add(&a->search.best, &hits[i]);
    }
    cr_assert_eq(fl_find_rare_add(&a->search.rare, &one, NULL), FL_OK);
    fl_text_init(&bytes);
    fl_find_pack(&a->search, &bytes);
    cr_assert_eq(fl_find_unpack(&b->search, &bytes), FL_OK);
    cr_expect_eq(b->search.searched, 100);
    cr_expect_eq(b->search.hits, 60);
    cr_expect_eq(b->search.best.n, 3);
    cr_expect_arr_eq(b->search.best.hit, a->search.best.hit, 3 * sizeof hits[0]);
    fl_find_combination out[2];
    cr_assert_eq(fl_find_rare_pick(&b->search.rare, out, 2), 1);
    cr_expect(out[0].value[0] == -5 && out[0].count == 3 && out[0].first == 77);
    while (bytes.size > 0) { /* half of it is nothing */
        bytes.size--;
        fl_find_rare_free(&b->search.rare);
        cr_expect_eq(fl_find_unpack(&b->search, &bytes), FL_ERR_DAMAGED);
    }
    fl_text_free(&bytes);
    close_scene(a);
    close_scene(b);
}

Test(search, the_first_hits_for_those_who_want_a_few)
{
    static found expected;
    uint64_t index[5];
    scene *s = open_scene("classic", "level=3", "dead_ends >= 6");
    look(s, &expected);
    fl_find_some some = {
        .question = &s->question, .first = s->search.first, .within = FLOORS, .n = 5, .index = index};
    cr_assert_eq(fl_find_first(&some, NULL), FL_OK);
    cr_assert_eq(some.found, 5);
    cr_expect_arr_eq(index, expected.index, sizeof index);
    some.within = expected.index[2] - s->search.first;
    cr_assert_eq(fl_find_first(&some, NULL), FL_OK);
    cr_expect_eq(some.found, 2);
    close_scene(s);
}
