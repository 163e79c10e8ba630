/* SPDX-License-Identifier: MIT */
/* Restricted Damerau-Levenshtein distance over short words, three rows at a time. */
#include "gen/base/suggest.h"

#include "gen/base/embedded.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { LONGEST = 63 };

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

unsigned fl_suggest_distance(const char *a, const char *b)
{
    size_t a_length = strlen(a);
    size_t b_length = strlen(b);
    if (a_length > LONGEST || b_length > LONGEST) {
        return LONGEST + 1;
    }
    unsigned rows[3][LONGEST + 1];
    for (unsigned j = 0; j <= b_length; j++) {
        rows[0][j] = j;
    }
    for (unsigned i = 1; i <= a_length; i++) {
        unsigned *now = rows[i % 3];
        const unsigned *last = rows[(i + 2) % 3];
        const unsigned *before = rows[(i + 1) % 3];
        now[0] = i;
        for (unsigned j = 1; j <= b_length; j++) {
            unsigned replaced = last[j - 1] + (a[i - 1] != b[j - 1]);
            now[j] = least(replaced, least(last[j], now[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                now[j] = least(now[j], before[j - 2] + 1);
            }
        }
    }
    return rows[a_length % 3][b_length];
}

/* Returns the name at the start of a row. */
static const char *name_at(const void *rows, size_t i, size_t stride)
{
    const char *name;
    assert(stride >= sizeof name);
    memcpy(&name, (const char *)rows + i * stride, sizeof name);
    return name;
}

size_t fl_suggest_find(const char *name, const void *rows, size_t n, size_t stride)
{
    size_t i = 0;
    while (i < n && strcmp(name_at(rows, i, stride), name) != 0) {
        i++;
    }
    return i;
}

const char *fl_suggest_name(const char *word, const void *rows, size_t n, size_t stride)
{
    const char *best = NULL;
    unsigned best_distance = (unsigned)least((unsigned)strlen(word), LONGEST) / 3 + 2;
    for (size_t i = 0; i < n; i++) {
        const char *name = name_at(rows, i, stride);
        unsigned distance = fl_suggest_distance(word, name);
        if (distance > 0 && distance < best_distance && distance < strlen(name)) {
            best = name;
            best_distance = distance;
        }
    }
    return best;
}

const char *fl_suggest_nearer(const char *word, const char *a, const char *b)
{
    const char *both[] = {a ? a : b, b};
    return both[0] ? fl_suggest_name(word, both, b ? 2 : 1, sizeof both[0]) : NULL;
}

const char *fl_suggest_file(const char *word, const char *folder, char out[FL_SUGGEST_FILE])
{
    const char *near = NULL;
    for (size_t i = 0; i < fl_embedded_n; i++) {
        char name[FL_SUGGEST_FILE];
        if (fl_embedded_is_in(&fl_embedded_table[i], folder)) {
            const char *path = fl_embedded_table[i].name + strlen(folder);
            snprintf(name, sizeof name, "%.*s", (int)strcspn(path, "."), path);
            if (fl_suggest_nearer(word, near, name) == name) {
                near = memcpy(out, name, sizeof name);
            }
        }
    }
    return near;
}
