/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The exact distribution of small classic floors, from all sequences of coins that growth can toss
 * (gen/classic/RULES.md, "Growth").
 *
 * A layout that k coins decide has the chance 1 / 2^k, so the chances of layouts add up as whole numbers over
 * 2^FL_COINS_MOST. Where the secret room goes divides the chance of a layout further, by shares in
 * 2^-FL_COINS_SHARE_BITS, rounded down: the only rounding there is, and it keeps more than thirty digits.
 * Shop, treasure room and the rooms that come by chance only depend on how many end rooms there are
 * (distribution.c).
 *
 *     fl_coins_init      a plan: what is asked of which rules; the tree of coins cut into blocks
 *     fl_coins_work_*    what one thread needs to walk through blocks, in any order
 *     fl_coins_tally_*   what the walks add up; tallies of different blocks can be merged
 *     fl_coins_law_*     the distribution of finished tallies: fractions, and decimals of thirty digits */
#ifndef FL_ANALYSIS_EXACT_COINS_COINS_H
#define FL_ANALYSIS_EXACT_COINS_COINS_H

#include "analysis/metric/column/column.h"
#include "gen/base/text.h"
#include "gen/classic/classic.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    FL_COINS_MOST = 112,       /* coins that a layout may be decided by */
    FL_COINS_SHARE_BITS = 120, /* of the shares of a layout's chance */
    FL_COINS_VALUES = 1024,    /* a metric is below this */
    FL_COINS_SIZES = FL_CLASSIC_TERMS_SIZES,
    FL_COINS_ASKED = FL_METRIC_COUNT + FL_EVENT_ROWS + 1, /* metrics, then events, then the question */
    FL_COINS_QUESTION = FL_COINS_ASKED - 1,
    FL_COINS_PATH = 128, /* rooms of a layout, at most */
};

/* A chance: a whole number over 2^(FL_COINS_MOST + FL_COINS_SHARE_BITS), lowest word first. */
typedef struct fl_coins_sum {
    uint64_t word[4];
} fl_coins_sum;

/* How finely the questions distinguish the cells of the secret room. */
typedef enum fl_coins_detail {
    FL_COINS_LAYOUTS, /* not at all */
    FL_COINS_DEGREES, /* by their neighbours, and by the demand that was met */
    FL_COINS_CELLS,   /* each alone */
} fl_coins_detail;

/* A question about floors given as columns: writes 1 or 0 for each of the first n. */
typedef void fl_coins_ask(const void *context, const fl_columns *columns, unsigned n, uint8_t *out);

/* The questions about the floors. */
typedef struct fl_coins_wish {
    bool has[FL_COINS_ASKED];   /* added up by the walk */
    bool added[FL_COINS_ASKED]; /* added by the distribution */
    fl_coins_detail detail;
    bool every_cell;                                        /* every cell is distinguished: for tests */
    fl_coins_detail question;                               /* the detail of the question */
    fl_coins_ask *ask;                                      /* of the question; NULL: no question */
    void (*want)(const void *context, fl_columns *columns); /* requests the columns that it needs */
    const void *ask_context;
} fl_coins_wish;

/* A place in the tree of coins: a growing layout, and the room whose turn it is. */
typedef struct fl_coins_place {
    fl_board filled, free, touching, ends;
    uint64_t even, odd;
    uint8_t rooms, ends_n, head, side, coins;
    uint8_t wave, wave_end;
    bool has_added, is_returning, is_return; /* the start returns after this wave; it is its turn */
} fl_coins_place;

typedef struct fl_coins_node {
    fl_coins_place place;
    uint8_t queue[32], branch[32];
} fl_coins_node;

/* The tree of one number of rooms. */
typedef struct fl_coins_tree {
    fl_classic_terms_size size;
    unsigned cut; /* the walk is cut into blocks at layouts of so many rooms */
    fl_coins_node *node;
    size_t nodes_n, nodes_most;
} fl_coins_tree;

typedef struct fl_coins {
    fl_classic_terms terms;
    fl_coins_wish wish;
    fl_coins_tree tree[FL_COINS_SIZES];
    uint64_t blocks; /* of each tree: the part above the cut, then one block a node */
} fl_coins;

typedef struct fl_coins_tally_of_size {
    uint64_t accepted[FL_COINS_MOST + 1], refused[FL_COINS_MOST + 1]; /* layouts, by their coins */
    fl_coins_sum success; /* the secret room was found, too; equals `accepted` without special rooms */
    fl_coins_sum *sum[FL_COINS_ASKED]; /* [FL_COINS_VALUES] if asked, else NULL */
} fl_coins_tally_of_size;

typedef struct fl_coins_tally {
    fl_coins_tally_of_size by_size[FL_COINS_SIZES];
    unsigned sizes_n;
} fl_coins_tally;

/* Adds a metric or an event to the questions: a metric's number, or FL_METRIC_COUNT and an event's. False if
 * no enumeration of layouts determines it. Rolls are always included. */
bool fl_coins_wish_add(fl_coins_wish *self, unsigned asked, const fl_classic_terms *terms);

/* Returns how finely it distinguishes the secret room's cells by these rules. */
fl_coins_detail fl_coins_wish_detail(unsigned asked, const fl_classic_terms *terms);

/* Returns its name; and the number for a name, FL_COINS_ASKED if there is none. */
const char *fl_coins_wish_name(unsigned asked);
unsigned fl_coins_wish_find(const char *name);

/* Makes a plan; refuses rules whose coins cannot be enumerated, with the reason. The terms' names are
 * borrowed. */
FL_NODISCARD fl_err fl_coins_init(fl_coins *self, const fl_classic_terms *terms, const fl_coins_wish *wish,
                                  fl_diag *diag);
void fl_coins_free(fl_coins *self);

FL_NODISCARD fl_err fl_coins_tally_init(fl_coins_tally *self, const fl_coins *coins, fl_diag *diag);
void fl_coins_tally_free(fl_coins_tally *self);
void fl_coins_tally_clear(fl_coins_tally *self);
void fl_coins_tally_merge(fl_coins_tally *self, const fl_coins_tally *other);

/* Writes a tally as lines of text, and reads it again; `text` may continue after it. False if it is not a
 * tally of this plan. */
void fl_coins_tally_write(const fl_coins_tally *self, fl_text *out);
bool fl_coins_tally_read(fl_coins_tally *self, const char *text);

/* One thread's. */
typedef struct fl_coins_work fl_coins_work;

FL_NODISCARD fl_err fl_coins_work_open(fl_coins_work **out, const fl_coins *coins, fl_diag *diag);
void fl_coins_work_close(fl_coins_work *self);

/* Walks through a block and adds it to the tally. */
FL_NODISCARD fl_err fl_coins_work_block(fl_coins_work *self, uint64_t block, fl_coins_tally *tally,
                                        fl_diag *diag);

/* The exact distribution (distribution.c). Chances are those of a floor that did not fail. */

enum { FL_COINS_DIGITS = 30, FL_COINS_TEXT = 64 };

typedef struct fl_coins_chance {
    int32_t value;
    double number;
    char decimal[FL_COINS_TEXT];  /* FL_COINS_DIGITS digits, rounded */
    char fraction[FL_COINS_TEXT]; /* empty where it is long */
} fl_coins_chance;

/* Chances of a metric's values, among the floors that have one; or three of an event: it is asked, it
 * happens, and it happens given that it is asked. */
typedef struct fl_coins_law_row {
    char name[FL_EVENT_NAME];
    bool is_event;
    bool is_open; /* values above the last one are left out */
    fl_coins_chance *chance;
    size_t chances_n;
    fl_coins_chance mean; /* of a metric */
} fl_coins_law_row;

enum { FL_COINS_EVENT_ASKED, FL_COINS_EVENT_HAPPENS, FL_COINS_EVENT_GIVEN, FL_COINS_EVENT_CHANCES };

typedef struct fl_coins_law_of_size {
    fl_classic_terms_size size;
    uint64_t accepted_n, refused_n;    /* layouts */
    fl_coins_chance accepted, success; /* of an attempt: a layout is accepted; and the secret room is found,
                                        * too */
} fl_coins_law_of_size;

typedef struct fl_coins_law {
    fl_coins_law_of_size by_size[FL_COINS_SIZES];
    unsigned sizes_n;
    fl_coins_chance failed; /* no attempt succeeded */
    fl_coins_law_row *row;
    size_t rows_n, rows_most;
} fl_coins_law;

/* Computes the distribution of finished tallies. FL_ERR_DEFECT if the chances of accepted and refused layouts
 * do not sum to 1, FL_ERR_INPUT if no layout is accepted. Free it also after an error. */
FL_NODISCARD fl_err fl_coins_law_init(fl_coins_law *self, const fl_coins *coins, const fl_coins_tally *tally,
                                      fl_diag *diag);
void fl_coins_law_free(fl_coins_law *self);

/* The row of a name, or NULL. */
const fl_coins_law_row *fl_coins_law_find(const fl_coins_law *self, const char *name);

#endif
