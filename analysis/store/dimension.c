/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The layout of the four attributes follows the "HDF5 Dimension Scale Specification". */
#include "analysis/store/store_private.h"

#include <stdlib.h>
#include <string.h>

static const char class_name[] = "DIMENSION_SCALE";

/* An entry of REFERENCE_LIST: dimension `dimension` of `set` uses the scale. */
typedef struct user {
    hobj_ref_t set;
    int dimension;
} user;

/* The dimensions that are being written. */
typedef struct linking {
    const fl_store *store;
    hid_t file;
    hobj_ref_t *references; /* [items] */
    user *users;            /* scratch for the users of a scale: all dimensions of all items fit */
} linking;

static bool end(hid_t id, herr_t (*closing)(hid_t))
{
    return id >= 0 && closing(id) >= 0;
}

/* Writes an attribute of n values (0 = one, without a dimension). */
static bool put(hid_t set, const char *name, hid_t type, hsize_t n, const void *values)
{
    hid_t space = n ? H5Screate_simple(1, &n, NULL) : H5Screate(H5S_SCALAR);
    hid_t attribute = space < 0 ? -1 : H5Acreate2(set, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    bool is_done = attribute >= 0 && H5Awrite(attribute, type, values) >= 0;
    is_done = end(attribute, H5Aclose) && is_done;
    return end(space, H5Sclose) && is_done;
}

static bool put_word(hid_t set, const char *name, const char *word)
{
    hid_t type = H5Tcopy(H5T_C_S1);
    bool is_done = type >= 0 && H5Tset_size(type, strlen(word) + 1) >= 0 && put(set, name, type, 0, word);
    return end(type, H5Tclose) && is_done;
}

static bool put_users(linking *self, hid_t set, const char *path)
{
    hsize_t n = 0;
    for (size_t i = 0; i < self->store->items_n; i++) {
        const fl_store_item *item = &self->store->items[i];
        for (unsigned k = 0; k < item->rank && item->path != path; k++) {
            if (item->dimension[k] && strcmp(item->dimension[k], path) == 0) {
                self->users[n].set = self->references[i];
                self->users[n++].dimension = (int)k;
            }
        }
    }
    if (n == 0) {
        return true;
    }
    hid_t type = H5Tcreate(H5T_COMPOUND, sizeof(user));
    bool is_done = type >= 0 && H5Tinsert(type, "dataset", HOFFSET(user, set), H5T_STD_REF_OBJ) >= 0 &&
                   H5Tinsert(type, "dimension", HOFFSET(user, dimension), H5T_NATIVE_INT) >= 0 &&
                   put(set, "REFERENCE_LIST", type, n, self->users);
    return end(type, H5Tclose) && is_done;
}

static bool put_scale(linking *self, hid_t set, const char *path)
{
    return put_word(set, "CLASS", class_name) && put_word(set, "NAME", strrchr(path, '/') + 1) &&
           put_users(self, set, path);
}

static bool put_scales_of(linking *self, hid_t set, const fl_store_item *item)
{
    hvl_t list[FL_STORE_RANK];
    for (unsigned k = 0; k < item->rank; k++) {
        const fl_store_item *scale = fl_store_find(self->store, item->dimension[k]);
        list[k] = (hvl_t){.len = 1, .p = &self->references[scale - self->store->items]};
    }
    hid_t type = H5Tvlen_create(H5T_STD_REF_OBJ);
    bool is_done = type >= 0 && put(set, "DIMENSION_LIST", type, item->rank, list);
    return end(type, H5Tclose) && is_done;
}

static bool put_item(linking *self, const fl_store_item *item)
{
    if (item->rank == 0) {
        return true;
    }
    hid_t set = H5Dopen2(self->file, item->path, H5P_DEFAULT);
    bool is_scale = strcmp(item->dimension[0], item->path) == 0;
    bool is_done = set >= 0 && (is_scale ? put_scale(self, set, item->path) : put_scales_of(self, set, item));
    return end(set, H5Dclose) && is_done;
}

static bool put_all(linking *self)
{
    const fl_store *store = self->store;
    bool is_done = true;
    for (size_t i = 0; i < store->items_n && is_done; i++) {
        is_done = H5Rcreate(&self->references[i], self->file, store->items[i].path, H5R_OBJECT, -1) >= 0;
    }
    for (size_t i = 0; i < store->items_n && is_done; i++) {
        is_done = put_item(self, &store->items[i]);
    }
    return is_done;
}

bool fl_store_dimension_put(const fl_store *self, hid_t file, fl_err *err)
{
    linking all = {.store = self, .file = file};
    all.references = calloc(self->items_n + 1, sizeof *all.references);
    all.users = calloc(self->items_n * FL_STORE_RANK + 1, sizeof *all.users);
    bool is_done = all.references && all.users;
    *err = is_done ? FL_OK : FL_ERR_MEMORY;
    is_done = is_done && put_all(&all);
    free(all.references);
    free(all.users);
    return is_done;
}
