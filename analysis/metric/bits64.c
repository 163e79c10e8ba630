/* SPDX-License-Identifier: MIT */
/* Loops run once for each room, door or cell and select without branches: the branches would be mispredicted.
 */
#include "analysis/metric/metric_private.h"
#include "gen/lanes/popcount.h"

#include <string.h>

bool fl_metric_bits64_read(fl_metric_bits64 *self, const fl_floor *floor)
{
    if (floor->rooms_n > FL_METRIC_BITS64_ROOMS || floor->width > FL_METRIC_BITS64_SIDE ||
        floor->height > FL_METRIC_BITS64_SIDE || floor->doors_n > FL_METRIC_BITS64_DOORS) {
        return false;
    }
    self->floor = floor;
    self->layout = 0;
    self->secret = -1;
    self->super_secret = -1;
    for (unsigned i = floor->rooms_n; i-- > 0;) {
        const fl_room *room = &floor->rooms[i];
        self->layout |= (uint64_t)!room->is_added << i;
        self->secret = room->kind == FL_KIND_SECRET ? (int)i : self->secret;
        self->super_secret = room->kind == FL_KIND_SUPER_SECRET ? (int)i : self->super_secret;
    }
    return true;
}

/* Counts pairs of rooms with two doors or more. */
static unsigned count_double_doors(const fl_metric_bits64 *self)
{
    unsigned n = 0;
    for (unsigned i = 0; i < self->floor->rooms_n; i++) {
        n += fl_popcount_bits(self->twice[i]);
    }
    return n;
}

bool fl_metric_bits64_join(fl_metric_bits64 *self)
{
    const fl_floor *floor = self->floor;
    bool is_ordered = true;
    unsigned more = 0;
    memset(self->touches, 0, floor->rooms_n * sizeof self->touches[0]);
    memset(self->twice, 0, floor->rooms_n * sizeof self->twice[0]);
    self->layout_doors = 0;
    self->pairs_n = 0;
    for (uint32_t i = 0; i < floor->doors_n; i++) {
        unsigned a = floor->doors[i].room_a;
        unsigned b = floor->doors[i].room_b;
        uint64_t bit_of_b = 1ull << b;
        uint64_t had = self->touches[a];
        uint64_t is_again = had >> b & 1;
        unsigned in_layout = (unsigned)(self->layout >> a & self->layout >> b & 1);
        is_ordered &= a < b;
        more |= (unsigned)is_again;
        self->twice[a] |= is_again << b;
        self->touches[a] = had | bit_of_b;
        self->touches[b] |= 1ull << a;
        self->layout_doors += in_layout;
        self->pair[self->pairs_n][0] = (uint8_t)a;
        self->pair[self->pairs_n][1] = (uint8_t)b;
        self->pairs_n += in_layout & ~(unsigned)is_again;
    }
    self->double_doors = more ? count_double_doors(self) : 0;
    return is_ordered;
}

/* Removes a neighbour's bit at a time: rooms that still have one after k removals have more than k
 * neighbours. */
void fl_metric_bits64_degrees(const fl_metric_bits64 *self, unsigned out[5])
{
    unsigned least[5] = {0, 0, 0, 0, 0};
    for (unsigned i = 0; i < self->floor->rooms_n; i++) {
        unsigned in_layout = (unsigned)(self->layout >> i & 1);
        uint64_t left = in_layout ? self->touches[i] & self->layout : 0;
        least[0] += in_layout;
        for (unsigned k = 1; k < 5; k++) {
            least[k] += left != 0;
            left &= left - 1;
        }
    }
    for (unsigned k = 0; k < 4; k++) {
        out[k] = least[k] - least[k + 1];
    }
    out[4] = least[4];
}

int32_t fl_metric_bits64_neighbours(const fl_metric_bits64 *self, int room)
{
    return room < 0 ? FL_GENERATOR_FACT_NONE : (int32_t)fl_popcount_bits(self->touches[room]);
}

bool fl_metric_bits64_spread(fl_metric_bits64 *self)
{
    const fl_floor *floor = self->floor;
    unsigned outside = 0;
    self->across = UINT32_MAX / (unsigned)floor->width + 1ull;
    memset(self->all, 0, sizeof self->all);
    memset(self->in_layout, 0, sizeof self->in_layout);
    for (unsigned i = 0; i < floor->rooms_n; i++) {
        const fl_room *room = &floor->rooms[i];
        uint32_t in_layout = (uint32_t)(self->layout >> i & 1);
        for (unsigned k = 0; k < room->cells_n; k++) {
            unsigned cell = floor->cells[room->cells_from + k];
            unsigned y = (unsigned)(cell * self->across >> 32);
            unsigned x = cell - y * (unsigned)floor->width;
            outside |= (x - (unsigned)room->origin_x) | (y - (unsigned)room->origin_y);
            self->all[y + FL_METRIC_BITS64_MARGIN] |= 1u << (x + FL_METRIC_BITS64_MARGIN);
            self->in_layout[y + FL_METRIC_BITS64_MARGIN] |= in_layout << (x + FL_METRIC_BITS64_MARGIN);
        }
    }
    return outside < FL_METRIC_BITS64_BOX;
}

unsigned fl_metric_bits64_pieces(const fl_metric_bits64 *self)
{
    unsigned n = 0;
    uint64_t seen = 0;
    for (uint64_t rest = self->layout; rest; rest &= ~seen) {
        uint64_t front = rest & (0 - rest);
        for (seen |= front; front; n += !front) {
            unsigned room = (unsigned)__builtin_ctzll(front);
            uint64_t added = self->touches[room] & self->layout & ~seen;
            seen |= added;
            front = (front & (front - 1)) | added;
        }
    }
    return n;
}

/* Returns the steps from a room to the farthest it can reach; `last` is one of the farthest, `reached` their
 * number. Takes the rooms of a wave one by one; when the wave is used up, the next one replaces it without a
 * branch. */
static unsigned walk(const fl_metric_bits64 *self, unsigned from, unsigned *last, unsigned *reached)
{
    uint64_t front = 1ull << from;
    uint64_t seen = front;
    uint64_t next = 0;
    unsigned steps = 0;
    unsigned n = 0;
    for (; front; n++) {
        unsigned room = (unsigned)__builtin_ctzll(front);
        *last = room;
        next |= self->touches[room];
        front &= front - 1;
        uint64_t is_end = -(uint64_t)!front; /* all bits or none */
        uint64_t beyond = next & self->layout & ~seen & is_end;
        steps += beyond != 0;
        front |= beyond;
        seen |= beyond;
        next &= ~is_end;
    }
    *reached = n;
    return steps;
}

/* In a tree the farthest room of any walk is an end of the longest path. */
unsigned fl_metric_bits64_diameter(const fl_metric_bits64 *self)
{
    unsigned last = 0;
    unsigned reached = 0;
    if (!self->layout) {
        return 0;
    }
    walk(self, (unsigned)__builtin_ctzll(self->layout), &last, &reached);
    if (reached == self->pairs_n + 1 && reached == fl_popcount_bits(self->layout)) {
        return walk(self, last, &last, &reached);
    }
    /* For all rooms at once: the rooms within so many steps, until no set grows any more. */
    uint64_t within[2][FL_METRIC_BITS64_ROOMS];
    unsigned rooms_n = self->floor->rooms_n;
    for (unsigned i = 0; i < rooms_n; i++) {
        within[0][i] = 1ull << i;
    }
    for (unsigned steps = 0;; steps++) {
        const uint64_t *now = within[steps & 1];
        uint64_t *next = within[~steps & 1];
        uint64_t added = 0;
        memcpy(next, now, rooms_n * sizeof now[0]);
        for (unsigned i = 0; i < self->pairs_n; i++) {
            unsigned a = self->pair[i][0];
            unsigned b = self->pair[i][1];
            added |= now[a] ^ now[b];
            next[a] |= now[b];
            next[b] |= now[a];
        }
        if (!added) {
            return steps;
        }
    }
}

/* Returns eight by eight cells around a room, whose box begins two cells from the left and from the top. */
static uint64_t window(const fl_metric_bits64_rows rows, unsigned x, unsigned y)
{
    uint64_t out = 0;
    for (unsigned k = 0; k < 8; k++) {
        out |= (uint64_t)(rows[y + k] >> x & 0xff) << 8 * k;
    }
    return out;
}

unsigned fl_metric_bits64_cluster(const fl_metric_bits64 *self, unsigned number, bool with_added)
{
    const fl_room *room = &self->floor->rooms[number];
    const fl_floor *floor = self->floor;
    uint64_t cells = 0;
    for (unsigned k = 0; k < room->cells_n; k++) {
        unsigned cell = floor->cells[room->cells_from + k];
        unsigned y = (unsigned)(cell * self->across >> 32);
        unsigned x = cell - y * (unsigned)floor->width;
        cells |= 1ull << (8 * (y - (unsigned)room->origin_y + FL_METRIC_BITS64_MARGIN) + x -
                          (unsigned)room->origin_x + FL_METRIC_BITS64_MARGIN);
    }
    uint64_t others =
        window(with_added ? self->all : self->in_layout, (unsigned)room->origin_x, (unsigned)room->origin_y) &
        ~cells;
    uint64_t beside = (cells << 1 | cells >> 1 | cells << 8 | cells >> 8) & others;
    uint64_t left = beside << 1;
    uint64_t right = beside >> 1;
    uint64_t above = beside << 8;
    uint64_t below = beside >> 8;
    uint64_t twice = (left & right) | (above & below) | ((left | right) & (above | below));
    return fl_popcount_bits(twice & others);
}

unsigned fl_metric_bits64_clusters(const fl_metric_bits64 *self, uint16_t *out)
{
    unsigned n = 0;
    for (unsigned i = 0; i < self->floor->rooms_n; i++) {
        out[n] = (uint16_t)fl_metric_bits64_cluster(self, i, false);
        n += (unsigned)(self->layout >> i & 1);
    }
    return n;
}
