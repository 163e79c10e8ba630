/* SPDX-License-Identifier: GPL-2.0-or-later */
/* libFuzzer: plans from any bytes. What is accepted keeps what the checks promise: edges lead to floors,
 * walks end. The chart is left out: it may take seconds by design. */
#include "gen/floor_generators.h"
#include "gen/journey/journey_private.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(const fl_journey *plan)
{
    const fl_journey_player *player = &plan->player[plan->chosen_player];
    for (unsigned i = 0; i < plan->edges_n; i++) {
        if (plan->edge[i].to >= plan->stops_n) {
            abort();
        }
    }
    for (unsigned i = 0; i < plan->stops_n; i++) {
        if (!plan->stop[i].generator || plan->stop[i].variants_n == 0) {
            abort();
        }
    }
    if (fl_journey_state_code(plan, &player->start) >= plan->states_n) {
        abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fl_yaml *yaml = NULL;
    fl_journey *plan = calloc(1, sizeof *plan);
    fl_journey_text text = {.name = "fuzz", .data = (const char *)data, .size = size};
    text.generators = fl_floor_generators_all(&text.generators_n);
    if (plan && !fl_yaml_read(text.data, text.size, "fuzz", &yaml, NULL) &&
        !fl_journey_read(plan, yaml, &text, NULL) && !fl_journey_plan_check(plan, yaml, NULL)) {
        check(plan);
    }
    fl_yaml_free(yaml);
    free(plan);
    return 0;
}
