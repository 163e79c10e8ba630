/* The block in front of a result file: 512 bytes of text that say what follows and carry its checksum.
 *
 *     floorlab-run 1                                   kind, version of the layout
 *     size 00000000000000012345                        of the whole file, in bytes
 *     xxh3-128 0123456789abcdef0123456789abcdef        of all bytes behind the block
 *
 * HDF5 calls it a user block and skips it. Every byte of it is checked, the padding too. */
#ifndef FL_ANALYSIS_STORE_CHECKSUM_BLOCK_H
#define FL_ANALYSIS_STORE_CHECKSUM_BLOCK_H

#include "gen/base/diag.h"

enum { FL_STORE_CHECKSUM_SIZE = 512 };

/* Writes the block of an open file whose other bytes are complete. */
FL_NODISCARD fl_err fl_store_checksum_put(int file, const char *path, fl_diag *diag);

/* Whether an open file is what its block says. FL_ERR_FORMAT: no result file; FL_ERR_VERSION: of another version;
 * FL_ERR_DAMAGED: truncated, or its bytes changed. */
FL_NODISCARD fl_err fl_store_checksum_check(int file, const char *path, fl_diag *diag);

#endif
