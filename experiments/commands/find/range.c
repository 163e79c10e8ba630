/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The samples that are searched: --floors N|A..B|all, --from and --seeds. */
#include "experiments/commands/find/find_private.h"
#include "gen/base/parse_number.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t usual = 1000000;

static uint64_t samples_of(const fl_opened_generator *opened)
{
    uint64_t last = opened->last - opened->first;
    return last == UINT64_MAX ? last : last + 1;
}

static fl_err refuse_beyond(const fl_opened_generator *opened, fl_diag *diag)
{
    fl_err err = fl_diag_set(diag, FL_ERR_USAGE, "--floors", "the range goes beyond the last %s, %llu",
                             fl_sample_name(opened->generator->makes), (unsigned long long)opened->last);
    fl_diag_hint(diag, "with these settings they are numbered %llu to %llu; --floors all takes all of them",
                 (unsigned long long)opened->first, (unsigned long long)opened->last);
    return err;
}

static fl_err read_all(const fl_opened_generator *opened, fl_find_range *out, fl_diag *diag)
{
    if (opened->last == UINT64_MAX) {
        fl_err err = fl_diag_set(diag, FL_ERR_USAGE, "--floors",
                                 "'all' needs game seeds or a file of floors; %s has %s without end",
                                 opened->generator->name, fl_sample_names(opened->generator->makes));
        fl_diag_hint(diag, "give a number, such as --floors 100M");
        return err;
    }
    out->first = opened->first;
    out->n = samples_of(opened);
    return FL_OK;
}

/* "5..9", both included. */
static fl_err read_from_to(const fl_opened_generator *opened, const int64_t range[2], fl_find_range *out,
                           fl_diag *diag)
{
    if (range[0] < 0 || range[1] < range[0]) {
        return fl_diag_set(diag, FL_ERR_USAGE, "--floors", "expected a rising range such as 1..1000");
    }
    if ((uint64_t)range[0] < opened->first || (uint64_t)range[1] > opened->last) {
        return refuse_beyond(opened, diag);
    }
    out->first = (uint64_t)range[0];
    out->n = (uint64_t)(range[1] - range[0]) + 1;
    return FL_OK;
}

static fl_err read_numbers(const fl_opened_generator *opened, const fl_options *options, fl_find_range *out,
                           fl_diag *diag)
{
    const char *floors = fl_program_option_get(options, "floors");
    bool has_from = fl_program_option_get(options, "from") != NULL;
    int64_t range[2];
    bool is_range = floors && fl_parse_number_is_range(floors, &range[0], &range[1]);
    bool is_all = floors && strcmp(floors, "all") == 0;
    if (has_from && (is_range || is_all)) {
        return fl_diag_set(diag, FL_ERR_USAGE, "", "--floors %.40s says where it begins; leave out --from",
                           floors);
    }
    if (is_all || is_range) {
        return is_all ? read_all(opened, out, diag) : read_from_to(opened, range, out, diag);
    }
    fl_err err = fl_run_generator_floor_number(opened, options, "from", &out->first, diag);
    err = err ? err : fl_program_option_number(options, "floors", usual, &out->n, diag);
    uint64_t available = err ? 0 : opened->last - out->first;
    if (!err && out->n > 0 && out->n - 1 > available && floors) {
        err = refuse_beyond(opened, diag);
    } else if (!err && out->n > 0 && out->n - 1 > available) {
        out->n = available + 1;
    }
    return err;
}

/* Adds a number or a game seed from a line of a list. */
static fl_err add_line(const fl_opened_generator *opened, const char *text, uint64_t *out, fl_diag *diag)
{
    uint64_t number = 0;
    char seed[FL_ROW_SEED_TEXT]; /* empty if floors have none */
    fl_err err = fl_parse_number_unsigned(text, &number);
    fl_run_generator_game_seed(opened, opened->first, seed);
    if (err && seed[0] && opened->generator->number_of) {
        err = opened->generator->number_of(opened->rules, text, &number, diag);
        if (err) {
            return err;
        }
    } else if (err) {
        return fl_diag_set(diag, FL_ERR_INPUT, "",
                           "'%.40s' is not the number of a %s; game seeds need rng=isaac", text,
                           fl_sample_name(opened->generator->makes));
    }
    *out = number;
    return number >= opened->first && number <= opened->last
               ? FL_OK
               : fl_diag_set(diag, FL_ERR_INPUT, "", "there is no %s %llu",
                             fl_sample_name(opened->generator->makes), (unsigned long long)number);
}

static fl_err read_lines(const fl_opened_generator *opened, char *text, const char *name, fl_find_range *out,
                         fl_diag *diag)
{
    uint64_t size = 1;
    uint64_t number = 0;
    for (const char *p = text; *p; p++) {
        size += *p == '\n';
    }
    out->list = calloc(size, sizeof *out->list);
    if (!out->list) {
        return fl_diag_memory(diag);
    }
    for (char *line = text; line; number++) {
        char where[256];
        char *next = strchr(line, '\n');
        if (next) {
            *next++ = '\0';
        }
        line += strspn(line, " \t\r");
        size_t n = strlen(line);
        while (n > 0 && strchr(" \t\r", line[n - 1])) {
            line[--n] = '\0';
        }
        if (n > 0 && line[0] != '#') {
            fl_err err = add_line(opened, line, &out->list[out->n], diag);
            if (err) {
                snprintf(where, sizeof where, "%.200s:%llu", name, (unsigned long long)number + 1);
                fl_diag_move(diag, where);
                return err;
            }
            out->n++;
        }
        line = next;
    }
    return FL_OK;
}

static fl_err read_seeds(const fl_opened_generator *opened, const fl_options *options, fl_find_range *out,
                         fl_diag *diag)
{
    const char *name = fl_program_option_get(options, "seeds");
    char *text = NULL;
    size_t size = 0;
    if (fl_program_option_get(options, "floors") || fl_program_option_get(options, "from")) {
        return fl_diag_set(diag, FL_ERR_USAGE, "",
                           "--seeds lists what is searched; leave out --floors and --from");
    }
    fl_err err = fl_program_file_read(name, &text, &size, diag);
    if (!err && strlen(text) != size) {
        err = fl_diag_set(diag, FL_ERR_INPUT, name, "this is not a text file");
    }
    err = err ? err : read_lines(opened, text, name, out, diag);
    free(text);
    return err;
}

fl_err fl_range_read(const fl_opened_generator *opened, const fl_options *options, fl_find_range *out,
                     fl_diag *diag)
{
    *out = (fl_find_range){0};
    fl_err err = fl_program_option_get(options, "seeds") ? read_seeds(opened, options, out, diag)
                                                         : read_numbers(opened, options, out, diag);
    out->is_whole = !err && !out->list && opened->last != UINT64_MAX && out->n == samples_of(opened);
    return err;
}

void fl_range_free(fl_find_range *self)
{
    free(self->list);
    self->list = NULL;
}
