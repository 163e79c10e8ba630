/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A name is looked for among the plans that ship, then as a file. */
#include "experiments/journeys/journeys_private.h"
#include "gen/base/embedded.h"
#include "gen/base/parse_number.h"
#include "gen/base/suggest.h"
#include "gen/registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH = 256, MOST = 64, SETS = 64 };

static const char folder[] = "data/journeys/";
static const char suffix[] = ".yaml";

static fl_err refuse_name(const char *name, fl_diag *diag)
{
    char words[MOST][FL_JOURNEY_NAME];
    const char *names[MOST];
    size_t n = 0;
    for (size_t i = 0; i < fl_embedded_n && n < MOST; i++) {
        const char *path = fl_embedded_table[i].name;
        if (strncmp(path, folder, sizeof folder - 1) == 0) {
            size_t length = strlen(path) - (sizeof folder - 1) - (sizeof suffix - 1);
            snprintf(words[n], sizeof words[n], "%.*s", (int)length, path + sizeof folder - 1);
            names[n] = words[n];
            n++;
        }
    }
    fl_err err = fl_diag_set(diag, FL_ERR_INPUT, "",
                             "there is no plan '%.80s', neither as a file nor among the shipped ones", name);
    const char *near = fl_suggest_name(name, names, n, sizeof names[0]);
    fl_diag_hint(diag,
                 near ? "did you mean '%s'?" : "'floorlab list journeys' lists those that ship; one is '%s'",
                 near ? near : "isaac");
    return err;
}

fl_err fl_journeys_open(fl_journey **out, const char *name, const fl_options *options, fl_diag *diag)
{
    return fl_journeys_open_as(out, name, fl_program_option_get(options, "player"), options, diag);
}

fl_err fl_journeys_open_as(fl_journey **out, const char *name, const char *player, const fl_options *options,
                           fl_diag *diag)
{
    char path[PATH];
    char *data = NULL;
    const char *sets[SETS];
    fl_journey_text text = {.name = path, .set = sets};
    fl_err err = FL_OK;
    *out = NULL;
    name = name ? name : "isaac";
    text.generators = fl_registry_all(&text.generators_n);
    text.player = player;
    for (; text.set_n < SETS && fl_program_option_nth(options, "set", text.set_n); text.set_n++) {
        sets[text.set_n] = fl_program_option_nth(options, "set", text.set_n);
    }
    snprintf(path, sizeof path, "%s%.100s%s", folder, name, suffix);
    const fl_embedded *shipped = fl_embedded_find(path);
    if (shipped) {
        text.data = shipped->data;
        text.size = shipped->size;
    } else if (fl_program_file_exists(name)) {
        text.name = name;
        err = fl_program_file_read(name, &data, &text.size, diag);
        text.data = data;
    } else {
        err = refuse_name(name, diag);
    }
    err = err ? err : fl_journey_open(out, &text, diag);
    free(data);
    return err;
}

fl_err fl_journeys_read_number(const fl_journey *journey, const fl_options *options, const char *name,
                               uint64_t *out, fl_diag *diag)
{
    const char *text = fl_program_option_get(options, name);
    const fl_journey_rule *rule = &journey->rules[0];
    bool is_seed = text && fl_parse_number_unsigned(text, out) != FL_OK && rule->generator->number_of;
    fl_err err = is_seed ? rule->generator->number_of(rule->rules, text, out, diag)
                         : fl_program_option_number(options, name, journey->first, out, diag);
    if (!err && (*out < journey->first || *out > journey->last)) {
        err = fl_diag_set(diag, FL_ERR_USAGE, "", "there is no journey %llu", (unsigned long long)*out);
        fl_diag_hint(diag, "journeys of this plan are numbered %llu to %llu",
                     (unsigned long long)journey->first, (unsigned long long)journey->last);
    }
    return err;
}

void fl_journeys_floor_generator(const fl_journey *journey, const fl_journey_walk *walk,
                                 fl_opened_generator *out)
{
    const fl_journey_rule *rule = &journey->rules[walk->rule];
    memset(out, 0, sizeof *out);
    out->generator = rule->generator;
    out->values = rule->values;
    out->rules = rule->rules;
    out->seed = walk->floor_seed;
    out->first = journey->first;
    out->last = journey->last;
}
