/* The search. Every choice among one is made without a draw, and so is every chance of 1. */
#include "gen/grid/grid_private.h"

typedef struct search {
    fl_grid_board *plan;
    const fl_grid_entry *entry;
    const fl_grid_ruleset *rules;
    unsigned entry_number;
    int tier;
    unsigned round;
    bool has_possible; /* an attempt of this round was possible */
    bool is_placed;
} search;

/* One of n things, 0…n-1. */
static unsigned pick(fl_pcg *rng, unsigned n)
{
    return n > 1 ? fl_pcg_below(rng, n) : 0;
}

/* Puts a random one of the first n to the place behind the others, and returns it. */
static uint8_t draw_byte(fl_pcg *rng, uint8_t *list, unsigned n)
{
    unsigned i = pick(rng, n);
    uint8_t out = list[i];
    list[i] = list[n - 1];
    list[n - 1] = out;
    return out;
}

/* Whether no placed room beside the spot would pass its connections. */
static bool leaves_connections(fl_grid_board *plan, const fl_grid_spot *spot)
{
    bool is_right = true;
    if (plan->bounded_n == 0) {
        return true;
    }
    unsigned touched_n = fl_grid_board_mark(plan, spot);
    for (unsigned i = 0; i < touched_n; i++) {
        const fl_grid_room *room = &plan->rooms[plan->touched[i]];
        unsigned connections = plan->rules->entries[room->entry].connections;
        is_right = is_right && (unsigned)room->touching + plan->extra[plan->touched[i]] <= connections;
    }
    fl_grid_board_unmark(plan, touched_n);
    return is_right;
}

/* The chance of a ruleset that knows distances: times (t - zero) / (one - zero), at least 0 and at most 1. */
static uint64_t apply_distance(const fl_grid_ruleset *rules, uint64_t chance, unsigned distance)
{
    int64_t beyond = (int64_t)distance * FL_GRID_RULES_ONE - rules->zero;
    int64_t reach = rules->one - rules->zero;
    if (reach < 0) {
        beyond = -beyond;
        reach = -reach;
    }
    if (beyond <= 0) {
        return 0;
    }
    if (beyond >= reach) {
        return chance;
    }
    return (uint64_t)((fl_grid_wide)chance * (uint64_t)beyond / (uint64_t)reach);
}

/* What becomes of the room at a spot. Fills in what a watcher wants to know. */
static fl_grid_outcome judge(search *self, const fl_grid_spot *spot, fl_grid_attempt *note)
{
    fl_grid_board *plan = self->plan;
    const fl_grid_ruleset *rules = self->rules;
    unsigned near = 0;
    if (!fl_grid_board_fits(plan, spot, &near)) {
        return FL_GRID_OVERLAP;
    }
    note->neighbours = near;
    if (rules->tier_of[near] != self->tier) {
        return rules->tier_of[near] < 0 ? FL_GRID_UNLISTED : FL_GRID_OTHER_TIER;
    }
    if (near > self->entry->connections) {
        return FL_GRID_TOO_MANY;
    }
    uint64_t chance = rules->chance[near];
    if (chance == 0) {
        return FL_GRID_ZERO;
    }
    if (!rules->ignores_connections && !leaves_connections(plan, spot)) {
        return FL_GRID_CROWDED;
    }
    if (rules->zero != rules->one) {
        note->distance = fl_grid_board_distance(plan, spot);
        chance = apply_distance(rules, chance, note->distance);
        if (chance == 0) {
            return FL_GRID_TOO_NEAR;
        }
    }
    note->chance = chance;
    self->has_possible = true;
    bool is_won = chance >= FL_GRID_RULES_SURE || fl_pcg_next(&plan->rng) < chance;
    return is_won ? FL_GRID_PLACED : FL_GRID_LOST;
}

/* Tells a watcher about an attempt. */
static void tell(const search *self, fl_grid_attempt *note, unsigned form, int tile)
{
    const fl_grid_board *plan = self->plan;
    note->number = plan->attempts;
    note->pass = self->entry->pass;
    note->entry = self->entry_number;
    note->room = plan->rooms_n;
    note->round = self->round;
    note->tier = (unsigned)self->tier;
    note->x = tile % plan->rules->stride - plan->rules->pad;
    note->y = tile / plan->rules->stride - plan->rules->pad;
    note->form = form;
    plan->watch->attempt(plan->watch->self, note);
}

/* Tries a form with each of its tiles on an empty tile. */
static void try_form(search *self, unsigned form_number, int tile)
{
    const fl_grid_rotation *form = &self->entry->form[form_number];
    uint8_t anchors[FL_GRID_ROTATION_TILES];
    for (unsigned i = 0; i < form->tiles_n; i++) {
        anchors[i] = (uint8_t)i;
    }
    for (unsigned n = form->tiles_n; n > 0 && !self->is_placed; n--) {
        fl_grid_attempt note = {0};
        fl_grid_spot spot = {form, tile - form->tile_at[draw_byte(&self->plan->rng, anchors, n)]};
        note.outcome = judge(self, &spot, &note);
        if (self->plan->watch) {
            tell(self, &note, form_number, tile);
        }
        if (note.outcome == FL_GRID_PLACED) {
            fl_grid_board_place(self->plan, self->entry_number, form_number, spot.at);
            self->is_placed = true;
        }
    }
}

static void try_tile(search *self, int tile)
{
    uint8_t forms[FL_GRID_ROTATION_TURNS] = {0, 1, 2, 3};
    for (unsigned n = self->entry->forms_n; n > 0 && !self->is_placed; n--) {
        try_form(self, draw_byte(&self->plan->rng, forms, n), tile);
    }
}

/* Tries all empty tiles beside a room, in random order. */
static void try_room(search *self, unsigned number)
{
    const fl_grid_board *plan = self->plan;
    const fl_grid_room *room = &plan->rooms[number];
    const fl_grid_rotation *form = &plan->rules->entries[room->entry].form[room->form];
    uint8_t rim[FL_GRID_ROTATION_RIM];
    unsigned n = 0;
    for (unsigned i = 0; i < form->rim_n; i++) {
        if (plan->owner[room->at + form->rim_at[i]] == 0) {
            rim[n++] = (uint8_t)i;
        }
    }
    for (; n > 0 && !self->is_placed; n--) {
        try_tile(self, room->at + form->rim_at[draw_byte(&self->plan->rng, rim, n)]);
    }
}

/* A random room beside this one that the round has not visited, or -1. */
static int next_room(fl_grid_board *plan, unsigned number)
{
    const fl_grid_room *room = &plan->rooms[number];
    const fl_grid_rotation *form = &plan->rules->entries[room->entry].form[room->form];
    uint16_t found[FL_GRID_ROTATION_RIM];
    unsigned n = 0;
    plan->look++;
    for (unsigned i = 0; i < form->rim_n; i++) {
        unsigned owner = plan->owner[room->at + form->rim_at[i]];
        if (owner != 0 && owner != FL_GRID_BOARD_WALL && plan->seen[owner - 1] != plan->round &&
            plan->listed[owner - 1] != plan->look) {
            plan->listed[owner - 1] = plan->look;
            found[n++] = (uint16_t)(owner - 1);
        }
    }
    return n > 0 ? found[pick(&plan->rng, n)] : -1;
}

/* One round over all rooms, or until the room is placed. */
static void walk(search *self)
{
    fl_grid_board *plan = self->plan;
    unsigned depth = 0;
    int next = (int)plan->rooms_n - 1;
    plan->round++;
    self->has_possible = false;
    for (;;) {
        if (next >= 0) {
            plan->seen[next] = plan->round;
            plan->stack[depth++] = (uint16_t)next;
            try_room(self, (unsigned)next);
        } else {
            depth--;
        }
        if (self->is_placed || depth == 0) {
            return;
        }
        next = next_room(plan, plan->stack[depth - 1]);
    }
}

/* Whether any empty tile has a number of neighbours of the tier. Only single tiles can be told so. */
static bool is_hopeless(const search *self)
{
    if (self->entry->tiles_n > 1) {
        return false;
    }
    for (int near = 1; near <= 4; near++) {
        bool is_of_tier = self->rules->tier_of[near] == self->tier && self->rules->chance[near] > 0 &&
                          (unsigned)near <= self->entry->connections;
        if (is_of_tier && self->plan->free_with[near] > 0) {
            return false;
        }
    }
    return true;
}

bool fl_grid_place_room(fl_grid_board *self, unsigned entry)
{
    search work = {.plan = self,
                   .entry = &self->rules->entries[entry],
                   .rules = &self->rules->rulesets[self->rules->entries[entry].rules],
                   .entry_number = entry};
    for (work.tier = 0; work.tier < work.rules->tiers_n; work.tier++) {
        if (is_hopeless(&work)) {
            continue;
        }
        work.has_possible = true;
        for (work.round = 1; work.has_possible && work.round <= FL_GRID_PLACE_ROUNDS; work.round++) {
            walk(&work);
            if (work.is_placed) {
                return true;
            }
        }
        if (work.has_possible) {
            self->is_exhausted = true;
            return false;
        }
    }
    return false;
}
