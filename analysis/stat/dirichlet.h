/* Evidence about a whole distribution that may be looked at after every floor: Dirichlet mixtures.
 *
 * The same as beta.h with more than two cells: E(p) is the Dirichlet mixture of the multinomial likelihoods over the
 * likelihood of p; it is an e-process for every p, so E reaches 1/alpha with chance alpha at most. A count in a cell of
 * chance 0 is infinite evidence. The prior is Dirichlet(1/2, …, 1/2) over all cells, with a declared part of it on a
 * Dirichlet around a documented distribution where there is one: every cell of the wide part costs (log n) / 2 of
 * evidence, the narrow part costs next to nothing.
 *
 * {p : E(p) < 1/alpha} lies inside {p : n KL(found, p) < reach}, reach = log(1/alpha) - log E(found). */
#ifndef FL_ANALYSIS_STAT_DIRICHLET_H
#define FL_ANALYSIS_STAT_DIRICHLET_H

#include <stddef.h>
#include <stdint.h>

/* Counts by cell. `scale` is 1; others ask what the same shares would say of that many times the floors. */
typedef struct fl_dirichlet_count {
    const uint64_t *count; /* borrowed */
    size_t cells;
    double scale;
} fl_dirichlet_count;

typedef struct fl_dirichlet_prior {
    const double *centre; /* borrowed; [cells], sums to 1; NULL = only the wide part */
    double part;          /* of the prior around the centre, 0…1 */
    double mass;          /* sum of the narrow part's parameters: how many floors it is worth */
} fl_dirichlet_prior;

fl_dirichlet_prior fl_stat_dirichlet_wide(void);

/* Part `part` of the prior on a Dirichlet around `centre` that lies about `spread` from it in total variation. Only wide
 * with spread or part 0. */
fl_dirichlet_prior fl_stat_dirichlet_around(const double *centre, size_t cells, double spread, double part);

double fl_stat_dirichlet_total(const fl_dirichlet_count *found);

/* log E of the distribution p (sums to 1 but for rounding). */
double fl_stat_dirichlet_log_e(const fl_dirichlet_prior *prior, const fl_dirichlet_count *found,
                               const double *p);

/* log E of the shares found themselves: never above 0, and the smallest of all. */
double fl_stat_dirichlet_log_e_found(const fl_dirichlet_prior *prior, const fl_dirichlet_count *found);

/* How far, in total variation, the true distribution can be from the shares found: at all n at once with 1 - alpha. By
 * Pinsker's inequality sqrt(reach / (2 n)), at most 1. The Jensen-Shannon distance (base 2) has the same bound: its
 * square is at most KL / 2, cell by cell. */
double fl_stat_dirichlet_radius(const fl_dirichlet_prior *prior, const fl_dirichlet_count *found,
                                double alpha);

#endif
