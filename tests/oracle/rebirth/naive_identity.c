/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which boss it is: gen/rebirth/RULES.md, "Who the boss is", item by item; the first item that gives a boss
 * decides. */
#include "tests/oracle/rebirth/naive_parts.h"

struct question {
    struct reb_stream *draw; /* the level stream */
    struct reb_stream side;  /* H */
    struct reb_run_flags *flags;
    const struct reb_input *in;
    int s;
    int v;
};

static bool one_in(struct question *q, int n)
{
    return reb_below(q->draw, n) == 0;
}

static bool coin(struct question *q)
{
    return reb_below(q->draw, 2) == 1;
}

/* The boss if its flag was not set yet, and sets it; otherwise none. */
static int once(bool *used, int boss)
{
    if (*used) {
        return 0;
    }
    *used = true;
    return boss;
}

static int item1_fixed(struct question *q)
{
    switch (q->s) {
    case 6:
        return 6;
    case 8:
        return 0x19;
    case 10:
        return q->v == 1 ? 0x27 : 0x18;
    case 11:
        return q->v == 1 ? 0x28 : 0x36;
    case 12:
        return REB_VOID_BOSS;
    default:
        return 0;
    }
}

static int item2_womb(struct question *q)
{
    if (q->s != 7) {
        return 0;
    }
    double chance = q->v == 2 ? 0.33 : 0.1;
    return (double)reb_float01(q->draw) < chance ? 0x48 : 0;
}

static int item3(struct question *q)
{
    if (!one_in(q, 5)) {
        return 0;
    }
    if (q->s == 3) {
        (void)coin(q); /* flag P, which nothing reads */
        return q->flags->a ? 0x43 : 0x45;
    }
    if (q->s == 4) {
        return q->flags->a ? 0x45 : 0x43;
    }
    return q->s >= 5 && q->s <= 7 ? once(&q->flags->sisters, 0x44) : 0;
}

static int item4(struct question *q)
{
    if (!one_in(q, 4)) {
        return 0;
    }
    if (q->s % 2 == 1 && q->s < 9) {
        q->flags->a = coin(q);
    }
    bool a = q->flags->a;
    int other = coin(q) ? 0x3B : 0x42;
    switch (q->s) {
    case 1:
        return a ? 0x3C : 0x3D;
    case 2:
        return a ? 0x3D : 0x3C;
    case 3:
        return a ? 0x39 : other;
    case 4:
        return a ? other : 0x39;
    case 5:
    case 6:
        return once(&q->flags->brownie, 0x3A);
    default:
        return 0;
    }
}

static int item5_type0(struct question *q, int q1, int q2)
{
    bool r = q->flags->r;
    switch (q->s) {
    case 1:
        return r ? q1 : q2;
    case 2:
        return r ? q2 : q1;
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
        return once(&q->flags->fred, 0x35);
    default:
        return 0;
    }
}

static int item5_other_types(struct question *q)
{
    bool r = q->flags->r;
    switch (q->s) {
    case 1:
    case 2:
        return once(&q->flags->haunt, 0x2B);
    case 3:
        return r ? 0x32 : 0x34;
    case 4:
        return r ? 0x34 : 0x32;
    case 5:
    case 6:
        return once(&q->flags->adversary, 0x33);
    case 7:
    case 8:
        return once(&q->flags->mama_gurdy, 0x31);
    default:
        return 0;
    }
}

static int item5(struct question *q)
{
    if (!one_in(q, 6)) {
        return 0;
    }
    if (q->s % 2 == 1 && q->s < 9) {
        q->flags->r = coin(q);
    }
    int q1 = coin(q) ? 0x40 : 0x2C;
    int q2 = coin(q) ? 0x41 : 0x38;
    return q->v == 0 ? item5_type0(q, q1, q2) : item5_other_types(q);
}

static int item6_horsemen(struct question *q)
{
    static const int horseman[8] = {[1] = 9, [3] = 0xA, [5] = 0xB, [7] = 0xC};
    bool conquest = reb_below(q->draw, 2) == 0;
    if (!one_in(q, 5) || q->s % 2 == 0 || q->s > 7) {
        return 0;
    }
    if (reb_below(&q->side, 10) == 0 && !q->flags->headless) {
        return once(&q->flags->headless, 0x16);
    }
    int boss = q->s == 7 && conquest ? 0x26 : horseman[q->s];
    return once(&q->flags->horseman[q->s], boss);
}

static int item7(struct question *q)
{
    bool heads = reb_below(q->draw, 2) == 0;
    bool hit = one_in(q, 3);
    return !hit || q->s != 7 ? 0 : heads ? 0x2A : 0x29;
}

static int item8_fallen(struct question *q)
{
    bool hit = one_in(q, 10);
    return hit && q->in->devil_visited ? once(&q->flags->fallen, 0x17) : 0;
}

static int item9(struct question *q)
{
    if (!one_in(q, 3) || q->s != 7) {
        return 0;
    }
    return reb_below(q->draw, 2) == 0 ? 0x1E : 0x21;
}

static int item10(struct question *q)
{
    if (!one_in(q, 4) || q->v != 1) {
        return 0;
    }
    if (q->s == 2) {
        return reb_below(q->draw, 2) == 0 ? 0x12 : 0x20;
    }
    if (q->s == 4) {
        return reb_below(q->draw, 2) == 0 ? 0x24 : 0x1B;
    }
    return 0;
}

static int item11(struct question *q)
{
    static const int boss[8] = {[1] = 0xD, [3] = 0xE, [5] = 0xF, [7] = 0x10};
    return one_in(q, 5) && q->s < 8 ? boss[q->s] : 0;
}

static int item12(struct question *q)
{
    bool w = coin(q);
    if (!one_in(q, 4)) {
        return 0;
    }
    if (q->s == 1 && q->v == 0) {
        return w ? 0x14 : 0x11;
    }
    return q->s == 3 ? 0x1C : 0;
}

static int item13_tables(struct question *q)
{
    bool a = coin(q);
    bool b = coin(q);
    bool c = coin(q);
    const int first[8] = {2, 1, a ? 0x15 : 3, 4, b ? 0x13 : 5, 6, 7, 0x19};
    const int second[8] = {0x22, 0x25, 0x1D, 0x1A, c ? 0x23 : 0x1E, 0x1E, 0x1F, 0x19};
    if (q->s == 9) {
        return 0x3F;
    }
    int i = q->s - 1;
    if (q->s == 1 || q->s == 3) {
        q->flags->b = coin(q);
        i += q->flags->b;
    } else if (q->s == 2 || q->s == 4) {
        i -= q->flags->b;
    }
    return q->v == 1 ? second[i] : first[i];
}

int reb_identity_draw(struct reb_work *work, int stage)
{
    static int (*const items[])(struct question *) = {item1_fixed,    item2_womb, item3,        item4, item5,
                                                      item6_horsemen, item7,      item8_fallen, item9, item10,
                                                      item11,         item12,     item13_tables};
    struct question q = {.draw = &work->level, .flags = &work->flags, .in = work->in, .s = stage};
    q.v = work->in->variant;
    q.side = reb_stream_of(reb_next(&work->level), 1, 5, 16);
    int boss = 0;
    for (int i = 0; i < (int)(sizeof(items) / sizeof(items[0])) && boss == 0; i++) {
        boss = items[i](&q);
    }
    return boss;
}

int reb_identity_double_trouble(struct reb_work *work, int stage)
{
    switch (stage) {
    case 3:
    case 4:
        return reb_below(&work->level, 50) == 0 ? 0xE74 : 0;
    case 5:
        return reb_below(&work->level, 25) == 0 ? 0xEA6 : 0;
    case 7:
        return reb_below(&work->level, 40) == 0 ? 0xED8 : 0;
    default:
        return 0;
    }
}
