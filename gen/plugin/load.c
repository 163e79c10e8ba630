/* SPDX-License-Identifier: MIT */
/* Loads a plug-in: the file is checked before any of its code runs, then its row and its settings. The list
 * of files gets the hash of the shared object, and a text with the data for reading a result without the
 * plug-in. */
#include "gen/plugin/plugin_private.h"

#include "gen/base/parse_number.h"
#include "gen/base/suggest.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NAME = FL_SETTING_VALUES_TEXT + 32, SCRATCH = 1 << 30 };

/* Data that a result stores. */

static void write_summary_name(const fl_plugin_rules *self, char out[NAME])
{
    snprintf(out, NAME, "the plug-in %s", self->name);
}

enum { VERSION, WIDTH, HEIGHT, NUMBERS };

static void write_numbers(const fl_plugin_rules *self, fl_foreign_number out[NUMBERS])
{
    out[VERSION] = (fl_foreign_number){"version", self->version, 0, UINT32_MAX};
    out[WIDTH] = (fl_foreign_number){"width", (uint64_t)self->known.width, 1, FL_FLOOR_SIDE_MAX};
    out[HEIGHT] = (fl_foreign_number){"height", (uint64_t)self->known.height, 1, FL_FLOOR_SIDE_MAX};
}

static void set_size(fl_plugin_rules *self, int width, int height)
{
    self->known.width = width;
    self->known.height = height;
    self->known.cells_most = (uint32_t)(width * height);
}

static fl_err read_summary(fl_plugin_rules *self, const fl_files *files, fl_diag *diag)
{
    char name[NAME];
    fl_foreign_number numbers[NUMBERS];
    write_summary_name(self, name);
    write_numbers(self, numbers);
    const fl_named_file *file = fl_files_find(files, name);
    if (!file || !file->data) {
        return fl_files_refuse(files, self->name, diag);
    }
    const char *rest = fl_foreign_read(&self->known, numbers, NUMBERS, file->data);
    if (!rest || *rest) {
        return fl_diag_set(diag, FL_ERR_DAMAGED, name, "this does not describe a plug-in");
    }
    self->version = (unsigned)numbers[VERSION].value;
    set_size(self, (int)numbers[WIDTH].value, (int)numbers[HEIGHT].value);
    return FL_OK;
}

/* Loading. */

/* True if a shared object has all bytes that its header declares as loaded; the loader would touch missing
 * ones. Other files are refused by the loader. */
static bool is_whole(int file, uint64_t size)
{
    ElfW(Ehdr) head;
    bool is_object = pread(file, &head, sizeof head, 0) == sizeof head &&
                     memcmp(head.e_ident, ELFMAG, SELFMAG) == 0 && head.e_phentsize == sizeof(ElfW(Phdr));
    bool is_whole = true;
    for (unsigned i = 0; is_object && i < head.e_phnum && is_whole; i++) {
        ElfW(Phdr) part;
        off_t at = (off_t)(head.e_phoff + i * sizeof part);
        is_whole = pread(file, &part, sizeof part, at) == sizeof part && part.p_filesz <= size &&
                   part.p_offset <= size - part.p_filesz;
    }
    return is_whole;
}

/* Refuses files that are unsafe for the loader, and hashes the rest. */
static fl_err look_at(const char *path, uint64_t *hash, fl_diag *diag)
{
    struct stat about;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK); /* a pipe would wait */
    if (file < 0 || fstat(file, &about) != 0) {
        fl_err err = fl_diag_of_errno(errno);
        err = fl_diag_set(diag, err, path, "it cannot be loaded: %s", strerror(errno));
        close(file);
        return err;
    }
    fl_err err = FL_OK;
    if (!S_ISREG(about.st_mode)) {
        err = fl_diag_set(diag, FL_ERR_INPUT, path, "it cannot be loaded: this is not a regular file");
    } else if (!is_whole(file, (uint64_t)about.st_size)) {
        err = fl_diag_set(diag, FL_ERR_INPUT, path, "it cannot be loaded: the file is cut off");
        fl_diag_hint(diag, "compile it again: cc -shared -fPIC mine.c -o mine.so");
    }
    err = err ? err : fl_files_hash_open(file, path, hash, diag);
    close(file);
    return err;
}

static fl_err check_row(fl_plugin_rules *self, const floorlab_plugin *row, fl_diag *diag)
{
    fl_err err = FL_OK;
    if (!row) {
        return fl_diag_set(diag, FL_ERR_VERSION, self->name, "the plug-in does not take a host of version %d",
                           FLOORLAB_PLUGIN_VERSION);
    }
    if (row->plugin_version != FLOORLAB_PLUGIN_VERSION) {
        err = fl_diag_set(diag, FL_ERR_VERSION, self->name, "it is a plug-in of version %u, expected %d",
                          (unsigned)row->plugin_version, FLOORLAB_PLUGIN_VERSION);
        fl_diag_hint(diag, "compile it again with this version's floorlab.h");
        return err;
    }
    if (row->width < 1 || row->height < 1 || row->width > FL_FLOOR_SIDE_MAX ||
        row->height > FL_FLOOR_SIDE_MAX) {
        return fl_diag_set(diag, FL_ERR_INPUT, self->name, "its board is %d x %d, expected 1 to %d each",
                           row->width, row->height, FL_FLOOR_SIDE_MAX);
    }
    if (!row->make || row->settings_n > FL_PLUGIN_OWN || (row->settings_n > 0 && !row->settings) ||
        (row->rolls_n > 0 && !row->rolls)) {
        return fl_diag_set(diag, FL_ERR_INPUT, self->name,
                           "its table lacks a function or a list, or has more than %d settings",
                           FL_PLUGIN_OWN);
    }
    if (row->scratch_size > SCRATCH) {
        return fl_diag_set(diag, FL_ERR_INPUT, self->name, "scratch_size is %zu bytes, expected at most 2^30",
                           row->scratch_size);
    }
    self->row = row;
    self->version = row->version;
    set_size(self, row->width, row->height);
    for (unsigned i = 0; i < row->rolls_n && !err; i++) {
        unsigned number = 0;
        err = row->rolls[i] ? fl_foreign_roll(&self->known, row->rolls[i], &number, diag)
                            : fl_diag_set(diag, FL_ERR_INPUT, "", "roll %u has no name", i);
        if (!err && number != i) {
            err = fl_diag_set(diag, FL_ERR_INPUT, "", "it has two rolls '%s'", row->rolls[i]);
        }
    }
    if (err && diag) {
        snprintf(diag->where, sizeof diag->where, "%s", self->name);
    }
    return err;
}

static fl_err load_object(fl_plugin_rules *self, const char *path, fl_diag *diag)
{
    const floorlab_plugin *(*open_row)(const floorlab_host *) = NULL;
    self->object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!self->object) {
        const char *why = dlerror();
        fl_err err =
            fl_diag_set(diag, FL_ERR_INPUT, self->name, "it cannot be loaded: %.400s", why ? why : "");
        fl_diag_hint(diag, "a plug-in is a shared object: cc -shared -fPIC mine.c -o mine.so");
        return err;
    }
    *(void **)&open_row = dlsym(self->object, "floorlab_plugin_open");
    if (!open_row) {
        return fl_diag_set(diag, FL_ERR_INPUT, self->name, "it has no function floorlab_plugin_open");
    }
    return check_row(self, open_row(&fl_plugin_host), diag);
}

/* The plug-in's settings. */

/* Reads a whole number, true, false, or one of these as a text, as --set has them. */
static bool read_number(const json_t *value, int64_t *out)
{
    const char *text = json_string_value(value);
    bool is_negative = text && text[0] == '-';
    uint64_t number = 0;
    if (json_is_integer(value)) {
        *out = json_integer_value(value);
        return true;
    }
    if (json_is_boolean(value) || (text && (strcmp(text, "on") == 0 || strcmp(text, "off") == 0))) {
        *out = text ? text[1] == 'n' : json_is_true(value);
        return true;
    }
    if (!text || fl_parse_number_unsigned(text + is_negative, &number) || number > INT64_MAX) {
        return false;
    }
    *out = is_negative ? -(int64_t)number : (int64_t)number;
    return true;
}

static fl_err read_setting(fl_plugin_rules *self, const char *name, const json_t *value, fl_diag *diag)
{
    const floorlab_setting *settings = self->row->settings;
    const char *names[FL_PLUGIN_OWN];
    int64_t number = 0;
    size_t n = 0;
    size_t at = self->row->settings_n;
    for (size_t i = 0; i < self->row->settings_n; i++) {
        if (settings[i].name) {
            names[n++] = settings[i].name;
            at = at == self->row->settings_n && strcmp(settings[i].name, name) == 0 ? i : at;
        }
    }
    if (at == self->row->settings_n) {
        const char *near = fl_suggest_name(name, names, n, sizeof names[0]);
        fl_err err = fl_diag_set(diag, FL_ERR_INPUT, "settings", "the plug-in has no setting '%.80s'", name);
        if (near || n > 0) {
            fl_diag_hint(diag, near ? "did you mean '%s'?" : "one is '%s'", near ? near : names[0]);
        }
        return err;
    }
    if (!read_number(value, &number) || number < settings[at].least || number > settings[at].most) {
        return fl_diag_set(diag, FL_ERR_INPUT, name, "expected a whole number from %lld to %lld",
                           (long long)settings[at].least, (long long)settings[at].most);
    }
    self->settings[at] = number;
    return FL_OK;
}

static fl_err read_settings(fl_plugin_rules *self, const char *text, fl_diag *diag)
{
    json_error_t where;
    const char *name;
    json_t *value;
    fl_err err = FL_OK;
    for (size_t i = 0; i < self->row->settings_n; i++) {
        self->settings[i] = self->row->settings[i].initial;
    }
    if (text[0] == '\0') {
        return FL_OK;
    }
    json_t *with = json_loads(text, 0, &where);
    if (!json_is_object(with)) {
        json_decref(with);
        return fl_diag_set(diag, FL_ERR_INPUT, "with", "expected a JSON object such as {\"rooms\":12}");
    }
    json_object_foreach(with, name, value)
    {
        err = err ? err : read_setting(self, name, value, diag);
    }
    json_decref(with);
    return err;
}

fl_err fl_plugin_load(fl_plugin_rules *self, const fl_setting_values *values, fl_diag *diag)
{
    char path[FL_SETTING_VALUES_TEXT + 2];
    char name[NAME];
    fl_files *files = values->files;
    snprintf(self->name, sizeof self->name, "%s", fl_setting_values_text(values, FL_PLUGIN_FILE));
    set_size(self, 1, 1);
    self->version = FL_PLUGIN_ROW_VERSION;
    if (self->name[0] == '\0') { /* without a file only the row can be described */
        return FL_OK;
    }
    if (files && files->is_closed) {
        return read_summary(self, files, diag);
    }
    if (files && files->starts_nothing) {
        set_size(self, FL_FLOOR_SIDE_MAX, FL_FLOOR_SIDE_MAX);
        return FL_OK;
    }
    /* the loader would search a name without a slash in the system's libraries */
    snprintf(path, sizeof path, "%s%s", strchr(self->name, '/') ? "" : "./", self->name);
    uint64_t hash = 0;
    fl_err err = look_at(path, &hash, diag);
    err = err ? err : load_object(self, path, diag);
    err = err ? err : read_settings(self, fl_setting_values_text(values, FL_PLUGIN_WITH), diag);
    if (err) {
        return err;
    }
    fl_text summary;
    fl_foreign_number numbers[NUMBERS];
    fl_text_init(&summary);
    write_numbers(self, numbers);
    fl_foreign_write(&self->known, numbers, NUMBERS, &summary);
    write_summary_name(self, name);
    return fl_foreign_note(files, (const char *const[2]){self->name, name}, hash, &summary, diag);
}

void fl_plugin_unload(fl_plugin_rules *self)
{
    if (self->object) {
        dlclose(self->object);
    }
}
