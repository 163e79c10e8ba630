/* Scans the board row by row. Normal rooms have no interior yet and so shut nothing: a secret room demands a door of
 * them. The exact mode draws a weight for every open cell; the fair mode only where it matters. */
#include "gen/rebirth/hidden.h"

#include <string.h>

enum { SPOILED = 100, ALL_SLOTS = 0xff };

/* The slots of an interior's bounding box that are looked at. */
static unsigned box_slots(unsigned shape)
{
    return shape == FL_SHAPE_1X1   ? 0x0f
           : shape == FL_SHAPE_2X1 ? 0xaf
           : shape == FL_SHAPE_1X2 ? 0x5f
                                   : ALL_SLOTS;
}

/* Shuts the cells around a room that has its interior already, where no door can be. */
static void shut_around(const fl_draft_room *room, bool is_ultra, uint8_t shut[FL_DRAFT_SPOTS])
{
    int w = room->width;
    int h = room->height;
    const fl_offset to[FL_SHAPE_SLOTS] = {
        {-1, 0}, {0, -1}, {(int8_t)w, 0}, {0, (int8_t)h}, {-1, 1}, {1, -1}, {(int8_t)w, 1}, {1, (int8_t)h},
    };
    bool is_closed = room->kind == FL_KIND_BOSS || fl_kind_is_secret((fl_kind)room->kind) ||
                     (is_ultra && room->kind == FL_KIND_CURSE);
    unsigned doors = is_closed ? 0 : room->doors;
    for (unsigned slots = box_slots(room->shape) & ~doors; slots; slots &= slots - 1) {
        fl_offset step = to[__builtin_ctz(slots)];
        int x = fl_draft_x(room->origin) + step.x;
        int y = fl_draft_y(room->origin) + step.y;
        if (x >= 0 && y >= 0 && x < FL_DRAFT_SIDE && y < FL_DRAFT_SIDE) {
            shut[fl_draft_spot(x, y)] = 1;
        }
    }
}

static void shut_cells(const fl_draft *draft, const fl_hidden_wish *wish, uint8_t shut[FL_DRAFT_SPOTS])
{
    memset(shut, 0, FL_DRAFT_SPOTS);
    for (unsigned i = 0; i < draft->rooms_n; i++) {
        if (draft->room[i].has_interior) {
            shut_around(&draft->room[i], wish->is_ultra, shut);
        }
    }
    for (unsigned direction = 0; direction < 4 && wish->shuts_start; direction++) {
        shut[FL_DRAFT_START + fl_draft_step(direction)] = 1;
    }
    for (unsigned spot = 0; spot < FL_DRAFT_SPOTS && wish->boss_to_avoid >= 0; spot++) {
        for (unsigned direction = 0; draft->owner[spot] == wish->boss_to_avoid + 1 && direction < 4;
             direction++) {
            shut[(uint8_t)(spot + (unsigned)fl_draft_step(direction))] = 1;
        }
    }
}

/* Whether the room on a spot has a door that way; only whether its shape has the slot matters. */
static bool opens(const fl_draft *draft, unsigned spot, unsigned direction)
{
    return fl_draft_forms[draft->room[fl_draft_at(draft, spot)].shape].slots >> direction & 1;
}

/* Neighbours that could have a door to a spot; takes SPOILED off the weight for each that could not. */
static unsigned count_beside(const fl_draft *draft, unsigned spot, int *weight)
{
    unsigned n = 0;
    for (unsigned direction = 0; direction < 4; direction++) {
        unsigned other = (uint8_t)(spot + (unsigned)fl_draft_step(direction));
        if (fl_draft_is_room(draft, other)) {
            bool is_open = opens(draft, other, (direction + 2) & 3);
            n += is_open;
            *weight -= is_open ? 0 : SPOILED;
        }
    }
    return n;
}

/* Whether a room two steps away (first one way, then the other) could be reached over the cell between. */
static bool is_linked(const fl_draft *draft, const uint8_t *shut, unsigned spot, unsigned first,
                      unsigned second)
{
    unsigned between = (uint8_t)(spot + (unsigned)fl_draft_step(first));
    unsigned other = (uint8_t)(between + (unsigned)fl_draft_step(second));
    return draft->owner[between] == 0 && !shut[between] && opens(draft, other, (second + 2) & 3);
}

/* The same for rooms two steps away: straight, or round a corner over either of two cells. */
static unsigned count_beyond(const fl_draft *draft, const uint8_t *shut, unsigned spot, int *weight)
{
    unsigned n = 0;
    for (unsigned first = 0; first < 4; first++) {
        unsigned between = (uint8_t)(spot + (unsigned)fl_draft_step(first));
        if (draft->owner[between] == FL_DRAFT_WALL) {
            continue;
        }
        unsigned next = (first + 1) & 3;
        unsigned ahead = (uint8_t)(between + (unsigned)fl_draft_step(first));
        unsigned corner = (uint8_t)(between + (unsigned)fl_draft_step(next));
        if (fl_draft_is_room(draft, ahead)) {
            bool is_open = is_linked(draft, shut, spot, first, first);
            n += is_open;
            *weight -= is_open ? 0 : SPOILED;
        }
        if (fl_draft_is_room(draft, corner)) {
            bool is_open =
                is_linked(draft, shut, spot, first, next) || is_linked(draft, shut, spot, next, first);
            n += is_open;
            *weight -= is_open ? 0 : SPOILED;
        }
    }
    return n;
}

/* Whether a cell may be thought of at all. */
static bool is_candidate(const fl_draft *draft, const uint8_t *shut, bool is_ultra, unsigned spot)
{
    if (draft->owner[spot] != 0 || shut[spot]) {
        return false;
    }
    return !is_ultra || fl_draft_near(draft, spot) == 0;
}

void fl_hidden_find(const fl_draft *draft, const fl_hidden_wish *wish, fl_dice *dice, fl_hidden_found *out)
{
    uint8_t shut[FL_DRAFT_SPOTS];
    uint8_t best[FL_DRAFT_SIDE * FL_DRAFT_SIDE];
    uint8_t near[FL_DRAFT_SPOTS];
    unsigned best_n = 0;
    int most = 0;
    shut_cells(draft, wish, shut);
    *out = (fl_hidden_found){.spot = FL_HIDDEN_NONE};
    for (unsigned spot = fl_draft_spot(0, 0); spot <= fl_draft_spot(FL_DRAFT_SIDE - 1, FL_DRAFT_SIDE - 1);
         spot++) {
        if (!is_candidate(draft, shut, wish->is_ultra, spot)) {
            continue;
        }
        int weight = dice->is_exact ? 10 + (int)fl_dice_below(dice, 5) : 10;
        unsigned n =
            wish->is_ultra ? count_beyond(draft, shut, spot, &weight) : count_beside(draft, spot, &weight);
        if (n == 0 || weight < 0) {
            continue;
        }
        weight += dice->is_exact ? 0 : (int)fl_dice_below(dice, 5);
        weight -= n < 2 ? 6 : n < 3 ? 3 : 0;
        out->open += n >= 3;
        near[spot] = (uint8_t)n;
        if (weight > most) {
            most = weight;
            best_n = 0;
        }
        if (weight == most) {
            best[best_n++] = (uint8_t)spot;
        }
    }
    if (best_n > 0) {
        out->spot = best[fl_dice_below(dice, best_n)];
        out->neighbours = near[out->spot];
    }
}
