/* SPDX-License-Identifier: MIT */
/* A claim is about a room (`room`, perhaps `by_chapter`) or about where journeys end (`ended`). */
#include "gen/journey/journey_private.h"

/* Reads the name at a key; *out is unchanged if there is none. */
static fl_err read_name(fl_journey_yaml *self, const fl_yaml_node *node, fl_journey_named what, unsigned *out)
{
    return node ? fl_journey_yaml_word(self, node, what, out) : FL_OK;
}

static fl_err read_subject(fl_journey_yaml *self, const fl_yaml_node *map, fl_journey_claim *out)
{
    unsigned player = 0;
    unsigned kind = FL_KIND_COUNT;
    unsigned ended = FL_JOURNEY_END;
    const fl_yaml_node *by = fl_yaml_get(map, "by_chapter");
    fl_err err = read_name(self, fl_yaml_get(map, "player"), FL_JOURNEY_PLAYER, &player);
    err = err ? err : read_name(self, fl_yaml_get(map, "room"), FL_JOURNEY_KIND, &kind);
    err = err ? err : read_name(self, fl_yaml_get(map, "ended"), FL_JOURNEY_STOP, &ended);
    if (!err && (kind < FL_KIND_COUNT) == (ended < FL_JOURNEY_END)) {
        err = fl_yaml_refuse(self->yaml, map, self->diag,
                             "a claim is about a 'room' or about where journeys 'ended'");
    }
    if (!err && by && kind == FL_KIND_COUNT) {
        err = fl_yaml_refuse(self->yaml, by, self->diag, "'by_chapter' belongs to a room");
    }
    if (!err && ended < FL_JOURNEY_END && !self->journey->stop[ended].is_exit) {
        err = fl_yaml_refuse(self->yaml, map, self->diag, "no journey ends on '%s', which is not an exit",
                             self->journey->stop[ended].name);
    }
    out->player = (uint8_t)player;
    out->kind = (fl_kind)kind;
    out->ended = (uint8_t)ended;
    return err;
}

static fl_err read_value(void *context, const fl_yaml_node *node)
{
    fl_journey_yaml *self = context;
    return fl_journey_yaml_chance(self, node, &self->journey->claim[self->journey->claims_n - 1].value);
}

static fl_err read_tolerance(void *context, const fl_yaml_node *node)
{
    fl_journey_yaml *self = context;
    return fl_journey_yaml_chance(self, node, &self->journey->claim[self->journey->claims_n - 1].tolerance);
}

static fl_err read_expected(void *context, const fl_yaml_node *node)
{
    static const char *const names[] = {"confirmed", "refuted"};
    static const fl_yaml_words words = {"verdict", names, 2, sizeof names[0]};
    fl_journey_yaml *self = context;
    fl_yaml_reading reading = {self->yaml, self->diag, NULL};
    unsigned i = 0;
    fl_err err = fl_yaml_map_word(&reading, node, &words, &i);
    self->journey->claim[self->journey->claims_n - 1].is_refuted = i == 1;
    return err;
}

static fl_err read_claim(void *context, const fl_yaml_node *map)
{
    static const fl_yaml_row rows[] = {
        {"id", FL_YAML_SCALAR, true, FL_YAML_INTO(FL_YAML_TEXT, fl_journey_claim, id)},
        {"player", FL_YAML_SCALAR, false, .store = FL_YAML_NOWHERE},
        {"room", FL_YAML_SCALAR, false, .store = FL_YAML_NOWHERE},
        {"ended", FL_YAML_SCALAR, false, .store = FL_YAML_NOWHERE},
        {"by_chapter", FL_YAML_SCALAR, false, FL_YAML_INTO(FL_YAML_WHOLE, fl_journey_claim, by_chapter),
         FL_YAML_LIMITS(1, FL_JOURNEY_CHAPTERS)},
        {"is", FL_YAML_SCALAR, true, .read = read_value},
        {"about", FL_YAML_SCALAR, false, FL_YAML_INTO(FL_YAML_FLAG, fl_journey_claim, is_about)},
        {"tolerance", FL_YAML_SCALAR, true, .read = read_tolerance},
        {"expect", FL_YAML_SCALAR, false, .read = read_expected},
        {"source", FL_YAML_SCALAR, true, .store = FL_YAML_NOWHERE},
    };
    fl_journey_yaml *self = context;
    fl_journey *journey = self->journey;
    if (journey->claims_n == FL_JOURNEY_CLAIMS) {
        return fl_yaml_refuse(self->yaml, map, self->diag, "more than %d claims", FL_JOURNEY_CLAIMS);
    }
    fl_journey_claim *out = &journey->claim[journey->claims_n++];
    fl_err err = fl_journey_yaml_rows(self, map, rows, sizeof rows / sizeof rows[0], out);
    err = err ? err : read_subject(self, map, out);
    return err ? err : fl_journey_yaml_about(self, map, "source", out->source);
}

fl_err fl_journey_claim_read(fl_journey_yaml *self, const fl_yaml_node *root)
{
    return fl_yaml_map_each(fl_yaml_get(root, "claims"), self, read_claim);
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
