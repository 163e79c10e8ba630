/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Chooses conditions by the values of the settings that vary. The arrays of the file are cut down to them
 * before a view is made anew, so that no figure can take a condition that was not chosen. Claims about other
 * conditions go with them. */
#include "gen/base/suggest.h"
#include "plots/figure/figure_private.h"

#include <stdlib.h>
#include <string.h>

enum { SHOWN = 12 /* values that a hint lists */ };

static const fl_result_view_axis *find_axis(const fl_result_view *self, const char *name, size_t n)
{
    for (unsigned i = 0; i < self->axes_n; i++) {
        if (strlen(self->axes[i].name) == n && strncmp(self->axes[i].name, name, n) == 0) {
            return &self->axes[i];
        }
    }
    return NULL;
}

static fl_err refuse_name(const fl_result_view *self, const char *name, fl_diag *diag)
{
    fl_text names;
    const char *near = fl_suggest_name(name, self->axes, self->axes_n, sizeof self->axes[0]);
    fl_err err = fl_diag_set(diag, FL_ERR_USAGE, self->path, "no setting '%.80s' varies in this run", name);
    fl_text_init(&names);
    for (unsigned i = 0; i < self->axes_n; i++) {
        fl_text_add_format(&names, "%s%s", i > 0 ? ", " : "", self->axes[i].name);
    }
    if (near) {
        fl_diag_hint(diag, "did you mean '%s'?", near);
    } else if (self->axes_n > 0) {
        fl_diag_hint(diag, "what varies: %s", fl_text_get(&names));
    } else {
        fl_diag_hint(diag, "it has one condition");
    }
    fl_text_free(&names);
    return err;
}

static bool has_before(const fl_result_view_axis *axis, uint64_t condition)
{
    for (uint64_t c = 0; c < condition; c++) {
        if (strcmp(axis->value[c], axis->value[condition]) == 0) {
            return true;
        }
    }
    return false;
}

static fl_err refuse_value(const fl_result_view *self, const fl_result_view_axis *axis, const char *value,
                           fl_diag *diag)
{
    fl_text values;
    unsigned n = 0;
    const char *near = fl_suggest_name(value, axis->value, self->conditions, sizeof axis->value[0]);
    fl_err err = fl_diag_set(diag, FL_ERR_USAGE, self->path, "no condition has %s=%.80s", axis->name, value);
    fl_text_init(&values);
    for (uint64_t c = 0; c < self->conditions && n <= SHOWN; c++) {
        if (!has_before(axis, c)) {
            fl_text_add_format(&values, "%s%s", n > 0 ? ", " : "", n < SHOWN ? axis->value[c] : "…");
            n++;
        }
    }
    if (near && n > SHOWN) {
        fl_diag_hint(diag, "did you mean '%s=%s'?", axis->name, near);
    } else {
        fl_diag_hint(diag, "values of %s: %s", axis->name, fl_text_get(&values));
    }
    fl_text_free(&values);
    return err;
}

/* Whether "level=3" names a setting and a value of the run. */
static fl_err check_one(const fl_result_view *self, const char *wanted, fl_diag *diag)
{
    size_t n = strcspn(wanted, "=");
    char name[80];
    if (n == 0 || wanted[n] == '\0' || n >= sizeof name) {
        return fl_diag_set(diag, FL_ERR_USAGE, "", "--where needs SETTING=VALUE, not '%.80s'", wanted);
    }
    memcpy(name, wanted, n);
    name[n] = '\0';
    const fl_result_view_axis *axis = find_axis(self, name, n);
    if (!axis) {
        return refuse_name(self, name, diag);
    }
    for (uint64_t c = 0; c < self->conditions; c++) {
        if (strcmp(axis->value[c], wanted + n + 1) == 0) {
            return FL_OK;
        }
    }
    return refuse_value(self, axis, wanted + n + 1, diag);
}

/* Whether a condition has, of every setting that is named, one of the values named. */
static bool is_chosen(const fl_result_view *self, uint64_t condition, const char *const *wanted, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        size_t size = strcspn(wanted[i], "=");
        const fl_result_view_axis *axis = find_axis(self, wanted[i], size);
        bool is_one = false;
        for (size_t k = 0; k < n && axis; k++) {
            bool is_same = strncmp(wanted[k], wanted[i], size + 1) == 0;
            is_one = is_one || (is_same && strcmp(wanted[k] + size + 1, axis->value[condition]) == 0);
        }
        if (!is_one) {
            return false;
        }
    }
    return true;
}

/* Where each row goes; UINT64_MAX = it is left out. */
typedef struct choice {
    uint64_t *to;
    uint64_t n, kept;
} choice;

static fl_err choice_init(choice *self, uint64_t n, fl_diag *diag)
{
    *self = (choice){.to = calloc(n + 1, sizeof *self->to), .n = n};
    return self->to ? FL_OK : fl_diag_memory(diag);
}

static void choice_add(choice *self, uint64_t row, bool is_kept)
{
    self->to[row] = is_kept ? self->kept++ : UINT64_MAX;
}

/* Moves the rows of an item that are kept to its front. */
static void cut_item(fl_store_item *item, const choice *rows)
{
    uint64_t each = fl_store_count(item) / item->size[0];
    size_t bytes = each * fl_store_size_of(item->type);
    char *data = item->data;
    for (uint64_t row = 0; row < rows->n; row++) {
        char *from = data + row * bytes;
        bool is_kept = rows->to[row] != UINT64_MAX;
        for (uint64_t i = 0; i < each && !is_kept && item->type == FL_STORE_TEXT; i++) {
            free(((char **)(void *)from)[i]);
        }
        if (is_kept) {
            memmove(data + rows->to[row] * bytes, from, bytes);
        }
    }
    item->size[0] = rows->kept;
}

/* Cuts all items along the scales of a name, such as /map/condition and /event/condition. */
static void cut_along(fl_store *store, const char *name, const choice *rows)
{
    for (size_t i = 0; i < store->items_n; i++) {
        fl_store_item *item = &store->items[i];
        const char *scale = item->rank > 0 && item->dimension[0] ? strrchr(item->dimension[0], '/') : NULL;
        bool is_along = scale && item->data && strcmp(scale + 1, name) == 0 && item->size[0] == rows->n;
        if (is_along) {
            cut_item(item, rows);
        }
    }
}

static fl_store_item *find_numbers(fl_store *store, const char *path)
{
    fl_store_item *item = (fl_store_item *)fl_store_find(store, path);
    bool is_right = item && item->data && item->rank == 1 && item->type == FL_STORE_U64;
    return is_right ? item : NULL;
}

/* Leaves out the rows of a table whose column `path` names a row that was left out, and renumbers the others;
 * *out says where they went. Numbers that name no row stay. */
static fl_err follow(fl_store *store, const char *const path[2], const choice *rows, choice *out,
                     fl_diag *diag)
{
    fl_store_item *item = find_numbers(store, path[0]);
    *out = (choice){.n = 0};
    if (!item || !item->dimension[0]) {
        return FL_OK;
    }
    fl_err err = choice_init(out, item->size[0], diag);
    uint64_t *number = item->data;
    for (uint64_t i = 0; i < out->n && !err; i++) {
        bool is_number = number[i] < rows->n;
        choice_add(out, i, !is_number || rows->to[number[i]] != UINT64_MAX);
        number[i] = is_number ? rows->to[number[i]] : number[i];
    }
    if (!err) {
        cut_along(store, path[1], out);
    }
    return err;
}

static fl_err cut(fl_store *store, const choice *conditions, fl_diag *diag)
{
    static const char *const claims[2] = {"/claim/condition", "claim"};
    static const char *const points[2] = {"/claim_trace/claim", "point"};
    choice claim;
    choice point = {.n = 0};
    cut_along(store, "condition", conditions);
    fl_err err = follow(store, claims, conditions, &claim, diag);
    err = err || !claim.to ? err : follow(store, points, &claim, &point, diag);
    free(claim.to);
    free(point.to);
    return err;
}

fl_err fl_figure_view_choose(fl_result_view *self, const char *const *wanted, size_t n, fl_diag *diag)
{
    choice conditions = {.n = 0};
    fl_err err = FL_OK;
    for (size_t i = 0; i < n && !err; i++) {
        err = check_one(self, wanted[i], diag);
    }
    if (err || n == 0) {
        return err;
    }
    err = choice_init(&conditions, self->conditions, diag);
    for (uint64_t c = 0; c < self->conditions && !err; c++) {
        choice_add(&conditions, c, is_chosen(self, c, wanted, n));
    }
    if (!err && conditions.kept == 0) {
        err = fl_diag_set(diag, FL_ERR_USAGE, self->path, "no condition has all that --where asks for");
    }
    if (!err) {
        bool lacks_first = self->lacks_first || conditions.to[0] == UINT64_MAX;
        fl_store store = self->store;
        const char *path = self->path;
        fl_store_init(&self->store);
        fl_figure_view_free(self);
        err = cut(&store, &conditions, diag);
        if (err) {
            fl_store_free(&store);
        } else {
            err = fl_figure_view_init(self, &store, path, diag);
        }
        self->lacks_first = lacks_first;
    }
    free(conditions.to);
    return err;
}
