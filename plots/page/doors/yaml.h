/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The part of libyaml's interface that gen/base/yaml.c uses, for the page, where libyaml is not to be had.
 *
 * The whole document is cut into tokens first (yaml_scan.c, yaml_scalar.c); events are then made from them
 * one by one (yaml_parse.c). What is accepted, the messages and their lines are libyaml's; tests/page holds
 * both side by side. Not here: encodings other than UTF-8, and the meaning of tags and directives. */
#ifndef FL_PLOTS_PAGE_DOORS_YAML_H
#define FL_PLOTS_PAGE_DOORS_YAML_H

#include <stddef.h>

typedef enum yaml_error_type_e {
    YAML_NO_ERROR,
    YAML_MEMORY_ERROR,
    YAML_READER_ERROR,
    YAML_SCANNER_ERROR,
    YAML_PARSER_ERROR
} yaml_error_type_t;

typedef enum yaml_event_type_e {
    YAML_NO_EVENT,
    YAML_STREAM_END_EVENT,
    YAML_ALIAS_EVENT,
    YAML_SCALAR_EVENT,
    YAML_SEQUENCE_START_EVENT,
    YAML_SEQUENCE_END_EVENT,
    YAML_MAPPING_START_EVENT,
    YAML_MAPPING_END_EVENT
} yaml_event_type_t;

typedef struct yaml_mark_s {
    size_t index, line, column; /* characters and lines, from 0 */
} yaml_mark_t;

typedef struct yaml_event_s {
    yaml_event_type_t type;
    union {
        struct {
            const char *anchor; /* NULL = none */
            const unsigned char *value;
            size_t length;
        } scalar;
        struct {
            const char *anchor;
        } sequence_start, mapping_start;
    } data;
    yaml_mark_t start_mark;
} yaml_event_t;

typedef struct yaml_parser_s {
    yaml_error_type_t error;
    const char *problem;
    size_t problem_offset; /* in bytes, of what is not UTF-8 */
    yaml_mark_t problem_mark;
    struct fl_yaml_tokens *tokens; /* NULL until there is input */
} yaml_parser_t;

/* Like libyaml's functions these return 1, and 0 after an error. */
int yaml_parser_initialize(yaml_parser_t *parser);
void yaml_parser_set_input_string(yaml_parser_t *parser, const unsigned char *input, size_t size);
int yaml_parser_parse(yaml_parser_t *parser, yaml_event_t *event);
void yaml_event_delete(yaml_event_t *event);
void yaml_parser_delete(yaml_parser_t *parser);

#endif
