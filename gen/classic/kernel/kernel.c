/* SPDX-License-Identifier: MIT */
/* Chooses the kernel of a backend, and does the work that kernels leave to the reference: rare floors, and
 * the tries of the secret room. */
#include "gen/classic/kernel/kernel.h"

#include "gen/classic/kernel/kernel_private.h"

#include <stdlib.h>
#include <string.h>

fl_err fl_kernel_prepare(const fl_classic_rules *rules, fl_kernel_tables **out)
{
    *out = malloc(sizeof **out);
    if (!*out) {
        return FL_ERR_MEMORY;
    }
    fl_kernel_tables_init(*out, rules);
    (*out)->backend = fl_backend_best();
    return FL_OK;
}

void fl_kernel_free(fl_kernel_tables *self)
{
    free(self);
}

unsigned fl_kernel_flash_pass(const fl_kernel_tables *tables, const fl_kernel_flash_wanted *wanted,
                              unsigned most, fl_pcg *rng)
{
#if defined(__x86_64__)
    if (tables->backend == FL_BACKEND_AVX512) {
        return fl_kernel_flash_avx512(tables, wanted, most, rng);
    }
    if (tables->backend == FL_BACKEND_AVX2) {
        return fl_kernel_flash_avx2(tables, wanted, most, rng);
    }
#endif
    return fl_kernel_flash_portable(tables, wanted, most, rng);
}

size_t fl_kernel_scratch_size(void)
{
    return sizeof(fl_kernel_scratch);
}

static fl_kernel_make *kernel_of(fl_backend backend)
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

/* Fills in the data shared by all floors. */
static void describe(const fl_classic_rules *rules, fl_classic_batch *out)
{
    static const uint8_t always[] = {FL_KIND_START, FL_KIND_BOSS, FL_KIND_SECRET, FL_KIND_SHOP,
                                     FL_KIND_TREASURE};
    out->start = cell_of(rules->start);
    out->has_specials = rules->value[FL_CLASSIC_SPECIALS] != 0;
    out->has_tries = out->has_specials && rules->value[FL_CLASSIC_SECRET_COUNT];
    out->has_target = rules->value[FL_CLASSIC_ROOMS] > 0 || rules->value[FL_CLASSIC_MIN_ROOMS] <= 0 ||
                      rules->value[FL_CLASSIC_MAX_ROOMS] <= 0;
    out->rolls_n = out->has_specials ? rules->rolls_n : 0;
    out->kinds_n = out->has_specials ? 5 : 2;
    memcpy(out->kind, always, sizeof always);
    for (unsigned i = 0; i < out->rolls_n; i++) {
        out->roll_kind[i] = (uint8_t)rules->rolls[0][i].kind;
    }
    out->failed_n = 0;
    for (unsigned i = 0; i < FL_CLASSIC_BATCH_SPARE; i++) {
        out->even[out->n + i] = out->odd[out->n + i] = out->facts[out->n + i] = 0;
        out->rolls[0][out->n + i] = out->rolls[1][out->n + i] = 0;
    }
}

static uint8_t cell_of_kind(const fl_classic_board *board, unsigned kind)
{
    for (unsigned i = 0; i < board->cells_n; i++) {
        if (board->kind[board->cells[i]] == kind) {
            return (uint8_t)cell_of(board->cells[i]);
        }
    }
    return FL_CLASSIC_BATCH_NOWHERE;
}

/* Clears a failed floor: no rooms and no flags. */
static void clear(unsigned i, fl_classic_batch *out)
{
    out->even[i] = out->odd[i] = out->rolls[0][i] = out->rolls[1][i] = 0;
    for (unsigned pick = 0; pick < out->rolls_n + 2; pick++) {
        out->cell[pick][i] = FL_CLASSIC_BATCH_NOWHERE;
    }
}

/* Writes a floor of the reference into the columns. */
static void write_board(const fl_classic_board *board, unsigned i, fl_classic_batch *out)
{
    clear(i, out);
    for (unsigned room = 0; room < board->grown_n; room++) {
        unsigned cell = cell_of(board->cells[room]);
        uint64_t *half = cell % 2 ? out->odd : out->even;
        half[i] |= 1ull << (cell / 2);
    }
    uint64_t secret = board->secret == FL_CLASSIC_NOWHERE ? FL_CLASSIC_BATCH_NOWHERE : cell_of(board->secret);
    out->facts[i] = (uint64_t)cell_of(board->boss) << FL_CLASSIC_BATCH_END |
                    secret << FL_CLASSIC_BATCH_SECRET |
                    (uint64_t)board->secret_criterion << FL_CLASSIC_BATCH_CRITERION |
                    (uint64_t)board->secret_best << FL_CLASSIC_BATCH_BEST |
                    (uint64_t)board->accepted_end_rooms_n << FL_CLASSIC_BATCH_ENDS |
                    (uint64_t)board->attempts << FL_CLASSIC_BATCH_ATTEMPTS;
    out->tries[i] = board->secret_tries;
    for (unsigned roll = 0; roll < out->rolls_n; roll++) {
        out->rolls[roll / 8][i] |= (uint64_t)board->roll[roll] << (roll % 8 * 8);
        out->cell[2 + roll][i] = cell_of_kind(board, out->roll_kind[roll]);
    }
    out->cell[0][i] = cell_of_kind(board, FL_KIND_SHOP);
    out->cell[1][i] = cell_of_kind(board, FL_KIND_TREASURE);
}

static void make_by_reference(const fl_kernel_job *job, fl_kernel_scratch *scratch, fl_classic_batch *out)
{
    for (unsigned i = 0; i < scratch->work.reference_n; i++) {
        unsigned floor = scratch->work.reference[i];
        fl_key floor_key = *job->key;
        floor_key.index = fl_classic_batch_number(out, floor);
        if (job->reference(job->rules, &floor_key, &scratch->board)) {
            write_board(&scratch->board, floor, out);
        } else {
            clear(floor, out);
            out->facts[floor] = (uint64_t)scratch->board.attempts << FL_CLASSIC_BATCH_ATTEMPTS;
            out->failed_n++;
        }
    }
}

/* Draws how many tries the secret room took. Not done in lanes: each floor has a separate stream for it, and
 * makes as many draws as there were tries. */
static void draw_tries(const fl_kernel_job *job, const fl_kernel_scratch *scratch, fl_classic_batch *out)
{
    for (unsigned i = 0; i < out->n; i++) {
        fl_pcg side;
        fl_key floor_key = *job->key;
        fl_classic_secret found = {.criterion = fl_classic_batch_fact_of(out, i, FL_CLASSIC_BATCH_CRITERION)};
        if (!fl_classic_batch_is_failed(out, i)) {
            floor_key.index = fl_classic_batch_number(out, i);
            found.open[3 - found.criterion] = scratch->work.open[i];
            fl_key_stream(&floor_key, FL_CLASSIC_TRIES_STREAM, &side);
            out->tries[i] = fl_classic_secret_draw_tries(job->rules, &found, &side);
        }
    }
}

void fl_kernel_fill(const fl_kernel_job *job, void *scratch_of, fl_classic_batch *out)
{
    fl_kernel_scratch *scratch = scratch_of;
    fl_bug_assert_sample(out->n > 0 && out->n <= FL_CLASSIC_BATCH_FLOORS, job->key, "");
    fl_bug_assert_sample(fl_kernel_fits(job->rules) || fl_kernel_fits_uncursed(job->rules), job->key, "");
    describe(job->rules, out);
    kernel_of(out->backend)(job->tables, job->key, out, &scratch->work);
    if (out->has_tries) {
        draw_tries(job, scratch, out);
    }
    make_by_reference(job, scratch, out); /* after draw_tries: the reference counts its own tries */
}
