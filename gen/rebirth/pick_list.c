/* Lists stand in a table by their wish; their rows and turns lie one behind the other. */
#include "gen/rebirth/pick_list.h"

#include <string.h>

enum { NOWHERE = UINT16_MAX, PROBES = 8 };

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

/* Adds the rooms that meet a wish to the lists' memory; false if it is full. */
static bool write_run(fl_pick_lists *self, const fl_pick_wish *wish, fl_pick_shelf shelf, bool is_exact,
                      fl_pick_list_run *run)
{
    uint32_t n = 0;
    uint32_t rooms = (uint32_t)(shelf.end - shelf.first);
    fl_weight sum = 0;
    *run = (fl_pick_list_run){.rows = self->rows_n, .turns = self->turns_n};
    if (rooms > FL_PICK_LIST_TURNS - self->turns_n || rooms > FL_PICK_LIST_ROWS - self->rows_n) {
        return false;
    }
    for (uint32_t i = 0; i < rooms; i++) {
        const fl_pick_entry *entry = &shelf.first[i];
        bool is_in = fl_pick_meets(entry, wish) && (!is_exact || entry->doors == wish->doors);
        self->turn[self->turns_n + i] = is_in ? (uint16_t)n : NOWHERE;
        if (is_in) {
            sum += self->file->pool.rooms[entry->number].weight;
            self->sum[self->rows_n + n] = sum;
            self->number[self->rows_n + n] = (uint16_t)entry->number;
            n++;
        }
    }
    run->n = n;
    self->rows_n += n;
    self->turns_n += rooms;
    return n <= FL_PICK_LIST_LONGEST;
}

static const fl_pick_list *make_list(fl_pick_lists *self, fl_pick_list *list, const fl_pick_wish *wish,
                                     fl_pick_width width)
{
    uint32_t rows_n = self->rows_n;
    uint32_t turns_n = self->turns_n;
    fl_pick_shelf shelf = fl_pick_shelf_of(self->file, wish);
    bool has_exact = wish->doors || width == FL_PICK_DOUBLE;
    list->exact = (fl_pick_list_run){.n = 0};
    list->shelf = shelf.number;
    if (!write_run(self, wish, shelf, false, &list->all) ||
        (has_exact && !write_run(self, wish, shelf, true, &list->exact))) {
        self->rows_n = rows_n;
        self->turns_n = turns_n;
        return NULL;
    }
    list->is_made = true;
    return list;
}

/* The list of a wish, made if there is none yet; NULL if there is no room for it. */
static const fl_pick_list *find_list(fl_pick_lists *self, const fl_pick_wish *wish, fl_pick_width width)
{
    const uint64_t key[3] = {
        (uint64_t)(uint32_t)wish->variant_most << 32 | (uint32_t)wish->variant_least,
        (uint64_t)(uint32_t)wish->difficulty_most << 32 | (uint32_t)wish->difficulty_least,
        (uint64_t)(uint32_t)wish->subtype << 32 | wish->type << 24 | wish->shape << 16 | wish->doors << 8 |
            width,
    };
    /* multipliers: odd numbers without a pattern */
    uint64_t mixed =
        key[0] * 0x9E3779B97F4A7C15u + key[1] * 0xC2B2AE3D27D4EB4Fu + key[2] * 0xD6E8FEB86659FD93u;
    unsigned at = (unsigned)(mixed >> 40);
    for (unsigned i = 0; i < PROBES; i++) {
        fl_pick_list *list = &self->slot[(at + i) % FL_PICK_LIST_SLOTS];
        if (!list->is_made) {
            memcpy(list->wish, key, sizeof key);
            return make_list(self, list, wish, width);
        }
        if (list->wish[0] == key[0] && list->wish[1] == key[1] && list->wish[2] == key[2]) {
            return list;
        }
    }
    return NULL;
}

/* A list's sums at this moment: those before `clean` are as in the file, the others are here. */
typedef struct tally {
    const fl_weight *kept; /* the file's */
    const uint16_t *number;
    uint32_t n, clean;
    fl_weight total;
    fl_weight fresh[FL_PICK_LIST_LONGEST];
} tally;

static void sum_up(const fl_pick_lists *self, unsigned shelf, const fl_pick_list_run *run, tally *out)
{
    const uint16_t *turn = &self->turn[run->turns];
    uint32_t clean = run->n;
    out->kept = &self->sum[run->rows];
    out->number = &self->number[run->rows];
    out->n = run->n;
    if (self->lowered_n[shelf] > FL_PICK_LIST_LOWERED) {
        clean = 0;
    } else {
        for (unsigned i = 0; i < self->lowered_n[shelf]; i++) {
            uint32_t place = turn[self->lowered[shelf][i]];
            clean = place < clean ? place : clean;
        }
    }
    fl_weight sum = clean > 0 ? out->kept[clean - 1] : 0;
    for (uint32_t i = clean; i < run->n; i++) {
        sum += self->weight[out->number[i]];
        out->fresh[i] = sum;
    }
    out->clean = clean;
    out->total = sum;
}

/* The first room whose sum exceeds the target. Sums never fall, so those that do not are counted. */
static int32_t find_room(const tally *sums, fl_weight target)
{
    uint32_t i = 0;
    for (uint32_t k = 0; k < sums->clean; k++) {
        i += sums->kept[k] <= target;
    }
    for (uint32_t k = sums->clean; k < sums->n; k++) {
        i += sums->fresh[k] <= target;
    }
    return i < sums->n ? (int32_t)sums->number[i] : FL_PICK_NONE;
}

int32_t fl_pick_list_choose(fl_pick_lists *self, const fl_pick_wish *wish, fl_pick_width width, fl_dice *dice)
{
    tally all;
    tally exact;
    int32_t number = FL_PICK_NONE;
    const fl_pick_list *list = find_list(self, wish, width);
    if (!list) {
        number = fl_pick_choose(self->file, self->weight, wish, width, dice);
        if (number != FL_PICK_NONE && wish->lowers) {
            note(self, (uint32_t)number);
        }
        return number;
    }
    if (list->all.n == 0) {
        return FL_PICK_NONE;
    }
    fl_weight roll = fl_dice_weight(dice);
    sum_up(self, list->shelf, &list->all, &all);
    bool is_exact = false;
    if (list->exact.n > 0) {
        sum_up(self, list->shelf, &list->exact, &exact);
        is_exact = fl_pick_takes_exact(exact.total, all.total, width, dice);
    }
    number = is_exact ? find_room(&exact, roll * exact.total) : find_room(&all, roll * all.total);
    if (number != FL_PICK_NONE && wish->lowers) {
        fl_pick_lower(&self->weight[number]);
        note(self, (uint32_t)number);
    }
    return number;
}
