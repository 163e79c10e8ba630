/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Printing a comparison. */
#include "experiments/compare/compare.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { FEW = 12 /* undecided rows that are shown unless all are */ };

static const char *verdict_of(const fl_compare_row *row)
{
    static const char *const words[] = {[FL_VERDICT_UNDECIDED] = "undecided",
                                        [FL_VERDICT_CONFIRMED] = "equal",
                                        [FL_VERDICT_REFUTED] = "different"};
    return row->left_out ? "left out" : words[row->found.verdict];
}

static void add_cell(fl_table *table, fl_text *cell)
{
    fl_program_table_add(table, fl_text_get(cell));
    fl_text_clear(cell);
}

static void add_row(const fl_compared *self, const fl_compared_row *of, fl_table *table, fl_text *cell)
{
    const fl_compare_row *row = &of->row;
    const fl_compare_pair *pair = &self->pairs->pair[of->pair];
    if (self->pairs->n > 1) {
        fl_compare_side_add_condition(&self->side[0], pair->condition[0], cell);
        add_cell(table, cell);
    }
    fl_text_add(cell, row->sort == FL_COMPARE_MAP ? "map " : "");
    fl_text_add(cell, row->name);
    if (row->second) {
        fl_text_add_format(cell, " and %s", row->second);
    }
    if (row->sort == FL_COMPARE_MAP && !row->left_out) {
        fl_text_add_format(cell, " at %d,%d", row->x, row->y);
    }
    add_cell(table, cell);
    for (unsigned s = 0; s < 2; s++) {
        double value = row->value[s];
        if (isnan(value)) {
            fl_text_add(cell, row->sort == FL_COMPARE_JOINT ? "" : "-");
        } else {
            fl_text_add_format(cell, row->sort == FL_COMPARE_METRIC ? "mean %.4g" : "%.4g", value);
        }
        add_cell(table, cell);
    }
    if (row->left_out) {
        fl_text_add(cell, row->left_out);
    } else {
        fl_text_add_format(cell, "%.4f (%.4f to %.4f)", row->found.observed, row->found.limits.lo,
                           row->found.limits.hi);
    }
    add_cell(table, cell);
    fl_program_table_add(table, verdict_of(row));
}

void fl_compare_table(const fl_compared *self, const fl_compare_rows *wanted, fl_table *out)
{
    char names[] = "configuration what A B distance verdict";
    fl_text cell;
    size_t undecided = 0;
    unsigned rows = 0;
    fl_text_init(&cell);
    fl_program_table_init(out);
    *strchr(names, 'B') = wanted->other;
    fl_program_table_columns(out, self->pairs->n > 1 ? names : strchr(names, ' ') + 1);
    for (size_t i = 0; i < self->n && (wanted->limit == 0 || rows < wanted->limit); i++) {
        const fl_compare_row *row = &self->row[i].row;
        bool is_open = !row->left_out && row->found.verdict == FL_VERDICT_UNDECIDED;
        bool is_different = !row->left_out && row->found.verdict == FL_VERDICT_REFUTED;
        bool is_listed = false;
        undecided += is_open;
        for (size_t k = 0; k < i && wanted->limit > 0 && is_different && !is_listed; k++) {
            bool has_same_second = self->row[k].row.second && row->second
                                       ? strcmp(self->row[k].row.second, row->second) == 0
                                       : self->row[k].row.second == row->second;
            is_listed = self->row[k].row.sort == row->sort && strcmp(self->row[k].row.name, row->name) == 0 &&
                        has_same_second;
        }
        if (wanted->limit > 0
                ? is_different && !is_listed && (!wanted->is_of_metrics || row->sort == FL_COMPARE_METRIC)
                : wanted->is_all || is_different || (is_open && undecided <= FEW)) {
            add_row(self, &self->row[i], out, &cell);
            rows++;
        }
    }
    fl_text_drop(&cell, &out->cells);
}

void fl_compare_print(const fl_compared *self, bool is_all, fl_text *out)
{
    for (unsigned s = 0; s < 2; s++) {
        const fl_compare_side *side = &self->side[s];
        uint64_t samples = 0;
        for (uint64_t c = 0; c < side->setup->conditions; c++) {
            samples += side->totals[c].floors;
        }
        fl_text_add_format(out, "%c  ", "AB"[s]);
        fl_text_add_masked(out, side->word);
        fl_text_add(out, ": ");
        fl_program_format_number((double)samples, out);
        fl_text_add_format(out, " %s", fl_sample_names(side->setup->condition[0].opened.generator->makes));
        if (side->setup->condition[0].spec->where) {
            fl_text_add(out, " of 'where'");
        }
        if (side->setup->conditions > 1) {
            fl_text_add_format(out, " of %llu configurations", (unsigned long long)side->setup->conditions);
        }
        if (self->pairs->alone[s] > 0) {
            fl_text_add_format(out, ", %llu of which the other side does not have",
                               (unsigned long long)self->pairs->alone[s]);
        }
        fl_text_add(out, "\n");
    }
    fl_text_add(out, "\n");
    fl_table table;
    fl_compare_table(self, &(fl_compare_rows){.is_all = is_all, .other = 'B'}, &table);
    if (table.cells_n > 0) {
        fl_program_table_write(&table, out);
        fl_text_add(out, "\n");
    }
    fl_program_table_free(&table);
    fl_text_add_format(out, "%zu different, %zu undecided, %zu equal within %g", self->differ,
                       self->undecided, self->equal, self->tolerance);
    if (self->left_out > 0) {
        fl_text_add_format(out, "; %zu left out%s", self->left_out, is_all ? "" : " (--all says why)");
    }
    fl_text_add(out, "\n");
    /* The samples needed to decide everything undecided, if the shares stay as they are. */
    static const double too_many = 1e9; /* samples of a side that are too many to suggest */
    double needed = 0;
    double widest = 0;
    for (size_t i = 0; i < self->n; i++) {
        const fl_compare_row *row = &self->row[i].row;
        if (!row->left_out && row->found.verdict == FL_VERDICT_UNDECIDED && isfinite(row->found.needed)) {
            needed = fmax(needed, row->found.needed);
            widest = fmax(widest, row->found.limits.hi);
        }
    }
    if (needed / 2 > too_many) {
        fl_text_add_format(out,
                           "Some of it stays open at this tolerance; these samples decide it with "
                           "--tolerance %.2g.\n",
                           ceil(widest * 100) / 100);
    } else if (needed > 0) {
        fl_text_add(out, "Most of what is undecided needs about ");
        fl_program_format_number(needed / 2, out);
        fl_text_add(out, " more samples on each side (--floors), or a larger --tolerance.\n");
    }
    fl_text_add_format(
        out,
        "Distance: the largest difference of the chances of any set of values. The chance that "
        "anything that is equal is called different is at most %g.\n",
        self->family_alpha);
    if (self->pairs->shares_numbers) {
        fl_text_add(out, "Both sides have floors from the same random numbers; the intervals are as wide as "
                         "if they had not.\n");
    }
}

static void add_json_number(const char *name, double value, fl_text *out)
{
    fl_text_add_format(out, isfinite(value) ? ", \"%s\": %.12g" : ", \"%s\": null", name, value);
}

void fl_compare_print_json(const fl_compared *self, fl_text *out)
{
    fl_text_add(out, "{\"a\": ");
    fl_text_add_json(out, self->side[0].word);
    fl_text_add(out, ", \"b\": ");
    fl_text_add_json(out, self->side[1].word);
    fl_text_add_format(out,
                       ", \"tolerance\": %g, \"alpha\": %g, \"different\": %zu, \"undecided\": %zu, "
                       "\"equal\": %zu, \"left_out\": %zu, \"shared_random_numbers\": %s, \"rows\": [\n",
                       self->tolerance, self->family_alpha, self->differ, self->undecided, self->equal,
                       self->left_out, self->pairs->shares_numbers ? "true" : "false");
    for (size_t i = 0; i < self->n; i++) {
        fl_text_add(out, i > 0 ? ",\n" : "");
        const fl_compare_row *row = &self->row[i].row;
        fl_text word;
        fl_text_init(&word);
        fl_compare_side_add_condition(&self->side[0], self->pairs->pair[self->row[i].pair].condition[0],
                                      &word);
        fl_text_add(out, "  {\"configuration\": ");
        fl_text_add_json(out, fl_text_get(&word));
        fl_text_add_format(out, ", \"sort\": \"%s\", \"name\": ", fl_compare_sort_name(row->sort));
        fl_text_add_json(out, row->name);
        if (row->second) {
            fl_text_add(out, ", \"second\": ");
            fl_text_add_json(out, row->second);
        }
        fl_text_add_format(out, ", \"verdict\": \"%s\", \"n\": [%llu, %llu]", verdict_of(row),
                           (unsigned long long)row->n[0], (unsigned long long)row->n[1]);
        add_json_number("a", row->value[0], out);
        add_json_number("b", row->value[1], out);
        if (row->left_out) {
            fl_text_add(out, ", \"left_out\": ");
            fl_text_add_json(out, row->left_out);
        } else {
            add_json_number("distance", row->found.observed, out);
            add_json_number("from", row->found.limits.lo, out);
            add_json_number("to", row->found.limits.hi, out);
            add_json_number("log_evidence", row->found.log_e, out);
        }
        if (row->sort == FL_COMPARE_METRIC && !row->left_out) {
            add_json_number("jensen_shannon", row->shannon, out);
        }
        if (row->sort == FL_COMPARE_MAP && !row->left_out) {
            fl_text_add_format(out, ", \"cell\": [%d, %d]", row->x, row->y);
        }
        fl_text_add(out, "}");
        fl_text_free(&word);
    }
    fl_text_add(out, "]}\n");
}
