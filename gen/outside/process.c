/* SPDX-License-Identifier: MIT */
/* Starts, feeds, reads and ends a process. Waiting uses poll(2) with a kernel timer (timerfd), never a clock.
 * The child has its own process group, so that terminal signals do not reach it before floorlab has stopped,
 * and so that its own children can be killed with it. PR_SET_PDEATHSIG kills the child when floorlab, or the
 * thread that started the child, ends. */
#define _GNU_SOURCE
#include "gen/outside/outside_private.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CHILD_ENDS = 4 /* the lowest number of a descriptor that the child does not use */ };

/* The two ends of the pipes, [0] is read from. */
typedef struct pipes {
    int in[2], out[2], err[2], status[2];
} pipes;

static void close_one(int *file)
{
    if (*file >= 0) {
        close(*file);
    }
    *file = -1;
}

static void close_pair(int pair[2])
{
    close_one(&pair[0]);
    close_one(&pair[1]);
}

/* A pipe whose ends have high numbers: the child puts its ends at 0 to 3. */
static bool open_pipe(int pair[2])
{
    int low[2];
    if (pipe2(low, O_CLOEXEC)) {
        return false;
    }
    pair[0] = fcntl(low[0], F_DUPFD_CLOEXEC, CHILD_ENDS);
    pair[1] = fcntl(low[1], F_DUPFD_CLOEXEC, CHILD_ENDS);
    close_pair(low);
    return pair[0] >= 0 && pair[1] >= 0;
}

/* Runs in the child: only calls that are safe after a fork from a process with threads. */
static void become(const pipes *p, char *const *words, pid_t parent)
{
    sigset_t none;
    sigemptyset(&none);
    (void)setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGPIPE, SIG_DFL);
    sigprocmask(SIG_SETMASK, &none, NULL);
    bool is_ready = getppid() == parent && dup2(p->in[0], STDIN_FILENO) >= 0 &&
                    dup2(p->out[1], STDOUT_FILENO) >= 0 && dup2(p->err[1], STDERR_FILENO) >= 0 &&
                    dup3(p->status[1], CHILD_ENDS - 1, O_CLOEXEC) >= 0;
    if (is_ready) {
        (void)close_range(CHILD_ENDS, ~0u, 0);
        execvp(words[0], words);
    }
    int number = errno;
    ssize_t unused = write(is_ready ? CHILD_ENDS - 1 : p->status[1], &number, sizeof number);
    (void)unused;
    _exit(127);
}

static fl_err refuse_start(const fl_outside_command *command, int number, fl_diag *diag)
{
    fl_err code = number == EAGAIN ? FL_ERR_IO : fl_diag_of_errno(number);
    fl_err err =
        fl_diag_set(diag, code, "command", "cannot start '%.200s': %s", command->word[0], strerror(number));
    if (code == FL_ERR_INPUT) {
        fl_diag_hint(diag, "the first word is a program of the PATH or a file that can be executed, such as "
                           "python3 or ./generator");
    }
    return err;
}

fl_err fl_outside_process_start(fl_outside_process *self, const fl_outside_command *command, fl_diag *diag)
{
    pipes p = {{-1, -1}, {-1, -1}, {-1, -1}, {-1, -1}};
    pid_t parent = getpid();
    char *buffer = self->buffer;
    *self = (fl_outside_process){.buffer = buffer, .in = -1, .out = -1, .err = -1, .timer = -1};
    self->timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
    bool is_open = self->timer >= 0 && open_pipe(p.in) && open_pipe(p.out) && open_pipe(p.err) &&
                   open_pipe(p.status) && fcntl(p.in[1], F_SETFL, O_NONBLOCK) == 0;
    pid_t pid = is_open ? fork() : -1;
    int number = errno;
    if (pid == 0) {
        become(&p, command->word, parent);
    }
    if (pid < 0) {
        close_pair(p.in);
        close_pair(p.out);
        close_pair(p.err);
        close_pair(p.status);
        close_one(&self->timer);
        return refuse_start(command, number, diag);
    }
    (void)setpgid(pid, pid);
    close_one(&p.status[1]);
    ssize_t n = 0;
    do { /* until the child has become the program; its error number if it has not */
        n = read(p.status[0], &number, sizeof number);
    } while (n < 0 && errno == EINTR);
    close_one(&p.status[0]);
    close_one(&p.in[0]);
    close_one(&p.out[1]);
    close_one(&p.err[1]);
    self->pid = pid;
    self->starter = gettid();
    self->in = p.in[1];
    self->out = p.out[0];
    self->err = p.err[0];
    if (n == sizeof number) {
        fl_outside_process_stop(self);
        return refuse_start(command, number, diag);
    }
    return FL_OK;
}

bool fl_outside_process_is_own(const fl_outside_process *self)
{
    return self->starter == getpid() || self->starter == gettid();
}

/* Waits up to so many milliseconds for the end of the process, without reaping it. */
static bool await_end(pid_t pid, int milliseconds, siginfo_t *out)
{
    for (int step = 1; milliseconds > 0; milliseconds -= step, step += step < 20) {
        out->si_pid = 0;
        if (waitid(P_PID, (id_t)pid, out, WEXITED | WNOHANG | WNOWAIT) || out->si_pid == pid) {
            return out->si_pid == pid;
        }
        poll(NULL, 0, step);
    }
    return false;
}

void fl_outside_process_stop(fl_outside_process *self)
{
    enum { MOMENT = 300 };
    siginfo_t info;
    if (self->pid == 0) {
        return;
    }
    close_one(&self->in);
    close_one(&self->out);
    close_one(&self->err);
    close_one(&self->timer);
    if (!await_end(self->pid, MOMENT, &info)) {
        kill(-self->pid, SIGTERM);
        (void)await_end(self->pid, MOMENT, &info);
    }
    kill(-self->pid, SIGKILL); /* until it is reaped, the group's number is not reused */
    while (waitpid(self->pid, NULL, 0) < 0 && errno == EINTR) {}
    self->pid = 0;
    self->from = self->to = self->scanned = 0;
}

bool fl_outside_process_write(fl_outside_process *self, const char *text, size_t n)
{
    ssize_t written = 0;
    do { /* the pipe has room: one request is out at a time */
        written = write(self->in, text, n);
    } while (written < 0 && errno == EINTR);
    return written == (ssize_t)n;
}

/* Stores the last bytes of the program's standard error output. */
static void hear(fl_outside_process *self)
{
    char more[FL_OUTSIDE_SAID];
    ssize_t n = read(self->err, more, sizeof more);
    if (n < 0 && errno == EINTR) {
        return;
    }
    if (n <= 0) {
        close_one(&self->err);
        return;
    }
    size_t got = (size_t)n;
    size_t keep = FL_OUTSIDE_SAID - got < self->said_n ? FL_OUTSIDE_SAID - got : self->said_n;
    memmove(self->said, self->said + self->said_n - keep, keep);
    memcpy(self->said + keep, more, got);
    self->said_n = keep + got;
    self->said[self->said_n] = '\0';
}

/* Gets more of its output into the buffer. */
static bool get(fl_outside_process *self)
{
    ssize_t n = 0;
    if (self->from > 0) {
        memmove(self->buffer, self->buffer + self->from, self->to - self->from);
        self->to -= self->from;
        self->scanned -= self->from;
        self->from = 0;
    }
    n = read(self->out, self->buffer + self->to, FL_OUTSIDE_BUFFER - self->to);
    if (n < 0 && errno != EINTR && errno != EAGAIN) {
        return false;
    }
    self->has_ended = n == 0;
    self->to += n > 0 ? (size_t)n : 0;
    return true;
}

/* Sets the timer; 0 seconds stop it. */
static bool set_timer(fl_outside_process *self, unsigned seconds)
{
    struct itimerspec until = {.it_value = {.tv_sec = seconds}};
    return timerfd_settime(self->timer, 0, &until, NULL) == 0;
}

/* Waits for output and takes it. */
static fl_outside_read_result await(fl_outside_process *self)
{
    struct pollfd files[3] = {{.fd = self->out, .events = POLLIN},
                              {.fd = self->err, .events = POLLIN},
                              {.fd = self->timer, .events = POLLIN}};
    if (poll(files, 3, -1) < 0) {
        return errno == EINTR ? FL_OUTSIDE_HAS_LINE : FL_OUTSIDE_HAS_BROKEN;
    }
    if (files[1].revents) {
        hear(self);
    }
    if (files[0].revents) { /* before the timer: the answer may have arrived while both were stopped */
        return get(self) ? FL_OUTSIDE_HAS_LINE : FL_OUTSIDE_HAS_BROKEN;
    }
    return files[2].revents ? FL_OUTSIDE_HAS_NONE : FL_OUTSIDE_HAS_LINE;
}

/* Takes the next line out of the buffer, or the rest at the end; false if there is none yet. */
static bool take(fl_outside_process *self, const char **line, size_t *n)
{
    for (;;) {
        char *feed = memchr(self->buffer + self->scanned, '\n', self->to - self->scanned);
        size_t end = feed ? (size_t)(feed - self->buffer) : self->to;
        if (!feed && !(self->has_ended && end > self->from)) {
            self->scanned = self->to;
            return false;
        }
        *line = self->buffer + self->from;
        *n = end - self->from;
        self->from = self->scanned = end + (feed != NULL);
        if (fl_foreign_trim(*line, *n) > 0) {
            return true;
        }
    }
}

fl_outside_read_result fl_outside_process_read(fl_outside_process *self, unsigned seconds, const char **line,
                                               size_t *n)
{
    if (take(self, line, n)) {
        return *n > FL_OUTSIDE_LINE ? FL_OUTSIDE_HAS_LONG : FL_OUTSIDE_HAS_LINE;
    }
    fl_outside_read_result found = set_timer(self, seconds) ? FL_OUTSIDE_HAS_LINE : FL_OUTSIDE_HAS_BROKEN;
    while (found == FL_OUTSIDE_HAS_LINE && !take(self, line, n)) {
        found = self->has_ended                           ? FL_OUTSIDE_HAS_ENDED
                : self->to - self->from > FL_OUTSIDE_LINE ? FL_OUTSIDE_HAS_LONG
                                                          : await(self);
    }
    (void)set_timer(self, 0);
    return found == FL_OUTSIDE_HAS_LINE && *n > FL_OUTSIDE_LINE ? FL_OUTSIDE_HAS_LONG : found;
}

bool fl_outside_process_has_more(fl_outside_process *self)
{
    struct pollfd file = {.fd = self->out, .events = POLLIN};
    if (!self->has_ended && poll(&file, 1, 0) > 0 && file.revents & POLLIN) {
        (void)get(self);
    }
    for (size_t i = self->from; i < self->to; i++) {
        if (fl_foreign_trim(&self->buffer[i], 1) > 0 && self->buffer[i] != '\n') {
            return true;
        }
    }
    return false;
}

void fl_outside_process_add_end(fl_outside_process *self, fl_text *out)
{
    enum { MOMENT = 500 };
    siginfo_t info = {.si_pid = 0};
    if (self->pid == 0 || !await_end(self->pid, MOMENT, &info)) {
        fl_text_add(out, "has closed its output");
    } else if (info.si_code == CLD_EXITED) {
        fl_text_add_format(out, "ended with exit code %d", info.si_status);
    } else {
        const char *name = strsignal(info.si_status);
        fl_text_add_format(out, "was ended by signal %d (%s)", info.si_status, name ? name : "?");
    }
}

void fl_outside_process_add_said(fl_outside_process *self, fl_text *out)
{
    enum { LINES = 6, BYTES = 400, MOMENT = 50, TIMES = 64 };
    int ready = -1;
    for (unsigned i = 0; i < TIMES && self->err >= 0 && ready != 0; i++) { /* others may keep the pipe open */
        struct pollfd file = {.fd = self->err, .events = POLLIN};
        ready = poll(&file, 1, MOMENT);
        if (ready > 0) {
            hear(self);
        }
    }
    size_t end = self->said_n;
    while (end > 0 && (self->said[end - 1] == '\n' || self->said[end - 1] == ' ')) {
        end--;
    }
    size_t from = end;
    for (unsigned lines = 0; from > 0 && end - from < BYTES; from--) {
        lines += self->said[from - 1] == '\n';
        if (lines == LINES) {
            break;
        }
    }
    for (size_t i = from; i < end; i++) {
        if (self->said[i] == '\n') {
            fl_text_add(out, " / ");
        } else {
            fl_text_add_char(out, self->said[i] ? self->said[i] : '?');
        }
    }
}
