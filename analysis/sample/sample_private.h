/* SPDX-License-Identifier: MIT */
/* Shared by the files of this folder: adding rows to a catalogue, and a file for each type of sample. */
#ifndef FL_ANALYSIS_SAMPLE_SAMPLE_PRIVATE_H
#define FL_ANALYSIS_SAMPLE_SAMPLE_PRIVATE_H

#include "analysis/sample/sample.h"

/* Keeps two texts as long as the catalogue lives; NULL without memory. */
const fl_catalogue_words *fl_sample_keep_words(fl_catalogue *self, const char *name, const char *meaning);

/* Fill the catalogue; called once for each of the rules. */
FL_NODISCARD fl_err fl_sample_floor_add(fl_catalogue *self, const void *rules, fl_diag *diag);
FL_NODISCARD fl_err fl_sample_room_add(fl_catalogue *self, const void *rules, fl_diag *diag);
FL_NODISCARD fl_err fl_sample_journey_add(fl_catalogue *self, const void *rules, fl_diag *diag);

void fl_sample_journey_bind(const fl_catalogue *self, const fl_journey *journey, fl_journey_binding *out);

void fl_sample_room_measure(fl_sample_work *self, const fl_room_rules *rules, const fl_interior *room);
void fl_sample_journey_measure(fl_sample_work *self, const fl_journey_binding *binding,
                               const fl_journey *journey, const fl_journey_trip *trip);

#endif
