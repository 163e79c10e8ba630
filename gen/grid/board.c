/* Bookkeeping of rooms on the board. */
#include "gen/grid/board.h"

#include <string.h>

enum { ALIGN = 16, FAR_AWAY = 0xffff };

/* A piece of the scratch memory; with base NULL only the sizes add up. */
static void *carve(char *base, size_t *used, size_t bytes)
{
    void *out = base ? base + *used : NULL;
    *used += (bytes + ALIGN - 1) & ~(size_t)(ALIGN - 1);
    return out;
}

static size_t board_tiles(const fl_grid_rules *rules)
{
    return (size_t)rules->stride * (size_t)(rules->height + 2 * rules->pad);
}

/* Where the arrays lie behind the plan; returns the bytes of all. */
static size_t lay(fl_grid_board *self, char *base, const fl_grid_rules *rules)
{
    size_t used = 0;
    size_t tiles = board_tiles(rules);
    size_t rooms = rules->tiles_max;
    carve(base, &used, sizeof *self);
    self->owner = carve(base, &used, tiles * sizeof *self->owner);
    self->near = carve(base, &used, tiles * sizeof *self->near);
    self->rooms = carve(base, &used, rooms * sizeof *self->rooms);
    self->queue = carve(base, &used, rooms * sizeof *self->queue);
    self->distance = carve(base, &used, rooms * sizeof *self->distance);
    self->extra = carve(base, &used, rooms * sizeof *self->extra);
    self->touched = carve(base, &used, rooms * sizeof *self->touched);
    self->stack = carve(base, &used, rooms * sizeof *self->stack);
    self->seen = carve(base, &used, rooms * sizeof *self->seen);
    self->listed = carve(base, &used, rooms * sizeof *self->listed);
    return used;
}

size_t fl_grid_board_size(const fl_grid_rules *rules)
{
    fl_grid_board none;
    return lay(&none, NULL, rules);
}

void fl_grid_board_lay_out(fl_grid_board *self, const fl_grid_rules *rules)
{
    const fl_grid_tracer *watch = self->watch;
    if (self->rules == rules && self->fingerprint == rules->fingerprint) {
        return;
    }
    memset(self, 0, fl_grid_board_size(rules));
    lay(self, (char *)self, rules);
    self->rules = rules;
    self->fingerprint = rules->fingerprint;
    self->watch = watch;
    for (size_t i = 0; i < board_tiles(rules); i++) {
        self->owner[i] = FL_GRID_BOARD_WALL;
    }
    for (int y = 0; y < rules->height; y++) {
        memset(self->owner + (y + rules->pad) * rules->stride + rules->pad, 0,
               (size_t)rules->width * sizeof *self->owner);
    }
}

static bool is_room(unsigned owner)
{
    return owner != 0 && owner != FL_GRID_BOARD_WALL;
}

static const fl_grid_rotation *form_of(const fl_grid_board *self, const fl_grid_room *room)
{
    return &self->rules->entries[room->entry].form[room->form];
}

void fl_grid_board_reset(fl_grid_board *self)
{
    int stride = self->rules->stride;
    for (unsigned i = 0; i < self->rooms_n; i++) {
        const fl_grid_rotation *form = form_of(self, &self->rooms[i]);
        for (unsigned k = 0; k < form->tiles_n; k++) {
            int tile = self->rooms[i].at + form->tile_at[k];
            self->owner[tile] = 0;
            self->near[tile] = 0;
            self->near[tile - 1] = 0;
            self->near[tile + 1] = 0;
            self->near[tile - stride] = 0;
            self->near[tile + stride] = 0;
        }
        self->seen[i] = 0;
        self->listed[i] = 0;
    }
    memset(self->free_with, 0, sizeof self->free_with);
    self->rooms_n = 0;
    self->tiles_n = 0;
    self->bounded_n = 0;
    self->round = 0;
    self->look = 0;
    fl_grid_board_place(self, 0, 0, self->rules->start_at);
}

/* Adds the rooms beside one tile of a spot, each of them once. */
static unsigned meet_tile(fl_grid_board *self, int tile, unsigned touched_n)
{
    const int step[4] = {-1, 1, -self->rules->stride, self->rules->stride};
    unsigned met[4];
    unsigned met_n = 0;
    for (int i = 0; i < 4; i++) {
        unsigned owner = self->owner[tile + step[i]];
        bool is_new = is_room(owner);
        for (unsigned k = 0; k < met_n; k++) {
            is_new = is_new && met[k] != owner;
        }
        if (is_new) {
            met[met_n++] = owner;
            if (self->extra[owner - 1]++ == 0) {
                self->touched[touched_n++] = (uint16_t)(owner - 1);
            }
        }
    }
    return touched_n;
}

unsigned fl_grid_board_mark(fl_grid_board *self, const fl_grid_spot *spot)
{
    unsigned touched_n = 0;
    for (unsigned i = 0; i < spot->form->tiles_n; i++) {
        int tile = spot->at + spot->form->tile_at[i];
        if (self->near[tile] > 0) {
            touched_n = meet_tile(self, tile, touched_n);
        }
    }
    return touched_n;
}

void fl_grid_board_unmark(fl_grid_board *self, unsigned touched_n)
{
    for (unsigned i = 0; i < touched_n; i++) {
        self->extra[self->touched[i]] = 0;
    }
}

bool fl_grid_board_fits(const fl_grid_board *self, const fl_grid_spot *spot, unsigned *neighbours)
{
    const fl_grid_rotation *form = spot->form;
    unsigned n = 0;
    *neighbours = 0;
    for (unsigned i = 0; i < form->tiles_n; i++) {
        if (self->owner[spot->at + form->tile_at[i]]) {
            return false;
        }
    }
    if (form->tiles_n == 1) {
        *neighbours = self->near[spot->at];
        return true;
    }
    for (unsigned i = 0; i < form->rim_n; i++) {
        n += is_room(self->owner[spot->at + form->rim_at[i]]);
    }
    *neighbours = n;
    return true;
}

unsigned fl_grid_board_distance(const fl_grid_board *self, const fl_grid_spot *spot)
{
    unsigned nearest = FAR_AWAY;
    for (unsigned i = 0; i < spot->form->rim_n; i++) {
        unsigned owner = self->owner[spot->at + spot->form->rim_at[i]];
        if (is_room(owner) && self->distance[owner - 1] < nearest) {
            nearest = self->distance[owner - 1];
        }
    }
    return nearest == FAR_AWAY ? 0 : nearest + 1;
}

/* A new room may be a short cut: lowers distances as far as they fall. Breadth first, so each room falls once. */
static void spread_distance(fl_grid_board *self, unsigned from)
{
    unsigned head = 0;
    unsigned tail = 0;
    self->touched[tail++] = (uint16_t)from;
    while (head < tail) {
        unsigned number = self->touched[head++];
        const fl_grid_room *room = &self->rooms[number];
        const fl_grid_rotation *form = form_of(self, room);
        for (unsigned i = 0; i < form->rim_n; i++) {
            unsigned owner = self->owner[room->at + form->rim_at[i]];
            if (is_room(owner) && self->distance[owner - 1] > self->distance[number] + 1) {
                self->distance[owner - 1] = (uint16_t)(self->distance[number] + 1);
                self->touched[tail++] = (uint16_t)(owner - 1);
            }
        }
    }
}

/* One more traversable neighbour for a tile. */
static void raise(fl_grid_board *self, int tile)
{
    unsigned near = self->near[tile]++;
    if (self->owner[tile] == 0) {
        self->free_with[near] -= near > 0;
        self->free_with[near + 1]++;
    }
}

void fl_grid_board_place(fl_grid_board *self, unsigned entry, unsigned form, int32_t at)
{
    int stride = self->rules->stride;
    unsigned number = self->rooms_n;
    fl_grid_spot spot = {&self->rules->entries[entry].form[form], at};
    fl_grid_room *room = &self->rooms[number];
    unsigned touching = 0;
    fl_grid_board_fits(self, &spot, &touching);
    *room = (fl_grid_room){at, (uint16_t)touching, (uint8_t)entry, (uint8_t)form};
    if (self->rules->has_distances) {
        self->distance[number] = (uint16_t)fl_grid_board_distance(self, &spot);
    }
    unsigned touched_n = fl_grid_board_mark(self, &spot);
    for (unsigned i = 0; i < touched_n; i++) {
        unsigned other = self->touched[i];
        self->rooms[other].touching = (uint16_t)(self->rooms[other].touching + self->extra[other]);
    }
    fl_grid_board_unmark(self, touched_n);
    self->rooms_n++;
    self->tiles_n += spot.form->tiles_n;
    self->bounded_n += self->rules->entries[entry].connections < spot.form->rim_n;
    for (unsigned i = 0; i < spot.form->tiles_n; i++) {
        int tile = at + spot.form->tile_at[i];
        self->free_with[self->near[tile]] -= self->near[tile] > 0;
        self->owner[tile] = (uint16_t)(number + 1);
    }
    for (unsigned i = 0; i < spot.form->tiles_n; i++) {
        int tile = at + spot.form->tile_at[i];
        raise(self, tile - 1);
        raise(self, tile + 1);
        raise(self, tile - stride);
        raise(self, tile + stride);
    }
    if (self->rules->has_distances) {
        spread_distance(self, number);
    }
}

/* Rooms that touch only added rooms get their distance through those: measure knows plan rooms alone. */
static void reach_the_rest(const fl_grid_board *self, fl_floor *out)
{
    bool has_changed = true;
    while (has_changed) {
        has_changed = false;
        for (unsigned i = 0; i < self->rooms_n; i++) {
            if (out->rooms[i].distance != FL_FLOOR_UNREACHED) {
                continue;
            }
            const fl_grid_rotation *form = form_of(self, &self->rooms[i]);
            int nearest = FL_FLOOR_UNREACHED;
            for (unsigned k = 0; k < form->rim_n; k++) {
                unsigned owner = self->owner[self->rooms[i].at + form->rim_at[k]];
                int there = is_room(owner) ? out->rooms[owner - 1].distance : FL_FLOOR_UNREACHED;
                nearest = there >= 0 && (nearest < 0 || there < nearest) ? there : nearest;
            }
            out->rooms[i].distance = (int16_t)(nearest < 0 ? nearest : nearest + 1);
            has_changed = has_changed || nearest >= 0;
        }
    }
}

static void write_room(const fl_grid_board *self, const fl_grid_room *room, fl_floor *out)
{
    const fl_grid_rules *rules = self->rules;
    const fl_grid_entry *entry = &rules->entries[room->entry];
    const fl_grid_tag *tag = &rules->tags[entry->tag];
    const fl_grid_rotation *form = &entry->form[room->form];
    int left = room->at % rules->stride - rules->pad;
    int top = room->at / rules->stride - rules->pad;
    unsigned number = 0;
    if (form->shape != FL_SHAPE_FREE) {
        number = fl_floor_add(out, tag->kind, form->shape, left, top);
    } else {
        uint16_t cells[FL_GRID_ROTATION_TILES];
        for (unsigned i = 0; i < form->tiles_n; i++) {
            cells[i] = (uint16_t)((top + form->tile[i].y) * out->width + left + form->tile[i].x);
        }
        number = fl_floor_add_cells(out, tag->kind, cells, form->tiles_n);
    }
    fl_room *written = &out->rooms[number];
    written->is_added = entry->is_added;
    written->is_end = tag->kind == FL_KIND_END;
    written->rank = (int16_t)(tag->rank + FL_FLOOR_RANK);
    written->tag = strcmp(tag->name, fl_kind_of(tag->kind)->name) == 0 ? NULL : tag->name;
}

void fl_grid_board_write(const fl_grid_board *self, fl_floor *out)
{
    for (unsigned i = 0; i < self->rooms_n; i++) {
        write_room(self, &self->rooms[i], out);
    }
    fl_floor_link(out);
    fl_floor_measure(out);
    reach_the_rest(self, out);
}

/* What a room's `touching` must be. */
static unsigned count_touching(const fl_grid_board *self, unsigned number)
{
    const fl_grid_room *room = &self->rooms[number];
    const fl_grid_rotation *form = form_of(self, room);
    unsigned n = 0;
    for (unsigned i = 0; i < form->rim_n; i++) {
        n += is_room(self->owner[room->at + form->rim_at[i]]);
    }
    return n;
}

bool fl_grid_board_check(fl_grid_board *self)
{
    int stride = self->rules->stride;
    unsigned free_with[5] = {0};
    bool is_right = true;
    for (unsigned i = 0; i < self->rooms_n; i++) {
        is_right = is_right && self->extra[i] == 0 && self->rooms[i].touching == count_touching(self, i);
    }
    for (int y = 0; y < self->rules->height; y++) {
        for (int x = 0; x < self->rules->width; x++) {
            int tile = (y + self->rules->pad) * stride + x + self->rules->pad;
            unsigned near = is_room(self->owner[tile - 1]) + is_room(self->owner[tile + 1]) +
                            is_room(self->owner[tile - stride]) + is_room(self->owner[tile + stride]);
            is_right = is_right && self->near[tile] == near;
            free_with[near] += self->owner[tile] == 0;
        }
    }
    for (unsigned near = 1; near < 5; near++) {
        is_right = is_right && free_with[near] == self->free_with[near];
    }
    return is_right;
}

const char *fl_grid_board_outcome(fl_grid_outcome outcome)
{
#define FL_GRID_NAMED(symbol, name) name,
    static const char *const names[] = {FL_GRID_OUTCOME_TABLE(FL_GRID_NAMED)};
#undef FL_GRID_NAMED
    return names[(unsigned)outcome < FL_GRID_OUTCOMES ? outcome : FL_GRID_ZERO];
}
