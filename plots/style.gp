# What all figures share. The script that loads this file sets: name, format, dark, width, height, title_text,
# note_text, x_text, y_text, reading_text, foot_text. The table <name>.tsv begins with: panel panel_name series series_name x x_name.
#
# Colours are those of Okabe and Ito (safe for colour-blind eyes); dashes and signs differ as well, so that a print in
# grey can be read. Texts are never "enhanced": a title with {, ^ or @ in it stays as it is.

data = name.'.tsv'
set encoding utf8
set datafile separator tab
set datafile commentschars ''
set datafile columnheaders

background = dark ? '#16181d' : '#ffffff'
ink = dark ? '#e6e6e6' : '#1a1a1a'
muted = dark ? '#9aa0a8' : '#666666'
faint = dark ? '#343840' : '#e4e4e4'
# Pictures of the report serve light and dark pages (themed = 1). plots/render/light_dark.c knows the dark counterpart of
# each light colour; a light colour with a second meaning is drawn a shade off there, so that the two can be told apart.
if (!exists('themed')) { themed = 0 }
# Words on cells of the palette.
word_on_full = dark ? 0x1a1a1a : themed ? 0xfffffe : 0xffffff
word_on_pale = dark ? 0xffffff : themed ? 0x1a1a1b : 0x1a1a1a

font = 'DejaVu Sans'
# Below the picture are lines of words: screens are as high as picture and lines.
line_height = strlen(reading_text) > 0 ? 34 : 18
canvas = height + line_height
if (format eq 'svg') {
    set terminal svg size width,canvas background background font 'sans-serif,12' noenhanced
}
if (format eq 'png') {
    set terminal pngcairo size 2*width,2*canvas background background font font.',12' fontscale 2 linewidth 2 \
        pointscale 2 noenhanced
}
if (format eq 'pdf') {
    set terminal pdfcairo size width/96.0,canvas/96.0 background background font font.',12' fontscale 0.75 \
        linewidth 0.8 pointscale 0.8 noenhanced
}
set output name.'.'.format

small = ',10'
array colour[8] = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#7f7f7f', '#b8a800']
array sign[8] = [7, 5, 9, 13, 11, 6, 4, 8]
if (themed) { # gnuplot itself draws lines in these two
    colour[1] = '#0072b3'
    colour[3] = '#009e74'
}
if (dark) {
    colour[1] = '#4fa8e0'
    colour[2] = '#f08a3c'
    colour[3] = '#2fc79a'
}
if (dark) {
    set palette defined (0 '#16181d', 0.02 '#1f2a44', 0.25 '#31508c', 0.5 '#4f86b8', 0.75 '#8fc1b5', 1 '#f6efb0')
} else {
    set palette defined (0 '#ffffff', 0.02 '#eef3f9', 0.25 '#b5cfe6', 0.5 '#6b9fcb', 0.75 '#2b6aa8', 1 '#08264f')
}
set palette maxcolors 96
set cbrange [0:1]
unset colorbox

set border 3 linecolor rgb muted linewidth 0.8
set format '%g'
set tics nomirror scale 0.5 textcolor rgb ink font small
set grid ytics linetype 1 linewidth 0.6 linecolor rgb faint
set grid noxtics back
unset key

# Panels, series and positions on the x axis (xs), and their names.
array panel_name[64]
array series_name[64]
array x_name[64]
do for [i = 1:64] { panel_name[i] = ''; series_name[i] = ''; x_name[i] = '' }
panels = 0
series = 0
xs = 0
largest(a, b) = a > b ? a : b
smallest(a, b) = a < b ? a : b
place(i) = i >= 1 && i <= 64 ? int(i) : 64
set table $names
plot data using (panels = largest(panels, int($1)), panel_name[place($1)] = strcol(2), \
                 series = largest(series, int($3)), series_name[place($3)] = strcol(4), \
                 xs = largest(xs, int($5)), x_name[place($5)] = strcol(6), 0) with table
unset table

# Panels in rows of up to four (as in plots/figure/data_table.c). Sizes are in points of the screen: `side`, `behind` and
# `foot` are the space on the left, on the right and below each panel, `top` the space for title and note, to which
# the lines of a key are added.
top = 76
side = 44
behind = 12
foot = 46
gap = 22
columns_of(n) = n <= 3 ? n : n == 4 ? 2 : n <= 6 ? 3 : 4
columns = columns_of(panels)
rows = columns > 0 ? (panels + columns - 1) / columns : 1
key_rows = 0
across(x) = (1.0 * x) / width
up(y) = (1.0 * y + line_height) / canvas
# `lead` is the space that slanted words take on the left of a panel.
lead = 0
panel_width(n) = width / (1.0 * n) - side - lead - behind
panel_height(n) = (height - top - 18 * key_rows + gap) / (1.0 * n) - foot - gap
left_of(p) = side + lead + ((p - 1) % columns) * (width / (1.0 * columns))
above(p) = height - top - 18 * key_rows - ((p - 1) / columns) * (panel_height(rows) + foot + gap)
is_lowest(p) = p > panels - columns
is_first(p) = columns < 2 || p % columns == 1
frame_panel = "set lmargin at screen across(left_of(p)); \
    set rmargin at screen across(left_of(p) + panel_width(columns)); \
    set tmargin at screen up(above(p)); set bmargin at screen up(above(p) - panel_height(rows)); \
    set label 3 panel_name[p] at graph 0,1 offset character 0,0.7 left textcolor rgb ink font small noenhanced; \
    set label 6 (is_lowest(p) ? x_text : '') at graph 0.5,screen up(above(p) - panel_height(rows) - foot + 9) center \
    font small textcolor rgb muted noenhanced; \
    set label 4 (p == 1 ? y_text : '') at screen across(13),up((height - top - 18 * key_rows + foot - gap) / 2.0) \
    center rotate font small textcolor rgb muted noenhanced"
frame_single = "set lmargin at screen across(left); set rmargin at screen across(right); \
    set tmargin at screen up(height - upper); set bmargin at screen up(lower)"

# The heading and the key belong to the first plot of a page.
fitted(text, each) = strlen(text) * each < width - 24 ? text : substr(text, 1, int((width - 34) / each)).'…'
heading = "set label 1 fitted(title_text, 8.6) at screen across(14),up(height - 18) left font ',14' textcolor rgb ink noenhanced; \
    set label 2 fitted(note_text, 6.25) at screen across(14),up(height - 38) left font small textcolor rgb muted noenhanced; \
    set label 8 fitted(reading_text, 5.4) at screen across(14),up(-8) left font ',9' textcolor rgb ink noenhanced; \
    set label 7 fitted(foot_text, 5.8) at screen across(14),up(10 - line_height) left font ',9' textcolor rgb muted noenhanced"
no_heading = "unset label; unset arrow"

# The key is made of labels, since gnuplot's own key does not break into lines: a sign for each series, with a line in the
# series' dashes (key_line = 1) or without, from key_left on; key_rows becomes the number of lines it took.
key_line = 0
key_left = 14
key_step(s) = 36 + 16 * key_line + 6.9 * strlen(series_name[s])
key_x = 0
key_above = "key_x = key_left; key_rows = 1; do for [s = 1:series] { \
    if (key_x > key_left && key_x + key_step(s) > width) { key_x = key_left; key_rows = key_rows + 1 }; \
    key_y = height - 38 - 19 * key_rows; \
    if (key_line) { set arrow 10 + s from screen across(key_x),up(key_y) to screen across(key_x + 26),up(key_y) nohead \
        linewidth 1.4 dashtype s linecolor rgb colour[s] }; \
    if (key_sign) { set label 10 + s '' at screen across(key_x + (key_line ? 13 : 6)),up(key_y) point pointtype sign[s] \
        pointsize 0.75 linecolor rgb colour[s] }; \
    set label 30 + s series_name[s] at screen across(key_x + (key_line ? 32 : 15)),up(key_y) left font small \
        textcolor rgb ink noenhanced; \
    key_x = key_x + key_step(s) }"
key_sign = 1

# Words along the x axis: slanted where they are long, only every second or third where there are many.
longest = 0
do for [i = 1:64] { longest = largest(longest, strlen(x_name[i])) }
is_slanted = longest > 5
name_step = 1
# Whether the names are numbers, between which a line may be drawn: they stand where they belong.
is_numbers = 1
do for [i = 1:64] { if (strlen(x_name[i]) > 0 && strstrt('-0123456789', x_name[i][1:1]) == 0) { is_numbers = 0 } }
# They are labels, not tics: gnuplot would read the words of a tic as the format of a number.
name_places = "name_step = is_slanted ? 1 : int(ceil(xs * (4 + 6.6 * longest) / panel_width(columns))); \
    set xtics 1 format ''; set xrange [0.4:xs + 0.6]; \
    do for [i = 1:xs:name_step] { if (is_slanted) { set label 100 + i x_name[i] at first i,graph 0 \
        offset character 0.4,-0.7 right rotate by 30 font small textcolor rgb ink noenhanced } else { \
        set label 100 + i x_name[i] at first i,graph 0 offset character 0,-0.95 center font small textcolor rgb ink \
        noenhanced } }"
name_lines = "do for [i = 1:xs] { set label 100 + i x_name[i] at graph 0,first i offset character -0.8,0 right font small \
    textcolor rgb ink noenhanced }; set yrange [xs + 0.6:0.4]; unset ytics"
foot = is_slanted ? largest(68, 38 + 3.2 * longest) : foot
lead = is_slanted ? smallest(56, largest(0, 5 * longest - 34)) : 0
dodge(s) = series > 1 ? (s - (series + 1) / 2.0) * 0.62 / series : 0

# 1 234 567, with narrow spaces.
grouped(n) = n >= 1000 ? grouped(floor(n / 1000)).sprintf(' %03.0f', n - 1000 * floor(n / 1000)) : sprintf('%.0f', n)

# 12 345 678 as 12M.
short(n) = n >= 1e9 ? sprintf('%.3gG', n / 1e9) : n >= 1e6 ? sprintf('%.3gM', n / 1e6) : n >= 1e4 ? sprintf('%.3gk', n / 1e3) \
    : sprintf('%.0f', n)

# Steps of 1, 2 or 5 that cut a range into at most n pieces.
decade(w) = 10.0 ** floor(log10(w))
step_of(w) = w <= decade(w) ? decade(w) : w <= 2 * decade(w) ? 2 * decade(w) : w <= 5 * decade(w) ? 5 * decade(w) \
    : 10 * decade(w)
tidy(range, n) = range > 0 ? step_of((1.0 * range) / n) : 1
array low[64]
array high[64]
do for [i = 1:64] { low[i] = 1e300; high[i] = -1e300 }
# The y axis of panel p from low[p] to high[p], rounded to tidy steps.
tidy_y = "step = tidy(high[p] - low[p], 5); set ytics step; \
    set yrange [step * floor(low[p] / step + 1e-6):step * ceil(high[p] / step - 1e-6) + (high[p] > low[p] ? 0 : step)]"
# The same for what is counted: ticks are whole numbers.
whole_y = "step = largest(1, step); set ytics step; set yrange [step * floor(low[p] / step + 1e-6):\
    step * ceil(high[p] / step - 1e-6) + (high[p] > low[p] ? 0 : step)]"
# A little space above and below, so that bars do not touch the frame.
loose_y = "set yrange [step * floor(low[p] / step + 1e-6) - 0.03 * (high[p] - low[p]):\
    step * ceil(high[p] / step - 1e-6) + (high[p] > low[p] ? 0.03 * (high[p] - low[p]) : step)]"
