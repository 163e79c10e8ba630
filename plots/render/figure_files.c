/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A figure's files are written, drawn, checked, synced to disk and then renamed. */
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

enum { PATH = 4096, TAIL = 64 /* bytes at the end of a picture that are checked */ };

static const char style_name[] = "plots/style.gp";

/* The bytes at the end of a complete picture. */
static const struct picture_end {
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

/* "<folder>/<name>.<ending>"; an empty name, which no file has, if that is too long. */
static const char *name_file(const char *folder, const char *name, const char *picture_end, char out[PATH])
{
    int n = snprintf(out, PATH, "%s/%s.%s", folder, name, picture_end);
    out[0] = n > 0 && n < PATH ? out[0] : '\0';
    return out;
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

/* Writes a file of the hidden folder; is_kept: syncs it. */
static fl_err write_file(const char *path, const fl_text *content, bool is_kept, fl_diag *diag)
{
    if (fl_text_check(content)) {
        return fl_diag_memory(diag);
    }
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0666);
    bool is_written = file >= 0 && !fl_files_put(file, FL_FILES_HERE, fl_text_get(content), content->size) &&
                      (!is_kept || fsync(file) == 0);
    fl_err err = is_written ? FL_OK : fail(path, "write", diag);
    return file >= 0 && close(file) && !err ? fail(path, "close", diag) : err;
}

/* Reads a picture, which must be complete and, with is_kept, synced: gnuplot does not notice a full disk. */
static fl_err read_picture(const char *path, const char *format, bool is_kept, fl_text *out, fl_diag *diag)
{
    char piece[1 << 14];
    ssize_t n = -1;
    bool is_whole = false;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    while (file >= 0 && (n = read(file, piece, sizeof piece)) > 0) {
        fl_text_add_bytes(out, piece, (size_t)n);
    }
    bool is_safe = n == 0 && (!is_kept || fsync(file) == 0);
    if (file >= 0) {
        close(file);
    }
    if (fl_text_check(out)) {
        return fl_diag_memory(diag);
    }
    for (unsigned i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        const struct picture_end *e = &endings[i];
        for (size_t at = out->size > TAIL ? out->size - TAIL : 0; at + e->size <= out->size; at++) {
            is_whole = is_whole || (strcmp(e->format, format) == 0 &&
                                    memcmp(fl_text_get(out) + at, e->bytes, e->size) == 0);
        }
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

/* Draws a figure in the hidden folder. The result goes to `out`, or its files to the folder. */
static fl_err draw(fl_figure_files *self, const fl_figure_files_picture *picture, fl_text *out, bool is_kept,
                   fl_diag *diag)
{
    char path[PATH];
    char kept[PATH];
    fl_text script;
    fl_text style;
    const fl_embedded *embedded = fl_embedded_find(style_name);
    fl_bug_assert(embedded, "floorlab plot RUN.h5, with any result file");
    const struct {
        const char *name, *ending;
        const fl_text *content; /* NULL = written by gnuplot */
    } files[] = {{"style", "gp", &style},
                 {picture->name, "tsv", &picture->table->rows},
                 {picture->name, "gp", &script},
                 {picture->name, self->format, NULL}};
    enum { FILES = sizeof files / sizeof files[0] };
    fl_text_init(&script);
    fl_text_init(&style);
    fl_text_add(&style, embedded->data);
    write_script(self, picture, &script);
    fl_err err = fl_figure_table_check(picture->table) ? fl_diag_memory(diag) : FL_OK;
    for (unsigned i = 0; i < FILES - 1 && !err; i++) {
        name_file(self->hidden.path, files[i].name, files[i].ending, path);
        err = write_file(path, files[i].content, is_kept, diag);
    }
    snprintf(path, sizeof path, "%s.gp", picture->name);
    err = err ? err : fl_render_gnuplot_run(&self->gnuplot, path, FL_RENDER_GNUPLOT_SECONDS, diag);
    name_file(self->hidden.path, picture->name, self->format, path);
    err = err ? err : read_picture(path, self->format, is_kept, out, diag);
    for (unsigned i = 0; i < FILES && is_kept && !err; i++) {
        name_file(self->hidden.path, files[i].name, files[i].ending, path);
        name_file(self->folder, files[i].name, files[i].ending, kept);
        err = rename(path, kept) ? fail(kept, "rename the finished file", diag) : FL_OK;
    }
    for (unsigned i = 1; i < FILES && (err || !is_kept); i++) {
        (void)unlink(name_file(self->hidden.path, files[i].name, files[i].ending, path));
    }
    fl_text_free(&style);
    fl_text_free(&script);
    return err;
}

fl_err fl_render_files_read(fl_figure_files *self, const fl_figure_files_picture *picture, fl_text *out,
                            fl_diag *diag)
{
    return draw(self, picture, out, false, diag);
}

fl_err fl_render_files_draw(fl_figure_files *self, const fl_figure_files_picture *picture, fl_diag *diag)
{
    fl_text drawn;
    fl_text_init(&drawn);
    fl_render_gnuplot_stop(&self->gnuplot);
    fl_err err = draw(self, picture, &drawn, true, diag);
    fl_render_gnuplot_stop(&self->gnuplot);
    fl_text_free(&drawn);
    return err;
}
