/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Stage files in folders and in the program; the shipped pool has everything that the rules ask for. */
#include "gen/base/embedded.h"
#include "gen/floor/shape.h"
#include "gen/rebirth/pool/pool_private.h"
#include "tests/support/folder.h"

#include <criterion/criterion.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static fl_pool_file file;
static fl_diag diag;
static folder place;

static void set_up(void)
{
    folder_open(&place);
}

static void tear_down(void)
{
    fl_pool_free(&file);
    folder_close(&place);
}

TestSuite(pool, .init = set_up, .fini = tear_down);

static const fl_pool_file *load(const char *from, unsigned number)
{
    fl_pool_free(&file);
    fl_diag_init(&diag);
    cr_assert_eq(fl_pool_load(&file, from, number, NULL, &diag), FL_OK, "%u: %s: %s", number, diag.where,
                 diag.what);
    return &file;
}

static void expect_unfit(const char *from, unsigned number, fl_err code, const char *what)
{
    fl_pool_free(&file);
    fl_diag_init(&diag);
    unsigned before = folder_open_files();
    cr_assert_eq(fl_pool_load(&file, from, number, NULL, &diag), code, "%u: %s", number, diag.what);
    cr_expect_eq(folder_open_files(), before);
    cr_expect_null(file.rooms);
    cr_expect_not_null(strstr(diag.what, what), "'%s' does not say '%s'", diag.what, what);
}

static void put(const char *name, const char *text)
{
    folder_write(folder_path(&place, name), text, strlen(text));
}

static const char two_rooms[] = "<rooms><room variant=\"1\" type=\"1\" shape=\"1\"/>\n"
                                "<room variant=\"2\" type=\"1\" shape=\"1\"/></rooms>";

Test(pool, files_are_found_by_the_number_in_front)
{
    put("01.one.xml", two_rooms);
    put("11.eleven.xml", "<rooms/>");
    put("1.no.xml", "no");
    put("001.no.xml", "no");
    put("01 no.xml", "no");
    put("01.no.txt", "no");
    put("01.no.xml.bak", "no");
    put("02..xml", "<rooms/>");
    cr_expect_eq(load(place.path, 1)->rooms_n, 2u);
    cr_expect_eq(load(place.path, 11)->rooms_n, 0u);
    cr_expect_eq(load(place.path, 2)->rooms_n, 0u);
    expect_unfit(place.path, 0, FL_ERR_INPUT, "there is no file 00.*.xml");
    cr_expect_str_eq(diag.where, place.path);
    cr_expect_not_null(strstr(diag.hint, "00.special rooms.xml"));
}

Test(pool, two_files_of_a_number_are_refused)
{
    put("07.b.xml", two_rooms);
    put("07.a.xml", two_rooms);
    expect_unfit(place.path, 7, FL_ERR_INPUT, "two files of number 07: '07.a.xml' and '07.b.xml'");
}

Test(pool, folders_that_are_none_are_refused)
{
    put("file", "");
    expect_unfit(folder_path(&place, "absent"), 1, FL_ERR_INPUT, "cannot open the folder of rooms");
    expect_unfit(folder_path(&place, "file"), 1, FL_ERR_INPUT, "cannot open the folder of rooms");
}

/* A pipe would wait for a writer, a folder cannot be read, a link may lead to either. */
Test(pool, only_regular_files_are_read)
{
    put("rooms", two_rooms);
    cr_assert_eq(mkfifo(folder_path(&place, "01.pipe.xml"), 0600), 0);
    cr_assert_eq(mkdir(folder_path(&place, "02.folder.xml"), 0700), 0);
    cr_assert_eq(symlink("/dev/zero", folder_path(&place, "03.device.xml")), 0);
    cr_assert_eq(symlink("absent", folder_path(&place, "04.nothing.xml")), 0);
    cr_assert_eq(symlink("05.loop.xml", folder_path(&place, "05.loop.xml")), 0);
    cr_assert_eq(symlink("rooms", folder_path(&place, "06.good.xml")), 0);
    for (unsigned number = 1; number <= 3; number++) {
        expect_unfit(place.path, number, FL_ERR_INPUT, "not a regular file");
    }
    expect_unfit(place.path, 4, FL_ERR_INPUT, "cannot open the file");
    expect_unfit(place.path, 5, FL_ERR_INPUT, "cannot open the file");
    cr_expect_eq(load(place.path, 6)->rooms_n, 2u);
}

Test(pool, files_that_are_too_large_are_not_read)
{
    put("01.large.xml", "<rooms/>");
    cr_assert_eq(truncate(folder_path(&place, "01.large.xml"), (off_t)FL_POOL_BYTES_MAX + 1), 0);
    expect_unfit(place.path, 1, FL_ERR_INPUT, "larger than 64 MiB");
}

Test(pool, no_folder_means_the_shipped_pool)
{
    uint32_t shipped = load(NULL, 1)->rooms_n;
    cr_expect_gt(shipped, 200u);
    cr_expect_eq(load("", 1)->rooms_n, shipped);
    expect_unfit(NULL, 39, FL_ERR_INPUT, "there is no file 39.*.xml");
    expect_unfit("", 18, FL_ERR_INPUT, "there is no file 18.*.xml");
    cr_expect_eq(fl_pool_load(&file, NULL, 18, NULL, NULL), FL_ERR_INPUT);
}

Test(pool, golden_rooms_are_read_whole)
{
    static const unsigned rooms_n[] = {747, 268, 268, 268, 268, 268, 268, 268, 268,
                                       268, 268, 268, 268, 268, 268, 268, 269, 269};
    for (unsigned number = 0; number < sizeof rooms_n / sizeof rooms_n[0]; number++) {
        cr_expect_eq(load(FL_GOLDEN_ROOMS, number)->rooms_n, rooms_n[number], "file %u", number);
    }
    const fl_pool_room *first = &load(FL_GOLDEN_ROOMS, 1)->rooms[0];
    cr_expect(first->variant == 1 && first->doors == 11 && first->weight == 0.75f && first->difficulty == 1);
}

/* What the rules ask of the shipped pool. */

/* The stage files there are, besides 0. */
static const unsigned stages[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 26};
enum { STAGES = sizeof stages / sizeof stages[0] };

/* What a choice asks for. */
typedef struct request {
    int type, subtype, shape; /* -1: any */
    int variant_least, variant_most;
    int difficulty_least, difficulty_most;
    unsigned doors;
    bool is_exact; /* these doors and no others */
} request;

static bool meets(const fl_pool_room *room, const request *request)
{
    return room->type == request->type && (request->subtype < 0 || room->subtype == request->subtype) &&
           (request->shape < 0 || room->shape == request->shape) && room->variant >= request->variant_least &&
           room->variant <= request->variant_most && room->difficulty >= request->difficulty_least &&
           room->difficulty <= request->difficulty_most && (room->doors & request->doors) == request->doors &&
           (!request->is_exact || room->doors == request->doors) && room->weight > 0;
}

static unsigned count(const request *request)
{
    unsigned n = 0;
    for (uint32_t i = 0; i < file.rooms_n; i++) {
        n += meets(&file.rooms[i], request);
    }
    return n;
}

static request any_of(int type, int subtype)
{
    return (request){.type = type,
                     .subtype = subtype,
                     .shape = -1,
                     .variant_most = INT32_MAX,
                     .difficulty_least = 1,
                     .difficulty_most = 10};
}

Test(pool, shipped_rooms_are_sound)
{
    for (int i = -1; i < STAGES; i++) {
        load(NULL, i < 0 ? 0 : stages[i]);
        for (uint32_t k = 0; k < file.rooms_n; k++) {
            const fl_pool_room *room = &file.rooms[k];
            const fl_shape_row *shape = fl_shape_of((fl_shape)room->shape);
            cr_expect(room->doors != 0 && (room->doors & ~shape->slots) == 0);
            cr_expect(room->weight > 0 && room->weight <= 2);
            cr_expect(room->width == 13 * shape->width && room->height == 7 * shape->height);
            cr_expect(room->difficulty >= 1 && room->difficulty <= (i < 0 ? 10 : stages[i] == 26 ? 20 : 15));
            for (uint32_t j = 0; j < k; j++) {
                cr_expect(file.rooms[j].type != room->type || file.rooms[j].variant != room->variant,
                          "file %d: type %u variant %d stands twice", i, room->type, room->variant);
            }
        }
    }
}

/* Every shape with every set of doors in all difficulties that a rule set asks for, and in each difficulty;
 * and rooms that lack doors, so that a set can be met exactly: every set of single rooms, of each other shape
 * three. On stage 11 the start's variant, 0, is not drawn. */
Test(pool, shipped_stages_have_every_shape_and_every_set_of_doors)
{
    static const int windows[][2] = {{1, 5}, {5, 10}, {5, 5}, {10, 15}, {5, 15}, {1, 10}, {1, 15}};
    for (int i = 0; i < STAGES; i++) {
        request all = any_of(1, 0);
        load(NULL, stages[i]);
        all.variant_least = 1;
        for (int shape = 1; shape < FL_SHAPE_COUNT; shape++) {
            request request = all;
            unsigned sets = 0;
            request.shape = shape;
            for (unsigned doors = 0; doors < 256; doors++) {
                if (doors & ~(unsigned)fl_shape_of((fl_shape)shape)->slots) {
                    continue;
                }
                request.doors = doors;
                for (unsigned k = 0; k < sizeof windows / sizeof windows[0]; k++) {
                    request.difficulty_least = windows[k][0];
                    request.difficulty_most = windows[k][1];
                    cr_expect_geq(count(&request), 1u, "file %u, window %u, shape %d, doors %x", stages[i], k,
                                  shape, doors);
                }
                request.difficulty_least = 1;
                request.difficulty_most = 20;
                request.is_exact = true;
                sets += doors && count(&request) > 0;
                request.is_exact = false;
            }
            cr_expect_geq(sets, shape == FL_SHAPE_1X1 ? 15u : 3u, "file %u, shape %d", stages[i], shape);
            request.doors = 0;
            for (int difficulty = 1; difficulty <= (stages[i] == 26 ? 20 : 15); difficulty++) {
                request.difficulty_least = request.difficulty_most = difficulty;
                cr_expect(count(&request) > 0 || (difficulty > 15 && difficulty < 20),
                          "file %u, difficulty %d, shape %d", stages[i], difficulty, shape);
            }
        }
        /* Late stages have treasure rooms of their own, of each subtype. */
        bool has_own = (stages[i] >= 10 && stages[i] <= 12) || stages[i] == 14 || stages[i] == 15;
        for (int subtype = 0; subtype < 4; subtype++) {
            request request = any_of(4, subtype);
            request.doors = 15;
            cr_expect_eq(count(&request) > 0, has_own, "file %u, subtype %d", stages[i], subtype);
        }
    }
}

/* Special rooms of file 0, and the start of the last two stages: of each there are so many, one of them a
 * single room with all doors. */
static const struct {
    unsigned file;
    int type;
    const char *subtypes; /* -1: any */
    const char *variants; /* the first of each, in hexadecimal */
    int span;             /* so many variants */
    unsigned least;
} specials[] = {
    {0, 2, "0 1 2 3 4 A B", "0", INT32_MAX, 2},
    {0, 4, "0", "0", INT32_MAX, 10},
    {0, 4, "1 2 3", "0", INT32_MAX, 4},
    {0, 7, "0", "0", INT32_MAX, 10},
    {0, 8, "0", "0", INT32_MAX, 8},
    {0, 9, "0", "0", INT32_MAX, 6},
    {0, 10, "0", "0", INT32_MAX, 8},
    {0, 11, "0 1", "0", INT32_MAX, 6},
    {0, 12, "0 1 2 3 4", "0", INT32_MAX, 2},
    {0, 13, "0", "0", INT32_MAX, 6},
    {0, 18, "0", "0", INT32_MAX, 4},
    {0, 19, "0", "0", INT32_MAX, 4},
    {0, 20, "0", "0", INT32_MAX, 6},
    {0, 21, "0", "0", INT32_MAX, 4},
    {0, 24, "0", "0", INT32_MAX, 3},
    {0, 29, "0", "0", INT32_MAX, 3},
    {0, 1, "-1", "2 3 4 5 6 7 8 9", 1, 1}, /* the start room, then graves */
    {16, 1, "0", "0", 1, 1},
    {17, 1, "0", "0", 1, 1},
    {0, 6, "-1", "7D0 834 7DA 83E 7E4 848 7EE 852 802 866 80C 870 8D4", 10, 2},
    /* every number that gen/rebirth/RULES.md, "Who the boss is", can return; then double troubles */
    {0, 5,
     "1 2 3 4 5 6 7 9 A B C D E F 10 11 12 13 14 15 16 17 18 19 1A 1B 1C 1D 1E 1F 20 21 22 23 24 25 26 27 28 "
     "29 2A 2B 2C 2D 2E 2F 30 31 32 33 34 35 36 38 39 3A 3B 3C 3D 3F 40 41 42 43 44 45 46 48",
     "0", 0xE74, 3},
    {0, 5, "-1", "E74 EA6 ED8", 50, 5},
};

Test(pool, shipped_special_rooms_have_every_type_and_subtype)
{
    for (size_t i = 0; i < sizeof specials / sizeof specials[0]; i++) {
        unsigned tried = 0;
        char *end = NULL;
        load(NULL, specials[i].file);
        for (const char *s = specials[i].subtypes; *s; s = end) {
            long subtype = strtol(s, &end, 16);
            char *behind = NULL;
            for (const char *v = specials[i].variants; *v; v = behind, tried++) {
                request request = any_of(specials[i].type, (int)subtype);
                request.variant_least = (int)strtol(v, &behind, 16);
                request.variant_most = request.variant_least + (specials[i].span - 1);
                cr_expect_geq(count(&request), specials[i].least, "row %zu, subtype %lx", i, subtype);
                request.shape = FL_SHAPE_1X1; /* which fits at every dead end */
                request.doors = 15;
                cr_expect_geq(count(&request), 1u, "row %zu, subtype %lx", i, subtype);
            }
        }
        cr_expect_geq(tried, 1u);
    }
}

/* Secret rooms fill one cell; treasure rooms have narrow shapes, too; bosses have six shapes with all doors,
 * half of them single cells. */
Test(pool, shipped_special_rooms_have_their_shapes)
{
    static const int secrets[] = {7, 8, 29};
    request bosses = any_of(5, -1);
    unsigned n = 0;
    load(NULL, 0);
    for (int i = 0; i < 3; i++) {
        request request = any_of(secrets[i], -1);
        unsigned all = count(&request);
        request.shape = FL_SHAPE_1X1;
        cr_expect_eq(count(&request), all);
        request = any_of(4, -1);
        request.shape = FL_SHAPE_1X1 + i;
        cr_expect_geq(count(&request), 3u);
    }
    for (const char *shape = "123468"; *shape; shape++) {
        request request = bosses;
        request.shape = *shape - '0';
        n += count(&request);
        request.variant_most = 0xE73; /* double troubles come after it */
        unsigned single = count(&request);
        request.doors = fl_shape_of((fl_shape)request.shape)->slots;
        cr_expect(single > 0 && count(&request) == single, "shape %d", request.shape);
    }
    cr_expect_eq(n, count(&bosses));
    bosses.shape = FL_SHAPE_1X1;
    cr_expect_gt(2 * count(&bosses), n);
}
