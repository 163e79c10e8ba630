/* SPDX-License-Identifier: MIT */
/* Requests and answers. A request is for as many floors as will be wanted in a row; only one is open at a
 * time. A call for another floor than the next one waits for the rest of the answer. */
#include "gen/outside/outside_private.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { AT_ONCE = 256 /* floors of a request */, PRINTED = 80 /* bytes of a bad line that are shown */ };

/* Adds the program's last error output as the hint. */
static void add_said(fl_outside_talk *self, const char *otherwise, fl_diag *diag)
{
    fl_text said;
    fl_text_init(&said);
    fl_outside_process_add_said(&self->process, &said);
    if (said.size > 0) {
        fl_diag_hint(diag, "its standard error output: %s", fl_text_get(&said));
    } else if (otherwise) {
        fl_diag_hint(diag, "%s", otherwise);
    }
    fl_text_free(&said);
}

/* Reports that the program has ended, or does not answer. */
static fl_err refuse_silence(fl_outside_talk *self, const fl_outside_rules *rules, bool has_ended,
                             fl_diag *diag)
{
    unsigned long long given = self->asked - self->due;
    fl_text end;
    fl_text_init(&end);
    if (has_ended) {
        fl_outside_process_add_end(&self->process, &end);
    } else {
        fl_text_add_format(&end, "says nothing for %u seconds", rules->timeout);
    }
    fl_err err = fl_diag_set(diag, has_ended ? FL_ERR_IO : FL_ERR_STUCK, rules->name,
                             "it %s after %llu of the %llu floors from number %llu of seed %llu on",
                             fl_text_get(&end), given, (unsigned long long)self->asked,
                             (unsigned long long)(self->next - given), (unsigned long long)self->seed);
    add_said(self,
             has_ended ? "a generator answers requests, line by line, until its input ends"
                       : "its output may wait in a buffer: flush it after each answer; if it is only slow, "
                         "the setting timeout=60 gives it more seconds",
             diag);
    fl_text_free(&end);
    return err;
}

/* Adds the line to its error. */
static fl_err refuse_line(const fl_outside_rules *rules, const fl_outside_line *line, fl_err err,
                          fl_diag *diag)
{
    char what[FL_DIAG_TEXT];
    char printed[PRINTED + 1];
    if (!diag || err != FL_ERR_INPUT) {
        return err;
    }
    snprintf(what, sizeof what, "%.300s%s%.300s", diag->where, diag->where[0] ? ": " : "", diag->what);
    snprintf(printed, sizeof printed, "%.*s", (int)(line->n < PRINTED ? line->n : PRINTED), line->text);
    err = fl_diag_set(diag, FL_ERR_INPUT, rules->name, "%s", what);
    fl_diag_hint(diag,
                 "it printed: %s%s; an answer is one line for each floor, as 'floorlab import' reads them",
                 printed, line->n > PRINTED ? "..." : "");
    return err;
}

/* Reads the next line of the answer. */
static fl_err read_line(fl_outside_talk *self, const fl_outside_rules *rules, fl_diag *diag)
{
    fl_outside_line *line = &self->line;
    switch (fl_outside_process_read(&self->process, rules->timeout, &line->text, &line->n)) {
    case FL_OUTSIDE_HAS_LINE:
        self->due--;
        self->next++;
        return FL_OK;
    case FL_OUTSIDE_HAS_ENDED:
        return refuse_silence(self, rules, true, diag);
    case FL_OUTSIDE_HAS_NONE:
        return refuse_silence(self, rules, false, diag);
    case FL_OUTSIDE_HAS_LONG:
        return fl_diag_set(diag, FL_ERR_INPUT, rules->name, "it printed a line of more than %d bytes",
                           FL_OUTSIDE_LINE);
    default:
        return fl_diag_set(diag, FL_ERR_IO, rules->name, "its output cannot be read");
    }
}

fl_err fl_outside_talk_begin(fl_outside_talk *self, const fl_outside_rules *rules, fl_diag *diag)
{
    fl_outside_process_stop(&self->process);
    self->due = 0;
    snprintf(self->command, sizeof self->command, "%s", rules->name);
    return fl_outside_process_start(&self->process, &rules->command, diag);
}

static fl_err ask(fl_outside_talk *self, const fl_outside_rules *rules, const fl_outside_wish *wish,
                  fl_diag *diag)
{
    char request[2 * FL_SETTING_VALUES_TEXT];
    snprintf(self->with, sizeof self->with, "%s", rules->with);
    self->seed = wish->seed;
    self->next = wish->index;
    self->asked = wish->n < 1 ? 1 : wish->n < AT_ONCE ? wish->n : AT_ONCE;
    self->due = self->asked;
    int n =
        snprintf(request, sizeof request, "{\"seed\":%llu,\"first\":%llu,\"floors\":%llu,\"settings\":%s}\n",
                 (unsigned long long)self->seed, (unsigned long long)self->next,
                 (unsigned long long)self->asked, self->with);
    return fl_outside_process_write(&self->process, request, (size_t)n)
               ? FL_OK
               : refuse_silence(self, rules, true, diag);
}

/* Gets the line of a floor: the next one of the answer, or the first one of a new request, which is sent when
 * the process runs and has no output left. */
static fl_err get_line(fl_outside_talk *self, const fl_outside_rules *rules, const fl_outside_wish *wish,
                       fl_diag *diag)
{
    fl_err err = FL_OK;
    bool is_running = self->process.pid != 0 && strcmp(self->command, rules->name) == 0 &&
                      fl_outside_process_is_own(&self->process);
    bool follows = is_running && self->due > 0 && self->next == wish->index && self->seed == wish->seed &&
                   strcmp(self->with, rules->with) == 0;
    if (!is_running) {
        err = fl_outside_talk_begin(self, rules, diag);
    } else if (!follows) {
        while (self->due > 0 && !err) {
            err = read_line(self, rules, diag);
        }
        if (!err && fl_outside_process_has_more(&self->process)) {
            err = fl_diag_set(diag, FL_ERR_INPUT, rules->name,
                              "it printed more than the %llu lines that were asked for",
                              (unsigned long long)self->asked);
            add_said(
                self,
                "an answer is one line for each floor; what else there is to say belongs on the standard "
                "error output",
                diag);
        }
    }
    err = err || follows ? err : ask(self, rules, wish, diag);
    return err ? err : read_line(self, rules, diag);
}

/* Renumbers the floor's rolls to those of the rules. */
static fl_err sort_rolls(const fl_foreign *known, fl_floor *floor, fl_diag *diag)
{
    fl_roll roll[FL_ROLL_MAX] = {0};
    for (unsigned i = 0; i < floor->rolls_n; i++) {
        unsigned number = 0;
        while (number < known->rolls_n && strcmp(known->roll[number], floor->roll_names[i]) != 0) {
            number++;
        }
        if (number == known->rolls_n) {
            return fl_diag_set(diag, FL_ERR_INPUT, "",
                               "rolls: '%.40s' is named neither by the first %d floors nor by the setting "
                               "roll_names",
                               floor->roll_names[i], FL_OUTSIDE_FIRST);
        }
        roll[number] = floor->roll[i];
    }
    memcpy(floor->roll, roll, sizeof roll);
    floor->rolls_n = (uint16_t)known->rolls_n;
    floor->roll_names = known->roll_names;
    return FL_OK;
}

/* Checks a line's floor number, if given, and that its board and rolls are those of the rules. */
static fl_err check_floor(const fl_outside_talk *self, const fl_outside_rules *rules, uint64_t wanted,
                          fl_floor *floor, fl_diag *diag)
{
    const fl_foreign *known = &rules->known;
    const json_t *index = json_object_get(self->json.document, "index");
    if (json_is_integer(index) && (uint64_t)json_integer_value(index) != wanted) {
        return fl_diag_set(diag, FL_ERR_INPUT, "", "index: it says number %lld",
                           (long long)json_integer_value(index));
    }
    if (rules->is_looking) {
        return FL_OK;
    }
    if (floor->width > known->width || floor->height > known->height || floor->cells_n > known->cells_most) {
        return fl_diag_set(diag, FL_ERR_INPUT, "",
                           "a board of %d x %d with %u cells of rooms, expected at most %d x %d with %u: the "
                           "setting board says how large boards are",
                           floor->width, floor->height, (unsigned)floor->cells_n, known->width, known->height,
                           (unsigned)known->cells_most);
    }
    return sort_rolls(known, floor, diag);
}

fl_err fl_outside_talk_get(fl_outside_talk *self, const fl_outside_rules *rules, const fl_outside_wish *wish,
                           fl_floor *out, fl_diag *diag)
{
    fl_outside_line *line = &self->line;
    char place[64];
    fl_err err = get_line(self, rules, wish, diag);
    if (err) {
        return err;
    }
    snprintf(place, sizeof place, "floor %llu of seed %llu", (unsigned long long)wish->index,
             (unsigned long long)wish->seed);
    self->json.where = place;
    self->json.takes_any_kind = true;
    err = fl_floor_json_read(&self->json, line->text, line->n, out, diag);
    bool is_read = !err;
    err = err ? err : check_floor(self, rules, wish->index, out, diag);
    if (err && is_read && diag) {
        snprintf(diag->where, sizeof diag->where, "%s", place);
    }
    self->json.where = "";
    return err ? refuse_line(rules, line, err, diag) : FL_OK;
}

void fl_outside_talk_end(fl_outside_talk *self)
{
    fl_outside_process_stop(&self->process);
    fl_floor_json_read_free(&self->json);
    self->due = 0;
}
