/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The naive second generator of Rebirth floors: rules blade and afterbirth-plus draw by draw, and the bare
 * layout of repentance. The rules article are those of afterbirth-plus but for two sentences of the article:
 * a placed shape other than 1x1 leaves the shapes of its layout with 95 %, and the first boss takes a dead
 * end of the largest distance or the attempt fails.
 *
 * Written from the rules alone (they stand in gen/rebirth/RULES.md) by someone who had not seen the first
 * generator. Slow, literal, meant to be obviously right; nothing is shared with the project. With
 * rng: isaac a floor is a function of its 32-bit run seed, so floors can be compared sign for sign.
 */
#ifndef FL_TESTS_ORACLE_REBIRTH_NAIVE_H
#define FL_TESTS_ORACLE_REBIRTH_NAIVE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum reb_rules { REB_BLADE, REB_AFTERBIRTH_PLUS, REB_REPENTANCE, REB_ARTICLE };
enum reb_unlocks { REB_FRESH, REB_WOMB, REB_TERRIBLE, REB_ALL };

enum reb_curse {
    REB_NO_CURSE = 0,
    REB_DARKNESS = 1,
    REB_LABYRINTH = 2,
    REB_LOST = 4,
    REB_UNKNOWN = 8,
    REB_MAZE = 32,
    REB_BLIND = 64
};

struct reb_input {
    enum reb_rules rules; /* repentance: only with specials off */
    enum reb_unlocks unlocks;
    bool specials; /* false: stop at the first layout with enough dead ends */
    int stage;     /* 1..12; 12 not with blade */
    int variant;   /* stage type 0..2 */
    bool hard;
    int hearts; /* half hearts, as the next two */
    int soul;
    int max_hearts;
    int bone_hearts; /* whole ones */
    int keys;
    int coins;
    int victory_laps;
    bool devil_visited;
    bool book_picked;
    bool lost_like; /* The Lost, ???, The Soul: bone hearts are no containers */
    bool black_candle;
    bool moms_box; /* active item 0x1B7 */
    bool silver_dollar;
    bool bloody_crown;
    bool golden_horseshoe;
    bool pay_to_win;
    bool fragmented_card;
    bool sets_curse; /* the run has the next curse, whatever is rolled */
    enum reb_curse set_curse;
};

enum { REB_MOST_ROOMS = 169 };

struct reb_room {
    int x; /* the origin */
    int y;
    int placed_x; /* the cell by the door it was added through */
    int placed_y;
    int shape;
    int direction; /* from the parent: 0 left, 1 up, 2 right, 3 down */
    int slot;      /* the parent's door slot, 0..7 */
    int distance;
    bool dead_end;
    bool decided; /* has its type and interior */
    int type;     /* 0 while not decided */
    int variant;
    int subtype;
    const struct reb_interior *interior;
};

struct reb_floor {
    int curse;
    bool failed;
    int attempts; /* the accepted one included */
    int rooms;
    struct reb_room room[REB_MOST_ROOMS];
    int layout_draws; /* of all attempts, the secret room's included */
    int forced;       /* dead ends placed by force, in all attempts */
    int forced_last;  /* those of the last one */
    uint32_t layout_state;
};

struct reb_pool; /* all interiors of a folder of NN.name.xml files */

/* File 0 and that of a stage. NULL, with a word on stderr, when there is nothing to read. */
struct reb_pool *reb_pool_load(const char *folder, int stage_file);
void reb_pool_free(struct reb_pool *pool);

void reb_input_defaults(struct reb_input *in, enum reb_rules rules, int stage);
/* POOL may be NULL with specials off: then every shape is enabled. It is scratch, too: weights change. */
void reb_floor_make(const struct reb_input *in, struct reb_pool *pool, uint32_t run_seed,
                    struct reb_floor *out);

#endif
