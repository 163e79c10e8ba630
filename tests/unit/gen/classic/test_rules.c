/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of misses, and the orders of sides. What else rules say shows in floors (tests/golden). */
#include "gen/classic/rules.h"
#include "tests/support/maker.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

static fl_classic_rules rules;

Test(rules, misses_are_the_powers)
{
    static const int tries[] = {1, 2, 3, 10, 300, 900, 10000};
    for (unsigned i = 0; i < 7 * 10; i++) {
        char settings[64];
        long double worst = 0;
        snprintf(settings, sizeof settings, "secret_tries_each=%d secret_rows=%u", tries[i / 10], 1 + i % 10);
        maker_rules("classic", settings, &rules, sizeof rules);
        for (unsigned k = 0; k <= rules.secret_area; k++) {
            long double exact = powl(1 - (long double)k / rules.secret_area, tries[i / 10]);
            long double found = (long double)rules.miss[k] / 18446744073709551616.0L;
            worst = fmaxl(worst, fabsl(found - exact));
        }
        cr_expect(worst <= 1e-15L, "%s: off by %Lg", settings, worst);
        cr_expect(rules.miss[0] == FL_CLASSIC_ONE, "%s: nothing to find is always missed", settings);
        cr_expect(rules.miss[rules.secret_area] == 0, "%s: all cells good are never missed", settings);
    }
}

Test(rules, all_24_orders_are_there_once)
{
    bool seen[256] = {false};
    unsigned n = 0;
    for (;; n++) {
        char settings[32] = "order=";
        fl_setting_word_at(fl_classic_rules_settings[FL_CLASSIC_ORDER].choices, n, settings + 6,
                           sizeof settings - 6);
        if (!settings[6]) {
            break;
        }
        maker_rules("classic", settings, &rules, sizeof rules);
        unsigned code = 0;
        unsigned sides = 0;
        for (int i = 0; i < 4; i++) {
            unsigned side = rules.step[i] == 10 ? 0 : rules.step[i] == -10 ? 1 : rules.step[i] == 1 ? 2 : 3;
            code = code << 2 | side;
            sides |= 1u << side;
        }
        cr_expect(sides == 15 && !seen[code], "%s", settings);
        seen[code] = true;
    }
    cr_expect_eq(n, 24u);
}
