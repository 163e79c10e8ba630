/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Stage files in folders and in the program; the shipped pool has everything that the rules ask for. */
#include "gen/base/embedded.h"
#include "gen/floor/shape.h"
#include "gen/rebirth/pool/pool_private.h"
#include "tests/support/folder.h"

#include <criterion/criterion.h>
#include <stdbool.h>
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

static unsigned slots_of(int shape)
{
    return fl_shape_of((fl_shape)shape)->slots;
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

/* Difficulties that a rule set asks for. */
static const int windows[][2] = {{1, 5}, {5, 10}, {5, 5}, {10, 15}, {5, 15}, {1, 10}, {1, 15}};
enum { WINDOWS = sizeof windows / sizeof windows[0] };

Test(pool, shipped_stages_have_every_shape_and_every_set_of_doors)
{
    for (int i = 0; i < STAGES * WINDOWS; i++) {
        const int *window = windows[i % WINDOWS];
        request request = any_of(1, 0);
        load(NULL, stages[i / WINDOWS]);
        request.variant_least = 1; /* on stage 11 the start's variant, 0, is not drawn */
        request.difficulty_least = window[0];
        request.difficulty_most = window[1];
        cr_expect_geq(count(&request), 20u);
        for (request.shape = 1; request.shape < FL_SHAPE_COUNT; request.shape++) {
            for (request.doors = 0; request.doors < 256; request.doors++) {
                if ((request.doors & ~slots_of(request.shape)) == 0) {
                    cr_expect_geq(count(&request), 1u, "file %u, %d to %d, shape %d, doors %x",
                                  stages[i / WINDOWS], window[0], window[1], request.shape, request.doors);
                }
            }
        }
    }
}

Test(pool, shipped_stages_have_every_shape_in_every_difficulty)
{
    for (int i = 0; i < STAGES; i++) {
        load(NULL, stages[i]);
        for (int difficulty = 1; difficulty <= (stages[i] == 26 ? 20 : 15); difficulty++) {
            request request = any_of(1, 0);
            request.difficulty_least = request.difficulty_most = difficulty;
            for (request.shape = 1; request.shape < FL_SHAPE_COUNT; request.shape++) {
                cr_expect(count(&request) > 0 || (difficulty > 15 && difficulty < 20),
                          "file %u, difficulty %d, shape %d", stages[i], difficulty, request.shape);
            }
        }
    }
}

/* Rooms that lack doors, so that a set of doors can be met exactly: every set of a normal room, of each other
 * shape three sets or more (of the narrow ones all three there are). */
Test(pool, shipped_stages_have_exact_sets_of_doors)
{
    for (int i = 0; i < STAGES; i++) {
        request request = any_of(1, 0);
        load(NULL, stages[i]);
        request.difficulty_most = 20;
        request.is_exact = true;
        for (request.shape = 1; request.shape < FL_SHAPE_COUNT; request.shape++) {
            unsigned sets = 0;
            for (request.doors = 1; request.doors < 256; request.doors++) {
                sets += count(&request) > 0;
            }
            cr_expect_geq(sets, request.shape == FL_SHAPE_1X1 ? 15u : 3u, "file %u, shape %d: %u", stages[i],
                          request.shape, sets);
        }
    }
}

Test(pool, shipped_late_stages_have_treasure_rooms)
{
    for (int i = 0; i < STAGES; i++) {
        bool has_own = (stages[i] >= 10 && stages[i] <= 12) || stages[i] == 14 || stages[i] == 15;
        load(NULL, stages[i]);
        for (int subtype = 0; subtype < 4; subtype++) {
            request request = any_of(4, subtype);
            cr_expect_eq(count(&request) > 0, has_own, "file %u, subtype %d", stages[i], subtype);
            request.doors = 15;
            cr_expect_eq(count(&request) > 0, has_own, "file %u, subtype %d", stages[i], subtype);
        }
    }
}

Test(pool, shipped_last_stages_have_a_start_room)
{
    for (unsigned number = 16; number <= 17; number++) {
        request request = any_of(1, 0);
        load(NULL, number);
        request.variant_most = 0;
        request.shape = 1;
        request.doors = 15;
        cr_expect_eq(count(&request), 1u);
    }
}

/* Of each of these types and subtypes there are at least this many rooms, one of them with all doors of a
 * normal room. */
static const struct {
    int type, subtype;
    unsigned least;
} specials[] = {
    {2, 0, 2},  {2, 1, 2},  {2, 2, 2},  {2, 3, 2},  {2, 4, 2},  {2, 10, 2}, {2, 11, 2}, {4, 0, 10},
    {4, 1, 4},  {4, 2, 4},  {4, 3, 4},  {7, 0, 10}, {8, 0, 8},  {9, 0, 6},  {10, 0, 8}, {11, 0, 6},
    {11, 1, 6}, {12, 0, 2}, {12, 1, 2}, {12, 2, 2}, {12, 3, 2}, {12, 4, 2}, {13, 0, 6}, {18, 0, 4},
    {19, 0, 4}, {20, 0, 6}, {21, 0, 4}, {24, 0, 3}, {29, 0, 3},
};

Test(pool, shipped_special_rooms_have_every_type_and_subtype)
{
    load(NULL, 0);
    for (size_t i = 0; i < sizeof specials / sizeof specials[0]; i++) {
        request request = any_of(specials[i].type, specials[i].subtype);
        cr_expect_geq(count(&request), specials[i].least, "type %d, subtype %d", request.type,
                      request.subtype);
        request.shape = FL_SHAPE_1X1;
        request.doors = 15;
        cr_expect_geq(count(&request), 1u, "type %d, subtype %d", request.type, request.subtype);
    }
    for (int shape = FL_SHAPE_1X1; shape <= FL_SHAPE_IV; shape++) {
        request request = any_of(4, -1);
        request.shape = shape;
        cr_expect_geq(count(&request), 3u);
    }
}

Test(pool, shipped_secret_rooms_fill_one_cell)
{
    static const int types[] = {7, 8, 29};
    load(NULL, 0);
    for (int i = 0; i < 3; i++) {
        request request = any_of(types[i], -1);
        unsigned all = count(&request);
        request.shape = FL_SHAPE_1X1;
        cr_expect_eq(count(&request), all);
    }
}

Test(pool, shipped_special_rooms_have_the_fixed_ones)
{
    load(NULL, 0);
    for (int variant = 2; variant <= 9; variant++) { /* the start room, then graves */
        request request = any_of(1, -1);
        request.variant_least = request.variant_most = variant;
        request.shape = FL_SHAPE_1X1;
        request.doors = 15;
        cr_expect_eq(count(&request), 1u, "variant %d", variant);
    }
}

Test(pool, shipped_mini_bosses_are_all_there)
{
    static const int bases[] = {0x7D0, 0x834, 0x7DA, 0x83E, 0x7E4, 0x848, 0x7EE,
                                0x852, 0x802, 0x866, 0x80C, 0x870, 0x8D4};
    load(NULL, 0);
    for (size_t i = 0; i < sizeof bases / sizeof bases[0]; i++) {
        request request = any_of(6, -1);
        request.variant_least = bases[i];
        request.variant_most = bases[i] + 9;
        cr_expect_geq(count(&request), 2u, "variants from %d", bases[i]);
        request.doors = 15;
        cr_expect_geq(count(&request), 1u, "variants from %d", bases[i]);
    }
}

/* Every number that gen/rebirth/RULES.md, "Who the boss is", can return. */
static const int bosses[] = {
    0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12,
    0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, 0x20, 0x21, 0x22, 0x23,
    0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x30, 0x31, 0x32, 0x33, 0x34,
    0x35, 0x36, 0x38, 0x39, 0x3A, 0x3B, 0x3C, 0x3D, 0x3F, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x48,
};

Test(pool, shipped_bosses_can_be_entered_from_all_sides)
{
    load(NULL, 0);
    for (size_t i = 0; i < sizeof bosses / sizeof bosses[0]; i++) {
        request request = any_of(5, bosses[i]);
        request.variant_most = 0xE73;
        cr_expect_geq(count(&request), 3u, "boss %d", bosses[i]);
        request.shape = FL_SHAPE_1X1; /* which fits at every dead end */
        for (unsigned side = 0; side < 4; side++) {
            request.doors = 1u << side;
            cr_expect_geq(count(&request), 1u, "boss %d, side %u", bosses[i], side);
        }
    }
}

Test(pool, shipped_bosses_have_six_shapes_and_all_doors)
{
    static const int shapes[] = {1, 2, 3, 4, 6, 8};
    request all = any_of(5, -1);
    unsigned n = 0;
    load(NULL, 0);
    for (int i = 0; i < 6; i++) {
        request request = all;
        request.shape = shapes[i];
        unsigned found = count(&request);
        request.variant_most = 0xE73; /* double troubles come after it */
        unsigned single = count(&request);
        request.doors = slots_of(shapes[i]);
        cr_expect_eq(count(&request), single, "shape %d", shapes[i]);
        cr_expect_gt(single, 0u, "shape %d", shapes[i]);
        n += found;
    }
    cr_expect_eq(n, count(&all));
    all.shape = FL_SHAPE_1X1;
    cr_expect_gt(2 * count(&all), n);
}

Test(pool, shipped_double_troubles_are_all_there)
{
    static const int bases[] = {0xE74, 0xEA6, 0xED8};
    load(NULL, 0);
    for (int i = 0; i < 3; i++) {
        request request = any_of(5, -1);
        request.variant_least = bases[i];
        request.variant_most = bases[i] + 49;
        cr_expect_geq(count(&request), 5u);
        request.shape = FL_SHAPE_1X1;
        request.doors = 15;
        cr_expect_geq(count(&request), 1u);
    }
}
