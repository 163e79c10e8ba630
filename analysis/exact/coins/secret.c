/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Division of a layout's chance among the cells of the secret room (gen/classic/RULES.md, "Secret room").
 *
 * All of n tries among `area` cells miss k good ones with the chance (1 - k / area)^n; a hit is uniform over
 * the k. So the shares only depend on how many cells meet each demand; they are computed as exact fractions
 * and rounded down once. */
#include "analysis/exact/coins/coins_private.h"

#include <gmp.h>

/* Computes the shares of the tries for one demand. left / of is the chance that nothing was found before;
 * afterwards, that nothing is found yet. */
static fl_board share_out(const fl_classic_terms *terms, unsigned cells, mpz_t left, mpz_t total)
{
    mpz_t all, missed, share;
    mpz_inits(all, missed, share, NULL);
    mpz_ui_pow_ui(all, terms->secret_area, terms->secret_tries);
    mpz_ui_pow_ui(missed, terms->secret_area - cells, terms->secret_tries);
    mpz_sub(share, all, missed);
    mpz_mul(share, share, left);
    mpz_mul_2exp(share, share, FL_COINS_SHARE_BITS);
    mpz_mul(left, left, missed);
    mpz_mul(total, total, all);
    mpz_fdiv_q(share, share, total);
    mpz_fdiv_q_ui(share, share, cells);
    uint64_t word[2] = {0, 0};
    mpz_export(word, NULL, -1, sizeof word[0], 0, 0, share);
    fl_board out = (fl_board)word[1] << 64 | word[0];
    mpz_clears(all, missed, share, NULL);
    return out;
}

void fl_coins_secret_find(const fl_classic_terms *terms, const fl_coins_leaf *leaf,
                          fl_coins_secret_cache *cache, fl_coins_secret *out)
{
    fl_board forbidden = terms->secret_forbids_boss_only ? fl_board_cell(leaf->boss) : leaf->place.ends;
    fl_board empty = terms->secret_cells & ~leaf->place.filled & ~fl_board_near(forbidden);
    fl_board_degrees(leaf->place.filled, out->at_least);
    uint32_t key = 0;
    for (unsigned i = 0; i < 3; i++) {
        out->open[i] = empty & out->at_least[2 - i];
        out->n[i] = fl_board_count(out->open[i]);
        key = key << 8 | out->n[i];
    }
    key++;
    uint32_t at = key * 2654435761u >> 18;
    while (cache->entry[at].key != key && cache->entry[at].key != 0) {
        at = (at + 1) % FL_COINS_SECRET_CACHE;
    }
    if (cache->entry[at].key == 0) {
        mpz_t left, total;
        mpz_init_set_ui(left, 1);
        mpz_init_set_ui(total, 1);
        cache->entry[at].all = 0;
        for (unsigned i = 0; i < 3; i++) {
            bool counts = 3 - i >= terms->secret_weakest && out->n[i] > 0;
            cache->entry[at].cell[i] = counts ? share_out(terms, out->n[i], left, total) : 0;
            cache->entry[at].all += cache->entry[at].cell[i] * out->n[i];
        }
        mpz_clears(left, total, NULL);
        cache->entry[at].key = key;
    }
    out->shares = &cache->entry[at];
}
