/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Shared by the files of the naive Rebirth generator; see naive.h. */
#ifndef FL_TESTS_ORACLE_REBIRTH_NAIVE_PARTS_H
#define FL_TESTS_ORACLE_REBIRTH_NAIVE_PARTS_H

#include "tests/oracle/rebirth/naive.h"

enum { REB_GRID = 13, REB_START = 6, REB_SLOTS = 8, REB_OPTIONS = 13, REB_SHAPES = 12 };

enum reb_direction { REB_LEFT, REB_UP, REB_RIGHT, REB_DOWN };

enum reb_type {
    REB_DEFAULT = 1,
    REB_SHOP = 2,
    REB_TREASURE = 4,
    REB_BOSS = 5,
    REB_MINI_BOSS = 6,
    REB_SECRET = 7,
    REB_SUPER_SECRET = 8,
    REB_ARCADE = 9,
    REB_CURSE_ROOM = 10,
    REB_CHALLENGE = 11,
    REB_LIBRARY = 12,
    REB_SACRIFICE = 13,
    REB_CLEAN_BEDROOM = 18,
    REB_DIRTY_BEDROOM = 19,
    REB_VAULT = 20,
    REB_DICE = 21
};

/* ---- random numbers (naive.c) ---- */

struct reb_stream {
    uint32_t state;
    int a;
    int b;
    int c;
    int draws;
};

struct reb_stream reb_stream_of(uint32_t state, int a, int b, int c);
uint32_t reb_next(struct reb_stream *stream);
int reb_below(struct reb_stream *stream, int n);
float reb_float01(struct reb_stream *stream);

/* ---- interiors (naive_pool.c) ---- */

/* Tile positions of the eight doors, by shape; (99, 99) is no door. */
extern const int reb_door_tiles[REB_SHAPES + 1][REB_SLOTS][2];

struct reb_interior {
    int variant;
    int type;
    int subtype;
    int shape;
    int width; /* in tiles */
    int height;
    int difficulty;
    int doors; /* bit = slot */
    float weight;
    float original_weight;
};

enum { REB_ANY = -1 };

struct reb_request {
    uint32_t seed;
    bool keep_weight; /* the weight is not lowered */
    int file;
    int type;
    int shape; /* or REB_ANY */
    int first_variant;
    int last_variant; /* or REB_ANY: no upper end */
    int least_difficulty;
    int most_difficulty;
    int doors;
    int subtype;              /* or REB_ANY */
    bool binary32_exact_test; /* the corrections to the test for exact doors */
};

/* File 0, any shape, any variant, difficulty 1-10, no doors asked, any subtype, weight lowered. */
struct reb_request reb_request_for(uint32_t seed, int type);
const struct reb_interior *reb_pool_pick(struct reb_pool *pool, const struct reb_request *request);
/* The first of that type and variant, untouched; NULL if there is none. */
const struct reb_interior *reb_pool_fixed(const struct reb_pool *pool, int file, int type, int variant);
void reb_pool_reset(struct reb_pool *pool, int file);
/* How many default rooms the file has in the range; bit s of *SHAPES is set if one has shape s. */
int reb_pool_survey(const struct reb_pool *pool, int file, int least, int most, int *shapes);

/* ---- the floor being made ---- */

/* Flags that last for a run; here for a floor, across its attempts. */
struct reb_run_flags {
    bool a; /* names of gen/rebirth/RULES.md, "Who the boss is" */
    bool b;
    bool r;
    bool sisters;
    bool brownie;
    bool fred;
    bool haunt;
    bool adversary;
    bool mama_gurdy;
    bool headless;
    bool horseman[8]; /* by stage: Famine 1, Pestilence 3, War 5, Death 7 */
    bool fallen;
    bool ultra_pride;
    bool sin[6];
};

struct reb_work {
    const struct reb_input *in;
    struct reb_pool *pool;
    struct reb_floor *out;        /* its rooms are the plan */
    int grid[REB_GRID][REB_GRID]; /* [y][x] room number, -1 empty */
    int dead[REB_MOST_ROOMS];     /* the dead-end list: room numbers */
    int dead_count;
    struct reb_stream level;
    struct reb_stream layout;
    struct reb_stream secret;
    struct reb_run_flags flags;
    bool labyrinth;
    int most_rooms;
    int least_dead_ends;
    int file;
    int least_difficulty;
    int most_difficulty;
    int shapes; /* bit s: shape s is enabled */
    /* The curse room's pick and dead end; the mini-boss reuses them when no sin is left (not blade). */
    const struct reb_interior *curse_interior;
    int curse_end;
};

/* ---- shapes and grid (naive_grid.c) ---- */

/* A way to put a shape to the cell behind a door; options of all but 1x1 by direction and number. */
struct reb_option {
    int shape;
    int dx;
    int dy;
};

extern const struct reb_option reb_grid_options[4][REB_OPTIONS];

int reb_grid_cells(int shape, int dx[4], int dy[4]);
/* Where the slot of a shape leads to, from the origin; false if there is no door. */
bool reb_grid_door(int shape, int slot, int *dx, int *dy);
bool reb_grid_inside(int x, int y);
/* The room at the cell, -1 if none or outside. */
int reb_grid_at(const struct reb_work *work, int x, int y);
void reb_grid_step(int direction, int *x, int *y);
bool reb_grid_fits(const struct reb_work *work, int shape, int x, int y);
/* As above, but cells of room OWN count as empty and none is reserved. */
bool reb_grid_fits_again(const struct reb_work *work, int shape, int x, int y, int own);
/* Of the four cells around (x, y), those that hold a room other than OWN (-1: any). */
int reb_grid_neighbours(const struct reb_work *work, int x, int y, int own);
bool reb_grid_doors_agree(const struct reb_work *work, int shape, int x, int y);
/* Door bits of the slots that lead to another room. */
int reb_grid_links(const struct reb_work *work, int room);
void reb_grid_write(struct reb_work *work, int room, int value);

/* ---- layout (naive_layout.c) ---- */

enum { REB_MOST_CANDIDATES = REB_SLOTS * (REB_OPTIONS + 1) };

struct reb_candidates {
    struct reb_room room[REB_MOST_CANDIDATES];
    int count;
};

void reb_layout_candidates(struct reb_work *work, int parent, bool all, struct reb_candidates *list);
void reb_layout_shuffle(struct reb_work *work, struct reb_candidates *list);
int reb_layout_add(struct reb_work *work, const struct reb_room *room);
/* One layout from an empty grid, its dead-end list sorted. */
void reb_layout_make(struct reb_work *work);

/* ---- bosses (naive_identity.c, _boss.c) ---- */

enum { REB_VOID_BOSS = 0x46 };

/* The boss's number, all draws from the level stream. */
int reb_identity_draw(struct reb_work *work, int stage);
/* The first variant of its double-trouble rooms, or 0. */
int reb_identity_double_trouble(struct reb_work *work, int stage);
/* False: a room that must be there cannot be placed. */
bool reb_boss_place(struct reb_work *work);

/* ---- dead ends (naive_ends.c) ---- */

bool reb_ends_resize(struct reb_work *work, int room, int shape, int doors);
/* The first dead end that can take the interior, off the list; -1 if none (or no interior). */
int reb_ends_pop(struct reb_work *work, const struct reb_interior *interior);
int reb_ends_pop_boss(struct reb_work *work, const struct reb_interior *interior, bool is_first);
void reb_ends_give_back(struct reb_work *work, int room);
void reb_ends_apply(struct reb_work *work, int room, const struct reb_interior *interior);

/* ---- special rooms (naive_specials.c, _optional.c, _secret.c) ---- */

/* A pick with the corrections that go with the rules. */
const struct reb_interior *reb_specials_pick(struct reb_work *work, const struct reb_request *request);
/* One of file 0 by type and subtype, its seed the level stream's next. */
const struct reb_interior *reb_specials_pick_any(struct reb_work *work, int type, int subtype);
/* All rooms of a layout that has enough dead ends; false: the attempt fails. */
bool reb_specials_place(struct reb_work *work);
void reb_optional_place(struct reb_work *work);
void reb_secret_place(struct reb_work *work);

#endif
