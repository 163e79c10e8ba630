/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counting on whole boards. */
#include "analysis/metric/metric_private.h"

bool fl_metric_bits72_read(fl_metric_bits72 *self, const fl_floor *floor)
{
    if (floor->width != FL_BOARD_COLUMNS || floor->height > FL_BOARD_ROWS ||
        floor->cells_n != floor->rooms_n) {
        return false;
    }
    *self = (fl_metric_bits72){.secret = -1, .super_secret = -1};
    for (unsigned i = 0; i < floor->rooms_n; i++) {
        const fl_room *room = &floor->rooms[i];
        unsigned cell = floor->cells[i];
        unsigned bit = cell + cell / FL_BOARD_COLUMNS + 1;
        self->all |= fl_board_cell(bit);
        self->plan |= room->is_added ? 0 : fl_board_cell(bit);
        self->secret = room->kind == FL_KIND_SECRET && self->secret < 0 ? (int)bit : self->secret;
        self->super_secret =
            room->kind == FL_KIND_SUPER_SECRET && self->super_secret < 0 ? (int)bit : self->super_secret;
    }
    return true;
}

void fl_metric_bits72_degrees(const fl_metric_bits72 *self, unsigned out[5])
{
    fl_board at_least[4];
    unsigned above = 0;
    fl_board_degrees(self->plan, at_least);
    for (unsigned degree = 4; degree > 0; degree--) {
        unsigned count = fl_board_count(at_least[degree - 1] & self->plan);
        out[degree] = count - above;
        above = count;
    }
    out[0] = fl_board_count(self->plan) - above;
}

unsigned fl_metric_bits72_edges(fl_board board)
{
    return fl_board_count(board & board >> 1) + fl_board_count(board & board >> FL_BOARD_STRIDE);
}

/* Steps from a cell to the farthest; the farthest cells and all that were reached. */
static unsigned walk(fl_board plan, fl_board start, fl_board *farthest, fl_board *reached)
{
    unsigned steps = 0;
    *reached = start;
    for (fl_board wave = start;; steps++) {
        *farthest = wave;
        wave = fl_board_near(wave) & plan & ~*reached;
        if (wave == 0) {
            return steps;
        }
        *reached |= wave;
    }
}

unsigned fl_metric_bits72_diameter(const fl_metric_bits72 *self)
{
    fl_board end;
    fl_board reached;
    bool has_tree_edges = fl_metric_bits72_edges(self->plan) + 1 == fl_board_count(self->plan);
    unsigned diameter = walk(self->plan, self->plan & (0 - self->plan), &end, &reached);
    if (has_tree_edges &&
        reached == self->plan) { /* on a tree the far end of any walk is an end of the longest */
        return walk(self->plan, end & (0 - end), &end, &reached);
    }
    for (fl_board rest = self->plan & (self->plan - 1); rest; rest &= rest - 1) {
        unsigned steps = walk(self->plan, rest & (0 - rest), &end, &reached);
        diameter = steps > diameter ? steps : diameter;
    }
    return diameter;
}

/* Upper left corners of full 2 x 2 squares. */
static fl_board squares(fl_board board)
{
    return board & board >> 1 & board >> FL_BOARD_STRIDE & board >> (FL_BOARD_STRIDE + 1);
}

void fl_metric_bits72_clustering(const fl_metric_bits72 *self, unsigned out[5])
{
    fl_board corner = squares(self->plan);
    out[0] = fl_board_count(self->plan);
    out[1] = out[2] = out[3] = out[4] = 0;
    for (fl_board rest = corner ? self->plan : 0; rest; rest &= rest - 1) {
        fl_board cell = rest & (0 - rest);
        fl_board around = cell | cell >> 1 | cell >> FL_BOARD_STRIDE | cell >> (FL_BOARD_STRIDE + 1);
        unsigned number = fl_board_count(corner & around);
        out[0]--;
        out[number]++;
    }
}

unsigned fl_metric_bits72_cluster_of(const fl_metric_bits72 *self, unsigned cell)
{
    fl_board at = fl_board_cell(cell);
    fl_board around = at | at >> 1 | at >> FL_BOARD_STRIDE | at >> (FL_BOARD_STRIDE + 1);
    return fl_board_count(squares(self->all) & around);
}
