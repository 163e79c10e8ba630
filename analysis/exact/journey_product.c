/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Steps through the graph of states. Each vertex has the chance that a journey is there, and for every kind
 * the chance that it is there without having met that kind. */
#include "analysis/exact/exact.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 1 + FL_KIND_COUNT /* the journey itself, then without each kind */ };

typedef struct product_state {
    fl_journey_product *out;
    const fl_journey *journey;
    const uint64_t *visits;
    double *now, *then;  /* [vertices][WIDTH], at this step and the next */
    double share[WIDTH]; /* of the vertex being left, for this class of answers */
    unsigned floor;      /* that is being left */
} product_state;

/* Adds the chances of a class of answers of a floor, alone and without a room of each kind, times `part`. */
static void add_class(const product_state *self, unsigned rule, unsigned class, double part, double *out)
{
    const fl_journey_rule *r = &self->journey->rules[rule];
    const uint64_t *visits = &self->visits[(size_t)r->classes_from * FL_SAMPLE_VISIT];
    const uint64_t *row = &visits[(size_t) class * FL_SAMPLE_VISIT];
    uint64_t all = 0;
    for (unsigned i = 0; i < fl_journey_answer_classes(&self->journey->stop[r->stop]); i++) {
        all += visits[(size_t)i * FL_SAMPLE_VISIT];
    }
    if (all == 0) { /* never visited, so its chances are unknown; its weight is tiny */
        for (unsigned i = 0; i < WIDTH && class == 0; i++) {
            out[i] += part;
        }
        return;
    }
    out[0] += part * (double)row[0] / (double)all;
    for (unsigned i = 1; i < WIDTH; i++) {
        out[i] += part * (double)(row[0] - row[i]) / (double)all;
    }
}

static bool pass_on(void *context, const fl_journey_outcome *way)
{
    product_state *self = context;
    double chance = 1;
    for (unsigned i = 0; i < way->factors_n; i++) {
        chance *= (double)way->factor[i].hits / way->factor[i].out_of;
    }
    if (way->to == FL_JOURNEY_END) {
        self->out->unfinished -= self->share[0] * chance;
        double *ends = way->has_died ? self->out->died : self->out->ended;
        ends[self->floor] += self->share[0] * chance;
        return true;
    }
    fl_journey_vertex vertex;
    memset(&vertex, 0, sizeof vertex);
    vertex.state = way->state;
    vertex.stop = (uint8_t)way->to;
    unsigned to = fl_journey_state_graph_find(self->journey, &vertex);
    for (unsigned i = 0; i < WIDTH; i++) {
        self->then[(size_t)to * WIDTH + i] += self->share[i] * chance;
    }
    return true;
}

static void leave_vertex(product_state *self, unsigned number)
{
    const fl_journey_vertex *vertex = &self->journey->graph.vertex[number];
    const fl_journey_stop *floor = &self->journey->stop[vertex->stop];
    const double *row = &self->now[(size_t)number * WIDTH];
    fl_journey_outcome_visitor walk = {
        .journey = self->journey, .stop = vertex->stop, .visit = pass_on, .context = self};
    double without[WIDTH] = {0};
    self->floor = vertex->stop;
    self->out->floors += row[0];
    self->out->visits[vertex->stop] += row[0];
    for (unsigned class = 0; class < fl_journey_answer_classes(floor); class ++) {
        double chance[WIDTH] = {0};
        for (unsigned variant = 0; variant < floor->variants_n; variant++) {
            unsigned rule = fl_journey_rules_of(self->journey, vertex->stop, variant, &vertex->state);
            add_class(self, rule, class, 1.0 / floor->variants_n, chance);
        }
        for (unsigned i = 0; i < WIDTH; i++) {
            without[i] += chance[i];
            self->share[i] = row[i] * chance[i];
        }
        fl_journey_answer_seen(floor, class, &walk.seen);
        if (chance[0] > 0) {
            (void)fl_journey_outcome_each(&walk, &vertex->state);
        }
    }
    for (unsigned kind = 0; kind < FL_KIND_COUNT; kind++) {
        self->out->first[kind][vertex->stop] += row[1 + kind] * (1 - without[1 + kind]);
    }
}

static void walk_all(product_state *self)
{
    for (unsigned i = 0; i < WIDTH; i++) {
        self->now[i] = 1;
    }
    self->out->unfinished = 1;
    for (unsigned step = 0; step < FL_JOURNEY_STEPS; step++) {
        bool is_over = true;
        for (unsigned i = 0; i < self->journey->graph.vertices_n; i++) {
            double *row = &self->now[(size_t)i * WIDTH];
            if (*row > 0) {
                is_over = false;
                leave_vertex(self, i);
                memset(row, 0, WIDTH * sizeof *row);
            }
        }
        double *next = self->then;
        self->then = self->now;
        self->now = next;
        if (is_over) {
            break;
        }
    }
    self->out->unfinished = self->out->unfinished > 1e-12 ? self->out->unfinished : 0;
}

fl_err fl_exact_journey_product_init(fl_journey_product *self, const fl_journey *journey,
                                     const uint64_t *visits, fl_diag *diag)
{
    product_state product_state = {.out = self, .journey = journey, .visits = visits};
    memset(self, 0, sizeof *self);
    self->is_independent = true;
    /* the stops whose edges lead back to themselves */
    uint64_t next[FL_JOURNEY_STOPS] = {0};
    uint64_t circles = 0;
    for (unsigned i = 0; i < journey->stops_n; i++) {
        for (unsigned k = 0; k < journey->stop[i].edges_n; k++) {
            next[i] |= 1ull << journey->edge[journey->stop[i].edges_from + k].to;
        }
    }
    for (unsigned middle = 0; middle < journey->stops_n; middle++) {
        for (unsigned i = 0; i < journey->stops_n; i++) {
            next[i] |= next[i] >> middle & 1 ? next[middle] : 0;
        }
    }
    for (unsigned i = 0; i < journey->stops_n; i++) {
        circles |= next[i] & 1ull << i;
    }
    self->circles = circles;
    for (unsigned i = 0; i < journey->stops_n; i++) {
        self->is_independent = self->is_independent && fl_journey_answer_classes(&journey->stop[i]) == 1;
    }
    size_t size = (size_t)journey->graph.vertices_n * WIDTH;
    fl_err err = FL_OK;
    product_state.now = calloc(size, sizeof *product_state.now);
    product_state.then = calloc(size, sizeof *product_state.then);
    if (product_state.now && product_state.then) {
        walk_all(&product_state);
    } else {
        err = fl_diag_memory(diag);
    }
    free(product_state.now);
    free(product_state.then);
    return err;
}

double fl_exact_journey_product_by_chapter(const fl_journey_product *self, const fl_journey *journey,
                                           fl_kind kind, unsigned chapter)
{
    double sum = 0;
    for (unsigned i = 0; i < journey->stops_n; i++) {
        unsigned stop_chapter = journey->stop[i].chapter;
        sum += stop_chapter >= 1 && stop_chapter <= chapter ? self->first[kind][i] : 0;
    }
    return sum;
}

double fl_exact_journey_product_ever(const fl_journey_product *self, fl_kind kind)
{
    double sum = 0;
    for (unsigned i = 0; i < FL_JOURNEY_STOPS; i++) {
        sum += self->first[kind][i];
    }
    return sum;
}
