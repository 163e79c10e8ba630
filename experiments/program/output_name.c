/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names of result files, of the shards of one run in one folder. */
#include "experiments/program/program.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* Of the largest part's number: names are in the order of the parts. */
static int digits_of(uint64_t n)
{
    int digits = 1;
    for (; n >= 10; n /= 10) {
        digits++;
    }
    return digits;
}

void fl_program_output_part(const fl_output_part *part, char out[FL_OUTPUT_NAME])
{
    if (part->of > 1) {
        snprintf(out, FL_OUTPUT_NAME, "%.200s-%0*llu-of-%llu%s", part->base, digits_of(part->of),
                 (unsigned long long)part->shard + 1, (unsigned long long)part->of, part->end);
    } else {
        snprintf(out, FL_OUTPUT_NAME, "%.200s%s", part->base, part->end);
    }
}

/* Other shards may make the folder at the same time. */
static fl_err make_folder(const char *path, fl_diag *diag)
{
    if (mkdir(path, 0777) == 0 || errno == EEXIST) {
        return FL_OK;
    }
    return fl_diag_set(diag, fl_diag_of_errno(errno), path, "cannot make this folder: %s", strerror(errno));
}

fl_err fl_program_output_name(const fl_options *options, const fl_output_part *part, char out[FL_OUTPUT_NAME],
                              fl_diag *diag)
{
    char own[FL_OUTPUT_NAME];
    const char *name = fl_program_option_get(options, "output");
    size_t length = name ? strlen(name) : 0;
    bool is_folder = length > 0 && name[length - 1] == '/';
    fl_program_output_part(is_folder ? part : &(fl_output_part){part->base, part->end, 0, 1}, own);
    int n = is_folder ? snprintf(out, FL_OUTPUT_NAME, "%s%s", name, own)
                      : snprintf(out, FL_OUTPUT_NAME, "%s", name ? name : own);
    if (n <= 0 || n >= FL_OUTPUT_NAME) {
        return fl_diag_set(diag, FL_ERR_USAGE, "", "the name of the output must have 1 to %d bytes",
                           FL_OUTPUT_NAME - 1);
    }
    return is_folder ? make_folder(name, diag) : FL_OK;
}
