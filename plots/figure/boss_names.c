/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names of bosses are data: data/bosses.yaml, a map of numbers and names for each generator. */
#include "plots/figure/figure.h"

#include <stdio.h>

fl_err fl_figure_bosses_open(fl_yaml **out, fl_diag *diag)
{
    return fl_yaml_read_shipped("data/bosses.yaml", out, diag);
}

const char *fl_figure_bosses_name(const fl_yaml *names, const char *generator, int64_t number)
{
    char key[24];
    snprintf(key, sizeof key, "%lld", (long long)number);
    const fl_yaml_node *map = names ? fl_yaml_get(fl_yaml_root(names), generator) : NULL;
    const fl_yaml_node *name = map ? fl_yaml_get(map, key) : NULL;
    return name ? name->text : NULL;
}
