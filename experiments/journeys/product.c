/* Step by step over the chart: for every vertex the chance that a run is there, and for every kind the chance that it is
 * there without having met one. */
#include "experiments/journeys/journeys_private.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 1 + FL_KIND_COUNT /* the run itself, then without each kind */ };

typedef struct former {
    fl_journey_product *out;
    const fl_journey *journey;
    const uint64_t *visits;
    fl_journey_state_graph chart;
    double *now, *then;  /* [vertices][WIDTH], at this step and the next */
    double share[WIDTH]; /* of the vertex that is left, through this class */
    unsigned floor;      /* that is left */
} former;

/* The chances of a class behind a floor, alone and without a room of each kind, times `part`. */
static void add_class(const former *self, unsigned rule, unsigned class, double part, double *out)
{
    const fl_journey_rule *r = &self->journey->rules[rule];
    const uint64_t *visits = &self->visits[(size_t)r->classes_from * FL_JOURNEY_TALLY_ROOMS];
    const uint64_t *here = &visits[(size_t) class * FL_JOURNEY_TALLY_ROOMS];
    uint64_t all = 0;
    for (unsigned i = 0; i < fl_journey_answer_classes(&self->journey->stop[r->stop]); i++) {
        all += visits[(size_t)i * FL_JOURNEY_TALLY_ROOMS];
    }
    if (all == 0) { /* never visited: nothing is known, and it hardly matters */
        for (unsigned i = 0; i < WIDTH && class == 0; i++) {
            out[i] += part;
        }
        return;
    }
    out[0] += part * (double)here[0] / (double)all;
    for (unsigned i = 1; i < WIDTH; i++) {
        out[i] += part * (double)(here[0] - here[i]) / (double)all;
    }
}

static bool pass_on(void *user, const fl_journey_outcome *branch)
{
    former *self = user;
    double chance = 1;
    for (unsigned i = 0; i < branch->factors_n; i++) {
        chance *= (double)branch->factor[i].hits / branch->factor[i].of;
    }
    if (branch->to == FL_JOURNEY_END) {
        self->out->unfinished -= self->share[0] * chance;
        self->out->ended[self->floor] += self->share[0] * chance;
        return true;
    }
    fl_journey_vertex vertex;
    memset(&vertex, 0, sizeof vertex);
    vertex.state = branch->state;
    vertex.stop = (uint8_t)branch->to;
    unsigned to = fl_journey_state_graph_find(&self->chart, self->journey, &vertex);
    for (unsigned i = 0; i < WIDTH; i++) {
        self->then[(size_t)to * WIDTH + i] += self->share[i] * chance;
    }
    return true;
}

static void leave_vertex(former *self, unsigned number)
{
    const fl_journey_vertex *vertex = &self->chart.vertex[number];
    const fl_journey_stop *floor = &self->journey->stop[vertex->stop];
    const double *here = &self->now[(size_t)number * WIDTH];
    fl_journey_outcome_visitor walk = {
        .journey = self->journey, .stop = vertex->stop, .visit = pass_on, .user = self};
    double without[WIDTH] = {0};
    self->floor = vertex->stop;
    self->out->floors += here[0];
    for (unsigned class = 0; class < fl_journey_answer_classes(floor); class ++) {
        double chance[WIDTH] = {0};
        for (unsigned variant = 0; variant < floor->variants_n; variant++) {
            unsigned rule = fl_journey_rules_of(self->journey, vertex->stop, variant, &vertex->state);
            add_class(self, rule, class, 1.0 / floor->variants_n, chance);
        }
        for (unsigned i = 0; i < WIDTH; i++) {
            without[i] += chance[i];
            self->share[i] = here[i] * chance[i];
        }
        fl_journey_answer_seen(floor, class, &walk.seen);
        if (chance[0] > 0) {
            (void)fl_journey_outcome_each(&walk, &vertex->state);
        }
    }
    for (unsigned kind = 0; kind < FL_KIND_COUNT; kind++) {
        self->out->first[kind][vertex->stop] += here[1 + kind] * (1 - without[1 + kind]);
    }
}

static void walk_all(former *self)
{
    size_t size = (size_t)self->chart.vertices_n * WIDTH;
    for (unsigned i = 0; i < WIDTH; i++) {
        self->now[i] = 1;
    }
    self->out->unfinished = 1;
    for (unsigned step = 0; step < FL_JOURNEY_STEPS; step++) {
        bool is_over = true;
        memset(self->then, 0, size * sizeof *self->then);
        for (unsigned i = 0; i < self->chart.vertices_n; i++) {
            if (self->now[(size_t)i * WIDTH] > 0) {
                is_over = false;
                leave_vertex(self, i);
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

fl_err fl_journeys_product_init(fl_journey_product *self, const fl_journey *journey, const uint64_t *visits,
                                fl_diag *diag)
{
    former former = {.out = self, .journey = journey, .visits = visits};
    memset(self, 0, sizeof *self);
    self->is_independent = true;
    for (unsigned i = 0; i < journey->stops_n; i++) {
        self->is_independent = self->is_independent && fl_journey_answer_classes(&journey->stop[i]) == 1;
    }
    fl_err err = fl_journey_state_graph_init(&former.chart, journey, NULL, diag);
    if (err) {
        return err;
    }
    former.now = calloc((size_t)former.chart.vertices_n * WIDTH, sizeof *former.now);
    former.then = calloc((size_t)former.chart.vertices_n * WIDTH, sizeof *former.then);
    if (former.now && former.then) {
        walk_all(&former);
    } else {
        err = fl_diag_memory(diag);
    }
    free(former.now);
    free(former.then);
    fl_journey_state_graph_free(&former.chart);
    return err;
}

double fl_journeys_product_by_chapter(const fl_journey_product *self, const fl_journey *journey, fl_kind kind,
                                      unsigned chapter)
{
    double sum = 0;
    for (unsigned i = 0; i < journey->stops_n; i++) {
        unsigned of = journey->stop[i].chapter;
        sum += of >= 1 && of <= chapter ? self->first[kind][i] : 0;
    }
    return sum;
}

double fl_journeys_product_ever(const fl_journey_product *self, fl_kind kind)
{
    double sum = 0;
    for (unsigned i = 0; i < FL_JOURNEY_STOPS; i++) {
        sum += self->first[kind][i];
    }
    return sum;
}
