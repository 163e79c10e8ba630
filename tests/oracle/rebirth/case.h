/* SPDX-License-Identifier: GPL-2.0-or-later */
/* For tests: one state of a game, set up for our Rebirth generator and for the naive one, and their floors
 * compared. */
#ifndef FL_TESTS_ORACLE_REBIRTH_CASE_H
#define FL_TESTS_ORACLE_REBIRTH_CASE_H

#include "gen/registry.h"
#include "tests/oracle/rebirth/naive.h"

typedef struct rebirth_case {
    struct reb_input in;
    struct reb_pool *pool;
    char settings[1024];
    const char *folder; /* of the rooms, borrowed */
    fl_setting_values values;
    void *rules;
    void *scratch;
    fl_floor floor;
    fl_key key;
    struct reb_floor other;
} rebirth_case;

/* Draws a stage, a state and items that both generators know, for one rule set. */
void rebirth_case_draw(rebirth_case *self, enum reb_rules rules, uint64_t *random);

/* The number of the file that the stage's rooms are in, and the difficulties of its normal rooms. */
void rebirth_case_needs(const rebirth_case *self, unsigned *file, int *least, int *most);

/* Sets both up with the rooms of a folder. FL_OK, or the error that ours refuses the settings with. `more`
 * are settings of ours beyond the state's ("" for none). */
fl_err rebirth_case_open(rebirth_case *self, const char *folder, const char *more, fl_diag *diag);
void rebirth_case_close(rebirth_case *self);

/* Makes the floor of a game seed with both generators. NULL if rooms, curse, attempts, draws and the final
 * state of the layout's stream are equal; otherwise what differs first. */
const char *rebirth_case_compare(rebirth_case *self, uint32_t game_seed);

#endif
