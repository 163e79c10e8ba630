/* A result file as figures look at it: conditions, and arrays of counts by name.
 *
 * Knows the layout of the file, not the program that wrote it: a run of an older generator can still be drawn. What is
 * missing or has another size than it should is "not there". */
#ifndef FL_PLOTS_FIGURE_RESULT_VIEW_H
#define FL_PLOTS_FIGURE_RESULT_VIEW_H

#include "analysis/store/store.h"
#include "gen/base/yaml.h"

enum {
    FL_RESULT_VIEW_AXES = 8,
    FL_RESULT_VIEW_CONDITIONS = 4096,
    FL_RESULT_VIEW_METRICS = 128,
    FL_RESULT_VIEW_BINS = 1 << 20
};

/* A swept setting. */
typedef struct fl_result_view_axis {
    const char *name;
    char *const *value; /* [conditions] */
} fl_result_view_axis;

typedef struct fl_result_view {
    fl_store store;
    const char *path; /* borrowed */
    const char *name, *generator;
    uint64_t conditions, seed;
    const uint64_t *floors; /* [conditions] */
    fl_result_view_axis axes[FL_RESULT_VIEW_AXES];
    unsigned axes_n;
    fl_yaml *resolved; /* the experiment */
} fl_result_view;

/* Counts of one item: [conditions][rows][columns]. */
typedef struct fl_result_view_counts {
    const uint64_t *count;
    uint64_t rows, columns;
    const char *unit; /* of a metric; may be NULL */
} fl_result_view_counts;

/* Trials and hits of an event. */
typedef struct fl_result_view_event {
    const uint64_t *trials, *hits; /* [conditions], or [conditions][steps] of a trace */
    uint64_t steps;
} fl_result_view_event;

FL_NODISCARD fl_err fl_figure_view_open(fl_result_view *self, const char *path, fl_diag *diag);
void fl_figure_view_free(fl_result_view *self);

/* What a setting is in a condition: swept, or given for the whole run; NULL where neither is the case. */
const char *fl_figure_view_setting(const fl_result_view *self, uint64_t condition, const char *name);

/* Whether the run has them; *out only then. `name` as in the file: "rooms", "plan_rooms__dead_ends", "any". */
bool fl_figure_view_metric(const fl_result_view *self, const char *name, fl_result_view_counts *out);
bool fl_figure_view_joint(const fl_result_view *self, const char *name, fl_result_view_counts *out);
bool fl_figure_view_map(const fl_result_view *self, const char *name, fl_result_view_counts *out);
bool fl_figure_view_event_of(const fl_result_view *self, const char *name, fl_result_view_event *out);
bool fl_figure_view_trace(const fl_result_view *self, const char *name, fl_result_view_event *out);

/* The names of all items "/<folder>/<name>/<leaf>", in the order of the file; at most `most`. The caller frees each. */
FL_NODISCARD fl_err fl_figure_view_names(const fl_result_view *self, const char *folder, const char *leaf,
                                         char **out, unsigned most);

#endif
