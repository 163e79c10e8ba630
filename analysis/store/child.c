/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How the child ended decides who is to blame. It crashed: whatever HDF5 was given, or want of memory, which
 * the caller has to find out. A signal that no crash sends came from outside: from the kernel when the
 * machine's memory was short, or from a person. It took too long: the machine's, as on a slow one a good file
 * takes long, too. */
#include "analysis/store/store_private.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

enum { MUTE = 3 }; /* exit code of a child that could not send */

static const int crashes[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGSYS, SIGTRAP};

/* A child whose parent was killed has nothing left to do, and holds locks of the parent's until it is gone.
 */
static void follow_parent(pid_t parent)
{
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    if (getppid() != parent) {
        _exit(MUTE);
    }
}

/* Crashes end the child at once and without a word: the C library prints to the terminal when it finds its
 * memory corrupted. */
static void crash_quietly(void)
{
    static const int others[] = {SIGPIPE, SIGXCPU};
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    for (size_t i = 0; i < sizeof crashes / sizeof crashes[0]; i++) {
        signal(crashes[i], SIG_DFL);
    }
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        signal(others[i], SIG_DFL);
    }
    int nothing = open("/dev/null", O_RDWR);
    for (int i = 0; i <= 2 && nothing >= 0; i++) {
        dup2(nothing, i);
    }
}

/* The hard limit of processor time is above the soft one: with equal limits SIGXCPU would be SIGKILL. */
void fl_store_child_limit(int what, uint64_t most)
{
    struct rlimit limits;
    rlim_t above = what == RLIMIT_CPU ? 1 : 0;
    if (getrlimit(what, &limits) == 0 && limits.rlim_max >= above) {
        limits.rlim_max = limits.rlim_max < most + above ? limits.rlim_max : most + above;
        limits.rlim_cur =
            limits.rlim_cur < limits.rlim_max - above ? limits.rlim_cur : limits.rlim_max - above;
        setrlimit(what, &limits);
    }
}

static void work(const fl_store_child *self, int out, pid_t parent)
{
    fl_store_pipe stream;
    follow_parent(parent);
    if (!FL_STORE_SANITIZED) {
        crash_quietly();
    }
    if (self->seconds > 0) {
        fl_store_child_limit(RLIMIT_CPU, self->seconds);
    }
    fl_store_pipe_init(&stream, out);
    self->work(self->context, &stream);
    _exit(stream.is_broken ? MUTE : 0);
}

static bool is_crash(int status)
{
    bool is_one = WIFEXITED(status) && WEXITSTATUS(status) != MUTE;
    for (size_t i = 0; i < sizeof crashes / sizeof crashes[0]; i++) {
        is_one = is_one || (WIFSIGNALED(status) && WTERMSIG(status) == crashes[i]);
    }
    return is_one;
}

static fl_err tell_slowness(fl_store_child *self, bool is_silent, fl_diag *diag)
{
    fl_err err = is_silent ? fl_diag_set(diag, FL_ERR_IO, self->path,
                                         "the process that %s it said nothing for %u seconds and was ended",
                                         self->task, self->patience)
                           : fl_diag_set(diag, FL_ERR_IO, self->path,
                                         "no processor time is left to the process that %s it", self->task);
    fl_diag_hint(diag, "the machine may be slow or busy, or allow little (ulimit -t): try again");
    self->is_slow = true;
    return err;
}

/* The stream ended early. */
static fl_err tell_death(fl_store_child *self, int status, fl_diag *diag)
{
    fl_err err = FL_ERR_IO;
    self->is_crashed = is_crash(status);
    if (self->is_crashed) {
        return FL_ERR_DAMAGED;
    }
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU) {
        return tell_slowness(self, false, diag);
    }
    if (WIFSIGNALED(status)) {
        err = fl_diag_set(diag, err, self->path, "the process that %s it was ended from outside: %s",
                          self->task, strsignal(WTERMSIG(status)));
        fl_diag_hint(diag, "by a person, or by the system when memory was short: try again");
    } else {
        err = fl_diag_set(diag, err, self->path, "the process that %s it could not report", self->task);
        fl_diag_hint(diag, "the machine is in trouble; try again");
    }
    return err;
}

/* Waits for its end, ended at once if it is not wanted any more. */
static int wait_for(const fl_store_child *self, bool is_unwanted)
{
    static const int unknown = MUTE << 8; /* somebody else waited for it */
    int status = unknown;
    if (is_unwanted) {
        kill(self->process, SIGKILL);
    }
    while (waitpid(self->process, &status, 0) < 0 && errno == EINTR) {}
    return status;
}

/* After an error the child may still be at work, or wait for somebody to read. */
static fl_err receive(fl_store_child *self, fl_diag *diag)
{
    fl_store_pipe stream;
    fl_store_pipe_init(&stream, self->in);
    stream.patience = self->patience;
    fl_err err = self->listen(self->context, &stream, diag);
    int status = wait_for(self, err != FL_OK);
    if (err && stream.error) {
        return fl_diag_set(diag, FL_ERR_IO, self->path, "cannot hear from the process that %s it: %s",
                           self->task, strerror(stream.error));
    }
    if (err && stream.is_silent) {
        return tell_slowness(self, true, diag);
    }
    return err && stream.is_broken ? tell_death(self, status, diag) : err;
}

fl_err fl_store_child_start(fl_store_child *self, fl_diag *diag)
{
    int ends[2];
    pid_t parent = getpid();
    self->is_crashed = false;
    self->is_slow = false;
    if (pipe(ends)) {
        return fl_diag_set(diag, FL_ERR_IO, self->path, "cannot make a pipe: %s", strerror(errno));
    }
    self->process = fork();
    if (self->process == 0) {
        close(ends[0]);
        work(self, ends[1], parent);
    }
    int error = errno;
    close(ends[1]);
    self->in = ends[0];
    if (self->process < 0) {
        close(self->in);
        return fl_diag_set(diag, FL_ERR_IO, self->path, "cannot start a process: %s", strerror(error));
    }
    return FL_OK;
}

void fl_store_child_end(fl_store_child *self)
{
    (void)wait_for(self, true);
    close(self->in);
}

fl_err fl_store_child_run(fl_store_child *self, fl_diag *diag)
{
    fl_err err = fl_store_child_start(self, diag);
    if (err) {
        return err;
    }
    err = receive(self, diag);
    close(self->in);
    return err;
}
