/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Samples for which an expression is true (analysis/expression): floors of the vector kernel as columns, all
 * others one by one. */
#include "analysis/expression/expression.h"
#include "plots/page/page_private.h"

#include <stdlib.h>
#include <string.h>

/* The memory of a search; there is only one because it is large. */
typedef struct search {
    fl_catalogue catalogue;
    fl_sample_binding binding;
    fl_expression condition;
    fl_batch_columns batch;
    fl_expression_stack stack;
    uint8_t truth[FL_CLASSIC_BATCH_FLOORS];
} search;

typedef struct range {
    uint64_t next, end;
    unsigned found, limit;
} range;

static void add_number(range *self, uint64_t number, fl_text *out)
{
    fl_text_add_format(out, "%s\"%llu\"", self->found > 0 ? "," : "", (unsigned long long)number);
    self->found++;
    self->next = number + 1;
}

static void find_singly(const search *self, fl_floor_maker *maker, range *range, fl_text *out)
{
    bool is_floor = !maker->sample;
    fl_expression_sample sample = {.values = fl_run_maker_values(maker),
                                   .floor = is_floor ? &maker->floor : NULL,
                                   .work = is_floor ? NULL : &maker->work,
                                   .roll_of = self->binding.roll_of};
    while (range->next < range->end && range->found < range->limit) {
        uint64_t number = range->next++;
        fl_run_maker_make(maker, number, self->condition.groups);
        if (fl_expression_test(&self->condition, &sample)) {
            add_number(range, number, out);
        }
    }
}

static void find_in_columns(search *self, fl_floor_maker *maker, range *range, fl_text *out)
{
    const fl_opened_generator *opened = maker->opened;
    fl_classic_batch *batch = &self->batch.batch;
    fl_expression_floors floors = {&self->batch.columns, self->binding.roll_of, &self->stack};
    memset(&self->batch, 0, sizeof self->batch);
    batch->backend = fl_backend_best();
    fl_expression_want(&self->condition, &self->batch.columns);
    while (range->next < range->end && range->found < range->limit) {
        uint64_t left = range->end - range->next;
        batch->first = range->next;
        batch->n = left < FL_CLASSIC_BATCH_FLOORS ? (unsigned)left : FL_CLASSIC_BATCH_FLOORS;
        opened->generator->make_batch(opened->rules, &maker->key, maker->scratch, batch);
        fl_column_fill(&self->batch.columns, batch);
        fl_expression_test_columns(&self->condition, &floors, self->truth);
        for (unsigned i = 0; i < batch->n && range->found < range->limit; i++) {
            if (self->truth[i]) {
                add_number(range, batch->first + i, out);
            }
        }
        if (range->found < range->limit) {
            range->next = batch->first + batch->n;
        }
    }
}

int fl_page_find(unsigned slot, uint64_t first, unsigned n, unsigned limit)
{
    fl_page_slot *self = fl_page_slot_at(slot);
    fl_diag diag;
    if (!self) {
        return FLOORLAB_REFUSED;
    }
    fl_diag_init(&diag);
    const fl_opened_generator *opened = &self->opened;
    search *by = aligned_alloc(64, (sizeof *by + 63) / 64 * 64);
    const void *rules[] = {opened->rules};
    fl_page_fields();
    fl_expression_text text = {fl_page_field(), .where = "condition", .is_condition = true};
    fl_err err = by ? fl_sample_catalogue_init(&by->catalogue, opened->generator, rules, 1, &diag)
                    : fl_diag_memory(&diag);
    if (!err) {
        fl_sample_bind(&by->catalogue, opened->rules, &by->binding);
        err = fl_expression_parse(&by->condition, &text, &by->catalogue, &diag);
    }
    if (by) {
        fl_sample_catalogue_free(&by->catalogue);
    }
    bool is_over = first > opened->last || opened->last - first < n;
    range range = {.next = first, .end = is_over ? opened->last : first + n - 1, .limit = limit};
    range.end += range.end < UINT64_MAX; /* excludes the largest number */
    fl_text *out = fl_page_begin();
    if (!err) {
        bool is_batch = opened->generator->fits_batch && opened->generator->fits_batch(opened->rules) &&
                        fl_expression_has_columns(&by->condition);
        fl_text_add(out, "{\"numbers\":[");
        if (is_batch) {
            find_in_columns(by, &self->maker, &range, out);
        } else {
            find_singly(by, &self->maker, &range, out);
        }
        fl_text_add_format(out, "],\"next\":\"%llu\",\"is_over\":%s}", (unsigned long long)range.next,
                           is_over && range.next >= range.end ? "true" : "false");
    }
    free(by);
    return fl_page_end(err, &diag);
}
