/* SPDX-License-Identifier: MIT */
/* The draws are those of gen/classic/classic.c, in its order, with arithmetic instead of branches where
 * chance decides. A draw that comes close to being drawn again leaves its floor to the reference, as in
 * the vector kernel. */
#include "gen/classic/kernel/scalar_finish.h"

#include "gen/random/pcg.h"

#include <assert.h>

/* A floor's stream while draws are made from it. */
typedef struct stream {
    fl_pcg rng;
    uint32_t closest;
} stream;

/* Finds the end rooms, and whether the layout is accepted: is_enough (classic.c) and
 * fl_classic_special_boss. */
static void judge(const fl_kernel_tables *tables, fl_kernel_scalar_layouts *all)
{
    const fl_checkerboard sides = tables->sides;
    const uint64_t start = tables->start;
    const uint64_t unfit = tables->boss_forbidden;
    const uint64_t least = tables->end_rooms_min;
    for (unsigned i = 0; i < all->n; i++) {
        uint64_t even = all->board[0][i];
        uint64_t odd = all->board[1][i];
        uint64_t first = fl_checkerboard_touch_one(&sides, 1, odd) & even & ~start;
        uint64_t second = fl_checkerboard_touch_one(&sides, 0, even) & odd;
        uint64_t list = fl_kernel_scalar_block_total(first, second);
        uint64_t is_unfit = fl_kernel_scalar_block_less(0, all->boss_bit[1][i] & unfit);
        all->end_rooms[0][i] = first;
        all->end_rooms[1][i] = second;
        all->end_rooms_n[i] = list;
        all->is_accepted[i] = 1 - (fl_kernel_scalar_block_less(list, least) | is_unfit);
    }
}

/* The cells of one half that meet each demand of the secret room. */
static void find_cells(const fl_kernel_tables *tables, unsigned half, fl_kernel_scalar_layouts *all)
{
    const fl_checkerboard sides = tables->sides;
    const uint64_t cells = tables->secret_cells[half];
    const uint64_t *forbidden = tables->forbids_all ? all->end_rooms[!half] : all->boss_bit[!half];
    for (unsigned i = 0; i < all->n; i++) {
        uint64_t at_least[4];
        uint64_t empty =
            cells & ~all->board[half][i] & ~fl_checkerboard_touch_any(&sides, !half, forbidden[i]);
        fl_checkerboard_degrees(&sides, !half, all->board[!half][i], at_least);
        all->fit[0][half][i] = empty & at_least[2];
        all->fit[1][half][i] = empty & at_least[1];
        all->fit[2][half][i] = empty & at_least[0];
    }
}

static void find_secrets(const fl_kernel_tables *tables, fl_kernel_scalar_layouts *all)
{
    find_cells(tables, 0, all);
    find_cells(tables, 1, all);
    for (unsigned demand = 0; demand < 3; demand++) {
        for (unsigned i = 0; i < all->n; i++) {
            all->open[demand][i] = fl_popcount_bytes(all->fit[demand][0][i], all->fit[demand][1][i]);
        }
    }
}

/* The first byte of running sums (at most 127 each) that is above n, as a shift. */
static inline unsigned find_byte(uint64_t sums, unsigned n)
{
    uint64_t past = (sums + (127 - n) * FL_KERNEL_SCALAR_ONES) & 0x80 * FL_KERNEL_SCALAR_ONES;
    return (unsigned)__builtin_ctzll(past) & 56;
}

/* The n-th place of two half boards in the order of places: fl_board_select. `bytes` has the number of
 * cells in each byte of both. Finds the byte, then its nibble, then the bit, for which each bit is spread
 * to a byte. */
static unsigned nth(uint64_t bytes, uint64_t first, uint64_t second, unsigned n)
{
    static const uint8_t bits_of[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
    const uint64_t spread = 0x0000200040008001u;
    const uint64_t lone = 0x0001000100010001u;
    uint64_t sums = bytes * FL_KERNEL_SCALAR_ONES;
    unsigned at = find_byte(sums, n);
    n -= (unsigned)(sums << 8 >> at) & 0xff;
    unsigned before = bits_of[first >> at & 15] + bits_of[second >> at & 15];
    unsigned is_later = n >= before;
    at += 4 * is_later;
    n -= before & -is_later;
    uint64_t places = ((first >> at & 15) * spread & lone) | ((second >> at & 15) * spread & lone) << 8;
    return 2 * at + find_byte(places * FL_KERNEL_SCALAR_ONES, n) / 8;
}

/* fl_pcg_below for a bound up to FL_KERNEL_TABLES_MARGIN, if `is_drawn`; the number is the upper half of
 * the result. */
static inline uint64_t draw_if(stream *s, unsigned is_drawn, uint32_t bound)
{
    uint64_t before = s->rng.state;
    uint64_t product = (uint64_t)fl_pcg_next(&s->rng) * bound;
    uint32_t low = (uint32_t)product | (is_drawn - 1);
    s->closest = low < s->closest ? low : s->closest;
    s->rng.state = before ^ ((s->rng.state ^ before) & -(uint64_t)is_drawn);
    return product;
}

static inline uint64_t draw(stream *s, uint32_t bound)
{
    return draw_if(s, 1, bound);
}

/* A floor whose layout was refused: it waits for its next attempt, or is left to the reference. */
static void refuse(fl_kernel_scalar_finish *self, const fl_kernel_scalar_layouts *all, unsigned i)
{
    unsigned floor = all->floor[i];
    if (all->closest[i] < FL_KERNEL_TABLES_MARGIN) {
        self->out->even[floor] = self->out->odd[floor] = 0;
        self->work->reference[self->work->reference_n++] = (uint16_t)floor;
    } else {
        self->work->floors.state[floor] = all->state[i];
        self->refused[self->refused_n++] = (uint16_t)floor;
    }
}

/* Lists the accepted layouts; the floors of the others wait for their next attempt. */
static void collect(fl_kernel_scalar_finish *self, fl_kernel_scalar_layouts *all)
{
    unsigned refused_n = self->refused_n;
    fl_kernel_scalar_block_find(&all->accepted, all->is_accepted, all->n);
    for (unsigned i = 0; i < all->n; i++) {
        self->refused[refused_n] = all->floor[i];
        refused_n += 1 - (unsigned)all->is_accepted[i];
    }
    self->refused_n = refused_n;
}

/* The demand that finds the secret room, 0 = none: fl_classic_secret_find with 32-bit limits. A draw too
 * close to a limit is left to the reference. */
static inline unsigned decide(const fl_kernel_tables *tables, stream *s, const unsigned open[3])
{
    uint32_t word = fl_pcg_next(&s->rng);
    uint64_t left = UINT32_MAX;
    unsigned criterion = 0;
    unsigned close = 0;
    for (unsigned i = 0; i < 3; i++) {
        if (3 - i >= tables->weakest_demand) {
            left = i == 0 ? tables->miss[open[0]] : left * tables->miss[open[i]] >> 32;
        }
        close |= (uint64_t)word - left + FL_KERNEL_TABLES_MARGIN < 2ull * FL_KERNEL_TABLES_MARGIN;
        criterion += word >= left;
    }
    s->closest = close ? 0 : UINT32_MAX;
    return criterion;
}

/* Finds the secret room of a layout; false if there is none. */
static inline bool place_secret(const fl_kernel_tables *tables, const fl_kernel_scalar_layouts *all,
                                unsigned i, stream *s, uint64_t *facts)
{
    const unsigned open[3] = {fl_popcount_sum(all->open[0][i]), fl_popcount_sum(all->open[1][i]),
                              fl_popcount_sum(all->open[2][i])};
    if (open[3 - tables->weakest_demand] == 0) {
        return false; /* the reference draws nothing here */
    }
    unsigned criterion = decide(tables, s, open);
    if (criterion == 0) {
        return false;
    }
    unsigned demand = 3 - criterion;
    unsigned n = (unsigned)(draw(s, open[demand]) >> 32);
    unsigned place = nth(all->open[demand][i], all->fit[demand][0][i], all->fit[demand][1][i], n);
    *facts = (uint64_t)(place - tables->shift) << FL_CLASSIC_BATCH_SECRET |
             (uint64_t)criterion << FL_CLASSIC_BATCH_CRITERION | (uint64_t)open[0] << FL_CLASSIC_BATCH_BEST;
    return true;
}

static void place_secrets(fl_kernel_scalar_finish *self, fl_kernel_scalar_layouts *all)
{
    const fl_kernel_streams *floors = &self->work->floors;
    unsigned n = 0;
    for (unsigned j = 0; j < all->accepted.n; j++) {
        unsigned i = all->accepted.row[j];
        unsigned floor = all->floor[i];
        uint64_t facts = 0;
        stream s = {.rng = {floors->state[floor], floors->increment[floor]}, .closest = UINT32_MAX};
        bool is_found = place_secret(self->tables, all, i, &s, &facts);
        if (is_found && all->end_rooms_n[i] == 2) {
            (void)draw(&s, 1); /* one end room is left: for the shop, not for the treasure room */
        }
        all->state[i] = s.rng.state;
        all->closest[i] = s.closest;
        all->facts[i] = facts;
        if (is_found && all->end_rooms_n[i] > 2) {
            all->accepted.row[n++] = (uint8_t)i;
        } else {
            refuse(self, all, i);
        }
    }
    all->accepted.n = n;
}

/* Makes a roll: fl_classic_special_rolls. Returns true if it got a room. */
static inline unsigned try_roll(stream *s, const fl_kernel_tables_roll *roll, uint64_t *flags)
{
    unsigned first = draw(s, (uint32_t)roll->first_of) < roll->first_limit;
    unsigned second = 0;
    if (roll->second_of > 0) {
        second = draw_if(s, 1 - first, (uint32_t)roll->second_of) < roll->second_limit;
        second &= 1 - first;
    }
    *flags ^=
        roll->xor_rolled ^ (roll->xor_first & -(uint64_t)first) ^ (roll->xor_second & -(uint64_t)second);
    return first | second;
}

/* Shop, treasure room and rolls. */
static void place_specials(const fl_kernel_scalar_finish *self, fl_kernel_scalar_layouts *all, unsigned i)
{
    const fl_kernel_tables *tables = self->tables;
    stream s = {.rng = {all->state[i], self->work->floors.increment[all->floor[i]]},
                .closest = all->closest[i]};
    unsigned ends = (unsigned)all->end_rooms_n[i] - 1;
    unsigned placed = 3;
    uint64_t flags[2] = {tables->unrolled[0], tables->unrolled[1]};
    uint8_t *pick = all->pick[i];
    pick[0] = (uint8_t)(draw(&s, ends) >> 32);
    pick[1] = (uint8_t)(draw(&s, ends - 1) >> 32);
    ends -= 2;
    for (unsigned j = 0; j < tables->open_rolls_n && ends > 0; j++) {
        const fl_kernel_tables_roll *roll = &tables->open_rolls[j];
        unsigned wins = try_roll(&s, roll, &flags[roll->number / 8]);
        pick[2 + roll->number] = (uint8_t)(draw_if(&s, wins, ends) >> 32);
        placed |= wins << (2 + roll->number);
        ends -= wins;
    }
    all->closest[i] = s.closest;
    all->placed[i] = placed;
    all->rolls[0][i] = flags[0];
    all->rolls[1][i] = flags[1];
}

/* A floor without special rooms. */
static void leave_bare(fl_kernel_scalar_layouts *all, unsigned i)
{
    all->facts[i] = (uint64_t)FL_CLASSIC_BATCH_NOWHERE << FL_CLASSIC_BATCH_SECRET;
    all->closest[i] = UINT32_MAX;
    all->placed[i] = 0;
    all->rolls[0][i] = all->rolls[1][i] = 0;
}

/* Finds the cells of the rooms that were drawn from the list of end rooms. */
static void write_cells(const fl_kernel_scalar_finish *self, const fl_kernel_scalar_layouts *all, unsigned i)
{
    uint8_t list[FL_KERNEL_SCALAR_QUEUE];
    unsigned n = 0;
    for (unsigned at = 1; at < all->rooms[i]; at++) {
        unsigned room = all->queue[i][at] % FL_KERNEL_SCALAR_ROOMS;
        fl_kernel_scalar_halves bit = self->queue->bit[room];
        list[n] = (uint8_t)(fl_kernel_scalar_queue_place(room) - self->tables->shift);
        n += ((bit[0] & all->end_rooms[0][i]) | (bit[1] & all->end_rooms[1][i])) > 0;
    }
    for (unsigned pick = 0; pick < self->tables->rolls_n + 2; pick++) {
        uint8_t *cell = &self->out->cell[pick][all->floor[i]];
        *cell = FL_CLASSIC_BATCH_NOWHERE;
        if (all->placed[i] >> pick & 1) {
            *cell = list[all->pick[i][pick]];
            n--;
            for (unsigned at = all->pick[i][pick]; at < n; at++) {
                list[at] = list[at + 1];
            }
        }
    }
}

/* Writes the accepted floors into the columns. */
static void write_floors(fl_kernel_scalar_finish *self, const fl_kernel_scalar_layouts *all)
{
    fl_classic_batch *out = self->out;
    const unsigned shift = self->tables->shift;
    for (unsigned j = 0; j < all->accepted.n; j++) {
        unsigned i = all->accepted.row[j];
        unsigned floor = all->floor[i];
        uint64_t boss = fl_kernel_scalar_queue_place(all->boss[i]) - shift;
        if (all->closest[i] < FL_KERNEL_TABLES_MARGIN) {
            refuse(self, all, i);
            continue;
        }
        out->even[floor] = shift ? all->board[1][i] : all->board[0][i];
        out->odd[floor] = shift ? all->board[0][i] >> 1 : all->board[1][i];
        out->facts[floor] = all->facts[i] | boss << FL_CLASSIC_BATCH_END |
                            all->end_rooms_n[i] << FL_CLASSIC_BATCH_ENDS |
                            (uint64_t)self->attempt << FL_CLASSIC_BATCH_ATTEMPTS;
        out->rolls[0][floor] = all->rolls[0][i];
        if (out->rolls_n > 8) {
            out->rolls[1][floor] = all->rolls[1][i];
        }
        if (out->has_tries) {
            unsigned demand = 3 - (unsigned)(all->facts[i] >> FL_CLASSIC_BATCH_CRITERION & 0xff);
            self->work->open[floor] = (uint8_t)fl_popcount_sum(all->open[demand][i]);
        }
        if (out->wants_cells) {
            write_cells(self, all, i);
        }
    }
}

void fl_kernel_scalar_finish_run(fl_kernel_scalar_finish *self, fl_kernel_scalar_layouts *layouts)
{
    const fl_kernel_scalar_rows *accepted = &layouts->accepted;
    assert(layouts->n <= FL_KERNEL_SCALAR_ROWS);
    judge(self->tables, layouts);
    collect(self, layouts);
    if (self->tables->has_specials) {
        find_secrets(self->tables, layouts);
        place_secrets(self, layouts);
    }
    for (unsigned j = 0; j < accepted->n; j++) {
        if (self->tables->has_specials) {
            place_specials(self, layouts, accepted->row[j]);
        } else {
            leave_bare(layouts, accepted->row[j]);
        }
    }
    write_floors(self, layouts);
}
