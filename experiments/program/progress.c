/* The progress line. */
#include "experiments/program/program.h"

#include <string.h>
#include <unistd.h>

static const double terminal_pause = 0.25;
static const double plain_pause = 10;

void fl_program_progress_start(fl_progress *self, int file, bool is_quiet)
{
    memset(self, 0, sizeof *self);
    self->file = is_quiet ? -1 : file;
    self->is_terminal = isatty(file) == 1;
    self->started = fl_program_host_seconds();
}

void fl_program_format_number(double number, fl_text *out)
{
    static const char suffix[] = {' ', 'k', 'M', 'G', 'T'};
    unsigned i = 0;
    while (number >= 999.5 && i < 4) { /* what would be written as 1000 */
        number /= 1000;
        i++;
    }
    fl_text_add_format(out,
                       i == 0           ? "%.0f"
                       : number < 9.995 ? "%.2f"
                       : number < 99.95 ? "%.1f"
                                        : "%.0f",
                       number);
    if (i > 0) {
        fl_text_add_char(out, suffix[i]);
    }
}

void fl_program_format_time(double seconds, fl_text *out)
{
    static const double longest = 999999.0 * 3600; /* and no number that an integer cannot hold */
    uint64_t s = (uint64_t)((seconds < longest ? seconds : longest) + 0.5);
    if (s >= 3600) {
        fl_text_add_format(out, "%llu:%02u:%02u", (unsigned long long)(s / 3600), (unsigned)(s / 60 % 60),
                           (unsigned)(s % 60));
    } else {
        fl_text_add_format(out, "%u:%02u", (unsigned)(s / 60), (unsigned)(s % 60));
    }
}

static void write_line(const fl_progress *self, uint64_t done, double now, fl_text *out)
{
    double elapsed = now - self->started;
    double rate = elapsed > 0 ? (double)(done - self->before) / elapsed : 0;
    fl_program_format_number((double)done, out);
    fl_text_add(out, " of ");
    fl_program_format_number((double)self->total, out);
    fl_text_add_format(out, " floors (%.0f %%), ",
                       self->total ? 100.0 * (double)done / (double)self->total : 100.0);
    fl_program_format_number(rate, out);
    fl_text_add(out, " floors/s, ");
    if (rate > 0) {
        fl_program_format_time(self->total > done ? (double)(self->total - done) / rate : 0, out);
        fl_text_add(out, " left");
    }
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
        self->file = -1; /* nobody listens any more */
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
        write_line(self, done, now, &line);
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
