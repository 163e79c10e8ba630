/* SPDX-License-Identifier: MIT */
/* Settings and data files to rules: presets, masks, the table of miss probabilities, rolls. */
#include "gen/classic/rules.h"

#include "gen/base/parse_number.h"
#include "gen/base/yaml_map.h"

#include <stdio.h>
#include <string.h>

#define FL_CLASSIC_ROW(symbol, name, type, min, max, initial, choices, meaning)                              \
    {name, FL_SETTING_##type, min, max, initial, choices, meaning},
const fl_setting fl_classic_rules_settings[FL_CLASSIC_SETTINGS_N] = {FL_CLASSIC_SETTINGS(FL_CLASSIC_ROW)};
#undef FL_CLASSIC_ROW

static const char *const set_names[] = {"article", "demo", "flash"};

static fl_err read_preset(void *context, const fl_yaml_node *row)
{
    const fl_yaml_reading *r = context;
    return fl_setting_values_preset(r->out, row->key, row->text ? row->text : "", r->diag);
}

static fl_err read_presets(void *context, const fl_yaml_node *map)
{
    return fl_yaml_map_each(map, context, read_preset);
}

/* Applies the rule set's presets where the user gave no value. */
static fl_err apply_presets(fl_setting_values *values, const char *set, fl_diag *diag)
{
    static const fl_yaml_row rows[] = {{"source", FL_YAML_SCALAR, true, .store = FL_YAML_NOWHERE},
                                       {"title", FL_YAML_SCALAR, false, .store = FL_YAML_NOWHERE},
                                       {"written_after", FL_YAML_SCALAR, false, .store = FL_YAML_NOWHERE},
                                       {"is_game", FL_YAML_SCALAR, false, .store = FL_YAML_NOWHERE},
                                       {"settings", FL_YAML_MAP, true, .read = read_presets}};
    char name[64];
    snprintf(name, sizeof name, "data/classic/%s.yaml", set);
    fl_yaml_reading r = {.diag = diag, .out = values};
    fl_err err = fl_yaml_read_shipped(name, &r.yaml, diag);
    err = err ? err : fl_yaml_map_read(&r, fl_yaml_root(r.yaml), rows, sizeof rows / sizeof rows[0], &r);
    fl_yaml_free(r.yaml);
    return err;
}

/* A row of the table of rolls; of each pair the first is for normal floors, the second for labyrinths. */
typedef struct roll_row {
    fl_classic_rules *rules;
    fl_kind kind;
    uint32_t first[2], second[2]; /* hits, of */
    bool has_second[2], is_open[2];
} roll_row;

/* True if a word of a roll's conditions holds. */
static fl_err read_condition(const fl_yaml_reading *r, const fl_yaml_node *node, int64_t level, bool *out)
{
    const int64_t *v = ((const roll_row *)r->out)->rules->value;
    const struct {
        const char *word;
        bool holds;
    } table[] = {
        {"full_health", v[FL_CLASSIC_HEARTS] + v[FL_CLASSIC_SOUL_HEARTS] >= v[FL_CLASSIC_MAX_HEARTS]},
        {"first_level", level == 1},
        {"above_level_1", level > 1},
        {"above_level_2", level > 2},
        {"even_level", level % 2 == 0},
        {"below_level_9", level < 9},
        {"five_coins", v[FL_CLASSIC_COINS] >= 5},
        {"devil_visited", v[FL_CLASSIC_DEVIL] != 0},
        {"book_picked", v[FL_CLASSIC_BOOK] != 0},
    };
    const fl_yaml_words words = {"condition", table, sizeof table / sizeof table[0], sizeof table[0]};
    unsigned i = 0;
    fl_err err = fl_yaml_map_word(r, node, &words, &i);
    *out = table[i].holds;
    return err;
}

/* True if all words of a list hold, on normal floors and on labyrinth floors. */
static fl_err all_hold(const fl_yaml_reading *r, const fl_yaml_node *list, void *member)
{
    fl_err err = FL_OK;
    bool *out = member;
    for (const fl_yaml_node *word = list->first; word && !err; word = word->next) {
        for (int is_large = 0; is_large < 2 && !err; is_large++) {
            bool holds = false;
            int64_t level = fl_classic_rules_level(((const roll_row *)r->out)->rules, is_large);
            err = read_condition(r, word, level, &holds);
            out[is_large] = out[is_large] && holds;
        }
    }
    return err;
}

static fl_err read_kind(const fl_yaml_reading *r, const fl_yaml_node *node, void *member)
{
    fl_kind kind = fl_kind_named(node->text);
    *(fl_kind *)member = kind;
    return kind == FL_KIND_COUNT
               ? fl_yaml_refuse(r->yaml, node, r->diag, "there is no kind '%.40s'", node->text)
               : FL_OK;
}

static fl_err read_roll(void *context, const fl_yaml_node *node)
{
    static const fl_yaml_row rows[] = {
        {"kind", FL_YAML_SCALAR, true, FL_YAML_FILL(read_kind, roll_row, kind)},
        {"first", FL_YAML_SCALAR, true, FL_YAML_INTO(FL_YAML_CHANCE, roll_row, first)},
        {"second", FL_YAML_SCALAR, false, FL_YAML_INTO(FL_YAML_CHANCE, roll_row, second)},
        {"second_if", FL_YAML_LIST, false, FL_YAML_FILL(all_hold, roll_row, has_second)},
        {"only_if", FL_YAML_LIST, false, FL_YAML_FILL(all_hold, roll_row, is_open)},
        {"source", FL_YAML_SCALAR, true, .store = FL_YAML_NOWHERE},
    };
    const fl_yaml_reading *r = context;
    fl_classic_rules *rules = r->out;
    roll_row row = {rules, .has_second = {true, true}, .is_open = {true, true}};
    if (rules->rolls_n == FL_CLASSIC_ROLLS) {
        return fl_yaml_refuse(r->yaml, node, r->diag, "at most %d rolls", FL_CLASSIC_ROLLS);
    }
    fl_err err = fl_yaml_map_read(&(fl_yaml_reading){r->yaml, r->diag, &row}, node, rows,
                                  sizeof rows / sizeof rows[0], NULL);
    if (err) {
        return err;
    }
    for (int is_large = 0; is_large < 2; is_large++) {
        fl_classic_roll *out = &rules->rolls[is_large][rules->rolls_n];
        uint32_t second_of = row.has_second[is_large] ? row.second[1] : 0;
        *out = (fl_classic_roll){row.kind,      row.first[0], row.first[1],
                                 row.second[0], second_of,    row.is_open[is_large]};
    }
    rules->roll_names[rules->rolls_n++] = fl_kind_of(row.kind)->name;
    return FL_OK;
}

static fl_err read_rolls(fl_classic_rules *self, fl_diag *diag)
{
    static const fl_yaml_row rows[] = {{"article", FL_YAML_LIST, true, .store = FL_YAML_NOWHERE},
                                       {"demo", FL_YAML_LIST, true, .store = FL_YAML_NOWHERE},
                                       {"flash", FL_YAML_LIST, true, .store = FL_YAML_NOWHERE}};
    fl_yaml_reading r = {.diag = diag, .out = self};
    fl_err err = fl_yaml_read_shipped("data/classic/rolls.yaml", &r.yaml, diag);
    err = err ? err : fl_yaml_map_read(&r, fl_yaml_root(r.yaml), rows, 3, &r);
    err =
        err ? err : fl_yaml_map_each(fl_yaml_get(fl_yaml_root(r.yaml), set_names[self->set]), &r, read_roll);
    fl_yaml_free(r.yaml);
    return err;
}

static fl_board rows_mask(int64_t first, int64_t n)
{
    fl_board mask = 0;
    for (int64_t y = first; y < first + n && y < FL_BOARD_ROWS; y++) {
        mask |= FL_BOARD_ROW << (FL_BOARD_STRIDE * y);
    }
    return mask;
}

static void read_order(fl_classic_rules *self)
{
    char word[8];
    fl_setting_word_at(fl_classic_rules_settings[FL_CLASSIC_ORDER].choices,
                       (unsigned)self->value[FL_CLASSIC_ORDER], word, sizeof word);
    for (int i = 0; i < 4; i++) {
        self->step[i] = word[i] == 'd' ? 10 : word[i] == 'u' ? -10 : word[i] == 'r' ? 1 : -1;
    }
}

/* If k of `area` cells are accepted, all of n tries miss with probability (1 - k / area)^n. */
static void fill_miss_table(unsigned area, int64_t tries, fl_board out[FL_CLASSIC_TABLE])
{
    for (unsigned k = 0; k < FL_CLASSIC_TABLE && k <= area; k++) {
        fl_board miss = FL_CLASSIC_ONE;
        for (int64_t i = 0; i < tries && miss > 0; i++) {
            miss = (miss * (area - k) + area / 2) / area;
        }
        out[k] = miss;
    }
}

/* Fills in the data of the rule set flash: its search draws from all numbers of the grid. */
static void fill_flash(fl_classic_rules *self)
{
    enum { TRIES_EACH = 300, TRIES_LAST = 2400 };
    bool forbids_edge = self->value[FL_CLASSIC_UNDEFINED] != 0;
    fill_miss_table(FL_BOARD_BITS, TRIES_EACH, self->miss);
    fill_miss_table(FL_BOARD_BITS, TRIES_LAST, self->flash_miss_last);
    self->flash_cells = self->cells & (forbids_edge ? rows_mask(1, FL_BOARD_ROWS - 2) : FL_BOARD_CELLS);
}

/* Refuses limits that no floor can meet. The rule set `flash` has no such limits, and a labyrinth floor
 * has other sizes. */
static fl_err check_sizes(const fl_classic_rules *self, fl_diag *diag)
{
    const int64_t *v = self->value;
    int64_t base = v[FL_CLASSIC_ROOMS] ? v[FL_CLASSIC_ROOMS] : 5 + 26 * v[FL_CLASSIC_LEVEL] / 10;
    int64_t least = v[FL_CLASSIC_MIN_ROOMS] ? v[FL_CLASSIC_MIN_ROOMS] : base;
    int64_t most = v[FL_CLASSIC_MAX_ROOMS] ? v[FL_CLASSIC_MAX_ROOMS] : base + !v[FL_CLASSIC_ROOMS];
    bool are_given = v[FL_CLASSIC_MIN_ROOMS] && v[FL_CLASSIC_MAX_ROOMS];
    bool may_be_cursed = v[FL_CLASSIC_CURSE] || v[FL_CLASSIC_CHALLENGE_MODE];
    if (self->set == FL_CLASSIC_FLASH_GAME || least <= most || (may_be_cursed && !are_given)) {
        return FL_OK;
    }
    fl_err err = fl_diag_set(diag, FL_ERR_INPUT, v[FL_CLASSIC_MAX_ROOMS] ? "max_rooms" : "min_rooms",
                             "no floor can have at least %d and at most %d rooms", (int)least, (int)most);
    fl_diag_hint(diag, "the level asks for %d or %d; 'rooms' sets the number", (int)base, (int)(base + 1));
    return err;
}

/* Refuses combinations of settings that make no sense together. */
static fl_err check_values(const fl_classic_rules *self, fl_diag *diag)
{
    const int64_t *v = self->value;
    int64_t curse = v[FL_CLASSIC_CURSE]; /* none random labyrinth lost darkness */
    if (!fl_board_has(self->cells, self->start)) {
        fl_err err = fl_diag_set(diag, FL_ERR_INPUT, "start", "cell %u is outside the layout", self->start);
        fl_diag_hint(diag, "columns are 1…9, rows %d…%d; the middle is 35", (int)v[FL_CLASSIC_FIRST_ROW],
                     (int)(v[FL_CLASSIC_FIRST_ROW] + v[FL_CLASSIC_ROWS] - 1));
        return err;
    }
    if ((curse != 0 && self->set == FL_CLASSIC_DEMO) || (curse > 2 && self->set == FL_CLASSIC_ARTICLE)) {
        fl_err err = fl_diag_set(diag, FL_ERR_INPUT, "curse", "the rule set '%s' has no such curse",
                                 set_names[self->set]);
        fl_diag_hint(diag, "article: none, random or labyrinth; demo: none; flash: all");
        return err;
    }
    if (v[FL_CLASSIC_CHALLENGE_MODE] && self->set == FL_CLASSIC_DEMO) {
        fl_err err =
            fl_diag_set(diag, FL_ERR_INPUT, "challenge_mode", "the rule set 'demo' has no challenges");
        fl_diag_hint(diag, "the rule sets article and flash have labyrinths");
        return err;
    }
    if (v[FL_CLASSIC_FIRST_ROW] + v[FL_CLASSIC_ROWS] > FL_BOARD_ROWS) {
        return fl_diag_set(diag, FL_ERR_INPUT, "rows", "the layout would end below the board's %d rows",
                           FL_BOARD_ROWS);
    }
    return FL_OK;
}

/* An exact number of rooms that the user gave overrides the limits of a rule set. */
static void free_limits(fl_setting_values *values)
{
    static const fl_classic_setting limits[] = {FL_CLASSIC_MIN_ROOMS, FL_CLASSIC_MAX_ROOMS};
    for (unsigned i = 0; i < 2 && values->number[FL_CLASSIC_ROOMS] > 0; i++) {
        if (values->origin[limits[i]] != FL_SETTING_VALUES_GIVEN) {
            values->number[limits[i]] = 0;
        }
    }
}

fl_err fl_classic_rules_init(fl_classic_rules *self, fl_setting_values *values, fl_diag *diag)
{
    memset(self, 0, sizeof *self);
    self->set = (fl_classic_set)fl_setting_values_get(values, FL_CLASSIC_RULES);
    fl_err err = apply_presets(values, set_names[self->set], diag);
    if (err) {
        return err;
    }
    free_limits(values);
    memcpy(self->value, values->number, sizeof self->value);
    self->start = (unsigned)self->value[FL_CLASSIC_START];
    self->cells = rows_mask(self->value[FL_CLASSIC_FIRST_ROW], self->value[FL_CLASSIC_ROWS]);
    self->secret_cells =
        rows_mask(self->value[FL_CLASSIC_SECRET_FIRST_ROW], self->value[FL_CLASSIC_SECRET_ROWS]);
    self->secret_area = FL_BOARD_COLUMNS * (unsigned)self->value[FL_CLASSIC_SECRET_ROWS];
    for (unsigned cell = 0; cell < FL_BOARD_BITS; cell++) {
        self->near[cell] = fl_board_near(fl_board_cell(cell));
    }
    read_order(self);
    fill_miss_table(self->secret_area, self->value[FL_CLASSIC_SECRET_EACH], self->miss);
    if (self->set == FL_CLASSIC_FLASH_GAME) {
        fill_flash(self);
    }
    err = check_values(self, diag);
    err = err ? err : check_sizes(self, diag);
    return err ? err : read_rolls(self, diag);
}
