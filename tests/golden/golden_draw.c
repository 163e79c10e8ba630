/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Golden drawings. Reads a file of cases, draws each and compares. Prints TAP.
 *
 *     golden_draw tests/golden/draw.txt           compare
 *     golden_draw --write tests/golden/draw.txt   write the drawings anew; look at what has changed
 *
 * A case is "== NAME", an object of JSON that says what is drawn and how, "--", and the drawing, in which ␛
 * is an escape. "floors" are floors as in lines; "rooms" are interiors, signs row by row (`is_big`: of 24
 * tiles); `draw` is text, svg, gallery, room_text or room_svg; the other keys are members of the options. */
#include "gen/draw/draw.h"
#include "gen/floor/floor_json_read.h"
#include "gen/room/room.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FLOORS = 16, ROOMS = 9, LINES = 32, MARKS = 4, CELLS = FL_FLOOR_SIDE_MAX * FL_FLOOR_SIDE_MAX };

static fl_floor floors[FLOORS];
static fl_floor_json_reader readers[FLOORS];

/* What a case says. */
typedef struct drawing {
    const json_t *json;
    const char *side[LINES], *caption[FLOORS];
    uint8_t of[CELLS];
    char sign[CELLS][FL_SVG_SIGN];
    fl_svg_mark mark[MARKS];
    fl_svg_marks marking;
    size_t floors_n, side_n;
} drawing;

static bool flag(const drawing *self, const char *key)
{
    return json_is_true(json_object_get(self->json, key));
}

static int number(const drawing *self, const char *key)
{
    return (int)json_integer_value(json_object_get(self->json, key));
}

static size_t read_texts(const drawing *self, const char *key, size_t most, const char **out)
{
    const json_t *list = json_object_get(self->json, key);
    for (size_t i = 0; i < json_array_size(list) && i < most; i++) {
        out[i] = json_string_value(json_array_get(list, i));
    }
    return json_array_size(list);
}

/* Reads "groups", and the "marks" and "signs" that go with them. */
static void read_marking(drawing *self)
{
    const json_t *groups = json_object_get(self->json, "groups");
    const json_t *marks = json_object_get(self->json, "marks");
    const json_t *signs = json_object_get(self->json, "signs");
    for (size_t i = 0; i < json_array_size(groups); i++) {
        self->of[i] = (uint8_t)json_integer_value(json_array_get(groups, i));
        const char *sign = json_string_value(json_array_get(signs, i));
        snprintf(self->sign[i], FL_SVG_SIGN, "%s", sign ? sign : "");
    }
    for (size_t i = 0; i < json_array_size(marks) && i < MARKS; i++) {
        const json_t *row = json_array_get(marks, i); /* label, sign, colour, line, dash */
        self->mark[i] = (fl_svg_mark){.label = json_string_value(json_array_get(row, 0)),
                                      .sign = json_string_value(json_array_get(row, 1)),
                                      .colour = (unsigned)json_integer_value(json_array_get(row, 2)),
                                      .line = json_string_value(json_array_get(row, 3)),
                                      .dash = json_string_value(json_array_get(row, 4))};
    }
    self->marking = (fl_svg_marks){self->mark, (unsigned)json_array_size(marks), self->of,
                                   (const char(*)[FL_SVG_SIGN])self->sign};
}

/* Reads the floors; a floor without rooms is an empty one. */
static bool read_floors(drawing *self)
{
    const json_t *list = json_object_get(self->json, "floors");
    fl_diag diag;
    fl_diag_init(&diag);
    self->floors_n = json_array_size(list);
    for (size_t i = 0; i < self->floors_n && i < FLOORS; i++) {
        const json_t *line = json_array_get(list, i);
        char *text = json_dumps(line, JSON_COMPACT);
        fl_floor_clear(&floors[i], 9, 8);
        readers[i].where = "the case";
        bool is_empty = json_object_size(line) == 0;
        fl_err err =
            is_empty ? FL_OK : fl_floor_json_read(&readers[i], text, strlen(text), &floors[i], &diag);
        if (!err && json_object_get(line, "reason")) { /* a floor that failed, but has rooms */
            floors[i].failure = json_string_value(json_object_get(line, "reason"));
        }
        free(text);
        if (err) {
            fprintf(stderr, "floor %zu: %s\n", i, diag.what);
            return false;
        }
    }
    return true;
}

/* Signs row by row; the rest is floor. */
static void read_room(const drawing *self, const char *picture, fl_interior *out)
{
    unsigned n = 0;
    *out = (fl_interior){.size = flag(self, "is_big") ? 24 : 16, .doors = (uint8_t)number(self, "doors")};
    for (const char *p = picture; *p && n < (unsigned)out->size * out->size; p++, n++) {
        uint64_t tile = 0;
        while (tile < FL_TILE_COUNT - 1 && fl_room_tile_of((fl_tile)tile)->sign != *p) {
            tile++;
        }
        out->row[n / out->size][n % out->size >> 4] |= tile << 4 * (n % out->size & 15);
    }
}

static void draw_gallery(drawing *self, const char *title, fl_text *out)
{
    static fl_gallery gallery;
    const fl_gallery_options options = {title, (unsigned)number(self, "columns"), flag(self, "is_dark")};
    fl_draw_gallery_init(&gallery, &options);
    for (size_t i = 0; i < self->floors_n; i++) {
        fl_draw_gallery_measure(&gallery, &floors[i], self->caption[i]);
    }
    fl_draw_gallery_begin(&gallery, out);
    for (size_t i = 0; i < self->floors_n; i++) {
        fl_draw_gallery_add(&gallery, &floors[i], self->caption[i]);
    }
    fl_draw_gallery_end(&gallery);
}

static bool draw(const json_t *json, fl_text *out)
{
    static drawing self;
    static fl_interior rooms[ROOMS];
    memset(&self, 0, sizeof self);
    self.json = json;
    const char *how = json_string_value(json_object_get(json, "draw"));
    const char *title = json_string_value(json_object_get(json, "title"));
    const json_t *interiors = json_object_get(json, "rooms");
    unsigned rooms_n = (unsigned)json_array_size(interiors);
    for (unsigned i = 0; i < rooms_n && i < ROOMS; i++) {
        read_room(&self, json_string_value(json_array_get(interiors, i)), &rooms[i]);
    }
    self.side_n = read_texts(&self, "side", LINES, self.side);
    read_texts(&self, "captions", FLOORS, self.caption);
    read_marking(&self);
    bool is_grouped = json_object_get(json, "groups");
    fl_floor_text_options text = {.is_ascii = flag(&self, "is_ascii"),
                                  .is_coloured = flag(&self, "is_coloured"),
                                  .side = self.side,
                                  .side_n = self.side_n,
                                  .group = is_grouped ? self.of : NULL};
    if (!how || !read_floors(&self)) {
        return false;
    }
    if (strcmp(how, "text") == 0) {
        fl_draw_floor_text(&floors[0], &text, out);
    } else if (strcmp(how, "room_text") == 0) {
        fl_draw_room_text(&rooms[0], &text, out);
    } else if (strcmp(how, "svg") == 0) {
        const fl_floor_svg_options options = {.title = title,
                                              .side = self.side,
                                              .side_n = self.side_n,
                                              .cell = number(&self, "cell"),
                                              .is_dark = flag(&self, "is_dark"),
                                              .marking = is_grouped ? &self.marking : NULL};
        fl_draw_floor_svg(&floors[0], &options, out);
    } else if (strcmp(how, "room_svg") == 0) {
        const fl_room_svg_options options = {.title = title,
                                             .side = self.side,
                                             .side_n = self.side_n,
                                             .columns = (unsigned)number(&self, "columns"),
                                             .captions = self.caption[0] ? self.caption : NULL,
                                             .is_dark = flag(&self, "is_dark")};
        fl_draw_room_svg(rooms, rooms_n, &options, out);
    } else {
        draw_gallery(&self, title, out);
    }
    return fl_text_check(out) == FL_OK;
}

/* Adds a drawing as the file has it. */
static void add_shown(const fl_text *drawn, fl_text *out)
{
    for (size_t i = 0; i < drawn->size; i++) {
        if (drawn->data[i] == '\x1b') {
            fl_text_add(out, "␛");
        } else {
            fl_text_add_char(out, drawn->data[i]);
        }
    }
}

/* One case, from behind its "== " on; adds it to `out` as it is drawn now. Returns whether it is as it was.
 */
static bool try_case(const char *from, const char *to, unsigned n, fl_text *out)
{
    const char *name_end = strchr(from, '\n');
    const char *dashes = strstr(from, "\n--\n");
    size_t before = out->size;
    fl_text drawn;
    fl_text_init(&drawn);
    bool has_drawing = dashes && dashes < to;
    json_t *json = has_drawing ? json_loadb(name_end, (size_t)(dashes - name_end), 0, NULL) : NULL;
    bool is_drawn = json && draw(json, &drawn);
    fl_text_add(out, "== ");
    fl_text_add_bytes(out, from, (size_t)((has_drawing ? dashes + 4 : to) - from));
    add_shown(&drawn, out);
    fl_text_add(out, "\n");
    bool is_same = is_drawn && out->size - before - 3 == (size_t)(to - from) &&
                   memcmp(out->data + before + 3, from, (size_t)(to - from)) == 0;
    printf("%s %u - %.*s\n", is_same ? "ok" : "not ok", n, (int)(name_end - from), from);
    if (!is_same) {
        fprintf(stderr, "drawn now:\n%s\n", fl_text_get(&drawn));
    }
    json_decref(json);
    fl_text_free(&drawn);
    return is_same;
}

int main(int argc, char **argv)
{
    bool writes = argc == 3 && strcmp(argv[1], "--write") == 0;
    const char *path = argc > 1 ? argv[argc - 1] : "";
    fl_text file;
    fl_text out;
    unsigned n = 0;
    unsigned failed = 0;
    fl_text_init(&file);
    fl_text_init(&out);
    for (unsigned i = 0; i < FLOORS; i++) {
        fl_floor_json_read_init(&readers[i]);
        if (fl_floor_init(&floors[i], CELLS)) {
            return 3;
        }
    }
    if (fl_text_read_file(&file, path, "the cases", 16 << 20, NULL)) {
        fprintf(stderr, "cannot read %s\n", path);
        return 2;
    }
    for (const char *p = strstr(fl_text_get(&file), "== "); p; n++) {
        const char *next = strstr(p, "\n== ");
        const char *to = next ? next + 1 : file.data + file.size;
        failed += !try_case(p + 3, to, n + 1, &out);
        p = next ? next + 1 : NULL;
    }
    printf("1..%u\n", n);
    FILE *again = writes ? fopen(path, "wb") : NULL;
    if (again) {
        fwrite(out.data, 1, out.size, again);
        fclose(again);
    }
    for (unsigned i = 0; i < FLOORS; i++) {
        fl_floor_free(&floors[i]);
        fl_floor_json_read_free(&readers[i]);
    }
    fl_text_free(&file);
    fl_text_free(&out);
    return failed && !writes;
}
