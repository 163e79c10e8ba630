/* Lists stand in a table by their wish; their rows and turns lie one behind the other. */
#include "gen/rebirth/pick_list.h"

#include <string.h>

enum { FAR = UINT8_MAX, PROBES = 8 };

static void reset_all(fl_pick_lists *self)
{
    for (uint32_t i = 0; i < self->file->pool.rooms_n; i++) {
        self->weight[i] = self->file->pool.rooms[i].weight;
    }
    memset(self->lowered_n, 0, sizeof self->lowered_n);
    self->changed_n = 0;
}

void fl_pick_list_begin(fl_pick_lists *self, const fl_pick_file *file, fl_weight *weight)
{
    if (self->file != file || self->weight != weight) {
        self->file = file;
        self->weight = weight;
        self->lists_n = 0;
        self->rows_n = 0;
        self->turns_n = 0;
        memset(self->slot, 0, sizeof self->slot);
        reset_all(self);
        return;
    }
    if (self->changed_n > FL_PICK_LIST_CHANGED) {
        reset_all(self);
        return;
    }
    for (uint32_t i = 0; i < self->changed_n; i++) {
        const fl_pool_room *room = &file->pool.rooms[self->changed[i]];
        weight[self->changed[i]] = room->weight;
        self->lowered_n[room->type] = 0;
        self->lowered_n[FL_PICK_TYPES + room->shape] = 0;
    }
    self->changed_n = 0;
}

static void note_on_shelf(fl_pick_lists *self, unsigned shelf, unsigned place)
{
    if (self->lowered_n[shelf] < FL_PICK_LIST_LOWERED) {
        self->lowered[shelf][self->lowered_n[shelf]++] = (uint16_t)place;
    } else {
        self->lowered_n[shelf] = FL_PICK_LIST_LOWERED + 1;
    }
}

/* A room's weight was lowered. */
static void note(fl_pick_lists *self, uint32_t number)
{
    const fl_pool_room *room = &self->file->pool.rooms[number];
    const fl_pick_place *place = &self->file->place[number];
    if (self->changed_n < FL_PICK_LIST_CHANGED) {
        self->changed[self->changed_n++] = (uint16_t)number;
    } else {
        self->changed_n = FL_PICK_LIST_CHANGED + 1;
    }
    note_on_shelf(self, room->type, place->by_type);
    if (room->type == FL_PICK_TYPE_DEFAULT) {
        note_on_shelf(self, FL_PICK_TYPES + room->shape, place->by_shape);
    }
}

/* A place as a turn has it: of those too far for its size, one before. */
static uint8_t turn_of(uint32_t place)
{
    return (uint8_t)(place < FAR ? place : FAR);
}

static void add_row(fl_pick_lists *self, fl_pick_list_run *run, uint32_t number)
{
    uint32_t row = run->rows + run->n;
    fl_weight before = run->n > 0 ? self->sum[row - 1] : 0;
    self->sum[row] = before + self->file->pool.rooms[number].weight;
    self->number[row] = (uint16_t)number;
    run->n++;
}

/* Fills a run up to whole blocks; false if it is too long. */
static bool end_run(fl_pick_lists *self, fl_pick_list_run *run)
{
    uint32_t end = run->rows + (run->n + FL_PICK_LIST_BLOCK - 1) / FL_PICK_LIST_BLOCK * FL_PICK_LIST_BLOCK;
    for (uint32_t row = run->rows + run->n; row < end; row++) {
        self->sum[row] = 0x1p127f; /* above any target */
        self->number[row] = 0;
    }
    self->rows_n = end;
    return run->n <= FL_PICK_LIST_LONGEST;
}

static bool fill_run(fl_pick_lists *self, const fl_pick_wish *wish, fl_pick_shelf shelf, bool is_exact,
                     fl_pick_list *list)
{
    fl_pick_list_run *run = is_exact ? &list->exact : &list->all;
    run->rows = self->rows_n;
    run->n = 0;
    for (const fl_pick_entry *entry = shelf.first; entry < shelf.end; entry++) {
        fl_pick_list_turn *turn = &self->turn[list->turns + (uint32_t)(entry - shelf.first)];
        bool is_in = fl_pick_meets(entry, wish) && (!is_exact || entry->doors == wish->doors);
        *(is_exact ? &turn->exact : &turn->all) = is_in ? turn_of(run->n) : FAR;
        if (is_in) {
            add_row(self, run, entry->number);
        }
    }
    return end_run(self, run);
}

/* A new list; NULL if there is no room for it. */
static const fl_pick_list *make_list(fl_pick_lists *self, const fl_pick_wish *wish, fl_pick_width width)
{
    fl_pick_shelf shelf = fl_pick_shelf_of(self->file, wish);
    uint32_t rooms = (uint32_t)(shelf.end - shelf.first);
    uint32_t rows_n = self->rows_n;
    if (self->lists_n == FL_PICK_LISTS_MAX || rooms > FL_PICK_LIST_TURNS - self->turns_n ||
        2 * (rooms + FL_PICK_LIST_BLOCK) > FL_PICK_LIST_ROWS - rows_n) {
        return NULL;
    }
    fl_pick_list *list = &self->list[self->lists_n];
    *list = (fl_pick_list){.wish = *wish, .width = width, .turns = self->turns_n, .shelf = shelf.number};
    bool has_exact = wish->doors || width == FL_PICK_DOUBLE;
    if (!fill_run(self, wish, shelf, false, list) ||
        (has_exact && !fill_run(self, wish, shelf, true, list))) {
        self->rows_n = rows_n;
        return NULL;
    }
    self->turns_n += rooms;
    self->lists_n++;
    return list;
}

/* Fields are looked at one by one, as they were written: a wider look would wait for the writing. */
static inline bool is_same(const fl_pick_list *list, const fl_pick_wish *wish, fl_pick_width width)
{
    const fl_pick_wish *own = &list->wish;
    return ((unsigned)(own->type != wish->type) | (own->shape != wish->shape) | (own->doors != wish->doors) |
            (own->subtype != wish->subtype) | (own->variant_least != wish->variant_least) |
            (own->variant_most != wish->variant_most) | (own->difficulty_least != wish->difficulty_least) |
            (own->difficulty_most != wish->difficulty_most) | (list->width != width)) == 0;
}

/* Where to look first. Multipliers: odd numbers without a pattern. */
static inline unsigned slot_of(const fl_pick_wish *wish)
{
    uint32_t rough = wish->type << 12 ^ wish->shape << 8 ^ wish->doors;
    uint32_t mixed = rough * 0x9E3779B1u + (uint32_t)wish->subtype * 0x85EBCA77u +
                     (uint32_t)wish->variant_least * 0xC2B2AE3Du +
                     (uint32_t)wish->difficulty_least * 0x27D4EB2Fu;
    return mixed >> 16;
}

/* The list of a wish, made if there is none yet; NULL if there is no room for it. */
static inline const fl_pick_list *find_list(fl_pick_lists *self, const fl_pick_wish *wish,
                                            fl_pick_width width)
{
    unsigned at = slot_of(wish);
    for (unsigned i = 0; i < PROBES; i++) {
        uint16_t *slot = &self->slot[(at + i) % FL_PICK_LIST_SLOTS];
        if (*slot == 0) {
            const fl_pick_list *list = make_list(self, wish, width);
            *slot = list ? (uint16_t)self->lists_n : 0;
            return list;
        }
        const fl_pick_list *list = &self->list[*slot - 1];
        if (is_same(list, wish, width)) {
            return list;
        }
    }
    return NULL;
}

/* Where the first lowered room of each run may be, or after it. */
static inline fl_pick_list_turn find_clean(const fl_pick_lists *self, const fl_pick_list *list)
{
    const fl_pick_list_turn *turn = &self->turn[list->turns];
    const uint16_t *lowered = self->lowered[list->shelf];
    unsigned n = self->lowered_n[list->shelf];
    fl_pick_list_turn clean = {FAR, FAR};
    if (n > FL_PICK_LIST_LOWERED) {
        return (fl_pick_list_turn){0, 0};
    }
    for (unsigned i = 0; i < n; i++) {
        fl_pick_list_turn one = turn[lowered[i]];
        clean.all = one.all < clean.all ? one.all : clean.all;
        clean.exact = one.exact < clean.exact ? one.exact : clean.exact;
    }
    return clean;
}

/* A run's sums at this moment. */
typedef struct tally {
    const fl_weight *sum; /* the file's, or `fresh` */
    fl_weight total;
    fl_weight fresh[FL_PICK_LIST_LONGEST];
} tally;

static inline void sum_up(const fl_pick_lists *self, const fl_pick_list_run *run, bool is_clean,
                          uint32_t clean, tally *out)
{
    const fl_weight *kept = &self->sum[run->rows];
    const uint16_t *number = &self->number[run->rows];
    if (is_clean) {
        out->sum = kept;
        out->total = kept[run->n - 1];
        return;
    }
    for (uint32_t i = 0; i < run->n; i += FL_PICK_LIST_BLOCK) {
        memcpy(&out->fresh[i], &kept[i], FL_PICK_LIST_BLOCK * sizeof kept[0]);
    }
    fl_weight sum = clean > 0 ? kept[clean - 1] : 0;
    for (uint32_t i = clean; i < run->n; i++) {
        sum += self->weight[number[i]];
        out->fresh[i] = sum;
    }
    out->sum = out->fresh;
    out->total = sum;
}

typedef fl_weight __attribute__((vector_size(16))) four;
typedef int32_t __attribute__((vector_size(16))) four_marks;

/* The first room whose sum exceeds the target. Sums never fall, so those that do not are counted. */
static inline int32_t find_room(const fl_pick_lists *self, const fl_pick_list_run *run, const fl_weight *sum,
                                fl_weight target)
{
    const four limit = {target, target, target, target};
    four_marks marks = {0};
    for (uint32_t i = 0; i < run->n; i += FL_PICK_LIST_BLOCK) {
        four part[FL_PICK_LIST_BLOCK / 4];
        memcpy(part, &sum[i], sizeof part);
        marks += (part[0] <= limit) + (part[1] <= limit) + (part[2] <= limit) + (part[3] <= limit);
    }
    uint32_t place = (uint32_t) - (marks[0] + marks[1] + marks[2] + marks[3]);
    return place < run->n ? (int32_t)self->number[run->rows + place] : FL_PICK_NONE;
}

/* From a list that is not empty. */
static inline int32_t choose(const fl_pick_lists *self, const fl_pick_list *list, fl_pick_width width,
                             fl_dice *dice)
{
    tally all;
    tally exact;
    fl_weight roll = fl_dice_weight(dice);
    fl_pick_list_turn clean = find_clean(self, list);
    sum_up(self, &list->all, clean.all == FAR && list->all.n <= FAR, clean.all, &all);
    if (list->exact.n > 0) {
        sum_up(self, &list->exact, clean.exact == FAR && list->exact.n <= FAR, clean.exact, &exact);
        if (fl_pick_takes_exact(exact.total, all.total, width, dice)) {
            return find_room(self, &list->exact, exact.sum, roll * exact.total);
        }
    }
    return find_room(self, &list->all, all.sum, roll * all.total);
}

int32_t fl_pick_list_choose(fl_pick_lists *self, const fl_pick_wish *wish, fl_pick_width width, fl_dice *dice)
{
    const fl_pick_list *list = find_list(self, wish, width);
    int32_t number = FL_PICK_NONE;
    if (!list) {
        number = fl_pick_choose(self->file, self->weight, wish, width, dice);
    } else if (list->all.n > 0) {
        number = choose(self, list, width, dice);
    }
    if (number == FL_PICK_NONE || !wish->lowers) {
        return number;
    }
    if (list) {
        fl_pick_lower(&self->weight[number]);
    }
    note(self, (uint32_t)number);
    return number;
}
