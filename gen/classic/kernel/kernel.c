/* SPDX-License-Identifier: MIT */
/* Choosing the kernel's build; floors it left to the reference; the secret room's tries. */
#include "gen/classic/kernel/kernel.h"

#include "gen/classic/kernel/scalar.h"

#include <string.h>

enum { TRIES_STREAM = 1 };

static fl_kernel_vector_make *kernel_of(fl_backend backend)
{
#if defined(__x86_64__)
    if (backend == FL_BACKEND_AVX512) {
        return fl_kernel_vector_avx512;
    }
    if (backend == FL_BACKEND_AVX2) {
        return fl_kernel_vector_avx2;
    }
#endif
    (void)backend;
    return fl_kernel_scalar_make;
}

static unsigned cell_of(unsigned board_cell)
{
    return FL_BOARD_COLUMNS * (board_cell / FL_BOARD_STRIDE) + board_cell % FL_BOARD_STRIDE - 1;
}

/* What is the same for all floors. */
static void describe(const fl_classic_rules *rules, fl_classic_batch *out)
{
    static const uint8_t always[] = {FL_KIND_START, FL_KIND_BOSS, FL_KIND_SECRET, FL_KIND_SHOP,
                                     FL_KIND_TREASURE};
    out->start = cell_of(rules->start);
    out->has_specials = rules->value[FL_CLASSIC_SPECIALS] != 0;
    out->has_tries = out->has_specials && rules->value[FL_CLASSIC_SECRET_COUNT];
    out->has_target = rules->value[FL_CLASSIC_ROOMS] > 0 || rules->value[FL_CLASSIC_MIN_ROOMS] <= 0 ||
                      rules->value[FL_CLASSIC_MAX_ROOMS] <= 0;
    out->gates_n = out->has_specials ? rules->gates_n : 0;
    out->kinds_n = out->has_specials ? 5 : 2;
    memcpy(out->kind, always, sizeof always);
    for (unsigned i = 0; i < out->gates_n; i++) {
        out->gate_kind[i] = (uint8_t)rules->gates[0][i].kind;
    }
    out->failed_n = 0;
    for (unsigned i = 0; i < FL_CLASSIC_BATCH_SPARE; i++) {
        out->even[out->n + i] = out->odd[out->n + i] = out->facts[out->n + i] = 0;
        out->gates[0][out->n + i] = out->gates[1][out->n + i] = 0;
    }
}

static uint8_t cell_of_kind(const fl_classic_board *plan, unsigned kind)
{
    for (unsigned i = 0; i < plan->cells_n; i++) {
        if (plan->kind[plan->cells[i]] == kind) {
            return (uint8_t)cell_of(plan->cells[i]);
        }
    }
    return FL_CLASSIC_BATCH_NOWHERE;
}

/* A failed floor has no rooms and no flags. */
static void clear(unsigned i, fl_classic_batch *out)
{
    out->even[i] = out->odd[i] = out->gates[0][i] = out->gates[1][i] = 0;
    for (unsigned pick = 0; pick < out->gates_n + 2; pick++) {
        out->cell[pick][i] = FL_CLASSIC_BATCH_NOWHERE;
    }
}

/* A floor of the reference into the columns. */
static void write_plan(const fl_classic_board *plan, unsigned i, fl_classic_batch *out)
{
    clear(i, out);
    for (unsigned room = 0; room < plan->grown_n; room++) {
        unsigned cell = cell_of(plan->cells[room]);
        uint64_t *half = cell % 2 ? out->odd : out->even;
        half[i] |= 1ull << (cell / 2);
    }
    uint64_t secret = plan->secret == FL_CLASSIC_NOWHERE ? FL_CLASSIC_BATCH_NOWHERE : cell_of(plan->secret);
    out->facts[i] = (uint64_t)cell_of(plan->boss) << FL_CLASSIC_BATCH_END |
                    secret << FL_CLASSIC_BATCH_SECRET |
                    (uint64_t)plan->secret_criterion << FL_CLASSIC_BATCH_CRITERION |
                    (uint64_t)plan->secret_best << FL_CLASSIC_BATCH_BEST |
                    (uint64_t)plan->list_n << FL_CLASSIC_BATCH_ENDS |
                    (uint64_t)plan->attempts << FL_CLASSIC_BATCH_ATTEMPTS;
    out->tries[i] = plan->secret_tries;
    for (unsigned gate = 0; gate < out->gates_n; gate++) {
        out->gates[gate / 8][i] |= (uint64_t)plan->gate[gate] << (gate % 8 * 8);
        out->cell[2 + gate][i] = cell_of_kind(plan, out->gate_kind[gate]);
    }
    out->cell[0][i] = cell_of_kind(plan, FL_KIND_SHOP);
    out->cell[1][i] = cell_of_kind(plan, FL_KIND_TREASURE);
}

static void make_rare(const fl_kernel_job *job, fl_kernel *scratch, fl_classic_batch *out)
{
    for (unsigned i = 0; i < scratch->notes.rare_n; i++) {
        unsigned floor = scratch->notes.rare[i];
        fl_key own = *job->key;
        own.index = out->first + floor;
        if (job->reference(job->rules, &own, &scratch->plan)) {
            write_plan(&scratch->plan, floor, out);
        } else {
            clear(floor, out);
            out->facts[floor] = (uint64_t)scratch->plan.attempts << FL_CLASSIC_BATCH_ATTEMPTS;
            out->failed_n++;
        }
    }
}

/* A stream of its own per floor, as many draws as there were tries: nothing for lanes. */
static void draw_tries(const fl_kernel_job *job, const fl_kernel *scratch, fl_classic_batch *out)
{
    for (unsigned i = 0; i < out->n; i++) {
        fl_pcg side;
        fl_key own = *job->key;
        fl_classic_secret found = {.criterion = fl_classic_batch_fact_of(out, i, FL_CLASSIC_BATCH_CRITERION)};
        if (!fl_classic_batch_is_failed(out, i)) {
            own.index = out->first + i;
            found.open[3 - found.criterion] = scratch->notes.open[i];
            fl_key_stream(&own, TRIES_STREAM, &side);
            out->tries[i] = fl_classic_secret_draw_tries(job->rules, &found, &side);
        }
    }
}

void fl_kernel_fill(const fl_kernel_job *job, fl_kernel *scratch, fl_classic_batch *out)
{
    describe(job->rules, out);
    kernel_of(out->backend)(job->setup, job->key, out, &scratch->notes);
    if (out->has_tries) {
        draw_tries(job, scratch, out);
    }
    make_rare(job, scratch, out); /* last: it has its own tries */
}
