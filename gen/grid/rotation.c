/* SPDX-License-Identifier: MIT */
/* Shapes as masks: their pieces and their rotations. */
#include "gen/grid/grid_private.h"

#include <assert.h>
#include <string.h>

enum { SIDE = FL_GRID_ROTATION_SIDE };

static bool has(const fl_grid_mask *mask, int x, int y)
{
    return x >= 0 && y >= 0 && x < SIDE && y < SIDE && (mask->row[y] >> x & 1);
}

unsigned fl_grid_rotation_tiles(const fl_grid_mask *mask)
{
    unsigned n = 0;
    for (int y = 0; y < SIDE; y++) {
        n += (unsigned)__builtin_popcount(mask->row[y]);
    }
    return n;
}

/* Adds to `piece` all tiles of `mask` that touch it; false when there are none. */
static bool grow(const fl_grid_mask *mask, fl_grid_mask *piece)
{
    bool has_grown = false;
    for (int y = 0; y < SIDE; y++) {
        unsigned row = piece->row[y];
        unsigned near = row | row << 1 | row >> 1;
        near |= y > 0 ? piece->row[y - 1] : 0u;
        near |= y + 1 < SIDE ? piece->row[y + 1] : 0u;
        near &= mask->row[y];
        has_grown = has_grown || near != row;
        piece->row[y] = (uint16_t)near;
    }
    return has_grown;
}

unsigned fl_grid_rotation_pieces(const fl_grid_mask *mask)
{
    fl_grid_mask rest = *mask;
    unsigned pieces = 0;
    for (int y = 0; y < SIDE; y++) {
        while (rest.row[y]) {
            fl_grid_mask piece = {{0}};
            piece.row[y] = (uint16_t)(rest.row[y] & -rest.row[y]);
            while (grow(&rest, &piece)) {}
            for (int i = 0; i < SIDE; i++) {
                rest.row[i] &= (uint16_t)~piece.row[i];
            }
            pieces++;
        }
    }
    return pieces;
}

/* Moves the tiles to the upper left corner. */
static void crop(fl_grid_mask *mask)
{
    unsigned columns = 0;
    int top = 0;
    for (int y = 0; y < SIDE; y++) {
        columns |= mask->row[y];
    }
    while (top < SIDE && mask->row[top] == 0) {
        top++;
    }
    if (top == SIDE) {
        return;
    }
    int left = __builtin_ctz(columns);
    for (int y = 0; y < SIDE; y++) {
        mask->row[y] = y + top < SIDE ? (uint16_t)(mask->row[y + top] >> left) : 0;
    }
}

/* A quarter turn clockwise, cropped. */
static void rotate(fl_grid_mask *mask)
{
    fl_grid_mask out = {{0}};
    for (int y = 0; y < SIDE; y++) {
        for (int x = 0; x < SIDE; x++) {
            out.row[x] |= (uint16_t)(has(mask, x, y) << (SIDE - 1 - y));
        }
    }
    crop(&out);
    *mask = out;
}

/* Returns the one of the twelve shapes that has the same tiles. */
static fl_shape find_shape(const fl_grid_rotation *rotation, const fl_grid_mask *mask)
{
    for (fl_shape shape = FL_SHAPE_1X1; shape < FL_SHAPE_COUNT; shape++) {
        const fl_shape_row *row = fl_shape_of(shape);
        bool is_same = row->full == shape && row->cells_n == rotation->tiles_n &&
                       row->width == rotation->width && row->height == rotation->height;
        for (unsigned i = 0; i < row->cells_n && is_same; i++) {
            is_same = has(mask, row->cells[i].x, row->cells[i].y);
        }
        if (is_same) {
            return shape;
        }
    }
    return FL_SHAPE_FREE;
}

static void fill(fl_grid_rotation *self, const fl_grid_mask *mask, int stride)
{
    memset(self, 0, sizeof *self);
    for (int y = -1; y <= SIDE; y++) {
        for (int x = -1; x <= SIDE; x++) {
            fl_offset offset = {(int8_t)x, (int8_t)y};
            if (has(mask, x, y)) {
                self->tile_at[self->tiles_n] = (int16_t)(y * stride + x);
                self->tile[self->tiles_n++] = offset;
                self->width = (uint8_t)(x >= self->width ? x + 1 : self->width);
                self->height = (uint8_t)(y + 1);
            } else if (has(mask, x - 1, y) || has(mask, x + 1, y) || has(mask, x, y - 1) ||
                       has(mask, x, y + 1)) {
                self->rim_at[self->rim_n] = (int16_t)(y * stride + x);
                self->rim[self->rim_n++] = offset;
            }
        }
    }
    self->shape = find_shape(self, mask);
}

unsigned fl_grid_rotation_all(const fl_grid_mask *mask, int stride,
                              fl_grid_rotation out[FL_GRID_ROTATION_TURNS])
{
    fl_grid_mask turned[FL_GRID_ROTATION_TURNS];
    fl_grid_mask now = *mask;
    unsigned n = 0;
    assert(fl_grid_rotation_tiles(mask) <= FL_GRID_ROTATION_TILES);
    crop(&now);
    for (int turn = 0; turn < FL_GRID_ROTATION_TURNS; turn++) {
        bool is_new = true;
        for (unsigned i = 0; i < n; i++) {
            is_new = is_new && memcmp(&turned[i], &now, sizeof now) != 0;
        }
        if (is_new) {
            turned[n] = now;
            fill(&out[n++], &now, stride);
        }
        rotate(&now);
    }
    return n;
}
