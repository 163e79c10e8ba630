/* SPDX-License-Identifier: MIT */
/* Millions of floor lines are exported, and they consist of short numbers and known words. So everything goes
 * through a small buffer on the stack: pieces of known size are plain copies, and the growing text is called
 * only when the buffer is full. */
#include "gen/floor/floor_json.h"
#include "gen/floor/door/door.h"

#include <string.h>

/* Between two calls of reserve() at most PIECE bytes are written. The comma after the last member of a list
 * is removed, so no reserve() may be called between the two. */
enum { BUFFER = 4096, PIECE = 256 };

typedef struct pen {
    fl_text *out;
    bool has_difficulty;
    char buffer[BUFFER];
} pen;

static const char pairs[201] =
    "00010203040506070809101112131415161718192021222324252627282930313233343536373839"
    "40414243444546474849505152535455565758596061626364656667686970717273747576777879"
    "8081828384858687888990919293949596979899";

/* All functions below take the next free byte of the buffer and return the first one after their output. The
 * pointer stays in a register; a member of the pen would be stored and loaded for every piece. */
static char *flush(pen *self, const char *p)
{
    fl_text_add_bytes(self->out, self->buffer, (size_t)(p - self->buffer));
    return self->buffer;
}

/* Makes room for PIECE bytes. */
static inline char *reserve(pen *self, char *p)
{
    return p > self->buffer + BUFFER - PIECE ? flush(self, p) : p;
}

static inline char *put(char *p, const char *bytes, size_t n)
{
    memcpy(p, bytes, n);
    return p + n;
}

#define FL_FLOOR_JSON_PUT(p, literal) put((p), (literal), sizeof(literal) - 1)

/* The kinds' names with their closing quotes, in arrays of fixed size: copying 16 bytes of which `size`
 * are used is much cheaper than a copy of unknown length, and a line names about 40 kinds. */
typedef struct word {
    uint8_t size;
    char text[16];
} word;

#define FL_FLOOR_JSON_KIND(symbol, name, sign, rank, colour, label) {sizeof(name), name "\""},
static const word kinds[FL_KIND_COUNT] = {FL_KIND_TABLE(FL_FLOOR_JSON_KIND)};
#undef FL_FLOOR_JSON_KIND

static inline char *put_kind(char *p, fl_kind kind)
{
    const word *name = &kinds[(unsigned)kind < FL_KIND_COUNT ? kind : FL_KIND_NORMAL];
    memcpy(p, name->text, sizeof name->text);
    return p + name->size;
}

/* Writes a short name from a table, which needs no escapes. */
static inline char *put_word(char *p, const char *word)
{
    while (*word) {
        *p++ = *word++;
    }
    return p;
}

static char *put_long(char *p, uint64_t number)
{
    char digits[20];
    char *first = digits + sizeof digits;
    for (; number >= 100; number /= 100) {
        first -= 2;
        memcpy(first, pairs + number % 100 * 2, 2);
    }
    if (number >= 10) {
        first -= 2;
        memcpy(first, pairs + number * 2, 2);
    } else {
        *--first = (char)('0' + number);
    }
    return put(p, first, (size_t)(digits + sizeof digits - first));
}

static inline char *put_number(char *p, int64_t number)
{
    if (number >= 0 && number < 10) {
        *p++ = (char)('0' + number);
        return p;
    }
    if (number >= 0 && number < 100) {
        return put(p, pairs + number * 2, 2);
    }
    if (number < 0) {
        *p++ = '-';
    }
    return put_long(p, number < 0 ? 0 - (uint64_t)number : (uint64_t)number);
}

/* Writes any text, quoted and escaped. */
static char *put_text(pen *self, char *p, const char *text)
{
    size_t n = 0;
    while (text[n] >= ' ' && text[n] < 0x7f && text[n] != '"' && text[n] != '\\') {
        n++;
    }
    if (text[n] != '\0' || n > PIECE - 8) {
        p = flush(self, p);
        fl_text_add_json(self->out, text);
        return p;
    }
    p = reserve(self, p);
    *p++ = '"';
    p = put(p, text, n);
    *p++ = '"';
    return reserve(self, p);
}

static inline char *put_point(char *p, unsigned x, unsigned y)
{
    *p++ = '[';
    p = put_number(p, x);
    *p++ = ',';
    p = put_number(p, y);
    *p++ = ']';
    return p;
}

static inline char *put_cell(char *p, unsigned cell, unsigned width)
{
    return put_point(p, cell % width, cell / width);
}

static char *put_head(pen *self, char *p, const fl_floor_json_head *head)
{
    p = FL_FLOOR_JSON_PUT(p, "{\"generator\":");
    p = put_text(self, p, head->generator);
    p = FL_FLOOR_JSON_PUT(p, ",\"version\":");
    p = put_number(p, head->version);
    p = FL_FLOOR_JSON_PUT(p, ",\"rules\":");
    p = put_text(self, p, head->rules);
    p = FL_FLOOR_JSON_PUT(p, ",\"seed\":\"");
    p = put_long(p, head->seed);
    p = FL_FLOOR_JSON_PUT(p, "\",\"index\":");
    p = put_long(p, head->index);
    if (head->seed_text) {
        p = FL_FLOOR_JSON_PUT(p, ",\"seed_text\":");
        p = put_text(self, p, head->seed_text);
    }
    if (head->settings) {
        p = FL_FLOOR_JSON_PUT(p, ",\"settings\":");
        p = flush(self, p);
        fl_text_add(self->out, head->settings);
    }
    return p;
}

/* Writes the keys that only some rooms have. */
static char *put_extras(char *p, const fl_room *room, bool has_difficulty)
{
    if (room->type > 0) {
        p = FL_FLOOR_JSON_PUT(p, ",\"shape_id\":");
        p = put_number(p, (int32_t)room->shape);
        p = FL_FLOOR_JSON_PUT(p, ",\"type_id\":");
        p = put_number(p, room->type);
    }
    if (room->variant >= 0) {
        p = FL_FLOOR_JSON_PUT(p, ",\"variant\":");
        p = put_number(p, room->variant);
    }
    if (room->subtype >= 0) {
        p = FL_FLOOR_JSON_PUT(p, ",\"subtype\":");
        p = put_number(p, room->subtype);
    }
    if (has_difficulty && room->difficulty >= 0) {
        p = FL_FLOOR_JSON_PUT(p, ",\"difficulty\":");
        p = put_number(p, room->difficulty);
    }
    if (fl_floor_rank(room) != fl_kind_of(room->kind)->rank) {
        p = FL_FLOOR_JSON_PUT(p, ",\"priority\":");
        p = put_number(p, fl_floor_rank(room));
    }
    if (room->is_added) {
        p = FL_FLOOR_JSON_PUT(p, ",\"added\":true");
    } else if (fl_kind_is_added(room->kind)) {
        p = FL_FLOOR_JSON_PUT(p, ",\"added\":false");
    }
    if (room->is_end) {
        p = FL_FLOOR_JSON_PUT(p, ",\"end\":true");
    }
    return p;
}

static char *put_more_tags(pen *self, char *p, const fl_room *room)
{
    if (room->more_tags) {
        p = FL_FLOOR_JSON_PUT(p, ",\"more_tags\":");
        p = put_text(self, p, room->more_tags);
    }
    return p;
}

static char *put_price(char *p, fl_door_price price)
{
    p = FL_FLOOR_JSON_PUT(p, ",\"price\":\"");
    p = put_word(p, fl_door_row_of(price)->name);
    *p++ = '"';
    return p;
}

/* Writes a room. `clustering` is NULL, or has the number of each room. */
static char *put_room(pen *self, char *p, const fl_floor *floor, unsigned number, const uint16_t *clustering)
{
    const fl_room *room = &floor->rooms[number];
    p = reserve(self, p);
    p = FL_FLOOR_JSON_PUT(p, "{\"id\":");
    p = put_number(p, number);
    p = FL_FLOOR_JSON_PUT(p, ",\"kind\":\"");
    p = put_kind(p, room->kind);
    p = FL_FLOOR_JSON_PUT(p, ",\"shape\":\"");
    p = put_word(p, fl_shape_of(room->shape)->name);
    p = FL_FLOOR_JSON_PUT(p, "\",\"cells\":[");
    for (unsigned i = 0; i < room->cells_n; i++) {
        p = reserve(self, p);
        p = put_cell(p, floor->cells[room->cells_from + i], (unsigned)floor->width);
        *p++ = ',';
    }
    p -= room->cells_n > 0;
    p = reserve(self, p);
    p = FL_FLOOR_JSON_PUT(p, "],\"origin\":");
    p = put_point(p, (unsigned)room->origin_x, (unsigned)room->origin_y);
    p = FL_FLOOR_JSON_PUT(p, ",\"distance\":");
    p = put_number(p, floor->has_own_measure ? room->own_distance : room->distance);
    if (floor->has_own_measure ? room->is_own_dead_end : room->is_dead_end) {
        p = FL_FLOOR_JSON_PUT(p, ",\"dead_end\":true,\"tag\":");
    } else {
        p = FL_FLOOR_JSON_PUT(p, ",\"dead_end\":false,\"tag\":");
    }
    if (room->tag) {
        p = put_text(self, p, room->tag);
    } else {
        *p++ = '"';
        p = put_kind(p, room->kind);
    }
    p = reserve(self, p);
    p = put_extras(p, room, self->has_difficulty);
    if (clustering) {
        p = FL_FLOOR_JSON_PUT(p, ",\"clustering\":");
        p = put_number(p, clustering[number]);
    }
    p = put_more_tags(self, p, room);
    if (room->price) {
        p = put_price(p, (fl_door_price)(room->price - FL_FLOOR_PRICE));
    }
    *p++ = '}';
    return p;
}

/* Writes a door's tags if its kind does not imply them, and its price if the rules set a room's price. */
static char *put_doors(pen *self, char *p, const fl_floor *floor)
{
    unsigned width = (unsigned)floor->width;
    p = FL_FLOOR_JSON_PUT(p, ",\"doors\":[");
    for (unsigned i = 0; i < floor->doors_n; i++) {
        const fl_door *door = &floor->doors[i];
        const fl_room *a = &floor->rooms[door->room_a];
        const fl_room *b = &floor->rooms[door->room_b];
        const fl_room *lead = fl_floor_rank(b) > fl_floor_rank(a) ? b : a;
        p = reserve(self, p);
        p = FL_FLOOR_JSON_PUT(p, "{\"rooms\":");
        p = put_point(p, door->room_a, door->room_b);
        p = FL_FLOOR_JSON_PUT(p, ",\"cells\":[");
        p = put_cell(p, door->cell_a, width);
        *p++ = ',';
        p = put_cell(p, door->cell_b, width);
        p = FL_FLOOR_JSON_PUT(p, "],\"kind\":\"");
        p = put_kind(p, door->kind);
        if (lead->tag && strcmp(lead->tag, fl_kind_of(lead->kind)->name) != 0) {
            p = FL_FLOOR_JSON_PUT(p, ",\"tag\":");
            p = put_text(self, p, lead->tag);
        }
        p = put_more_tags(self, p, lead);
        if (door->is_wall) {
            p = FL_FLOOR_JSON_PUT(p, ",\"wall\":true");
        } else if (a->price || b->price) {
            p = put_price(p, fl_door_price_of(floor, door));
        }
        p = FL_FLOOR_JSON_PUT(p, "},");
    }
    p -= floor->doors_n > 0;
    *p++ = ']';
    return p;
}

static char *put_facts(pen *self, char *p, const fl_floor *floor)
{
    const char *comma = "";
    p = FL_FLOOR_JSON_PUT(p, ",\"facts\":{");
    for (int i = 0; i < FL_GENERATOR_FACT_COUNT; i++) {
        if (floor->fact[i] == FL_GENERATOR_FACT_NONE) {
            continue;
        }
        const char *name = fl_generator_fact_value_name((fl_generator_fact)i, floor->fact[i]);
        p = reserve(self, p);
        p = put_word(p, comma);
        *p++ = '"';
        p = put_word(p, fl_generator_fact_of((fl_generator_fact)i)->name);
        p = FL_FLOOR_JSON_PUT(p, "\":");
        if (name) {
            p = put_text(self, p, name);
        } else {
            p = put_number(p, floor->fact[i]);
        }
        comma = ",";
    }
    *p++ = '}';
    return p;
}

/* Leaves out rolls that did nothing, and the key "rolls" if none did anything. */
static char *put_rolls(pen *self, char *p, const fl_floor *floor)
{
    const char *before = ",\"rolls\":{";
    for (unsigned i = 0; i < floor->rolls_n; i++) {
        if (floor->roll[i] != 0) {
            p = reserve(self, p);
            p = put_word(p, before);
            p = put_text(self, p, floor->roll_names[i]);
            before = ":[\"";
            for (unsigned bit = 0; bit < FL_ROLL_FLAGS; bit++) {
                if (floor->roll[i] >> bit & 1) {
                    p = put_word(p, before);
                    p = put_word(p, fl_roll_flag_name(bit));
                    before = "\",\"";
                }
            }
            p = FL_FLOOR_JSON_PUT(p, "\"]");
            before = ",";
        }
    }
    p = reserve(self, p);
    if (before[1] == '\0') {
        *p++ = '}';
    }
    return p;
}

static char *put_metrics(pen *self, char *p, const fl_floor_json_head *head)
{
    const char *comma = "";
    p = FL_FLOOR_JSON_PUT(p, ",\"metrics\":{");
    for (size_t i = 0; i < head->metrics_n; i++) {
        if (head->metric_values[i] != FL_GENERATOR_FACT_NONE) {
            p = reserve(self, p);
            p = put_word(p, comma);
            p = put_text(self, p, head->metric_names[i]);
            *p++ = ':';
            p = put_number(p, head->metric_values[i]);
            comma = ",";
        }
    }
    *p++ = '}';
    return p;
}

static char *put_floor(pen *self, char *p, const fl_floor_json_head *head, const fl_floor *floor)
{
    p = FL_FLOOR_JSON_PUT(p, ",\"width\":");
    p = put_number(p, floor->width);
    p = FL_FLOOR_JSON_PUT(p, ",\"height\":");
    p = put_number(p, floor->height);
    p = FL_FLOOR_JSON_PUT(p, ",\"rooms\":[");
    for (unsigned i = 0; i < floor->rooms_n; i++) {
        p = put_room(self, p, floor, i, head->clustering);
        *p++ = ',';
    }
    p -= floor->rooms_n > 0;
    *p++ = ']';
    p = reserve(self, p);
    p = put_doors(self, p, floor);
    p = reserve(self, p);
    p = put_facts(self, p, floor);
    p = put_rolls(self, p, floor);
    if (head->metrics_n > 0) {
        p = put_metrics(self, p, head);
    }
    return p;
}

void fl_floor_json_write(const fl_floor_json_head *head, const fl_floor *floor, fl_text *out)
{
    pen self;
    self.has_difficulty = head->has_difficulty;
    self.out = out;
    char *p = put_head(&self, self.buffer, head);
    if (floor->failure) { /* it has no rooms, but facts such as the number of attempts */
        p = FL_FLOOR_JSON_PUT(p, ",\"failed\":true,\"reason\":");
        p = put_text(&self, p, floor->failure);
        p = put_facts(&self, p, floor);
    } else {
        p = put_floor(&self, p, head, floor);
    }
    p = reserve(&self, p);
    p = FL_FLOOR_JSON_PUT(p, "}\n");
    flush(&self, p);
}
