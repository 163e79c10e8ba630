/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Turns and copies pictures made of characters, one character at a time. */
#include "tests/oracle/room/naive.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct picture {
    char tile[8][8];
} picture;

void room_naive_read(room_naive *self, const char *text)
{
    int row = -1;
    room_naive_chunk *chunk = NULL;
    self->chunks_n = 0;
    while (*text) {
        size_t length = strcspn(text, "\n");
        if (row >= 0) {
            memcpy(chunk->tile[row], text, 8);
            row = row == 7 ? -1 : row + 1;
        } else if (strncmp(text, "chunk:", 6) == 0) {
            chunk = &self->chunk[self->chunks_n++];
            memset(chunk, 0, sizeof *chunk);
        } else if (strncmp(text, "doors:", 6) == 0) {
            char line[64];
            snprintf(line, sizeof line, "%.*s", (int)length, text);
            chunk->top = strstr(line, "top") != NULL;
            chunk->left = strstr(line, "left") != NULL;
        } else if (strncmp(text, "pure_corner: yes", 16) == 0) {
            chunk->pure = true;
        } else if (strncmp(text, "clutter:", 8) == 0) {
            chunk->clutter = atoi(text + 8);
        } else if (strncmp(text, "picture:", 8) == 0) {
            row = 0;
        }
        text += length + (text[length] == '\n');
    }
}

static void transpose(picture *p)
{
    for (int y = 0; y < 8; y++) {
        for (int x = 0; x < y; x++) {
            char t = p->tile[y][x];
            p->tile[y][x] = p->tile[x][y];
            p->tile[x][y] = t;
        }
    }
}

static void flip_x(picture *p)
{
    for (int y = 0; y < 8; y++) {
        for (int x = 0; x < 4; x++) {
            char t = p->tile[y][x];
            p->tile[y][x] = p->tile[y][7 - x];
            p->tile[y][7 - x] = t;
        }
    }
}

static void flip_y(picture *p)
{
    for (int y = 0; y < 4; y++) {
        for (int x = 0; x < 8; x++) {
            char t = p->tile[y][x];
            p->tile[y][x] = p->tile[7 - y][x];
            p->tile[7 - y][x] = t;
        }
    }
}

typedef struct making {
    const room_naive *rules;
    fl_pcg rng;
    int left; /* of the budget */
    room_naive_room *out;
} making;

static bool has_door(const making *self, char side)
{
    return strchr(self->out->doors, side) != NULL;
}

static bool fits(const making *self, const room_naive_chunk *chunk, bool top, bool left)
{
    return chunk->clutter >= self->rules->min && chunk->clutter <= self->rules->max &&
           chunk->clutter <= self->left && (!top || chunk->top) && (!left || chunk->left);
}

static bool fits_turned(const making *self, const room_naive_chunk *chunk, bool top, bool left)
{
    return self->rules->transposes && fits(self, chunk, left, top);
}

static int kind_of(const room_naive_chunk *chunk)
{
    return chunk->top + chunk->left;
}

/* Draws a corner chunk, as a top left one: evenly from those sorted by clutter, then a coin if both ways
 * fit. */
static picture draw_corner(making *self, bool top, bool left)
{
    int order[ROOM_NAIVE_CHUNKS];
    int n = 0;
    int kind = -1;
    if (self->rules->kinds) {
        kind = top && left   ? 2
               : top || left ? 1 + (int)fl_pcg_below(&self->rng, 2)
                             : (int)fl_pcg_below(&self->rng, 3);
    }
    do {
        for (int clutter = 0; clutter < 32; clutter++) {
            for (int i = 0; i < self->rules->chunks_n; i++) {
                const room_naive_chunk *chunk = &self->rules->chunk[i];
                bool is_fit = fits(self, chunk, top, left) || fits_turned(self, chunk, top, left);
                if (chunk->clutter == clutter && is_fit && (kind < 0 || kind_of(chunk) == kind)) {
                    order[n++] = i;
                }
            }
        }
        kind = -1; /* none with that many doors: any */
    } while (n == 0);
    unsigned drawn = fl_pcg_below(&self->rng, 2 * (unsigned)n);
    const room_naive_chunk *chunk = &self->rules->chunk[order[drawn / 2]];
    bool is_turned = !fits(self, chunk, top, left) || (drawn % 2 && fits_turned(self, chunk, top, left));
    picture p;
    memcpy(p.tile, chunk->tile, sizeof p.tile);
    if (is_turned) {
        transpose(&p);
    }
    self->left -= chunk->clutter;
    return p;
}

static void copy(making *self, const picture *p, const int from[4], int x, int y)
{
    for (int j = 0; j < from[3]; j++) {
        for (int i = 0; i < from[2]; i++) {
            self->out->tile[y + j][x + i] = p->tile[from[1] + j][from[0] + i];
        }
    }
}

static const int whole[4] = {0, 0, 8, 8};
static const int left_half[4] = {0, 0, 4, 8};
static const int right_half[4] = {4, 0, 4, 8};
static const int upper_half[4] = {0, 0, 8, 4};
static const int lower_half[4] = {0, 4, 8, 4};

/* Draws the four corners; only in small rooms do they have doors. */
static void make_corners(making *self)
{
    int far = self->out->size - 8;
    bool small = !self->rules->big;
    for (int i = 0; i < 4; i++) {
        bool right = i % 2;
        bool bottom = i / 2;
        picture p = draw_corner(self, small && has_door(self, bottom ? 'S' : 'N'),
                                small && has_door(self, right ? 'E' : 'W'));
        if (right) {
            flip_x(&p);
        }
        if (bottom) {
            flip_y(&p);
        }
        copy(self, &p, whole, right ? far : 0, bottom ? far : 0);
    }
}

/* A top or bottom door chunk: the right half of one chunk, the left half of another that is mirrored. */
static void make_flat_door(making *self, bool bottom)
{
    bool flagged = !self->rules->any_closed || has_door(self, bottom ? 'S' : 'N');
    for (int i = 0; i < 2; i++) {
        picture p = draw_corner(self, flagged, false);
        if (bottom) {
            flip_y(&p);
        }
        if (i == 1) {
            flip_x(&p);
        }
        copy(self, &p, i ? left_half : right_half, i ? 12 : 8, bottom ? 16 : 0);
    }
}

static void make_upright_door(making *self, bool right)
{
    bool flagged = !self->rules->any_closed || has_door(self, right ? 'E' : 'W');
    for (int i = 0; i < 2; i++) {
        picture p = draw_corner(self, false, flagged);
        if (right) {
            flip_x(&p);
        }
        if (i == 1) {
            flip_y(&p);
        }
        copy(self, &p, i ? upper_half : lower_half, right ? 16 : 0, i ? 12 : 8);
    }
}

static void make_centre(making *self)
{
    int order[ROOM_NAIVE_CHUNKS];
    int n = 0;
    for (int clutter = 0; clutter < 32; clutter++) {
        for (int i = 0; i < self->rules->chunks_n; i++) {
            const room_naive_chunk *chunk = &self->rules->chunk[i];
            if (chunk->clutter == clutter && fits(self, chunk, false, false) && !chunk->pure) {
                order[n++] = i;
            }
        }
    }
    unsigned drawn = fl_pcg_below(&self->rng, 8 * (unsigned)n);
    picture p;
    memcpy(p.tile, self->rules->chunk[order[drawn / 8]].tile, sizeof p.tile);
    if (drawn & 4) {
        transpose(&p);
    }
    if (drawn & 1) {
        flip_x(&p);
    }
    if (drawn & 2) {
        flip_y(&p);
    }
    copy(self, &p, whole, 8, 8);
}

void room_naive_make(const room_naive *self, const fl_key *key, room_naive_room *out)
{
    making m = {.rules = self, .left = self->budget, .out = out};
    fl_key_stream(key, 0, &m.rng);
    memset(out, 0, sizeof *out);
    out->size = self->big ? 24 : 16;
    unsigned random = strcmp(self->doors, "random") == 0 ? fl_pcg_next(&m.rng) >> 28 : 0;
    for (int i = 0, n = 0; i < 4; i++) {
        if (random >> i & 1 || strchr(self->doors, "NESW"[i])) {
            out->doors[n++] = "NESW"[i];
        }
    }
    make_corners(&m);
    if (self->big) {
        make_flat_door(&m, false);
        make_upright_door(&m, true);
        make_flat_door(&m, true);
        make_upright_door(&m, false);
        make_centre(&m);
    }
}
