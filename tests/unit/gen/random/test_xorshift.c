/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The game's random numbers against the published values (gen/rebirth/RULES.md, "Random numbers" and
 * "Seeds"). */
#include "gen/random/xorshift.h"

#include <criterion/criterion.h>

static void expect_outputs(fl_xorshift stream, const uint32_t *outputs, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        uint32_t found = fl_xorshift_next(&stream);
        cr_expect_eq(found, outputs[i], "output %u is %08X", i, found);
        cr_expect_eq(stream.state, found);
    }
}

Test(xorshift, published_outputs_come_from_state_1)
{
    static const uint32_t first[] = {0x9, 0x65, 0x2EF, 0x1F5F};
    static const uint32_t stages[] = {0x800001, 0x100001, 0x920001, 0x4001};
    static const uint32_t last[] = {0x8001, 0x40000011, 0x5008A005, 0x14080804};
    expect_outputs((fl_xorshift){1, 1, 3, 10}, first, 4);
    expect_outputs(FL_XORSHIFT_STAGES(1), stages, 4);
    expect_outputs((fl_xorshift){1, 17, 15, 26}, last, 4);
}

/* The level stream of run seed 1, stage 1. */
Test(xorshift, the_worked_example_comes_out)
{
    static const uint32_t level[] = {0x2152A305, 0x91146405, 0xAD4AA83F, 0xE809B57C};
    expect_outputs(FL_XORSHIFT_LEVEL(0x00100001), level, 4);
}

Test(xorshift, streams_have_the_documented_shifts)
{
    const struct {
        fl_xorshift stream;
        unsigned a, b, c;
    } table[] = {
        {FL_XORSHIFT_STAGES(7), 3, 23, 25}, {FL_XORSHIFT_LEVEL(7), 5, 9, 7},  {FL_XORSHIFT_SIDE(7), 1, 5, 16},
        {FL_XORSHIFT_BOSS(7), 5, 15, 17},   {FL_XORSHIFT_PICK(7), 1, 21, 20},
    };
    for (unsigned i = 0; i < sizeof table / sizeof table[0]; i++) {
        cr_expect(table[i].stream.a == table[i].a && table[i].stream.b == table[i].b, "stream %u", i);
        cr_expect(table[i].stream.c == table[i].c && table[i].stream.state == 7, "stream %u", i);
    }
}

Test(xorshift, weights_are_outputs_times_a_32_bit_float)
{
    const union {
        uint32_t bits;
        fl_weight weight;
    } factor = {.bits = 0x2F7FFFFE};
    cr_expect(fl_xorshift_weight(1) == factor.weight);
    cr_expect(fl_xorshift_weight(0x800001) == 0.001953125f); /* the published one */
    cr_expect(fl_xorshift_weight(0) == 0);
    cr_expect(fl_xorshift_weight(UINT32_MAX) < 1);
    cr_expect(fl_xorshift_weight(UINT32_MAX) > 0.999999f);
}
