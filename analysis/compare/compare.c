/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lists what two tallies both count, as rows, and judges a row. The statistics are those of analysis/stat:
 * two scenarios and a tolerance. */
#include "analysis/compare/compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Cells of each metric of a joint. The evidence is shared among their product. */
enum { JOINT_CELLS = 4 };

static const fl_value_set any = {.pieces_n = 0};
static const char *const sort_names[] = {"metric", "event", "map", "joint"};

const char *fl_compare_sort_name(fl_compare_sort sort)
{
    return sort_names[sort];
}

/* Returns the name of a counted thing; for a joint also its second metric's. */
static const char *name_of(const fl_tally_spec *spec, fl_compare_sort sort, unsigned i, const char **second)
{
    *second = sort == FL_COMPARE_JOINT ? spec->joints[i].row[1]->name : NULL;
    return sort == FL_COMPARE_METRIC  ? spec->metrics[i].name
           : sort == FL_COMPARE_EVENT ? spec->events[i].name
           : sort == FL_COMPARE_MAP   ? spec->maps[i].name
                                      : spec->joints[i].row[0]->name;
}

/* Counts a row's values on a side. Returns why they cannot be judged, or NULL. */
static const char *count_side(fl_compare_row *row, const fl_tally *tally, unsigned s)
{
    unsigned i = row->at[s];
    switch (row->sort) {
    case FL_COMPARE_METRIC: {
        fl_tally_sum sum[3];
        fl_tally_sums(tally, i, sum);
        row->n[s] = (uint64_t)sum[0];
        row->value[s] = sum[0] > 0 ? (double)sum[1] / (double)sum[0] : NAN;
        return tally->spec->metrics[i].is_per_room ? "rooms of one floor are no independent samples" : NULL;
    }
    case FL_COMPARE_EVENT:
        row->n[s] = fl_tally_event_trials(tally, i);
        row->value[s] = row->n[s] > 0 ? (double)fl_tally_event_hits(tally, i) / (double)row->n[s] : NAN;
        return row->n[s] > tally->floors ? "answers of one journey are no independent samples" : NULL;
    case FL_COMPARE_MAP:
        row->n[s] = fl_tally_mapped(tally);
        return NULL;
    default:
        for (size_t cell = 0; cell < (size_t)tally->spec->joints[i].a_bins * tally->spec->joints[i].b_bins;
             cell++) {
            row->n[s] += tally->count[tally->spec->joints[i].at + cell];
        }
        return NULL;
    }
}

/* Counts both sides of a row, and finds why it cannot be judged. */
static void count_row(fl_compare_row *row, const fl_tally *const side[2])
{
    const fl_tally_spec *spec[2] = {side[0]->spec, side[1]->spec};
    const char *why[2] = {count_side(row, side[0], 0), count_side(row, side[1], 1)};
    row->left_out = why[0] ? why[0] : why[1];
    if (row->sort == FL_COMPARE_EVENT) {
        const fl_tally_event *event[2] = {&spec[0]->events[row->at[0]], &spec[1]->events[row->at[1]]};
        if ((event[0]->condition || event[1]->condition) &&
            strcmp(event[0]->meaning, event[1]->meaning) != 0) {
            row->left_out = "the sides have other expressions of this name";
        }
    } else if (row->sort == FL_COMPARE_MAP &&
               (spec[0]->width != spec[1]->width || spec[0]->height != spec[1]->height)) {
        row->left_out = "the boards are of different sizes";
    }
    if (!row->left_out && (row->n[0] == 0 || row->n[1] == 0)) {
        row->left_out = row->n[0] > 0   ? "B does not know it"
                        : row->n[1] > 0 ? "A does not know it"
                                        : "neither side knows it";
    }
}

fl_err fl_compare_list(const fl_tally *const side[2], fl_compare_row **out, size_t *n, fl_diag *diag)
{
    const fl_tally_spec *spec[2] = {side[0]->spec, side[1]->spec};
    const unsigned things[2][4] = {
        {spec[0]->metrics_n, spec[0]->events_n, spec[0]->maps_n, spec[0]->joints_n},
        {spec[1]->metrics_n, spec[1]->events_n, spec[1]->maps_n, spec[1]->joints_n}};
    *n = 0;
    *out = calloc((size_t)things[0][0] + things[0][1] + things[0][2] + things[0][3] + 1, sizeof **out);
    if (!*out) {
        return fl_diag_memory(diag);
    }
    for (unsigned sort = FL_COMPARE_METRIC; sort <= FL_COMPARE_JOINT; sort++) {
        for (unsigned i = 0; i < things[0][sort] * things[1][sort]; i++) {
            fl_compare_row row = {.sort = (fl_compare_sort)sort,
                                  .at = {i / things[1][sort], i % things[1][sort]},
                                  .value = {NAN, NAN},
                                  .shannon = NAN,
                                  .found = {.observed = NAN, .limits = {NAN, NAN}, .needed = INFINITY}};
            const char *second = NULL;
            const char *name = name_of(spec[1], row.sort, row.at[1], &second);
            row.name = name_of(spec[0], row.sort, row.at[0], &row.second);
            if (strcmp(row.name, name) == 0 && (!second || strcmp(row.second, second) == 0)) {
                count_row(&row, side);
                (*out)[(*n)++] = row;
            }
        }
    }
    return FL_OK;
}

static fl_stat_claim claim_at(const fl_compare_level *level, double share)
{
    fl_stat_claim claim;
    fl_stat_claim_init(&claim, (fl_fraction){0, 1}, level->tolerance, level->alpha * share);
    claim.is_about = true;
    return claim;
}

/* Computes the Jensen-Shannon distance of two histograms; values without a bin count as one more value. */
static fl_err find_shannon(const fl_claim_counts sample[2], const uint64_t n[2], double *out, fl_diag *diag)
{
    size_t cells = (sample[0].bins > sample[1].bins ? sample[0].bins : sample[1].bins) + 1u;
    double *share = calloc(2 * cells, sizeof *share);
    if (!share) {
        return fl_diag_memory(diag);
    }
    for (unsigned s = 0; s < 2; s++) {
        for (uint32_t value = 0; value < sample[s].bins; value++) {
            share[s * cells + value] = (double)sample[s].count[value] / (double)n[s];
        }
        share[s * cells + cells - 1] = (double)sample[s].over_n / (double)n[s];
    }
    *out = fl_stat_distance_shannon(share, share + cells, cells);
    free(share);
    return FL_OK;
}

static fl_err judge_metric(fl_compare_row *self, const fl_tally *const side[2], const fl_compare_level *level,
                           fl_diag *diag)
{
    uint64_t count[2][FL_BINNING_CELLS];
    fl_claim_counts sample[2];
    fl_binning binning;
    for (unsigned s = 0; s < 2; s++) {
        const fl_tally_metric *metric = &side[s]->spec->metrics[self->at[s]];
        sample[s] = (fl_claim_counts){side[s]->count + metric->at, metric->bins,
                                      side[s]->extreme[self->at[s]].over_n};
    }
    fl_claim_binning_choose(&binning, &sample[0], &sample[1], &any, FL_BINNING_CELLS);
    for (unsigned s = 0; s < 2; s++) {
        fl_claim_binning_fill(&binning, &sample[s], &any, count[s]);
    }
    fl_stat_claim claim = claim_at(level, binning.share);
    fl_dirichlet_count a = {count[0], binning.cells_n, 1};
    fl_dirichlet_count b = {count[1], binning.cells_n, 1};
    fl_err err = find_shannon(sample, self->n, &self->shannon, diag);
    return err ? err : fl_stat_verdict_same(&claim, &a, &b, &self->found, diag);
}

/* Compares two chances. */
static fl_err judge_chances(const uint64_t hits[2], const uint64_t trials[2], const fl_stat_claim *claim,
                            fl_verdict_result *out, fl_diag *diag)
{
    uint64_t count[2][2] = {{hits[0], trials[0] - hits[0]}, {hits[1], trials[1] - hits[1]}};
    fl_dirichlet_count a = {count[0], 2, 1};
    fl_dirichlet_count b = {count[1], 2, 1};
    return fl_stat_verdict_same(claim, &a, &b, out, diag);
}

static fl_err judge_event(fl_compare_row *self, const fl_tally *const side[2], const fl_compare_level *level,
                          fl_diag *diag)
{
    uint64_t hits[2] = {fl_tally_event_hits(side[0], self->at[0]), fl_tally_event_hits(side[1], self->at[1])};
    fl_stat_claim claim = claim_at(level, 1);
    return judge_chances(hits, self->n, &claim, &self->found, diag);
}

/* Judges two maps. One cell is enough to distinguish them, so the cells share the level of that verdict. To
 * call the maps equal, all cells must be equal within the tolerance, and each such verdict has the level of
 * the row. */
static fl_err judge_map(fl_compare_row *self, const fl_tally *const side[2], const fl_compare_level *level,
                        fl_diag *diag)
{
    const fl_tally_spec *spec = side[0]->spec;
    unsigned cells = (unsigned)spec->width * (unsigned)spec->height;
    fl_stat_claim shared = claim_at(level, 1.0 / cells);
    fl_stat_claim whole = claim_at(level, 1);
    fl_verdict_result worst = {.observed = -1}; /* the cell that differs most */
    double needed = 0;
    double each = 1; /* samples needed for one more in both maps */
    bool are_equal = true;
    bool has_empty = false;
    for (unsigned cell = 0; cell < cells; cell++) {
        fl_verdict_result apart;
        fl_verdict_result alike;
        uint64_t hits[2] = {side[0]->count[spec->maps[self->at[0]].at + cell],
                            side[1]->count[side[1]->spec->maps[self->at[1]].at + cell]};
        bool is_empty = hits[0] == 0 && hits[1] == 0;
        if (is_empty && has_empty) { /* all empty cells equal the first one */
            continue;
        }
        has_empty = has_empty || is_empty;
        fl_err err = judge_chances(hits, self->n, &shared, &apart, diag);
        err = err ? err : judge_chances(hits, self->n, &whole, &alike, diag);
        if (err) {
            return err;
        }
        bool is_equal = alike.verdict == FL_VERDICT_CONFIRMED;
        are_equal = are_equal && is_equal;
        needed = is_equal ? needed : fmax(needed, alike.needed);
        bool is_refuted[2] = {apart.verdict == FL_VERDICT_REFUTED, worst.verdict == FL_VERDICT_REFUTED};
        if (is_refuted[0] != is_refuted[1] ? is_refuted[0] : apart.observed > worst.observed) {
            worst = apart;
            self->x = (int)cell % spec->width;
            self->y = (int)cell / spec->width;
            for (unsigned s = 0; s < 2; s++) {
                self->value[s] = (double)hits[s] / (double)self->n[s];
            }
        }
    }
    for (unsigned s = 0; s < 2; s++) {
        double mapped = (double)fl_tally_mapped(side[s]);
        each = mapped > 0 ? fmax(each, (double)side[s]->floors / mapped) : each;
    }
    self->found = worst;
    if (worst.verdict != FL_VERDICT_REFUTED) {
        self->found.verdict = are_equal ? FL_VERDICT_CONFIRMED : FL_VERDICT_UNDECIDED;
        self->found.needed = are_equal ? 0 : needed * each;
    }
    return FL_OK;
}

/* Chooses cells of one metric of a joint from both sides. */
static fl_err choose(const fl_compare_row *self, const fl_tally *const side[2], unsigned which,
                     fl_binning *out, fl_diag *diag)
{
    uint64_t *count[2];
    fl_claim_counts sample[2];
    for (unsigned s = 0; s < 2; s++) {
        const fl_tally_joint *joint = &side[s]->spec->joints[self->at[s]];
        uint32_t bins = which == 0 ? joint->a_bins : joint->b_bins;
        count[s] = calloc(bins, sizeof *count[s]);
        sample[s] = (fl_claim_counts){count[s], bins, 0};
        for (size_t cell = 0; count[s] && cell < (size_t)joint->a_bins * joint->b_bins; cell++) {
            count[s][which == 0 ? cell / joint->b_bins : cell % joint->b_bins] +=
                side[s]->count[joint->at + cell];
        }
    }
    bool has_memory = count[0] && count[1];
    if (has_memory) {
        fl_claim_binning_choose(out, &sample[0], &sample[1], &any, JOINT_CELLS);
    }
    free(count[0]);
    free(count[1]);
    return has_memory ? FL_OK : fl_diag_memory(diag);
}

static fl_err judge_joint(fl_compare_row *self, const fl_tally *const side[2], const fl_compare_level *level,
                          fl_diag *diag)
{
    uint64_t count[2][JOINT_CELLS * JOINT_CELLS] = {{0}, {0}};
    fl_binning cut[2];
    fl_err err = choose(self, side, 0, &cut[0], diag);
    err = err ? err : choose(self, side, 1, &cut[1], diag);
    if (err) {
        return err;
    }
    for (unsigned s = 0; s < 2; s++) {
        unsigned i = self->at[s];
        const fl_tally_joint *joint = &side[s]->spec->joints[i];
        for (uint32_t a = 0; a < joint->a_bins; a++) {
            unsigned row = fl_claim_binning_cell(&cut[0], a) * cut[1].cells_n;
            for (uint32_t b = 0; b < joint->b_bins; b++) {
                count[s][row + fl_claim_binning_cell(&cut[1], b)] +=
                    side[s]->count[joint->at + (size_t)a * joint->b_bins + b];
            }
        }
    }
    size_t cells = (size_t)cut[0].cells_n * cut[1].cells_n;
    fl_stat_claim claim = claim_at(level, cut[0].share * cut[1].share);
    fl_dirichlet_count a = {count[0], cells, 1};
    fl_dirichlet_count b = {count[1], cells, 1};
    return fl_stat_verdict_same(&claim, &a, &b, &self->found, diag);
}

fl_err fl_compare_judge(fl_compare_row *self, const fl_tally *const side[2], const fl_compare_level *level,
                        fl_diag *diag)
{
    static fl_err (*const judges[])(fl_compare_row *, const fl_tally *const[2], const fl_compare_level *,
                                    fl_diag *) = {judge_metric, judge_event, judge_map, judge_joint};
    return self->left_out ? FL_OK : judges[self->sort](self, side, level, diag);
}
