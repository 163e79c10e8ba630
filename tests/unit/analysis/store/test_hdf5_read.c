/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reading: every kind of wrong file has its own clear error; damage is found, hostile files do no harm. */
#define _GNU_SOURCE /* syscall */
#include "analysis/store/store_private.h"
#include "tests/support/folder.h"
#include "tests/support/sample_store.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <hdf5.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static folder place;
static fl_store store, back;
static fl_diag diag;
static bytes whole; /* a good file */

static const char *name(const char *base)
{
    return folder_path(&place, base);
}

static void set_up(void)
{
    folder_open(&place);
    fl_store_init(&store);
    fl_store_init(&back);
    fl_diag_init(&diag);
    cr_assert_eq(sample_store_fill(&store, false, 3), FL_OK);
    cr_assert_eq(fl_store_hdf5_write(&store, name("good.h5"), &diag), FL_OK, "%s", diag.what);
    whole = folder_read(name("good.h5"));
}

static void tear_down(void)
{
    fl_store_free(&store);
    fl_store_free(&back);
    free(whole.data);
    folder_close(&place);
}

TestSuite(hdf5_read, .init = set_up, .fini = tear_down);
TestSuite(hdf5_get, .init = set_up, .fini = tear_down);
TestSuite(child_pipe, .init = set_up, .fini = tear_down);

static void expect(const char *path, fl_err wanted, const char *words)
{
    fl_err found = fl_store_hdf5_read(&back, path, &diag);
    cr_expect_eq(found, wanted, "%s: %d: %s", path, found, diag.what);
    cr_expect(strstr(diag.what, words) != NULL, "'%s' is not in '%s'", words, diag.what);
    cr_expect_str_eq(diag.where, path);
    cr_expect_eq(diag.code, wanted);
    cr_expect_eq(back.items_n + back.attributes_n, 0u);
    fl_store_free(&back);
}

static void expect_good(const char *path)
{
    cr_assert_eq(fl_store_hdf5_read(&back, path, &diag), FL_OK, "%s", diag.what);
    const char *why = sample_store_difference(&store, &back);
    cr_expect_null(why, "%s", why);
    fl_store_free(&back);
}

Test(hdf5_read, a_copy_is_as_good_as_the_file)
{
    folder_write(name("copy"), whole.data, whole.size);
    expect_good(name("good.h5"));
    expect_good(name("copy"));
    cr_assert_eq(symlink("copy", name("link")), 0);
    expect_good(name("link"));
}

Test(hdf5_read, a_name_without_a_file_is_said_so)
{
    expect(name("none.h5"), FL_ERR_INPUT, "there is no such file");
    expect(name("good.h5/x"), FL_ERR_INPUT, "cannot open");
}

Test(hdf5_read, folders_and_pipes_are_no_files)
{
    cr_assert_eq(mkfifo(name("pipe"), 0600), 0);
    expect(place.path, FL_ERR_INPUT, "this is a folder");
    expect(name("pipe"), FL_ERR_INPUT, "device or pipe");
    expect("/dev/zero", FL_ERR_INPUT, "device or pipe");
}

Test(hdf5_read, foreign_files_have_errors_of_their_own)
{
    hid_t file = H5Fcreate(name("other.h5"), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    cr_assert(file >= 0 && H5Fclose(file) >= 0);
    folder_write(name("text"), "rooms: 7\n", 9);
    folder_write(name("empty"), "", 0);
    expect(name("other.h5"), FL_ERR_FORMAT, "not written by floorlab");
    expect(name("text"), FL_ERR_FORMAT, "this is no HDF5 file");
    expect(name("empty"), FL_ERR_FORMAT, "the file is empty");
}

Test(hdf5_read, other_versions_have_errors_of_their_own)
{
    whole.data[13] = '4';
    folder_write(name("a.h5"), whole.data, whole.size);
    expect(name("a.h5"), FL_ERR_VERSION, "newer");
    whole.data[13] = '1';
    folder_write(name("a.h5"), whole.data, whole.size);
    expect(name("a.h5"), FL_ERR_VERSION, "older");
}

Test(hdf5_read, truncated_and_changed_files_are_damaged)
{
    folder_write(name("a.h5"), whole.data, whole.size - 1);
    expect(name("a.h5"), FL_ERR_DAMAGED, "truncated");
    whole.data[whole.size / 2] ^= 0x10;
    folder_write(name("a.h5"), whole.data, whole.size);
    expect(name("a.h5"), FL_ERR_DAMAGED, "checksum");
}

Test(hdf5_read, nobody_has_to_listen)
{
    cr_expect_eq(fl_store_hdf5_read(&back, name("none"), NULL), FL_ERR_INPUT);
    cr_expect_eq(fl_store_hdf5_read(&back, name("good.h5"), NULL), FL_OK);
}

Test(hdf5_read, floors_are_listed_without_their_values)
{
    fl_store_free(&store);
    cr_assert_eq(sample_store_fill(&store, true, 3), FL_OK);
    cr_assert_eq(fl_store_hdf5_write(&store, name("floors.h5"), &diag), FL_OK);
    cr_assert_eq(fl_store_hdf5_read(&back, name("floors.h5"), &diag), FL_OK);
    const fl_store_item *item = fl_store_find(&back, "/sample/balance");
    cr_assert_not_null(item);
    cr_expect_null(item->data);
    cr_expect_eq(item->size[1], (uint64_t)SAMPLE_FLOORS);
    cr_expect_str_eq(item->dimension[1], FL_STORE_SAMPLES);
}

/* Slow machines: in this program each read of the child takes its time. */
static bool is_slow;
static pid_t parent;
static int64_t slowness; /* nanoseconds of processor time for each byte; 0 = without end */

ssize_t pread(int file, void *out, size_t n, off_t at)
{
    struct timespec now;
    int64_t begun = -1;
    int64_t used = 0;
    while (is_slow && getpid() != parent && (slowness == 0 || used < slowness * (int64_t)n)) {
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
        int64_t moment = now.tv_sec * 1000000000 + now.tv_nsec;
        begun = begun < 0 ? moment : begun;
        used = moment - begun;
    }
    return syscall(SYS_pread64, file, out, n, at);
}

static void slow_down(int64_t nanoseconds)
{
    is_slow = true;
    parent = getpid();
    slowness = nanoseconds;
}

Test(hdf5_read, a_good_file_is_good_on_a_slow_machine)
{
    slow_down(1000000000 / (int64_t)whole.size);
    expect_good(name("good.h5"));
}

Test(hdf5_read, a_file_that_takes_for_ever_is_not_called_damaged)
{
    struct rlimit few = {.rlim_cur = 2, .rlim_max = 3}; /* as by ulimit: this test need not wait longer */
    cr_assert_eq(setrlimit(RLIMIT_CPU, &few), 0);
    slow_down(0);
    expect(name("good.h5"), FL_ERR_IO, "no processor time is left to the process that reads it");
}

/* The largest result that was ever measured: 1.6 MB, 959 MiB unpacked, 2.7 seconds. */
Test(hdf5_read, a_machine_ten_times_slower_has_the_time_it_needs)
{
    cr_expect_geq(fl_store_hdf5_read_seconds(1600000), 27u);
    cr_expect_leq(fl_store_hdf5_read_seconds(4096), 9u, "a small file does not hold up its reader");
    cr_expect_leq(fl_store_hdf5_read_seconds(UINT64_MAX), 120u);
    for (uint64_t size = 1; size < (uint64_t)1 << 40; size *= 2) {
        cr_expect_leq(fl_store_hdf5_read_seconds(size), fl_store_hdf5_read_seconds(2 * size));
    }
}

static uint64_t state = 88172645463325252u;

static uint64_t below(uint64_t n)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state % n;
}

/* Writes bytes whose block is right, whatever the rest is. */
static void forge(const char *path, const bytes *file)
{
    folder_write(path, file->data, file->size);
    int opened = open(path, O_RDWR);
    cr_assert(opened >= 0);
    cr_assert_eq(fl_store_checksum_put(opened, path, &diag), FL_OK);
    close(opened);
}

/* HDF5 files that another program could have sealed. */
typedef struct forgery {
    const char *what;
    void (*make)(hid_t file);
    const char *words;
} forgery;

static hid_t space_of(hsize_t n)
{
    return H5Screate_simple(1, &n, NULL);
}

static void make_set(hid_t file, hid_t type, hid_t list)
{
    hid_t space = space_of(4);
    hid_t set = H5Dcreate2(file, "a", type, space, H5P_DEFAULT, list, H5P_DEFAULT);
    cr_assert(set >= 0);
    H5Dclose(set);
    H5Sclose(space);
}

static hid_t chunks(void)
{
    const hsize_t n = 4;
    hid_t list = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_chunk(list, 1, &n);
    H5Pset_fletcher32(list);
    return list;
}

static void make_soft(hid_t file)
{
    H5Lcreate_soft("/etc", file, "a", H5P_DEFAULT, H5P_DEFAULT);
}

static void make_outside(hid_t file)
{
    H5Lcreate_external("/etc/passwd", "/", file, "a", H5P_DEFAULT, H5P_DEFAULT);
}

static void make_external(hid_t file)
{
    hid_t list = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_external(list, "/etc/passwd", 0, 32);
    make_set(file, H5T_STD_U64LE, list);
    H5Pclose(list);
}

static void make_virtual(hid_t file)
{
    hid_t list = H5Pcreate(H5P_DATASET_CREATE);
    hid_t space = space_of(4);
    H5Pset_virtual(list, space, "/tmp/other.h5", "/a", space);
    make_set(file, H5T_STD_U64LE, list);
    H5Pclose(list);
    H5Sclose(space);
}

static void make_plain(hid_t file)
{
    make_set(file, H5T_STD_U64LE, H5P_DEFAULT);
}

static void make_float(hid_t file)
{
    hid_t list = chunks();
    make_set(file, H5T_IEEE_F32LE, list);
    H5Pclose(list);
}

static void make_nbit(hid_t file)
{
    hid_t list = chunks();
    H5Pset_nbit(list);
    make_set(file, H5T_STD_U64LE, list);
    H5Pclose(list);
}

static void make_huge(hid_t file)
{
    const hsize_t n = (hsize_t)1 << 40;
    const hsize_t chunk = 1 << 16;
    hid_t list = chunks();
    hid_t space = H5Screate_simple(1, &n, NULL);
    H5Pset_chunk(list, 1, &chunk);
    H5Dclose(H5Dcreate2(file, "a", H5T_STD_U64LE, space, H5P_DEFAULT, list, H5P_DEFAULT));
    H5Sclose(space);
    H5Pclose(list);
}

static void make_big_chunks(hid_t file)
{
    const hsize_t n = 1 << 28;
    hid_t list = chunks();
    hid_t space = H5Screate_simple(1, &n, NULL);
    H5Pset_chunk(list, 1, &n);
    H5Dclose(H5Dcreate2(file, "a", H5T_STD_U8LE, space, H5P_DEFAULT, list, H5P_DEFAULT));
    H5Sclose(space);
    H5Pclose(list);
}

static void make_type(hid_t file)
{
    hid_t type = H5Tcopy(H5T_STD_U64LE);
    H5Tcommit2(file, "a", type, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    H5Tclose(type);
}

static void make_attribute(hid_t file)
{
    hid_t space = space_of(4);
    hid_t root = H5Gopen2(file, "/", H5P_DEFAULT);
    H5Aclose(H5Acreate2(root, "a", H5T_IEEE_F32LE, space, H5P_DEFAULT, H5P_DEFAULT));
    H5Gclose(root);
    H5Sclose(space);
}

static void make_circle(hid_t file)
{
    hid_t list = H5Pcreate(H5P_GROUP_CREATE);
    H5Pset_link_creation_order(list, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
    hid_t group = H5Gcreate2(file, "a", H5P_DEFAULT, list, H5P_DEFAULT);
    char path[4] = "b";
    for (path[0] = 'b'; path[0] <= 'i'; path[0]++) {
        H5Lcreate_hard(file, "a", group, path, H5P_DEFAULT, H5P_DEFAULT);
    }
    H5Gclose(group);
    H5Pclose(list);
}

static void make_without_scale(hid_t file)
{
    hid_t list = chunks();
    make_set(file, H5T_STD_U64LE, list);
    H5Pclose(list);
}

static const forgery forgeries[] = {
    {"a soft link", make_soft, "link to elsewhere"},
    {"an external link", make_outside, "link to elsewhere"},
    {"external storage", make_external, "stored in a way"},
    {"a virtual dataset", make_virtual, "stored in a way"},
    {"no chunks", make_plain, "stored in a way"},
    {"floating point", make_float, "stored in a way"},
    {"another filter", make_nbit, "stored in a way"},
    {"huge", make_huge, "larger than floorlab writes"},
    {"big chunks", make_big_chunks, "stored in a way"},
    {"a named type", make_type, "neither a dataset nor a folder"},
    {"an odd attribute", make_attribute, "neither a text nor a number"},
    {"a circle of folders", make_circle, "too"},
    {"no dimension", make_without_scale, "expected a scale"},
};

static void make_forgery(const char *path, void (*make)(hid_t file))
{
    const unsigned order = H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED;
    hid_t list = H5Pcreate(H5P_FILE_CREATE);
    hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    H5Pset_userblock(list, FL_STORE_CHECKSUM_SIZE);
    H5Pset_link_creation_order(list, order);
    H5Pset_attr_creation_order(list, order);
    H5Pset_libver_bounds(access, H5F_LIBVER_V110, H5F_LIBVER_V110);
    hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, list, access);
    cr_assert(file >= 0);
    make(file);
    cr_assert(H5Fclose(file) >= 0);
    H5Pclose(list);
    H5Pclose(access);
    bytes content = folder_read(path);
    forge(path, &content);
    free(content.data);
}

Test(hdf5_get, what_floorlab_never_writes_is_refused)
{
    for (size_t i = 0; i < sizeof forgeries / sizeof forgeries[0]; i++) {
        make_forgery(name("a.h5"), forgeries[i].make);
        expect(name("a.h5"), FL_ERR_DAMAGED, forgeries[i].words);
    }
}

static void make_nothing(hid_t file)
{
    (void)file;
}

Test(hdf5_get, a_forged_file_of_the_right_kind_is_read)
{
    make_forgery(name("a.h5"), make_nothing);
    cr_expect_eq(fl_store_hdf5_read(&back, name("a.h5"), &diag), FL_OK, "%s", diag.what);
}

/* A child that sends `size` bytes; what the parent makes of them. */
static fl_err take(const void *data, size_t size, bool *is_broken)
{
    int ends[2];
    int status = 0;
    fl_store_pipe stream;
    cr_assert_eq(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        for (size_t done = 0; done < size;) {
            ssize_t n = write(ends[1], (const char *)data + done, size - done);
            done = n < 0 ? size : done + (size_t)n;
        }
        _exit(0);
    }
    close(ends[1]);
    fl_store_pipe_init(&stream, ends[0]);
    fl_err err = fl_store_pipe_take_all(&stream, &back, "some.h5", &diag);
    *is_broken = stream.is_broken;
    close(ends[0]);
    waitpid(child, &status, 0);
    return err;
}

/* What a child would send about the sample. */
static bytes recorded(void)
{
    fl_store_pipe stream;
    int file = open(name("stream"), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    cr_assert(file >= 0);
    fl_store_pipe_init(&stream, file);
    for (size_t i = 0; i < store.attributes_n; i++) {
        const fl_store_attribute *it = &store.attributes[i];
        if (it->text) {
            fl_store_pipe_put_text(&stream, it->name, it->text);
        } else {
            fl_store_pipe_put_number(&stream, it->name, it->number);
        }
    }
    for (size_t i = 0; i < store.items_n; i++) {
        fl_store_pipe_put_item(&stream, &store.items[i]);
    }
    fl_store_pipe_put_end(&stream, NULL);
    cr_assert_not(stream.is_broken);
    close(file);
    return folder_read(name("stream"));
}

Test(child_pipe, what_was_sent_arrives)
{
    bool is_broken = true;
    uint64_t *values = NULL;
    fl_store_item *out = NULL;
    fl_store_item item = {
        .path = "/large", .type = FL_STORE_U64, .rank = 1, .size = {300000}, .dimension = {"/large"}};
    cr_assert_eq(fl_store_add(&store, &item, &out), FL_OK);
    values = out->data;
    for (uint64_t i = 0; i < 300000; i++) {
        values[i] = i * i;
    }
    bytes stream = recorded();
    cr_expect_eq(take(stream.data, stream.size, &is_broken), FL_OK, "%s", diag.what);
    const char *why = sample_store_difference(&store, &back);
    cr_expect_null(why, "%s", why);
    cr_expect_not(is_broken);
    free(stream.data);
}

Test(child_pipe, an_early_end_is_noticed)
{
    bool is_broken = false;
    bytes stream = recorded();
    for (size_t size = 0; size < stream.size; size += 31) {
        cr_assert_eq(take(stream.data, size, &is_broken), FL_ERR_DAMAGED);
        cr_assert(is_broken, "%zu", size);
        fl_store_free(&back);
    }
    free(stream.data);
}

/* The most memory that this process had, in MiB. */
static long most_memory(void)
{
    struct rusage usage;
    cr_assert_eq(getrusage(RUSAGE_SELF, &usage), 0);
    return usage.ru_maxrss >> 10;
}

Test(child_pipe, values_that_are_only_promised_take_no_memory)
{
    struct {
        uint64_t mark, path_size;
        char path[8];
        uint64_t type, rank, size, rest[4];
    } head = {3, 9, "/largest", FL_STORE_U64, 1, (FL_STORE_BYTES >> 3) - 1, {0, 0, 0, 0}};
    bool is_broken = false;
    mallopt(M_PERTURB, 0); /* else MALLOC_PERTURB_, which meson sets, has all memory written */
    long before = most_memory();
    cr_expect_eq(take(&head, sizeof head, &is_broken), FL_ERR_DAMAGED);
    cr_expect(is_broken);
    cr_expect_lt(most_memory() - before, 500);
}

Test(child_pipe, nonsense_is_refused_without_harm, .timeout = 280)
{
    bool is_broken = false;
    bytes stream = recorded();
    unsigned refused = 0;
    for (unsigned i = 0; i < 1500; i++) {
        size_t at = below(stream.size - 8);
        unsigned char old[8];
        memcpy(old, stream.data + at, 8);
        for (unsigned k = 0; k < 8; k++) {
            stream.data[at + k] = (unsigned char)(below(2) ? below(256) : below(2) * 255);
        }
        refused += take(stream.data, stream.size, &is_broken) != FL_OK;
        fl_store_free(&back);
        memcpy(stream.data + at, old, 8);
    }
    cr_expect_gt(refused, 500u);
    free(stream.data);
}

Test(child_pipe, an_error_of_the_child_is_passed_on)
{
    fl_store_pipe stream;
    fl_diag told;
    int ends[2];
    static const fl_err sent[] = {FL_ERR_DAMAGED, FL_ERR_MEMORY, FL_ERR_IO, FL_ERR_STOPPED};
    static const fl_err heard[] = {FL_ERR_DAMAGED, FL_ERR_MEMORY, FL_ERR_IO, FL_ERR_DAMAGED};
    for (unsigned i = 0; i < 4; i++) {
        cr_assert_eq(pipe(ends), 0);
        fl_store_pipe_init(&stream, ends[1]);
        cr_expect_eq(fl_diag_set(&told, sent[i], "", "because"), sent[i]);
        fl_store_pipe_put_end(&stream, &told);
        fl_store_pipe_init(&stream, ends[0]);
        cr_expect_eq(fl_store_pipe_take_all(&stream, &back, "some.h5", &diag), heard[i]);
        cr_expect_str_eq(diag.what, "because");
        cr_expect_str_eq(diag.where, "some.h5");
        close(ends[0]);
        close(ends[1]);
    }
}
