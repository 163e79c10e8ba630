/* SPDX-License-Identifier: MIT */
/* Builds a tree from events: the stored ones of a built-in file, or those of yaml_events.c. All nodes and
 * texts are in one arena, a list of blocks. */
#include "gen/base/yaml.h"

#include "gen/base/embedded.h"
#include "gen/base/suggest.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* KEYS_MAX limits quadratic time: each new key is compared with all keys of its map. */
enum { DEPTH_MAX = 16, NODES_MAX = 200000, KEYS_MAX = 1000, BYTES_MAX = 16 << 20, BLOCK = 1 << 16 };

typedef struct block {
    struct block *next;
    size_t used, size;
    char data[];
} block;

struct fl_yaml {
    block *blocks;
    fl_yaml_node *root;
    unsigned nodes_n;
    char name[200];
    char where[256];
};

typedef struct level {
    fl_yaml_node *node;
    fl_yaml_node *last;
    const char *key; /* a key whose value comes next; else NULL */
    unsigned key_line;
} level;

typedef struct reader {
    fl_yaml *yaml;
    fl_diag *diag;
    level levels[DEPTH_MAX];
    unsigned depth;
    bool is_shipped; /* its keys are known to be distinct */
} reader;

static void *take(fl_yaml *self, size_t size)
{
    size = (size + 15) & ~(size_t)15;
    if (!self->blocks || self->blocks->used + size > self->blocks->size) {
        size_t room = size > BLOCK ? size : BLOCK;
        block *new_block = calloc(1, sizeof *new_block + room);
        if (!new_block) {
            return NULL;
        }
        new_block->size = room;
        new_block->next = self->blocks;
        self->blocks = new_block;
    }
    void *out = self->blocks->data + self->blocks->used;
    self->blocks->used += size;
    return out;
}

static const char *where_line(fl_yaml *self, unsigned line)
{
    snprintf(self->where, sizeof self->where, "%s:%u", self->name, line);
    return self->where;
}

const char *fl_yaml_where(fl_yaml *self, const fl_yaml_node *node)
{
    return where_line(self, node->line);
}

static fl_err refuse(reader *r, unsigned line, const char *what)
{
    return fl_diag_set(r->diag, FL_ERR_INPUT, where_line(r->yaml, line), "%s", what);
}

/* Adds a new node to the innermost open list or map. */
static fl_err add_node(reader *r, fl_yaml_type type, unsigned line, fl_yaml_node **out)
{
    fl_yaml *self = r->yaml;
    fl_yaml_node *node = take(self, sizeof *node);
    if (!node) {
        return fl_diag_memory(r->diag);
    }
    if (++self->nodes_n > NODES_MAX) {
        return refuse(r, line, "too many entries");
    }
    node->type = type;
    node->line = line;
    *out = node;
    if (r->depth == 0) {
        if (self->root) {
            return refuse(r, line, "only one document is allowed");
        }
        self->root = node;
        return FL_OK;
    }
    level *top = &r->levels[r->depth - 1];
    if (top->node->type == FL_YAML_MAP) {
        if (!top->key) {
            return refuse(r, line, "a key must be a plain word");
        }
        node->key = top->key;
        node->line = type == FL_YAML_SCALAR ? line : top->key_line;
        top->key = NULL;
    }
    *(top->last ? &top->last->next : &top->node->first) = node;
    top->last = node;
    top->node->children_n++;
    return FL_OK;
}

/* Adds a scalar from its event, up to the line feed. */
static fl_err add_scalar(reader *r, const char *p, unsigned line)
{
    char *text = take(r->yaml, strcspn(p, "\n") + 1);
    if (!text) {
        return fl_diag_memory(r->diag);
    }
    for (char *to = text; *p != '\n'; p++) {
        bool is_escaped = *p == '\\';
        p += is_escaped;
        *to++ = is_escaped && *p == 'n' ? '\n' : *p;
    }
    level *top = r->depth > 0 ? &r->levels[r->depth - 1] : NULL;
    if (top && top->node->type == FL_YAML_MAP && !top->key) {
        if (top->node->children_n == KEYS_MAX) {
            return refuse(r, line, "too many keys");
        }
        if (!r->is_shipped && fl_yaml_get(top->node, text)) {
            return fl_diag_set(r->diag, FL_ERR_INPUT, where_line(r->yaml, line),
                               "the key '%.80s' is given twice", text);
        }
        top->key = text;
        top->key_line = line;
        return FL_OK;
    }
    fl_yaml_node *node = NULL;
    fl_err err = add_node(r, FL_YAML_SCALAR, line, &node);
    if (!err) {
        node->text = text;
    }
    return err;
}

static fl_err open_level(reader *r, fl_yaml_type type, unsigned line)
{
    fl_yaml_node *node = NULL;
    fl_err err = add_node(r, type, line, &node);
    if (err) {
        return err;
    }
    if (r->depth == DEPTH_MAX) {
        return refuse(r, line, "nested too deeply");
    }
    r->levels[r->depth++] = (level){.node = node};
    return FL_OK;
}

static fl_err take_event(reader *r, char sign, const char *text, unsigned line)
{
    char problem[FL_DIAG_TEXT];
    switch (sign) {
    case '"':
        return add_scalar(r, text, line);
    case '[':
        return open_level(r, FL_YAML_LIST, line);
    case '{':
        return open_level(r, FL_YAML_MAP, line);
    case '}':
        r->depth--;
        return FL_OK;
    case '&':
        return refuse(r, line, "anchors and aliases are not supported");
    default:
        snprintf(problem, sizeof problem, "%.*s", (int)strcspn(text, "\n"), text);
        return refuse(r, line, problem);
    }
}

static fl_err read_events(fl_yaml *self, const char *events, bool is_shipped, fl_diag *diag)
{
    reader r = {.yaml = self, .diag = diag, .is_shipped = is_shipped};
    fl_err err = FL_OK;
    unsigned line = 0;
    for (const char *p = events; *p && !err; p = strchr(p, '\n') + 1) {
        char *end = NULL;
        line += (unsigned)strtoul(p + 1, &end, 10);
        err = take_event(&r, *p, end + 1, line);
    }
    return err || self->root ? err : fl_diag_set(diag, FL_ERR_INPUT, self->name, "the file is empty");
}

fl_err fl_yaml_read(const char *text, size_t size, const char *name, fl_yaml **out, fl_diag *diag)
{
    const fl_embedded *shipped = fl_embedded_with(text);
    fl_text events;
    *out = NULL;
    if (size > BYTES_MAX) {
        return fl_diag_set(diag, FL_ERR_INPUT, name, "the file is larger than %d MiB", BYTES_MAX >> 20);
    }
    fl_yaml *self = calloc(1, sizeof *self);
    fl_text_init(&events);
    if (!self || (!shipped && (fl_yaml_events(text, size, &events) || fl_text_check(&events)))) {
        fl_text_free(&events);
        free(self);
        return fl_diag_memory(diag);
    }
    snprintf(self->name, sizeof self->name, "%s", name);
    fl_err err = read_events(self, shipped ? shipped->events : fl_text_get(&events), shipped, diag);
    fl_text_free(&events);
    if (err) {
        fl_yaml_free(self);
        return err;
    }
    *out = self;
    return FL_OK;
}

void fl_yaml_free(fl_yaml *self)
{
    if (!self) {
        return;
    }
    for (block *c = self->blocks; c;) {
        block *next = c->next;
        free(c);
        c = next;
    }
    free(self);
}

const fl_yaml_node *fl_yaml_root(const fl_yaml *self)
{
    return self->root;
}

const fl_yaml_node *fl_yaml_get(const fl_yaml_node *map, const char *key)
{
    for (const fl_yaml_node *child = map->first; child; child = child->next) {
        if (child->key && strcmp(child->key, key) == 0) {
            return child;
        }
    }
    return NULL;
}

const fl_yaml_node *fl_yaml_named(const fl_yaml_node *map, const char *where)
{
    for (const fl_yaml_node *node = map ? map->first : NULL; node; node = node->next) {
        bool has_value = node->text && node->text[0] && strncmp(where, node->text, strlen(node->text)) == 0;
        if (has_value || strcmp(node->key, where) == 0) {
            return node;
        }
    }
    return NULL;
}

static const char *type_name(fl_yaml_type type)
{
    static const char *const names[] = {"a single value", "a list", "a map of keys", "anything"};
    return names[type];
}

static fl_yaml_field key_at(const fl_yaml_table *keys, size_t i)
{
    fl_yaml_field key;
    memcpy(&key, (const char *)keys->rows + i * keys->stride, sizeof key);
    return key;
}

/* Adds a hint, "there are name, about and seed", with as many keys as fit, for a word unlike all of them. */
static void hint_keys(const fl_yaml_table *keys, fl_diag *diag)
{
    enum { MOST = 160 };
    char list[MOST];
    size_t n = 0;
    for (size_t i = 0; i < keys->n; i++) {
        const char *name = key_at(keys, i).name;
        if (n + strlen(name) + sizeof ", …" >= MOST) {
            n += (size_t)snprintf(list + n, MOST - n, ", …");
            break;
        }
        n += (size_t)snprintf(list + n, MOST - n, "%s%s", i > 0 ? ", " : "", name);
    }
    if (n > 0) {
        fl_diag_hint(diag, "there are %s", list);
    }
}

static fl_err check_child(fl_yaml *self, const fl_yaml_node *child, const fl_yaml_table *keys, fl_diag *diag)
{
    size_t at = fl_suggest_find(child->key, keys->rows, keys->n, keys->stride);
    if (at < keys->n) {
        fl_yaml_field key = key_at(keys, at);
        return key.type == child->type || key.type == FL_YAML_ANY
                   ? FL_OK
                   : fl_yaml_refuse(self, child, diag, "'%s' is %s, expected %s", child->key,
                                    type_name(child->type), type_name(key.type));
    }
    fl_err err = fl_yaml_refuse(self, child, diag, "there is no key '%.80s' here", child->key);
    const char *near = fl_suggest_name(child->key, keys->rows, keys->n, keys->stride);
    if (near) {
        fl_diag_hint(diag, "did you mean '%s'?", near);
    } else {
        hint_keys(keys, diag);
    }
    return err;
}

fl_err fl_yaml_check_rows(fl_yaml *self, const fl_yaml_node *map, const fl_yaml_table *table, fl_diag *diag)
{
    if (map->type != FL_YAML_MAP) {
        return fl_yaml_refuse(self, map, diag, "expected a map of keys, found %s", type_name(map->type));
    }
    for (const fl_yaml_node *child = map->first; child; child = child->next) {
        fl_err err = check_child(self, child, table, diag);
        if (err) {
            return err;
        }
    }
    for (size_t i = 0; i < table->n; i++) {
        fl_yaml_field key = key_at(table, i);
        if (key.is_required && !fl_yaml_get(map, key.name)) {
            return fl_yaml_refuse(self, map, diag, "the key '%s' is missing", key.name);
        }
    }
    return FL_OK;
}

fl_err fl_yaml_read_shipped(const char *name, fl_yaml **out, fl_diag *diag)
{
    const fl_embedded *file = fl_embedded_find(name);
    if (!file) {
        *out = NULL;
        return fl_diag_set(diag, FL_ERR_INPUT, name, "this file is not built into the program");
    }
    return fl_yaml_read(file->data, file->size, name, out, diag);
}

fl_err fl_yaml_refuse(fl_yaml *self, const fl_yaml_node *node, fl_diag *diag, const char *format, ...)
{
    char text[FL_DIAG_TEXT];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return fl_diag_set(diag, FL_ERR_INPUT, fl_yaml_where(self, node), "%s", text);
}

fl_err fl_yaml_flag(fl_yaml *self, const fl_yaml_node *map, const char *key, bool *out, fl_diag *diag)
{
    const fl_yaml_node *node = fl_yaml_get(map, key);
    if (!node) {
        return FL_OK;
    }
    const char *text = node->type == FL_YAML_SCALAR ? node->text : "a list";
    if (strcmp(text, "true") != 0 && strcmp(text, "false") != 0) {
        return fl_yaml_refuse(self, node, diag, "'%s' is true or false, not '%.40s'", key, text);
    }
    *out = text[0] == 't';
    return FL_OK;
}
