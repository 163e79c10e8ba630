/* What documents get wrong or contradict each other about: a page for people who edit them. */
#ifndef FL_EXPERIMENTS_VERIFY_FINDINGS_PAGE_H
#define FL_EXPERIMENTS_VERIFY_FINDINGS_PAGE_H

#include "experiments/verify/verdict_table.h"

typedef struct fl_findings_page {
    fl_verdict_table ledger;
    const char *options; /* of the command that writes it, besides --findings */
} fl_findings_page;

/* Leaves only those rows of a book chosen that the page is about: rows expected to be refuted, the other rows of their
 * claims, and claims that contradict others. */
void fl_verify_findings_choose(fl_claim_set *book);

/* The page, in Markdown. The same floors and seed print the same bytes. */
void fl_verify_findings_print(const fl_findings_page *self, fl_text *out);

#endif
