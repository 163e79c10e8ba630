/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Starts gnuplot by posix_spawn in a process group of its own, and reads its stderr through a pipe until it
 * ends or time is up. */
#define _GNU_SOURCE /* posix_spawn_file_actions_addchdir_np */
#include "plots/render/render_private.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Bytes of its messages that are kept; milliseconds between two checks for its end, and after it closed its
 * stderr. */
enum { SAID = 2048, STEP = 50, STEP_AT_END = 2 };

static bool is_program(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISREG(about.st_mode) && access(path, X_OK) == 0;
}

fl_err fl_render_gnuplot_find(const char *path, char out[FL_RENDER_GNUPLOT_PATH], fl_diag *diag)
{
    for (const char *p = path ? path : ""; *p;) {
        size_t n = strcspn(p, ":");
        if (*p == '/' && n + sizeof "/gnuplot" <= FL_RENDER_GNUPLOT_PATH) {
            snprintf(out, FL_RENDER_GNUPLOT_PATH, "%.*s/gnuplot", (int)n, p);
            if (is_program(out)) {
                return FL_OK;
            }
        }
        p += n + (p[n] == ':');
    }
    fl_err err = fl_diag_set(diag, FL_ERR_IO, "", "figures are drawn by gnuplot, which is not in PATH");
    fl_diag_hint(diag, "install the package gnuplot-nox: apt-get install gnuplot-nox");
    return err;
}

/* What it has printed so far. */
typedef struct messages {
    int file;
    size_t used;
    char text[SAID];
} messages;

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* Reads what is there; what exceeds the buffer is dropped. False at the end. */
static bool read_some(messages *self)
{
    char piece[512];
    struct pollfd ready = {.fd = self->file, .events = POLLIN};
    if (poll(&ready, 1, STEP) <= 0) {
        return true;
    }
    ssize_t n = read(self->file, piece, sizeof piece);
    if (n <= 0) {
        return n < 0 && errno == EINTR;
    }
    size_t room = sizeof self->text - 1 - self->used;
    size_t taken = (size_t)n < room ? (size_t)n : room;
    memcpy(self->text + self->used, piece, taken);
    self->used += taken;
    return true;
}

/* Waits for the end of the process; false when time was up and it was killed. */
static bool await(pid_t process, messages *said, unsigned seconds, int *status)
{
    double deadline = now() + seconds;
    bool is_open = true;
    for (;;) {
        pid_t ended = waitpid(process, status, WNOHANG);
        if (ended == process || (ended < 0 && errno != EINTR)) {
            while (is_open && poll(&(struct pollfd){.fd = said->file, .events = POLLIN}, 1, 0) > 0) {
                is_open = read_some(said);
            }
            return true;
        }
        if (now() > deadline) {
            kill(-process, SIGKILL);
            (void)waitpid(process, status, 0);
            return false;
        }
        if (is_open) {
            is_open = read_some(said);
        } else {
            (void)poll(NULL, 0, STEP_AT_END);
        }
    }
}

static int spawn(const char *program, const char *folder, const char *script, int said, pid_t *process)
{
    char *const words[] = {"gnuplot", "-d", (char *)script, NULL};
    char *const environment[] = {"PATH=/usr/bin:/bin", "HOME=/nonexistent", "LC_ALL=C.UTF-8", NULL};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none;
    sigset_t usual;
    sigemptyset(&none);
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    sigaddset(&usual, SIGXFSZ);
    int error = posix_spawn_file_actions_init(&actions);
    if (error) {
        return error;
    }
    error = posix_spawnattr_init(&attributes);
    if (!error) {
        error = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        error = error ? error
                      : posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
        error = error ? error : posix_spawn_file_actions_adddup2(&actions, said, STDERR_FILENO);
        error = error ? error : posix_spawn_file_actions_addchdir_np(&actions, folder);
        short flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
        error = error ? error : posix_spawnattr_setflags(&attributes, flags);
        error = error ? error : posix_spawnattr_setsigmask(&attributes, &none);
        error = error ? error : posix_spawnattr_setsigdefault(&attributes, &usual);
        error = error ? error : posix_spawn(process, program, &actions, &attributes, words, environment);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return error;
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

fl_err fl_render_gnuplot_run(const char *program, const char *folder, const char *script, unsigned seconds,
                             fl_diag *diag)
{
    int ends[2];
    int status = 0;
    pid_t process = 0;
    messages said = {.used = 0};
    if (pipe(ends)) {
        return fl_diag_set(diag, FL_ERR_IO, script, "cannot make a pipe: %s", strerror(errno));
    }
    (void)fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    (void)fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    int error = spawn(program, folder, script, ends[1], &process);
    close(ends[1]);
    said.file = ends[0];
    bool is_ended = !error && await(process, &said, seconds, &status);
    close(ends[0]);
    if (error) {
        return fl_diag_set(diag, FL_ERR_IO, program, "cannot be started: %s", strerror(error));
    }
    if (!is_ended) {
        return tell_failure(script, "took too long and was stopped", &said, diag);
    }
    if (WIFSIGNALED(status)) {
        return tell_failure(script, "was killed", &said, diag);
    }
    return WEXITSTATUS(status) == 0 ? FL_OK : tell_failure(script, "failed", &said, diag);
}
