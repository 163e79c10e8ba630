/* How far two distributions are apart: total variation, and Jensen-Shannon distance.
 *
 * Both are metrics in 0…1. The intervals are made of them being metrics: the distance of two samples differs from that
 * of their laws by at most the distances of each sample from its own law, which the Dirichlet sequence bounds
 * (dirichlet.h). They hold at finite n, at every n at once and at the ends of the range, where a bootstrap fails: the
 * distance of two samples of one law is biased upwards and its spread is not normal. The price is width. */
#ifndef FL_ANALYSIS_STAT_DISTANCE_H
#define FL_ANALYSIS_STAT_DISTANCE_H

#include "analysis/stat/dirichlet.h"
#include "analysis/stat/interval.h"

typedef struct fl_distance {
    double found;       /* between the shares */
    fl_interval limits; /* for the distance between the laws */
} fl_distance;

/* Half the sum of |p - q|. */
double fl_stat_distance_variation(const double *p, const double *q, size_t cells);

/* Square root of the Jensen-Shannon divergence in bits. */
double fl_stat_distance_shannon(const double *p, const double *q, size_t cells);

/* A sample and a law; `prior` as for the sample's claim. 0…1 without floors. */
fl_distance fl_stat_distance_variation_from(const fl_dirichlet_prior *prior, const fl_dirichlet_count *found,
                                            const double *law, double alpha);

/* Two samples over the same cells; each of them takes half of alpha. */
fl_distance fl_stat_distance_variation_between(const fl_dirichlet_count *a, const fl_dirichlet_count *b,
                                               double alpha);
fl_distance fl_stat_distance_shannon_between(const fl_dirichlet_count *a, const fl_dirichlet_count *b,
                                             double alpha);

#endif
