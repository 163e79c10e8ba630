/* SPDX-License-Identifier: MIT */
/* Ranges of interior numbers by level, drawing from them, and their contents as chunk rooms. */
#include "gen/base/parse_number.h"
#include "gen/base/yaml_map.h"
#include "gen/classic/classic.h"
#include "gen/classic/classic_private.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { STREAM = 2, PAIRED_LEVELS = 8, LAST_NUMBER = FL_CLASSIC_INTERIOR_NUMBERS - 1 };

/* Reads "[4, 115]", or "[]" for none. */
static fl_err read_range(const fl_yaml_reading *r, const fl_yaml_node *pair, void *member)
{
    fl_classic_range *out = member;
    if (pair->type == FL_YAML_LIST && pair->children_n == 0) {
        return FL_OK;
    }
    uint64_t ends[2] = {0, 0};
    bool is_pair = pair->type == FL_YAML_LIST && pair->children_n == 2 && pair->first->text &&
                   pair->first->next->text &&
                   fl_parse_number_unsigned(pair->first->text, &ends[0]) == FL_OK &&
                   fl_parse_number_unsigned(pair->first->next->text, &ends[1]) == FL_OK;
    if (!is_pair || ends[0] == 0 || ends[1] < ends[0] || ends[1] > LAST_NUMBER) {
        return fl_yaml_refuse(r->yaml, pair, r->diag, "expected a range such as [4, 115]");
    }
    *out = (fl_classic_range){(uint16_t)ends[0], (uint16_t)ends[1]};
    return FL_OK;
}

/* Reads a range to the current target, which advances. */
static fl_err read_next(void *context, const fl_yaml_node *pair)
{
    fl_yaml_reading *r = context;
    fl_classic_range *out = r->out;
    r->out = out + 1;
    return read_range(r, pair, out);
}

static fl_err read_chapter(const fl_yaml_reading *r, const fl_yaml_node *list, void *member)
{
    if (list->children_n > FL_CLASSIC_INTERIOR_LEVELS) {
        return fl_yaml_refuse(r->yaml, list, r->diag, "more than %d levels", FL_CLASSIC_INTERIOR_LEVELS);
    }
    return fl_yaml_map_each(list, &(fl_yaml_reading){r->yaml, r->diag, member}, read_next);
}

/* Reads the digits of a chapter to the current target, which advances. */
static fl_err read_digits(void *context, const fl_yaml_node *node)
{
    static const char hex[] = "0123456789abcdef";
    fl_yaml_reading *r = context;
    uint8_t *out = r->out;
    size_t n = node->text ? strlen(node->text) : 0;
    r->out = out + FL_CLASSIC_INTERIOR_NUMBERS;
    if (n == 0 || n >= FL_CLASSIC_INTERIOR_NUMBERS || strspn(node->text, hex) != n) {
        return fl_yaml_refuse(r->yaml, node, r->diag, "expected up to %d hexadecimal digits",
                              FL_CLASSIC_INTERIOR_NUMBERS - 1);
    }
    for (size_t i = 0; i < n; i++) {
        out[i + 1] = (uint8_t)((strchr(hex, node->text[i]) - hex) * FL_CLASSIC_ROCKS);
    }
    return FL_OK;
}

static fl_err read_chapters(const fl_yaml_reading *r, const fl_yaml_node *list, void *member)
{
    if (list->children_n > FL_CLASSIC_INTERIOR_LEVELS / 2) {
        return fl_yaml_refuse(r->yaml, list, r->diag, "more than %d chapters",
                              FL_CLASSIC_INTERIOR_LEVELS / 2);
    }
    return fl_yaml_map_each(list, &(fl_yaml_reading){r->yaml, r->diag, member}, read_digits);
}

static fl_err read_file(const char *name, fl_classic_interior *self, const fl_yaml_row *rows, fl_diag *diag)
{
    unsigned n = 0;
    while (rows[n].name) {
        n++;
    }
    fl_yaml_reading r = {.diag = diag, .out = self};
    fl_err err = fl_yaml_read_shipped(name, &r.yaml, diag);
    err = err ? err : fl_yaml_map_read(&r, fl_yaml_root(r.yaml), rows, n, NULL);
    fl_yaml_free(r.yaml);
    return err;
}

fl_err fl_classic_interior_init(fl_classic_interior *self, fl_diag *diag)
{
    static const fl_yaml_row ranges[] = {
        {"source", FL_YAML_SCALAR, true, .store = FL_YAML_NOWHERE},
        {"main", FL_YAML_LIST, true, FL_YAML_FILL(read_chapter, fl_classic_interior, range[0])},
        {"alternative", FL_YAML_LIST, true, FL_YAML_FILL(read_chapter, fl_classic_interior, range[1])},
        {"article", FL_YAML_LIST, true, FL_YAML_FILL(read_range, fl_classic_interior, article)},
        {.name = NULL}};
    static const fl_yaml_row rooms[] = {
        {"source", FL_YAML_SCALAR, true, .store = FL_YAML_NOWHERE},
        {"chapters", FL_YAML_LIST, true, FL_YAML_FILL(read_chapters, fl_classic_interior, stands)},
        {.name = NULL}};
    memset(self, 0, sizeof *self);
    fl_err err = read_file("data/classic/interiors.yaml", self, ranges, diag);
    return err ? err : read_file("data/classic/chunk_rooms.yaml", self, rooms, diag);
}

/* Returns an interior's difficulty by its number; levels from 9 on have only one pool, medium. */
static int difficulty_of(const fl_classic_interior *self, bool is_alternative, unsigned level,
                         unsigned number)
{
    assert(level >= 1 && level <= FL_CLASSIC_INTERIOR_LEVELS);
    unsigned first_level = (level - 1) / 2 * 2; /* of the chapter, counted from 0 */
    if (level > PAIRED_LEVELS) {
        return FL_CLASSIC_MEDIUM;
    }
    const fl_classic_range *range = &self->range[is_alternative][first_level];
    return number < range[1].first  ? FL_CLASSIC_EASY
           : number > range[0].last ? FL_CLASSIC_HARD
                                    : FL_CLASSIC_MEDIUM;
}

/* Draws a room's variations, each with its own chance. */
static int draw_variations(const fl_classic_rules *rules, fl_pcg *rng)
{
    static const fl_classic_setting chances[] = {FL_CLASSIC_CHAMPIONS, FL_CLASSIC_TINTED_ROCKS,
                                                 FL_CLASSIC_RED_FIRES};
    int bits = 0;
    for (unsigned i = 0; i < 3; i++) {
        int64_t chance = rules->value[chances[i]]; /* off: -1 */
        bool is_hit = chance >= 0 && fl_pcg_below(rng, FL_SETTING_MILLION) < (uint64_t)chance;
        bits |= is_hit << i;
    }
    return bits;
}

/* Returns the range of a level's numbers. */
static fl_classic_range range_of(const fl_classic_interior *self, const fl_classic_rules *rules,
                                 bool is_alternative, unsigned level)
{
    bool is_articles = rules->value[FL_CLASSIC_POOLS] && !is_alternative && level == 1;
    return is_articles ? self->article : self->range[is_alternative][level - 1];
}

/* Returns a chunk room's subtype: its contents, the variations that they allow, and the chapter. */
static int furnish(const fl_classic_interior *self, unsigned level, unsigned number, int variations)
{
    unsigned chapter = (level - 1) / 2;
    int stands = self->stands[chapter][number];
    int admitted = (stands & FL_CLASSIC_ENEMIES ? FL_CLASSIC_CHAMPION : 0) |
                   (stands & FL_CLASSIC_ROCKS ? FL_CLASSIC_TINTED_ROCK : 0) |
                   (stands & FL_CLASSIC_FIRES ? FL_CLASSIC_RED_FIRE : 0);
    return (variations & admitted) | stands | ((int)chapter + 1) * FL_CLASSIC_CHAPTER_ONE;
}

bool fl_classic_chunk_room(const fl_room *room, uint64_t *number)
{
    bool is = room->kind == FL_KIND_NORMAL && room->variant >= 0 && room->subtype >= FL_CLASSIC_CHAPTER_ONE;
    *number =
        is ? (uint64_t)(room->subtype / FL_CLASSIC_CHAPTER_ONE * FL_CLASSIC_CHUNK_CHAPTER + room->variant)
           : 0;
    return is;
}

enum { MAIN, ALTERNATIVE }; /* of the setting */

/* Begins the stream of a floor's interiors; returns true for the alternative chapter. */
static bool draw_chapter(const fl_classic_rules *rules, const fl_key *key, fl_pcg *rng)
{
    int64_t chapter = rules->value[FL_CLASSIC_CHAPTER];
    fl_key_stream(key, STREAM, rng);
    return chapter == ALTERNATIVE || (chapter > ALTERNATIVE && fl_pcg_below(rng, 2) == 1);
}

static unsigned draw_number(fl_classic_range range, fl_pcg *rng)
{
    return range.first + fl_pcg_below(rng, range.last - range.first + 1u);
}

fl_classic_interior_on fl_classic_interior_on_which(const fl_classic_interior *self,
                                                    const fl_classic_rules *rules)
{
    enum { BESIDE_START = 5 }; /* with more rooms one has others behind it, and so is not an end room */
    unsigned level = (unsigned)rules->value[FL_CLASSIC_LEVEL];
    int64_t chapter = rules->value[FL_CLASSIC_CHAPTER];
    int64_t rooms = rules->value[FL_CLASSIC_ROOMS];
    int64_t least = rules->value[FL_CLASSIC_MIN_ROOMS];
    bool has_normal = (rooms == 0 || rooms > BESIDE_START) && (least <= 0 || least > BESIDE_START);
    unsigned chapters = 0; /* possible chapters, and those of them that have interiors on this level */
    unsigned furnished = 0;
    for (int64_t one = MAIN; one <= ALTERNATIVE; one++) {
        bool is_possible = chapter == one || chapter > ALTERNATIVE;
        chapters += is_possible;
        furnished += is_possible && range_of(self, rules, one == ALTERNATIVE, level).last > 0;
    }
    return !rules->value[FL_CLASSIC_INTERIORS] || furnished == 0 ? FL_CLASSIC_INTERIOR_ON_NONE
           : furnished == chapters && has_normal                 ? FL_CLASSIC_INTERIOR_ON_ALL
                                                                 : FL_CLASSIC_INTERIOR_ON_SOME;
}

void fl_classic_interior_difficulties(const fl_classic_interior *self, const fl_classic_rules *rules,
                                      const fl_key *key, unsigned rooms, uint8_t out[2])
{
    fl_pcg rng;
    unsigned level = (unsigned)rules->value[FL_CLASSIC_LEVEL];
    bool is_alternative = draw_chapter(rules, key, &rng);
    fl_classic_range range = range_of(self, rules, is_alternative, level);
    unsigned least = UINT8_MAX;
    unsigned most = 0;
    for (unsigned i = 0; i < rooms; i++) {
        unsigned number = draw_number(range, &rng);
        (void)draw_variations(rules, &rng);
        unsigned difficulty = (unsigned)difficulty_of(self, is_alternative, level, number);
        least = difficulty < least ? difficulty : least;
        most = difficulty > most ? difficulty : most;
    }
    out[0] = (uint8_t)least;
    out[1] = (uint8_t)most;
}

void fl_classic_interior_fill(const fl_classic_interior *self, const fl_classic_rules *rules,
                              const fl_key *key, bool is_large, fl_floor *out)
{
    fl_pcg rng;
    unsigned level = (unsigned)rules->value[FL_CLASSIC_LEVEL];
    bool is_alternative = draw_chapter(rules, key, &rng);
    for (unsigned i = 0; i < out->rooms_n; i++) {
        fl_room *room = &out->rooms[i];
        if (room->kind != FL_KIND_NORMAL) {
            continue;
        }
        /* a labyrinth floor replaces both floors of its chapter */
        bool takes_next = is_large && level < FL_CLASSIC_INTERIOR_LEVELS && fl_pcg_below(&rng, 2) == 1;
        unsigned taken = level + takes_next;
        fl_classic_range range = range_of(self, rules, is_alternative, taken);
        if (range.last > 0) {
            unsigned number = draw_number(range, &rng);
            int variations = draw_variations(rules, &rng);
            room->variant = (int32_t)number;
            room->subtype =
                (int16_t)(rules->value[FL_CLASSIC_CHUNK_ROOMS] ? furnish(self, taken, number, variations)
                                                               : variations);
            room->difficulty = (int16_t)difficulty_of(self, is_alternative, level, number);
        }
    }
}
