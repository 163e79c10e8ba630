/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Floors a second of the example plug-in on one core: loaded from its shared object, and linked
 * into this program. Prints, never judges. */
#include "gen/floor/floor.h"
#include "gen/plugin/plugin_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { ROUNDS = 11, FLOORS = 200000 };

static double rate(const fl_plugin_rules *rules, void *scratch, fl_floor *floor)
{
    fl_key key;
    fl_key_init(&key, "plugin", FL_PLUGIN_ROW_VERSION, 1);
    clock_t started = clock();
    for (key.index = 0; key.index < FLOORS; key.index++) {
        fl_plugin.make(rules, &key, scratch, floor);
    }
    return FLOORS / ((double)(clock() - started) / CLOCKS_PER_SEC);
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    fl_setting_values values;
    fl_floor floor;
    fl_diag diag;
    void *rules = NULL;
    double loaded[ROUNDS];
    double ratio[ROUNDS];
    fl_diag_init(&diag);
    fl_setting_values_init(&values, fl_plugin.settings, fl_plugin.settings_n);
    fl_err err = fl_setting_values_set(&values, "file", argc > 1 ? argv[1] : "", "", &diag);
    err = err ? err : fl_plugin.init(&values, &rules, &diag);
    if (err) {
        fprintf(stderr, "%s: %s\n", diag.where, diag.what);
        return 1;
    }
    fl_plugin_rules linked = *(fl_plugin_rules *)rules;
    linked.row = floorlab_plugin_open(&fl_plugin_host);
    void *scratch = calloc(1, fl_plugin.scratch_size(rules));
    if (!scratch || fl_floor_init(&floor, FL_FLOOR_SIDE_MAX * FL_FLOOR_SIDE_MAX) ||
        fl_plugin.open(rules, scratch, &diag)) {
        return 1;
    }
    for (unsigned i = 0; i < ROUNDS; i++) { /* side by side, so that a busy machine slows both */
        loaded[i] = rate(rules, scratch, &floor);
        ratio[i] = loaded[i] / rate(&linked, scratch, &floor);
    }
    qsort(loaded, ROUNDS, sizeof loaded[0], by_size);
    qsort(ratio, ROUNDS, sizeof ratio[0], by_size);
    printf("loaded: %.0f thousand floors a second; of the same code linked in: %.3f (median of %d pairs, "
           "%.3f to %.3f)\n",
           loaded[ROUNDS / 2] / 1000, ratio[ROUNDS / 2], ROUNDS, ratio[0], ratio[ROUNDS - 1]);
    fl_plugin.close(scratch);
    free(scratch);
    fl_floor_free(&floor);
    fl_plugin.free(rules);
    return 0;
}
