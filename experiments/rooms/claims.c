/* Each claim has a row and a judge; rooms of both sizes are proven and counted once for all. */
#include "analysis/exact/exact.h"
#include "experiments/rooms/rooms.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZES = 2, KILOBYTE = 1024 };

typedef struct case_of {
    fl_rooms_source source; /* open, with random doors */
    fl_exact_room_proof proof;
    fl_room_tally tally;
} case_of;

typedef fl_room_verdict judge(const case_of *cases, char *evidence);

static fl_room_verdict judge_bytes(const case_of *cases, char *evidence)
{
    const fl_chunk_set *set = &cases[0].source.rules->set;
    unsigned same = 0;
    for (unsigned i = 0; i < set->n; i++) {
        uint8_t bytes[FL_CHUNK_BYTES + 1];
        fl_chunk back;
        bytes[FL_CHUNK_BYTES] = 0xa5;
        fl_room_chunk_pack(&set->chunk[i], bytes);
        fl_room_chunk_unpack(&back, bytes);
        same += memcmp(back.row, set->chunk[i].row, sizeof back.row) == 0 &&
                back.flags == set->chunk[i].flags && bytes[FL_CHUNK_BYTES] == 0xa5;
    }
    snprintf(evidence, FL_ROOM_EVIDENCE,
             "%u of %u chunks come back the same from 32 bytes of tiles and one of flags", same, set->n);
    return same == set->n ? FL_ROOM_CONFIRMED : FL_ROOM_REFUTED;
}

static fl_room_verdict judge_kilobyte(const case_of *cases, char *evidence)
{
    unsigned n = KILOBYTE / FL_CHUNK_BYTES;
    snprintf(evidence, FL_ROOM_EVIDENCE, "%u chunks take %u of 1024 bytes, %u take %u; this set has %u", n,
             n * FL_CHUNK_BYTES, n + 1, (n + 1) * FL_CHUNK_BYTES, cases[0].source.rules->set.n);
    return n == 31 ? FL_ROOM_CONFIRMED : FL_ROOM_REFUTED;
}

static void write_rooms(const case_of *cases, char *evidence)
{
    fl_text text;
    fl_text_init(&text);
    for (unsigned i = 0; i < SIZES; i++) {
        fl_text_add(&text, i > 0 ? "; " : "");
        fl_text_add_format(&text, "%s: all ", i > 0 ? "big" : "small");
        fl_exact_assemblies_print(fl_exact_assemblies_all(cases[i].source.rules), &text);
        fl_text_add_format(
            &text, " rooms %s in %llu steps, %llu of %llu random ones broken",
            fl_exact_room_proof_name(cases[i].proof.answer), (unsigned long long)cases[i].proof.steps,
            (unsigned long long)cases[i].tally.broken, (unsigned long long)cases[i].tally.rooms);
    }
    snprintf(evidence, FL_ROOM_EVIDENCE, "%s", fl_text_get(&text));
    fl_text_free(&text);
}

static fl_room_verdict judge_doors(const case_of *cases, char *evidence)
{
    fl_room_verdict verdict = FL_ROOM_CONFIRMED;
    for (unsigned i = 0; i < SIZES; i++) {
        if (cases[i].proof.answer == FL_ROOM_BROKEN || cases[i].tally.broken > 0) {
            verdict = FL_ROOM_REFUTED;
        } else if (cases[i].proof.answer == FL_ROOM_UNDECIDED && verdict == FL_ROOM_CONFIRMED) {
            verdict = FL_ROOM_OPEN;
        }
    }
    write_rooms(cases, evidence);
    return verdict;
}

/* Every chunk that may be drawn for the centre. */
static fl_room_verdict judge_centre(const case_of *cases, char *evidence)
{
    const fl_room_rules *rules = cases[1].source.rules;
    unsigned n = rules->centre.fit[FL_CHUNK_CLUTTER_MAX];
    unsigned pure = 0;
    for (unsigned i = 0; i < n; i++) {
        pure += rules->set.chunk[rules->centre.entry[i] / FL_CHUNK_TURNS].flags & FL_CHUNK_PURE ? 1 : 0;
    }
    snprintf(evidence, FL_ROOM_EVIDENCE,
             "%u of the %u chunks that may stand at a centre need walls (of %u in the set)", pure, n,
             rules->set.n);
    return pure == 0 ? FL_ROOM_CONFIRMED : FL_ROOM_REFUTED;
}

/* Parts cover the square of a size, each tile once. */
static fl_room_verdict judge_sizes(const case_of *cases, char *evidence)
{
    static const unsigned sizes[SIZES] = {16, 24};
    bool is_right = true;
    for (unsigned i = 0; i < SIZES; i++) {
        const fl_room_rules *rules = cases[i].source.rules;
        uint8_t covered[FL_ROOM_PART_BIG][FL_ROOM_PART_BIG] = {{0}};
        for (unsigned s = 0; s < rules->slots_n; s++) {
            for (unsigned t = 0; t < (unsigned)rules->slot[s].width * rules->slot[s].height; t++) {
                covered[rules->slot[s].y + t / rules->slot[s].width]
                       [rules->slot[s].x + t % rules->slot[s].width]++;
            }
        }
        for (unsigned t = 0; t < FL_ROOM_PART_BIG * FL_ROOM_PART_BIG; t++) {
            unsigned x = t % FL_ROOM_PART_BIG;
            unsigned y = t / FL_ROOM_PART_BIG;
            is_right = is_right && covered[y][x] == (x < sizes[i] && y < sizes[i]);
        }
    }
    snprintf(evidence, FL_ROOM_EVIDENCE, "the parts cover 16 x 16 and 24 x 24 tiles, each tile once");
    return is_right ? FL_ROOM_CONFIRMED : FL_ROOM_REFUTED;
}

static const struct row {
    const char *id, *text;
    judge *judge;
} rows[FL_ROOMS_CLAIMS] = {
    {"chunk.33_bytes", "one chunk occupies 33 bytes", judge_bytes},
    {"chunk.31_per_kilobyte", "about 31 chunks fit in 1 kB", judge_kilobyte},
    {"chunk.doors_never_blocked", "doors are never blocked, and all reach each other", judge_doors},
    {"chunk.centre_never_pure_corner", "only chunks that need no walls stand at a centre", judge_centre},
    {"chunk.sizes", "small rooms are 16 x 16, big rooms 24 x 24", judge_sizes},
};

static fl_err study(case_of *self, fl_room_counting *counting, const char *size, fl_diag *diag)
{
    fl_err err = fl_rooms_source_suggest(&self->source, "doors", "random", diag);
    err = err ? err : fl_setting_values_set(&self->source.values, "size", size, "", diag);
    err = err ? err : fl_rooms_source_begin(&self->source, diag);
    err = err ? err : fl_exact_room_prove(self->source.rules, &self->proof, diag);
    counting->source = &self->source;
    return err ? err : fl_rooms_stats_count(counting, &self->tally, diag);
}

fl_err fl_rooms_claims_judge(fl_rooms_source *source, uint64_t rooms, unsigned threads,
                             fl_room_claim out[FL_ROOMS_CLAIMS], fl_diag *diag)
{
    static const char *const sizes[SIZES] = {"small", "big"};
    fl_room_counting counting = {.rooms = rooms, .threads = threads};
    case_of *cases = calloc(SIZES, sizeof *cases);
    fl_err err = cases ? FL_OK : fl_diag_memory(diag);
    for (unsigned i = 0; i < SIZES && !err; i++) {
        cases[i].source = *source;
        err = study(&cases[i], &counting, sizes[i], diag);
    }
    for (unsigned i = 0; i < FL_ROOMS_CLAIMS && !err; i++) {
        out[i].id = rows[i].id;
        out[i].text = rows[i].text;
        out[i].verdict = rows[i].judge(cases, out[i].evidence);
    }
    for (unsigned i = 0; i < SIZES && cases; i++) {
        fl_rooms_source_close(&cases[i].source);
    }
    free(cases);
    return err;
}

const char *fl_rooms_claims_verdict(fl_room_verdict verdict)
{
    static const char *const names[] = {"confirmed", "refuted", "undecided"};
    return names[verdict];
}
