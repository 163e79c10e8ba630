/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Both procedures walk over the values in order. */
#include "analysis/stat/stat_private.h"

#include <math.h>
#include <stdlib.h>

typedef struct entry {
    double value;
    size_t at;
} entry;

static int by_value(const void *left, const void *right)
{
    const entry *a = left;
    const entry *b = right;
    return a->value < b->value ? -1 : a->value > b->value;
}

/* The values with their places, smallest first; NULL without memory. */
static entry *in_order(const double *value, size_t n, double sign)
{
    entry *list = malloc(n * sizeof *list);
    for (size_t i = 0; list && i < n; i++) {
        list[i] = (entry){.value = sign * value[i], .at = i};
    }
    if (list) {
        qsort(list, n, sizeof *list, by_value);
    }
    return list;
}

fl_err fl_stat_family_holm(const double *p, size_t n, double *adjusted)
{
    if (n == 0) {
        return FL_OK;
    }
    entry *list = in_order(p, n, 1);
    if (!list) {
        return FL_ERR_MEMORY;
    }
    double largest = 0;
    for (size_t i = 0; i < n; i++) {
        largest = fmax(largest, fmin(1, (double)(n - i) * list[i].value));
        adjusted[list[i].at] = largest;
    }
    free(list);
    return FL_OK;
}

fl_err fl_stat_family_ebh(const double *log_e, size_t n, double alpha, bool *is_refused)
{
    if (n == 0) {
        return FL_OK;
    }
    entry *list = in_order(log_e, n, -1);
    if (!list) {
        return FL_ERR_MEMORY;
    }
    size_t refused = 0;
    for (size_t k = 1; k <= n; k++) {
        if (-list[k - 1].value >= log((double)n) - log(alpha) - log((double)k)) {
            refused = k;
        }
    }
    for (size_t i = 0; i < n; i++) {
        is_refused[list[i].at] = i < refused;
    }
    free(list);
    return FL_OK;
}
