/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * rebirth_naive STAGE VARIANT HARD HEARTS SOUL MAXHEARTS KEYS COINS TRINKETS POOL RULES FIRST LAST [FLAG ...]
 *
 * Prints the floors of run seeds FIRST to LAST as golden lines. TRINKETS: - or ids with commas (110 Silver
 * Dollar, 111 Bloody Crown, 82 Golden Horseshoe, 112 Pay To Win, 102 Fragmented Card); POOL: a folder of
 * NN.name.xml, or - with layouts only; RULES: blade, afterbirth-plus, repentance (layouts only). Flags:
 *   candle devil book lost moms_box    Black Candle; devil room visited; book picked up; a character like The
 *                                      Lost; active item 0x1B7
 *   bone=N laps=N                      bone hearts, victory laps
 *   unlocks=fresh|womb|terrible|all    curse odds (not blade)
 *   identity origin                    who draws the start's budget (naive.c)
 *   layout                             stop at the first layout with enough dead ends
 *   more                               each line is followed by one of attempts, draws and final layout state
 *   totals                             no lines; sums over all floors, as in gen/rebirth/RULES.md, "Published
 * totals"
 *
 * rebirth_naive lines POOL RULES reads golden lines on standard input and prints them made anew.
 */
#include "tests/oracle/rebirth/naive.h"

#include <stdlib.h>
#include <string.h>

enum { HEADER_FIELDS = 9, MOST_COUNTED = 128, FIRST_FLAG = 14 };

struct job {
    struct reb_input in;
    struct reb_pool *pool;
    bool more;
    bool totals;
};

/* ---- arguments ---- */

static bool set_trinkets(struct reb_input *in, const char *text)
{
    if (strcmp(text, "-") == 0) {
        return true;
    }
    while (*text != '\0') {
        char *end;
        switch (strtol(text, &end, 10)) {
        case 110:
            in->silver_dollar = true;
            break;
        case 111:
            in->bloody_crown = true;
            break;
        case 82:
            in->golden_horseshoe = true;
            break;
        case 112:
            in->pay_to_win = true;
            break;
        case 102:
            in->fragmented_card = true;
            break;
        default:
            return false;
        }
        text = *end == ',' ? end + 1 : end;
    }
    return true;
}

static bool set_header(struct reb_input *in, char *const field[HEADER_FIELDS])
{
    in->stage = atoi(field[0]);
    in->variant = atoi(field[1]);
    in->hard = atoi(field[2]) != 0;
    in->hearts = atoi(field[3]);
    in->soul = atoi(field[4]);
    in->max_hearts = atoi(field[5]);
    in->keys = atoi(field[6]);
    in->coins = atoi(field[7]);
    return in->stage >= 1 && in->stage <= 12 && set_trinkets(in, field[8]);
}

static int position_of(const char *word, const char *const words[], int count)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(word, words[i]) == 0) {
            return i;
        }
    }
    return -1;
}

static bool set_rules(struct reb_input *in, const char *word)
{
    static const char *const words[] = {"blade", "afterbirth-plus", "repentance"};
    int found = position_of(word, words, 3);
    if (found >= 0) {
        reb_input_defaults(in, (enum reb_rules)found, 1);
    }
    return found >= 0;
}

static bool set_value(struct reb_input *in, const char *flag)
{
    static const char *const unlocks[] = {"fresh", "womb", "terrible", "all"};
    if (strncmp(flag, "bone=", 5) == 0) {
        in->bone_hearts = atoi(flag + 5);
        return true;
    }
    if (strncmp(flag, "laps=", 5) == 0) {
        in->victory_laps = atoi(flag + 5);
        return true;
    }
    int found = strncmp(flag, "unlocks=", 8) == 0 ? position_of(flag + 8, unlocks, 4) : -1;
    if (found >= 0) {
        in->unlocks = (enum reb_unlocks)found;
    }
    return found >= 0;
}

static bool set_flag(struct job *job, const char *flag)
{
    const struct {
        const char *name;
        bool *there;
        bool value;
    } rows[] = {{"candle", &job->in.black_candle, true},
                {"devil", &job->in.devil_visited, true},
                {"book", &job->in.book_picked, true},
                {"lost", &job->in.lost_like, true},
                {"moms_box", &job->in.moms_box, true},
                {"identity", &job->in.start_is_identity, true},
                {"origin", &job->in.start_is_identity, false},
                {"layout", &job->in.specials, false},
                {"more", &job->more, true},
                {"totals", &job->totals, true}};
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        if (strcmp(flag, rows[i].name) == 0) {
            *rows[i].there = rows[i].value;
            return true;
        }
    }
    return set_value(&job->in, flag);
}

static bool set_all(struct job *job, int count, char *words[])
{
    if (count < FIRST_FLAG || !set_rules(&job->in, words[11]) || !set_header(&job->in, words + 1)) {
        return false;
    }
    for (int i = FIRST_FLAG; i < count; i++) {
        if (!set_flag(job, words[i])) {
            fprintf(stderr, "unknown flag: %s\n", words[i]);
            return false;
        }
    }
    return true;
}

/* ---- one floor a line ---- */

static void print_floor(const struct job *job, uint32_t seed, const char *before)
{
    struct reb_floor floor;
    reb_floor_make(&job->in, job->pool, seed, &floor);
    fputs(before, stdout);
    reb_floor_print(&floor, seed, stdout);
    if (job->more) {
        printf("# attempts=%d draws=%d state=%08lX\n", floor.attempts, floor.layout_draws,
               (unsigned long)floor.layout_state);
    }
}

/* ---- sums over many floors ---- */

struct totals {
    long draws;
    long most_draws;
    long gate_draws;
    long gates_passed;
    long big_rooms;
    long forced;
    long thin_layouts;
    long most_attempts;
    long labyrinths;
    uint32_t hash;
    long by_rooms[MOST_COUNTED];
    long by_dead_ends[MOST_COUNTED];
    long by_curse[MOST_COUNTED];
};

static long larger(long a, long b)
{
    return a > b ? a : b;
}

static void add_floor(struct totals *totals, const struct reb_floor *floor)
{
    totals->draws += floor->layout_draws;
    totals->most_draws = larger(totals->most_draws, floor->layout_draws);
    totals->gate_draws += floor->gate_draws;
    totals->gates_passed += floor->gates_passed;
    totals->big_rooms += floor->big_rooms;
    totals->forced += floor->forced;
    totals->thin_layouts += floor->thin_layouts;
    totals->most_attempts = larger(totals->most_attempts, floor->attempts);
    totals->labyrinths += floor->curse == REB_LABYRINTH;
    for (int i = 0; i < floor->rooms; i++) {
        const struct reb_room *room = &floor->room[i];
        totals->hash ^= (uint32_t)(room->x + 13 * room->y + 169 * room->shape);
        totals->hash *= 16777619;
    }
    totals->by_rooms[floor->rooms % MOST_COUNTED]++;
    totals->by_dead_ends[floor->dead_ends % MOST_COUNTED]++;
    totals->by_curse[floor->curse % MOST_COUNTED]++;
}

static void print_counts(const char *name, const long count[MOST_COUNTED])
{
    printf("%s", name);
    for (int i = 0; i < MOST_COUNTED; i++) {
        if (count[i] > 0) {
            printf(" %d:%ld", i, count[i]);
        }
    }
    printf("\n");
}

static void print_totals(const struct job *job, uint32_t first, uint32_t last)
{
    struct totals totals;
    struct reb_floor floor;
    memset(&totals, 0, sizeof(totals));
    totals.hash = 2166136261;
    for (uint32_t seed = first; seed <= last && seed >= first; seed++) {
        reb_floor_make(&job->in, job->pool, seed, &floor);
        add_floor(&totals, &floor);
        if (seed == first) {
            printf("first %08lX (%d)\n", (unsigned long)floor.layout_state, floor.layout_draws);
        }
    }
    printf("draws %ld most %ld gates %ld passed %ld big %ld forced %ld retries %ld attempts %ld XL %ld hash "
           "%08lX\n",
           totals.draws, totals.most_draws, totals.gate_draws, totals.gates_passed, totals.big_rooms,
           totals.forced, totals.thin_layouts, totals.most_attempts, totals.labyrinths,
           (unsigned long)totals.hash);
    print_counts("rooms", totals.by_rooms);
    print_counts("dead ends", totals.by_dead_ends);
    print_counts("curses", totals.by_curse);
}

/* ---- golden lines made anew ---- */

static int remake_lines(struct job *job, const char *rules)
{
    char line[65536];
    while (fgets(line, sizeof(line), stdin) != NULL) {
        char word[HEADER_FIELDS][32];
        char *field[HEADER_FIELDS];
        char before[512];
        unsigned long seed;
        for (int i = 0; i < HEADER_FIELDS; i++) {
            field[i] = word[i];
        }
        if (line[0] == '#') {
            continue;
        }
        if (sscanf(line, "%31s %31s %31s %31s %31s %31s %31s %31s %31s | %lu", word[0], word[1], word[2],
                   word[3], word[4], word[5], word[6], word[7], word[8], &seed) != HEADER_FIELDS + 1 ||
            !set_rules(&job->in, rules) || !set_header(&job->in, field)) {
            fprintf(stderr, "not a golden line: %s", line);
            return 1;
        }
        size_t length = (size_t)(strstr(line, "| ") + 2 - line);
        snprintf(before, sizeof(before), "%.*s", (int)length, line);
        print_floor(job, (uint32_t)seed, before);
    }
    return 0;
}

int main(int count, char *words[])
{
    struct job job = {.more = false};
    if (count == 4 && strcmp(words[1], "lines") == 0) {
        job.pool = reb_pool_load(words[2], REB_ALL_FILES);
        int status = job.pool == NULL ? 1 : remake_lines(&job, words[3]);
        reb_pool_free(job.pool);
        return status;
    }
    if (!set_all(&job, count, words)) {
        fprintf(stderr, "usage: see the top of naive_main.c\n");
        return 2;
    }
    uint32_t first = (uint32_t)strtoul(words[12], NULL, 10);
    uint32_t last = (uint32_t)strtoul(words[13], NULL, 10);
    bool reads_pool = strcmp(words[10], "-") != 0;
    job.pool = reads_pool ? reb_pool_load(words[10], REB_ALL_FILES) : NULL;
    if (job.pool == NULL && (reads_pool || job.in.specials)) {
        return 1;
    }
    if (job.totals) {
        print_totals(&job, first, last);
    }
    for (uint32_t seed = first; !job.totals && seed <= last && seed >= first; seed++) {
        print_floor(&job, seed, "");
    }
    reb_pool_free(job.pool);
    return 0;
}
