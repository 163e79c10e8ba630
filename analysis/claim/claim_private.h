/* What the files of this folder share and nobody outside needs. */
#ifndef FL_ANALYSIS_CLAIM_CLAIM_PRIVATE_H
#define FL_ANALYSIS_CLAIM_CLAIM_PRIVATE_H

#include "analysis/claim/claim.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A set of whole numbers as documents name them: 7, 8, 50..59. */

/* Adds "7" or "7..8", 0 at the least. FL_ERR_INPUT for what is neither, and beyond 64 pieces. */
FL_NODISCARD fl_err fl_claim_value_set_add(fl_value_set *self, const char *text);

bool fl_claim_value_set_has(const fl_value_set *self, int64_t value);

/* The smallest and the largest number of a set that has any. */
fl_value_set_piece fl_claim_value_set_span(const fl_value_set *self);

/* "7, 8, 50…59" */
void fl_claim_value_set_print(const fl_value_set *self, fl_text *out);

/* A claim: what a document says about floors, in a form that can be counted and judged.
 *
 * One entry of a claims file (data/claims). What is counted is an event (its trials are what the event counts) or a
 * metric; a metric with `values` is the event that it takes one of them. All texts are borrowed from the file's YAML. */

#define FL_CLAIM_NO_EVENT "none" /* a floor_event: what a player sees is no question here */

/* Whether hits among trials are counted, and not a whole distribution or a mean. */
bool fl_claim_is_chance(const fl_claim *self);

/* What a tally holds about a claim. */

/* The histogram of a metric. */
typedef struct fl_claim_counts {
    const uint64_t *count; /* borrowed */
    uint32_t bins;
    uint64_t over_n; /* values that have no bin */
} fl_claim_counts;

/* False: the tally does not count it. */
bool fl_claim_counts_find(fl_claim_counts *self, const fl_tally *tally, unsigned metric);

/* Trials and hits of an event of that name. False: the tally does not count it. */
bool fl_claim_counts_event(const fl_tally *tally, const char *name, uint64_t *hits, uint64_t *trials);

/* The same of a claim about a chance. */
bool fl_claim_counts_chance(const fl_claim *claim, unsigned metric, const fl_tally *tally, uint64_t *hits,
                            uint64_t *trials);

/* Few cells for a metric of many values, so that two samples can be compared soon.
 *
 * Every cell costs evidence, and which values occur is not known before: the cells are chosen from the counts
 * themselves. That is paid for: there are FL_BINNING_CELLS × bins² ways to cut (first value, width, number of cells), and
 * each is judged at its share of alpha, so the promise holds for whichever was chosen, at every n at once. */

enum { FL_BINNING_CELLS = 12 };

typedef struct fl_binning {
    uint32_t first, width; /* cell i begins at first + i × width; the outer cells reach to the ends */
    unsigned cells_n;
    double share; /* of alpha */
} fl_binning;

/* Cells that most of both samples fall into; their bins are as many. Without any count one cell. */
void fl_claim_binning_choose(fl_binning *self, const fl_claim_counts *a, const fl_claim_counts *b,
                             const fl_value_set *given);

/* Puts a sample into the cells; only values in `given` where there are any. */
void fl_claim_binning_fill(const fl_binning *self, const fl_claim_counts *sample, const fl_value_set *given,
                           uint64_t out[FL_BINNING_CELLS]);

/* Documents and public programs, and citations of them. */

/* Adds the rows of a list; `yaml` has to live as long as the list of sources. */
FL_NODISCARD fl_err fl_claim_source_list_add(fl_claim_source_list *self, fl_yaml *yaml,
                                             const fl_yaml_node *list, fl_diag *diag);

/* Refuses a node whose text cites no known source, with the nearest name; *out is the first one cited. */
FL_NODISCARD fl_err fl_claim_source_list_check(const fl_claim_source_list *self, fl_yaml *yaml,
                                               const fl_yaml_node *node, const fl_claim_source **out,
                                               fl_diag *diag);

/* Reading one entry of a claims file. What the entry says about populations and other claims is looked up later, when
 * all files are read (book.h). */

/* Reads an entry; every complaint names file and line. */
FL_NODISCARD fl_err fl_claim_read(fl_claim *self, fl_yaml *yaml, const fl_yaml_node *node, fl_diag *diag);

/* The metric of a name, clustering_room included. */
FL_NODISCARD fl_err fl_claim_read_metric(fl_yaml *yaml, const fl_yaml_node *node, unsigned *out,
                                         fl_diag *diag);

/* "confirmed", "refuted" or "undecided". */
FL_NODISCARD fl_err fl_claim_read_verdict(fl_yaml *yaml, const fl_yaml_node *node, fl_verdict *out,
                                          fl_diag *diag);

/* All claims that are judged together: files of claims, the populations they are about, and the rows of the table: one
 * for each claim, population and metric.
 *
 * Files are added one by one; populations may be used by all of them. rows.h then makes the rows. */

/* A claim of an id, NULL if there is none. */
const fl_claim *fl_claim_set_find(const fl_claim_set *self, const char *id);

/* One row of the table, judged from what was counted. */

FL_NODISCARD fl_err fl_claim_judge_row(const fl_claim_judge *self, fl_claim_judge_result *out, fl_diag *diag);

/* Documented numbers as they are written, exactly: 5/14, 0.25 (read as 25/100), 3. */

/* Whether the fractions sum to 1, without rounding. */
bool fl_claim_fraction_is_whole(const fl_fraction *part, size_t n);

#endif
