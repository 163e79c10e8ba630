/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Two drawings become one: what may differ, and what never gets through. */
#include "plots/render/render.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

static fl_light_dark twin;

static const char *merged(const char *light, const char *dark, const char *label)
{
    static char out[1024];
    fl_text made;
    fl_text_init(&made);
    fl_render_light_dark_add(&twin, light, dark, label, &made);
    snprintf(out, sizeof out, "%s", fl_text_get(&made));
    fl_text_free(&made);
    return out;
}

static const char *colours(bool is_dark)
{
    static char out[256];
    fl_text made;
    fl_text_init(&made);
    fl_render_light_dark_colours(&twin, is_dark, &made);
    snprintf(out, sizeof out, "%s", fl_text_get(&made));
    fl_text_free(&made);
    return out;
}

Test(light_dark, colours_that_differ_get_a_name_each)
{
    fl_render_light_dark_init(&twin);
    cr_expect_str_eq(merged("<g fill=\"#FFFFFF\" stroke='rgb( 26, 26,  26)'><path color='black'/></g>",
                            "<g fill=\"#16181d\" stroke='rgb(230,230,230)'><path color='black'/></g>", NULL),
                     "<g fill=\"var(--c0)\" stroke=\"var(--c1)\"><path color=\"#000000\"/></g>\n");
    cr_expect_str_eq(merged("<path stroke='#1a1a1a'/>", "<path stroke='#e6e6e6'/>", NULL),
                     "<path stroke=\"var(--c1)\"/>\n");
    cr_expect_str_eq(colours(false), "--c0:#ffffff;--c1:#1a1a1a;");
    cr_expect_str_eq(colours(true), "--c0:#16181d;--c1:#e6e6e6;");
}

Test(light_dark, names_are_the_picture_s_own)
{
    static const char one[] = "<defs><circle id='a' r='1'/></defs><use xlink:href='#a'/>";
    fl_render_light_dark_init(&twin);
    cr_expect_str_eq(merged(one, one, NULL),
                     "<defs><circle id=\"p1-a\" r=\"1\"/></defs><use href=\"#p1-a\"/>\n");
    cr_expect_str_eq(merged("<g clip-path='url(#b)'><path/></g>", "<g clip-path='url(#b)'><path/></g>", NULL),
                     "<g clip-path=\"url(#p2-b)\"><path/></g>\n");
}

Test(light_dark, nothing_but_pictures_gets_through)
{
    static const char bad[] =
        "<?xml version=\"1.0\"?><!DOCTYPE svg><svg onload='x()' xmlns='http://a'>"
        "<script href='//b'></script><a href='http://c'><path style='x' d='M0,0'/></a>"
        "<image href='d.png'/><use href='e.svg#f'/><text x='1'>&lt;b> ' \" & \xc3\xa4</text></svg>";
    fl_render_light_dark_init(&twin);
    cr_expect_str_eq(merged(bad, bad, NULL),
                     "<svg><path d=\"M0,0\"/><use/><text x=\"1\">&lt;b> ' \" & \xc3\xa4</text></svg>\n");
}

Test(light_dark, a_label_takes_the_place_of_titles)
{
    static const char one[] =
        "<svg width=\"3\">\n<title>Gnuplot</title>\n<desc>Produced</desc>\n<path/>\n</svg>";
    fl_render_light_dark_init(&twin);
    cr_expect_str_eq(merged(one, one, "<b> & \"c\""),
                     "<svg width=\"3\" role=\"img\" aria-label=\"&#60;b&#62; &#38; "
                     "&#34;c&#34;\"><path/></svg>\n");
    cr_expect_str_eq(merged(one, one, NULL),
                     "<svg width=\"3\"><title>Gnuplot</title><desc>Produced</desc><path/></svg>\n");
}

Test(light_dark, empty_groups_go_and_blanks_of_texts_stay)
{
    static const char one[] = "<g fill=\"none\">\n</g>\n<g><g>\n\t</g> <text> a </text></g>";
    fl_render_light_dark_init(&twin);
    cr_expect_str_eq(merged(one, one, NULL), "<g><text> a </text></g>\n");
}

Test(light_dark, drawings_that_are_not_alike_stay_light)
{
    static const char light[] = "<path fill='#ffffff' d='M0,0'/>";
    static const char *const dark[] = {"<path fill='#000000' d='M1,1'/>",
                                       "<rect fill='#000000' d='M0,0'/>",
                                       "<path fill='#000000'/>",
                                       "<path",
                                       "",
                                       "<path fill='#000000' x='M0,0'/>"};
    for (size_t i = 0; i < sizeof dark / sizeof dark[0]; i++) {
        fl_render_light_dark_init(&twin);
        cr_expect_str_eq(merged(light, dark[i], NULL), "<path fill=\"#ffffff\" d=\"M0,0\"/>\n", "%s",
                         dark[i]);
    }
}

Test(light_dark, broken_drawings_end_somewhere)
{
    static const char *const broken[] = {
        "<", "</", "<svg", "<g a", "<g a=", "<g a='", "<g a='b", "x", "<g/", ""};
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
        fl_render_light_dark_init(&twin);
        cr_expect_lt(strlen(merged(broken[i], broken[i], "l")), 64, "%s", broken[i]);
    }
}

Test(light_dark, more_colours_than_there_is_room_for_stay_light)
{
    char light[64];
    char dark[64];
    fl_render_light_dark_init(&twin);
    for (unsigned i = 0; i <= FL_LIGHT_DARK_PAIRS; i++) {
        snprintf(light, sizeof light, "<path fill='#%06x'/>", i);
        snprintf(dark, sizeof dark, "<path fill='#%06x'/>", i + 1);
        const char *made = merged(light, dark, NULL);
        cr_expect_eq(strstr(made, "var(") != NULL, i < FL_LIGHT_DARK_PAIRS, "%s", made);
    }
    cr_expect_eq(twin.pairs_n, FL_LIGHT_DARK_PAIRS);
}
