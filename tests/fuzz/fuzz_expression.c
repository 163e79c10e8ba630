/* SPDX-License-Identifier: GPL-2.0-or-later */
/* libFuzzer: expressions from any bytes. One that is accepted has the value that the naive evaluator finds.
 */
#include "analysis/expression/expression.h"
#include "gen/registry.h"
#include "tests/fuzz/edit.h"
#include "tests/unit/naive_expression.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static fl_catalogue catalogue;
static int32_t values[FL_METRIC_COUNT];

static void make_catalogue(void)
{
    const fl_generator *generator = fl_registry_find("classic");
    static fl_setting_values settings;
    static void *rules;
    fl_setting_values_init(&settings, generator->settings, generator->settings_n);
    edit_demand(generator->init(&settings, &rules, NULL) == FL_OK);
    const void *all[] = {rules};
    edit_demand(fl_sample_catalogue_init(&catalogue, generator, all, 1, NULL) == FL_OK);
    for (unsigned i = 0; i < FL_METRIC_COUNT; i++) {
        values[i] = i % 5 == 4 ? FL_GENERATOR_FACT_NONE : (int32_t)i % 4;
    }
}

/* Only metrics have a value here, by any of their names. */
static naive_value look_up(void *context, const char *name)
{
    fl_expression e;
    char quoted[200];
    (void)context;
    strcat(strcat(strcpy(quoted, "\""), name), "\"");
    edit_demand(fl_expression_parse(&e, &(fl_expression_text){quoted, "", false}, &catalogue, NULL) ==
                    FL_OK &&
                e.inputs_n == 1);
    bool is_metric = e.input[0].sort == FL_EXPRESSION_METRIC;
    int32_t value = is_metric ? values[e.input[0].number] : FL_GENERATOR_FACT_NONE;
    return (naive_value){value != FL_GENERATOR_FACT_NONE, value != FL_GENERATOR_FACT_NONE ? value : 0};
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fl_expression e;
    char *text = malloc(size + 1);
    if (!text) {
        return 0;
    }
    if (catalogue.metrics_n == 0) {
        make_catalogue();
    }
    memcpy(text, data, size);
    text[size] = '\0';
    bool has_bare_plus = strstr(text, "degree_4+") != NULL; /* where the naive one takes + for a sum */
    if (fl_expression_parse(&e, &(fl_expression_text){text, "fuzz", false}, &catalogue, NULL) == FL_OK &&
        !has_bare_plus) {
        fl_expression_sample sample = {.values = values};
        int64_t number = 0;
        naive_value expected;
        bool is_there = fl_expression_measure(&e, &sample, &number);
        edit_demand(naive_expression_evaluate(text, look_up, NULL, &expected));
        edit_demand(is_there == expected.is_there && (!is_there || number == (int64_t)expected.number));
    }
    free(text);
    return 0;
}
