/* Reading one entry of a claims file. What the entry says about populations and other claims is looked up later, when
 * all files are read (book.h). */
#ifndef FL_ANALYSIS_CLAIM_CLAIM_READ_H
#define FL_ANALYSIS_CLAIM_CLAIM_READ_H

#include "analysis/claim/claim.h"

/* Reads an entry; every complaint names file and line. */
FL_NODISCARD fl_err fl_claim_read(fl_claim *self, fl_yaml *yaml, const fl_yaml_node *node, fl_diag *diag);

/* The metric of a name, clustering_room included. */
FL_NODISCARD fl_err fl_claim_read_metric(fl_yaml *yaml, const fl_yaml_node *node, unsigned *out,
                                         fl_diag *diag);

/* "confirmed", "refuted" or "undecided". */
FL_NODISCARD fl_err fl_claim_read_verdict(fl_yaml *yaml, const fl_yaml_node *node, fl_verdict *out,
                                          fl_diag *diag);

#endif
