/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tallies of workers, and their sum. Each worker counts ranges of numbers and returns its counts as bytes;
 * the page adds them. They are integers, so the order does not matter. */
#include "gen/base/parse_number.h"
#include "plots/page/page_private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t *joint_counts;

void fl_page_count_end(fl_page_slot *self)
{
    if (!self->is_counting) {
        return;
    }
    fl_tally_free(&self->tally);
    fl_tally_free(&self->incoming);
    fl_tally_spec_free(&self->spec);
    fl_sample_catalogue_free(&self->catalogue);
    if (self->counter) {
        fl_run_counter_free(self->counter);
    }
    free(self->counter);
    self->counter = NULL;
    self->is_counting = false;
}

static fl_err make_spec(fl_page_slot *self, fl_diag *diag)
{
    unsigned pair[1][2];
    const void *rules[] = {self->opened.rules};
    fl_err err = fl_sample_catalogue_init(&self->catalogue, self->opened.generator, rules, 1, diag);
    if (err) {
        return err;
    }
    fl_sample_bind(&self->catalogue, self->opened.rules, &self->binding);
    fl_tally_request request = {
        .catalogue = &self->catalogue, .maps = {.what = FL_TALLY_NONE}, .joints = pair};
    fl_page_fields();
    for (int i = 0; i < 2; i++) { /* two metrics, if both exist */
        pair[0][i] = fl_sample_find_metric(&self->catalogue, fl_page_field());
    }
    request.joints_n = pair[0][0] < self->catalogue.metrics_n && pair[0][1] < self->catalogue.metrics_n;
    return fl_tally_spec_make(&self->spec, &request, diag);
}

/* The maker's own catalogue measures its samples by the same numbers. */
int fl_page_count_begin(unsigned slot)
{
    fl_page_slot *self = fl_page_slot_at(slot);
    fl_diag diag;
    if (!self) {
        return FLOORLAB_REFUSED;
    }
    fl_diag_init(&diag);
    fl_page_verdicts_end(self);
    fl_page_count_end(self);
    fl_page_begin();
    self->counter = aligned_alloc(64, (sizeof *self->counter + 63) / 64 * 64);
    fl_err err = self->counter ? make_spec(self, &diag) : fl_diag_memory(&diag);
    if (!err && (fl_tally_init(&self->tally, &self->spec) || fl_tally_init(&self->incoming, &self->spec))) {
        err = fl_diag_memory(&diag);
    }
    if (self->counter) {
        self->counter->journeys = NULL;
    }
    self->is_counting = true; /* set first, so that partial results get freed */
    if (err) {
        fl_page_count_end(self);
        return fl_page_end(err, &diag);
    }
    self->tally.roll_of = self->incoming.roll_of = self->binding.roll_of;
    self->tally.start = self->incoming.start = self->opened.first;
    fl_backend backend = fl_backend_best();
    fl_run_columns_init(&self->counter->columns, &self->spec, backend);
    self->has_columns = fl_run_columns_can_count(&self->opened, &self->spec, backend);
    fl_text_add_format(fl_page_begin(), "{\"has_columns\":%s}", self->has_columns ? "true" : "false");
    return fl_page_end(FL_OK, NULL);
}

static fl_page_slot *counting_slot(unsigned slot)
{
    fl_page_slot *self = fl_page_slot_at(slot);
    if (self && !self->is_counting) {
        fl_diag diag;
        fl_diag_init(&diag);
        (void)fl_page_end(fl_diag_set(&diag, FL_ERR_INPUT, "", "nothing has been counted yet"), &diag);
        return NULL;
    }
    return self;
}

int fl_page_count(unsigned slot, uint64_t first, uint64_t n)
{
    fl_page_slot *self = counting_slot(slot);
    fl_diag diag;
    if (!self) {
        return FLOORLAB_REFUSED;
    }
    fl_diag_init(&diag);
    fl_page_begin();
    fl_err err = n > 0 && (first < self->opened.first || first > self->opened.last ||
                           n - 1 > self->opened.last - first)
                     ? fl_diag_set(&diag, FL_ERR_INPUT, "first", "there are no such floors")
                     : FL_OK;
    for (uint64_t done = 0; done < n && !err;) {
        uint64_t part = n - done < FL_CLASSIC_BATCH_FLOORS ? n - done : FL_CLASSIC_BATCH_FLOORS;
        fl_counter_range range = {.first = first + done,
                                  .n = part,
                                  .groups = self->spec.groups,
                                  .has_columns = self->has_columns,
                                  .backend = fl_backend_best()};
        err = fl_run_counter_count(self->counter, &self->maker, &range, &self->tally);
        done += part;
    }
    return fl_page_end(err ? fl_diag_memory(&diag) : FL_OK, &diag);
}

int fl_page_count_take(unsigned slot)
{
    fl_page_slot *self = counting_slot(slot);
    if (!self) {
        return FLOORLAB_REFUSED;
    }
    fl_tally_pack_add(&self->tally, fl_page_begin());
    fl_tally_clear(&self->tally);
    return fl_page_end(FL_OK, NULL);
}

int fl_page_count_add(unsigned slot)
{
    fl_page_slot *self = counting_slot(slot);
    fl_diag diag;
    uint64_t size = 0;
    size_t there = 0;
    if (!self) {
        return FLOORLAB_REFUSED;
    }
    fl_diag_init(&diag);
    fl_page_fields();
    bool is_number = fl_parse_number_unsigned(fl_page_field(), &size) == FL_OK;
    const char *bytes = fl_page_rest(&there);
    fl_tally_pack_reader reader = {(const unsigned char *)bytes, (const unsigned char *)bytes + there};
    fl_page_begin();
    if (!is_number || size != there || fl_tally_pack_read(&reader, &self->incoming)) {
        return fl_page_end(fl_diag_set(&diag, FL_ERR_INPUT, "", "these bytes are not counts"), &diag);
    }
    fl_tally_merge(&self->tally, &self->incoming);
    return fl_page_end(FL_OK, NULL);
}

static double as_double(fl_tally_sum sum)
{
    return (double)(uint64_t)(sum >> 64) * 0x1p64 + (double)(uint64_t)sum;
}

static void add_metric(const fl_page_slot *self, unsigned i, bool has_histogram, fl_text *out)
{
    const fl_tally_metric *metric = &self->spec.metrics[i];
    const fl_tally_extreme *extreme = &self->tally.extreme[i];
    fl_tally_sum sum[3];
    fl_tally_sums(&self->tally, i, sum);
    fl_text_add(out, i > 0 ? ",{\"name\":" : "{\"name\":");
    fl_text_add_json(out, metric->name);
    fl_text_add_format(out, ",\"n\":%llu,\"mean\":", (unsigned long long)sum[0]);
    fl_page_add_number(sum[0] > 0 ? as_double(sum[1]) / as_double(sum[0]) : (double)INFINITY, out);
    fl_text_add(out, ",\"mean_square\":");
    fl_page_add_number(sum[0] > 0 ? as_double(sum[2]) / as_double(sum[0]) : (double)INFINITY, out);
    if (extreme->min <= extreme->max) {
        fl_text_add_format(out, ",\"min\":%d,\"max\":%d,\"argmin\":\"%llu\",\"argmax\":\"%llu\"",
                           (int)extreme->min, (int)extreme->max, (unsigned long long)extreme->argmin,
                           (unsigned long long)extreme->argmax);
    }
    if (has_histogram) {
        uint32_t n = metric->bins;
        while (n > 0 && self->tally.count[metric->at + n - 1] == 0) {
            n--;
        }
        fl_text_add_format(out, ",\"beyond\":%llu,\"histogram\":[", (unsigned long long)extreme->over_n);
        for (uint32_t k = 0; k < n; k++) {
            fl_text_add_format(out, "%s%llu", k > 0 ? "," : "",
                               (unsigned long long)self->tally.count[metric->at + k]);
        }
        fl_text_add_char(out, ']');
    }
    fl_text_add_char(out, '}');
}

int fl_page_count_sums(unsigned slot, int has_histograms)
{
    fl_page_slot *self = counting_slot(slot);
    if (!self) {
        return FLOORLAB_REFUSED;
    }
    fl_text *out = fl_page_begin();
    fl_text_add_format(out, "{\"floors\":%llu,\"failed\":%llu,\"metrics\":[",
                       (unsigned long long)self->tally.floors, (unsigned long long)self->tally.failed);
    for (unsigned i = 0; i < self->spec.metrics_n; i++) {
        add_metric(self, i, has_histograms != 0, out);
    }
    fl_text_add(out, "],\"events\":[");
    for (unsigned i = 0; i < self->spec.events_n; i++) {
        fl_text_add(out, i > 0 ? ",{\"name\":" : "{\"name\":");
        fl_text_add_json(out, self->spec.events[i].name);
        fl_text_add_format(out, ",\"trials\":%llu,\"hits\":%llu}",
                           (unsigned long long)fl_tally_event_trials(&self->tally, i),
                           (unsigned long long)fl_tally_event_hits(&self->tally, i));
    }
    fl_text_add(out, "]}");
    return fl_page_end(FL_OK, NULL);
}

int fl_page_count_joint(unsigned slot)
{
    fl_page_slot *self = counting_slot(slot);
    fl_diag diag;
    if (!self) {
        return FLOORLAB_REFUSED;
    }
    fl_diag_init(&diag);
    fl_text *out = fl_page_begin();
    if (self->spec.joints_n == 0) {
        return fl_page_end(fl_diag_set(&diag, FL_ERR_INPUT, "", "no two metrics are counted together"),
                           &diag);
    }
    const fl_tally_joint *joint = &self->spec.joints[0];
    joint_counts = self->tally.count + joint->at;
    fl_text_add_format(out, "{\"columns\":%u,\"rows\":%u,\"floors\":%llu}", joint->a_bins, joint->b_bins,
                       (unsigned long long)self->tally.floors);
    return fl_page_end(FL_OK, NULL);
}

const uint64_t *fl_page_joint(void)
{
    return joint_counts;
}
