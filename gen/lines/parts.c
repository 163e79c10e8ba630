/* SPDX-License-Identifier: MIT */
/* A large file of lines in parts. Its first lines are read before, so that all parts begin with the tags and
 * gates that are in them; floors of a part can then be added to those before it as they are. Where that does
 * not hold, or a line is bad, nothing is added: whoever asks reads the file once more from its beginning,
 * and the errors are those of that reading. */
#include "gen/lines/lines_private.h"

#include "gen/base/files.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { HEAD = 1 << 18, PIECE = 1 << 16 };

typedef struct part {
    fl_lines_floors floors;
    off_t from, to;
    bool is_read;
} part;

struct fl_lines_parts {
    char *name;
    struct stat about;
    part *part; /* [n + 1]: the first is the head */
    size_t n;
    uint64_t hash;
    bool has_hash;
};

/* Where the line ends that goes on at `from`, its line feed included; -1 if it is too long or cannot be read.
 */
static off_t end_of_line(int file, off_t from, off_t size)
{
    char piece[PIECE];
    for (off_t at = from; at < size && at - from <= FL_LINES_LONGEST;) {
        ssize_t got = pread(file, piece, sizeof piece, at);
        const char *feed = got > 0 ? memchr(piece, '\n', (size_t)got) : NULL;
        if (got <= 0 || feed) {
            return got > 0 ? at + (feed - piece) + 1 : -1;
        }
        at += got;
    }
    return from >= size ? size : -1;
}

/* Cuts the file behind its head into parts of whole lines. */
static bool cut(fl_lines_parts *self, int file)
{
    off_t size = self->about.st_size;
    off_t head = end_of_line(file, HEAD, size);
    self->part[0].to = head;
    for (size_t i = 1; i <= self->n && head > 0; i++) {
        off_t at = head + (size - head) / (off_t)self->n * (off_t)i;
        self->part[i].from = self->part[i - 1].to;
        at = at > self->part[i].from ? at : self->part[i].from;
        self->part[i].to = i == self->n ? size : end_of_line(file, at, size);
        if (self->part[i].to < 0) {
            return false;
        }
    }
    return head > 0;
}

/* A part of the head's fields takes where they stand from the head: it begins with these. */
static fl_err seed_fields(fl_lines_floors *to, const fl_lines_floors *head, fl_diag *diag)
{
    fl_err err = FL_OK;
    uint16_t number = 0;
    to->fields_n = head->fields_n;
    for (unsigned i = 0; i < head->fields_n; i++) {
        to->field[i] = head->field[i];
        to->field[i].value = (fl_lines_words){.n = 0};
    }
    for (unsigned i = 0; i < head->fields_n && !err; i++) {
        for (uint32_t k = 0; k < head->field[i].value.n && !err; k++) {
            err = fl_lines_words_number(&to->field[i].value, head->field[i].value.word[k], &number, diag);
        }
    }
    return err;
}

/* An error is found again by who reads the file from its beginning. */
static fl_err read_part(const fl_lines_parts *self, part *one)
{
    fl_diag problem;
    fl_text unused;
    fl_diag_init(&problem);
    fl_text_init(&unused);
    fl_lines_file source = {
        .name = self->name, .from = one->from, .to = one->to, .goes_on = one != self->part, .kept = &unused};
    fl_err err = fl_lines_read(&one->floors, &source, &problem);
    one->is_read = !err && source.is_json;
    fl_text_free(&unused);
    return err == FL_ERR_MEMORY ? err : FL_OK;
}

static fl_lines_parts *make(const fl_setting_values *values, size_t n)
{
    fl_lines_parts *self = calloc(1, sizeof *self);
    if (self) {
        self->n = n;
        self->name = strdup(fl_setting_values_text(values, FL_LINES_FILE));
        self->part = calloc(n + 1, sizeof *self->part);
    }
    fl_lines_floors *head = self && self->part ? &self->part[0].floors : NULL;
    if (head) {
        head->read_as = fl_lines_read_as(values);
    }
    if (self && (!self->name || !head || !head->read_as)) {
        fl_lines_parts_free(self);
        self = NULL;
    }
    return self;
}

/* Opens a file that is worth it; -1 if it is none. */
static int open_large(const char *name, struct stat *about)
{
    int file = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    bool is_large =
        file >= 0 && fstat(file, about) == 0 && S_ISREG(about->st_mode) && about->st_size >= FL_LINES_PARTED;
    if (file >= 0 && !is_large) {
        close(file);
    }
    return is_large ? file : -1;
}

/* All parts begin with the words of the head. */
static fl_err seed(part *to, const fl_lines_floors *head, fl_diag *diag)
{
    fl_err err = FL_OK;
    uint16_t number = 0;
    to->floors.known.gates_n = head->known.gates_n;
    memcpy(to->floors.known.gate, head->known.gate, sizeof head->known.gate);
    for (uint32_t i = 0; i < head->tags.n && !err; i++) {
        err = fl_lines_words_number(&to->floors.tags, head->tags.word[i], &number, diag);
    }
    return err ? err : seed_fields(&to->floors, head, diag);
}

fl_err fl_lines_parts_begin(fl_lines_parts **out, const fl_setting_values *values, size_t n, fl_diag *diag)
{
    struct stat about;
    bool is_json = fl_setting_values_get(values, FL_LINES_FORMAT) <= FL_LINES_JSON &&
                   fl_setting_values_text(values, FL_LINES_LEGEND)[0] == '\0';
    int file = is_json ? open_large(fl_setting_values_text(values, FL_LINES_FILE), &about) : -1;
    *out = NULL;
    if (file < 0) {
        return FL_OK;
    }
    fl_lines_parts *self = make(values, n);
    bool is_cut = false;
    fl_err err = self ? FL_OK : fl_diag_memory(diag);
    if (self) {
        const char *fields = fl_setting_values_text(values, FL_LINES_FIELDS);
        self->about = about;
        is_cut = cut(self, file) && fl_lines_fields_init(&self->part[0].floors, fields, NULL) == FL_OK;
        err = is_cut ? read_part(self, &self->part[0]) : FL_OK;
    }
    close(file);
    bool is_fit = !err && is_cut && self->part[0].is_read;
    for (size_t i = 1; i <= n && is_fit && !err; i++) {
        err = seed(&self->part[i], &self->part[0].floors, diag);
    }
    if (err || !is_fit) {
        fl_lines_parts_free(self);
        return err;
    }
    *out = self;
    return FL_OK;
}

/* Of the whole file. */
static void find_hash(fl_lines_parts *self)
{
    char piece[PIECE];
    uint64_t hash = FL_FILES_HASH_START;
    FILE *file = fopen(self->name, "rb");
    size_t got = 0;
    while (file && (got = fread(piece, 1, sizeof piece, file)) > 0) {
        hash = fl_files_hash_more(hash, piece, got);
    }
    self->has_hash = file && !ferror(file);
    self->hash = hash | 1;
    if (file) {
        fclose(file);
    }
}

fl_err fl_lines_parts_read(fl_lines_parts *self, size_t number)
{
    if (number == 0) { /* it takes longest to begin with */
        find_hash(self);
        return FL_OK;
    }
    return read_part(self, &self->part[number]);
}

/* Whether the floors of a part can stand behind those of the head. */
static bool fits(const fl_lines_floors *head, const part *one)
{
    bool is_fit = one->is_read && one->floors.tags.n == head->tags.n &&
                  one->floors.known.gates_n == head->known.gates_n;
    for (unsigned i = 0; i < head->fields_n && is_fit; i++) {
        is_fit = one->floors.field[i].value.n == head->field[i].value.n;
    }
    return is_fit;
}

static bool is_unchanged(const fl_lines_parts *self)
{
    struct stat now;
    return stat(self->name, &now) == 0 && now.st_size == self->about.st_size &&
           now.st_mtim.tv_sec == self->about.st_mtim.tv_sec &&
           now.st_mtim.tv_nsec == self->about.st_mtim.tv_nsec && now.st_ino == self->about.st_ino;
}

static void add_word(uint64_t *n, char word[FL_LINES_WORD], uint64_t more, const char *other)
{
    if (*n == 0 && more > 0) {
        memcpy(word, other, FL_LINES_WORD);
    }
    *n += more;
}

/* Adds the floors of a part, for which there is room. */
static void append(fl_lines_floors *self, const fl_lines_floors *more)
{
    memcpy(self->bytes + self->bytes_n, more->bytes, more->bytes_n);
    for (size_t i = 0; i < more->n; i++) {
        self->at[self->n + i] = self->bytes_n + more->at[i];
    }
    self->bytes_n += more->bytes_n;
    self->n += more->n;
    fl_foreign *known = &self->known;
    known->width = more->known.width > known->width ? more->known.width : known->width;
    known->height = more->known.height > known->height ? more->known.height : known->height;
    known->cells_most =
        more->known.cells_most > known->cells_most ? more->known.cells_most : known->cells_most;
    fl_lines_found *found = &self->found;
    found->floors += more->found.floors;
    found->failed += more->found.failed;
    found->seeds += more->found.seeds;
    add_word(&found->other_kinds, found->other_kind, more->found.other_kinds, more->found.other_kind);
    add_word(&found->other_keys, found->other_key, more->found.other_keys, more->found.other_key);
}

/* Puts all floors behind those of the head. */
static fl_err join(fl_lines_parts *self, fl_lines_floors *head, fl_diag *diag)
{
    size_t bytes = head->bytes_n;
    size_t n = head->n;
    for (size_t i = 1; i <= self->n; i++) {
        bytes += self->part[i].floors.bytes_n;
        n += self->part[i].floors.n;
    }
    uint8_t *grown = realloc(head->bytes, bytes);
    head->bytes = grown ? grown : head->bytes;
    size_t *at = realloc(head->at, n * sizeof *at);
    head->at = at ? at : head->at;
    if (!grown || !at) {
        return fl_diag_memory(diag);
    }
    head->bytes_size = bytes;
    head->at_size = n;
    for (size_t i = 1; i <= self->n; i++) {
        append(head, &self->part[i].floors);
        fl_lines_floors_free(&self->part[i].floors);
    }
    return FL_OK;
}

fl_err fl_lines_parts_end(fl_lines_parts *self, fl_files *files, fl_diag *diag)
{
    fl_lines_floors *head = &self->part[0].floors;
    size_t bytes = head->bytes_n;
    bool is_fit = self->has_hash && is_unchanged(self);
    for (size_t i = 1; i <= self->n; i++) {
        is_fit = is_fit && fits(head, &self->part[i]);
        bytes += self->part[i].floors.bytes_n;
    }
    if (!is_fit || bytes > FL_LINES_MOST_BYTES) {
        return FL_OK;
    }
    fl_err err = join(self, head, diag);
    err = err ? err : fl_lines_fields_end(head, diag);
    return err ? err : fl_lines_give(files, self->name, head, self->hash, diag);
}

void fl_lines_parts_free(fl_lines_parts *self)
{
    for (size_t i = 0; self && self->part && i <= self->n; i++) {
        fl_lines_floors_free(&self->part[i].floors);
    }
    if (self) {
        free(self->part);
        free(self->name);
    }
    free(self);
}
