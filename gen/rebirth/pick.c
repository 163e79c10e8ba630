/* Shelves of rooms by type, and the choice by running sums. */
#include "gen/rebirth/pick.h"

#include <stdlib.h>
#include <string.h>

static fl_pick_entry entry_of(const fl_pool_room *room, uint32_t number)
{
    return (fl_pick_entry){.number = number,
                           .variant = room->variant,
                           .subtype = room->subtype,
                           .difficulty = room->difficulty,
                           .doors = room->doors,
                           .shape = room->shape};
}

fl_err fl_pick_init(fl_pick_file *self, fl_pool_file *pool, fl_diag *diag)
{
    self->pool = *pool;
    memset(pool, 0, sizeof *pool);
    self->entry = calloc(2 * (size_t)self->pool.rooms_n + 1, sizeof *self->entry);
    self->place = calloc((size_t)self->pool.rooms_n + 1, sizeof *self->place);
    if (!self->entry || !self->place) {
        return fl_diag_memory(diag);
    }
    uint32_t n = 0;
    for (unsigned shelf = 0; shelf < FL_PICK_SHELVES; shelf++) {
        self->from[shelf] = n;
        for (uint32_t i = 0; i < self->pool.rooms_n; i++) {
            const fl_pool_room *room = &self->pool.rooms[i];
            bool is_here = shelf < FL_PICK_TYPES
                               ? room->type == shelf
                               : room->type == FL_PICK_TYPE_DEFAULT && room->shape == shelf - FL_PICK_TYPES;
            if (is_here) {
                *(shelf < FL_PICK_TYPES ? &self->place[i].by_type : &self->place[i].by_shape) =
                    (uint16_t)(n - self->from[shelf]);
                self->entry[n++] = entry_of(room, i);
            }
        }
    }
    self->from[FL_PICK_SHELVES] = n;
    return FL_OK;
}

void fl_pick_free(fl_pick_file *self)
{
    fl_pool_free(&self->pool);
    free(self->entry);
    free(self->place);
    self->entry = NULL;
    self->place = NULL;
}

fl_pick_shelf fl_pick_shelf_of(const fl_pick_file *file, const fl_pick_wish *wish)
{
    unsigned i = wish->type == FL_PICK_TYPE_DEFAULT && wish->shape ? FL_PICK_TYPES + wish->shape : wish->type;
    return (fl_pick_shelf){file->entry + file->from[i], file->entry + file->from[i + 1], i};
}

uint32_t fl_pick_count(const fl_pick_file *file, const fl_pick_wish *wish)
{
    uint32_t n = 0;
    fl_pick_shelf all = fl_pick_shelf_of(file, wish);
    for (const fl_pick_entry *entry = all.first; entry < all.end; entry++) {
        n += fl_pick_meets(entry, wish);
    }
    return n;
}

int32_t fl_pick_choose(const fl_pick_file *file, fl_weight *weight, const fl_pick_wish *wish,
                       fl_pick_width width, fl_dice *dice)
{
    fl_weight total = 0;
    fl_weight exact = 0;
    bool has_any = false;
    bool has_exact = false;
    fl_pick_shelf all = fl_pick_shelf_of(file, wish);
    for (const fl_pick_entry *entry = all.first; entry < all.end; entry++) {
        if (fl_pick_meets(entry, wish)) {
            total += weight[entry->number];
            has_any = true;
            if (entry->doors == wish->doors && (wish->doors || width == FL_PICK_DOUBLE)) {
                exact += weight[entry->number];
                has_exact = true;
            }
        }
    }
    if (!has_any) {
        return FL_PICK_NONE;
    }
    fl_weight roll = fl_dice_weight(dice);
    bool is_exact = has_exact && fl_pick_takes_exact(exact, total, width, dice);
    fl_weight target = roll * (is_exact ? exact : total);
    fl_weight sum = 0;
    for (const fl_pick_entry *entry = all.first; entry < all.end; entry++) {
        if (!fl_pick_meets(entry, wish) || (is_exact && entry->doors != wish->doors)) {
            continue;
        }
        sum += weight[entry->number];
        if (sum > target) {
            if (wish->lowers) {
                fl_pick_lower(&weight[entry->number]);
            }
            return (int32_t)entry->number;
        }
    }
    return FL_PICK_NONE;
}
