/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The stable half of gen/floorlab.h as it was when binary interface 0 began, without comments. It never
 * changes: old_program.c is compiled with it, as old programs were, and runs with the library of today. */
#ifndef FL_TESTS_LIBRARY_ABI_0_H
#define FL_TESTS_LIBRARY_ABI_0_H

#include <stddef.h>
#include <stdint.h>

#define FLOORLAB_API __attribute__((visibility("default")))

#ifdef __cplusplus
extern "C" {
#endif

#define FLOORLAB_NONE INT32_MIN

typedef enum floorlab_status {
    FLOORLAB_OK = 0,
    FLOORLAB_REFUSED = 2,
    FLOORLAB_TROUBLE = 3,
    FLOORLAB_DEFECT = 4
} floorlab_status;

typedef struct floorlab_error {
    char where[256];
    char what[640];
    char hint[640];
} floorlab_error;

typedef struct floorlab_text {
    char *data;
    size_t size;
    size_t length;
} floorlab_text;

typedef struct floorlab_generator floorlab_generator;

typedef struct floorlab_file {
    const char *name;
    const char *text;
} floorlab_file;

typedef struct floorlab_options {
    const char *generator;
    uint64_t seed;
    const char *const *names;
    const char *const *values;
    size_t settings_n;
    const floorlab_file *files;
    size_t files_n;
    uint64_t reserved[4];
} floorlab_options;

typedef struct floorlab_request {
    uint64_t first;
    uint64_t n;
    const char *const *metrics;
    size_t metrics_n;
    uint64_t reserved[4];
} floorlab_request;

FLOORLAB_API const char *floorlab_version(void);

FLOORLAB_API floorlab_status floorlab_generators(floorlab_text *out, floorlab_error *error);

FLOORLAB_API floorlab_status floorlab_open(const floorlab_options *options, floorlab_generator **out,
                                           floorlab_error *error);

FLOORLAB_API floorlab_status floorlab_clone(const floorlab_generator *self, floorlab_generator **out,
                                            floorlab_error *error);

FLOORLAB_API void floorlab_close(floorlab_generator *self);

FLOORLAB_API floorlab_status floorlab_describe(floorlab_generator *self, floorlab_text *out,
                                               floorlab_error *error);

FLOORLAB_API floorlab_status floorlab_values(floorlab_generator *self, const floorlab_request *request,
                                             int32_t *out, size_t out_n, floorlab_error *error);

FLOORLAB_API floorlab_status floorlab_boards(floorlab_generator *self, const floorlab_request *request,
                                             uint8_t *out, size_t out_n, floorlab_error *error);

typedef enum floorlab_form { FLOORLAB_LINE = 0, FLOORLAB_PLAIN, FLOORLAB_SVG } floorlab_form;

FLOORLAB_API floorlab_status floorlab_draw(floorlab_generator *self, uint64_t number, floorlab_form form,
                                           floorlab_text *out, floorlab_error *error);

FLOORLAB_API floorlab_status floorlab_measure(floorlab_generator *self, const char *line,
                                              const floorlab_request *request, int32_t *out,
                                              floorlab_error *error);

FLOORLAB_API floorlab_status floorlab_number_of(floorlab_generator *self, const char *game_seed,
                                                uint64_t *out, floorlab_error *error);

FLOORLAB_API floorlab_status floorlab_interval(uint64_t hits, uint64_t trials, double alpha, double limits[2],
                                               floorlab_error *error);

#ifdef __cplusplus
}
#endif

#endif
