/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Only complete pictures take the place of those before. */
#include "plots/render/render_private.h"
#include "tests/support/folder.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static void expect_file(const folder *f, const char *name, const char *content)
{
    bytes found = folder_read(folder_path(f, name));
    cr_expect_eq(found.size, strlen(content), "%s", name);
    cr_expect(found.size == strlen(content) && memcmp(found.data, content, found.size) == 0, "%s", name);
    free(found.data);
}

Test(figure_files, half_a_picture_does_not_replace_a_whole_one)
{
    static const struct {
        const char *format, *script, *kept;
        bool is_whole;
    } table[] = {
        {"svg", "set print 'p.svg'\nprint '<svg>'\n", "old", false},
        {"svg", "set print 'p.svg'\nprint '</svg'\n", "old", false},
        {"png", "set print 'p.png'\nprint '</svg>'\n", "old", false},
        {"svg", "x = 1\n", "old", false},
        {"svg", "set print 'p.svg'\nprint '</svg>'\n", "</svg>\n", true},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        folder f;
        fl_diag diag;
        fl_text out;
        fl_data_table rows;
        char name[8] = "p.";
        strcat(name, table[i].format);
        folder_open(&f);
        fl_diag_init(&diag);
        fl_text_init(&out);
        fl_figure_table_init(&rows);
        fl_text_add(&rows.rows, "x\n");
        folder_write(folder_path(&f, name), "old", 3);
        fl_figure_files files = {.format = table[i].format};
        fl_figure_files_picture picture = {.name = "p", .script = table[i].script, .table = &rows};
        cr_assert_eq(fl_render_files_init(&files, f.path, &diag), FL_OK, "%s", diag.what);
        fl_err expected = table[i].is_whole ? FL_OK : FL_ERR_IO;
        cr_expect_eq(fl_render_files_read(&files, &picture, &out, &diag), expected, "row %zu", i);
        cr_expect(!table[i].is_whole || strcmp(fl_text_get(&out), table[i].kept) == 0, "row %zu", i);
        expect_file(&f, name, "old");
        cr_expect_eq(fl_render_files_draw(&files, &picture, &diag), expected, "row %zu", i);
        expect_file(&f, name, table[i].kept);
        fl_render_files_free(&files);
        cr_expect_eq(folder_count(&f), table[i].is_whole ? 4 : 1, "row %zu: picture, table, script, style",
                     i);
        fl_figure_table_free(&rows);
        fl_text_free(&out);
        folder_close(&f);
    }
}
