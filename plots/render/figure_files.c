/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A figure's files are written, drawn, checked, forced to the disk and then renamed. */
#include "gen/base/embedded.h"
#include "gen/base/files.h"
#include "plots/render/render_private.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char style_name[] = "plots/style.gp";

/* The bytes with which a complete picture ends. */
static const struct ending {
    const char *format, *bytes;
    size_t size;
} endings[] = {{"svg", "</svg>", 6}, {"png", "IEND\xae\x42\x60\x82", 8}, {"pdf", "%%EOF", 5}};

static fl_err fail(const char *path, const char *verb, fl_diag *diag)
{
    bool is_bad_name = errno == ENOENT || errno == ENOTDIR || errno == EACCES || errno == EPERM ||
                       errno == EROFS || errno == ENAMETOOLONG;
    return fl_diag_set(diag, is_bad_name ? FL_ERR_INPUT : FL_ERR_IO, path, "cannot %s: %s", verb,
                       strerror(errno));
}

/* "<folder>/<name><ending>" */
static fl_err join(fl_text *out, const char *folder, const char *name, const char *ending)
{
    fl_text_clear(out);
    fl_text_add_format(out, "%s/%s%s%s", folder, name, *ending ? "." : "", ending);
    return fl_text_check(out);
}

fl_err fl_render_files_init(fl_figure_files *self, const char *folder, fl_diag *diag)
{
    struct stat about;
    self->folder = folder;
    self->hidden = (fl_tempdir){.lock = -1};
    self->gnuplot = (fl_gnuplot){.process = 0};
    fl_err err = fl_render_gnuplot_find(getenv("PATH"), self->gnuplot.program, diag);
    if (err) {
        return err;
    }
    if (mkdir(folder, 0777) && errno != EEXIST) {
        return fail(folder, "make the folder", diag);
    }
    if (stat(folder, &about)) {
        return fail(folder, "look at the folder", diag);
    }
    if (!S_ISDIR(about.st_mode)) {
        return fl_diag_set(diag, FL_ERR_INPUT, folder,
                           "expected a folder for the figures, found something else");
    }
    err = fl_render_tempdir_init(&self->hidden, folder, diag);
    self->gnuplot.folder = self->hidden.path;
    return err;
}

static void remove_file(const fl_figure_files *self, const char *name, const char *ending)
{
    fl_text path;
    fl_text_init(&path);
    if (!join(&path, self->hidden.path, name, ending)) {
        (void)unlink(fl_text_get(&path));
    }
    fl_text_free(&path);
}

void fl_render_files_free(fl_figure_files *self)
{
    fl_render_gnuplot_stop(&self->gnuplot);
    fl_render_tempdir_free(&self->hidden);
}

static void write_script(const fl_figure_files *self, const fl_figure_files_picture *picture, fl_text *out)
{
    const fl_data_table *table = picture->table;
    const struct line {
        const char *name;
        const fl_text *text;
    } lines[] = {{"title_text", &table->title},     {"note_text", &table->note},
                 {"x_text", &table->x_label},       {"y_text", &table->y_label},
                 {"reading_text", &table->reading}, {"foot_text", &table->foot},
                 {"scale_text", &table->scale}};
    fl_text_add_format(out,
                       "# Made by floorlab. Change what you like here or in style.gp, then: gnuplot %s.gp\n"
                       "name = '%s'\nformat = '%s' # svg, png or pdf\ndark = %d\n"
                       "width = %u\nheight = %u\npaper = %d # 1: the height follows from the width\n",
                       picture->name, picture->name, self->format, self->is_dark,
                       table->width ? table->width : picture->width,
                       table->height ? table->height : picture->height, table->width > 0);
    for (unsigned i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        fl_text_add_format(out, "%s = ", lines[i].name);
        if (lines[i].text->size > 0) {
            fl_figure_label_add_quoted(out, fl_text_get(lines[i].text), FL_FIGURE_LABEL_TITLE_SIGNS);
        } else {
            fl_text_add(out, "''");
        }
        fl_text_add_char(out, '\n');
    }
    if (table->axis.size > 0) {
        fl_text_add_format(out, "axis_n = %u # names along the x axis\narray axis_names[axis_n] = [%s]\n",
                           table->axis_n, fl_text_get(&table->axis));
    }
    fl_text_add(out, "load 'style.gp'\n\n");
    fl_text_add(out, picture->script);
}

static bool synced(const fl_figure_files *self, int file)
{
    return self->is_temporary || fsync(file) == 0;
}

/* A file of the hidden folder. */
static fl_err write_file(const fl_figure_files *self, const char *name, const char *ending,
                         const fl_text *content, fl_diag *diag)
{
    fl_text path;
    fl_text_init(&path);
    fl_err err = fl_text_check(content);
    err = err ? err : join(&path, self->hidden.path, name, ending);
    if (err) {
        fl_text_free(&path);
        return fl_diag_memory(diag);
    }
    int file = open(fl_text_get(&path), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0666);
    bool is_written = file >= 0 && !fl_files_put(file, FL_FILES_HERE, fl_text_get(content), content->size) &&
                      synced(self, file);
    err = is_written ? FL_OK : fail(fl_text_get(&path), "write", diag);
    if (file >= 0 && close(file) && !err) {
        err = fail(fl_text_get(&path), "close", diag);
    }
    fl_text_free(&path);
    return err;
}

/* Whether a picture is complete and on the disk: gnuplot does not notice when the disk is full. */
static fl_err check_picture(const fl_figure_files *self, const char *path, fl_diag *diag)
{
    char tail[64];
    size_t used = 0;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    off_t size = file >= 0 ? lseek(file, 0, SEEK_END) : -1;
    off_t from = size > (off_t)sizeof tail ? size - (off_t)sizeof tail : 0;
    ssize_t n = file >= 0 ? pread(file, tail, sizeof tail, from) : -1;
    bool is_safe = file >= 0 && synced(self, file);
    used = n > 0 ? (size_t)n : 0;
    bool is_whole = false;
    for (unsigned i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        const struct ending *e = &endings[i];
        for (size_t at = 0; strcmp(e->format, self->format) == 0 && at + e->size <= used; at++) {
            is_whole = is_whole || memcmp(tail + at, e->bytes, e->size) == 0;
        }
    }
    if (file >= 0) {
        close(file);
    }
    if (is_whole && is_safe) {
        return FL_OK;
    }
    fl_err err = fl_diag_set(diag, FL_ERR_IO, path, "gnuplot did not write a complete picture");
    fl_diag_hint(diag,
                 "is the disk full? For --format png and pdf gnuplot needs its cairo terminals: gnuplot-nox "
                 "has them");
    return err;
}

static fl_err keep(const fl_figure_files *self, const char *name, const char *ending, fl_diag *diag)
{
    fl_text from;
    fl_text to;
    fl_text_init(&from);
    fl_text_init(&to);
    fl_err err = join(&from, self->hidden.path, name, ending);
    err = err ? err : join(&to, self->folder, name, ending);
    if (err) {
        err = fl_diag_memory(diag);
    } else if (rename(fl_text_get(&from), fl_text_get(&to))) {
        err = fail(fl_text_get(&to), "rename the finished file", diag);
    }
    fl_text_free(&from);
    fl_text_free(&to);
    return err;
}

static fl_err draw(fl_figure_files *self, const fl_figure_files_picture *picture, const fl_text *script,
                   fl_diag *diag)
{
    const fl_embedded *embedded = fl_embedded_find(style_name);
    fl_text path;
    fl_text style;
    fl_text_init(&path);
    fl_text_init(&style);
    fl_bug_assert(embedded, "floorlab plot RUN.h5, with any result file");
    fl_text_add(&style, embedded->data);
    fl_err err = write_file(self, "style", "gp", &style, diag);
    err = err ? err : write_file(self, picture->name, "tsv", &picture->table->rows, diag);
    err = err ? err : write_file(self, picture->name, "gp", script, diag);
    if (!err && join(&path, self->hidden.path, picture->name, "gp")) {
        err = fl_diag_memory(diag);
    }
    const char *slash = err ? NULL : strrchr(fl_text_get(&path), '/');
    err = err ? err : fl_render_gnuplot_run(&self->gnuplot, slash + 1, FL_RENDER_GNUPLOT_SECONDS, diag);
    if (!err && join(&path, self->hidden.path, picture->name, self->format)) {
        err = fl_diag_memory(diag);
    }
    err = err ? err : check_picture(self, fl_text_get(&path), diag);
    fl_text_free(&style);
    fl_text_free(&path);
    return err;
}

static void remove_files(const fl_figure_files *self, const char *name)
{
    remove_file(self, name, "tsv");
    remove_file(self, name, "gp");
    remove_file(self, name, self->format);
}

static fl_err read_picture(const fl_figure_files *self, const char *name, fl_text *out, fl_diag *diag)
{
    char piece[1 << 14];
    fl_text path;
    fl_text_init(&path);
    if (join(&path, self->hidden.path, name, self->format)) {
        fl_text_free(&path);
        return fl_diag_memory(diag);
    }
    ssize_t n = -1;
    int file = open(fl_text_get(&path), O_RDONLY | O_CLOEXEC);
    while (file >= 0 && (n = read(file, piece, sizeof piece)) > 0) {
        fl_text_add_bytes(out, piece, (size_t)n);
    }
    fl_err err = n < 0 ? fail(fl_text_get(&path), "read", diag) : FL_OK;
    if (file >= 0) {
        close(file);
    }
    fl_text_free(&path);
    return !err && fl_text_check(out) ? fl_diag_memory(diag) : err;
}

fl_err fl_render_files_read(fl_figure_files *self, const fl_figure_files_picture *picture, fl_text *out,
                            fl_diag *diag)
{
    fl_text script;
    fl_text_init(&script);
    write_script(self, picture, &script);
    fl_err err =
        fl_figure_table_check(picture->table) || fl_text_check(&script) ? fl_diag_memory(diag) : FL_OK;
    self->is_temporary = true;
    err = err ? err : draw(self, picture, &script, diag);
    self->is_temporary = false;
    err = err ? err : read_picture(self, picture->name, out, diag);
    remove_files(self, picture->name);
    fl_text_free(&script);
    return err;
}

fl_err fl_render_files_draw(fl_figure_files *self, const fl_figure_files_picture *picture, fl_diag *diag)
{
    fl_text script;
    fl_text_init(&script);
    write_script(self, picture, &script);
    fl_err err =
        fl_figure_table_check(picture->table) || fl_text_check(&script) ? fl_diag_memory(diag) : FL_OK;
    fl_render_gnuplot_stop(&self->gnuplot);
    err = err ? err : draw(self, picture, &script, diag);
    fl_render_gnuplot_stop(&self->gnuplot);
    err = err ? err : keep(self, "style", "gp", diag);
    err = err ? err : keep(self, picture->name, "tsv", diag);
    err = err ? err : keep(self, picture->name, "gp", diag);
    err = err ? err : keep(self, picture->name, self->format, diag);
    if (err) {
        remove_files(self, picture->name);
    }
    fl_text_free(&script);
    return err;
}
