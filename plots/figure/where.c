/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Selects configurations by the values of the settings that vary. The arrays of the file are cut down before
 * a view is made again, so that no figure can use other configurations. Claims about others are removed. */
#include "gen/base/suggest.h"
#include "plots/figure/figure_private.h"

#include <stdlib.h>
#include <string.h>

enum { SHOWN = 12 /* limit of values in a hint */ };

static const fl_result_view_axis *find_axis(const fl_result_view *self, const char *name, size_t n)
{
    for (unsigned i = 0; i < self->axes_n; i++) {
        if (strlen(self->axes[i].name) == n && strncmp(self->axes[i].name, name, n) == 0) {
            return &self->axes[i];
        }
    }
    return NULL;
}

/* Checks that "level=3" names a setting and a value of the run; otherwise the hint lists the names. */
static fl_err check_one(const fl_result_view *self, const char *wanted, fl_diag *diag)
{
    size_t n = strcspn(wanted, "=");
    char name[80];
    const char *value = wanted + n + 1;
    if (n == 0 || wanted[n] == '\0' || n >= sizeof name) {
        return fl_diag_set(diag, FL_ERR_USAGE, "", "--where needs SETTING=VALUE, not '%.80s'", wanted);
    }
    memcpy(name, wanted, n);
    name[n] = '\0';
    const fl_result_view_axis *axis = find_axis(self, name, n);
    if (axis &&
        fl_suggest_find(value, axis->value, self->conditions, sizeof *axis->value) < self->conditions) {
        return FL_OK;
    }
    fl_text list;
    unsigned listed = 0;
    fl_text_init(&list);
    for (uint64_t c = 0; axis && c < self->conditions && listed <= SHOWN; c++) {
        if (fl_suggest_find(axis->value[c], axis->value, c, sizeof *axis->value) == c) { /* it is new */
            fl_text_add_format(&list, "%s%s", listed > 0 ? ", " : "", listed < SHOWN ? axis->value[c] : "…");
            listed++;
        }
    }
    for (unsigned i = 0; !axis && i < self->axes_n; i++) {
        fl_text_add_format(&list, "%s%s", i > 0 ? ", " : "", self->axes[i].name);
    }
    fl_err err =
        axis ? fl_diag_set(diag, FL_ERR_USAGE, self->path, "no configuration has %s=%.80s", name, value)
             : fl_diag_set(diag, FL_ERR_USAGE, self->path, "no setting '%.80s' varies in this run", name);
    const char *near = axis ? fl_suggest_name(value, axis->value, self->conditions, sizeof axis->value[0])
                            : fl_suggest_name(name, self->axes, self->axes_n, sizeof self->axes[0]);
    if (near && !axis) {
        fl_diag_hint(diag, "did you mean '%s'?", near);
    } else if (near && listed > SHOWN) {
        fl_diag_hint(diag, "did you mean '%s=%s'?", name, near);
    } else if (axis) {
        fl_diag_hint(diag, "values of %s: %s", name, fl_text_get(&list));
    } else {
        fl_diag_hint(diag, self->axes_n > 0 ? "what varies: %s" : "it has one configuration%s",
                     fl_text_get(&list));
    }
    fl_text_free(&list);
    return err;
}

/* True if a configuration has one of the wanted values of every setting named. */
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

/* The new index of each row; UINT64_MAX = it is left out. */
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

/* Cuts all items along the scales of a name, such as /map/configuration and /event/configuration: the rows
 * kept move to the front. */
static void cut_along(fl_store *store, const char *name, const choice *rows)
{
    for (size_t k = 0; k < store->items_n; k++) {
        fl_store_item *item = &store->items[k];
        const char *scale = item->rank > 0 && item->dimension[0] ? strrchr(item->dimension[0], '/') : NULL;
        if (!scale || !item->data || strcmp(scale + 1, name) != 0 || item->size[0] != rows->n) {
            continue;
        }
        uint64_t each = fl_store_count(item) / item->size[0];
        size_t bytes = each * fl_store_size_of(item->type);
        for (uint64_t row = 0; row < rows->n; row++) {
            char *from = (char *)item->data + row * bytes;
            bool is_kept = rows->to[row] != UINT64_MAX;
            for (uint64_t i = 0; i < each && !is_kept && item->type == FL_STORE_TEXT; i++) {
                free(((char **)(void *)from)[i]);
            }
            if (is_kept) {
                memmove((char *)item->data + rows->to[row] * bytes, from, bytes);
            }
        }
        item->size[0] = rows->kept;
    }
}

/* Leaves out the rows of a table whose column `path` names a row that was left out, and renumbers the others;
 * *out has the new indices. Numbers that name no row stay. */
static fl_err follow(fl_store *store, const char *const path[2], const choice *rows, choice *out,
                     fl_diag *diag)
{
    fl_store_item *item = (fl_store_item *)fl_store_find(store, path[0]);
    *out = (choice){.n = 0};
    if (!item || !item->data || item->rank != 1 || item->type != FL_STORE_U64 || !item->dimension[0]) {
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
    static const char *const claims[2] = {"/claim/configuration", "claim"};
    static const char *const points[2] = {"/claim_trace/claim", "point"};
    choice claim;
    choice point = {.n = 0};
    cut_along(store, "configuration", conditions);
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
        err = fl_diag_set(diag, FL_ERR_USAGE, self->path, "no configuration has all that --where asks for");
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
