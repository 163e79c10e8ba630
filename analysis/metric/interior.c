/* What is told of the insides of normal rooms. */
#include "analysis/metric/interior.h"

/* Numbers of normal rooms' interiors; no value where there are none. */
static void count_interiors(const fl_floor *floor, int32_t *out)
{
    int32_t first = INT32_MAX;
    int32_t last = FL_FACT_NONE;
    for (unsigned i = 0; i < floor->rooms_n; i++) {
        const fl_room *room = &floor->rooms[i];
        if (room->kind == FL_KIND_NORMAL && room->variant >= 0) {
            first = room->variant < first ? room->variant : first;
            last = room->variant > last ? room->variant : last;
        }
    }
    out[FL_METRIC_INTERIOR_FIRST] = last == FL_FACT_NONE ? FL_FACT_NONE : first;
    out[FL_METRIC_INTERIOR_LAST] = last;
}

/* What varies on top of classic interiors, a bit each; interiors of a type are others. */
static void count_variations(const fl_floor *floor, int32_t *out)
{
    static const unsigned metrics[] = {FL_METRIC_CHAMPION_ROOMS, FL_METRIC_TINTED_ROOMS,
                                       FL_METRIC_RED_FIRE_ROOMS};
    int32_t n[3] = {0, 0, 0};
    bool has_any = false;
    for (unsigned i = 0; i < floor->rooms_n; i++) {
        const fl_room *room = &floor->rooms[i];
        bool is_classic = room->kind == FL_KIND_NORMAL && room->variant >= 0 && room->type == 0;
        has_any = has_any || is_classic;
        for (unsigned bit = 0; bit < 3 && is_classic; bit++) {
            n[bit] += room->subtype >= 0 && (room->subtype >> bit & 1);
        }
    }
    for (unsigned bit = 0; bit < 3; bit++) {
        out[metrics[bit]] = has_any ? n[bit] : FL_FACT_NONE;
    }
}

/* How hard they are; no value where there are none. */
static void count_difficulty(const fl_floor *floor, int32_t *out)
{
    int32_t least = INT32_MAX;
    int32_t most = FL_FACT_NONE;
    for (unsigned i = 0; i < floor->rooms_n; i++) {
        const fl_room *room = &floor->rooms[i];
        if (room->kind == FL_KIND_NORMAL && room->difficulty >= 0) {
            least = room->difficulty < least ? room->difficulty : least;
            most = room->difficulty > most ? room->difficulty : most;
        }
    }
    out[FL_METRIC_DIFFICULTY_LEAST] = most == FL_FACT_NONE ? FL_FACT_NONE : least;
    out[FL_METRIC_DIFFICULTY_MOST] = most;
}

void fl_interior_count(const fl_floor *floor, int32_t *out)
{
    count_difficulty(floor, out);
    count_interiors(floor, out);
    count_variations(floor, out);
}
