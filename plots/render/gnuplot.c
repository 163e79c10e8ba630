/* SPDX-License-Identifier: GPL-2.0-or-later */
/* gnuplot is started by posix_spawn in its own process group. A socket is its stdin and its stderr: it gets
 * the command to load a script, and prints a mark after it. */
#define _GNU_SOURCE /* posix_spawn_file_actions_addchdir_np */
#include "plots/render/render_private.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Limit of the message buffer; milliseconds between two checks for its end, and after it closed stderr. */
enum { SAID = 2048, STEP = 50, STEP_AT_END = 2 };

/* Marks printed after a script; no message has them. An error ends the script, not the process. */
enum { DONE = 4, FAILED = 21, ORDER = 512 };
static const char order[] =
    "load '%s'\nset output\nset print\nprint GPVAL_ERRNO ? \"\\025\" : \"\\004\"\nreset session\n";

fl_err fl_render_gnuplot_find(const char *path, char out[FL_RENDER_GNUPLOT_PATH], fl_diag *diag)
{
    for (const char *p = path ? path : ""; *p;) {
        size_t n = strcspn(p, ":");
        if (*p == '/' && n + sizeof "/gnuplot" <= FL_RENDER_GNUPLOT_PATH) {
            snprintf(out, FL_RENDER_GNUPLOT_PATH, "%.*s/gnuplot", (int)n, p);
            struct stat about;
            if (stat(out, &about) == 0 && S_ISREG(about.st_mode) && access(out, X_OK) == 0) {
                return FL_OK;
            }
        }
        p += n + (p[n] == ':');
    }
    fl_err err = fl_diag_set(diag, FL_ERR_IO, "", "drawing figures needs gnuplot, which is not in PATH");
    fl_diag_hint(diag, "install the package gnuplot-nox: apt-get install gnuplot-nox");
    return err;
}

/* Its output so far. */
typedef struct messages {
    bool is_open;
    char mark; /* DONE or FAILED; 0 = neither yet */
    size_t used;
    char text[SAID];
} messages;

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* Reads for some milliseconds; what exceeds the buffer is dropped. */
static void read_some(const fl_gnuplot *self, messages *said, int milliseconds)
{
    char piece[512];
    struct pollfd ready = {.fd = self->talk, .events = POLLIN};
    if (poll(&ready, 1, milliseconds) <= 0) {
        return;
    }
    ssize_t n = read(self->talk, piece, sizeof piece);
    said->is_open = n > 0 || (n < 0 && errno == EINTR);
    /* ECONNRESET: it ended before it read all of its input; waitpid tells how */
    said->mark = n < 0 && !said->is_open && errno != ECONNRESET ? FAILED : said->mark;
    for (ssize_t i = 0; i < n; i++) {
        if (piece[i] == DONE || piece[i] == FAILED) {
            said->mark = piece[i];
        } else if (said->used < sizeof said->text - 1) {
            said->text[said->used++] = piece[i];
        }
    }
}

static fl_err tell_failure(const char *script, const char *what, const messages *said, fl_diag *diag)
{
    fl_text label;
    fl_text_init(&label);
    fl_figure_label_add(&label, said->text, FL_DIAG_TEXT / 4);
    fl_err err = fl_diag_set(diag, FL_ERR_IO, script, "gnuplot %s", what);
    fl_diag_hint(diag, "it said: %s", fl_text_get(&label));
    fl_text_free(&label);
    return err;
}

static fl_err await(fl_gnuplot *self, const char *script, unsigned seconds, fl_diag *diag)
{
    double deadline = now() + seconds;
    int status = 0;
    messages said = {.is_open = true};
    while (said.mark == 0) {
        pid_t ended = waitpid(self->process, &status, WNOHANG);
        if (ended == self->process || (ended < 0 && errno != EINTR)) {
            self->process = 0;
            while (said.is_open && poll(&(struct pollfd){.fd = self->talk, .events = POLLIN}, 1, 0) > 0) {
                read_some(self, &said, 0);
            }
            return status == 0
                       ? FL_OK
                       : tell_failure(script, WIFSIGNALED(status) ? "was killed" : "failed", &said, diag);
        }
        if (now() > deadline) {
            return tell_failure(script, "took too long and was stopped", &said, diag);
        }
        if (said.is_open) {
            read_some(self, &said, STEP);
        } else { /* its messages are lost: it ends when its input is closed */
            (void)shutdown(self->talk, SHUT_WR);
            (void)poll(NULL, 0, STEP_AT_END);
        }
    }
    return said.mark == DONE ? FL_OK : tell_failure(script, "failed", &said, diag);
}

/* Starts it; returns an error number, 0 for success. */
static int spawn(fl_gnuplot *self, int talk)
{
    char *const words[] = {"gnuplot", "-d", NULL};
    char *const environment[] = {"PATH=/usr/bin:/bin", "HOME=/nonexistent", "LC_ALL=C.UTF-8", NULL};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none;
    sigset_t usual;
    sigemptyset(&none);
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    sigaddset(&usual, SIGXFSZ);
    if (posix_spawn_file_actions_init(&actions)) {
        return ENOMEM;
    }
    if (posix_spawnattr_init(&attributes)) {
        posix_spawn_file_actions_destroy(&actions);
        return ENOMEM;
    }
    short flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
    bool is_short = posix_spawn_file_actions_adddup2(&actions, talk, STDIN_FILENO) ||
                    posix_spawn_file_actions_adddup2(&actions, talk, STDERR_FILENO) ||
                    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0) ||
                    posix_spawn_file_actions_addchdir_np(&actions, self->folder) ||
                    posix_spawnattr_setflags(&attributes, flags) ||
                    posix_spawnattr_setsigmask(&attributes, &none) ||
                    posix_spawnattr_setsigdefault(&attributes, &usual);
    int error = is_short
                    ? ENOMEM
                    : posix_spawn(&self->process, self->program, &actions, &attributes, words, environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

fl_err fl_render_gnuplot_run(fl_gnuplot *self, const char *script, unsigned seconds, fl_diag *diag)
{
    char line[ORDER];
    int n = snprintf(line, sizeof line, order, script);
    fl_bug_assert(n > 0 && (size_t)n < sizeof line, "floorlab plot RUN.h5, with any result file");
    if (self->process == 0) {
        int ends[2];
        if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends)) {
            return fl_diag_set(diag, FL_ERR_IO, self->program, "cannot make a socket: %s", strerror(errno));
        }
        int error = spawn(self, ends[1]);
        close(ends[1]);
        if (error) {
            self->process = 0;
            close(ends[0]);
            return fl_diag_set(diag, FL_ERR_IO, self->program, "cannot be started: %s", strerror(error));
        }
        self->talk = ends[0];
    }
    /* a process that has ended is noticed by waitpid */
    (void)send(self->talk, line, (size_t)n, MSG_NOSIGNAL);
    fl_err err = await(self, script, seconds, diag);
    if (err || self->process == 0) {
        fl_render_gnuplot_stop(self);
    }
    return err;
}

void fl_render_gnuplot_stop(fl_gnuplot *self)
{
    if (self->process > 0) {
        kill(-self->process, SIGKILL);
        (void)waitpid(self->process, NULL, 0);
    }
    if (self->talk > 0) {
        close(self->talk);
    }
    self->process = 0;
    self->talk = 0;
}
