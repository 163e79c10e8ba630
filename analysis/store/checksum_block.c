/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes, parses and compares the block; hashes the rest by XXH3-128. */
#include "analysis/store/store_private.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

enum { PART = 1 << 18 };

static const char file_type[] = FL_STORE_MARK;
static const char signature[8] = "\x89HDF\r\n\x1a\n";

static fl_err io_error(const char *path, const char *verb, fl_diag *diag)
{
    return fl_diag_set(diag, FL_ERR_IO, path, "cannot %s: %s", verb, strerror(errno));
}

static fl_err hash_parts(int file, XXH3_state_t *state, unsigned char *part, uint64_t size)
{
    for (uint64_t at = FL_STORE_CHECKSUM_SIZE; at < size;) {
        size_t n = size - at < PART ? (size_t)(size - at) : PART;
        size_t done = n;
        if (fl_files_get(file, (int64_t)at, part, &done)) {
            return FL_ERR_IO;
        }
        if (done < n) {
            return FL_ERR_DAMAGED;
        }
        XXH3_128bits_update(state, part, n);
        at += n;
    }
    return FL_OK;
}

/* The checksum of all bytes from the end of the block to `size`. */
static fl_err hash_file(int file, uint64_t size, XXH128_hash_t *out)
{
    XXH3_state_t *state = XXH3_createState();
    unsigned char *part = malloc(PART);
    fl_err err = state && part ? FL_OK : FL_ERR_MEMORY;
    if (!err) {
        XXH3_128bits_reset(state);
        err = hash_parts(file, state, part, size);
        *out = XXH3_128bits_digest(state);
    }
    free(part);
    XXH3_freeState(state);
    return err;
}

static fl_err tell_hash(fl_err err, const char *path, fl_diag *diag)
{
    if (err == FL_ERR_MEMORY) {
        return fl_diag_memory(diag);
    }
    if (err == FL_ERR_IO) {
        return io_error(path, "read", diag);
    }
    return fl_diag_set(diag, err, path, "the file became shorter while it was read");
}

static void render(uint64_t size, XXH128_hash_t hash, char out[FL_STORE_CHECKSUM_SIZE + 1])
{
    int n = snprintf(out, FL_STORE_CHECKSUM_SIZE,
                     "%s%d\nsize %020" PRIu64 "\nxxh3-128 %016" PRIx64 "%016" PRIx64
                     "\n\nThis is an HDF5 file with a block of bytes in front: open it with any HDF5 tool.\n",
                     file_type, FL_STORE_VERSION, size, hash.high64, hash.low64);
    memset(out + n, '\n', FL_STORE_CHECKSUM_SIZE - (size_t)n);
    out[FL_STORE_CHECKSUM_SIZE] = '\0';
}

fl_err fl_store_checksum_put(int file, const char *path, fl_diag *diag)
{
    struct stat about;
    if (fstat(file, &about)) {
        return io_error(path, "look at the temporary file", diag);
    }
    XXH128_hash_t hash;
    fl_err err = hash_file(file, (uint64_t)about.st_size, &hash);
    if (err) {
        return tell_hash(err, path, diag);
    }
    char block[FL_STORE_CHECKSUM_SIZE + 1];
    render((uint64_t)about.st_size, hash, block);
    err = fl_files_put(file, 0, block, FL_STORE_CHECKSUM_SIZE);
    return err ? io_error(path, "write", diag) : FL_OK;
}

/* The signature of HDF5 is at 0, 512, 1024, 2048, … */
static bool is_hdf5(int file, uint64_t size)
{
    for (uint64_t at = 0; at + sizeof signature <= size; at = at ? at * 2 : 512) {
        char found[sizeof signature];
        size_t n = sizeof found;
        if (fl_files_get(file, (int64_t)at, found, &n) == FL_OK && n == sizeof found &&
            memcmp(found, signature, sizeof found) == 0) {
            return true;
        }
    }
    return false;
}

static fl_err damaged(const char *path, const char *what, fl_diag *diag)
{
    fl_err err = fl_diag_set(diag, FL_ERR_DAMAGED, path, "the file is damaged: %s", what);
    fl_diag_hint(diag, "take a copy of it, or run the experiment again");
    return err;
}

static fl_err check_version(const char *block, const char *path, fl_diag *diag)
{
    const char *text = block + sizeof file_type - 1;
    char *end = NULL;
    unsigned long version = *text >= '0' && *text <= '9' ? strtoul(text, &end, 10) : 0;
    if (!end || *end != '\n') {
        return damaged(path, "its version cannot be read", diag);
    }
    if (version == FL_STORE_VERSION) {
        return FL_OK;
    }
    bool is_newer = version > FL_STORE_VERSION;
    fl_err err = fl_diag_set(diag, FL_ERR_VERSION, path,
                             "the file has version %lu of the format, %s than this program's %d", version,
                             is_newer ? "newer" : "older", FL_STORE_VERSION);
    fl_diag_hint(diag, is_newer ? "use the program that wrote it, or a newer floorlab"
                                : "make it again; the command that made it: h5dump -a command FILE");
    return err;
}

static fl_err check_size(const char *block, uint64_t size, const char *path, fl_diag *diag)
{
    const char *line = memchr(block, '\n', FL_STORE_CHECKSUM_SIZE);
    uint64_t expected = 0;
    if (!line || sscanf(line, "\nsize %20" SCNu64 "\n", &expected) != 1) {
        return damaged(path, "the block in front does not state its size", diag);
    }
    if (size < expected) {
        fl_err err =
            fl_diag_set(diag, FL_ERR_DAMAGED, path,
                        "the file is truncated: it has %" PRIu64 " of %" PRIu64 " bytes", size, expected);
        fl_diag_hint(diag, "copy it again, or run the experiment again");
        return err;
    }
    return size == expected ? FL_OK : damaged(path, "it is longer than its block says", diag);
}

static fl_err check_block(int file, const char *block, uint64_t size, const char *path, fl_diag *diag)
{
    XXH128_hash_t hash;
    fl_err err = check_version(block, path, diag);
    err = err ? err : check_size(block, size, path, diag);
    if (err) {
        return err;
    }
    err = hash_file(file, size, &hash);
    if (err) {
        return tell_hash(err, path, diag);
    }
    char expected[FL_STORE_CHECKSUM_SIZE + 1];
    render(size, hash, expected);
    return memcmp(block, expected, FL_STORE_CHECKSUM_SIZE) == 0
               ? FL_OK
               : damaged(path, "its checksum does not match its content", diag);
}

fl_err fl_store_checksum_check(int file, const char *path, fl_diag *diag)
{
    struct stat about;
    char block[FL_STORE_CHECKSUM_SIZE + 1];
    size_t done = FL_STORE_CHECKSUM_SIZE;
    if (fstat(file, &about) || fl_files_get(file, 0, block, &done)) {
        return io_error(path, "read", diag);
    }
    block[done] = '\0';
    uint64_t size = (uint64_t)about.st_size;
    if (done < sizeof file_type - 1 || memcmp(block, file_type, sizeof file_type - 1) != 0) {
        fl_err err = FL_OK;
        if (size == 0) {
            err = fl_diag_set(diag, FL_ERR_FORMAT, path, "the file is empty, expected a result of floorlab");
        } else if (is_hdf5(file, size)) {
            err = fl_diag_set(diag, FL_ERR_FORMAT, path,
                              "this HDF5 file was not written by floorlab, or its first bytes were changed");
        } else {
            err = fl_diag_set(diag, FL_ERR_FORMAT, path, "not a result file of floorlab: it is not HDF5");
        }
        fl_diag_hint(diag, "'floorlab run' and 'floorlab import' write result files");
        return err;
    }
    if (done < FL_STORE_CHECKSUM_SIZE) {
        fl_err err =
            fl_diag_set(diag, FL_ERR_DAMAGED, path, "the file is truncated: it has only %zu bytes", done);
        fl_diag_hint(diag, "copy it again, or run the experiment again");
        return err;
    }
    return check_block(file, block, size, path, diag);
}
