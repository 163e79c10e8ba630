/* SPDX-License-Identifier: MIT */
/* Checks of rules. The totals that a pass can reach are computed without the maxima of subordinates, so a
 * refusal is always right; bad rules that pass the check cause many attempts or failed floors. */
#include "gen/grid/grid_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static fl_err refuse(const fl_grid_rules *self, unsigned line, const char *text, fl_diag *diag)
{
    char where[FL_SETTING_VALUES_TEXT + 16];
    snprintf(where, sizeof where, "%s:%u", self->file, line);
    return fl_diag_set(diag, FL_ERR_INPUT, where, "%s", text);
}

/* The smallest number of neighbours with a chance, or 0. */
static unsigned least_neighbours(const fl_grid_ruleset *rules)
{
    for (unsigned n = 1; n <= FL_GRID_ROTATION_RIM; n++) {
        if (rules->chance[n] > 0) {
            return n;
        }
    }
    return 0;
}

static fl_err check_rulesets(const fl_grid_rules *self, fl_diag *diag)
{
    char text[FL_DIAG_TEXT];
    for (unsigned i = 0; i < self->rulesets_n + self->variants_n; i++) {
        if (least_neighbours(&self->rulesets[i]) == 0) {
            snprintf(text, sizeof text,
                     "the ruleset '%s' can place nothing: all its probabilities are zero or its modifier is",
                     self->rulesets[i].name);
            return refuse(self, self->rulesets[i].line, text, diag);
        }
    }
    return FL_OK;
}

static fl_err check_entries(const fl_grid_rules *self, fl_diag *diag)
{
    char text[FL_DIAG_TEXT];
    for (unsigned i = 1; i < self->entries_n; i++) {
        const fl_grid_entry *entry = &self->entries[i];
        unsigned least = least_neighbours(&self->rulesets[entry->rules]);
        if (least > entry->connections || least > entry->rotation[0].rim_n) {
            snprintf(text, sizeof text,
                     "'%s' can never be placed: its rules need %u neighbours or more, it has %u connections "
                     "and %u "
                     "tiles around it",
                     entry->name, least, entry->connections, entry->rotation[0].rim_n);
            return refuse(self, entry->line, text, diag);
        }
    }
    return FL_OK;
}

/* The entries of a pass for which other entries count. */
static uint64_t counted_for(const fl_grid_rules *self, const fl_grid_pass *pass)
{
    uint64_t set = 0;
    for (unsigned i = 0; i < pass->n; i++) {
        set |= self->entries[pass->first + i].subordinates;
    }
    return set;
}

/* The least and greatest number of rooms of an entry (FL_GRID_TILES = any number). */
static void bounds(const fl_grid_entry *entry, bool is_counted_for, unsigned *least, unsigned *most)
{
    bool is_limited = entry->max > 0 && entry->max >= entry->min;
    *least = is_counted_for && entry->weight > 0 ? 0 : entry->min;
    *most = is_limited ? entry->max : entry->weight > 0 ? FL_GRID_TILES : entry->min;
}

/* Extends the reachable totals by up to `most` rooms of `tiles` tiles. used[t] < 0 means that total t cannot
 * be reached; otherwise it is how many of these rooms t needs. */
static void extend(int32_t *used, unsigned limit, unsigned tiles, unsigned most)
{
    for (unsigned t = 0; t <= limit; t++) {
        if (used[t] >= 0) {
            used[t] = 0;
        } else if (t >= tiles && used[t - tiles] >= 0 && (unsigned)used[t - tiles] < most) {
            used[t] = used[t - tiles] + 1;
        }
    }
}

/* The largest total of tiles within the pass's maximum that its counts allow; `base` of them are certain. */
static fl_err find_reach(const fl_grid_rules *self, const fl_grid_pass *pass, unsigned base, unsigned *out,
                         fl_diag *diag)
{
    unsigned limit = pass->tiles_max - base;
    uint64_t counted = counted_for(self, pass);
    int32_t *used = malloc((limit + 1) * sizeof *used);
    if (!used) {
        return fl_diag_memory(diag);
    }
    memset(used, -1, (limit + 1) * sizeof *used);
    used[0] = 0;
    for (unsigned i = 0; i < pass->n; i++) {
        unsigned least = 0;
        unsigned most = 0;
        bounds(&self->entries[pass->first + i], counted >> i & 1, &least, &most);
        extend(used, limit, self->entries[pass->first + i].tiles_n, most - least);
    }
    while (used[limit] < 0) {
        limit--;
    }
    *out = base + limit;
    free(used);
    return FL_OK;
}

static fl_err check_pass(const fl_grid_rules *self, const fl_grid_pass *pass, fl_diag *diag)
{
    char text[FL_DIAG_TEXT];
    uint64_t counted = counted_for(self, pass);
    uint64_t base = 0;
    unsigned reach = 0;
    for (unsigned i = 0; i < pass->n; i++) {
        unsigned least = 0;
        unsigned most = 0;
        bounds(&self->entries[pass->first + i], counted >> i & 1, &least, &most);
        base += (uint64_t)least * self->entries[pass->first + i].tiles_n;
    }
    if (base > pass->tiles_max) {
        snprintf(text, sizeof text,
                 "the pass '%s' has at most %u tiles, and the minimum counts of its rooms need %llu",
                 pass->name, pass->tiles_max, (unsigned long long)base);
        return refuse(self, pass->line, text, diag);
    }
    fl_err err = find_reach(self, pass, (unsigned)base, &reach, diag);
    if (err || reach >= pass->tiles_min) {
        return err;
    }
    snprintf(text, sizeof text, "the pass '%s' needs at least %u tiles, and the counts of its rooms reach %u",
             pass->name, pass->tiles_min, reach);
    err = refuse(self, pass->line, text, diag);
    fl_diag_hint(diag, "raise a room's max (0 = no limit) or lower the pass's minimum");
    return err;
}

/* True if the rooms tagged end, all of one pass, count for each other, and their minimum and maximum are 1:
 * then the first one placed is the only one. */
static bool is_one_of_several(const fl_grid_rules *self)
{
    const fl_grid_pass *pass = NULL;
    uint64_t ends = 0;
    bool is_right = true;
    for (unsigned i = 1; i < self->entries_n; i++) {
        const fl_grid_entry *entry = &self->entries[i];
        if (entry->is_end) {
            const fl_grid_pass *entry_pass = &self->passes[entry->pass];
            is_right = is_right && (!pass || pass == entry_pass) && entry->weight > 0 && entry->min == 1 &&
                       entry->max == 1;
            pass = entry_pass;
            ends |= 1ULL << (i - entry_pass->first);
        }
    }
    for (unsigned i = 0; pass && i < pass->n; i++) {
        uint64_t others = ends & ~(1ULL << i);
        bool is_end = ends >> i & 1;
        uint64_t counted = self->entries[pass->first + i].subordinates & ends;
        is_right = is_right && counted == (is_end ? others : 0);
    }
    return is_right && ends != 0;
}

/* There must be exactly one end (Gao 2022, 4.1 and 6). */
static fl_err check_end(const fl_grid_rules *self, fl_diag *diag)
{
    char text[FL_DIAG_TEXT];
    unsigned least = 0;
    unsigned most = 0;
    unsigned line = self->passes[self->passes_n - 1].line;
    for (unsigned i = 1; i < self->entries_n; i++) {
        const fl_grid_entry *entry = &self->entries[i];
        const fl_grid_pass *pass = &self->passes[entry->pass];
        unsigned low = 0;
        unsigned high = 0;
        if (entry->is_end) {
            bounds(entry, counted_for(self, pass) >> (i - pass->first) & 1, &low, &high);
            least += low;
            most += high;
            line = entry->line;
        }
    }
    if ((least == 1 && most == 1) || is_one_of_several(self)) {
        return FL_OK;
    }
    if (most >= FL_GRID_TILES) {
        snprintf(text, sizeof text, "exactly one room is tagged 'end'; here it may be %u to any number",
                 least);
    } else {
        snprintf(text, sizeof text, "exactly one room is tagged 'end'; here it may be %u to %u", least, most);
    }
    fl_err err = refuse(self, line, text, diag);
    fl_diag_hint(diag, "give one room of one pass 'tag: end' with min: 1 and max: 1");
    return err;
}

/* Checks that a path to an end can be open. */
static fl_err check_way(const fl_grid_rules *self, fl_diag *diag)
{
    char text[FL_DIAG_TEXT];
    for (unsigned i = 0; i < self->entries_n && self->demands_open_way; i++) {
        const fl_grid_entry *entry = &self->entries[i];
        fl_door_price price = fl_grid_tags_price(self, entry);
        bool is_end = i == 0 || entry->is_end;
        if (is_end && price != FL_DOOR_OPEN) {
            snprintf(text, sizeof text, "an open way is demanded, and the doors of '%s' ask for %s",
                     entry->name, fl_door_row_of(price)->meaning);
            return refuse(self, entry->line, text, diag);
        }
    }
    return FL_OK;
}

static fl_err check_board(const fl_grid_rules *self, fl_diag *diag)
{
    char text[FL_DIAG_TEXT];
    const fl_grid_rotation *start = &self->entries[0].rotation[0];
    if (self->tiles_max > (unsigned)(self->width * self->height)) {
        snprintf(text, sizeof text, "a floor may have %u tiles, and the board %d x %d", self->tiles_max,
                 self->width, self->height);
        return refuse(self, 1, text, diag);
    }
    if (start->width > self->width || start->height > self->height) {
        return refuse(self, self->entries[0].line, "the start is larger than the board", diag);
    }
    return FL_OK;
}

fl_err fl_grid_check_rules(const fl_grid_rules *self, fl_diag *diag)
{
    fl_err err = check_rulesets(self, diag);
    err = err ? err : check_entries(self, diag);
    for (unsigned i = 0; i < self->passes_n && !err; i++) {
        err = check_pass(self, &self->passes[i], diag);
    }
    err = err ? err : check_end(self, diag);
    err = err ? err : check_way(self, diag);
    return err ? err : check_board(self, diag);
}

/* Valid rules that are probably mistakes. */

/* Returns a number of neighbours in a ruleset that no room using it can have; 0: there is none. */
static unsigned beyond_reach(const fl_grid_rules *self, unsigned number)
{
    const fl_grid_ruleset *rules = &self->rulesets[number];
    unsigned most = 0;
    bool is_used = false;
    for (unsigned i = 1; i < self->entries_n; i++) {
        const fl_grid_entry *entry = &self->entries[i];
        unsigned reach = entry->rotation[0].rim_n;
        reach = !rules->ignores_connections && entry->connections < reach ? entry->connections : reach;
        most = entry->rules == number && reach > most ? reach : most;
        is_used = is_used || entry->rules == number;
    }
    for (unsigned i = 0; i < rules->params_n && is_used; i++) {
        if (rules->params[i].n > most) {
            return rules->params[i].n;
        }
    }
    return 0;
}

/* Marks the totals of a pass that its rooms can fill if an entry comes `times` times. */
static void fill(const fl_grid_rules *self, const fl_grid_pass *pass, unsigned which, unsigned times,
                 int32_t *used)
{
    uint64_t counted = counted_for(self, pass);
    uint64_t base = (uint64_t)times * self->entries[pass->first + which].tiles_n;
    memset(used, -1, (pass->tiles_max + 1) * sizeof *used);
    for (unsigned i = 0; i < pass->n; i++) {
        unsigned least = 0;
        unsigned most = 0;
        bounds(&self->entries[pass->first + i], counted >> i & 1, &least, &most);
        base += i == which ? 0 : (uint64_t)least * self->entries[pass->first + i].tiles_n;
    }
    if (base > pass->tiles_max) {
        return;
    }
    used[base] = 0;
    for (unsigned i = 0; i < pass->n; i++) {
        const fl_grid_entry *entry = &self->entries[pass->first + i];
        unsigned least = 0;
        unsigned most = 0;
        bounds(entry, counted >> i & 1, &least, &most);
        if (i != which) {
            extend(used, pass->tiles_max, entry->tiles_n, most - least);
        }
    }
}

/* True if some numbers of an entry of weight 0, which are drawn evenly, are impossible with a total that
 * others allow: then the floor begins again, and the numbers are no longer even. */
static bool is_uneven(const fl_grid_rules *self, const fl_grid_pass *pass, unsigned which)
{
    enum { TOTALS = 2048, TIMES = 12 };
    const fl_grid_entry *entry = &self->entries[pass->first + which];
    int32_t used[2][TOTALS + 1];
    bool is = false;
    if (entry->weight > 0 || entry->max <= entry->min || pass->tiles_max > TOTALS) {
        return false;
    }
    fill(self, pass, which, entry->min, used[0]);
    for (unsigned n = entry->min + 1; n <= entry->max && n <= entry->min + TIMES && !is; n++) {
        fill(self, pass, which, n, used[1]);
        for (unsigned total = pass->tiles_min; total <= pass->tiles_max; total++) {
            is = is || (used[0][total] < 0) != (used[1][total] < 0);
        }
    }
    return is;
}

void fl_grid_check_add_note(fl_grid_rules *self, unsigned line, const char *what, const char *name)
{
    size_t used = strlen(self->warning);
    snprintf(self->warning + used, sizeof self->warning - used, "%s%.100s:%u: %s '%.40s'",
             used > 0 ? "; " : "", self->file, line, what, name);
}

void fl_grid_check_note(fl_grid_rules *self)
{
    for (unsigned i = 0; i < self->rulesets_n; i++) {
        const fl_grid_ruleset *rules = &self->rulesets[i];
        if (beyond_reach(self, i) > 0) {
            fl_grid_check_add_note(self, rules->line, "no room can have as many neighbours as the ruleset",
                                   rules->name);
        }
    }
    for (unsigned i = 1; i < self->entries_n; i++) {
        const fl_grid_ruleset *rules = &self->rulesets[self->entries[i].rules];
        if (self->entries[i].is_end && rules->zero > rules->one) {
            fl_grid_check_add_note(self, rules->line,
                                   "ends are likelier near the start: 'zero' is above 'one' in", rules->name);
        }
    }
    for (unsigned i = 0; i < self->passes_n; i++) {
        for (unsigned k = 0; k < self->passes[i].n; k++) {
            const fl_grid_entry *entry = &self->entries[self->passes[i].first + k];
            if (is_uneven(self, &self->passes[i], k)) {
                fl_grid_check_add_note(
                    self, entry->line,
                    "not every number of it can be had, as the others leave a rest:", entry->name);
            }
        }
    }
}
