/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A function for each level of operators, from the weakest. */
#include "tests/unit/naive_expression.h"

#include "gen/base/parse_number.h"

#include <string.h>

typedef struct walk {
    const char *at;
    naive_lookup *lookup;
    void *context;
    bool is_wrong;
    unsigned depth;
} walk;

static naive_value any(walk *w);

static bool takes(walk *w, const char *sign)
{
    w->at += strspn(w->at, " \n\t\r");
    size_t n = strlen(sign);
    bool is_it = strncmp(w->at, sign, n) == 0;
    is_it = is_it && !((sign[0] == '<' || sign[0] == '>' || sign[0] == '!') && n == 1 && w->at[1] == '=');
    if (is_it && sign[0] == 'i') {
        is_it = !strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.", w->at[2]) ||
                !w->at[2];
    }
    w->at += is_it ? n : 0;
    return is_it;
}

static naive_value there(naive_wide number)
{
    naive_value value = {number >= INT64_MIN && number <= INT64_MAX, number};
    value.number = value.is_there ? number : 0;
    return value;
}

static bool is_true(naive_value value)
{
    return value.is_there && value.number != 0;
}

static naive_value name_or_number(walk *w)
{
    char name[100];
    size_t n = strspn(w->at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.");
    if (w->at[0] == '"') {
        n = strcspn(w->at + 1, "\"");
        if (n >= sizeof name || !w->at[n + 1]) {
            w->is_wrong = true;
            return there(0);
        }
        memcpy(name, w->at + 1, n);
        name[n] = '\0';
        w->at += n + 2;
        return w->lookup(w->context, name);
    }
    if (w->at[0] >= '0' && w->at[0] <= '9') {
        char digits[100] = "";
        uint64_t number = 0;
        n = strcspn(w->at, " \n\t\r.()<>=!&|+-*/%\"");
        strncat(digits, w->at, n < 99 ? n : 99);
        w->is_wrong |= fl_parse_number_unsigned(digits, &number) != FL_OK;
        w->at += n;
        return there(number);
    }
    if (n == 0 || n >= sizeof name) {
        w->is_wrong = true;
        return there(0);
    }
    memcpy(name, w->at, n);
    name[n] = '\0';
    w->at += n;
    if (strcmp(name, "has") == 0 && takes(w, "(")) {
        naive_value value = any(w);
        w->is_wrong |= !takes(w, ")");
        return there(value.is_there);
    }
    return w->lookup(w->context, name);
}

static naive_value sign(walk *w)
{
    naive_value value;
    if (++w->depth > 1000 || w->is_wrong) {
        w->is_wrong = true;
        return there(0);
    }
    if (takes(w, "!")) {
        value = there(!is_true(sign(w)));
    } else if (takes(w, "-")) {
        value = sign(w);
        value = value.is_there ? there(-value.number) : value;
    } else if (takes(w, "(")) {
        value = any(w);
        w->is_wrong |= !takes(w, ")");
    } else {
        value = name_or_number(w);
    }
    w->depth--;
    return value;
}

static naive_value product(walk *w)
{
    naive_value a = sign(w);
    for (int sort = 0;;) {
        sort = takes(w, "*") ? 1 : takes(w, "/") ? 2 : takes(w, "%") ? 3 : 0;
        if (sort == 0) {
            return a;
        }
        naive_value b = sign(w);
        bool can = a.is_there && b.is_there && (sort == 1 || b.number != 0);
        can = can && !(sort == 3 && a.number == INT64_MIN && b.number == -1);
        a = !can        ? (naive_value){false, 0}
            : sort == 1 ? there(a.number * b.number)
            : sort == 2 ? there(a.number / b.number)
                        : there(a.number % b.number);
    }
}

static naive_value sum(walk *w)
{
    naive_value a = product(w);
    while (true) {
        bool is_plus = takes(w, "+");
        if (!is_plus && !takes(w, "-")) {
            return a;
        }
        naive_value b = product(w);
        a = a.is_there && b.is_there ? there(is_plus ? a.number + b.number : a.number - b.number)
                                     : (naive_value){false, 0};
    }
}

static naive_value comparison(walk *w)
{
    static const char *const signs[] = {"==", "!=", "<=", ">=", "<", ">"};
    naive_value a = sum(w);
    if (takes(w, "in")) {
        naive_value b = sum(w);
        w->is_wrong |= !takes(w, "..");
        naive_value c = sum(w);
        return there(a.is_there && b.is_there && c.is_there && b.number <= a.number && a.number <= c.number);
    }
    for (unsigned i = 0; i < 6; i++) {
        if (takes(w, signs[i])) {
            naive_value b = sum(w);
            bool is[] = {a.number == b.number, a.number != b.number, a.number <= b.number,
                         a.number >= b.number, a.number<b.number, a.number> b.number};
            return there(a.is_there && b.is_there && is[i]);
        }
    }
    return a;
}

static naive_value both(walk *w)
{
    naive_value a = comparison(w);
    while (takes(w, "&&")) {
        naive_value b = comparison(w);
        a = there(is_true(a) && is_true(b));
    }
    return a;
}

static naive_value any(walk *w)
{
    naive_value a = both(w);
    while (takes(w, "||")) {
        naive_value b = both(w);
        a = there(is_true(a) || is_true(b));
    }
    return a;
}

bool naive_expression_evaluate(const char *text, naive_lookup *lookup, void *context, naive_value *out)
{
    walk w = {.at = text, .lookup = lookup, .context = context};
    *out = any(&w);
    w.at += strspn(w.at, " \n\t\r");
    return !w.is_wrong && *w.at == '\0';
}

/* Expressions by chance. */

static unsigned draw(uint64_t *state, unsigned n)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(*state >> 33) % n;
}

static void invent(uint64_t *state, const char *const *names, unsigned names_n, fl_text *out, unsigned depth)
{
    static const char *const signs[] = {" && ", " || ", " == ", " != ", " < ", " <= ", " > ", ">=",
                                        " + ",  " - ",  "*",    "/",    " % ", "-",    "<",   "=="};
    static const char *const numbers[] = {"0", "1",  "2",  "3",   "4",    "5",
                                          "7", "12", "16", "255", "1000", "9223372036854775807"};
    unsigned sort = depth == 0 ? draw(state, 5) : draw(state, 12);
    if (sort < 3) {
        fl_text_add_format(out, "\"%s\"", names[draw(state, names_n)]);
    } else if (sort < 5) {
        fl_text_add(out, numbers[draw(state, 12)]);
    } else if (sort == 5) {
        fl_text_add(out, draw(state, 2) ? "!" : "-");
        fl_text_add_char(out, '(');
        invent(state, names, names_n, out, depth - 1);
        fl_text_add_char(out, ')');
    } else if (sort == 6) {
        fl_text_add(out, "has(");
        invent(state, names, names_n, out, depth - 1);
        fl_text_add_char(out, ')');
    } else {
        bool is_bare = draw(state, 3) == 0;
        unsigned which = draw(state, 20);
        fl_text_add(out, is_bare ? "" : "(");
        invent(state, names, names_n, out, depth - 1);
        fl_text_add(out, which < 16 ? signs[which] : " in ");
        invent(state, names, names_n, out, depth - 1);
        if (which >= 16) {
            fl_text_add(out, " .. ");
            invent(state, names, names_n, out, depth - 1);
        }
        fl_text_add(out, is_bare ? "" : ")");
    }
}

void naive_expression_invent(uint64_t *state, const char *const *names, unsigned names_n, fl_text *out)
{
    invent(state, names, names_n, out, 1 + draw(state, 4));
}
