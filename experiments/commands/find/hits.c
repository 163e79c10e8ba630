/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Hits in the requested format. */
#include "experiments/commands/find/find_private.h"
#include "gen/draw/draw.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

fl_err fl_hits_begin(fl_find_job *self, fl_diag *diag)
{
    const char *fields = fl_program_option_get(self->options, "fields");
    fl_text_init(&self->settings);
    fl_run_generator_add_settings(self->opened, &self->settings);
    fl_err err = FL_OK;
    static const struct {
        const char *name;
        fl_find_format format;
    } rows[] = {{"ndjson", FL_FIND_JSONL},
                {"jsonl", FL_FIND_JSONL},
                {"csv", FL_FIND_CSV},
                {"text", FL_FIND_TEXT},
                {"svg", FL_FIND_SVG}};
    const char *name = fl_program_option_get(self->options, "format");
    const char *output = fl_program_option_get(self->options, "output");
    const char *ending = output ? strrchr(output, '.') : NULL;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (strcmp(rows[i].name, name ? name : ending ? ending + 1 : "") == 0) {
            self->format = rows[i].format;
        }
    }
    if (fields && (self->format == FL_FIND_TEXT || self->format == FL_FIND_SVG)) {
        err = fl_diag_set(diag, FL_ERR_USAGE, "", "--fields is for ndjson and csv");
    }
    if (!err && self->format == FL_FIND_SVG && self->opened->generator->makes != FL_SAMPLE_FLOOR) {
        err = fl_diag_set(diag, FL_ERR_USAGE, "", "--format svg draws floors; 'show' draws %s as svg",
                          fl_sample_names(self->opened->generator->makes));
    }
    if (!err && (fields || self->format == FL_FIND_CSV)) {
        err = fl_show_columns_init(&self->columns, self->opened, fields, diag);
        self->has_columns = !err;
        self->columns.separator = self->format == FL_FIND_CSV ? ',' : '\0';
    }
    return err;
}

void fl_hits_free(fl_find_job *self)
{
    if (self->has_columns) {
        fl_show_columns_free(&self->columns);
    }
    self->has_columns = false;
    fl_text_free(&self->settings);
}

/* Adds what the search knows of a hit to the end of its line of JSON. */
static void add_to_line(const fl_find_job *self, const fl_find_hit *hit, const fl_find_combination *rare,
                        fl_text *out)
{
    if ((!self->question.has_score && !rare) || out->size < 2) {
        return;
    }
    out->size -= 2; /* the brace and the line feed */
    out->data[out->size] = '\0';
    if (self->question.has_score) {
        fl_text_add_format(out, ",\"find\":{\"score\":%lld}}\n", (long long)hit->score);
        return;
    }
    fl_text_add_format(out, ",\"find\":{\"count\":%llu", (unsigned long long)rare->count);
    for (unsigned i = 0; i < self->question.rare_n; i++) {
        fl_text_add_format(out, ",\"%s\":", self->question.catalogue.metric[self->question.rare[i]].name);
        if (rare->value[i] == FL_GENERATOR_FACT_NONE) {
            fl_text_add(out, "null");
        } else {
            fl_text_add_number(out, rare->value[i]);
        }
    }
    fl_text_add(out, "}}\n");
}

static void add_side(fl_show_side *self, const char *name, const char *value)
{
    if (self->n < FL_SHOW_SIDE_LINES) {
        snprintf(self->text[self->n], FL_SHOW_SIDE_WIDTH, "%-18s %s", name, value);
        self->line[self->n] = self->text[self->n];
        self->n++;
    }
}

static fl_err add_text(const fl_find_job *self, const fl_floor_maker *maker, const fl_find_hit *hit,
                       fl_text *out, fl_diag *diag)
{
    static const fl_show_look plain = {.is_quiet = true};
    fl_sample_sort sort = self->opened->generator->makes;
    fl_err err = FL_OK;
    fl_run_generator_add_command(self->opened, hit->index, out);
    fl_text_add(out, "\n\n");
    if (sort == FL_SAMPLE_FLOOR) {
        fl_show_side beside;
        /* Adds the game seed, and the metrics in the question. */
        char text[FL_ROW_SEED_TEXT + 24];
        const fl_expression *const asked[] = {&self->question.condition, &self->question.score};
        uint64_t seen[(FL_SAMPLE_METRICS + 63) / 64] = {0};
        beside.n = 0;
        fl_run_generator_game_seed(maker->opened, maker->key.index, text);
        if (text[0]) {
            add_side(&beside, "seed", text);
        }
        for (unsigned which = 0; which < 2; which++) {
            for (unsigned i = 0; i < asked[which]->inputs_n; i++) {
                const fl_expression_input *input = &asked[which]->input[i];
                unsigned number = input->number;
                if (input->sort == FL_EXPRESSION_METRIC && !(seen[number / 64] >> number % 64 & 1) &&
                    maker->values[number] != FL_GENERATOR_FACT_NONE) {
                    seen[number / 64] |= UINT64_C(1) << number % 64;
                    snprintf(text, sizeof text, "%d", (int)maker->values[number]);
                    add_side(&beside, self->question.catalogue.metric[number].name, text);
                }
            }
        }
        if (self->question.has_score) {
            snprintf(text, sizeof text, "%lld", (long long)hit->score);
            add_side(&beside, "score", text);
        }
        fl_floor_text_options how = {.side = beside.line, .side_n = beside.n};
        fl_draw_floor_text(&maker->floor, &how, out);
    } else if (sort == FL_SAMPLE_ROOM) {
        fl_show_room_text(maker, &plain, out);
    } else {
        err = fl_show_journey_text(maker, &plain, out, diag);
    }
    fl_text_add_char(out, '\n');
    return err;
}

/* A hit, and the combination that it is the first example of; NULL = none. */
typedef struct found {
    const fl_find_hit *hit;
    const fl_find_combination *rare;
} found;

static fl_err add_hit(const fl_find_job *self, const fl_floor_maker *maker, const found *it, fl_text *out,
                      fl_diag *diag)
{
    fl_floor_maker line = *maker; /* the settings are known */
    line.settings = fl_text_get(&self->settings);
    if (self->format == FL_FIND_TEXT) {
        return add_text(self, maker, it->hit, out, diag);
    }
    if (self->has_columns && self->columns.separator) {
        fl_show_columns_add_row(&self->columns, maker, out);
        return FL_OK;
    }
    if (self->has_columns) {
        fl_show_columns_add_json(&self->columns, maker, out);
    } else {
        fl_err err = fl_show_add_json(&line, true, out, diag);
        if (err) {
            return err;
        }
    }
    add_to_line(self, it->hit, it->rare, out);
    return FL_OK;
}

fl_err fl_hits_add(void *job_of, const fl_floor_maker *maker, const fl_find_hit *hit, fl_text *out,
                   fl_diag *diag)
{
    const fl_find_job *self = job_of;
    if (self->format == FL_FIND_SVG) {
        fl_text_add_bytes(out, (const char *)&hit->index, sizeof hit->index);
        return FL_OK;
    }
    return add_hit(self, maker, &(found){hit, NULL}, out, diag);
}

static fl_err write_text(const fl_find_job *self, const fl_text *text, fl_diag *diag)
{
    return self->file ? fl_find_file_write(self->file, text, diag)
                      : fl_program_output_write(STDOUT_FILENO, text, diag);
}

fl_err fl_hits_write(void *job_of, const fl_text *text, fl_diag *diag)
{
    fl_find_job *self = job_of;
    if (self->format != FL_FIND_SVG) {
        return write_text(self, text, diag);
    }
    for (size_t at = 0; at < text->size && self->picture_n < FL_FIND_PICTURE; at += sizeof(uint64_t)) {
        memcpy(&self->picture[self->picture_n++], text->data + at, sizeof(uint64_t));
    }
    return FL_OK;
}

/* Draws the hits; they are made twice, first to be measured. */
static fl_err draw_picture(fl_find_job *self, fl_floor_maker *maker, fl_text *out, fl_diag *diag)
{
    fl_gallery picture;
    fl_text title;
    fl_err err = FL_OK;
    fl_text_init(&title);
    fl_text_add_format(&title, "floorlab find %s ", self->opened->generator->name);
    fl_program_format_word(self->options->words_n > 1 ? self->options->word[1] : "", &title);
    fl_run_generator_add_options(self->opened, &title);
    fl_gallery_options how = {.title = fl_text_get(&title)};
    fl_draw_gallery_init(&picture, &how);
    for (unsigned pass = 0; pass < 2 && !err; pass++) {
        if (pass == 1) {
            fl_draw_gallery_begin(&picture, out);
        }
        for (unsigned i = 0; i < self->picture_n && !err; i++) {
            char seed[FL_ROW_SEED_TEXT];
            char caption[64];
            fl_run_maker_make(maker, self->picture[i], FL_METRIC_ALL_GROUPS);
            err = fl_run_maker_check(maker, diag);
            fl_run_generator_game_seed(self->opened, self->picture[i], seed);
            snprintf(caption, sizeof caption, seed[0] ? "%s" : "floor %.0s%llu", seed,
                     (unsigned long long)self->picture[i]);
            if (!err && pass == 0) {
                fl_draw_gallery_measure(&picture, &maker->floor, caption);
            } else if (!err) {
                fl_draw_gallery_add(&picture, &maker->floor, caption);
            }
        }
    }
    fl_draw_gallery_end(&picture);
    fl_text_free(&title);
    return err;
}

static fl_err add_best(fl_find_job *self, fl_floor_maker *maker, fl_text *out, fl_diag *diag)
{
    const fl_find_best *best = &self->search.best;
    fl_err err = FL_OK;
    for (unsigned i = 0; i < best->n && !err; i++) {
        err = fl_find_make(&self->question, maker, &best->hit[i], diag);
        if (!err && self->format == FL_FIND_SVG && self->picture_n < FL_FIND_PICTURE) {
            self->picture[self->picture_n++] = best->hit[i].index;
        } else if (!err) {
            err = add_hit(self, maker, &(found){&best->hit[i], NULL}, out, diag);
        }
    }
    return err;
}

static fl_err add_rarest(fl_find_job *self, fl_floor_maker *maker, unsigned rarest_n, fl_text *out,
                         fl_diag *diag)
{
    fl_find_combination *rarest = calloc(rarest_n + 1u, sizeof *rarest);
    fl_err err = rarest ? FL_OK : fl_diag_memory(diag);
    unsigned n = rarest ? fl_find_rare_pick(&self->search.rare, rarest, rarest_n) : 0;
    for (unsigned i = 0; i < n && !err; i++) {
        fl_find_hit hit = {rarest[i].first, 0};
        err = fl_find_make(&self->question, maker, &hit, diag);
        if (!err && self->format == FL_FIND_SVG && self->picture_n < FL_FIND_PICTURE) {
            self->picture[self->picture_n++] = hit.index;
        } else if (!err) {
            err = add_hit(self, maker, &(found){&hit, &rarest[i]}, out, diag);
        }
    }
    free(rarest);
    return err;
}

fl_err fl_hits_end(fl_find_job *self, fl_diag *diag)
{
    enum { USUAL_RAREST = 10 };
    fl_floor_maker maker;
    fl_text out;
    uint64_t rarest_n = 0;
    fl_err err = fl_program_option_number(self->options, "top", USUAL_RAREST, &rarest_n, diag);
    err = err ? err : fl_run_maker_open(&maker, self->opened, diag);
    if (err) {
        return err;
    }
    fl_text_init(&out);
    if (self->question.rare_n > 0) {
        err = add_rarest(self, &maker, (unsigned)rarest_n, &out, diag);
    } else {
        err = add_best(self, &maker, &out, diag);
    }
    if (!err && self->format == FL_FIND_SVG) {
        err = draw_picture(self, &maker, &out, diag);
    }
    err = err ? err : fl_text_check(&out) ? fl_diag_memory(diag) : FL_OK;
    err = err || out.size == 0 ? err : write_text(self, &out, diag);
    fl_text_free(&out);
    fl_run_maker_close(&maker);
    return err;
}
