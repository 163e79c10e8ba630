/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a search came to, in words and as JSON. Of all samples that there are the share is no estimate, and of
 * a search that ended with its last hit it would be a wrong one: neither has an interval. */
#include "analysis/stat/stat.h"
#include "experiments/commands/find/find_private.h"

static const double alpha = 0.05;

static void add_share(const fl_find_job *self, fl_text *out)
{
    const fl_find_search *search = &self->search;
    fl_text_add_format(out, ": %.6g", (double)search->hits / (double)search->searched);
    if (self->range.is_whole && search->searched == search->n) {
        fl_text_add(out, " exactly");
    } else if (!search->list) {
        fl_interval limits = fl_stat_interval_exact(search->hits, search->searched, alpha);
        fl_text_add_format(out, " (%.6g…%.6g)", limits.lo, limits.hi);
    }
}

void fl_told_add(const fl_find_job *self, fl_text *out)
{
    const char *samples = fl_sample_names(self->opened->generator->makes);
    if (self->question.has_condition) {
        const fl_find_search *search = &self->search;
        const char *seeds =
            self->opened->generator->text_of && !self->opened->generator->has_list ? "seeds" : samples;
        bool is_whole = self->range.is_whole && search->searched == search->n;
        fl_text_add_format(out, "%llu of %s%llu %s", (unsigned long long)search->hits,
                           is_whole          ? "all "
                           : search->is_full ? "the first "
                                             : "",
                           (unsigned long long)search->searched, is_whole ? seeds : samples);
        if (search->searched > 0 && !search->is_full) {
            add_share(self, out);
        }
    } else {
        fl_text_add_format(out, "%llu %s searched", (unsigned long long)self->search.searched, samples);
    }
    /* "; the best score is 9, on 3 of them". Only so many of the best are kept, so that there may be more. */
    unsigned n = 0;
    while (n < self->search.best.n && self->search.best.hit[n].score == self->search.best.hit[0].score) {
        n++;
    }
    if (n > 0) {
        fl_text_add_format(out, "; the best score is %lld, on %u %s",
                           (long long)self->search.best.hit[0].score, n,
                           n == self->search.best.most ? "or more of them" : "of them");
    }
    fl_text_add_char(out, '\n');
}

void fl_told_add_json(const fl_find_job *self, fl_text *out)
{
    const fl_find_search *search = &self->search;
    bool is_exact = self->range.is_whole && search->searched == search->n;
    fl_text_add_format(out, "{\"searched\": %llu, \"hits\": %llu, \"exact\": %s",
                       (unsigned long long)search->searched, (unsigned long long)search->hits,
                       is_exact ? "true" : "false");
    if (search->searched > 0 && !search->is_full) {
        fl_text_add_format(out, ", \"share\": %.17g", (double)search->hits / (double)search->searched);
        if (!is_exact && !search->list) {
            fl_interval limits = fl_stat_interval_exact(search->hits, search->searched, alpha);
            fl_text_add_format(out, ", \"low\": %.17g, \"high\": %.17g", limits.lo, limits.hi);
        }
    }
    fl_text_add(out, "}\n");
}
