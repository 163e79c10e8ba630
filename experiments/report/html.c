/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Labels, file names, commands and headings as HTML. */
#include "experiments/report/report_private.h"

#include <ctype.h>
#include <string.h>

void fl_report_add_label(const char *text, unsigned signs, fl_text *out)
{
    fl_text label;
    fl_text_init(&label);
    fl_figure_label_add(&label, text, signs);
    fl_text_add_xml(out, fl_text_get(&label));
    out->is_short_of_memory |= label.is_short_of_memory;
    fl_text_free(&label);
}

void fl_report_add_file(const char *path, fl_text *out)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    fl_text word;
    fl_text_init(&word);
    fl_text_add(&word, name[0] == '-' ? "./" : "");
    fl_program_format_word(name, &word);
    fl_text_add_xml(out, fl_text_get(&word));
    out->is_short_of_memory |= word.is_short_of_memory;
    fl_text_free(&word);
}

void fl_report_add_address(const char *text, const char *kept, fl_text *out)
{
    for (; *text; text++) {
        unsigned char byte = (unsigned char)*text;
        if (byte < 0x80 && (isalnum(byte) || strchr("-_.", byte) || strchr(kept, byte))) {
            fl_text_add_char(out, (char)byte);
        } else {
            fl_text_add_format(out, "%%%02X", byte);
        }
    }
}

void fl_report_add_command(const char *command, fl_text *out)
{
    fl_text word;
    fl_text_init(&word);
    fl_text_add(out, "<code class=\"command\">");
    while (*command) {
        size_t n = strcspn(command, " ");
        fl_text_clear(&word);
        fl_text_add_bytes(&word, command, n);
        fl_text_add(out, "<span>");
        fl_text_add_xml(out, fl_text_get(&word));
        fl_text_add(out, command[n] ? "</span> " : "</span>");
        command += n + (command[n] == ' ');
    }
    fl_text_add(out, "</code>");
    out->is_short_of_memory |= word.is_short_of_memory;
    fl_text_free(&word);
}

void fl_report_add_heading(const fl_report *self, unsigned run, const char *id, const char *text,
                           fl_text *out)
{
    fl_text_add_format(out, "<h2 id=\"%s", id);
    if (run > 0) {
        fl_text_add_format(out, "-%u", run + 1);
    }
    fl_text_add_format(out, "\">%s", text);
    if (self->runs_n > 1) {
        fl_text_add(out, ": ");
        fl_report_add_label(self->run[run].view.name, FL_FIGURE_LABEL_SIGNS, out);
    }
    fl_text_add(out, "</h2>\n");
}
