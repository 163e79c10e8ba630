# The style of all figures. The script that loads this file sets: name, format, dark, width, height, title_text,
# note_text, x_text, y_text, reading_text, foot_text, paper. The table <name>.tsv begins with: panel panel_name series series_name x x_name.
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
# Words on cells of the palette.
word_on_full = dark ? 0x1a1a1a : 0xffffff
word_on_pale = dark ? 0xffffff : 0x1a1a1a

small = ',10'
array colour[8] = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#7f7f7f', '#b8a800']
array sign[8] = [7, 5, 9, 13, 11, 6, 4, 8]
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
# gnuplot reads what a loop does anew at each step, a sum only once: these assign, and `unused` is 0.
unused = sum [i = 1:64] (panel_name[i] = '', series_name[i] = '', x_name[i] = '', 0)
panels = 0
series = 0
xs = 0
largest(a, b) = a > b ? a : b
smallest(a, b) = a < b ? a : b
place(i) = i >= 1 && i <= 64 ? int(i) : 64
# The rows of a panel stand together: `data @of_panel using` looks at those of panel p alone.
array panel_from[64]
array panel_to[64]
of_panel = 'every ::largest(0, panel_from[p])::panel_to[p]'
unused = sum [i = 1:64] (panel_from[i] = -1, panel_to[i] = 0, 0)
set table $names
plot data using (panels = largest(panels, int($1)), panel_name[place($1)] = strcol(2), \
                 panel_from[place($1)] = panel_from[place($1)] < 0 ? $0 : panel_from[place($1)], panel_to[place($1)] = $0, \
                 series = largest(series, int($3)), series_name[place($3)] = strcol(4), \
                 xs = largest(xs, int($5)), x_name[place($5)] = strcol(6), 0) with table
unset table

# Panels in rows of up to four (as in plots/figure/data_table.c). Sizes are in points of the screen: `side`, `behind` and
# `foot` are the space on the left, on the right and below each panel, `top` the space for title and note, to which
# the lines of a key are added; `deep` is space below the lowest panels, for slanted names and for a colour bar.
panel_signs = 60
x_signs = 60
y_signs = 60
y_lines = 1
x_lines = 1
names_at = 0
top = 76
side = 44
behind = 12
foot = 46
gap = 22
bar_space = 0
columns_of(n) = n <= 3 ? n : n == 4 ? 2 : n <= 6 ? 3 : 4
columns = columns_of(panels)
rows = columns > 0 ? (panels + columns - 1) / columns : 1
key_rows = 0
across(x) = (1.0 * x) / width
up(y) = (1.0 * y + line_height) / canvas
# `lead` is the space that slanted words take on the left of a panel.
lead = 0
panel_width(n) = width / (1.0 * n) - side - lead - behind
panel_height(n) = (height - top - 18 * key_rows - deep + gap) / (1.0 * n) - foot - gap
left_of(p) = side + lead + ((p - 1) % columns) * (width / (1.0 * columns))
above(p) = height - top - 18 * key_rows - ((p - 1) / columns) * (panel_height(rows) + foot + gap)
is_lowest(p) = p > panels - columns
is_first(p) = columns < 2 || p % columns == 1
frame_panel = "set lmargin at screen across(left_of(p)); \
    set rmargin at screen across(left_of(p) + panel_width(columns)); \
    set tmargin at screen up(above(p)); set bmargin at screen up(above(p) - panel_height(rows)); \
    set label 3 wrapped(panel_name[p], panel_signs) at screen across(left_of(p) - names_at),graph 1 \
    offset character 0,0.7 + 0.83 * (lines(panel_name[p], panel_signs) - 1) left textcolor rgb ink font small noenhanced; \
    set label 6 (is_lowest(p) ? wrapped(x_text, x_signs) : '') at graph 0.5,screen \
    up(above(p) - panel_height(rows) - foot - deep + bar_space + 9 + 15 * (x_lines - 1)) \
    center font small textcolor rgb muted noenhanced; \
    set label 4 (p == 1 ? wrapped(y_text, y_signs) : '') at screen across(y_lines > 1 ? 9 : 13),up((height - top - 18 * key_rows + foot + deep - gap) / 2.0) \
    center rotate font small textcolor rgb muted noenhanced"
frame_single = "set lmargin at screen across(left); set rmargin at screen across(right); \
    set tmargin at screen up(height - upper); set bmargin at screen up(lower)"

# Long texts are broken into lines at a blank: `lines(t, n)` is how many of at most n signs there are.
blank(t, n) = n < 2 ? 0 : t[n:n] eq ' ' ? n : blank(t, n - 1)
broken(t, n, k) = k > 1 ? substr(t, 1, k - 1)."\n".wrapped(substr(t, k + 1, strlen(t)), n) \
    : substr(t, 1, n)."\n".wrapped(substr(t, n + 1, strlen(t)), n)
wrapped(t, n) = strlen(t) <= n ? t : broken(t, n, blank(t, n + 1))
rest_of(t, n, k) = substr(t, k > 1 ? k + 1 : n + 1, strlen(t))
lines(t, n) = strlen(t) <= n ? (strlen(t) > 0) : 1 + lines(rest_of(t, n, blank(t, n + 1)), n)
fitted(text, each, room) = strlen(text) * each < room ? text : substr(text, 1, int(room / each) - 1).'…'

# The key is made of labels, since gnuplot's own key does not break into lines: a sign for each series, with a line in the
# series' dashes (key_line = 1) or without, from key_left on; key_rows is the number of lines it takes. A template that has a
# key sets has_key before the heading.
has_key = 0
key_line = 0
key_sign = 1
key_left = 14
key_text(s) = fitted(series_name[s], 6.3, width - key_left - 40 - 16 * key_line)
key_step(s) = 36 + 16 * key_line + 6.9 * strlen(key_text(s))
count_key = "key_x = key_left; key_rows = 1; do for [s = 1:series] { if (strlen(series_name[s]) > 0) { \
    if (key_x > key_left && key_x + key_step(s) - 20 > width) { key_x = key_left; key_rows = key_rows + 1 }; \
    key_x = key_x + key_step(s) } }"
key_above = "key_x = key_left; key_row = 1; do for [s = 1:series] { if (strlen(series_name[s]) > 0) { \
    if (key_x > key_left && key_x + key_step(s) - 20 > width) { key_x = key_left; key_row = key_row + 1 }; \
    key_y = height - 38 - 19 * key_row; \
    if (key_line) { set arrow 10 + s from screen across(key_x),up(key_y) to screen across(key_x + 26),up(key_y) nohead \
        linewidth 1.4 dashtype s linecolor rgb colour[s] }; \
    if (key_sign) { set label 10 + s '' at screen across(key_x + (key_line ? 13 : 6)),up(key_y) point pointtype sign[s] \
        pointsize 0.75 linecolor rgb colour[s] }; \
    set label 30 + s key_text(s) at screen across(key_x + (key_line ? 32 : 15)),up(key_y) left font small \
        textcolor rgb ink noenhanced; \
    key_x = key_x + key_step(s) } }"

# Places of the x axis that have a configuration keep their names where nothing was drawn.
if (exists('axis_n')) { xs = largest(xs, axis_n); \
    unused = sum [i = 1:axis_n] (strlen(axis_names[i]) > 0 ? (x_name[i] = axis_names[i], 0) : 0) }
# Words along the x axis: slanted where they are long, below the lowest panels; only every second or third number where
# there are many.
longest = 0
longest_panel = 0
names = 0
gaps = 0
unused = sum [i = 1:64] (longest = largest(longest, strlen(x_name[i])), longest_panel = largest(longest_panel, strlen(panel_name[i])), \
    names = names + (strlen(x_name[i]) > 0), gaps = gaps + (i <= xs && strlen(x_name[i]) == 0), 0)
is_slanted = longest > 5
slant = 30
name_font = small
name_step = 1
# Whether the names are numbers, between which a line may be drawn: they stand where they belong.
is_numbers = 1
unused = sum [i = 1:64] (strlen(x_name[i]) > 0 && (strstrt('-0123456789', x_name[i][1:1]) == 0 || x_name[i] eq '-') ? (is_numbers = 0) : 0)
# Numbers that are missing, such as a stage that was not counted, are shaded, and no line crosses them. Where numbers stand
# side by side although their steps differ, none are joined.
has_gaps = is_numbers && gaps > 0
is_even = is_numbers
if (has_gaps && strlen(reading_text) > 0) { reading_text = reading_text.' Shaded: not in the run.' }
if (is_numbers) { do for [i = 3:smallest(xs, 64)] { if (strlen(x_name[i]) > 0 && strlen(x_name[i - 1]) > 0 && strlen(x_name[i - 2]) > 0) { \
    if (abs((0.0 + x_name[i]) - 2 * (0.0 + x_name[i - 1]) + (0.0 + x_name[i - 2])) > 1e-6 * abs(0.0 + x_name[i])) { is_even = 0 } } } }
mark_gaps = "do for [i = 1:xs] { if (has_gaps && strlen(x_name[i]) == 0) { set object 300 + i rectangle \
    from first i - 0.5,graph 0 to first i + 0.5,graph 1 fillcolor rgb faint fillstyle solid 0.5 noborder behind } }"
# They are labels, not tics: gnuplot would read the words of a tic as the format of a number.
name_places = "name_step = is_slanted ? 1 : int(ceil(xs * (4 + 6.6 * longest) / panel_width(columns))); \
    set xtics 1 format ''; set xrange [0.4:xs + 0.6]; eval mark_gaps; \
    last_name = -64; do for [i = 1:xs] { is_named = strlen(x_name[i]) > 0 && i - last_name >= name_step; \
        last_name = is_named ? i : last_name; if (is_slanted && is_lowest(p)) { set label 100 + i x_name[i] at first i,graph 0 \
        offset character 0.5 - slant / 180.0,-0.7 right rotate by slant font name_font textcolor rgb ink noenhanced }; \
        if (is_named && !is_slanted) { set label 100 + i x_name[i] at first i,graph 0 offset character 0,-0.95 center font small \
        textcolor rgb ink noenhanced } }"
name_lines = "do for [i = 1:xs] { set label 100 + i x_name[i] at graph 0,first i offset character -0.8,0 right font small \
    textcolor rgb ink noenhanced }; set yrange [xs + 0.6:0.4]; unset ytics"
dodge(s) = series > 1 ? (s - (series + 1) / 2.0) * 0.62 / series : 0
# A line between the points of a series along x, drawn piece by piece and not across a gap: the x of where a piece begins,
# for each point of series s in panel p; the piece ends at last_x,last_y.
last_x = 0
last_y = 0
last_s = 0
from_x = 0
from_y = 0
piece(p, s, panel, series, x, y) = panel != p || series != s ? NaN : (from_x = last_x, from_y = last_y, \
    was = last_s, last_x = x, last_y = y, last_s = 100 * p + s, \
    was == last_s && is_even && last_x - from_x < 1.5 ? from_x : NaN)

# The columns of panels: as many as leave each its width, and slanted names apart. Of a print (paper = 1), whose width is
# chosen, the height follows.
degrees(a) = a * pi / 180
names_apart(a) = panel_width(columns) / (1.0 * largest(1, xs)) * sin(degrees(a)) >= 11
try_slant = "lead = smallest(56, largest(0, 5.4 * longest * cos(degrees(slant)) - 0.8 * side)); if (!names_apart(slant)) { \
    slant = slant + 30 }"
# What a panel needs at least.
room_each = 80
space_of(room) = side + lead + behind + room
most_columns(room) = int(largest(1, smallest(4, width / space_of(room))))
arrange = "if (paper) { name_font = ',8'; slant = is_slanted ? 90 : slant; columns = smallest(most_columns(is_slanted ? largest(8.1 * xs, room_each) : room_each), columns_of(panels)); \
        columns = columns < 1 ? 1 : columns }; \
    if (is_slanted && !paper) { eval try_slant; if (slant == 60) { eval try_slant }; if (slant == 90) { lead = 0 } }; \
    rows = columns > 0 ? (panels + columns - 1) / columns : 1; \
    names_at = paper && columns > 1 && 5.9 * longest_panel > panel_width(columns) + behind ? side - 20 : 0; \
    panel_signs = int((panel_width(columns) + behind + names_at) / 5.9); panel_lines = 1; \
    do for [i = 1:64] { panel_lines = largest(panel_lines, lines(panel_name[i], panel_signs)) }; \
    gap = 22 + 15 * (panel_lines - 1); top = 76 + 15 * (panel_lines - 1); \
    foot = is_slanted ? 22 : foot; \
    y_signs = 400; y_lines = 1; x_signs = int((panel_width(columns) + 2 * behind) / 5.9); x_lines = largest(1, lines(x_text, x_signs)); \
    deep = bar_space + 15 * (x_lines - 1) + (is_slanted ? 14 + (paper ? 4.9 : 5.8) * longest * sin(degrees(slant)) : 0)"
plot_height(w) = columns == 1 && panels > 4 ? 64 : columns == 1 && panels > 2 ? 96 : smallest(130, largest(64, 0.62 * w))
fit_height = "height = int(top + 18 * key_rows + deep - gap + rows * (plot_height(panel_width(columns)) + foot + gap))"
is_single = panels < 1

# The heading and the key belong to the first plot of a page, and so does its size: title and note may need several lines,
# above the picture, what stands below it, too. A template whose frame is one calls `heading_single` and sets `height`.
font = 'DejaVu Sans'
signs(each) = int((width - 24) / each)
deep = 0
line_height = 34
canvas = height + line_height
open_page = "title_lines = lines(title_text, signs(8.6)); note_lines = lines(note_text, signs(6.25)); \
    reading_lines = lines(reading_text, signs(5.4)); foot_lines = lines(foot_text, signs(5.8)); \
    line_height = (reading_lines > 0 ? 20.5 : 4.5) + 13.5 * foot_lines + 13.5 * (reading_lines > 1 ? reading_lines - 1 : 0); \
    extra = title_lines + note_lines < 1 ? -46 : 21 * (title_lines - 1) + 15 * (note_lines > 1 ? note_lines - 1 : 0); \
    canvas = int(height + extra + line_height); \
    if (format eq 'svg') { set terminal svg size width,canvas background background font 'sans-serif,12' noenhanced }; \
    if (format eq 'png') { set terminal pngcairo size png_scale*width,png_scale*canvas background background font font.',12' \
        fontscale 0.75*png_scale linewidth png_scale pointscale png_scale noenhanced }; \
    if (format eq 'pdf') { set terminal pdfcairo size width/96.0,canvas/96.0 background background font font.',12' \
        fontscale 0.5625 linewidth 0.8 pointscale 0.8 noenhanced }; \
    set output name.'.'.format"
# A print has 384 dots an inch.
png_scale = paper ? 4 : 2
words_around = "set label 1 wrapped(title_text, signs(8.6)) at screen across(14),up(height + extra - 18) left font ',14' \
        textcolor rgb ink noenhanced; \
    set label 2 wrapped(note_text, signs(6.25)) at screen across(14),up(height + extra - 38 - 21 * (title_lines - 1)) left \
        font small textcolor rgb muted noenhanced; \
    set label 8 wrapped(reading_text, signs(5.4)) at screen across(14),up(-8) left font ',9' textcolor rgb ink noenhanced; \
    set label 7 wrapped(foot_text, signs(5.8)) at screen across(14),up(13.5 * foot_lines - 3.5 - line_height) left font ',9' \
        textcolor rgb muted noenhanced"
heading_single = "if (has_key) { eval count_key }; eval open_page; eval words_around; if (has_key) { eval key_above }"
heading = "if (has_key) { eval count_key }; eval arrange; if (paper) { eval fit_height }; \
    y_signs = int((rows * (panel_height(rows) + foot + gap) - gap - foot + 36) / 5.9); y_lines = lines(y_text, y_signs); \
    eval open_page; eval words_around; \
    if (has_key) { eval key_above }"
no_heading = "unset label; unset arrow; unset object"

# A colour bar with words below it, from bar_left to bar_right, in the room above the lower edge that bar_room makes. It is
# drawn with one plot; colour_at(v) is where on the palette the share v stands, and the ticks are those of round shares.
bar_low = 0
bar_high = 1
bar_left = 14
bar_right = width - 30
bar_text = ''
rounds = '0.00001 0.00002 0.00005 0.0001 0.0002 0.0005 0.001 0.002 0.005 0.01 0.02 0.05 0.1 0.2 0.5 1'
bar_signs(left) = int((width - left - 14) / 5.9)
bar_room = "bar_space = 44 + 15 * lines(bar_text, bar_signs(bar_left))"
bar_place(share) = (colour_at(share) - colour_at(bar_low)) / (colour_at(bar_high) - colour_at(bar_low))
colour_bar = "set cbrange [colour_at(bar_low):colour_at(bar_high)]; \
    set colorbox user horizontal origin screen across(bar_left),up(bar_space - 20) \
        size screen across(bar_right - bar_left),up(8) - up(0) noborder; \
    set cbtics () scale 0 font small textcolor rgb muted offset 0,0.6; bar_last = 9e9; \
    do for [i = words(rounds):1:-1] { bar_v = 0.0 + word(rounds, i); \
        if (bar_v <= bar_high * 1.0001 && bar_v >= bar_low * 0.9999) { bar_at = bar_place(bar_v) * (bar_right - bar_left); \
            if (bar_last - bar_at > 42 && (bar_low > 0 || bar_at > 36)) { \
                set cbtics add (sprintf('%g %%%%', 100 * bar_v) colour_at(bar_v)); bar_last = bar_at } } }; \
    if (bar_low == 0) { set cbtics add ('0' colour_at(0)) }; \
    set label 9 wrapped(bar_text, bar_signs(bar_left)) at screen across(bar_left),up(bar_space - 48) left font small \
        textcolor rgb muted noenhanced"

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
# Steps of whole numbers up to `last` for a panel, whose names do not touch.
whole_steps(range, last) = largest(1, tidy(range, smallest(6, panel_width(columns) / (8 + 6.5 * strlen(sprintf('%.0f', last + 1))))))
array low[64]
array high[64]
unused = sum [i = 1:64] (low[i] = 1e300, high[i] = -1e300, 0)
# The y axis of panel p from low[p] to high[p], rounded to tidy steps.
tidy_y = "step = tidy(high[p] - low[p], 5); set ytics step; \
    set yrange [step * floor(low[p] / step + 1e-6):step * ceil(high[p] / step - 1e-6) + (high[p] > low[p] ? 0 : step)]"
# The same for what is counted: ticks are whole numbers.
whole_y = "step = largest(1, step); set ytics step; set yrange [step * floor(low[p] / step + 1e-6):\
    step * ceil(high[p] / step - 1e-6) + (high[p] > low[p] ? 0 : step)]"
# A little space above and below, so that bars do not touch the frame.
loose_y = "set yrange [step * floor(low[p] / step + 1e-6) - 0.03 * (high[p] - low[p]):\
    step * ceil(high[p] / step - 1e-6) + (high[p] > low[p] ? 0.03 * (high[p] - low[p]) : step)]"
