/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Draws a style first, then rooms in that style, and writes them in random order. */
#include "tests/oracle/rebirth/odd_pool.h"

#include "tests/oracle/rebirth/naive_parts.h"

#include <stdbool.h>
#include <stdio.h>

enum {
    ROOMS = 2000,
    SHAPES = 12,
    SLOTS = 8,
    ONE = 1000,
    LEAST_FEASIBLE = 900,
    SPARSE_DOORS = 450,
    SPARSE_ROOMS = 80
};

typedef struct room {
    int variant, type, subtype, shape, difficulty, width, height;
    unsigned doors;
    double weight;
} room;

/* The style: how a pool differs from the game's. Chances are in thousandths. */
typedef struct style {
    unsigned shapes, special_shapes; /* bit per shape */
    unsigned door, special_door;     /* chance of each door */
    unsigned missing;                /* that a type of special room is not there */
    unsigned hard;                   /* that a room's difficulty lies outside */
    unsigned doubled;                /* that a variant is any number */
    unsigned lying;                  /* that a size is wrong */
    unsigned weights;                /* how wild they are: 0…3 */
    unsigned normal;                 /* rooms of the stage's file */
} style;

typedef struct pool {
    room room[ROOMS];
    unsigned n;
    uint64_t random;
    style style;
} pool;

/* splitmix64 */
uint64_t odd_pool_random(uint64_t *state)
{
    uint64_t z = *state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

unsigned odd_pool_below(uint64_t *state, unsigned n)
{
    return (unsigned)(odd_pool_random(state) >> 32) % n;
}

static unsigned below(pool *self, unsigned n)
{
    return odd_pool_below(&self->random, n);
}

static bool happens(pool *self, unsigned chance)
{
    return below(self, ONE) < chance;
}

/* One of a list of numbers. */
#define ONE_OF(self, ...)                                                                                    \
    ((const unsigned[]){__VA_ARGS__}[below(self, sizeof((const unsigned[]){__VA_ARGS__}) / sizeof(unsigned))])

static void draw_style(pool *self)
{
    unsigned any = below(self, 1u << SHAPES) << 1;
    unsigned other = below(self, 1u << SHAPES) << 1;
    self->style = (style){
        .shapes = ONE_OF(self, 0x1ffe, 0x1ffe, 0x1ffe, any | 2, any | 4 | 8, 0x00ae, 2),
        .special_shapes = ONE_OF(self, 2, 2, 0x000e, 0x000e, other | 2, other | 0x100, 0x1ffe, 0x00ae),
        .door = ONE_OF(self, 1000, 1000, 950, 900, 700),
        .special_door = ONE_OF(self, 1000, 1000, 900, 700, 500),
        .missing = ONE_OF(self, 0, 0, 20, 150),
        .hard = ONE_OF(self, 0, 100, 300),
        .doubled = ONE_OF(self, 0, 0, 200, 1000),
        .lying = ONE_OF(self, 0, 0, 0, 100),
        .weights = below(self, 4),
        .normal = ONE_OF(self, 40, 60, 100, 250),
    };
}

static int draw_shape(pool *self, unsigned shapes)
{
    for (;;) {
        unsigned shape = 1 + below(self, SHAPES);
        if (shapes >> shape & 1) {
            return (int)shape;
        }
    }
}

static double draw_weight(pool *self)
{
    static const double odd[] = {0, 1e-9, 1e-7, 1e-6, 0.001, 0.1, 0.25, 1, 1.1, 2, 3.3, 10, 1000, 1e6};
    switch (self->style.weights) {
    case 0:
        return 1;
    case 1:
        return ONE_OF(self, 1, 1, 2, 4) / 4.0;
    case 2:
        return (1 + below(self, 1000)) / 100.0;
    default:
        return odd[below(self, sizeof odd / sizeof odd[0])];
    }
}

static const unsigned slots_of[SHAPES + 1] = {0,    0x0f, 0x05, 0x0a, 0x5f, 0x0a, 0xaf,
                                              0x05, 0xff, 0xff, 0xff, 0xff, 0xff};

/* A room of any shape of a set; the caller changes what it wants otherwise. */
static room *add(pool *self, int type, int variant, unsigned shapes, unsigned door)
{
    room *one = &self->room[self->n < ROOMS - 1 ? self->n++ : self->n];
    *one = (room){.type = type, .variant = variant, .difficulty = 1 + (int)below(self, 10)};
    one->shape = draw_shape(self, shapes);
    for (unsigned slot = 0; slot < SLOTS; slot++) {
        one->doors |= (unsigned)happens(self, door) << slot;
    }
    one->doors &= slots_of[one->shape];
    one->weight = draw_weight(self);
    if (happens(self, self->style.lying)) {
        one->width = 13 * (1 + (int)below(self, 3));
        one->height = 7 * (1 + (int)below(self, 3)) + (int)below(self, 2);
    }
    return one;
}

static void add_special(pool *self, int type, int variant, int subtype)
{
    room *one = add(self, type, variant, self->style.special_shapes, self->style.special_door);
    one->subtype = subtype;
    if (happens(self, self->style.hard)) {
        one->difficulty = (int)ONE_OF(self, 0, 0, 11, 15, 20);
    }
    if (happens(self, self->style.doubled)) {
        one->variant = (int)below(self, 12);
    }
}

static void add_bosses(pool *self)
{
    for (int boss = 1; boss <= 72; boss++) {
        for (unsigned i = happens(self, self->style.missing) ? 0 : 1 + below(self, 3); i > 0; i--) {
            bool is_foreign = happens(self, self->style.doubled / 3);
            add_special(self, 5, 1000 + 10 * boss + (int)i, boss);
            self->room[self->n - 1].variant += is_foreign ? (int)(0xE74 + below(self, 0x96)) : 0;
        }
    }
    static const int twins[3] = {0xE74, 0xEA6, 0xED8};
    for (int i = 0; i < 9; i++) {
        add_special(self, 5, twins[i % 3] + (int)below(self, 55),
                    happens(self, 300) ? 1 + (int)below(self, 70) : 0);
        self->room[self->n - 1].difficulty = (int)below(self, 3);
    }
}

static void add_minibosses(pool *self)
{
    static const int first[] = {0x7D0, 0x7DA, 0x7E4, 0x7EE, 0x802, 0x80C, 0x834,
                                0x83E, 0x848, 0x852, 0x866, 0x870, 0x8D4};
    for (unsigned i = 0; i < sizeof first / sizeof first[0]; i++) {
        for (unsigned n = happens(self, self->style.missing) ? 0 : 1 + below(self, 2); n > 0; n--) {
            add_special(self, 6, first[i] + (int)below(self, 11), (int)below(self, 3));
        }
    }
}

/* The special rooms but bosses and mini-bosses: type, subtypes. */
static void add_others(pool *self)
{
    static const int rows[][2] = {{2, 12}, {4, 4},  {7, 1},  {8, 1},  {9, 1},  {10, 2}, {11, 2},
                                  {12, 5}, {13, 1}, {18, 1}, {19, 1}, {20, 1}, {21, 1}, {24, 1}};
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        bool is_must = rows[i][0] <= 4 || rows[i][0] == 8;
        if (happens(self, is_must ? self->style.missing / 8 : self->style.missing)) {
            continue;
        }
        for (unsigned n = 4 + (unsigned)rows[i][1] * 2 + below(self, 4); n > 0; n--) {
            bool is_shop = rows[i][0] == 2;
            int subtype = is_shop ? (int)ONE_OF(self, 4, 4, 10, 11) : (int)below(self, (unsigned)rows[i][1]);
            add_special(self, rows[i][0], (int)(10 + n), subtype);
        }
    }
}

static void make_special(pool *self)
{
    room *start = add(self, 1, 2, 2, ONE);
    start->difficulty = (int)below(self, 12);
    for (int variant = 3; variant <= 11; variant++) {
        add_special(self, 1, variant, 0);
    }
    add_bosses(self);
    add_minibosses(self);
    add_others(self);
}

static void make_normal(pool *self, const odd_pool_request *request)
{
    add(self, 1, 0, 2, ONE)->difficulty = (int)below(self, 6);
    for (unsigned i = 0; i < self->style.normal; i++) {
        int type = happens(self, 30) ? 1 + (int)below(self, 21) : 1;
        room *one = add(self, type, (int)i + 1, self->style.shapes, self->style.door);
        one->subtype = (int)below(self, 3);
        one->difficulty = request->least + (int)below(self, (unsigned)(request->most - request->least + 1));
        if (happens(self, self->style.hard)) {
            one->difficulty = (int)below(self, 21);
        }
        if (happens(self, self->style.doubled)) {
            one->variant = (int)below(self, 10);
        }
    }
}

static void write_room(pool *self, const room *one, FILE *to)
{
    fprintf(to,
            "<room type=\"%d\" variant=\"%d\" subtype=\"%d\" shape=\"%d\" difficulty=\"%d\" weight=\"%.9g\"",
            one->type, one->variant, one->subtype, one->shape, one->difficulty, one->weight);
    if (one->width > 0) {
        fprintf(to, " width=\"%d\" height=\"%d\"", one->width, one->height);
    }
    fprintf(to, ">\n");
    unsigned turn = below(self, SLOTS); /* doors stand in any order */
    for (unsigned i = 0; i < SLOTS; i++) {
        unsigned slot = (i + turn) % SLOTS;
        if (slots_of[one->shape] >> slot & 1) {
            fprintf(to, "<door exists=\"%s\" x=\"%d\" y=\"%d\"/>\n",
                    one->doors >> slot & 1 ? "True" : "False", reb_door_tiles[one->shape][slot][0],
                    reb_door_tiles[one->shape][slot][1]);
        }
    }
    fprintf(to, "</room>\n");
}

static bool write_pool(pool *self, const char *folder, unsigned number)
{
    char name[512];
    snprintf(name, sizeof name, "%s/%02u.odd.xml", folder, number);
    FILE *to = fopen(name, "w");
    if (!to) {
        return false;
    }
    for (unsigned i = self->n; i-- > 1;) {
        unsigned j = below(self, i + 1);
        room kept = self->room[i];
        self->room[i] = self->room[j];
        self->room[j] = kept;
    }
    fprintf(to, "<rooms>\n");
    for (unsigned i = 0; i < self->n; i++) {
        write_room(self, &self->room[i], to);
    }
    fprintf(to, "</rooms>\n");
    return fclose(to) == 0;
}

int odd_pool_write(const char *folder, const odd_pool_request *request, uint64_t seed)
{
    static pool made;
    made.n = 0;
    made.random = seed;
    draw_style(&made);
    if (request->is_sparse) {
        made.style = (style){.shapes = 0x1ffe,
                             .special_shapes = 2,
                             .door = SPARSE_DOORS,
                             .special_door = ONE,
                             .normal = SPARSE_ROOMS};
    } else if (request->is_feasible) {
        made.style.shapes |= 1u << 1;
        made.style.door = made.style.door < LEAST_FEASIBLE ? LEAST_FEASIBLE : made.style.door;
        made.style.missing = 0;
        made.style.weights = made.style.weights > 2 ? 2 : made.style.weights; /* none of weight 0 */
    }
    make_special(&made);
    if (!write_pool(&made, folder, 0)) {
        return 0;
    }
    made.n = 0;
    make_normal(&made, request);
    return write_pool(&made, folder, request->file);
}
