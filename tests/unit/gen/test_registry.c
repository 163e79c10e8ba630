/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Every registered generator: its row makes sense, and making floors never touches the heap.
 *
 * The heap is watched by replacing malloc and its family in this program; under the address sanitizer, which
 * wants them for itself, by its hooks. */
#include "analysis/metric/metric_private.h"
#include "gen/floor_generators.h"
#include "gen/registry.h"
#include "gen/room/room.h"

#include "gen/journey/journey.h"
#include "tests/support/maker.h"
#include "tests/support/scale.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static volatile bool is_watched;
static volatile unsigned allocations;

static void note(void)
{
    allocations += is_watched;
}

#ifdef FL_TEST_SANITIZED
/* Not every compiler brings sanitizer/allocator_interface.h along. */
extern int __sanitizer_install_malloc_and_free_hooks(void (*on_malloc)(const volatile void *, size_t),
                                                     void (*on_free)(const volatile void *));

static void on_malloc(const volatile void *block, size_t size)
{
    (void)block;
    (void)size;
    note();
}

static void on_free(const volatile void *block)
{
    (void)block;
}

static void watch(void)
{
    static int installed;
    installed = installed ? installed : __sanitizer_install_malloc_and_free_hooks(on_malloc, on_free);
    cr_assert_gt(installed, 0);
    allocations = 0;
    is_watched = true;
}
#else
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t n, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t align, size_t size);

void *malloc(size_t size)
{
    note();
    return __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
    note();
    return __libc_calloc(n, size);
}

void *realloc(void *block, size_t size)
{
    note();
    return __libc_realloc(block, size);
}

void *aligned_alloc(size_t align, size_t size)
{
    note();
    return __libc_memalign(align, size);
}

static void watch(void)
{
    allocations = 0;
    is_watched = true;
}
#endif

/* How often the heap was asked since watch(). */
static unsigned unwatch(void)
{
    is_watched = false;
    return allocations;
}

Test(registry, a_planted_allocation_is_noticed)
{
    void *volatile block[3];
    watch();
    block[0] = malloc(10);
    block[0] = realloc(block[0], 10000);
    block[1] = calloc(3, 5);
    block[2] = aligned_alloc(64, 128);
    cr_expect_eq(unwatch(), 4u);
    watch();
    for (unsigned i = 0; i < 3; i++) {
        free(block[i]);
    }
    cr_expect_eq(unwatch(), 0u);
}

/* The settings of a generator's rule sets: the words of its first setting, by convention `rules`. */
static bool name_rule_set(const fl_generator *generator, unsigned number, char *out, size_t out_size)
{
    char word[64] = "";
    const fl_setting *first = &generator->settings[0];
    if (strcmp(first->name, "rules") == 0 && first->type == FL_SETTING_CHOICE) {
        fl_setting_word_at(first->choices, number, word, sizeof word);
        snprintf(out, out_size, "rules=%s", word);
        return word[0] != '\0';
    }
    out[0] = '\0';
    return number == 0;
}

enum { FLOORS = 100000 / SCALE_LEAN, SMALL_BOARD = 100 /* cells; larger floors take longer */ };

Test(registry, making_floors_never_touches_the_heap, .timeout = 300)
{
    size_t n = 0;
    const fl_generator *const *all = fl_floor_generators_all(&n);
    for (size_t g = 0; g < n; g++) {
        char settings[96];
        for (unsigned set = 0; name_rule_set(all[g], set, settings, sizeof settings); set++) {
            maker m;
            uint64_t rooms = 0;
            unsigned floors = all[g]->cells_max > SMALL_BOARD ? FLOORS / 20 : FLOORS;
            maker_open(&m, all[g]->name, settings, 5);
            watch();
            for (unsigned i = 0; i < floors; i++) {
                maker_make(&m, i);
                if (i % 100 == 0) {
                    fl_metric_compute_plain(&m.metric, &m.floor, FL_METRIC_ALL_GROUPS, m.value);
                }
                rooms += m.floor.rooms_n;
            }
            unsigned found = unwatch();
            cr_expect_eq(found, 0u, "%s %s: %u allocations", all[g]->name, settings, found);
            cr_expect_gt(rooms, (uint64_t)floors);
            maker_close(&m);
        }
    }
}

/* Generators of rooms and journeys, with settings that need different scratch memory. */
static const struct other {
    const char *generator, *settings[3];
    unsigned samples;
} others[] = {
    {"room", {"", "rules=kirby", "size=big doors=random"}, 20000 / SCALE_LEAN},
    {"journey", {"plan=classic player=usual", "plan=classic", "plan=isaac"}, 2000 / SCALE_LEAN},
};

enum { OTHERS = sizeof others / sizeof others[0] };

/* Room enough for a sample of either sort. */
typedef union sample {
    fl_interior room;
    fl_journey_trip trip;
} sample;

static void make(const maker *m, uint64_t index, void *scratch, sample *out)
{
    fl_key key = m->key;
    key.index = index;
    memset(out, 0, sizeof *out);
    m->generator->make(m->rules, &key, scratch, out);
}

Test(registry, making_rooms_and_journeys_does_not_either, .timeout = 300)
{
    for (size_t g = 0; g < OTHERS; g++) {
        for (unsigned set = 0; set < 3; set++) {
            maker m;
            uint64_t draws = 0;
            static sample made;
            maker_open(&m, others[g].generator, others[g].settings[set], 5);
            watch();
            for (unsigned i = 0; i < others[g].samples; i++) {
                make(&m, i, m.scratch, &made);
                m.key.index = i;
                draws += i % 8 == 0 ? fl_generator_draws(m.generator, m.rules, &m.key, m.scratch) : 0;
            }
            cr_expect_eq(unwatch(), 0u, "%s %s", m.generator->name, others[g].settings[set]);
            cr_expect_gt(draws, (uint64_t)others[g].samples / 8);
            maker_close(&m);
        }
    }
}

Test(registry, names_are_unique_and_found)
{
    size_t n = 0;
    const fl_generator *const *all = fl_registry_all(&n);
    cr_assert_geq(n, 1u);
    for (size_t i = 0; i < n; i++) {
        cr_expect_eq(fl_registry_find(all[i]->name), all[i]);
        for (size_t k = 0; k < i; k++) {
            cr_expect_str_neq(all[i]->name, all[k]->name);
        }
    }
    cr_expect_null(fl_registry_find(""));
    cr_expect_null(fl_registry_find("Classic"));
    cr_expect_null(fl_registry_find("classi"));
}

Test(registry, floor_generators_are_the_rows_that_make_floors_themselves)
{
    size_t n = 0;
    size_t all_n = 0;
    size_t found = 0;
    const fl_generator *const *floors = fl_floor_generators_all(&n);
    const fl_generator *const *all = fl_registry_all(&all_n);
    for (size_t i = 0; i < all_n; i++) {
        if (all[i]->makes == FL_SAMPLE_FLOOR && !all[i]->open) {
            cr_assert_lt(found, n, "%s", all[i]->name);
            cr_expect_eq(floors[found++], all[i], "%s", all[i]->name);
        }
    }
    cr_expect(found == n && n >= 3 && n < all_n);
}

static void check_setting(const char *generator, const fl_setting *row)
{
    int64_t value = 0;
    fl_text text;
    fl_text_init(&text);
    cr_expect(row->meaning && strlen(row->meaning) > 5, "%s %s", generator, row->name);
    cr_expect_lt(strlen(row->name), 64u, "%s %s", generator, row->name);
    cr_expect_eq(strcspn(row->name, "= ,"), strlen(row->name), "%s %s", generator, row->name);
    if (row->type != FL_SETTING_TEXT) {
        cr_expect_eq(fl_setting_read(row, row->initial, &value), FL_OK, "%s %s", generator, row->name);
        fl_setting_write(row, value, &text);
        cr_expect_str_eq(fl_text_get(&text), row->initial, "%s %s", generator, row->name);
    }
    bool has_words = row->type == FL_SETTING_CHOICE || row->type == FL_SETTING_SET;
    cr_expect_eq(row->choices && row->choices[0], has_words, "%s %s", generator, row->name);
    cr_expect(row->type != FL_SETTING_NUMBER || row->min < row->max, "%s %s", generator, row->name);
    fl_text_free(&text);
}

Test(registry, settings_have_valid_defaults_and_unique_names)
{
    size_t n = 0;
    const fl_generator *const *all = fl_registry_all(&n);
    for (size_t g = 0; g < n; g++) {
        unsigned texts = 0;
        for (size_t i = 0; i < all[g]->settings_n; i++) {
            const fl_setting *row = &all[g]->settings[i];
            check_setting(all[g]->name, row);
            texts += row->type == FL_SETTING_TEXT;
            for (size_t k = 0; k < i; k++) {
                cr_expect_str_neq(row->name, all[g]->settings[k].name, "%s", all[g]->name);
            }
        }
        cr_expect_leq(texts, (unsigned)FL_SETTING_VALUES_TEXTS, "%s", all[g]->name);
    }
}

/* A floor must keep to what its generator's row says. */
static void check_floor(const maker *m, const char *settings)
{
    const fl_generator *row = m->generator;
    cr_assert(m->floor.width <= row->width && m->floor.height <= row->height, "%s %s", row->name, settings);
    for (int i = 0; i < m->floor.rooms_n; i++) {
        const fl_room *room = &m->floor.rooms[i];
        cr_assert(row->kinds >> room->kind & 1, "%s %s places %s", row->name, settings,
                  fl_kind_of(room->kind)->name);
        cr_assert(row->shapes >> room->shape & 1, "%s %s places %s", row->name, settings,
                  fl_shape_of(room->shape)->name);
    }
}

static void check_rolls(const maker *m, const char *settings)
{
    const char *const *names = NULL;
    unsigned n = m->generator->rolls(m->rules, &names);
    cr_assert_leq(n, (unsigned)FL_ROLL_MAX);
    cr_assert_eq(m->floor.rolls_n, m->floor.failure ? 0 : n, "%s %s", m->generator->name, settings);
    for (unsigned i = 0; i < n; i++) {
        cr_assert_str_neq(names[i], "");
        cr_assert(m->floor.failure || strcmp(m->floor.roll_names[i], names[i]) == 0);
        cr_assert(m->floor.failure || m->floor.roll[i] < 1 << FL_ROLL_FLAGS);
    }
}

Test(registry, floors_keep_to_their_row)
{
    size_t n = 0;
    const fl_generator *const *all = fl_floor_generators_all(&n);
    for (size_t g = 0; g < n; g++) {
        char settings[96];
        for (unsigned set = 0; name_rule_set(all[g], set, settings, sizeof settings); set++) {
            maker m;
            maker_open(&m, all[g]->name, settings, 6);
            for (unsigned i = 0; i < 5000 / SCALE_LEAN; i++) {
                maker_make_bare(&m, i);
                check_floor(&m, settings);
                check_rolls(&m, settings);
            }
            maker_close(&m);
        }
    }
}

Test(bug, a_defect_ends_the_process, .signal = SIGABRT)
{
    const volatile int one = 1;
    fl_bug_assert(one > 0, "this test");
    cr_expect(one > 0, "a condition that holds goes on");
    fl_bug_assert(one == 0, "this test");
}
