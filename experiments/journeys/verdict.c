/* Each claim gets an even share of the family's alpha. */
#include "analysis/stat/stat.h"
#include "experiments/journeys/journeys.h"

#include <stdio.h>
#include <string.h>

void fl_journeys_verdict_init(fl_journey_verdict *self, double alpha)
{
    memset(self, 0, sizeof *self);
    self->alpha = alpha;
    fl_program_table_init(&self->table);
    fl_program_table_columns(&self->table,
                             "claim player chance documented observed low high runs verdict expected source");
}

void fl_journeys_verdict_free(fl_journey_verdict *self)
{
    fl_program_table_free(&self->table);
}

static uint64_t hits_of(const fl_journey_tally *tally, const fl_journey_claim *claim)
{
    return claim->ended < FL_JOURNEY_END ? tally->ended[claim->ended]
           : claim->by_chapter > 0       ? fl_tally_journey_by_chapter(tally, claim->kind, claim->by_chapter)
                                         : tally->kind[claim->kind].journeys;
}

static void add_number(fl_journey_verdict *self, double number)
{
    char text[32];
    snprintf(text, sizeof text, "%.5f", number);
    fl_program_table_add(&self->table, text);
}

static void write_row(fl_journey_verdict *self, const fl_journey_tally *tally, const fl_journey_claim *claim,
                      const fl_verdict_result *result)
{
    fl_text text;
    const fl_journey *journey = tally->journey;
    fl_text_init(&text);
    fl_journey_claim_write(journey, claim, &text);
    fl_program_table_add(&self->table, claim->id);
    fl_program_table_add(&self->table, journey->player[claim->player].name);
    fl_program_table_add(&self->table, fl_text_get(&text));
    fl_text_clear(&text);
    fl_text_add_format(&text, "%u/%u", claim->value.hits, claim->value.of);
    fl_program_table_add(&self->table, fl_text_get(&text));
    fl_text_free(&text);
    add_number(self, result->observed);
    add_number(self, result->limits.lo);
    add_number(self, result->limits.hi);
    fl_program_table_add_number(&self->table, (int64_t)tally->journeys);
    fl_program_table_add(&self->table, fl_stat_verdict_name(result->verdict));
    fl_program_table_add(&self->table, claim->is_refuted ? "refuted" : "confirmed");
    fl_program_table_add(&self->table, claim->source);
}

fl_err fl_journeys_verdict_add(fl_journey_verdict *self, const fl_journey_tally *tally, fl_diag *diag)
{
    const fl_journey *journey = tally->journey;
    fl_err err = FL_OK;
    for (unsigned i = 0; i < journey->claims_n && !err; i++) {
        const fl_journey_claim *claim = &journey->claim[i];
        fl_verdict_result result;
        fl_stat_claim wording;
        if (claim->player != journey->chosen_player) {
            continue;
        }
        fl_fraction value = {claim->value.hits, claim->value.of};
        double tolerance = (double)claim->tolerance.hits / claim->tolerance.of;
        fl_stat_claim_init(&wording, value, tolerance, fl_stat_verdict_share(self->alpha, journey->claims_n));
        wording.is_about = claim->is_about;
        err = fl_stat_claim_check(&wording, diag);
        err = err ? err
                  : fl_stat_verdict_chance(&wording, hits_of(tally, claim), tally->journeys, &result, diag);
        if (!err) {
            fl_verdict expected = claim->is_refuted ? FL_VERDICT_REFUTED : FL_VERDICT_CONFIRMED;
            self->undecided += result.verdict == FL_VERDICT_UNDECIDED;
            self->unexpected += result.verdict != FL_VERDICT_UNDECIDED && result.verdict != expected;
            write_row(self, tally, claim, &result);
        }
    }
    return err;
}
