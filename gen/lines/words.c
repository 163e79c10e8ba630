/* SPDX-License-Identifier: MIT */
/* A hash table with open addressing; words never move, so that floors can borrow them. */
#include "gen/lines/lines_private.h"

#include "gen/base/files.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_SLOTS = 64 };

void fl_lines_words_free(fl_lines_words *self)
{
    for (uint32_t i = 0; i < self->n; i++) {
        free(self->word[i]);
    }
    free(self->word);
    free(self->slot);
    memset(self, 0, sizeof *self);
}

bool fl_lines_words_is_text(const char *word, size_t n)
{
    size_t length = 1;
    for (size_t i = 0; i < n && length > 0; i += length) {
        length = fl_text_sequence((const unsigned char *)word + i);
        length = word[i] >= 0 && (word[i] < ' ' || word[i] == 0x7f) ? 0 : length;
    }
    return length > 0;
}

/* Returns the slot of a word, or the free one for it. */
static uint32_t slot_of(const fl_lines_words *self, const char *word)
{
    uint32_t mask = self->slots - 1;
    uint32_t at = (uint32_t)(fl_files_hash(word, strlen(word)) >> 20) & mask;
    while (self->slot[at] && strcmp(self->word[self->slot[at] - 1], word) != 0) {
        at = (at + 1) & mask;
    }
    return at;
}

bool fl_lines_words_has(const fl_lines_words *self, const char *word)
{
    return self->slots > 0 && self->slot[slot_of(self, word)] != 0;
}

/* Makes room for one more word; at most half of the slots are taken. */
static fl_err grow(fl_lines_words *self, fl_diag *diag)
{
    uint32_t slots = self->slots ? 2 * self->slots : FIRST_SLOTS;
    if (2 * self->n < self->slots) {
        return FL_OK;
    }
    char **word = realloc(self->word, slots * sizeof *word);
    self->word = word ? word : self->word;
    uint32_t *slot = calloc(slots, sizeof *slot);
    if (!word || !slot) {
        free(slot);
        return fl_diag_memory(diag);
    }
    free(self->slot);
    self->slot = slot;
    self->slots = slots;
    for (uint32_t i = 0; i < self->n; i++) {
        self->slot[slot_of(self, self->word[i])] = i + 1;
    }
    return FL_OK;
}

fl_err fl_lines_words_number(fl_lines_words *self, const char *word, uint16_t *out, fl_diag *diag)
{
    fl_err err = grow(self, diag);
    uint32_t at = err ? 0 : slot_of(self, word);
    if (!err && self->slot[at] == 0) {
        if (self->n == FL_LINES_WORDS) {
            return fl_diag_set(diag, FL_ERR_INPUT, "", "more than %d different tags, kinds and reasons",
                               FL_LINES_WORDS);
        }
        self->word[self->n] = strdup(word);
        if (!self->word[self->n]) {
            return fl_diag_memory(diag);
        }
        self->slot[at] = ++self->n;
    }
    *out = err ? 0 : (uint16_t)(self->slot[at] - 1);
    return err;
}
