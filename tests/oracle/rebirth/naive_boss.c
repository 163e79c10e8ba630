/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Boss rooms: steps 1 and 2 of gen/rebirth/RULES.md, "Special rooms", and those of The Void.
 *
 * Readings of afterbirth-plus where the documents leave a choice:
 * - "51 tries, none ends at once": if no room is found, the attempt fails at once.
 * - "A single draw for the second XL boss": one pick; its room is accepted even if it is for double trouble.
 * - The second room grows right after the first boss; if it cannot, the attempt fails before identity and
 *   pick of the second boss are drawn. If the pick gives nothing the level stream stays advanced (blade).
 * - The Void's list of bosses is in no document. Agreed: all bosses with rooms of their own that end no
 *   chapter, in the order of their numbers (below), shuffled ("Random numbers") with the level stream after
 * below(4). Every boss of it is picked with 51 tries like the first, seeds from the level stream, and takes a
 * dead end like the first.
 */
#include "tests/oracle/rebirth/naive_parts.h"

#include <string.h>

static const int void_list[] = {0x01, 0x02, 0x03, 0x04, 0x05, 0x07, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E,
                                0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x1A, 0x1B, 0x1C,
                                0x1D, 0x1E, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x29, 0x2A,
                                0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x38,
                                0x39, 0x3A, 0x3B, 0x3C, 0x3D, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x48};

enum { VOID_BOSSES = sizeof(void_list) / sizeof(void_list[0]), DOUBLE_FIRST = 0xE74, DOUBLE_LAST = 0xF09 };

/* ---- interiors ---- */

static struct reb_request boss_request(const struct reb_work *work, uint32_t seed, int boss,
                                       int double_trouble)
{
    struct reb_request request = reb_request_for(seed, REB_BOSS);
    if (double_trouble != 0) {
        request.first_variant = double_trouble;
        request.last_variant = double_trouble + 49;
        request.least_difficulty = work->in->rules == REB_BLADE ? 0 : 1;
    } else {
        request.subtype = boss;
    }
    return request;
}

static const struct reb_interior *pick_boss(struct reb_work *work, struct reb_stream *seeds, int boss,
                                            int double_trouble)
{
    bool blade = work->in->rules == REB_BLADE;
    for (int i = 0; i < (blade ? 50 : 51); i++) {
        struct reb_request request = boss_request(work, reb_next(seeds), boss, double_trouble);
        const struct reb_interior *found = reb_specials_pick(work, &request);
        if (found == NULL) {
            if (!blade) {
                return NULL;
            }
            continue;
        }
        if (double_trouble != 0 || found->variant < DOUBLE_FIRST || found->variant > DOUBLE_LAST) {
            return found;
        }
    }
    return NULL;
}

static const struct reb_interior *pick_second(struct reb_work *work)
{
    int stage = work->in->stage + 1;
    int boss = reb_identity_draw(work, stage);
    int double_trouble = reb_identity_double_trouble(work, stage);
    if (work->in->rules == REB_BLADE) {
        return pick_boss(work, &work->level, boss, double_trouble);
    }
    struct reb_request request = boss_request(work, reb_next(&work->level), boss, double_trouble);
    return reb_specials_pick(work, &request);
}

/* ---- rooms ---- */

static int first_boss(struct reb_work *work)
{
    int boss = reb_identity_draw(work, work->in->stage);
    int double_trouble = reb_identity_double_trouble(work, work->in->stage);
    struct reb_stream seeds = reb_stream_of(reb_next(&work->level), 5, 15, 17);
    const struct reb_interior *interior = pick_boss(work, &seeds, boss, double_trouble);
    int room = reb_ends_pop_boss(work, interior, true);
    if (room != -1) {
        reb_ends_apply(work, room, interior);
    }
    return room;
}

/* The room behind the first boss room, -1 if there is no place. */
static int grow_second(struct reb_work *work, int first)
{
    struct reb_candidates list;
    int doors = work->out->room[first].interior->doors;
    reb_layout_candidates(work, first, false, &list);
    reb_layout_shuffle(work, &list);
    for (int i = 0; i < list.count; i++) {
        const struct reb_room *room = &list.room[i];
        int door = work->in->rules == REB_BLADE ? room->direction : room->slot;
        if (reb_grid_fits(work, room->shape, room->x, room->y) &&
            reb_grid_neighbours(work, room->placed_x, room->placed_y, -1) < 2 && (doors >> door & 1) != 0) {
            return reb_layout_add(work, room);
        }
    }
    return -1;
}

static bool second_boss(struct reb_work *work, int first)
{
    struct reb_stream before = work->level;
    bool blade = work->in->rules == REB_BLADE;
    int room = blade ? -1 : grow_second(work, first);
    if (!blade && room == -1) {
        return false;
    }
    const struct reb_interior *interior = pick_second(work);
    if (interior == NULL) {
        return false;
    }
    if (blade) {
        room = grow_second(work, first);
    }
    if (room == -1 || !reb_ends_resize(work, room, interior->shape, interior->doors)) {
        return false;
    }
    reb_ends_apply(work, room, interior);
    work->level = before;
    return true;
}

/* Five to eight more bosses; the first five are required. */
static bool void_bosses(struct reb_work *work)
{
    int list[VOID_BOSSES];
    memcpy(list, void_list, sizeof(list));
    int wanted = 5 + reb_below(&work->level, 4);
    for (int i = VOID_BOSSES - 1; i >= 1; i--) {
        int j = reb_below(&work->level, i + 1);
        int swapped = list[i];
        list[i] = list[j];
        list[j] = swapped;
    }
    for (int i = 0; i < wanted; i++) {
        const struct reb_interior *interior = pick_boss(work, &work->level, list[i], 0);
        int room = reb_ends_pop_boss(work, interior, false);
        if (room == -1) {
            return i >= 5;
        }
        reb_ends_apply(work, room, interior);
    }
    return true;
}

bool reb_boss_place(struct reb_work *work)
{
    int first = first_boss(work);
    if (first == -1) {
        return false;
    }
    if (work->in->stage == 12 && !void_bosses(work)) {
        return false;
    }
    return !work->labyrinth || second_boss(work, first);
}
