/* The draws are those of classic.c, in its order, by arithmetic instead of branches where chance decides. One that comes
 * close to being drawn again leaves its floor to the reference, as in the vector kernel. */
#include "gen/classic/classic_scalar_finish.h"

#include "gen/core/pcg.h"
#include "gen/floor/gate.h"

/* A layout that becomes a floor. */
typedef struct work {
    const fl_classic_setup *setup;
    fl_pcg rng;
    uint32_t closest; /* how near a draw came to being drawn again */
    unsigned ends;    /* rooms left in the list of end rooms */
    uint64_t facts;
    unsigned open; /* cells that met the secret room's criterion */
    uint64_t gates[2];
    uint32_t placed;              /* gates that got a room, as bits */
    uint8_t pick[FL_BATCH_PICKS]; /* which end room was drawn: shop, treasure room, gates */
} work;

/* The end rooms, and how many. */
static void find_leaves(const fl_classic_setup *setup, fl_classic_scalar_layouts *all)
{
    const fl_chequer sides = setup->sides;
    const uint64_t start = setup->start;
    for (unsigned i = 0; i < all->n; i++) {
        uint64_t even = all->board[0][i];
        uint64_t odd = all->board[1][i];
        uint64_t first = fl_classic_scalar_block_ones(&sides, 1, odd) & even & ~start;
        uint64_t second = fl_classic_scalar_block_ones(&sides, 0, even) & odd;
        all->leaves[0][i] = first;
        all->leaves[1][i] = second;
        all->list[i] = fl_classic_scalar_block_count(first, second);
    }
}

/* One half's cells that the secret room may take. */
static void find_cells(const fl_classic_setup *setup, unsigned half, fl_classic_scalar_layouts *all)
{
    const fl_chequer sides = setup->sides;
    const uint64_t cells = setup->secret_cells[half];
    const uint64_t *forbidden = setup->forbids_all ? all->leaves[!half] : all->bosses[!half];
    for (unsigned i = 0; i < all->n; i++) {
        uint64_t at_least[4];
        uint64_t empty = cells & ~all->board[half][i] & ~fl_chequer_near(&sides, !half, forbidden[i]);
        fl_chequer_degrees(&sides, !half, all->board[!half][i], at_least);
        all->fit[0][half][i] = empty & at_least[2];
        all->fit[1][half][i] = empty & at_least[1];
        all->fit[2][half][i] = empty & at_least[0];
    }
}

static void find_secrets(const fl_classic_setup *setup, fl_classic_scalar_layouts *all)
{
    find_cells(setup, 0, all);
    find_cells(setup, 1, all);
    for (unsigned demand = 0; demand < 3; demand++) {
        for (unsigned i = 0; i < all->n; i++) {
            all->open[demand][i] =
                fl_classic_scalar_block_count(all->fit[demand][0][i], all->fit[demand][1][i]);
        }
    }
}

/* The byte of running sums, at most 127 in each, in which the n-th thing is, as a shift. */
static inline unsigned find_byte(uint64_t sums, unsigned n)
{
    uint64_t past = (sums + (127 - n) * FL_CLASSIC_SCALAR_BYTES) & 0x80 * FL_CLASSIC_SCALAR_BYTES;
    return (unsigned)__builtin_ctzll(past) & 56;
}

/* The n-th place of both halves in turn; `bytes` are the cells in each byte. First the byte, then the half of it, then the
 * bit, each of which is made a byte for that. */
static unsigned nth(uint64_t bytes, uint64_t first, uint64_t second, unsigned n)
{
    static const uint8_t bits_of[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
    const uint64_t spread = 0x0000200040008001u;
    const uint64_t lone = 0x0001000100010001u;
    uint64_t sums = bytes * FL_CLASSIC_SCALAR_BYTES;
    unsigned at = find_byte(sums, n);
    n -= (unsigned)(sums << 8 >> at) & 0xff;
    unsigned before = bits_of[first >> at & 15] + bits_of[second >> at & 15];
    unsigned is_later = n >= before;
    at += 4 * is_later;
    n -= before & -is_later;
    uint64_t places = ((first >> at & 15) * spread & lone) | ((second >> at & 15) * spread & lone) << 8;
    return 2 * at + find_byte(places * FL_CLASSIC_SCALAR_BYTES, n) / 8;
}

/* A draw against a bound up to FL_CLASSIC_SETUP_RARE, or none at all: the upper half is the number. */
static inline uint64_t draw_if(work *w, unsigned is_drawn, uint32_t bound)
{
    uint64_t before = w->rng.state;
    uint64_t product = (uint64_t)fl_pcg_next(&w->rng) * bound;
    uint32_t low = (uint32_t)product | (is_drawn - 1);
    w->closest = low < w->closest ? low : w->closest;
    w->rng.state = before ^ ((w->rng.state ^ before) & -(uint64_t)is_drawn);
    return product;
}

static inline uint64_t draw(work *w, uint32_t bound)
{
    return draw_if(w, 1, bound);
}

/* Decides the demand, 0 = none: fl_classic_secret_find in 32 bits. Draws near a limit are left to it. */
static unsigned decide(work *w, const unsigned open[3])
{
    const fl_classic_setup *setup = w->setup;
    uint32_t draw_of = fl_pcg_next(&w->rng);
    uint64_t left = UINT32_MAX;
    unsigned criterion = 0;
    for (unsigned i = 0; i < 3; i++) {
        if (3 - i >= setup->weakest) {
            left = i == 0 ? setup->miss[open[0]] : left * setup->miss[open[i]] >> 32;
        }
        bool is_close = (uint64_t)draw_of - left + FL_CLASSIC_SETUP_RARE < 2ull * FL_CLASSIC_SETUP_RARE;
        w->closest = is_close ? 0 : w->closest;
        criterion += draw_of >= left;
    }
    return criterion;
}

/* The secret room of layout number i; false if there is none. */
static bool place_secret(work *w, const fl_classic_scalar_layouts *all, unsigned i)
{
    const unsigned open[3] = {fl_classic_scalar_block_sum(all->open[0][i]),
                              fl_classic_scalar_block_sum(all->open[1][i]),
                              fl_classic_scalar_block_sum(all->open[2][i])};
    if (open[3 - w->setup->weakest] == 0) {
        return false; /* nothing is drawn */
    }
    unsigned criterion = decide(w, open);
    if (criterion == 0) {
        return false;
    }
    unsigned demand = 3 - criterion;
    w->open = open[demand];
    unsigned n = (unsigned)(draw(w, open[demand]) >> 32);
    unsigned place = nth(all->open[demand][i], all->fit[demand][0][i], all->fit[demand][1][i], n);
    w->facts |= (uint64_t)(place - w->setup->shift) << FL_BATCH_SECRET |
                (uint64_t)criterion << FL_BATCH_CRITERION | (uint64_t)open[0] << FL_BATCH_BEST;
    return true;
}

/* Rolls a gate: fl_classic_special_gates. */
static inline void roll(work *w, const fl_classic_scalar_gate *gate)
{
    enum { WON = FL_GATE_ROLLED | FL_GATE_PASSED | FL_GATE_PLACED };
    unsigned number = gate->number;
    unsigned first = draw(w, gate->first_of) < gate->first_hits;
    unsigned second = 0;
    uint64_t flags = FL_GATE_ROLLED;
    if (gate->second_of > 0) {
        second = !first & (draw_if(w, !first, gate->second_of) < gate->second_hits);
        flags =
            second ? WON | FL_GATE_SECOND_ROLLED | FL_GATE_SECOND : FL_GATE_ROLLED | FL_GATE_SECOND_ROLLED;
    }
    flags = first ? WON | FL_GATE_FIRST : flags;
    w->gates[number / 8] |= flags << (number % 8 * 8);
    w->pick[2 + number] = (uint8_t)(draw_if(w, first | second, w->ends) >> 32);
    w->placed |= (first | second) << number;
    w->ends -= first | second;
}

/* Shop, treasure room and gates; false if there are too few end rooms. */
static bool place_specials(work *w, const fl_classic_scalar_finish *self)
{
    if (w->ends < 2) {
        return false;
    }
    for (unsigned i = 0; i < 2; i++) {
        w->pick[i] = (uint8_t)(draw(w, w->ends--) >> 32);
    }
    for (unsigned i = 0; i < self->gates_n; i++) {
        const fl_classic_scalar_gate *gate = &self->gates[i];
        if (w->ends == 0) {
            w->gates[0] |= gate->shut[0];
            w->gates[1] |= gate->shut[1];
            break;
        }
        roll(w, gate);
    }
    return true;
}

/* Cells of the rooms that were drawn from the list. */
static void write_cells(const fl_classic_scalar_finish *self, const work *w,
                        const fl_classic_scalar_layouts *all, unsigned i)
{
    uint8_t list[FL_CLASSIC_SCALAR_QUEUE];
    unsigned n = 0;
    fl_batch *out = self->out;
    for (unsigned at = 1; at < all->rooms[i]; at++) {
        unsigned room = all->queue[i][at] & 127;
        fl_classic_scalar_halves bit = self->queue->bit[room];
        list[n] = (uint8_t)(fl_classic_scalar_queue_place(room) - self->setup->shift);
        n += (bit[0] & all->leaves[0][i]) > 0 || (bit[1] & all->leaves[1][i]) > 0;
    }
    uint32_t placed = self->setup->has_specials ? w->placed << 2 | 3 : 0;
    for (unsigned pick = 0; pick < self->setup->gates_n + 2; pick++) {
        uint8_t *cell = &out->cell[pick][all->floor[i]];
        *cell = FL_BATCH_NOWHERE;
        if (placed >> pick & 1) {
            *cell = list[w->pick[pick]];
            n--;
            for (unsigned at = w->pick[pick]; at < n; at++) {
                list[at] = list[at + 1];
            }
        }
    }
}

static void write_floor(const fl_classic_scalar_finish *self, const work *w,
                        const fl_classic_scalar_layouts *all, unsigned i)
{
    fl_batch *out = self->out;
    unsigned floor = all->floor[i];
    bool is_shifted = self->setup->shift;
    unsigned boss = fl_classic_scalar_queue_place(all->boss[i]) - self->setup->shift;
    out->even[floor] = is_shifted ? all->board[1][i] : all->board[0][i];
    out->odd[floor] = is_shifted ? all->board[0][i] >> 1 : all->board[1][i];
    out->facts[floor] =
        w->facts | (uint64_t)boss << FL_BATCH_END | (uint64_t)self->attempt << FL_BATCH_ATTEMPTS;
    out->gates[0][floor] = w->gates[0];
    out->gates[1][floor] = w->gates[1];
    self->notes->open[floor] = (uint8_t)w->open;
    if (out->wants_cells) {
        write_cells(self, w, all, i);
    }
}

/* One layout. */
static void finish(fl_classic_scalar_finish *self, const fl_classic_scalar_layouts *all, unsigned i)
{
    const fl_classic_setup *setup = self->setup;
    fl_classic_kernel_floors *floors = &self->notes->floors;
    unsigned floor = all->floor[i];
    unsigned list = fl_classic_scalar_block_sum(all->list[i]);
    work w = {.setup = setup,
              .rng = {floors->state[floor], floors->increment[floor]},
              .closest = UINT32_MAX,
              .ends = list - 1,
              .facts = (uint64_t)list << FL_BATCH_ENDS};
    bool is_accepted = list >= setup->ends && (all->bosses[1][i] & setup->unfit) == 0;
    if (is_accepted && setup->has_specials) {
        is_accepted = place_secret(&w, all, i) && place_specials(&w, self);
    } else {
        w.facts |= (uint64_t)FL_BATCH_NOWHERE << FL_BATCH_SECRET;
    }
    floors->state[floor] = w.rng.state;
    if (w.closest < FL_CLASSIC_SETUP_RARE) {
        self->out->even[floor] = self->out->odd[floor] = 0;
        self->notes->rare[self->notes->rare_n++] = (uint16_t)floor;
    } else if (is_accepted) {
        write_floor(self, &w, all, i);
    } else {
        self->refused[self->refused_n++] = (uint16_t)floor;
    }
}

void fl_classic_scalar_finish_init(fl_classic_scalar_finish *self)
{
    uint64_t shut[2] = {0, 0};
    fl_classic_scalar_gate *to = &self->gate[FL_CLASSIC_GATES];
    for (unsigned i = self->setup->gates_n; i-- > 0;) {
        const fl_classic_gate *from = &self->setup->gate[i];
        if (from->is_open) {
            shut[i / 8] |= (uint64_t)FL_GATE_NO_DEAD_END << (i % 8 * 8);
            *--to = (fl_classic_scalar_gate){.number = i,
                                             .first_of = from->first_of,
                                             .second_of = from->second_of,
                                             .first_hits = (uint64_t)from->first_hits << 32,
                                             .second_hits = (uint64_t)from->second_hits << 32,
                                             .shut = {shut[0], shut[1]}};
        }
    }
    self->gates = to;
    self->gates_n = (unsigned)(&self->gate[FL_CLASSIC_GATES] - to);
}

void fl_classic_scalar_finish_run(fl_classic_scalar_finish *self, fl_classic_scalar_layouts *layouts)
{
    find_leaves(self->setup, layouts);
    if (self->setup->has_specials) {
        find_secrets(self->setup, layouts);
    }
    for (unsigned i = 0; i < layouts->n; i++) {
        finish(self, layouts, i);
    }
}
