/* SPDX-License-Identifier: GPL-2.0-or-later */
/* libFuzzer: the checkpoint of a fit, as any bytes, and as changes to a good one with the right digest. What
 * is accepted holds numbers that the rules can take: children of it stay within their limits. */
#include "experiments/fit/fit.h"
#include "gen/grid/grid_private.h"
#include "tests/fuzz/edit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char identity[] = "fuzz of basement";
static fl_fit_vector vector;
static fl_grid_rules rules;

static void open_rules(void)
{
    fl_setting_values values;
    void *opened = NULL;
    fl_setting_values_init(&values, fl_grid.settings, fl_grid.settings_n);
    edit_demand(!fl_grid.init(&values, &opened, NULL));
    memcpy(&rules, opened, sizeof rules);
    fl_grid.free(opened);
    fl_fit_vector_read(&vector, &rules);
    edit_demand(vector.n > 0);
}

static void add_body(fl_text *out)
{
    fl_text_add_format(out, "%s\n7 %a %a\n", identity, 0.25, 1.5);
    for (unsigned i = 0; i < vector.n; i++) {
        fl_text_add_format(out, "%a\n", vector.value[i]);
    }
    fl_text_add(out, "end\n");
}

static void seal(const fl_text *body, fl_text *out)
{
    char digest[FL_DIGEST_TEXT];
    fl_tally_digest_text(fl_text_get(body), body->size, digest);
    fl_text_add_format(out, "floorlab fit 2\n%s\n", digest);
    fl_text_add_bytes(out, fl_text_get(body), body->size);
}

static void use(const fl_fit_state *state)
{
    double child[FL_FIT_NUMBERS];
    edit_demand(isfinite(state->step) && isfinite(state->best));
    fl_fit_vector_apply(&vector, state->value, &rules);
    fl_fit_vector_child(&vector, state, 1, 0, child);
    for (unsigned i = 0; i < vector.n; i++) {
        const fl_fit_number *number = &vector.number[i];
        edit_demand(isfinite(child[i]) &&
                    (child[i] == state->value[i] || (child[i] >= number->least && child[i] <= number->most)));
    }
    fl_fit_vector_apply(&vector, child, &rules);
}

/* Whether the file was accepted. */
static int load(const fl_text *file)
{
    char path[EDIT_PATH];
    fl_fit_state state;
    (void)edit_file(fl_text_get(file), file->size, path);
    if (fl_fit_state_load(&state, vector.n, path, identity, NULL)) {
        return 0;
    }
    use(&state);
    return 1;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fl_text body;
    fl_text file;
    if (vector.n == 0) {
        open_rules();
    }
    if (size == 0) {
        return 0;
    }
    fl_text_init(&body);
    fl_text_init(&file);
    add_body(&body);
    if (data[0] % 4 != 0) {
        edit_apply(&body, data + 1, size - 1);
        seal(&body, &file);
    } else {
        seal(&body, &file);
        edit_apply(&file, data + 1, size - 1);
    }
    int is_right = load(&file);
    edit_demand(size > 6 || is_right);
    fl_text_free(&body);
    fl_text_free(&file);
    return 0;
}
