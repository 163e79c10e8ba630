/* SPDX-License-Identifier: MIT */
/* Finds the vertices breadth first from the start, then goes backwards from the ends. */
#include "gen/journey/journey_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS = 1 << 19, ARCS_MAX = 1 << 23 };

typedef struct explorer {
    fl_journey_state_graph *graph;
    const fl_journey *journey;
    unsigned from;       /* the vertex being left */
    uint32_t *last_from; /* by vertex: the vertex from which it was reached last, plus 1 */
    uint64_t outcomes;
    bool is_full, is_short_of_memory;
} explorer;

static uint32_t *slot_of(const fl_journey_state_graph *self, const fl_journey *journey,
                         const fl_journey_vertex *vertex)
{
    uint64_t code = fl_journey_state_code(journey, &vertex->state) * FL_JOURNEY_STOPS + vertex->stop;
    uint64_t at = fl_key_mix(code) % SLOTS;
    while (self->slot[at]) {
        const fl_journey_vertex *there = &self->vertex[self->slot[at] - 1];
        if (there->stop == vertex->stop && memcmp(&there->state, &vertex->state, sizeof vertex->state) == 0) {
            break;
        }
        at = (at + 1) % SLOTS;
    }
    return &self->slot[at];
}

unsigned fl_journey_state_graph_find(const fl_journey_state_graph *self, const fl_journey *journey,
                                     const fl_journey_vertex *vertex)
{
    uint32_t number = *slot_of(self, journey, vertex);
    return number ? number - 1 : self->vertices_n;
}

/* Makes memory for one more item of `size` bytes. */
static bool grow(void **items, unsigned n, unsigned *capacity, size_t size)
{
    if (n < *capacity) {
        return true;
    }
    unsigned more = *capacity ? 2 * *capacity : 1024;
    void *larger = realloc(*items, more * size);
    if (larger) {
        *items = larger;
        *capacity = more;
    }
    return larger;
}

/* Finds the number of a vertex, a new one if it was not known. */
static bool enter(explorer *self, const fl_journey_vertex *vertex, uint32_t *out)
{
    fl_journey_state_graph *graph = self->graph;
    uint32_t *slot = slot_of(graph, self->journey, vertex);
    if (!*slot) {
        self->is_full = graph->vertices_n == FL_JOURNEY_STATE_GRAPH_VERTICES;
        if (self->is_full ||
            !grow((void **)&graph->vertex, graph->vertices_n, &graph->capacity, sizeof *vertex)) {
            self->is_short_of_memory = !self->is_full;
            return false;
        }
        graph->vertex[graph->vertices_n++] = *vertex;
        *slot = graph->vertices_n;
    }
    *out = *slot - 1;
    return true;
}

static bool add_arc(explorer *self, uint32_t to)
{
    fl_journey_state_graph *graph = self->graph;
    if (self->last_from[to] == self->from + 1) {
        return true;
    }
    self->last_from[to] = self->from + 1;
    self->is_full = graph->arcs_n == ARCS_MAX;
    if (self->is_full ||
        !grow((void **)&graph->arc, graph->arcs_n, &graph->arcs_capacity, 2 * sizeof *graph->arc)) {
        self->is_short_of_memory = !self->is_full;
        return false;
    }
    graph->arc[2 * graph->arcs_n] = self->from;
    graph->arc[2 * graph->arcs_n++ + 1] = to;
    return true;
}

static bool visit(void *user, const fl_journey_outcome *outcome)
{
    explorer *self = user;
    uint32_t to = FL_JOURNEY_STATE_GRAPH_VERTICES; /* the end */
    fl_journey_vertex vertex;
    self->is_full = ++self->outcomes > FL_JOURNEY_STATE_GRAPH_OUTCOMES;
    if (self->is_full) {
        return false;
    }
    if (outcome->to != FL_JOURNEY_END) {
        memset(&vertex, 0, sizeof vertex);
        vertex.state = outcome->state;
        vertex.stop = (uint8_t)outcome->to;
        if (!enter(self, &vertex, &to)) {
            return false;
        }
    }
    return add_arc(self, to);
}

static bool explore(explorer *self)
{
    fl_journey_outcome_visitor walk = {.journey = self->journey, .visit = visit, .user = self};
    fl_journey_vertex vertex = self->graph->vertex[self->from];
    const fl_journey_stop *stop = &self->journey->stop[vertex.stop];
    walk.stop = vertex.stop;
    bool goes_on = true;
    for (unsigned class = 0; class < fl_journey_answer_classes(stop) && goes_on; class ++) {
        fl_journey_answer_seen(stop, class, &walk.seen);
        goes_on = fl_journey_outcome_each(&walk, &vertex.state);
    }
    return goes_on;
}

static fl_err refuse(const fl_journey *journey, const fl_journey_vertex *vertex, const char *file,
                     fl_diag *diag)
{
    char where[256];
    fl_text state;
    const char *colon = strrchr(file, ':');
    const fl_journey_stop *stop = &journey->stop[vertex->stop];
    snprintf(where, sizeof where, "%.*s:%u", (int)(colon ? colon - file : 0), file, stop->line);
    fl_text_init(&state);
    fl_journey_state_write(journey, &vertex->state, &state);
    fl_err err = fl_diag_set(diag, FL_ERR_INPUT, where,
                             "floor '%s': a journey that comes here with %.300s can never end", stop->name,
                             state.size > 0 ? fl_text_get(&state) : "this player");
    fl_diag_hint(diag, "every way must lead to an exit in the end; loosen a condition or add an edge");
    fl_text_free(&state);
    return err;
}

static bool has_exit(const fl_journey *journey)
{
    for (unsigned i = 0; i < journey->stops_n; i++) {
        if (journey->stop[i].is_exit) {
            return true;
        }
    }
    return false;
}

/* Marks backwards the vertices from which a journey can end, until no more are found. Arcs are in the order
 * of their first vertices; taking them backwards, most come after the arcs of the vertex they lead to, so few
 * rounds are needed. */
static fl_err check_ends(fl_journey_state_graph *self, const fl_journey *journey, const char *file,
                         fl_diag *diag)
{
    bool is_changed = true;
    while (is_changed) {
        is_changed = false;
        for (unsigned i = self->arcs_n; i-- > 0;) {
            uint32_t from = self->arc[2 * i];
            uint32_t to = self->arc[2 * i + 1];
            bool ends = to == FL_JOURNEY_STATE_GRAPH_VERTICES || self->can_end[to];
            is_changed = is_changed || (ends && !self->can_end[from]);
            self->can_end[from] |= ends;
        }
    }
    for (unsigned i = 0; i < self->vertices_n && has_exit(journey); i++) {
        if (!self->can_end[i]) {
            return refuse(journey, &self->vertex[i], file, diag);
        }
    }
    return FL_OK;
}

fl_err fl_journey_state_graph_init(fl_journey_state_graph *self, const fl_journey *journey, fl_yaml *yaml,
                                   fl_diag *diag)
{
    uint32_t first = 0;
    fl_journey_vertex start;
    memset(self, 0, sizeof *self);
    memset(&start, 0, sizeof start);
    start.state = journey->player[journey->chosen_player].start;
    start.stop = (uint8_t)journey->start;
    explorer explorer = {.graph = self, .journey = journey};
    self->slot = calloc(SLOTS, sizeof *self->slot);
    explorer.last_from = calloc(FL_JOURNEY_STATE_GRAPH_VERTICES + 1, sizeof *explorer.last_from);
    bool goes_on = self->slot && explorer.last_from && enter(&explorer, &start, &first);
    for (; goes_on && explorer.from < self->vertices_n; explorer.from++) {
        goes_on = explore(&explorer);
    }
    self->can_end = goes_on ? calloc(self->vertices_n, sizeof *self->can_end) : NULL;
    free(explorer.last_from);
    const char *file = yaml ? fl_yaml_where(yaml, fl_yaml_root(yaml)) : "";
    fl_err err = self->can_end ? check_ends(self, journey, file, diag)
                 : explorer.is_full
                     ? fl_diag_set(diag, FL_ERR_INPUT, file,
                                   "journeys can have more than %d states of the player, or change them in "
                                   "more than %d ways",
                                   FL_JOURNEY_STATE_GRAPH_VERTICES, FL_JOURNEY_STATE_GRAPH_OUTCOMES)
                     : fl_diag_memory(diag);
    if (err && explorer.is_full) {
        fl_diag_hint(diag, "narrow the ranges of the variables, or change fewer of them after a floor");
    }
    if (err) {
        fl_journey_state_graph_free(self);
    }
    return err;
}

void fl_journey_state_graph_free(fl_journey_state_graph *self)
{
    free(self->vertex);
    free(self->slot);
    free(self->arc);
    free(self->can_end);
    memset(self, 0, sizeof *self);
}
