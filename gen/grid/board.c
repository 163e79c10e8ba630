/* SPDX-License-Identifier: MIT */
/* Placing rooms and keeping the counts. */
#include "gen/grid/board.h"
#include "gen/grid/grid_private.h"

#include <assert.h>
#include <string.h>

enum { ALIGN = 16, FAR_AWAY = 0xffff };

/* Takes a piece of the scratch memory; if `base` is NULL only the sizes are added up. */
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

/* Places the arrays after the board; returns the bytes of everything. */
static size_t place_arrays(fl_grid_board *self, char *base, const fl_grid_rules *rules)
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
    self->links_of = carve(base, &used, rooms * sizeof *self->links_of);
    self->links = carve(base, &used, (4 * rooms + 1) * sizeof *self->links);
    if (rules->search != FL_GRID_TILES_FIRST) {
        self->tried = carve(base, &used, rooms * sizeof *self->tried);
    }
    return used;
}

size_t fl_grid_board_size(const fl_grid_rules *rules)
{
    fl_grid_board none;
    return place_arrays(&none, NULL, rules);
}

void fl_grid_board_prepare(fl_grid_board *self, const fl_grid_rules *rules)
{
    const fl_grid_tracer *tracer = self->tracer;
    if (self->rules == rules && self->fingerprint == rules->fingerprint) {
        return;
    }
    memset(self, 0, fl_grid_board_size(rules));
    place_arrays(self, (char *)self, rules);
    self->rules = rules;
    self->fingerprint = rules->fingerprint;
    self->tracer = tracer;
    for (size_t i = 0; i < board_tiles(rules); i++) {
        self->owner[i] = FL_GRID_BOARD_WALL;
    }
    for (int y = 0; y < rules->height; y++) {
        memset(self->owner + (y + rules->pad) * rules->stride + rules->pad, 0,
               (size_t)rules->width * sizeof *self->owner);
    }
}

static const fl_grid_rotation *rotation_of(const fl_grid_board *self, const fl_grid_room *room)
{
    return &self->rules->entries[room->entry].rotation[room->rotation];
}

void fl_grid_board_reset(fl_grid_board *self)
{
    int stride = self->rules->stride;
    for (unsigned i = 0; i < self->rooms_n; i++) {
        const fl_grid_rotation *rotation = rotation_of(self, &self->rooms[i]);
        for (unsigned k = 0; k < rotation->tiles_n; k++) {
            int tile = self->rooms[i].at + rotation->tile_at[k];
            self->owner[tile] = 0;
            self->near[tile] = 0;
            self->near[tile - 1] = 0;
            self->near[tile + 1] = 0;
            self->near[tile - stride] = 0;
            self->near[tile + stride] = 0;
        }
        self->seen[i] = 0;
    }
    memset(self->free_with, 0, sizeof self->free_with);
    self->rooms_n = 0;
    self->tiles_n = 0;
    self->bounded_n = 0;
    self->round = 0;
    self->links_n = 1;
    fl_grid_board_place(self, 0, 0, self->rules->start_at);
}

/* Adds the rooms beside one tile of a spot, each once. */
static unsigned mark_tile(fl_grid_board *self, int tile, unsigned touched_n)
{
    const int step[4] = {-1, 1, -self->rules->stride, self->rules->stride};
    unsigned listed_owners[4];
    unsigned listed_owners_n = 0;
    for (int i = 0; i < 4; i++) {
        unsigned owner = self->owner[tile + step[i]];
        bool is_new = fl_grid_board_is_room(owner);
        for (unsigned k = 0; k < listed_owners_n; k++) {
            is_new = is_new && listed_owners[k] != owner;
        }
        if (is_new) {
            listed_owners[listed_owners_n++] = owner;
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
    for (unsigned i = 0; i < spot->rotation->tiles_n; i++) {
        int tile = spot->at + spot->rotation->tile_at[i];
        if (self->near[tile] > 0) {
            touched_n = mark_tile(self, tile, touched_n);
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
    const fl_grid_rotation *rotation = spot->rotation;
    unsigned n = 0;
    *neighbours = 0;
    for (unsigned i = 0; i < rotation->tiles_n; i++) {
        if (self->owner[spot->at + rotation->tile_at[i]]) {
            return false;
        }
    }
    if (rotation->tiles_n == 1) {
        *neighbours = self->near[spot->at];
        return true;
    }
    for (unsigned i = 0; i < rotation->rim_n; i++) {
        n += fl_grid_board_is_room(self->owner[spot->at + rotation->rim_at[i]]);
    }
    *neighbours = n;
    return true;
}

unsigned fl_grid_board_distance(const fl_grid_board *self, const fl_grid_spot *spot)
{
    unsigned nearest = FAR_AWAY;
    for (unsigned i = 0; i < spot->rotation->rim_n; i++) {
        unsigned owner = self->owner[spot->at + spot->rotation->rim_at[i]];
        if (fl_grid_board_is_room(owner) && self->distance[owner - 1] < nearest) {
            nearest = self->distance[owner - 1];
        }
    }
    return nearest == FAR_AWAY ? 0 : nearest + 1;
}

/* Lowers all distances that a new room shortens. Breadth first, so each is lowered once. */
static void spread_distance(fl_grid_board *self, unsigned from)
{
    unsigned head = 0;
    unsigned tail = 0;
    self->touched[tail++] = (uint16_t)from;
    while (head < tail) {
        unsigned number = self->touched[head++];
        unsigned farther = self->distance[number] + 1u;
        for (uint32_t i = self->links_of[number]; i; i = self->links[i].next) {
            unsigned other = self->links[i].room;
            if (self->distance[other] > farther) {
                self->distance[other] = (uint16_t)farther;
                self->touched[tail++] = (uint16_t)other;
            }
        }
    }
}

static void link_rooms(fl_grid_board *self, unsigned from, unsigned to)
{
    self->links[self->links_n] = (fl_grid_link){self->links_of[from], (uint16_t)to};
    self->links_of[from] = self->links_n++;
}

/* One more traversable neighbour for a tile. */
static void add_neighbour(fl_grid_board *self, int tile)
{
    unsigned near = self->near[tile]++;
    if (self->owner[tile] == 0) {
        self->free_with[near] -= near > 0;
        self->free_with[near + 1]++;
    }
}

/* Links a new room with those beside it, and adds its tiles to theirs; sets its distance, and lowers others.
 */
static void join(fl_grid_board *self, unsigned number, const fl_grid_spot *spot)
{
    unsigned nearest = FAR_AWAY;
    unsigned farthest = 0;
    unsigned touched_n = fl_grid_board_mark(self, spot);
    self->links_of[number] = 0;
    for (unsigned i = 0; i < touched_n; i++) {
        unsigned other = self->touched[i];
        unsigned distance = self->distance[other];
        self->rooms[other].touching = (uint16_t)(self->rooms[other].touching + self->extra[other]);
        self->extra[other] = 0;
        link_rooms(self, number, other);
        link_rooms(self, other, number);
        nearest = distance < nearest ? distance : nearest;
        farthest = distance > farthest ? distance : farthest;
    }
    self->distance[number] = (uint16_t)(touched_n > 0 ? nearest + 1 : 0);
    if (farthest > nearest + 2) {
        spread_distance(self, number);
    }
}

/* Counts the tiles beside a room. */
static void look_around(const fl_grid_board *self, const fl_grid_spot *spot, fl_grid_room *out)
{
    unsigned touching = 0;
    unsigned open = 0;
    for (unsigned i = 0; i < spot->rotation->rim_n; i++) {
        unsigned owner = self->owner[spot->at + spot->rotation->rim_at[i]];
        open += owner != FL_GRID_BOARD_WALL;
        touching += fl_grid_board_is_room(owner);
    }
    out->touching = (uint16_t)touching;
    out->open = (uint16_t)open;
}

void fl_grid_board_place(fl_grid_board *self, unsigned entry, unsigned rotation, int32_t at)
{
    int stride = self->rules->stride;
    unsigned number = self->rooms_n;
    fl_grid_spot spot = {&self->rules->entries[entry].rotation[rotation], at};
    assert(number < self->rules->tiles_max);
    self->rooms[number] = (fl_grid_room){.at = at, .entry = (uint8_t)entry, .rotation = (uint8_t)rotation};
    look_around(self, &spot, &self->rooms[number]);
    join(self, number, &spot);
    self->rooms_n++;
    self->tiles_n += spot.rotation->tiles_n;
    self->bounded_n += self->rules->entries[entry].connections < spot.rotation->rim_n;
    for (unsigned i = 0; i < spot.rotation->tiles_n; i++) {
        int tile = at + spot.rotation->tile_at[i];
        assert(self->owner[tile] == 0);
        self->free_with[self->near[tile]] -= self->near[tile] > 0;
        self->owner[tile] = (uint16_t)(number + 1);
    }
    for (unsigned i = 0; i < spot.rotation->tiles_n; i++) {
        int tile = at + spot.rotation->tile_at[i];
        add_neighbour(self, tile - 1);
        add_neighbour(self, tile + 1);
        add_neighbour(self, tile - stride);
        add_neighbour(self, tile + stride);
    }
}

/* Measures rooms that touch only added rooms through those; fl_floor_measure does not pass through them. */
static void measure_added_rooms(const fl_grid_board *self, fl_floor *out)
{
    bool has_changed = true;
    while (has_changed) {
        has_changed = false;
        for (unsigned i = 0; i < self->rooms_n; i++) {
            if (out->rooms[i].distance != FL_FLOOR_UNREACHED) {
                continue;
            }
            const fl_grid_rotation *rotation = rotation_of(self, &self->rooms[i]);
            int nearest = FL_FLOOR_UNREACHED;
            for (unsigned k = 0; k < rotation->rim_n; k++) {
                unsigned owner = self->owner[self->rooms[i].at + rotation->rim_at[k]];
                int there =
                    fl_grid_board_is_room(owner) ? out->rooms[owner - 1].distance : FL_FLOOR_UNREACHED;
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
    const fl_grid_rotation *rotation = &entry->rotation[room->rotation];
    int left = room->at % rules->stride - rules->pad;
    int top = room->at / rules->stride - rules->pad;
    unsigned number = 0;
    if (rotation->shape != FL_SHAPE_FREE) {
        number = fl_floor_add(out, tag->kind, rotation->shape, left, top);
    } else {
        uint16_t cells[FL_GRID_ROTATION_TILES];
        for (unsigned i = 0; i < rotation->tiles_n; i++) {
            cells[i] = (uint16_t)((top + rotation->tile[i].y) * out->width + left + rotation->tile[i].x);
        }
        number = fl_floor_add_cells(out, tag->kind, cells, rotation->tiles_n);
    }
    fl_room *written = &out->rooms[number];
    written->is_added = entry->is_added;
    written->is_end = entry->is_end;
    written->more_tags = entry->more_tags[0] ? entry->more_tags : NULL;
    written->price = entry->price;
    written->rank = (int16_t)(tag->rank + FL_FLOOR_RANK);
    written->tag = entry->tag < FL_KIND_COUNT ? NULL : tag->name; /* the kinds are the first tags */
}

void fl_grid_board_write(const fl_grid_board *self, fl_floor *out)
{
    for (unsigned i = 0; i < self->rooms_n; i++) {
        write_room(self, &self->rooms[i], out);
    }
    fl_floor_link(out);
    for (uint32_t i = 0; i < out->doors_n && self->rules->has_walls; i++) {
        const fl_grid_room *a = &self->rooms[out->doors[i].room_a];
        const fl_grid_room *b = &self->rooms[out->doors[i].room_b];
        out->doors[i].is_wall =
            fl_grid_tags_wall(&self->rules->entries[a->entry], &self->rules->entries[b->entry]);
    }
    fl_floor_measure(out);
    measure_added_rooms(self, out);
}

bool fl_grid_board_check(fl_grid_board *self)
{
    int stride = self->rules->stride;
    unsigned free_with[5] = {0};
    bool is_right = true;
    for (unsigned i = 0; i < self->rooms_n; i++) {
        fl_grid_room room = self->rooms[i];
        fl_grid_spot spot = {rotation_of(self, &room), room.at};
        look_around(self, &spot, &room);
        is_right = is_right && self->extra[i] == 0 && self->rooms[i].touching == room.touching &&
                   self->rooms[i].open == room.open;
    }
    for (int y = 0; y < self->rules->height; y++) {
        for (int x = 0; x < self->rules->width; x++) {
            int tile = (y + self->rules->pad) * stride + x + self->rules->pad;
            unsigned near = fl_grid_board_is_room(self->owner[tile - 1]) +
                            fl_grid_board_is_room(self->owner[tile + 1]) +
                            fl_grid_board_is_room(self->owner[tile - stride]) +
                            fl_grid_board_is_room(self->owner[tile + stride]);
            is_right = is_right && self->near[tile] == near;
            free_with[near] += self->owner[tile] == 0;
        }
    }
    for (unsigned near = 1; near < 5; near++) {
        is_right = is_right && free_with[near] == self->free_with[near];
    }
    return is_right;
}

const char *fl_grid_outcome_text(fl_grid_outcome outcome)
{
#define FL_GRID_NAMED(symbol, name) name,
    static const char *const names[] = {FL_GRID_OUTCOME_TABLE(FL_GRID_NAMED)};
#undef FL_GRID_NAMED
    return names[(unsigned)outcome < FL_GRID_OUTCOMES ? outcome : FL_GRID_ZERO];
}
