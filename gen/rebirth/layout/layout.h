/* The layout of a Rebirth floor: rooms growing from the start until there are enough, and its dead ends.
 *
 * Rules: gen/rebirth/RULES.md, "Candidates at a door" to "Dead ends". One stream serves all attempts of a floor. */
#ifndef FL_GEN_REBIRTH_LAYOUT_LAYOUT_H
#define FL_GEN_REBIRTH_LAYOUT_LAYOUT_H

#include "gen/floor/floor.h"
#include "gen/rebirth/pool/pool.h"

#include <stdbool.h>
#include <stdint.h>

/* A floor in the making: rooms of the twelve shapes on 13 x 13 cells, with walls of one cell around them.
 *
 * Rules: gen/rebirth/RULES.md, "Shapes and doors". A spot is a cell of the walled board; offsets between cells become
 * plain differences of spots, so that fitting and counting need no bounds. */

enum {
    FL_LAYOUT_BOARD_SIDE = 13,
    FL_LAYOUT_BOARD_STRIDE = 16,
    FL_LAYOUT_BOARD_SPOTS = FL_LAYOUT_BOARD_STRIDE * 16,
    FL_LAYOUT_BOARD_ROOMS_MAX = 160,
    FL_LAYOUT_BOARD_WALL = 255, /* owner of the spots around the board */
    FL_LAYOUT_BOARD_START = 7 * FL_LAYOUT_BOARD_STRIDE + 7,
};

/* The difference of spots one step in a direction makes. */
static inline int fl_layout_board_step(unsigned direction)
{
    static const int8_t steps[4] = {-1, -FL_LAYOUT_BOARD_STRIDE, 1, FL_LAYOUT_BOARD_STRIDE};
    return steps[direction & 3];
}

typedef struct fl_layout_board_room {
    _Alignas(16) fl_pool_interior interior; /* of type 1 until there is one */
    uint8_t shape;                          /* an fl_shape */
    uint8_t origin;                         /* spot of the bounding box's upper left cell */
    uint8_t placed;                         /* spot behind the door through which it was added */
    uint8_t direction;                      /* from its parent */
    uint8_t slot;                           /* of the parent's door */
    uint8_t distance;                       /* the parent's + 1 */
    bool is_dead_end;
    bool is_parent; /* another grew from it */
    bool is_hidden; /* no neighbour to count when a dead end is fitted */
    bool is_added;  /* joined the finished plan */
    uint8_t kind;   /* an fl_kind */
} fl_layout_board_room;

/* A board as rows of bits, a bit per column; the rows at the end are read beside the last. */
typedef uint16_t fl_layout_board_rows[FL_LAYOUT_BOARD_STRIDE + 2];

typedef struct fl_layout_board {
    uint8_t owner[FL_LAYOUT_BOARD_SPOTS]; /* room number + 1, 0 = empty, or FL_LAYOUT_BOARD_WALL */
    uint8_t near[FL_LAYOUT_BOARD_SPOTS];  /* how many of the four spots around hold a room */
    fl_layout_board_rows closed;          /* walls, rooms and what is shut */
    fl_layout_board_rows shut;            /* where nothing may grow */
    bool has_shut;                        /* there is such a spot */
    fl_layout_board_room room[FL_LAYOUT_BOARD_ROOMS_MAX];
    unsigned rooms_n;
} fl_layout_board;

/* The shapes as differences of spots. Made once from the table of shapes. */
typedef struct fl_layout_board_rotation {
    uint8_t cells_n;
    int8_t cell[FL_SHAPE_CELLS];   /* a small shape repeats its first cell */
    uint8_t slots;                 /* of this shape */
    uint8_t full_slots;            /* of the same cells without narrow walls */
    int8_t target[FL_SHAPE_SLOTS]; /* where a slot of the full shape leads */
    uint32_t window;               /* the cells as bits of two rows of 16 */
} fl_layout_board_rotation;

extern const fl_layout_board_rotation fl_layout_board_rotations[FL_SHAPE_COUNT];

/* A normal room without an interior. */
extern const fl_layout_board_room fl_layout_board_bare;

/* No spot is shut. */
void fl_layout_board_open(fl_layout_board *self);

/* An empty board with its walls; what is shut stays so. */
void fl_layout_board_clear(fl_layout_board *self);

static inline unsigned fl_layout_board_is_room(const fl_layout_board *self, unsigned spot)
{
    return (uint8_t)(self->owner[spot] - 1) < FL_LAYOUT_BOARD_WALL - 1;
}

/* How many of the four spots around one hold a room. Cells are counted: a big neighbour can count twice. */
static inline unsigned fl_layout_board_near(const fl_layout_board *self, unsigned spot)
{
    return self->near[spot];
}

/* Nothing grows on a spot from now on. */
static inline void fl_layout_board_shut(fl_layout_board *self, unsigned spot)
{
    self->has_shut = true;
    self->shut[spot / FL_LAYOUT_BOARD_STRIDE] |= (uint16_t)(1u << spot % FL_LAYOUT_BOARD_STRIDE);
    self->closed[spot / FL_LAYOUT_BOARD_STRIDE] |= (uint16_t)(1u << spot % FL_LAYOUT_BOARD_STRIDE);
}

/* A free spot becomes part of a room. */
static inline void fl_layout_board_take(fl_layout_board *self, unsigned spot, unsigned number)
{
    self->owner[spot] = (uint8_t)(number + 1);
    self->closed[spot / FL_LAYOUT_BOARD_STRIDE] |= (uint16_t)(1u << spot % FL_LAYOUT_BOARD_STRIDE);
    self->near[spot - 1]++;
    self->near[spot + 1]++;
    self->near[spot - FL_LAYOUT_BOARD_STRIDE]++;
    self->near[spot + FL_LAYOUT_BOARD_STRIDE]++;
}

/* A room of which no cell is on the board yet; returns its number. */
static inline unsigned fl_layout_board_add(fl_layout_board *self, unsigned shape, unsigned origin,
                                           unsigned placed)
{
    unsigned number = self->rooms_n++;
    fl_layout_board_room *room = &self->room[number];
    *room = fl_layout_board_bare;
    room->shape = (uint8_t)shape;
    room->origin = (uint8_t)origin;
    room->placed = (uint8_t)placed;
    return number;
}

/* Puts a room on the board (its cells must be free) and returns its number. The caller fills in the rest. */
static inline unsigned fl_layout_board_place(fl_layout_board *self, unsigned shape, unsigned origin,
                                             unsigned placed)
{
    const fl_layout_board_rotation *form = &fl_layout_board_rotations[shape];
    unsigned number = fl_layout_board_add(self, shape, origin, placed);
    fl_layout_board_take(self, (uint8_t)(origin + (unsigned)form->cell[0]), number);
    for (unsigned i = 1; i < form->cells_n; i++) {
        fl_layout_board_take(self, (uint8_t)(origin + (unsigned)form->cell[i]), number);
    }
    return number;
}

/* The slots of a shape's full counterpart that lead to a room, were it at an origin. */
static inline unsigned fl_layout_board_rooms_at(const fl_layout_board *self, unsigned shape, unsigned origin)
{
    const fl_layout_board_rotation *form = &fl_layout_board_rotations[shape];
    unsigned rooms = 0;
    if (form->cells_n == 1) {
        return fl_layout_board_is_room(self, origin - 1) |
               fl_layout_board_is_room(self, origin - FL_LAYOUT_BOARD_STRIDE) << 1 |
               fl_layout_board_is_room(self, origin + 1) << 2 |
               fl_layout_board_is_room(self, origin + FL_LAYOUT_BOARD_STRIDE) << 3;
    }
    for (unsigned slot = 0; slot < FL_SHAPE_SLOTS; slot++) {
        rooms |= fl_layout_board_is_room(self, (uint8_t)(origin + (unsigned)form->target[slot])) << slot;
    }
    return rooms;
}

/* The slots of a room's shape that lead to another room: none leads to its own cells. */
static inline uint8_t fl_layout_board_links(const fl_layout_board *self, unsigned number)
{
    unsigned shape = self->room[number].shape;
    return (uint8_t)(fl_layout_board_rooms_at(self, shape, self->room[number].origin) &
                     fl_layout_board_rotations[shape].slots);
}

enum {
    FL_LAYOUT_CANDIDATES_MAX = 8 * 14 + 1, /* one is written and not counted */
    FL_LAYOUT_OPTIONS = 13,
    FL_LAYOUT_SPARE = 8,
};

/* What is asked for. */
typedef struct fl_layout_request {
    unsigned rooms;    /* besides the start */
    unsigned ends;     /* dead ends below which some are forced */
    bool is_loose;     /* a spot with two neighbours is let pass one time in ten */
    bool is_by_origin; /* any room whose origin is the start's spot grows as the start does */
    uint32_t shapes;   /* bit per fl_shape that may be used */
} fl_layout_request;

/* A room that could be added behind a door, a byte each: its shape, its origin, the spot behind the door, and the door's
 * slot (slot mod 4 is the direction). One word, because it is written and read again at once. */
typedef uint32_t fl_layout_candidate;

static inline unsigned fl_layout_placed(fl_layout_candidate self)
{
    return self >> 16 & UINT8_MAX;
}

static inline unsigned fl_layout_slot(fl_layout_candidate self)
{
    return self >> 24;
}

/* The dead ends, farthest first, as fl_ends takes and gives back. */
typedef struct fl_layout_dead_ends {
    uint8_t room[FL_LAYOUT_BOARD_ROOMS_MAX +
                 FL_LAYOUT_SPARE]; /* more than there can be: they are written by eights */
    unsigned n;
    unsigned forced; /* dead ends that had to be added */
} fl_layout_dead_ends;

/* Makes one layout on a cleared draft. */
void fl_layout_make(fl_layout_board *draft, fl_rebirth_random *dice, const fl_layout_request *wish,
                    fl_layout_dead_ends *ends);

/* What may be added. */
typedef struct fl_layout_choice {
    uint32_t shapes; /* bit per fl_shape that may be used */
    bool takes_all;  /* every shape, not only those drawn by lot */
} fl_layout_choice;

/* What could be added behind the doors of a room, in the order of the slots. Returns how many. */
unsigned fl_layout_list(const fl_layout_board *draft, fl_rebirth_random *dice, unsigned number,
                        fl_layout_choice choice, fl_layout_candidate out[FL_LAYOUT_CANDIDATES_MAX]);

/* Puts them in random order. */
void fl_layout_shuffle(fl_layout_candidate *list, unsigned n, fl_rebirth_random *dice);

/* Places a candidate beside the room whose door it is behind. Returns its number. */
unsigned fl_layout_place(fl_layout_board *draft, unsigned parent, fl_layout_candidate candidate);

/* Dead ends as places for special rooms: fitted to an interior, taken, given back.
 *
 * Rules: gen/rebirth/RULES.md, "Fitting an interior into a dead end". */

enum { FL_LAYOUT_DEAD_ENDS_NONE = -1 };

/* Whether a room is a single cell beside one cell alone, the one it grew from, and has a door there: it suits a single
 * cell's interior as it is. */
static inline bool fl_layout_dead_ends_stays(const fl_layout_board *draft, const fl_layout_board_room *room,
                                             unsigned shape, unsigned doors)
{
    unsigned back = (room->direction + 2u) & 3;
    unsigned parent = (uint8_t)(room->placed + (unsigned)fl_layout_board_step(back));
    return (shape == FL_SHAPE_1X1) & (room->shape == FL_SHAPE_1X1) & (doors >> back & 1) &
           (fl_layout_board_near(draft, room->placed) == 1) & fl_layout_board_is_room(draft, parent);
}

/* As fl_layout_dead_ends_fit, by trying the places there are. */
bool fl_layout_dead_ends_refit(fl_layout_board *draft, unsigned number, unsigned shape, unsigned doors);

/* Gives a room the shape and the place that suit an interior with these doors; false if none does. The room stays
 * fitted even if the special room does not come in the end. */
static inline bool fl_layout_dead_ends_fit(fl_layout_board *draft, unsigned number, unsigned shape,
                                           unsigned doors)
{
    return fl_layout_dead_ends_stays(draft, &draft->room[number], shape, doors) ||
           fl_layout_dead_ends_refit(draft, number, shape, doors);
}

/* Takes the first dead end that can be fitted off the list; FL_LAYOUT_DEAD_ENDS_NONE if none can. */
int fl_layout_dead_ends_take(fl_layout_board *draft, fl_layout_dead_ends *ends, unsigned shape,
                             unsigned doors);

/* The same for a boss: not beside the start, and on a large floor with room for a second boss behind it. */
int fl_layout_dead_ends_take_boss(fl_layout_board *draft, fl_layout_dead_ends *ends, unsigned shape,
                                  unsigned doors, bool is_large);

/* Takes a certain dead end off the list; false if it is not there. */
bool fl_layout_dead_ends_remove(fl_layout_dead_ends *ends, int number);

/* Puts a dead end back, at the END of the list. */
static inline void fl_layout_dead_ends_give_back(fl_layout_dead_ends *ends, int number)
{
    if (number != FL_LAYOUT_DEAD_ENDS_NONE) {
        ends->room[ends->n++] = (uint8_t)number;
    }
}

/* Where a secret room goes: the best of all open cells by a drawn weight (gen/rebirth/RULES.md,
 * "Where the secret room goes" and "Where the ultra secret room goes"). */

enum { FL_SECRET_PLACE_NONE = 0 };

typedef struct fl_secret_request {
    bool shuts_start;  /* not beside the start */
    bool is_ultra;     /* two steps from every room, not one */
    int boss_to_avoid; /* number of a room around which nothing new may come; -1: none */
} fl_secret_request;

typedef struct fl_secret_found {
    unsigned spot;       /* FL_SECRET_PLACE_NONE: there is no place */
    unsigned neighbours; /* cells of rooms beside it (or two steps away) that count */
    unsigned open;       /* cells that came into question with three neighbours or more */
} fl_secret_found;

/* The spot a hidden room would take, drawn from the layout's stream. */
void fl_layout_secret_place(const fl_layout_board *draft, const fl_secret_request *wish,
                            fl_rebirth_random *dice, fl_secret_found *out);

/* A draft becomes the floor that everybody reads: rooms, doors, distances, dead ends.
 *
 * The same as fl_floor_add, fl_floor_link and fl_floor_measure make, in one walk over the draft's cells with a bit for
 * each room; drafts of more rooms than a word has bits go that way. */

/* Rooms in placing order on an empty floor; whose end room, facts and gates are the caller's. */
void fl_layout_to_floor(const fl_layout_board *draft, fl_floor *out);

#endif
