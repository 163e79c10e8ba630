/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Findings as JSON. */
#include "experiments/program/program.h"
#include "experiments/verify/verify.h"
#include "experiments/verify/verify_private.h"

/* What was counted of each of its populations. */
static void add_json_counts(const fl_verdict_table *self, const fl_finding *finding, fl_text *out)
{
    fl_text_add(out, ", \"counts\": [");
    for (unsigned i = 0; i < finding->row->populations_n && self->totals; i++) {
        const fl_tally *counts = fl_verify_table_counts(self, finding, i);
        fl_text_add(out, i > 0 ? ", " : "");
        if (counts) {
            fl_claim_counts_add_json(finding->row, counts, out);
        } else {
            fl_text_add(out, "null");
        }
    }
    fl_text_add_char(out, ']');
}

static void add_json_trace(const fl_claim_set *claims, const fl_finding *finding, fl_text *out)
{
    fl_text_add(out, ", \"trace\": [");
    for (unsigned i = 0; i < finding->points_n; i++) {
        fl_text_add(out, i > 0 ? ", {" : "{");
        for (unsigned k = 0; k < FL_POINT_FIELDS; k++) {
            fl_verify_field_add_json(claims, &finding->point[i], &fl_verify_point_fields[k], out);
            fl_text_add(out, ", ");
        }
        fl_text_add_format(out, "\"verdict\": \"%s\"}", fl_stat_verdict_name(finding->point[i].verdict));
    }
    fl_text_add(out, "]");
}

static void add_json_finding(const fl_verdict_table *self, const fl_finding *finding, fl_text *out)
{
    fl_text_add(out, " {");
    fl_verify_finding_add_json(self->claims, finding, out);
    add_json_counts(self, finding, out);
    add_json_trace(self->claims, finding, out);
    fl_text_add(out, "}");
}

void fl_verify_table_print_json(const fl_verdict_table *self, fl_text *out)
{
    fl_finding_sum sum = fl_claim_finding_count(self->findings, self->findings_n);
    unsigned n = 0;
    fl_text_add(out, "{\"claims\": [");
    for (size_t i = 0; i < self->findings_n; i++) {
        if (fl_verify_table_lists(self, &self->findings[i])) {
            fl_text_add(out, n++ > 0 ? ",\n" : "\n");
            add_json_finding(self, &self->findings[i], out);
        }
    }
    n = 0;
    fl_text_add(out, "\n], \"left_out\": [");
    for (size_t i = 0; i < self->findings_n; i++) {
        if (!self->findings[i].is_counted) {
            fl_text_add(out, n++ > 0 ? ",\n {\"id\": " : "\n {\"id\": ");
            fl_text_add_json(out, self->findings[i].row->id);
            fl_text_add(out, ", \"reason\": ");
            fl_text_add_json(out, self->findings[i].reason);
            fl_text_add(out, "}");
        }
    }
    fl_text_add_format(out,
                       "\n], \"summary\": {\"confirmed\": %u, \"refuted\": %u, \"undecided\": %u, "
                       "\"unexpected\": %u, \"left_out\": %u, \"floors\": %llu, \"complete\": %s, "
                       "\"independent\": %s}, "
                       "\"alpha\": %g}\n",
                       sum.confirmed, sum.refuted, sum.undecided, sum.unexpected, sum.left_out,
                       (unsigned long long)self->floors, self->is_stopped ? "false" : "true",
                       self->is_repeated ? "false" : "true", self->family_alpha);
}
