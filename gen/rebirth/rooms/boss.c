/* SPDX-License-Identifier: MIT */
/* Thirteen items are tried from top to bottom; the first that gives a boss decides. The draws of a condition
 * are made even if the test that follows them fails, as in the game. */
#include "gen/rebirth/rooms/rooms_private.h"

enum { NONE = 0 };

/* Takes a boss that occurs only once; NONE if it was met before. */
static unsigned once(fl_boss_memory *memory, unsigned boss)
{
    uint64_t bit = 1ull << (boss % 64);
    if (memory->met[boss / 64] & bit) {
        return NONE;
    }
    memory->met[boss / 64] |= bit;
    return boss;
}

static bool rivals_come(const fl_boss_stage *at, fl_rebirth_random *level)
{
    double chance = at->stage_type == 2 ? 0.33 : 0.1; /* float: as the public program compares */
    return fl_rebirth_random_weight(level) < chance;
}

/* Returns the boss of a stage that has its own (items 1 and 2). */
static unsigned fixed_boss(const fl_boss_stage *at, fl_rebirth_random *level)
{
    switch (at->stage) {
    case 6:
        return 0x06;
    case 8:
        return 0x19;
    case 11:
        return at->stage_type == 1 ? 0x28 : 0x36;
    case 10:
        return at->stage_type == 1 ? 0x27 : 0x18;
    case 12:
        return 0x46;
    case 7:
        return rivals_come(at, level) ? 0x48 : NONE;
    default:
        return NONE;
    }
}

/* Item 3. */
static unsigned later_boss(fl_boss_memory *memory, unsigned stage, fl_rebirth_random *level)
{
    if (!fl_rebirth_random_hit(level, 5)) {
        return NONE;
    }
    if (stage == 3) {
        fl_rebirth_random_below(level, 2); /* the game draws this and never uses it */
        return memory->flag_a ? 0x43 : 0x45;
    }
    if (stage == 4) {
        return memory->flag_a ? 0x45 : 0x43;
    }
    return stage >= 5 && stage <= 7 ? once(memory, 0x44) : NONE;
}

/* Item 4. */
static unsigned afterbirth_boss(fl_boss_memory *memory, unsigned stage, fl_rebirth_random *level)
{
    if (!fl_rebirth_random_hit(level, 4)) {
        return NONE;
    }
    if (stage % 2 == 1 && stage < 9) {
        memory->flag_a = fl_rebirth_random_below(level, 2) == 1;
    }
    unsigned q = fl_rebirth_random_below(level, 2) == 1 ? 0x3B : 0x42;
    switch (stage) {
    case 1:
        return memory->flag_a ? 0x3C : 0x3D;
    case 2:
        return memory->flag_a ? 0x3D : 0x3C;
    case 3:
        return memory->flag_a ? 0x39 : q;
    case 4:
        return memory->flag_a ? q : 0x39;
    case 5:
    case 6:
        return once(memory, 0x3A);
    default:
        return NONE;
    }
}

/* Item 5, stage type 0. */
static unsigned rebirth_boss(fl_boss_memory *memory, unsigned stage, const unsigned q[2])
{
    bool r = memory->flag_r;
    switch (stage) {
    case 1:
        return r ? q[0] : q[1];
    case 2:
        return r ? q[1] : q[0];
    case 3:
        return r ? 0x2F : 0x2D;
    case 4:
        return r ? 0x2D : 0x2F;
    case 5:
        return r ? 0x30 : 0x2E;
    case 6:
        return r ? 0x2E : 0x30;
    case 7:
    case 8:
        return once(memory, 0x35);
    default:
        return NONE;
    }
}

/* Item 5, the other stage types. */
static unsigned other_rebirth_boss(fl_boss_memory *memory, unsigned stage)
{
    switch (stage) {
    case 1:
    case 2:
        return once(memory, 0x2B);
    case 3:
        return memory->flag_r ? 0x32 : 0x34;
    case 4:
        return memory->flag_r ? 0x34 : 0x32;
    case 5:
    case 6:
        return once(memory, 0x33);
    case 7:
    case 8:
        return once(memory, 0x31);
    default:
        return NONE;
    }
}

/* Item 5. */
static unsigned sixth_boss(fl_boss_memory *memory, const fl_boss_stage *at, fl_rebirth_random *level)
{
    if (!fl_rebirth_random_hit(level, 6)) {
        return NONE;
    }
    if (at->stage % 2 == 1 && at->stage < 9) {
        memory->flag_r = fl_rebirth_random_below(level, 2) == 1;
    }
    unsigned q1 = fl_rebirth_random_below(level, 2) == 1 ? 0x40 : 0x2C;
    unsigned q2 = fl_rebirth_random_below(level, 2) == 1 ? 0x41 : 0x38;
    const unsigned q[2] = {q1, q2};
    return at->stage_type == 0 ? rebirth_boss(memory, at->stage, q) : other_rebirth_boss(memory, at->stage);
}

/* Item 6: the horsemen. */
static unsigned horseman(fl_boss_memory *memory, unsigned stage, fl_rebirth_random *level,
                         fl_rebirth_random *side)
{
    bool is_other_death = fl_rebirth_random_below(level, 2) == 0;
    if (!fl_rebirth_random_hit(level, 5) || stage % 2 == 0 || stage > 7) {
        return NONE;
    }
    if (fl_rebirth_random_hit(side, 10)) {
        unsigned headless = once(memory, 0x16);
        if (headless) {
            return headless;
        }
    }
    static const uint8_t riders[4] = {0x09, 0x0A, 0x0B, 0x0C};
    unsigned rider = riders[stage / 2];
    if (memory->met[0] >> rider & 1) {
        return NONE;
    }
    memory->met[0] |= 1ull << rider;
    return stage == 7 && is_other_death ? 0x26 : rider;
}

/* Items 7 to 12. */
static unsigned old_boss(fl_boss_memory *memory, const fl_boss_stage *at, fl_rebirth_random *level)
{
    unsigned stage = at->stage;
    bool u = fl_rebirth_random_below(level, 2) == 0;
    if (fl_rebirth_random_hit(level, 3) && stage == 7) {
        return u ? 0x2A : 0x29;
    }
    if (fl_rebirth_random_hit(level, 10) && at->devil_visited) {
        unsigned fallen = once(memory, 0x17);
        if (fallen) {
            return fallen;
        }
    }
    if (fl_rebirth_random_hit(level, 3) && stage == 7) {
        return fl_rebirth_random_below(level, 2) == 0 ? 0x1E : 0x21;
    }
    if (fl_rebirth_random_hit(level, 4) && at->stage_type == 1 && (stage == 2 || stage == 4)) {
        bool is_first = fl_rebirth_random_below(level, 2) == 0;
        return stage == 2 ? (is_first ? 0x12 : 0x20) : (is_first ? 0x24 : 0x1B);
    }
    if (fl_rebirth_random_hit(level, 5) && stage % 2 == 1 && stage <= 7) {
        return 0x0D + stage / 2;
    }
    bool w = fl_rebirth_random_below(level, 2) == 1;
    if (fl_rebirth_random_hit(level, 4)) {
        if (stage == 1 && at->stage_type == 0) {
            return w ? 0x14 : 0x11;
        }
        if (stage == 3) {
            return 0x1C;
        }
    }
    return NONE;
}

/* Item 13: one of the chapter's usual two. */
static unsigned usual_boss(fl_boss_memory *memory, const fl_boss_stage *at, fl_rebirth_random *level)
{
    bool a = fl_rebirth_random_below(level, 2) != 0;
    bool b = fl_rebirth_random_below(level, 2) != 0;
    bool c = fl_rebirth_random_below(level, 2) == 0;
    const uint8_t first[8] = {0x02, 0x01, a ? 0x15 : 0x03, 0x04, b ? 0x13 : 0x05, 0x06, 0x07, 0x19};
    const uint8_t second[8] = {0x22, 0x25, 0x1D, 0x1A, c ? 0x1E : 0x23, 0x1E, 0x1F, 0x19};
    unsigned i = at->stage - 1;
    if (at->stage == 9) {
        return 0x3F;
    }
    if (at->stage == 1 || at->stage == 3) {
        memory->flag_b = fl_rebirth_random_below(level, 2) == 1;
        i += memory->flag_b;
    } else if (at->stage == 2 || at->stage == 4) {
        i -= memory->flag_b;
    }
    return at->stage_type == 1 ? second[i] : first[i];
}

unsigned fl_rebirth_rooms_boss_draw(fl_boss_memory *memory, const fl_boss_stage *at, fl_rebirth_random *level)
{
    uint32_t seed = fl_rebirth_random_next(level);
    fl_rebirth_random side = *level;
    side.exact = FL_XORSHIFT_SIDE(seed);
    fl_rebirth_random *headless = level->is_exact ? &side : level;
    unsigned boss = fixed_boss(at, level);
    boss = boss ? boss : later_boss(memory, at->stage, level);
    boss = boss ? boss : afterbirth_boss(memory, at->stage, level);
    boss = boss ? boss : sixth_boss(memory, at, level);
    boss = boss ? boss : horseman(memory, at->stage, level, headless);
    boss = boss ? boss : old_boss(memory, at, level);
    return boss ? boss : usual_boss(memory, at, level);
}

int32_t fl_rebirth_rooms_boss_draw_double(unsigned stage, fl_rebirth_random *level)
{
    switch (stage) {
    case 3:
    case 4:
        return fl_rebirth_random_hit(level, 50) ? 0xE74 : 0;
    case 5:
        return fl_rebirth_random_hit(level, 25) ? 0xEA6 : 0;
    case 7:
        return fl_rebirth_random_hit(level, 40) ? 0xED8 : 0;
    default:
        return 0;
    }
}
