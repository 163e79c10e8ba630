/* SPDX-License-Identifier: MIT */
/* The rules of the article and the demo as numbers, for exact computations. */
#include "gen/classic/classic.h"

#include "gen/classic/classic_private.h"

#include <string.h>

/* Returns the rule that coins alone cannot reproduce, or NULL. */
static const char *obstacle(const fl_classic_rules *rules)
{
    const int64_t *v = rules->value;
    bool may_be_large = v[FL_CLASSIC_CURSE] || v[FL_CLASSIC_CHALLENGE_MODE];
    return rules->set == FL_CLASSIC_FLASH_GAME ? "the rule set 'flash' lets the start grow again as often as "
                                                 "coins decide, for up to 300 rounds"
           : may_be_large ? "a labyrinth adds rooms by random tries, each of which changes the next"
                          : NULL;
}

static void copy_rolls(const fl_classic_rules *rules, fl_classic_terms *out)
{
    for (unsigned i = 0; i < rules->rolls_n; i++) {
        const fl_classic_roll *roll = &rules->rolls[0][i];
        out->roll[i] =
            (fl_classic_terms_roll){rules->roll_names[i], roll->kind,      roll->first_hits, roll->first_of,
                                    roll->second_hits,    roll->second_of, roll->is_open};
    }
    out->rolls_n = rules->rolls_n;
}

static void set_targets(const fl_classic_rules *rules, fl_classic_terms *out)
{
    const int64_t *v = rules->value;
    bool is_fixed = v[FL_CLASSIC_ROOMS] > 0 || (v[FL_CLASSIC_MIN_ROOMS] > 0 && v[FL_CLASSIC_MAX_ROOMS] > 0);
    unsigned base = 5 + 26 * (unsigned)v[FL_CLASSIC_LEVEL] / 10;
    out->sizes_n = is_fixed ? 1 : 2;
    for (unsigned i = 0; i < out->sizes_n; i++) {
        unsigned target = is_fixed ? (unsigned)v[FL_CLASSIC_ROOMS] : base + i;
        out->size[i] = (fl_classic_terms_size){target, fl_classic_grow_least(rules, target),
                                               fl_classic_grow_most(rules, target)};
    }
}

void fl_classic_terms_read(const void *rules_of, fl_classic_terms *out)
{
    const fl_classic_rules *rules = rules_of;
    const int64_t *v = rules->value;
    memset(out, 0, sizeof *out);
    out->obstacle = obstacle(rules);
    out->cells = rules->cells;
    out->secret_cells = rules->secret_cells;
    out->secret_area = rules->secret_area;
    out->start = rules->start;
    memcpy(out->step, rules->step, sizeof out->step);
    out->reseed_every = (unsigned)v[FL_CLASSIC_RESEED_WAVES];
    out->reseed_above = (unsigned)v[FL_CLASSIC_RESEED_ABOVE];
    out->min_end_rooms = (unsigned)v[FL_CLASSIC_MIN_END_ROOMS];
    out->boss_may_touch_start = v[FL_CLASSIC_BOSS_NEAR_START] != 0;
    out->max_attempts = (unsigned)v[FL_CLASSIC_MAX_ATTEMPTS];
    out->has_specials = v[FL_CLASSIC_SPECIALS] != 0;
    out->secret_forbids_boss_only = v[FL_CLASSIC_SECRET_FORBIDS] != 0;
    out->secret_tries = (unsigned)v[FL_CLASSIC_SECRET_EACH];
    out->secret_weakest = (unsigned)v[FL_CLASSIC_SECRET_WEAKEST];
    set_targets(rules, out);
    copy_rolls(rules, out);
}
