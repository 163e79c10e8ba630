/* Events: yes-or-no questions about a floor, with a condition that says when they are asked.
 *
 * A gate gives one event for each of its flags: a documented odd is a share of rolls (`passed` among `rolled`), what a
 * player sees is a share of floors (`placed` among all). */
#ifndef FL_ANALYSIS_METRIC_EVENT_H
#define FL_ANALYSIS_METRIC_EVENT_H

#include "analysis/metric/metric.h"

enum { FL_EVENT_NAME = 64, FL_EVENT_MAX = 400 };

/* What came of asking. */
typedef enum fl_event_answer { FL_EVENT_NOT_ASKED, FL_EVENT_MISS, FL_EVENT_HIT } fl_event_answer;

/* The events that are not gates, by their places in the table. */
typedef enum fl_event_place {
    FL_EVENT_FLOOR_FAILED,
    FL_EVENT_BOSS_IS_FARTHEST,
    FL_EVENT_BOSS_TOUCHES_START,
    FL_EVENT_BOSS_IS_DEAD_END,
    FL_EVENT_HAS_LOOP,
    FL_EVENT_HAS_SECRET,
    FL_EVENT_SECRET_TOUCHES_END_ROOM,
    FL_EVENT_SECRET_BEST_AVAILABLE,
    FL_EVENT_ROWS
} fl_event_place;

typedef struct fl_event_row {
    const char *name;
    const char *meaning;
    unsigned groups; /* metric groups it looks at */
    fl_event_answer (*ask)(const fl_floor *floor, const int32_t *values);
} fl_event_row;

/* The events that are not gates; their number unless n is NULL. */
const fl_event_row *fl_metric_event_all(size_t *n);

/* The name and meaning of flag `bit` of a gate: "gate.sacrifice.passed". */
void fl_metric_event_gate_name(const char *gate, unsigned bit, char out[FL_EVENT_NAME]);

/* The flags a gate is asked about: those of a roll only where there was one. */
static inline unsigned fl_metric_event_asked(fl_gate gate)
{
    unsigned of_roll = FL_GATE_FIRST | FL_GATE_SECOND_ROLLED | FL_GATE_PASSED;
    unsigned of_second = FL_GATE_SECOND;
    return FL_GATE_ROLLED | FL_GATE_NO_DEAD_END | FL_GATE_PLACED | (gate & FL_GATE_ROLLED ? of_roll : 0) |
           (gate & FL_GATE_SECOND_ROLLED ? of_second : 0);
}

/* Flag `bit` of a gate as an event. */
fl_event_answer fl_metric_event_ask_gate(fl_gate gate, unsigned bit);

#endif
