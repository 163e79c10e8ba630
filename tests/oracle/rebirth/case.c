/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Gives the same state of a game to both generators and compares their floors. */
#include "tests/oracle/rebirth/case.h"

#include "gen/rebirth/rooms/rooms.h"
#include "gen/registry.h"
#include "tests/oracle/rebirth/odd_pool.h"
#include "tests/support/maker.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const rules_words[] = {"blade", "afterbirth-plus", "repentance", "article"};
static const char *const unlock_words[] = {"fresh", "womb", "terrible", "all"};

/* A value up to `most` that is often small, because the rules have their limits there. */
static int draw_small(uint64_t *random, unsigned most)
{
    unsigned limit = odd_pool_below(random, 4) == 0 ? most + 1 : 8;
    return (int)odd_pool_below(random, limit <= most ? limit : most + 1);
}

static bool coin(uint64_t *random)
{
    return odd_pool_below(random, 2) == 0;
}

static bool rarely(uint64_t *random)
{
    return odd_pool_below(random, 5) == 0;
}

static void draw_items(struct reb_input *in, uint64_t *random)
{
    in->black_candle = odd_pool_below(random, 8) == 0;
    in->moms_box = coin(random);
    in->silver_dollar = coin(random);
    in->bloody_crown = coin(random);
    in->golden_horseshoe = coin(random);
    in->pay_to_win = rarely(random);
    in->fragmented_card = coin(random);
}

void rebirth_case_draw(rebirth_case *self, enum reb_rules rules, uint64_t *random)
{
    struct reb_input *in = &self->in;
    unsigned stages = rules == REB_BLADE ? 11 : 12;
    memset(self, 0, sizeof *self);
    reb_input_defaults(in, rules, 1 + (int)odd_pool_below(random, stages));
    if (rules != REB_BLADE && in->stage == 9) { /* where our generator refuses stage 9, one fixed map */
        in->stage = 1 + 2 * (int)odd_pool_below(random, 4);
    }
    in->variant = (int)odd_pool_below(random, in->stage >= 10 && in->stage < 12 ? 2 : 3);
    in->hard = coin(random);
    in->unlocks = coin(random) ? REB_ALL : (enum reb_unlocks)odd_pool_below(random, 4);
    in->hearts = draw_small(random, 48);
    in->max_hearts = draw_small(random, 48);
    in->soul = rarely(random) ? draw_small(random, 48) : 0;
    in->bone_hearts = rarely(random) ? draw_small(random, 24) : 0;
    in->keys = (int)odd_pool_below(random, 5);
    in->coins = draw_small(random, 999);
    in->victory_laps = rarely(random) ? (int)odd_pool_below(random, 6) : 0;
    in->devil_visited = coin(random);
    in->book_picked = coin(random);
    in->lost_like = rarely(random);
    draw_items(in, random);
    in->sets_curse = rarely(random);
    in->set_curse = coin(random) ? REB_NO_CURSE : coin(random) ? REB_LOST : REB_MAZE;
}

void rebirth_case_needs(const rebirth_case *self, unsigned *file, int *least, int *most)
{
    int s = self->in.stage;
    bool is_late = s >= 9;
    *file = (unsigned)(s == 12  ? 26
                       : s == 9 ? 13
                       : s < 9  ? self->in.variant + 1 + 3 * ((s - 1) / 2)
                                : self->in.variant + 2 * s - 6);
    *least = s == 12 ? 5 : is_late || s % 2 ? (self->in.hard ? 5 : 1) : self->in.hard ? 10 : 5;
    *most = s == 12 ? 15 : is_late || s % 2 ? 5 : self->in.hard ? 15 : 10;
}

static void write_settings(rebirth_case *self)
{
    const struct reb_input *in = &self->in;
    static const char *const plain[] = {"isaac", "lazarus", "cain"};
    static const char *const lost[] = {"the_lost", "blue_baby", "the_soul"};
    const char *character = (in->lost_like ? lost : plain)[(in->keys + in->coins) % 3];
    const char *curse = !in->sets_curse             ? "random"
                        : in->set_curse == REB_LOST ? "lost"
                        : in->set_curse == REB_MAZE ? "maze"
                                                    : "none";
    snprintf(self->settings, sizeof self->settings,
             "rules=%s rng=isaac stage=%d stage_type=%d hard=%d unlocks=%s hearts=%d soul_hearts=%d "
             "max_hearts=%d bone_hearts=%d keys=%d coins=%d victory_lap=%d devil_visited=%d book_picked=%d "
             "character=%s curse=%s specials=%d items=[luna%s%s%s%s%s%s%s]",
             rules_words[in->rules], in->stage, in->variant, in->hard, unlock_words[in->unlocks], in->hearts,
             in->soul, in->max_hearts, in->bone_hearts, in->keys, in->coins, in->victory_laps,
             in->devil_visited, in->book_picked, character, curse, in->specials,
             in->black_candle ? ",black_candle" : "", in->moms_box ? ",moms_box" : "",
             in->silver_dollar ? ",silver_dollar" : "", in->bloody_crown ? ",bloody_crown" : "",
             in->golden_horseshoe ? ",golden_horseshoe" : "", in->pay_to_win ? ",pay_to_win" : "",
             in->fragmented_card ? ",fragmented_card" : "");
}

fl_err rebirth_case_open(rebirth_case *self, const char *folder, const char *more, fl_diag *diag)
{
    const fl_generator *generator = fl_registry_find("rebirth");
    char rooms[600];
    write_settings(self);
    self->folder = folder;
    snprintf(rooms, sizeof rooms, "rooms=%s", folder);
    fl_setting_values_init(&self->values, generator->settings, generator->settings_n);
    fl_err err = maker_assign(&self->values, self->settings, diag);
    err = err ? err : maker_assign(&self->values, more, diag);
    err = err ? err : fl_setting_values_assign(&self->values, rooms, "test", diag);
    err = err ? err : generator->init(&self->values, &self->rules, diag);
    if (err) {
        return err;
    }
    self->scratch = calloc(1, generator->scratch_size(self->rules));
    unsigned file = 0;
    int least = 0;
    int most = 0;
    rebirth_case_needs(self, &file, &least, &most);
    self->pool = reb_pool_load(folder, (int)file);
    fl_key_init(&self->key, "rebirth", generator->version, 1);
    err = fl_floor_init(&self->floor, generator->cells_max);
    return err || !self->scratch || !self->pool ? FL_ERR_MEMORY : FL_OK;
}

void rebirth_case_close(rebirth_case *self)
{
    if (self->rules) {
        fl_registry_find("rebirth")->free(self->rules);
        fl_floor_free(&self->floor);
    }
    free(self->scratch);
    reb_pool_free(self->pool);
    self->rules = NULL;
    self->scratch = NULL;
    self->pool = NULL;
}

static bool rooms_equal(const fl_room *ours, const struct reb_room *theirs, bool is_furnished)
{
    bool is_same_interior =
        ours->type == theirs->type && ours->variant == theirs->variant && ours->subtype == theirs->subtype;
    return ours->origin_x == theirs->x && ours->origin_y == theirs->y && (int)ours->shape == theirs->shape &&
           (is_same_interior || !is_furnished) && ours->own_distance == theirs->distance &&
           ours->is_own_dead_end == theirs->dead_end;
}

const char *rebirth_case_compare(rebirth_case *self, uint32_t game_seed)
{
    static const int curse_bits[FL_CURSE_COUNT] = {0, 2, 4, 1, 8, 32, 64};
    const struct reb_floor *theirs = &self->other;
    const fl_floor *ours = &self->floor;
    const fl_rebirth_state *state = self->scratch;
    self->key.index = game_seed;
    fl_registry_find("rebirth")->make(self->rules, &self->key, self->scratch, &self->floor);
    reb_floor_make(&self->in, self->pool, game_seed, &self->other);
    if (curse_bits[ours->fact[FL_GENERATOR_FACT_CURSE]] != theirs->curse) {
        return "the curse";
    }
    if (ours->fact[FL_GENERATOR_FACT_ATTEMPTS] != theirs->attempts ||
        (ours->failure != NULL) != theirs->failed) {
        return "the number of attempts";
    }
    if (!theirs->failed && ours->rooms_n != theirs->rooms) {
        return "the number of rooms";
    }
    for (int i = 0; i < theirs->rooms && !theirs->failed; i++) {
        if (!rooms_equal(&ours->rooms[i], &theirs->room[i], self->in.specials)) {
            return "a room";
        }
    }
    bool is_same_stream = state->stage.layout.exact.state == theirs->layout_state &&
                          state->stage.layout.drawn == (uint32_t)theirs->layout_draws &&
                          state->forced == (unsigned)theirs->forced &&
                          ours->fact[FL_GENERATOR_FACT_FORCED_ENDS] == theirs->forced_last;
    return is_same_stream ? NULL : "the layout's stream";
}
