/* SPDX-License-Identifier: MIT */
/* The registry. To add a generator, add a line here. */
#include "gen/registry.h"

#include "gen/base/suggest.h"
#include "gen/classic/classic.h"
#include "gen/grid/grid.h"
#include "gen/journey/journey.h"
#include "gen/lines/lines.h"
#include "gen/outside/outside.h"
#include "gen/plugin/plugin.h"
#include "gen/rebirth/rebirth.h"
#include "gen/room/room.h"

#include <string.h>

static const fl_generator *const generators[] = {
    &fl_classic,        &fl_grid,
    &fl_rebirth,
#ifndef __wasm__ /* the page has no files, processes or shared objects */
    &fl_lines,          &fl_outside,
    &fl_plugin,
#endif
    &fl_room_generator, &fl_journey_generator,
};

enum { GENERATORS = sizeof generators / sizeof generators[0] };

const fl_generator *const *fl_registry_all(size_t *n)
{
    *n = GENERATORS;
    return generators;
}

const fl_generator *fl_registry_find(const char *name)
{
    for (size_t i = 0; i < GENERATORS; i++) {
        if (strcmp(generators[i]->name, name) == 0) {
            return generators[i];
        }
    }
    return NULL;
}

fl_err fl_registry_need(const char *name, const fl_generator **out, fl_diag *diag)
{
    const char *near = NULL;
    *out = fl_registry_find(name);
    if (*out) {
        return FL_OK;
    }
    for (size_t i = 0; i < GENERATORS; i++) {
        near = fl_suggest_nearer(name, near, generators[i]->name);
    }
    fl_err err = fl_diag_set(diag, FL_ERR_USAGE, "", "there is no generator '%.80s'", name);
    fl_diag_hint(diag, near ? "did you mean '%s'?" : "'floorlab list generators' lists them; one is '%s'",
                 near ? near : generators[0]->name);
    return err;
}

fl_err fl_registry_read(const fl_yaml_reading *reading, const fl_yaml_node *node, const fl_generator **out)
{
    enum { MOST = 16 };
    const char *names[MOST];
    fl_yaml_words words = {"generator", names, 0, sizeof names[0]};
    size_t n = 0;
    const fl_generator *const *all = fl_registry_all(&n);
    unsigned number = 0;
    for (; words.n < n && words.n < MOST; words.n++) {
        names[words.n] = all[words.n]->name;
    }
    fl_err err = fl_yaml_map_word(reading, node, &words, &number);
    *out = all[number];
    return err;
}
