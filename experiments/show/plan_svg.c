/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A plan as a graph. Stops are in rows: a stop below all that lead to it, stops of a cycle side by side.
 * Edges to the next row are straight. Longer ones bend around the stops between, on the side of their target,
 * each in a lane that no other edge uses between these rows. */
#include "experiments/show/show_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    BOX_WIDTH = 176,
    BOX_HEIGHT = 42,
    ACROSS = 236,
    DOWN = 104,
    LANE = 104,
    LANES = 64,
    ARC = 48,
    LEGEND_HEIGHT = 28,
    LEGEND_WIDTH = 660,
    LEGEND_WIDTH_DEATHS = 740 /* with the words about deaths */
};

typedef struct plan_picture {
    fl_svg svg;
    const fl_show_plan *plan;
    uint64_t reached[FL_JOURNEY_STOPS]; /* bit set of the stops that can follow at any time */
    unsigned row[FL_JOURNEY_STOPS], place[FL_JOURNEY_STOPS];
    unsigned row_n[FL_JOURNEY_STOPS]; /* stops in a row */
    unsigned rows, widest;
    uint64_t lane[2][LANES]; /* left and right: bit set of the rows in which it is used */
    int lanes_n[2];
    int left, top; /* of the boxes */
} plan_picture;

static bool is_way(const plan_picture *self, unsigned from, unsigned to)
{
    unsigned other = 0;
    for (unsigned n = 0; fl_show_plan_next(self->plan, from, n, &other); n++) {
        if (other == to) {
            return true;
        }
    }
    return false;
}

/* The middle of a stop's box. */
static int x_of(const plan_picture *self, unsigned stop)
{
    int n = (int)self->row_n[self->row[stop]];
    int middle = self->left + BOX_WIDTH / 2 + ((int)self->widest - 1) * ACROSS / 2;
    return middle + (2 * (int)self->place[stop] - (n - 1)) * ACROSS / 2;
}

static int y_of(const plan_picture *self, unsigned stop)
{
    return self->top + BOX_HEIGHT / 2 + (int)self->row[stop] * DOWN;
}

static bool is_bent(const plan_picture *self, unsigned from, unsigned to)
{
    return self->row[to] != self->row[from] + 1 && self->row[to] != self->row[from];
}

/* The side of a bent edge: 0 left, 1 right. */
static unsigned side_of(const plan_picture *self, unsigned to)
{
    return 2 * self->place[to] + 1 >= self->row_n[self->row[to]];
}

/* Takes the first lane of a side that is free between two rows. */
static int take_lane(plan_picture *self, unsigned from, unsigned to)
{
    unsigned upper = self->row[from] < self->row[to] ? self->row[from] : self->row[to];
    unsigned lower = self->row[from] < self->row[to] ? self->row[to] : self->row[from];
    uint64_t between = 0;
    unsigned side = side_of(self, to);
    int lane = 0;
    for (unsigned row = upper; row < lower || row == upper; row++) {
        between |= 1ULL << row;
    }
    while (lane < LANES - 1 && (self->lane[side][lane] & between)) {
        lane++;
    }
    self->lane[side][lane] |= between;
    self->lanes_n[side] = lane + 1 > self->lanes_n[side] ? lane + 1 : self->lanes_n[side];
    return lane;
}

typedef struct label {
    int x, y;
    const char *colour;
    const char *weight;
    int size;
} label;

/* Adds text centred at a place, on a rim of paper so that lines below do not cross it. */
static void add_label(const plan_picture *self, const label *how, const char *text)
{
    fl_text_add_format(self->svg.out,
                       "<text x=\"%d\" y=\"%d\" font-size=\"%d\" font-weight=\"%s\" text-anchor=\"middle\" "
                       "fill=\"%s\" stroke=\"%s\" stroke-width=\"4\" paint-order=\"stroke\">",
                       how->x, how->y, how->size, how->weight, how->colour, self->svg.look->paper);
    fl_text_add_xml(self->svg.out, text);
    fl_text_add(self->svg.out, "</text>\n");
}

/* Adds the line of an edge, thicker if many take it; returns its middle. */
static fl_picture_spot add_line(plan_picture *self, unsigned from, unsigned to)
{
    double share =
        self->plan->visits[from] > 0 ? (double)self->plan->moves[from][to] / (double)self->plan->journeys : 0;
    int x = x_of(self, from);
    int y = y_of(self, from) + BOX_HEIGHT / 2;
    int end_x = x_of(self, to);
    int end_y = y_of(self, to) - BOX_HEIGHT / 2 - 2;
    fl_picture_spot middle = {(x + end_x) / 2, (y + end_y) / 2};
    fl_text_add_format(
        self->svg.out,
        "<path fill=\"none\" stroke=\"%s\" stroke-width=\"%.1f\" %smarker-end=\"url(#head)\" d=\"",
        self->svg.look->edge, 1 + 4 * share,
        self->plan->moves[from][to] == 0 ? "stroke-dasharray=\"3 4\" " : "");
    if (self->row[from] == self->row[to]) { /* over the boxes to the right, under them to the left */
        int side = x < end_x ? -1 : 1;
        y = y_of(self, from) + side * BOX_HEIGHT / 2;
        middle = (fl_picture_spot){(x + end_x) / 2, y + side * (ARC / 2) - (side > 0 ? 4 : 0)};
        fl_text_add_format(self->svg.out, "M%d %d Q%d %d %d %d\"/>\n", x, y, middle.x, y + side * ARC, end_x,
                           y + 2 * side);
    } else if (is_bent(self, from, to)) {
        bool is_right = side_of(self, to);
        int aside = take_lane(self, from, to) * LANE + LANE / 2;
        int lane =
            is_right ? self->left + BOX_WIDTH + ((int)self->widest - 1) * ACROSS + aside : self->left - aside;
        x += is_right ? BOX_WIDTH / 2 : -BOX_WIDTH / 2;
        y = y_of(self, from);
        end_x += is_right ? BOX_WIDTH / 2 + 2 : -BOX_WIDTH / 2 - 2;
        end_y = y_of(self, to);
        middle = (fl_picture_spot){lane, (y + end_y) / 2};
        fl_text_add_format(self->svg.out, "M%d %d C%d %d %d %d %d %d S%d %d %d %d\"/>\n", x, y,
                           (x + lane) / 2, y, lane, y, lane, middle.y, (end_x + lane) / 2, end_y, end_x,
                           end_y);
    } else {
        fl_text_add_format(self->svg.out, "M%d %d L%d %d\"/>\n", x, y, end_x, end_y);
    }
    return middle;
}

/* Adds how often an edge is taken, and its conditions, one per line, at the middle of the edge. */
static void add_words(const plan_picture *self, unsigned from, unsigned to, fl_picture_spot middle)
{
    fl_plan_share share;
    fl_text conditions;
    fl_text_init(&conditions);
    fl_show_plan_conditions(self->plan, from, to, &conditions);
    label how = {middle.x, middle.y, self->svg.look->ink, "700", 12};
    add_label(self, &how, fl_show_plan_share(self->plan->moves[from][to], self->plan->visits[from], share));
    how = (label){middle.x, middle.y + 13, self->svg.look->faint, "400", 10};
    for (const char *text = fl_text_get(&conditions); *text; how.y += 12) {
        char line[2 * FL_JOURNEY_NAME + 16];
        size_t n = strcspn(text, ",");
        snprintf(line, sizeof line, "%.*s", (int)n, text);
        add_label(self, &how, line);
        text += n + strspn(text + n, ", ");
    }
    fl_text_drop(&conditions, self->svg.out);
}

static void add_stop(plan_picture *self, unsigned stop)
{
    const fl_show_plan *plan = self->plan;
    const fl_svg_look *look = self->svg.look;
    bool is_exit = plan->journey->stop[stop].is_exit || plan->ends[stop] > 0;
    int x = x_of(self, stop);
    int y = y_of(self, stop);
    bool can_die = plan->journey->can_die;
    fl_plan_share word, ends, dies;
    char line[4 * sizeof word];
    fl_text_add_format(
        self->svg.out,
        "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"6\" fill=\"%s\" stroke=\"%s\" "
        "stroke-width=\"%d\"/>\n",
        x - BOX_WIDTH / 2, y - BOX_HEIGHT / 2, BOX_WIDTH, BOX_HEIGHT, look->paper, look->ink,
        is_exit ? 4 : 1);
    label how = {x, y - 3, look->ink, "700", 14};
    add_label(self, &how, fl_journey_label(plan->journey, stop, 0));
    fl_show_plan_visits(plan, stop, word);
    snprintf(line, sizeof line, "%s%s%s%s%s%s", word, is_exit ? ", ends " : "",
             is_exit ? fl_show_plan_share(plan->ends[stop], plan->visits[stop], ends) : "",
             can_die ? ", dies " : "",
             can_die ? fl_show_plan_share(plan->deaths[stop], plan->visits[stop], dies) : "",
             plan->journey->stop[stop].is_start ? ", start" : "");
    how = (label){x, y + 13, look->faint, "400", is_exit && can_die ? 10 : 11};
    add_label(self, &how, line);
}

static void lay_out(plan_picture *self, const char *title)
{
    const fl_journey *journey = self->plan->journey;
    unsigned n = self->plan->journey->stops_n;
    for (unsigned i = 0; i < n; i++) {
        for (unsigned k = 0; k < n; k++) {
            self->reached[i] |= (uint64_t)is_way(self, i, k) << k;
        }
    }
    for (unsigned middle = 0; middle < n; middle++) {
        for (unsigned i = 0; i < n; i++) {
            self->reached[i] |= self->reached[i] >> middle & 1 ? self->reached[middle] : 0;
        }
    }
    /* Row = longest path from the start; edges within a cycle do not count. */
    for (unsigned round = 0; round < n; round++) {
        for (unsigned i = 0; i < n * n; i++) {
            unsigned from = i / n;
            unsigned to = i % n;
            bool is_down = is_way(self, from, to) && !(self->reached[to] >> from & 1);
            if (is_down && self->row[to] <= self->row[from]) {
                self->row[to] = self->row[from] + 1;
            }
        }
    }
    for (unsigned i = 0; i < n; i++) {
        self->place[i] = self->row_n[self->row[i]]++;
        self->rows = self->row[i] + 1 > self->rows ? self->row[i] + 1 : self->rows;
    }
    for (unsigned i = 0; i < self->rows; i++) {
        self->widest = self->row_n[i] > self->widest ? self->row_n[i] : self->widest;
    }
    for (unsigned i = 0; i < journey->stops_n * journey->stops_n; i++) {
        unsigned from = i / journey->stops_n;
        unsigned to = i % journey->stops_n;
        if (is_way(self, from, to) && is_bent(self, from, to)) {
            (void)take_lane(self, from, to);
        }
    }
    memset(self->lane, 0, sizeof self->lane); /* drawing takes them again in the same order */
    self->left = FL_SVG_MARGIN + LANE * self->lanes_n[0];
    int width =
        self->left + BOX_WIDTH + ((int)self->widest - 1) * ACROSS + LANE * self->lanes_n[1] + FL_SVG_MARGIN;
    int legend = 2 * FL_SVG_MARGIN + (journey->can_die ? LEGEND_WIDTH_DEATHS : LEGEND_WIDTH);
    fl_draw_svg_lay_out(&self->svg, title, width);
    self->svg.width = self->svg.width > legend ? self->svg.width : legend;
    self->left += (self->svg.width - width) / 2;
    self->top = self->svg.top + LEGEND_HEIGHT + ARC / 2;
}

static void draw(plan_picture *self, const fl_show_look *look)
{
    const fl_journey *journey = self->plan->journey;
    unsigned n = journey->stops_n;
    fl_picture_spot middle[FL_JOURNEY_STOPS * FL_JOURNEY_STOPS];
    fl_draw_svg_open(&self->svg, self->top - self->svg.top + (int)self->rows * DOWN - DOWN + BOX_HEIGHT,
                     look->title);
    fl_text_add(self->svg.out, "<desc>The plan ");
    fl_text_add_xml(self->svg.out, journey->name);
    fl_text_add_format(self->svg.out, ": %u floors and the ways between them", n);
    fl_draw_svg_add_paper(&self->svg);
    /* The legend of the numbers, and the arrowhead. */
    fl_text_add_format(
        self->svg.out,
        "<defs><marker id=\"head\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"9\" "
        "markerHeight=\"9\" markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path d=\"M0 0 L8 4 L0 8 z\" "
        "fill=\"%s\"/></marker></defs>\n",
        self->svg.look->edge);
    fl_text_add_format(self->svg.out, "<text x=\"%d\" y=\"%d\" font-size=\"12\" fill=\"%s\">", FL_SVG_MARGIN,
                       self->top - 18 - ARC / 2, self->svg.look->faint);
    fl_text_add_format(
        self->svg.out,
        "%llu journeys: in boxes the share that comes there%s, on lines the share that goes on so; "
        "thick boxes are exits</text>\n",
        (unsigned long long)self->plan->journeys, self->plan->journey->can_die ? " and dies there" : "");
    for (unsigned i = 0; i < n * n; i++) {
        if (is_way(self, i / n, i % n)) {
            middle[i] = add_line(self, i / n, i % n);
        }
    }
    for (unsigned i = 0; i < n * n; i++) { /* last, so that no line crosses them */
        if (is_way(self, i / n, i % n)) {
            add_words(self, i / n, i % n, middle[i]);
        }
    }
    for (unsigned i = 0; i < n; i++) {
        add_stop(self, i);
    }
    fl_text_add(self->svg.out, "</svg>\n");
}

fl_err fl_show_plan_svg(fl_floor_maker *maker, const fl_show_look *look, fl_text *out, fl_diag *diag)
{
    fl_show_plan *plan = NULL;
    fl_err err = fl_show_plan_count(&plan, maker, diag);
    if (!err) {
        plan_picture self = {.plan = plan};
        fl_draw_svg_init(&self.svg, out, look->is_dark);
        lay_out(&self, look->title);
        draw(&self, look);
        free(plan);
    }
    return err;
}
