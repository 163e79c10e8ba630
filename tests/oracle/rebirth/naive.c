/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Streams, curse, room count and attempts of the naive Rebirth generator: gen/rebirth/RULES.md, "Random
 * numbers" to "Difficulty". See naive.h.
 *
 * Readings of afterbirth-plus where the documents leave a choice:
 * - No limit of attempts means ten thousand here, so that a pool with which no attempt can succeed ends.
 * - The Void draws the bit of the room count like any other stage, then below(5) for the count that is used.
 *   Lost adds nothing there.
 * - The start's budget: blade goes by origin, as two golden floors show. The published totals of Repentance,
 * and the draws of one row of those of Afterbirth+ (stage 2, hard), come out with identity only, so
 * afterbirth-plus and repentance go by identity.
 * - A curse that is set by hand takes the place of the rolled one, and the games roll all the same; blade
 *   knows no such thing, and nothing is rolled.
 * - Blue Womb drops Darkness after it was drawn; so does every stage after two victory laps.
 */
#include "tests/oracle/rebirth/naive.h"

#include "tests/oracle/rebirth/naive_parts.h"

#include <string.h>

enum { BLADE_ATTEMPTS = 100, NO_LIMIT = 10000, VOID_STAGE = 12, RAISES_FROM = 10, RAISED_TO = 64 };

/* ---- random numbers ---- */

struct reb_stream reb_stream_of(uint32_t state, int a, int b, int c)
{
    return (struct reb_stream){.state = state, .a = a, .b = b, .c = c};
}

uint32_t reb_next(struct reb_stream *stream)
{
    stream->state ^= stream->state >> stream->a;
    stream->state ^= stream->state << stream->b;
    stream->state ^= stream->state >> stream->c;
    stream->draws++;
    return stream->state;
}

int reb_below(struct reb_stream *stream, int n)
{
    uint32_t drawn = reb_next(stream);
    return n > 0 ? (int)(drawn % (uint32_t)n) : 0;
}

float reb_float01(struct reb_stream *stream)
{
    static const uint32_t bits = 0x2F7FFFFE;
    float factor;
    memcpy(&factor, &bits, sizeof(factor));
    float drawn = (float)reb_next(stream);
    return drawn * factor;
}

static uint32_t stage_seed(uint32_t run_seed, int stage)
{
    struct reb_stream stream = reb_stream_of(run_seed, 3, 23, 25);
    for (int i = 0; i < stage; i++) {
        (void)reb_next(&stream);
    }
    return reb_next(&stream);
}

/* ---- set-up ---- */

void reb_input_defaults(struct reb_input *in, enum reb_rules rules, int stage)
{
    memset(in, 0, sizeof(*in));
    in->rules = rules;
    in->unlocks = REB_ALL;
    in->specials = rules != REB_REPENTANCE;
    in->stage = stage;
    in->hearts = 6;
    in->max_hearts = 6;
}

static int curse_denominator(const struct reb_input *in)
{
    static const int afterbirth[2][4] = {{80, 30, 10, 5}, {10, 5, 3, 2}};
    static const int repentance[2][4] = {{80, 30, 10, 5}, {40, 20, 6, 3}};
    enum reb_unlocks unlocks = in->rules == REB_BLADE ? REB_ALL : in->unlocks;
    return in->rules == REB_REPENTANCE ? repentance[in->hard][unlocks] : afterbirth[in->hard][unlocks];
}

static int draw_curse(const struct reb_input *in, struct reb_stream *stream)
{
    static const int curses[6] = {REB_LABYRINTH, REB_LOST, REB_DARKNESS, REB_UNKNOWN, REB_MAZE, REB_BLIND};
    if (in->sets_curse) {
        if (in->rules != REB_BLADE && !in->black_candle) {
            (void)reb_next(stream);
        }
        return in->set_curse;
    }
    if (in->black_candle || reb_below(stream, curse_denominator(in)) != 0) {
        return REB_NO_CURSE;
    }
    int curse = curses[reb_below(stream, 6)];
    if (curse == REB_LABYRINTH && (in->stage >= 8 || in->stage % 2 == 0)) {
        return REB_NO_CURSE;
    }
    bool lit = in->rules != REB_BLADE && (in->stage == 9 || in->victory_laps > 2);
    return curse == REB_DARKNESS && lit ? REB_NO_CURSE : curse;
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

static int count_rooms(struct reb_work *work, struct reb_stream *curse_stream)
{
    int count = smaller(20, reb_below(&work->level, 2) + 5 + work->in->stage * 10 / 3);
    if (work->in->stage == VOID_STAGE) {
        count = 50 + reb_below(&work->level, 5);
    } else if (work->labyrinth) {
        count = smaller(45, count * 18 / 10);
    } else if (work->out->curse == REB_LOST) {
        count += 4;
    }
    int more = reb_below(curse_stream, 2);
    return work->in->hard ? count + 2 + more : count;
}

static int file_of(const struct reb_input *in)
{
    if (in->stage == VOID_STAGE) {
        return 26;
    }
    if (in->stage == 9) {
        return 13;
    }
    return in->stage < 9 ? in->variant + 1 + 3 * ((in->stage - 1) / 2) : in->variant + 2 * in->stage - 6;
}

static void choose_difficulty(struct reb_work *work)
{
    const struct reb_input *in = work->in;
    if (in->stage == VOID_STAGE) {
        work->least_difficulty = 5;
        work->most_difficulty = 15;
    } else if (in->stage >= 9 || in->stage % 2 == 1) {
        work->least_difficulty = in->hard ? 5 : 1;
        work->most_difficulty = 5;
    } else {
        work->least_difficulty = in->hard ? 10 : 5;
        work->most_difficulty = in->hard ? 15 : 10;
    }
}

static bool survey_pool(struct reb_work *work)
{
    work->shapes = ~0;
    if (work->pool == NULL) {
        return true;
    }
    reb_pool_reset(work->pool, 0);
    reb_pool_reset(work->pool, work->file);
    int count =
        reb_pool_survey(work->pool, work->file, work->least_difficulty, work->most_difficulty, &work->shapes);
    if (count >= 20 || work->in->rules == REB_BLADE) {
        return count >= 20;
    }
    work->least_difficulty = 1;
    work->most_difficulty = 15;
    return reb_pool_survey(work->pool, work->file, 1, 15, &work->shapes) > 0;
}

/* False if the pool lacks rooms. */
static bool set_up(struct reb_work *work, uint32_t run_seed)
{
    work->level = reb_stream_of(stage_seed(run_seed, work->in->stage), 5, 9, 7);
    (void)reb_next(&work->level);
    (void)reb_next(&work->level);
    struct reb_stream curse_stream = work->level;
    work->out->curse = draw_curse(work->in, &curse_stream);
    work->labyrinth = work->out->curse == REB_LABYRINTH;
    work->most_rooms = count_rooms(work, &curse_stream);
    work->layout = reb_stream_of(reb_next(&work->level), 5, 9, 7);
    work->least_dead_ends = 5 + (work->in->stage > 1) + work->labyrinth + 2 * (work->in->stage == VOID_STAGE);
    work->file = file_of(work->in);
    work->curse_end = -1;
    choose_difficulty(work);
    return survey_pool(work);
}

/* ---- attempts ---- */

/* From the tenth attempt on, Repentance allows a room more after every fifth. */
static void maybe_raise(struct reb_work *work, int attempt)
{
    bool counts = work->in->rules == REB_REPENTANCE && attempt >= RAISES_FROM && attempt % 5 == 0;
    if (counts && work->most_rooms < RAISED_TO) {
        work->most_rooms++;
    }
}

static bool attempt_floor(struct reb_work *work, int attempt)
{
    reb_layout_make(work);
    if (work->dead_count < work->least_dead_ends) {
        maybe_raise(work, attempt);
        return false;
    }
    return !work->in->specials || reb_specials_place(work);
}

void reb_floor_make(const struct reb_input *in, struct reb_pool *pool, uint32_t run_seed,
                    struct reb_floor *out)
{
    struct reb_work work = {.in = in, .pool = pool, .out = out};
    int limit = in->rules == REB_BLADE ? BLADE_ATTEMPTS : NO_LIMIT;
    memset(out, 0, sizeof(*out));
    out->failed = true;
    if (!set_up(&work, run_seed)) {
        fprintf(stderr, "fewer than 20 normal rooms in the difficulty range\n");
        return;
    }
    while (out->failed && out->attempts < limit) {
        out->attempts++;
        out->failed = !attempt_floor(&work, out->attempts);
    }
    out->layout_draws = work.layout.draws;
    out->layout_state = work.layout.state;
}
