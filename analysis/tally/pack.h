/* Tallies as compact bytes, for checkpoints: runs of zeros are skipped, numbers take as many bytes as they need. */
#ifndef FL_ANALYSIS_TALLY_PACK_H
#define FL_ANALYSIS_TALLY_PACK_H

#include "analysis/tally/tally.h"
#include "gen/base/text.h"

/* Appends a tally. */
void fl_tally_pack_add(const fl_tally *tally, fl_text *out);

/* A place in packed bytes. */
typedef struct fl_tally_pack_reader {
    const unsigned char *at, *end;
} fl_tally_pack_reader;

/* Reads a tally of the same plan; FL_ERR_DAMAGED when the bytes are none. */
FL_NODISCARD fl_err fl_tally_pack_read(fl_tally_pack_reader *self, fl_tally *out);

/* Single numbers, in the same form. */
void fl_tally_pack_add_number(uint64_t number, fl_text *out);
FL_NODISCARD fl_err fl_tally_pack_read_number(fl_tally_pack_reader *self, uint64_t *out);

#endif
