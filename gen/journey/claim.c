/* A claim is about a room (`room`, perhaps `by_chapter`) or about the end of a run (`ended`). */
#include "gen/journey/journey_private.h"

#include <string.h>

static void player_names(const fl_journey *journey, fl_journey_names *out)
{
    for (out->n = 0; out->n < journey->players_n; out->n++) {
        out->name[out->n] = journey->player[out->n].name;
    }
}

/* The one name that stands at a key; *out stays if there is none. */
static fl_err read_name(fl_journey_yaml *self, const fl_yaml_node *node, const char *what,
                        fl_journey_names_of names_of, unsigned *out)
{
    uint64_t set = 0;
    if (!node) {
        return FL_OK;
    }
    fl_err err = fl_journey_yaml_set(self, node, what, names_of, &set);
    *out = err ? 0 : (unsigned)__builtin_ctzll(set);
    return err;
}

static fl_err read_subject(fl_journey_yaml *self, const fl_yaml_node *map, fl_journey_claim *out)
{
    unsigned player = 0;
    unsigned kind = FL_KIND_COUNT;
    unsigned ended = FL_JOURNEY_END;
    int16_t chapter = 0;
    const fl_yaml_node *by = fl_yaml_get(map, "by_chapter");
    fl_err err = read_name(self, fl_yaml_get(map, "player"), "player", player_names, &player);
    err =
        err ? err : read_name(self, fl_yaml_get(map, "room"), "kind of rooms", fl_journey_yaml_kinds, &kind);
    err = err ? err : read_name(self, fl_yaml_get(map, "ended"), "floor", fl_journey_yaml_stops, &ended);
    err = err || !by ? err : fl_journey_yaml_whole(self, by, &chapter);
    if (!err && (kind < FL_KIND_COUNT) == (ended < FL_JOURNEY_END)) {
        err = fl_yaml_refuse(self->yaml, map, self->diag,
                             "a claim is about a 'room' or about where runs 'ended'");
    }
    if (!err && by && (chapter < 1 || chapter > FL_JOURNEY_CHAPTERS || kind == FL_KIND_COUNT)) {
        err = fl_yaml_refuse(self->yaml, by, self->diag, "'by_chapter' is 1 to %d, and belongs to a room",
                             FL_JOURNEY_CHAPTERS);
    }
    if (!err && ended < FL_JOURNEY_END && !self->journey->stop[ended].is_exit) {
        err = fl_yaml_refuse(self->yaml, map, self->diag, "no run ends on '%s', which is no exit",
                             self->journey->stop[ended].name);
    }
    out->player = (uint8_t)player;
    out->kind = (fl_kind)kind;
    out->ended = (uint8_t)ended;
    out->by_chapter = (unsigned)chapter;
    return err;
}

static fl_err read_expected(fl_journey_yaml *self, const fl_yaml_node *map, fl_journey_claim *out)
{
    static const fl_journey_names names = {{"confirmed", "refuted"}, 2};
    const fl_yaml_node *node = fl_yaml_get(map, "expect");
    size_t i = node ? fl_journey_yaml_find(node->text, &names) : 0;
    out->is_refuted = i == 1;
    return i < 2 ? FL_OK : fl_journey_yaml_unknown(self, node, node->text, "verdict", &names);
}

static fl_err read_claim(fl_journey_yaml *self, const fl_yaml_node *map)
{
    static const fl_yaml_field keys[] = {
        {"id", FL_YAML_SCALAR, 1},     {"player", FL_YAML_SCALAR, 0},     {"room", FL_YAML_SCALAR, 0},
        {"ended", FL_YAML_SCALAR, 0},  {"by_chapter", FL_YAML_SCALAR, 0}, {"is", FL_YAML_SCALAR, 1},
        {"about", FL_YAML_SCALAR, 0},  {"tolerance", FL_YAML_SCALAR, 1},  {"expect", FL_YAML_SCALAR, 0},
        {"source", FL_YAML_SCALAR, 1},
    };
    fl_journey *journey = self->journey;
    if (map->type != FL_YAML_MAP || journey->claims_n == FL_JOURNEY_CLAIMS) {
        return fl_yaml_refuse(self->yaml, map, self->diag, "claims are maps, and at most %d of them",
                              FL_JOURNEY_CLAIMS);
    }
    fl_journey_claim *out = &journey->claim[journey->claims_n++];
    fl_err err = fl_yaml_check_map(self->yaml, map, keys, sizeof keys / sizeof keys[0], self->diag);
    if (err) {
        return err;
    }
    const fl_yaml_node *id = fl_yaml_get(map, "id");
    if (id->text[0] == '\0' || strlen(id->text) >= FL_JOURNEY_ID) {
        return fl_yaml_refuse(self->yaml, id, self->diag, "an id has 1 to %d bytes", FL_JOURNEY_ID - 1);
    }
    memcpy(out->id, id->text, strlen(id->text) + 1);
    err = read_subject(self, map, out);
    err = err ? err : fl_journey_yaml_chance(self, fl_yaml_get(map, "is"), &out->value);
    err = err ? err : fl_journey_yaml_chance(self, fl_yaml_get(map, "tolerance"), &out->tolerance);
    err = err ? err : fl_yaml_flag(self->yaml, map, "about", &out->is_about, self->diag);
    err = err ? err : read_expected(self, map, out);
    return err ? err : fl_journey_yaml_about(self, map, "source", out->source);
}

fl_err fl_journey_claim_read(fl_journey_yaml *self, const fl_yaml_node *root)
{
    fl_err err = FL_OK;
    const fl_yaml_node *claims = fl_yaml_get(root, "claims");
    for (const fl_yaml_node *i = claims ? claims->first : NULL; i && !err; i = i->next) {
        err = read_claim(self, i);
    }
    return err;
}

void fl_journey_claim_write(const fl_journey *journey, const fl_journey_claim *claim, fl_text *out)
{
    if (claim->ended < FL_JOURNEY_END) {
        fl_text_add_format(out, "P(ends on %s)", journey->stop[claim->ended].name);
    } else if (claim->by_chapter > 0) {
        fl_text_add_format(out, "P(%s by chapter %u)", fl_kind_of(claim->kind)->name, claim->by_chapter);
    } else {
        fl_text_add_format(out, "P(%s ever)", fl_kind_of(claim->kind)->name);
    }
}
