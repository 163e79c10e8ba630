/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes the datasets, each with its folders, values and notes; then their dimensions.
 *
 * The latest format of HDF5 1.10 has a checksum in all metadata, and the fletcher32 filter adds one to every
 * chunk of numbers, so that other programs notice a damaged file as well. No times are stored, so the same
 * content gives the same bytes. */
#include "analysis/store/store_private.h"

#include <errno.h>
#include <fcntl.h>
#include <hdf5_hl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SMALL = 4096, DEFLATE = 1 }; /* bytes up to which an item is not compressed; level of compression */

/* HDF5 calls a handler when an API function fails, instead of printing; the innermost entry of its stack is
 * the cause. Lack of memory has several codes or none, but sets errno. */
typedef struct hdf5_errors {
    H5E_auto2_t old; /* the handler to restore */
    void *old_data;
    bool is_short_of_memory;
    char text[200]; /* empty = no error so far */
} hdf5_errors;

typedef struct writer {
    const fl_store *store;
    hid_t file, folders, text,
        transfer;  /* the file, the properties of folders, the type of texts, how they are put */
    fl_err pulled; /* error of a pull function … */
    fl_diag *diag; /* … in words */
} writer;

/* Returns the type in the file (little-endian everywhere) or in memory; both are known only at run time. */
static hid_t type_of(fl_store_type type, bool is_filed, hid_t text)
{
    const hid_t types[FL_STORE_TEXT][2] = {
        {H5T_NATIVE_UINT8, H5T_STD_U8LE},  {H5T_NATIVE_UINT16, H5T_STD_U16LE},
        {H5T_NATIVE_INT32, H5T_STD_I32LE}, {H5T_NATIVE_UINT64, H5T_STD_U64LE},
        {H5T_NATIVE_INT64, H5T_STD_I64LE}, {H5T_NATIVE_DOUBLE, H5T_IEEE_F64LE}};
    return type == FL_STORE_TEXT ? text : types[type][is_filed];
}

/* Closes an identifier; false when it is not open or closing fails. */
static bool end(hid_t id, herr_t (*closing)(hid_t))
{
    return id >= 0 && closing(id) >= 0;
}

static bool put_attribute(hid_t object, const char *name, hid_t filed, hid_t native, const void *value)
{
    hid_t space = H5Screate(H5S_SCALAR);
    hid_t attribute = space < 0 ? -1 : H5Acreate2(object, name, filed, space, H5P_DEFAULT, H5P_DEFAULT);
    bool is_done = attribute >= 0 && H5Awrite(attribute, native, value) >= 0;
    is_done = end(attribute, H5Aclose) && is_done;
    return end(space, H5Sclose) && is_done;
}

static bool put_text(writer *w, hid_t object, const char *name, const char *text)
{
    return !text || put_attribute(object, name, w->text, w->text, &text);
}

/* Makes the missing folders of a path. */
static bool put_folders(writer *w, const char *path)
{
    char folder[FL_STORE_PATH + 1];
    for (const char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        size_t length = (size_t)(slash - path);
        memcpy(folder, path, length);
        folder[length] = '\0';
        htri_t is_there = H5Lexists(w->file, folder, H5P_DEFAULT);
        if (is_there < 0) {
            return false;
        }
        if (!is_there && !end(H5Gcreate2(w->file, folder, H5P_DEFAULT, w->folders, H5P_DEFAULT), H5Gclose)) {
            return false;
        }
    }
    return true;
}

/* Chunks of at most FL_STORE_PULL values; whole rows where they fit. */
static bool set_chunks(hid_t list, const fl_store_item *item)
{
    hsize_t chunk[FL_STORE_RANK];
    uint64_t budget = FL_STORE_PULL;
    for (unsigned i = item->rank; i-- > 0;) {
        chunk[i] = item->size[i] < budget ? item->size[i] : budget;
        budget /= chunk[i];
    }
    if (H5Pset_chunk(list, (int)item->rank, chunk) < 0) {
        return false;
    }
    if (item->type == FL_STORE_TEXT) {
        return true; /* HDF5 has no filters for these */
    }
    size_t size = fl_store_size_of(item->type);
    bool is_done = true;
    if (fl_store_count(item) * size > SMALL) {
        is_done = (size == 1 || H5Pset_shuffle(list) >= 0) && H5Pset_deflate(list, DEFLATE) >= 0;
    }
    return is_done && H5Pset_fletcher32(list) >= 0;
}

static hid_t make_list(const fl_store_item *item)
{
    hid_t list = H5Pcreate(H5P_DATASET_CREATE);
    bool is_done =
        list >= 0 && H5Pset_obj_track_times(list, 0) >= 0 && H5Pset_fill_time(list, H5D_FILL_TIME_ALLOC) >= 0;
    if (is_done) {
        is_done = item->rank == 0 ? H5Pset_layout(list, H5D_COMPACT) >= 0 : set_chunks(list, item);
    }
    if (!is_done && list >= 0) {
        H5Pclose(list);
    }
    return is_done ? list : -1;
}

static hid_t make_space(const fl_store_item *item)
{
    hsize_t size[FL_STORE_RANK + 1] = {0};
    for (unsigned i = 0; i < item->rank; i++) {
        size[i] = item->size[i];
    }
    return item->rank == 0 ? H5Screate(H5S_SCALAR) : H5Screate_simple((int)item->rank, size, NULL);
}

static hid_t make_set(writer *w, const fl_store_item *item)
{
    hid_t list = make_list(item);
    hid_t space = list < 0 ? -1 : make_space(item);
    hid_t set = space < 0 ? -1
                          : H5Dcreate2(w->file, item->path, type_of(item->type, true, w->text), space,
                                       H5P_DEFAULT, list, H5P_DEFAULT);
    bool is_closed = end(list, H5Pclose);
    is_closed = end(space, H5Sclose) && is_closed;
    if (set >= 0 && !is_closed) {
        H5Dclose(set);
        return -1;
    }
    return set;
}

/* Writes n values from position `from` on, of a dataset with one or two dimensions. */
static bool put_part(hid_t set, hid_t type, const hsize_t from[2], hsize_t n, const void *part)
{
    const hsize_t count[2] = {1, n};
    hid_t memory = H5Screate_simple(1, &n, NULL);
    hid_t space = H5Dget_space(set);
    unsigned skipped = space >= 0 && H5Sget_simple_extent_ndims(space) == 1;
    bool is_done =
        memory >= 0 && space >= 0 &&
        H5Sselect_hyperslab(space, H5S_SELECT_SET, from + skipped, NULL, count + skipped, NULL) >= 0 &&
        H5Dwrite(set, type, memory, space, H5P_DEFAULT, part) >= 0;
    is_done = end(memory, H5Sclose) && is_done;
    return end(space, H5Sclose) && is_done;
}

static bool put_parts(writer *w, const fl_store_item *item, hid_t set, void *part)
{
    hid_t type = type_of(item->type, false, w->text);
    uint64_t rows = item->rank == 1 ? 1 : item->size[0];
    uint64_t values = item->size[item->rank - 1];
    for (uint64_t row = 0; row < rows; row++) {
        for (uint64_t from = 0; from < values; from += FL_STORE_PULL) {
            uint64_t n = values - from < FL_STORE_PULL ? values - from : FL_STORE_PULL;
            const hsize_t start[2] = {row, from};
            w->pulled = item->pull(item->context, row, from, n, part);
            if (w->pulled || !put_part(set, type, start, n, part)) {
                return false;
            }
        }
    }
    return true;
}

static bool put_values(writer *w, const fl_store_item *item, hid_t set)
{
    if (item->pull) {
        void *part = malloc(FL_STORE_PULL * fl_store_size_of(item->type));
        if (!part) {
            w->pulled = FL_ERR_MEMORY;
            return false;
        }
        bool is_done = put_parts(w, item, set, part);
        free(part);
        return is_done;
    }
    if (item->type == FL_STORE_TEXT) {
        /* HDF5 does not accept NULL among texts. */
        uint64_t count = fl_store_count(item);
        const char **texts = calloc(count, sizeof *texts);
        if (!texts) {
            w->pulled = FL_ERR_MEMORY;
            return false;
        }
        for (uint64_t i = 0; i < count; i++) {
            const char *text = ((char *const *)item->data)[i];
            texts[i] = text ? text : "";
        }
        bool is_done = H5Dwrite(set, w->text, H5S_ALL, H5S_ALL, w->transfer, texts) >= 0;
        free(texts);
        return is_done;
    }
    fl_bug_assert(item->data || fl_store_count(item) == 0, "floorlab run");
    hid_t type = type_of(item->type, false, w->text);
    return H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, item->data) >= 0;
}

static bool put_item(writer *w, const fl_store_item *item)
{
    hid_t set = put_folders(w, item->path) ? make_set(w, item) : -1;
    bool is_done = set >= 0 && put_text(w, set, "description", item->description) &&
                   put_text(w, set, "unit", item->unit) &&
                   put_text(w, set, "coordinates", item->coordinates) && put_values(w, item, set);
    return end(set, H5Dclose) && is_done;
}

/* Dimensions are named by HDF5's dimension scales, which h5py, netCDF4, xarray and Julia read. */
static bool is_scale(const fl_store_item *item)
{
    return item->rank == 1 && strcmp(item->dimension[0], item->path) == 0;
}

static bool put_scales(hid_t file, const fl_store_item *item)
{
    bool is_done = true;
    hid_t set = H5Dopen2(file, item->path, H5P_DEFAULT);
    for (unsigned k = 0; k < item->rank && set >= 0 && is_done && !is_scale(item); k++) {
        hid_t scale = H5Dopen2(file, item->dimension[k], H5P_DEFAULT);
        is_done = scale >= 0 && H5DSattach_scale(set, scale, k) >= 0;
        is_done = end(scale, H5Dclose) && is_done;
    }
    if (set >= 0 && is_scale(item)) {
        is_done = H5DSset_scale(set, strrchr(item->path, '/') + 1) >= 0;
    }
    return end(set, H5Dclose) && is_done;
}

/* Folders and attributes keep the order in which they were made; nothing keeps a time. */
static bool set_folder_list(hid_t list)
{
    const unsigned order = H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED;
    return list >= 0 && H5Pset_obj_track_times(list, 0) >= 0 &&
           H5Pset_link_creation_order(list, order) >= 0 && H5Pset_attr_creation_order(list, order) >= 0;
}

static bool open_file(writer *w, fl_store_hdf5_driver *driver, uint64_t block)
{
    hid_t access = fl_store_hdf5_driver_access(driver);
    hid_t list = H5Pcreate(H5P_FILE_CREATE);
    bool is_done = access >= 0 && H5Pset_libver_bounds(access, H5F_LIBVER_V110, H5F_LIBVER_V110) >= 0 &&
                   set_folder_list(list) && H5Pset_userblock(list, block) >= 0;
    w->file = is_done ? H5Fcreate("result", H5F_ACC_TRUNC, list, access) : -1;
    is_done = end(list, H5Pclose) && w->file >= 0;
    return end(access, H5Pclose) && is_done;
}

static bool put_content(writer *w)
{
    bool is_done = true;
    for (size_t i = 0; i < w->store->attributes_n && is_done; i++) {
        const fl_store_attribute *attribute = &w->store->attributes[i];
        is_done = attribute->text ? put_text(w, w->file, attribute->name, attribute->text)
                                  : put_attribute(w->file, attribute->name, H5T_STD_U64LE, H5T_NATIVE_UINT64,
                                                  &attribute->number);
    }
    for (size_t i = 0; i < w->store->items_n && is_done; i++) {
        is_done = put_item(w, &w->store->items[i]);
    }
    for (size_t i = 0; i < 2 * w->store->items_n && is_done; i++) { /* all scales come first */
        const fl_store_item *item = &w->store->items[i % w->store->items_n];
        is_done = is_scale(item) != (i < w->store->items_n) || put_scales(w->file, item);
    }
    return is_done;
}

static bool put_file(writer *w, fl_store_hdf5_driver *driver, uint64_t block)
{
    enum { CONVERTED = 16384 }; /* bytes at a time; by default a megabyte is cleared for each dataset */
    w->text = H5Tcopy(H5T_C_S1);
    w->transfer = H5Pcreate(H5P_DATASET_XFER);
    w->folders = H5Pcreate(H5P_GROUP_CREATE);
    bool is_done = w->text >= 0 && H5Tset_size(w->text, H5T_VARIABLE) >= 0 &&
                   H5Tset_cset(w->text, H5T_CSET_UTF8) >= 0 && w->transfer >= 0 &&
                   H5Pset_buffer(w->transfer, CONVERTED, NULL, NULL) >= 0 && set_folder_list(w->folders) &&
                   open_file(w, driver, block) && put_content(w);
    is_done = end(w->file, H5Fclose) && is_done;
    is_done = end(w->folders, H5Pclose) && is_done;
    is_done = end(w->transfer, H5Pclose) && is_done;
    return end(w->text, H5Tclose) && is_done;
}

static herr_t take_entry(unsigned n, const H5E_error2_t *error, void *data)
{
    hdf5_errors *self = data;
    self->is_short_of_memory |=
        error->maj_num == H5E_RESOURCE && (error->min_num == H5E_NOSPACE || error->min_num == H5E_CANTALLOC);
    if (n == 0 && !self->text[0]) {
        snprintf(self->text, sizeof self->text, "%s, in %s",
                 error->desc && *error->desc ? error->desc : "no reason given", error->func_name);
    }
    return 0;
}

static herr_t handle(hid_t stack, void *data)
{
    hdf5_errors *self = data;
    self->is_short_of_memory |= errno == ENOMEM;
    H5Ewalk2(stack, H5E_WALK_UPWARD, take_entry, self);
    return 0;
}

/* Reports an error of the disk first: HDF5's messages after a failed write are unreliable. */
static fl_err tell(const hdf5_errors *errors, int error, fl_err pulled, const char *path, fl_diag *diag)
{
    if (error == ENOMEM || pulled == FL_ERR_MEMORY || (!error && !pulled && errors->is_short_of_memory)) {
        return fl_diag_memory(diag);
    }
    if (error) {
        fl_err err = fl_diag_set(diag, FL_ERR_IO, path, "cannot write: %s", strerror(error));
        fl_diag_hint(diag,
                     "free some space on the disk, or name a file elsewhere; an older file is unchanged");
        return err;
    }
    if (pulled) {
        return diag && diag->code == pulled
                   ? pulled
                   : fl_diag_set(diag, pulled, path, "cannot make its values: %s", fl_diag_text(pulled));
    }
    return fl_diag_set(diag, FL_ERR_IO, path, "the HDF5 library failed: %s", errors->text);
}

static _Thread_local sigjmp_buf before_hdf5;
static _Thread_local bool is_at_work;
static _Thread_local int usual_stderr = -1; /* -1: not redirected */

static void put_stderr_back(void)
{
    if (usual_stderr >= 0) {
        dup2(usual_stderr, STDERR_FILENO);
        close(usual_stderr);
        usual_stderr = -1;
    }
}

/* Starts HDF5, which prints errors of its initialization before a handler can be set (lack of memory). */
static bool begin_hdf5(void)
{
    static _Thread_local bool has_begun;
    if (has_begun) {
        return true;
    }
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    usual_stderr = nowhere >= 0 ? fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0) : -1;
    if (usual_stderr >= 0) {
        dup2(nowhere, STDERR_FILENO);
    }
    if (nowhere >= 0) {
        close(nowhere);
    }
    H5dont_atexit(); /* every file is closed by then; without memory HDF5 would loop for ever */
    has_begun = H5open() >= 0;
    put_stderr_back();
    return has_begun;
}

static fl_err put_all(writer *w, int file, uint64_t block, const char *path)
{
    hdf5_errors errors;
    fl_store_hdf5_driver driver;
    memset(&errors, 0, sizeof errors);
    if (!begin_hdf5()) {
        return fl_diag_memory(w->diag);
    }
    errno = 0;
    if (H5Eget_auto2(H5E_DEFAULT, &errors.old, &errors.old_data) >= 0) {
        H5Eset_auto2(H5E_DEFAULT, handle, &errors);
    }
    bool is_done = fl_store_hdf5_driver_init(&driver, file) && put_file(w, &driver, block);
    is_done = fl_store_hdf5_driver_free(&driver) && is_done;
    H5Eset_auto2(H5E_DEFAULT, errors.old, errors.old_data);
    return is_done && !driver.error ? FL_OK : tell(&errors, driver.error, w->pulled, path, w->diag);
}

static void leave_hdf5(int signal_number)
{
    (void)signal_number;
    siglongjmp(before_hdf5, 1);
}

static void refuse_exit(void)
{
    if (is_at_work) {
        siglongjmp(before_hdf5, 1);
    }
}

/* Writes all in a protected call. Without memory, HDF5 1.10 uses failed allocations, recurses without end, or
 * calls exit. That ends the writing, not the program; HDF5 is not called again after an error. */
fl_err fl_store_hdf5_put_all(const fl_store *self, int file, uint64_t block, const char *path, fl_diag *diag)
{
    static const int crashes[] = {SIGSEGV, SIGABRT};
    struct sigaction usual[2];
    struct sigaction action = {.sa_handler = leave_hdf5, .sa_flags = SA_ONSTACK};
    char space[1 << 16]; /* the handler's own stack, because HDF5's may be full */
    stack_t own_stack = {.ss_sp = space, .ss_size = sizeof space};
    stack_t usual_stack = {.ss_flags = SS_DISABLE};
    writer w = {.store = self, .file = -1, .folders = -1, .text = -1, .transfer = -1, .diag = diag};
    sigemptyset(&action.sa_mask);
    sigaltstack(&own_stack, &usual_stack);
    for (unsigned i = 0; i < 2; i++) {
        sigaction(crashes[i], &action, &usual[i]);
    }
    (void)atexit(refuse_exit);
    is_at_work = true;
    fl_err err = sigsetjmp(before_hdf5, 1) == 0 ? put_all(&w, file, block, path) : fl_diag_memory(diag);
    for (unsigned i = 0; i < 2; i++) {
        sigaction(crashes[i], &usual[i], NULL);
    }
    is_at_work = false;
    sigaltstack(&usual_stack, NULL);
    put_stderr_back();
    return err;
}
