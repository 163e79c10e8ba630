/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Decides when to write the line, and formats it. */
#include "experiments/program/program.h"

#include <string.h>
#include <unistd.h>

static const double terminal_pause = 0.25;
static const double plain_pause = 10;

void fl_program_progress_init(fl_progress *self, int file)
{
    memset(self, 0, sizeof *self);
    self->file = file;
    self->is_terminal = isatty(file) == 1;
    self->started = fl_program_host_seconds();
}

void fl_program_progress_start(fl_progress *self, const fl_options *options)
{
    bool is_asked = fl_program_option_get(options, "progress") != NULL;
    bool is_quiet = fl_program_option_get(options, "quiet") != NULL;
    bool is_shown = !is_quiet && (is_asked || isatty(STDERR_FILENO) == 1);
    fl_program_progress_init(self, is_shown ? STDERR_FILENO : -1);
}

static bool is_time(const fl_progress *self, double now)
{
    double pause = self->is_terminal ? terminal_pause : plain_pause;
    return self->file >= 0 && now - (self->last > 0 ? self->last : self->started) >= pause;
}

void fl_program_progress_text(fl_progress *self, const char *text)
{
    double now = fl_program_host_seconds();
    if (!is_time(self, now)) {
        return;
    }
    fl_text line;
    fl_text_init(&line);
    fl_text_add_format(&line, self->is_terminal ? "\r\033[K%s" : "floorlab: %s\n", text);
    if (fl_program_output_write(self->file, &line, NULL)) {
        self->file = -1; /* stderr was closed: stop writing */
    }
    fl_text_free(&line);
    self->last = now;
}

void fl_program_progress_floors(fl_progress *self, uint64_t done)
{
    double now = fl_program_host_seconds();
    if (is_time(self, now)) {
        fl_text line;
        fl_text_init(&line);
        double elapsed = now - self->started;
        double rate = elapsed > 0 ? (double)(done - self->before) / elapsed : 0;
        fl_program_format_number((double)done, &line);
        fl_text_add(&line, " of ");
        fl_program_format_number((double)self->total, &line);
        fl_text_add_format(&line, " samples (%.0f %%), ",
                           self->total ? 100.0 * (double)done / (double)self->total : 100.0);
        fl_program_format_number(rate, &line);
        fl_text_add(&line, " samples/s, ");
        if (rate > 0) {
            fl_program_format_time(self->total > done ? (double)(self->total - done) / rate : 0, &line);
            fl_text_add(&line, " left");
        }
        fl_program_progress_text(self, fl_text_get(&line));
        fl_text_free(&line);
    }
}

void fl_program_progress_step(fl_progress *self, const char *what, uint64_t done, uint64_t steps)
{
    double now = fl_program_host_seconds();
    if (done == 0 && steps > 1 && self->is_terminal) {
        self->started -= terminal_pause; /* the first step may be long: report it at once */
    }
    if (is_time(self, now)) {
        fl_text line;
        fl_text_init(&line);
        fl_text_add_format(&line, "%s, %llu of %llu", what, (unsigned long long)done + (done < steps),
                           (unsigned long long)steps);
        if (done > 0) {
            fl_text_add(&line, ", ");
            fl_program_format_time((now - self->started) / (double)done * (double)(steps - done), &line);
            fl_text_add(&line, " left");
        }
        fl_program_progress_text(self, fl_text_get(&line));
        fl_text_free(&line);
    }
}

void fl_program_progress_end(fl_progress *self)
{
    if (self->file >= 0 && self->is_terminal && self->last > 0) {
        fl_text line;
        fl_text_init(&line);
        fl_text_add(&line, "\r\033[K");
        fl_err err = fl_program_output_write(self->file, &line, NULL);
        (void)err;
        fl_text_free(&line);
    }
}
