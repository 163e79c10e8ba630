/* SPDX-License-Identifier: MIT */
/* Metrics of single-cell floors by bit operations on whole boards. */
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
        self->layout |= room->is_added ? 0 : fl_board_cell(bit);
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
    fl_board_degrees(self->layout, at_least);
    for (unsigned degree = 4; degree > 0; degree--) {
        unsigned count = fl_board_count(at_least[degree - 1] & self->layout);
        out[degree] = count - above;
        above = count;
    }
    out[0] = fl_board_count(self->layout) - above;
}

unsigned fl_metric_bits72_edges(fl_board board)
{
    return fl_board_count(board & board >> 1) + fl_board_count(board & board >> FL_BOARD_STRIDE);
}

/* Returns the steps from `start` to the farthest cell; writes the farthest and all reached cells. */
static unsigned walk(fl_board layout, fl_board start, fl_board *farthest, fl_board *reached)
{
    unsigned steps = 0;
    *reached = start;
    for (fl_board wave = start;; steps++) {
        *farthest = wave;
        wave = fl_board_near(wave) & layout & ~*reached;
        if (wave == 0) {
            return steps;
        }
        *reached |= wave;
    }
}

unsigned fl_metric_bits72_pieces(const fl_metric_bits72 *self)
{
    unsigned n = 0;
    fl_board end, reached;
    for (fl_board rest = self->layout; rest; rest &= ~reached) {
        walk(self->layout, rest & (0 - rest), &end, &reached);
        n++;
    }
    return n;
}

unsigned fl_metric_bits72_diameter(const fl_metric_bits72 *self)
{
    fl_board end;
    fl_board reached;
    bool has_tree_edges = fl_metric_bits72_edges(self->layout) + 1 == fl_board_count(self->layout);
    unsigned diameter = walk(self->layout, self->layout & (0 - self->layout), &end, &reached);
    if (has_tree_edges &&
        reached == self->layout) { /* in a tree the farthest cell of any walk is an end of the longest path */
        return walk(self->layout, end & (0 - end), &end, &reached);
    }
    for (fl_board rest = self->layout & (self->layout - 1); rest; rest &= rest - 1) {
        unsigned steps = walk(self->layout, rest & (0 - rest), &end, &reached);
        diameter = steps > diameter ? steps : diameter;
    }
    return diameter;
}

/* Returns the upper left corners of full 2 x 2 squares. */
static fl_board squares(fl_board board)
{
    return board & board >> 1 & board >> FL_BOARD_STRIDE & board >> (FL_BOARD_STRIDE + 1);
}

void fl_metric_bits72_clustering(const fl_metric_bits72 *self, unsigned out[5])
{
    fl_board corner = squares(self->layout);
    out[0] = fl_board_count(self->layout);
    out[1] = out[2] = out[3] = out[4] = 0;
    for (fl_board rest = corner ? self->layout : 0; rest; rest &= rest - 1) {
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
