/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The functions that the page's JavaScript calls. Library calls go through gen/floorlab.h; pictures, tallies
 * and verdicts, which that header does not have, are those of `show`, `run` and `verify`.
 *
 * Requests are fields one after the other, each ending in a zero byte, in memory that fl_page_memory gives.
 * Answers are texts (JSON or SVG): fl_page_answer and fl_page_answer_size. A call returns a floorlab_status;
 * unless it is 0 the answer is {"where","what","hint"}. A page has a few slots, each with a generator and its
 * settings. */
#ifndef FL_PLOTS_PAGE_PAGE_H
#define FL_PLOTS_PAGE_PAGE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __wasm__
#define FL_PAGE_EXPORT __attribute__((visibility("default"), used)) extern
#else
#define FL_PAGE_EXPORT extern
#endif

enum { FL_PAGE_SLOTS = 4 };

typedef enum fl_page_picture {
    FL_PAGE_MAP,
    FL_PAGE_PASSES,  /* grid floors: rooms by the pass that placed them */
    FL_PAGE_INSIDES, /* floors with the insides of their normal rooms */
    FL_PAGE_PLAN,    /* of journeys: how many take each way */
} fl_page_picture;

/* Returns memory for a request of this size; NULL: out of memory. */
FL_PAGE_EXPORT char *fl_page_memory(size_t size);

FL_PAGE_EXPORT const char *fl_page_answer(void);
FL_PAGE_EXPORT size_t fl_page_answer_size(void);

/* Answers version, generators with their settings, and names of built-in rulesets, plans and chunk sets. */
FL_PAGE_EXPORT int fl_page_catalogue(void);

/* Answers the text of a built-in file. Request: its name. */
FL_PAGE_EXPORT int fl_page_shipped(void);

/* Opens a slot, closing it first. Request: generator, seed, number of settings, their names and values in
 * turn, number of files, their names and texts in turn. Answer: floorlab_describe's, with the values that
 * follow from the rules. */
FL_PAGE_EXPORT int fl_page_open(unsigned slot);

/* Draws a sample, and answers its line as `export` writes it. */
FL_PAGE_EXPORT int fl_page_draw(unsigned slot, uint64_t number, int picture, int is_dark);
FL_PAGE_EXPORT int fl_page_line(unsigned slot, uint64_t number);

/* Draws `count` samples from a number on. */
FL_PAGE_EXPORT int fl_page_gallery(unsigned slot, uint64_t number, unsigned count, int is_dark);

/* Answers {"number","text"} of a number or a game seed. Request: either. */
FL_PAGE_EXPORT int fl_page_number(unsigned slot);

/* Answers the command that shows a sample. */
FL_PAGE_EXPORT int fl_page_command(unsigned slot, uint64_t number);

/* Computes values of metrics and events of n samples: fl_page_numbers, metric by metric. Request: their
 * number and names. */
FL_PAGE_EXPORT int fl_page_values(unsigned slot, uint64_t first, unsigned n);
FL_PAGE_EXPORT const int32_t *fl_page_numbers(void);

/* Finds up to `limit` of n samples from a number on for which an expression is true:
 * {"numbers","next","is_over"}, where `next` is the first sample not tested. Request: the expression. */
FL_PAGE_EXPORT int fl_page_find(unsigned slot, uint64_t first, unsigned n, unsigned limit);

/* Begins to count: the default metrics and events, and two metrics against each other. Request: the names of
 * these two, which may be empty. */
FL_PAGE_EXPORT int fl_page_count_begin(unsigned slot);

/* Counts n samples from a number on. */
FL_PAGE_EXPORT int fl_page_count(unsigned slot, uint64_t first, uint64_t n);

/* Returns the counts as bytes and sets them to zero; adds such bytes. Request: their number in decimals, then
 * the bytes. */
FL_PAGE_EXPORT int fl_page_count_take(unsigned slot);
FL_PAGE_EXPORT int fl_page_count_add(unsigned slot);

/* Answers the sums of all counts, with histograms if requested. */
FL_PAGE_EXPORT int fl_page_count_sums(unsigned slot, int has_histograms);

/* Counts of the two metrics against each other: the answer has the number of values of each, fl_page_joint
 * the counts, by the first metric and then the second. */
FL_PAGE_EXPORT int fl_page_count_joint(unsigned slot);
FL_PAGE_EXPORT const uint64_t *fl_page_joint(void);

/* Answers documented odds beside the counts. */
FL_PAGE_EXPORT int fl_page_verdicts(unsigned slot);

#endif
