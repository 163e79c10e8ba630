/* The digest of a run: what two runs of one experiment must agree in, whatever made them.
 *
 * The rule. XXH3-128 over, in this order: the experiment's identity text; the numbers `from` and `to` of the floors; for
 * each condition its floors, failed floors, all counts of the tally in the plan's order, and for each metric min, max,
 * argmin, argmax, the number, sum and sum of squares of values beyond the bins (low half first). Every number is 64 bits,
 * little end first. Neither threads, times, machines nor the version of the file take part. */
#ifndef FL_ANALYSIS_TALLY_DIGEST_H
#define FL_ANALYSIS_TALLY_DIGEST_H

#include "analysis/tally/tally.h"

enum { FL_DIGEST_TEXT = 33 };

/* Into 32 hexadecimal digits. */
FL_NODISCARD fl_err fl_tally_digest_make(const char *identity, const uint64_t range[2],
                                         const fl_tally *tallies, uint64_t conditions,
                                         char out[FL_DIGEST_TEXT]);

/* The digest of a text, for names of things. */
void fl_tally_digest_text(const char *text, size_t size, char out[FL_DIGEST_TEXT]);

#endif
