/* SPDX-License-Identifier: MIT */
/* Reads the rows of stage files (pool_rows.c): rooms and their doors. Numbers, lengths and counts are checked
 * here. */
#include "gen/base/embedded.h"
#include "gen/base/parse_number.h"
#include "gen/floor/shape.h"
#include "gen/rebirth/pool/pool_private.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { TILES_WIDE = 13, TILES_HIGH = 7 };

typedef struct reader {
    fl_pool_file *file;
    uint32_t rooms_max; /* allocated */
    unsigned long line;
    const char *name;
    fl_diag *diag;
    char where[256];
} reader;

/* An attribute whose value is a whole number. */
typedef struct field {
    const char *name;
    int64_t least, most;
    bool is_required; /* otherwise a missing one is 0 */
} field;

/* In the order of FL_POOL_ROOM_ATTRIBUTES, which weight ends. */
enum { VARIANT, SUBTYPE, TYPE, SHAPE, DIFFICULTY, WIDTH, HEIGHT, WEIGHT };

static const field room_fields[WEIGHT] = {
    [VARIANT] = {"variant", INT32_MIN, INT32_MAX, true},
    [SUBTYPE] = {"subtype", INT32_MIN, INT32_MAX, false},
    [TYPE] = {"type", 0, UINT8_MAX, true},
    [SHAPE] = {"shape", 1, FL_SHAPE_COUNT - 1, true},
    [DIFFICULTY] = {"difficulty", 0, UINT8_MAX, false},
    [WIDTH] = {"width", 1, FL_POOL_TILES_MAX, false},
    [HEIGHT] = {"height", 1, FL_POOL_TILES_MAX, false},
};

/* In the order of FL_POOL_DOOR_ATTRIBUTES, which exists ends. */
enum { DOOR_X, DOOR_Y, EXISTS };

static const field door_fields[EXISTS] = {
    [DOOR_X] = {"x", INT16_MIN, INT16_MAX, true},
    [DOOR_Y] = {"y", INT16_MIN, INT16_MAX, true},
};

typedef struct tile {
    int8_t x, y;
} tile;

/* The tiles of the doors, by shape and slot: the table of gen/rebirth/RULES.md, "Room pools". fl_shape_of has
 * the slots of a shape. */
static const tile tiles[FL_SHAPE_COUNT][FL_SHAPE_SLOTS] = {
    [FL_SHAPE_1X1] = {{-1, 3}, {6, -1}, {13, 3}, {6, 7}},
    [FL_SHAPE_IH] = {{-1, 3}, {0, 0}, {13, 3}},
    [FL_SHAPE_IV] = {{0, 0}, {6, -1}, {0, 0}, {6, 7}},
    [FL_SHAPE_1X2] = {{-1, 3}, {6, -1}, {13, 3}, {6, 14}, {-1, 10}, {0, 0}, {13, 10}},
    [FL_SHAPE_IIV] = {{0, 0}, {6, -1}, {0, 0}, {6, 14}},
    [FL_SHAPE_2X1] = {{-1, 3}, {6, -1}, {26, 3}, {6, 7}, {0, 0}, {19, -1}, {0, 0}, {19, 7}},
    [FL_SHAPE_IIH] = {{-1, 3}, {0, 0}, {26, 3}},
    [FL_SHAPE_2X2] = {{-1, 3}, {6, -1}, {26, 3}, {6, 14}, {-1, 10}, {19, -1}, {26, 10}, {19, 14}},
    [FL_SHAPE_LTL] = {{12, 3}, {6, 6}, {26, 3}, {6, 14}, {-1, 10}, {19, -1}, {26, 10}, {19, 14}},
    [FL_SHAPE_LTR] = {{-1, 3}, {6, -1}, {13, 3}, {6, 14}, {-1, 10}, {19, 6}, {26, 10}, {19, 14}},
    [FL_SHAPE_LBL] = {{-1, 3}, {6, -1}, {26, 3}, {6, 7}, {12, 10}, {19, -1}, {26, 10}, {19, 14}},
    [FL_SHAPE_LBR] = {{-1, 3}, {6, -1}, {26, 3}, {6, 14}, {-1, 10}, {19, -1}, {13, 10}, {19, 7}},
};

static const char *where(reader *r)
{
    snprintf(r->where, sizeof r->where, "%.220s:%lu", r->name, r->line);
    return r->where;
}

static fl_err missing(reader *r, const char *element, const char *name)
{
    return fl_diag_set(r->diag, FL_ERR_INPUT, where(r), "<%s> has no attribute '%s'", element, name);
}

/* The text that follows a text. */
static const char *behind(const char *text)
{
    return text + strlen(text) + 1;
}

/* Decimal digits with an optional minus, as in the game's files; the other forms that the command line
 * accepts are not. */
static bool is_whole(const char *text, const field *field, int64_t *out)
{
    const char *digits = text + (text[0] == '-');
    return digits[0] && digits[strspn(digits, "0123456789")] == '\0' &&
           fl_parse_number_signed(text, out) == FL_OK && *out >= field->least && *out <= field->most;
}

/* Reads the numbers of an element by its table of fields; *values is then behind them. */
static fl_err read_fields(reader *r, const char *element, const char **values, int64_t *out)
{
    bool is_room = strcmp(element, "room") == 0;
    const field *fields = is_room ? room_fields : door_fields;
    for (int i = 0; i < (is_room ? (int)WEIGHT : (int)EXISTS); i++, *values = behind(*values)) {
        const char *text = *values;
        out[i] = 0;
        if (!*text && fields[i].is_required) {
            return missing(r, element, fields[i].name);
        }
        if (*text && !is_whole(text, &fields[i], &out[i])) {
            return fl_diag_set(r->diag, FL_ERR_INPUT, where(r),
                               "%s=\"%.40s\" of <%s>: expected a whole number from %lld to %lld",
                               fields[i].name, text, element, (long long)fields[i].least,
                               (long long)fields[i].most);
        }
    }
    return FL_OK;
}

/* Digits, a point, an exponent; no signs, names or hexadecimal digits. strtof rounds correctly. If the host
 * program has set a locale with a decimal comma, strtof stops at the point and the weight is refused. */
static fl_err read_weight(reader *r, const char *text, float *out) /* float: fl_pool_room has it */
{
    char *end = NULL;
    *out = 1;
    if (!*text) {
        return FL_OK;
    }
    if (strchr("0123456789.", text[0]) && text[strspn(text, "0123456789.eE+-")] == '\0') {
        *out = strtof(text, &end);
    }
    if (!end || end == text || *end || *out > FL_POOL_WEIGHT_MAX) {
        return fl_diag_set(r->diag, FL_ERR_INPUT, where(r),
                           "weight=\"%.40s\" of <room>: expected a number from 0 to %d, such as 0.25", text,
                           FL_POOL_WEIGHT_MAX);
    }
    return FL_OK;
}

static fl_err take_room(reader *r, const char *values)
{
    int64_t n[WEIGHT];
    fl_pool_room room = {0};
    fl_err err = read_fields(r, "room", &values, n);
    err = err ? err : read_weight(r, values, &room.weight);
    if (err) {
        return err;
    }
    const fl_shape_row *shape = fl_shape_of((fl_shape)n[SHAPE]);
    room.variant = (int32_t)n[VARIANT];
    room.subtype = (int32_t)n[SUBTYPE];
    room.type = (uint8_t)n[TYPE];
    room.shape = (uint8_t)n[SHAPE];
    room.difficulty = (uint8_t)n[DIFFICULTY];
    room.width = (uint16_t)(n[WIDTH] ? n[WIDTH] : TILES_WIDE * shape->width);
    room.height = (uint16_t)(n[HEIGHT] ? n[HEIGHT] : TILES_HIGH * shape->height);
    fl_pool_file *file = r->file;
    if (file->rooms_n == FL_POOL_ROOMS_MAX) {
        return fl_diag_set(r->diag, FL_ERR_INPUT, where(r), "more than %d rooms in one file",
                           FL_POOL_ROOMS_MAX);
    }
    if (file->rooms_n == r->rooms_max) {
        uint32_t most = r->rooms_max ? 2 * r->rooms_max : 256;
        fl_pool_room *rooms = realloc(file->rooms, most * sizeof *rooms);
        if (!rooms) {
            return fl_diag_memory(r->diag);
        }
        file->rooms = rooms;
        r->rooms_max = most;
    }
    file->rooms[file->rooms_n++] = room;
    return FL_OK;
}

/* Refuses a door; the message has the shape's possible doors. */
static fl_err misplaced(reader *r, const fl_pool_room *room, const int64_t *found)
{
    const fl_shape_row *shape = fl_shape_of((fl_shape)room->shape);
    char list[128] = "";
    for (unsigned k = 0, used = 0; k < FL_SHAPE_SLOTS; k++) {
        if (shape->slots >> k & 1) {
            const tile *at = &tiles[room->shape][k];
            used += (unsigned)snprintf(list + used, sizeof list - used, " %d,%d", at->x, at->y);
        }
    }
    return fl_diag_set(r->diag, FL_ERR_INPUT, where(r),
                       "a door at %lld,%lld: a room of shape %u (%s) can have them at%s",
                       (long long)found[DOOR_X], (long long)found[DOOR_Y], room->shape, shape->name, list);
}

static fl_err take_door(reader *r, const char *values)
{
    fl_pool_room *room = &r->file->rooms[r->file->rooms_n - 1];
    int64_t n[EXISTS];
    fl_err err = read_fields(r, "door", &values, n);
    if (err) {
        return err;
    }
    const char *exists = values;
    if (!*exists) {
        return missing(r, "door", "exists");
    }
    bool is_there = strcmp(exists, "1") == 0 || strcasecmp(exists, "true") == 0;
    if (!is_there && strcmp(exists, "0") != 0 && strcasecmp(exists, "false") != 0) {
        return fl_diag_set(r->diag, FL_ERR_INPUT, where(r),
                           "exists=\"%.40s\" of <door>: expected 1, 0, true or false", exists);
    }
    for (unsigned k = 0; k < FL_SHAPE_SLOTS; k++) {
        const tile *at = &tiles[room->shape][k];
        if (fl_shape_of((fl_shape)room->shape)->slots >> k & 1 && at->x == n[DOOR_X] && at->y == n[DOOR_Y]) {
            room->doors = (uint8_t)(room->doors | (is_there ? 1u << k : 0));
            return FL_OK;
        }
    }
    return is_there ? misplaced(r, room, n) : FL_OK;
}

static fl_err read_rows(reader *r, const char *rows, size_t size)
{
    fl_err err = FL_OK;
    for (const char *p = rows; p < rows + size && !err;) {
        char sign = *p;
        r->line += strtoul(p + 1, NULL, 10);
        p = behind(p);
        err = sign == 'r'   ? take_room(r, p)
              : sign == 'd' ? take_door(r, p)
                            : fl_diag_set(r->diag, FL_ERR_INPUT, where(r), "%s", p);
        for (unsigned i = sign == 'r' ? FL_POOL_ROOM_ATTRIBUTES_N : FL_POOL_DOOR_ATTRIBUTES_N; !err && i > 0;
             i--) {
            p = behind(p);
        }
    }
    return err;
}

void fl_pool_free(fl_pool_file *self)
{
    free(self->rooms);
    *self = (fl_pool_file){0};
}

fl_err fl_pool_read(fl_pool_file *self, const char *text, size_t size, const char *name, fl_diag *diag)
{
    const fl_embedded *shipped = fl_embedded_with(text);
    fl_text rows;
    *self = (fl_pool_file){0};
    if (size > FL_POOL_BYTES_MAX) {
        return fl_diag_set(diag, FL_ERR_INPUT, name, "the file is larger than %d MiB",
                           FL_POOL_BYTES_MAX >> 20);
    }
    reader r = {.file = self, .name = name, .diag = diag};
    fl_text_init(&rows);
    if (!shipped && (fl_pool_rows(text, size, &rows) || fl_text_check(&rows))) {
        fl_text_free(&rows);
        return fl_diag_memory(diag);
    }
    fl_err err = shipped ? read_rows(&r, shipped->events, shipped->events_size)
                         : read_rows(&r, fl_text_get(&rows), rows.size);
    fl_text_free(&rows);
    if (err) {
        fl_pool_free(self);
    }
    return err;
}
