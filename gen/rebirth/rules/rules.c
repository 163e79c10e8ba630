/* SPDX-License-Identifier: MIT */
/* From settings to rules: the player, the stage, the rule set's file, the room files. */
#include "gen/rebirth/rules/rules.h"

#include "gen/base/yaml.h"
#include "gen/rebirth/rules/rules_private.h"

#include <stdio.h>
#include <string.h>

enum { BLUE_WOMB = 9, VOID = 12, ROOMS_LEAST = 20, VOID_FILE = 26 };

#define FL_REBIRTH_SETTING_ROW(symbol, name, type, min, max, initial, choices, meaning)                      \
    {name, FL_SETTING_##type, min, max, initial, choices, meaning},
const fl_setting fl_rebirth_rules_settings[FL_REBIRTH_SETTINGS_N] = {
    FL_REBIRTH_SETTINGS(FL_REBIRTH_SETTING_ROW)};
#undef FL_REBIRTH_SETTING_ROW

/* Fills in the settings that were not given from a preset. */
static fl_err apply_preset(fl_setting_values *values, fl_diag *diag)
{
    static const struct {
        int64_t preset;
        const char *name, *text;
    } table[] = {
        {1, "hearts", "6"}, {1, "max_hearts", "6"}, {2, "hearts", "1"}, {2, "max_hearts", "6"},
        {3, "hearts", "6"}, {3, "max_hearts", "6"}, {3, "coins", "15"}, {3, "keys", "3"},
    };
    fl_err err = FL_OK;
    for (size_t i = 0; i < sizeof table / sizeof table[0] && !err; i++) {
        if (table[i].preset == fl_setting_values_get(values, FL_REBIRTH_SET_PRESET)) {
            err = fl_setting_values_preset(values, table[i].name, table[i].text, diag);
        }
    }
    return err;
}

static bool has_item(const fl_rebirth_rules *self, fl_rebirth_item item)
{
    return self->value[FL_REBIRTH_SET_ITEMS] >> item & 1;
}

/* Half a red heart and no soul heart, or no container and at most one soul heart. */
static bool is_low(const int64_t *v)
{
    bool is_boneless = v[FL_REBIRTH_SET_CHARACTER] >= 3; /* the Lost, ??? and the Soul */
    int64_t containers = v[FL_REBIRTH_SET_MAX_HEARTS] + (is_boneless ? 0 : 2 * v[FL_REBIRTH_SET_BONE_HEARTS]);
    return (v[FL_REBIRTH_SET_HEARTS] < 2 && v[FL_REBIRTH_SET_SOUL_HEARTS] <= 0) ||
           (containers <= 0 && v[FL_REBIRTH_SET_SOUL_HEARTS] <= 2);
}

static uint32_t test_all(const fl_rebirth_rules *self)
{
    const int64_t *v = self->value;
    unsigned stage = self->stage;
    bool is_full = v[FL_REBIRTH_SET_HEARTS] + v[FL_REBIRTH_SET_SOUL_HEARTS] >= v[FL_REBIRTH_SET_MAX_HEARTS];
    bool is_spared = v[FL_REBIRTH_SET_CHARACTER] == 1 || v[FL_REBIRTH_SET_CHARACTER] == 3;
    bool has_wicked = has_item(self, FL_REBIRTH_ITEM_WICKED_CROWN);
    bool has_holy = has_item(self, FL_REBIRTH_ITEM_HOLY_CROWN);
    bool has_card = has_item(self, FL_REBIRTH_ITEM_FRAGMENTED_CARD);
    bool has_luna = has_item(self, FL_REBIRTH_ITEM_LUNA);
    const bool holds[FL_REBIRTH_TESTS_N] = {
        [FL_REBIRTH_FULL_HEALTH] = is_full,
        [FL_REBIRTH_FULL_OR_SPARED] = is_full || is_spared,
        [FL_REBIRTH_LOW_HEALTH] = is_low(v),
        [FL_REBIRTH_TWO_KEYS] = v[FL_REBIRTH_SET_KEYS] >= 2,
        [FL_REBIRTH_FIVE_COINS] = v[FL_REBIRTH_SET_COINS] >= 5,
        [FL_REBIRTH_DEVIL_VISITED] = v[FL_REBIRTH_SET_DEVIL_VISITED] != 0,
        [FL_REBIRTH_BOOK_PICKED] = v[FL_REBIRTH_SET_BOOK_PICKED] != 0,
        [FL_REBIRTH_FIRST_STAGE] = stage == 1,
        [FL_REBIRTH_ABOVE_STAGE_1] = stage > 1,
        [FL_REBIRTH_ABOVE_STAGE_2] = stage > 2,
        [FL_REBIRTH_SECOND_FLOOR] = stage % 2 == 0 && stage < 9,
        [FL_REBIRTH_DARK_ROOM] = stage == 11 && self->stage_type == 0,
        [FL_REBIRTH_LAPS_BELOW_3] = v[FL_REBIRTH_SET_VICTORY_LAP] < 3,
        [FL_REBIRTH_SILVER_DOLLAR] = has_item(self, FL_REBIRTH_ITEM_SILVER_DOLLAR),
        [FL_REBIRTH_BLOODY_CROWN] = has_item(self, FL_REBIRTH_ITEM_BLOODY_CROWN),
        [FL_REBIRTH_ANY_CROWN] = has_wicked || has_holy,
        [FL_REBIRTH_OWN_CROWN] = self->stage_type == 0 ? has_wicked : has_holy,
        [FL_REBIRTH_GOLDEN_HORSESHOE] = has_item(self, FL_REBIRTH_ITEM_GOLDEN_HORSESHOE),
        [FL_REBIRTH_MOMS_BOX] = has_item(self, FL_REBIRTH_ITEM_MOMS_BOX),
        [FL_REBIRTH_FRAGMENTED_CARD] = has_card,
        [FL_REBIRTH_VOODOO_HEAD] = has_item(self, FL_REBIRTH_ITEM_VOODOO_HEAD),
        [FL_REBIRTH_LUNA] = has_luna,
        [FL_REBIRTH_CARD_OR_LUNA] = has_card || has_luna,
        [FL_REBIRTH_CARD_AND_LUNA] = has_card && has_luna,
        [FL_REBIRTH_CAIN_WITH_BIRTHRIGHT] =
            v[FL_REBIRTH_SET_CHARACTER] == 2 && v[FL_REBIRTH_SET_BIRTHRIGHT] != 0,
    };
    uint32_t bits = 0;
    for (unsigned i = 0; i < FL_REBIRTH_TESTS_N; i++) {
        bits |= (uint32_t)holds[i] << i;
    }
    return bits;
}

/* Chance of a planetarium, in 32-bit floats (gen/rebirth/RULES.md, "Planetarium"). */
static fl_weight planetarium_chance(const fl_rebirth_rules *self)
{
    const int64_t *v = self->value;
    bool has_lens = has_item(self, FL_REBIRTH_ITEM_TELESCOPE_LENS);
    bool has_box = has_item(self, FL_REBIRTH_ITEM_MOMS_BOX);
    bool has_ball = has_item(self, FL_REBIRTH_ITEM_CRYSTAL_BALL);
    int64_t skipped = (int64_t)self->stage - 1 - v[FL_REBIRTH_SET_TREASURE_ENTERED];
    if (self->stage > 10 || (self->stage > 6 && !has_lens) || (self->stage > 8 && !has_box)) {
        return 0;
    }
    fl_weight chance = 0.01f;
    if (v[FL_REBIRTH_SET_PLANETARIUMS] == 0) {
        chance += skipped > 0 ? 0.2f * (fl_weight)skipped + (has_ball ? 1.0f : 0) : 0;
        chance += has_item(self, FL_REBIRTH_ITEM_MAGIC_8_BALL) ? 0.15f : 0;
        chance += has_ball ? 0.15f : 0;
        chance += has_item(self, FL_REBIRTH_ITEM_SAUSAGE) ? 0.069f : 0;
        chance += has_lens ? 0.15f : 0;
    }
    chance += has_lens ? (has_box ? 0.18f : 0.09f) : 0;
    return chance < 1 ? chance : 1;
}

static unsigned file_of(const fl_rebirth_rules *self)
{
    if (self->stage == VOID) {
        return VOID_FILE;
    }
    if (self->stage == BLUE_WOMB) {
        return 13;
    }
    return self->stage < BLUE_WOMB ? self->stage_type + 1 + 3 * ((self->stage - 1) / 2)
                                   : self->stage_type + 2 * self->stage - 6;
}

/* True if a floor of this stage can have a window. */
static bool is_possible(const fl_rebirth_rules *self, unsigned floor)
{
    bool is_late = self->stage >= BLUE_WOMB;
    switch (floor) {
    case FL_REBIRTH_VOID:
        return self->stage == VOID;
    case FL_REBIRTH_LATE:
        return is_late && self->stage != VOID;
    case FL_REBIRTH_EVEN:
        return !is_late && self->stage % 2 == 0;
    default:
        return !is_late && self->stage % 2 == 1;
    }
}

/* Counts the normal rooms in a window and collects their shapes. */
static uint32_t count_window(const fl_rebirth_rules *self, fl_rebirth_window window, uint32_t *shapes)
{
    uint32_t n = 0;
    *shapes = 0;
    for (uint32_t i = 0; i < self->normal.pool.rooms_n; i++) {
        const fl_pool_room *room = &self->normal.pool.rooms[i];
        bool is_in = room->difficulty >= window.least && room->difficulty <= window.most;
        if (room->type == FL_POOL_CHOICE_TYPE_DEFAULT && is_in) {
            *shapes |= 1u << room->shape;
            n++;
        }
    }
    return n;
}

static fl_err survey_pool(fl_rebirth_rules *self, fl_diag *diag)
{
    for (unsigned i = 0; i < FL_REBIRTH_WINDOWS; i++) {
        self->widened[i] = self->window[i];
        self->shapes[i] = (1u << FL_SHAPE_COUNT) - 2;
        if (!self->has_interiors) {
            continue;
        }
        uint32_t n = count_window(self, self->window[i], &self->shapes[i]);
        if (n < ROOMS_LEAST && self->switches.widens_small_pools) {
            self->widened[i] = (fl_rebirth_window){1, 15, 0, 0};
            n = count_window(self, self->widened[i], &self->shapes[i]);
        }
        if (n < ROOMS_LEAST && is_possible(self, i)) {
            fl_err err = fl_diag_set(
                diag, FL_ERR_INPUT, "rooms",
                "stage file %02u has %u normal rooms of difficulty %d to %d, at least %d are needed",
                file_of(self), (unsigned)n, self->widened[i].least, self->widened[i].most, ROOMS_LEAST);
            fl_diag_hint(
                diag,
                "name a folder with the game's own rooms, or leave 'rooms' empty for the built-in ones");
            return err;
        }
    }
    return FL_OK;
}

/* Refuses a pool without an interior for the start. */
static fl_err check_start(const fl_rebirth_rules *self, fl_diag *diag)
{
    const fl_pool_choice_file *file = self->stage == 11 ? &self->normal : &self->special;
    fl_pool_request request = fl_pool_choice_special(FL_POOL_CHOICE_TYPE_DEFAULT);
    request.variant_least = self->stage == 11 ? 0 : 2;
    request.variant_most = request.variant_least;
    request.difficulty_least = 0;
    request.difficulty_most = 255;
    if (fl_pool_choice_count(file, &request) > 0) {
        return FL_OK;
    }
    return fl_diag_set(diag, FL_ERR_INPUT, "rooms",
                       "stage file %02u has no room of type 1 and variant %d for the start",
                       self->stage == 11 ? file_of(self) : 0, (int)request.variant_least);
}

/* Names the rule sets that have a switch. */
static void hint_sets_with(const char *name, fl_diag *diag)
{
    fl_text names;
    fl_text_init(&names);
    for (size_t i = 0; i < fl_embedded_rules_n; i++) {
        const fl_embedded_rules *set = &fl_embedded_rules_table[i];
        char path[64];
        fl_yaml *yaml = NULL;
        snprintf(path, sizeof path, "data/rebirth/%s.yaml", set->name);
        if (strcmp(set->generator, "rebirth") == 0 && !fl_yaml_read_shipped(path, &yaml, NULL) &&
            fl_yaml_get(fl_yaml_get(fl_yaml_root(yaml), "switches"), name)) {
            fl_text_add_format(&names, "%s%s", names.size > 0 ? ", " : "", set->name);
        }
        fl_yaml_free(yaml);
    }
    fl_diag_hint(diag, "rule sets that have it: %s", fl_text_get(&names));
    fl_text_free(&names);
}

static fl_err check_stage(const fl_rebirth_rules *self, const char *set, fl_diag *diag)
{
    fl_err err = FL_OK;
    if (self->stage == BLUE_WOMB && !self->switches.has_blue_womb) {
        err = fl_diag_set(diag, FL_ERR_INPUT, "stage", "the rule set '%s' makes no stage 9", set);
        hint_sets_with("has_blue_womb", diag);
    } else if (self->stage == VOID && !self->switches.has_void) {
        err = fl_diag_set(diag, FL_ERR_INPUT, "stage", "the rule set '%s' makes no stage 12", set);
        hint_sets_with("has_void", diag);
    } else if (self->stage >= 10 && self->stage < VOID && self->stage_type > 1) {
        err =
            fl_diag_set(diag, FL_ERR_INPUT, "stage_type", "stage %u has the types 0 and 1 only", self->stage);
    } else if (self->is_exact && !self->has_interiors && self->has_specials) {
        err = fl_diag_set(diag, FL_ERR_INPUT, "interiors",
                          "rng=isaac needs interiors: choosing them takes draws");
        fl_diag_hint(diag, "rng=pcg allows interiors=off; so does specials=off");
    } else if (self->value[FL_REBIRTH_SET_LAYOUT] == 1 &&
               (self->is_exact || self->has_interiors || !self->has_specials)) {
        err = fl_diag_set(diag, FL_ERR_INPUT, "layout", "floors without a layout have rolls but not rooms");
        fl_diag_hint(diag, "it needs interiors=off, specials=on and rng=pcg");
    } else if (self->value[FL_REBIRTH_SET_CHALLENGE_LINE] && !self->switches.has_challenge_line) {
        err = fl_diag_set(diag, FL_ERR_INPUT, "challenge_line",
                          "the rule set '%s' has no challenge line that places `boss`", set);
        hint_sets_with("has_challenge_line", diag);
    } else if (self->value[FL_REBIRTH_SET_CURSE] == 2 && (self->stage % 2 == 0 || self->stage > 7)) {
        err = fl_diag_set(diag, FL_ERR_INPUT, "curse", "no labyrinth on stage %u", self->stage);
        fl_diag_hint(diag, "only the odd stages 1 to 7 can be labyrinths");
    }
    return err;
}

fl_err fl_rebirth_rules_init(fl_rebirth_rules *self, fl_setting_values *values, fl_diag *diag)
{
    memset(self, 0, sizeof *self);
    fl_err err = apply_preset(values, diag);
    if (err) {
        return err;
    }
    memcpy(self->value, values->number, sizeof self->value);
    const int64_t *v = self->value;
    char set[32];
    fl_setting_word_at(fl_rebirth_rules_settings[FL_REBIRTH_SET_RULES].choices,
                       (unsigned)v[FL_REBIRTH_SET_RULES], set, sizeof set);
    self->stage = (unsigned)v[FL_REBIRTH_SET_STAGE];
    self->stage_type = (unsigned)v[FL_REBIRTH_SET_STAGE_TYPE];
    self->is_hard = v[FL_REBIRTH_SET_HARD];
    self->is_exact = v[FL_REBIRTH_SET_RNG] == 1;
    self->scatters = v[FL_REBIRTH_SET_SEED_ORDER] == 2;
    self->has_specials = v[FL_REBIRTH_SET_SPECIALS];
    self->has_interiors = v[FL_REBIRTH_SET_INTERIORS];
    self->holds = test_all(self);
    self->planetarium = planetarium_chance(self);
    err = fl_rebirth_rules_read_file(self, set, diag);
    err = err ? err : check_stage(self, set, diag);
    if (has_item(self, FL_REBIRTH_ITEM_BLACK_CANDLE)) {
        self->curse_odds = 0;
    }
    if (!err && self->has_interiors) {
        err = fl_pool_choice_load(&self->special, values->text[0], 0, values->files, diag);
        err = err ? err
                  : fl_pool_choice_load(&self->normal, values->text[0], file_of(self), values->files, diag);
    }
    bool are_rooms_here = fl_files_can_make(values->files);
    err = err || !are_rooms_here || !self->has_interiors ? err : check_start(self, diag);
    err = err || !are_rooms_here ? err : survey_pool(self, diag);
    if (self->is_exact) {
        fl_rebirth_random_ahead_init(&self->ahead, fl_backend_best());
    }
    if (err) {
        fl_rebirth_rules_free(self);
    }
    return err;
}

void fl_rebirth_rules_free(fl_rebirth_rules *self)
{
    fl_pool_choice_free(&self->special);
    fl_pool_choice_free(&self->normal);
}
