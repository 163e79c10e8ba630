/* A documented chance as an exact fraction: 1/7, 98/125, 0/1.
 *
 * The distance of a count from what the fraction lets expect is formed in 128-bit integers: at 10^12 trials a rounded
 * product would be off by more than the distance may be. */
#ifndef FL_ANALYSIS_STAT_RATIO_H
#define FL_ANALYSIS_STAT_RATIO_H

#include <stdint.h>

__extension__ typedef __int128 fl_fraction_wide;

typedef struct fl_fraction {
    uint64_t num, den; /* den > 0; a chance has num <= den */
} fl_fraction;

static inline double fl_stat_fraction_value(fl_fraction self)
{
    return (double)self.num / (double)self.den;
}

/* 1 - the chance. */
static inline double fl_stat_fraction_rest(fl_fraction self)
{
    return (double)(self.den - self.num) / (double)self.den;
}

/* trials × chance - hits, rounded once at the end. Both counts below 2^63. */
static inline double fl_stat_fraction_excess(fl_fraction self, uint64_t hits, uint64_t trials)
{
    fl_fraction_wide expected = (fl_fraction_wide)trials * (fl_fraction_wide)self.num;
    fl_fraction_wide found = (fl_fraction_wide)hits * (fl_fraction_wide)self.den;
    return (double)(expected - found) / (double)self.den;
}

#endif
