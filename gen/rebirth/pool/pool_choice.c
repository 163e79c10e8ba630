/* Shelves of rooms by type, and the choice by running sums. */
#include "gen/rebirth/pool/pool_choice.h"

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

enum { CELL_TILES_X = 13, CELL_TILES_Y = 7 };

static fl_pick_interior interior_of(const fl_pool_room *room)
{
    return (fl_pick_interior){.is_there = true,
                              .shape = room->shape,
                              .doors = room->doors,
                              .type = room->type,
                              .width = (uint8_t)(room->width / CELL_TILES_X),
                              .height = (uint8_t)(room->height / CELL_TILES_Y),
                              .difficulty = (int16_t)room->difficulty,
                              .subtype = (int16_t)room->subtype,
                              .variant = room->variant};
}

/* Whether a room stands on a shelf. */
static bool is_on(const fl_pool_room *room, unsigned shelf)
{
    return shelf < FL_PICK_TYPES ? room->type == shelf
                                 : room->type == FL_PICK_TYPE_DEFAULT && room->shape == shelf - FL_PICK_TYPES;
}

/* Which rooms of a shelf stand together. */
static void group(fl_pick_file *self, unsigned shelf, uint32_t end)
{
    uint32_t rooms = end - self->from[shelf];
    for (uint32_t i = 0; i < rooms; i++) {
        fl_pick_room *room = &self->room[self->entry[self->from[shelf] + i].number];
        *(shelf < FL_PICK_TYPES ? &room->by_type : &room->by_shape) = (uint8_t)fl_pick_group(i, rooms);
    }
}

fl_err fl_pick_init(fl_pick_file *self, fl_pool_file *pool, fl_diag *diag)
{
    self->pool = *pool;
    memset(pool, 0, sizeof *pool);
    size_t rooms = self->pool.rooms_n;
    self->entry = calloc(2 * rooms + 1, sizeof *self->entry);
    self->room = calloc(rooms + 1, sizeof *self->room);
    if (!self->entry || !self->room) {
        return fl_diag_memory(diag);
    }
    uint32_t n = 0;
    for (unsigned shelf = 0; shelf < FL_PICK_SHELVES; shelf++) {
        self->from[shelf] = n;
        for (uint32_t i = 0; i < rooms; i++) {
            if (is_on(&self->pool.rooms[i], shelf)) {
                self->entry[n++] = entry_of(&self->pool.rooms[i], i);
            }
        }
        group(self, shelf, n);
    }
    for (uint32_t i = 0; i < rooms; i++) {
        self->room[i].interior = interior_of(&self->pool.rooms[i]);
        self->room[i].weight = self->pool.rooms[i].weight;
    }
    self->from[FL_PICK_SHELVES] = n;
    return FL_OK;
}

void fl_pick_free(fl_pick_file *self)
{
    fl_pool_free(&self->pool);
    free(self->entry);
    free(self->room);
    self->entry = NULL;
    self->room = NULL;
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
    bool is_exact = has_exact && fl_pick_takes_exact(exact, total, width, fl_dice_weight(dice));
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
