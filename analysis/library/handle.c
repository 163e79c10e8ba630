/* SPDX-License-Identifier: MIT */
/* Opens and closes handles, and wraps every call. */
#include "analysis/library/library_private.h"

#include "gen/registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILES = 64, FILE_BYTES = 1 << 28 };

floorlab_status fl_library_status(fl_err err, const fl_diag *diag, floorlab_error *error)
{
    if (error) {
        memset(error, 0, sizeof *error);
        snprintf(error->where, sizeof error->where, "%s", diag->where);
        snprintf(error->what, sizeof error->what, "%s",
                 diag->what[0] || !err ? diag->what : fl_diag_text(err));
        snprintf(error->hint, sizeof error->hint, "%s", diag->hint);
    }
    switch (fl_diag_exit_code(err)) {
    case 0:
        return FLOORLAB_OK;
    case 2:
        return FLOORLAB_REFUSED;
    default:
        return err == FL_ERR_DEFECT ? FLOORLAB_DEFECT : FLOORLAB_TROUBLE;
    }
}

/* Does the work; a defect in it ends the call, not the process. */
static fl_err do_work(floorlab_generator *self, fl_library_work *work, const void *call, fl_diag *diag)
{
    fl_library_rescue rescue = {.diag = diag};
    fl_library_rescue *outer = fl_library_set_rescue(&rescue);
    if (setjmp(rescue.place) != 0) {
        fl_library_set_rescue(outer);
        self->is_broken = true;
        return FL_ERR_DEFECT;
    }
    fl_err err = work(self, call, diag);
    fl_library_set_rescue(outer);
    return err;
}

floorlab_status fl_library_call(floorlab_generator *self, fl_library_work *work, const void *call,
                                floorlab_error *error)
{
    fl_diag diag;
    fl_err err;
    fl_diag_init(&diag);
    if (!self) {
        err = fl_diag_set(&diag, FL_ERR_INPUT, "", "the handle is NULL");
        fl_diag_hint(&diag, "floorlab_open makes one, if it returns FLOORLAB_OK");
    } else if (atomic_exchange(&self->is_busy, true)) {
        err = fl_diag_set(&diag, FL_ERR_INPUT, "", "another thread is using this handle");
        fl_diag_hint(&diag, "each thread needs its own; floorlab_clone makes one");
    } else {
        err = self->is_broken ? fl_diag_set(&diag, FL_ERR_DEFECT, "",
                                            "this handle has reported a defect of floorlab before")
                              : do_work(self, work, call, &diag);
        atomic_store(&self->is_busy, false);
    }
    return fl_library_status(err, &diag, error);
}

fl_err fl_library_check_reserved(const uint64_t reserved[4], const char *where, fl_diag *diag)
{
    for (int i = 0; i < 4; i++) {
        if (reserved[i] != 0) {
            fl_err err = fl_diag_set(diag, FL_ERR_INPUT, where, "reserved[%d] is not zero", i);
            fl_diag_hint(diag, "set the whole structure to zero first; this library is of version %s",
                         floorlab_version());
            return err;
        }
    }
    return FL_OK;
}

/* Takes the caller's files; no others are opened. */
static fl_err take_files(fl_library_rules *self, const floorlab_options *options, fl_diag *diag)
{
    fl_err err = FL_OK;
    char where[64];
    self->files.starts_nothing = true;
    self->files.is_given = true;
    self->files.is_closed = true;
    if (options->files_n > FILES) {
        return fl_diag_set(diag, FL_ERR_INPUT, "files", "expected at most %d files, found %zu", FILES,
                           options->files_n);
    }
    if (options->files_n > 0 && !options->files) {
        return fl_diag_set(diag, FL_ERR_INPUT, "files", "it is NULL, expected %zu files", options->files_n);
    }
    for (size_t i = 0; i < options->files_n && !err; i++) {
        const floorlab_file *file = &options->files[i];
        snprintf(where, sizeof where, "files[%zu]", i);
        if (!file->name || !file->text) {
            return fl_diag_set(diag, FL_ERR_INPUT, where, "its name or its text is NULL");
        }
        size_t size = strnlen(file->text, FILE_BYTES + 1);
        err = size > FILE_BYTES
                  ? fl_diag_set(diag, FL_ERR_INPUT, where, "it has more than %d bytes", FILE_BYTES)
                  : fl_files_check_text(file->text, size, file->name, diag);
        err = err ? err : fl_files_keep(&self->files, file->name, file->text, diag);
    }
    return err;
}

static fl_err take_settings(fl_library_rules *self, const floorlab_options *options, fl_diag *diag)
{
    fl_err err = FL_OK;
    fl_setting_values_init(&self->values, self->generator->settings, self->generator->settings_n);
    self->values.files = &self->files;
    if (options->settings_n > 0 && (!options->names || !options->values)) {
        return fl_diag_set(diag, FL_ERR_INPUT, options->names ? "values" : "names",
                           "it is NULL, expected %zu texts", options->settings_n);
    }
    if (options->settings_n > FL_SETTING_VALUES_MAX) {
        return fl_diag_set(diag, FL_ERR_INPUT, "names", "expected at most %d settings, found %zu",
                           FL_SETTING_VALUES_MAX, options->settings_n);
    }
    for (size_t i = 0; i < options->settings_n && !err; i++) {
        char where[64];
        const char *name = options->names[i];
        int row = name ? fl_setting_values_find(&self->values, name) : -1;
        snprintf(where, sizeof where, "names[%zu]", i);
        if (row >= 0 && self->values.origin[row] == FL_SETTING_VALUES_GIVEN) {
            return fl_diag_set(diag, FL_ERR_INPUT, where, "the setting '%.80s' is given twice", name);
        }
        err = name && options->values[i]
                  ? fl_setting_values_set(&self->values, name, options->values[i], where, diag)
                  : fl_diag_set(diag, FL_ERR_INPUT, where, "the setting or its value is NULL");
    }
    return err;
}

static fl_err make_rules(fl_library_rules *self, fl_diag *diag)
{
    const fl_generator *generator = self->generator;
    fl_err err = generator->init(&self->values, &self->rules, diag);
    if (err) {
        self->rules = NULL;
        return err;
    }
    if (generator->floors) {
        generator->floors(self->rules, &self->first, &self->last);
    }
    if (generator->board) {
        generator->board(self->rules, &self->width, &self->height);
    }
    err = fl_sample_catalogue_init(&self->catalogue, generator, (const void *const[]){self->rules}, 1, diag);
    if (!err) {
        fl_sample_bind(&self->catalogue, self->rules, &self->binding);
    }
    return err;
}

static void free_shared(fl_library_rules *self)
{
    if (self->rules) {
        self->generator->free(self->rules);
    }
    fl_sample_catalogue_free(&self->catalogue);
    fl_files_free(&self->files);
    free(self);
}

static fl_err make_shared(floorlab_generator *self, const floorlab_options *options, fl_diag *diag)
{
    fl_library_rules *shared = calloc(1, sizeof *shared);
    self->shared = shared;
    if (!shared) {
        return fl_diag_memory(diag);
    }
    atomic_init(&shared->handles, 1);
    shared->seed = options->seed;
    shared->last = UINT64_MAX;
    fl_err err = fl_library_check_reserved(options->reserved, "options", diag);
    if (err) {
        return err;
    }
    err = fl_registry_need(options->generator ? options->generator : "", &shared->generator, diag);
    if (err) {
        fl_diag_move(diag, "generator");
        return err;
    }
    shared->width = shared->generator->width;
    shared->height = shared->generator->height;
    err = take_files(shared, options, diag);
    err = err ? err : take_settings(shared, options, diag);
    err = err ? err : make_rules(shared, diag);
    if (!err && shared->generator->open) {
        err = fl_diag_set(diag, FL_ERR_INPUT, "generator",
                          "'%s' starts programs, which the library does not do", shared->generator->name);
        fl_diag_hint(diag, "measure its floors with the generator 'lines'");
    }
    return err;
}

static fl_err make_own(floorlab_generator *self, fl_diag *diag)
{
    const fl_library_rules *shared = self->shared;
    const fl_generator *generator = shared->generator;
    bool is_journey = generator->makes == FL_SAMPLE_JOURNEY;
    fl_floor_json_read_init(&self->reader);
    self->reader.takes_any_kind = true;
    self->scratch = calloc(1, generator->scratch_size(shared->rules));
    fl_key_init(&self->key, generator->name, generator->version, shared->seed);
    self->key.settings = &shared->values;
    if (!self->scratch) {
        return fl_diag_memory(diag);
    }
    if (generator->makes == FL_SAMPLE_FLOOR) {
        uint32_t cells = generator->cells_max;
        return fl_floor_init(&self->floor, cells) || fl_metric_init(&self->metric, cells)
                   ? fl_diag_memory(diag)
                   : FL_OK;
    }
    self->sample = calloc(1, is_journey ? sizeof(fl_journey_trip) : sizeof(fl_interior));
    return !self->sample || fl_sample_work_init(&self->work, &shared->catalogue) ? fl_diag_memory(diag)
                                                                                 : FL_OK;
}

/* Input of opening a handle: options, or another handle whose rules it shares. */
typedef struct open_input {
    const floorlab_options *options;
    fl_library_rules *shared;
} open_input;

static fl_err open_handle(floorlab_generator *self, const void *call, fl_diag *diag)
{
    const open_input *given = call;
    fl_err err = FL_OK;
    if (given->shared) {
        self->shared = given->shared;
        atomic_fetch_add(&self->shared->handles, 1);
    } else {
        err = make_shared(self, given->options, diag);
    }
    return err ? err : make_own(self, diag);
}

static floorlab_status open_with(const open_input *given, floorlab_generator **out, floorlab_error *error)
{
    floorlab_generator *self = calloc(1, sizeof *self);
    if (!self) {
        fl_diag diag;
        fl_diag_init(&diag);
        fl_err err = fl_diag_memory(&diag);
        return fl_library_status(err, &diag, error);
    }
    floorlab_status status = fl_library_call(self, open_handle, given, error);
    if (status == FLOORLAB_OK) {
        *out = self;
    } else {
        floorlab_close(self);
    }
    return status;
}

static floorlab_status refuse(const char *where, floorlab_error *error)
{
    fl_diag diag;
    fl_diag_init(&diag);
    fl_err err = fl_diag_set(&diag, FL_ERR_INPUT, where, "it is NULL");
    return fl_library_status(err, &diag, error);
}

floorlab_status floorlab_open(const floorlab_options *options, floorlab_generator **out,
                              floorlab_error *error)
{
    if (!options || !out) {
        return refuse(options ? "out" : "options", error);
    }
    *out = NULL;
    return open_with(&(open_input){.options = options}, out, error);
}

floorlab_status floorlab_clone(const floorlab_generator *self, floorlab_generator **out,
                               floorlab_error *error)
{
    if (!self || !out) {
        return refuse(self ? "out" : "self", error);
    }
    *out = NULL;
    return open_with(&(open_input){.shared = self->shared}, out, error);
}

void floorlab_close(floorlab_generator *self)
{
    if (!self) {
        return;
    }
    free(self->scratch);
    free(self->sample);
    free(self->batch);
    fl_floor_json_read_free(&self->reader);
    fl_floor_free(&self->floor);
    fl_metric_free(&self->metric);
    fl_sample_work_free(&self->work);
    if (self->shared && atomic_fetch_sub(&self->shared->handles, 1) == 1) {
        free_shared(self->shared);
    }
    free(self);
}

fl_err fl_library_check_range(const floorlab_generator *self, uint64_t first, uint64_t n, fl_diag *diag)
{
    const fl_library_rules *shared = self->shared;
    if (n > 0 && (first < shared->first || first > shared->last || n - 1 > shared->last - first)) {
        return fl_diag_set(
            diag, FL_ERR_INPUT, "first", "%ss are numbered %llu to %llu, found %llu and %llu of them",
            fl_sample_name(shared->generator->makes), (unsigned long long)shared->first,
            (unsigned long long)shared->last, (unsigned long long)first, (unsigned long long)n);
    }
    return FL_OK;
}

void fl_library_make(floorlab_generator *self, uint64_t number)
{
    const fl_library_rules *shared = self->shared;
    self->key.index = number;
    shared->generator->make(shared->rules, &self->key, self->scratch,
                            self->sample ? self->sample : &self->floor);
}
