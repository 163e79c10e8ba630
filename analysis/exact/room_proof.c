/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds the classes of each part, then searches part by part for a room that fails. */
#include "analysis/exact/exact_private.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { PORTS = 28, ALL_PORTS = FL_ROOM_PART_MAX * PORTS, SEAMS = 256, NOT_CHOSEN = -1, NO_PORT = -1 };

/* The connections inside a part: ports with the same label reach each other; 0 = blocked. */
typedef struct port_class {
    uint8_t label[PORTS];
    uint16_t entry;
    uint16_t clutter;
} port_class;

typedef struct part {
    uint8_t x[PORTS], y[PORTS]; /* of its ports, in the room */
    unsigned ports_n;
    unsigned classes_n;
    unsigned least;   /* clutter of its cheapest class */
    port_class worst; /* only the connections that all classes have */
    port_class class[FL_ROOM_LIST];
} part;

typedef struct search {
    const fl_room_rules *rules;
    unsigned doors;
    part part[FL_ROOM_PART_MAX];
    int chosen[FL_ROOM_PART_MAX];
    int16_t port_at[FL_ROOM_PART_BIG][FL_ROOM_PART_BIG]; /* part * PORTS + port, NO_PORT inside a part */
    int16_t seam[SEAMS][2];                              /* pairs of ports of different parts that touch */
    unsigned seams_n;
    int16_t door[8]; /* ports at doors */
    unsigned doors_n;
    int16_t root[ALL_PORTS];
    fl_exact_room_proof *out;
} search;

static bool is_door_tile(const search *self, unsigned x, unsigned y)
{
    for (unsigned side = 1; side <= FL_ALL_SIDES; side <<= 1) {
        for (unsigned which = 0; which < 2; which++) {
            unsigned door_x = 0;
            unsigned door_y = 0;
            fl_room_parts_door(self->rules->size, side, which, &door_x, &door_y);
            if (self->doors & side && door_x == x && door_y == y) {
                return true;
            }
        }
    }
    return false;
}

/* True if a tile of a part touches another part. */
static bool is_at_seam(const fl_room_slot *slot, unsigned size, unsigned x, unsigned y)
{
    return (x == slot->x && x > 0) || (x + 1u == slot->x + slot->width && x + 1 < size) ||
           (y == slot->y && y > 0) || (y + 1u == slot->y + slot->height && y + 1 < size);
}

static void find_ports(search *self, unsigned number)
{
    const fl_room_slot *slot = &self->rules->slot[number];
    part *part = &self->part[number];
    for (unsigned y = slot->y; y < slot->y + slot->height; y++) {
        for (unsigned x = slot->x; x < slot->x + slot->width; x++) {
            self->port_at[y][x] = NO_PORT;
            bool is_door = is_door_tile(self, x, y);
            if (is_door || is_at_seam(slot, self->rules->size, x, y)) {
                assert(part->ports_n < PORTS);
                int16_t id = (int16_t)(number * PORTS + part->ports_n);
                part->x[part->ports_n] = (uint8_t)x;
                part->y[part->ports_n++] = (uint8_t)y;
                self->port_at[y][x] = id;
                if (is_door) {
                    self->door[self->doors_n++] = id;
                }
            }
        }
    }
}

static void add_seam(search *self, int16_t a, int16_t b)
{
    if (a != NO_PORT && b != NO_PORT && a / PORTS != b / PORTS) {
        assert(self->seams_n < SEAMS);
        self->seam[self->seams_n][0] = a;
        self->seam[self->seams_n++][1] = b;
    }
}

/* Returns the walkable tiles of a part: bit 8 y + x. */
static uint64_t open_tiles(const fl_room_rules *rules, const fl_room_slot *slot, unsigned entry)
{
    const uint32_t *rows = rules->turned[entry / FL_CHUNK_TURNS][(entry % FL_CHUNK_TURNS) ^ slot->mirror];
    unsigned walkable = fl_room_tile_walkable();
    uint64_t open = 0;
    for (unsigned y = 0; y < slot->height; y++) {
        for (unsigned x = 0; x < slot->width; x++) {
            unsigned tile = rows[slot->from_y + y] >> 4 * (slot->from_x + x) & 15;
            open |= (uint64_t)(walkable >> tile & 1) << (8 * y + x);
        }
    }
    return open;
}

/* True if all ports that reach each other in `a` also do in `b`. */
static bool is_within(const port_class *a, const port_class *b, unsigned n)
{
    uint8_t image[PORTS + 1] = {0};
    for (unsigned i = 0; i < n; i++) {
        uint8_t label = a->label[i];
        if (label && (!b->label[i] || (image[label] && image[label] != b->label[i]))) {
            return false;
        }
        image[label] = b->label[i];
    }
    return true;
}

/* Adds a class unless a known one is at least as bad; removes those that are better. */
static void add_class(part *part, const port_class *new)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < part->classes_n; i++) {
        if (part->class[i].clutter <= new->clutter && is_within(&part->class[i], new, part->ports_n)) {
            return;
        }
    }
    for (unsigned i = 0; i < part->classes_n; i++) {
        bool is_better =
            new->clutter <= part->class[i].clutter &&is_within(new, &part->class[i], part -> ports_n);
        if (!is_better) {
            part->class[kept++] = part->class[i];
        }
    }
    part->class[kept++] = *new;
    part->classes_n = kept;
}

static uint16_t clutter_of(const fl_room_rules *rules, unsigned entry)
{
    return (uint16_t)fl_room_chunk_clutter(&rules->set.chunk[entry / FL_CHUNK_TURNS]);
}

static void find_classes(search *self, unsigned number)
{
    const fl_room_rules *rules = self->rules;
    const fl_room_slot *slot = &rules->slot[number];
    part *part = &self->part[number];
    bool is_centre = slot->part == FL_PART_CENTRE;
    bool is_bounded = fl_room_rules_is_bounded(rules);
    unsigned turns = is_centre ? FL_CHUNK_TURNS : 1;
    const fl_room_list *list =
        is_centre ? &rules->centre : &rules->list[rules->need[self->doors][number]][FL_ROOM_ANY_DOOR_COUNT];
    for (unsigned i = 0; i < list->fit[FL_CHUNK_CLUTTER_MAX] * turns; i++) {
        port_class class;
        class.entry = (uint16_t)(list->entry[i / turns] + i % turns);
        class.clutter = is_bounded ? clutter_of(rules, class.entry) : 0;
        uint64_t open = open_tiles(rules, slot, class.entry);
        uint8_t labels = 0;
        memset(class.label, 0, sizeof class.label);
        for (unsigned m = 0; m < part->ports_n; m++) {
            uint64_t tile = 1ULL << (8 * (part->y[m] - slot->y) + (part->x[m] - slot->x));
            if (!(open & tile) || class.label[m]) {
                continue;
            }
            /* all tiles reached from a tile */
            uint64_t from = tile;
            const uint64_t not_first = 0xfefefefefefefefeULL;
            const uint64_t not_last = 0x7f7f7f7f7f7f7f7fULL;
            for (uint64_t before = 0; before != from;) {
                before = from;
                from |= open & ((from << 1 & not_first) | (from >> 1 & not_last) | from << 8 | from >> 8);
            }
            uint64_t reached = from;
            labels++;
            for (unsigned j = m; j < part->ports_n; j++) {
                if (reached >> (8 * (part->y[j] - slot->y) + (part->x[j] - slot->x)) & 1) {
                    class.label[j] = labels;
                }
            }
        }
        add_class(part, &class);
    }
    part->worst = part->class[0];
    part->least = part->class[0].clutter;
    for (unsigned i = 1; i < part->classes_n; i++) {
        /* Keeps the connections that both classes have. */
        unsigned n = part->ports_n;
        uint8_t pair[PORTS][2];
        uint8_t labels = 0;
        for (unsigned j = 0; j < n; j++) {
            uint8_t a = part->worst.label[j];
            uint8_t b = part->class[i].label[j];
            uint8_t k = 0;
            while (a && b && k < labels && (pair[k][0] != a || pair[k][1] != b)) {
                k++;
            }
            if (a && b && k == labels) {
                pair[labels][0] = a;
                pair[labels++][1] = b;
            }
            part->worst.label[j] = a && b ? (uint8_t)(k + 1) : 0;
        }
        part->least = part->class[i].clutter < part->least ? part->class[i].clutter : part->least;
    }
}

static int16_t root_of(search *self, int16_t port)
{
    while (self->root[port] != port) {
        self->root[port] = self->root[self->root[port]];
        port = self->root[port];
    }
    return port;
}

static const port_class *class_now(const search *self, unsigned number)
{
    const part *part = &self->part[number];
    return self->chosen[number] == NOT_CHOSEN ? &part->worst : &part->class[self->chosen[number]];
}

/* True if all doors reach each other; part number `free` counts as empty (-1 = none). */
static bool is_joined(search *self, int free)
{
    for (unsigned i = 0; i < self->rules->slots_n; i++) {
        /* Joins the connected ports of a part, or all of them if `is_free`. Blocked ports get no root. */
        const port_class *class = class_now(self, i);
        int16_t first[PORTS + 1];
        memset(first, -1, sizeof first);
        for (unsigned k = 0; k < self->part[i].ports_n; k++) {
            int16_t id = (int16_t)(i * PORTS + k);
            unsigned label = ((int)i == free) ? 1 : class->label[k];
            if (label && first[label] == NO_PORT) {
                first[label] = id;
            }
            self->root[id] = label ? first[label] : NO_PORT;
        }
    }
    for (unsigned i = 0; i < self->seams_n; i++) {
        int16_t a = self->seam[i][0];
        int16_t b = self->seam[i][1];
        if (self->root[a] != NO_PORT && self->root[b] != NO_PORT) {
            self->root[root_of(self, a)] = root_of(self, b);
        }
    }
    for (unsigned i = 0; i < self->doors_n; i++) {
        int16_t id = self->door[i];
        if (self->root[id] == NO_PORT || root_of(self, id) != root_of(self, self->door[0])) {
            return false;
        }
    }
    return true;
}

/* Returns the part to choose next: one that alone would connect the doors if it were empty, otherwise the
 * first one; -1 if all are chosen. */
static int next_part(search *self)
{
    int first = NOT_CHOSEN;
    for (unsigned i = 0; i < self->rules->slots_n; i++) {
        if (self->chosen[i] != NOT_CHOSEN) {
            continue;
        }
        if (is_joined(self, (int)i)) {
            return (int)i;
        }
        first = first == NOT_CHOSEN ? (int)i : first;
    }
    return first;
}

/* The clutter of the chosen parts and of the cheapest classes of the others. */
static unsigned least_spent(const search *self)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < self->rules->slots_n; i++) {
        sum += self->chosen[i] == NOT_CHOSEN ? self->part[i].least : class_now(self, i)->clutter;
    }
    return sum;
}

/* Depth first, without recursion: `order` holds the parts chosen so far. */
static void search_rooms(search *self)
{
    int order[FL_ROOM_PART_MAX];
    unsigned depth = 0;
    for (;;) {
        bool is_done = least_spent(self) > self->rules->budget || is_joined(self, -1);
        int next = is_done ? NOT_CHOSEN : next_part(self);
        if (++self->out->steps > FL_EXACT_ROOM_PROOF_STEPS) {
            self->out->answer = FL_ROOM_UNDECIDED;
            self->out->room.doors = (uint8_t)self->doors;
            return;
        }
        if (!is_done && next == NOT_CHOSEN) {
            uint16_t choice[FL_ROOM_PART_MAX];
            for (unsigned i = 0; i < self->rules->slots_n; i++) {
                choice[i] = class_now(self, i)->entry;
            }
            fl_room_assemble(self->rules, self->doors, choice, &self->out->room);
            self->out->answer = FL_ROOM_BROKEN;
            return;
        }
        if (!is_done) {
            order[depth++] = next;
            self->chosen[next] = 0;
            continue;
        }
        while (depth > 0 && ++self->chosen[order[depth - 1]] == (int)self->part[order[depth - 1]].classes_n) {
            self->chosen[order[--depth]] = NOT_CHOSEN;
        }
        if (depth == 0) {
            return;
        }
    }
}

fl_err fl_exact_room_prove(const fl_room_rules *rules, fl_exact_room_proof *out, fl_diag *diag)
{
    bool all = rules->doors == FL_ROOM_RANDOM_DOORS;
    memset(out, 0, sizeof *out);
    search *self = calloc(1, sizeof *self);
    if (!self) {
        return fl_diag_memory(diag);
    }
    self->rules = rules;
    self->out = out;
    for (unsigned doors = all ? 0 : rules->doors; doors <= (all ? FL_ALL_SIDES : rules->doors); doors++) {
        unsigned classes = 0;
        self->doors = doors;
        self->seams_n = 0;
        self->doors_n = 0;
        for (unsigned i = 0; i < self->rules->slots_n; i++) {
            self->part[i].ports_n = 0;
            self->part[i].classes_n = 0;
            self->chosen[i] = NOT_CHOSEN;
            find_ports(self, i);
            find_classes(self, i);
            classes += self->part[i].classes_n;
        }
        unsigned size = self->rules->size;
        for (unsigned y = 0; y < size; y++) {
            for (unsigned x = 0; x < size; x++) {
                if (x + 1 < size) {
                    add_seam(self, self->port_at[y][x], self->port_at[y][x + 1]);
                }
                if (y + 1 < size) {
                    add_seam(self, self->port_at[y][x], self->port_at[y + 1][x]);
                }
            }
        }
        self->out->classes = classes > self->out->classes ? classes : self->out->classes;
        search_rooms(self);
        if (out->answer != FL_ROOM_PROVEN) {
            break;
        }
    }
    free(self);
    return FL_OK;
}

const char *fl_exact_room_proof_name(fl_room_answer answer)
{
    static const char *const names[] = {"proven", "broken", "undecided"};
    return names[answer];
}
