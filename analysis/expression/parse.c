/* SPDX-License-Identifier: MIT */
/* From text to steps. Operators bind as in C except comparisons, which all have one level and cannot be
 * chained: 7 <= rooms <= 9 would not mean what it seems to. */
#include "analysis/expression/expression_private.h"

#include <string.h>

enum { OR = 1, AND, COMPARE, SUM, PRODUCT, UNARY, NESTING = 60 };

/* The operators, by how closely they bind. */
static const struct operator_row {
    const char *sign;
    unsigned level;
    fl_expression_act act;
} operator_rows[] = {
    {"||", OR, FL_EXPRESSION_OR},         {"&&", AND, FL_EXPRESSION_AND},
    {"==", COMPARE, FL_EXPRESSION_EQUAL}, {"!=", COMPARE, FL_EXPRESSION_UNEQUAL},
    {"<", COMPARE, FL_EXPRESSION_LESS},   {"<=", COMPARE, FL_EXPRESSION_AT_MOST},
    {">", COMPARE, FL_EXPRESSION_MORE},   {">=", COMPARE, FL_EXPRESSION_AT_LEAST},
    {"in", COMPARE, FL_EXPRESSION_RANGE}, {"+", SUM, FL_EXPRESSION_ADD},
    {"-", SUM, FL_EXPRESSION_SUBTRACT},   {"*", PRODUCT, FL_EXPRESSION_MULTIPLY},
    {"/", PRODUCT, FL_EXPRESSION_DIVIDE}, {"%", PRODUCT, FL_EXPRESSION_REMAINDER},
};

enum { OPERATORS = sizeof operator_rows / sizeof operator_rows[0] };

typedef struct parser {
    fl_scan_text text;
    fl_expression *out;
    fl_scan_word word; /* the one to read next */
    bool is_truth[FL_EXPRESSION_DEPTH + 2];
    unsigned stack_n; /* values left by the steps so far */
    unsigned nesting;
} parser;

FL_NODISCARD static fl_err parse_level(parser *p, unsigned level);

FL_NODISCARD static fl_err advance(parser *p)
{
    return fl_scan_next(&p->text, p->word.at + p->word.n, &p->word);
}

static bool is_next(const parser *p, const char *sign)
{
    return fl_scan_is(&p->text, &p->word, sign);
}

FL_NODISCARD static fl_err expect(parser *p, const char *sign)
{
    if (is_next(p, sign)) {
        return advance(p);
    }
    return p->word.sort == FL_SCAN_END
               ? fl_expression_refuse(&p->text, p->word.at, "'%s' is missing at the end", sign)
               : fl_expression_refuse(&p->text, p->word.at, "'%s' is missing before '%.*s'", sign,
                                      (int)(p->word.n < 40 ? p->word.n : 40), p->text.text + p->word.at);
}

/* Steps. */

/* Makes a comparison of an input with a number one step: a test for a range, or for its outside. */
static bool join_comparison(fl_expression *out, fl_expression_act act)
{
    if (out->steps_n < 2 || act < FL_EXPRESSION_EQUAL || act > FL_EXPRESSION_AT_LEAST) {
        return false;
    }
    fl_expression_step *a = &out->step[out->steps_n - 2];
    const fl_expression_step *b = &out->step[out->steps_n - 1];
    bool is_plain = a->act == FL_EXPRESSION_LOAD && b->act == FL_EXPRESSION_NUMBER;
    bool is_turned = a->act == FL_EXPRESSION_NUMBER && b->act == FL_EXPRESSION_LOAD;
    if (!is_plain && !is_turned) {
        return false;
    }
    int64_t number = is_plain ? b->first : a->first;
    unsigned input = is_plain ? a->input : b->input;
    bool is_less = act == (is_plain ? FL_EXPRESSION_LESS : FL_EXPRESSION_MORE);
    bool is_at_most = act == (is_plain ? FL_EXPRESSION_AT_MOST : FL_EXPRESSION_AT_LEAST);
    bool is_more = act == (is_plain ? FL_EXPRESSION_MORE : FL_EXPRESSION_LESS);
    bool is_equal = act == FL_EXPRESSION_EQUAL || act == FL_EXPRESSION_UNEQUAL;
    fl_expression_step joined = {
        .act = FL_EXPRESSION_IN, .input = input, .first = INT64_MIN, .last = INT64_MAX};
    if (is_equal) {
        joined.first = joined.last = number;
        joined.act = act == FL_EXPRESSION_EQUAL ? FL_EXPRESSION_IN : FL_EXPRESSION_OUT;
    } else if (is_at_most) {
        joined.last = number;
    } else if (is_less || is_more) { /* the rest after the other half: never an empty range of 64 bits */
        joined.act = FL_EXPRESSION_OUT;
        joined.first = is_less ? number : INT64_MIN;
        joined.last = is_less ? INT64_MAX : number;
    } else {
        joined.first = number;
    }
    *a = joined;
    out->steps_n--;
    return true;
}

/* The same for `in` with numbers, and for the truth of an input. */
static bool join_more(fl_expression *out, fl_expression_act act)
{
    fl_expression_step *top = out->steps_n > 0 ? &out->step[out->steps_n - 1] : NULL;
    if (act == FL_EXPRESSION_RANGE && out->steps_n >= 3 && top->act == FL_EXPRESSION_NUMBER &&
        top[-1].act == FL_EXPRESSION_NUMBER && top[-2].act == FL_EXPRESSION_LOAD) {
        top[-2] = (fl_expression_step){FL_EXPRESSION_IN, top[-2].input, top[-1].first, top->first};
        out->steps_n -= 2;
        return true;
    }
    if (act == FL_EXPRESSION_TRUTH && top->act == FL_EXPRESSION_LOAD) {
        *top = (fl_expression_step){FL_EXPRESSION_OUT, top->input, 0, 0};
        return true;
    }
    if (act == FL_EXPRESSION_NEGATE && top->act == FL_EXPRESSION_NUMBER && top->first != INT64_MIN) {
        top->first = -top->first;
        return true;
    }
    return false;
}

/* Adds a step that replaces `takes` values by a truth or a number. */
FL_NODISCARD static fl_err add(parser *p, fl_expression_step step, unsigned takes, bool is_truth)
{
    if (p->stack_n - takes >= FL_EXPRESSION_DEPTH) {
        return fl_expression_refuse(&p->text, p->word.at, "the expression is nested too deeply here");
    }
    if (p->out->steps_n == FL_EXPRESSION_STEPS) {
        return fl_expression_refuse(&p->text, p->word.at, "the expression has more than %d steps",
                                    FL_EXPRESSION_STEPS);
    }
    if (!join_comparison(p->out, step.act) && !join_more(p->out, step.act)) {
        p->out->step[p->out->steps_n++] = step;
    }
    p->stack_n -= takes;
    p->is_truth[p->stack_n++] = is_truth;
    return FL_OK;
}

FL_NODISCARD static fl_err add_act(parser *p, fl_expression_act act, unsigned takes, bool is_truth)
{
    return add(p, (fl_expression_step){.act = act}, takes, is_truth);
}

/* Makes the value on top a truth, or a number. */
FL_NODISCARD static fl_err become(parser *p, bool is_truth)
{
    return p->is_truth[p->stack_n - 1] == is_truth
               ? FL_OK
               : add_act(p, is_truth ? FL_EXPRESSION_TRUTH : FL_EXPRESSION_COUNT, 1, is_truth);
}

FL_NODISCARD static fl_err add_input(parser *p)
{
    fl_expression *out = p->out;
    fl_expression_input input = {.sort = FL_EXPRESSION_METRIC};
    unsigned i = 0;
    fl_err err = fl_name_find(&p->text, &p->word, &input);
    if (err) {
        return err;
    }
    while (i < out->inputs_n && (out->input[i].sort != input.sort || out->input[i].number != input.number)) {
        i++;
    }
    if (i == FL_EXPRESSION_INPUTS) {
        return fl_expression_refuse(&p->text, p->word.at, "the expression has more than %d different names",
                                    FL_EXPRESSION_INPUTS);
    }
    if (i == out->inputs_n) {
        const fl_catalogue *catalogue = p->text.catalogue;
        out->input[out->inputs_n++] = input;
        out->groups |= input.sort == FL_EXPRESSION_METRIC  ? catalogue->metric[input.number].groups
                       : input.sort == FL_EXPRESSION_EVENT ? catalogue->event[input.number].groups
                                                           : 0;
    }
    return add(p, (fl_expression_step){.act = FL_EXPRESSION_LOAD, .input = i}, 0, false);
}

/* The grammar. */

FL_NODISCARD static fl_err parse_parenthesis(parser *p)
{
    fl_err err = expect(p, "(");
    err = err ? err : parse_level(p, OR);
    return err ? err : expect(p, ")");
}

FL_NODISCARD static fl_err parse_name(parser *p)
{
    bool is_has = strcmp(p->word.name, "has") == 0 && p->text.text[p->word.at] != '"';
    if (!is_has) {
        fl_err err = add_input(p);
        return err ? err : advance(p);
    }
    fl_err err = advance(p);
    err = err ? err : parse_parenthesis(p);
    err = err ? err : become(p, false);
    return err ? err : add_act(p, FL_EXPRESSION_HAS, 1, true);
}

FL_NODISCARD static fl_err parse_unary(parser *p)
{
    bool is_not = is_next(p, "!");
    if (is_not || is_next(p, "-")) {
        fl_err err = advance(p);
        err = err ? err : parse_level(p, UNARY);
        err = err ? err : become(p, is_not);
        return err ? err : add_act(p, is_not ? FL_EXPRESSION_NOT : FL_EXPRESSION_NEGATE, 1, is_not);
    }
    if (p->word.sort == FL_SCAN_NAME) {
        return parse_name(p);
    }
    if (is_next(p, "(")) {
        return parse_parenthesis(p);
    }
    if (p->word.sort == FL_SCAN_NUMBER) {
        fl_expression_step step = {.act = FL_EXPRESSION_NUMBER, .first = p->word.number};
        fl_err err = add(p, step, 0, false);
        return err ? err : advance(p);
    }
    return p->word.sort == FL_SCAN_END
               ? fl_expression_refuse(&p->text, p->word.at,
                                      "the expression ends where a name or a number is expected")
               : fl_expression_refuse(&p->text, p->word.at, "a name or a number is missing before '%.*s'",
                                      (int)p->word.n, p->text.text + p->word.at);
}

/* Returns the next operator of this level, or NULL. */
static const struct operator_row *find_operator(const parser *p, unsigned level)
{
    for (size_t i = 0; i < OPERATORS; i++) {
        if (operator_rows[i].level == level && is_next(p, operator_rows[i].sign)) {
            return &operator_rows[i];
        }
    }
    return NULL;
}

/* Parses the right side of an operator, and adds the operator's step. */
FL_NODISCARD static fl_err parse_right(parser *p, const struct operator_row *row)
{
    bool takes_truths = row->level == OR || row->level == AND;
    bool is_range = row->act == FL_EXPRESSION_RANGE;
    fl_err err = become(p, takes_truths);
    err = err ? err : advance(p);
    err = err ? err : parse_level(p, row->level + 1);
    err = err ? err : become(p, takes_truths);
    if (is_range) {
        err = err ? err : expect(p, "..");
        err = err ? err : parse_level(p, row->level + 1);
        err = err ? err : become(p, false);
    }
    return err ? err : add_act(p, row->act, is_range ? 3 : 2, row->level <= COMPARE);
}

static fl_err parse_level(parser *p, unsigned level)
{
    fl_err err = FL_OK;
    if (++p->nesting > NESTING * UNARY) {
        return fl_expression_refuse(&p->text, p->word.at, "parentheses and operators are nested too deeply");
    }
    if (level == UNARY) {
        err = parse_unary(p);
        p->nesting--;
        return err;
    }
    err = parse_level(p, level + 1);
    const struct operator_row *row = err ? NULL : find_operator(p, level);
    while (!err && row) {
        err = parse_right(p, row);
        row = err ? NULL : find_operator(p, level);
        if (row && level == COMPARE) {
            err = fl_expression_refuse(&p->text, p->word.at, "comparisons cannot be chained");
            fl_diag_hint(p->text.diag, "join two with &&: 7 <= rooms && rooms <= 9; or write rooms in 7..9");
        }
    }
    p->nesting--;
    return err;
}

fl_err fl_expression_parse(fl_expression *self, const fl_expression_text *text, const fl_catalogue *catalogue,
                           fl_diag *diag)
{
    parser p = {.text = {text->text, text->where, catalogue, diag}, .out = self};
    self->inputs_n = self->steps_n = 0;
    self->groups = 0;
    self->is_condition = text->is_condition;
    if (strlen(text->text) > FL_EXPRESSION_TEXT) {
        return fl_diag_set(diag, FL_ERR_INPUT, text->where, "the expression is longer than %d bytes",
                           FL_EXPRESSION_TEXT);
    }
    fl_err err = advance(&p);
    if (!err && p.word.sort == FL_SCAN_END) {
        err = fl_expression_refuse(&p.text, p.word.at, "the expression is empty");
        fl_diag_hint(p.text.diag,
                     "such as 'rooms >= 20 && loops == 0'; 'floorlab help find' has the language");
    }
    err = err ? err : parse_level(&p, OR);
    if (!err && p.word.sort != FL_SCAN_END) {
        const char *sign = strcmp(p.word.name, "and") == 0  ? "&&"
                           : strcmp(p.word.name, "or") == 0 ? "||"
                                                            : "";
        err = fl_expression_refuse(&p.text, p.word.at, "an operator is missing before '%.*s'",
                                   (int)(p.word.n < 40 ? p.word.n : 40), p.text.text + p.word.at);
        if (sign[0]) {
            fl_diag_hint(p.text.diag, "write %s", sign);
        }
    }
    return err ? err : become(&p, text->is_condition);
}

bool fl_expression_needs_more_than_metrics(const fl_expression *self)
{
    bool needs = false;
    for (unsigned i = 0; i < self->inputs_n; i++) {
        needs |= self->input[i].sort != FL_EXPRESSION_METRIC;
    }
    return needs;
}
