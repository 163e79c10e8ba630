/* SPDX-License-Identifier: MIT */
/* From settings and a file to rules: first the file's contents, then the knobs, then everything computed from
 * both. */
#include "gen/base/embedded.h"
#include "gen/base/suggest.h"
#include "gen/base/text.h"
#include "gen/grid/grid_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FL_GRID_ROW(symbol, name, type, min, max, initial, choices, meaning)                                 \
    {name, FL_SETTING_##type, min, max, initial, choices, meaning},
const fl_setting fl_grid_rules_settings[FL_GRID_SETTINGS_N] = {FL_GRID_SETTINGS(FL_GRID_ROW)};
#undef FL_GRID_ROW

enum { FILE_MAX = 1 << 20 };

enum { OPEN_WAY_RULESET, OPEN_WAY_ANY, OPEN_WAY_DEMANDED }; /* choices of the setting open_way */

static const char shipped_folder[] = "data/rulesets/";
static const char shipped_end[] = ".yaml";

/* Refuses the name of a ruleset that is not built in, and suggests a similar one. */
static fl_err refuse_name(const char *name, fl_diag *diag)
{
    char file[FL_SUGGEST_FILE];
    fl_err err = fl_diag_set(diag, FL_ERR_INPUT, "rules", "there is no ruleset '%.80s'", name);
    const char *near = fl_suggest_file(name, shipped_folder, file);
    if (near) {
        fl_diag_hint(diag, "did you mean '%s'? A file's name has a / or ends in .yaml", near);
    } else {
        fl_diag_hint(diag, "basement is one; a file's name has a / or ends in .yaml");
    }
    return err;
}

static fl_err read_shipped(fl_grid_rules *self, fl_setting_values *values, fl_diag *diag)
{
    char path[FL_SETTING_VALUES_TEXT];
    snprintf(path, sizeof path, "%s%.100s%s", shipped_folder, values->text[0], shipped_end);
    const fl_embedded *file = fl_embedded_find(path);
    fl_grid_text text = {.name = path, .data = file ? file->data : NULL, .size = file ? file->size : 0};
    return file ? fl_grid_rules_read(self, &text, values, diag) : refuse_name(values->text[0], diag);
}

static fl_err read_file(fl_grid_rules *self, fl_setting_values *values, fl_diag *diag)
{
    static const fl_files_sort sort = {"a ruleset", FILE_MAX};
    fl_text data;
    fl_text_init(&data);
    fl_err err = fl_files_read(values->files, &sort, values->text[0], &data, diag);
    fl_grid_text text = {.name = values->text[0], .data = data.data, .size = data.size};
    err = err ? err : fl_grid_rules_read(self, &text, values, diag);
    fl_text_free(&data);
    return err;
}

/* p x modifier as a threshold; a product that is not zero does not become zero. */
static uint64_t threshold(int64_t p, int64_t modifier)
{
    fl_grid_wide one = (fl_grid_wide)FL_GRID_RULES_ONE * FL_GRID_RULES_ONE;
    fl_grid_wide product = (fl_grid_wide)(uint64_t)p * (uint64_t)modifier;
    uint64_t out = (uint64_t)((product * FL_GRID_RULES_SURE + one / 2) / one);
    return out == 0 && product > 0 ? 1 : out;
}

/* Computes thresholds and tiers by number of neighbours from a ruleset's parameters. */
static void compile(fl_grid_ruleset *self)
{
    const fl_grid_param *largest = NULL;
    memset(self->tier_of, -1, sizeof self->tier_of);
    memset(self->chance, 0, sizeof self->chance);
    self->tiers_n = 0;
    self->can_be_sure = false;
    for (unsigned i = 0; i < self->params_n; i++) {
        const fl_grid_param *param = &self->params[i];
        int tier = 0;
        for (unsigned k = 0; k < self->params_n; k++) { /* counts the priorities above this one, each once */
            bool is_first = true;
            for (unsigned j = 0; j < k; j++) {
                is_first = is_first && self->params[j].priority != self->params[k].priority;
            }
            tier += is_first && self->params[k].priority > param->priority;
        }
        self->tier_of[param->n] = (int8_t)tier;
        self->chance[param->n] = threshold(param->p, self->probability);
        self->can_be_sure = self->can_be_sure || self->chance[param->n] >= FL_GRID_RULES_SURE;
        self->tiers_n = tier >= self->tiers_n ? tier + 1 : self->tiers_n;
        largest = !largest || param->n > largest->n ? param : largest;
    }
    for (unsigned n = largest ? largest->n + 1 : 0;
         self->propagates_higher && n > 0 && n <= FL_GRID_ROTATION_RIM; n++) {
        self->tier_of[n] = self->tier_of[largest->n];
        self->chance[n] = self->chance[largest->n];
    }
}

/* The first pass ignores distance modifiers (Gao 2022, 7.3); a warning says so. */
static void ignore_first_distances(fl_grid_rules *self)
{
    const fl_grid_pass *pass = &self->passes[0];
    for (unsigned i = pass->first; i < pass->first + pass->n; i++) {
        const fl_grid_ruleset *rules = &self->rulesets[self->entries[i].rules];
        if (rules->zero != rules->one) {
            fl_grid_check_add_note(self, rules->line, "the first pass ignores the distances of the ruleset",
                                   rules->name);
            fl_grid_ruleset *variant = fl_grid_knobs_variant(self, i);
            variant->zero = 0;
            variant->one = 0;
        }
    }
}

/* Records the largest chance of each tier for a room, whose own connections forbid more neighbours. */
static void note_largest(fl_grid_rules *self, fl_grid_entry *entry)
{
    const fl_grid_ruleset *rules = &self->rulesets[entry->rules];
    for (unsigned n = 0; n <= FL_GRID_ROTATION_RIM && n <= entry->connections; n++) {
        int tier = rules->tier_of[n];
        if (tier >= 0 && rules->chance[n] > entry->most[tier]) {
            entry->most[tier] = rules->chance[n];
        }
    }
}

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
    while (b > 0) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Reduces the weights of a pass to whole numbers with the same proportions. */
static fl_err reduce_weights(fl_grid_rules *self, const fl_grid_pass *pass, fl_diag *diag)
{
    uint64_t divisor = 0;
    uint64_t sum = 0;
    for (unsigned i = pass->first; i < pass->first + pass->n; i++) {
        divisor = common_divisor((uint64_t)self->entries[i].weight_as_read, divisor);
    }
    for (unsigned i = pass->first; i < pass->first + pass->n && divisor > 0; i++) {
        uint64_t weight = (uint64_t)self->entries[i].weight_as_read / divisor;
        sum += weight;
        self->entries[i].weight = (uint32_t)weight;
    }
    if (sum > UINT32_MAX) {
        char where[FL_SETTING_VALUES_TEXT + 16];
        snprintf(where, sizeof where, "%s:%u", self->file, pass->line);
        fl_err err = fl_diag_set(diag, FL_ERR_INPUT, where, "the weights of the pass '%s' are too far apart",
                                 pass->name);
        fl_diag_hint(diag, "write them with fewer digits");
        return err;
    }
    return FL_OK;
}

static fl_err check_most(const fl_grid_rules *self, uint64_t tiles, fl_diag *diag)
{
    if (tiles <= FL_GRID_TILES) {
        return FL_OK;
    }
    return fl_diag_set(diag, FL_ERR_INPUT, self->file, "a floor may have %llu tiles, at most %d are possible",
                       (unsigned long long)tiles, FL_GRID_TILES);
}

/* Sizes the board and makes all rotations for it. */
static fl_err size_board(fl_grid_rules *self, fl_diag *diag)
{
    uint64_t tiles = self->entries[0].tiles_n;
    int side = 1;
    for (unsigned i = 0; i < self->passes_n; i++) {
        tiles += self->passes[i].tiles_max;
    }
    fl_err err = check_most(self, tiles, diag);
    self->tiles_max = (unsigned)(tiles < FL_GRID_TILES ? tiles : FL_GRID_TILES);
    for (unsigned i = 0; i < self->entries_n; i++) {
        fl_grid_entry *entry = &self->entries[i];
        fl_grid_rotation_all(&entry->mask, 0, entry->rotation);
        int longer = entry->rotation[0].width > entry->rotation[0].height ? entry->rotation[0].width
                                                                          : entry->rotation[0].height;
        side = longer > side ? longer : side;
    }
    if (self->width == 0) {
        unsigned reach = 2 * self->tiles_max + 1;
        self->width = reach < FL_FLOOR_SIDE_MAX ? (int)reach : FL_FLOOR_SIDE_MAX;
        self->height = self->width;
    }
    self->pad = side + 1;
    self->stride = self->width + self->pad;
    for (unsigned i = 0; i < self->entries_n; i++) {
        fl_grid_entry *entry = &self->entries[i];
        entry->rotations_n = fl_grid_rotation_all(&entry->mask, self->stride, entry->rotation);
    }
    int left = (self->width - self->entries[0].rotation[0].width) / 2;
    int top = (self->height - self->entries[0].rotation[0].height) / 2;
    self->start_at = (top + self->pad) * self->stride + left + self->pad;
    return err;
}

/* Computes everything that follows from file and knobs. */
static fl_err complete(fl_grid_rules *self, fl_diag *diag)
{
    fl_err err = FL_OK;
    ignore_first_distances(self);
    fl_grid_tags_complete(self);
    for (unsigned i = 0; i < self->rulesets_n + self->variants_n; i++) {
        compile(&self->rulesets[i]);
    }
    for (unsigned i = 1; i < self->entries_n; i++) {
        const fl_grid_ruleset *rules = &self->rulesets[self->entries[i].rules];
        self->has_distances =
            self->has_distances || rules->zero != rules->one || self->entries[i].least_distance > 0;
        note_largest(self, &self->entries[i]);
    }
    for (unsigned i = 0; i < self->passes_n && !err; i++) {
        err = reduce_weights(self, &self->passes[i], diag);
    }
    return err ? err : size_board(self, diag);
}

fl_err fl_grid_rules_read(fl_grid_rules *self, const fl_grid_text *text, const fl_setting_values *values,
                          fl_diag *diag)
{
    memset(self, 0, offsetof(fl_grid_rules, rulesets));
    snprintf(self->file, sizeof self->file, "%s", text->name);
    self->ignores_broken = fl_setting_values_get(values, FL_GRID_BROKEN_SHAPES) != 0;
    fl_err err = fl_grid_read_group(self, text->data, text->size, diag);
    if (err) {
        return err;
    }
    for (unsigned i = 0; i < FL_GRID_KNOBS; i++) {
        int64_t given = fl_setting_values_get(values, FL_GRID_CLUSTERING + i);
        self->knob[i] = given >= 0 ? given * (FL_GRID_RULES_ONE / 100) : self->knob[i];
    }
    int64_t way = fl_setting_values_get(values, FL_GRID_OPEN_WAY);
    self->demands_open_way = way == OPEN_WAY_RULESET ? self->demands_open_way : way == OPEN_WAY_DEMANDED;
    int64_t search = fl_setting_values_get(values, FL_GRID_SEARCH);
    self->search = search > 0 ? (unsigned)search - 1 : self->search;
    self->attempts_max = (unsigned)fl_setting_values_get(values, FL_GRID_MAX_ATTEMPTS);
    int64_t probability = fl_setting_values_get(values, FL_GRID_PROBABILITY) * (FL_GRID_RULES_ONE / 1000);
    err = fl_grid_knobs_apply(self, probability, diag);
    err = err ? err : complete(self, diag);
    err = err ? err : fl_grid_check_rules(self, diag);
    if (!err) {
        fl_grid_check_note(self);
    }
    uint64_t hash = fl_files_hash(text->data, text->size);
    self->fingerprint = fl_files_hash_more(hash, values->number, values->n * sizeof values->number[0]);
    return err;
}

fl_err fl_grid_rules_init(fl_grid_rules *self, fl_setting_values *values, fl_diag *diag)
{
    if (values->text[0][0] == '\0') {
        snprintf(values->text[0], sizeof values->text[0], "%s",
                 fl_grid_rules_settings[FL_GRID_RULES].initial);
    }
    return fl_text_is_path(values->text[0], shipped_end) ? read_file(self, values, diag)
                                                         : read_shipped(self, values, diag);
}
