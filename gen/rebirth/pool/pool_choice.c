/* Shelves of rooms by type, and the choice by running sums. */
#include "gen/rebirth/pool/pool_choice.h"

#include <stdlib.h>
#include <string.h>

static fl_pool_choice_entry entry_of(const fl_pool_room *room, uint32_t number)
{
    return (fl_pool_choice_entry){.number = number,
                                  .variant = room->variant,
                                  .subtype = room->subtype,
                                  .difficulty = room->difficulty,
                                  .doors = room->doors,
                                  .shape = room->shape};
}

enum { CELL_TILES_X = 13, CELL_TILES_Y = 7 };

static fl_pool_interior interior_of(const fl_pool_room *room)
{
    return (fl_pool_interior){.is_there = true,
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
    return shelf < FL_POOL_CHOICE_TYPES
               ? room->type == shelf
               : room->type == FL_POOL_CHOICE_TYPE_DEFAULT && room->shape == shelf - FL_POOL_CHOICE_TYPES;
}

/* Which rooms of a shelf stand together. */
static void group(fl_pool_choice_file *self, unsigned shelf, uint32_t end)
{
    uint32_t rooms = end - self->from[shelf];
    for (uint32_t i = 0; i < rooms; i++) {
        fl_pool_choice_room *room = &self->room[self->entry[self->from[shelf] + i].number];
        *(shelf < FL_POOL_CHOICE_TYPES ? &room->by_type : &room->by_shape) =
            (uint8_t)fl_pool_choice_group(i, rooms);
    }
}

fl_err fl_pool_choice_init(fl_pool_choice_file *self, fl_pool_file *pool, fl_diag *diag)
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
    for (unsigned shelf = 0; shelf < FL_POOL_CHOICE_SHELVES; shelf++) {
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
    self->from[FL_POOL_CHOICE_SHELVES] = n;
    return FL_OK;
}

void fl_pool_choice_free(fl_pool_choice_file *self)
{
    fl_pool_free(&self->pool);
    free(self->entry);
    free(self->room);
    self->entry = NULL;
    self->room = NULL;
}

fl_pool_room_list fl_pool_choice_list_of(const fl_pool_choice_file *file, const fl_pool_request *wish)
{
    unsigned i = wish->type == FL_POOL_CHOICE_TYPE_DEFAULT && wish->shape ? FL_POOL_CHOICE_TYPES + wish->shape
                                                                          : wish->type;
    return (fl_pool_room_list){file->entry + file->from[i], file->entry + file->from[i + 1], i};
}

uint32_t fl_pool_choice_count(const fl_pool_choice_file *file, const fl_pool_request *wish)
{
    uint32_t n = 0;
    fl_pool_room_list all = fl_pool_choice_list_of(file, wish);
    for (const fl_pool_choice_entry *entry = all.first; entry < all.end; entry++) {
        n += fl_pool_choice_meets(entry, wish);
    }
    return n;
}

int32_t fl_pool_choice_choose(const fl_pool_choice_file *file, fl_weight *weight, const fl_pool_request *wish,
                              fl_pool_choice_width width, fl_rebirth_random *dice)
{
    fl_weight total = 0;
    fl_weight exact = 0;
    bool has_any = false;
    bool has_exact = false;
    fl_pool_room_list all = fl_pool_choice_list_of(file, wish);
    for (const fl_pool_choice_entry *entry = all.first; entry < all.end; entry++) {
        if (fl_pool_choice_meets(entry, wish)) {
            total += weight[entry->number];
            has_any = true;
            if (entry->doors == wish->doors && (wish->doors || width == FL_POOL_CHOICE_DOUBLE)) {
                exact += weight[entry->number];
                has_exact = true;
            }
        }
    }
    if (!has_any) {
        return FL_POOL_CHOICE_NONE;
    }
    fl_weight roll = fl_rebirth_random_weight(dice);
    bool is_exact =
        has_exact && fl_pool_choice_takes_exact(exact, total, width, fl_rebirth_random_weight(dice));
    fl_weight target = roll * (is_exact ? exact : total);
    fl_weight sum = 0;
    for (const fl_pool_choice_entry *entry = all.first; entry < all.end; entry++) {
        if (!fl_pool_choice_meets(entry, wish) || (is_exact && entry->doors != wish->doors)) {
            continue;
        }
        sum += weight[entry->number];
        if (sum > target) {
            if (wish->lowers) {
                fl_pool_choice_lower(&weight[entry->number]);
            }
            return (int32_t)entry->number;
        }
    }
    return FL_POOL_CHOICE_NONE;
}
