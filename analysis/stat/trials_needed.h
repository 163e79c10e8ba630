/* How much longer? */
#ifndef FL_ANALYSIS_STAT_TRIALS_NEEDED_H
#define FL_ANALYSIS_STAT_TRIALS_NEEDED_H

#include <stdbool.h>

/* A yes-or-no question about `scale` times as much data. */
typedef bool (*fl_trials_needed_question)(const void *data, double scale);

/* The smallest scale in first…most at which the answer is yes, to one part in a thousand; INFINITY where it is no up to
 * there. The answer should change once: a no between two yes is not found. */
double fl_stat_trials_needed_scale(fl_trials_needed_question is_yes, const void *data, double first,
                                   double most);

#endif
