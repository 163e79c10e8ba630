/* SPDX-License-Identifier: MIT */
/* A large file of lines in parts. Its first lines are read before, so that all parts begin with their tags
 * and rolls; floors of a part can then be appended unchanged. If a part has others, or a line is bad, nothing
 * is added: the caller reads the file again from its beginning, which also gives the errors. */
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
    char name[FL_SETTING_VALUES_TEXT];
    struct stat about;
    uint64_t hash;
    bool has_hash;
    size_t n;
    part part[]; /* [n + 1]: the first is the head */
};

/* Returns the end of the line that continues at `from`, its line feed included; -1 if it is too long or
 * unreadable. */
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

static fl_err copy_words(fl_lines_words *to, const fl_lines_words *from, fl_diag *diag)
{
    fl_err err = FL_OK;
    uint16_t number = 0;
    for (uint32_t i = 0; i < from->n && !err; i++) {
        err = fl_lines_words_number(to, from->word[i], &number, diag);
    }
    return err;
}

/* Gives a part the words of the head and the places of its fields. */
static fl_err seed(fl_lines_floors *self, const fl_lines_floors *head, fl_diag *diag)
{
    fl_err err = copy_words(&self->tags, &head->tags, diag);
    self->known = head->known;
    for (; self->fields_n < head->fields_n && !err; self->fields_n++) {
        fl_lines_field *field = &self->field[self->fields_n];
        *field = head->field[self->fields_n];
        field->value = (fl_lines_words){.n = 0};
        err = copy_words(&field->value, &head->field[self->fields_n].value, diag);
    }
    return err;
}

/* Reads a part. Errors are found again by a reading from the file's beginning. */
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

fl_err fl_lines_parts_begin(fl_lines_parts **out, const fl_setting_values *values, size_t n, fl_diag *diag)
{
    struct stat about;
    const char *name = fl_setting_values_text(values, FL_LINES_FILE);
    bool is_json = fl_setting_values_get(values, FL_LINES_FORMAT) <= FL_LINES_JSON &&
                   fl_setting_values_text(values, FL_LINES_LEGEND)[0] == '\0';
    int file = is_json ? open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK) : -1;
    bool is_fit =
        file >= 0 && fstat(file, &about) == 0 && S_ISREG(about.st_mode) && about.st_size >= FL_LINES_PARTED;
    fl_lines_parts *self = is_fit ? calloc(1, sizeof *self + (n + 1) * sizeof self->part[0]) : NULL;
    fl_err err = is_fit && !self ? fl_diag_memory(diag) : FL_OK;
    if (self) {
        fl_lines_floors *head = &self->part[0].floors;
        self->n = n;
        self->about = about;
        snprintf(self->name, sizeof self->name, "%s", name);
        fl_lines_read_as(values, head->read_as);
        is_fit = cut(self, file) &&
                 !fl_lines_fields_init(head, fl_setting_values_text(values, FL_LINES_FIELDS), NULL);
        err = is_fit ? read_part(self, &self->part[0]) : FL_OK;
        is_fit = is_fit && self->part[0].is_read;
        for (size_t i = 1; i <= n && is_fit && !err; i++) {
            err = seed(&self->part[i].floors, head, diag);
        }
    }
    if (file >= 0) {
        close(file);
    }
    *out = is_fit && !err ? self : NULL;
    if (!*out) {
        fl_lines_parts_free(self);
    }
    return err;
}

fl_err fl_lines_parts_read(fl_lines_parts *self, size_t number)
{
    if (number > 0) {
        return read_part(self, &self->part[number]);
    }
    /* the hash of the whole file; begun first, as it takes longest */
    int file = open(self->name, O_RDONLY | O_CLOEXEC);
    self->has_hash = file >= 0 && fl_files_hash_open(file, self->name, &self->hash, NULL) == FL_OK;
    if (file >= 0) {
        close(file);
    }
    return FL_OK;
}

/* True if the floors of a part can be appended to those of the head. */
static bool fits(const fl_lines_floors *head, const part *one)
{
    bool is_fit = one->is_read && one->floors.tags.n == head->tags.n &&
                  one->floors.known.rolls_n == head->known.rolls_n;
    for (unsigned i = 0; i < head->fields_n && is_fit; i++) {
        is_fit = one->floors.field[i].value.n == head->field[i].value.n;
    }
    return is_fit;
}

static void add_word(uint64_t *n, char word[FL_LINES_WORD], uint64_t more, const char *other)
{
    if (*n == 0 && more > 0) {
        memcpy(word, other, FL_LINES_WORD);
    }
    *n += more;
}

/* Appends the floors of a part; there is room for them. */
static void append(fl_lines_floors *self, const fl_lines_floors *more)
{
    fl_foreign *known = &self->known;
    fl_lines_found *found = &self->found;
    memcpy(self->bytes + self->bytes_n, more->bytes, more->bytes_n);
    for (size_t i = 0; i < more->n; i++) {
        self->at[self->n++] = self->bytes_n + more->at[i];
    }
    self->bytes_n += more->bytes_n;
    known->width = more->known.width > known->width ? more->known.width : known->width;
    known->height = more->known.height > known->height ? more->known.height : known->height;
    known->cells_most =
        more->known.cells_most > known->cells_most ? more->known.cells_most : known->cells_most;
    found->floors += more->found.floors;
    found->failed += more->found.failed;
    found->seeds += more->found.seeds;
    add_word(&found->other_kinds, found->other_kind, more->found.other_kinds, more->found.other_kind);
    add_word(&found->other_keys, found->other_key, more->found.other_keys, more->found.other_key);
}

fl_err fl_lines_parts_end(fl_lines_parts *self, fl_files *files, fl_diag *diag)
{
    struct stat now;
    fl_lines_floors *head = &self->part[0].floors;
    size_t bytes = head->bytes_n;
    size_t n = head->n;
    bool is_fit = self->has_hash && stat(self->name, &now) == 0 && now.st_size == self->about.st_size &&
                  now.st_mtim.tv_sec == self->about.st_mtim.tv_sec &&
                  now.st_mtim.tv_nsec == self->about.st_mtim.tv_nsec && now.st_ino == self->about.st_ino;
    for (size_t i = 1; i <= self->n; i++) {
        is_fit = is_fit && fits(head, &self->part[i]);
        bytes += self->part[i].floors.bytes_n;
        n += self->part[i].floors.n;
    }
    if (!is_fit || bytes > FL_LINES_MOST_BYTES) {
        return FL_OK;
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
    fl_err err = fl_lines_fields_end(head, diag);
    return err ? err : fl_lines_give(files, self->name, head, self->hash, diag);
}

void fl_lines_parts_free(fl_lines_parts *self)
{
    for (size_t i = 0; self && i <= self->n; i++) {
        fl_lines_floors_free(&self->part[i].floors);
    }
    free(self);
}
