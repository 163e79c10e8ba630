/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Judging a row. The statistics are those of analysis/stat: two populations and a tolerance. */
#include "analysis/compare/compare_private.h"

#include <math.h>
#include <stdlib.h>

/* Of a joint: cells of each metric. Their product is what evidence has to be shared among. */
enum { JOINT_CELLS = 4 };

static const fl_value_set any = {.pieces_n = 0};

static fl_claim_counts counts_of(const fl_tally *tally, unsigned i)
{
    const fl_tally_metric *metric = &tally->spec->metrics[i];
    return (fl_claim_counts){tally->count + metric->at, metric->bins, tally->extreme[i].over_n};
}

uint64_t fl_compare_joint_total(const fl_tally *tally, unsigned i)
{
    const fl_tally_joint *joint = &tally->spec->joints[i];
    uint64_t n = 0;
    for (size_t cell = 0; cell < (size_t)joint->a_bins * joint->b_bins; cell++) {
        n += tally->count[joint->at + cell];
    }
    return n;
}

static fl_stat_claim claim_at(const fl_compare_level *level, double share)
{
    fl_stat_claim claim;
    fl_stat_claim_init(&claim, (fl_fraction){0, 1}, level->tolerance, level->alpha * share);
    claim.is_about = true;
    return claim;
}

/* The Jensen-Shannon distance of two histograms; values without a bin are one more value. */
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
    fl_claim_counts sample[2] = {counts_of(side[0], self->at[0]), counts_of(side[1], self->at[1])};
    fl_binning binning;
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

/* Of two chances. */
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

/* A map that is being judged. */
typedef struct map_case {
    fl_compare_row *row;
    const uint64_t *count[2];
    unsigned cells;
    int width;
    const fl_compare_level *level;
    fl_verdict_result worst; /* of the cell that differs most */
    bool are_equal;
    double needed;
    fl_diag *diag;
} map_case;

static bool is_worse(const fl_verdict_result *a, const fl_verdict_result *b)
{
    bool is_refuted[2] = {a->verdict == FL_VERDICT_REFUTED, b->verdict == FL_VERDICT_REFUTED};
    return is_refuted[0] != is_refuted[1] ? is_refuted[0] : a->observed > b->observed;
}

/* One cell is enough to tell two maps apart, so the cells share the level of that verdict; but all of them
 * must be equal within the tolerance to call the maps equal, and each such verdict has the level of the row.
 */
static fl_err judge_cell(map_case *map, unsigned cell)
{
    fl_compare_row *row = map->row;
    fl_verdict_result apart;
    fl_verdict_result alike;
    uint64_t hits[2] = {map->count[0][cell], map->count[1][cell]};
    fl_stat_claim shared = claim_at(map->level, 1.0 / map->cells);
    fl_stat_claim whole = claim_at(map->level, 1);
    fl_err err = judge_chances(hits, row->n, &shared, &apart, map->diag);
    err = err ? err : judge_chances(hits, row->n, &whole, &alike, map->diag);
    if (err) {
        return err;
    }
    bool is_equal = alike.verdict == FL_VERDICT_CONFIRMED;
    map->are_equal = map->are_equal && is_equal;
    map->needed = is_equal ? map->needed : fmax(map->needed, alike.needed);
    if (is_worse(&apart, &map->worst)) {
        map->worst = apart;
        row->x = (int)cell % map->width;
        row->y = (int)cell / map->width;
        for (unsigned s = 0; s < 2; s++) {
            row->value[s] = (double)hits[s] / (double)row->n[s];
        }
    }
    return FL_OK;
}

/* How many samples it takes to have one more in both maps. */
static double samples_per_mapped(const fl_tally *const side[2])
{
    double most = 1;
    for (unsigned s = 0; s < 2; s++) {
        double mapped = (double)fl_tally_mapped(side[s]);
        most = mapped > 0 ? fmax(most, (double)side[s]->floors / mapped) : most;
    }
    return most;
}

static fl_err judge_map(fl_compare_row *self, const fl_tally *const side[2], const fl_compare_level *level,
                        fl_diag *diag)
{
    const fl_tally_spec *spec[2] = {side[0]->spec, side[1]->spec};
    map_case map = {.row = self,
                    .count = {side[0]->count + spec[0]->maps[self->at[0]].at,
                              side[1]->count + spec[1]->maps[self->at[1]].at},
                    .cells = (unsigned)spec[0]->width * (unsigned)spec[0]->height,
                    .width = spec[0]->width,
                    .level = level,
                    .worst = {.observed = -1},
                    .are_equal = true,
                    .diag = diag};
    fl_err err = FL_OK;
    bool has_empty = false;
    for (unsigned cell = 0; cell < map.cells && !err; cell++) {
        bool is_empty = map.count[0][cell] == 0 && map.count[1][cell] == 0;
        if (!is_empty || !has_empty) { /* all empty cells are as the first one */
            err = judge_cell(&map, cell);
        }
        has_empty = has_empty || is_empty;
    }
    self->found = map.worst;
    if (map.worst.verdict != FL_VERDICT_REFUTED) {
        self->found.verdict = map.are_equal ? FL_VERDICT_CONFIRMED : FL_VERDICT_UNDECIDED;
        self->found.needed = map.are_equal ? 0 : map.needed * samples_per_mapped(side);
    }
    return err;
}

/* The histogram of the first (0) or the second metric (1) of joint number `i`. */
static void add_up(const fl_tally *tally, unsigned i, unsigned which, uint64_t *out)
{
    const fl_tally_joint *joint = &tally->spec->joints[i];
    for (uint32_t a = 0; a < joint->a_bins; a++) {
        for (uint32_t b = 0; b < joint->b_bins; b++) {
            out[which == 0 ? a : b] += tally->count[joint->at + (size_t)a * joint->b_bins + b];
        }
    }
}

/* Cells of one metric of a joint, chosen by both sides. */
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
        if (count[s]) {
            add_up(side[s], self->at[s], which, count[s]);
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
