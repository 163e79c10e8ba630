/* SPDX-License-Identifier: MIT */
/* Converts libyaml's events of a text to the form that fl_yaml_read takes. */
#include "gen/base/yaml.h"

#include <string.h>
#include <yaml.h>

typedef struct writer {
    fl_text *out;
    size_t line; /* of the previous event */
} writer;

static void add(writer *w, char sign, size_t line, const void *text, size_t n)
{
    const char *p = text;
    if (memchr(text, 0, n)) {
        sign = '!';
        p = "a NUL byte is not allowed";
        n = strlen(p);
    }
    fl_text_add_format(w->out, "%c%zu ", sign, line - w->line);
    w->line = line;
    for (size_t i = 0; i < n; i++) {
        if (p[i] == '\\' || p[i] == '\n') {
            fl_text_add_char(w->out, '\\');
        }
        fl_text_add_char(w->out, p[i] == '\n' ? 'n' : p[i]);
    }
    fl_text_add_char(w->out, '\n');
}

static void add_event(const yaml_event_t *event, writer *w)
{
    size_t line = event->start_mark.line + 1;
    switch (event->type) {
    case YAML_SCALAR_EVENT:
        add(w, event->data.scalar.anchor ? '&' : '"', line, event->data.scalar.value,
            event->data.scalar.length);
        break;
    case YAML_SEQUENCE_START_EVENT:
        add(w, event->data.sequence_start.anchor ? '&' : '[', line, "", 0);
        break;
    case YAML_MAPPING_START_EVENT:
        add(w, event->data.mapping_start.anchor ? '&' : '{', line, "", 0);
        break;
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        add(w, '}', w->line, "", 0);
        break;
    case YAML_ALIAS_EVENT:
        add(w, '&', line, "", 0);
        break;
    default:
        break;
    }
}

/* Writes the error as the last event. For bytes that are not UTF-8 libyaml gives only the offset. */
static void add_problem(const yaml_parser_t *parser, const char *text, writer *w)
{
    const char *problem = parser->problem ? parser->problem : "this is not YAML";
    size_t line = parser->problem_mark.line + 1;
    if (parser->error == YAML_READER_ERROR) {
        line = 1;
        for (size_t i = 0; i < parser->problem_offset; i++) {
            line += text[i] == '\n';
        }
    }
    add(w, '!', line, problem, strlen(problem));
}

fl_err fl_yaml_events(const char *text, size_t size, fl_text *out)
{
    enum { MOST = 1 << 20 /* events */, DEEPEST = 32 /* both: more than fl_yaml_read takes */ };
    yaml_parser_t parser;
    yaml_event_t event;
    writer w = {out, 0};
    bool is_end = false;
    unsigned depth = 0; /* libyaml takes minutes for thousands of levels */
    if (!yaml_parser_initialize(&parser)) {
        return FL_ERR_MEMORY;
    }
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, size);
    for (unsigned n = 0; n < MOST && !is_end && yaml_parser_parse(&parser, &event); n++) {
        add_event(&event, &w);
        depth += event.type == YAML_SEQUENCE_START_EVENT || event.type == YAML_MAPPING_START_EVENT;
        depth -= event.type == YAML_SEQUENCE_END_EVENT || event.type == YAML_MAPPING_END_EVENT;
        is_end = event.type == YAML_STREAM_END_EVENT || depth > DEEPEST;
        yaml_event_delete(&event);
    }
    fl_err err = parser.error == YAML_MEMORY_ERROR ? FL_ERR_MEMORY : FL_OK;
    if (!err && parser.error) {
        add_problem(&parser, text, &w);
    }
    yaml_parser_delete(&parser);
    return err;
}
