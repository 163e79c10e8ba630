/* SPDX-License-Identifier: MIT */
/* Lists of rooms by type and by shape, and the choice by running sums. */
#include "gen/rebirth/pool/pool_choice.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CELL_TILES_X = 13, CELL_TILES_Y = 7, NAME = 512 };

/* True if a room belongs to a list. */
static bool is_in_list(const fl_pool_room *room, unsigned list_number)
{
    return list_number < FL_POOL_CHOICE_TYPES ? room->type == list_number
                                              : room->type == FL_POOL_CHOICE_TYPE_DEFAULT &&
                                                    room->shape == list_number - FL_POOL_CHOICE_TYPES;
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
    for (unsigned list_number = 0; list_number < FL_POOL_CHOICE_ROOM_LISTS; list_number++) {
        self->from[list_number] = n;
        for (uint32_t i = 0; i < rooms; i++) {
            if (is_in_list(&self->pool.rooms[i], list_number)) {
                const fl_pool_room *room = &self->pool.rooms[i];
                self->entry[n++] = (fl_pool_choice_entry){.number = i,
                                                          .variant = room->variant,
                                                          .subtype = room->subtype,
                                                          .difficulty = room->difficulty,
                                                          .doors = room->doors,
                                                          .shape = room->shape};
            }
        }
        /* The group of each room of the list. */
        for (uint32_t i = self->from[list_number]; i < n; i++) {
            fl_pool_choice_room *room = &self->room[self->entry[i].number];
            *(list_number < FL_POOL_CHOICE_TYPES ? &room->by_type : &room->by_shape) =
                (uint8_t)fl_pool_choice_group(i - self->from[list_number], n - self->from[list_number]);
        }
    }
    for (uint32_t i = 0; i < rooms; i++) {
        const fl_pool_room *room = &self->pool.rooms[i];
        self->room[i].weight = room->weight;
        self->room[i].interior = (fl_pool_interior){.is_there = true,
                                                    .shape = room->shape,
                                                    .doors = room->doors,
                                                    .type = room->type,
                                                    .width = (uint8_t)(room->width / CELL_TILES_X),
                                                    .height = (uint8_t)(room->height / CELL_TILES_Y),
                                                    .difficulty = (int16_t)room->difficulty,
                                                    .subtype = (int16_t)room->subtype,
                                                    .variant = room->variant};
    }
    self->from[FL_POOL_CHOICE_ROOM_LISTS] = n;
    return FL_OK;
}

void fl_pool_choice_free(fl_pool_choice_file *self)
{
    if (!self->is_borrowed) {
        fl_pool_free(&self->pool);
        free(self->entry);
        free(self->room);
    }
    self->entry = NULL;
    self->room = NULL;
}

static void free_shared(void *shared)
{
    fl_pool_choice_free(shared);
    free(shared);
}

/* Moves the memory to the list. */
static fl_err share(fl_pool_choice_file *self, const char *name, fl_files *files, fl_diag *diag)
{
    fl_pool_choice_file *shared = malloc(sizeof *shared);
    fl_err err = shared ? FL_OK : fl_diag_memory(diag);
    if (!err) {
        *shared = *self;
        err = fl_files_add_made(files, name, shared, free_shared, diag);
    }
    if (err) {
        free(shared);
        return err;
    }
    self->is_borrowed = true;
    return FL_OK;
}

fl_err fl_pool_choice_load(fl_pool_choice_file *self, const char *folder, unsigned number, fl_files *files,
                           fl_diag *diag)
{
    char name[NAME];
    fl_pool_file pool = {0};
    int length = snprintf(name, sizeof name, "%s/%02u", folder, number);
    const fl_pool_choice_file *shared = fl_files_made(files, name, free_shared);
    if (shared) {
        *self = *shared;
        self->is_borrowed = true;
        return FL_OK;
    }
    memset(self, 0, sizeof *self);
    fl_err err = fl_pool_load(&pool, folder, number, files, diag);
    err = err ? err : fl_pool_choice_init(self, &pool, diag);
    if (!err && files && length < NAME) {
        err = share(self, name, files, diag);
    }
    if (err) {
        fl_pool_choice_free(self);
    }
    return err;
}

fl_pool_room_list fl_pool_choice_list_of(const fl_pool_choice_file *file, const fl_pool_request *request)
{
    unsigned i = request->type == FL_POOL_CHOICE_TYPE_DEFAULT && request->shape
                     ? FL_POOL_CHOICE_TYPES + request->shape
                     : request->type;
    return (fl_pool_room_list){file->entry + file->from[i], file->entry + file->from[i + 1], i};
}

uint32_t fl_pool_choice_count(const fl_pool_choice_file *file, const fl_pool_request *request)
{
    uint32_t n = 0;
    fl_pool_room_list all = fl_pool_choice_list_of(file, request);
    for (const fl_pool_choice_entry *entry = all.first; entry < all.end; entry++) {
        n += fl_pool_choice_meets(entry, request);
    }
    return n;
}

bool fl_pool_choice_is_sure(const fl_pool_choice_file *file, const fl_pool_request *request)
{
    bool has_one = false;
    bool has_light = false;
    fl_pool_request any = *request;
    any.doors = 0;
    fl_pool_room_list all = fl_pool_choice_list_of(file, request);
    for (const fl_pool_choice_entry *entry = all.first; entry < all.end; entry++) {
        has_one = has_one || fl_pool_choice_meets(entry, request);
        has_light = has_light || (fl_pool_choice_meets(entry, &any) &&
                                  file->room[entry->number].weight < FL_POOL_CHOICE_LIGHTEST);
    }
    return has_one && !has_light;
}

int32_t fl_pool_choice_choose(const fl_pool_choice_file *file, fl_weight *weight,
                              const fl_pool_request *request, fl_pool_choice_width width,
                              fl_rebirth_random *stream)
{
    fl_weight total = 0;
    fl_weight exact = 0;
    bool has_any = false;
    bool has_exact = false;
    fl_pool_room_list all = fl_pool_choice_list_of(file, request);
    for (const fl_pool_choice_entry *entry = all.first; entry < all.end; entry++) {
        if (fl_pool_choice_meets(entry, request)) {
            total += weight[entry->number];
            has_any = true;
            if (entry->doors == request->doors && (request->doors || width == FL_POOL_CHOICE_DOUBLE)) {
                exact += weight[entry->number];
                has_exact = true;
            }
        }
    }
    if (!has_any) {
        return FL_POOL_CHOICE_NONE;
    }
    fl_weight roll = fl_rebirth_random_weight(stream);
    bool is_exact =
        has_exact && fl_pool_choice_takes_exact(exact, total, width, fl_rebirth_random_weight(stream));
    fl_weight target = roll * (is_exact ? exact : total);
    fl_weight sum = 0;
    for (const fl_pool_choice_entry *entry = all.first; entry < all.end; entry++) {
        if (!fl_pool_choice_meets(entry, request) || (is_exact && entry->doors != request->doors)) {
            continue;
        }
        sum += weight[entry->number];
        if (sum > target) {
            if (request->lowers) {
                fl_pool_choice_lower(&weight[entry->number]);
            }
            return (int32_t)entry->number;
        }
    }
    return FL_POOL_CHOICE_NONE;
}
