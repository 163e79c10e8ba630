/* G-tests of counts, for a number of floors that was set beforehand.
 *
 * G = 2 sum O log(O/E) against the chi-square law. Cells that expect fewer than FL_GOODNESS_LEAST are put together into
 * one; if that one still expects too few, the smallest of the other cells joins it. What is pooled depends on
 * expectations (one sample) or margins (several samples) only, never on where the counts fell. */
#ifndef FL_ANALYSIS_STAT_GOODNESS_H
#define FL_ANALYSIS_STAT_GOODNESS_H

#include <stddef.h>
#include <stdint.h>

enum { FL_GOODNESS_LEAST = 5 };

typedef struct fl_goodness {
    double g;
    size_t cells;   /* after pooling */
    size_t freedom; /* degrees of */
    double p;       /* 1 where there is nothing to compare */
    double log_p;
} fl_goodness;

/* Do the counts follow the probabilities p (which sum to 1)? A count where p is 0 gives g = INFINITY and p = 0. */
fl_goodness fl_stat_goodness_fit(const uint64_t *count, const double *p, size_t cells);

/* Do several samples over the same cells come from one law? `count` holds row after row. The sums of the whole table
 * stay below 2^63. */
fl_goodness fl_stat_goodness_same(const uint64_t *count, size_t rows, size_t cells);

/* Half the G of two samples without pooling: the logarithm of how much likelier two laws of their own make them. */
double fl_stat_goodness_half(const uint64_t *a, const uint64_t *b, size_t cells);

#endif
