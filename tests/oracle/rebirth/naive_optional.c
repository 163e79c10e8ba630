/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Optional special rooms: steps 7 and 8 of gen/rebirth/RULES.md, "Special rooms". Pick and dead end come
 * first, then the roll.
 *
 * Readings of afterbirth-plus where the documents leave a choice:
 * - No sin left: the mini-boss roll is made; a win gives the curse room's interior to the dead end that the
 *   curse room took, if that is on the list again, and removes it. A loss changes nothing.
 */
#include "tests/oracle/rebirth/naive_parts.h"

#include <string.h>

enum { SINS = 6, ULTRA_PRIDE = 0x8D4 };

static int draw(struct reb_work *work, int n)
{
    return reb_below(&work->level, n);
}

/* A dead end that was taken before the roll: used if the roll was won, otherwise put back on the list. */
static void settle(struct reb_work *work, int room, const struct reb_interior *interior, bool won)
{
    if (room == -1) {
        return;
    }
    if (won) {
        reb_ends_apply(work, room, interior);
    } else {
        reb_ends_give_back(work, room);
    }
}

static bool is_healthy(const struct reb_input *in)
{
    return in->hearts + in->soul >= in->max_hearts;
}

static void dice_or_sacrifice(struct reb_work *work)
{
    bool dice = draw(work, 50) == 0;
    if (!dice) {
        dice = draw(work, 5) == 0 && work->in->keys >= 2;
    }
    const struct reb_interior *interior =
        reb_specials_pick_any(work, dice ? REB_DICE : REB_SACRIFICE, REB_ANY);
    int room = reb_ends_pop(work, interior);
    bool won = draw(work, 7) == 0;
    if (!won) {
        won = draw(work, 4) == 0 && is_healthy(work->in);
    }
    settle(work, room, interior, won);
}

static void library(struct reb_work *work)
{
    struct reb_request request = reb_request_for(0, REB_LIBRARY);
    if (work->in->rules == REB_BLADE) {
        request.seed = reb_next(&work->level);
        request.subtype = draw(work, 5);
    } else {
        request.subtype = draw(work, 5);
        request.seed = reb_next(&work->level);
    }
    request.keep_weight = true;
    const struct reb_interior *interior = reb_specials_pick(work, &request);
    int room = reb_ends_pop(work, interior);
    bool won = draw(work, 20) == 0;
    if (!won) {
        won = draw(work, 4) == 0 && work->in->book_picked;
    }
    settle(work, room, interior, won);
}

static void curse_room(struct reb_work *work)
{
    const struct reb_interior *interior = reb_specials_pick_any(work, REB_CURSE_ROOM, REB_ANY);
    int room = reb_ends_pop(work, interior);
    bool won = draw(work, 2) == 0;
    if (!won) {
        won = draw(work, 4) == 0 && work->in->devil_visited;
    }
    settle(work, room, interior, won);
    work->curse_interior = interior;
    work->curse_end = room;
}

/* One of the sins that were not met yet; -1 if none is left. */
static int choose_sin(struct reb_work *work)
{
    int left[SINS];
    int count = 0;
    for (int i = 0; i < SINS; i++) {
        if (!work->flags.sin[i]) {
            left[count] = i;
            count++;
        }
    }
    return count > 0 ? left[draw(work, count)] : -1;
}

static int super_form_odds(const struct reb_input *in)
{
    static const int odds[4] = {80, 30, 10, 5};
    return in->rules == REB_BLADE ? 5 : odds[in->unlocks];
}

static bool roll_mini_boss(struct reb_work *work)
{
    return draw(work, 4) == 0 || (draw(work, 3) == 0 && work->in->stage == 1);
}

static void curse_room_again(struct reb_work *work)
{
    if (work->in->rules == REB_BLADE || !roll_mini_boss(work)) {
        return;
    }
    for (int i = 0; i < work->dead_count; i++) {
        if (work->dead[i] == work->curse_end) {
            work->dead_count--;
            memmove(work->dead + i, work->dead + i + 1, (size_t)(work->dead_count - i) * sizeof(*work->dead));
            reb_ends_apply(work, work->curse_end, work->curse_interior);
            return;
        }
    }
}

static void mini_boss(struct reb_work *work)
{
    static const int base[SINS] = {0x7D0, 0x7DA, 0x7E4, 0x7EE, 0x802, 0x80C};
    static const int super[SINS] = {0x834, 0x83E, 0x848, 0x852, 0x866, 0x870};
    struct reb_request request = reb_request_for(0, REB_MINI_BOSS);
    bool *used = &work->flags.ultra_pride;
    if (work->in->stage > 2 && draw(work, 10) == 0 && !*used) {
        (void)reb_next(&work->level);
        request.first_variant = ULTRA_PRIDE;
    } else {
        bool other = draw(work, super_form_odds(work->in)) == 0;
        int sin = choose_sin(work);
        if (sin == -1) {
            curse_room_again(work);
            return;
        }
        used = &work->flags.sin[sin];
        request.first_variant = other ? super[sin] : base[sin];
    }
    request.last_variant = request.first_variant + 9;
    request.seed = reb_next(&work->level);
    const struct reb_interior *interior = reb_specials_pick(work, &request);
    int room = reb_ends_pop(work, interior);
    bool won = roll_mini_boss(work);
    settle(work, room, interior, won);
    if (won && room != -1) {
        *used = true;
    }
}

static void challenge(struct reb_work *work)
{
    const struct reb_interior *interior = reb_specials_pick_any(work, REB_CHALLENGE, REB_ANY);
    int room = reb_ends_pop(work, interior);
    bool heads = draw(work, 2) == 0;
    bool won = (heads || work->in->stage > 2) && is_healthy(work->in) && work->in->stage > 1;
    settle(work, room, interior, won);
}

static void vault_or_arcade(struct reb_work *work)
{
    const struct reb_input *in = work->in;
    bool vault = draw(work, 10) == 0;
    if (!vault) {
        vault = draw(work, 3) == 0 && in->keys >= 2;
    }
    const struct reb_interior *interior =
        reb_specials_pick_any(work, vault ? REB_VAULT : REB_ARCADE, REB_ANY);
    int room = reb_ends_pop(work, interior);
    settle(work, room, interior, in->coins >= 5 && in->stage % 2 == 0 && in->stage < 9);
}

static bool is_low(const struct reb_input *in)
{
    if (in->hearts < 2 && in->soul == 0) {
        return true;
    }
    int containers = in->max_hearts + (in->lost_like ? 0 : 2 * in->bone_hearts);
    return containers == 0 && in->soul <= 2;
}

static void bedroom(struct reb_work *work)
{
    bool clean = draw(work, 2) == 0;
    const struct reb_interior *interior =
        reb_specials_pick_any(work, clean ? REB_CLEAN_BEDROOM : REB_DIRTY_BEDROOM, REB_ANY);
    int room = reb_ends_pop(work, interior);
    bool won = draw(work, 50) == 0;
    if (!won) {
        won = draw(work, 5) == 0 && is_low(work->in);
    }
    settle(work, room, interior, won);
}

void reb_optional_place(struct reb_work *work)
{
    if (work->in->stage < 11) {
        dice_or_sacrifice(work);
        library(work);
        curse_room(work);
        mini_boss(work);
        challenge(work);
        vault_or_arcade(work);
    }
    if (work->in->stage < 7) {
        bedroom(work);
    }
}
