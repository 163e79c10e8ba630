/* SPDX-License-Identifier: MIT */
/* A hash table finds the list of a request. The rows and group starts of all lists lie one after the
 * other. */
#include "gen/rebirth/pool/pool_choice.h"
#include "gen/rebirth/pool/pool_private.h"

#include <assert.h>
#include <string.h>

enum { FAR = UINT8_MAX, PROBES = 8, STEP = 17 };

static void reset_all(fl_pool_cache *self)
{
    for (uint32_t i = 0; i < self->file->pool.rooms_n; i++) {
        self->weight[i] = self->file->room[i].weight;
    }
    memset(self->lowered, 0, sizeof self->lowered);
    self->changed_n = 0;
}

/* Weights are restored eight at a time; entries past the end are left from earlier floors, and restoring them
 * again changes nothing. */
void fl_pool_cache_begin(fl_pool_cache *self, const fl_pool_choice_file *file, fl_weight *weight)
{
    if (self->file != file || self->weight != weight) {
        self->file = file;
        self->weight = weight;
        self->lists_n = 0;
        self->rows_n = 0;
        self->starts_n = 0;
        memset(self->slot, 0, sizeof self->slot);
        memset(self->changed, 0, sizeof self->changed);
        reset_all(self);
        return;
    }
    if (self->changed_n > FL_POOL_CACHE_CHANGED) {
        reset_all(self);
        return;
    }
    for (uint32_t i = 0; i < self->changed_n; i += FL_POOL_CACHE_AT_ONCE) {
        for (uint32_t k = i; k < i + FL_POOL_CACHE_AT_ONCE; k++) {
            weight[self->changed[k]] = file->room[self->changed[k]].weight;
        }
    }
    memset(self->lowered, 0, sizeof self->lowered);
    self->changed_n = 0;
}

/* Remembers that a room's weight was lowered. */
static inline void mark_lowered(fl_pool_cache *self, uint32_t number)
{
    assert(number <= UINT16_MAX);
    const fl_pool_choice_room *room = &self->file->room[number];
    if (self->changed_n < FL_POOL_CACHE_CHANGED) {
        self->changed[self->changed_n++] = (uint16_t)number;
    } else {
        self->changed_n = FL_POOL_CACHE_CHANGED + 1;
    }
    uint64_t is_default = room->interior.type == FL_POOL_CHOICE_TYPE_DEFAULT;
    self->lowered[room->interior.type] |= 1ull << room->by_type;
    self->lowered[FL_POOL_CHOICE_TYPES + room->interior.shape] |= is_default << room->by_shape;
}

static void write_row(fl_pool_cache *self, uint32_t row, fl_weight sum, uint32_t number)
{
    fl_pool_cache_block *block = &self->block[row / FL_POOL_CACHE_BLOCK];
    block->sum[row % FL_POOL_CACHE_BLOCK] = sum;
    block->number[row % FL_POOL_CACHE_BLOCK] = (uint16_t)number;
}

/* A row that does not fit a byte becomes the last one that does, which is before it. */
static uint8_t start_of(uint32_t row)
{
    return (uint8_t)(row < FAR ? row : FAR);
}

static bool fill_range(fl_pool_cache *self, const fl_pool_request *request, fl_pool_room_list room_list,
                       bool is_exact, fl_pool_cache_list *list)
{
    fl_pool_cache_range *range = is_exact ? &list->exact : &list->all;
    uint32_t rooms = (uint32_t)(room_list.end - room_list.first);
    range->rows = self->rows_n;
    for (uint32_t i = 0; i < rooms; i++) {
        const fl_pool_choice_entry *entry = &room_list.first[i];
        unsigned group = fl_pool_choice_group(i, rooms);
        fl_pool_cache_start *start = &self->start[list->starts + group];
        if (i == 0 || fl_pool_choice_group(i - 1, rooms) < group) {
            *(is_exact ? &start->exact : &start->all) = start_of(range->n);
        }
        if (fl_pool_choice_meets(entry, request) && (!is_exact || entry->doors == request->doors)) {
            list->groups |= 1ull << group;
            uint32_t number = entry->number;
            range->total += self->file->room[number].weight;
            write_row(self, range->rows + range->n, range->total, number);
            range->n++;
        }
    }
    /* Pads a range to whole blocks; false if it is too long. */
    uint32_t end =
        range->rows + (range->n + FL_POOL_CACHE_BLOCK - 1) / FL_POOL_CACHE_BLOCK * FL_POOL_CACHE_BLOCK;
    for (uint32_t row = range->rows + range->n; row < end; row++) {
        write_row(self, row, 0x1p127f, 0); /* more than any target */
    }
    self->rows_n = end;
    return range->n <= FL_POOL_CACHE_LONGEST;
}

/* Makes a list; NULL if there is no memory left for it. Kept out of the code that finds lists, which runs far
 * more often. */
__attribute__((cold)) static const fl_pool_cache_list *make_list(fl_pool_cache *self, uint64_t packed,
                                                                 uint64_t variants)
{
    fl_pool_request request = fl_pool_choice_request_of((fl_pool_choice_key){packed, variants});
    fl_pool_room_list room_list = fl_pool_choice_list_of(self->file, &request);
    uint32_t rooms = (uint32_t)(room_list.end - room_list.first);
    uint32_t rows_n = self->rows_n;
    if (self->lists_n == FL_POOL_CACHE_LISTS_MAX ||
        FL_POOL_CHOICE_GROUPS > FL_POOL_CACHE_STARTS - self->starts_n ||
        2 * (rooms + FL_POOL_CACHE_BLOCK) > FL_POOL_CACHE_ROWS - rows_n) {
        return NULL;
    }
    fl_pool_cache_list *list = &self->list[self->lists_n];
    *list = (fl_pool_cache_list){
        .packed = packed, .variants = variants, .starts = self->starts_n, .room_list = room_list.number};
    bool has_exact = request.doors || fl_pool_choice_width_of(packed) == FL_POOL_CHOICE_DOUBLE;
    if (!fill_range(self, &request, room_list, false, list) ||
        (has_exact && !fill_range(self, &request, room_list, true, list))) {
        self->rows_n = rows_n;
        return NULL;
    }
    self->starts_n += rooms < FL_POOL_CHOICE_GROUPS ? rooms : FL_POOL_CHOICE_GROUPS;
    self->lists_n++;
    return list;
}

/* The list of a request, made if there is none yet; NULL if there is no memory for it. */
static inline const fl_pool_cache_list *find_list(fl_pool_cache *self, uint64_t packed, uint64_t variants)
{
    /* The first slot to try: requests that differ only in their first four doors are neighbours. Multipliers:
     * odd numbers without a pattern. */
    enum { DOORS = 15 };
    unsigned doors = (unsigned)(packed >> FL_POOL_CHOICE_AT_DOORS) & DOORS;
    uint64_t rest =
        (packed ^ (uint64_t)doors << FL_POOL_CHOICE_AT_DOORS) ^ variants * UINT64_C(0xC2B2AE3D27D4EB4F);
    unsigned at = ((unsigned)(rest * UINT64_C(0x9E3779B185EBCA87) >> 40) & ~(unsigned)DOORS) + doors;
    for (unsigned i = 0; i < PROBES; i++) {
        uint16_t *slot = &self->slot[(at + i * STEP) % FL_POOL_CACHE_SLOTS];
        if (*slot == 0) {
            const fl_pool_cache_list *list = make_list(self, packed, variants);
            *slot = list ? (uint16_t)self->lists_n : 0;
            return list;
        }
        const fl_pool_cache_list *list = &self->list[*slot - 1];
        if (((list->packed ^ packed) | (list->variants ^ variants)) == 0) {
            return list;
        }
    }
    return NULL;
}

static inline const fl_pool_cache_block *blocks_of(const fl_pool_cache *self,
                                                   const fl_pool_cache_range *range)
{
    return &self->block[range->rows / FL_POOL_CACHE_BLOCK];
}

/* The sums of a range with the weights as they are now. */
typedef struct current_sums {
    fl_weight total;
    fl_pool_cache_block block[FL_POOL_CACHE_LONGEST / FL_POOL_CACHE_BLOCK];
} current_sums;

/* Adds the weights again from a row on, four at a time; sums past the last row are never read. */
static void resum(const fl_pool_cache *self, const fl_pool_cache_range *range, uint32_t from,
                  current_sums *out)
{
    enum { FOUR = 4 };
    uint32_t blocks = (range->n + FL_POOL_CACHE_BLOCK - 1) / FL_POOL_CACHE_BLOCK;
    fl_weight sum = 0;
    for (uint32_t i = 0; i < blocks; i++) {
        out->block[i] = blocks_of(self, range)[i];
    }
    from -= from % FOUR;
    if (from > 0) {
        sum = out->block[(from - 1) / FL_POOL_CACHE_BLOCK].sum[(from - 1) % FL_POOL_CACHE_BLOCK];
    }
    for (uint32_t i = from; i < range->n; i += FOUR) {
        fl_pool_cache_block *block = &out->block[i / FL_POOL_CACHE_BLOCK];
        for (uint32_t k = i % FL_POOL_CACHE_BLOCK; k < i % FL_POOL_CACHE_BLOCK + FOUR; k++) {
            sum += self->weight[block->number[k]];
            block->sum[k] = sum;
        }
    }
    uint32_t last = range->n - 1;
    out->total = range->n > 0 ? out->block[last / FL_POOL_CACHE_BLOCK].sum[last % FL_POOL_CACHE_BLOCK] : 0;
}

typedef fl_weight __attribute__((vector_size(16))) four;
typedef fl_weight __attribute__((vector_size(16), aligned(4), may_alias)) four_anywhere;
typedef int32_t __attribute__((vector_size(16))) four_marks;

/* How many of a block's sums do not exceed the target, in four parts. */
static inline four_marks count_below(const fl_pool_cache_block *block, four limit)
{
    const four_anywhere *part = (const four_anywhere *)block->sum;
    return (part[0] <= limit) + (part[1] <= limit) + (part[2] <= limit) + (part[3] <= limit);
}

/* The first of n rooms whose sum exceeds the target. Sums never decrease, so it is enough to count those that
 * do not. */
static inline int32_t find_room(const fl_pool_cache_block *block, uint32_t n, fl_weight target)
{
    const four limit = {target, target, target, target};
    four_marks marks = -count_below(block, limit);
    uint64_t pairs[2];
    for (uint32_t i = FL_POOL_CACHE_BLOCK; i < n; i += FL_POOL_CACHE_BLOCK) {
        marks -= count_below(&block[i / FL_POOL_CACHE_BLOCK], limit);
    }
    memcpy(pairs, &marks, sizeof pairs);
    uint64_t both = pairs[0] + pairs[1];
    uint32_t place = (uint32_t)both + (uint32_t)(both >> 32);
    return place < n ? (int32_t)block[place / FL_POOL_CACHE_BLOCK].number[place % FL_POOL_CACHE_BLOCK]
                     : FL_POOL_CHOICE_NONE;
}

/* Chooses from a list in which some weights have been lowered. */
static int32_t choose_among_lowered(const fl_pool_cache *self, const fl_pool_cache_list *list, fl_weight roll,
                                    fl_rebirth_random *stream)
{
    current_sums all;
    current_sums exact;
    fl_pool_choice_width width = fl_pool_choice_width_of(list->packed);
    unsigned group = (unsigned)__builtin_ctzll(self->lowered[list->room_list] & list->groups);
    fl_pool_cache_start start = self->start[list->starts + group];
    resum(self, &list->all, start.all, &all);
    if (list->exact.n > 0) {
        resum(self, &list->exact, start.exact, &exact);
        if (fl_pool_choice_takes_exact(exact.total, all.total, width, fl_rebirth_random_weight(stream))) {
            return find_room(exact.block, list->exact.n, roll * exact.total);
        }
    }
    return find_room(all.block, list->all.n, roll * all.total);
}

/* Chooses from a list that is not empty. Which range to use is a branch on purpose: an occasional
 * misprediction costs less than waiting for the comparison. */
static inline int32_t choose(const fl_pool_cache *self, const fl_pool_cache_list *list,
                             fl_rebirth_random *stream)
{
    fl_weight roll = fl_rebirth_random_weight(stream);
    if (self->lowered[list->room_list] & list->groups) {
        return choose_among_lowered(self, list, roll, stream);
    }
    if (list->exact.n > 0) {
        fl_pool_choice_width width = fl_pool_choice_width_of(list->packed);
        if (fl_pool_choice_takes_exact(list->exact.total, list->all.total, width,
                                       fl_rebirth_random_weight(stream))) {
            return find_room(blocks_of(self, &list->exact), list->exact.n, roll * list->exact.total);
        }
    }
    return find_room(blocks_of(self, &list->all), list->all.n, roll * list->all.total);
}

/* Chooses for a request whose list does not fit the memory. */
__attribute__((cold)) static int32_t choose_uncached(fl_pool_cache *self, uint64_t packed, uint64_t variants,
                                                     fl_rebirth_random *stream)
{
    fl_pool_request request = fl_pool_choice_request_of((fl_pool_choice_key){packed, variants});
    int32_t number =
        fl_pool_choice_choose(self->file, self->weight, &request, fl_pool_choice_width_of(packed), stream);
    if (number != FL_POOL_CHOICE_NONE && request.lowers) {
        mark_lowered(self, (uint32_t)number);
    }
    return number;
}

const fl_pool_choice_room *fl_pool_cache_take(fl_pool_cache *self, uint64_t packed, uint64_t variants,
                                              fl_rebirth_random *stream)
{
    const fl_pool_cache_list *list = find_list(self, packed, variants);
    int32_t number = FL_POOL_CHOICE_NONE;
    if (!list) {
        number = choose_uncached(self, packed, variants, stream);
    } else if (list->all.n > 0) {
        number = choose(self, list, stream);
        if (number != FL_POOL_CHOICE_NONE && (packed >> FL_POOL_CHOICE_AT_LOWERS & 1)) {
            fl_pool_choice_lower(&self->weight[number]);
            mark_lowered(self, (uint32_t)number);
        }
    }
    return number == FL_POOL_CHOICE_NONE ? NULL : &self->file->room[number];
}

int32_t fl_pool_cache_choose(fl_pool_cache *self, const fl_pool_request *request, fl_pool_choice_width width,
                             fl_rebirth_random *stream)
{
    fl_pool_choice_key key = fl_pool_choice_key_of(request, width);
    const fl_pool_choice_room *taken = fl_pool_cache_take(self, key.packed, key.variants, stream);
    return taken ? (int32_t)(taken - self->file->room) : FL_POOL_CHOICE_NONE;
}
