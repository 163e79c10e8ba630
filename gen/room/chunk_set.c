/* SPDX-License-Identifier: MIT */
/* Reads a chunk set line by line: a table has a row for each key; a picture is the eight lines after its
 * key. */
#include "gen/base/embedded.h"
#include "gen/base/parse_number.h"
#include "gen/base/suggest.h"
#include "gen/room/room_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_MAX_BYTES = 200, VALUE = 96, NAME_TEXT = 160 };

typedef struct reader {
    fl_chunk_set *set;
    const char *name; /* of the file */
    const char *at, *end;
    unsigned line;
    char text[LINE_MAX_BYTES + 1];
    bool has_picture; /* of the current chunk */
    unsigned seen;    /* bit per key of the head or of the current chunk */
    fl_diag *diag;
} reader;

static const char *where(const reader *self, unsigned line, char out[NAME_TEXT + 16])
{
    snprintf(out, NAME_TEXT + 16, "%.*s:%u", NAME_TEXT, self->name, line);
    return out;
}

static fl_err refuse(reader *self, const char *what)
{
    char place[NAME_TEXT + 16];
    return fl_diag_set(self->diag, FL_ERR_INPUT, where(self, self->line, place), "%s", what);
}

/* Reads the next line without its line feed; false at the end of the text. */
static bool next_line(reader *self, fl_err *err)
{
    if (self->at >= self->end) {
        return false;
    }
    const char *stop = memchr(self->at, '\n', (size_t)(self->end - self->at));
    size_t size = (size_t)((stop ? stop : self->end) - self->at);
    const char *from = self->at;
    self->at += size + (stop ? 1 : 0);
    self->line++;
    size -= size > 0 && from[size - 1] == '\r';
    if (size > LINE_MAX_BYTES || memchr(from, '\0', size)) {
        *err =
            refuse(self, size > LINE_MAX_BYTES ? "a line has at most 200 bytes" : "a byte that is not text");
        return false;
    }
    memcpy(self->text, from, size);
    while (size > 0 && (self->text[size - 1] == ' ' || self->text[size - 1] == '\t')) {
        size--;
    }
    self->text[size] = '\0';
    return true;
}

static fl_chunk *chunk_of(reader *self)
{
    return &self->set->chunk[self->set->n - 1];
}

static fl_err read_name(reader *self, const char *value, char out[FL_CHUNK_NAME])
{
    size_t n = strspn(value, "abcdefghijklmnopqrstuvwxyz0123456789_-");
    if (n == 0 || value[n] != '\0' || n >= FL_CHUNK_NAME) {
        return refuse(self, "a name is 1 to 31 letters a-z, digits, _ and -");
    }
    memcpy(out, value, n + 1);
    return FL_OK;
}

static fl_err read_set(reader *self, const char *value)
{
    return read_name(self, value, self->set->name);
}

static fl_err read_about(reader *self, const char *value)
{
    if (strlen(value) >= FL_CHUNK_SET_ABOUT) {
        return refuse(self, "'about' has at most 95 bytes");
    }
    memcpy(self->set->about, value, strlen(value) + 1);
    return FL_OK;
}

static fl_err read_number(reader *self, const char *value, uint64_t most, uint64_t *out)
{
    if (fl_parse_number_unsigned(value, out) || *out > most) {
        char text[160];
        snprintf(text, sizeof text, "expected a whole number from 0 to %llu, not '%.60s'",
                 (unsigned long long)most, value);
        return refuse(self, text);
    }
    return FL_OK;
}

static fl_err read_bytes(reader *self, const char *value)
{
    uint64_t number = 0;
    fl_err err = read_number(self, value, 1000000, &number);
    self->set->bytes = (unsigned)number;
    return err;
}

/* Refuses a chunk without a picture. */
static fl_err end_chunk(reader *self)
{
    char place[NAME_TEXT + 16];
    if (self->set->n == 0 || self->has_picture) {
        return FL_OK;
    }
    return fl_diag_set(self->diag, FL_ERR_INPUT, where(self, chunk_of(self)->line, place),
                       "the chunk '%s' has no picture", chunk_of(self)->name);
}

static fl_err read_chunk(reader *self, const char *value)
{
    fl_err err = end_chunk(self);
    if (!err && self->set->n == FL_CHUNK_SET_MAX) {
        err = refuse(self, "a set has at most 255 chunks");
    }
    if (err) {
        return err;
    }
    fl_chunk *chunk = &self->set->chunk[self->set->n++];
    memset(chunk, 0, sizeof *chunk);
    chunk->line = self->line;
    self->has_picture = false;
    self->seen = 0;
    return read_name(self, value, chunk->name);
}

/* The doors of a chunk as in a text: "top left", "none". */
static const char *doors_word(unsigned flags)
{
    bool top = flags & FL_CHUNK_TOP;
    bool left = flags & FL_CHUNK_LEFT;
    return top && left ? "top left" : top ? "top" : left ? "left" : "none";
}

static fl_err read_doors(reader *self, const char *value)
{
    static const unsigned flags[] = {0, FL_CHUNK_TOP, FL_CHUNK_LEFT, FL_CHUNK_TOP | FL_CHUNK_LEFT};
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++) {
        if (strcmp(value, doors_word(flags[i])) == 0) {
            chunk_of(self)->flags |= (uint8_t)flags[i];
            return FL_OK;
        }
    }
    return refuse(self, "'doors' is none, top, left or 'top left'");
}

static fl_err read_pure(reader *self, const char *value)
{
    if (strcmp(value, "yes") != 0 && strcmp(value, "no") != 0) {
        return refuse(self, "'pure_corner' is yes or no");
    }
    chunk_of(self)->flags |= (uint8_t)(value[0] == 'y' ? FL_CHUNK_PURE : 0);
    return FL_OK;
}

static fl_err read_clutter(reader *self, const char *value)
{
    uint64_t number = 0;
    fl_err err = read_number(self, value, FL_CHUNK_CLUTTER_MAX, &number);
    chunk_of(self)->flags |= (uint8_t)(err ? 0 : number);
    return err;
}

static fl_err read_row(reader *self, unsigned y)
{
    char text[120];
    size_t size = strlen(self->text);
    if (size != FL_CHUNK_SIDE) {
        snprintf(text, sizeof text, "line %u of a picture has 8 signs, not %zu", y + 1, size);
        return refuse(self, text);
    }
    for (unsigned x = 0; x < FL_CHUNK_SIDE; x++) {
        fl_tile tile = fl_room_tile_of_sign(self->text[x]);
        if (tile == FL_TILE_COUNT) {
            snprintf(text, sizeof text, "'%c' is not a tile (sign %u)", self->text[x], x + 1);
            fl_err err = refuse(self, text);
            fl_diag_hint(self->diag,
                         "tiles are . floor # wall : pit o rock ^ spikes %% web f fire u pot + pickup "
                         "= block and the enemies W F S J C E");
            return err;
        }
        chunk_of(self)->row[y] |= (uint32_t)tile << 4 * x;
    }
    return FL_OK;
}

static fl_err read_picture(reader *self, const char *value)
{
    fl_err err = value[0] ? refuse(self, "a picture begins on the next line") : FL_OK;
    for (unsigned y = 0; y < FL_CHUNK_SIDE && !err; y++) {
        if (!next_line(self, &err)) {
            return err ? err : refuse(self, "the text ends inside a picture");
        }
        err = read_row(self, y);
    }
    self->has_picture = true;
    return err;
}

static const struct key {
    const char *name;
    fl_err (*read)(reader *self, const char *value);
    bool is_of_chunk;
} keys[] = {
    {"set", read_set, false},        {"about", read_about, false},     {"bytes", read_bytes, false},
    {"doors", read_doors, true},     {"pure_corner", read_pure, true}, {"clutter", read_clutter, true},
    {"picture", read_picture, true}, {"chunk", read_chunk, false},
};

enum { KEYS = sizeof keys / sizeof keys[0], CHUNK_KEY = KEYS - 1 };

static fl_err read_line(reader *self)
{
    size_t length = strcspn(self->text, ":");
    if (self->text[length] != ':') {
        return refuse(self, "expected 'key: value'");
    }
    char *value = self->text + length + 1;
    self->text[length] = '\0';
    value += strspn(value, " \t");
    size_t i = fl_suggest_find(self->text, keys, KEYS, sizeof keys[0]);
    if (i == KEYS) {
        char text[160];
        snprintf(text, sizeof text, "there is no key '%.60s'", self->text);
        fl_err err = refuse(self, text);
        const char *near = fl_suggest_name(self->text, keys, KEYS, sizeof keys[0]);
        if (near) {
            fl_diag_hint(self->diag, "did you mean '%s'?", near);
        }
        return err;
    }
    if (i != CHUNK_KEY && keys[i].is_of_chunk != (self->set->n > 0)) {
        return refuse(self, self->set->n > 0 ? "this key belongs before the first chunk"
                                             : "this key belongs to a chunk: 'chunk: NAME' goes first");
    }
    if (i != CHUNK_KEY && self->seen >> i & 1) {
        return refuse(self, "this key is given twice");
    }
    self->seen |= i == CHUNK_KEY ? 0 : 1u << i;
    return keys[i].read(self, value);
}

fl_err fl_room_chunk_set_read(fl_chunk_set *self, const char *text, size_t size, const char *name,
                              fl_diag *diag)
{
    reader in = {.set = self, .name = name, .at = text, .end = text + size, .diag = diag};
    fl_err err = FL_OK;
    memset(self, 0, sizeof *self);
    while (!err && next_line(&in, &err)) {
        err = in.text[0] == '#' || in.text[0] == '\0' ? FL_OK : read_line(&in);
    }
    err = err ? err : end_chunk(&in);
    if (self->name[0] == '\0') {
        memcpy(self->name, "unnamed", sizeof "unnamed");
    }
    if (!err && self->n == 0) {
        err = fl_diag_set(diag, FL_ERR_INPUT, name, "it has no chunks");
    }
    return err ? err : fl_room_chunk_set_check(self, name, diag);
}

fl_err fl_room_chunk_set_open(fl_chunk_set *self, const char *name, fl_files *files, fl_diag *diag)
{
    static const fl_files_sort sort = {"a chunk set", FL_CHUNK_SET_FILE};
    char path[80];
    if (fl_text_is_path(name, ".txt")) {
        fl_text text;
        fl_text_init(&text);
        fl_err err = fl_files_read(files, &sort, name, &text, diag);
        err = err ? err : fl_room_chunk_set_read(self, text.data, text.size, name, diag);
        fl_text_free(&text);
        return err;
    }
    snprintf(path, sizeof path, "data/chunks/%.40s.txt", name);
    const fl_embedded *file = fl_embedded_find(path);
    if (!file) {
        fl_err err = fl_diag_set(diag, FL_ERR_INPUT, "", "there is no chunk set '%.80s'", name);
        fl_diag_hint(diag, "basement, cellar and kirby are built in; a file's name has a / or ends in .txt");
        return err;
    }
    return fl_room_chunk_set_read(self, file->data, file->size, path, diag);
}

void fl_room_chunk_set_print(const fl_chunk_set *self, fl_text *out)
{
    fl_text_add_format(out, "set: %s\nabout: %s\nbytes: %u\n", self->name, self->about, self->bytes);
    for (unsigned i = 0; i < self->n; i++) {
        const fl_chunk *chunk = &self->chunk[i];
        fl_text_add_format(out, "\nchunk: %s\ndoors: %s\npure_corner: %s\nclutter: %u\npicture:\n",
                           chunk->name, doors_word(chunk->flags), chunk->flags & FL_CHUNK_PURE ? "yes" : "no",
                           fl_room_chunk_clutter(chunk));
        for (unsigned y = 0; y < FL_CHUNK_SIDE; y++) {
            for (unsigned x = 0; x < FL_CHUNK_SIDE; x++) {
                fl_text_add_char(out, fl_room_tile_of(fl_room_chunk_tile(chunk, x, y))->sign);
            }
            fl_text_add_char(out, '\n');
        }
    }
}

void fl_room_chunk_set_pack(const fl_chunk_set *self, fl_text *out)
{
    for (unsigned i = 0; i < self->n; i++) {
        uint8_t bytes[FL_CHUNK_BYTES];
        char copy[FL_CHUNK_BYTES];
        fl_room_chunk_pack(&self->chunk[i], bytes);
        memcpy(copy, bytes, sizeof copy);
        fl_text_add_bytes(out, copy, sizeof copy);
    }
}

fl_err fl_room_chunk_set_unpack(fl_chunk_set *self, const void *data, size_t size, const char *name,
                                fl_diag *diag)
{
    memset(self, 0, sizeof *self);
    if (size == 0 || size % FL_CHUNK_BYTES != 0 || size / FL_CHUNK_BYTES > FL_CHUNK_SET_MAX) {
        return fl_diag_set(diag, FL_ERR_INPUT, name,
                           "expected 1 to %d packed chunks of 33 bytes each, found %zu bytes",
                           FL_CHUNK_SET_MAX, size);
    }
    snprintf(self->name, sizeof self->name, "unpacked");
    self->n = (unsigned)(size / FL_CHUNK_BYTES);
    for (unsigned i = 0; i < self->n; i++) {
        fl_room_chunk_unpack(&self->chunk[i], (const uint8_t *)data + (size_t)FL_CHUNK_BYTES * i);
        snprintf(self->chunk[i].name, FL_CHUNK_NAME, "chunk_%u", i + 1);
    }
    return FL_OK;
}

fl_err fl_room_chunk_set_check(const fl_chunk_set *self, const char *name, fl_diag *diag)
{
    char place[NAME_TEXT + 16];
    const reader out = {.name = name};
    if (self->bytes > 0 && self->n * FL_CHUNK_BYTES > self->bytes) {
        return fl_diag_set(diag, FL_ERR_INPUT, name, "%u chunks of 33 bytes take %u bytes, and 'bytes' is %u",
                           self->n, self->n * FL_CHUNK_BYTES, self->bytes);
    }
    for (unsigned i = 0; i < self->n; i++) {
        for (unsigned j = 0; j < i; j++) {
            if (strcmp(self->chunk[i].name, self->chunk[j].name) == 0) {
                return fl_diag_set(diag, FL_ERR_INPUT, where(&out, self->chunk[i].line, place),
                                   "the name '%s' is used at line %u already", self->chunk[i].name,
                                   self->chunk[j].line);
            }
        }
    }
    return FL_OK;
}
