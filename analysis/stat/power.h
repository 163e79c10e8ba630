/* What a number of trials can find out, before they are made. All of it for claims about a chance, and for looking once,
 * at the end: who stops as soon as there is a verdict has at least this power. */
#ifndef FL_ANALYSIS_STAT_POWER_H
#define FL_ANALYSIS_STAT_POWER_H

#include "analysis/stat/verdict.h"

/* The numbers of hits that refute: below.hits and fewer, above and more. */
typedef struct fl_power_region {
    double lo; /* -1: no number of hits is too small */
    double hi; /* trials + 1: none is too large */
} fl_power_region;

fl_power_region fl_stat_power_refuting(const fl_stat_claim *claim, uint64_t trials);

/* The chance that so many trials refute the claim if `truth` is the real chance. */
double fl_stat_power_at(const fl_stat_claim *claim, uint64_t trials, double truth);

/* Minimum detectable effect: the chances nearest to the documented one, below and above, that so many trials refute with
 * this power. NAN where there is none on that side. */
fl_interval fl_stat_power_detectable(const fl_stat_claim *claim, uint64_t trials, double power);

/* Trials that refute the claim with this power if `truth` is the real chance; INFINITY when none do. */
double fl_stat_power_trials(const fl_stat_claim *claim, double truth, double power);

/* Trials that confirm the claim with this chance at least if the documented value is the real chance. */
double fl_stat_power_confirming(const fl_stat_claim *claim, double chance);

#endif
