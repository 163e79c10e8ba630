/* For tests: one state of a run, set up for our Rebirth generator and for the naive one, floors held against each
 * other. */
#ifndef FL_TESTS_ORACLE_REBIRTH_CASE_H
#define FL_TESTS_ORACLE_REBIRTH_CASE_H

#include "gen/registry.h"
#include "tests/oracle/rebirth_naive.h"

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

/* Any stage, state and items that both generators know, for one rule set. */
void rebirth_case_draw(rebirth_case *self, enum reb_rules rules, uint64_t *random);

/* The number of the file that the stage's rooms are in, and the difficulties of its normal rooms. */
void rebirth_case_needs(const rebirth_case *self, unsigned *file, int *least, int *most);

/* Sets both up with the rooms of a folder. FL_OK, or the error that ours refuses the settings with. `more` are
 * settings of ours beyond the state's ("" for none). */
fl_err rebirth_case_open(rebirth_case *self, const char *folder, const char *more, fl_diag *diag);
void rebirth_case_close(rebirth_case *self);

/* Makes the floor of a run seed twice. NULL if all is equal: rooms, curse, attempts, draws and final state of the
 * layout's stream; else the name of what differs first. */
const char *rebirth_case_compare(rebirth_case *self, uint32_t game_seed);

#endif
