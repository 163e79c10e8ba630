/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which colours become variables, that the table has all that gnuplot draws, and what never gets into a page.
 */
#include "gen/base/embedded.h"
#include "plots/render/render_private.h"
#include "tests/support/folder.h"

#include <criterion/criterion.h>

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static fl_light_dark made;

static const char *added(const char *picture, const char *label)
{
    static char out[1024];
    fl_text text;
    fl_text_init(&text);
    fl_render_light_dark_add(&made, picture, label, &text);
    snprintf(out, sizeof out, "%s", fl_text_get(&text));
    fl_text_free(&text);
    return out;
}

static const char *variables(bool is_dark)
{
    static char out[256];
    fl_text text;
    fl_text_init(&text);
    fl_render_light_dark_variables(&made, is_dark, &text);
    snprintf(out, sizeof out, "%s", fl_text_get(&text));
    fl_text_free(&text);
    return out;
}

Test(light_dark, colours_with_a_dark_counterpart_become_variables)
{
    fl_render_light_dark_init(&made);
    cr_expect_str_eq(added("<g fill=\"#FFFFFF\" stroke='rgb( 26, 26,  26)'><path color='black'/></g>", "l"),
                     "<g fill=\"var(--c0)\" stroke=\"var(--c1)\"><path color=\"#000000\"/></g>\n");
    cr_expect_str_eq(added("<path stroke='#1a1a1a'/>", "l"), "<path stroke=\"var(--c1)\"/>\n");
    cr_expect_str_eq(added("<path stroke='#1a1a1b'/>", "l"), "<path stroke=\"var(--c2)\"/>\n");
    cr_expect_str_eq(variables(false), "--c0:#ffffff;--c1:#1a1a1a;--c2:#1a1a1a;");
    cr_expect_str_eq(variables(true), "--c0:#16181d;--c1:#e6e6e6;--c2:#ffffff;");
}

static bool is_known(unsigned colour)
{
    static const unsigned same_in_the_dark[] = {0xcc79a7, 0xe69f00, 0x56b4e9, 0x7f7f7f, 0xb8a800};
    for (unsigned i = 0; i < sizeof same_in_the_dark / sizeof same_in_the_dark[0]; i++) {
        if (same_in_the_dark[i] == colour) {
            return true;
        }
    }
    for (unsigned i = 0; i < FL_LIGHT_DARK_COLOURS; i++) {
        const fl_light_dark_colour *row = &made.colour[i];
        if (row->drawn == colour || row->light == colour || row->dark == colour) {
            return true;
        }
    }
    return false;
}

/* The next "#0072b2" or "0x1a1a1a" of a script, NULL at its end. The palette is passed over: gnuplot draws
 * steps of it, which have a test of their own. */
static const char *next_colour(const char *at, unsigned *out)
{
    for (; *at; at++) {
        at += strncmp(at, "set palette", 11) == 0 ? strcspn(at, "\n") : 0;
        size_t front = *at == '#' ? 1 : strncmp(at, "0x", 2) == 0 ? 2 : 0;
        size_t n = 0;
        while (front > 0 && isxdigit((unsigned char)at[front + n])) {
            n++;
        }
        if (n == 6) {
            *out = (unsigned)strtoul(at + front, NULL, 16);
            return at + front + n;
        }
    }
    return NULL;
}

Test(light_dark, the_table_has_every_colour_of_the_templates)
{
    unsigned found = 0;
    fl_render_light_dark_init(&made);
    for (size_t i = 0; i < fl_embedded_n; i++) {
        const fl_embedded *file = &fl_embedded_table[i];
        size_t length = strlen(file->name);
        bool is_template =
            strncmp(file->name, "plots/", 6) == 0 && strcmp(file->name + length - 3, ".gp") == 0;
        unsigned colour = 0;
        for (const char *at = file->data; is_template && (at = next_colour(at, &colour)) != NULL;) {
            cr_expect(is_known(colour), "%s has #%06x", file->name, colour);
            found++;
        }
    }
    cr_expect_gt(found, 25u);
}

Test(light_dark, a_colour_as_drawn_has_one_counterpart)
{
    fl_render_light_dark_init(&made);
    for (unsigned i = 0; i < FL_LIGHT_DARK_COLOURS; i++) {
        for (unsigned k = 0; k < i; k++) {
            const fl_light_dark_colour *a = &made.colour[i];
            const fl_light_dark_colour *b = &made.colour[k];
            cr_expect(a->drawn != b->drawn || (a->light == b->light && a->dark == b->dark), "#%06x",
                      a->drawn);
        }
    }
}

/* Has gnuplot draw a cell in each step of the palette; the fills in their order. */
static void draw_palette(bool is_dark, unsigned fill[FL_LIGHT_DARK_PALETTE])
{
    static const char cells[] =
        "eval heading_single\nset xrange [-1:97]\nset samples 97\n"
        "plot sample [0:96] '+' using 1:(0):(0.5):(0.5):(($0 + 0.5) / 96) with boxxyerror "
        "fillstyle solid noborder linecolor palette notitle\n";
    static const char first_cell[] = "<polygon fill = 'rgb(";
    folder here;
    fl_diag diag;
    fl_data_table table;
    fl_text out;
    unsigned n = 0;
    folder_open(&here);
    fl_figure_table_init(&table);
    fl_text_init(&out);
    fl_text_add(&table.rows, "panel\tpanel_name\tseries\tseries_name\tx\tx_name\n1\ta\t1\ta\t1\ta\n");
    fl_figure_files files = {.format = "svg", .is_dark = is_dark};
    fl_figure_files_picture picture = {"palette", cells, &table, 900, 300};
    cr_assert_eq(fl_render_files_init(&files, here.path, &diag), FL_OK, "%s", diag.what);
    cr_assert_eq(fl_render_files_read(&files, &picture, &out, &diag), FL_OK, "%s: %s", diag.what, diag.hint);
    for (const char *at = strstr(fl_text_get(&out), first_cell); at; at = strstr(at + 1, first_cell)) {
        unsigned r, g, b;
        cr_assert(n < FL_LIGHT_DARK_PALETTE && sscanf(strchr(at, '(') + 1, "%u, %u, %u", &r, &g, &b) == 3);
        fill[n++] = r << 16 | g << 8 | b;
    }
    cr_assert_eq(n, (unsigned)FL_LIGHT_DARK_PALETTE);
    fl_render_files_free(&files);
    fl_figure_table_free(&table);
    fl_text_free(&out);
    folder_close(&here);
}

Test(light_dark, the_palette_is_that_of_gnuplot)
{
    unsigned light[FL_LIGHT_DARK_PALETTE];
    unsigned dark[FL_LIGHT_DARK_PALETTE];
    draw_palette(false, light);
    draw_palette(true, dark);
    fl_render_light_dark_init(&made);
    for (unsigned i = 0; i < FL_LIGHT_DARK_PALETTE; i++) {
        const fl_light_dark_colour *row = &made.colour[FL_LIGHT_DARK_COLOURS - FL_LIGHT_DARK_PALETTE + i];
        cr_expect_eq(row->light, light[i], "step %u is #%06x, gnuplot has #%06x", i, row->light, light[i]);
        cr_expect_eq(row->dark, dark[i], "dark step %u is #%06x, gnuplot has #%06x", i, row->dark, dark[i]);
    }
}

Test(light_dark, ids_get_the_picture_s_own_prefix)
{
    fl_render_light_dark_init(&made);
    cr_expect_str_eq(added("<defs><circle id='a' r='1'/></defs><use xlink:href='#a'/>", "l"),
                     "<defs><circle id=\"p1-a\" r=\"1\"/></defs><use href=\"#p1-a\"/>\n");
    cr_expect_str_eq(added("<g clip-path='url(#b)'><path/></g>", "l"),
                     "<g clip-path=\"url(#p2-b)\"><path/></g>\n");
}

Test(light_dark, nothing_but_pictures_gets_through)
{
    static const char bad[] =
        "<?xml version=\"1.0\"?><!DOCTYPE svg><g onload='x()' xmlns='http://a'>"
        "<script href='//b'></script><a href='http://c'><path style='x' d='M0,0'/></a>"
        "<image href='d.png'/><use href='e.svg#f'/><text x='1'>&lt;b> ' \" & \xc3\xa4</text></g>";
    fl_render_light_dark_init(&made);
    cr_expect_str_eq(added(bad, "l"),
                     "<g><path d=\"M0,0\"/><use/><text x=\"1\">&lt;b> ' \" & \xc3\xa4</text></g>\n");
}

Test(light_dark, a_label_takes_the_place_of_titles)
{
    static const char one[] =
        "<svg width=\"3\">\n<title>Gnuplot</title>\n<desc>Produced</desc>\n<path/>\n</svg>";
    fl_render_light_dark_init(&made);
    cr_expect_str_eq(added(one, "<b> & \"c\""),
                     "<svg width=\"3\" role=\"img\" aria-label=\"&#60;b&#62; &#38; "
                     "&#34;c&#34;\"><path/></svg>\n");
}

Test(light_dark, empty_groups_go_and_blanks_of_texts_stay)
{
    static const char one[] = "<g fill=\"none\">\n</g>\n<g><g>\n\t</g> <text> a </text></g>";
    fl_render_light_dark_init(&made);
    cr_expect_str_eq(added(one, "l"), "<g><text> a </text></g>\n");
}

Test(light_dark, broken_drawings_end_somewhere)
{
    static const char *const broken[] = {
        "<", "</", "<svg", "<g a", "<g a=", "<g a='", "<g a='b", "x", "<g/", ""};
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
        fl_render_light_dark_init(&made);
        cr_expect_lt(strlen(added(broken[i], "l")), 64, "%s", broken[i]);
    }
}
