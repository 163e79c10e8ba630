/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Pictures of clustering: each room has the sign, the line and the words of what it is. */
#include "experiments/show/show.h"
#include "tests/unit/svg_reader.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROOMS = 600, WORD = 32 };

/* What the picture has of rooms, in their order, as a reader of XML sees it. */
static struct {
    char dash[ROOMS][WORD], line[ROOMS][WORD];
    unsigned rooms;
} seen;

static fl_opened_generator opened;
static fl_floor_maker maker;
static fl_text picture;

static bool on_element(const char *name, const char **attributes)
{
    if (strcmp(name, "path") == 0 && seen.rooms < ROOMS) {
        snprintf(seen.dash[seen.rooms], WORD, "%s", svg_reader_attribute(attributes, "stroke-dasharray"));
        snprintf(seen.line[seen.rooms++], WORD, "%s", svg_reader_attribute(attributes, "stroke-width"));
    }
    return strcmp(name, "text") == 0 || strcmp(name, "title") == 0;
}

static void open(const char *generator, const char *settings, uint64_t index)
{
    cr_assert_eq(fl_run_generator_open_words(&opened, generator, settings, NULL), FL_OK);
    cr_assert_eq(fl_run_maker_open(&maker, &opened, NULL), FL_OK);
    fl_run_maker_make(&maker, index, FL_METRIC_ALL_GROUPS);
    fl_text_init(&picture);
}

static void close(void)
{
    fl_text_free(&picture);
    fl_run_maker_close(&maker);
    fl_run_generator_close(&opened);
}

static void draw(const char *which)
{
    fl_text_clear(&picture);
    seen.rooms = 0;
    cr_assert_eq(fl_show_clustering_svg(&maker, which, &(fl_show_look){.title = "a floor"}, &picture, NULL),
                 FL_OK);
    svg_reader_read(&picture, on_element);
    cr_assert_eq(seen.rooms, maker.floor.rooms_n);
}

/* How often a line was said. */
static unsigned said(const char *line)
{
    unsigned n = 0;
    size_t length = strlen(line);
    for (const char *at = svg_reader_said; (at = strstr(at, line)); at++) {
        n += (at == svg_reader_said || at[-1] == '\n') && at[length] == '\n';
    }
    return n;
}

Test(clustering, parts_differ_in_letters_and_in_lines)
{
    static const char *const dashes[] = {"", "", "6 3", "2 2"};
    static const char *const lines[] = {"1.5", "4", "3", "3"};
    static uint8_t part[ROOMS];
    unsigned sets = 0;
    open("grid", "rules=cave", 0);
    for (unsigned room = 0; room < maker.floor.rooms_n; room++) {
        char word[WORD];
        unsigned count[4] = {0};
        snprintf(word, sizeof word, "%u", room);
        draw(word);
        unsigned number = fl_metric_cluster_parts(&maker.metric.cluster, &maker.floor, room, part);
        for (unsigned i = 0; i < maker.floor.rooms_n; i++) {
            cr_expect_str_eq(seen.dash[i], dashes[part[i]], "room %u of %u", i, room);
            cr_expect_str_eq(seen.line[i], lines[part[i]], "room %u of %u", i, room);
            count[part[i]]++;
        }
        /* Each with one more in the legend. */
        cr_expect_eq(said("R"), 2);
        cr_expect_eq(said("C"), count[FL_CLUSTER_SET] + 1);
        cr_expect_eq(said("1"), count[FL_CLUSTER_BESIDE] > 0 ? 2 : 1);
        snprintf(word, sizeof word, "%u", count[FL_CLUSTER_BESIDE]);
        cr_expect(count[FL_CLUSTER_BESIDE] < 2 || said(word) == 1, "the last one beside room %u", room);
        snprintf(word, sizeof word, "clustering of room %u: %u", room, number);
        svg_reader_expect_said(word);
        sets += count[FL_CLUSTER_SET];
    }
    cr_expect_gt(sets, 10);
    close();
}

Test(clustering, every_room_has_its_number)
{
    static uint8_t part[ROOMS];
    open("grid", "rules=cave", 0);
    draw("all");
    unsigned rooms_of[16] = {0};
    for (unsigned i = 0; i < maker.floor.rooms_n; i++) {
        unsigned n = fl_metric_cluster_parts(&maker.metric.cluster, &maker.floor, i, part);
        rooms_of[n < 16 ? n : 15]++;
    }
    for (unsigned n = 0; n < 15; n++) {
        char word[WORD];
        snprintf(word, sizeof word, "%u", n);
        cr_expect_eq(said(word), rooms_of[n] + (n < 5), "number %u", n);
    }
    cr_expect_gt(rooms_of[5] + rooms_of[6], 0, "a floor with numbers beyond the last shade");
    char line[2 * WORD];
    unsigned below = rooms_of[0] + rooms_of[1] + rooms_of[2] + rooms_of[3];
    snprintf(line, sizeof line, "clustering number 4 or more: %u rooms", maker.floor.rooms_n - below);
    svg_reader_expect_said(line);
    close();
}

Test(clustering, a_floor_without_rooms_is_drawn)
{
    open("rebirth", "stage=6", 0);
    fl_floor_clear(&maker.floor, 5, 5);
    draw("all");
    svg_reader_expect_said("(no rooms)");
    draw("0");
    close();
}
