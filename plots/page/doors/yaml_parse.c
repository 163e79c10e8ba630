/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Events from tokens: a state for what the grammar expects next (YAML 1.1, chapter 4), and a stack of those
 * to go back to. */
#include "plots/page/doors/yaml_private.h"

#include <stdlib.h>
#include <string.h>

typedef enum state {
    FIRST_DOCUMENT,
    NEXT_DOCUMENT,
    DOCUMENT_CONTENT,
    DOCUMENT_END,
    LIST_FIRST,
    LIST_ENTRY,
    BARE_LIST_ENTRY, /* a list in a map, at the map's indentation */
    MAP_FIRST,
    MAP_KEY,
    MAP_VALUE,
    FLOW_LIST_FIRST,
    FLOW_LIST_ENTRY,
    PAIR_KEY, /* [key: value] is a list with a map in it */
    PAIR_VALUE,
    PAIR_END,
    FLOW_MAP_FIRST,
    FLOW_MAP_KEY,
    FLOW_MAP_VALUE,
    FLOW_MAP_NO_VALUE,
    STREAM_END,
} state;

typedef struct step {
    fl_yaml_tokens *tokens;
    yaml_event_t *event;
} step;

static const fl_yaml_token *peek(const step *self)
{
    return &self->tokens->token[self->tokens->next];
}

static fl_yaml_token_type type_of(const step *self)
{
    return peek(self)->type;
}

static void skip(const step *self)
{
    self->tokens->next += type_of(self) != FL_YAML_END && type_of(self) != FL_YAML_FAULT;
}

/* Whether the next token is one of these. */
static bool is_among(const step *self, unsigned types)
{
    return types >> type_of(self) & 1;
}

#define FL_BIT(type) (1u << FL_YAML_##type)

static int fail(const step *self, const char *problem)
{
    yaml_parser_t *parser = self->tokens->parser;
    if (type_of(self) != FL_YAML_FAULT) { /* else the scanner's error stands */
        parser->error = YAML_PARSER_ERROR;
        parser->problem = problem;
        parser->problem_mark = peek(self)->mark;
    }
    return 0;
}

static bool push(const step *self, state next)
{
    fl_yaml_tokens *tokens = self->tokens;
    int *states = fl_yaml_more(tokens->states, tokens->states_n, &tokens->states_room, sizeof *states);
    if (!states) {
        return fl_yaml_fail_memory(tokens);
    }
    tokens->states = states;
    states[tokens->states_n++] = (int)next;
    return true;
}

static void pop(const step *self)
{
    self->tokens->state = self->tokens->states[--self->tokens->states_n];
}

static int emit(const step *self, yaml_event_type_t type, yaml_mark_t mark)
{
    *self->event = (yaml_event_t){.type = type, .start_mark = mark};
    return 1;
}

/* A value that is left out. */
static int emit_empty(const step *self, state next, yaml_mark_t mark)
{
    self->tokens->state = (int)next;
    emit(self, YAML_SCALAR_EVENT, mark);
    self->event->data.scalar.value = (const unsigned char *)"";
    return 1;
}

/* What a node is; its anchor and tag are read. */
static int emit_content(const step *self, bool is_block, bool is_in_map, yaml_mark_t mark)
{
    fl_yaml_tokens *tokens = self->tokens;
    const fl_yaml_token *token = peek(self);
    if (is_in_map && token->type == FL_YAML_BLOCK_ENTRY) {
        tokens->state = BARE_LIST_ENTRY;
        return emit(self, YAML_SEQUENCE_START_EVENT, mark);
    }
    switch (token->type) {
    case FL_YAML_TEXT:
        skip(self);
        pop(self);
        emit(self, YAML_SCALAR_EVENT, mark);
        self->event->data.scalar.value = (const unsigned char *)token->text;
        self->event->data.scalar.length = token->length;
        return 1;
    case FL_YAML_FLOW_LIST:
        tokens->state = FLOW_LIST_FIRST;
        return emit(self, YAML_SEQUENCE_START_EVENT, mark);
    case FL_YAML_FLOW_MAP:
        tokens->state = FLOW_MAP_FIRST;
        return emit(self, YAML_MAPPING_START_EVENT, mark);
    case FL_YAML_BLOCK_LIST:
        tokens->state = LIST_FIRST;
        return is_block ? emit(self, YAML_SEQUENCE_START_EVENT, mark) : -1;
    case FL_YAML_BLOCK_MAP:
        tokens->state = MAP_FIRST;
        return is_block ? emit(self, YAML_MAPPING_START_EVENT, mark) : -1;
    default:
        return -1;
    }
}

static int parse_node(const step *self, bool is_block, bool is_in_map)
{
    bool has_anchor = false;
    bool has_tag = false;
    yaml_mark_t mark = peek(self)->mark;
    if (type_of(self) == FL_YAML_ALIAS) {
        skip(self);
        pop(self);
        return emit(self, YAML_ALIAS_EVENT, mark);
    }
    while ((type_of(self) == FL_YAML_ANCHOR && !has_anchor) || (type_of(self) == FL_YAML_TAG && !has_tag)) {
        has_anchor |= type_of(self) == FL_YAML_ANCHOR;
        has_tag |= type_of(self) == FL_YAML_TAG;
        skip(self);
    }
    int done = emit_content(self, is_block, is_in_map, mark);
    if (done < 0 && (has_anchor || has_tag) && type_of(self) != FL_YAML_FAULT) {
        pop(self);
        done = emit_empty(self, (state)self->tokens->state, mark);
    }
    if (done < 0) {
        return fail(self, "did not find expected node content");
    }
    const char *anchor = has_anchor ? "&" : NULL;
    if (self->event->type == YAML_SCALAR_EVENT) {
        self->event->data.scalar.anchor = anchor;
    } else {
        self->event->data.sequence_start.anchor = anchor; /* of maps the same member of the union */
    }
    return done;
}

/* A node, unless one of these tokens says that it is left out; then on to `next`. */
static int parse_unless(const step *self, unsigned types, state next, bool is_block)
{
    if (is_among(self, types)) {
        return emit_empty(self, next, self->tokens->token[self->tokens->next - 1].mark);
    }
    return push(self, next)
               ? parse_node(self, is_block, is_block && next != LIST_ENTRY && next != BARE_LIST_ENTRY)
               : 0;
}

static int parse_document(const step *self, bool is_first)
{
    fl_yaml_tokens *tokens = self->tokens;
    while (!is_first && type_of(self) == FL_YAML_DOCUMENT_END) {
        skip(self);
    }
    if (is_first && !is_among(self, FL_BIT(DIRECTIVE) | FL_BIT(DOCUMENT_START) | FL_BIT(END))) {
        return push(self, DOCUMENT_END) ? parse_node(self, true, false) : 0;
    }
    if (type_of(self) == FL_YAML_END) {
        tokens->state = STREAM_END;
        return emit(self, YAML_STREAM_END_EVENT, peek(self)->mark);
    }
    while (type_of(self) == FL_YAML_DIRECTIVE) {
        skip(self);
    }
    if (type_of(self) != FL_YAML_DOCUMENT_START) {
        return fail(self, "did not find expected <document start>");
    }
    skip(self);
    tokens->state = DOCUMENT_CONTENT;
    return emit(self, YAML_NO_EVENT, peek(self)->mark);
}

static int parse_content(const step *self)
{
    if (is_among(self, FL_BIT(DIRECTIVE) | FL_BIT(DOCUMENT_START) | FL_BIT(DOCUMENT_END) | FL_BIT(END))) {
        return emit_empty(self, DOCUMENT_END, peek(self)->mark);
    }
    return push(self, DOCUMENT_END) ? parse_node(self, true, false) : 0;
}

static int parse_document_end(const step *self)
{
    if (type_of(self) == FL_YAML_DOCUMENT_END) {
        skip(self);
    }
    self->tokens->state = NEXT_DOCUMENT;
    return emit(self, YAML_NO_EVENT, peek(self)->mark);
}

static int close_collection(const step *self, yaml_event_type_t type, bool has_token)
{
    yaml_mark_t mark = peek(self)->mark;
    if (has_token) {
        skip(self);
    }
    pop(self);
    return emit(self, type, mark);
}

static int parse_list(const step *self, bool is_bare)
{
    if (type_of(self) == FL_YAML_BLOCK_ENTRY) {
        skip(self);
        unsigned ends = FL_BIT(BLOCK_ENTRY) | FL_BIT(BLOCK_END) | (is_bare ? FL_BIT(KEY) | FL_BIT(VALUE) : 0);
        return parse_unless(self, ends, is_bare ? BARE_LIST_ENTRY : LIST_ENTRY, true);
    }
    if (is_bare && type_of(self) != FL_YAML_FAULT) {
        return close_collection(self, YAML_SEQUENCE_END_EVENT, false);
    }
    return type_of(self) == FL_YAML_BLOCK_END ? close_collection(self, YAML_SEQUENCE_END_EVENT, true)
                                              : fail(self, "did not find expected '-' indicator");
}

static int parse_map_key(const step *self)
{
    if (type_of(self) == FL_YAML_KEY) {
        skip(self);
        return parse_unless(self, FL_BIT(KEY) | FL_BIT(VALUE) | FL_BIT(BLOCK_END), MAP_VALUE, true);
    }
    return type_of(self) == FL_YAML_BLOCK_END ? close_collection(self, YAML_MAPPING_END_EVENT, true)
                                              : fail(self, "did not find expected key");
}

static int parse_map_value(const step *self)
{
    if (type_of(self) == FL_YAML_VALUE) {
        skip(self);
        return parse_unless(self, FL_BIT(KEY) | FL_BIT(VALUE) | FL_BIT(BLOCK_END), MAP_KEY, true);
    }
    return type_of(self) == FL_YAML_FAULT ? fail(self, NULL) : emit_empty(self, MAP_KEY, peek(self)->mark);
}

static int parse_flow_list(const step *self, bool is_first)
{
    if (!is_first && type_of(self) != FL_YAML_FLOW_LIST_END) {
        if (type_of(self) != FL_YAML_FLOW_ENTRY) {
            return fail(self, "did not find expected ',' or ']'");
        }
        skip(self);
    }
    if (type_of(self) == FL_YAML_KEY) {
        yaml_mark_t mark = peek(self)->mark;
        skip(self);
        self->tokens->state = PAIR_KEY;
        return emit(self, YAML_MAPPING_START_EVENT, mark);
    }
    if (type_of(self) != FL_YAML_FLOW_LIST_END) {
        return push(self, FLOW_LIST_ENTRY) ? parse_node(self, false, false) : 0;
    }
    return close_collection(self, YAML_SEQUENCE_END_EVENT, true);
}

static int parse_pair(const step *self, state now)
{
    unsigned ends = FL_BIT(FLOW_ENTRY) | FL_BIT(FLOW_LIST_END);
    if (now == PAIR_KEY) {
        return parse_unless(self, ends | FL_BIT(VALUE), PAIR_VALUE, false);
    }
    if (now == PAIR_VALUE && type_of(self) == FL_YAML_VALUE) {
        skip(self);
        return parse_unless(self, ends, PAIR_END, false);
    }
    if (now == PAIR_VALUE) {
        return type_of(self) == FL_YAML_FAULT ? fail(self, NULL)
                                              : emit_empty(self, PAIR_END, peek(self)->mark);
    }
    self->tokens->state = FLOW_LIST_ENTRY;
    return emit(self, YAML_MAPPING_END_EVENT, peek(self)->mark);
}

static int parse_flow_map(const step *self, bool is_first)
{
    if (!is_first && type_of(self) != FL_YAML_FLOW_MAP_END) {
        if (type_of(self) != FL_YAML_FLOW_ENTRY) {
            return fail(self, "did not find expected ',' or '}'");
        }
        skip(self);
    }
    if (type_of(self) == FL_YAML_KEY) {
        skip(self);
        return parse_unless(self, FL_BIT(VALUE) | FL_BIT(FLOW_ENTRY) | FL_BIT(FLOW_MAP_END), FLOW_MAP_VALUE,
                            false);
    }
    if (type_of(self) != FL_YAML_FLOW_MAP_END) {
        return push(self, FLOW_MAP_NO_VALUE) ? parse_node(self, false, false) : 0;
    }
    return close_collection(self, YAML_MAPPING_END_EVENT, true);
}

static int parse_flow_value(const step *self, bool has_none)
{
    if (!has_none && type_of(self) == FL_YAML_VALUE) {
        skip(self);
        return parse_unless(self, FL_BIT(FLOW_ENTRY) | FL_BIT(FLOW_MAP_END), FLOW_MAP_KEY, false);
    }
    return type_of(self) == FL_YAML_FAULT ? fail(self, NULL)
                                          : emit_empty(self, FLOW_MAP_KEY, peek(self)->mark);
}

static int parse_next(const step *self)
{
    state now = (state)self->tokens->state;
    switch (now) {
    case FIRST_DOCUMENT:
    case NEXT_DOCUMENT:
        return parse_document(self, now == FIRST_DOCUMENT);
    case DOCUMENT_CONTENT:
        return parse_content(self);
    case DOCUMENT_END:
        return parse_document_end(self);
    case LIST_FIRST:
    case MAP_FIRST:
        skip(self);
        return now == LIST_FIRST ? parse_list(self, false) : parse_map_key(self);
    case LIST_ENTRY:
    case BARE_LIST_ENTRY:
        return parse_list(self, now == BARE_LIST_ENTRY);
    case MAP_KEY:
        return parse_map_key(self);
    case MAP_VALUE:
        return parse_map_value(self);
    case FLOW_LIST_FIRST:
    case FLOW_MAP_FIRST:
        skip(self);
        return now == FLOW_LIST_FIRST ? parse_flow_list(self, true) : parse_flow_map(self, true);
    case FLOW_LIST_ENTRY:
        return parse_flow_list(self, false);
    case FLOW_MAP_KEY:
        return parse_flow_map(self, false);
    case FLOW_MAP_VALUE:
    case FLOW_MAP_NO_VALUE:
        return parse_flow_value(self, now == FLOW_MAP_NO_VALUE);
    case PAIR_KEY:
    case PAIR_VALUE:
    case PAIR_END:
        return parse_pair(self, now);
    default:
        return emit(self, YAML_STREAM_END_EVENT, peek(self)->mark);
    }
}

/* The width of a character; where YAML allows none, the problem, and the byte of it that is wrong. */
static const char *check_character(const unsigned char *at, size_t n, size_t *width)
{
    static const unsigned long least[] = {0, 0, 0x80, 0x800, 0x10000};
    *width = at[0] < 0x80             ? 1
             : (at[0] & 0xe0) == 0xc0 ? 2
             : (at[0] & 0xf0) == 0xe0 ? 3
             : (at[0] & 0xf8) == 0xf0 ? 4
                                      : 0;
    if (*width == 0) {
        return "invalid leading UTF-8 octet";
    }
    if (*width > n) {
        *width = 0;
        return "incomplete UTF-8 octet sequence";
    }
    unsigned long value = *width == 1 ? at[0] : at[0] & (0xffu >> (*width + 1));
    for (size_t i = 1; i < *width; i++) {
        if ((at[i] & 0xc0) != 0x80) {
            *width = i; /* where it is */
            return "invalid trailing UTF-8 octet";
        }
        value = value << 6 | (at[i] & 0x3f);
    }
    if (value < least[*width]) {
        *width = 0;
        return "invalid length of a UTF-8 sequence";
    }
    if ((value >= 0xd800 && value <= 0xdfff) || value > 0x10ffff) {
        *width = 0;
        return "invalid Unicode character";
    }
    bool is_allowed = value == 9 || value == 10 || value == 13 || (value >= 0x20 && value <= 0x7e) ||
                      value == 0x85 || (value >= 0xa0 && value <= 0xd7ff) ||
                      (value >= 0xe000 && value <= 0xfffd && value != 0xfeff) || value >= 0x10000;
    *width = is_allowed ? *width : 0;
    return is_allowed ? NULL : "control characters are not allowed";
}

static int check_input(yaml_parser_t *parser)
{
    const fl_yaml_tokens *tokens = parser->tokens;
    const char *at = tokens->at;
    size_t width = 0;
    at += tokens->end - at >= 3 && memcmp(at, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    for (; at < tokens->end; at += width) {
        const char *problem = check_character((const unsigned char *)at, (size_t)(tokens->end - at), &width);
        if (problem) {
            parser->error = YAML_READER_ERROR;
            parser->problem = problem;
            parser->problem_offset = (size_t)(at - tokens->at) + width;
            return 0;
        }
    }
    return 1;
}

int yaml_parser_initialize(yaml_parser_t *parser)
{
    memset(parser, 0, sizeof *parser);
    parser->tokens = calloc(1, sizeof *parser->tokens);
    return parser->tokens != NULL;
}

void yaml_parser_set_input_string(yaml_parser_t *parser, const unsigned char *input, size_t size)
{
    parser->tokens->parser = parser;
    parser->tokens->at = (const char *)input;
    parser->tokens->end = (const char *)input + size;
}

int yaml_parser_parse(yaml_parser_t *parser, yaml_event_t *event)
{
    fl_yaml_tokens *tokens = parser->tokens;
    const step step = {tokens, event};
    if (tokens->n == 0 && !tokens->has_failed) {
        if (!check_input(parser)) {
            return 0;
        }
        fl_yaml_scan(tokens);
    }
    if (parser->error == YAML_MEMORY_ERROR) {
        return 0;
    }
    memset(event, 0, sizeof *event);
    return parse_next(&step);
}

void yaml_event_delete(yaml_event_t *event)
{
    (void)event; /* its text is the token's */
}

void yaml_parser_delete(yaml_parser_t *parser)
{
    fl_yaml_tokens *tokens = parser->tokens;
    for (size_t i = 0; i < tokens->n; i++) {
        free(tokens->token[i].text);
    }
    free(tokens->token);
    free(tokens->indents);
    free(tokens->keys);
    free(tokens->states);
    free(tokens);
    parser->tokens = NULL;
}
