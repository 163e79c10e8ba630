/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Labels, file names, commands, headings and sums as HTML. */
#include "experiments/report/report_private.h"

#include <ctype.h>
#include <stdarg.h>
#include <string.h>

void fl_report_add(fl_text *out, const char *format, ...)
{
    va_list all;
    va_start(all, format);
    while (*format) {
        size_t n = strcspn(format, "%");
        fl_text_add_bytes(out, format, n);
        format += n;
        if (!*format) {
            break;
        }
        if (format[1] == 's') {
            fl_text_add_xml(out, va_arg(all, const char *));
        } else if (format[1] == 't') {
            fl_text *text = va_arg(all, fl_text *);
            fl_text_add_xml(out, fl_text_get(text));
            fl_text_drop(text, out);
        } else if (format[1] == 'f') {
            const char *path = va_arg(all, const char *);
            const char *slash = strrchr(path, '/');
            const char *name = slash ? slash + 1 : path;
            fl_text word;
            fl_text_init(&word);
            fl_text_add(&word, name[0] == '-' ? "./" : "");
            fl_program_format_word(name, &word);
            fl_report_add(out, "%t", &word);
        } else if (format[1] == 'c') {
            fl_figure_titles_add_count(out, va_arg(all, uint64_t));
        } else {
            fl_text_add_format(out, "%u", va_arg(all, unsigned));
        }
        format += 2;
    }
    va_end(all);
}

void fl_report_add_label(const char *text, unsigned signs, fl_text *out)
{
    fl_text label;
    fl_text_init(&label);
    fl_figure_label_add(&label, text, signs);
    fl_report_add(out, "%t", &label);
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
    fl_text_add(out, "<code class=\"command\">");
    while (*command) {
        fl_text word;
        size_t n = strcspn(command, " ");
        fl_text_init(&word);
        fl_text_add_bytes(&word, command, n);
        fl_report_add(out, command[n] ? "<span>%t</span> " : "<span>%t</span>", &word);
        command += n + (command[n] == ' ');
    }
    fl_text_add(out, "</code>");
}

void fl_report_add_sum(const fl_report_part *parts, unsigned n, fl_text *out)
{
    fl_text_add(out, "<ul class=\"sum\">\n");
    for (unsigned i = 0; i < n; i++) {
        fl_report_add(out, "<li class=\"%s\"><b>%u</b>%s</li>\n", parts[i].class, parts[i].n, parts[i].name);
    }
    fl_text_add(out, "</ul>\n");
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

void fl_report_add_table(const fl_table *table, const char *class, fl_text *out)
{
    const char *cell = fl_text_get(&table->cells);
    const char *name = table->columns;
    out->is_short_of_memory |= fl_text_check(&table->cells) != FL_OK;
    fl_report_add(out, "<table class=\"%s\">\n<thead><tr>", class);
    for (; *name; name += strcspn(name, " ") + (name[strcspn(name, " ")] == ' ')) {
        fl_text_add_format(out, "<th scope=\"col\">%.*s</th>", (int)strcspn(name, " "), name);
    }
    fl_text_add(out, "</tr></thead>\n<tbody>\n");
    for (unsigned i = 0; i < table->cells_n && !fl_text_check(&table->cells); i++) {
        bool is_first = i % table->columns_n == 0;
        name = is_first ? table->columns : name + strcspn(name, " ") + 1;
        fl_text_add_format(out, "%s<td data-name=\"%.*s\">", is_first ? "<tr>" : "", (int)strcspn(name, " "),
                           name);
        fl_report_add(out, (i + 1) % table->columns_n == 0 ? "%s</td></tr>\n" : "%s</td>", cell);
        cell += strlen(cell) + 1;
    }
    fl_text_add(out, "</tbody>\n</table>\n");
}
