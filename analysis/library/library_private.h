/* SPDX-License-Identifier: MIT */
/* Shared by the files of this folder: the handle, and the wrapper of every call. */
#ifndef FL_ANALYSIS_LIBRARY_LIBRARY_PRIVATE_H
#define FL_ANALYSIS_LIBRARY_LIBRARY_PRIVATE_H

#include "analysis/metric/column/column.h"
#include "analysis/sample/sample.h"
#include "gen/floor/floor_json_read.h"
#include "gen/floorlab.h"
#include "gen/journey/journey.h"

#include <setjmp.h>
#include <stdatomic.h>

/* Shared, constant data of the handles of one opening. */
typedef struct fl_library_rules {
    atomic_uint handles;
    const fl_generator *generator;
    fl_files files;
    fl_setting_values values;
    void *rules;
    uint64_t seed;
    uint64_t first, last; /* range of sample numbers */
    int width, height;    /* of boards; 0 for journeys */
    fl_catalogue catalogue;
    fl_sample_binding binding;
} fl_library_rules;

/* The vector kernel's floors, and their columns. */
typedef struct fl_library_columns {
    fl_classic_batch batch;
    fl_columns columns;
} fl_library_columns;

struct floorlab_generator {
    atomic_bool is_busy;
    bool is_broken; /* a defect occurred: the contents are undefined */
    fl_library_rules *shared;
    void *scratch;
    fl_key key;

    /* Of floors. */
    fl_floor floor;
    fl_metric_work metric;
    int32_t values[FL_METRIC_COUNT];
    fl_library_columns *batch; /* NULL until it is needed */
    fl_floor_json_reader reader;

    /* Of chunk rooms and journeys: fl_interior or fl_journey_trip. */
    void *sample;
    fl_sample_work work;
};

/* Jump target after a defect, and its message; one per thread. */
typedef struct fl_library_rescue {
    jmp_buf place;
    fl_diag *diag;
} fl_library_rescue;

/* Sets the thread's rescue; returns the previous one. */
fl_library_rescue *fl_library_set_rescue(fl_library_rescue *rescue);

/* A call's work; `call` holds the call's arguments. */
typedef fl_err fl_library_work(floorlab_generator *self, const void *call, fl_diag *diag);

/* Does the work of a call: refuses handles that are NULL, in use or broken, and survives defects. */
floorlab_status fl_library_call(floorlab_generator *self, fl_library_work *work, const void *call,
                                floorlab_error *error);

/* Copies a diag to the caller's error. */
floorlab_status fl_library_status(fl_err err, const fl_diag *diag, floorlab_error *error);

/* Refuses non-zero reserved members: a program built for a later version may set them. */
FL_NODISCARD fl_err fl_library_check_reserved(const uint64_t reserved[4], const char *where, fl_diag *diag);

/* Refuses sample numbers outside the range. */
FL_NODISCARD fl_err fl_library_check_range(const floorlab_generator *self, uint64_t first, uint64_t n,
                                           fl_diag *diag);

/* Makes a sample, without metrics. */
void fl_library_make(floorlab_generator *self, uint64_t number);

#endif
