/* Pieces of likelihood ratios that stay exact when the counts reach 10^12.
 *
 * The logarithm of a beta or Dirichlet mixture over the likelihood of a given law is a difference of terms near 10^13
 * whose value is often near 1. Here those terms are cancelled by algebra, before any rounding. With x = count + shape,
 * N = n + mass, and lgamma written as Stirling's main part plus a rest r(z):
 *
 *   log E = sum over cells { D(x, N p) - D(shape, mass p) - log(1 + count/shape) / 2 + r(x) - r(shape) }
 *           + log(1 + n/mass) / 2 - r(N) + r(mass),        D(x, M) = x log(x/M) + M - x >= 0.
 *
 * Every D is a product of positive numbers of full precision once M - x is known exactly, so callers pass the excess
 * n p - count, not only p. */
#ifndef FL_ANALYSIS_STAT_LOGSPACE_H
#define FL_ANALYSIS_STAT_LOGSPACE_H

/* log(e^a + e^b); -INFINITY and INFINITY are values like others. */
double fl_stat_logspace_add(double a, double b);

/* lgamma(z) - ((z - 1/2) log z - z + log(2 pi) / 2), for z > 0. */
double fl_stat_logspace_rest(double z);

/* D(x, M) of x >= 0 and M = x + excess >= 0. `expected` is M again (it may be a little off, excess may not). INFINITY
 * for x > 0 = M. */
double fl_stat_logspace_deviance(double x, double expected, double excess);

typedef struct fl_logspace_cell {
    double count;  /* how often it was seen */
    double shape;  /* the prior's parameter; 0 = the prior gives this cell no chance */
    double p;      /* the chance that is judged */
    double excess; /* n p - count, as exactly as can be */
} fl_logspace_cell;

/* The braces above: what a cell adds to log E, of n counts in all and a prior whose shapes sum to `mass`. */
double fl_stat_logspace_gain(const fl_logspace_cell *cell, double n, double mass);

/* What remains of log E beside the cells. */
double fl_stat_logspace_frame(double n, double mass);

#endif
