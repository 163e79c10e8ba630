/*
 * Special rooms in their order, and the interiors of all others: gen/rebirth/RULES.md, "Special rooms".
 *
 * Readings of afterbirth-plus where the documents leave a choice:
 * - Greed in the shop or the secret room (7.1, 18) is not built: its odds are only roughly known, and it
 *   comes after every other draw, so it changes no room of the plan.
 */
#include "tests/oracle/rebirth_naive_parts.h"

const struct reb_interior *reb_specials_pick(struct reb_work *work, const struct reb_wish *wish)
{
    struct reb_wish full = *wish;
    full.binary32_exact_test = work->in->rules != REB_BLADE;
    return reb_pool_pick(work->pool, &full);
}

const struct reb_interior *reb_specials_pick_any(struct reb_work *work, int type, int subtype)
{
    struct reb_wish wish = reb_wish_for(reb_next(&work->level), type);
    wish.subtype = subtype;
    return reb_specials_pick(work, &wish);
}

static int draw(struct reb_work *work, int n)
{
    return reb_below(&work->level, n);
}

/* Picks nothing else: the interior must find a dead end. */
static bool must_have(struct reb_work *work, const struct reb_interior *interior)
{
    int room = reb_ends_pop(work, interior);
    if (room == -1) {
        return false;
    }
    reb_ends_apply(work, room, interior);
    return true;
}

/* ---- the rooms that must be there ---- */

static bool place_shop(struct reb_work *work)
{
    const struct reb_input *in = work->in;
    bool too_many_laps = in->rules != REB_BLADE && in->victory_laps >= 3;
    if (too_many_laps || (in->stage >= 7 && !(in->stage < 9 && in->silver_dollar))) {
        return true;
    }
    uint32_t n = reb_next(&work->level) & 255;
    return must_have(work, reb_specials_pick_any(work, REB_SHOP, n == 0 ? 11 : n == 1 ? 10 : 4));
}

static bool place_treasure(struct reb_work *work)
{
    const struct reb_input *in = work->in;
    bool more = draw(work, 100) == 0;
    if (!more) {
        more = draw(work, in->moms_box ? 50 : 100) < 15 && in->golden_horseshoe;
    }
    return must_have(work, reb_specials_pick_any(work, REB_TREASURE, more + (in->pay_to_win ? 2 : 0)));
}

static bool place_treasures(struct reb_work *work)
{
    const struct reb_input *in = work->in;
    if (in->stage >= 7 && !(in->stage < 9 && in->bloody_crown)) {
        return true;
    }
    if (!place_treasure(work)) {
        return false;
    }
    if (!work->labyrinth) {
        return true;
    }
    struct reb_stream before = work->level;
    bool placed = place_treasure(work);
    work->level = before;
    return placed;
}

static bool place_grave(struct reb_work *work)
{
    if (work->in->stage != 11 || work->in->variant != 0) {
        return true;
    }
    struct reb_wish wish = reb_wish_for(reb_next(&work->level), REB_DEFAULT);
    wish.first_variant = 3;
    wish.last_variant = 9;
    return must_have(work, reb_specials_pick(work, &wish));
}

/* ---- all others ---- */

static const struct reb_interior *ordinary_interior(struct reb_work *work, int room)
{
    struct reb_wish wish = reb_wish_for(reb_next(&work->level), REB_DEFAULT);
    wish.file = work->file;
    wish.shape = work->out->room[room].shape;
    wish.first_variant = work->in->stage == 11 ? 1 : 0;
    wish.least_difficulty = work->least_difficulty;
    wish.most_difficulty = work->most_difficulty;
    wish.doors = reb_grid_links(work, room);
    return reb_specials_pick(work, &wish);
}

static const struct reb_interior *start_interior(const struct reb_work *work)
{
    if (work->in->stage == 11) {
        return reb_pool_fixed(work->pool, work->file, REB_DEFAULT, 0);
    }
    return reb_pool_fixed(work->pool, 0, REB_DEFAULT, 2);
}

static bool fill(struct reb_work *work, int room)
{
    const struct reb_interior *interior = room == 0 ? start_interior(work) : ordinary_interior(work, room);
    if (interior == NULL) {
        return false;
    }
    reb_ends_apply(work, room, interior);
    return true;
}

static bool fill_all_others(struct reb_work *work)
{
    for (int i = 0; i < work->out->rooms; i++) {
        const struct reb_room *room = &work->out->room[i];
        if (!room->decided && !room->dead_end && !fill(work, i)) {
            return false;
        }
    }
    for (int i = 0; i < work->dead_count; i++) {
        if (!fill(work, work->dead[i])) {
            return false;
        }
    }
    return true;
}

bool reb_specials_place(struct reb_work *work)
{
    if (!reb_boss_place(work) || !must_have(work, reb_specials_pick_any(work, REB_SUPER_SECRET, REB_ANY))) {
        return false;
    }
    work->secret = reb_stream_of(reb_next(&work->level), 1, 5, 16);
    if (!place_shop(work) || !place_treasures(work)) {
        return false;
    }
    reb_optional_place(work);
    reb_secret_place(work);
    return place_grave(work) && fill_all_others(work);
}
