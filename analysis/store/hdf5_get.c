/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lists all datasets, then sends each with its dimensions and values.
 *
 * A file that gets here has the right checksum, but a file made to harm can have that, too. */
#include "analysis/store/store_private.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK_MAX = 1 << 20, FOLDERS_MAX = FL_STORE_ITEMS };

/* A dataset, and the reference by which dimensions point to it. */
typedef struct located_set {
    char *path;
    hobj_ref_t at;
} located_set;

typedef struct reader {
    hid_t file, text, transfer; /* the file, the type of texts, how they are got */
    fl_store_pipe *out;
    located_set *sets;
    size_t sets_n;
    unsigned folders_n;
    char path[FL_STORE_PATH + 1]; /* of the folder being listed; "" = the root */
    unsigned depth;
    fl_diag diag;
    uint64_t budget; /* bytes of values that may still be sent */
} reader;

static bool end(hid_t id, herr_t (*closing)(hid_t))
{
    return id >= 0 && closing(id) >= 0;
}

/* Records the first thing that is wrong; always false. */
static bool refuse(reader *r, const char *path, const char *what)
{
    if (!r->diag.code) {
        fl_err err = fl_diag_set(&r->diag, FL_ERR_DAMAGED, "", "the file is damaged: %s: %s", path, what);
        (void)err;
    }
    return false;
}

static bool lacks_memory(reader *r)
{
    fl_err err = fl_diag_memory(&r->diag);
    return err == FL_OK;
}

/* A copy of a text of the file; NULL becomes "". */
static char *copied(const char *text)
{
    size_t length = text ? strlen(text) : 0;
    char *out = malloc(length + 1);
    if (out) {
        memcpy(out, text ? text : "", length);
        out[length] = '\0';
    }
    return out;
}

static bool list_folder(reader *r, hid_t folder);

static bool list_set(reader *r)
{
    located_set *at = &r->sets[r->sets_n];
    if (r->sets_n == FL_STORE_ITEMS) {
        return refuse(r, r->path, "there are too many datasets");
    }
    at->path = copied(r->path);
    if (!at->path) {
        return lacks_memory(r);
    }
    r->sets_n++;
    return fl_store_dimension_locate(r->file, at->path, &at->at) ||
           refuse(r, at->path, "it cannot be referred to");
}

/* Lists the object at r->path, and what is in it. */
static bool list_object(reader *r)
{
    hid_t object = H5Oopen(r->file, r->path, H5P_DEFAULT);
    if (object < 0) {
        return refuse(r, r->path, "it cannot be opened");
    }
    H5I_type_t type = H5Iget_type(object);
    bool is_done = false;
    if (type == H5I_GROUP) {
        is_done = list_folder(r, object);
    } else if (type == H5I_DATASET) {
        is_done = list_set(r);
    } else {
        refuse(r, r->path, "it is neither a dataset nor a folder");
    }
    return end(object, H5Oclose) && is_done;
}

static herr_t visit(hid_t folder, const char *name, const H5L_info_t *link, void *data)
{
    reader *r = data;
    size_t length = strlen(r->path);
    (void)folder;
    if (link->type != H5L_TYPE_HARD) {
        refuse(r, r->path, "it has a link to elsewhere");
        return -1;
    }
    int n = snprintf(r->path + length, sizeof r->path - length, "/%s", name);
    if (n < 0 || (size_t)n >= sizeof r->path - length || ++r->depth > FL_STORE_DEPTH || strchr(name, '/')) {
        refuse(r, r->path, "the name is too long or too deep");
        return -1;
    }
    bool is_done = list_object(r);
    r->path[length] = '\0';
    r->depth--;
    return is_done ? 0 : -1;
}

static bool list_folder(reader *r, hid_t folder)
{
    if (++r->folders_n > FOLDERS_MAX) {
        return refuse(r, r->path, "there are too many folders");
    }
    return H5Literate(folder, H5_INDEX_CRT_ORDER, H5_ITER_INC, NULL, visit, r) >= 0 ||
           refuse(r, *r->path ? r->path : "/", "its entries cannot be listed");
}

/* The only value of a text attribute; NULL after an error. */
static char *get_text(reader *r, hid_t attribute)
{
    char *text = NULL;
    hid_t type = H5Aget_type(attribute);
    hid_t space = H5Aget_space(attribute);
    bool is_done = type >= 0 && space >= 0 && fl_store_type_is_text(type) &&
                   H5Sget_simple_extent_npoints(space) == 1 && H5Aread(attribute, r->text, &text) >= 0;
    char *out = is_done ? copied(text) : NULL;
    if (is_done) {
        H5Dvlen_reclaim(r->text, space, H5P_DEFAULT, &text);
    }
    is_done = end(type, H5Tclose) && is_done;
    if (!(end(space, H5Sclose) && is_done)) {
        free(out);
        return NULL;
    }
    return out;
}

static bool get_number(hid_t attribute, uint64_t *out)
{
    hid_t type = H5Aget_type(attribute);
    hid_t space = H5Aget_space(attribute);
    bool is_done = type >= 0 && space >= 0 && H5Tequal(type, H5T_STD_U64LE) > 0 &&
                   H5Sget_simple_extent_npoints(space) == 1 &&
                   H5Aread(attribute, H5T_NATIVE_UINT64, out) >= 0;
    is_done = end(type, H5Tclose) && is_done;
    return end(space, H5Sclose) && is_done;
}

static herr_t send_attribute(hid_t object, const char *name, const H5A_info_t *info, void *data)
{
    reader *r = data;
    uint64_t number = 0;
    (void)info;
    hid_t attribute = H5Aopen(object, name, H5P_DEFAULT);
    bool is_number = attribute >= 0 && get_number(attribute, &number);
    char *text = attribute < 0 || is_number ? NULL : get_text(r, attribute);
    if (is_number) {
        fl_store_pipe_put_number(r->out, name, number);
    } else if (text) {
        fl_store_pipe_put_text(r->out, name, text);
    } else {
        refuse(r, name, "this attribute is neither a text nor a number");
    }
    free(text);
    return end(attribute, H5Aclose) && (is_number || text) ? 0 : -1;
}

/* description, unit or coordinates of a dataset; *out NULL when it has none. */
static bool get_note(reader *r, hid_t set, const char *name, char **out)
{
    htri_t is_there = H5Aexists(set, name);
    if (is_there <= 0) {
        return is_there == 0;
    }
    hid_t attribute = H5Aopen(set, name, H5P_DEFAULT);
    *out = attribute < 0 ? NULL : get_text(r, attribute);
    return end(attribute, H5Aclose) && *out;
}

static bool get_type(hid_t set, fl_store_item *item)
{
    hid_t type = H5Dget_type(set);
    bool is_good = type >= 0 && fl_store_type_find(type, &item->type);
    return end(type, H5Tclose) && is_good;
}

static bool get_size(hid_t set, fl_store_item *item)
{
    hsize_t size[FL_STORE_RANK] = {0};
    hid_t space = H5Dget_space(set);
    H5S_class_t kind = space < 0 ? H5S_NO_CLASS : H5Sget_simple_extent_type(space);
    int rank = space < 0 ? -1 : H5Sget_simple_extent_ndims(space);
    bool is_good = (kind == H5S_SCALAR || kind == H5S_SIMPLE) && rank >= 0 && rank <= FL_STORE_RANK &&
                   H5Sget_simple_extent_dims(space, size, NULL) == rank;
    item->rank = is_good ? (unsigned)rank : 0;
    for (unsigned i = 0; i < item->rank; i++) {
        item->size[i] = size[i];
        is_good = is_good && size[i] > 0;
    }
    return end(space, H5Sclose) && is_good;
}

static bool is_known_filter(H5Z_filter_t filter)
{
    return filter == H5Z_FILTER_DEFLATE || filter == H5Z_FILTER_SHUFFLE || filter == H5Z_FILTER_FLETCHER32;
}

/* Values must be in the file itself, in chunks of reasonable size, with no filters but those that floorlab
 * uses. */
static bool has_known_layout(hid_t list, const fl_store_item *item)
{
    if (item->rank == 0) {
        return H5Pget_layout(list) == H5D_COMPACT;
    }
    hsize_t chunk[FL_STORE_RANK];
    uint64_t values = 1;
    if (H5Pget_layout(list) != H5D_CHUNKED || H5Pget_chunk(list, FL_STORE_RANK, chunk) != (int)item->rank) {
        return false;
    }
    for (unsigned i = 0; i < item->rank; i++) {
        values = chunk[i] > CHUNK_MAX ? CHUNK_MAX + 1 : values * chunk[i];
        if (values > CHUNK_MAX) {
            return false;
        }
    }
    int filters_n = H5Pget_nfilters(list);
    for (int i = 0; i < filters_n; i++) {
        unsigned flags = 0;
        size_t n = 0;
        if (!is_known_filter(H5Pget_filter2(list, (unsigned)i, &flags, &n, NULL, 0, NULL, NULL))) {
            return false;
        }
    }
    return item->type == FL_STORE_TEXT ? filters_n == 0 : filters_n > 0 && filters_n <= 3;
}

static bool check_layout(hid_t set, const fl_store_item *item)
{
    hid_t list = H5Dget_create_plist(set);
    bool is_good = list >= 0 && H5Pget_external_count(list) == 0 && has_known_layout(list, item);
    return end(list, H5Pclose) && is_good;
}

static bool get_dimensions(reader *r, hid_t set, fl_store_item *item)
{
    hobj_ref_t scales[FL_STORE_RANK];
    bool is_scale = false;
    if (!fl_store_dimension_get(set, item->rank, scales, &is_scale)) {
        return false;
    }
    for (unsigned k = 0; k < item->rank; k++) {
        item->dimension[k] = is_scale ? item->path : NULL;
        for (size_t i = 0; i < r->sets_n && scales[k] && !item->dimension[k]; i++) {
            item->dimension[k] = r->sets[i].at == scales[k] ? r->sets[i].path : NULL;
        }
        if (scales[k] && !item->dimension[k]) {
            return false;
        }
    }
    return true;
}

static bool fits(reader *r, const fl_store_item *item)
{
    uint64_t budget = r->budget / fl_store_size_of(item->type);
    for (unsigned i = 0; i < item->rank; i++) {
        if (item->size[i] > budget) {
            return refuse(r, item->path, "it is larger than floorlab writes");
        }
        budget /= item->size[i];
    }
    r->budget -= fl_store_count(item) * fl_store_size_of(item->type);
    return true;
}

static bool read_and_send(reader *r, hid_t set, fl_store_item *item)
{
    hid_t type = fl_store_type_native(item->type, r->text);
    if (fl_store_is_streamed(item)) {
        fl_store_pipe_put_item(r->out, item);
        return true;
    }
    if (!fits(r, item)) {
        return false;
    }
    item->data = calloc(fl_store_count(item), fl_store_size_of(item->type));
    if (!item->data) {
        return lacks_memory(r);
    }
    hid_t transfer = item->type == FL_STORE_TEXT ? r->transfer : H5P_DEFAULT;
    bool is_done = H5Dread(set, type, H5S_ALL, H5S_ALL, transfer, item->data) >= 0;
    hid_t space = H5Dget_space(set);
    if (is_done) {
        fl_store_pipe_put_item(r->out, item);
    }
    if (is_done && item->type == FL_STORE_TEXT && space >= 0) {
        is_done = H5Dvlen_reclaim(r->text, space, H5P_DEFAULT, item->data) >= 0;
    }
    free(item->data);
    return (end(space, H5Sclose) && is_done) || refuse(r, item->path, "its values cannot be read");
}

static bool send_set(reader *r, hid_t set, fl_store_item *item)
{
    bool is_known = get_type(set, item) && get_size(set, item);
    if (is_known && !get_dimensions(r, set, item)) {
        return refuse(r, item->path, "its dimensions cannot be read");
    }
    if (!is_known || !check_layout(set, item)) {
        return refuse(r, item->path, "it is stored in a way that floorlab never uses");
    }
    if (!get_note(r, set, "description", &item->description) || !get_note(r, set, "unit", &item->unit) ||
        !get_note(r, set, "coordinates", &item->coordinates)) {
        return refuse(r, item->path, "its description cannot be read");
    }
    return read_and_send(r, set, item);
}

static bool send_item(reader *r, const located_set *at)
{
    fl_store_item item = {.path = at->path};
    hid_t set = H5Dopen2(r->file, at->path, H5P_DEFAULT);
    bool is_done = set >= 0 ? send_set(r, set, &item) : refuse(r, at->path, "it cannot be opened");
    free(item.description);
    free(item.unit);
    free(item.coordinates);
    return end(set, H5Dclose) && is_done && !r->out->is_broken;
}

static bool send_content(reader *r)
{
    hid_t root = H5Gopen2(r->file, "/", H5P_DEFAULT);
    bool is_done = root >= 0 && list_folder(r, root) &&
                   H5Aiterate2(root, H5_INDEX_CRT_ORDER, H5_ITER_INC, NULL, send_attribute, r) >= 0;
    is_done = end(root, H5Gclose) && is_done;
    for (size_t i = 0; i < r->sets_n && is_done; i++) {
        is_done = send_item(r, &r->sets[i]);
    }
    return is_done;
}

static bool open_and_send(reader *r, fl_store_hdf5_driver *driver)
{
    hid_t access = fl_store_hdf5_driver_access(driver);
    r->text = fl_store_type_text();
    r->transfer = fl_store_type_transfer();
    r->sets = calloc(FL_STORE_ITEMS, sizeof *r->sets);
    r->file = access < 0 ? -1 : H5Fopen("result", H5F_ACC_RDONLY, access);
    bool is_done = r->sets && r->text >= 0 && r->transfer >= 0 && r->file >= 0 && send_content(r);
    for (size_t i = 0; i < r->sets_n; i++) {
        free(r->sets[i].path);
    }
    free(r->sets);
    is_done = end(r->file, H5Fclose) && is_done;
    is_done = end(r->transfer, H5Pclose) && is_done;
    is_done = end(r->text, H5Tclose) && is_done;
    return end(access, H5Pclose) && is_done;
}

bool fl_store_hdf5_get_all(int file, fl_store_pipe *out)
{
    fl_store_hdf5_errors errors;
    fl_store_hdf5_driver driver;
    reader r = {.file = -1, .text = -1, .transfer = -1, .out = out, .budget = FL_STORE_BYTES};
    H5PLset_loading_state(0);
    fl_store_hdf5_errors_set(&errors);
    bool is_done = fl_store_hdf5_driver_init(&driver, file) && open_and_send(&r, &driver);
    is_done = fl_store_hdf5_driver_free(&driver) && is_done;
    fl_store_hdf5_errors_clear(&errors);
    fl_err err = FL_OK;
    if (driver.error == ENOMEM || errors.is_short_of_memory) {
        err = fl_diag_memory(&r.diag);
    } else if (driver.error) {
        err = fl_diag_set(&r.diag, FL_ERR_IO, "", "cannot read: %s", strerror(driver.error));
    } else if (!is_done && !r.diag.code) {
        err = fl_diag_set(&r.diag, FL_ERR_DAMAGED, "", "the file is damaged: %s", errors.text);
    }
    fl_store_pipe_put_end(out, err || !is_done ? &r.diag : NULL);
    return !err && is_done;
}
