/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The naive second generator of classic floors: article, demo and Flash game.
 *
 * Written from the rules alone (gen/classic/RULES.md, BorisTheBrave 2020, wiki "Level Generation"), without
 * knowledge of the first generator. It is slow, literal and meant to be obviously right. It shares nothing
 * with the project, not even the random numbers: only distributions can be compared, not floors.
 */
#ifndef FL_TESTS_ORACLE_CLASSIC_NAIVE_H
#define FL_TESTS_ORACLE_CLASSIC_NAIVE_H

#include <stdbool.h>
#include <stdint.h>

enum naive_rule_set { NAIVE_ARTICLE, NAIVE_DEMO, NAIVE_FLASH };

enum naive_kind {
    NAIVE_EMPTY,
    NAIVE_NORMAL,
    NAIVE_START,
    NAIVE_BOSS,
    NAIVE_SHOP,
    NAIVE_TREASURE,
    NAIVE_SECRET,
    NAIVE_SUPER_SECRET,
    NAIVE_SACRIFICE,
    NAIVE_LIBRARY,
    NAIVE_CURSE,
    NAIVE_MINIBOSS,
    NAIVE_CHALLENGE,
    NAIVE_ARCADE,
    NAIVE_KINDS
};

struct naive_rules {
    enum naive_rule_set rule_set;
    int level;              /* 1..12 */
    bool labyrinth;         /* article and flash only */
    bool counts_normal;     /* article's labyrinth: 1.8 times the normal rooms, not all rooms */
    bool uses_all_ends;     /* article's labyrinth: added rooms that are dead ends are end rooms, too */
    bool lost;              /* flash only: four more rooms */
    int rooms;              /* article: the exact target; 0 = the formula */
    int reseed_every_waves; /* article: 2 by default, 0 = never */
    bool specials;          /* article, demo; false: stop before special rooms */
    bool secret_forbids_boss_only; /* article: false = no end room may touch the secret room */
    int hearts;                    /* in halves, like the next two */
    int soul_hearts;
    int max_hearts;
    int coins;
    bool devil_visited;
    bool book_picked;
    bool newest_first; /* flash: order within a round */

    /* Planted mistakes; the neutral values are the defaults. */
    int coin_permille;      /* 500: chance of heads = give up */
    int neighbour_limit;    /* 1: a cell with more filled neighbours than this is refused */
    int relax_first;        /* 300: tries after which the secret room demands less */
    int relax_second;       /* 600 */
    int relax_last;         /* 900: so many tries in all */
    bool takes_parents_off; /* flash: a parent that brought the start back also costs an end room */
    int max_attempts;       /* 10000; flash 1000 */
};

struct naive_floor {
    /* No layout accepted (rooms = 0). Flash also: accepted at try 399 or later, rooms > 0. */
    bool failed;
    int attempts;   /* layouts tried, the accepted one included */
    int kind[8][9]; /* [y][x]; x = 0..8 is the documents' x - 1 */
    /* Cells y*9+x in placing order, start first; extra rooms, second boss and secret room after the layout.
     */
    int order[72];
    int rooms;            /* length of order */
    int end_rooms;        /* length of the end-room list before the boss was taken from it */
    int secret_criterion; /* neighbours demanded when the secret room was found; 0 = no secret room */
    int secret_tries;     /* which of the 900 (flash 3000) tries hit; 0 = no secret room */
    int boss_cell;        /* y*9+x, -1 = none; with specials off the room that would be the boss */
    int boss2_cell;
    int secret_cell;
    int super_secret_cell;
    int rolled[NAIVE_KINDS];      /* roll rolled */
    int first[NAIVE_KINDS];       /* first chance won */
    int second[NAIVE_KINDS];      /* first lost, second won */
    int passed[NAIVE_KINDS];      /* first + second */
    int no_end_room[NAIVE_KINDS]; /* not rolled because no end room was left */
    int placed[NAIVE_KINDS];      /* rooms of this kind; special kinds only */
};

void naive_rules_defaults(struct naive_rules *rules, enum naive_rule_set set, int level);
void naive_classic_make(const struct naive_rules *rules, uint64_t *random_state, struct naive_floor *out);

#endif
