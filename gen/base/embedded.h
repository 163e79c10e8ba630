/* SPDX-License-Identifier: MIT */
/* Data files built into the program: rule tables, experiments, styles.
 *
 * data/embed.py writes the table at build time, and parses YAML and room files then. The browser page has
 * their events without their text. */
#ifndef FL_GEN_BASE_EMBEDDED_H
#define FL_GEN_BASE_EMBEDDED_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

typedef struct fl_embedded {
    const char *name; /* path in the source tree, such as "data/classic/rolls.yaml" */
    const char *data;
    size_t size;
    const char *events; /* of YAML for fl_yaml_read, of room files for fl_pool_read; else NULL */
    size_t events_size;
} fl_embedded;

/* A rule set, as data/GENERATOR/NAME.yaml describes it. */
typedef struct fl_embedded_rules {
    const char *generator, *name;
    const char *title, *written_after;
    bool is_game; /* made from a game's code */
} fl_embedded_rules;

extern const fl_embedded_rules fl_embedded_rules_table[];
extern const size_t fl_embedded_rules_n;

/* The words of the setting `rules` of the generator rebirth, and what they mean. */
extern const char fl_embedded_rebirth_rules[], fl_embedded_rebirth_meaning[];

/* All files, sorted by name. */
extern const fl_embedded fl_embedded_table[];
extern const size_t fl_embedded_n;

/* Returns the file with this name, or NULL. */
static inline const fl_embedded *fl_embedded_find(const char *name)
{
    for (size_t i = 0; i < fl_embedded_n; i++) {
        if (strcmp(fl_embedded_table[i].name, name) == 0) {
            return &fl_embedded_table[i];
        }
    }
    return NULL;
}

/* Returns the file with this data and events, or NULL. */
static inline const fl_embedded *fl_embedded_with(const char *data)
{
    for (size_t i = 0; i < fl_embedded_n; i++) {
        if (fl_embedded_table[i].data == data && fl_embedded_table[i].events) {
            return &fl_embedded_table[i];
        }
    }
    return NULL;
}

/* True if the file is in this folder, such as "experiments/", and not in a subfolder. */
static inline bool fl_embedded_is_in(const fl_embedded *self, const char *folder)
{
    size_t length = strlen(folder);
    return strncmp(self->name, folder, length) == 0 && !strchr(self->name + length, '/');
}

#endif
