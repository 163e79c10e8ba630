/* What many runs came to, as tables or one JSON document, with the closed form beside the measured figures. */
#ifndef FL_EXPERIMENTS_JOURNEYS_REPORT_H
#define FL_EXPERIMENTS_JOURNEYS_REPORT_H

#include "experiments/journeys/crew.h"
#include "experiments/journeys/product.h"
#include "gen/base/text.h"

typedef struct fl_journey_report {
    const fl_journey_crew *crew;
    const fl_journey_tally *tally;
    const fl_journey_product *form;
    double seconds;
} fl_journey_report;

void fl_journeys_report_text(const fl_journey_report *self, fl_text *out);
void fl_journeys_report_json(const fl_journey_report *self, fl_text *out);

/* What a plan is: floors, edges, players, chart. */
void fl_journeys_report_plan(const fl_journey *journey, bool is_json, fl_text *out);

#endif
