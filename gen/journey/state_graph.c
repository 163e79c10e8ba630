/* SPDX-License-Identifier: MIT */
/* Finds the vertices breadth first from the start, then goes backwards from the ends. */
#include "gen/journey/journey_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VERTICES_MAX = 200000, OUTCOMES_MAX = 20000000, ARCS_MAX = 1 << 23, END = -1 };

typedef struct explorer {
    fl_journey_state_graph *graph;
    const fl_journey *journey;
    unsigned from;        /* the vertex being left */
    uint32_t *last_from;  /* by vertex: the vertex from which it was reached last, plus 1 */
    uint32_t last_to_end; /* the vertex from which the end was reached last, plus 1 */
    uint32_t *arc;        /* pairs of vertices: from, to */
    unsigned capacity, arcs_capacity;
    uint64_t outcomes;
    bool is_full, is_short_of_memory;
} explorer;

static uint32_t *slot_of(const fl_journey *journey, const fl_journey_vertex *vertex)
{
    const fl_journey_state_graph *graph = &journey->graph;
    uint64_t code = fl_journey_state_code(journey, &vertex->state) * FL_JOURNEY_STOPS + vertex->stop;
    uint64_t at = fl_key_mix(code) % graph->slots;
    while (graph->slot[at]) {
        const fl_journey_vertex *there = &graph->vertex[graph->slot[at] - 1];
        if (there->stop == vertex->stop && memcmp(&there->state, &vertex->state, sizeof vertex->state) == 0) {
            break;
        }
        at = (at + 1) % graph->slots;
    }
    return &graph->slot[at];
}

unsigned fl_journey_state_graph_find(const fl_journey *journey, const fl_journey_vertex *vertex)
{
    uint32_t number = *slot_of(journey, vertex);
    return number ? number - 1 : journey->graph.vertices_n;
}

/* Twice as many vertices, and four slots for each. */
static bool make_room(explorer *self)
{
    fl_journey_state_graph *graph = self->graph;
    unsigned more = self->capacity ? 2 * self->capacity : 256;
    uint32_t *slot = calloc(4 * (size_t)more, sizeof *slot);
    fl_journey_vertex *vertex = realloc(graph->vertex, more * sizeof *vertex);
    graph->vertex = vertex ? vertex : graph->vertex;
    uint32_t *last_from = realloc(self->last_from, more * sizeof *last_from);
    self->last_from = last_from ? last_from : self->last_from;
    if (!slot || !vertex || !last_from) {
        free(slot);
        return false;
    }
    memset(last_from + self->capacity, 0, (more - self->capacity) * sizeof *last_from);
    free(graph->slot);
    graph->slot = slot;
    graph->slots = 4 * more;
    self->capacity = more;
    for (unsigned i = 0; i < graph->vertices_n; i++) {
        *slot_of(self->journey, &graph->vertex[i]) = i + 1;
    }
    return true;
}

/* Finds the number of a vertex; adds it if it is new. */
static bool enter(explorer *self, const fl_journey_vertex *vertex, uint32_t *out)
{
    fl_journey_state_graph *graph = self->graph;
    if (graph->vertices_n == self->capacity && !make_room(self)) {
        self->is_short_of_memory = true;
        return false;
    }
    uint32_t *slot = slot_of(self->journey, vertex);
    if (!*slot) {
        self->is_full = graph->vertices_n == VERTICES_MAX;
        if (self->is_full) {
            return false;
        }
        graph->vertex[graph->vertices_n++] = *vertex;
        *slot = graph->vertices_n;
    }
    *out = *slot - 1;
    return true;
}

/* `to` may be END. */
static bool add_arc(explorer *self, uint32_t to)
{
    fl_journey_state_graph *graph = self->graph;
    uint32_t *last = to == (uint32_t)END ? &self->last_to_end : &self->last_from[to];
    if (*last == self->from + 1) {
        return true;
    }
    *last = self->from + 1;
    self->is_full = graph->arcs_n == ARCS_MAX;
    if (graph->arcs_n == self->arcs_capacity) {
        self->arcs_capacity = self->arcs_capacity ? 2 * self->arcs_capacity : 1024;
        uint32_t *arc = realloc(self->arc, self->arcs_capacity * 2 * sizeof *arc);
        self->arc = arc ? arc : self->arc;
        self->is_short_of_memory = !arc;
    }
    if (self->is_full || self->is_short_of_memory) {
        return false;
    }
    self->arc[2 * graph->arcs_n] = self->from;
    self->arc[2 * graph->arcs_n++ + 1] = to;
    return true;
}

static bool visit(void *context, const fl_journey_outcome *outcome)
{
    explorer *self = context;
    uint32_t to = END;
    fl_journey_vertex vertex;
    self->is_full = ++self->outcomes > OUTCOMES_MAX;
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
    fl_journey_outcome_visitor walk = {.journey = self->journey, .visit = visit, .context = self};
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
    fl_err err =
        fl_diag_set(diag, FL_ERR_INPUT, where, "floor '%s': a journey that arrives with %.300s can never end",
                    stop->name, state.size > 0 ? fl_text_get(&state) : "this player");
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
static fl_err check_ends(const explorer *self, const char *file, fl_diag *diag)
{
    const fl_journey_state_graph *graph = self->graph;
    fl_err err = FL_OK;
    bool is_changed = true;
    bool *can_end = calloc(graph->vertices_n, sizeof *can_end);
    if (!can_end) {
        return fl_diag_memory(diag);
    }
    while (is_changed) {
        is_changed = false;
        for (unsigned i = graph->arcs_n; i-- > 0;) {
            uint32_t from = self->arc[2 * i];
            uint32_t to = self->arc[2 * i + 1];
            bool ends = to == (uint32_t)END || can_end[to];
            is_changed = is_changed || (ends && !can_end[from]);
            can_end[from] |= ends;
        }
    }
    for (unsigned i = 0; i < graph->vertices_n && has_exit(self->journey) && !err; i++) {
        err = can_end[i] ? FL_OK : refuse(self->journey, &graph->vertex[i], file, diag);
    }
    free(can_end);
    return err;
}

fl_err fl_journey_state_graph_init(fl_journey *self, fl_yaml *yaml, fl_diag *diag)
{
    uint32_t first = 0;
    fl_journey_vertex start;
    memset(&start, 0, sizeof start);
    start.state = self->player[self->chosen_player].start;
    start.stop = (uint8_t)self->start;
    explorer explorer = {.graph = &self->graph, .journey = self};
    bool goes_on = enter(&explorer, &start, &first);
    for (; goes_on && explorer.from < self->graph.vertices_n; explorer.from++) {
        goes_on = explore(&explorer);
    }
    const char *file = fl_yaml_where(yaml, fl_yaml_root(yaml));
    fl_err err = goes_on             ? check_ends(&explorer, file, diag)
                 : !explorer.is_full ? fl_diag_memory(diag)
                                     : fl_diag_set(diag, FL_ERR_INPUT, file,
                                                   "journeys can have more than %d states of the player, or "
                                                   "change them in more than %d ways",
                                                   VERTICES_MAX, OUTCOMES_MAX);
    if (err && explorer.is_full) {
        fl_diag_hint(diag, "narrow the ranges of the variables, or change fewer of them after a floor");
    }
    free(explorer.last_from);
    free(explorer.arc);
    return err;
}

void fl_journey_state_graph_free(fl_journey_state_graph *self)
{
    free(self->vertex);
    free(self->slot);
}
