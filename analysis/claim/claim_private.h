/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Shared by the files of this folder, in the order of a claim's processing: read, look up, count, bin,
 * judge. */
#ifndef FL_ANALYSIS_CLAIM_CLAIM_PRIVATE_H
#define FL_ANALYSIS_CLAIM_CLAIM_PRIVATE_H

#include "analysis/claim/claim.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* value_set.c */

/* Adds "7" or "7..8" of numbers >= 0. FL_ERR_INPUT for any other text, and beyond 64 pieces. */
FL_NODISCARD fl_err fl_claim_value_set_add(fl_value_set *self, const char *text);

bool fl_claim_value_set_has(const fl_value_set *self, int64_t value);

/* Returns the smallest and the largest number of a set that is not empty. */
fl_value_set_piece fl_claim_value_set_span(const fl_value_set *self);

/* "7, 8, 50…59" */
void fl_claim_value_set_print(const fl_value_set *self, fl_text *out);

/* claim.c */

#define FL_CLAIM_NO_EVENT                                                                                    \
    "none" /* as floor_event: nothing that a player sees on a floor belongs to the claim */

/* True if hits among trials are counted, rather than a whole distribution or a mean. */
bool fl_claim_is_chance(const fl_claim *self);

/* claim_read.c: reads one entry of a claims file. References to scenarios and other claims are resolved
 * after all files are read (claim_rows.c). */

/* Every error names file and line. */
FL_NODISCARD fl_err fl_claim_read(fl_claim *self, fl_yaml *yaml, const fl_yaml_node *node, fl_diag *diag);

/* "confirmed", "refuted" or "undecided". */
FL_NODISCARD fl_err fl_claim_read_verdict(fl_yaml *yaml, const fl_yaml_node *node, fl_verdict *out,
                                          fl_diag *diag);

/* indifferent.c */

/* Reads data/indifferent.yaml; once is enough. */
FL_NODISCARD fl_err fl_claim_indifferent_open(fl_claim_set *set, fl_diag *diag);

/* claim_set.c */

/* The claim with an id, NULL if there is none. */
const fl_claim *fl_claim_set_find(const fl_claim_set *self, const char *id);

/* counts_of.c: a tally's counts for a claim. */

/* Returns false if the tally does not count the metric. */
bool fl_claim_counts_find(fl_claim_counts *self, const fl_tally *tally, const char *metric);

/* Reads hits and trials of an event, or of one with an expression (NULL = built-in). Returns false if the
 * tally does not count it. */
bool fl_claim_counts_event(const fl_tally *tally, const char *name, const char *expression, uint64_t *hits,
                           uint64_t *trials);

/* Likewise for a claim about a chance, of an event or of a metric's values. */
bool fl_claim_counts_chance(const fl_claim_row *row, const fl_tally *tally, uint64_t *hits, uint64_t *trials);

/* independence.c */

/* True if a tally counts the pairs of a row. */
bool fl_claim_independence_has(const fl_claim_row *row, const fl_tally *tally);

/* Adds {"curse given library roll": {"true": [12, 40], "else": [31, 60]}}: hits and trials. */
void fl_claim_independence_add_json(const fl_claim_row *row, const fl_tally *tally, fl_text *out);

/* Judges all pairs together; `observed` is the largest difference. */
FL_NODISCARD fl_err fl_claim_independence_judge(const fl_claim_row *row, const fl_tally *tally,
                                                const fl_stat_claim *statement, fl_verdict_result *out,
                                                fl_diag *diag);

/* source.c: documents and public programs, and citations of them. */

/* Adds the rows of a list; `yaml` must live as long as the list of sources. */
FL_NODISCARD fl_err fl_claim_source_list_add(fl_claim_source_list *self, fl_yaml *yaml,
                                             const fl_yaml_node *list, fl_diag *diag);

/* Refuses a node whose text cites no known source, with the nearest name; *out is the first cited one. */
FL_NODISCARD fl_err fl_claim_source_list_check(const fl_claim_source_list *self, fl_yaml *yaml,
                                               const fl_yaml_node *node, const fl_claim_source **out,
                                               fl_diag *diag);

/* judge.c: FL_ERR_MISMATCH: the tallies do not count what the row needs. */
FL_NODISCARD fl_err fl_claim_judge_row(const fl_claim_judge *self, fl_claim_judge_result *out, fl_diag *diag);

/* floor_rate.c: returns the claim of a share of at least 0, which is always true. Only the limits of its
 * verdict are used. */
fl_stat_claim fl_claim_always(double alpha);

/* floor_rate.c: fills `floor_rate` and `floor_limits` of an otherwise complete result. */
FL_NODISCARD fl_err fl_claim_floor_rate(const fl_claim_judge *judge, fl_claim_judge_result *out,
                                        fl_diag *diag);

#endif
