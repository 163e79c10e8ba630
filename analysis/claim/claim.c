/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The types of claims, and claims in words. */
#include "analysis/claim/claim.h"

#include "analysis/claim/claim_private.h"

#include <stdio.h>
#include <string.h>

const fl_claim_type_row *fl_claim_type_of(fl_claim_type type)
{
#define FL_CLAIM_ROW(symbol, name, tolerance, meaning) {name, tolerance, meaning},
    static const fl_claim_type_row rows[FL_CLAIM_TYPES_N] = {FL_CLAIM_TYPES(FL_CLAIM_ROW)};
#undef FL_CLAIM_ROW
    return &rows[type];
}

const char *fl_claim_stance_name(fl_claim_stance stance)
{
#define FL_CLAIM_NAME(symbol, name, meaning) name,
    static const char *const names[FL_CLAIM_STANCES_N] = {FL_CLAIM_STANCES(FL_CLAIM_NAME)};
#undef FL_CLAIM_NAME
    return names[stance];
}

const char *fl_claim_recorded(const fl_claim *self)
{
    return self->is_predicted ? "preregistered" : "post_hoc";
}

bool fl_claim_is_chance(const fl_claim *self)
{
    bool is_event = self->event || self->values.pieces_n > 0;
    switch (self->type) {
    case FL_CLAIM_PROBABILITY:
    case FL_CLAIM_NEVER:
    case FL_CLAIM_ALWAYS:
    case FL_CLAIM_OCCURS:
        return true;
    case FL_CLAIM_BOUND:
    case FL_CLAIM_EQUALS:
    case FL_CLAIM_ORDER:
        return is_event;
    default:
        return false;
    }
}

void fl_claim_floor_event(const fl_claim *self, char out[FL_EVENT_NAME])
{
    static const char won[] = ".won";
    static const char roll[] = "roll.";
    const char *name = self->floor_event ? self->floor_event : self->event ? self->event : "";
    size_t length = strlen(name);
    size_t stem = length >= sizeof won - 1 ? length - (sizeof won - 1) : 0;
    bool is_roll = strncmp(name, roll, sizeof roll - 1) == 0 && strcmp(name + stem, won) == 0;
    out[0] = '\0';
    if (self->floor_event) {
        snprintf(out, FL_EVENT_NAME, "%s", strcmp(name, FL_CLAIM_NO_EVENT) == 0 ? "" : name);
    } else if (is_roll) {
        snprintf(out, FL_EVENT_NAME, "%.*s.placed", (int)stem, name);
    }
}

/* Prints chances as in the document: fractions, long ones as decimals. */
static void print_law(const fl_claim_law *law, fl_text *out)
{
    enum { LONGEST = 99999 };
    for (unsigned i = 0; i < law->cells_n; i++) {
        unsigned long long num = law->chance[i].num;
        unsigned long long den = law->chance[i].den;
        fl_text_add_format(out, "%s%d: ", i > 0 ? ", " : "", (int)law->value[i]);
        if (den > LONGEST) {
            fl_text_add_format(out, "%.10g", (double)num / (double)den);
        } else {
            fl_text_add_format(out, den > 1 ? "%llu/%llu" : "%llu", num, den);
        }
    }
}

void fl_claim_print_documented(const fl_claim *self, fl_text *out)
{
    static const char *const relations[] = {"", "at least ", "at most "};
    switch (self->type) {
    case FL_CLAIM_PROBABILITY:
    case FL_CLAIM_BOUND:
    case FL_CLAIM_MEAN:
        fl_text_add(out, self->is_about ? "about " : "");
        fl_text_add(out, relations[self->relation]);
        fl_text_add(out, self->value_text);
        break;
    case FL_CLAIM_DISTRIBUTION:
        print_law(&self->law, out);
        break;
    case FL_CLAIM_SUPPORT:
        fl_text_add(out, self->is_complete ? "just " : "only ");
        fl_claim_value_set_print(&self->values, out);
        break;
    case FL_CLAIM_EQUALS:
        fl_text_add(out, "the same");
        break;
    case FL_CLAIM_ORDER:
        fl_text_add(out, "rises");
        break;
    case FL_CLAIM_INDEPENDENT:
        fl_text_add(out, fl_yaml_get(self->node, "odds") ? "the odds, whatever else" : "independent");
        break;
    default:
        fl_text_add(out, fl_claim_type_of(self->type)->name);
    }
}

void fl_claim_print_counted(const fl_claim *self, const char *metric, fl_text *out)
{
    if (self->type == FL_CLAIM_INDEPENDENT) {
        const fl_yaml_node *first = fl_yaml_get(self->node, "among")->first;
        for (const fl_yaml_node *node = first; node; node = node->next) {
            fl_text_add_format(out, "%s%s", node == first ? "pairs of " : ", ", node->key);
        }
    } else if (self->expression) {
        fl_text_add_format(out, "%s, of all samples: %s", self->event, self->expression);
    } else if (self->event) {
        fl_text_add_format(out, "the event %s, among the times it was asked", self->event);
    } else if (fl_claim_is_chance(self)) {
        fl_text_add_format(out, "floors with %s %s", metric, self->is_inverted ? "not in " : "in ");
        fl_claim_value_set_print(&self->values, out);
    } else {
        fl_text_add_format(out, "the values of %s", metric);
    }
    if (!self->event && self->given.pieces_n > 0) {
        fl_text_add(out, ", among those with it in ");
        fl_claim_value_set_print(&self->given, out);
    }
}
