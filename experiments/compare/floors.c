/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Compares the floors with equal numbers or game seeds field by field. The position on the board does not
 * matter: both floors are moved to the corner of their bounding box. */
#include "experiments/compare/compare.h"

#include "gen/draw/draw.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = 48, OWN = 6, FACTS = FL_GENERATOR_FACT_COUNT };

/* Fields that every floor has; rolls and facts follow. */
typedef enum field { FAILED, ROOMS, KINDS, ADDED, ENDS, DOORS } field;
static const char *const own_names[OWN] = {"failed", "rooms", "kinds", "added", "end", "doors"};

typedef struct floor_case {
    fl_compare_floors *self;
    fl_floor_maker maker[2];
    bool differs; /* the current floor, in some field */
    fl_diag *diag;
} floor_case;

static fl_compare_field *field_of(fl_compare_floors *self, const char *sort, const char *word)
{
    char name[FL_COMPARE_FIELD];
    snprintf(name, sizeof name, "%s%s", sort, word);
    for (unsigned i = 0; i < self->fields_n; i++) {
        if (strcmp(self->field[i].name, name) == 0) {
            return &self->field[i];
        }
    }
    if (self->fields_n == FL_COMPARE_FIELDS) {
        return NULL;
    }
    fl_compare_field *out = &self->field[self->fields_n++];
    *out = (fl_compare_field){.asked = 0};
    memcpy(out->name, name, sizeof name);
    return out;
}

static void note(floor_case *c, const char *sort, const char *name, bool is_equal)
{
    fl_compare_field *field = field_of(c->self, sort, name);
    c->differs = c->differs || !is_equal;
    if (field) {
        field->asked++;
        field->differ += !is_equal;
    }
}

/* Returns the room of `floor` at the place of room `room` of `of`; NULL if its cells differ or none is there.
 */
static const fl_room *twin_of(const fl_floor *of, const fl_picture picture[2], const fl_room *room,
                              const fl_floor *floor)
{
    const fl_room *twin = NULL;
    for (unsigned i = 0; i < room->cells_n; i++) {
        int cell = of->cells[room->cells_from + i];
        int x = cell % of->width - picture[0].left + picture[1].left;
        int y = cell / of->width - picture[0].top + picture[1].top;
        int number = fl_floor_room_at(floor, x, y);
        if (number < 0 || (twin && twin != &floor->rooms[number])) {
            return NULL;
        }
        twin = &floor->rooms[number];
    }
    return twin && twin->cells_n == room->cells_n ? twin : NULL;
}

static bool is_same_kind(const fl_room *a, const fl_room *b)
{
    const char *tag[2] = {a->tag ? a->tag : "", b->tag ? b->tag : ""};
    return a->kind == b->kind && strcmp(tag[0], tag[1]) == 0;
}

/* How a room differs from the one at its place. */
typedef struct room_difference {
    bool is_alone; /* no room of these cells on the other side */
    bool kind, added, end;
} room_difference;

static room_difference compare_room(const fl_floor *of, const fl_picture picture[2], const fl_room *room,
                                    const fl_floor *floor)
{
    const fl_room *twin = twin_of(of, picture, room, floor);
    return twin ? (room_difference){.kind = !is_same_kind(room, twin),
                                    .added = room->is_added != twin->is_added,
                                    .end = room->is_end != twin->is_end}
                : (room_difference){.is_alone = true};
}

/* True if b has this door of a, too: between the same cells. */
static bool has_door(const fl_floor *of, const fl_picture picture[2], const fl_door *door, const fl_floor *in)
{
    int dx = picture[1].left - picture[0].left;
    int dy = picture[1].top - picture[0].top;
    int a = (door->cell_a / of->width + dy) * in->width + door->cell_a % of->width + dx;
    int b = (door->cell_b / of->width + dy) * in->width + door->cell_b % of->width + dx;
    for (uint32_t i = 0; i < in->doors_n; i++) {
        const fl_door *other = &in->doors[i];
        bool is_same =
            (other->cell_a == a && other->cell_b == b) || (other->cell_a == b && other->cell_b == a);
        if (is_same && other->is_wall == door->is_wall) {
            return true;
        }
    }
    return false;
}

static bool has_same_doors(const fl_floor *a, const fl_floor *b, const fl_picture picture[2])
{
    bool is_same = a->doors_n == b->doors_n;
    for (uint32_t i = 0; i < a->doors_n && is_same; i++) {
        is_same = has_door(a, picture, &a->doors[i], b);
    }
    return is_same;
}

/* Compares all fields of the two floors made last. */
static void compare_floors(floor_case *c)
{
    const fl_floor *a = &c->maker[0].floor;
    const fl_floor *b = &c->maker[1].floor;
    fl_picture picture[2];
    c->differs = false;
    note(c, "", own_names[FAILED], (a->failure == NULL) == (b->failure == NULL));
    if (a->failure || b->failure) {
        return;
    }
    fl_draw_picture_init(&picture[0], a);
    fl_draw_picture_init(&picture[1], b);
    room_difference all = {.is_alone = a->rooms_n != b->rooms_n};
    for (unsigned i = 0; i < a->rooms_n; i++) {
        room_difference one = compare_room(a, picture, &a->rooms[i], b);
        all.is_alone = all.is_alone || one.is_alone;
        all.kind = all.kind || one.kind;
        all.added = all.added || one.added;
        all.end = all.end || one.end;
    }
    note(c, "", own_names[ROOMS], !all.is_alone);
    if (!all.is_alone) {
        note(c, "", own_names[KINDS], !all.kind);
        note(c, "", own_names[ADDED], !all.added);
        note(c, "", own_names[ENDS], !all.end);
        note(c, "", own_names[DOORS], has_same_doors(a, b, picture));
    }
    for (unsigned i = 0; i < a->rolls_n; i++) {
        for (unsigned k = 0; k < b->rolls_n; k++) {
            if (strcmp(a->roll_names[i], b->roll_names[k]) == 0 && (a->roll[i] || b->roll[k])) {
                note(c, "roll ", a->roll_names[i], a->roll[i] == b->roll[k]);
            }
        }
    }
    for (unsigned i = 0; i < FACTS; i++) {
        if (a->fact[i] != FL_GENERATOR_FACT_NONE && b->fact[i] != FL_GENERATOR_FACT_NONE) {
            note(c, "fact ", fl_generator_fact_of(i)->name, a->fact[i] == b->fact[i]);
        }
    }
}

static fl_err make_both(floor_case *c, uint64_t i)
{
    fl_err err = FL_OK;
    for (unsigned s = 0; s < 2 && !err; s++) {
        const fl_run_condition *condition = &c->self->side[s].setup->condition[c->self->pair.condition[s]];
        uint64_t number = condition->opened.first + condition->from + i;
        fl_run_maker_make(&c->maker[s], c->self->number ? c->self->number[i].index[s] : number, 0);
        err = fl_run_maker_check(&c->maker[s], c->diag);
    }
    return err;
}

static fl_err open_case(floor_case *c, fl_compare_floors *self, fl_diag *diag)
{
    fl_err err = FL_OK;
    memset(c, 0, sizeof *c);
    c->self = self;
    c->diag = diag;
    for (unsigned s = 0; s < 2 && !err; s++) {
        const fl_run_condition *condition = &self->side[s].setup->condition[self->pair.condition[s]];
        if (condition->opened.generator->makes != FL_SAMPLE_FLOOR) {
            err = fl_diag_set(diag, FL_ERR_USAGE, self->side[s].word, "--seeds compares floors; these are %s",
                              fl_sample_names(condition->opened.generator->makes));
        }
        uint64_t there = self->number ? self->n : condition->to - condition->from;
        self->n = there < self->n ? there : self->n;
        err = err ? err : fl_run_maker_open(&c->maker[s], &condition->opened, diag);
    }
    for (unsigned s = 0; s < 2 && !err && !self->number; s++) {
        const fl_run_condition *condition = &self->side[s].setup->condition[self->pair.condition[s]];
        fl_run_maker_expect(&c->maker[s], condition->opened.first + condition->from, self->n);
    }
    return err;
}

static void close_case(floor_case *c)
{
    fl_run_maker_close(&c->maker[0]);
    fl_run_maker_close(&c->maker[1]);
}

fl_err fl_compare_floors_run(fl_compare_floors *self, fl_progress *progress, fl_diag *diag)
{
    enum { OFTEN = 64 };
    floor_case c;
    fl_err err = open_case(&c, self, diag);
    progress->total = self->n;
    self->first = self->n;
    for (unsigned i = 0; i < OWN; i++) {
        (void)field_of(self, "", own_names[i]);
    }
    for (uint64_t i = 0; i < self->n && !err; i++) {
        err = make_both(&c, i);
        if (err) {
            break;
        }
        compare_floors(&c);
        self->equal += !c.differs;
        self->first = c.differs && self->first == self->n ? i : self->first;
        if (i % OFTEN == 0) {
            fl_program_progress_floors(progress, i);
            err = fl_program_interrupt_caught() ? FL_ERR_STOPPED : FL_OK;
        }
    }
    fl_program_progress_end(progress);
    close_case(&c);
    return err;
}

/* Draws a floor as text; only rooms that differ show their signs, the others a dot. */
static fl_err draw_marked(floor_case *c, unsigned s, bool is_coloured, fl_text *out)
{
    const fl_floor *floor = &c->maker[s].floor;
    const fl_floor *other = &c->maker[1 - s].floor;
    fl_picture picture[2];
    char *sign = malloc(floor->rooms_n + 1u);
    uint8_t *group = malloc(floor->rooms_n + 1u);
    if (!sign || !group) {
        free(sign);
        free(group);
        return fl_diag_memory(c->diag);
    }
    fl_draw_picture_init(&picture[0], floor);
    fl_draw_picture_init(&picture[1], other);
    for (unsigned i = 0; i < floor->rooms_n; i++) {
        room_difference one = compare_room(floor, picture, &floor->rooms[i], other);
        bool differs = one.is_alone || one.kind || one.added || one.end;
        sign[i] = differs ? fl_kind_of(floor->rooms[i].kind)->sign : '.';
        group[i] = differs ? 1 : 0;
    }
    fl_floor_text_options how = {.is_coloured = is_coloured, .sign = sign, .group = group};
    fl_draw_floor_text(floor, &how, out);
    free(sign);
    free(group);
    return FL_OK;
}

/* The columns of the longest line; escape sequences have no width. */
static size_t columns_of(const char *line, size_t n)
{
    size_t columns = 0;
    for (size_t i = 0; i < n; i++) {
        if (line[i] == '\033') {
            i += strcspn(line + i, "m");
        } else {
            columns += ((unsigned char)line[i] & 0xc0) != 0x80;
        }
    }
    return columns;
}

static size_t width_of(const char *text)
{
    size_t width = 0;
    for (; *text; text += strcspn(text, "\n") + (text[strcspn(text, "\n")] == '\n')) {
        size_t columns = columns_of(text, strcspn(text, "\n"));
        width = columns > width ? columns : width;
    }
    return width;
}

static const char *add_line(const char *text, size_t width, fl_text *out)
{
    size_t n = strcspn(text, "\n");
    fl_text_add_bytes(out, text, n);
    for (size_t i = columns_of(text, n); i < width; i++) {
        fl_text_add_char(out, ' ');
    }
    return text + n + (text[n] == '\n');
}

static fl_err draw_first(const fl_compare_floors *given, bool is_coloured, fl_text *out, fl_diag *diag)
{
    fl_compare_floors self = *given;
    floor_case c;
    fl_text picture[2];
    fl_err err = open_case(&c, &self, diag);
    fl_text_init(&picture[0]);
    fl_text_init(&picture[1]);
    if (!err) {
        err = make_both(&c, given->first);
    }
    for (unsigned s = 0; s < 2 && !err; s++) {
        const char *failure = c.maker[s].floor.failure;
        char seed[FL_ROW_SEED_TEXT] = "";
        if (self.number) {
            fl_run_generator_game_seed(c.maker[s].opened, c.maker[s].key.index, seed);
        }
        fl_text_add_format(&picture[s], "%c: floor %llu%s%s%s\n", "AB"[s],
                           (unsigned long long)(self.number ? c.maker[s].key.index : given->first),
                           seed[0] ? ", " : "", seed, failure ? ", failed" : "");
        err = failure ? FL_OK : draw_marked(&c, s, is_coloured, &picture[s]);
    }
    if (!err) {
        fl_text_add(out, "\nThe first floor that differs; rooms without a point are those that do:\n\n");
        /* Two drawings beside each other. */
        const char *left = fl_text_get(&picture[0]);
        const char *right = fl_text_get(&picture[1]);
        enum { GAP = 4 };
        size_t width = width_of(left) + GAP;
        while (*left || *right) {
            left = add_line(left, *right ? width : 0, out);
            right = add_line(right, 0, out);
            fl_text_add(out, "\n");
        }
        for (unsigned s = 0; s < 2; s++) {
            fl_text_add_format(out, "%c  ", "AB"[s]);
            fl_run_generator_add_command(c.maker[s].opened, c.maker[s].key.index, out);
            fl_text_add(out, "\n");
        }
    }
    fl_text_drop(&picture[0], out);
    fl_text_drop(&picture[1], out);
    close_case(&c);
    return err;
}

fl_err fl_compare_floors_print(const fl_compare_floors *self, bool is_coloured, fl_text *out, fl_diag *diag)
{
    static const double alpha = 0.05;
    fl_table table;
    fl_interval share = fl_stat_interval_exact(self->equal, self->n, alpha);
    fl_compare_floors_add_pairing(self, out);
    fl_text_add_format(out, "%llu of %llu floors are equal (%.4g; 95 %% interval %.4g to %.4g)\n\n",
                       (unsigned long long)self->equal, (unsigned long long)self->n,
                       self->n > 0 ? (double)self->equal / (double)self->n : NAN, share.lo, share.hi);
    fl_program_table_init(&table);
    fl_program_table_columns(&table, "field floors differ share");
    for (unsigned i = 0; i < self->fields_n; i++) {
        const fl_compare_field *field = &self->field[i];
        char text[NAME];
        snprintf(text, sizeof text, "%.4f",
                 field->asked > 0 ? (double)field->differ / (double)field->asked : 0);
        if (field->asked > 0) {
            fl_program_table_add(&table, field->name);
            fl_program_table_add_number(&table, (int64_t)field->asked);
            fl_program_table_add_number(&table, (int64_t)field->differ);
            fl_program_table_add(&table, text);
        }
    }
    fl_program_table_write(&table, out);
    fl_program_table_free(&table);
    return self->first == self->n ? FL_OK : draw_first(self, is_coloured, out, diag);
}

void fl_compare_floors_print_json(const fl_compare_floors *self, fl_text *out)
{
    fl_text_add(out, "{\"a\": ");
    fl_text_add_json(out, self->side[0].word);
    fl_text_add(out, ", \"b\": ");
    fl_text_add_json(out, self->side[1].word);
    fl_text_add_format(out, ", \"floors\": %llu, \"equal\": %llu, \"first_different\": ",
                       (unsigned long long)self->n, (unsigned long long)self->equal);
    fl_text_add_format(out, self->first < self->n ? "%llu" : "null", (unsigned long long)self->first);
    fl_compare_floors_add_pairing_json(self, out);
    fl_text_add(out, ", \"fields\": {");
    for (unsigned i = 0; i < self->fields_n; i++) {
        fl_text_add_format(out, "%s", i > 0 ? ", " : "");
        fl_text_add_json(out, self->field[i].name);
        fl_text_add_format(out, ": {\"floors\": %llu, \"differ\": %llu}",
                           (unsigned long long)self->field[i].asked,
                           (unsigned long long)self->field[i].differ);
    }
    fl_text_add(out, "}}\n");
}
