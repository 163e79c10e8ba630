/* SPDX-License-Identifier: GPL-2.0-or-later */
/* For tests: a generator set up from "name=value" words, making floor after floor. */
#ifndef FL_TESTS_SUPPORT_MAKER_H
#define FL_TESTS_SUPPORT_MAKER_H

#include "analysis/metric/metric.h"
#include "gen/registry.h"

typedef struct maker {
    const fl_generator *generator;
    fl_setting_values values;
    void *rules;
    void *scratch;
    fl_key key;
    fl_floor floor;
    fl_metric_work metric;
    int32_t value[FL_METRIC_COUNT];
} maker;

/* Sets "name=value" words. */
fl_err maker_assign(fl_setting_values *values, const char *settings, fl_diag *diag);

/* Fails the test when the settings are refused. */
void maker_open(maker *self, const char *generator, const char *settings, uint64_t seed);
void maker_close(maker *self);

/* The rules that settings give, without what else makes floors. */
void maker_rules(const char *generator, const char *settings, void *rules, size_t size);

/* Floor and all metrics. */
void maker_make(maker *self, uint64_t index);

/* Floor without metrics. */
void maker_make_bare(maker *self, uint64_t index);

#endif
