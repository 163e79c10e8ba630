/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Shared by the files of experiments/verify: self-checks, scenarios as words, and the fields of findings. */
#ifndef FL_EXPERIMENTS_VERIFY_VERIFY_PRIVATE_H
#define FL_EXPERIMENTS_VERIFY_VERIFY_PRIVATE_H

#include "analysis/claim/claim.h"
#include "analysis/exact/coins/coins.h"
#include "experiments/run/run.h"
#include "experiments/verify/verify.h"
#include "gen/base/embedded.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Self-checks of verify before anything is counted (selfcheck.c). */

/* The number of random numbers and of rooms in the first 64 samples. */
typedef struct fl_first_floors {
    uint64_t draws, rooms;
} fl_first_floors;

/* Makes the first samples of a scenario, and compares them with those of every kernel and with known ones.
 * FL_ERR_DEFECT: they differ. `maker` belongs to the configuration's generator and is switched to it. */
FL_NODISCARD fl_err fl_verify_first_floors(const fl_run_condition *condition, fl_floor_maker *maker,
                                           fl_first_floors *out, fl_diag *diag);

/* Compares the first samples with the known ones of their generator's version; `text` are the lines of known
 * samples, NULL = the built-in ones. FL_ERR_DEFECT: they differ. */
FL_NODISCARD fl_err fl_verify_check_known(const fl_run_condition *condition, fl_floor_maker *maker,
                                          const char *text, fl_diag *diag);

/* Counts some samples of each scenario of a setup by several threads and by one, and compares:
 * FL_ERR_DEFECT if the counts differ; FL_ERR_STOPPED if the watcher of `how` stopped it. */
FL_NODISCARD fl_err fl_verify_check_threads(const fl_run_count_job *how, fl_diag *diag);

/* The rule set of a scenario, as its file describes it; NULL if its generator has none. */
const fl_embedded_rules *fl_verify_rules_of(const fl_scenario *scenario);

/* True if a finding compares a quoted sentence with a game's code. */
bool fl_verify_is_about_game(const fl_claim_set *claims, const fl_finding *finding);

/* Adds for each source how many statements agree with each game's code. */
void fl_verify_table_print_agreement(const fl_verdict_table *self, fl_text *out);

/* Findings as bytes, for checkpoints (finding_fields.c). */
void fl_verify_pack_finding(const fl_finding *finding, fl_text *out);
FL_NODISCARD fl_err fl_verify_read_finding(fl_tally_pack_reader *self, fl_finding *out);

/* A finding as a table (finding_fields.c). */

typedef struct fl_finding_field {
    const char *name; /* in a result file; NULL = absent */
    const char *key;  /* in JSON; NULL = absent */
    fl_store_type type;
    unsigned what; /* which text, or which number that follows from the claim; 0 = a stored number … */
    size_t at;     /* … at this offset in the finding or the point of its trace */
    const char *description, *unit;
} fl_finding_field;

enum { FL_POINT_FIELDS = 5, FL_FINDING_COUNTED = 1 /* bit of a finding's state: it was counted */ };

extern const fl_finding_field fl_verify_fields[];
extern const unsigned fl_verify_fields_n;
extern const fl_finding_field fl_verify_point_fields[FL_POINT_FIELDS];

static inline bool fl_verify_field_is_kept(const fl_finding_field *self)
{
    return self->what == 0;
}

/* Adds the text of a field; returns the eight bytes of a number of a finding or a point as an integer. */
void fl_verify_field_text(const fl_claim_set *set, const fl_finding *finding, const fl_finding_field *field,
                          fl_text *out);
uint64_t fl_verify_field_bits(const void *record, const fl_finding_field *field);
uint64_t fl_verify_bits_at(const void *base, size_t at);

/* Adds "key": value, for a finding or a point. */
void fl_verify_field_add_json(const fl_claim_set *set, const void *record, const fl_finding_field *field,
                              fl_text *out);

/* Built-in exact distributions. */

enum { FL_KNOWN_LAW_LEVELS = 4 }; /* the levels 1 to 4 of the article */

/* Plans the walk of the built-in sums. */
FL_NODISCARD fl_err fl_verify_known_law_plan(const fl_classic_terms *terms, fl_coins *out, fl_diag *diag);

#endif
