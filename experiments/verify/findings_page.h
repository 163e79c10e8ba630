/* What documents get wrong or contradict each other about: a page for people who edit them. */
#ifndef FL_EXPERIMENTS_VERIFY_FINDINGS_PAGE_H
#define FL_EXPERIMENTS_VERIFY_FINDINGS_PAGE_H

#include "experiments/verify/verdict_table.h"

typedef struct fl_errata {
    fl_ledger ledger;
    const char *options; /* of the command that writes it, besides --findings */
} fl_errata;

/* Leaves only those rows of a book chosen that the page is about: rows expected to be refuted, the other rows of their
 * claims, and claims that contradict others. */
void fl_errata_choose(fl_book *book);

/* The page, in Markdown. The same floors and seed print the same bytes. */
void fl_errata_print(const fl_errata *self, fl_text *out);

#endif
